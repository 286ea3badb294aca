/* hosts.mjs - the site where it will lie: on plain http under a name, in a folder, behind a strict
 * policy, on hosts that know little of file names or too much, in a browser that keeps nothing, and
 * as a file that somebody opens. What every host may do is done by one host at once; what a host
 * must not do is told by the page in a sentence. */
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {pathToFileURL} from "node:url";
import {serviceWorker} from "../../../../tools/web/node/bundle.mjs";
import {serve} from "../../../../tools/web/node/serve.mjs";
import {askedFor, manifestOf} from "../../../../tools/web/node/site.mjs";
import {FAR, openWithoutStorage} from "./browsers.mjs";
import {linesOf, sameLines, Visit} from "./visit.mjs";

const MODULE = "12_attention", UNDER = "/courses/c&s/kindling/";
const ENCODED = {".gz": "gzip", ".br": "br", ".zst": "zstd", ".Z": "compress"};

/* The policy that README.md asks hosts for. */
const policy = () => /^ *Content-Security-Policy: (.*)$/m.exec(
    fs.readFileSync("tools/web/README.md", "utf8"))[1];

/* A host far away: no secure origin, a folder, types by a list without .wasm, an encoding by the
 * end of a name. */
async function far(folder, security) {
    const headers = file => {
        const encoding = ENCODED[path.extname(file)];
        return {"Content-Security-Policy": security, ...file.endsWith(".wasm") &&
            {"Content-Type": "text/plain"}, ...encoding && {"Content-Encoding": encoding}};
    };
    const site = await serve(folder, 0, undefined, {under: UNDER, headers});
    return {...site, url: `http://${FAR}:${site.port}${UNDER}`};
}

/* What the browser refused of it, as it says in its console. */
function refusals(visit) {
    const refused = [];
    visit.page.on("console", message => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text());
    });
    return refused;
}

/* A module is opened and its tests run: the words are those of the judge. */
async function verdict(visit, judge) {
    const {files} = judge.course.modules[MODULE];
    await visit.openModule(MODULE);
    sameLines(await visit.run(), linesOf((await judge.check(MODULE, files)).report),
        `the report at ${visit.base}`);
}

/* The demo learns a little, and a cell with a picture runs. */
async function seenLive({page, base}) {
    await page.goto(`${base}live/demo.html`);
    await page.fill("#steps", "20");
    await page.click("#train");
    await page.waitForSelector("#looks:not([hidden])");
    await page.waitForSelector("#explore:not([disabled])");
    await page.click("#explore");
    await page.waitForSelector("#explorer:not([hidden])");
    await page.waitForFunction(
        () => document.querySelector("#explorer-forbidden").textContent.includes(
            "save it, and open the file"));
    await page.goto(`${base}live/notebook.html#1958_perceptron`);
    await page.click("#all");
    await page.waitForFunction(
        () => /^All \d+ cells have run/.test(document.querySelector("#status").textContent));
    assert.ok(await page.locator("figure.picture svg").count() > 0, "a notebook without a picture");
}

export async function anyHost({site: {folder}, browser, judge}) {
    const site = await far(folder, policy());
    const visit = await Visit.of(await browser.context({permissions: []}), site.url);
    const refused = refusals(visit);
    try {
        await visit.open();
        assert.equal(
            await visit.page.evaluate(() => isSecureContext || "subtle" in crypto ||
                "caches" in globalThis), false, "this is no far host");
        await verdict(visit, judge);
        assert.deepEqual(refused, []);
        await seenLive(visit);
        assert.deepEqual([...refused.filter(text => !/frame/i.test(text)), ...visit.wrong], []);
    } finally {
        await visit.page.context().close();
        await site.close();
    }
}

