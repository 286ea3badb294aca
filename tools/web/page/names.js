/* names.js - the engine's public names with their contract, read from the headers' own text. Pure. */

const rooms = /^(tensor|autograd|nn|attention)\/.*\.h$/;
const prototype = /^([A-Za-z_][\w ]*?[ *]+)(\w+)\(([^;{}]*)\);[ \t]*(\/\*(?:[^*]|\*(?!\/))*\*\/)?/;
const macro = /^#define ([A-Za-z_]\w+)(\([^)]*\))?/;

/* tree: {"attention/attention.h": text, ...}. Returns [{name, kind, detail, contract, file, line}], each name once. */
export function namesOf(tree) {
    const found = new Map();
    for (const [file, text] of Object.entries(tree))
        if (rooms.test(file)) for (const name of namesIn(text, file)) if (!found.has(name.name)) found.set(name.name, name);
    return [...found.values()];
}

function namesIn(text, file) {
    const names = [];
    let comment = "", end = -1; /* the comment above, and where it ended */
    for (let at = 0, line = 1; at < text.length;) {
        const rest = text.slice(at, at + 2000);
        let match, length = rest.indexOf("\n") + 1 || rest.length;
        if (rest.startsWith("/*")) {
            const close = text.indexOf("*/", at) + 2;
            comment = wordsOf(text.slice(at, close));
            length = Math.max(close - at, text.indexOf("\n", close) + 1 - at || 0);
            end = at + length;
        } else if ((match = prototype.exec(rest)) && !/^(static|typedef|return|else)\b/.test(rest)) {
            const above = end === at ? comment : "", beside = match[4] ? wordsOf(match[4]) : "";
            names.push({name: match[2], kind: "function", detail: `${match[1].trim()}${match[1].endsWith("*") ? "" : " "}${match[2]}(${match[3].replace(/\s+/g, " ")})`,
                        contract: beside || above, file, line});
            length = Math.max(length, text.indexOf("\n", at + match[0].length) + 1 - at || match[0].length);
            end = above && !beside ? at + length : -1; /* a comment may stand above several */
        } else if ((match = macro.exec(rest)) && !match[1].endsWith("_H")) {
            const beside = /\/\*.*?\*\//.exec(rest.slice(0, length));
            names.push({name: match[1], kind: "constant", detail: match[1] + (match[2] || ""),
                        contract: beside ? wordsOf(beside[0]) : end === at ? comment : "", file, line});
        }
        line += text.slice(at, at + length).split("\n").length - 1;
        at += length;
    }
    return names;
}

/* A comment as a sentence; the lines that part a file into sections are none. */
function wordsOf(comment) {
    const words = comment.replace(/^\/\*+|\*+\/$/g, "").replace(/^\s*\* ?/gm, "").replace(/\s+/g, " ").trim();
    return words.startsWith("----") ? "" : words;
}
