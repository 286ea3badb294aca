/* remote_judge.js - the page's side of judge_worker.js: a Judge whose work is done elsewhere. */

export class RemoteJudge {
    /* start(): a worker of judge_worker.js. onLoading({path, done, total}) while the compiler is on
     * its way. */
    constructor(start, onLoading = () => {}) {
        Object.assign(this, {start, onLoading, worker: null, jobs: new Map(), last: 0});
    }

    /* A worker that has failed, as when the network went while it was loaded, never answers again:
     * the next job begins another. */
    begin() {
        const worker = this.worker = this.start();
        worker.onmessage = ({data}) => {
            if (data.loading) { this.onLoading(data.loading); return; }
            const job = this.jobs.get(data.id);
            if ("progress" in data) job?.onProgress?.(data.progress);
            else if ("output" in data) job?.onOutput?.(data.output);
            else {
                this.jobs.delete(data.id);
                if ("error" in data) job?.reject(new Error(data.error));
                else job?.resolve(data.result);
            }
        };
        worker.onerror = event => {
            for (const job of this.jobs.values())
                job.reject(new Error(event.message || "the compiler's worker has ended"));
            this.jobs.clear();
            worker.terminate();
            this.worker = null;
        };
    }

    call(call, args, {onProgress, onOutput, signal, ...options} = {}) {
        const id = ++this.last;
        if (!this.worker) this.begin();
        signal?.addEventListener("abort", () => this.worker?.postMessage({id, stop: true}));
        return new Promise((resolve, reject) => {
            this.jobs.set(id, {resolve, reject, onProgress, onOutput});
            this.worker.postMessage({id, call, args: [...args, options]});
        });
    }

    open() { return this.call("open", []); } // loads the compiler ahead of need
    check(module, files, options) { return this.call("check", [module, files], options); }
    measure(module, files, options) { return this.call("measure", [module, files], options); }
    breakCase(module, number, options) { return this.call("breakCase", [module, number], options); }
    program(what, module, files, options) {
        return this.call("program", [what, module, files], options);
    }
}
