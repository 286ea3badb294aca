/* live_cells.test.mjs - cells of C, compiled by the site's compiler and loaded: what they share,
 * and every way to end.
 *
 * Needs what make web has made; skipped where that is not.
 */
import test from "node:test";
import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";

const SITE = "build/web/";
const there = existsSync(SITE + "live/live.json") && existsSync("build/web-npm/node_modules");
const needs = {skip: there ? false : "make web has not been here"};
const load = async path => (await import(path));
const {Host} = there ? await load("../../../tools/web/page/live/host.js") : {};
const {Compiler, Session} = await load("../../../tools/web/page/live/cells.js");

let compiler = null;
async function compilerHere() {
    if (compiler) return compiler;
    const {Driver} = await load("../../../tools/web/core/driver.js");
    const {clang} = await load("../../../tools/web/node/clang.mjs");
    const json = file => JSON.parse(readFileSync(SITE + file, "utf8"));
    return compiler = new Compiler(new Driver(await clang()), json("data/tree.json"),
        json("live/live.json").include);
}

/* A notebook in which cells are typed one after the other. */
class Notebook {
    constructor() {
        this.said = [];
        this.host = new Host(new WebAssembly.Module(readFileSync(SITE + "live/notebook.wasm")),
            output => this.said.push(output));
        this.session = new Session();
    }
    async run(code) {
        this.said.length = 0;
        const cell = this.session.next(code);
        const {wasm, diagnostics} = await (await compilerHere()).compile(cell.text);
        if (!wasm) return {how: "compile", diagnostics};
        const end = this.host.run(cell.number, new WebAssembly.Module(wasm), cell.fails);
        if (end.how !== "failed") cell.accept();
        return {...end, text: this.said.filter(o => o.kind === "text").map(o => o.text).join(""),
            gates: this.said.filter(o => o.kind === "gate")};
    }
}
const said = async (book, code) => {
    const end = await book.run(code);
    assert.equal(end.how, "ok", end.why);
    return end.text;
};

