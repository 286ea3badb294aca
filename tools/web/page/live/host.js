/* host.js - one live instance of the engine, into which cells are loaded: tools/notebook/host.c for
 * the page.
 *
 * A cell is a WebAssembly module that shares memory and table of functions with the host (the
 * dynamic linking of WebAssembly's tool conventions: __memory_base, GOT.mem, GOT.func). Before it
 * is loaded the memory is copied; a cell that does not reach its end is undone by putting the copy
 * back. Invariant: a cell changes the state of later cells entirely or not at all.
 */
import {WASI, WASIProcExit, File, OpenFile, PreopenDirectory,
    ConsoleStdout} from "@bjorn3/browser_wasi_shim";
import {inodesOf} from "../../core/inodes.js";

const ENDED = {103: "ended in a mistake", 104: "did not pass its gate",
    105: "waits for what is not written yet"};
const TODO = 105;
const BROUGHT = "brought"; /* the folder of the reader's own files */

/* [bytes, alignment, table slots] that a module wants, of its section dylink.0. */
export function wantsOf(module) {
    const [section] = WebAssembly.Module.customSections(module, "dylink.0");
    const bytes = new Uint8Array(section);
    let at = 0;
    const number = () => {
        let value = 0;
        for (let shift = 0; ; shift += 7) {
            const byte = bytes[at++];
            value |= (byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    while (at < bytes.length) {
        const kind = bytes[at++], size = number(), next = at + size;
        if (kind === 1) {
            const memory = number(), align = 1 << number(), slots = number();
            return [memory, align, slots];
        }
        at = next;
    }
    return [0, 1, 0];
}

/* Why a cell ended, as the native notebook says it. */
export function whyOf(error) {
    if (error instanceof WASIProcExit)
        return ENDED[error.code] || `left the program with status ${error.code}`;
    const message = String(error && error.message || error);
    if (/unreachable/.test(message))
        return "crashed: a NULL pointer, an index out of bounds, or abort()";
    if (/out of bounds/.test(message)) return "crashed: it reached outside of the memory";
    if (/call stack|recursion/.test(message)) return "crashed: calls without end";
    return `crashed: ${message}`;
}

export class Host {
    /* base: the module notebook.wasm. say(output): {kind: "text", text}, {kind: "file", path,
     * data}, {kind: "gate", held, claim}. files: path -> text, what cells can read. */
    constructor(base, say, files = {}) {
        this.say = say;
        this.root = inodesOf(files);
        this.partial = "";
        const decoder = new TextDecoder();
        const out = () =>
            new ConsoleStdout(bytes => this.hear(decoder.decode(bytes, {stream: true})));
        this.wasi = new WASI(["notebook"],
            ["KINDLING_NOTEBOOK=frames", "NOTEBOOK_OUT=shown", "TERM=dumb"],
            [new OpenFile(new File([])), out(), out(), new PreopenDirectory("/", this.root)],
            {debug: false});
        this.instance = new WebAssembly.Instance(
            base, {wasi_snapshot_preview1: this.wasi.wasiImport});
        const e = this.exports = this.instance.exports;
        this.memory = e.memory;
        this.table = e.__indirect_function_table;
        this.symbols = new Map();
        this.loaded = []; /* {module, memoryBase, tableBase} of the cells that are there */
        this.learn(e, 0);
        this.wasi.initialize(this.instance);
        this.stack = e.__stack_pointer.value;
        e.page_begin();
    }

    /* ---- what cells say ---- */

    /* Lines that begin with \036 are frames; the rest goes out as it comes. */
    hear(text) {
        const lines = (this.partial + text).split("\n");
        this.partial = lines.pop();
        let plain = "";
        for (const line of lines) {
            const mark = line.indexOf("\u001e");
            if (mark < 0) { plain += line + "\n"; continue; }
            if (mark > 0) plain += line.slice(0, mark) + "\n";
            if (plain) this.say({kind: "text", text: plain});
            plain = "";
            this.frame(line.slice(mark + 1));
        }
        if (plain) this.say({kind: "text", text: plain});
    }
    frame(line) {
        const [word, ...rest] = line.split(" ");
        if (word === "gate")
            this.say({kind: "gate", held: rest[0] === "passed", claim: rest.slice(1).join(" ")});
        if (word === "file") {
            const path = rest.join(" "), data = this.file(path);
            if (data) this.say({kind: "file", path, data});
        }
    }
    flush() {
        if (this.partial) this.say({kind: "text", text: this.partial});
        this.partial = "";
    }
    /* Files of the reader's own, name -> bytes, in a folder of which this variable of the
     * environment says the name. */
    bring({variable, files}) {
        const paths = Object.entries(files).map(([name, data]) => [`${BROUGHT}/${name}`, data]);
        const folder = inodesOf({[`${BROUGHT}/`]: "", ...Object.fromEntries(paths)}).get(BROUGHT);
        this.root.set(BROUGHT, folder);
        const words = [variable, BROUGHT].map(word => this.string(word));
        this.exports.setenv(...words, 1);
        for (const word of words) this.exports.free(word);
    }
    /* C's own copy of it, to be freed. */
    string(text) {
        const bytes = new TextEncoder().encode(text + "\0"), at = this.exports.malloc(bytes.length);
        new Uint8Array(this.memory.buffer).set(bytes, at);
        return at;
    }
    file(path) {
        let at = this.root;
        for (const part of path.split("/")) at = (at.get ? at : at.contents).get(part);
        return at && at.data;
    }

    /* ---- linking ---- */

    learn(exports, base) {
        for (const name in exports) {
            const e = exports[name];
            if (typeof e === "function") this.symbols.set(name, {func: e});
            else if (e instanceof WebAssembly.Global && typeof e.value === "number")
                this.symbols.set(name, {address: base + e.value});
        }
    }
    indexOf(func) {
        for (let i = 1; i < this.table.length; i++) if (this.table.get(i) === func) return i;
        this.table.set(this.table.grow(1), func);
        return this.table.length - 1;
    }
    /* Symbols that neither the host nor the cells before nor this module itself define. */
    missing(module) {
        const own = new Set(WebAssembly.Module.exports(module).map(e => e.name));
        const needed = WebAssembly.Module.imports(module)
            .filter(i => i.kind === "function" || i.module.startsWith("GOT."));
        return [...new Set(needed.map(i => i.name))].filter(name => !this.symbols.has(name) &&
            !own.has(name));
    }
    /* Instantiates a cell's module at these places. */
    link(module, memoryBase, tableBase) {
        const {__stack_pointer} = this.exports, late = [];
        const fixed = value => new WebAssembly.Global({value: "i32", mutable: false}, value);
        const imports =
            {env: {memory: this.memory, __indirect_function_table: this.table, __stack_pointer,
            __memory_base: fixed(memoryBase), __table_base: fixed(tableBase)}, "GOT.mem": {},
            "GOT.func": {}};
        let own = null;
        for (const i of WebAssembly.Module.imports(module)) {
            if (i.kind === "function") {
                const known = this.symbols.get(i.name);
                imports[i.module][i.name] = known ? known.func : (...args) => own[i.name](...args);
            } else if (i.module.startsWith("GOT.")) {
                const global = new WebAssembly.Global({value: "i32", mutable: true}, 0);
                imports[i.module][i.name] = global;
                late.push([i, global]);
            }
        }
        own = new WebAssembly.Instance(module, imports).exports;
        this.learn(own, memoryBase);
        for (const [i, global] of late) {
            const s = this.symbols.get(i.name);
            global.value = i.module === "GOT.mem" ? s.address : this.indexOf(s.func);
        }
        this.loaded.push({module, memoryBase, tableBase});
        return own;
    }
    load(module) {
        const [bytes, align, slots] = wantsOf(module);
        const memoryBase = this.exports.page_room(Math.max(16, align), Math.max(16, bytes));
        const own = this.link(module, memoryBase, slots ? this.table.grow(slots)
            : this.table.length);
        own.__wasm_apply_data_relocs?.();
        own.__wasm_call_ctors?.();
    }

    /* ---- running ---- */

    /* {how: "ok" | "meant" | "failed", why}. fails: the cell is meant to end in a mistake. */
    run(number, module, fails) {
        const before = this.checkpoint();
        try {
            this.exports.page_expect(number);
            this.load(module);
            this.exports.page_run();
            this.flush();
            if (!fails) return {how: "ok", why: ""};
            this.undo(before);
            return {how: "failed", why: "should have ended in a mistake, and did not"};
        } catch (error) {
            this.flush();
            this.undo(before);
            const todo = error instanceof WASIProcExit && error.code === TODO;
            return {how: fails && !todo ? "meant" : "failed", why: whyOf(error)};
        }
    }

    checkpoint() {
        return {memory: this.memory.buffer.slice(0), loaded: [...this.loaded],
            symbols: new Map(this.symbols)};
    }
    undo(before) {
        new Uint8Array(this.memory.buffer).set(new Uint8Array(before.memory));
        Object.assign(this, {loaded: before.loaded, symbols: before.symbols});
        this.exports.__stack_pointer.value = this.stack;
    }

    /* What a new host needs to go on from here, in a form that can be sent to another worker. */
    state() {
        return {memory: this.memory.buffer.slice(0), loaded: this.loaded, slots: this.table.length};
    }
    resume({memory, loaded, slots}) {
        const more = memory.byteLength - this.memory.buffer.byteLength;
        if (more > 0) this.memory.grow(more / 65536);
        for (const {module, memoryBase, tableBase} of loaded) {
            const [, , wanted] = wantsOf(module), missing = tableBase + wanted - this.table.length;
            if (missing > 0) this.table.grow(missing);
            this.link(module, memoryBase, tableBase);
        }
        if (this.table.length < slots) this.table.grow(slots - this.table.length);
        new Uint8Array(this.memory.buffer).set(new Uint8Array(memory));
    }
}
