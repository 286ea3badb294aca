/* words.js - what can be done with the words of a report: places to jump to, commands to run, the
 * sentence to say.
 *
 * All of it works on plain text, so that the words stay the harness' own.
 */
import {optionalOf} from "../core/progress.js";
import {plain} from "./ansi.js";

const place = /\bmodules\/(\w+)\/([\w.]+\.(?:c|h|txt))(?::(\d+)(?::(\d+))?|, line (\d+))?/;
const wrongLine = /^modules\/\w+\/[\w.]+(?::\d+)*: (?:fatal )?error: /;
const readable = /\b(tools\/course\/library\.txt|tests\/course\/\w+\/\w+\.c)(?::(\d+))?\b/;
const todoLine = /\bdelete its todo, line (\d+)/;
const lesson = /\bmodules\/(\w+)\/README\.md/;
const command =
    /\bmake (?:(hint|measure|break|reset|undo|submit|others|use|notebook)-)?(\d\d(?!\d)|progress\b)((?: [A-Z]+=[\w.]+)*)/;
const known = {check: ["TEST"], hint: ["TEST"], measure: [], break: ["CASE"], reset: [], undo: [],
    submit: [], progress: [], use: ["TOOL"], notebook: []};

/* What "make hint-12 TEST=mask_causal" asks for: {what: "hint", number: "12", TEST: "mask_causal"}.
 * null: nothing that this page does, as CONFIG=asan. */
export function commandOf(text) {
    const match = new RegExp(`^${command.source}$`).exec(text.trim());
    if (!match || (match[2] === "progress" && match[1])) return null;
    const what = match[1] || (match[2] === "progress" ? "progress" : "check");
    const options =
        Object.fromEntries(match[3].trim().split(" ").filter(word => word)
            .map(word => word.split("=")));
    if (/TEST=name\b|CASE=n\b/.test(match[3])) return null; // a place to be filled in
    if (!known[what] || Object.keys(options).some(key => !known[what].includes(key)) ||
        what === "use" && options.TOOL !== "demo") return null;
    return {what, number: match[2], ...options};
}

/* A line in pieces: plain strings and {text, place: {module, file, line, column}}, {text, module},
 * {text, read: path, line}, {text, command}. */
export function piecesOf(line) {
    const all = new RegExp([lesson, place, readable, todoLine, command].map(r => `(?:${r.source})`)
        .join("|"), "g");
    const pieces = [];
    let at = 0, last = null;
    for (const match of line.matchAll(all)) {
        const piece = meaning(match[0], last);
        if (!piece) continue;
        if (match.index > at) pieces.push(line.slice(at, match.index));
        pieces.push({text: match[0], ...piece});
        last = piece.place || last;
        at = match.index + match[0].length;
    }
    if (at < line.length) pieces.push(line.slice(at));
    return pieces;
}

function meaning(text, last) {
    let match;
    if ((match = new RegExp(`^${lesson.source}$`).exec(text))) return {module: match[1]};
    if ((match = new RegExp(`^${place.source}$`).exec(text)))
        return {place: {module: match[1], file: match[2], line: Number(match[3] || match[5] || 0),
            column: Number(match[4] || 0)}};
    if ((match = new RegExp(`^${readable.source}$`).exec(text)))
        return {read: match[1], line: Number(match[2] || 0)};
    if ((match = todoLine.exec(text)))
        return last && {place: {...last, line: Number(match[1]), column: 0}};
    const command = commandOf(text);
    return command && {command};
}

/* The report's sentences in one line each: the harness breaks them at 100 columns, a window has a
 * width of its own. What stands below for another reason, as a table's row, stays. */
export function unfolded(report) {
    const lines = [];
    let before = "";
    for (const line of report.split("\n")) {
        const next = /^ {18}(make \S+(?: [A-Z]+=\S+)*|\S+)/.exec(line);
        if (next && /^ {8}/.test(before) && before.length + 1 + next[1].length > 100)
            lines.push(`${lines.pop()} ${line.trim()}`);
        else lines.push(line);
        before = plain(line);
    }
    return lines.join("\n");
}

/* How much of a line's beginning is indentation that a narrow screen may shrink: the report's own 8
 * or 18 columns. */
export function indentOf(line) {
    const spaces = line.length - line.trimStart().length;
    return spaces >= 18 ? 18 : spaces >= 8 ? 8 : spaces >= 2 ? 2 : 0;
}

