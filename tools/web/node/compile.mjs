/* compile.mjs - C to WebAssembly objects, as make does it: what is older than what it was made of,
 * one line per file.
 *
 *   node compile.mjs --out FOLDER --flags "FLAGS" --with "MORE FLAGS" FILES... [--with ...
 *       FILES...] [--out ...]
 *
 * FOLDER/a/b.c.o is a/b.o; FOLDER/made.json says of each what it was made of: that counts, and no
 * times. */
import crypto from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {Worker, isMainThread, parentPort} from "node:worker_threads";
import {Driver} from "../core/driver.js";
import {folders} from "../core/includes.js";
import {clang, prepare, version} from "./clang.mjs";
import {isMain} from "./main.mjs";
import {headers, read} from "./tree.mjs";

/* A source that make itself has made lies in build/release/. */
export const objectOf = file => file.replace(/^build\/[^/]+\//, "").replace(/\.c$/, ".o");

/* [{out, file, flags}, ...] of the command line. */
export function jobsOf(words) {
    const jobs = [], now = {out: "", flags: [], more: []};
    const flags = text => text.split(/\s+/).filter(Boolean);
    for (let i = 0; i < words.length; i++) {
        if (words[i] === "--out")
            Object.assign(now, {out: words[++i], flags: [], more: []});
        else if (words[i] === "--flags")
            now.flags = flags(words[++i]);
        else if (words[i] === "--with")
            now.more = flags(words[++i]);
        else
            jobs.push({out: now.out, file: words[i], flags: [...now.flags, ...now.more]});
    }
    return jobs;
}

/* ---- what is made already -------------------------------------------------------------------- */

const hash = text => crypto.createHash("sha256").update(text).digest("hex");
const contents = new Map();

function hashOf(file) {
    if (!contents.has(file))
        contents.set(file, fs.existsSync(file) ? hash(fs.readFileSync(file)) : "gone");
    return contents.get(file);
}

/* Of what a job's object is made: compiler, flags, files. */
function keyOf(job, needs) {
    return hash(
        [version(), ...job.flags,
            ...[job.file, ...needs].map(file => `${file} ${hashOf(file)}`)].join("\n"));
}

function madeIn(out) {
    const file = `${out}/made.json`;
    return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
}

function isMade(job, made) {
    const entry = made[job.file];
    return entry && entry.key === keyOf(job, entry.needs) &&
        fs.existsSync(`${job.out}/${objectOf(job.file)}`);
}

/* Objects of sources that are gone go, too. */
function forget(out, made, files) {
    for (const file of Object.keys(made)) {
        if (files.has(file))
            continue;
        fs.rmSync(`${out}/${objectOf(file)}`, {force: true});
        delete made[file];
    }
}

function remember(out, made) {
    const sorted = Object.fromEntries(Object.keys(made).sort().map(file => [file, made[file]]));
    fs.mkdirSync(out, {recursive: true});
    fs.writeFileSync(`${out}/made.json.tmp`, JSON.stringify(sorted, null, 1) + "\n");
    fs.renameSync(`${out}/made.json.tmp`, `${out}/made.json`);
}

/* ---- compiling ------------------------------------------------------------------------------- */

/* One of the threads that compile. */
async function work() {
    const driver = new Driver(await clang()), given = headers();
    parentPort.on("message", async job => {
        try {
            const tree = new Map([...given, [job.file, read(job.file)]]);
            const {object, said, needs} = await driver.compile(job.file, folders(tree),
                [...job.flags, "-MMD"]);
            const place = `${job.out}/${objectOf(job.file)}`;
            fs.mkdirSync(path.dirname(place), {recursive: true});
            if (object)
                fs.writeFileSync(place, object);
            parentPort.postMessage(
                {job, ok: object !== null, said, needs: needs.filter(file => fs.existsSync(file))});
        } catch (error) {
            parentPort.postMessage({job, ok: false, said: error.message, needs: []});
        }
    });
}

/* Compiles all of them, two at a time: did all go well? */
function compileAll(jobs, done) {
    return jobs.length === 0 ? true : new Promise(resolve => {
        const waiting = [...jobs];
        let running = 0, ok = true;
        for (let i = 0; i < Math.min(2, os.cpus().length, jobs.length); i++) {
            const thread = new Worker(new URL(import.meta.url));
            const next = () => {
                const job = ok ? waiting.shift() : undefined;
                if (job !== undefined) {
                    process.stdout.write(`  wasm  ${path.join(job.out, objectOf(job.file))}\n`);
                    thread.postMessage(job);
                    return;
                }
                thread.terminate();
                if (--running === 0)
                    resolve(ok);
            };
            thread.on("message", result => {
                ok &&= result.ok;
                done(result);
                next();
            });
            running++;
            next();
        }
    });
}

async function main() {
    const jobs = jobsOf(process.argv.slice(2)), outs = new Map();
    for (const job of jobs) {
        if (!outs.has(job.out))
            outs.set(job.out, {made: madeIn(job.out), files: new Set()});
        outs.get(job.out).files.add(job.file);
    }
    for (const [out, {made, files}] of outs)
        forget(out, made, files);
    const open = jobs.filter(job => !isMade(job, outs.get(job.out).made));
    if (open.length)
        prepare();
    let since = 0;
    const ok = await compileAll(open, ({job, ok, said, needs}) => {
        if (said.trim())
            process.stderr.write(said.trimEnd() + "\n");
        const {made} = outs.get(job.out);
        if (ok)
            made[job.file] = {key: keyOf(job, needs), needs};
        else
            delete made[job.file];
        if (++since % 25 === 0)
            remember(job.out, made);
    });
    for (const [out, {made}] of outs)
        remember(out, made);
    if (!ok)
        process.exitCode = 1;
}

if (!isMainThread)
    await work();
else if (isMain(import.meta.url))
    await main();
