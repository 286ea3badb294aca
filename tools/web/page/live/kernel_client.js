/* kernel_client.js - the page's side of kernel.js and compiler.js: one cell at a time, stopped whenever wished. */
import {Session} from "./cells.js";
import {builtProgram} from "./run.js";

export class Kernel {
    /* site: {clang, headers, include}; ready: Map of a cell's C -> URL of its module, made with the site.
     * onOutput gets what the running cell says. */
    constructor(site, ready, onOutput) {
        Object.assign(this, {site, ready, onOutput, compiler: null, waiting: new Map(), turn: 0});
        this.forget();
    }
    /* As if no cell had run. */
    forget() {
        this.worker?.terminate();
        Object.assign(this, {session: new Session(), worker: null, state: null, stopped: null});
    }

    /* ---- compiling ---- */

    async compile(text) {
        const made = this.ready.get(text);
        if (made) {
            const got = await fetch(made);
            if (got.ok) return {wasm: await got.arrayBuffer(), said: "", diagnostics: []};
        }
        if (!this.compiler) {
            this.compiler = new Worker(new URL("compiler.js", import.meta.url), {type: "module"});
            this.compiler.onmessage = ({data}) => { this.waiting.get(data.id)?.(data); this.waiting.delete(data.id); };
            this.compiler.postMessage({kind: "start", ...this.site});
        }
        const id = ++this.turn;
        const answer = await new Promise(resolve => {
            this.waiting.set(id, resolve);
            this.compiler.postMessage({kind: "compile", id, text});
        });
        if (answer.error) throw new Error(`The compiler failed: ${answer.error}`);
        return answer;
    }

    /* ---- running ---- */

    async start() {
        const base = await builtProgram("notebook");
        this.worker = new Worker(new URL("kernel.js", import.meta.url), {type: "module"});
        await this.ask({kind: "start", base, state: this.state}, "ready");
    }
    /* One message, and the answer of this kind; null if stop() came first. */
    ask(message, kind) {
        return new Promise((resolve, reject) => {
            this.stopped = () => resolve(null);
            this.worker.onerror = e => reject(new Error(e.message || "the worker for cells could not be started"));
            this.worker.onmessage = ({data}) => {
                if (data.kind === "output") this.onOutput(data.output);
                else if (data.kind === kind) resolve(data);
            };
            this.worker.postMessage(message);
        });
    }
    /* {how: "ok" | "meant" | "failed" | "compile" | "stopped", why, seconds, diagnostics, said}. onCompiled when it is about to run. */
    async run(code, onCompiled = () => {}) {
        const session = this.session, cell = session.next(code);
        this.halted = false;
        const {wasm, said, diagnostics} = await this.compile(cell.text);
        if (session !== this.session || this.halted) return {how: "stopped", why: "was stopped", seconds: 0, diagnostics: []};
        if (!wasm) return {how: "compile", why: "", seconds: 0, diagnostics, said};
        if (!this.worker) await this.start();
        onCompiled();
        const end = await this.ask({kind: "run", number: cell.number, wasm, fails: cell.fails}, "end");
        if (!end) return {how: "stopped", why: "was stopped", seconds: 0, diagnostics: []};
        if (end.how !== "failed") cell.accept();
        if (end.state) this.state = end.state;
        return {...end, diagnostics, said};
    }
    /* Ends the running cell, and it alone: the next one goes on from the state before it. */
    stop() {
        this.halted = true;
        this.worker?.terminate();
        this.worker = null;
        this.stopped?.();
    }
}
