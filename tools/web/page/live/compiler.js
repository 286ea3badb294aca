/* compiler.js - the page's side of compiler_worker.js. The worker starts with the first job. */
import {scriptAt} from "../../core/build.js";

export class CompilerClient {
    /* onLoading({path, done, total}) while the compiler is on its way. */
    constructor(onLoading = () => {}) {
        Object.assign(this, {onLoading, worker: null, waiting: new Map(), last: 0});
    }

    ask(kind, job) {
        this.worker ||= this.start();
        const id = ++this.last;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, {resolve, reject});
            this.worker.postMessage({id, kind, ...job});
        });
    }
    start() {
        const worker = new Worker(scriptAt("compiler_worker.js", import.meta.url),
            {type: "module"});
        worker.onmessage = ({data}) => {
            if (data.loading) { this.onLoading(data.loading); return; }
            const job = this.waiting.get(data.id);
            this.waiting.delete(data.id);
            data.error ? job.reject(new Error(`The compiler failed: ${data.error}`))
                : job.resolve(data.result);
        };
        worker.onerror = e => {
            for (const job of this.waiting.values())
                job.reject(new Error(e.message || "the compiler could not be started"));
            this.waiting.clear();
            this.worker = null;
        };
        return worker;
    }
}
/* "compiler: 3.1 of 23.0 MB", of several files at once. */
export function loadingText() {
    const parts = new Map();
    return ({path, done, total}) => {
        parts.set(path, [done, total]);
        const sum = k => ([...parts.values()].reduce((a, p) => a + p[k], 0) / 1e6).toFixed(1);
        return sum(0) === sum(1) ? "Compiling"
            : `Loading the compiler, once: ${sum(0)} of ${sum(1)} MB`;
    };
}
