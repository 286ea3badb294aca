/* experiments.mjs - `make break-12 CASE=3` and `make measure-12` in the page: the same words, and
 * of what is trained nearly the same numbers: expf of two C libraries differs in its last bit, and
 * training makes more of that.
 *
 *   node tests/tools/web/same_words/experiments.mjs [12_attention ...] */
import {casesOf} from "./cases.mjs";
import {hand, makeInFloat, plant} from "./native.mjs";
import {nodeJudge} from "./node_judge.mjs";

const PREDICTED = "50\n".repeat(16);
const squeezed = text => text.replace(/\s+/g, " ")
    .replace(/^building the engine.*?\.\.\. /, "").trim();
const NUMBER = /^-?\d+(\.\d+)?$/, NEAR = 5; // of 100
const near = (a, b) => a === b ||
    (NUMBER.test(a) && NUMBER.test(b) && Math.abs(a - b) <= Math.max(NEAR * (Math.abs(a) > 10),
        0.05 * Math.abs(a)));

/* Times are nobody's twice, and a model that was trained a little otherwise writes otherwise. */
const withoutNumbers = text =>
    squeezed(text.replace(/(what the last one writes.*\n\n)(?:.+\n)+/, "$1")
        .replace(/-?\d[\d.,]*(e[+-]?\d+)?/g, "N"));

function difference(native, here) {
    const [a, b] = [native.split(" "), here.split(" ")];
    const at = a.findIndex((word, i) => !near(word, b[i]));
    if (at < 0 && a.length === b.length) return "";
    const i = Math.max(0, (at < 0 ? a.length : at) - 6);
    return `\n  make: ${a.slice(i, i + 30).join(" ")}\n  page: ${b.slice(i, i + 30).join(" ")}`;
}

async function inPage(start) {
    let text = "";
    const began = performance.now(), result = await start({input: PREDICTED, onOutput: piece => {
        text += piece;
    }});
    return {text: text + (result.errors ?? "") + (result.trap ?? "") +
        (result.exit ? `\nexit ${result.exit}` : ""), seconds: (performance.now() - began) / 1000};
}

async function main() {
    const judge = await nodeJudge();
    const place = plant("build/same_numbers"), wanted = process.argv.slice(2);
    let failed = 0, n = 0;
    const tell = (name, seconds, different) => {
        n++;
        failed += different !== "";
        process.stdout.write(
            `  ${different ? "NOT THE SAME" : "same"}  ${name} (${seconds.toFixed(1)} ` +
            `s)${different}\n`);
    };
    for (const module of Object.keys(judge.course.modules)
        .filter(m => !wanted.length || wanted.includes(m))) {
        const {list, files, breaks} = judge.course.modules[module], number = module.slice(0, 2);
        for (const {case: which, moral} of breaks) {
            const native = makeInFloat(place, `break-${number}`, PREDICTED, [`CASE=${which}`]);
            const {text, seconds} = await inPage(how => judge.breakCase(module, which, how));
            tell(`break-${number} CASE=${which}`, seconds,
                difference(squeezed(native), squeezed(`${text}\n${moral}`)));
        }
        const {files: solved} = casesOf(module, list, files).find(one => one.name === "solved");
        hand(place, module, solved);
        const native = makeInFloat(place, `measure-${number}`, PREDICTED);
        const {text, seconds} = await inPage(how => judge.measure(module, solved, how));
        tell(`measure-${number}`, seconds,
            difference(withoutNumbers(native), withoutNumbers(text)));
        hand(place, module, files);
    }
    process.stdout.write(`${n - failed} of ${n} are the same\n`);
    process.exit(failed ? 1 : 0);
}
await main();
