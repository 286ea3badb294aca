/* tree.mjs - the sources as the compiler in the browser sees them: paths from the top folder, no
 * ".." in includes. */
import fs from "node:fs";
import path from "node:path";
import {rootIncludes} from "../core/includes.js";

const makefile = fs.readFileSync("Makefile", "utf8");
export const ROOMS = makefile.match(/^ROOMS := (.*)/m)[1].split(" ");

/* A source or a header. */
export function read(file) {
    return rootIncludes(file, fs.readFileSync(file, "utf8"));
}

const IN_THE_PAGE = [...ROOMS, "build/include", "modules", "tests/course", "tools"];

/* Path -> text of every header, in the rooms and around them; of the page, those that it compiles
 * with. */
export function headers(tops = [...IN_THE_PAGE, "tests/harness", "tests/fixtures"]) {
    const found = new Map();
    for (const top of tops.filter(one => fs.existsSync(one)))
        for (const file of fs.readdirSync(top, {recursive: true}).sort())
            if (file.endsWith(".h"))
                found.set(path.posix.join(top, file), read(path.posix.join(top, file)));
    return found;
}

export const headersOfPage = () => headers(IN_THE_PAGE);

/* The files of the project that a piece of C names, and so may read: path -> text. */
export function filesNamed(source) {
    const names = [...source.matchAll(/"(\w[\w.\/-]*\.\w+)"/g)].map(m => m[1]);
    return Object.fromEntries(names.filter(name => fs.existsSync(name))
        .map(name => [name, fs.readFileSync(name, "utf8")]));
}
