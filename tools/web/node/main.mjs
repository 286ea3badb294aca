/* main.mjs - is this module the program that node was started with? A folder on the way may be a
 * link. */
import fs from "node:fs";
import {fileURLToPath} from "node:url";

export function isMain(url) {
    return process.argv[1] !== undefined && fs.realpathSync(process.argv[1]) === fileURLToPath(url);
}
