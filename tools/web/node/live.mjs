/* live.mjs - what runs by itself in the page: demo, explorer and notebooks, linked while the site is built.
 *
 * A visitor who only looks on needs no compiler: demo.wasm is 300 kilobytes. Linking is substitution as in the
 * Makefile: a plain twin of attention for the file of its name, a stand-in of tools/web/wasi for what needs a process.
 */
import {copyFileSync, readFileSync, readdirSync, writeFileSync, mkdirSync} from "node:fs";
import {basename, dirname, join} from "node:path";
import {execFileSync} from "node:child_process";
import {fileURLToPath} from "node:url";
import {build} from "esbuild";
import {runClang} from "@yowasp/clang";
import {headers} from "./tree.mjs";
import {Compiler, Session} from "../page/live/cells.js";

const HERE = dirname(fileURLToPath(import.meta.url)), PAGE = join(HERE, "../page/live");

const ROOMS = ["tensor", "autograd", "nn", "attention"];
export const LINK = ["-mllvm", "-wasm-enable-sjlj", "-lwasi-emulated-signal", "-lwasi-emulated-process-clocks", "-lwasi-emulated-getpid",
    "-lwasi-emulated-mman", "-lm", "-lsetjmp", "-Wl,--stack-first", "-Wl,-z,stack-size=1048576"];
/* Cells of a notebook run in processes there; here tools/web/wasi/cells.c runs them. */
const PROCESSES = ["run.o", "host.o", "main.o"].map(o => "tools/notebook/" + o);
/* A cell of a notebook, linked in the page, finds all that the host has: names, memory, table of functions. */
const C_LIBRARY = ("acos asin atan atan2 cbrt ceil copysign cos cosh erf exp exp2 expm1 fabs floor fmax fmin fmod hypot ldexp lgamma log log10 log1p log2 " +
    "lrint lround nearbyint pow remainder rint round sin sinh sqrt tan tanh tgamma trunc acosf asinf atanf atan2f ceilf cosf coshf erff expf exp2f " +
    "fabsf floorf fmaxf fminf fmodf hypotf logf log10f log2f powf roundf sinf sinhf sqrtf tanf tanhf truncf memchr memcmp memcpy memmove memset " +
    "strcat strchr strcmp strcpy strcspn strdup strerror strlen strncat strncmp strncpy strpbrk strrchr strspn strstr strtok abs labs atof atoi " +
    "atol bsearch calloc exit abort free getenv malloc qsort rand realloc srand strtod strtol strtoul fclose feof ferror fflush fgetc fgets fopen " +
    "fprintf fputc fputs fread fscanf fseek ftell fwrite getc getchar perror printf putc putchar puts remove rewind scanf snprintf sprintf sscanf " +
    "ungetc vfprintf vprintf vsnprintf isalnum isalpha isdigit islower isprint ispunct isspace isupper tolower toupper clock clock_gettime time").split(" ");
const HOST = ["-mexec-model=reactor", "-Wl,--export-all", "-Wl,--export-table", "-Wl,--growable-table", "-Wl,--export=__stack_pointer",
    ...C_LIBRARY.map(name => "-Wl,-u," + name)];

function objectsBelow(root, folder) {
    return readdirSync(join(root, folder), {withFileTypes: true}).flatMap(e =>
        e.isDirectory() ? objectsBelow(root, join(folder, e.name)) : e.name.endsWith(".o") ? [join(folder, e.name)] : []);
}
/* Those of `others` take the places of the same name. */
function instead(objects, others) {
    const names = new Set(others.map(o => basename(o)));
    return [...objects.filter(o => !names.has(basename(o))), ...others];
}

/* root: a folder of objects of float, with paths as in the source tree. */
export function programObjects(root, name) {
    const plain = o => o.split("/").includes("plain");
    const engine = ROOMS.flatMap(room => objectsBelow(root, room));
    const inSteps = instead(engine.filter(o => !plain(o)), engine.filter(o => plain(o) && o.startsWith("attention/")));
    const lib = objectsBelow(root, "tools/lib").filter(o => name === "explore" || o !== "tools/lib/draw/explore.o");
    const own = [...lib, ...objectsBelow(root, "tools/" + name).filter(o => !PROCESSES.includes(o)), ...(name === "explore" ? ["tools/explore_page.o"] : [])];
    const wasi = ["program_run.o", ...(name === "notebook" ? ["cells.o"] : [])].map(o => "tools/web/wasi/" + o);
    return [...inSteps, ...instead(own, wasi)];
}

export async function linkProgram(root, name) {
    const tree = {}, names = programObjects(root, name).map((path, i) => {
        tree[`${i}.o`] = readFileSync(join(root, path));
        return `${i}.o`;
    });
    let said = "";
    try {
        const made = await runClang(["clang", ...names, ...LINK, ...(name === "notebook" ? HOST : []), "-o", "p.wasm"], tree,
            {stderr: bytes => { if (bytes) said += Buffer.from(bytes); }, fetchProgress() {}});
        return made["p.wasm"];
    } catch (error) {
        throw new Error(`${name}: the linker says:\n${said || error}`);
    }
}

/* Writes out/demo.wasm and its like. */
export async function linkPrograms(root, out) {
    mkdirSync(out, {recursive: true});
    for (const name of ["demo", "explore", "notebook"])
        writeFileSync(join(out, name + ".wasm"), await linkProgram(root, name));
}

/* ---- notebooks ---- */

/* How long those take that take long, in seconds, in Chromium on a machine of 2020. */
const SECONDS = {};

/* out/notebooks: the cells, and of each its module as it is when all run in order from the start, so that who changes
 * nothing needs no compiler. Resolves to what live.json says of them. */
export async function makeNotebooks(out, driver, files, include) {
    const folder = join(out, "notebooks");
    const index = JSON.parse(execFileSync("python3", [join(HERE, "notebooks.py"), folder, ...files], {encoding: "utf8"}));
    const compiler = new Compiler(driver, Object.fromEntries(headers()), include);
    for (const about of index) {
        const file = join(folder, about.name + ".json"), book = JSON.parse(readFileSync(file, "utf8")), session = new Session();
        for (const cell of book.cells.filter(c => c.kind === "code")) {
            const next = session.next(cell.text), {wasm, said} = await compiler.compile(next.text);
            if (!wasm) throw new Error(`${about.name}, cell ${next.number}: ${said}`);
            cell.module = `${about.name}-${next.number}.wasm`;
            writeFileSync(join(folder, cell.module), wasm);
            next.accept();
        }
        writeFileSync(file, JSON.stringify(book));
        about.seconds = SECONDS[about.name] || 0;
    }
    return index;
}

/* ---- pages ---- */

/* The live pages and their scripts, each a file: workers are started by their names. */
export async function bundlePages(out) {
    const names = ["demo", "runner", "notebook", "kernel", "compiler", "graphviz"];
    await build({entryPoints: names.map(name => join(PAGE, name + ".js")), outdir: out, bundle: true, splitting: false,
        external: ["./graphviz.js"], format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning"});
    for (const name of ["demo.html", "notebook.html", "live.css"])
        copyFileSync(join(PAGE, name), join(out, name));
}

/* All of it. root: objects of float; site: {clang, headers, include}, places as seen from out, and flags. */
export async function makeLive(out, root, driver, site) {
    await linkPrograms(root, out);
    await bundlePages(out);
    const files = readdirSync("notebooks-c").filter(f => f.endsWith(".c")).sort().map(f => join("notebooks-c", f));
    const notebooks = await makeNotebooks(out, driver, files, site.include);
    writeFileSync(join(out, "live.json"), JSON.stringify({...site, notebooks}));
}
