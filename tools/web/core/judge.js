/* judge.js - `make 12` in a page: compiles the student's files, links them with the engine in place of its own, runs
 * each test in an instance of its own, and lets the harness write the report.
 *
 * A test that failed is asked again with model answers in place of other files: the report says which it wants. */
import {run} from "./machine.js";

const NEEDED = 75; // tools/web/wasi/programs.c: a verdict is missing
const SECONDS = 10, SECONDS_LATER = 2;
const name = path => path.split("/").pop();
const stem = path => name(path).replace(/\.[co]$/, "");
const text = bytes => new TextDecoder().decode(bytes);

export class Judge {
    /* course: what a build knows (data/course.json). toolchain: of toolchain.js. runTest: async (program, {folder, name,
     * files, seconds}) -> {verdict, printed, stack}. explain: what the compiler said, for people (build_errors.js and calls.js). */
    constructor({course, toolchain, runTest, explain}) {
        Object.assign(this, {course, toolchain, runTest, explain});
    }

    /* The student's files of a module that take part: [path, text], of the engine's name or of none. */
    own(module, files) {
        const here = Object.keys(files).filter(f => f.endsWith(".c") && f !== "measure.c").map(f => [`modules/${module}/${f}`, files[f]]);
        const names = new Set(here.map(([path]) => name(path)));
        const others = Object.entries(this.course.orphans ?? {}).filter(([path]) => !names.has(name(path)));
        return [...here, ...others];
    }

    /* Objects of the engine, but for those that the student's files replace. */
    engine(own) {
        const mine = new Set(own.map(stem));
        return this.course.engine.filter(object => !mine.has(stem(object)));
    }

    /* {objects: [[path.o, bytes, key]]} or {said}: all files, as make -k does it. */
    async compile(module, files, options) {
        const more = Object.fromEntries(Object.entries(files).filter(([f]) => f.endsWith(".h")).map(([f, t]) => [`modules/${module}/${f}`, t]));
        const objects = [], said = [];
        let ok = true;
        for (const [path, source] of this.own(module, files)) {
            const made = await this.toolchain.compile(path, source, {...options, more});
            if (made.said) said.push(made.said);
            const forbidden = made.object && this.explain.calls ? this.explain.calls(path, made.object, files) : "";
            if (forbidden) said.push(forbidden);
            ok &&= made.object !== null && !forbidden;
            if (made.object) objects.push([path.replace(/\.c$/, ".o"), made.object, made.key]);
        }
        return {ok, objects, said: said.join("")};
    }

    /* The program of the module's tests, with these of the student's objects. */
    link(module, objects) {
        const given = [...this.engine(objects.map(([path]) => path)), ...this.course.harness, ...this.course.modules[module].tests];
        return this.toolchain.link(objects, given);
    }

    /* A variant that the report asks for: "ALONE-scores.c", "WITHOUT-scores.c". */
    variant(which, objects) {
        const [, how, file] = which.match(/^(ALONE|WITHOUT)-(.*)$/), engine = new Set(this.course.engine.map(stem));
        return objects.filter(([path]) => how === "WITHOUT" ? stem(path) !== stem(file) : stem(path) === stem(file) || !engine.has(stem(path)));
    }

    /* -> see S16: {compiled, errors, diagnostics, report, results, points, of, next, seconds}. */
    async check(module, files, {test = "", seconds = SECONDS, onProgress = () => {}} = {}) {
        const began = performance.now(), took = {};
        const lap = what => { took[what] = (performance.now() - began) / 1000 - Object.values(took).reduce((a, b) => a + b, 0); };
        onProgress("compiling");
        const {ok, objects, said} = await this.compile(module, files);
        lap("compile");
        const shown = this.explain.compiler(said, module, files);
        if (!ok) return {compiled: false, ...shown, results: [], seconds: took};
        onProgress("linking");
        const program = await this.link(module, objects);
        lap("link");
        if (!program.module) return {compiled: false, ...this.explain.linker(program.said, module, files), results: [], seconds: took};
        const round = new Round(this, module, files, {own: program}, objects, seconds);
        const names = round.list(test);
        for (const [i, one] of names.entries()) {
            onProgress(`test ${i + 1} of ${names.length}`);
            await round.ask("own", one);
        }
        const told = await round.report(test);
        lap("run");
        return {compiled: true, ...shown, ...told, seconds: took};
    }
}

/* One run: the programs that were linked for it, and the verdicts so far. */
class Round {
    constructor(judge, module, files, programs, objects, seconds) {
        Object.assign(this, {judge, module, files, programs, objects, seconds});
        this.folder = `modules/${module}`;
        this.asked = {};
        this.students = Object.fromEntries(Object.entries(files).map(([f, t]) => [`${this.folder}/${f}`, t]));
    }

    list(test) {
        const {output} = run(this.programs.own.module, {args: ["program", "--test", test, "--list"], imports: noFrames});
        return text(output).split("\n").filter(Boolean).map(line => line.split("\t")[0]);
    }

    async ask(which, test) {
        if (!(which in this.programs))
            this.programs[which] = await this.judge.link(this.module, this.judge.variant(which, this.objects));
        const program = this.programs[which];
        if (!program.module) {
            this.asked[`asked/${which}/unlinked`] = "";
            return;
        }
        const found = await this.judge.runTest(program, {folder: this.folder, name: test, files: this.students, seconds: this.seconds});
        if (found.timedOut) this.seconds = Math.min(this.seconds, SECONDS_LATER);
        const frames = this.judge.toolchain.calls(program, found.stack).map(c => `${c.function}\n${c.file}:${c.line}\n`).join("");
        const at = `asked/${which}/${test}`;
        Object.assign(this.asked, {[`${at}.verdict`]: found.verdict, [`${at}.printed`]: found.printed, [`${at}.frames`]: frames});
    }

    /* The harness' own words, once every verdict that it wants is there. */
    async report(test) {
        const args = ["program", "--folder", this.folder, "--report", "--colour", "--link", "--number", this.module.slice(0, 2),
                      "--seconds", String(this.seconds), "--results", "results.tsv", ...(test ? ["--test", test] : [])];
        const {course} = this.judge;
        const given = {...this.students, ...course.modules[this.module].testSources, "results.tsv": ""};
        for (const other of Object.keys(course.modules)) given[`modules/${other}/`] = "";
        for (;;) {
            const {exit, trap, output, files} = run(this.programs.own.module, {args, files: {...given, ...this.asked}, imports: noFrames});
            if (trap) throw trap;
            if (exit !== NEEDED) return this.told(text(output), text(files["results.tsv"]));
            const [which, one] = text(files.needed).trim().split("\t");
            await this.ask(which, one);
        }
    }

    told(report, list) {
        const results = list.split("\n").filter(Boolean).map(line => {
            const [name, points, outcome, exercise, file] = line.split("\t");
            return {name, points: Number(points), outcome, exercise, file};
        });
        const points = results.filter(r => r.outcome === "pass").reduce((sum, r) => sum + r.points, 0);
        const next = report.replace(/\x1b\[\d*m/g, "").match(/Next: .*/)?.[0] ?? "";
        return {report, results, points, of: results.reduce((sum, r) => sum + r.points, 0), next};
    }
}

const noFrames = {kindling: {frames: () => 0}};
