/* cells.js - from a cell of C to a module that host.js can load. Without any DOM.
 *
 * driver: of core/driver.js. Invariant: equal text gives the same module, so what was compiled is
 * kept.
 */
import {folders} from "../../core/includes.js";
import {translate} from "./session.js";

/* As CELL_FLAGS of tools/notebook/notebook.mk, with a trap in place of a wild pointer. */
const FLAGS = ["-std=c11", "-O1", "-msimd128", "-fPIC", "-fvisibility=default", "-Wall",
    "-Wno-unused", "-D_POSIX_C_SOURCE=200809L", "-DCLOCK_PROCESS_CPUTIME_ID=CLOCK_MONOTONIC",
    "-fno-math-errno", "-fno-trapping-math", "-fsanitize=null,bounds", "-fsanitize-trap=all"];
const LINK = ["-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic",
    "--export-all"];

/* "cell 3:7:5: error: ..." as {line, column, kind, text}; lines are those of the cell. */
export function diagnosticsOf(said) {
    return [...said.matchAll(/^cell \d+:(\d+):(\d+): (?:fatal )?(error|warning|note): (.*)$/gm)]
        .map(([, line, column, kind, text]) => ({line: +line, column: +column, kind, text}));
}

export class Compiler {
    /* headers: path -> text; include: ["-Itensor", ...]. */
    constructor(driver, headers, include) {
        Object.assign(this, {driver, headers, flags: [...FLAGS, ...include], done: new Map()});
    }
    /* {wasm: bytes or null, said, diagnostics}. text: what translate gave. */
    async compile(text) {
        if (!this.done.has(text)) this.done.set(text, await this.make(text));
        return this.done.get(text);
    }
    async make(text) {
        const {object, said} = await this.driver.compile("cell.c",
            folders({...this.headers, "cell.c": text}), this.flags);
        if (!object) return {wasm: null, said, diagnostics: diagnosticsOf(said)};
        const linked = await this.driver.run("wasm-ld", [...LINK, "-o", "cell.wasm", "cell.o"],
            {"cell.o": object});
        return {wasm: linked.ok ? linked.files["cell.wasm"] : null, said: said + linked.said,
            diagnostics: diagnosticsOf(said)};
    }
}

/* What a notebook knows between its cells: the next number, and the declarations so far. */
export class Session {
    constructor() { this.number = 0; this.known = new Map(); }
    /* {text, number, fails, accept}: accept() once the cell has run well. */
    next(code) {
        const number = ++this.number, [text, known] = translate(code, number, this.known);
        const fails = /^\s*CELL_FAILS\b/m.test(code);
        return {text, number, fails, accept: () => { if (!fails) this.known = known; }};
    }
}
