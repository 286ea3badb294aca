/* widths.mjs - what of a lesson's page is wider than its column on a desktop: a reader would have to scroll for the end of a
 * formula, or of what a command does. */
import assert from "node:assert/strict";

const DESKTOP = {width: 1400, height: 900};

/* Runs in the page. Blocks of commands only: what a program writes, and a formula in words, are as wide as they are. */
function tooWide() {
    const commands = [...document.querySelectorAll("pre")].filter(block => /^make /.test(block.textContent));
    return [...document.querySelectorAll(".katex-display, math[display=block]:not(.katex *)"), ...commands].filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => `${box.scrollWidth} of ${box.clientWidth} pixels: ${box.textContent.trim().slice(0, 40)}`);
}

export async function lessonsFit({site, browser}) {
    const context = await browser.context({viewport: DESKTOP}), page = await context.newPage(), wrong = [];
    for (const {name} of await (await page.request.get(`${site.url}data/modules.json`)).json()) {
        await page.goto(`${site.url}lessons/${name}.html`);
        for (const one of await page.evaluate(tooWide)) wrong.push(`${name}: ${one}`);
    }
    await context.close();
    assert.deepEqual(wrong, []);
}
