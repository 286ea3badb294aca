/* browser_judge.mjs - the judge as a student has it: files pasted into the page, in Chromium, and a
 * key pressed.
 *
 * It gives what the judge's worker answered, once the page has been seen to show that, line by
 * line. */
import fs from "node:fs";
import {serve} from "../../../../tools/web/node/serve.mjs";
import {missing, open} from "../browser/browsers.mjs";
import {handIn} from "../browser/reports.mjs";
import {linesOf, sameLines, Visit} from "../browser/visit.mjs";

/* In the page, before its scripts: keeps the last report that a worker sends. */
function keepReports() {
    globalThis.Worker = class extends Worker {
        constructor(...args) {
            super(...args);
            this.addEventListener("message", ({data}) => {
                if (data.result?.compiled !== undefined) globalThis.lastReport = data.result;
            });
        }
    };
}

/* {course, check(module, files, {test}), close()} */
export async function browserJudge(site = "build/web") {
    const why = missing(site);
    if (why) throw new Error(`Chromium cannot be asked: ${why}`);
    const server = await serve(site, 0), browser = await open(), context = await browser.context();
    await context.addInitScript(keepReports);
    const visit = await Visit.of(context, server.url);
    const course = JSON.parse(fs.readFileSync(`${site}/data/course.json`, "utf8"));
    return {
        course,
        async check(module, files, {test}) {
            if (!visit.page.url().endsWith(`#${module}`)) await visit.openModule(module);
            await handIn({visit}, module, files);
            const shown = await visit.run(test);
            const result = await visit.page.evaluate(() => globalThis.lastReport);
            sameLines(shown, linesOf((result.errors ?? "") + (result.report ?? "")),
                `${module}: what the page shows of its report`);
            if (visit.wrong.length) throw new Error(visit.wrong.join("\n"));
            return result;
        },
        async close() {
            await browser.close();
            await server.close();
        },
    };
}
