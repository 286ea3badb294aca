/* clang.mjs - the compiler of the npm package @yowasp/clang as we use it: its code and, of its
 * 2,466 resource files, those of C for WebAssembly. C++, and the vectors of other processors, are
 * nine tenths of the bytes, and each run would copy their directory.
 *
 * prepare() makes the folder build/web-npm/clang once; clang() imports the compiler out of it. */
import fs from "node:fs";
import path from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";
import {tar, untar} from "../core/tar.js";

const NPM = fileURLToPath(new URL("../../../build/web-npm", import.meta.url));
const HERE = `${NPM}/clang`, GIVEN = `${NPM}/node_modules/@yowasp/clang`;

/* Of clang's own headers the ones that C11 has; of WASI's and of the libraries all but C++. */
const OWN_HEADERS =
    /^include\/(__(float|stdarg|stddef)_\w+|float|inttypes|iso646|limits|std\w+|tgmath|unwind|varargs|wasm_simd128)\.h$/;
const OF_WASI =
    /^include\/wasm32-wasip1\/(?!c\+\+)|^lib\/(?!.*(libc\+\+|libc\.so|profile|experimental))/;

export function isNeeded(file) {
    return OWN_HEADERS.test(file) || OF_WASI.test(file);
}

/* A tar archive of these files that names every folder before what is in it, as the package's
 * reader wants it. */
function withFolders(files) {
    const all = new Map();
    for (const [file, bytes] of [...files].sort(([a], [b]) => a < b ? -1 : 1)) {
        const parts = file.split("/");
        for (let n = 1; n < parts.length; n++)
            all.set(parts.slice(0, n).join("/") + "/", new Uint8Array());
        all.set(file, bytes);
    }
    return tar(all);
}

export function version() {
    return JSON.parse(fs.readFileSync(`${GIVEN}/package.json`, "utf8")).version;
}

/* The names of the files that a compiler in a page needs. */
export const PARTS = ["llvm.core.wasm", "llvm.core2.wasm", "llvm.core3.wasm", "llvm.core4.wasm",
    "llvm-resources.tar"];

export function prepare() {
    const stamp = `${HERE}/stamp`, made = version() + isNeeded + OWN_HEADERS + OF_WASI;
    if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === made)
        return HERE;
    fs.rmSync(HERE, {recursive: true, force: true});
    fs.mkdirSync(HERE, {recursive: true});
    for (const file of fs.readdirSync(`${GIVEN}/gen`)) {
        if (file.endsWith(".wasm"))
            fs.linkSync(`${GIVEN}/gen/${file}`, `${HERE}/${file}`);
        else if (file.endsWith(".js"))
            fs.copyFileSync(`${GIVEN}/gen/${file}`, `${HERE}/${file}`);
    }
    fs.writeFileSync(`${HERE}/package.json`, '{"type": "module"}\n');
    const resources = untar(fs.readFileSync(`${GIVEN}/gen/llvm-resources.tar`));
    const needed = [...resources].filter(([file]) => isNeeded(file));
    fs.writeFileSync(`${HERE}/llvm-resources.tar`, withFolders(needed));
    fs.writeFileSync(stamp, made);
    return HERE;
}

/* {runClang, runLLVM, Exit} */
export function clang() {
    return import(pathToFileURL(path.resolve(prepare(), "bundle.js")));
}
