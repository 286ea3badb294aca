/* kernel_worker.js - the worker in which the cells of a notebook run. A cell that never ends ends
 * with it; the state before is with the page, which starts another one from there.
 */
import {Host} from "./host.js";

let host = null;
function stateOf(host) {
    try { return host.state(); } catch { return null; } /* no room for a copy */
}
const jobs = {
    start({base, state, files, brought}) {
        host = new Host(base, output => postMessage({kind: "output", output}), files);
        if (state) host.resume(state);
        if (brought) host.bring(brought);
        postMessage({kind: "ready"});
    },
    bring({brought}) { host.bring(brought); },
    run({number, wasm, fails}) {
        const module = new WebAssembly.Module(wasm), missing = host.missing(module);
        const began = performance.now();
        const end = missing.length
            ? {how: "failed", why: `calls what nothing defines: ${missing.join(", ")}`}
            : host.run(number, module, fails);
        const seconds = (performance.now() - began) / 1000;
        const state = end.how === "ok" ? stateOf(host) : null;
        postMessage({kind: "end", ...end, seconds, state}, state ? [state.memory] : []);
    },
};
onmessage = ({data}) => jobs[data.kind](data);
