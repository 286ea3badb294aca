/* native.mjs - `make 12` in a tree of its own: the project by links, the student's files by copy.
 *
 * WebAssembly has no fused multiply-add, so that the reference is built without: in objects of its
 * own. */
import fs from "node:fs";
import path from "node:path";
import {spawnSync} from "node:child_process";

const OWN = new Set(["modules", "build", ".git", ".kindling", "node_modules"]);
const UNFUSED = "-ffp-contract=off";

/* A folder that looks like the project, below build/. */
export function plant(place) {
    fs.rmSync(place, {recursive: true, force: true});
    fs.mkdirSync(place, {recursive: true});
    for (const name of fs.readdirSync("."))
        if (!OWN.has(name)) fs.symlinkSync(path.resolve(name), `${place}/${name}`);
    fs.mkdirSync(`${place}-objects`, {recursive: true});
    fs.symlinkSync(path.resolve(`${place}-objects`), `${place}/build`);
    fs.cpSync("modules", `${place}/modules`, {recursive: true});
    return place;
}

/* What make prints at these words, without colours. */
function said(place, words, {flags = UNFUSED, input = ""} = {}) {
    const env = {...process.env, MAKEFLAGS: "", NO_COLOR: "1", EXTRA_CFLAGS: flags};
    const typed = `${place}/typed`;
    // a file: of a socket, which Node would give, no prediction is read
    fs.writeFileSync(typed, input);
    const stdin = fs.openSync(typed);
    const {stdout, stderr} = spawnSync("make", ["-s", "--no-print-directory", ...words],
        {cwd: place, encoding: "utf8", stdio: [stdin, "pipe", "pipe"], env});
    fs.closeSync(stdin);
    return stderr + stdout;
}

export function hand(place, module, files) {
    for (const [file, text] of Object.entries(files))
        fs.writeFileSync(`${place}/modules/${module}/${file}`, text);
}

/* make 12, with these files. */
export function make(place, module, files, test) {
    hand(place, module, files);
    return said(place, [module.slice(0, 2), ...(test ? [`TEST=${test}`] : [])]);
}

/* make break-12 CASE=3, make measure-12: one thread, vectors as short as WebAssembly's, no BLAS, so
 * that sums have its order. */
export function makeInFloat(place, goal, input, more = []) {
    return said(place, [goal, "BLAS=none", "THREADS=none", ...more],
        {flags: UNFUSED + (process.arch === "x64" ? " -march=x86-64" : ""), input});
}
