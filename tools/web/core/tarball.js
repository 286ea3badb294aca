/* tarball.js - the archive of make submit-12, written and read: tar (ustar), gzipped.
 *
 * The same files give the same tar, byte for byte that of GNU tar in tools/course/submit.sh: names
 * in order, and nothing in it that depends on the day, the user or the machine. Reading refuses
 * what is no archive, damaged, too large or points outside of itself; what is in it is only
 * compared with names, never used as one.
 */
import {sha256} from "./sha256.js";
import {joined, tar} from "./tar.js";

const BLOCK = 512, LONGEST_NAME = 100;
const MOST_PACKED = 32 << 20, MOST_UNPACKED = 128 << 20;
const encoder = new TextEncoder(), decoder = new TextDecoder();

/* An input that cannot be used: the message is for the student. */
export class Refused extends Error {}

/* ---- writing --------------------------------------------------------------------------------- */

/* What make submit says of the course that the files of a module were written in
 * (tools/course/submit.sh): its version; in an edition the edition's name and a checksum of the
 * module's tests. edition, given: .kindling/edition and given.sha256, "" where they are not. */
export function writtenIn(name, version, edition, given) {
    if (!given) return edition.trim() || version;
    const tests = given.split("\n")
        .filter(line => line.split(/  tests\/course\/(\w+)\/[^/]*\.[ch]$/)[1] === name);
    return `${edition.trim() || version} tests ` +
        `${sha256(encoder.encode(tests.map(line => `${line}\n`).join("")))}`;
}

/* name: "12_attention"; files: {"mask.c": text}; version: as writtenIn says it. {name, bytes,
 * sha256}. */
export async function submitTarball(name, files, version) {
    const contents = Object.keys(files).sort().map(file => [file, encoder.encode(files[file])]);
    const sums = contents.map(([file, bytes]) => `${sha256(bytes)}  ${file}\n`).join("") +
        `# kindling ${version}\n`;
    const all = [...contents, ["SHA256SUMS", encoder.encode(sums)]].sort(
        ([a], [b]) => a < b ? -1 : 1);
    const packed = tar(new Map(all.map(([file, data]) => [pathIn(name, file), data])));
    const bytes = await through(new CompressionStream("gzip"), packed, Infinity);
    return {name: `${name}.tar.gz`, bytes, sha256: sha256(bytes)};
}

function pathIn(folder, file) {
    const path = `${folder}/${file}`, size = encoder.encode(path).length;
    if (size > LONGEST_NAME)
        throw new Refused(
            `${path} has a name that is too long for a tarball: ${size} bytes, at most ` +
            `${LONGEST_NAME}`);
    return path;
}

/* Bytes through a stream; null if more than most come out. */
async function through(stream, bytes, most) {
    const writer = stream.writable.getWriter(), reader = stream.readable.getReader(), pieces = [];
    const written = writer.write(bytes).then(() => writer.close());
    written.catch(() => {}); // the reader tells
    for (let size = 0; ;) {
        const {done, value} = await reader.read();
        if (done) return joined(pieces);
        pieces.push(value);
        size += value.length;
        if (size > most) {
            reader.cancel().catch(() => {});
            return null;
        }
    }
}

/* ---- reading --------------------------------------------------------------------------------- */

const EXPECTED =
    "expected: a tarball of make submit-12 (build/submit/12_attention.tar.gz) or of the course's " +
    "folder";

/* file: its name, for messages. Every plain file: [{path, bytes}]. */
export async function readTarball(file, bytes) {
    if (bytes.length > MOST_PACKED)
        throw new Refused(
            `${file} is too large: ${megabytes(bytes.length)}, at most ` +
            `${megabytes(MOST_PACKED)}; ${EXPECTED}`);
    if (bytes[0] === 0x50 && bytes[1] === 0x4b)
        throw new Refused(
            `${file} is a zip archive, which cannot be read here: unpack it and drop the folder; ` +
            `${EXPECTED}`);
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b)
        throw new Refused(`${file} is not gzipped; ${EXPECTED}`);
    let archive;
    try {
        archive = await through(new DecompressionStream("gzip"), bytes, MOST_UNPACKED);
    } catch {
        throw new Refused(`${file} is damaged: it cannot be unpacked. Fetch or pack it again`);
    }
    if (!archive)
        throw new Refused(
            `${file} is too large: unpacked more than ${megabytes(MOST_UNPACKED)}; ${EXPECTED}`);
    return untar(file, archive);
}
function megabytes(size) { return `${(size / (1 << 20)).toFixed(0)} MB`; }

const PLAIN = ["0", "\0", "7"], PAX = "x", GNU_LONG_NAME = "L";
function untar(file, archive) {
    const files = [];
    let long = null;
    for (let at = 0; at + BLOCK <= archive.length && archive[at]; ) {
        const block = archive.subarray(at, at + BLOCK), entry = readHeader(block);
        if (!entry)
            throw new Refused(files.length
                ? `${file} is damaged: no tar archive from byte ${at} on. Fetch or pack it again`
                : `${file} has no tar archive inside; ${EXPECTED}`);
        at += BLOCK;
        const data = archive.subarray(at, at + entry.size);
        if (data.length < entry.size)
            throw new Refused(
                `${file} is damaged: it ends within ${entry.path}. Fetch or pack it again`);
        at += Math.ceil(entry.size / BLOCK) * BLOCK;
        if (entry.kind === GNU_LONG_NAME) long = decoder.decode(data).replace(/\0.*$/s, "");
        else if (entry.kind === PAX)
            long = decoder.decode(data).match(/^\d+ path=(.*)$/m)?.[1] ?? null;
        else {
            if (PLAIN.includes(entry.kind))
                files.push({path: inside(file, long ?? entry.path), bytes: data});
            long = null;
        }
    }
    if (!files.length) throw new Refused(`${file} has no file in it; ${EXPECTED}`);
    return files;
}
function sumOf(block) {
    return block.reduce((sum, byte, i) => sum + (148 <= i && i < 156 ? 32 : byte), 0);
}
function readHeader(block) {
    const field = (at, size) => decoder.decode(block.subarray(at, at + size)).replace(/\0.*$/s, "");
    const octal = (at, size) => /^ *[0-7]+ *$/.test(field(at, size))
        ? parseInt(field(at, size), 8) : NaN;
    const size = octal(124, 12);
    if (octal(148, 8) !== sumOf(block) || !(size >= 0)) return null;
    // GNU's own form has times there
    const folder = field(257, 8) === "ustar" ? field(345, 155) : "";
    return {path: folder ? `${folder}/${field(0, 100)}` : field(0, 100), size,
        kind: String.fromCharCode(block[156])};
}
function inside(file, path) {
    const parts = path.split("/").filter(p => p !== "." && p !== "");
    if (path.startsWith("/") || path.includes("\\") || parts.includes("..") || !parts.length)
        throw new Refused(
            `${file} is refused: ${JSON.stringify(path)} in it points outside of it; ${EXPECTED}`);
    return parts.join("/");
}
