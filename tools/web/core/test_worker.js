/* test_worker.js - a worker in which programs run: tests, each in an instance of its own, or one
 * program of the engine.
 *
 * Whoever waits for it ends it when time is up: nothing else can stop WebAssembly that does not
 * return. */
import {checkBuild} from "./build.js";
import {runProgram} from "./machine.js";
import {runTest} from "./one_test.js";
import {Stale} from "./stale.js";

function program(module, options) {
    const {exit, trap, files} =
        runProgram(module, {...options, onOutput: output => postMessage({output})});
    return {exit, trap: trap && String(trap.message), files};
}

onmessage = ({data: {kind, module, options}}) => {
    try {
        checkBuild(self.location.href);
        postMessage(
            {result: kind === "test" ? runTest(module, options) : program(module, options)});
    } catch (error) {
        postMessage(
            {error: error instanceof Stale ? error.message : String(error?.stack ?? error)});
    }
};
