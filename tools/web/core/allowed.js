/* allowed.js - may WebAssembly be compiled here? Compiler, tests and demo are made of it. */

/* The smallest module there is. */
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

export const FORBIDDEN =
    "The host of this site forbids WebAssembly, of which the compiler and your programs are " +
    "made: nothing can be compiled or run here. " +
    "Whoever runs it allows it by script-src 'self' 'wasm-unsafe-eval' in the header " +
        "Content-Security-Policy.";

/* Why nothing will run, as a sentence, or null. */
export function whyNothingRuns(wasm = globalThis.WebAssembly) {
    if (!wasm)
        return "This browser has no WebAssembly, or it is switched off: nothing can be compiled " +
            "or run here.";
    try {
        new wasm.Module(EMPTY);
        return null;
    } catch {
        return FORBIDDEN;
    }
}
