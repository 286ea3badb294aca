/* live_browser.test.mjs - the live pages in Chromium: the demo trains, and its losses are those of
 * the program at home; a notebook runs, and a cell that was changed. Needs make web, Chromium and,
 * to compare, build/release/demo.
 */
import test, {after, before} from "node:test";
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {existsSync} from "node:fs";
import {serve} from "../../../tools/web/node/serve.mjs";
import {becomes} from "./page/steps.mjs";
import {emptyStory, takeLine} from "../../../tools/web/page/live/stream.js";

const SITE = process.env.WEB || "build/web", STEPS = 30;
const top = new URL("../../../", import.meta.url);
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    existsSync);
const PLAYWRIGHT = new URL("build/web-npm/node_modules/playwright-core/index.mjs", top);
const skip = !CHROMIUM ? "no Chromium"
    : !existsSync(PLAYWRIGHT) ? "no playwright-core in build/web-npm"
    : !existsSync(SITE + "/live/live.json") ? "make web has not been here" : false;

let site, browser;
before(async () => {
    if (skip) return;
    site = await serve(SITE);
    browser = await (await import(PLAYWRIGHT)).chromium.launch(
        {executablePath: CHROMIUM, args: ["--no-sandbox"]});
});
after(async () => {
    await browser?.close();
    await site?.close();
});

/* A page; what goes wrong in it, and requests to anywhere else, are in `wrong`. */
async function open(path) {
    const page = await browser.newPage(), wrong = [];
    page.setDefaultTimeout(600000);
    page.on("pageerror", e => wrong.push(String(e)));
    page.on("request", r => {
        if (!/^(blob:|data:)/.test(r.url()) && !r.url().startsWith(site.url)) wrong.push(r.url());
    });
    await page.goto(site.url + path);
    return {page, wrong, close: () => page.close()};
}
const status = (page, pattern) =>
    page.waitForFunction(p => new RegExp(p).test(document.getElementById("status").textContent),
        pattern);

async function train(page) {
    await page.fill("#steps", String(STEPS));
    await page.fill("#seed", "3");
    await page.click("#train");
    await status(page, "^Trained");
    return page.$$eval("#curves tbody tr",
        rows => rows.map(r => [...r.cells].map(c => c.textContent)));
}

test("before anybody presses Train there are axes, and the map of random numbers", {skip},
    async () => {
    const {page, wrong, close} = await open("live/demo.html");
    const first = () =>
        page.evaluate(() => (
                {at: document.getElementById("at").textContent,
                    cells: document.querySelectorAll("#big rect").length,
        word: document.querySelector("#answer .word")?.textContent,
        ticks: [...document.querySelectorAll("#curves svg")].map(
            s => s.querySelectorAll("text").length > 6)}));
    await becomes(async () => {
        const f = await first();
        return [f.at, f.word, f.cells >= 36, ...f.ticks];
    }, ["0", "PYTHON", true, true, true]);
    await page.fill("#word", "ABC");
    await becomes(async () => (await first()).word, "ABC");
    assert.equal(await page.textContent("#train"), "Train");
    assert.deepEqual(wrong, []);
    await close();
});

