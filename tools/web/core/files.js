/* files.js - the files of the site, each as the manifest has it: from the browser's cache, or from the server and then
 * kept. For the page, its workers and the service worker alike.
 *
 * Files of two versions never mix: a file is kept under its hash, and what the server sends has to have that hash. */

export class Stale extends Error {}

const TYPES = {
    html: "text/html; charset=utf-8", js: "text/javascript", css: "text/css", json: "application/json", svg: "image/svg+xml",
    txt: "text/plain; charset=utf-8", wasm: "application/wasm", woff2: "font/woff2", png: "image/png", gz: "application/gzip"};

export const typeOf = path => TYPES[path.split(".").pop()] ?? "application/octet-stream";

/* The first 32 hexadecimal digits of SHA-256; without a secure origin browsers have none, and sizes must do. */
async function hashOf(bytes, subtle) {
    const digest = new Uint8Array(await subtle.digest("SHA-256", bytes));
    return Array.from(digest.subarray(0, 16), byte => byte.toString(16).padStart(2, "0")).join("");
}

export class Files {
    /* manifest: {version, files: {path: {hash, bytes}}}; base: the site's address. The others are the browser's own. */
    constructor({manifest, base, fetch = globalThis.fetch.bind(globalThis), caches = globalThis.caches, subtle = globalThis.crypto?.subtle}) {
        Object.assign(this, {manifest, base, fetch, subtle});
        this.kept = caches ? caches.open("kindling").catch(() => null) : null; /* storage may be forbidden */
        this.watchers = new Set();
        this.asked = new Map();
    }

    /* What the site says of itself. */
    static async open(base, options = {}) {
        const {fetch = globalThis.fetch.bind(globalThis)} = options;
        const response = await fetch(new URL("manifest.json", base), {cache: "no-cache"});
        if (!response.ok)
            throw new Error(`manifest.json: the server says ${response.status}`);
        return new Files({manifest: await response.json(), base, ...options});
    }

    entry(path) {
        const entry = this.manifest.files[path];
        if (!entry)
            throw new Error(`${path}: no file of this site`);
        return entry;
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
        await cache?.put(address, new Response(bytes, {headers: {"Content-Type": typeOf(path)}})).catch(() => {});
        return bytes;
    }

    async #fetched(path, address) {
        const {hash, bytes: total} = this.entry(path);
        let response;
        try {
            response = await this.fetch(address);
        } catch {
            throw new Error(`${path} could not be loaded: is there a network? It is needed until all is here once`);
        }
        if (response.status === 404)
            throw new Stale(`${path} is not there any more: the site has a newer version, please reload the page`);
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
        if (done !== total || this.subtle && await hashOf(bytes, this.subtle) !== hash)
            throw new Stale(`${path} has ${done} bytes that are not those of this version (${total}): please reload the page`);
        return bytes;
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

    /* Of path.gz what was packed, as a stream. */
    async unpacked(path) {
        const packed = new Blob([await this.bytes(`${path}.gz`)]).stream();
        return new Response(packed.pipeThrough(new DecompressionStream("gzip")), {headers: {"Content-Type": typeOf(path)}});
    }

    async has(path) {
        return Boolean(await (await this.kept)?.match(this.address(path)));
    }

    /* Takes out what no file of this version is. Other sites may lie below the same origin: theirs stays. */
    async sweep() {
        const cache = await this.kept, here = new Set(Object.keys(this.manifest.files).map(path => this.address(path)));
        for (const {url} of await cache?.keys() ?? [])
            if (url.startsWith(new URL(".", this.base).href) && !here.has(url))
                await cache.delete(url);
    }
}

/* What a first visit does not fetch ahead of need: the compiler. */
export const isLarge = path => path.startsWith("clang/");
