/* judge.test.mjs - compiled and run as in the page: what students do to memory is named, with its
 * line; a run that is stopped; seconds. Needs make web. */
import test, {after, before, describe} from "node:test";
import assert from "node:assert/strict";
import {existsSync} from "node:fs";
import {howItTrapped} from "../../../tools/web/core/one_test.js";
import {casesOf} from "./same_words/cases.mjs";

const SITE = process.env.WEB || "build/web", MODULE = "12_attention";
const skip = existsSync(`${SITE}/manifest.json`) ? false
    : `${SITE} is not there: make web makes it`;

/* statements: one a line at the beginning of mask_causal -> [problem, place] that the report names,
 * or the points. */
const cases = {
    "a loop one too far in a block": [
        ["double *p = malloc((size_t)T * sizeof *p);", "for (long i = 0; i <= T; i++)",
            "    p[i] = 1;", "free(p);"],
        /^something was written behind the end of a block of \d+ bytes from malloc$/, 2],
    "in a function of the library": [
        ["char *p = malloc((size_t)T);", "memset(p, 7, (size_t)T + 4);", "free(p);"],
        /behind the end of a block of \d+ bytes from malloc/, 0],
    "in a block that is never freed": [
        ["char *p = malloc((size_t)T);", "memset(p, 7, (size_t)T + 4);"],
        /behind the end of a block of \d+ bytes from malloc/, 0],
    "in what realloc gave": [["char *p = realloc(malloc(2), (size_t)T);", "p[T] = 1;", "free(p);"],
        /behind the end of a block of \d+ bytes from malloc/, 1],
    "in what calloc gave": [["int *p = calloc((size_t)T, sizeof *p);", "p[T] = 1;", "free(p);"],
        /behind the end of a block of \d+ bytes from malloc/, 1],
    "before the beginning": [
        ["double *p = malloc((size_t)T * sizeof *p);", "for (long i = T - 1; i >= -1; i--)",
            "    p[i] = 9e9;", "free(p);"],
        /^something was written before the beginning of a block/, 0],
    "behind a scope's memory": [
        ["real *p = scope_alloc(scope_current(), 4 * sizeof *p);", "for (int i = 0; i <= 4; i++)",
            "    p[i] = i;"], /^numbers were written behind the end of a tensor/, 2],
    "by two numbers at once": [
        ["double *p = scope_alloc(scope_current(), 4 * sizeof *p);",
            "typedef double Two __attribute__((vector_size(16)));",
            "*(volatile Two *)(p + 4) = (Two){1, 2};"],
        /^numbers were written behind the end of a tensor/, 2],
    "behind an array": [["double q[4];", "for (long i = 0; i < T + 9; i++)", "    q[i] = 1;",
        "volatile double s = q[0];", "(void)s;"], /leads outside of its memory$/, 2],
    "freed twice": [["char *p = malloc(8);", "free(p);", "free(p);"],
        /^a block of memory was freed twice$/, 2],
    "realloc of what was freed": [["char *p = malloc(8);", "free(p);", "free(realloc(p, 9));"],
        /^a block of memory was freed twice$/, 2],
    "free in the middle": [["double *p = malloc(64);", "free(p + 1);"],
        /^free was given an address in the middle of a block/, 1],
    "free of a variable": [["static double q[4];", "free(q);"],
        /^free was given an address that is not from malloc/, 1],
    "abort": [["abort();"], /^abort was called$/, 0],
    "nothing wrong": [["char *p = malloc((size_t)T);", "p = realloc(p, (size_t)T + 1);",
        "p[T] = 1;", "memset(p, 0xa5, (size_t)T);", "p[0] = 1;", "p = realloc(p, 0);",
        "free(calloc(3, 8));", "free(aligned_alloc(64, 64));", "free(NULL);",
        "volatile bool none = calloc((size_t)-1 / 2, 4) == NULL;", "(void)none;"], null],
};

