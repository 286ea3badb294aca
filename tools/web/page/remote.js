/* remote.js - calls of an object that lives in a worker: arguments and results are copied, functions among the options
 * are heard here, and a signal is passed on.
 *
 *     const judge = remote(new Worker(...));  await judge("check", [module, files], {onProgress, signal, test})
 *     serve({check: (module, files, options) => ...})                                       // in the worker
 */

export function remote(worker) {
    const waiting = new Map();
    let last = 0;
    worker.addEventListener("message", ({data: {id, heard, args, result, error}}) => {
        const call = waiting.get(id);
        if (!call) return;
        if (heard) { call.hear[heard](...args); return; }
        waiting.delete(id);
        if (error) call.reject(Object.assign(new Error(error.message), {name: error.name}));
        else call.resolve(result);
    });
    worker.addEventListener("error", e => {
        for (const {reject} of waiting.values()) reject(new Error(e.message || "a worker of this page could not be started"));
        waiting.clear();
    });
    return (method, args, {signal, ...options} = {}) => new Promise((resolve, reject) => {
        const id = ++last, entries = Object.entries(options), hear = Object.fromEntries(entries.filter(([, value]) => typeof value === "function"));
        waiting.set(id, {resolve, reject, hear});
        signal?.addEventListener("abort", () => worker.postMessage({id, abort: true}));
        worker.postMessage({id, method, args, heard: Object.keys(hear), options: Object.fromEntries(entries.filter(([, value]) => typeof value !== "function"))});
    });
}

/* methods: {name: (...args, options) -> a value or a promise}; scope: the worker's own. */
export function serve(methods, scope = globalThis) {
    const running = new Map();
    scope.addEventListener("message", async ({data: {id, method, args, heard, options, abort}}) => {
        if (abort) { running.get(id)?.abort(); return; }
        if (!methods[method]) return;
        const stop = new AbortController(), hear = Object.fromEntries(heard.map(name => [name, (...said) => scope.postMessage({id, heard: name, args: said})]));
        running.set(id, stop);
        try {
            scope.postMessage({id, result: await methods[method](...args, {...options, ...hear, signal: stop.signal})});
        } catch (error) {
            scope.postMessage({id, error: {name: error?.name, message: error?.message ?? String(error)}});
        } finally {
            running.delete(id);
        }
    });
}
