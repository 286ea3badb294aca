/* includes.js - the compiler's file system in the browser knows no "..": includes are written from
 * the top folder. */

/* #include "../nn/nn.h" in attention/attention.h becomes #include "nn/nn.h"; lines stay lines. */
export function rootIncludes(path, text) {
    return text.replace(/^([ \t]*#[ \t]*include[ \t]*")(\.\.\/[^"\n]*)"/gm, (all, before, name) => {
        const at = path.split("/").slice(0, -1);
        for (const part of name.split("/")) {
            if (part !== "..")
                at.push(part);
            else if (at.pop() === undefined)
                return all;
        }
        return `${before}${at.join("/")}"`;
    });
}

/* Path -> text as the nested folders that the compiler is given. */
export function folders(files) {
    const top = {};
    for (const [path, text] of files instanceof Map ? files : Object.entries(files)) {
        const parts = path.split("/"), name = parts.pop();
        parts.reduce((folder, part) => folder[part] ??= {}, top)[name] = text;
    }
    return top;
}
