/* compile.test.mjs - objects are made once, again when what they are made of changes, and a mistake
 * stops with clang's words. */
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {after, before, test} from "node:test";
import {fileURLToPath} from "node:url";
import {isNeeded} from "../../../tools/web/node/clang.mjs";
import {jobsOf, objectOf} from "../../../tools/web/node/compile.mjs";

const COMPILE = fileURLToPath(new URL("../../../tools/web/node/compile.mjs", import.meta.url));
let folder;

before(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), "compile-"));
    put("Makefile", "ROOMS := room other\n");
    put("other/deep/d.h", "int d(void);\n");
    put("room/a.h", '#include "../other/deep/d.h"\n#define A 1\n');
    put("room/a.c", '#include "a.h"\nint a(void) { return A + d(); }\n');
    put("room/b.c", "#include <math.h>\ndouble b(double x) { return sin(x); }\n");
});
after(() => fs.rmSync(folder, {recursive: true}));

function put(file, text) {
    fs.mkdirSync(path.dirname(`${folder}/${file}`), {recursive: true});
    fs.writeFileSync(`${folder}/${file}`, text);
}

/* What was compiled, and the rest. */
function compile(files, flags = "-I. -O1") {
    const {status, stdout, stderr} =
        spawnSync("node", [COMPILE, "--out", "out", "--flags", flags, "--with", "-DX", ...files],
            {cwd: folder, encoding: "utf8"});
    return {status, stderr, made: stdout.split("\n").filter(Boolean)
        .map(line => line.replace("  wasm  out/", "")).sort()};
}
const has = file => fs.existsSync(`${folder}/out/${file}`);

test("the command line", () => {
    assert.deepEqual(
        jobsOf(["--out", "o", "--flags", "-a -b", "--with", "-c", "x.c", "--with", "", "y.c",
            "--out", "p", "z.c"]), [
        {out: "o", file: "x.c", flags: ["-a", "-b", "-c"]},
        {out: "o", file: "y.c", flags: ["-a", "-b"]}, {out: "p", file: "z.c", flags: []}]);
    assert.equal(objectOf("tensor/files/npy.c"), "tensor/files/npy.o");
    assert.equal(objectOf("build/release/tools/page.c"), "tools/page.o");
});

test("of the compiler's files those of C for WebAssembly", () => {
    const needed = ["include/stddef.h", "include/__stddef_size_t.h",
        "include/wasm32-wasip1/sys/stat.h", "lib/wasm32-wasip1/libsetjmp.a",
        "lib/wasm32-unknown-wasip1/libclang_rt.builtins.a",
        "lib/wasm32-wasip1/crt1-command.o"];
    const others = ["include/c++/v1/vector", "include/wasm32-wasip1/c++/v1/__config_site",
        "include/avxintrin.h", "lib/wasm32-wasip1/libc++.a",
        "lib/wasm32-wasip1/libc.so", "include/sanitizer/asan_interface.h"];
    assert.deepEqual(needed.filter(isNeeded), needed);
    assert.deepEqual(others.filter(isNeeded), []);
});

test("made once, and again for a changed header, other flags, a lost object", () => {
    assert.deepEqual(compile(["room/a.c", "room/b.c"]),
        {status: 0, stderr: "", made: ["room/a.o", "room/b.o"]});
    assert.equal(fs.readFileSync(`${folder}/out/room/a.o`).toString("latin1", 0, 4), "\0asm");
    fs.utimesSync(`${folder}/room/a.c`, new Date(), new Date());
    assert.deepEqual(compile(["room/a.c", "room/b.c"]), {status: 0, stderr: "", made: []});
    put("other/deep/d.h", "int d(void); /* more */\n");
    assert.deepEqual(compile(["room/a.c", "room/b.c"]).made, ["room/a.o"]);
    assert.deepEqual(compile(["room/a.c", "room/b.c"], "-I. -O2").made, ["room/a.o", "room/b.o"]);
    fs.rmSync(`${folder}/out/room/b.o`);
    assert.deepEqual(compile(["room/a.c", "room/b.c"], "-I. -O2").made, ["room/b.o"]);
});

test("a mistake stops it, and is there until it is mended", () => {
    put("room/c.c", "int c(void) { return x; }\n");
    for (let i = 0; i < 2; i++) {
        const {status, stderr} = compile(["room/a.c", "room/c.c"]);
        assert.equal(status, 1);
        assert.match(stderr, /^room\/c\.c:1:22: error: use of undeclared identifier 'x'/m);
    }
    put("room/c.c", "int c(void) { return 1; }\n");
    assert.equal(compile(["room/a.c", "room/c.c"]).status, 0);
    assert.ok(has("room/c.o"));
});

test("the object of a source that is gone goes", () => {
    compile(["room/a.c"]);
    assert.ok(has("room/a.o") && !has("room/c.o"));
    assert.deepEqual(Object.keys(JSON.parse(fs.readFileSync(`${folder}/out/made.json`, "utf8"))),
        ["room/a.c"]);
});
