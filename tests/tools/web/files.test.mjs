/* files.test.mjs - a file of the site comes from the cache, or from the server and is checked;
 * versions never mix. */
import assert from "node:assert/strict";
import crypto from "node:crypto";
import {test} from "node:test";
import zlib from "node:zlib";
import {checkBuild, checkManifest} from "../../../tools/web/core/build.js";
import {Files, Stale} from "../../../tools/web/core/files.js";
import {stamped} from "../../../tools/web/node/bundle.mjs";

const BASE = "http://site/course/";
const sha = bytes => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 32);
const manifest = files =>
    ({version: "1", files: Object.fromEntries(Object.entries(files).map(([path, data]) =>
    [path, [sha(data), Buffer.from(data).length]]))});

/* The browser's caches; kept: what is in that of the site. */
function memoryCaches() {
    const named = new Map(), of = name => named.get(name) ?? named.set(name, new Map()).get(name);
    const cache = kept => ({
        match: async url => kept.has(url) ? new Response(kept.get(url)) : undefined,
        put: async (url, response) => void kept.set(url, await response.arrayBuffer()),
        keys: async () => [...kept.keys()].map(url => ({url})),
        delete: async url => kept.delete(url),
    });
    return {of, kept: of("kindling /course/"), open: async name => cache(of(name))};
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
    return {asked, caches,
        files: new Files({manifest: manifest(files), base: BASE, fetch, caches})};
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
    const offline =
        new Files({manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(),
            fetch: async () => { throw new TypeError("x"); }});
    await assert.rejects(offline.text("a.txt"), /a\.txt could not be loaded: is there a network/);
    await assert.rejects(async () => site({}).files.text("a.txt"), /a\.txt: no file of this site/);
    const broken =
        new Files({manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(),
            fetch: async () => new Response("", {status: 500})});
    await assert.rejects(broken.text("a.txt"), /the server says 500/);
});

test("without caches and the browser's own hashes (no secure origin) a file is looked at all the " +
    "same", async () => {
    const {fetch} = server({"a.txt": "one"});
    const files = new Files(
        {manifest: manifest({"a.txt": "one"}), base: BASE, fetch, caches: null, subtle: null});
    assert.equal(await files.text("a.txt"), "one");
    for (const other of ["longer", "two"]) {
        const changed =
            new Files(
                {manifest: manifest({"a.txt": "one"}), base: BASE,
                    fetch: server({"a.txt": other}).fetch, caches: null, subtle: null});
        await assert.rejects(changed.text("a.txt"), Stale);
    }
});

test("caches that a browser refuses to name are as none", async () => {
    Object.defineProperty(globalThis, "caches", {configurable: true, get() {
        throw new DOMException("denied", "SecurityError");
    }});
    try {
        const {fetch} = server({"a.txt": "one"});
        assert.equal(
            await new Files({manifest: manifest({"a.txt": "one"}), base: BASE, fetch}).text(
                "a.txt"), "one");
    } finally {
        delete globalThis.caches;
    }
});

test("an older file that lies on the way is asked for once more, past it", async () => {
    const asked = [], fetch = async (address, {cache}) => {
        asked.push(cache);
        return new Response(cache === "reload" ? "one" : "old");
    };
    assert.equal(
        await new Files(
            {manifest: manifest({"a.txt": "one"}), base: BASE, fetch, caches: null}).text("a.txt"),
        "one");
    assert.deepEqual(asked, ["default", "reload"]);
});

test("whose host changes files is told so, and not to reload for ever", async () => {
    const said = manifest({"a.txt": "one"});
    const fetch = server({"a.txt": "packed", "manifest.json": JSON.stringify(said)}).fetch;
    const error = await new Files({manifest: said, base: BASE, fetch, caches: null}).text("a.txt")
        .catch(e => e);
    assert.ok(!(error instanceof Stale));
    assert.match(error.message,
        /^a\.txt comes with 6 bytes that are not its own \(3\), though the site has not changed: its host, or something on the way, changes files\./);
});

test("scripts of one build with data of another, or started by another, are told to reload", () => {
    checkBuild("http://site/course/assets/app.js?v=abc", "abc");
    checkBuild("http://site/course/assets/app.js", "abc"); /* a test has no builds */
    checkManifest({build: "abc"}, "abc");
    assert.throws(() => checkBuild("http://site/course/assets/judge_worker.js?v=old", "abc"),
        Stale);
    assert.throws(() => checkManifest({build: "next"}, "abc"),
        /the site has a newer version: please reload the page/);
});

test("what a page asks for has its build behind it", () => {
    const html = stamped(
        '<script type="module" src="assets/app.js"></script><link ' +
        'href="../assets/early.js"><script src="demo.js"></script><a href="index.html">');
    assert.match(html,
        /"assets\/app\.js\?v=[0-9a-f]{12}".*"\.\.\/assets\/early\.js\?v=.*"demo\.js\?v=.*"index\.html"/);
});

test("a full disk costs nothing but the next download", async () => {
    const caches = {open: async () => ({match: async () => undefined, put: async () => {
        throw new Error("quota");
    }})};
    assert.equal(await site({"a.txt": "one"}, {"a.txt": "one"}, caches).files.text("a.txt"), "one");
});

test("who watches hears every piece", async () => {
    const body = () => new ReadableStream({start(c) {
        for (const piece of ["on", "e"]) c.enqueue(new TextEncoder().encode(piece));
        c.close();
    }});
    const files = new Files(
        {manifest: manifest({"a.txt": "one"}), base: BASE, caches: memoryCaches(),
            fetch: async () => new Response(body())});
    const heard = [];
    files.watch(one => heard.push(one));
    await files.text("a.txt");
    assert.deepEqual(
        heard, [{path: "a.txt", done: 2, total: 3}, {path: "a.txt", done: 3, total: 3}]);
});

test("unpacked", async () => {
    const {files} = site({"clang/x.wasm.bin": zlib.gzipSync("wasm")});
    const response = await files.unpacked("clang/x.wasm");
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
    // when all sites had one
    for (const where of ["other", "course"])
        caches.of("kindling").set(`http://site/${where}/a.txt?v=1`, new ArrayBuffer(1));
    await next.files.sweep();
    assert.deepEqual([...caches.kept.keys()].map(url => url.replace(/\?.*/, "")).sort(),
        ["http://site/course/a.txt", "http://site/course/b.txt", "http://site/course/c.txt"]);
    assert.deepEqual([...caches.of("kindling").keys()], ["http://site/other/a.txt?v=1"]);
    assert.equal(await next.files.text("a.txt"), "new");
});