describe("the judge", {skip}, () => {
    let judge, solved;
    before(async () => {
        const {nodeJudge} = await import("./same_words/node_judge.mjs");
        judge = await nodeJudge(SITE);
        const {list, files} = judge.course.modules[MODULE];
        solved = casesOf(MODULE, list, files).find(one => one.name === "solved").files;
    });
    after(() => { judge = null; });
    for (const [name, [lines, problem, line]] of Object.entries(cases)) test(name, async () => {
        const head = /^Tensor \*mask_causal\(long T\)\n\{\n/m;
        const text = `#include <stdlib.h>\n#include <string.h>\n${solved["mask.c"]}`;
        const at = text.slice(0, head.exec(text).index).split("\n").length + 2;
        const files = {...solved,
            "mask.c": text.replace(head, all => `${all}${lines.map(l => `    ${l}\n`).join("")}`)};
        const {report, errors} = await judge.check(MODULE, files, {test: "mask_causal"});
        assert.ok(report, errors);
        const words = report.replace(/\x1b\[\d*m/g, "");
        const of = label => new RegExp(`^ {8}${label} +(.*)$`, "m").exec(words)?.[1];
        if (!problem) { assert.match(words, /^([1-9]\d*) of \1 points/m); return; }
        assert.match(of("problem"), problem);
        assert.equal(of("look at"), `modules/${MODULE}/mask.c:${at + line}`, words);
        assert.doesNotMatch(words, /asan/);
    });

    test("model answers compile: of three modules, drawn anew each time; LONG=1: of all",
        async t => {
        const all = Object.keys(judge.course.modules).filter(m => judge.course.modules[m].list);
        const drawn = process.env.LONG ? all
            : all.sort(() => Math.random() - 0.5).slice(0, 3);
        for (const module of drawn) {
            t.diagnostic(module);
            const {list, files} = judge.course.modules[module];
            const model = casesOf(module, list, files).find(one => one.name === "solved").files;
            const {ok, said} = await judge.compile(module, model);
            assert.ok(ok, said);
        }
    });

    test("a run that is stopped asks for no further test, and has no result", async () => {
        const control = new AbortController(), asked = [], {runTest} = judge;
        judge.runTest = async (program, options, signal) => {
            asked.push(options.name);
            assert.equal(signal, control.signal);
            if (asked.length === 2) control.abort();
            return runTest(program, options);
        };
        try {
            await assert.rejects(judge.check(MODULE, solved, {signal: control.signal}),
                {name: "AbortError"});
            assert.equal(asked.length, 2);
            await assert.rejects(judge.check(MODULE, solved, {signal: control.signal}),
                {name: "AbortError"});
            assert.equal(asked.length, 2, "stopped before it began");
        } finally {
            judge.runTest = runTest;
        }
    });

    test("a test without an end is told with the seconds that it had", async () => {
        const loop = solved["mask.c"].replace(/(^Tensor \*mask_causal\(long T\)\n\{\n)/m,
            "$1    for (volatile int more = 1; more;)\n        more = 1;\n");
        const {runTest} = judge, had = [];
        // as core/workers.js says it
        judge.runTest = async (program, options) => {
            had.push(options);
            return {...await runTest(program, options), timedOut: true};
        };
        const {report} = await judge.check(MODULE, {...solved, "mask.c": loop},
            {test: "mask_causal", seconds: 3});
        judge.runTest = runTest;
        assert.ok(had.length >= 3, "nobody was asked again with model answers elsewhere");
        const [first, ...later] = report.match(/no end (after \d+ s|here either)/g);
        assert.equal(first, "no end after 3 s");
        // a busy machine runs out of time first
        assert.ok(later.length === 1 && /^no end (here either|after [12] s)$/.test(later[0]),
            later);
        assert.deepEqual(had.slice(0, 2).map(({seconds, most}) => [seconds, most]),
            [[3, undefined], [2, 5e7]]);
    });

    test("a loop with nothing in it ends by itself, by its steps and at its line", async () => {
        const head = /^Tensor \*mask_causal\(long T\)\n\{\n/m;
        const text = solved["mask.c"].replace(head, "$&    for (;;) {\n    }\n"), {runTest} = judge;
        const at = text.slice(0, text.indexOf("for (;;)")).split("\n").length, LONG = 3600;
        judge.runTest = async (program, options) =>
            runTest(program, {...options, seconds: LONG, most: 1e6});
        const {report} = await judge.check(MODULE, {...solved, "mask.c": text},
            {test: "mask_causal", seconds: LONG});
        judge.runTest = runTest;
        const words = report.replace(/\x1b\[\d*m/g, "");
        assert.match(words, /problem   no end here either: the same loop\?/);
        assert.ok(words.includes(`look at   modules/${MODULE}/mask.c:${at}`), words);
    });
});

test("how it trapped, by what stood on the stack", () => {
    const stack = (...names) =>
        (
            {message: "unreachable",
                stack: `RuntimeError: unreachable\n` +
                `${names.map((n, i) => "    at " + `program.wasm.${n} ` +
                    `(wasm://wasm/program.wasm-1:wasm-function[${i}]:0x1)`).join("\n")}`});
    const firefox = (...names) =>
        (
            {message: "unreachable executed",
                stack: names.map((n, i) =>
                    `${n}@http://x/a.js line 3 > WebAssembly.Module:wasm-function[${i}]:0x1`)
                .join("\n")});
    const [STACK, DIVIDED, ABORTED, HEAP, FORBIDDEN] = [2, 3, 4, 6, 7];
    assert.equal(howItTrapped(stack("abort", "mask_causal"), 9e5), ABORTED);
    assert.equal(howItTrapped(stack("abort", "dlfree", "mask_causal"), 9e5), HEAP);
    assert.equal(howItTrapped(firefox("abort", "dlmalloc"), 9e5), HEAP);
    assert.equal(howItTrapped(firefox("abort", "my_abort"), 9e5), ABORTED);
    assert.equal(howItTrapped(stack("mask_causal", "abort"), 9e5), FORBIDDEN);
    assert.equal(howItTrapped(stack("abort"), 100), STACK);
    assert.equal(howItTrapped({message: "divide by zero", stack: ""}, 9e5), DIVIDED);
});
