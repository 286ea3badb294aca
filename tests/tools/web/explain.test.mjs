import test from "node:test";
import assert from "node:assert/strict";
import {makeExplain} from "../../../tools/web/core/explain.js";
import {objectOf, words} from "./fixtures/objects.mjs";

const NAME = "12_attention", files = {"mask.c": "int helper(void)\n{\n", "answers.txt": "int other(void)\n{\n"};
const explain = makeExplain({
    library: "sqrt", headers: {"tensor/t.h": "tensor_new", "tests/course/13_transformers/w.h": "theirs"},
    modules: {[NAME]: {files: {"mask.c": "int mask(void)\n{\n"}, calls: "flash", tests: []}, "13_transformers": {files: {"block.c": "int block(void)\n{\n"}, calls: null, tests: []}},
});

test("calls: by the module of the file", () => {
    const object = objectOf(["flash", "helper", "other", "sqrt", "tensor_new", "theirs"]), of = path => [...explain.calls(path, object, files).matchAll(/calls (\w+), which (does|no)/g)].map(m => `${m[1]} ${m[2]}`);
    assert.deepEqual(of(`modules/${NAME}/mask.c`), ["flash does", "flash no", "other no", "theirs no"]);
    assert.deepEqual(of("modules/13_transformers/block.c"), ["flash no", "other no"]);
    assert.deepEqual(of("modules/08_training/trainer.c"), ["flash no", "other no", "theirs no"], "a module that is not at hand");
    assert.equal(explain.calls(`modules/${NAME}/mask.c`, objectOf(["sqrt"]), files), "");
});

test("errors, warnings, and what the linker misses", () => {
    assert.equal(explain.compiler(words.compiler, NAME, files).errors, words.compiler);
    assert.equal(explain.compiler(words.compiler, NAME, files).diagnostics.length, 2);
    const {errors, diagnostics} = explain.compiler(words.warnings, NAME, files);
    assert.match(errors, /unused variable 'unused'/);
    assert.deepEqual(diagnostics.map(d => `${d.file}:${d.line} ${d.kind}`), ["modules/12_attention/odd.c:4 warning"]);
    assert.deepEqual(explain.compiler("", NAME, files), {errors: "", diagnostics: []});
    assert.equal(explain.linker("wasm-ld: error: x.o: undefined symbol: mask\nwasm-ld: error: x.o: undefined symbol: block\n", NAME, files).errors,
        "modules/13_transformers/block.c does not define block\nmask.c does not define mask\n");
    assert.match(explain.linker("wasm-ld: error: duplicate symbol: helper\n>>> defined in modules/12_attention/mask.o\n>>> defined in tests/x.o\n", NAME, files).errors, /^helper is defined in modules\/12_attention\/mask\.c:1 and again/);
});
