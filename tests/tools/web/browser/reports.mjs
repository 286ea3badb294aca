/* reports.mjs - what students hand in, pasted into the editor: the page says what the same judge
 * says in Node. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {casesOf} from "../same_words/cases.mjs";
import {linesOf, sameLines} from "./visit.mjs";

/* How long a test may take, in the page's settings. */
async function setSeconds({page}, seconds) {
    await page.click("#settings-menu summary");
    await page.fill("#seconds", String(seconds));
    await page.keyboard.press("Tab");
    await page.keyboard.press("Escape");
}

/* name: of casesOf(), or its place in the list. */
export const caseOf = (judge, module, name) => {
    const {list, files} = judge.course.modules[module];
    return casesOf(module, list, files).find((one, i) => one.name === name || i === name);
};

export const solvedFiles = (site, module) =>
    caseOf({course: JSON.parse(fs.readFileSync(`${site}/data/course.json`, "utf8"))}, module,
        "solved").files;

/* Only the files that differ from what stands there have to be pasted. */
export async function handIn({visit}, module, files) {
    const there = await visit.page.evaluate(
        async name => (await (await fetch(`data/modules/${name}.json`)).json()).files, module);
    visit.pasted ??= {};
    const now = {...there, ...visit.pasted[module]};
    await visit.pasteAll(
        Object.fromEntries(Object.entries(files).filter(([file, text]) => now[file] !== text)));
    visit.pasted[module] = {...files};
}

export const sameReport = (module, name) => async world => {
    const {visit, judge} = world, {files, test = "", name: said} = caseOf(judge, module, name);
    if (!visit.page.url().endsWith(`#${module}`)) await visit.openModule(module);
    await handIn(world, module, files);
    // a busy machine: only what has no end takes all of them
    const seconds = said === "endless" ? 2 : 300;
    await setSeconds(visit, seconds);
    const here = await visit.run(test), node = await judge.check(module, files, {test, seconds});
    sameLines(here, linesOf(node.errors + (node.report ?? "")), `${module}, ${said}`);
    if (said === "solved") {
        assert.equal(await visit.page.textContent("#points"), "100 of 100");
        assert.match(await visit.said(), /^100 of 100 points/);
    }
    if (said === "broken") {
        assert.match(await visit.said(), /^It does not compile: /);
        const [{file, line}] = node.diagnostics;
        await visit.page.locator("#report button", {hasText: `${file}:${line}:`}).first().click();
        assert.ok(await visit.page.locator(".cm-activeLine .cm-lintRange-error").count() > 0,
            "the editor does not mark the error");
    }
    if (said === "endless")
        assert.match(here.join(" "), /no end after 2 s: an endless loop/);
};
