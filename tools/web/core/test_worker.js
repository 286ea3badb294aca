/* test_worker.js - a worker in which programs run: tests, each in an instance of its own, or one program of the engine.
 *
 * Whoever waits for it ends it when time is up: nothing else can stop WebAssembly that does not return. */
import {Machine} from "./machine.js";
import {runTest} from "./one_test.js";

const text = new TextDecoder();

function runProgram(module, options) {
    const machine = new Machine(module, {...options, env: ["TERM=dumb"], limit: Infinity,
                                         onOutput: bytes => postMessage({output: text.decode(bytes, {stream: true})})});
    const {exit, trap} = machine.start();
    return {exit, trap: trap && String(trap.message), files: machine.files};
}

onmessage = ({data: {kind, module, options}}) => {
    try {
        postMessage({result: kind === "test" ? runTest(module, options) : runProgram(module, options)});
    } catch (error) {
        postMessage({error: String(error?.stack ?? error)});
    }
};
