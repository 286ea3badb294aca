/* widths.mjs - what of a lesson is wider than its column, as a page of the site on a desktop and on
 * a phone, and in the tab on a phone and a tablet: a reader would have to scroll for the end of a
 * formula, of a table's row, or of what a command does. And its first screen has a picture.
 */
import assert from "node:assert/strict";
import {becomes} from "../page/steps.mjs";

const DESKTOP = {width: 1400, height: 900};
const TABLET = {width: 820, height: 1180}, PHONE = {width: 390, height: 844};
const LEAST = 12; // pixels: the letters of a formula

/* Runs in the page. Blocks of commands only: what a program writes, and a formula in words, are as
 * wide as they are. */
function tooWide(what) {
    const commands = what === "text" ? []
        : [...document.querySelectorAll("pre")].filter(block => /^make /.test(block.textContent) &&
            !block.querySelector(".kept"));
    return [...document.querySelectorAll(
        ".katex-display, math[display=block]:not(.katex *), .scroll:has(> table)"),
        ...commands].filter(box => box.scrollWidth > box.clientWidth + 1)
        .map(box => `${box.scrollWidth} of ${box.clientWidth} pixels: ` +
            `${box.textContent.trim().slice(0, 40)}`);
}

/* In the page: until it is drawn in its new width. */
const drawn = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));

const modulesOf = async (page, site) =>
    (await page.request.get(`${site.url}data/modules.json`)).json();

export async function lessonsFit({site, browser}) {
    const context = await browser.context({viewport: DESKTOP});
    const page = await context.newPage(), wrong = [];
    for (const {name} of await modulesOf(page, site)) {
        await page.goto(`${site.url}lessons/${name}.html`);
        for (const one of await page.evaluate(tooWide)) wrong.push(`${name}: ${one}`);
        const below = await page.evaluate(() =>
            document.querySelector("main img, main svg").getBoundingClientRect().bottom -
            innerHeight);
        if (below > 0) wrong.push(`${name}: its first picture is ${below} pixels too low`);
        await page.setViewportSize(PHONE);
        await page.evaluate(drawn);
        for (const one of await page.evaluate(tooWide, "text"))
            wrong.push(`${name}, on a phone: ${one}`);
        await page.setViewportSize(DESKTOP);
    }
    await context.close();
    assert.deepEqual(wrong, []);
}

export async function tabFits({site, browser}) {
    for (const viewport of [PHONE, TABLET]) {
        const context = await browser.context({viewport, serviceWorkers: "block"});
        const page = await context.newPage();
        await page.route("**/clang/**", route => route.abort()); /* nothing is compiled */
        await page.goto(site.url);
        await page.waitForSelector("body[data-ready]");
        await becomes(() => page.evaluate(() => {
            const map = document.querySelector(".map");
            return map.scrollWidth - map.clientWidth;
        }), 0);
        for (const {name, number} of await modulesOf(page, site)) {
            await page.evaluate(to => { location.hash = to; }, `#${name}`);
            await page.waitForFunction(
                n => document.querySelector("#lesson h1")?.textContent.startsWith(n), number);
            await becomes(async () => [name, ...await page.evaluate(tooWide)], [name]);
            const {over, small, below} =
                await page.evaluate(
                    () => ({over: document.getElementById("lesson").scrollWidth - innerWidth,
                below: document.querySelector("#lesson img").getBoundingClientRect().bottom -
                    innerHeight,
                small: Math.min(
                    ...[...document.querySelectorAll(".katex-display > .katex")].map(
                        e => parseFloat(getComputedStyle(e).fontSize)))}));
            assert.ok(over <= 0 && small >= LEAST,
                `${name}: ${over} pixels beyond the page, letters of ${small}`);
            if (viewport === TABLET)
                assert.ok(below <= 0, `${name}: its first picture is ${below} pixels too low`);
        }
        await context.close();
    }
}
