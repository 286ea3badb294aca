/* workers.js - tests and programs in workers: what does not end is ended. */

// Outcome of tests/harness/verdict.h; seconds that a test has besides its own
const TIMED_OUT = 5, GRACE = 3;

/* A verdict that says only this: the first number of the struct. */
function timedOut(size) {
    const verdict = new Uint8Array(size);
    new DataView(verdict.buffer).setInt32(0, TIMED_OUT, true);
    return {verdict, printed: new Uint8Array(), stack: "", timedOut: true};
}

export class Workers {
    /* start() -> a Worker of test_worker.js. */
    constructor(start) { this.start = start; this.free = null; this.size = 1 << 13; }

    /* The next message that ends a job; output goes to onOutput. */
    job(worker, message, {onOutput = () => {}, seconds = Infinity, signal}) {
        return new Promise((resolve, reject) => {
            const end = result => {
                clearTimeout(timer);
                signal?.removeEventListener("abort", abort);
                resolve(result);
            };
            const abort = () => { worker.terminate(); end({stopped: true}); };
            const timer = seconds < Infinity ? setTimeout(() => {
                worker.terminate();
                end({late: true});
            }, seconds * 1000) : 0;
            signal?.addEventListener("abort", abort);
            worker.onerror = event => {
                clearTimeout(timer);
                worker.terminate();
                reject(new Error(event.message || "a worker could not be started"));
            };
            worker.onmessage = ({data}) => {
                if ("output" in data) onOutput(data.output);
                else if (data.error) { clearTimeout(timer); reject(new Error(data.error)); }
                else end(data.result);
            };
            worker.postMessage(message);
        });
    }

    /* One test; the worker stays for the next one. */
    async runTest(program, options, signal) {
        const worker = this.free ?? this.start();
        this.free = null;
        const result = await this.job(worker, {kind: "test", module: program.module, options},
            {seconds: options.seconds + GRACE, signal});
        if (result.late || result.stopped) return timedOut(this.size);
        this.size = result.verdict.length;
        this.free = worker;
        if (new DataView(result.verdict.buffer).getInt32(0, true) === TIMED_OUT)
            result.timedOut = true;
        return result;
    }

    /* A program to its end, or to the signal: {exit, files} or {stopped}. No function goes to a
     * worker. */
    async runProgram(program, {onOutput, onProgress: _, signal, ...options}) {
        const worker = this.start();
        const result = await this.job(worker, {kind: "program", module: program.module, options},
            {onOutput, signal});
        worker.terminate();
        if (result.trap) onOutput?.(`\nIt crashed: ${result.trap}\n`);
        return result;
    }
}
