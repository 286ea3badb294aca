/* live.mjs - what runs by itself in the page: demo, explorer and notebooks, linked while the site is built.
 *
 * A visitor who only looks on needs no compiler: demo.wasm is 300 kilobytes. Linking is substitution as in the
 * Makefile: a plain twin of attention for the file of its name, a stand-in of tools/web/wasi for what needs a process.
 */
import {copyFileSync, readFileSync, readdirSync, writeFileSync, mkdirSync} from "node:fs";
import {basename, join} from "node:path";
import {runClang} from "@yowasp/clang";

const ROOMS = ["tensor", "autograd", "nn", "attention"];
export const LINK = ["-mllvm", "-wasm-enable-sjlj", "-lwasi-emulated-signal", "-lwasi-emulated-process-clocks", "-lwasi-emulated-getpid",
    "-lwasi-emulated-mman", "-lm", "-lsetjmp", "-Wl,--stack-first", "-Wl,-z,stack-size=1048576"];
/* A cell of a notebook, linked in the page, finds all that the host has: names, memory, table of functions. */
const HOST = ["-Wl,--export-all", "-Wl,--export-table", "-Wl,--growable-table", "-Wl,--export=__stack_pointer"];

function objectsBelow(root, folder) {
    return readdirSync(join(root, folder), {withFileTypes: true}).flatMap(e =>
        e.isDirectory() ? objectsBelow(root, join(folder, e.name)) : e.name.endsWith(".o") ? [join(folder, e.name)] : []);
}
/* Those of `others` take the places of the same name. */
function instead(objects, others) {
    const names = new Set(others.map(o => basename(o)));
    return [...objects.filter(o => !names.has(basename(o))), ...others];
}

/* root: a folder of objects of float, with paths as in the source tree. */
export function programObjects(root, name) {
    const plain = o => o.split("/").includes("plain");
    const engine = ROOMS.flatMap(room => objectsBelow(root, room));
    const inSteps = instead(engine.filter(o => !plain(o)), engine.filter(o => plain(o) && o.startsWith("attention/")));
    const lib = objectsBelow(root, "tools/lib").filter(o => name === "explore" || o !== "tools/lib/draw/explore.o");
    const own = [...lib, ...objectsBelow(root, "tools/" + name), ...(name === "explore" ? ["tools/explore_page.o"] : [])];
    const wasi = objectsBelow(root, "tools/web/wasi").filter(o => name === "notebook" || basename(o) !== "cells.o");
    return [...inSteps, ...instead(own, wasi)];
}

export async function linkProgram(root, name, flags = []) {
    const tree = {}, names = programObjects(root, name).map((path, i) => {
        tree[`${i}.o`] = readFileSync(join(root, path));
        return `${i}.o`;
    });
    let said = "";
    try {
        const made = await runClang(["clang", ...names, ...LINK, ...flags, "-o", "p.wasm"], tree,
            {stderr: bytes => { if (bytes) said += Buffer.from(bytes); }, fetchProgress() {}});
        return made["p.wasm"];
    } catch (error) {
        throw new Error(`${name}: the linker says:\n${said || error}`);
    }
}

/* Writes out/demo.wasm and its like. */
export async function linkPrograms(root, out) {
    mkdirSync(out, {recursive: true});
    for (const name of ["demo", "explore", "notebook"])
        writeFileSync(join(out, name + ".wasm"), await linkProgram(root, name, name === "notebook" ? HOST : []));
}

/* ---- pages ---- */

const PAGE = "tools/web/page/live";

/* The live pages and their scripts, each a file: workers are started by their names. */
export async function bundlePages(out) {
    const {build} = await import("esbuild");
    await build({entryPoints: ["demo", "runner"].map(name => join(PAGE, name + ".js")), outdir: out,
        bundle: true, format: "esm", minify: true, legalComments: "none", logLevel: "warning"});
    for (const name of ["demo.html", "live.css"])
        copyFileSync(join(PAGE, name), join(out, name));
    copyFileSync("tools/site/style.css", join(out, "style.css"));
}
