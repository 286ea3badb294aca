/* imports.js - from what a student drops on the page to files of modules: a tarball of make
 * submit-12, one of the whole course at home, a folder with modules/12_attention in it, or a few
 * files.
 *
 * Taken are the files a student writes (tools/course/common.sh: every .c but measure.c, and
 * answers.txt), and of those only what differs from the starting files: the others say nothing.
 */
import {Refused, readTarball} from "./tarball.js";
import {sha256} from "./sha256.js";

const LARGEST = 256 << 10; // bytes of one file, as for the grader
const ARCHIVE = /\.(tar|tgz|gz|zip|tar\.\w+)$/i;
/* Folders with modules in them that are no student's: backups and starting files, what make has
 * built. */
const NOT_THEIRS = /(^|\/)(\.[^/]+|build)\//;

export function isStudents(file) {
    return file === "answers.txt" || (file.endsWith(".c") && file !== "measure.c");
}

/* files: [{path, bytes}]; starts: {"12_attention": {"mask.c": text}}, of all modules.
 * {modules: {name: {file: text}}, notes: [sentences]}; Refused if nothing of it can be used. */
export async function readFiles(files, starts, version) {
    // else those within a folder are not meant
    const onlyArchives = files.every(f => ARCHIVE.test(f.path));
    const isArchive = f => onlyArchives || !f.path.includes("/") &&
        (ARCHIVE.test(f.path) || looksPacked(f.bytes));
    const all = (
        await Promise.all(
            files.map(f => isArchive(f) ? readTarball(f.path, f.bytes) : [f]))).flat();
    const sorted = new Sorted(starts);
    for (const {path, bytes} of all) sorted.add(path, bytes);
    const notes = [...await checked(sorted, all, version), ...sorted.notes];
    if (!sorted.found)
        throw new Refused(`${listed(files.map(f => f.path))}: in there is no file of the course. ` +
        "Expected a tarball of make submit-12, or a folder with modules/12_attention in it");
    if (!Object.keys(sorted.modules).length)
        throw new Refused([`${listed(files.map(f => f.path))}: ` +
        (notes.length ? "nothing of it can be taken"
            : "all files are as they were at the beginning: there is nothing to bring in"),
            ...notes].join("\n"));
    return {modules: sorted.modules, notes};
}
function looksPacked(bytes) { return bytes[0] === 0x1f && bytes[1] === 0x8b; }
function listed(names) {
    return names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`
        : names.join(", ");
}

/* Where a path leads: {name, file}, or null. */
function placeOf(path, starts) {
    if (NOT_THEIRS.test(path)) return null;
    const parts = path.split("/"), file = parts.at(-1), folder = parts.at(-2) ?? "";
    if (!isStudents(file)) return null;
    if (/^\d\d_\w+$/.test(folder)) { // at most one folder around it, and not tests/course
        return parts.at(-3) === "modules" || (parts.length <= 3 && parts.at(-3) !== "course")
            ? {name: folder, file} : null;
    }
    if (parts.length > 1) return null;
    // a file alone: whose is it
    const homes = Object.keys(starts).filter(name => file in starts[name]);
    return homes.length === 1 ? {name: homes[0], file} : homes.length ? {name: "", file} : null;
}

class Sorted {
    constructor(starts) {
        Object.assign(this, {starts, modules: {}, notes: [], found: 0, taken: new Map()});
    }
    note(text) { if (!this.notes.includes(text)) this.notes.push(text); }

    add(path, bytes) {
        const place = placeOf(path, this.starts);
        if (!place) return;
        this.found++;
        const {name, file} = place;
        if (!name)
            return this.note(
                `${path} was left: several modules have a file of that name; drop the folder ` +
                "that it is in");
        if (!(name in this.starts))
            return this.note(`${name} was left: this edition has no such module`);
        if (this.taken.has(`${name}/${file}`))
            return this.note(
                `${path} was left: ${this.taken.get(`${name}/${file}`)} is the same file of ` +
                `${name}`);
        if (bytes.length > LARGEST)
            return this.note(
                `${path} was left: ${bytes.length >> 10} KiB, at most ${LARGEST >> 10} KiB`);
        const text = textOf(bytes);
        if (text === null) return this.note(`${path} was left: it is no text in UTF-8`);
        this.taken.set(`${name}/${file}`, path);
        if (this.starts[name][file] === text) return;
        if (!(file in this.starts[name]))
            this.note(
                `modules/${name}/${file} will not be graded: put what it defines into the files ` +
                "that use it, as static functions");
        (this.modules[name] ??= {})[file] = text;
    }
}
function textOf(bytes) {
    try {
        const text = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true}).decode(bytes);
        return text.includes("\0") ? null : text;
    } catch {
        return null;
    }
}

/* What make submit wrote down, against what is here. */
async function checked(sorted, all, version) {
    const notes = new Set();
    for (const {path, bytes} of all.filter(f => /(^|\/)SHA256SUMS$/.test(f.path))) {
        const text = new TextDecoder().decode(bytes), folder = path.slice(0, -"SHA256SUMS".length);
        const packed =
            text.match(
                /^# kindling ([0-9.]{1,20})(?:-[0-9a-z-]{1,40})?(?: tests [0-9a-f]{64})?$/m)?.[1];
        if (packed && packed !== version)
            notes.add(
                `packed with Kindling ${packed}, this is ${version}: tools/CHANGELOG.md says ` +
                "what changed");
        for (const [, sum, file] of text.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)) {
            const there = all.find(f => f.path === folder + file);
            if (!there) notes.add(`${file} is gone: make submit packed it`);
            else if (sha256(there.bytes) !== sum)
                notes.add(`${file} is not as it was when make submit packed it`);
        }
    }
    return [...notes];
}
