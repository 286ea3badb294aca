/* firefox.mjs - Firefox, driven by its own Marionette (playwright-core drives none but its own
 * build of Firefox): a module solved in an empty browser, and kept.
 *
 * Marionette is WebDriver over a socket: "12:[0,1,...]", the length before each message. */
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import {spawn} from "node:child_process";
import {setTimeout as sleep} from "node:timers/promises";
import {linesOf, sameLines, squeezed} from "./visit.mjs";
import {caseOf} from "./reports.mjs";

export const firefox = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].filter(
    Boolean).find(name => fs.existsSync(name));
const MODULE = "12_attention", LONG = 150000;

class Marionette {
    constructor(socket) {
        Object.assign(this, {socket, jobs: new Map(), last: 0, rest: Buffer.alloc(0)});
        socket.on("data", piece => {
            this.rest = Buffer.concat([this.rest, piece]);
            while (this.message());
        });
    }
    message() {
        const colon = this.rest.indexOf(":");
        const size = Number(this.rest.subarray(0, Math.max(0, colon)).toString());
        if (colon < 0 || this.rest.length < colon + 1 + size) return false;
        const message = JSON.parse(this.rest.subarray(colon + 1, colon + 1 + size).toString());
        this.rest = this.rest.subarray(colon + 1 + size);
        if (Array.isArray(message)) {
            const [, id, error, result] = message, {resolve, reject} = this.jobs.get(id);
            if (error) reject(new Error(`${error.error}: ${error.message}`));
            else resolve(result);
        }
        return true;
    }
    call(name, values = {}) {
        const text = JSON.stringify([0, ++this.last, `WebDriver:${name}`, values]);
        this.socket.write(`${Buffer.byteLength(text)}:${text}`);
        return new Promise((resolve, reject) => this.jobs.set(this.last, {resolve, reject}));
    }
}

/* An empty Firefox: {call(), run(function, ...values) in the page, close()}. */
async function opened() {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-firefox-"));
    fs.writeFileSync(`${profile}/user.js`,
        'user_pref("marionette.port", 0);\nuser_pref("app.update.enabled", false);\n');
    const program =
        spawn(firefox, ["--headless", "--marionette", "--no-remote", "--profile", profile],
            {stdio: "ignore"});
    const ended = new Promise(resolve => program.once("exit", resolve));
    const port = `${profile}/MarionetteActivePort`;
    while (program.exitCode === null && !fs.existsSync(port)) await sleep(100);
    assert.equal(program.exitCode, null, `${firefox} ended at once`);
    const socket = net.connect(Number(fs.readFileSync(port, "utf8")), "127.0.0.1");
    const browser = new Marionette(socket);
    await browser.call("NewSession");
    await browser.call("SetTimeouts", {script: LONG, pageLoad: LONG});
    return {
        call: (...values) => browser.call(...values),
        run: async (action, ...values) => (await browser.call("ExecuteAsyncScript", {args: values,
            script: "const done = arguments[arguments.length - 1]; " +
                `(${action})(...Array.from(arguments).slice(0, -1)).then(value => done({value}), ` +
                "e => done({error: String(e)}));"})).value,
        close: async () => {
            socket.destroy();
            program.kill();
            await ended;
            fs.rmSync(profile, {recursive: true, force: true, maxRetries: 5});
        },
    };
}

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
    document.querySelector("#run").click();
    while (document.body.classList.contains("running"))
        await new Promise(resolve => setTimeout(resolve, 50));
    return [[...document.querySelectorAll("#report .line")].map(line => line.textContent),
        document.querySelector("#points").textContent,
        document.querySelector("#headline").textContent];
}
async function there() {
    return [[...document.querySelectorAll("#report .line")].map(line => line.textContent),
        document.querySelector("#points").textContent];
}

const valueOf = ({value, error}) => { if (error) throw new Error(error); return value; };

export async function inFirefox({site, judge}) {
    const browser = await opened();
    try {
        for (const [name, points] of [["solved", "100 of 100"], ["crash", null]]) {
            const {files} = caseOf(judge, MODULE, name);
            await browser.call("Navigate", {url: `${site.url}#${MODULE}`});
            await browser.run(shown);
            valueOf(await browser.run(pasted, files) ?? {});
            const [lines, earned, headline] = valueOf(await browser.run(ran));
            const node = await judge.check(MODULE, files);
            sameLines(lines.map(squeezed).filter(Boolean), linesOf(node.errors + node.report),
                `${MODULE}, ${name}, in Firefox (${headline})`);
            if (points) assert.equal(earned, points);
        }
        const before = valueOf(await browser.run(there));
        await browser.call("Refresh");
        await browser.run(shown);
        assert.deepEqual(valueOf(await browser.run(there)), before, "the report after a reload");
    } finally {
        await browser.close();
    }
}
