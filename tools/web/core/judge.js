/* judge.js - `make 12` in a page: compiles the student's files, links them beside the engine, runs
 * each test in an instance of its own, and lets the harness write the report.
 *
 * A test that failed is asked again with model answers in place of other files: the report says
 * which it wants. */
import {buildErrors, diagnosticsOf, warningsOf} from "./build_errors.js";
import {definedIn, headerNames, wrongCalls} from "./calls.js";
import {run} from "./machine.js";
import {symbolsOf} from "./symbols.js";

const NEEDED = 75; // tools/web/wasi/programs.c: a verdict is missing
const SECONDS = 10, SECONDS_LATER = 2;
// a tenth of a second of a loop with nothing in it; model answers take at most 1e7
const STEPS_LATER = 5e7;
const name = path => path.split("/").pop();
const stem = path => name(path).replace(/\.[co]$/, "");
const text = bytes => new TextDecoder().decode(bytes);

export class Judge {
    /* course: what a build knows (data/course.json). toolchain: of toolchain.js. runTest: async
     * (program, {folder, name, files, seconds}, signal) -> {verdict, printed, stack}. runProgram:
     * async (program, {args, input, onOutput, signal}) -> {exit}. mistakesOf: async module -> what
     * its known mistakes give (tools/course/authors/names.py). */
    constructor({course, toolchain, runTest, runProgram, mistakesOf = async () => ""}) {
        Object.assign(this, {course, toolchain, runTest, runProgram, mistakesOf, names: new Map()});
    }

    /* The student's files of a module that take part: [path, text]. */
    own(module, files) {
        return Object.keys(files).filter(f => f.endsWith(".c") && f !== "measure.c")
            .map(f => [`modules/${module}/${f}`, files[f]]);
    }

    /* {objects: [[path.o, bytes, key]]} or {said}: all files, as make -k does it. */
    async compile(module, files, options) {
        const more = Object.fromEntries(Object.entries(files).filter(([f]) => f.endsWith(".h"))
            .map(([f, t]) => [`modules/${module}/${f}`, t]));
        const objects = [], said = [];
        let ok = true;
        for (const [path, source] of this.own(module, files)) {
            const made = await this.toolchain.compile(path, source, {...options, more});
            if (made.said) said.push(made.said);
            const wrong = made.object
                ? [...this.wrongCalls(path, made.object, files),
                    ...this.undefinedIn(path, made.object)] : [];
            said.push(...wrong.map(line => line + "\n"));
            ok &&= made.object !== null && wrong.length === 0;
            if (made.object) objects.push([path.replace(/\.c$/, ".o"), made.object, made.key]);
        }
        return {ok, objects, said: said.join("")};
    }

    wrongCalls(path, object, files) {
        const module = path.split("/")[1], {calls} = this.course.modules[module];
        if (!this.names.has(module))
            this.names.set(module, headerNames(this.toolchain.headers, module));
        return wrongCalls(
            {path, object, folder: files, calls: calls ?? null, library: this.course.library,
                names: this.names.get(module)});
    }

    /* What its starting file defines and this one does not, in the linker's words: the engine has a
     * weak one of each, so the linker would miss none. */
    undefinedIn(path, object) {
        const [, module, file] = path.split("/"), start = this.course.modules[module].files?.[file];
        const wanted = start ? definedIn(start) : [];
        const here = new Set(wanted.length ? symbolsOf(object).defined : []);
        return wanted.filter(f => !here.has(f)).map(f => `wasm-ld: error: undefined symbol: ${f}`);
    }

    /* What compiler and linker said of a failed build, for people. */
    failed(said, module, files) {
        const starts =
            Object.fromEntries(
                Object.entries(this.course.modules).map(([m, {files: f}]) => [m, f ?? {}]));
        const sources =
            Object.fromEntries(
                Object.entries(files).map(([f, t]) => [`modules/${module}/${f}`, t]));
        const {text: errors, diagnostics} =
            buildErrors(
                said, {name: module, starts, tests: this.course.modules[module].list, sources});
        return {compiled: false, errors, diagnostics, results: []};
    }

