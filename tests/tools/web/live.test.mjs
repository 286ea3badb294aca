/* live.test.mjs - what the live pages compute by themselves: the demo's story, charts, colours of
 * C, cells. */
import test from "node:test";
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {readFileSync, readdirSync} from "node:fs";
import {emptyStory, takeLine, wordFrom, backwards, mirrorShare, bestHead, lossInWords, likeliest,
    sureInWords, temperatureInWords} from "../../../tools/web/page/live/stream.js";
import {ticks, pathOf} from "../../../tools/web/page/live/chart.js";
import {headInWords} from "../../../tools/web/page/live/heat.js";
import {tokens} from "../../../tools/web/page/live/code.js";
import {offered} from "../../../tools/web/page/live/mine.js";
import {functionsOf} from "../../../tools/web/core/wasm.js";
import {folderOf, modulesIn} from "../../../tools/web/node/live.mjs";
import {inWords, withFiles} from "../../../tools/web/page/live/bring.js";
import {items, translate} from "../../../tools/web/page/live/session.js";

/* ---- whose files the demo runs ---- */

/* A WebAssembly file with nothing in it but the names of functions, behind a name of the file
 * itself. */
const string = text => [text.length, ...Buffer.from(text)];
const part = (kind, bytes) => [kind, bytes.length, ...bytes];
const named = (...names) => Uint8Array.from([0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...part(
        0, [...string("name"), ...part(0, string("demo")),
            ...part(1, [names.length, ...names.flatMap((name, i) => [i, ...string(name)])])])]);

test("modules of which a program has kept no function are not in it", () => {
    const demo = named("main", "mask_causal", "gemm", "tree_sum");
    const texts = {"15_quantization": ['    return todo("15.2 quantize_row");'],
        "12_attention": ["", 'x = todo("12.3 mask_causal");'],
        "21_machines": ['todo("21.1 tree_sum")']};
    assert.deepEqual(functionsOf(demo), ["main", "mask_causal", "gemm", "tree_sum"]);
    assert.deepEqual(functionsOf(demo.subarray(0, 8)), []);
    assert.deepEqual(modulesIn(demo, texts), ["12_attention"]);
});
test("a module that the demo never calls is not offered, and it says so", () => {
    const inside = ["01_tensor", "12_attention"];
    assert.deepEqual(offered(["15_quantization", "01_tensor"], "12_attention", inside),
        {names: ["01_tensor", "12_attention"], why: ""});
    const {names, why} = offered(["15_quantization"], "15_quantization", inside);
    assert.deepEqual(names, []);
    assert.match(why, /calls no function of module 15/);
    assert.deepEqual(offered([], null, inside), {names: [], why: ""});
});

/* ---- files of the reader's own ---- */

const given = (name, ...bytes) =>
    ({name, size: bytes.length, arrayBuffer: async () => Uint8Array.from(bytes).buffer});

test("files that are brought join those of before, or say why not", async () => {
    const first = await withFiles({}, [given("b.bin", 1, 2), given("a.bin")]);
    assert.equal(first.why, "");
    const {files} = await withFiles(first.files, [given("b.bin", 3)]);
    assert.deepEqual(files, {"a.bin": Uint8Array.of(), "b.bin": Uint8Array.of(3)});
    assert.equal(inWords({...files, c: {byteLength: 2.5e6}}),
        "a.bin (0 KB), b.bin (1 KB), c (2.5 MB)");
    const folder = {...given("stories"), arrayBuffer: async () => { throw new Error("no"); }};
    for (const [list, why] of [
        [[given("d"), folder], /^stories cannot be read\. If it is a folder/],
        [[{...given("e"), size: 3e8}], /^e has 300\.0 MB; a page has room for 200\.0 MB\./]]) {
        const end = await withFiles(files, list);
        assert.match(end.why, why);
        assert.equal(end.files, files, "as they were");
    }
});
test("a notebook's prose says by which variable it is given a folder", () => {
    assert.equal(folderOf("call `STORIES=folder make notebook-2023`."), "STORIES");
    assert.equal(folderOf("STORIES=folder, or make notebook-2023"), null);
    const asking = readdirSync("notebooks-c").filter(name => name.endsWith(".c") &&
        folderOf(readFileSync(`notebooks-c/${name}`, "utf8")) !== null);
    assert.deepEqual(asking, ["1986_digits.c", "1998_lenet.c", "2023_llama.c"]);
});

/* ---- the demo's stream ---- */

const look = {step: 10, word: "ABC", answer: "CBX", right: 0.5,
    attention: [
        [[[0.2, 0.3, 0.5, 0], [0, 1, 0, 0], [0.1, 0.8, 0, 0.1]],
            [[0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]]]]};

