/* run_worker.js - a worker that runs one program of the engine, and ends with it.
 *
 * Lines go out as they are printed, and a watched file as soon as it is new when a line is: whoever
 * is stopped half-way has the file of the last line. Invariant: a program sees its own files and
 * nothing else.
 */
import {WASI, WASIProcExit, File, OpenFile, PreopenDirectory,
    ConsoleStdout} from "@bjorn3/browser_wasi_shim";
import {filesIn, inodesOf} from "../../core/inodes.js";

function run({module, args, files, watch}) {
    const root = inodesOf(files);
    let sent = null;
    const line = kind => ConsoleStdout.lineBuffered(text => {
        const file = watch && root.get(watch);
        if (file && file !== sent)
            postMessage({kind: "file", path: watch, data: file.data.slice()});
        sent = file || sent;
        postMessage({kind, text});
    });
    const wasi = new WASI(args, ["TERM=dumb"],
        [new OpenFile(new File([])), line("line"), line("error"), new PreopenDirectory("/", root)],
        {debug: false});
    const instance = new WebAssembly.Instance(module, {wasi_snapshot_preview1: wasi.wasiImport});
    let exit = 0, trap = null;
    try { exit = wasi.start(instance); } catch (e) {
        if (e instanceof WASIProcExit) exit = e.code;
        else [exit, trap] = [-1, String(e && e.message || e)];
    }
    postMessage({kind: "end", exit, trap, files: filesIn(root)});
}
onmessage = e => run(e.data);
