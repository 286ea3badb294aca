/* run.js - programs of the engine, each in a worker of its own that a signal ends at any time. */
import {scriptAt} from "../../core/build.js";
import {site} from "./site.js";

/* The WebAssembly of a program that the site was built with; loaded once. */
const loaded = new Map();
export function builtProgram(name) {
    if (!loaded.has(name))
        loaded.set(name, site().then(files => files.response(`live/${name}.wasm`))
            .then(WebAssembly.compileStreaming).catch(error => {
                loaded.delete(name);
                throw error;
            }));
    return loaded.get(name);
}

/* {exit, trap, files, errors}; exit is null if the signal ended it, -1 if it crashed: trap says
 * how. onLine gets each line of stdout, onFile the bytes of the file `watch` each time it is new,
 * before the line that was printed next. */
export function run(
    module, {args, files = {}, watch, onLine = () => {}, onFile = () => {}, signal}) {
    return new Promise((resolve, reject) => {
        const worker = new Worker(scriptAt("run_worker.js", import.meta.url), {type: "module"});
        const errors = [];
        const end = result => {
            worker.terminate();
            resolve({trap: null, files: {}, errors, ...result});
        };
        if (signal) signal.addEventListener("abort", () => end({exit: null}));
        worker.onerror = e => {
            worker.terminate();
            reject(new Error(e.message || "a worker could not be started"));
        };
        worker.onmessage = ({data}) => {
            if (signal && signal.aborted) return;
            if (data.kind === "line") onLine(data.text);
            else if (data.kind === "error") errors.push(data.text);
            else if (data.kind === "file") onFile(data.data);
            else end({exit: data.exit, trap: data.trap, files: data.files});
        };
        worker.postMessage({module, args, files, watch});
    });
}
