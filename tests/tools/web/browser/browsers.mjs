/* browsers.mjs - the browser that the tests run in, and what there has to be for that. */
import fs from "node:fs";
import path from "node:path";
import {createRequire} from "node:module";

const npm = path.resolve(process.env.WEB_NPM || "build/web-npm", "node_modules");
const found = names => names.filter(Boolean).find(name => fs.existsSync(name));

export const chromium = found([process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]);

/* Why there is nothing to test with, or null. site: a built one. */
export function missing(site) {
    if (!fs.existsSync(`${npm}/playwright-core`)) return `${npm}/playwright-core is not there: make web fetches it`;
    if (!chromium) return "there is no Chromium: apt-get install chromium, or CHROMIUM=/where/it/is";
    if (!fs.existsSync(`${site}/manifest.json`)) return `${site} is not there: make web makes it`;
    return null;
}

/* {context(options) -> an empty browser, close()} */
export async function open() {
    const {chromium: kind} = createRequire(`${npm}/x.js`)("playwright-core");
    const browser = await kind.launch({executablePath: chromium, args: ["--no-sandbox"]});
    return {
        context: options => browser.newContext({viewport: {width: 1400, height: 900}, permissions: ["clipboard-read", "clipboard-write"], ...options}),
        close: () => browser.close(),
    };
}
