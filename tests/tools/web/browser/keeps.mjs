/* keeps.mjs - the student's work stays: after a reload, without a network, and on its way home and
 * back. */
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {execFileSync} from "node:child_process";
import {linesOf, sameLines, sameText, Visit} from "./visit.mjs";
import {becomes} from "../page/steps.mjs";
import {caseOf} from "./reports.mjs";

const MODULE = "12_attention", NOTE = "/* the last words before the tab was closed */\n";

export async function afterReload({visit}) {
    const {page} = visit;
    await visit.showFile("mask.c");
    await page.click("#editor .cm-content");
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText(NOTE.trim());
    await page.keyboard.press("Enter");
    const [text, report, points] = [await visit.text("mask.c"), await visit.report(),
        await page.textContent("#points")];
    assert.ok(text.startsWith(NOTE), text.slice(0, 80));
    await visit.reload();
    assert.equal(await page.getAttribute("#file-tabs [aria-selected=true]", "data-id"), "mask.c");
    sameText(await visit.text("mask.c"), text, "mask.c after a reload");
    sameText(await visit.text("scores.c"), visit.pasted[MODULE]["scores.c"],
        "scores.c after a reload");
    assert.deepEqual([await visit.report(), await page.textContent("#points")], [report, points]);
    visit.pasted[MODULE]["mask.c"] = text;
}

/* The server is away, too: not every request of a service worker knows that the browser is
 * offline. */
export async function withoutNetwork({visit, site, judge}) {
    const {page} = visit, {files} = caseOf(judge, MODULE, "solved");
    await page.evaluate(async () => { await navigator.serviceWorker.ready; });
    await page.context().setOffline(true);
    await site.close();
    try {
        await visit.reload();
        const spoiled =
            {...visit.pasted[MODULE],
                "mask.c": files["mask.c"].replace("mask_padding", "mask_cushion")};
        await visit.paste("mask.c", spoiled["mask.c"]);
        const here = await visit.run(), node = await judge.check(MODULE, spoiled);
        sameLines(here, linesOf(node.errors + (node.report ?? "")), "a run without a network");
        await visit.open("");
        await visit.openModule("02_activations");
        assert.match(await page.textContent("#lesson h1"), /^02 /);
        await visit.openModule(MODULE);
        await visit.paste("mask.c", files["mask.c"]);
        visit.pasted[MODULE]["mask.c"] = files["mask.c"];
    } finally {
        await site.again();
        await page.context().setOffline(false);
    }
}

/* What make submit-12 packs of these files, in a project of its own. */
function submitted(files) {
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-submit-"));
    for (const name of fs.readdirSync("."))
        if (!["modules", "build", ".git", ".kindling", "node_modules"].includes(name))
            fs.symlinkSync(path.resolve(name), `${top}/${name}`);
    fs.cpSync("modules", `${top}/modules`, {recursive: true});
    for (const [file, text] of Object.entries(files))
        fs.writeFileSync(`${top}/modules/${MODULE}/${file}`, text);
    // a last run: nothing has to be compiled for submit's words
    fs.mkdirSync(`${top}/.kindling/results`, {recursive: true});
    fs.writeFileSync(`${top}/.kindling/results/${MODULE}.tsv`,
        "one\t1\tpass\t12.1 attention_scores\tscores.c\n");
    execFileSync("make", ["-s", "submit-12"],
        {cwd: top, stdio: ["ignore", "ignore", "pipe"], env: {...process.env, MAKEFLAGS: ""}});
    const tarball = fs.readFileSync(`${top}/build/submit/${MODULE}.tar.gz`);
    fs.rmSync(top, {recursive: true});
    return tarball;
}

