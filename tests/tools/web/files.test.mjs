/* files.test.mjs - a file of the site comes from the cache, or from the server and is checked; versions never mix. */
import assert from "node:assert/strict";
import crypto from "node:crypto";
import {test} from "node:test";
import zlib from "node:zlib";
import {Files, Stale} from "../../../tools/web/core/files.js";

const BASE = "http://site/course/";
const sha = bytes => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 32);
const manifest = files => ({version: "1", files: Object.fromEntries(Object.entries(files).map(([path, data]) =>
    [path, {hash: sha(data), bytes: Buffer.from(data).length}]))});

/* The browser's caches, of one name. */
function memoryCaches(kept = new Map()) {
    const cache = {
        match: async url => kept.has(url) ? new Response(kept.get(url)) : undefined,
        put: async (url, response) => void kept.set(url, await response.arrayBuffer()),
        keys: async () => [...kept.keys()].map(url => ({url})),
        delete: async url => kept.delete(url),
    };
    return {kept, open: async () => cache};
}

/* A server of these files; asked: what it was asked for. */
function server(files) {
    const asked = [];
    const fetch = async address => {
        const path = String(address).slice(BASE.length).split("?")[0];
        asked.push(path);
        return path in files ? new Response(files[path]) : new Response("", {status: 404});
    };
    return {asked, fetch};
}

function site(files, served = files, caches = memoryCaches()) {
    const {asked, fetch} = server(served);
    return {asked, caches, files: new Files({manifest: manifest(files), base: BASE, fetch, caches})};
}

test("fetched once, then kept", async () => {
    const {asked, files, caches} = site({"a.txt": "one", "b.json": '{"x": 2}'});
    assert.equal(await files.text("a.txt"), "one");
    assert.equal(await files.text("a.txt"), "one");
    assert.deepEqual(await files.json("b.json"), {x: 2});
    assert.deepEqual(asked, ["a.txt", "b.json"]);
    const again = site({"a.txt": "one"}, {}, caches);
    assert.equal(await again.files.text("a.txt"), "one");
    assert.deepEqual(again.asked, []);
});

test("two who ask at once wait for one download", async () => {
    const {asked, files} = site({"a.txt": "one"});
    assert.deepEqual(await Promise.all([files.text("a.txt"), files.text("a.txt")]), ["one", "one"]);
    assert.deepEqual(asked, ["a.txt"]);
});

test("what the server has of another version is not taken, and not kept", async () => {
    for (const other of ["two", "three", ""]) {
        const {files, caches} = site({"a.txt": "one"}, {"a.txt": other});
        await assert.rejects(files.text("a.txt"), Stale);
        assert.equal(caches.kept.size, 0);
    }
    await assert.rejects(site({"a.txt": "one"}, {}).files.text("a.txt"), Stale);
});

test("after a failure the next call asks again", async () => {
    const served = {}, {files} = site({"a.txt": "one"}, served);
    await assert.rejects(files.text("a.txt"));
    served["a.txt"] = "one";
    assert.equal(await files.text("a.txt"), "one");
});

test("no network, no such file, a server in trouble", async () => {
    const offline = new Files({manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(), fetch: async () => { throw new TypeError("x"); }});
    await assert.rejects(offline.text("a.txt"), /a\.txt could not be loaded: is there a network/);
    await assert.rejects(async () => site({}).files.text("a.txt"), /a\.txt: no file of this site/);
    const broken = new Files({manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(), fetch: async () => new Response("", {status: 500})});
    await assert.rejects(broken.text("a.txt"), /the server says 500/);
});

test("without caches and without hashes (no secure origin) sizes count", async () => {
    const {fetch} = server({"a.txt": "one"});
    const files = new Files({manifest: manifest({"a.txt": "one"}), base: BASE, fetch, caches: null, subtle: null});
    assert.equal(await files.text("a.txt"), "one");
    const longer = new Files({manifest: manifest({"a.txt": "one"}), base: BASE, fetch: server({"a.txt": "longer"}).fetch, caches: null, subtle: null});
    await assert.rejects(longer.text("a.txt"), Stale);
});

test("a full disk costs nothing but the next download", async () => {
    const caches = {open: async () => ({match: async () => undefined, put: async () => { throw new Error("quota"); }})};
    assert.equal(await site({"a.txt": "one"}, {"a.txt": "one"}, caches).files.text("a.txt"), "one");
});

test("who watches hears every piece", async () => {
    const body = () => new ReadableStream({start(c) { for (const piece of ["on", "e"]) c.enqueue(new TextEncoder().encode(piece)); c.close(); }});
    const files = new Files({manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(), fetch: async () => new Response(body())});
    const heard = [];
    files.watch(one => heard.push(one));
    await files.text("a.txt");
    assert.deepEqual(heard, [{path: "a.txt", done: 2, total: 3}, {path: "a.txt", done: 3, total: 3}]);
});

test("unpacked", async () => {
    const {files} = site({"clang/x.wasm.gz": zlib.gzipSync("wasm")}), response = await files.unpacked("clang/x.wasm");
    assert.equal(response.headers.get("Content-Type"), "application/wasm");
    assert.equal(await response.text(), "wasm");
});

test("fill fetches what is missing, sweep takes out what is of no version here", async () => {
    const caches = memoryCaches(), old = site({"a.txt": "old", "b.txt": "same"}, undefined, caches);
    await old.files.fill(["a.txt", "b.txt"]);
    const next = site({"a.txt": "new", "b.txt": "same", "c.txt": "more"}, undefined, caches);
    await next.files.fill(["a.txt", "b.txt", "c.txt"]);
    assert.deepEqual(next.asked.sort(), ["a.txt", "c.txt"]);
    assert.equal(await old.files.text("a.txt"), "old"); /* both versions are whole until one goes */
    caches.kept.set("http://site/other/a.txt?v=1", new ArrayBuffer(1));
    await next.files.sweep();
    assert.deepEqual([...caches.kept.keys()].map(url => url.replace(/\?.*/, "")).sort(),
                     ["http://site/course/a.txt", "http://site/course/b.txt", "http://site/course/c.txt", "http://site/other/a.txt"]);
    assert.equal(await next.files.text("a.txt"), "new");
});
