/* What core/ says, beside what the scripts of the course really print: the same steps in both
 * worlds. */
import test from "node:test";
import assert from "node:assert/strict";
import {execFileSync, spawnSync} from "node:child_process";
import {mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import {Tree, TOP, ROOMS} from "./tree.mjs";
import {Desk, versionOf} from "../../../tools/web/core/desk.js";
import {MemoryStore} from "../../../tools/web/core/store.js";
import {progressJson, progressText} from "../../../tools/web/core/progress.js";
import {testMeant} from "../../../tools/web/core/hints.js";
import {numberOf} from "../../../tools/web/core/predictions.js";
import {buildErrors} from "../../../tools/web/core/build_errors.js";
import {aboutOf} from "../../../tools/web/node/site.mjs";
import {headerNames, wrongCalls} from "../../../tools/web/core/calls.js";
import {sha256} from "../../../tools/web/core/sha256.js";
import {objectOf} from "./fixtures/objects.mjs";

const VERSION = versionOf(readFileSync(`${TOP}tensor/tensor.h`, "utf8"));
const BOTH = ["05_dataloader", "12_attention"];

/* The same chance at every run. */
function chance(seed) {
    return n => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return (seed >>> 8) % n;
    };
}

/* A student at home and in a tab, who does the same in both. */
class Twins {
    constructor() {
        this.tree = new Tree();
        this.modules = Object.fromEntries(BOTH.map(name => [name, this.tree.module(name)]));
        this.starts = Object.fromEntries(BOTH.map(name => [name, this.tree.files(name)]));
        // progress is about two modules: it is quicker
        for (const name of readdirSync(this.tree.path("modules")))
            if (/^\d/.test(name) && !BOTH.includes(name))
                for (const place of ["modules", "tests/course"])
                    rmSync(this.tree.path(`${place}/${name}`), {recursive: true, force: true});
        for (const name of BOTH) {
            mkdirSync(this.tree.path(`.kindling/start/${name}`), {recursive: true});
            for (const [file, text] of Object.entries(this.starts[name]))
                writeFileSync(this.tree.path(`.kindling/start/${name}/${file}`), text);
        }
        this.desk = new Desk(new MemoryStore(), {version: VERSION, now: () => this.tree.clock});
    }
    async open() { for (const name of BOTH) await this.desk.files(name, this.starts[name]); }

    actions(random) {
        const {tree, desk, modules, starts} = this;
        const name = BOTH[random(2)], number = name.slice(0, 2), {tests} = modules[name];
        const few = tests[random(2)];
        const anyTest = ["", "", few.name, few.exercise, few.exercise.split(" ")[1],
            "no such"][random(6)];
        return {
            write: async () => {
                const file = Object.keys(starts[name])[random(Object.keys(starts[name]).length)];
                const text = random(4) ? `${starts[name][file]}/* ${random(1000)} */\n`
                    : starts[name][file];
                tree.write(name, file, text);
                await desk.write(name, file, text);
                // as the page does, which has them at hand
                if (tree.areThoseThatRan(name)) await desk.fresh(name);
                return [];
            },
            run: async () => {
                const rows = tests.map(t =>
                    ({...t, outcome: ["pass", "pass", "todo", "fail"][random(8) ? random(4) : 0]}));
                if (!random(3)) rows.forEach(r => { r.outcome = "pass"; });
                tree.results(name, rows);
                await desk.keepResults(
                    name, {whole: true, results: rows, files: tree.files(name), report: "..."});
                return [];
            },
            reset: async () =>
                [tree.run("reset", number), await desk.reset(name, starts[name]) + "\n"],
            undo: async () =>
                [tree.run("undo", number), await desk.undo(name, starts[name]) + "\n"],
            hint: async () => {
                const told = tree.run("hint", number, {TEST: anyTest});
                return [told, (await desk.hint(modules[name], anyTest)).replace(/\n?$/, "\n")];
            },
            progress: async () =>
                [tree.run("progress"), progressText(await desk.progress(Object.values(modules)))],
            json: async () => [tree.run("progress", "", {JSON: "1"}),
                progressJson(await desk.progress(Object.values(modules)))],
            tick: async () => {
                tree.setClock(new Date(tree.clock.getTime() + 1000));
                return [];
            },
            submit: async () => {
                const home = tree.run("submit", number).replace(/sha256 .*\n/, "");
                const tab = await desk.tarball(name, await desk.files(name, starts[name]));
                const theirs = gunzipSync(readFileSync(tree.path(`build/submit/${name}.tar.gz`)));
                if (/GNU/.test(execFileSync("tar", ["--version"]).toString()))
                    assert.ok(gunzipSync(tab.bytes).equals(theirs), "the tar inside");
                assert.equal(tab.text.match(/sha256 (.*)\n/)[1], sha256(tab.bytes));
                return [home, tab.text.replace(/sha256 .*\n/, "")];
            },
        };
    }
    async same(what) {
        for (const name of BOTH) {
            const home = this.tree.files(name);
            const tab = await this.desk.files(name, this.starts[name]);
            assert.deepEqual(Object.fromEntries(Object.entries(tab).sort()),
                Object.fromEntries(Object.entries(home).sort()), `files after ${what}`);
        }
    }
}

