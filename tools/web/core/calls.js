/* calls.js - does a student's file call what it is asked to write, what comes later, or what no
 * graded file may? Does it keep much in variables, or run where no function of it was called?
 *
 * What tools/course/calls.sh says, of a WebAssembly object: calls.txt of the module has the first,
 * the banners of the headers the second, tools/course/library.txt the third. A name that begins
 * with _ is the compiler's own.
 */
import {symbolsOf, variableBytes, runsByItself} from "./symbols.js";

/* Lines in the form of a compiler's error; none: the file may be linked.
 *   path      "modules/12_attention/mask.c"
 *   object    the bytes it was compiled to
 *   folder    {"mask.c": text, ...}: all C files of the same folder
 *   calls     text of the module's calls.txt, or null: it has none
 *   library   text of library.txt
 *   names     headerNames(...) of the module */
export function wrongCalls({path, object, folder, calls, library, names}) {
    const of = wrongObject(path, object);
    if (of.length > 0) return of;
    const [, module, file] = path.match(/([^/]*)\/([^/]*)$/);
    const wanted = symbolsOf(object).undefined.filter(name => /^[a-z]/.test(name));
    const said = exceptionsTo(file, calls ?? "");
    const allowed = allowedOf(library);
    const ofNobody = name => !allowed.has(name) && !names.has(name) && !Object.values(folder)
        .some(text => defines(text, name));
    const place = name => {
        const line = lineOfCall(folder[file] ?? "", name);
        return line ? `${path}:${line}` : path;
    };
    return [
        ...wanted.map(name => [name, whyNot(name, {module, said, from: names.get(name)})])
            .filter(([, why]) => why)
            .map(([name, why]) => `${place(name)}: error: it calls ${name}, which ${why}`),
        ...wanted.filter(ofNobody)
            .map(name =>
                `${place(name)}: error: it calls ${name}, ${declares(folder[file] ?? "", name)
                ? "which it declares, but which does not exist: no file of this folder, no " +
                    "header of the engine and not tools/course/library.txt has it"
                : "which no graded file can: tools/course/library.txt lists what C has for you"}`),
    ];
}

const MOST_VARIABLES = 2048;
function wrongObject(path, object) {
    const room = variableBytes(object);
    return [
        ...room <= MOST_VARIABLES ? []
            : [`${path}: error: its variables outside of functions, and static ones, take ` +
                `${room} bytes, expected at most ${MOST_VARIABLES}. try this: scope_alloc or ` +
                "malloc, where what a call needs is counted; a table that is const is no variable"],
        ...runsByItself(object)
            ? [`${path}: error: it has code that runs before the tests, or after them (a ` +
                "constructor, a destructor, an ifunc): only what is called may run"]
            : [],
    ];
}

/* said: the exceptions; from: the number of the module with which it comes, or ENGINES. */
function whyNot(name, {module, said, from = ""}) {
    if (said.has(name))
        return `does what this module asks you to write (modules/${module}/calls.txt)`;
    if (said.has(`+${name}`) || !/^\d\d_/.test(module)) return "";
    if (from === ENGINES)
        return "is the engine's own: no number of a module stands above it in its header";
    return from > module.slice(0, 2) ? `comes with module ${from} (the number above it in its ` +
        "header), later than this one" : "";
}

const ENGINES = "-", ROOM = /^(tensor|autograd|nn|attention)\//;
/* What the headers declare that a file of the module may look into, outside of comments: what a
 * bracket follows, and what is extern -> the number of the banner above it, if it is a prototype,
 * or ""; tree: {path: text}. */
export function headerNames(tree, module) {
    const names = new Map();
    for (const [path, text] of Object.entries(tree)) {
        if (!ROOM.test(path) && !path.startsWith("modules/") &&
            !path.startsWith(`tests/course/${module}/`)) continue;
        const code = withoutComments(text);
        for (const [, name] of code.matchAll(/\b([A-Za-z_]\w*)\(/g))
            names.set(name, names.get(name) ?? "");
        for (const [name, number] of prototypes(text, ROOM.test(path) ? ENGINES : "00")) {
            const known = names.get(name);
            if (!known || known === ENGINES || number !== ENGINES && number < known)
                names.set(name, number);
        }
    }
    return names;
}

/* [name, number] of each prototype, and of each word behind extern. */
function prototypes(text, none) {
    const found = [], lines = withoutComments(text).split("\n");
    let number = none, data = false;
    for (const [i, line] of text.split("\n").entries()) {
        const banner = line.match(/^\/\* ---- (.*) -+ \*\/$/);
        if (banner) number = banner[1].replace(/: .*/, "").match(/\((\d\d)\)/)?.[1] ?? none;
        data ||= /^extern [^"]/.test(lines[i]);
        const names = data ? lines[i].match(/\w+/g) ?? []
            : /^(?!static |typedef )[A-Za-z_]/.test(lines[i])
            ? lines[i].replace(/^__attribute__\(\(.*\)\) /, "").match(/[A-Za-z_]\w*(?=\()/g)
                ?.slice(0, 1) ?? [] : [];
        found.push(...names.map(name => [name, number]));
        data &&= !lines[i].includes(";");
    }
    return found;
}

/* As many lines as before. */
function withoutComments(text) {
    return text.replace(/\/\*[^]*?\*\//g, words => ` ${words.replace(/[^\n]+/g, "")}`);
}

/* Does a text define a function? A line of its own, as the course's files are written, that ends
 * without ; . */
export function defines(text, name) { return lineOfDefinition(text, name) > 0; }
export function lineOfDefinition(text, name) {
    const head = new RegExp(`^[A-Za-z_].*[ *]${name}\\(.*[^;]$`);
    return text.split(/\r?\n/).findIndex(line => head.test(line)) + 1;
}

const DEFINED =
    /^(?!static|typedef|struct\s+\w+\s*\{|enum|union)[A-Za-z_][^;{}()=#]*?(\w+)\([^;{}]*\)\s*\{/gm;

/* Names of the functions that a text defines for other files. */
export function definedIn(text) {
    const code = text.replace(/\/\*[^]*?\*\//g, " ");
    return [...code.matchAll(DEFINED)].map(m => m[1]);
}

/* The first line of a function, no comment, that calls it; 0: none does in so many words. */
export function lineOfCall(text, name) {
    const call = new RegExp(`(^|[^A-Za-z0-9_])${name} *[(]`);
    return text.split("\n").findIndex(line => /^[ \t]/.test(line) && !/^[ \t]*[*/]/.test(line) &&
        call.test(line)) + 1;
}
function declares(text, name) {
    return new RegExp(`^[A-Za-z_].*[ *]${name}\\(.*; *\\r?$`, "m").test(text);
}

/* A line "op_add.c: tensor_sub" is about that file only. */
function exceptionsTo(file, calls) {
    const rows = calls.split("\n").filter(line => !line.startsWith("#")).map(wordsOf);
    return new Set(rows.filter(([first]) => !first?.endsWith(":") || first === `${file}:`).flat());
}
function allowedOf(library) {
    return new Set(library.split("\n").filter(line => !line.startsWith("#"))
        .flatMap(line => line.match(/\w+/g) ?? []));
}
function wordsOf(line) { return line.split(/\s+/).filter(word => word); }
