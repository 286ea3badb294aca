/* compiler_worker.js - the worker that compiles: cells of notebooks, and demo or notebook with a
 * student's files inside.
 *
 * It lives as long as the page: what it has unpacked stays unpacked. Messages in: {id, kind, ...};
 * out: {id, result}, {id, error}, and {loading} while the compiler is on its way.
 */
import {openClang} from "../../core/clang.js";
import {Driver} from "../../core/driver.js";
import {Files} from "../../core/files.js";
import {Judge} from "../../core/judge.js";
import {gunzip, untar} from "../../core/tar.js";
import {Toolchain} from "../../core/toolchain.js";
import {Compiler} from "./cells.js";

/* ---- what is needed, loaded once ---- */

const once = {};
function have(name, load) {
    return once[name] ||= load().catch(error => { delete once[name]; throw error; });
}
const site = () => have("site", async () => {
    const files = await Files.open(new URL("../", self.location), {script: self.location.href});
    files.watch(loading => postMessage({loading}));
    return files;
});
const driver = () => have("driver", async () => new Driver(await openClang(await site())));
const headers = async () => (await site()).json("data/tree.json");
const compiler = () => have("compiler", async () => {
    const [made, given, {include}] =
        await Promise.all([driver(), headers(), (await site()).json("live/live.json")]);
    return new Compiler(made, given, include);
});
const judge = () => have("judge", async () => {
    const files = await site();
    const [made, given, course] =
        await Promise.all([driver(), headers(), files.json("data/course.json")]);
    const pack = () =>
        have("float", () => files.bytes("objects/float.tar.bin").then(gunzip).then(untar));
    return new Judge({
            course, toolchain: new Toolchain(
                {driver: made, headers: given, objects: pack, include: course.include})});
});

/* ---- jobs ---- */

const jobs = {
    cell: async ({text}) => (await compiler()).compile(text),
    /* The engine's program with the student's files of a module: {module} or {said}. */
    async program({name, module, files}) {
        const linked = await (await judge()).linked(name, module, files,
            {host: name === "notebook"});
        return {module: linked.module, said: linked.said};
    },
};
onmessage = async ({data}) => {
    try {
        postMessage({id: data.id, result: await jobs[data.kind](data)});
    } catch (error) {
        postMessage({id: data.id, error: String(error && error.message || error)});
    }
};
