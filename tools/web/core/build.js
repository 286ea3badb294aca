/* build.js - which build of the scripts this is. Page, workers and the site's manifest are of one,
 * or the page says so: on a plain http address there is no service worker to keep versions apart,
 * and a browser or a proxy may hold an older file.
 *
 * Each script is asked for with its build behind it (app.js?v=...), so an older one is never taken
 * for it. */
import {Stale} from "./stale.js";

/* global BUILD -- put in by bundle.mjs; tests bundle without it */
export const build = typeof BUILD === "string" ? BUILD : "";

export const NEWER = "the site has a newer version: please reload the page";

/* The address of another script of this build. */
export function scriptAt(name, base) {
    const address = new URL(name, base);
    if (build) address.searchParams.set("v", build);
    return address;
}

/* script: the address under which this one was asked for, by somebody of the same build. */
export function checkBuild(script, mine = build) {
    const asked = script && new URL(script).searchParams.get("v");
    if (mine && asked && asked !== mine)
        throw new Stale(NEWER);
}

/* And what the site says of itself now. */
export function checkManifest(manifest, mine = build) {
    if (mine && manifest.build && manifest.build !== mine)
        throw new Stale(NEWER);
}