test("the demo trains in the page as it does at home", {skip}, async t => {
    const {page, wrong, close} = await open("live/demo.html"), rows = await train(page);
    assert.deepEqual(rows.map(r => r[0]), ["0", "10", "20", "30"]);
    const losses = rows.slice(1).map(r => Number(r[1]));
    assert.ok(losses[2] < losses[1] && losses[1] < losses[0] && losses[0] < 3.3,
        `the loss falls: ${losses}`);
    await becomes(() => page.textContent("#curves desc"), /The loss is .* after step 30/);
    assert.deepEqual(wrong, []);
    await close();
    if (!existsSync("build/release/demo")) {
        t.diagnostic("no build/release/demo to compare with");
        return;
    }
    const home = emptyStory();
    const ran = spawnSync("build/release/demo",
        ["--stream", "--seed", "3", "--steps", String(STEPS)], {encoding: "utf8"});
    assert.equal(ran.status, 0, ran.stderr);
    for (const line of ran.stdout.split("\n")) takeLine(home, line);
    for (const [i, loss] of losses.entries()) {
        const there = home.losses[10 * i + 9];
        assert.ok(Math.abs(loss - there) < 1e-3 * there,
            `step ${10 * i + 10}: ${loss} in the page, ${there} at home`);
    }
});
test("at 200 % of a laptop the curves are seen while they grow", {skip}, async () => {
    for (const [width, height] of [[640, 360], [720, 450]]) {
        const {page, wrong, close} = await open("live/demo.html");
        await page.setViewportSize({width, height});
        await train(page);
        for (const {top, bottom} of await page.$$eval("#curves svg",
            all => all.map(e => e.getBoundingClientRect().toJSON())))
            assert.ok(top >= 0 && bottom <= height, `${top} to ${bottom} of ${height}`);
        assert.deepEqual(wrong, []);
        await close();
    }
});
test("what counts on is spoken every five seconds at most, answers when all is said", {skip},
    async () => {
    const {page, wrong, close} = await open("live/demo.html");
    await page.evaluate(() => {
        window.heard = [];
        new MutationObserver(() => heard.push([performance.now(),
            document.getElementById("spoken").textContent])).observe(
            document.getElementById("spoken"), {childList: true});
    });
    await page.fill("#steps", "350");
    await page.click("#train");
    await page.waitForFunction(() => document.querySelectorAll("#curves tbody tr").length > 1);
    assert.equal(await page.getAttribute("#answer", "aria-live"), "off");
    await status(page, "^Trained");
    const heard = await page.evaluate(() => heard);
    heard.forEach(([at, text], i) => assert.ok(!/^Step/.test(text) || at - heard[i - 1][0] > 4900,
        `${text} comes ${at - heard[i - 1]?.[0]} ms after the words before`));
    assert.match(heard.at(-1)[1], /^Trained/);
    assert.equal(await page.getAttribute("#answer", "aria-live"), "polite");
    assert.equal(await page.getAttribute("#status", "role"), null);
    assert.deepEqual(wrong, []);
    await close();
});
test("a word of one's own is read, and the graph of it opens", {skip}, async () => {
    const {page, wrong, close} = await open("live/demo.html");
    assert.ok(await page.isDisabled("#explore") && await page.isVisible("#explore-why"));
    await train(page);
    assert.ok(await page.isEnabled("#explore") && await page.isHidden("#explore-why"));
    await page.fill("#word", "incomprehensible");
    await becomes(() => page.textContent("#why"), "3 to 10 letters; these are 16.");
    await page.fill("#word", "mirror");
    await page.waitForFunction(() => /^MIRROR/.test(document.getElementById("answer").textContent));
    await becomes(() => page.$$eval("#heads button", all => all.length), 8);
    await becomes(() => page.textContent("#big desc"), / attends to /);
    await page.fill("#word", "no");
    await becomes(() => page.textContent("#why"), /3 to 10 letters/);
    await page.fill("#word", "mirror");
    await page.click("#explore");
    const frame = page.frameLocator("#explorer-page");
    await frame.locator("#graph .box").first().waitFor();
    await becomes(() => frame.locator("#title").textContent(), "MIRROR backwards");
    assert.ok(await frame.locator("#graph .box").count() > 20);
    await becomes(() => frame.locator("#step-text").textContent(), /\d+ steps forward, \d+ back/);
    // the engine's own lines
    const own = await frame.locator("#data")
        .evaluate(data => JSON.parse(data.textContent).graph.nodes.map(n => n.inside?.file));
    for (const file of ["nn/layers/linear.c", "attention/heads.c"])
        assert.ok(own.includes(file), [...new Set(own)].join(" "));
    assert.deepEqual(wrong, []);
    await close();
});
test("it says how sure it is of each letter, colder and hotter, and draws answers", {skip},
    async () => {
    const {page, wrong, close} = await open("live/demo.html");
    await train(page);
    const place = id => page.locator(id).boundingBox();
    const [curves, sure] = [await place("#curves"), await place("#sure")]; /* no empty column */
    assert.ok(sure.x === curves.x && sure.y >= curves.y + curves.height, "below the curves");
    const shares = () =>
        page.$$eval("#letters .share",
            all => all.map(e => Number(e.textContent.match(/(\d+) %/)[1])));
    const heat = async (t, pattern) => {
        await page.fill("#temperature", t);
        await page.waitForFunction(p =>
            new RegExp(p).test(document.getElementById("letters").dataset.temperature), pattern);
        return shares();
    };
    const plain = await shares();
    assert.equal(plain.length, 6);
    await becomes(() => heat("0", "^0$"), [100, 100, 100, 100, 100, 100]);
    await page.click("#draw");
    await page.waitForFunction(() => document.querySelectorAll("#drawn .drawn").length === 1);
    const answer = (await page.textContent("#answer")).match(/\u2192 ([A-Z.]+)/)[1];
    assert.equal(await page.textContent("#drawn .drawn"), answer,
        "without heat the likeliest letters are drawn");
    const hot = await heat("3", "^3$");
    assert.ok(hot.every((share, i) => share < plain[i]), `${hot} is less sure than ${plain}`);
    for (let n = 1; n <= 3; n++) {
        await page.click("#draw");
        await page.waitForFunction(k => document.querySelectorAll("#drawn .drawn").length === k, n);
    }
    assert.ok(new Set(await page.$$eval("#drawn .drawn", all => all.map(e => e.textContent))).size >
        1, "chance chooses");
    await becomes(() => page.textContent("#letters .unseen"), /^[A-Z] \d+ %/);
    assert.deepEqual(wrong, []);
    await close();
});
test("training can be stopped, and the weights of the last look read words", {skip}, async () => {
    const {page, close} = await open("live/demo.html");
    await page.fill("#steps", "5000");
    await page.click("#train");
    await page.waitForFunction(() => document.querySelectorAll("#curves tbody tr").length > 1);
    await page.click("#stop");
    await status(page, "^Stopped after step");
    await page.fill("#word", "anchor");
    await page.waitForFunction(() => /^ANCHOR/.test(document.getElementById("answer").textContent));
    assert.ok(await page.isEnabled("#train"));
    await close();
});
test("a notebook runs without a compiler; a cell that was changed, with one", {skip}, async () => {
    const {page, wrong, close} = await open("live/notebook.html#01_tensor"), asked = [];
    page.on("request", r => asked.push(r.url()));
    await page.click("#all");
    await status(page, "^All 6 cells have run");
    assert.ok(!asked.some(u => /clang\//.test(u)), "no compiler was loaded");
    await becomes(() => page.$$eval(".cell", all => all.map(c => c.dataset.how)),
        ["ok", "ok", "ok", "ok", "meant", "ok"]);
    await becomes(() => page.$$eval("figure.picture svg", all => all.length), 2);
    await becomes(() => page.textContent(".gate.passed"), /no number was copied/);
    const last = page.locator(".cell").nth(5);
    await last.locator("textarea").fill('CELL\n{\n    puts("changed");\n}');
    await last.locator("textarea").press("Control+Enter");
    await page.waitForFunction(
        () => /changed/.test(document.querySelectorAll(".cell .out")[5].textContent));
    assert.ok(asked.some(u => /clang\//.test(u)), "now it was");
    await last.locator("textarea").fill("CELL\n{\n    int x = ;\n}");
    await last.locator(".run").click();
    await page.waitForFunction(
        () => document.querySelectorAll(".cell")[5].dataset.how === "compile");
    await becomes(() => last.locator(".line.error").getAttribute("style"), /^--line: ?2;?$/);
    await last.locator("textarea").fill("CELL\n{\n    for (;;)\n        ;\n}");
    await last.locator(".run").click();
    await page.waitForFunction(
        () => /^running/.test(document.querySelectorAll(".cell .state")[5].textContent));
    await page.click("#stop");
    await page.waitForFunction(
        () => document.querySelectorAll(".cell")[5].dataset.how === "stopped");
    await last.locator("textarea").fill("CELL\n{\n    tensor_print(a);\n}");
    await last.locator(".run").click();
    await page.waitForFunction(
        () => /100/.test(document.querySelectorAll(".cell .out")[5].textContent));
    await page.reload();
    assert.equal(await page.locator(".cell textarea").nth(5).inputValue(),
        "CELL\n{\n    tensor_print(a);\n}", "kept");
    assert.deepEqual(wrong, []);
    await close();
});
test("files that are chosen or dropped lie in the folder that a notebook asks for", {skip},
    async t => {
    if (!existsSync(SITE + "/live/notebooks/2023_llama.json")) return t.skip("2023 is not there");
    const {page, wrong, close} = await open("live/notebook.html#2023_llama");
    const cells = page.locator(".cell textarea");
    await cells.first().waitFor();
    const n = await cells.count();
    for (let i = 0; i < n - 1; i++) await cells.nth(i).fill("int nothing;");
    await cells.nth(n - 1).fill('#include <stdlib.h>\nCELL\n{\n    size_t n = 0;\n' +
        '    const char *folder = getenv("STORIES");\n    char path[99];\n' +
        '    snprintf(path, sizeof path, "%s/a.bin", folder != NULL ? folder : "none");\n' +
        '    char *text = kindling_read_file(path, &n);\n' +
        '    printf("%s bytes: %zu", text != NULL ? "has" : "no", n);\n}');
    const says = async words => {
        await page.locator(".cell .run").nth(n - 1).click();
        await page.waitForFunction(
            ([i, w]) => document.querySelectorAll(".cell .out")[i].textContent.includes(w),
            [n - 1, words]);
    };
    await says("no bytes: 0");
    await page.setInputFiles("#chosen",
        {name: "a.bin", mimeType: "application/octet-stream", buffer: Buffer.from([1, 0, 3])});
    await status(page, "^STORIES: a\\.bin \\(1 KB\\)\\. Run the cell");
    await says("has bytes: 3");
    const dropped = await page.evaluateHandle(() => {
        const all = new DataTransfer();
        all.items.add(new File(["12345"], "a.bin"));
        return all;
    });
    await page.dispatchEvent("body", "drop", {dataTransfer: dropped});
    await says("has bytes: 5");
    await page.click("#over");
    await says("has bytes: 5");
    await page.goto(site.url + "live/notebook.html#01_tensor");
    await page.locator(".cell").first().waitFor();
    await becomes(() => page.isVisible("#bring"), false);
    assert.deepEqual(wrong, []);
    await close();
});
