/* in_firefox.mjs - a page of the explorer in Firefox, its clicks, and what they report:
 *
 *   node tests/tools/explore/in_firefox.mjs page.html 1280,800
 */
import {pathToFileURL} from "node:url";
import {opened} from "../web/browser/marionette.mjs";

const [page, size] = process.argv.slice(2), [width, height] = size.split(",").map(Number);
const browser = await opened();
try {
    await browser.call("SetWindowRect", {width, height});
    await browser.call("Navigate", {url: pathToFileURL(page).href});
    const report = await browser.becomes(() => document.documentElement.dataset.report);
    process.stdout.write(`<html data-report="${report.replaceAll('"', "&quot;")}">\n`);
} finally {
    await browser.close();
}
