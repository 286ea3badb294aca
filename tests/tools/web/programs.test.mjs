/* programs.test.mjs - what programs of the tab find in their folders. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {filesIn, inodesOf} from "../../../tools/web/core/inodes.js";
import {Judge} from "../../../tools/web/core/judge.js";
import {linkerWords, Toolchain} from "../../../tools/web/core/toolchain.js";
import {filesNamed} from "../../../tools/web/node/tree.mjs";
import {objectOf} from "./fixtures/objects.mjs";

test("files become folders, and files again; an empty folder is one", () => {
    const bytes = new Uint8Array([1, 2]);
    const top = inodesOf({"a/b/c.txt": "c", "a/d.bin": bytes, "tmp/": ""});
    assert.deepEqual([...top.keys()], ["a", "tmp"]);
    assert.equal(top.get("tmp").contents.size, 0);
    assert.deepEqual(filesIn(top), {"a/b/c.txt": new TextEncoder().encode("c"), "a/d.bin": bytes});
});

test("what a source names, if it is there", () => {
    const found = filesNamed(
        '#include "predict.h"\n' +
        'read("modules/10_tokenization/README.md"); read("notebooks-c/prose.txt"); ' +
        'read("modules/nowhere.md"); puts("a.b");');
    assert.deepEqual(Object.keys(found),
        ["modules/10_tokenization/README.md", "notebooks-c/prose.txt"]);
    assert.match(found["modules/10_tokenization/README.md"], /^# 10 /);
});

/* A judge whose compiler agrees to everything, and whose programs only say what they were given. */
const judge = new Judge({
    course: {engine: [], modules: {m: {breaks: [{case: "1", what: "w", task: "t", objects: []}]}},
        tasks: {t: "The task: t."},
        programs: {break: [], "measure/m": []},
        reads: {break: {"text.md": "read"},
            "measure/m": {"text.md": "read", "modules/m/a.c": "at first"}}},
    toolchain: {compile: async () => ({object: new Uint8Array(), said: "", key: ""}),
        link: async () => ({module: {}})},
    runProgram: async (_, {files, args, onOutput}) => { onOutput("7"); return {files, args}; },
});
judge.wrongCalls = () => [];

test("a program reads what it names; a student's own file is the student's", async () => {
    const {files, args} = await judge.measure("m", {"a.c": "mine"}, {onOutput() {}});
    assert.deepEqual(files, {"text.md": "read", "modules/m/a.c": "mine"});
    assert.deepEqual(args, ["m"]);
});

test("a case reads, too; the broken one is given the right one's numbers", async () => {
    let said = "";
    const {files, args} = await judge.breakCase("m", 1, {onOutput: piece => { said += piece; }});
    assert.deepEqual([files, args], [{"text.md": "read"}, ["break", "t", "7"]]);
    assert.equal(said, "Case 1: w.\nThe task: t.\n7");
});

test(
    "what the linker is told: own objects and given ones, libraries behind them, eight megabytes " +
    "of stack", async () => {
    let said = null;
    const objects = async () => new Map([["nn/given.o", new Uint8Array()]]);
    const driver = {run: async (tool, words) => {
        said = [tool, ...words];
        return {ok: false, said: "no"};
    }};
    await new Toolchain({driver, headers: {}, objects, include: []}).link(
        [["modules/m/own.o", new Uint8Array(), "key"]], ["nn/given.o"]);
    const [tool, start, own, given, ...more] = said, at = word => more.indexOf(word);
    assert.deepEqual([tool, start, own, given],
        ["wasm-ld", "/usr/lib/wasm32-wasip1/crt1-command.o", "modules/m/own.o", "nn/given.o"]);
    assert.ok(at("stack-size=8388608") > 0 && at("--wrap=malloc") > 0 &&
        at("-lm") > at("--wrap=malloc") && at("-lc") > at("-lm") && at("--export=__stack_pointer") >
        0, more.join(" "));
    assert.match(linkerWords([], {start: "reactor", stack: 1024})[0], /crt1-reactor\.o$/);
});

test("a function that a file has lost is told: the engine has a weak one of each, and the linker " +
    "would be content", () => {
    const start =
        "static long own(long n)\n{\n    return n;\n}\n\nlong first(long n)\n{\n    return n;\n" +
        "}\n/* long said(void) {} */\nlong later(void);\nTensor *second(Tensor *a,\n" +
        "               long n)\n{\n}\n";
    const asked = new Judge({course: {modules: {m: {files: {"a.c": start}}}}});
    assert.deepEqual(asked.undefinedIn("modules/m/a.c", objectOf(["tensor_new"])),
        ["first", "second"].map(f => `wasm-ld: error: undefined symbol: ${f}`));
    assert.deepEqual(asked.undefinedIn("modules/m/of_my_own.c", objectOf([])), []);
});
