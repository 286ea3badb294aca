/* main.mjs - the page's judge says the same as `make 12`, of every module and of what students hand
 * in.
 *
 *   node tests/tools/web/same_words/main.mjs [--browser] [12_attention ...]
 *
 * --browser: the judge is that of the page in Chromium, not the same code in Node. */
import {browserJudge} from "./browser_judge.mjs";
import {casesOf} from "./cases.mjs";
import {make, plant} from "./native.mjs";
import {nodeJudge} from "./node_judge.mjs";

/* What may differ: what asan is called for; in which line gcc and clang see a TEST of two lines;
 * and where a sentence is broken, which follows from that. */
export function comparable(report) {
    return report.replace(/\x1b\[\d*m/g, "").replace(/\n {18}/g, " ")
        .replace(/; make \S+ CONFIG=asan TEST=\S+ shows the access/g, "")
            .replace(/^( +test +\S+:)\d+$/gm, "$1")
        .split("\n").map(line => line.replace(/ +/g, " ").trimEnd())
            .filter(line => line && !/^building the engine/.test(line));
}

/* Of a report on a crash, all but the place. */
const withoutPlaces = lines => lines.filter(line => !/^\s+look at /.test(line));

/* Of a file that does not compile: the places of its errors. */
const errorsIn = text =>
    [
        ...new Set(
            [...text.matchAll(/(modules\/\S+?\.c):(\d+):\d+: (?:fatal )?error/g)].map(
                m => `${m[1]}:${m[2]}`))].sort();

function difference(name, native, here) {
    if (name === "broken")
        return here.compiled ? "it compiled"
            : String(errorsIn(native)) === String(errorsIn(here.errors)) &&
            errorsIn(native).length > 0 ? "" : `${native}\n--- the page:\n${here.errors}`;
    if (!here.compiled) return `it does not compile:\n${here.errors}`;
    let [a, b] = [comparable(native), comparable(here.report)];
    if (name === "crash") [a, b] = [withoutPlaces(a), withoutPlaces(b)];
    const at = a.findIndex((line, i) => line !== b[i]);
    if (at < 0 && a.length === b.length) return "";
    const i = at < 0 ? a.length : at;
    return `line ${i + 1} of ${a.length} and ${b.length}\n` +
        `  make: ${a.slice(i, i + 3).join("\n        ")}\n` +
        `  page: ${b.slice(i, i + 3).join("\n        ")}`;
}

async function main() {
    const wanted = process.argv.slice(2).filter(word => word !== "--browser");
    const inBrowser = process.argv.includes("--browser");
    const judge = await (inBrowser ? browserJudge() : nodeJudge());
    const place = plant(inBrowser ? "build/same_in_browser" : "build/same_words");
    const modules = Object.keys(judge.course.modules)
        .filter(m => !wanted.length || wanted.includes(m));
    let failed = 0, n = 0;
    for (const module of modules) {
        const {list, files} = judge.course.modules[module];
        for (const one of casesOf(module, list, files)) {
            const native = make(place, module, one.files, one.test);
            const here = await judge.check(module, one.files, {test: one.test ?? ""});
            const different = difference(one.name, native, here);
            n++;
            failed += different !== "";
            process.stdout.write(
                `  ${different ? "NOT THE SAME" : "same"}  ${module} ` +
                `${one.name}${different ? `: ${different}` : ""}\n`);
        }
        make(place, module, files, "");
    }
    await judge.close?.();
    process.stdout.write(`${n - failed} of ${n} reports are the same\n`);
    process.exit(failed ? 1 : 0);
}
await main();