/* "  FAIL  0/4   12.3 mask_causal     any length down to none" in its parts, or null. */
export function verdictOf(line) {
    const match =
        /^ {2}(FAIL|todo| ?ok|\(ok\)) +(\d+)\/(\d+) +([\d.]+\S*(?: \S+)*?) (?: *)(\S.*)$/.exec(
            line);
    if (!match) return null;
    const exercise = /^(\S+ \S+) +(.*)$/.exec(`${match[4]} ${match[5]}`);
    const word = match[1].trim();
    return exercise && {word, earned: Number(match[2]), points: Number(match[3]),
        exercise: exercise[1], words: exercise[2],
        kind: {FAIL: "fail", todo: "todo", ok: "pass", "(ok)": "follows"}[word]};
}

/* The short sentence that is said aloud: points, and the first thing to do. result: what the judge
 * returns; part: not every test ran, so its points are not the module's. */
export function headline(result, part = false) {
    if (!result.compiled) {
        const errors = result.diagnostics.filter(d => d.kind === "error"), first = errors[0];
        if (!first) return `It does not compile. ${firstLine(result.errors)}`;
        const help = helpOf(first, result.diagnostics), more = errors.length - 1;
        return ended(
            `It does not compile: ${first.file}${first.line ? `, line ${first.line}` : ""}: ` +
            `${help}${!more ? "" : `${help.endsWith("?") ? " And" : ", and"} ${more} more`}`);
    }
    if (result.results.length === 0) return "No test or exercise is called that.";
    const failed = result.results.find(r => r.outcome === "fail");
    const beside = result.results.every(r => r.optional) && optionalOf(result.results);
    const open = result.results.find(r => r.outcome === "todo" && (beside || !r.optional));
    const points = beside ? `${beside.points} of ${beside.of} optional points.`
        : `${result.points} of ${result.of} ` +
        `points${!part ? ""
            : result.results.every(r => r.file === "answers.txt") ? " of the " + "questions"
            : " of what ran"}.`;
    if (failed) {
        const {label, text} = whyOf(result.report, failed), what = functionOf(failed.exercise);
        // "weights_bytes is not a number"
        if (text.startsWith(`${what} `)) return ended(`${points} ${text}`);
        return ended(
            `${points} ${what} failed${label === "rule" ? ". The rule" : ""}: ` +
            `${text || failed.name.replaceAll("_", " ")}`);
    }
    if (open)
        return `${points} ${result.points > 0 ? "Nothing failed. " : ""}Not written yet: ` +
            `${functionOf(open.exercise)}.`;
    return `${points} Everything passed.`;
}

/* What the compiler says of a mistake, without its flag and the standard's words; and what may have
 * been meant, where a note says that. */
function helpOf(error, diagnostics) {
    const next = diagnostics[diagnostics.indexOf(error) + 1];
    const meant = next?.kind === "note" && /^did you mean .*\?$/.exec(next.text)?.[0];
    const words = error.text.replace(/(; ISO C\d+ .*)? \[-W[\w-]+(,-W[\w-]+)*\]$/, "");
    return meant ? `${words}: ${meant}` : words;
}

/* What to press next, from the report's last line and the place that its first failure, or the
 * compiler, names: [{text, title, place | module | command | part}]. modules: [{name, title}];
 * offers: [{text, part}] for whoever has all points. */
export function nextSteps(report, number, modules = [], offers = []) {
    const lines = report.split("\n"), steps = [], alone = lines.filter(verdictOf).length === 1;
    const called = name =>
        `${name.slice(0, 2)} ` +
        `${modules.find(m => m.name === name)?.title ?? name.slice(3).replaceAll("_", " ")}`;
    const look = lines.find(line => wrongLine.test(line)) ??
        lines.find(line => /^ {8}look at /.test(line));
    const last = lines.findLast(line => line.includes("Next: "));
    const pieces = [...(look ? piecesOf(look) : []), ...(last ? piecesOf(last) : [])].filter(
        piece => typeof piece !== "string");
    for (const {text, place, module, command} of pieces) {
        if (place && !steps.some(s => s.place))
            steps.push({text: `Open ${place.file}${place.line ? `, line ${place.line}` : ""}`,
                title: text, place});
        else if (module) steps.push({text: `Read ${called(module)}`, title: text, module});
        // it has just run alone
        else if (command && command.what === "check" && command.TEST && alone) continue;
        else if (command && command.what === "check" && command.TEST)
            steps.push({text: "Run that test alone", title: text, command});
        else if (command && command.what === "hint")
            steps.push({text: "A hint", title: text, command});
        else if (command && command.what === "check" && command.number === number &&
            !steps.some(s => s.place)) steps.push({text: "Run all tests", title: text, command});
    }
    if (steps.some(s => s.place) && !steps.some(s => s.text === "A hint") && last &&
        last.includes("Next: write"))
        steps.push({text: "A hint", title: `make hint-${number}`, command: {what: "hint", number}});
    if (last && /Next: read |All done\./.test(last))
        steps.push(...offers,
            {text: "Download to hand in", title: `make submit-${number}`,
                command: {what: "submit", number}});
    return steps;
}

