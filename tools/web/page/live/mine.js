/* mine.js - demo and notebooks with a student's own files inside: those that the page of the course
 * keeps in this browser. */
import {SHARED, placeOf} from "../../core/files.js";
import {openStore} from "../../core/store.js";
import {element} from "./dom.js";
import {builtProgram} from "./run.js";
import {base, site} from "./site.js";

let store = null;
const kept = () => store ||= openStore(placeOf(base), SHARED);

/* Names of the modules in which something was written: ["12_attention", ...]. */
export async function modulesOfMine() {
    try {
        return [
            ...new Set((await (await kept()).keys("files/")).map(key => key.split("/")[1]))].sort();
    } catch {
        return []; /* a browser that keeps nothing */
    }
}

/* The modules to be offered, and why the one that was asked for is not: the demo calls nothing of
 * it. kept: those with something written; asked: the page's module, or null; inside: those of which
 * the demo calls something. */
export function offered(kept, asked, inside) {
    const names = [...new Set([...kept, ...(asked ? [asked] : [])])].filter(
        name => inside.includes(name)).sort();
    const why = !asked || inside.includes(asked) ? ""
        : `The demo calls no function of module ${asked.slice(0, 2)}: here it shows the engine ` +
        "alone. Your files of this module run in the tests and in Measure.";
    return {names, why};
}

/* {file: text}: the starting files, and in their place what was written. */
export async function filesOfMine(name) {
    const {files} = await (await site()).json(`data/modules/${name}.json`);
    const mine = {...files}, place = `files/${name}/`;
    for (const key of await (await kept()).keys(place))
        mine[key.slice(place.length)] = (await store.then(s => s.peek(key))).text;
    return mine;
}

/* The program as the site was built, or with the student's files of a module inside. */
export async function programWith(program, name, compiler) {
    if (!name) return builtProgram(program);
    const files = await filesOfMine(name);
    const {module, said} = await compiler.ask("program", {name: program, module: name, files});
    if (!module) throw new Error(said.trim());
    return module;
}
/* A choice for each of these modules; none of them, no choice. */
export function offerMine(names, select, label) {
    select.append(
        ...names.map(name => element("option", {value: name}, `your files of ${name}`)));
    label.hidden = names.length === 0;
}
