/* axe.mjs - what axe-core finds on one page of each kind, in both themes: nothing serious. With
 * LONG=1 on all lessons, too. Names, orders and live regions have tests of their own. */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";

const npm = path.resolve(process.env.WEB_NPM || "build/web-npm", "node_modules");
const axe = () => fs.readFileSync(`${npm}/axe-core/axe.min.js`, "utf8");
const BAD = ["serious", "critical"];

/* page -> what is there when it can be looked at. */
const KINDS = {
    "": "body[data-ready] #front h1", "#12_attention": "body[data-ready] .cm-content",
    "lessons/12_attention.html": "main", "lessons/index.html": "main", "api/attention.html": "main",
    "about.html": "main", "live/demo.html": "#looks, .head",
    "live/notebook.html#01_tensor": ".cell",
};

async function found(context, address, there) {
    const page = await context.newPage();
    await page.route("**/clang/**", route => route.abort()); /* nothing is compiled */
    await page.goto(address);
    await page.waitForSelector(there, {state: "attached"});
    await page.waitForLoadState("load");
    await page.evaluate(axe());
    const {violations} =
        await page.evaluate(() => globalThis.axe.run(document, {resultTypes: ["violations"]}));
    await page.close();
    return violations.filter(v => BAD.includes(v.impact)).map(
        v => `${v.id}, ${v.nodes.length} times, first ${v.nodes[0].target}: ` +
            `${v.nodes[0].html.slice(0, 100)}`);
}

async function none({site, browser}, pages) {
    const wrong = [];
    for (const colorScheme of ["light", "dark"]) {
        const context = await browser.context({colorScheme, bypassCSP: true});
        for (const [page, there] of Object.entries(pages))
            for (const one of await found(context, site.url + page, there))
                wrong.push(`${page || "the front page"}, ${colorScheme}: ${one}`);
        await context.close();
    }
    assert.deepEqual(wrong, []);
}

const NAMELESS = "data:text/html,<html lang=en><title>x</title><main><h1>x</h1><button></button>";

export async function aPageOfEachKind(world) {
    const context = await world.browser.context({bypassCSP: true});
    assert.match(String(await found(context, NAMELESS, "button")), /button-name/, "axe looks");
    await context.close();
    await none(world, KINDS);
}
export const allLessons = world => none(world, Object.fromEntries(
    fs.readdirSync(`${world.site.folder}/lessons`).map(name => [`lessons/${name}`, "main"])));