/* What is said of folders and commands at home, as it is in a tab. */
export function inTheTab(sentence) {
    return begun(sentence)
        .replace(/Your files are in \.kindling\/\S+; make undo-\d\d brings them back/,
            "Your files are kept in this browser; “Undo reset or import” in the menu Files " +
            "brings them back")
        .replace(/That text is in \.kindling\/\S+; make undo-\d\d brings it back/,
            "That text is kept, too; “Undo reset or import” in the menu Files brings it back")
        .replace(/ \(from \.kindling\/\S+\)\. make undo-\d\d once more/,
            ". “Undo reset or import” once more")
        .replace(/make reset-\d\d puts the new one in its place, and saves yours/,
            "“Start this module again” in the menu Files puts the new one in its place, and " +
            "keeps yours")
        .replace(/a hint for one: make hint-\d\d TEST=its name/,
            "for a hint all the same, put the cursor into its function")
        .replace(/\bmodules\/\d\d_\w+\/(?=[\w.]+ )/, "")
            .replace(/^modules\/(\d\d)_\w+/, "Module $1")
            .replace(/\bmodules\/(\d\d)_\w+/, "module $1");
}

/* A sentence of the terminal begins in small letters there; names of files and functions stay as
 * they are. */
const begun = sentence =>
    sentence.replace(/^(your files of|the undo is|every test of|no test or|nothing to) /,
        words => words[0].toUpperCase() + words.slice(1));

/* A row of a table that a program prints, not a sentence. */
const isRow = line => /\S {3,}\S|^ {12,}\S/.test(line);

/* [text, row] of each line, tables with less room between their columns: of those that are empty in
 * every row, two stay. */
export function squeezed(text) {
    const lines = text.split("\n").map(line => line.trimEnd()), are = lines.map(isRow);
    for (let from = 0, to; from < lines.length; from = to + 1) {
        for (to = from; are[to]; to++);
        const rows = lines.slice(from, to), wide = Math.max(0, ...rows.map(row => row.length));
        const empty = Array.from({length: wide},
            (_, at) => rows.every(row => (row[at] ?? " ") === " "));
        const stays = empty.map((one, at) => !one || !empty[at - 1] || !empty[at - 2]);
        rows.forEach((row, i) => {
            lines[from + i] = [...row].filter((_, at) => stays[at]).join("");
        });
    }
    return lines.map((line, i) => [line, are[i]]);
}

const ended = sentence => /[.?!]$/.test(sentence) ? sentence : `${sentence}.`;
const firstLine = text => plainLine((text || "").split("\n").find(line => line.trim()) || "");
const plainLine = line => line.replace(/\x1b\[[\d;]*m/g, "").trim();
export const functionOf = exercise => exercise.replace(/^\S+ /, "");

/* What the report calls likely, the problem, or the rule of a test that failed; "" where it says
 * none of them. */
export const likelyOf = (report, test) => whyOf(report, test).text;

/* Of an answer beside its own field: its name stands there already. */
export const ofAnswer = (name, told) => told.startsWith(`${name} is`)
    ? `This is${told.slice(name.length + 3)}` : told;

/* The same with its label: {label: "likely", text}. */
export function whyOf(report, test) {
    const lines = report.split("\n").map(line => line.replace(/\x1b\[[\d;]*m/g, ""));
    const words = test.name.replaceAll("_", " ");
    const at = lines.findIndex(line => (verdictOf(line) || {}).words === words &&
        line.includes(test.exercise));
    for (const label of ["likely", "problem", "rule"]) {
        for (let i = at + 1; at >= 0 && i < lines.length && !verdictOf(lines[i]); i++)
            if (lines[i].trimStart().startsWith(`${label} `))
                return {label, text: sentenceFrom(lines, i, label)};
    }
    return {label: "", text: ""};
}

function sentenceFrom(lines, i, label) {
    let text = lines[i].trimStart().slice(label.length).trim();
    for (i++; i < lines.length && /^ {18}\S/.test(lines[i]); i++) text += ` ${lines[i].trim()}`;
    // what else to type is in the report
    return text.replace(/; make .*$/, "").replace(/[.;]$/, "");
}
