/* steps.mjs - what the tests of the page do again and again. */
import {after, before, describe, test} from "node:test";
import assert from "node:assert/strict";
import {missing, served} from "./serve.mjs";

/* A group of tests, each with a page of its own, of an empty browser; none may end with an error or
 * a request to somewhere else. body(it); it(name, async page => ..., options of the browser). */
export function pages(name, body) {
    describe(name, {skip: missing() || false}, () => {
        let site;
        before(async () => { site = await served(); });
        after(() => site?.close());
        body((title, steps, options) => test(title, async () => {
            const page = await site.page(options);
            try {
                await steps(page);
                assert.deepEqual(page.wrong, []);
            } finally {
                await page.context().close();
            }
        }));
    });
}

/* A page goes on by itself: it is asked until the answer is what is wanted, a value or a pattern,
 * or five minutes are over: a machine may be busy. */
export async function becomes(ask, want) {
    for (const end = Date.now() + 300000;; await new Promise(done => setTimeout(done, 20))) {
        const answer = await ask();
        try {
            return want instanceof RegExp ? assert.match(answer, want)
                : assert.deepEqual(answer, want);
        } catch (wrong) {
            if (Date.now() > end) throw wrong;
        }
    }
}

export const said = page => page.textContent("#status");
export const run = async page => {
    const runs = await page.evaluate(() => testing.judge.runs.length);
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(n => testing.judge.runs.length > n &&
        !document.body.classList.contains("running"), runs);
};
/* Once all that the desk was asked to keep is kept: it does one thing after the other. */
export async function reload(page) {
    await page.evaluate(() => testing.app.desk.get("anything"));
    await page.reload();
    await page.waitForSelector("body[data-ready]");
}
export const fileText = (page, name) => page.evaluate(file => testing.app.page.files[file], name);
export const replace = async (page, name, from, to) =>
    page.evaluate(([file, a, b]) =>
        testing.app.page.changed(file, testing.app.page.files[file].replace(a, b)),
        [name, from, to]);
export const focused = page =>
    page.evaluate(() => document.activeElement.id || document.activeElement.getAttribute("role") ||
        document.activeElement.className);
