/* site.mjs - build/web/: the page, what it knows of the course, objects, compiler. Static files,
 * for any web server.
 *
 *   node site.mjs --out build/web --objects build/web-objects --lessons FILE --include FLAGS...
 *       --engine FILES... --harness FILES... --tests FILES... --lib FILES... --notebooks NAMES...
 *       --broken FILES... --mistakes FOLDER
 *
 * What has not changed is not made again; what belongs to no file any more goes. */
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import {versionOf} from "../core/desk.js";
import {hintsOfText} from "../core/hints.js";
import {tar} from "../core/tar.js";
import {writtenIn} from "../core/tarball.js";
import {PARTS, prepare} from "./clang.mjs";
import {objectOf} from "./compile.mjs";
import {isMain} from "./main.mjs";
import {breaksOf, headOf, inLessonOrder, predictionsOf, tasksOf, tasksSaid,
    testsOf} from "./modules.mjs";
import {buildOf, bundle, serviceWorker} from "./bundle.mjs";
import {makeLive, PROCESSES} from "./live.mjs";
import {filesNamed, headersOfPage} from "./tree.mjs";

const text = file => fs.readFileSync(file, "utf8");
const textOr = (file, other) => fs.existsSync(file) ? text(file) : other;
// against mistakes, not malice: short, since every visit begins with all of them
const hash = bytes => crypto.createHash("sha256").update(bytes).digest("hex").slice(0, 8);

/* {out: ["build/web"], include: [...], ...} */
export function optionsOf(words) {
    const options = {};
    let now = null;
    for (const word of words)
        if (/^--\w/.test(word))
            now = options[word.slice(2)] = [];
        else
            now.push(word);
    return options;
}

const made = new Set();

function write(file, content) {
    const bytes = Buffer.from(content);
    made.add(file);
    if (fs.existsSync(file) && fs.readFileSync(file).equals(bytes))
        return;
    fs.mkdirSync(path.dirname(file), {recursive: true});
    fs.writeFileSync(file, bytes);
    process.stdout.write(`  web   ${file}\n`);
}

/* ---- the course ------------------------------------------------------------------------------ */

const STUDENTS = /^(?!measure\.c$).*\.c$|^answers\.txt$/;

/* A formula without what a page does not show: its source, and what HTML knows by itself. Lessons
 * travel before the first words. */
const slim = lesson =>
    lesson.replace(
        /<annotation encoding="application\/x-tex">[^]*?<\/annotation>|<\/?semantics>| xmlns="[^"]*MathML"/g,
        "");

function moduleData(name, names, lesson, tasks, said) {
    const folder = `modules/${name}`;
    const tests = `tests/course/${name}`, readme = text(`${folder}/README.md`);
    const here = fs.readdirSync(folder);
    const files = inLessonOrder(readme, here.filter(file => STUDENTS.test(file)));
    const given = here.filter(file => file === "measure.c" || file.endsWith(".h"));
    return {
        number: name.slice(0, 2), name, ...headOf(readme, names), lesson: slim(lesson),
        files: Object.fromEntries(files.map(file => [file, text(`${folder}/${file}`)])),
        given,
        hints: hintsOfText(textOr(`${tests}/hints.txt`, "")),
        calls: textOr(`${folder}/calls.txt`, null),
        tests: testsOf(Object.fromEntries(sources(tests).map(file => [file, text(file)]))),
        breaks: breaksOf(textOr(`tools/break/${name}.txt`, ""), tasks, said),
        predictions: predictionsOf(textOr(`${folder}/measure.c`, "")),
    };
}

/* data/modules.json lists them, data/modules/NAME.json has of each what is on its first page,
 * data/later/NAME.json the rest; data/texts/NAME.json what can be read beside it: given files and
 * tests. */
