/* marionette.mjs - Firefox, driven by its own Marionette (playwright-core drives none but its own
 * build of Firefox): WebDriver over a socket, "12:[0,1,...]", the length before each message. */
import assert from "node:assert/strict";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import {spawn} from "node:child_process";
import {setTimeout as sleep} from "node:timers/promises";
import {LONG} from "./browsers.mjs";

export const firefox = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"].filter(
    Boolean).find(name => fs.existsSync(name));

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

const valueOf = ({value, error}) => { if (error) throw new Error(error); return value; };

/* An empty Firefox: {call(), run(function, ...values) in the page, becomes(the same): once it gives
 * something that counts, keys(text) as typed, close()}. */
export async function opened() {
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
    const run = async (action, ...values) =>
        valueOf((await browser.call("ExecuteAsyncScript", {args: values,
            script: "const done = arguments[arguments.length - 1]; " +
                `(async () => (${action})(...Array.from(arguments).slice(0, -1)))()` +
                ".then(value => done({value}), e => done({error: String(e)}));"})).value);
    return {
        call: (...values) => browser.call(...values),
        run,
        becomes: async (action, ...values) => {
            for (let end = Date.now() + LONG; ; await sleep(100)) {
                const value = await run(action, ...values);
                if (value) return value;
                assert.ok(Date.now() < end, `it never came to ${action}`);
            }
        },
        keys: text => browser.call("PerformActions", {actions: [{type: "key", id: "keys",
            actions: [...text].flatMap(value => ["keyDown", "keyUp"].map(type => (
                {type, value})))}]}),
        close: async () => {
            socket.destroy();
            program.kill();
            await ended;
            fs.rmSync(profile, {recursive: true, force: true, maxRetries: 5});
        },
    };
}
