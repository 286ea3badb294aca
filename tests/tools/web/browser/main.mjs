/* main.mjs - the whole tab in a real browser: a built site, the real compiler, the service worker,
 * a student.
 *
 *   node tests/tools/web/browser/main.mjs [--site build/web] [WORD ...]
 *
 * One visit, in this order; WORDs choose tests by words of their names; most build on one that
 * pastes files before them. A test that fails leaves the page to the next one. */
import assert from "node:assert/strict";
import {serve} from "../../../../tools/web/node/serve.mjs";
import {allLessons, aPageOfEachKind} from "./axe.mjs";
import {missing, open} from "./browsers.mjs";
import {inFirefox, siteInFirefox} from "./firefox.mjs";
import {keysOnly, lessonFirst} from "./first.mjs";
import {anyHost, asAFile, firstWords, forbidden, nothingKept, plainNames, replaced, twoSites,
    updated, withoutScripts} from "./hosts.mjs";
import {afterReload, broughtIn, handedIn, toAnotherDevice, withoutNetwork} from "./keeps.mjs";
import {firefox} from "./marionette.mjs";
import {everyControl} from "./names.mjs";
import {sameReport} from "./reports.mjs";
import {Visit} from "./visit.mjs";
import {lessonsFit, tabFits} from "./widths.mjs";

const M12 = "12_attention", KNOWN_MISTAKE = 3;
const tests = {
    "first visit: the lesson can be read while the compiler comes, megabyte by megabyte":
        lessonFirst,
    "12 broken: a file that does not compile": sameReport(M12, "broken"),
    "12 crash: a test that crashes costs one test": sameReport(M12, "crash"),
    "12 endless: a test that does not end is ended": sameReport(M12, "endless"),
    "12 mistake: a known mistake is named": sameReport(M12, KNOWN_MISTAKE),
    "reload: text, report and points stay": afterReload,
    "offline: reload, edit, run without a server": withoutNetwork,
    "12 solved: 100 points, questions included": sameReport(M12, "solved"),
    "hand in: the tarball is that of make submit-12": handedIn,
    "bring in: files from home, and back": broughtIn,
    "devices: from a laptop's browser into a phone's": toAnotherDevice,
    "02 solved: 100 points": sameReport("02_activations", "solved"),
    "05 solved: 100 points": sameReport("05_dataloader", "solved"),
    "keys: from an empty page to a run without a pointer": keysOnly,
    "names: every control has one": everyControl,
    "axe: nothing serious on a page of each kind": aPageOfEachKind,
    ...process.env.LONG && {"axe: nothing serious in any lesson": allLessons},
    "lessons: a picture on the first screen, no formula and no command wider than its column":
        lessonsFit,
    "lessons in the tab: they and the map fit on a phone and a tablet": tabFits,
    "nowhere else: no request leaves the site": nowhereElse,
    "first words: what travels until they are there": firstWords,
    "host: names that none takes for archives": plainNames,
    "host: far away, plain http, a folder, a policy, no types, too many encodings": anyHost,
    "host: a policy without WebAssembly": forbidden,
    "host: two sites, two desks": twoSites,
    "host: the site is replaced while somebody reads": replaced,
    "updated: a newer version comes while somebody writes": updated,
    "a browser that keeps nothing": nothingKept,
    "a page that is opened as a file": asAFile,
    "a page without its scripts": withoutScripts,
    ...firefox && {"Firefox: 12 solved, a crash, a reload": inFirefox,
        "Firefox: a lesson, search, the demo and its explorer": siteInFirefox},
};

/* All that page, workers and service worker ask for is asked of the site. */
async function nowhereElse({visit, requests}) {
    for (const path of ["assets/app.js", "assets/judge_worker.js", "assets/test_worker.js",
        "manifest.json", "clang/llvm.core.wasm.bin"])
        assert.ok(requests.some(one => one.path === path), `nobody saw the request for ${path}`);
    assert.ok(requests.some(one => one.serviceWorker),
        "nobody saw a request of the service worker");
    assert.deepEqual(visit.wrong, []);
}

/* A site that can be held up, closed and opened again at its place. */
async function siteOf(folder) {
    const held = new Map(), wait = path => {
        const one = held.get(path);
        one?.ask();
        return one?.done;
    };
    let server = await serve(folder, 0, wait);
    const {url} = server;
    return {
        folder, url, close: () => server.close(), again: async () => {
            server = await serve(folder, Number(new URL(url).port), wait);
        },
        hold: path => {
            const one = {};
            one.asked = new Promise(resolve => { one.ask = resolve; });
            one.done = new Promise(resolve => { one.release = resolve; });
            held.set(path, one);
            return one;
        },
    };
}

async function run(world, wanted) {
    let failed = 0, n = 0;
    for (const [name, test] of Object.entries(tests)) {
        if (wanted.length && !wanted.some(word => name.includes(word))) continue;
        const began = performance.now();
        let error = null;
        try { await test(world); } catch (e) { error = e; }
        const seconds = ((performance.now() - began) / 1000).toFixed(1).padStart(6);
        process.stdout.write(
            `  ${error ? "FAIL" : "  ok"} ${seconds} s  ${name}\n` +
            `${error ? `${error.stack}\n` : ""}`);
        failed += error !== null;
        n++;
    }
    process.stdout.write(
        `${n - failed} of ${n} tests ` +
        `passed${firefox ? "" : "; those in Firefox were skipped: " +
            "there is no firefox-esr"}\n`);
    return failed || n === 0;
}

async function main() {
    const words = process.argv.slice(2);
    const at = words.indexOf("--site"), folder = at < 0 ? "build/web" : words.splice(at, 2)[1];
    const why = missing(folder);
    if (why) {
        process.stdout.write(`the tests in a browser were skipped: ${why}\n`);
        return 0;
    }
    const {nodeJudge} = await import("../same_words/node_judge.mjs");
    const [judge, site, browser] = [await nodeJudge(folder), await siteOf(folder), await open()];
    const context = await browser.context(), requests = [];
    context.on("request",
        request => requests.push({path: request.url().slice(site.url.length).replace(/[?#].*/, ""),
            serviceWorker: Boolean(request.serviceWorker())}));
    const visit = await Visit.of(context, site.url);
    try {
        return await run({visit, site, judge, browser, requests}, words) ? 1 : 0;
    } finally {
        await browser.close();
        await site.close();
    }
}
process.exit(await main());
