/* judge_worker.js - compiler, linker and judge in a worker of their own, so that the page stays
 * quick.
 *
 * Messages in: {id, call, args} of a Judge's functions, {id, stop}. Out: {id, progress}, {id,
 * output}, {id, result} or {id, error}, and {loading} while the compiler is on its way. */
import {whyNothingRuns} from "./allowed.js";
import {scriptAt} from "./build.js";
import {openClang} from "./clang.js";
import {Driver} from "./driver.js";
import {Files} from "./files.js";
import {Judge} from "./judge.js";
import {gunzip, untar} from "./tar.js";
import {Toolchain} from "./toolchain.js";
import {Workers} from "./workers.js";

const base = new URL("../", self.location);
const stops = new Map(), packs = new Map();
let opened = null;

async function open() {
    const why = whyNothingRuns();
    if (why) throw new Error(why);
    const files = await Files.open(base, {script: self.location.href});
    files.watch(loading => postMessage({loading}));
    const [course, headers, clang] =
        await Promise.all(
            [files.json("data/course.json"), files.json("data/tree.json"), openClang(files)]);
    const objects = config => {
        if (!packs.has(config))
            packs.set(config, files.bytes(`objects/${config}.tar.bin`).then(gunzip).then(untar));
        return packs.get(config);
    };
    const toolchain =
        new Toolchain({driver: new Driver(clang), headers, objects, include: course.include});
    const workers =
        new Workers(() => new Worker(scriptAt("test_worker.js", self.location), {type: "module"}));
    objects("double");
    const mistakesOf = module => files.text(`data/mistakes/${module}.txt`);
    return new Judge({course, toolchain, mistakesOf, runTest: (...args) => workers.runTest(...args),
        runProgram: (...args) => workers.runProgram(...args)});
}

onmessage = async ({data: {id, call, args, stop}}) => {
    if (stop) { stops.get(id)?.abort(); return; }
    const control = new AbortController();
    stops.set(id, control);
    try {
        opened ??= open().catch(error => { opened = null; throw error; });
        const judge = await opened;
        const result = call === "open" ? true : await judge[call](...args.slice(0, -1), {
            ...args.at(-1), signal: control.signal,
            onProgress: progress => postMessage({id, progress}),
            onOutput: output => postMessage({id, output})});
        postMessage({id, result});
    } catch (error) {
        postMessage({id, error: String(error?.message ?? error)});
    } finally {
        stops.delete(id);
    }
};