/* {list: how tar lists it, texts: path -> text} */
function unpacked(tarball) {
    const list = execFileSync("tar", ["-tvzf", "-"], {input: tarball, encoding: "utf8"});
    const top = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-unpacked-"));
    execFileSync("tar", ["-xzf", "-", "-C", top], {input: tarball});
    const files = fs.readdirSync(top, {recursive: true}).map(String)
        .filter(name => fs.statSync(`${top}/${name}`).isFile()).sort();
    const texts = Object.fromEntries(
        files.map(name => [name, fs.readFileSync(`${top}/${name}`, "utf8")]));
    fs.rmSync(top, {recursive: true});
    return {list, texts};
}

export async function handedIn({visit}) {
    const {page} = visit, there = visit.pasted[MODULE];
    const [download] =
        await Promise.all([page.waitForEvent("download"), visit.fromFiles("export")]);
    assert.equal(download.suggestedFilename(), `${MODULE}.tar.gz`);
    const here = unpacked(fs.readFileSync(await download.path()));
    const native = unpacked(submitted(there));
    assert.deepEqual(here, native);
    assert.equal(here.texts[`${MODULE}/mask.c`], there["mask.c"]);
}

/* From home: what make submit-12 packed there comes into the tab, and what was in the tab comes
 * back. */
export async function broughtIn({visit}) {
    const {page} = visit, before = visit.pasted[MODULE];
    const home = {...before, "mask.c": `/* from home */\n${before["mask.c"]}`,
        "answers.txt": before["answers.txt"].replace("3072", "3073")};
    const [chooser] =
        await Promise.all([page.waitForEvent("filechooser"), visit.fromFiles("import")]);
    await chooser.setFiles(
        {name: `${MODULE}.tar.gz`, mimeType: "application/gzip", buffer: submitted(home)});
    await visit.answer("Bring them in");
    await page.waitForFunction(
        () => /brought in: 12_attention/.test(document.querySelector("#status").textContent));
    for (const file of ["mask.c", "answers.txt", "scores.c"])
        sameText(await visit.text(file), home[file], `${file} from home`);
    const said = await visit.said();
    await visit.fromFiles("undo");
    await visit.answer("Bring them back");
    await page.waitForFunction(words =>
        ![words, ""].includes(document.querySelector("#status").textContent), said);
    await visit.reload();
    for (const file of ["mask.c", "answers.txt"])
        sameText(await visit.text(file), before[file], `${file} brought back`);
}

/* From one device to another: what a laptop downloads goes into a phone's browser, whose own text
 * is saved first. */
export async function toAnotherDevice({site, browser}) {
    const [here, there] = await Promise.all(
        [{}, {viewport: {width: 390, height: 844}}].map(
            async size => Visit.of(await browser.context(size), site.url)));
    const mine = "/* mine */\n";
    try {
        await here.openModule(MODULE);
        const start = await here.text("mask.c");
        await here.paste("mask.c", mine + start);
        const answers = (await here.text("answers.txt")).replace("= ?", "= 42");
        await here.paste("answers.txt", answers);
        const [download] =
            await Promise.all([here.page.waitForEvent("download"), here.fromFiles("export")]);
        await there.openModule(MODULE);
        await there.page.click("#views [data-id=code]");
        await there.paste("mask.c", `/* an older try */\n${start}`);
        const [chooser] =
            await Promise.all([there.page.waitForEvent("filechooser"), there.fromFiles("import")]);
        await chooser.setFiles(await download.path().then(name => (
            {name: download.suggestedFilename(), mimeType: "application/gzip",
                buffer: fs.readFileSync(name)})));
        await there.answer("Bring them in");
        await becomes(() => there.said(), /brought in: 12_attention/);
        await there.reload();
        await there.page.click("#views [data-id=code]");
        sameText(await there.text("mask.c"), mine + start, "mask.c on the other device");
        sameText(await there.text("answers.txt"), answers, "answers.txt on the other device");
        await there.fromFiles("undo");
        await there.answer("Bring them back");
        await becomes(() => there.said(), /are back/);
        assert.match(await there.text("mask.c"), /^\/\* an older try/);
    } finally {
        await here.page.context().close();
        await there.page.context().close();
    }
}