function writeModules(out, lessons, mistakes) {
    const names = fs.readdirSync("modules").filter(name => /^\d\d_/.test(name)).sort();
    const tasks = tasksOf(text("tools/break/break.c"));
    const said = tasksSaid(text("tools/course/break.sh"));
    const modules = names.map(name => moduleData(name, names, lessons[name], tasks, said));
    for (const module of modules) {
        const {hints, breaks, predictions, ...first} = module;
        write(`${out}/data/modules/${module.name}.json`, JSON.stringify(first));
        write(`${out}/data/later/${module.name}.json`,
            JSON.stringify({hints, breaks, predictions}));
        const read = [...module.given.map(file => `modules/${module.name}/${file}`),
            ...sources(`tests/course/${module.name}`)];
        write(`${out}/data/texts/${module.name}.json`,
            JSON.stringify(Object.fromEntries(read.map(file => [file, text(file)]))));
    }
    for (const name of names) // recorded by tools/course/authors/names.py
        write(`${out}/data/mistakes/${name}.txt`, textOr(`${mistakes}/${name}.names`, ""));
    write(`${out}/data/modules.json`,
        JSON.stringify(modules.map(({number, name, title, hours, before, tests}) => (
            {number, name, title, hours, before,
                points: tests.reduce((sum, test) => sum + test.points, 0)}))));
    return modules;
}

/* ---- objects --------------------------------------------------------------------------------- */

const stem = file => path.basename(file).replace(/\.[co]$/, "");

/* The engine in steps, as IN_STEPS of the Makefile: the plain twin of a file stands for it. */
export function inSteps(sources) {
    const plain = sources.filter(file => file.includes("/plain/"));
    const twins = new Set(plain.map(stem));
    return [...sources.filter(file => !file.includes("/plain/") && !twins.has(stem(file))),
        ...plain];
}

const sources = folder => fs.existsSync(folder)
    ? fs.readdirSync(folder).filter(file => file.endsWith(".c")).map(file => `${folder}/${file}`)
    : [];
const objects = files => files.map(objectOf).sort();

/* data/course.json: what the judge knows (core/judge.js): which objects make which program, and of
 * every module what it needs to speak of it. */