test("lines of the demo become a story", () => {
    const story = emptyStory();
    const said = ['{"steps":350,"seed":3,"parameters":59232,"layers":2,"heads":4,"words":198}',
        '{"step":1,"loss":3.25}', JSON.stringify(look), '{"step":2,"loss":3.125}']
        .map(line => takeLine(story, line));
    assert.deepEqual(said, ["start", "loss", "look", "loss"]);
    assert.deepEqual([story.steps, story.seed, story.words, story.losses],
        [350, 3, 198, [3.25, 3.125]]);
    assert.equal(story.looks[0].answer, "CBX");
});
test("what is no line of the demo changes nothing", () => {
    const story = emptyStory();
    for (const line of ["", "step 35/350  loss 3.2", "null", "7", '{"other":1}', '{"step":1,"lo'])
        assert.equal(takeLine(story, line), null);
    assert.deepEqual(story, emptyStory());
});
test("a word has 3 to 10 letters A to Z", () => {
    assert.deepEqual(wordFrom(" kindling "), {word: "KINDLING", why: ""});
    for (const text of ["", "AB", "ABCDEFGHIJK"])
        assert.equal(wordFrom(text).why, `3 to 10 letters; these are ${text.length}.`);
    for (const text of ["ABC1", "A BC", "\u00c4PFEL"]) assert.match(wordFrom(text).why, /A to Z/);
    assert.equal(wordFrom("ABC1").word, null);
    assert.equal(backwards("ABC"), "CBA");
});
test("the best head attends to the mirror image of each letter", () => {
    assert.equal(mirrorShare([[0, 0, 1], [0, 0.5, 0], [0.25, 0, 0]]), 1.75 / 3);
    assert.equal(mirrorShare(look.attention[0][0]), (0.5 + 1 + 0.1) / 3,
        "places behind the word are no mirror images");
    assert.deepEqual(bestHead(look.attention), [0, 1]);
});
test("the likeliest letters of a place come first, and are said in words", () => {
    const shares = Array(27).fill(0);
    Object.assign(shares, {0: 0.05, 1: 0.2, 26: 0.7, 14: 0.049, 2: 0.001});
    assert.deepEqual(likeliest(shares, 3),
        [{letter: "Z", share: 0.7}, {letter: "A", share: 0.2}, {letter: "\u00b7", share: 0.05}]);
    assert.equal(sureInWords(shares, 3), "Z 70 %, A 20 %, nothing 5 %.");
    assert.equal(sureInWords(Array.from({length: 27}, (_, k) => k === 3 ? 1 : 0), 3), "C 100 %.",
        "what has no share is not named");
    assert.equal(shares[26], 0.7, "the shares themselves stay in their order");
    assert.equal(temperatureInWords(0), "0: always the likeliest");
    assert.equal(temperatureInWords(1), "1.0: as the model says");
    assert.match(temperatureInWords(0.3), /^0\.3: surer/);
    assert.match(temperatureInWords(2), /^2\.0: less sure/);
});
test("charts and maps say in words what they show", () => {
    assert.equal(lossInWords([]), "No step yet.");
    assert.equal(lossInWords([3.29584]), "The loss is 3.296 after step 1.");
    assert.match(lossInWords([3.29584, 0.5]),
        /0\.5000 after step 2\. It was 3\.296 after step 1\./);
    assert.match(lossInWords(Array.from({length: 40}, (_, i) => 4 - i / 10)),
        /0\.1000 after step 40.*2\.000 after half/);
    assert.equal(headInWords(look, look.attention[0][0]),
        "C attends to C in place 3 with 50 %, B attends to B in place 2 with 100 %, X attends to " +
        "B in place 2 with 80 %.");
    assert.match(headInWords(look, [[0, 0, 0, 1]]), /the empty place 4 with 100 %/);
});

/* ---- charts ---- */