    /* The program of the module's tests, with these of the student's objects. */
    link(module, objects) {
        const given = [...this.course.engine, ...this.course.harness,
            ...this.course.modules[module].tests];
        return this.toolchain.link(objects, given);
    }

    /* A variant that the report asks for: "ALONE-scores.c", "WITHOUT-scores.c". */
    variant(module, which, objects) {
        const [, how, file] = which.match(/^(ALONE|WITHOUT)-(.*)$/);
        const tested = new Set(this.course.modules[module].list.map(t => stem(t.file)));
        return objects.filter(([path]) => how === "WITHOUT" ? stem(path) !== stem(file)
            : stem(path) === stem(file) || !tested.has(stem(path)));
    }

    /* -> see S16: {compiled, errors, diagnostics, report, results, points, of, next, seconds}. */
    async check(module, files, {test = "", seconds = SECONDS, signal, onProgress = () => {}} = {}) {
        const began = performance.now(), took = {};
        const lap = what => {
            took[what] = (performance.now() - began) / 1000 - Object.values(took)
                .reduce((a, b) => a + b, 0);
        };
        onProgress("compiling");
        const {ok, objects, said} = await this.compile(module, files);
        lap("compile");
        if (!ok) return {...this.failed(said, module, files), seconds: took};
        const warnings = warningsOf(said);
        onProgress("linking");
        const program = await this.link(module, objects);
        lap("link");
        if (!program.module) return {...this.failed(program.said, module, files), seconds: took};
        const round = new Round(this, module, files, {own: program}, objects, seconds, signal);
        const names = round.list(test);
        for (const [i, one] of names.entries()) {
            onProgress(`test ${i + 1} of ${names.length}`);
            await round.ask("own", one);
        }
        onProgress("what follows from what");
        const told = await round.report(test);
        lap("run");
        return {compiled: true, errors: warnings, diagnostics: diagnosticsOf(warnings), ...told,
            seconds: took};
    }

    /* ---- programs of the engine, in float, with the student's files of a module inside, or with
     * none ---- */

    /* what: a name of course.programs ("demo", "break", "measure/12_attention"). broken: objects
     * with a known mistake, in place of the engine's. host: cells are to be loaded into it. ->
     * {module}, or {module: null, said}. */
    async linked(what, module, files, {broken = [], host = false} = {}) {
        const how = {config: "float", checked: false, watched: false, host};
        const {ok, objects, said} = module ? await this.compile(module, files, how)
            : {ok: true, objects: []};
        const given = [...this.course.engine, ...broken, ...this.course.programs[what]];
        return ok ? this.toolchain.link(objects, given, how) : {module: null, said};
    }

    /* One run of it. It can read what it names (course.reads), and
     * the student's files. -> {exit} or {errors, diagnostics}. */
    async program(what, module, files, {broken = [], args = [], ...options}) {
        const own = Object.fromEntries(
            Object.entries(files).map(([f, t]) => [`modules/${module}/${f}`, t]));
        const program = await this.linked(what, module, files, {broken});
        if (!program.module) return this.failed(program.said, module, files);
        return this.runProgram(program,
            {...options, files: {...this.course.reads[what], ...own}, args: [name(what), ...args]});
    }

    measure(module, files, options) {
        return this.program(`measure/${module}`, module, files, options);
    }

    /* A training run with the model answers, and one with a known mistake among them: make break-12
     * CASE=3. */
    async breakCase(module, number, {onOutput = () => {}, ...options}) {
        const found = this.course.modules[module].breaks.find(b => b.case === String(number));
        onOutput(`Case ${number}: ${found.what}.\n${this.course.tasks[found.task]}\n`);
        let right = "";
        await this.program("break", null, {},
            {...options, input: "", args: [found.task], onOutput: piece => { right += piece; }});
        const result = await this.program("break", null, {},
            {...options, onOutput, broken: found.objects,
                args: [found.task, ...right.trim().split(/\s+/)]});
        return result;
    }
}

