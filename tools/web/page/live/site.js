/* site.js - the files of the site, for a live page: what its manifest has, and no other version of
 * it. */
import {Files} from "../../core/files.js";

const script = import.meta.url;
export const base = new URL("../", script);

let opened = null;
export const site = () => opened ??= Files.open(base, {script}).catch(error => {
    opened = null;
    throw error;
});
