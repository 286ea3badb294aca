/* tree.mjs - a copy of the course's scripts and modules, in which they are run as at home and
 * compared with what core/ says. The clock is a file, MAKE does nothing, and the tests' own program
 * is the harness' registry with a module's list of tests. */
import {execFileSync, spawnSync} from "node:child_process";
import {chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync,
    symlinkSync, utimesSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {isStudents} from "../../../tools/web/core/imports.js";
import {hintsOfText} from "../../../tools/web/core/hints.js";
import {unfolded} from "../../../tools/web/node/modules.mjs";

/* The head of a test: its name, points (or optional ones), exercise and file. */
const HEAD =
    /^TEST\((\w+),\s*\.(points|optional) = (\d+),\s*\.exercise = "([^"]*)",\s*\.file = "([^"]*)"\)/gm;

export const TOP = new URL("../../../", import.meta.url).pathname;
export const ROOMS = readFileSync(`${TOP}Makefile`, "utf8").match(/^ROOMS := (.*)$/m)[1].split(" ");
const LONG_AGO = 1e9; // step n of a test happens n seconds after

export class Tree {
    constructor() {
        this.top = mkdtempSync(`${tmpdir()}/kindling words `);
        process.once("exit", () => rmSync(this.top, {recursive: true, force: true}));
        for (const folder of ["tools/course", "modules", "tests/course"])
            cpSync(`${TOP}${folder}`, `${this.top}/${folder}`, {recursive: true});
        cpSync(`${TOP}tools/setup.sh`, `${this.top}/tools/setup.sh`);
        for (const path of [...ROOMS, "Makefile"])
            symlinkSync(`${TOP}${path}`, `${this.top}/${path}`);
        mkdirSync(`${this.top}/build/double/tensor/memory`, {recursive: true});
        // the engine has been built: at home that is said once
        writeFileSync(this.path("build/double/tensor/memory/fail.o"), "");
        mkdirSync(`${this.top}/bin`);
        this.program("bin/date", `#!/bin/sh\ncase $1 in +*) cat '${this.top}/now' ;; esac\n`);
        this.program("bin/nm", `#!/bin/sh\ncat "$2"\n`); // -u OBJECT: an object is a list of names
        this.steps = 0;
        this.setClock(new Date(2026, 10, 23, 6, 1, 2));
    }
    path(name) { return `${this.top}/${name}`; }
    program(path, text) {
        writeFileSync(this.path(path), text);
        chmodSync(this.path(path), 0o755);
    }
    setClock(date) {
        this.clock = date;
        const two = n => String(n).padStart(2, "0");
        writeFileSync(this.path("now"),
            `${date.getFullYear()}${two(date.getMonth() + 1)}${two(date.getDate())}-${two(
                date.getHours())}${two(date.getMinutes())}${two(date.getSeconds())}\n`);
    }

    /* What a script says, on either stream, as one text. */
    run(script, argument = "", variables = {}, input = "") {
        const {stdout, stderr} =
            spawnSync("sh", [`tools/course/${script}.sh`, ...(argument ? [argument] : [])],
                {cwd: this.top, encoding: "utf8", input,
            env: {PATH: `${this.top}/bin:${process.env.PATH}`, MAKE: "true", CONFIG: "double",
                NM: "bin/nm", ...variables}});
        this.settle();
        return stdout + stderr;
    }
    /* What a step has touched is of that step's time: no two steps within one tick of the file
     * system's clock. */
    settle() {
        this.steps++;
        const recent =
            spawnSync("find",
                ["modules", ...(existsSync(this.path(".kindling/results")) ? [".kindling/results"]
                    : []), "-type", "f", "-newermt", "2020-01-01"],
                {cwd: this.top, encoding: "utf8"});
        for (const path of recent.stdout.split("\n").filter(p => p))
            utimesSync(this.path(path), LONG_AGO + this.steps, LONG_AGO + this.steps);
    }

    write(name, file, text) {
        writeFileSync(this.path(`modules/${name}/${file}`), text);
        this.settle();
    }
    /* {file: text} of the student's files. */
    files(name) {
        const here = readdirSync(this.path(`modules/${name}`)).filter(isStudents).sort();
        return Object.fromEntries(
            here.map(file => [file, readFileSync(this.path(`modules/${name}/${file}`), "utf8")]));
    }
    /* The rows of a run, as the tests' program leaves them. */
    results(name, rows) {
        mkdirSync(this.path(".kindling/results"), {recursive: true});
        writeFileSync(this.path(`.kindling/results/${name}.tsv`),
            rows.map(r => [r.name, r.points, r.outcome, r.exercise, r.file, r.optional ?? 0]
                .join("\t") + "\n").join(""));
        writeFileSync(this.path(`.kindling/results/${name}.sums`), this.sums(name));
        this.settle();
    }
    /* What the points of a run are about. */
    sums(name) {
        return execFileSync("sh", ["-c", `. tools/course/common.sh; sums_of modules/${name}`],
            {cwd: this.top, encoding: "utf8", env: {PATH: process.env.PATH, CONFIG: "double"}});
    }
    areThoseThatRan(name) {
        const kept = this.path(`.kindling/results/${name}.sums`);
        return existsSync(kept) && readFileSync(kept, "utf8") === this.sums(name);
    }

    /* {number, name, tests, hints} as the page has it, from the text of the tests; and a program
     * that lists them. */
    module(name) {
        const number = name.slice(0, 2), folder = `tests/course/${name}`, tests = [];
        for (const source of readdirSync(this.path(folder)).filter(f => f.endsWith(".c")))
            for (const [all, test, kind, points, exercise, file] of
                unfolded(readFileSync(this.path(`${folder}/${source}`), "utf8")).matchAll(HEAD))
                tests.push({name: test, points: 0, [kind]: Number(points), exercise, file, all});
        if (!tests.length) throw new Error(`${folder} has no tests`);
        mkdirSync(this.path("build/double/course"), {recursive: true});
        writeFileSync(this.path(`build/double/course/${name}.tsv`),
            tests.map(t => [t.name, t.points, t.exercise, t.file, t.optional ?? 0]
                .join("\t") + "\n").join(""));
        this.program(`build/double/course/${name}-hints`,
            `#!/bin/sh\n` +
            `exec '${this.lister()}' '${this.path(`build/double/course/${name}.tsv`)}' "$@"\n`);
        const order = this.list(name, "");
        tests.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
        return {number, name, tests,
            hints: hintsOfText(readFileSync(this.path(`${folder}/hints.txt`), "utf8"))};
    }
    /* The names of the tests that the harness means by a text. */
    list(name, text) {
        return execFileSync(this.path(`build/double/course/${name}-hints`),
            ["--test", text, "--list"], {encoding: "utf8"}).split("\n").filter(l => l)
            .map(l => l.split("\t")[0]);
    }
    lister() {
        const program = this.path("lister");
        if (existsSync(program)) return program;
        mkdirSync(this.path("made"));
        writeFileSync(this.path("made/call_site.h"), "");
        writeFileSync(this.path("made/lister.c"), LISTER);
        const folders = execFileSync("find", ["-L", ...ROOMS, "-type", "d"],
            {cwd: TOP, encoding: "utf8"}).split("\n").filter(f => f).map(f => `-I${f}`);
        execFileSync("cc",
            ["-w", "-DKINDLING_DOUBLE", "-D_DEFAULT_SOURCE", `-I${this.path("made")}`, ...folders,
                "-Itests", "-Itests/harness",
            "tests/harness/registry.c", this.path("made/lister.c"), "-o", program, "-lm"],
            {cwd: TOP});
        return program;
    }
}

const LISTER = `
#include "registry.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    static char line[1000], *field[5];
    const char *text = "";
    FILE *list = fopen(argv[1], "r");
    for (int i = 2; i < argc - 1; i++)
        if (strcmp(argv[i], "--test") == 0)
            text = argv[i + 1];
    for (int n = 1; fgets(line, sizeof line, list); n++) {
        char *rest = strdup(line);
        rest[strcspn(rest, "\\n")] = 0;
        for (int i = 0; i < 5; i++)
            field[i] = strsep(&rest, "\\t");
        CheckTest *t = calloc(1, sizeof *t);
        *t = (CheckTest){.name = field[0], .points = atoi(field[1]), .exercise = field[2],
                         .file = field[3], .source = "", .line = n,
                         .optional = atoi(field[4])};
        check_register(t);
    }
    return print_list(text);
}
`;
