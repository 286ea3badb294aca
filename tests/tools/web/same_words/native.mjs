/* native.mjs - `make 12` in a tree of its own: the project by links, the student's files by copy.
 *
 * WebAssembly has no fused multiply-add, so that the reference is built without: in objects of its own. */
import fs from "node:fs";
import path from "node:path";
import {spawnSync} from "node:child_process";

const OWN = new Set(["modules", "build", ".git", ".kindling", "node_modules"]);
const UNFUSED = "-ffp-contract=off";

/* A folder that looks like the project, below build/. */
export function plant(place = "build/same_words") {
    fs.rmSync(place, {recursive: true, force: true});
    fs.mkdirSync(place, {recursive: true});
    for (const name of fs.readdirSync("."))
        if (!OWN.has(name)) fs.symlinkSync(path.resolve(name), `${place}/${name}`);
    fs.mkdirSync(`${place}-objects`, {recursive: true});
    fs.symlinkSync(path.resolve(`${place}-objects`), `${place}/build`);
    fs.cpSync("modules", `${place}/modules`, {recursive: true});
    return place;
}

/* What make prints, without colours. */
export function make(place, module, files, test) {
    for (const [file, text] of Object.entries(files)) fs.writeFileSync(`${place}/modules/${module}/${file}`, text);
    const command = ["-s", "--no-print-directory", module.slice(0, 2), ...(test ? [`TEST=${test}`] : [])];
    const {stdout, stderr} = spawnSync("make", command, {cwd: place, encoding: "utf8", env: {...process.env, MAKEFLAGS: "", NO_COLOR: "1", EXTRA_CFLAGS: UNFUSED}});
    return stderr + stdout;
}
