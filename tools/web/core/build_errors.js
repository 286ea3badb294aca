/* build_errors.js - reads what compiler and linker said of a failed build, tells the student what
 * to do about it.
 *
 * What tools/course/build_errors.sh says, of the words of wasm-ld: clang speaks for itself;
 * "undefined symbol: mask_padding" becomes "mask.c does not define mask_padding". What the linker
 * has in brackets (the tests' objects, which call the function) is never at fault and never named.
 */
import {lineOfDefinition, defines} from "./calls.js";

/* {text, diagnostics}: for the report, and as marks for an editor.
 *   log      all that was said; the linker is to name every error (--error-limit=0)
 *   name     "12_attention"
 *   starts   {"12_attention": {"mask.c": text}, ...}: starting files, of other modules too if they
 *       are at hand
 *   tests    [{exercise: "12.3 mask_causal", file: "mask.c"}, ...] of the module
 *   sources  {"modules/12_attention/mask.c": text}: the student's, whose objects are called alike,
 *       with .o */
export function buildErrors(log, {name, starts, tests, sources}) {
    const lines = linesOf(log);
    const compiler = lines.filter(line => !/^wasm-ld: |^>>> |linker command failed/.test(line));
    if (compiler.some(line => line.includes("error:"))) {
        const text = compiler.join("\n") + "\n";
        return {text, diagnostics: diagnosticsOf(text)};
    }
    const missing = named(lines, /undefined symbol: (\w+)/).filter(f => f !== "main");
    const double = named(lines, /duplicate symbol: (\w+)/);
    if (!missing.length && !double.length) {
        // main: of the harness, never a student's
        const known = lines.some(line => /undefined symbol: /.test(line));
        return {text: known ? "" : lines.join("\n") + "\n", diagnostics: []};
    }
    const found = [
        ...missing.map(f => ofMissing(f, homeOf(f, name, starts, tests), name)),
        ...double.map(f => ofDouble(f, placesOf(f, lines, sources))),
    ];
    return {text: found.map(f => f.text + "\n").join(""), diagnostics: found.flatMap(f => f.marks)};
}

/* [{file, line, column, kind: "error" | "warning" | "note", text}]; line 0: the file as a whole. */
export function diagnosticsOf(log) {
    return [
        ...plain(log).matchAll(
            /^([^\s:][^:\n]*?):(?:(\d+):(?:(\d+):)?)? (?:fatal )?(error|warning|note): (.*)$/gm)]
        .map(([, file, line, column, kind, text]) =>
            ({file, line: Number(line ?? 0), column: Number(column ?? 0), kind, text}))
        .filter(d => /\.[ch]$/.test(d.file));
}

/* Warnings of a build that succeeded: those about the student's files are worth reading, others are
 * not theirs to mend. */
export function warningsOf(log) {
    let keep = false;
    return linesOf(log).filter(line => {
        if (/^In file included from |^[^ ]*\.[ch]:/.test(line)) keep = line.includes("modules/");
        return keep && !/^[0-9]+ warnings? generated/.test(line);
    }).map(line => line + "\n").join("");
}

function linesOf(log) { return plain(log).replace(/\n$/, "").split("\n"); }
/* Without the colours of a terminal. */
function plain(text) { return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, ""); }

function named(lines, what) {
    const names = lines.map(line => line.match(what)?.[1]).filter(f => f);
    return [
        ...new Set(
            names.map(f => f.replace(/^__(real|wrap)_/, "")
                .replace(/^__(main_void|main_argc_argv|original_main)$/, "main")))].sort();
}

/* Which of the student's files should define a function: the one whose starting copy or tests
 * mention it. */
function homeOf(f, name, starts, tests) {
    const inStart = module => Object.keys(starts[module] ?? {}).sort()
        .find(file => file.endsWith(".c") && defines(starts[module][file], f));
    if (inStart(name)) return inStart(name);
    for (const module of Object.keys(starts).sort()) // the file of another module with its folder
        if (inStart(module)) return `modules/${module}/${inStart(module)}`;
    return tests.find(t => new RegExp(`^[0-9.]* ${f}$`).test(t.exercise))?.file ?? "";
}
function ofMissing(f, home, name) {
    if (!home)
        return {text: `nothing defines ${f}: is its name spelled as in the header?`, marks: []};
    const text = `${home} does not define ${f}`;
    return {
        text,
        marks: [{file: home.includes("/") ? home : `modules/${name}/${home}`, line: 0, column: 0,
            kind: "error", text}]};
}

/* Where the student's files define it: the linker names objects, the text has the line. */
function placesOf(f, lines, sources) {
    const from = lines.findIndex(line => line.match(/duplicate symbol: (\w+)/)?.[1] === f);
    const places = new Set();
    for (let i = from + 1; i < lines.length && lines[i].startsWith(">>> "); i++) {
        const path = lines[i].match(/modules\/[^ ]*\.o$/)?.[0].replace(/\.o$/, ".c");
        if (path in sources) places.add(`${path}:${lineOfDefinition(sources[path], f)}`);
    }
    return [...places].sort();
}
function ofDouble(f, places) {
    const where = !places.length ? "is defined twice"
        : places.length > 1 ? `is defined twice: in ${places.join(" and in ")}` :
        `is defined in ${places[0]} and again outside of your files`;
    const text = `${f} ${where}. If it is your own helper, make it static`;
    return {text, marks: places.map(p => {
        const [file, line] = p.split(":");
        return {file, line: Number(line), column: 0, kind: "error", text};
    })};
}
