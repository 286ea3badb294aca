/* calls.js - does a student's file call what it is asked to write, or what a graded file may not?
 *
 * What tools/course/calls.sh says, of a WebAssembly object: calls.txt of the module has the first,
 * tools/course/library.txt the second. A name that begins with _ is the compiler's own.
 */
import {symbolsOf} from "./symbols.js";

/* Lines in the form of a compiler's error; none: the file may be linked.
 *   path      "modules/12_attention/mask.c"
 *   object    the bytes it was compiled to
 *   folder    {"mask.c": text, ...}: all C files of the same folder
 *   calls     text of the module's calls.txt, or null: it has none
 *   library   text of library.txt
 *   names     headerNames(...) of the module */
export function wrongCalls({path, object, folder, calls, library, names}) {
    const [, module, file] = path.match(/([^/]*)\/([^/]*)$/);
    const wanted = symbolsOf(object).undefined.filter(name => /^[a-z]/.test(name));
    const forbidden = calls === null ? new Set() : forbiddenTo(file, calls);
    const allowed = allowedOf(library);
    const ofNobody = name => !allowed.has(name) && !names.has(name) && !Object.values(folder)
        .some(text => defines(text, name));
    const place = name => {
        const line = lineOfCall(folder[file] ?? "", name);
        return line ? `${path}:${line}` : path;
    };
    return [
        ...wanted.filter(name => forbidden.has(name))
            .map(name => `${place(name)}: error: it calls ${name}, which does what this module ` +
                `asks you to write (modules/${module}/calls.txt)`),
        ...wanted.filter(ofNobody)
            .map(name =>
                `${place(name)}: error: it calls ${name}, ${declares(folder[file] ?? "", name)
                ? "which it declares, but which does not exist: no file of this folder, no " +
                    "header of the engine and not tools/course/library.txt has it"
                : "which no graded file can: tools/course/library.txt lists what C has for you"}`),
    ];
}

/* What the headers declare that a file of the module may look into, outside of comments: what a
 * bracket follows, and what is extern; tree: {path: text}. */
export function headerNames(tree, module) {
    const names = new Set();
    for (const [path, text] of Object.entries(tree))
        if (/^(tensor|autograd|nn|attention|modules)\//.test(path) ||
            path.startsWith(`tests/course/${module}/`)) {
            const code = text.replace(/\/\*[^]*?\*\//g, " ");
            for (const [, name] of code.matchAll(/\b([A-Za-z_]\w*)\(/g)) names.add(name);
            for (const [line] of code.matchAll(/^extern [^;]*/gm))
                for (const name of line.match(/\w+/g)) names.add(name);
        }
    return names;
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
function forbiddenTo(file, calls) {
    const rows = calls.split("\n").filter(line => !line.startsWith("#")).map(wordsOf);
    return new Set(rows.filter(([first]) => !first?.endsWith(":") || first === `${file}:`).flat());
}
function allowedOf(library) {
    return new Set(library.split("\n").filter(line => !line.startsWith("#"))
        .flatMap(line => line.match(/\w+/g) ?? []));
}
function wordsOf(line) { return line.split(/\s+/).filter(word => word); }