test("steps drawn by chance, at home and in a tab: the same words and files", async () => {
    const said = {};
    const sentences = [["reset", /nothing to reset/],
        ["reset", /is as it was at the beginning\. Your/], ["undo", /are back \(from/],
        ["hint", /no test or exercise/], ["hint", /hint 2 of/], ["progress", /changed since/],
        ["progress", /open: /], ["submit", /last run: /], ["submit", /not run since/]];
    const unsaid = () => sentences.filter(([which, words]) => !words.test(said[which] ?? ""));
    // which sentences two seeds reach depends on how many tests the modules have
    for (let seed = 1; seed <= 2 || seed <= 8 && unsaid().length; seed++) {
        const twins = new Twins(), random = chance(seed);
        await twins.open();
        for (let step = 0; step < 70; step++) {
            const actions = twins.actions(random);
            const which = Object.keys(actions)[random(Object.keys(actions).length)];
            const [home = "", tab = ""] = await actions[which]();
            assert.equal(tab, home, `step ${step}: ${which}`);
            said[which] = (said[which] ?? "") + home;
            await twins.same(`step ${step}: ${which}`);
        }
    }
    assert.deepEqual(unsaid(), [], "the steps reach every sentence");
});

test("in an edition the tarball says which, and by which tests, at home and in a tab", async () => {
    const {tree, starts} = new Twins(), name = "12_attention", kept = {};
    const keep = (file, text) => writeFileSync(tree.path(`.kindling/${file}`), kept[file] = text);
    mkdirSync(tree.path(".kindling"), {recursive: true});
    const packed = async () => {
        const about = aboutOf(
            new Map([["tensor/tensor.h", readFileSync(`${TOP}tensor/tensor.h`, "utf8")]]), BOTH,
            file => kept[file] ?? "");
        const desk = new Desk(new MemoryStore(), {...about, now: () => tree.clock});
        const {bytes} = await desk.tarball(name, await desk.files(name, starts[name]));
        tree.run("submit", "12");
        const sums = readFileSync(tree.path(`build/submit/${name}.tar.gz`));
        assert.ok(gunzipSync(bytes).equals(gunzipSync(sums)), JSON.stringify(kept));
        return gunzipSync(bytes).toString().match(/^# kindling .*$/m)[0];
    };
    assert.equal(await packed(), `# kindling ${VERSION}`);
    keep("edition", `${VERSION}-20261123-3f9c2a1\n`);
    assert.equal(await packed(), `# kindling ${VERSION}-20261123-3f9c2a1`);
    const sums = ["tests/course/12_attention/masks.c", "tests/course/12_attention/want.h",
        "tests/course/12_attention/hints.txt", "tests/course/05_dataloader/masks.c",
        "modules/todo.h"];
    keep("given.sha256", sums.map((file, i) => `${String(i).repeat(64)}  ${file}\n`).join(""));
    assert.equal(await packed(),
        `# kindling ${VERSION}-20261123-3f9c2a1 tests ` +
        `${sha256(new TextEncoder().encode(
            sums.slice(0, 2).map((file, i) => `${String(i).repeat(64)}  ${file}\n`).join("")))}`);
});

test("sentences that chance seldom reaches: the first undo and one taken back, all done, the " +
    "last hint", async () => {
    const twins = new Twins();
    const {tree, desk, modules, starts} = twins, [name] = BOTH, number = name.slice(0, 2);
    await twins.open();
    assert.equal(await desk.undo(name, starts[name]) + "\n", tree.run("undo", number));
    const done = async m => {
        const rows = m.tests.map(t => ({...t, outcome: "pass"}));
        tree.results(m.name, rows);
        await desk.keepResults(m.name, {whole: true, results: rows});
    };
    await done(modules[name]);
    assert.equal(await desk.hint(modules[name]) + "\n", tree.run("hint", number));
    await done(modules[BOTH[1]]);
    assert.match(tree.run("progress"), /All done\.\n$/);
    assert.equal(progressText(await desk.progress(Object.values(modules))), tree.run("progress"));
    assert.equal(progressJson(await desk.progress(Object.values(modules))),
        tree.run("progress", "", {JSON: "1"}));
    const {exercise} = modules[name].tests[0], told = [];
    for (let n = 0; n < 6; n++) {
        told.push(tree.run("hint", number, {TEST: exercise}));
        assert.equal(await desk.hint(modules[name], exercise), told.at(-1));
    }
    assert.match(told.at(-1), /that was the last hint/);

    const [file, text] = Object.entries(starts[name])[0], undone = [];
    tree.write(name, file, text + "/* more */\n");
    await desk.write(name, file, text + "/* more */\n");
    assert.equal(await desk.reset(name, starts[name]) + "\n", tree.run("reset", number));
    for (let n = 0; n < 2; n++) {
        undone.push(tree.run("undo", number));
        assert.equal(await desk.undo(name, starts[name]) + "\n", undone.at(-1));
    }
    assert.match(undone[0], /are back \(from/);
    assert.match(undone[1], /the undo is taken back/);
});

test("the test that is meant, as the harness chooses it", () => {
    const tree = new Tree();
    for (const name of BOTH) {
        const {tests} = tree.module(name);
        const words = tests.flatMap(t => [t.name, t.exercise, ...t.exercise.split(" "),
            t.name.slice(2, 7), t.exercise.slice(0, 7), t.exercise.slice(1, 4)]);
        for (const text of ["", "12", "12.", "12.1", "5.", "mask", "x", "12.1 mask", "12.q",
            "nobody", ...words])
            assert.equal(testMeant(tests, text)?.name, tree.list(name, text)[0],
                `"${text}" of ${name}`);
    }
});

test("calls: the same names, the same words", () => {
    const tree = new Tree(), headers = {};
    for (const place of [...ROOMS, "modules", "tests/course"])
        for (const path of execFileSync("find", ["-L", place, "-name", "*.h"],
            {cwd: tree.top, encoding: "utf8"}).split("\n").filter(p => p))
                headers[path] = readFileSync(tree.path(path), "utf8");
    const library = readFileSync(tree.path("tools/course/library.txt"), "utf8");
    const names = ["tensor_matmul", "flash_attention", "softmax_backward_row", "sqrt", "system",
        "strdup", "_exit", "__assert_fail", "helper_of_mine", "mask_causal", "fork",
        "tensor_sub", "Upper", "kernel", "todo", "conv2d_direct", "plain_data", "mha_forward",
        "stpcpy", "errno", "open", "read", "close", "link", "wait", "unicode_letters",
        "zlib_version", "of", "that", "main", "gemm_ijk", "gemm_task_run", "gemm_native",
        "tensor_add", "notes_add", "kindling_fail", "rng_below", "row_max", "kindling_observer"];
    for (const [module, file] of [["12_attention", "mask.c"], ["06_autograd", "op_add.c"],
        ["06_autograd", "closure.c"], ["09_convolutions", "im2col.c"],
        ["05_dataloader", "rng_below.c"], ["03_layers", "linear.c"], ["01_tensor", "slice.c"]]) {
        const path = `modules/${module}/${file}`;
        writeFileSync(tree.path(`modules/${module}/helper.c`),
            "static int helper_of_mine(int n)\n{\n}\n");
        writeFileSync(tree.path("object.o"),
            [...names].sort().map(n => `                 U ${n}\n`).join(""));
        const home = spawnSync("sh", ["tools/course/calls.sh", path, "object.o"],
            {cwd: tree.top, encoding: "utf8", env: {...process.env, NM: "bin/nm"}});
        const sources =
            Object.fromEntries(
                readdirSync(tree.path(`modules/${module}`)).filter(f => f.endsWith(".c"))
                .map(f => [f, readFileSync(tree.path(`modules/${module}/${f}`), "utf8")]));
        const told = wrongCalls(
            {path, object: objectOf(names), folder: sources,
                calls: readFileSync(tree.path(`modules/${module}/calls.txt`), "utf8"), library,
                names: headerNames(headers, module)});
        assert.equal(told.map(line => line + "\n").join(""), home.stderr, path);
        assert.equal(told.length > 1, true, `${path}: ${told}`);
        assert.equal(home.status, 1);
    }
});

test("failed builds: the same sentences of wasm-ld's words as of ld's", () => {
    const tree = new Tree(), name = "12_attention", folder = `modules/${name}`;
    const {tests} = tree.module(name);
    const start = tree.files(name), trainer = tree.files("08_training");
    for (const [module, files] of [[name, start], ["08_training", trainer]]) {
        mkdirSync(tree.path(`.kindling/start/${module}`), {recursive: true});
        for (const [file, text] of Object.entries(files))
            writeFileSync(tree.path(`.kindling/start/${module}/${file}`), text);
    }
    const sources = {[`${folder}/one.c`]: "int first;\nint twice(void) {\n    return 1;\n}\n", [
            `${folder}/two.c`]: "\n\nint twice(void) {\n    return 2;\n}\nint single(void) {\n" +
        "    return 3;\n}\n"};
    const other =
        "int single(void)\n{\n    return 3;\n}\nint mask_causal(int);\n" +
        "int schedule_cosine(int);\nint heads_weights_bytes(int);\nint no_such_thing(int);\n" +
        "int weights_bytes(int);\n" +
        "int main(void)\n{\n" +
            "    return mask_causal(1) + schedule_cosine(2) + no_such_thing(3) + " +
            "weights_bytes(4);\n}\n";
    for (const [path, text] of Object.entries({...sources, "tests/other.c": other})) {
        writeFileSync(tree.path(path), text);
        execFileSync("cc", ["-g", "-c", path, "-o", path.replace(/c$/, "o")], {cwd: tree.top});
    }
    const link = spawnSync("cc",
        [...Object.keys(sources), "tests/other.c"].map(p => p.replace(/c$/, "o")),
        {cwd: tree.top, encoding: "utf8", env: {...process.env, LC_ALL: "C"}});
    const home = tree.run("build_errors", folder, {}, link.stderr);
    const starts = {[name]: start, "08_training": trainer};
    const wasm = ["mask_causal", "schedule_cosine", "no_such_thing",
        "weights_bytes"].map(f => `wasm-ld: error: tests/other.o: undefined symbol: ${f}\n`).join(
            "") +
        `wasm-ld: error: duplicate symbol: twice\n>>> defined in ${folder}/one.o\n` +
            `>>> defined in ${folder}/two.o\n\n` +
        `wasm-ld: error: duplicate symbol: single\n>>> defined in ${folder}/two.o\n` +
            ">>> defined in tests/other.o\n\n";
    assert.equal(buildErrors(wasm, {name, starts, tests, sources}).text, home);
    assert.match(home, /^mask\.c does not define mask_causal\n/);
    assert.match(home, /nothing defines no_such_thing/);
    assert.match(home, /is defined twice: in .*one\.c:2 and in .*two\.c:3\./);
    const log = `${folder}/mask.c:3:5: error: expected ';'\n    3 | x\n1 error generated.\n`;
    assert.equal(buildErrors(log, {name, starts, tests, sources}).text,
        tree.run("build_errors", folder, {}, log));
});

test("numbers that are typed, as tools/lib/predict reads them", () => {
    const tree = new Tree();
    const texts = ["64", "4,194,304", "4e6", "1/16", "2^24", "17 MB", "5%", "1_000", "1'000",
        " 2 * 3 / 4", "", " ", "abc", "1/", "1/0", "-3", "+3.5e-2", "0x10", "0x1.8p3",
        "0,5", "0,500", "1,5", "1234,567", "12,34", ",5", "5,", "1,000,5", "1.234,5", "1,0000",
        "1,000,000", "12,345.5", "-1,000", "2*1,000", "1e1,000", "0x1,000", "1, 000", ".5", "5.",
        "2^", "2^-1", "1 2", "12abc", "3$", "1e", "1e+", "nan", "inf", "2^3^2", "1e400", "5\n7",
        "x1", "--1", "1/2/", "0x", "6 GB/s", "1.2.3", `1${"0".repeat(80)}`];
    writeFileSync(tree.path("ask.c"),
        '#include "predict.h"\n#include <stdio.h>\n' +
        'int main(int n, char **a) { for (int i = 1; i < n; i++) { double x; if (number_of(a[i], ' +
        '&x)) printf("%.17g\\n", x); else puts("null"); } }\n');
    execFileSync("cc",
        ["-D_POSIX_C_SOURCE=200809L", "-Itools/lib/predict", "-Itensor/memory", tree.path("ask.c"),
            "tools/lib/predict/predict.c", "tensor/memory/c_locale.c", "-o", tree.path("ask"),
            "-lm"], {cwd: TOP});
    const home = execFileSync(tree.path("ask"), texts, {encoding: "utf8"}).trim().split("\n")
        .map(line => line === "null" ? null : Number(line));
    texts.forEach((text, i) => assert.equal(numberOf(text), home[i], `"${text}"`));
});
