/* kernel.js - the page's side of kernel_worker.js: one cell at a time, stopped whenever wished. */
import {Session} from "./cells.js";
import {scriptAt} from "../../core/build.js";
import {site} from "./site.js";

const STOPPED = {how: "stopped", why: "was stopped", seconds: 0, diagnostics: []};

export class Kernel {
    /* compiler: of compiler.js; ready: Map of a cell's C -> path of its module, made with the site.
     * onOutput gets what the running cell says. files: path -> text, what cells can read. program:
     * async () => the module of the engine that they run in. */
    constructor(compiler, ready, files, onOutput, program) {
        Object.assign(this, {compiler, ready, files, onOutput, program, brought: null});
        this.forget();
    }
    /* As if no cell had run. */
    forget() {
        this.worker?.terminate();
        Object.assign(this, {session: new Session(), worker: null, state: null, stopped: null});
    }

    async compile(text) {
        const made = this.ready.get(text);
        const wasm = made && await site().then(files => files.bytes(made)).catch(() => null);
        return wasm ? {wasm, said: "", diagnostics: []} : this.compiler.ask("cell", {text});
    }

    /* ---- running ---- */

    async start() {
        const base = await this.program();
        if (this.halted) return;
        this.worker = new Worker(scriptAt("kernel_worker.js", import.meta.url), {type: "module"});
        const {state, files, brought} = this;
        await this.ask({kind: "start", base, state, files, brought}, "ready");
    }
    /* Files of the reader's own, for the cells that run from now on: {variable, files}. */
    bring(brought) {
        this.brought = brought;
        this.worker?.postMessage({kind: "bring", brought});
    }
    /* One message, and the answer of this kind; null if stop() came first. */
    ask(message, kind) {
        return new Promise((resolve, reject) => {
            this.stopped = () => resolve(null);
            this.worker.onerror = e =>
                reject(new Error(e.message || "the worker for cells could not be started"));
            this.worker.onmessage = ({data}) => {
                if (data.kind === "output") this.onOutput(data.output);
                else if (data.kind === kind) resolve(data);
            };
            this.worker.postMessage(message);
        });
    }
    /* {how: "ok" | "meant" | "failed" | "compile" | "stopped", why, seconds, diagnostics, said}.
     * onCompiled when it is about to run. */
    async run(code, onCompiled = () => {}) {
        const session = this.session, cell = session.next(code);
        this.halted = false;
        const {wasm, said, diagnostics} = await this.compile(cell.text);
        if (session !== this.session || this.halted) return STOPPED;
        if (!wasm) return {how: "compile", why: "", seconds: 0, diagnostics, said};
        if (!this.worker) await this.start();
        if (session !== this.session || this.halted) return STOPPED;
        onCompiled();
        const end = await this.ask({kind: "run", number: cell.number, wasm, fails: cell.fails},
            "end");
        if (!end) return STOPPED;
        if (end.how !== "failed") cell.accept();
        if (end.how === "ok") this.state = end.state;
        return {...end, diagnostics, said};
    }
    /* Ends the running cell, and it alone: the next one goes on from the state before it. Where
     * there was no room to keep that, nothing has run, and session.number is 0. */
    stop() {
        this.halted = true;
        this.worker?.terminate();
        this.worker = null;
        if (!this.state) this.session = new Session();
        this.stopped?.();
    }
}
