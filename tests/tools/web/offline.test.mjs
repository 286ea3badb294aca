/* offline.test.mjs - a small site with the real service worker, in Chromium: a visit without a
 * network, a new version that waits until it is wanted, and no byte fetched twice. */
import assert from "node:assert/strict";
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {after, before, test} from "node:test";
import {build} from "esbuild";
import {chromium} from "playwright-core";
import {serviceWorker} from "../../../tools/web/node/bundle.mjs";
import {serve} from "../../../tools/web/node/serve.mjs";
import {manifestOf} from "../../../tools/web/node/site.mjs";

const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    fs.existsSync);
const skip = CHROMIUM ? false : "no Chromium";
const LARGE = crypto.randomBytes(300000);
let folder, browser, site, page, asked = [];

/* A version of the site: its page says a.txt, and the length of what is in clang/. */
const PAGE = `
    import {Files} from "./tools/web/core/files.js";
    import {stayOffline} from "./tools/web/page/offline.js";
    const files = await Files.open(new URL(".", location.href));
    window.pieces = 0;
    files.watch(() => window.pieces++);
    window.registration = await stayOffline(take => { window.take = take; });
    window.text = async path => files.text(path);
    const {length} = await files.bytes("clang/x.bin");
    document.title = \`\${await files.text("a.txt")} \${length}\`;
    document.body.textContent = await (await fetch("b.txt")).text();`;

async function release(files) {
    for (const [file, data] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(`${folder}/${file}`), {recursive: true});
        fs.writeFileSync(`${folder}/${file}`, data);
    }
    const manifest = manifestOf(folder);
    fs.writeFileSync(`${folder}/manifest.json`, JSON.stringify(manifest));
    fs.writeFileSync(`${folder}/sw.js`, await serviceWorker(manifest));
}

/* Loads the page, and waits for its service worker. */
async function visit() {
    await page.goto(site.url);
    await page.waitForFunction(() => document.body.textContent !== "" && document.title !== "");
    return page.title();
}

before(async () => {
    if (skip)
        return;
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "offline-"));
    const {outputFiles: [script]} =
        await build({stdin: {contents: PAGE, resolveDir: process.cwd()}, bundle: true,
            format: "esm", target: "es2022", write: false});
    await release({
            "index.html": '<!doctype html><title></title><body></body><script type="module" ' +
            'src="app.js"></script>', "app.js": script.text,
            "a.txt": "one", "b.txt": "b1", "c.txt": "c", "clang/x.bin": LARGE});
    site = await serve(folder);
    browser = await chromium.launch({executablePath: CHROMIUM, args: ["--no-sandbox"]});
    const context = await browser.newContext();
    context.on("request", request => asked.push(new URL(request.url()).pathname.slice(1)));
    context.setDefaultTimeout(600000); /* on a busy machine, too */
    page = await context.newPage();
});
after(async () => {
    await browser?.close();
    await site?.close();
    if (folder)
        fs.rmSync(folder, {recursive: true});
});

test("the first visit", {skip}, async () => {
    assert.equal(await visit(), "one 300000");
    assert.ok(await page.evaluate(() => window.pieces) > 0);
    await page.waitForFunction(() => window.registration.active?.state === "activated");
    assert.deepEqual(asked.filter(path => path === "clang/x.bin"), ["clang/x.bin"]);
});

test("then none of it needs the server", {skip}, async () => {
    const {port} = new URL(site.url);
    await site.close();
    assert.equal(await visit(), "one 300000");
    assert.equal(await page.textContent("body"), "b1");
    assert.equal(await page.evaluate(() => window.text("c.txt")), "c");
    assert.equal(await page.evaluate(() => window.pieces), 0);
    site = await serve(folder, Number(port));
});

test("a new version waits; the page that is open stays what it is", {skip}, async () => {
    await release({"a.txt": "two", "b.txt": "b2"});
    asked = [];
    assert.equal(await visit(), "one 300000");
    await page.evaluate(() => window.registration.update());
    await page.waitForFunction(() => window.take);
    assert.equal(await page.evaluate(() => window.text("a.txt")), "one");
    assert.equal(await page.evaluate(async () => (await fetch("b.txt")).text()), "b1");
});

test("when it is wanted, it is all new, and what has not changed is not fetched again", {skip},
    async () => {
    await page.evaluate(() => window.take());
    await page.waitForFunction(() => document.title === "two 300000");
    assert.equal(await page.textContent("body"), "b2");
    assert.deepEqual(asked.filter(path => ["clang/x.bin", "c.txt"].includes(path)), []);
    assert.deepEqual(
        await page.evaluate(async () => (await (await caches.open("kindling /")).keys()).filter(
            ({url}) => url.includes("/a.txt")).length), 1);
});

test("a version that is half there is not taken", {skip}, async () => {
    await release({"a.txt": "three"});
    fs.writeFileSync(`${folder}/a.txt`, "of another version");
    await visit();
    await page.evaluate(() => window.registration.update().catch(() => {}));
    await page.waitForFunction(() => !window.registration.installing);
    assert.equal(await page.evaluate(() => Boolean(window.registration.waiting)), false);
    assert.equal(await visit(), "two 300000");
});

test("who has the site open since the first visit is given the new version, too", {skip},
    async () => {
    await release({"a.txt": "four"});
    page = await (await browser.newContext()).newPage();
    assert.equal(await visit(), "four 300000");
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await release({"a.txt": "five"});
    await page.evaluate(() => window.registration.update());
    await page.waitForFunction(() => window.take);
    await page.evaluate(() => window.take());
    await page.waitForFunction(() => document.title === "five 300000");
});
