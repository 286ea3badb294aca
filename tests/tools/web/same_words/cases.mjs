/* cases.mjs - of each module what students hand in: nothing, everything, a known mistake, a crash,
 * an endless loop, no C. */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {execFileSync} from "node:child_process";

const text = file => fs.readFileSync(file, "utf8");

/* What a program of the authors says. */
const authors = (program, ...words) =>
    String(execFileSync("python3", ["-B", `tools/course/authors/${program}`, ...words]));

function answer(module, file) {
    const questions = `tests/course/${module}/answers.txt`;
    if (file === "answers.txt" && fs.existsSync(questions)) return text(questions);
    return file.endsWith(".c") ? authors("answers.py", "answer", module, file) : "";
}

/* A statement at the beginning of the function that the module's first test is about. */
function planted(source, name, statement) {
    const head = new RegExp(`^([A-Za-z_][^\\n;]*[ *]${name}\\((?:[^;{]|\\n)*?\\)\\n\\{\\n)`, "m");
    if (!head.test(source)) throw new Error(`no function ${name} to plant a mistake in`);
    return source.replace(head, `$1    ${statement}\n`);
}

/* The files of a row of mistakes.txt. */
function ofRow(module, row) {
    const place = fs.mkdtempSync(path.join(os.tmpdir(), "kindling-row-"));
    authors("mistakes.py", "files", module, row, place);
    const files = Object.fromEntries(
        fs.readdirSync(place).map(file => [file, text(path.join(place, file))]));
    fs.rmSync(place, {recursive: true});
    return files;
}

/* [{name, files, test}]; list: the module's tests, starts: its starting files. */
export function casesOf(module, list, starts) {
    const solved =
        Object.fromEntries(
            Object.keys(starts).map(file => [file, answer(module, file) || starts[file]]));
    const first = list.find(t => t.file.endsWith(".c")), name = first.exercise.split(" ")[1];
    const spoiled = statement =>
        ({...solved, [first.file]: planted(solved[first.file], name, statement)});
    const rows = [
        ...text(`tests/course/${module}/mistakes.txt`).matchAll(/^name: (\w+)$/gm)].map(m => m[1]);
    const chosen = [rows[0], rows[Math.floor(rows.length / 2)], rows.at(-1)];
    return [
        {name: "unsolved", files: starts},
        {name: "solved", files: solved},
        ...chosen.map(row => ({name: row, files: {...solved, ...ofRow(module, row)}})),
        {name: "crash",
            files: spoiled("int *volatile nothing = 0; volatile int seen = *nothing; (void)seen;")},
        {name: "endless", files: spoiled("for (volatile int more = 1; more;) more = 1;"),
            test: first.name},
        {name: "broken", files: spoiled("int half = ;")},
    ];
}