/* Of default-src 'self' alone. */
export async function forbidden({site: {folder}, browser}) {
    const site = await far(folder, "default-src 'self'");
    const visit = await Visit.of(await browser.context({permissions: []}), site.url);
    const {page} = visit;
    const told =
        /host of this site forbids WebAssembly.*script-src 'self' 'wasm-unsafe-eval' in the header Content-Security-Policy/;
    try {
        await visit.open();
        assert.match(await page.textContent("#loading:not([hidden])"), told);
        await visit.openModule(MODULE);
        await visit.run();
        assert.match(await visit.said(), told);
        for (const live of ["demo", "notebook"]) {
            await page.goto(`${site.url}live/${live}.html`);
            assert.match(await page.textContent("[role=alert] .trouble, .trouble[role=alert]"),
                told, live);
        }
    } finally {
        await page.context().close();
        await site.close();
    }
}

export async function nothingKept({site, judge}) {
    const browser = await openWithoutStorage(), visit = await Visit.of(browser.context, site.url);
    try {
        await visit.open();
        assert.equal(await visit.page.evaluate(() => {
            try { return localStorage.length; } catch { return "denied"; }
        }), "denied");
        assert.match(await visit.said(), /^this browser keeps nothing for this page/i);
        await verdict(visit, judge);
        assert.deepEqual(visit.wrong, []);
    } finally {
        await browser.close();
    }
}

export async function asAFile({site: {folder}, browser}) {
    const context = await browser.context(), page = await context.newPage();
    for (const name of ["index.html", "index.html#12_attention", "live/demo.html",
        "live/notebook.html"]) {
        await page.goto(pathToFileURL(path.resolve(folder)).href + `/${name}`);
        await page.waitForSelector(".note-file", {state: "visible"});
        assert.match(await page.textContent(".note-file"),
            /make web-serve.*python3 -m http\.server/s, name);
        const beside = await page.evaluate(() => {
            const [note, words] = [".note-file", ".hero h1"].map(
                one => document.querySelector(one)?.getBoundingClientRect());
            return words?.width > 0 && note.top < words.bottom;
        });
        assert.ok(!beside, `${name}: the note presses the page's words together`);
    }
    await context.close();
}

