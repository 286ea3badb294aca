/* live.mjs - what runs by itself in the page: demo, explorer and notebooks, linked while the site
 * is built.
 *
 * A visitor who only looks on needs no compiler: demo.wasm is 300 kilobytes. Linking is
 * substitution as in the Makefile: a plain twin of attention for the file of its name, a stand-in
 * of tools/web/wasi for what needs a process.
 */
import {createHash} from "node:crypto";
import {copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync,
    writeFileSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {execFileSync} from "node:child_process";
import {fileURLToPath} from "node:url";
import {HOST} from "../core/cell_host.js";
import {Driver} from "../core/driver.js";
import {folders} from "../core/includes.js";
import {linkerWords} from "../core/toolchain.js";
import {functionsOf} from "../core/wasm.js";
import {esbuild, stamped} from "./bundle.mjs";
import {clang, version} from "./clang.mjs";
import {filesNamed, headers, ROOMS} from "./tree.mjs";
import {Compiler, Session} from "../page/live/cells.js";

const HERE = dirname(fileURLToPath(import.meta.url)), PAGE = join(HERE, "../page/live");

/* Cells of a notebook run in processes there; here tools/web/wasi/cells.c runs them. */
export const PROCESSES = ["run.o", "host.o", "main.o"].map(o => "tools/notebook/" + o);

function objectsBelow(root, folder) {
    return readdirSync(join(root, folder), {withFileTypes: true}).flatMap(e =>
        e.isDirectory() ? objectsBelow(root, join(folder, e.name))
            : e.name.endsWith(".o") ? [join(folder, e.name)] : []);
}
/* Those of `others` take the places of the same name. */
function instead(objects, others) {
    const names = new Set(others.map(o => basename(o)));
    return [...objects.filter(o => !names.has(basename(o))), ...others];
}

/* root: a folder of objects of float, with paths as in the source tree. steps: every room's plain
 * twins stand for their files, as where a student's file is inside, not attention's alone. */
export function programObjects(root, name, {steps = false} = {}) {
    const plain = o => o.split("/").includes("plain");
    const engine = ROOMS.flatMap(room => objectsBelow(root, room));
    const inSteps = instead(engine.filter(o => !plain(o)),
        engine.filter(o => plain(o) && (steps || o.startsWith("attention/"))));
    const lib = (name === "notebook" ? ["cli", "draw"]
        : readdirSync(join(root, "tools/lib"))).flatMap(folder =>
        objectsBelow(root, "tools/lib/" + folder))
        .filter(o => name === "explore" || o !== "tools/lib/draw/explore.o");
    const own = [...lib, ...objectsBelow(root, "tools/" + name).filter(o => !PROCESSES.includes(o)),
        ...(name === "explore" ? ["tools/explore_page.o", "tools/heads_page.o"] : [])];
    const wasi = ["program_run.o", ...(name === "notebook" ? ["cells.o"] : [])].map(
        o => "tools/web/wasi/" + o);
    return [...inSteps, ...instead(own, wasi)];
}

export async function linkProgram(driver, root, name, how) {
    const tree = {}, names = programObjects(root, name, how);
    for (const path of names) tree[path] = readFileSync(join(root, path));
    const words = linkerWords(names, name === "notebook" ? HOST : {stack: 1 << 20});
    const {ok, files, said} = await driver.run("wasm-ld", words, folders(tree));
    if (!ok) throw new Error(`${name} cannot be linked:\n${said}`);
    return files["program.wasm"];
}

/* The trainer can do it with other machines, too, and the demo has none: linked, but never
 * called. */
const FOR_RANKS = ["share_of", "tree_sum", "global_mean"];

/* The modules of which the demo calls something, in order: what it does not call, the linker left
 * out. exercises: {module: texts of its starting files}. */
export function modulesIn(wasm, exercises) {
    const there = new Set(functionsOf(wasm).filter(name => !FOR_RANKS.includes(name)));
    const calls = text => [...text.matchAll(/\btodo\("\d+\.\d+ (\w+)"\)/g)].some(
        ([, name]) => there.has(name));
    return Object.keys(exercises).filter(name => exercises[name].some(calls)).sort();
}

function startingFiles() {
    const texts = name => readdirSync(`modules/${name}`).filter(f => f.endsWith(".c"))
        .map(f => readFileSync(`modules/${name}/${f}`, "utf8"));
    return Object.fromEntries(readdirSync("modules").filter(name => /^\d\d_/.test(name))
        .map(name => [name, texts(name)]));
}

/* ---- notebooks ---- */

/* How long those take that take long, in seconds, in Chromium on a machine of 2020. */
const SECONDS = {"1998_lenet": 26, "2017_attention": 29, "2018_mlperf": 52, "2020_gpt": 37,
    "2023_llama": 60};

/* The variable by which a notebook is given a folder of the reader's own, as its prose says it for
 * home: "STORIES=folder make notebook-2023". */
export const folderOf = text => /\b([A-Z]+)=folder make notebook-/.exec(text)?.[1] ?? null;

/* Compiles cells, and keeps in a folder what it made of which text: {wasm, said}. sweep() takes out
 * what was not asked for. */
function keptCells(folder, compiler, made) {
    const asked = new Set();
    mkdirSync(folder, {recursive: true});
    return {
        async compile(text) {
            const name = createHash("sha256").update(made).update(text).digest("hex") + ".wasm";
            const file = join(folder, name);
            asked.add(name);
            if (existsSync(file)) return {wasm: readFileSync(file), said: ""};
            const {wasm, said} = await compiler.compile(text);
            if (wasm) writeFileSync(file, wasm);
            return {wasm, said};
        },
        sweep() {
            for (const name of readdirSync(folder).filter(name => !asked.has(name)))
                rmSync(join(folder, name));
        },
    };
}

/* out/notebooks: the cells, and of each its module as it is when all run in order from the start,
 * so that who changes nothing needs no compiler. Resolves to what live.json says of them. */
export async function makeNotebooks(out, kept, driver, files, include) {
    const folder = join(out, "notebooks");
    const index = JSON.parse(execFileSync("python3", [join(HERE, "notebooks.py"), folder, ...files],
        {encoding: "utf8"}));
    const given = Object.fromEntries(headers());
    const cells = keptCells(kept, new Compiler(driver, given, include),
        JSON.stringify([version(), given, include]));
    for (const about of index) {
        const file = join(folder, about.name + ".json");
        const book = JSON.parse(readFileSync(file, "utf8")), session = new Session();
        for (const cell of book.cells.filter(c => c.kind === "code")) {
            const next = session.next(cell.text), {wasm, said} = await cells.compile(next.text);
            if (!wasm) throw new Error(`${about.name}, cell ${next.number}: ${said}`);
            cell.module = `${about.name}-${next.number}.wasm`;
            writeFileSync(join(folder, cell.module), wasm);
            next.accept();
        }
        book.files = filesNamed(book.cells.map(cell => cell.text).join("\n"));
        book.folder = folderOf(readFileSync(join("notebooks-c", about.name + ".c"), "utf8"));
        writeFileSync(file, JSON.stringify(book));
        about.seconds = SECONDS[about.name] || 0;
    }
    cells.sweep();
    return index;
}

/* ---- pages ---- */

/* The live pages and their scripts, each a file: workers are started by their names. */
export async function bundlePages(out) {
    const names = ["demo", "notebook", "run_worker", "kernel_worker", "compiler_worker",
        "graphviz"];
    await esbuild({entryPoints: names.map(name => join(PAGE, name + ".js")), outdir: out,
        external: ["node:*", "./graphviz.js"]});
    copyFileSync(join(PAGE, "live.css"), join(out, "live.css"));
    for (const name of ["demo.html", "notebook.html"])
        writeFileSync(join(out, name), stamped(readFileSync(join(PAGE, name), "utf8")));
}

/* All of it, in out. objects: the folder of float's, beside which cells are kept; include: the
 * flags that say where headers are; notebooks: the names of those that are there. */
export async function makeLive(out, objects, include, notebooks) {
    const driver = new Driver(await clang());
    mkdirSync(out, {recursive: true});
    for (const name of ["demo", "explore", "notebook"])
        writeFileSync(join(out, name + ".wasm"), await linkProgram(driver, objects, name));
    await bundlePages(out);
    const files = readdirSync("notebooks-c").filter(f => f.endsWith(".c") &&
        notebooks.includes(f.slice(0, -2))).sort().map(f => join("notebooks-c", f));
    const flags = [...include, ...readdirSync("tools/lib").map(folder => `-Itools/lib/${folder}`),
        "-Itools/notebook"];
    const inside = modulesIn(await linkProgram(driver, objects, "demo", {steps: true}),
        startingFiles());
    writeFileSync(join(out, "live.json"),
        JSON.stringify(
            {include: flags, inside,
                notebooks: await makeNotebooks(out, join(dirname(objects), "cells"), driver,
                    files, flags)}));
}
