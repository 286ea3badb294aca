/* visit.mjs - somebody at the page: what a student does with it, by keys and pointer. */
import assert from "node:assert/strict";
import {unfolded} from "../../../../tools/web/page/words.js";

const TABS = "#file-tabs [role=tab]"; // a phone shows its lesson first

export class Visit {
    /* context: of an empty browser; base: the site's address. Errors of the page, and requests to
     * elsewhere, are collected. */
    static async of(context, base) {
        const wrong = [];
        context.on("request", request => {
            if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
                wrong.push(`asked for ${request.url()}`);
        });
        context.on("weberror", error => wrong.push(error.error().message));
        const page = await context.newPage();
        return new Visit(page, base, wrong);
    }
    constructor(page, base, wrong) { Object.assign(this, {page, base, wrong}); }

    async open(hash = "") {
        await this.page.goto(this.base + hash);
        await this.page.waitForSelector("body[data-ready]");
    }
    async openModule(name) {
        await this.open(`#${name}`);
        await this.page.waitForSelector(TABS, {state: "attached"});
    }
    async reload() {
        await this.page.reload();
        await this.page.waitForSelector("body[data-ready]");
        await this.page.waitForSelector(TABS, {state: "attached"});
    }

    /* Puts text in the place of all that is in the editor, as a student pastes it. */
    async paste(file, text) {
        await this.showFile(file);
        await this.page.click("#editor .cm-content");
        await this.page.evaluate(words => navigator.clipboard.writeText(words), text);
        await this.page.keyboard.press("Control+a");
        await this.page.keyboard.press("Control+v");
    }
    async pasteAll(files) {
        for (const [file, text] of Object.entries(files)) await this.paste(file, text);
    }
    async showFile(file) { await this.page.click(`#file-tabs [data-id="${file}"]`); }

    /* What the editor shows of a file, above and below what is seen, too. */
    async text(file) {
        await this.showFile(file);
        await this.page.click("#editor .cm-content");
        await this.page.keyboard.press("Control+a");
        await this.page.keyboard.press("Control+c");
        return this.page.evaluate(() => navigator.clipboard.readText());
    }

    /* All tests, or one by its mark. */
    async run(test = "") {
        await this.page.evaluate(awaitRun);
        if (test) await this.page.click(`#strip [data-test="${test}"]`);
        else await this.page.keyboard.press("Control+Enter");
        await this.page.waitForFunction(() => globalThis.hasRun);
        return this.report();
    }
    async report() {
        return (await this.page.locator("#report .line").allTextContents()).map(squeezed)
            .filter(Boolean);
    }
    said() { return this.page.textContent("#status"); }

    async fromFiles(what) {
        await this.page.click("#files-menu summary");
        await this.page.click(`[data-do=${what}]`);
    }
    async answer(button) { await this.page.click(`dialog button:text-is("${button}")`); }
}

/* In the page: hasRun will be true when a run has begun and ended, however short it was. */
function awaitRun() {
    const {classList} = document.body;
    let began = false;
    globalThis.hasRun = false;
    new MutationObserver((_, observer) => {
        if (began && !classList.contains("running")) {
            globalThis.hasRun = true;
            observer.disconnect();
        }
        began ||= classList.contains("running");
    }).observe(document.body, {attributeFilter: ["class"]});
}

/* The page draws a report's columns its own way: words count, not the room between them. */
export const squeezed = line => line.replace(/\x1b\[\d*m/g, "").replace(/\s+/g, " ").trim();
export const linesOf = report => unfolded(report).split("\n").map(squeezed).filter(Boolean);

export function sameLines(page, wanted, what) {
    const at = wanted.findIndex((line, i) => line !== page[i]), n = at < 0 ? wanted.length : at;
    assert.ok(at < 0 && page.length === wanted.length,
        `${what}, line ${n + 1} of ${wanted.length} and ${page.length}\n` +
            `  wanted: ${wanted.slice(n, n + 2).join("\n          ")}\n` +
            `  page:   ${page.slice(n, n + 2).join("\n          ")}`);
}

export const sameText = (page, wanted, what) =>
    sameLines(page.split("\n"), wanted.split("\n"), what);