test("cells share variables, functions, tables of functions and those of the C library", needs,
    async () => {
    const book = new Notebook();
    await said(book,
        "#include <math.h>\nstatic int numbers[4] = {1, 2, 3, 4}, sum;\n" +
        "static double (*wave)(double);\nstatic int twice(int x)\n{\n    return 2 * x;\n}");
    assert.equal(
        await said(book,
            'static int thrice(int x)\n{\n    return 3 * x;\n}\n' +
            'static int (*table[])(int) = {twice, thrice};\nCELL\n{\n    wave = sin;\n' +
        '    for (int i = 0; i < 4; i++)\n        sum += table[i % 2](numbers[i]);\n' +
            '    printf("%d\\n", sum);\n}'), "26\n");
    assert.equal(
        await said(book,
            'numbers[3] = 10;\n' +
            'printf("%d %d %d %d\\n", sum, numbers[3], wave == sin, table[1](7));'),
        "26 10 1 21\n");
    assert.equal(await said(book, "static double sum = 0.5;"), "");
    assert.equal(await said(book, 'printf("%.1f\\n", sum);'), "0.5\n",
        "the newest definition wins");
});
test("two cells never share memory, and what has no first value is zero", needs, async () => {
    const book = new Notebook();
    await said(book,
        "#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\nstatic long first[100];\n" +
        "CELL\n{\n    for (int i = 0; i < 40; i++)\n" +
        "        free(memset(malloc(3000 * (i + 1)), 0xff, 3000 * (i + 1)));\n" +
        "    memset(first, 0x11, sizeof first);\n}");
    assert.equal(
        await said(book,
            'static long second[5000];\nstatic _Alignas(4096) char wide[64];\nCELL\n{\n' +
            '    volatile uintptr_t at = (uintptr_t)wide;\n    long s = 0;\n' +
            '    for (int i = 0; i < 5000; i++)\n        s |= second[i];\n' +
        '    memset(second, 0x22, sizeof second);\n' +
            '    printf("%ld %d %d\\n", s, (int)(at % 4096), first[99] == 0x11111111);\n}'),
            "0 0 1\n");
});
test("every way to end has its word, and leaves the state before it", needs, async () => {
    const book = new Notebook();
    await said(book, "static int n = 1;\nstatic int none(void)\n{\n    return 0;\n}");
    const ends = [["n = 2;\ntensor_add(tensor_zeros(SHAPE(2)), tensor_zeros(SHAPE(3)));",
        "ended in a mistake"],
        ["n = 3;\ngate(none(), \"zero is true\");", "did not pass its gate"],
        ["n = 4;\nkindling_fail(\"todo: 12.1 is not written yet\");",
            "waits for what is not written yet"],
        ["n = 5;\n*(int *)(long)none() = 1;",
            "crashed: a NULL pointer, an index out of bounds, or abort()"],
        ["n = 6;\nint few[3];\nCELL\n{\n    few[3 + none()] = 1;\n}",
            "crashed: a NULL pointer, an index out of bounds, or abort()"],
        ["#include <stdlib.h>\nn = 7;\nexit(3);", "left the program with status 3"]];
    for (const [code, why] of ends) {
        const end = await book.run(code);
        assert.deepEqual([end.how, end.why], ["failed", why], code);
        assert.equal(await said(book, 'printf("%d\\n", n);'), "1\n", code);
    }
    const meant = await book.run('CELL_FAILS\n{\n    kindling_fail("no");\n}');
    const todo = await book.run('CELL_FAILS\n{\n    kindling_fail("todo: 1");\n}');
    assert.deepEqual([meant.how, todo.how], ["meant", "failed"],
        "what is not written yet is no mistake");
});
test("text and gates keep their order, and a line that has no end is not lost", needs, async () => {
    const book = new Notebook();
    const end = await book.run(
        'printf("before");\ngate(true, "a %d", 1);\nputs("between");\ngate(0 > 1, "b c");');
    assert.deepEqual(book.said,
        [{kind: "text", text: "before\n"}, {kind: "gate", held: true, claim: "a 1"},
            {kind: "text", text: "between\n"}, {kind: "gate", held: false, claim: "b c"}]);
    assert.equal(end.why, "did not pass its gate");
    assert.equal(await said(book, 'printf("no end");'), "no end");
});
test("the compiler's complaints stand at the cell's lines", needs, async () => {
    const end = await new Notebook().run("int a;\n\nint b = nobody;");
    assert.equal(end.how, "compile");
    assert.deepEqual(end.diagnostics[0],
        {line: 3, column: 9, kind: "error", text: "use of undeclared identifier 'nobody'"});
});
test("another instance goes on where tables of functions have grown", needs, async () => {
    const book = new Notebook(), other = new Notebook();
    await said(book,
        "#include <math.h>\nstatic double (*waves[3])(double);\nstatic double one(double x)\n{\n" +
        "    return x + 1;\n}\nwaves[0] = one;\nwaves[1] = tgamma;\nwaves[2] = erf;");
    assert.equal((await book.run("gate(false, \"no\");")).how, "failed");
    other.host.resume(book.host.state());
    Object.assign(other, {session: book.session});
    assert.equal(
        await said(other, 'printf("%.2f %.2f %.2f\\n", waves[0](1), waves[1](4), waves[2](0));'),
        "2.00 6.00 0.00\n");
});
/* A cell that can be run again, in any host: host => {how, why, text}. */
async function cellOf(code) {
    const {text, number} = new Session().next(code);
    const {wasm, said} = await (await compilerHere()).compile(text);
    assert.ok(wasm, said);
    const module = new WebAssembly.Module(wasm);
    return book => {
        book.said.length = 0;
        const end = book.host.run(number, module, false);
        return {...end, text: book.said.map(o => o.text ?? "").join("")};
    };
}
test("files of the reader's own lie in a folder that the environment names", needs, async () => {
    const book = new Notebook(), other = new Notebook();
    const look = await cellOf('#include <stdlib.h>\nCELL\n{\n' +
        '    const char *folder = getenv("FOLDER");\n    char path[99], text[9];\n' +
        '    snprintf(path, sizeof path, "%s/a b.bin", folder != NULL ? folder : "none");\n' +
        '    FILE *f = fopen(path, "r");\n' +
        '    printf("%s %zu\\n", folder != NULL ? "set" : "not set",\n' +
        '           f != NULL ? fread(text, 1, 8, f) : 99);\n}');
    assert.equal(look(book).text, "not set 99\n");
    const state = {...book.host.state(), loaded: []};
    const bring = (to, files) => to.host.bring({variable: "FOLDER", files});
    bring(book, {"a b.bin": Uint8Array.of(1, 0, 3)});
    assert.equal(look(book).text, "set 3\n", "in the middle of it");
    bring(book, {});
    assert.equal(look(book).text, "set 99\n");
    other.host.resume(state);
    bring(other, {"a b.bin": Uint8Array.of(1, 2)});
    assert.equal(look(other).text, "set 2\n", "a worker that goes on from before");
});
test("a student's files stand in the engine that cells call", needs, async () => {
    const {nodeJudge} = await load("./same_words/node_judge.mjs");
    const judge = await nodeJudge("build/web", (await compilerHere()).driver);
    const {files} = JSON.parse(readFileSync(`${SITE}data/modules/12_attention.json`, "utf8"));
    const linked = await judge.linked("notebook", "12_attention", {"scores.c": files["scores.c"]},
        {host: true});
    assert.ok(linked.module, linked.said);
    const x = "tensor_ones(SHAPE(1, 2, 4))", book = new Notebook();
    const cell = await cellOf(`scaled_dot_product_attention(${x}, ${x}, ${x}, NULL);`);
    assert.equal(cell(book).how, "ok", "the engine's");
    book.host = new Host(linked.module, output => book.said.push(output));
    const end = cell(book);
    assert.deepEqual([end.how, end.why], ["failed", "waits for what is not written yet"]);
    assert.match(end.text, /todo: 12\.\d+ attention_scores/);
});
