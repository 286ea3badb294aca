/* browsers.mjs - the browser that the tests run in, and what there has to be for that. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {createRequire} from "node:module";

const npm = path.resolve(process.env.WEB_NPM || "build/web-npm", "node_modules");
const found = names => names.filter(Boolean).find(name => fs.existsSync(name));

export const chromium =
    found([process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome"]);

/* Why there is nothing to test with, or null. site: a built one. */
export function missing(site) {
    if (!fs.existsSync(`${npm}/playwright-core`))
        return `${npm}/playwright-core is not there: make web fetches it`;
    if (!chromium)
        return "there is no Chromium: apt-get install chromium, or CHROMIUM=/where/it/is";
    if (!fs.existsSync(`${site}/manifest.json`)) return `${site} is not there: make web makes it`;
    return null;
}

/* Milliseconds until what has not come is given up: a page hangs. How long it takes is no question
 * of these tests: a machine may be busy. */
export const LONG = 600000;

/* A name that leads to this machine without being one of its own, for which browsers make
 * exceptions. */
export const FAR = "kindling.test";
const how = {executablePath: chromium, timeout: LONG,
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${FAR} 127.0.0.1`]};
const patient = context => {
    context.setDefaultTimeout(LONG);
    return context;
};
const kind = () => createRequire(`${npm}/x.js`)("playwright-core").chromium;

/* The context of a browser that is set to keep nothing: no cookies, and so no storage of any
 * kind. */
export async function openWithoutStorage() {
    const profile = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-nothing-"));
    fs.mkdirSync(`${profile}/Default`);
    fs.writeFileSync(`${profile}/Default/Preferences`,
        JSON.stringify({profile: {default_content_setting_values: {cookies: 2}}}));
    const context = patient(await kind().launchPersistentContext(profile, how));
    return {context, close: async () => {
        await context.close();
        fs.rmSync(profile, {recursive: true, force: true, maxRetries: 5});
    }};
}

/* {context(options) -> an empty browser, close()} */
export async function open() {
    const browser = await kind().launch(how);
    return {
        context: async options =>
            patient(await browser.newContext(
                {viewport: {width: 1400, height: 900},
                    permissions: ["clipboard-read", "clipboard-write"], ...options})),
        close: () => browser.close(),
    };
}
