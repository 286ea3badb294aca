/* site.test.mjs - the lists behind build/web, and the server that shows it. */
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {test} from "node:test";
import {serve} from "../../../tools/web/node/serve.mjs";
import {askedFor, inSteps, manifestOf, optionsOf} from "../../../tools/web/node/site.mjs";
import {headers, headersOfPage} from "../../../tools/web/node/tree.mjs";

test("the command line", () => {
    assert.deepEqual(
        optionsOf(["--out", "w", "--include", "-I.", "-Ia", "--broken", "--lib", "x.c"]),
        {out: ["w"], include: ["-I.", "-Ia"], broken: [], lib: ["x.c"]});
});

test("the plain twin of a file stands for it", () => {
    assert.deepEqual(inSteps(["nn/linear.c", "nn/mlp.c", "nn/plain/linear.c"]),
        ["nn/mlp.c", "nn/plain/linear.c"]);
});

test("headers have no .. left in their includes, and the page has none of the harness", () => {
    const page = headersOfPage();
    for (const [file, text] of headers())
        assert.doesNotMatch(text, /#include "\.\./, file);
    assert.ok(page.has("attention/attention.h") && page.has("modules/todo.h"));
    assert.deepEqual([...page.keys()].filter(file => /^tests\/(harness|fixtures)/.test(file)), []);
});

test("a folder as a site: types, folders, nothing outside", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "serve-"));
    fs.mkdirSync(`${folder}/in/deep`, {recursive: true});
    for (const [file, text] of [["secret.txt", "no"], ["in/x.wasm", "w"], ["in/index.html", "h"],
        ["in/deep/index.html", "d"]])
        fs.writeFileSync(`${folder}/${file}`, text);
    const site = await serve(`${folder}/in`), get = async where => {
        const response = await fetch(site.url + where);
        return [response.status, response.headers.get("content-type"), await response.text()];
    };
    assert.match(site.url, /^http:\/\/127\.0\.0\.1:\d+\/$/);
    assert.deepEqual(await get("x.wasm?v=1"), [200, "application/wasm", "w"]);
    assert.deepEqual(await get(""), [200, "text/html; charset=utf-8", "h"]);
    assert.deepEqual(await get("deep/"), [200, "text/html; charset=utf-8", "d"]);
    assert.equal((await get("%2e%2e/secret.txt"))[0], 404);
    assert.equal((await get("..%2fsecret.txt"))[0], 404);
    assert.equal((await get("none"))[0], 404);
    await site.close();
    fs.rmSync(folder, {recursive: true});
});

test("the manifest changes with any file, and lists neither itself nor the service worker", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "manifest-"));
    for (const file of ["a.txt", "sw.js", "manifest.json"])
        fs.writeFileSync(`${folder}/${file}`, "1");
    const first = manifestOf(folder);
    assert.deepEqual(first.files, {"a.txt": ["6b86b273", 1]});
    fs.writeFileSync(`${folder}/a.txt`, "2");
    assert.notEqual(manifestOf(folder).version, first.version);
    fs.writeFileSync(`${folder}/page.html`, "1");
    const whole = manifestOf(folder), asked = askedFor(whole);
    assert.deepEqual([Object.keys(whole.files), Object.keys(asked.files), asked.version],
        [["a.txt", "page.html"], ["a.txt"], whole.version]);
    fs.rmSync(folder, {recursive: true});
});

test("no page asks for a favicon.ico, and the demo says how long it takes", () => {
    const pages = ["tools/web/page/index.html",
        ...["demo", "notebook"].map(name => `tools/web/page/live/${name}.html`)];
    for (const page of pages)
        assert.match(fs.readFileSync(page, "utf8"),
            /<link rel="icon" href="(\.\.\/)?icon\.svg"/, page);
    assert.match(fs.readFileSync(pages[1], "utf8"),
        /Press Train\. It takes ten to thirty seconds\./);
    for (const page of fs.existsSync("build/web/index.html")
        ? fs.readdirSync("build/web", {recursive: true}).filter(file => file.endsWith(".html"))
        : [])
        assert.match(fs.readFileSync(`build/web/${page}`, "utf8"),
            /<link rel="icon" href="(data:|(\.\.\/)?icon\.svg")/, page);
});
