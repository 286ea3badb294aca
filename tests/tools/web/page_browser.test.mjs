/* page_browser.test.mjs - what is the page's own, in a real browser: keys, what is said aloud, links, fields and file in step.
 * Skipped where Chromium or the packages of make web are missing.
 */
import {after, before, describe, test} from "node:test";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import assert from "node:assert/strict";
import {missing, served} from "./page/serve.mjs";

const why = missing();
describe("the page", {skip: why || false}, () => {
    let site;
    before(async () => { site = await served(); });
    after(() => site?.close());

    /* Each test has a page of its own, and none may end with an error or a request to somewhere else. */
    const it = (name, body, options, hash) => test(name, async () => {
        const page = await site.page(options, hash);
        try {
            await body(page);
            assert.deepEqual(page.wrong, []);
        } finally {
            await page.context().close();
        }
    });
    const said = page => page.textContent("#status");
    const run = async page => {
        const runs = await page.evaluate(() => testing.judge.runs.length);
        await page.keyboard.press("Control+Enter");
        await page.waitForFunction(n => testing.judge.runs.length > n && !document.body.classList.contains("running"), runs);
    };
    const fileText = (page, name) => page.evaluate(file => testing.app.page.files[file], name);
    const replace = async (page, name, from, to) => page.evaluate(([file, a, b]) => testing.app.page.changed(file, testing.app.page.files[file].replace(a, b)), [name, from, to]);
    const focused = page => page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("role") || document.activeElement.className);

    it("Ctrl-Enter runs, from the editor as from anywhere, and the live region says one short sentence", async page => {
        const live = page.locator("#status");
        assert.equal(await live.getAttribute("aria-live"), "polite");
        await page.evaluate(() => {
            window.heard = [];
            new MutationObserver(() => heard.push(document.getElementById("status").textContent)).observe(document.getElementById("status"), {childList: true, characterData: true, subtree: true});
        });
        await page.click(".cm-content");
        await run(page);
        assert.equal(await said(page), "0 of 100 points. Not written yet: attention_scores.");
        assert.deepEqual(await page.evaluate(() => heard), ["Running …", "0 of 100 points. Not written yet: attention_scores."]);
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await page.focus("#lesson");
        await run(page);
        assert.equal(await said(page), "20 of 100 points. mask_causal failed: shifted by one: key i + 1 is the very token that is to be predicted.");
        assert.equal(await page.textContent("#points"), "20 of 100");
        assert.match(await page.textContent("#report"), /FAIL.*0\/20.*12\.3 mask_causal.*three tokens see the past/);
        assert.equal(await page.locator("#report").getAttribute("aria-live"), null);
    });

    it("a place in the report opens that line in the editor", async page => {
        await replace(page, "mask.c", 'todo("12.4 mask_padding")', "mask /* WRONG mask_padding */");
        await run(page);
        await page.getByRole("button", {name: "modules/12_attention/mask.c:9"}).first().click();
        const line = await page.evaluate(() => { const {state} = testing.app.page.editor.view; return [testing.app.page.file, state.doc.lineAt(state.selection.main.head).number]; });
        assert.deepEqual(line, ["mask.c", 9]);
        assert.equal(await page.evaluate(() => document.activeElement.classList.contains("cm-content")), true);
        await page.getByRole("button", {name: "delete its todo, line 6"}).first().click();
        assert.equal(await page.evaluate(() => { const {state} = testing.app.page.editor.view; return state.doc.lineAt(state.selection.main.head).number; }), 6);
    });

    it("a command in the report or the lesson does what it says", async page => {
        await run(page);
        await page.click('#report button:text-is("make 12 TEST=one_query_by_hand")');
        await page.waitForFunction(() => testing.judge.runs.at(-1) === "one_query_by_hand" && !document.body.classList.contains("running"));
        await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("0 of 20 points"));
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(() => document.getElementById("status").textContent.startsWith("Hint 1 of 3: Row i"));
        assert.equal(await page.locator('#lesson button:has-text("CONFIG=asan")').count(), 0);
        await page.click('#lesson button:text-is("make use-12 TOOL=demo")');
        assert.equal(await page.textContent("#live:visible"), "live: 12_attention");
        assert.equal(await page.getAttribute("#left-tabs [aria-selected=true]", "data-id"), "live");
        await page.click("#left-tabs [data-id=lesson]");
        await page.click('#lesson button:text-is("make 12")');
        await page.waitForFunction(() => testing.judge.runs.length === 3 && testing.judge.runs.at(-1) === "");
    });

    it("hints come one at a time and are remembered", async page => {
        await page.keyboard.press("Alt+h");
        await page.waitForSelector("#hints li");
        assert.match(await said(page), /^Hint 1 of 1: A score/);
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(() => document.querySelector("#hints h3").textContent.includes("mask_causal"));
        assert.equal(await page.locator("#hints li").count(), 1);
        await page.click("#hints button:text-is('Next hint')");
        await page.waitForFunction(() => document.querySelectorAll("#hints li").length === 2);
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(() => document.querySelectorAll("#hints li").length === 3);
        assert.equal(await page.locator("#hints button:not(.close)").count(), 0);
    });

    it("fields of the questions and answers.txt are one and the same", async page => {
        await page.click('#left-tabs [data-id="questions"]');
        await page.fill('[name="weights_bytes"]', "16777216");
        assert.match(await fileText(page, "answers.txt"), /^weights_bytes = 16777216$/m);
        await page.click('#file-tabs [data-id="answers.txt"]');
        assert.match(await page.textContent(".cm-content"), /weights_bytes = 16777216/);
        await page.click(".cm-line:has-text('causal_waste')");
        await page.keyboard.press("End");
        await page.keyboard.press("Backspace");
        await page.keyboard.type("0.5");
        assert.equal(await page.inputValue('[name="causal_waste"]'), "0.5");
        assert.equal(await page.locator("label[for=answer-causal_waste]").textContent(), "Which fraction does the mask throw away?");
        await run(page);
        assert.equal(await page.textContent("li:has([name=weights_bytes]) .verdict"), "right");
        assert.equal(await page.textContent("li:has([name=causal_waste]) .verdict"), "not right");
        assert.equal(await page.getAttribute("[name=causal_waste]", "aria-invalid"), "true");
        await page.fill('[name="causal_waste"]', "");
        assert.match(await fileText(page, "answers.txt"), /^causal_waste = \?$/m);
        assert.match(await page.textContent(".cm-content"), /causal_waste = \?/);
        assert.equal(await page.getAttribute("[name=causal_waste]", "aria-invalid"), null);
        assert.equal(await page.textContent("li:has([name=weights_bytes]) .verdict"), ""); /* the run was before this change */
    });

    it("a mark runs its test alone, and arrow keys walk along the marks", async page => {
        await page.keyboard.press("Alt+4");
        await page.keyboard.press("ArrowRight");
        assert.match(await page.textContent("#caption"), /^12\.3 mask_causal: three tokens see the past, 20 points, not run yet$/);
        await page.keyboard.press("Enter");
        await page.waitForFunction(() => testing.judge.runs.at(-1) === "three_tokens_see_the_past" && !document.body.classList.contains("running"));
        assert.equal(await page.locator(".mark.todo").count(), 1);
        assert.equal(await page.textContent("#points"), ""); /* points are those of a whole run */
        assert.equal(await page.evaluate(() => document.activeElement.dataset.test), "three_tokens_see_the_past");
        assert.equal(await page.locator('#strip [tabindex="0"]').count(), 1);
        await run(page);
        assert.equal(await page.locator(".mark.old").count(), 0);
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        assert.equal(await page.locator(".mark.old").count(), 6);
        await page.click(".mark[data-test=three_tokens_see_the_past]");
        await page.waitForSelector(".mark.pass:not(.old)");
        assert.equal(await page.locator(".mark.old").count(), 5);
        assert.match(await page.textContent("#points"), /0 of 100/);
    });

    it("every part is reached with Tab, and Escape lets Tab out of the editor", async page => {
        await page.click(".cm-content");
        await page.keyboard.press("Tab");
        assert.match(await fileText(page, "scores.c"), /^ {4}/m); /* Tab indents */
        await page.keyboard.press("Escape");
        assert.equal(await said(page), "Tab now leaves the editor.");
        await page.keyboard.press("Tab");
        assert.equal(await focused(page), "sill");
        const seen = new Set();
        await page.evaluate(() => document.querySelector(".home").focus());
        for (let i = 0; i < 60; i++) {
            seen.add(await page.evaluate(() => document.activeElement.closest("[id]")?.id));
            if (await page.evaluate(() => document.activeElement.classList.contains("cm-content"))) await page.keyboard.press("Escape");
            await page.keyboard.press("Tab");
        }
        for (const id of ["picker", "run", "hint", "files-menu", "settings-menu", "keys", "left-tabs", "lesson", "divider", "file-tabs", "editor", "sill", "strip", "report"])
            assert.ok(seen.has(id), `${id} is not reached: ${[...seen]}`);
    });

    it("? lists the keys, Escape closes them, and a ? that is typed is a ?", async page => {
        await page.focus("#lesson");
        await page.keyboard.press("?");
        assert.match(await page.textContent("dialog"), /run the tests/);
        await page.keyboard.press("Escape");
        assert.equal(await page.locator("dialog").count(), 0);
        await page.click(".cm-line >> nth=0");
        await page.keyboard.press("End");
        await page.keyboard.type("?");
        assert.equal(await page.locator("dialog").count(), 0);
        assert.match(await fileText(page, "scores.c"), /^\/\* scores\.c \*\/\?/);
    });

    it("a file that does not compile is marked at its line", async page => {
        await replace(page, "mask.c", 'return todo("12.3 mask_causal");', "SYNTAX");
        await run(page);
        assert.equal(await said(page), "It does not compile: mask.c, line 6: expected ';' after return statement.");
        await page.click('#file-tabs [data-id="mask.c"]');
        assert.equal(await page.locator(".cm-lintRange-error").textContent(), "SYNTAX");
        await page.click('#report button:text-is("modules/12_attention/mask.c:6:5")');
        assert.deepEqual(await page.evaluate(() => testing.app.page.editor.view.state.selection.main.head - testing.app.page.editor.view.state.doc.line(6).from), 4);
    });

    it("the engine's names are completed with their contract, other names are not", async page => {
        await page.click(".cm-line >> nth=1");
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        await page.keyboard.type("mask_c", {delay: 20});
        await page.waitForSelector(".cm-tooltip-autocomplete");
        assert.equal(await page.textContent(".cm-tooltip-autocomplete li[aria-selected=true] .cm-completionLabel"), "mask_causal");
        await page.waitForSelector(".contract");
        assert.match(await page.textContent(".contract"), /Tensor \*mask_causal\(long T\)\(T, T\): key j allowed iff j <= i/);
        assert.equal(await page.evaluate(() => testing.app.page.names.some(n => n.name === "check_it")), false);
        await page.keyboard.press("Escape"); /* closes the list first */
        await page.waitForSelector(".cm-tooltip-autocomplete", {state: "detached"});
        assert.notEqual(await said(page), "Tab now leaves the editor.");
        await page.keyboard.press("Control+Space");
        await page.waitForSelector(".cm-tooltip-autocomplete");
        await page.waitForTimeout(100); /* CodeMirror takes no key for 75 ms after its list has opened */
        await page.keyboard.press("Enter");
        assert.match(await fileText(page, "scores.c"), /^mask_causal$/m);
    });

    it("links of the lesson lead into the page", async page => {
        assert.equal(await page.locator("[id=report]").count(), 1); /* the lesson's heading of that name is not in the way */
        await page.click("#lesson a:text-is('attention.h')");
        assert.equal(await page.getAttribute('#file-tabs [aria-selected="true"]', "data-id"), "attention/attention.h");
        await page.keyboard.type("x");
        assert.match(await page.textContent(".cm-content"), /^#ifndef A_H/); /* to read */
        await page.click("#lesson a:text-is('mask.c')");
        assert.equal(await page.evaluate(() => testing.app.page.file), "mask.c");
        assert.equal(await page.getAttribute("#lesson a:text-is('elsewhere')", "target"), "_blank");
        assert.equal(await page.locator("#lesson a:text-is('gone')").count(), 0);
        assert.equal(await page.getAttribute("#lesson a:text-is('notebook')", "href"), "live/notebook.html#12_attention");
        await page.click(".contents summary");
        await page.click(".contents a:text-is('Three')");
        assert.equal(await page.evaluate(() => document.activeElement.id), "lesson-three");
        assert.deepEqual(await page.evaluate(() => [scrollY, document.documentElement.scrollTop, document.body.scrollTop]), [0, 0, 0]); /* the bar stays in sight */
        await page.click("#lesson a:text-is('01 Tensor')");
        await page.waitForFunction(() => document.querySelector("#lesson h1").textContent === "01 Tensor");
        assert.equal(await page.inputValue("#picker"), "01_tensor");
    });

    it("work is there again after a reload, and the front page leads back to it", async page => {
        await page.click('#file-tabs [data-id="mask.c"]');
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await run(page);
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        assert.match(await fileText(page, "mask.c"), /return mine;/);
        assert.equal(await page.textContent("#headline"), "60 of 100 points. Nothing failed. Not written yet: mask_padding.");
        await page.click(".bar .home");
        await page.waitForSelector(".continue");
        assert.match(await page.textContent(".continue"), /12 Attention.*mask\.c.*60 of 100 points/);
        assert.match(await page.textContent(".way"), /60 of 200 points/);
        await page.click(".continue");
        await page.waitForFunction(() => testing.app.page.module?.name === "12_attention");
        assert.equal(await page.evaluate(() => testing.app.page.file), "mask.c");
    });

    it("what is typed in another tab appears in this one", async page => {
        await page.click('#file-tabs [data-id="mask.c"]');
        const other = await page.context().newPage();
        await other.goto(page.url());
        await other.waitForSelector("body[data-ready]");
        await replace(other, "mask.c", 'todo("12.3 mask_causal")', "theirs");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("return theirs;"));
        assert.match(await page.textContent(".cm-content"), /return theirs;/);
        await replace(page, "mask.c", 'todo("12.4 mask_padding")', "mine");
        await other.waitForFunction(() => /theirs[^]*mine/.test(testing.app.page.files["mask.c"]));
    });

    it("reset asks first and says what happens; undo brings everything back", async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await run(page);
        await page.click("#files-menu summary");
        await page.click("[data-do=reset]");
        assert.match(await page.textContent("dialog"), /1 file of yours is put back to the starting files: mask\.c/);
        await page.keyboard.press("Escape");
        assert.match(await fileText(page, "mask.c"), /mine/);
        await page.click("#files-menu summary");
        await page.click("[data-do=reset]");
        await page.click("dialog button:text-is('Start again')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("12.3 mask_causal"));
        assert.equal(await page.textContent("#points"), "");
        await page.click("#files-menu summary");
        await page.click("[data-do=undo]");
        await page.click("dialog button:text-is('Bring them back')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("mine"));
        assert.equal(await page.textContent("#points"), "40 of 100");
    });

    it("predictions are typed before and handed to the measurement", async page => {
        await page.click('#left-tabs [data-id="measure"]');
        await page.fill("#predict-0", "64");
        await page.click("#measure button:text-is('Measure')");
        await page.waitForFunction(() => document.querySelector("#measure .output").textContent.includes("64"));
        assert.match(await page.textContent("#measure .output"), /you predicted "64\\n\\n"/);
        await page.click('#left-tabs [data-id="break"]');
        await page.click("summary:has-text('Case 2')");
        await page.fill("#case-2-0", "100");
        assert.equal(await page.locator(".moral:visible").count(), 0);
        await page.click("details[open] button:text-is('Train both')");
        await page.waitForSelector(".moral:visible");
        assert.equal(await page.textContent(".moral:visible"), "It reads the answer.");
        assert.match(await page.textContent("details[open] .output"), /case 2: "100\\n"/);
        await page.fill("#case-2-0", "many");
        assert.equal(await page.getAttribute("#case-2-0", "aria-invalid"), "true");
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        await page.click('#left-tabs [data-id="measure"]');
        assert.equal(await page.inputValue("#predict-0"), "64");
    });

    it("a phone shows one thing at a time, nothing wider than 360 pixels", async page => {
        const visible = () => page.evaluate(() => ["left", "code", "below"].filter(id => document.getElementById(id).offsetParent !== null));
        assert.deepEqual(await visible(), ["left"]);
        await page.click("#views [data-id=code]");
        assert.deepEqual(await visible(), ["code"]);
        await page.click("#run");
        await page.waitForFunction(() => document.body.dataset.view === "report");
        assert.deepEqual(await visible(), ["below"]);
        for (const view of ["lesson", "code", "report"]) {
            await page.click(`#views [data-id=${view}]`);
            assert.ok(await page.evaluate(() => [...document.querySelectorAll("body, #left, #code, #below, .bar, #report, #strip")].every(box => box.scrollWidth <= Math.max(box.clientWidth, 360))), view);
        }
        await page.click("#report button >> nth=0");
        assert.deepEqual(await visible(), ["code"]);
    }, {viewport: {width: 360, height: 640}});

    it("a tablet has the lesson, or code with report", async page => {
        const visible = () => page.evaluate(() => ["left", "code", "below"].filter(id => document.getElementById(id).offsetParent !== null));
        assert.deepEqual(await visible(), ["left"]);
        await run(page);
        assert.deepEqual(await visible(), ["code", "below"]);
    }, {viewport: {width: 820, height: 1180}});

    for (const colorScheme of ["light", "dark"]) it(`every text has a contrast of 4.5 (${colorScheme})`, async page => {
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await run(page);
        const low = () => page.evaluate(lowContrast);
        assert.deepEqual(await low(), []);
        for (const part of ["questions", "measure", "break"]) {
            await page.click(`#left-tabs [data-id=${part}]`);
            assert.deepEqual(await low(), []);
        }
        await page.click(".bar .home");
        await page.waitForSelector(".continue");
        assert.deepEqual(await low(), []);
    }, {colorScheme});

    it("the theme can be chosen, and is kept", async page => {
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const light = await paper();
        await page.click("#settings-menu summary");
        await page.check("[name=theme][value=dark]");
        assert.notEqual(await paper(), light);
        const dark = await paper();
        await page.reload();
        await page.waitForSelector("body[data-ready]");
        assert.equal(await paper(), dark);
        await page.click("#settings-menu summary");
        await page.check("[name=theme][value=auto]");
        assert.equal(await paper(), light);
    });

    it("what is downloaded is the tarball of make submit, and can be brought in again", async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await page.click("#files-menu summary");
        const [download] = await Promise.all([page.waitForEvent("download"), page.click("[data-do=export]")]);
        assert.equal(download.suggestedFilename(), "12_attention.tar.gz");
        const list = execFileSync("tar", ["-xzOf", await download.path(), "12_attention/mask.c"], {encoding: "utf8"});
        assert.equal(list, await fileText(page, "mask.c"));
        await replace(page, "mask.c", "mine", "lost");
        await page.click("#files-menu summary");
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("[data-do=import]")]);
        await chooser.setFiles({name: "12_attention.tar.gz", mimeType: "application/gzip", buffer: readFileSync(await download.path())});
        await page.click("dialog button:text-is('Bring them in')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("return mine;"));
        await page.click("#files-menu summary");
        await page.click("[data-do=undo]");
        await page.click("dialog button:text-is('Bring them back')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("return lost;"));
    });

    it("what is no file of the course is refused with a sentence", async page => {
        await page.evaluate(() => testing.import([{path: "holiday.txt", bytes: new TextEncoder().encode("sun")}]));
        assert.match(await page.textContent("dialog"), /holiday\.txt: in there is no file of the course/);
    });

    it("a dropped or picked folder is brought in after a question", async page => {
        await page.click("#files-menu summary");
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("[data-do=import]")]);
        await chooser.setFiles([]);
        await page.evaluate(() => testing.import([{path: "home/modules/12_attention/mask.c", bytes: new TextEncoder().encode("/* from home */\n")}]));
        assert.match(await page.locator("dialog").textContent(), /12_attention: mask\.c.*Yours are saved first/);
        await page.click("dialog button:text-is('Bring them in')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"] === "/* from home */\n");
    });
});

/* Runs in the page: texts whose colour is too near to what is behind them. */
function lowContrast() {
    const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
    const rgba = colour => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = colour;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
        return [r, g, b, a / 255];
    };
    const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => c * a + below[i] * (1 - a));
    const behind = box => {
        const colour = rgba(getComputedStyle(box).backgroundColor);
        return colour[3] >= 0.99 || !box.parentElement ? over(colour, [255, 255, 255]) : over(colour, behind(box.parentElement));
    };
    const light = rgb => rgb.map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const low = new Set();
    for (const box of document.querySelectorAll("body *")) {
        const own = [...box.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
        if (!own || !box.offsetParent || box.closest("script, option, .unseen")) continue;
        const back = behind(box), front = over(rgba(getComputedStyle(box).color), back), [a, b] = [light(front), light(back)].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        if (ratio < 4.5) low.add(`${box.tagName}.${box.className} "${box.textContent.slice(0, 24)}" ${ratio.toFixed(2)}`);
    }
    return [...low];
}
