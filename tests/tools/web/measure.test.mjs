/* measure.test.mjs - measurements of the course in a tab: by the clock of a browser, and line by
 * line. The page's judge runs them in Node, with the model answers of build/web.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import {runProgram} from "../../../tools/web/core/machine.js";
import {squeezed} from "../../../tools/web/page/words.js";

// beside the code, 1366 pixels wide, in letters that can be read
const SITE = process.env.WEB || "build/web", COLUMNS = 82;
const skip = fs.existsSync(`${SITE}/data/course.json`) ? false : "make web has not been here";
const HOW = {config: "float", checked: false, watched: false};
let judge = null;

/* What the measurement of a module says until `last` is in it. change(its text): before it is
 * compiled. */
async function measured(module, last, change = text => text) {
    judge ??= await (await import("./same_words/node_judge.mjs")).nodeJudge(SITE);
    const file = `modules/${module}/measure.c`, name = file.replace(".c", ".o");
    const text = change(fs.readFileSync(file, "utf8")).replace('"predict.h"',
        '"tools/lib/predict/predict.h"').replace("CLOCK_PROCESS_CPUTIME_ID", "CLOCK_MONOTONIC");
    const {object, key, said} = await judge.toolchain.compile(file, text, HOW);
    assert.ok(object, said);
    const given = [...judge.course.engine,
        ...judge.course.programs[`measure/${module}`].filter(one => one !== name)];
    const {module: program} = await judge.toolchain.link([[name, object, key]], given, HOW);
    const enough = new Error("enough");
    let heard = "";
    const {exit, trap} = runProgram(program, {input: "", args: ["measure"], onOutput: piece => {
        heard += piece;
        if (heard.includes(last)) throw enough;
    }});
    assert.equal(trap, enough, `it ended, ${exit ?? trap}: ${heard}`);
    return heard;
}

/* Firefox's, to a millisecond. */
async function withCoarseClock(body) {
    const {now} = performance;
    performance.now = () => Math.floor(now.call(performance));
    try {
        return await body();
    } finally {
        performance.now = now;
    }
}

test("measure-12: no time is 0 by a browser's clock, and its tables fit beside the code", {skip},
    async () => {
    const said = await withCoarseClock(() => measured("12_attention", "\n3. "));
    const rows = squeezed(said).filter(([, row]) => row).map(([line]) => line);
    const times = rows.filter(line => /^ +(128|256) +\d+ +\d+ /.test(line))
        .flatMap(line => line.trim().split(/ +/).slice(-3));
    assert.equal(times.length, 6, said);
    for (const time of times) assert.ok(Number(time) > 0, said);
    for (const line of rows) assert.ok(line.length <= COLUMNS, line);
});

test("each line comes at once: measure-15 says what it is long at before it begins", {skip},
    async () => {
    const said = await measured("15_quantization", "most of the time.\n",
        text => text.replace("fflush(stdout);", "")
        .replace("Gpt *g = trained();", "__builtin_trap();\n    Gpt *g = trained();"));
    assert.equal(said.trimEnd(),
        "products: in steps, 4-byte numbers\n\n" +
        "A small GPT learns its sentences first, 400 steps, which takes most of the time.");
});

test("measure-15 says why the lesson's speeds are not those of a browser", {skip}, async () => {
    const said = await measured("15_quantization", "1024",
        text => text.replace("STEPS = 400", "STEPS = 1"));
    assert.match(
        said, /by plain\n\(plain: no instructions for products of codes, as in a browser;/);
});
