/* clang.js - the compiler in a worker: its parts come from clang/*.bin of the site and from nowhere
 * else. */

const PARTS = ["llvm.core.wasm", "llvm.core2.wasm", "llvm.core3.wasm", "llvm.core4.wasm",
    "llvm-resources.tar"];
let opened = null;

async function open(files) {
    const parts = new Map(PARTS.map(name => [name, files.unpacked(`clang/${name}`)]));
    for (const part of parts.values())
        part.catch(() => {}); /* told where it is waited for */
    /* The package fetches its parts from beside its own code, with the fetch that it finds when it
     * is loaded. */
    const browsers = globalThis.fetch;
    globalThis.fetch = url => parts.get(new URL(url).pathname.split("/").pop());
    try {
        const {runClang, runLLVM, Exit} = await import("@yowasp/clang");
        await runLLVM(null, {}, {fetchProgress() {}});
        return {runClang, runLLVM, Exit};
    } finally {
        globalThis.fetch = browsers;
    }
}

/* {runClang, runLLVM, Exit} of @yowasp/clang, ready to run. files: a Files of files.js. If it
 * fails, the next call tries again. */
export function openClang(files) {
    opened ??= open(files).catch(error => {
        opened = null;
        throw error;
    });
    return opened;
}
