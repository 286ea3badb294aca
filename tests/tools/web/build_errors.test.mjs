import test from "node:test";
import assert from "node:assert/strict";
import {buildErrors, diagnosticsOf, warningsOf} from "../../../tools/web/core/build_errors.js";
import {words, source} from "./fixtures/objects.mjs";

const course = {
    name: "12_attention",
    starts: {
        "12_attention": {"heads.c": "Tensor *heads(int n);\n",
            "mask.c": "int\nmask(int *p, int n)\nint mask(int *p, int n)\n{\n}\n"},
        "08_training": {"trainer.c": "void trainer_run(void)\n{\n}\n"}},
    tests: [{exercise: "12.4 mask_padding", file: "masks.c"},
        {exercise: "12.q3 why", file: "answers.txt"}],
    sources: {"modules/12_attention/mask5.c": source,
        "modules/12_attention/library.c": "\n\n" + source},
};
const missing = (f, more = {}) =>
    buildErrors(`wasm-ld: error: modules/12_attention/x.o: undefined symbol: ${f}\n`,
        {...course, ...more}).text;
const at = text => source.slice(0, source.indexOf(text)).split("\n").length;

test("the compiler speaks for itself, every error is a mark", () => {
    const {text, diagnostics} = buildErrors(words.compiler, course);
    assert.equal(text, words.compiler);
    assert.deepEqual(diagnostics, [
        {file: "modules/12_attention/bad.c", line: 1, column: 22, kind: "error",
            text: "use of undeclared identifier 'x'"},
        {file: "modules/12_attention/bad.c", line: 2, column: 10, kind: "error",
            text: "'no.h' file not found"},
    ]);
});

test("what the linker says besides an error of the compiler is left out, and colours", () => {
    const red = words.compiler.replaceAll("error:", "\x1b[0;1;31merror: \x1b[0m".replace(" ", ""));
    const {text, diagnostics} =
        buildErrors(red + words.double + "clang: error: linker command failed with exit code 1\n",
            course);
    assert.ok(text.startsWith(words.compiler));
    assert.doesNotMatch(text, /wasm-ld|>>>|linker|\x1b/);
    assert.equal(diagnostics.length, 2);
});

test("warnings: kind, and those of a build that succeeded", () => {
    assert.deepEqual(diagnosticsOf(words.warnings).map(d => `${d.file}:${d.line} ${d.kind}`).at(2),
        "modules/12_attention/odd.c:4 warning");
    const told = warningsOf(words.warnings);
    assert.match(
        told, /odd\.c:4:9: warning: unused variable 'unused'.*\n    4 \|     int unused;\n/);
    assert.doesNotMatch(told, /odd\.h:1:30|generated/);
    const mine = words.warnings.slice(words.warnings.indexOf("modules/12_attention/odd.c:4"),
        words.warnings.lastIndexOf("In file"));
    assert.equal(warningsOf(`${mine}1 warning generated.\n`), mine);
    assert.equal(warningsOf(""), "");
});

test("calls that are not allowed are errors of the file as a whole", () => {
    const line =
        "modules/12_attention/mha.c: error: it calls flash_attention, which comes with " +
        "module 13 (the number above it in its header), later than this one";
    const {text, diagnostics} = buildErrors(line + "\n", course);
    assert.equal(text, line + "\n");
    assert.deepEqual(diagnostics,
        [{file: "modules/12_attention/mha.c", line: 0, column: 0, kind: "error",
            text: line.split("error: ")[1]}]);
});

test("a missing function is named with the file that should have it", () => {
    const {text, diagnostics} = buildErrors(words.missing, course);
    assert.equal(text, "mask.c does not define mask\n");
    assert.deepEqual(diagnostics,
        [{file: "modules/12_attention/mask.c", line: 0, column: 0, kind: "error",
            text: "mask.c does not define mask"}]);
    assert.equal(missing("trainer_run"),
        "modules/08_training/trainer.c does not define trainer_run\n");
    assert.equal(missing("mask_padding"), "masks.c does not define mask_padding\n",
        "by the exercise");
    assert.equal(missing("padding"),
        "nothing defines padding: is its name spelled as in the header?\n", "a part of a name");
    assert.equal(buildErrors("wasm-ld: error: x.o: undefined symbol: trainer_run\n",
        course).diagnostics[0].file, "modules/08_training/trainer.c");
    assert.equal(missing("heads"), "nothing defines heads: is its name spelled as in the header?\n",
        "a declaration is no definition");
    assert.equal(missing("__wrap_mask"), "mask.c does not define mask\n");
    assert.equal(missing("main"), "");
    assert.equal(missing("__main_argc_argv"), "");
});

test("many missing functions: each once, in order", () => {
    const log = ["mask", "trainer_run", "mask",
        "heads_x"].map(f => `wasm-ld: error: a.o: undefined symbol: ${f}\n`).join("");
    assert.equal(buildErrors(log, course).text,
        "nothing defines heads_x: is its name spelled as in the header?\n" +
        "mask.c does not define mask\nmodules/08_training/trainer.c does not define trainer_run\n");
});

test("a function twice: in two of the student's files, in one and elsewhere, elsewhere only",
    () => {
    const {text, diagnostics} = buildErrors(words.double, course);
    assert.match(text,
        new RegExp(
            `^mask is defined twice: in modules/12_attention/library.c:${at("int mask(") + 2} ` +
            `and in modules/12_attention/mask5.c:${at("int mask(")}. ` +
        "If it is your own helper, make it static\\nunused is defined twice: "));
    assert.deepEqual(diagnostics.slice(0, 2).map(d => `${d.file}:${d.line}`),
        [`modules/12_attention/library.c:${at("int mask(") + 2}`,
            `modules/12_attention/mask5.c:${at("int mask(")}`]);
    const one = {...course, sources: {"modules/12_attention/mask5.c": source}};
    assert.match(buildErrors(words.double, one).text,
        new RegExp(
            `^mask is defined in modules/12_attention/mask5.c:${at("int mask(")} and again ` +
            `outside of your files\\. If`));
    const pair = (f, a) =>
        `wasm-ld: error: duplicate symbol: ${f}\n>>> defined in modules/12_attention/${a}.o\n` +
        ">>> defined in tensor/other.o\n\n";
    assert.match(buildErrors(pair("mask", "mask5") + pair("unused", "library"), course).text,
        /^mask is defined in modules\/12_attention\/mask5\.c:\d+ and again outside of your files\..*\nunused is defined in modules\/12_attention\/library\.c:\d+ and again/);
    assert.match(buildErrors(words.double, {...course, sources: {}}).text,
        /^mask is defined twice\. If it is your own helper, make it static\n/);
});

test("words of nobody's are shown as they are", () => {
    assert.equal(buildErrors("wasm-ld: error: unknown file type: x.o\n", course).text,
        "wasm-ld: error: unknown file type: x.o\n");
});
