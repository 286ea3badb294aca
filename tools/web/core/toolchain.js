/* toolchain.js - the compiler and the linker of the tab, with what they have done already.
 *
 * A file that has not changed is not compiled again, a program of the same objects not linked
 * again. */
import {HOST} from "./cell_host.js";
import {folders, rootIncludes} from "./includes.js";
import {Lines} from "./lines.js";
import {digest} from "./sha256.js";

/* As COURSE_CFLAGS and STUDENT_FLAGS of tools/course/course.mk. What they find while the program
 * runs is told by tools/web/wasi/crash.c. */
const FLAGS = [
    "-std=c11", "-O1", "-gline-tables-only", "-msimd128", "-mllvm", "-wasm-enable-sjlj",
    "-D_POSIX_C_SOURCE=200809L",
    "-DKINDLING_ENGINE", "-fno-finite-loops", "-fno-math-errno", "-fno-trapping-math",
    "-fno-optimize-sibling-calls",
    "-Wall", "-Wextra",
    "-Wno-unused-parameter", "-Wno-unused-function", "-Wmissing-prototypes", "-Werror=return-type",
    "-Werror=implicit-function-declaration", "-ftrivial-auto-var-init=pattern", "-Ibuild/include",
    "-I.", "-Imodules"];
/* What is done to a block of memory is done, not reasoned away: then it can be told. no-prune: a
 * loop with nothing in it is seen, too. */
const CHECKED = ["-fsanitize=bounds,null,alignment,pointer-overflow",
    "-fsanitize-coverage=trace-pc,trace-stores,no-prune",
    ...["malloc", "calloc", "realloc", "aligned_alloc", "free",
        "memcpy"].map(name => `-fno-builtin-${name}`)];
const OF_CONFIG = {double: ["-DKINDLING_DOUBLE", "-DKINDLING_DEBUG"], float: []};

const ROOT = "/usr/lib/wasm32";
const LINKED = ["--export=__stack_pointer", "--error-limit=0"];
const WATCHED = ["malloc", "calloc", "realloc", "aligned_alloc", "posix_memalign", "free",
    "scope_alloc", "scope_recycle", "scope_close",
    "scope_reset", "memcpy"].map(name => `--wrap=${name}`);

/* wasm-ld's words for a program of these objects. start: "command", or "reactor" for one without
 * main; stack: its bytes. */
export const linkerWords = (objects, {start = "command", stack, more = []}) => [
    `${ROOT}-wasip1/crt1-${start}.o`, ...objects, `-L${ROOT}-wasip1`, "--stack-first", "-z",
    `stack-size=${stack}`,
    "--max-memory=2147483648", "--gc-sections", ...more, "-lsetjmp", "-lwasi-emulated-signal",
    "-lwasi-emulated-process-clocks",
    "-lwasi-emulated-getpid", "-lm", "-lc", `${ROOT}-unknown-wasip1/libclang_rt.builtins.a`, "-o",
    "program.wasm"];

const keyOf = (...parts) => digest(new TextEncoder().encode(parts.join("\0")));

export class Toolchain {
    /* driver: of driver.js. headers: path -> text. objects(config): Map of path -> bytes. include:
     * ["-Itensor", ...]. */
    constructor({driver, headers, objects, include}) {
        Object.assign(this, {driver, headers, objects, include});
        this.compiled = new Map();
        this.linked = new Map();
    }

    flags(config, checked) {
        return [...FLAGS, ...this.include, ...OF_CONFIG[config], ...(checked ? CHECKED : [])];
    }

    /* One file of the student's: {object or null, said, key}. */
    async compile(path, text, {config = "double", checked = true, more = {}} = {}) {
        const key = await keyOf(config, checked, path, text, ...Object.values(more));
        if (!this.compiled.has(key)) {
            const tree = {...this.headers, ...more, [path]: rootIncludes(path, text)};
            const {object, said} = await this.compiledOnce(path, folders(tree),
                this.flags(config, checked));
            this.compiled.set(key, {object, said, key});
        }
        return this.compiled.get(key);
    }

    /* This clang was built with assertions, and one in its vectorizer fails now and then: it does
     * without, then. */
    compiledOnce(path, tree, flags) {
        return this.driver.compile(path, tree, flags)
            .catch(() => this.driver.compile(path, tree, [...flags, "-fno-vectorize"]));
    }

    /* own: [[path.o, bytes, key], ...], given: paths of objects that stand in the pack. host: cells
     * are to be loaded into it. {module, lines, said}; module is null if it cannot be linked. */
    async link(own, given, {config = "double", watched = true, host = false} = {}) {
        const key = await keyOf(config, watched, host, ...own.map(([path, , k]) => path + k),
            ...given);
        if (!this.linked.has(key)) {
            const pack = await this.objects(config), files = {};
            for (const [path, bytes] of own) files[path] = bytes;
            for (const path of given) files[path] = pack.get(path);
            const words = linkerWords(Object.keys(files), host ? HOST
                : {stack: 8 << 20, more: [...LINKED, ...(watched ? WATCHED : [])]});
            const {ok, files: out, said} = await this.driver.run("wasm-ld", words, folders(files));
            const bytes = ok ? out["program.wasm"] : null;
            this.linked.set(key, {said, module: bytes && await WebAssembly.compile(bytes), bytes});
        }
        return this.linked.get(key);
    }

    /* [{file, line, function}] of an Error's stack in a program that was linked here. */
    calls(program, stack) {
        program.lines ??= new Lines(program.bytes);
        return program.lines.calls(stack);
    }
}
