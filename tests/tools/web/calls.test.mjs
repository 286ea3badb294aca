import test from "node:test";
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {wrongCalls, headerNames, defines, lineOfCall,
    lineOfDefinition} from "../../../tools/web/core/calls.js";
import {bytes} from "./fixtures/objects.mjs";

const library = readFileSync(new URL("../../../tools/course/library.txt", import.meta.url), "utf8");
const known = (...names) => new Map(names.map(name => [name, ""]));
const file = {
    path: "modules/12_attention/mask.c", object: bytes["library.o"], folder: {"mask.c": ""},
    calls: null, library, names: known("elsewhere", "elsewhere_too", "renamed"),
};
const NOT_YOURS = name =>
    `${file.path}: error: it calls ${name}, which no graded file can: tools/course/library.txt ` +
    "lists what C has for you";
const TO_WRITE = name =>
    `${file.path}: error: it calls ${name}, which does what this module asks you to write ` +
    "(modules/12_attention/calls.txt)";

test("what compilers and headers make of allowed C is allowed",
    () => assert.deepEqual(wrongCalls(file), []));

test("a name that no header, no file of the folder and not the library has", () => {
    assert.deepEqual(wrongCalls({...file, names: known("renamed")}),
        [NOT_YOURS("elsewhere"), NOT_YOURS("elsewhere_too")]);
    assert.deepEqual(
        wrongCalls(
            {...file, names: known("elsewhere_too", "renamed"),
                folder: {"mask.c": "", "help.c": "int elsewhere(int n)\n{\n"}}), []);
    assert.deepEqual(
        wrongCalls(
            {...file, names: known("elsewhere_too", "renamed"),
                folder: {"help.c": "int elsewhere(int n);\n"}}), [NOT_YOURS("elsewhere")]);
    const without = library.replace(/\bputs\b/, "").replace("\n# stdio.h", "\n# puts");
    assert.deepEqual(wrongCalls({...file, library: without}), [NOT_YOURS("puts")],
        "a comment allows nothing");
});

test("much in variables, and code that runs by itself, in the words of make 12", () => {
    const ascii = text => [text.length, ...Buffer.from(text)];
    // a variable of 2,049 bytes in .bss; a constructor
    const symbols = [1, 1, 2, ...ascii("room"), 0, 0, 0x81, 16];
    const linking = [...ascii("linking"), 2, 5, 8, 1, ...ascii(".bss"), 0, 0, 8, symbols.length,
        ...symbols, 6, 3, 1, 0, 0];
    const object = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, linking.length, ...linking]);
    const script = readFileSync(new URL("../../../tools/course/calls.sh", import.meta.url), "utf8");
    const words = [...script.matchAll(/echo "\$file: (error: it[^"$]*(?:\$bytes[^"$]*)?)"/g)]
        .map(([, sentence]) => `${file.path}: ${sentence.replace("$bytes", 2049)}`);
    assert.deepEqual(wrongCalls({...file, object}), words);
    assert.equal(words.length, 2);
});

test("what the module asks for: for all files, or for one", () => {
    assert.deepEqual(wrongCalls({...file, calls: "# elsewhere_too\nother elsewhere\n"}),
        [TO_WRITE("elsewhere")]);
    assert.deepEqual(wrongCalls({...file, calls: "heads.c: elsewhere\nmask.c: elsewhere_too\n"}),
        [TO_WRITE("elsewhere_too")]);
    assert.deepEqual(wrongCalls({...file, calls: "elsewher\n"}), []);
});

test("what comes later, and what is the engine's own; a + makes an exception, a copy of the " +
    "course none", () => {
    const names = known("renamed").set("elsewhere", "13").set("elsewhere_too", "-");
    const said = wrongCalls({...file, names});
    assert.deepEqual(said, [
        `${file.path}: error: it calls elsewhere, which comes with module 13 (the number above ` +
        "it in its header), later than this one",
        `${file.path}: error: it calls elsewhere_too, which is the engine's own: no number of a ` +
        "module stands above it in its header"]);
    assert.deepEqual(wrongCalls({...file, names: names.set("elsewhere", "12")}), said.slice(1));
    assert.deepEqual(wrongCalls({...file, names, calls: "mask.c: +elsewhere_too\n"}), []);
    assert.deepEqual(wrongCalls({...file, names, calls: "heads.c: +elsewhere_too\n"}),
        said.slice(1));
});

test("a prototype comes with the number of its banner; the lowest of several counts", () => {
    const of = (text, path = "nn/a.h") => Object.fromEntries(headerNames({
        [path]: text, "nn/b.h": "/* ---- b.c (17): more ---- */\nint twice(void);\n"}, "12_x"));
    const found = of("int early(void);\n/* ---- a.c (09): what (12) is ---- */\n" +
        "__attribute__((format(printf, 1, 2))) void said(const char *f, ...);\nint twice(int);\n" +
        "static inline int inside(int n)\n{\n    return called(n);\n}\n" +
        "extern const int table[], other;\n/* ---- c.c: none ---- */\nint *late(\n    int n);\n");
    assert.deepEqual([found.early, found.said, found.twice, found.inside, found.called,
        found.table, found.other, found.late], ["-", "09", "09", "", "", "09", "09", "-"]);
    assert.equal(of("int early(void);\n", "modules/12_x/a.h").early, "00");
});

test("names of headers: what the engine, the modules and the module's own tests declare, and no " +
    "word of a comment", () => {
    const tree = {
        "tensor/a.h": "/* to open(a, file), see system(3) */\nint in_tensor(int read);\n" +
        "extern const char unicode_letters[];\nextern __thread Site\n    here;\nlong link;",
        "modules/todo.h": "todo(x)",
        "tests/course/12_attention/want.h": "/* other(s)\n */ mine(/* not(e) */)",
        "tests/course/13_transformers/want.h": "others()", "tests/harness/check.h": "harness()",
        "tools/lib/words.h": "words()"};
    assert.deepEqual(
        [...headerNames(tree, "12_attention").keys()].filter(
            name => !/^(extern|const|char|__thread|Site)$/.test(name)).sort(),
        ["here", "in_tensor", "mine", "todo", "unicode_letters"]);
});

test("a call: its line in a function, no comment, no part of a name; and one of a function that " +
    "does not exist", () => {
    const text =
        "int elsewhere(int n);\n/* elsewhere(1)\n * elsewhere(2) */\n    // elsewhere(3)\n" +
        "    not_elsewhere(4); elsewhere;\n    return elsewhere (5);\n";
    assert.deepEqual([lineOfCall(text, "elsewhere"), lineOfCall(text, "else")], [6, 0]);
    const told = wrongCalls(
        {...file, names: known("elsewhere_too", "renamed"), folder: {"mask.c": text}});
    assert.equal(told.length, 1);
    assert.match(told[0],
        /^modules\/12_attention\/mask\.c:6: error: it calls elsewhere, which it declares, but which does not exist: /);
});

test("a definition: its line, not a declaration, a call or a part of a name", () => {
    const text =
        "int f(int);\n    f(2)\nstatic int g_f(int n)\nlong\t*f(int n) { return 0; }\n" +
        "  int f(int n)\n";
    assert.equal(defines(text, "f"), true);
    assert.equal(lineOfDefinition(text, "f"), 4);
    assert.equal(lineOfDefinition(text, "g"), 0);
});