function writeCourse(out, modules, {include, engine, harness, tests: all, lib, broken}) {
    const testsIn = name => all.filter(file => file.startsWith(`tests/course/${name}/`));
    const known = Object.fromEntries(modules.map(({name, files, calls, tests, breaks}) => [name, {
        tests: objects(testsIn(name)), list: tests, files, calls,
        testSources: Object.fromEntries(testsIn(name).map(file => [file, ""])),
        breaks: breaks.map(one =>
            ({
                    ...one, objects: objects(
                        broken.filter(file => file.includes(`/${name}/${one.case}/`)))})),
    }]));
    const programs = {}, reads = {};
    const add = (name, own, shared) => {
        programs[name] = objects([...own, ...shared]);
        reads[name] = filesNamed(own.map(text).join("\n"));
    };
    for (const name of ["demo", "break", "trace", "graph"])
        add(name, sources(`tools/${name}`), lib);
    add("notebook", [...sources("tools/notebook").filter(file =>
        !PROCESSES.includes(objectOf(file))), "tools/web/wasi/cells.c"],
    lib.filter(file => /\/(cli|draw|wasi)\//.test(file) && stem(file) !== "explore"));
    for (const {name} of modules)
        add(`measure/${name}`, [`modules/${name}/measure.c`],
            lib.filter(file => file.includes("/predict/")));
    write(`${out}/data/course.json`,
        JSON.stringify(
            {include, engine: objects(inSteps(engine)), harness: objects(harness), programs, reads,
        tasks: tasksSaid(text("tools/course/break.sh")), library: text("tools/course/library.txt"),
        modules: known}));
}

/* Packed by gzip, and not called .gz: there are hosts that say of such a file that it is encoded,
 * and the browser unpacks it. */

/* Every header; and what a page asks first, which is small. */
function writeTree(out, tree) {
    write(`${out}/data/tree.json`, JSON.stringify(Object.fromEntries(tree)));
    write(`${out}/data/library.txt`, text("tools/course/library.txt"));
    write(`${out}/data/about.json`,
        JSON.stringify(
            aboutOf(tree, fs.readdirSync("modules").filter(name => /^\d\d_/.test(name)).sort(),
                file => textOr(`.kindling/${file}`, ""))));
}
/* In an edition, the tarballs of its tab say its name, as those of its make submit do. kept(file):
 * the text of one in .kindling/, or "". */
export function aboutOf(tree, names, kept) {
    const version = versionOf(tree.get("tensor/tensor.h"));
    const edition = kept("edition"), given = kept("given.sha256");
    const written = edition || given
        ? Object.fromEntries(names.map(name => [name, writtenIn(name, version, edition, given)]))
        : undefined;
    return {version, written, headers: [...tree.keys(), "tools/course/library.txt"]};
}

/* What belongs to a module that the site has not, as in an edition of some, stays away. */
function writePack(out, folder, config, names) {
    const isHere = file =>
        names.includes(
            /(?:^modules|^tests\/course|\/broken)\/(\d\d_\w+)\//.exec(file)?.[1] ?? names[0]);
    const made = Object.keys(JSON.parse(text(`${folder}/${config}/made.json`))).filter(isHere);
    const files = new Map(made.map(objectOf).sort()
        .map(file => [file, fs.readFileSync(`${folder}/${config}/${file}`)]));
    write(`${out}/objects/${config}.tar.bin`, zlib.gzipSync(tar(files), {level: 9}));
}

/* The compiler takes long to pack, and changes with its version only. */
function writeCompiler(out) {
    const from = prepare();
    for (const part of PARTS) {
        const file = `${out}/clang/${part}.bin`, bytes = () => fs.readFileSync(`${from}/${part}`);
        made.add(file);
        if (fs.existsSync(file) && fs.statSync(file).mtimeMs > fs.statSync(`${from}/stamp`).mtimeMs)
            continue;
        fs.mkdirSync(`${out}/clang`, {recursive: true});
        fs.writeFileSync(file, zlib.gzipSync(bytes(), {level: 9}));
        process.stdout.write(`  web   ${file}\n`);
    }
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* A module that is gone leaves no data behind. */
function sweep(out) {
    for (const folder of [`${out}/data`, `${out}/objects`, `${out}/clang`])
        for (const file of fs.readdirSync(folder, {recursive: true})
            .map(name => `${folder}/${name}`))
            if (fs.statSync(file).isFile() && !made.has(file))
                fs.rmSync(file);
}

/* path -> [hash, bytes] of all files below out, for core/files.js. */
export function manifestOf(out, build = "") {
    const files = {};
    for (const file of fs.readdirSync(out, {recursive: true}).map(String).sort()) {
        const place = `${out}/${file}`;
        if (!fs.statSync(place).isFile() || ["manifest.json", "sw.js"].includes(file))
            continue;
        const bytes = fs.readFileSync(place);
        files[file] = [hash(bytes), bytes.length];
    }
    return {version: hash(JSON.stringify(files)), build, files};
}

/* Of these what a script asks for by its hash. Links lead to pages: the service worker keeps them,
 * and who comes for the first words need not wait for their list. */
export const askedFor = ({files, ...manifest}) => ({...manifest,
    files: Object.fromEntries(Object.entries(files).filter(([path]) => !path.endsWith(".html")))});

async function main() {
    const {out: [out], objects: [objects], lessons: [lessons], mistakes: [mistakes], ...lists} =
        optionsOf(process.argv.slice(2));
    const read = JSON.parse(text(lessons)), modules = writeModules(out, read.lessons, mistakes);
    write(`${out}/data/names.json`, JSON.stringify(read.names));
    writeCourse(out, modules, lists);
    writeTree(out, headersOfPage());
    for (const config of ["double", "float"])
        writePack(out, objects, config, modules.map(module => module.name));
    writeCompiler(out);
    sweep(out);
    await bundle(out);
    await makeLive(`${out}/live`, `${objects}/float`, lists.include, lists.notebooks);
    const manifest = manifestOf(out, buildOf());
    write(`${out}/manifest.json`, JSON.stringify(askedFor(manifest)));
    write(`${out}/sw.js`, await serviceWorker(manifest));
    const megabytes = Object.values(manifest.files)
        .reduce((sum, [, bytes]) => sum + bytes, 0) / 1e6;
    process.stdout.write(
        `${out}: ${Object.keys(manifest.files).length} files, ${megabytes.toFixed(1)} MB, ` +
        `version ${manifest.version}\n`);
}

if (isMain(import.meta.url))
    await main();
