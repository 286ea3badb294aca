/* compiler.js - the worker that compiles cells. It lives as long as the page: what it has unpacked stays unpacked. */
import {Driver} from "../../core/driver.js";
import {Compiler} from "./cells.js";

let compiler = null;
async function start({clang, headers, include}) {
    const {runLLVM, Exit} = await import(clang);
    const files = await (await fetch(headers)).json();
    return new Compiler(new Driver({runLLVM, Exit}), files, include);
}
onmessage = async ({data}) => {
    try {
        if (data.kind === "start") { compiler = start(data); await compiler; return; }
        const {wasm, said, diagnostics} = await (await compiler).compile(data.text);
        postMessage({id: data.id, wasm, said, diagnostics});
    } catch (error) {
        postMessage({id: data.id, error: String(error && error.message || error)});
    }
};