/* Where no script runs at all, the page says after a while what may be wrong. */
export async function withoutScripts({site, browser}) {
    const context = await browser.context({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(site.url);
    assert.match(await page.textContent("h1"), /engine, in C/);
    await page.waitForSelector(".note-late", {state: "visible"});
    await context.close();
}

/* No name of the site ends as hosts know archives: they would send it as encoded. */
export async function plainNames({site: {folder}}) {
    const {files} = JSON.parse(fs.readFileSync(`${folder}/manifest.json`, "utf8"));
    assert.deepEqual(
        Object.keys(files).filter(file => /\.(t?gz|br|bz2|xz|zst|Z|zip)(\.|$)/.test(file)), []);
}

const NEWER = /^A newer version of the course is here; what you wrote stays\. Load it$/;

/* As make web would after a change of a lesson and of a starting file. */
async function change(top) {
    const place = `${top}/data/modules/${MODULE}.json`;
    const module = JSON.parse(fs.readFileSync(place, "utf8"));
    module.lesson = module.lesson.replace("</h1>", ", again</h1>");
    module.files["mask.c"] += "/* a newer start */\n";
    fs.writeFileSync(place, JSON.stringify(module));
    const {build} = JSON.parse(fs.readFileSync(`${top}/manifest.json`, "utf8"));
    const manifest = manifestOf(top, build);
    fs.writeFileSync(`${top}/manifest.json`, JSON.stringify(askedFor(manifest)));
    fs.writeFileSync(`${top}/sw.js`, await serviceWorker(manifest));
}

/* A newer version comes while somebody writes: the page says so once, goes on as it is, and nothing
 * that was written is lost, neither before nor after nor when it is loaded. */
export async function updated({site: {folder}, browser}) {
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-newer-"));
    fs.cpSync(folder, top, {recursive: true});
    const host = await serve(top), visit = await Visit.of(await browser.context(), host.url);
    const {page} = visit, heading = () => page.textContent("#lesson h1");
    const write = async words => {
        await visit.showFile("mask.c");
        await page.click("#editor .cm-content");
        await page.keyboard.press("Control+Home");
        await page.keyboard.insertText(`/* ${words} */\n`);
    };
    try {
        await visit.openModule(MODULE);
        await page.waitForFunction(() => navigator.serviceWorker.controller);
        await write("before it came");
        await change(top);
        await page.evaluate(
            async () => (await navigator.serviceWorker.getRegistration()).update());
        await page.waitForSelector("#update button");
        assert.match(await page.textContent("#update"), NEWER);
        await write("while it waits");
        const [report, was] = [await visit.run(), await heading()];
        assert.ok(report.length > 10 && !/again/.test(was), `${was}\n${report}`);
        await write("at the last moment");
        await page.click("#update button");
        await page.waitForSelector("dialog");
        assert.match(await page.textContent("dialog"), /mask\.c is another .* Yours is kept/);
        await page.keyboard.press("Escape");
        await page.waitForSelector("body[data-ready]");
        assert.deepEqual([await heading(), await page.textContent("#update")],
            [`${was}, again`, ""]);
        assert.match(await visit.text("mask.c"), new RegExp(
            "^/\\* at the last moment \\*/\n/\\* while it waits \\*/\n/\\* before it came \\*/\n"));
        assert.deepEqual(await visit.report(), report);
    } finally {
        await page.context().close();
        await host.close();
        fs.rmSync(top, {recursive: true});
    }
}

/* A site that is replaced while somebody reads, where no service worker keeps versions apart:
 * nothing of the next runs with this one. */
export async function replaced({site: {folder}, browser}) {
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-next-"));
    const manifest = fs.readFileSync(`${folder}/manifest.json`, "utf8");
    for (const name of fs.readdirSync(folder).filter(name => name !== "manifest.json"))
        fs.symlinkSync(path.resolve(folder, name), `${top}/${name}`);
    fs.writeFileSync(`${top}/manifest.json`, manifest);
    const host = await serve(top);
    const visit = await Visit.of(await browser.context({permissions: []}),
        `http://${FAR}:${host.port}/`), {page} = visit;
    try {
        await visit.open();
        fs.writeFileSync(`${top}/manifest.json`,
            JSON.stringify({...JSON.parse(manifest), version: "next", build: "next"}));
        await page.evaluate(name => { location.hash = name; }, MODULE);
        await page.waitForFunction(
            () => /^the site has a newer version: please reload the page/.test(
                document.querySelector("#loading:not([hidden])")?.textContent));
        await page.reload(); /* the scripts are still the old ones, as from a cache */
        await page.click("#update button:text-is('Load it')");
        await page.waitForSelector("#update button:text-is('Load it')");
        assert.match(await page.textContent("#update"), NEWER);
    } finally {
        await page.context().close();
        await host.close();
        fs.rmSync(top, {recursive: true});
    }
}

/* ---- the first words ------------------------------------------------------------------------- */

// bytes, as they travel: make web-serve packs nothing, and neither do many hosts
const MOST = 300e3;
// a share of the window times how far it goes (web.dev, "Cumulative layout shift")
const MOST_SHIFTED = 0.1;

/* Runs in the page before all else: when words are there that a reader came for, what was asked
 * for until then, and how much moves. */
function watchFor(selector) {
    window.shifted = 0;
    new PerformanceObserver(list => {
        for (const one of list.getEntries()) window.shifted += one.value;
    }).observe({type: "layout-shift", buffered: true});
    new MutationObserver((_, observer) => {
        if (!document.querySelector(selector)?.textContent.trim()) return;
        window.wordsAt = performance.now();
        observer.disconnect();
    }).observe(document, {childList: true, subtree: true});
}

export async function firstWords({site, browser}) {
    for (const [hash, selector] of [["", ".modules li"], [`#${MODULE}`, "#lesson h1"]]) {
        const context = await browser.context(
            {serviceWorkers: "block", viewport: {width: 390, height: 844}});
        const page = await context.newPage();
        await page.addInitScript(watchFor, selector);
        await page.goto(site.url + hash);
        await page.waitForSelector("body[data-ready]");
        const asked = await page.evaluate(
            () => [...performance.getEntriesByType("navigation"),
                ...performance.getEntriesByType("resource")]
            // pictures of the words that are there
            .filter(one => one.startTime <= window.wordsAt && one.initiatorType !== "img")
            .map(one => (
                    {name: one.name, bytes: one.transferSize,
                        blocks: one.renderBlockingStatus === "blocking" &&
                        one.initiatorType === "script"})));
        const bytes = asked.reduce((sum, one) => sum + one.bytes, 0);
        const list = asked.map(one => `  ${one.bytes} ${one.name}`).join("\n");
        assert.ok(asked.length > 4 && asked.every(one => one.bytes > 0),
            `what travelled is not known:\n${list}`);
        assert.ok(bytes <= MOST,
            `${bytes} bytes before the first words of ${hash || "the course"}, at most ${MOST}:\n` +
            `${list}`);
        assert.deepEqual(asked.filter(one => one.blocks), [], "a script blocks");
        const shifted = await page.evaluate(() => window.shifted);
        assert.ok(shifted <= MOST_SHIFTED,
            `what is there moves by ${shifted} while ${hash || "the course"} comes`);
        await context.close();
    }
}

/* ---- two sites on one host ------------------------------------------------------------------- */

const OLD = "/* from when all sites of a host shared one desk */\n";
const NEW = "/* written in one of them */";

/* Runs in the page: the database that all sites once shared, with a file in it. */
async function sharedDesk([key, start, text]) {
    const asked = indexedDB.open("kindling", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("desk")
        .put({value: {text: text + start, start}, version: "1"}, key);
    await new Promise((resolve, reject) =>
        Object.assign(asked, {onsuccess: resolve, onerror: () => reject(asked.error)}));
    asked.result.close();
}

/* Runs in the page: does a database of this host hold a file that begins so? What is typed is
 * written a moment later. */
async function isKept([key, text]) {
    for (const {name} of await indexedDB.databases()) {
        const asked = indexedDB.open(name);
        await new Promise((resolve, reject) =>
            Object.assign(asked, {onsuccess: resolve, onerror: () => reject(asked.error)}));
        const reading = asked.result.transaction("desk").objectStore("desk").get(key);
        await new Promise((resolve, reject) =>
            Object.assign(reading, {onsuccess: resolve, onerror: () => reject(reading.error)}));
        asked.result.close();
        if (reading.result?.value.text.startsWith(text)) return true;
    }
    return false;
}

/* What is written in one is not in the other; what was on the desk that they shared is in both, and
 * the page tells. */
export async function twoSites({site: {folder}, browser, judge}) {
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-two-"));
    for (const name of ["2025", "2026"]) fs.symlinkSync(path.resolve(folder), `${top}/${name}`);
    const host = await serve(top);
    const context = await browser.context({serviceWorkers: "block"});
    const start = judge.course.modules[MODULE].files["mask.c"];
    const [first, second] =
        await Promise.all(["2025", "2026"].map(name => Visit.of(context, `${host.url}${name}/`)));
    try {
        await first.page.goto(`${first.base}data/library.txt`);
        await first.page.evaluate(sharedDesk, [`files/${MODULE}/mask.c`, start, OLD]);
        await first.open();
        assert.match(await first.said(),
            /This one has its own from here on, with all that was on that/);
        await first.openModule(MODULE);
        assert.equal((await first.text("mask.c")).split("\n")[0], OLD.trim());
        await first.page.keyboard.press("Control+Home");
        await first.page.keyboard.insertText(NEW);
        await first.page.waitForFunction(isKept, [`files/${MODULE}/mask.c`, NEW]);
        await first.reload();
        await second.openModule(MODULE);
        assert.deepEqual(
            [(await first.text("mask.c")).split("\n")[0],
                (await second.text("mask.c")).split("\n")[0]], [NEW + OLD.trim(), OLD.trim()]);
    } finally {
        await context.close();
        await host.close();
        fs.rmSync(top, {recursive: true});
    }
}
