/* desk.js - a student's desk: files, backups, hints seen and results of every module, in a store
 * (store.js).
 *
 * What .kindling/ is for the course at home, with the same rules and words (tools/course/reset.sh,
 * undo.sh, hint.sh, progress.sh). A file is kept from its first change on, beside the starting file
 * it grew from: when a newer edition of the course has another, the student's stays, and news()
 * tells.
 *
 *     files/12_attention/mask.c    {text, start}          hints/12_attention/mask_causal    how
 *         many were seen
 *     results/12_attention         {shown, rows}          stale/12_attention                a file
 *         changed since
 *     backup/<time>/12_attention   {at, files, results}   page/...                         
 *         whatever a page keeps
 */
import {Conflict} from "./store.js";
import {submitTarball} from "./tarball.js";
import {isStudents, readFiles} from "./imports.js";
import {hintKey, hintText, hintsOf, nextTest} from "./hints.js";
import {lastRun, progressOf} from "./progress.js";

const numberOf = name => name.split("_")[0];

export class Desk {
    #waiting = Promise.resolve();
    #unsaved = new Map(); // key -> what is to be written, while an older text is on its way

    /* version: the course's (versionOf). written: {module: what a tarball says instead
     * (writtenIn)}. now(): the time. told(sentence): what a student has to know at once.
     * changed(name, file): another tab wrote it; its page reads files() again. */
    constructor(store,
        {version, written = {}, now = () => new Date(), told = () => {}, changed = () => {}}) {
        Object.assign(this, {store, version, written, now, told, changed, starts: {}});
        store.listen({
            another: () =>
                this.told(
                    "Kindling is open in another tab, too. What you change in one appears in the " +
                    "other."),
            changed: keys => keys.map(key => key.split("/")).filter(([kind]) => kind === "files")
                .forEach(([, name, file]) => this.changed(name, file)),
        });
    }
    /* One thing after the other, in the order asked for. */
    #next(action) {
        const result = this.#waiting.then(action);
        this.#waiting = result.catch(() => {});
        return result;
    }

    /* ---- what a page keeps: its layout, where one was, predictions ---- */

    get(key) { return this.#next(() => this.store.get(`page/${key}`)); }
    set(key, value) { return this.#next(() => this.store.update({}, {[`page/${key}`]: value})); }

    /* ---- files ---- */

    /* {file: text} of a module; starts: its starting files, in the lesson's order. */
    files(name, starts) {
        this.starts[name] = starts;
        return this.#next(async () => {
            const kept = await this.#kept(name), files = {};
            for (const file of Object.keys(starts)) files[file] = kept[file]?.text ?? starts[file];
            for (const file of Object.keys(kept).sort()) files[file] ??= kept[file].text;
            return files;
        });
    }
    #kept(name) {
        return this.#read(name, key => this.store.get(key));
    }
    /* As they are now, while a page may show older ones: what another tab wrote does not count as
     * seen. */
    #glance(name) { return this.#read(name, key => this.store.peek(key)); }
    async #read(name, get) {
        const place = `files/${name}/`, kept = {};
        // what is not there is seen, too
        const keys = new Set(
            [...Object.keys(this.starts[name]).map(file => place + file),
                ...await this.store.keys(place)]);
        for (const key of keys) {
            const entry = await get(key);
            if (entry) kept[key.slice(place.length)] = entry;
        }
        return kept;
    }

    /* Keeps a file: true if it was, else told() has said why not. While an older text is being
     * written, only the newest of several waits. */
    write(name, file, text) {
        const key = `files/${name}/${file}`, waits = this.#unsaved.has(key);
        if (!(name in this.starts))
            throw new Error(`${name} was never opened: files() comes before write()`);
        this.#unsaved.set(key, text);
        if (waits) return this.#waiting;
        return this.#next(async () => {
            const newest = this.#unsaved.get(key);
            this.#unsaved.delete(key);
            return this.#write(name, file, newest);
        });
    }
    async #write(name, file, text) {
        const change = {[`files/${name}/${file}`]: this.#entry(name, file, text)};
        const stale = {[`stale/${name}`]: true};
        try {
            await this.store.update(change, stale).catch(async e => {
                if (!(e instanceof Conflict)) throw e;
                const place = await this.#save(name); // reads the other's text, too
                await this.store.update(change, stale);
                this.told(
                    `${file} was changed in another tab at the same time. That text is in ` +
                    `${place}; make undo-${numberOf(name)} brings it back.`);
            });
            return true;
        } catch (e) {
            this.told(e.message);
            return false;
        }
    }
    /* What is kept of a text: nothing if it is the starting file's. */
    #entry(name, file, text) {
        const start = this.starts[name][file];
        return text === start ? undefined : {text, start};
    }

    /* Sentences: starting files that are not those which the student's grew from. keep: they were
     * read. */
    news(name, starts, {keep = false} = {}) {
        this.starts[name] = starts;
        return this.#next(async () => {
            const kept = await this.#glance(name), lines = [], changes = {};
            for (const [file, {text, start}] of Object.entries(kept)) {
                if (start === starts[file] || text === starts[file]) continue;
                lines.push(file in starts
                    ? `modules/${name}/${file} is another in this edition of the course. Yours ` +
                    `is kept; make reset-${numberOf(name)} puts the new one in its place, and ` +
                    "saves yours."
                    : `modules/${name}/${file} is no file of this edition of the course. Yours ` +
                        "is kept.");
                changes[`files/${name}/${file}`] = {text, start: starts[file]};
            }
            // another tab wrote one: told once more
            if (keep) await this.store.update(changes).catch(() => {});
            return lines;
        });
    }

    /* ---- backups ---- */

    /* Saves the files of a module, and its results, as a reset does; where. */
    async #save(name) {
        const at = this.now();
        const stamp = stampOf(at);
        const taken = new Set((await this.store.keys("backup/")).map(key => key.split("/")[1]));
        let n = 0; // two within a second
        while (taken.has(stamp + (n || ""))) n++;
        const files = await this.#entries(name);
        await this.store.update({},
            {[`backup/${stamp}${n || ""}/${name}`]: {at: at.getTime(), files,
                results: await this.store.get(`results/${name}`),
            stale: Boolean(await this.store.get(`stale/${name}`))}});
        return `.kindling/backup/${stamp}${n || ""}/${name}`;
    }
    /* Of every file there is: its text, and the starting file that it grew from. */
    async #entries(name) {
        const untouched = Object.entries(this.starts[name])
            .map(([file, start]) => [file, {text: start, start}]);
        return {...Object.fromEntries(untouched), ...await this.#kept(name)};
    }
    async #lastBackup(name) {
        return (await this.store.keys("backup/")).filter(key => key.endsWith(`/${name}`)).at(-1);
    }
    /* When the files were saved that undo brings back: milliseconds, or undefined. */
    backupOf(name) {
        return this.#next(async () => {
            const key = await this.#lastBackup(name);
            return key && (await this.store.get(key)).at;
        });
    }

    /* The starting files again; the student's are saved first, always. Files of their own stay.
     * What was done. */
    reset(name, starts) {
        this.starts[name] = starts;
        return this.#next(async () => {
            const kept = await this.#kept(name);
            const theirs = Object.keys(kept)
                .filter(file => file in starts && kept[file].text !== starts[file]);
            if (!theirs.length)
                return `nothing to reset: modules/${name} is as it was at the beginning`;
            const place = await this.#save(name);
            await this.store.update(
                Object.fromEntries(theirs.map(file => [`files/${name}/${file}`, undefined])),
                {[`results/${name}`]: undefined, [`stale/${name}`]: undefined});
            return `modules/${name} is as it was at the beginning. Your files are in ${place}; ` +
                `make undo-${numberOf(name)} brings them back.`;
        });
    }

    /* The files that the last reset saved. What is there now is saved in turn, so that a second
     * undo takes the first back. */
    undo(name, starts) {
        this.starts[name] = starts;
        return this.#next(async () => {
            const key = await this.#lastBackup(name);
            if (!key) return `nothing to undo: module ${numberOf(name)} was never reset`;
            const saved = await this.store.get(key);
            const results = await this.store.get(`results/${name}`);
            const now = await this.#entries(name),
                stale = Boolean(await this.store.get(`stale/${name}`));
            const back = Object.entries(saved.files)
                .map(([file, entry]) =>
                    [`files/${name}/${file}`, entry.text === entry.start ? undefined : entry]);
            await this.store.update(
                {...Object.fromEntries(back),
                    [key]: {...saved, files: now, results, stale, undone: !saved.undone}},
                {[`results/${name}`]: saved.results,
                    [`stale/${name}`]: (saved.stale ?? Boolean(saved.results)) || undefined});
            if (saved.undone)
                return `the undo is taken back: modules/${name} is as it was before it. Your ` +
                    `files are in .kindling/${key}; make undo-${numberOf(name)} brings them back.`;
            return `your files of module ${numberOf(name)} are back (from .kindling/${key}). ` +
                `make undo-${numberOf(name)} once more takes this back.`;
        });
    }

    /* ---- to and from home ---- */

    /* The tarball of make submit-12: {name, bytes, sha256}, and what it says. files: as files()
     * gives them. */
    async tarball(name, files) {
        const theirs = Object.keys(files).filter(isStudents).sort();
        const made = await submitTarball(name,
            Object.fromEntries(theirs.map(file => [file, files[file]])),
            this.written[name] ?? this.version);
        const {results = null, stale} = await this.results(name);
        const text = [...theirs.map(file => `  modules/${name}/${file}`),
            `build/submit/${made.name}`, `sha256 ${made.sha256}`,
            lastRun(numberOf(name), results, stale)].join("\n") + "\n";
        return {...made, text};
    }
    /* What a student dropped, [{path, bytes}]: {modules: {name: {file: text}}, notes}; Refused
     * tells why not. starts: {name: starting files} of all modules. */
    read(files, starts) {
        Object.assign(this.starts, starts);
        return readFiles(files, starts, this.version);
    }
    /* Takes such files, after those that are there were saved. */
    bring(name, files, starts = this.starts[name]) {
        this.starts[name] = starts;
        return this.#next(async () => {
            const there = await this.#entries(name);
            const names = Object.keys(files).filter(file => files[file] !== there[file]?.text);
            if (!names.length)
                return `nothing to bring in: modules/${name} has these files already`;
            const place = await this.#save(name);
            await this.store.update(
                Object.fromEntries(
                    names.map(
                        file => [`files/${name}/${file}`, this.#entry(name, file, files[file])])),
                {[`results/${name}`]: undefined, [`stale/${name}`]: undefined});
            return `${names.join(", ")}: brought in to modules/${name}. Your files are in ` +
                `${place}; make undo-${numberOf(name)} brings them back.`;
        });
    }

    /* ---- results, progress, hints ---- */

    /* run: what a page shows again ({outcomes, report, ...}); of a whole run its results are what
     * progress() counts. files: those that were tested, if they are at hand: who typed on meanwhile
     * has changed them since. */
    keepResults(name, {whole, results, files, ...shown}) {
        return this.#next(async () => {
            const before = await this.store.get(`results/${name}`);
            if (!whole)
                return this.store.update({}, {[`results/${name}`]: {rows: before?.rows, shown}});
            const there = files ? await this.#glance(name) : {};
            const changed = Object.keys(files ?? {})
                .some(file => isStudents(file) &&
                    files[file] !== (there[file]?.text ?? this.starts[name][file]));
            return this.store.update({},
                {[`results/${name}`]: {rows: results, shown}, [`stale/${name}`]: changed ||
                    undefined});
        });
    }
    results(name) {
        return this.#next(async () => {
            const kept = await this.store.get(`results/${name}`);
            return kept
                ? {...kept.shown, results: kept.rows,
                    stale: Boolean(await this.store.get(`stale/${name}`))} : {};
        });
    }
    /* The files are again those of the last whole run. */
    fresh(name) { return this.#next(() => this.store.update({}, {[`stale/${name}`]: undefined})); }
    /* A row for each of the modules ({number, name}): progressText and progressJson print them. */
    progress(modules) {
        return this.#next(async () => {
            const rows = [];
            for (const m of modules)
                rows.push(progressOf(m, (await this.store.get(`results/${m.name}`))?.rows,
                    await this.store.get(`stale/${m.name}`)));
            return rows;
        });
    }

    /* One hint more each time, as make hint-12 TEST=wanted says it. module: {number, name, tests,
     * hints}. */
    hint(module, wanted = "") {
        return this.#next(async () => {
            const {test, stop} =
                nextTest(module, (await this.store.get(`results/${module.name}`))?.rows, wanted,
                    await this.store.get(`stale/${module.name}`));
            if (stop) return stop;
            const hints = hintsOf(module.hints, test);
            const key = `hints/${module.name}/${hintKey(module.hints, test)}`;
            const seen = Math.min(hints.length, (await this.store.get(key) ?? 0) + 1);
            await this.store.update({}, {[key]: seen});
            return hintText(test, hints, seen);
        });
    }
    /* key: hintKey(), or the whole exercise. */
    hintsSeen(name, key) {
        return this.#next(
            async () => await this.store.get(`hints/${name}/${key.split(" ").at(-1)}`) ?? 0);
    }
    seeHints(name, key, seen) {
        return this.#next(
            () => this.store.update({}, {[`hints/${name}/${key.split(" ").at(-1)}`]: seen}));
    }
}

/* The course's version, as tensor/tensor.h has it. */
export function versionOf(header) { return header.match(/^#define KINDLING_VERSION "(.*)"/m)[1]; }

/* 20261123-061532, in local time. */
function stampOf(at) {
    const two = n => String(n).padStart(2, "0");
    return `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${two(
        at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`;
}
