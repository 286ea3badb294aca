/* speed.mjs - no test: how long a student waits, in the page and at home. The median of some edits
 * of module 12, from the key press (Ctrl-Enter) to the drawn report, in a headless Chromium; and
 * `make 12` after the same edits.
 *
 *   node tests/tools/web/browser/speed.mjs [EDITS] */
import {serve} from "../../../../tools/web/node/serve.mjs";
import {make, plant} from "../same_words/native.mjs";
import {missing, open} from "./browsers.mjs";
import {solvedFiles} from "./reports.mjs";
import {Visit} from "./visit.mjs";

const MODULE = "12_attention", FILE = "mask.c", SITE = "build/web";
const edits = Number(process.argv[2] ?? 20);
// other code each time: no cache may know it
const edit = n => `extern int edit_${n}; int edit_${n} = ${n};\n`;
const median = all => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
const said = all =>
    `median ${median(all).toFixed(2)} s (${Math.min(...all).toFixed(2)} to ` +
    `${Math.max(...all).toFixed(2)}, ${all.length} edits)`;

/* Seconds from the key to the frame after the report, by the page's own clock. */
function watch() {
    window.waited = new Promise(resolve => {
        document.addEventListener("keydown", function pressed(event) {
            if (event.key !== "Enter" || !event.ctrlKey) return; /* Control itself comes first */
            document.removeEventListener("keydown", pressed, {capture: true});
            const began = event.timeStamp, observer = new MutationObserver(() => {
                if (document.body.classList.contains("running")) return;
                observer.disconnect();
                requestAnimationFrame(
                    () => setTimeout(() => resolve((performance.now() - began) / 1000)));
            });
            observer.observe(document.body, {attributeFilter: ["class"]});
        }, {capture: true});
    });
}

async function inThePage(files) {
    const site = await serve(SITE);
    const browser = await open();
    const visit = await Visit.of(await browser.context(), site.url), {page} = visit;
    await visit.openModule(MODULE);
    await visit.pasteAll(files);
    await visit.run();
    await visit.showFile(FILE);
    const seconds = [];
    for (let n = 0; n < edits; n++) {
        await page.click("#editor .cm-content");
        await page.keyboard.press("Control+End");
        await page.keyboard.insertText(edit(n));
        await page.evaluate(watch);
        await page.keyboard.press("Control+Enter");
        seconds.push(await page.evaluate(() => window.waited));
        if (await page.textContent("#points") !== "100 of 100")
            throw new Error(`not solved any more: ${await visit.said()}`);
    }
    await browser.close();
    await site.close();
    return seconds;
}

function atHome(files) {
    const place = plant("build/speed"), seconds = [];
    make(place, MODULE, files);
    let text = files[FILE];
    for (let n = 0; n < edits; n++) {
        text += edit(n);
        const began = performance.now(), report = make(place, MODULE, {[FILE]: text});
        seconds.push((performance.now() - began) / 1000);
        if (!/^100 of 100 points/m.test(report)) throw new Error(`not solved any more:\n${report}`);
    }
    return seconds;
}

const why = missing(SITE);
if (why) {
    process.stderr.write(`${why}\n`);
    process.exit(1);
}
const files = solvedFiles(SITE, MODULE);
process.stdout.write(
    `edit to report, ${MODULE} solved\n  in the page  ${said(await inThePage(files))}\n`);
process.stdout.write(`  make 12      ${said(atHome(files))}\n`);
