/* machine.js - runs a linked WebAssembly program once: arguments and files in, what it printed and
 * wrote out.
 *
 * An instance is the process of the tab: memory of its own, an end of its own. What it can reach is
 * what stands in `files`; there is no network and no other folder. */
import {WASI, WASIProcExit, File, OpenFile, PreopenDirectory, Fd,
    wasi} from "@bjorn3/browser_wasi_shim";
import {filesIn, inodesOf} from "./inodes.js";
import {joined} from "./tar.js";

const utf8 = new TextEncoder(), text = new TextDecoder();

/* What is written to it goes to a function, piece by piece, and no further than a limit. */
class Output extends Fd {
    constructor(hear, limit, terminal) {
        super();
        Object.assign(this, {hear, left: limit, terminal});
    }
    /* The C library writes to a terminal line by line, else by the kilobyte. */
    fd_fdstat_get() {
        return this.terminal ? {ret: 0, fdstat: new wasi.Fdstat(wasi.FILETYPE_CHARACTER_DEVICE, 0)}
            : super.fd_fdstat_get();
    }
    fd_write(bytes) {
        this.left -= bytes.length;
        if (this.left < 0) throw new OutputTooLong();
        this.hear(bytes.slice());
        return {ret: 0, nwritten: bytes.length};
    }
}

export class OutputTooLong extends Error {}

export class Machine {
    /* module: WebAssembly.Module. args[0] is the program's name. onOutput gets bytes of both
     * streams as they come. */
    constructor(module,
        {args = ["program"], files = {}, input = "", imports = {}, env = [], onOutput = () => {},
            limit = 16 << 20, terminal = false}) {
        this.pieces = [];
        const hear = bytes => { this.pieces.push(bytes); onOutput(bytes); };
        this.folder = inodesOf(files);
        this.wasi = new WASI(args, env,
            [new OpenFile(new File(utf8.encode(input))), new Output(hear, limit, terminal),
                new Output(hear, limit, terminal),
                new PreopenDirectory(".", this.folder)], {debug: false});
        this.instance = new WebAssembly.Instance(
            module, {wasi_snapshot_preview1: this.wasi.wasiImport, ...imports});
        this.exports = this.instance.exports;
        this.stack = this.exports.__stack_pointer?.value;
    }

    /* {exit} or {trap: the Error}. */
    start() {
        try {
            return {exit: this.wasi.start(this.instance)};
        } catch (trap) {
            return {trap};
        }
    }

    /* Calls an exported function after the program's end, on a stack that is whole; its own end is
     * none. */
    call(name, ...args) {
        if (this.exports.__stack_pointer) this.exports.__stack_pointer.value = this.stack;
        try {
            return this.exports[name](...args);
        } catch (end) {
            if (end instanceof WASIProcExit) return undefined;
            throw end;
        }
    }

    get output() { return joined(this.pieces); }
    get printed() { return text.decode(this.output); }
    get files() { return filesIn(this.folder); }
    bytes(at, length) { return new Uint8Array(this.exports.memory.buffer).slice(at, at + length); }
}

/* run(module, {args, files, ...}) -> {exit | trap, output (bytes), files}. */
export function run(module, options) {
    const machine = new Machine(module, options);
    return {...machine.start(), output: machine.output, files: machine.files};
}

/* A program of the engine to its end; it has a folder /tmp, and onOutput gets what it prints as
 * text, line by line: {exit or trap, files}. */
export function runProgram(module, {onOutput, files, ...options}) {
    const words = new TextDecoder();
    const machine =
        new Machine(module,
            {...options, files: {"tmp/": "", ...files}, env: ["TERM=dumb"], limit: Infinity,
                terminal: true, onOutput: bytes => onOutput(words.decode(bytes, {stream: true}))});
    return {...machine.start(), files: machine.files};
}
