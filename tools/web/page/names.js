/* names.js - the engine's public names with their contract, read from the headers' own text.
 * Pure. */

const rooms = /^(tensor|autograd|nn|attention)\/.*\.h$/;
const prototype = /^([A-Za-z_][\w ]*?[ *]+)(\w+)\(([^;{}]*)\);[ \t]*(\/\*(?:[^*]|\*(?!\/))*\*\/)?/;
const macro = /^#define ([A-Za-z_]\w+)(\([^)]*\))?/;

/* tree: {"attention/attention.h": text, ...}. Returns [{name, kind, detail, contract, file, line}],
 * each name once. */
export function namesOf(tree) {
    const found = new Map();
    for (const [file, text] of Object.entries(tree))
        if (rooms.test(file)) for (const name of namesIn(text, file)) if (!found.has(name.name))
            found.set(name.name, name);
    return [...found.values()];
}

function namesIn(text, file) {
    const names = [];
    let comment = "", end = -1; /* the comment above a group, and where the group ends so far */
    // the names of the group have words beside them, too: what has them first begins another one
    let told = true;
    for (let at = 0, line = 1; at < text.length;) {
        const rest = text.slice(at, at + 2000);
        let match, length = rest.indexOf("\n") + 1 || rest.length;
        const add = (name, comments) => {
            const beside = comments ? wordsOf(comments) : "";
            const above = end === at && (told || !beside) ? comment : "";
            names.push(
                {...name, contract: [beside, above].filter(Boolean)
                    .join(beside.endsWith(".") ? " " : ". "), file, line});
            end = above ? at + length : -1;
            told = beside !== "";
        };
        if (rest.startsWith("/*")) {
            const close = text.indexOf("*/", at) + 2;
            comment = wordsOf(text.slice(at, close));
            length = Math.max(close - at, text.indexOf("\n", close) + 1 - at || 0);
            end = at + length;
            told = true;
        } else if ((match = prototype.exec(rest)) &&
            !/^(static|typedef|return|else)\b/.test(rest)) {
            length = Math.max(length, text.indexOf("\n", at + match[0].length) + 1 - at ||
                match[0].length);
            add(
                {name: match[2], kind: "function",
                    detail: `${match[1].trim()}${match[1].endsWith("*") ? ""
                        : " "}${match[2]}(${match[3].replace(/\s+/g, " ")})`}, match[4]);
        } else if ((match = macro.exec(rest)) && !match[1].endsWith("_H")) {
            add({name: match[1], kind: "constant", detail: match[1] + (match[2] || "")},
                /\/\*.*?\*\//.exec(rest.slice(0, length))?.[0]);
        }
        line += text.slice(at, at + length).split("\n").length - 1;
        at += length;
    }
    return names;
}

/* A comment as a sentence; the lines that part a file into sections are none. */
function wordsOf(comment) {
    const words = comment.replace(/^\/\*+|\*+\/$/g, "").replace(/^\s*\* ?/gm, "")
        .replace(/\s+/g, " ").trim();
    return words.startsWith("----") ? "" : words;
}
