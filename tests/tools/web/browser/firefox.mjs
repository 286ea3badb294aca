/* firefox.mjs - the tab and the site in Firefox: a module solved in an empty browser, and kept; a
 * lesson, search, and the demo with its explorer. */
import assert from "node:assert/strict";
import {opened} from "./marionette.mjs";
import {linesOf, sameLines, squeezed} from "./visit.mjs";
import {caseOf} from "./reports.mjs";

const MODULE = "12_attention";

/* ---- run in the page ---- */

async function shown() {
    while (!document.querySelector("#file-tabs [role=tab]"))
        await new Promise(resolve => setTimeout(resolve, 50));
}
async function pasted(files) {
    for (const [file, text] of Object.entries(files)) {
        document.querySelector(`#file-tabs [data-id="${file}"]`).click();
        const editor = document.querySelector("#editor .cm-content");
        const paste = new Event("paste", {bubbles: true, cancelable: true});
        editor.focus();
        editor.dispatchEvent(
            new KeyboardEvent("keydown",
                {key: "a", keyCode: 65, ctrlKey: true, bubbles: true, cancelable: true}));
        // that of Firefox is empty for a script
        Object.defineProperty(paste, "clipboardData", {value: {getData: () => text}});
        editor.dispatchEvent(paste);
    }
}
async function ran() {
    const {classList} = document.body;
    const until = async running => {
        while (classList.contains("running") !== running)
            await new Promise(resolve => setTimeout(resolve, 5));
    };
    document.querySelector("#run").click();
    await until(true);
    await until(false);
    return [[...document.querySelectorAll("#report .line")].map(line => line.textContent),
        document.querySelector("#points").textContent,
        document.querySelector("#headline").textContent];
}
async function there() {
    return [[...document.querySelectorAll("#report .line")].map(line => line.textContent),
        document.querySelector("#points").textContent];
}

export async function inFirefox({site, judge}) {
    const browser = await opened();
    try {
        for (const [name, points] of [["solved", "100 of 100"], ["crash", null]]) {
            const {files} = caseOf(judge, MODULE, name);
            await browser.call("Navigate", {url: `${site.url}#${MODULE}`});
            await browser.run(shown);
            await browser.run(pasted, files);
            const [lines, earned, headline] = await browser.run(ran);
            const node = await judge.check(MODULE, files);
            sameLines(lines.map(squeezed).filter(Boolean), linesOf(node.errors + node.report),
                `${MODULE}, ${name}, in Firefox (${headline})`);
            if (points) assert.equal(earned, points);
        }
        const before = await browser.run(there);
        await browser.call("Refresh");
        await browser.run(shown);
        assert.deepEqual(await browser.run(there), before, "the report after a reload");
    } finally {
        await browser.close();
    }
}

/* ---- pages of the site ---- */

const ENTER = "\uE007";

async function searched(browser) {
    await browser.becomes(() => !document.getElementById("site-search").hidden);
    await browser.keys("/softmx");
    await browser.becomes(() => /softmax/i.test(
        document.querySelector("#site-finds [role=option]")?.textContent)); /* in spite of it */
    await browser.keys(ENTER);
    await browser.becomes(() => document.readyState === "complete" &&
        !location.pathname.endsWith("12_attention.html"));
}

async function explored(browser) {
    await browser.run(() => {
        document.getElementById("steps").value = 20;
        document.getElementById("train").click();
    });
    await browser.becomes(() => !document.getElementById("explore").disabled &&
        !document.getElementById("train").disabled);
    await browser.run(() => document.getElementById("explore").click());
    const steps = await browser.becomes(() => {
        const inside = document.getElementById("explorer-page").contentDocument;
        return inside?.querySelectorAll("#graph .box").length > 20 &&
            inside.querySelector("#step-text").textContent;
    });
    assert.match(steps, /\d+ steps forward, \d+ back/);
}

export async function siteInFirefox({site}) {
    const browser = await opened();
    try {
        await browser.call("Navigate", {url: `${site.url}lessons/12_attention.html`});
        const [over, formulas, first] = await browser.run(() => {
            const picture = document.querySelector("main img, main svg");
            return [document.documentElement.scrollWidth - innerWidth,
                [...document.querySelectorAll(".katex-html")].filter(e => e.offsetWidth > 5).length,
                picture.getBoundingClientRect().top < innerHeight];
        });
        assert.deepEqual([over <= 0, formulas > 10, first], [true, true, true],
            `${over} pixels too wide, ${formulas} formulas`);
        await searched(browser);
        await browser.call("Navigate", {url: `${site.url}live/demo.html`});
        await browser.becomes(() => !document.getElementById("looks").hidden);
        await explored(browser);
    } finally {
        await browser.close();
    }
}
