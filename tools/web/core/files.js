/* files.js - the files of the site, each as the manifest has it: from the browser's cache, or from
 * the server and then kept. For the page, its workers and the service worker alike.
 *
 * Files of two versions never mix: a file is kept under its hash, and what the server sends has to
 * have that hash. */
import {NEWER, checkBuild, checkManifest} from "./build.js";
import {digest} from "./sha256.js";
import {Stale} from "./stale.js";

export {Stale};

const TYPES = {
    html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css",
    json: "application/json", svg: "image/svg+xml",
    txt: "text/plain; charset=utf-8", wasm: "application/wasm", woff2: "font/woff2",
    png: "image/png", gz: "application/gzip"};

export const typeOf = path => TYPES[path.split(".").pop()] ?? "application/octet-stream";

/* What a site keeps in the browser stands under this name: two sites of one origin are two. base:
 * the site's address. */
export const placeOf = base => `kindling ${new URL(base).pathname}`;

/* Before that all sites of an origin shared one. */
export const SHARED = "kindling";

/* The browser's caches, or null: there are none on plain http, and a browser may refuse them. */
function cachesHere() {
    try {
        return globalThis.caches ?? null;
    } catch {
        return null;
    }
}

export class Files {
    /* manifest: {version, files: {path: [hash, bytes]}}; base: the site's address. The others are
     * the browser's own. */
    constructor({manifest, base, fetch = globalThis.fetch.bind(globalThis), caches = cachesHere(),
        subtle = globalThis.crypto?.subtle}) {
        Object.assign(this, {manifest, base, fetch, caches, subtle});
        this.kept = this.#cache(placeOf(base));
        this.watchers = new Set();
        this.asked = new Map();
    }

    /* What the site says of itself. script: the address of the script that asks. */
    static async open(base, {script, ...options} = {}) {
        const {fetch = globalThis.fetch.bind(globalThis)} = options;
        checkBuild(script);
        const manifest = await manifestAt(base, fetch);
        checkManifest(manifest);
        return new Files({manifest, base, ...options});
    }

    #cache(name) {
        return this.caches?.open(name).catch(() => null) ?? null; /* storage may be forbidden */
    }

    entry(path) {
        const entry = this.manifest.files[path];
        if (!entry)
            throw new Error(`${path}: no file of this site`);
        return {hash: entry[0], bytes: entry[1]};
    }

    address(path) {
        return `${new URL(path, this.base)}?v=${this.entry(path).hash}`;
    }

    /* watcher({path, done, total}) for every piece that comes from the server. */
    watch(watcher) {
        this.watchers.add(watcher);
        return () => this.watchers.delete(watcher);
    }

    /* Uint8Array. Who asks while it is on its way waits for the same. */
    bytes(path) {
        if (!this.asked.has(path))
            this.asked.set(path, this.#bytes(path).finally(() => this.asked.delete(path)));
        return this.asked.get(path);
    }

    async #bytes(path) {
        const address = this.address(path), cache = await this.kept;
        const found = await cache?.match(address);
        if (found)
            return new Uint8Array(await found.arrayBuffer());
        const bytes = await this.#fetched(path, address);
        /* A full disk costs the next visit a download, and nothing else. */
        await cache?.put(address, new Response(bytes, {headers: {"Content-Type": typeOf(path)}}))
            .catch(() => {});
        return bytes;
    }

    /* Something on the way may hold an older file of that name: then it is asked for past all of
     * that. */
    async #fetched(path, address) {
        for (const cache of ["default", "reload"]) {
            const {bytes, done} = await this.#sent(path, address, cache);
            const {hash, bytes: total} = this.entry(path);
            if (done === total && (await digest(bytes, this.subtle)).startsWith(hash))
                return bytes;
            if (cache === "reload")
                throw await this.#changed(path, done);
        }
    }

    /* Why what came is not what was asked for: the site is another by now, or its host changes
     * files. */
    async #changed(path, done) {
        const {version} = await manifestAt(this.base, this.fetch, "?now").catch(() => ({}));
        if (version !== this.manifest.version)
            return new Stale(NEWER);
        return new Error(
            `${path} comes with ${done} bytes that are not its own (${this.entry(path).bytes}), ` +
            "though the site has not changed: " +
            "its host, or something on the way, changes files. Please tell whoever runs this " +
                "site: they have to arrive as they lie there");
    }

    async #sent(path, address, cache) {
        const {bytes: total} = this.entry(path);
        let response;
        try {
            response = await this.fetch(address, {cache});
        } catch {
            throw new Error(
                `${path} could not be loaded: is there a network? It is needed until all is here ` +
                "once");
        }
        if (response.status === 404)
            throw new Stale(`${path} is not there any more: ${NEWER}`);
        if (!response.ok)
            throw new Error(`${path} could not be loaded: the server says ${response.status}`);
        const bytes = new Uint8Array(total), reader = response.body.getReader();
        let done = 0;
        for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
            if (done + piece.value.length <= total)
                bytes.set(piece.value, done);
            done += piece.value.length;
            for (const watcher of this.watchers)
                watcher({path, done, total});
        }
        return {bytes, done};
    }

    async text(path) {
        return new TextDecoder().decode(await this.bytes(path));
    }

    async json(path) {
        return JSON.parse(await this.text(path));
    }

    async response(path) {
        return new Response(await this.bytes(path), {headers: {"Content-Type": typeOf(path)}});
    }

    /* All of these, a few at a time. */
    async fill(paths) {
        const waiting = [...paths];
        const one = async () => {
            for (let path = waiting.shift(); path !== undefined; path = waiting.shift())
                if (!await this.has(path))
                    await this.bytes(path);
        };
        await Promise.all([one(), one(), one(), one()]);
    }

    /* Of path.bin what was packed, as a stream. */
    async unpacked(path) {
        const packed = new Blob([await this.bytes(`${path}.bin`)]).stream();
        return new Response(packed.pipeThrough(new DecompressionStream("gzip")),
            {headers: {"Content-Type": typeOf(path)}});
    }

    async has(path) {
        return Boolean(await (await this.kept)?.match(this.address(path)));
    }

    /* Takes out what no file of this version is, and what this site left where all sites of the
     * origin kept theirs. */
    async sweep() {
        const here = new Set(Object.keys(this.manifest.files).map(path => this.address(path)));
        for (const [cache, stays] of [[await this.kept, url => here.has(url)],
            [await this.#cache(SHARED), url => !url.startsWith(new URL(".", this.base).href)]])
            for (const {url} of await cache?.keys() ?? [])
                if (!stays(url))
                    await cache.delete(url);
    }
}

/* search: "?now" is none that the service worker answers. */
async function manifestAt(base, fetch, search = "") {
    const response = await fetch(new URL(`manifest.json${search}`, base), {cache: "no-cache"});
    if (!response.ok)
        throw new Error(`manifest.json: the server says ${response.status}`);
    return response.json();
}

/* What a first visit does not fetch ahead of need: the compiler. */
export const isLarge = path => path.startsWith("clang/");