/* One run: the programs that were linked for it, and the verdicts so far. */
class Round {
    constructor(judge, module, files, programs, objects, seconds, signal) {
        Object.assign(
            this, {judge, module, files, programs, objects, seconds, first: seconds, signal});
        this.folder = `modules/${module}`;
        this.asked = {};
        this.students =
            Object.fromEntries(Object.entries(files).map(([f, t]) => [`${this.folder}/${f}`, t]));
    }

    list(test) {
        const {output} =
            run(this.programs.own.module,
                {args: ["program", "--test", test, "--list"], imports: noFrames});
        return text(output).split("\n").filter(Boolean).map(line => line.split("\t")[0]);
    }

    async ask(which, test) {
        this.signal?.throwIfAborted();
        if (!(which in this.programs))
            this.programs[which] = await this.judge.link(this.module,
                this.judge.variant(this.module, which, this.objects));
        const program = this.programs[which];
        if (!program.module) {
            this.asked[`asked/${which}/unlinked`] = "";
            return;
        }
        const found = await this.judge.runTest(program,
            {folder: this.folder, name: test, files: this.students, seconds: this.seconds,
                most: this.most}, this.signal);
        this.signal?.throwIfAborted();
        if (found.timedOut) this.later();
        const frames = this.judge.toolchain.calls(program, found.stack)
            .map(c => `${c.function}\n${c.file}:${c.line}\n`).join("");
        const at = `asked/${which}/${test}`;
        Object.assign(this.asked,
            {[`${at}.verdict`]: found.verdict, [`${at}.printed`]: found.printed,
                [`${at}.frames`]: frames});
    }

    /* A test had no end. What calls the same function has none either, and nobody waits for it as
     * long: fewer seconds, and a number of steps, which do not depend on how busy the machine
     * is. */
    later() {
        this.seconds = Math.min(this.seconds, SECONDS_LATER);
        this.most = STEPS_LATER;
    }

    /* The harness' own words, once every verdict that it wants is there. */
    async report(test) {
        const args = ["program", "--folder", this.folder, "--report", "--colour", "--link",
            "--number", this.module.slice(0, 2),
                      "--seconds", String(this.first), "--results", "results.tsv", "--names",
                      "mistakes", ...(test ? ["--test", test] : [])];
        const {course} = this.judge;
        const given = {...this.students, ...course.modules[this.module].testSources,
            "results.tsv": "", mistakes: await this.judge.mistakesOf(this.module)};
        for (const other of Object.keys(course.modules)) given[`modules/${other}/`] = "";
        for (;;) {
            const {exit, trap, output, files} =
                run(this.programs.own.module,
                    {args, files: {...given, ...this.asked}, imports: noFrames});
            if (trap) throw trap;
            if (exit !== NEEDED) return this.told(text(output), text(files["results.tsv"]));
            const [which, one] = text(files.needed).trim().split("\t");
            await this.ask(which, one);
        }
    }

    told(report, list) {
        const results = list.split("\n").filter(Boolean).map(line => {
            const [name, points, outcome, exercise, file, optional] = line.split("\t");
            return {name, points: Number(points), outcome, exercise, file,
                ...Number(optional) && {optional: Number(optional)}};
        });
        const points = results.filter(r => r.outcome === "pass")
            .reduce((sum, r) => sum + r.points, 0);
        const next = report.replace(/\x1b\[\d*m/g, "").match(/Next: .*/)?.[0] ?? "";
        return {report, results, points, of: results.reduce((sum, r) => sum + r.points, 0), next};
    }
}

const noFrames = {kindling: {frames: () => 0}};
