/* one_test.js - one test of a module in an instance of its own: its verdict, what it printed, and
 * where it stopped.
 *
 * The verdict is a struct of C (tests/harness/verdict.h) that nobody here reads: its bytes go on to
 * the instance that writes the report (tools/web/wasi/programs.c). */
import {Machine, OutputTooLong} from "./machine.js";

const BY_ITSELF = 0;
const LED_OUTSIDE = 1;
const STACK_RAN_OUT = 2;
const DIVIDED_BY_ZERO = 3, ABORTED = 4, NO_FUNCTION = 5, HEAP_BROKEN = 6, FORBIDDEN = 7;

/* The same instruction ends abort(), and code that the compiler knows no meaning for. */
function whoGaveUp(stack) {
    const [innermost = "", caller = ""] = stack.split("\n")
        .filter(line => line.includes("wasm-function"));
    if (!/\babort\b/.test(innermost)) return FORBIDDEN;
    return /\b(dl(malloc|calloc|realloc|memalign|free)|internal_memalign|dispose_chunk)\b/.test(
        caller) ? HEAP_BROKEN : ABORTED;
}

/* Of V8's words and of Firefox's. */
export function howItTrapped(trap, stackPointer) {
    const words = String(trap?.message);
    if (trap instanceof RangeError || /too much recursion|call stack/.test(words) ||
        stackPointer < 4096) return STACK_RAN_OUT;
    if (/by zero|integer overflow|divide result/.test(words)) return DIVIDED_BY_ZERO;
    if (/unreachable/.test(words)) return whoGaveUp(String(trap.stack));
    if (/null function|signature mismatch|table index|indirect call/.test(words))
        return NO_FUNCTION;
    return LED_OUTSIDE;
}

/* most: how many steps of the student's files it may take. -> {verdict, printed, stack}: bytes,
 * bytes, the stack of an Error or "". */
export function runTest(module, {folder, name, files, seconds, most}) {
    const kept = [new Error("begin")];
    Error.stackTraceLimit = 40;
    const machine = new Machine(module, {
        args: ["program", "--folder", folder, "--seconds", String(seconds),
            ...(most ? ["--steps", String(most)] : []), "--ask", name], files,
        imports: {kindling: {frames: () => kept.push(new Error("frame")) - 1}}});
    const {trap} = machine.start();
    if (trap && !(trap instanceof OutputTooLong)) kept.push(trap);
    const pointer = machine.exports.__stack_pointer?.value;
    machine.call("test_ended", trap ? howItTrapped(trap, pointer) : BY_ITSELF);
    const which = trap ? kept.length - 2 : machine.call("verdict_frames");
    const stack = trap ? trap.stack : which > 0 ? kept[which].stack : "";
    return {verdict: machine.bytes(machine.call("verdict_address"), machine.call("verdict_size")),
        printed: machine.output, stack};
}