test("ticks are round and within the axis", () => {
    assert.deepEqual(ticks(0, 350, 7), [0, 50, 100, 150, 200, 250, 300, 350]);
    assert.deepEqual(ticks(0, 1, 4), [0, 0.25, 0.5, 0.75, 1]);
    assert.deepEqual(ticks(0, 3.46, 4), [0, 1, 2, 3]);
    assert.deepEqual(ticks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
});
test("a path begins at its first value, and leaves out what is not finite", () => {
    assert.equal(pathOf([1, 2, 4], 1, i => 10 * i, v => 100 - v),
        "M10.0 99L20.0 98L30.0 96".replace(/(\d\d)(?=L|$)/g, "$1.0"));
    assert.equal(pathOf([NaN, 2], 0, i => i, v => v), "M1.0 2.0");
    assert.equal(pathOf([], 0, i => i, v => v), "");
});

/* ---- C ---- */

const code =
    'static const char *s = "a // \\" b"; /* int\n x */\n#include <math.h>\nCELL {\n' +
    '    Tensor *x = f(0x1f, 1.5e-3f); // tensor\n    char c = \'"\';\n}\n';
test("what is painted is what is typed", () => {
    for (const text of [code, "", "\n\n", '"never closed', "/* never closed", "a'b", "#",
        "x\t\t= 1;"]) assert.equal(tokens(text).map(t => t[1]).join(""), text);
});
test("words, strings and comments of C have their colours", () => {
    const kinds = Object.fromEntries(tokens(code).map(([kind, part]) => [part, kind]));
    assert.equal(kinds['"a // \\" b"'], "st");
    assert.equal(kinds["/* int\n x */"], "co");
    assert.equal(kinds["#include"], "pp");
    assert.equal(kinds.CELL, "kw");
    assert.equal(kinds.Tensor, "dt");
    assert.equal(kinds["1.5e-3f"], "dv");
    assert.equal(kinds["0x1f"], "dv");
    assert.equal(kinds["// tensor"], "co");
    assert.equal(kinds["'\"'"], "st");
});

/* ---- cells ---- */

test("a cell is taken apart at file scope", () => {
    assert.deepEqual(
        items(
            "int a = 1, b;\n\n/* c; */ void f(void) { a; }\n#define X \\\n  1\nf();\n" +
            "do { } while (0);\nint m[] = {1, 2};"),
        [[1, "int a = 1, b;"], [3, "/* c; */ void f(void) { a; }"], [4, "#define X \\\n  1"],
            [6, "f();"], [7, "do { } while (0);"], [8, "int m[] = {1, 2};"]]);
});
test("what a cell defines is declared for those behind it", () => {
    const [text, known] =
        translate(
            "static long n_tokens, *n_training, rows[] = {1, 2, 3};\nstatic int twice(int x)\n{\n" +
            "    return 2 * x;\n}\nn_tokens = twice(3);", 4, new Map());
    assert.deepEqual([...known], [["n_tokens", 'extern long n_tokens __asm__("n_tokens__c4");'],
        ["n_training", 'extern long  *n_training __asm__("n_training__c4");'],
        ["rows", 'extern long  rows[3] __asm__("rows__c4");'],
        ["twice", 'int twice(int x) __asm__("twice__c4");']]);
    assert.match(text, /CELL \{\n\n#line 6 "cell 4"\nn_tokens = twice\(3\);\n\}/);
    const [, taker] = translate("void f(void (*after)(int))\n{\n}", 4, new Map());
    assert.deepEqual([...taker.keys()], ["f"], "a function is not called as its parameter");
    const [next] = translate("double n_tokens;", 5, known);
    assert.match(next, /n_tokens__c5/);
    assert.doesNotMatch(next, /n_tokens__c4/);
});

test("statements are wrapped, and what is declared between them stays outside", () => {
    const [text] = translate("x = 1;\nputs(s);\nint y = 2;\ny++;", 1, new Map());
    assert.match(text,
        /CELL \{\n\n#line 1 "cell 1"\nx = 1;\n\n#line 2 "cell 1"\nputs\(s\);\n\}\nextern int y __asm__\("y__c1"\);\n#line 3 "cell 1"\nint y = 2;\nCELL \{\n\n#line 4 "cell 1"\ny\+\+;\n\}\n$/);
});

const python = `
import json, pathlib, sys
sys.path.insert(0, "tools/notebook")
import cells, session
for file in sorted(pathlib.Path("notebooks-c").glob("*.c")):
    one = session.Session(sys.argv[1], "cc", "")
    for cell in (c for c in cells.parse(file.read_text()) if c.kind == "code"):
        one.number += 1
        text, one.known = one.translate(cell.text)
        print(json.dumps([file.stem, cell.text, text]))
`;
/* Jupyter does two things more: it shows a value (show.h), and begins a variable with what only
 * runs. No cell of the tree needs that; but the text has the headers for it, and lines of its own
 * for cells that are made there. */
const withoutMore = text => text.replace('#include "show.h"\n#include <string.h>\n', "")
    .replace(/NOTEBOOK_CELL\(\d+, false\) \{/g, "CELL {");

test("what is static inside of a function outlives the call, also in a cell", () => {
    const [text] =
        translate(
            "/* {a static one} */\nstatic int next(void)\n{\n    static int n;\n    return ++n;\n}",
            1, new Map());
    assert.match(text, /^int next\(void\) __asm__\("next__c1"\);$/m);
    assert.match(text, /\{a static one\} \*\/\nint next\(void\)\n\{\n    static int n;/);
});

test("every cell of every notebook becomes what tools/notebook/session.py makes of it", t => {
    const run = spawnSync("python3", ["-c", python, "build/session"],
        {encoding: "utf8", maxBuffer: 1 << 26});
    if (run.error) { t.skip("no python3"); return; }
    assert.equal(run.status, 0, run.stderr);
    const rows = run.stdout.trim().split("\n").map(line => JSON.parse(line));
    let book = null, known, number;
    for (const [name, text, wanted] of rows) {
        if (name !== book) [book, known, number] = [name, new Map(), 0];
        const [got, next] = translate(text, ++number, known);
        assert.equal(got, withoutMore(wanted), `${name}, cell ${number}`);
        known = next;
    }
    assert.equal(new Set(rows.map(r => r[0])).size,
        readdirSync("notebooks-c").filter(f => f.endsWith(".c")).length);
});
