/* sw.js - after the first visit the site needs no network.
 *
 * A version is whole: the manifest is part of this script, so that a changed file is a new script,
 * which fetches all that has changed while the old one serves the old files, and takes over when no
 * page of the old version is open any more. */
import {build} from "../core/build.js";
import {Files, isLarge} from "../core/files.js";

/* global MANIFEST -- put in by site.mjs */
const scope = self.registration.scope, files = new Files({manifest: MANIFEST, base: scope});
const paths = Object.keys(MANIFEST.files);

self.addEventListener("install",
    event => event.waitUntil(files.fill(paths.filter(path => !isLarge(path)))));
self.addEventListener("activate",
    event => event.waitUntil(files.sweep().then(() => self.clients.claim())));

/* "update": the page has asked, and was told yes. "keep": fetch the compiler, too. */
self.addEventListener("message", event => {
    if (event.data === "update")
        self.skipWaiting();
    if (event.data === "keep")
        event.waitUntil(files.fill(paths).catch(() => {}));
});

/* The path of a request in the manifest, or null: none of ours. What files.js asks for by its hash
 * goes to the server, and so does a script of another build. */
function pathOf(request) {
    const url = new URL(request.url), {pathname} = new URL(scope);
    if (request.method !== "GET" || !request.url.startsWith(scope) || url.search &&
        url.search !== `?v=${build}`)
        return null;
    const path = decodeURIComponent(url.pathname.slice(pathname.length));
    return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

async function answer(path, request) {
    try {
        return await files.response(path);
    } catch (error) {
        return request.mode === "navigate" ? fetch(request)
            : new Response(error.message, {status: 503});
    }
}

self.addEventListener("fetch", event => {
    const path = pathOf(event.request);
    if (path === "manifest.json")
        event.respondWith(Response.json(MANIFEST));
    else if (path !== null && path in MANIFEST.files)
        event.respondWith(answer(path, event.request));
});
