/* mock.js - a judge that reads the files' text, so that the page is tested without a compiler.
 *
 * A test passes unless its file still has the todo of its exercise, or "WRONG" and its function in
 * it; "SYNTAX" does not compile; with "LOOP" somewhere the run lasts until it is stopped.
 */
import {Desk} from "../../../../tools/web/core/desk.js";
import {openStore} from "../../../../tools/web/core/store.js";
import {importFiles} from "../../../../tools/web/page/moving.js";
import {start} from "../../../../tools/web/page/app.js";

const words = name => name.replaceAll("_", " ");

function lineOf(text, what) {
    const at = text.split("\n").findIndex(line => line.includes(what));
    return at + 1;
}

function outcomeOf(test, text) {
    if (test.file === "answers.txt") {
        const value = new RegExp(`^${test.exercise.split(" ")[1]} *= *(.*)$`, "m").exec(text)?.[1];
        return value === "?" ? "todo" : value === test.right ? "pass" : "fail";
    }
    return text.includes(`todo("${test.exercise}")`) ? "todo"
        : text.includes(`WRONG ${test.exercise.split(" ")[1]}`) ? "fail" : "pass";
}

function reportOf(module, results, files) {
    const colour = {pass: 32, todo: 33, fail: 31};
    const word = {pass: "  ok  ", todo: "  todo", fail: "  FAIL"}, number = module.slice(0, 2);
    let text = `\n\x1b[1m${module}\n\n\x1b[0m`;
    const told = new Set();
    for (const r of results) {
        text +=
            `\x1b[${colour[r.outcome]}m${word[r.outcome]}\x1b[0m ` +
            `${String(r.outcome === "pass" ? r.points : 0).padStart(2)}/${String(r.points).padEnd(
                2)}  ${r.exercise.padEnd(34)} ${words(r.name)}\n`;
        const place = `modules/${module}/${r.file}`;
        const line = lineOf(files[r.file], r.exercise.split(" ")[1]);
        if (r.outcome === "todo" && !told.has(r.exercise))
            text +=
                `        not written yet: open ${place}, line ${line} (delete its todo, line ` +
                `${lineOf(files[r.file], `todo("${r.exercise}`) || line})\n`;
        told.add(r.exercise);
        if (r.outcome === "fail")
            text +=
                `        \x1b[2mcalled    \x1b[0m${r.exercise.split(" ")[1]}(3)\n` +
                `        \x1b[2mgot       \x1b[0m1 at [0, 1] of mask   (2 of 9 numbers differ)\n` +
                "                            1          1          0\n" +
                    "                            1          1          1\n" +
                "        \x1b[2mexpected  \x1b[0m0 at [0, 1]\n" +
                    "                            1          0          0\n" +
                    "                            1          1          0\n" +
                "        \x1b[2mlikely    \x1b[0mshifted by one: key i + 1 is the very token " +
                    "that is to be\n                  predicted\n" +
                `        \x1b[2mlook at   \x1b[0m${place}:${line}\n` +
                    `        \x1b[2mtest      \x1b[0mtests/course/${module}/masks.c:7\n\n`;
    }
    const points = results.reduce((n, r) => n + (r.outcome === "pass" ? r.points : 0), 0);
    const of = results.reduce((n, r) => n + r.points, 0);
    const open = results.find(r => r.outcome !== "pass");
    text += `\n\x1b[1m${points} of ${of} points.  \x1b[0m` +
        (!open ? `Next: make ${String(Number(number) + 1)}\n`
        : `Next: make ${number} TEST=${open.name}   (stuck? make hint-${number} ` +
            `TEST=${open.name})\n`);
    return {text, points, of};
}

class MockJudge {
    constructor(data) { this.data = data; this.runs = []; }
    async check(module, files, {test, signal, onProgress = () => {}}) {
        this.runs.push(test);
        const {tests} = await this.data.module(module);
        onProgress("compiling mask.c");
        await new Promise(done => setTimeout(done, 20));
        const broken = Object.keys(files).find(name => files[name].includes("SYNTAX"));
        if (broken) {
            const line = lineOf(files[broken], "SYNTAX");
            const text = "expected ';' after return statement";
            return {compiled: false, results: [], points: 0, of: 100, report: "",
                diagnostics: [{file: broken, line, column: 5, kind: "error", text}],
                    errors: `\x1b[1mmodules/${module}/${broken}:${line}:5: \x1b[31merror: ` +
                        `\x1b[0m${text}\n` +
                        `${String(line).padStart(5)} | ${files[broken].split("\n")[line - 1]}\n` +
                        `      |     ^\n`};
        }
        signal?.throwIfAborted();
        if (Object.values(files).some(text => text.includes("LOOP")))
            await new Promise(
                (_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
        const results = tests.filter(t => !test || `${t.name} ${t.exercise}`.includes(test))
            .map(t => ({...t, outcome: outcomeOf(t, files[t.file])}));
        const {text, points, of} = reportOf(module, results, files);
        return {compiled: true, diagnostics: [], errors: "", report: text, results, points, of,
            next: "", seconds: {}};
    }
    async measure(module, files, {input, onOutput}) {
        onOutput(`you predicted ${JSON.stringify(input)}\n${this.table ?? ""}`);
        return {exit: 0};
    }
    async breakCase(module, number, {input, onOutput}) {
        onOutput(`case ${number}: ${JSON.stringify(input)}\n`);
        return {exit: 0};
    }
}

const json = async path => (await fetch(path)).json();
const data = {about: () => json("data/about.json"), modules: () => json("data/modules.json"),
    module: name => json(`data/modules/${name}.json`), tree: () => json("data/tree.json"),
    names: () => json("data/names.json"), texts: name => json(`data/texts/${name}.json`),
    later: name => json(`data/later/${name}.json`),
    starts: async () =>
    Object.fromEntries(
        await Promise.all(
            ["01_tensor", "12_attention"].map(
                async name => [name, (await data.module(name)).files])))};
const judge = new MockJudge(data);
const app = await start({desk: new Desk(await openStore(), {version: "1.0"}), judge, data,
    live: (place, {name}) => { place.textContent = `live: ${name}`; }});
window.testing = {judge, app, import: files => { importFiles(app, files); }};
