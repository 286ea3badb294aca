/* The store of a browser, in Chromium: the checks of memory's, each with two pages. Without
 * Chromium or playwright-core (make web-npm fetches it) there is nothing to run them in. */
import test, {after, before} from "node:test";
import assert from "node:assert/strict";
import {createServer} from "node:http";
import {existsSync, readFileSync} from "node:fs";
import {checks} from "./store_checks.mjs";

const top = new URL("../../../", import.meta.url);
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    existsSync);
const PLAYWRIGHT = new URL("build/web-npm/node_modules/playwright-core/index.mjs", top);
const skip = !CHROMIUM ? "no Chromium"
    : !existsSync(PLAYWRIGHT) ? "no playwright-core in build/web-npm" : false;

let server, browser, address;
const page =
    '<!doctype html><script type="module">import {openStore} from "/tools/web/core/store.js"; ' +
    'import {checks} from "/tests/tools/web/store_checks.mjs"; window.kindling = {openStore, ' +
    'checks};</script>';
before(async () => {
    if (skip) return;
    server = createServer(({url}, answer) => {
        const isFile = /^\/(tools|tests)\/[\w/]+\.m?js$/.test(url);
        answer.setHeader("Content-Type", isFile ? "text/javascript" : "text/html");
        answer.end(isFile ? readFileSync(new URL(`.${url}`, top)) : page);
    }).listen(0, "127.0.0.1");
    await new Promise(resolve => server.once("listening", resolve));
    address = `http://127.0.0.1:${server.address().port}/`;
    browser = await (await import(PLAYWRIGHT)).chromium.launch(
        {executablePath: CHROMIUM, args: ["--no-sandbox"]});
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(context) {
    context.setDefaultTimeout(600000); /* on a busy machine, too */
    const tab = await context.newPage();
    await tab.goto(address);
    await tab.waitForFunction(() => window.kindling);
    return tab;
}
for (const what of Object.keys(checks)) test(`in Chromium: ${what}`, {skip}, async () => {
    const context = await browser.newContext(), tab = await open(context);
    await tab.evaluate(async what => {
        const {openStore, checks} = window.kindling;
        await checks[what](await openStore(), async () => {
            const second = window.open(location.href);
            while (!second.kindling) await new Promise(resolve => setTimeout(resolve, 10));
            return second.kindling.openStore();
        });
    }, what);
    await context.close();
});

test("in Chromium: what was kept is there after the tab was closed", {skip}, async () => {
    const context = await browser.newContext();
    const once = async action => {
        const tab = await open(context);
        const result = await tab.evaluate(action);
        await tab.close();
        return result;
    };
    await once(async () => (await window.kindling.openStore()).update({a: {text: "kept"}}));
    const found = await once(async () => (await window.kindling.openStore()).get("a"));
    if (found?.text !== "kept") throw new Error(`found ${JSON.stringify(found)}`);
    await context.close();
});

test("in Chromium: a new database begins with what stands in an older one, which stays as it is",
    {skip}, async () => {
    const context = await browser.newContext(), tab = await open(context);
    const found = await tab.evaluate(async () => {
        const {openStore} = window.kindling, old = await openStore("kindling");
        await old.update({a: "old", b: "too"});
        const mine = await openStore("kindling /2026/", "kindling");
        const began = [mine.taken, await mine.get("a"), await mine.keys()];
        await mine.update({a: "new"});
        const again = await openStore("kindling /2026/", "kindling");
        const empty = await openStore("kindling /2027/", "nobody");
        return [...began, again.taken, await again.get("a"), await old.peek("a"),
            await empty.keys(), (await indexedDB.databases()).map(({name}) => name).sort()];
    });
    assert.deepEqual(found,
        [2, "old", ["a", "b"], 0, "new", "old", [],
            ["kindling", "kindling /2026/", "kindling /2027/"]]);
    await context.close();
});

test("in Chromium: a browser that keeps nothing says so", {skip}, async () => {
    const context = await browser.newContext(), tab = await open(context);
    const said = await tab.evaluate(() => {
        IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError"); };
        return window.kindling.openStore().then(() => "opened", e => e.message);
    });
    if (!/^this browser keeps nothing for this page \(denied\): a private window/.test(said))
        throw new Error(said);
    await context.close();
});
