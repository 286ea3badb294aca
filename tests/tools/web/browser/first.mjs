/* first.mjs - an empty browser: the lesson before the compiler is there, and nothing but keys. */
import assert from "node:assert/strict";
import {linesOf, sameLines, Visit} from "./visit.mjs";
import {becomes} from "../page/steps.mjs";

/* The compiler waits in the server until the lesson was read. */
export async function lessonFirst({visit, site, judge}) {
    const {page} = visit, compiler = site.hold("/clang/llvm.core.wasm.bin");
    await visit.openModule("12_attention");
    await compiler.asked;
    assert.match(await page.textContent("#lesson h1"), /^12 Attention/);
    assert.ok(await page.locator("#lesson img").count() > 0 &&
        (await page.textContent("#lesson")).length > 10000, "the lesson is not there");
    await page.locator("#lesson h2").last().scrollIntoViewIfNeeded();
    await page.waitForSelector("#loading:not([hidden])");
    const [words, done, total] = /^The compiler: ([\d.]+) of ([\d.]+) MB$/.exec(
        await page.textContent("#loading")) ?? assert.fail(await page.textContent("#loading"));
    assert.ok(Number(done) < Number(total) && Number(total) > 10, words);
    assert.ok(await page.isVisible("#loading progress"));
    compiler.release();
    await page.waitForSelector("#loading", {state: "hidden"});
    const {files} = judge.course.modules["12_attention"];
    sameLines(await visit.run(), linesOf((await judge.check("12_attention", files)).report),
        "the report on the starting files");
}

/* Presses Tab until what has the focus is wanted. */
async function tabTo(page, selector, key = "Tab") {
    for (let i = 0; i < 80; i++) {
        await page.keyboard.press(key);
        if (await page.evaluate(wanted => document.activeElement.matches(wanted), selector)) return;
    }
    assert.fail(`${key} never comes to ${selector}`);
}

export async function keysOnly({browser, site}) {
    const visit = await Visit.of(await browser.context(), site.url), {page} = visit;
    await visit.open();
    await tabTo(page, 'a[href="#12_attention"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector("#file-tabs [role=tab]");
    assert.equal(await page.evaluate(() => document.activeElement.id), "lesson",
        "after a module was chosen, its lesson has the focus");
    // the lesson has more links than anybody wants to walk along
    await page.keyboard.press("Alt+2");
    await page.keyboard.press("Escape");
    await tabTo(page, "#file-tabs [aria-selected=true]", "Shift+Tab");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    assert.equal(await page.getAttribute("#file-tabs [aria-selected=true]", "data-id"),
        "measure.c");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Alt+2");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("int half = ;");
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(
        () => /^It does not compile: \S+, line 1: /.test(
            document.querySelector("#status").textContent));
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(
        () => /^0 of 100 points/.test(document.querySelector("#status").textContent));
    await page.keyboard.press("Alt+3");
    assert.equal(await page.evaluate(() => document.activeElement.id), "report");
    await page.keyboard.press("Alt+4");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    const todo = async () => (await visit.report()).filter(line => line.startsWith("todo ")).length;
    await becomes(todo, 1); /* a mark runs its test alone; too quick to be seen running */
    assert.deepEqual(visit.wrong, []);
    await page.context().close();
}
