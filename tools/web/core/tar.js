/* tar.js - packs of files: a tar archive (ustar) of bytes, and back.
 *
 * The same files give the same bytes, those of GNU tar in tools/course/submit.sh: one time, no
 * owners. */

const BLOCK = 512, RECORD = 20 * BLOCK, NEW_YEAR_2000 = 946684800;
const utf8 = new TextEncoder(), text = new TextDecoder();

/* The last slash at which the two parts of a long path fit into a header's 100 and 155 bytes. */
function parts(path) {
    if (utf8.encode(path).length <= 100)
        return ["", path];
    for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
        const folder = path.slice(0, slash), name = path.slice(slash + 1);
        if (utf8.encode(folder).length <= 155 && utf8.encode(name).length <= 100)
            return [folder, name];
    }
    throw new Error(`${path}: too long a path for a tar archive`);
}

/* A path that ends with a slash is a folder. */
function header(path, size) {
    const block = new Uint8Array(BLOCK), isFolder = path.endsWith("/");
    const [folder, name] = parts(isFolder ? path.slice(0, -1) : path);
    const put = (at, words) => block.set(utf8.encode(words), at);
    const octal = (at, digits, number) => put(at, number.toString(8).padStart(digits, "0"));
    put(0, name);
    octal(100, 7, isFolder ? 0o755 : 0o644);
    octal(108, 7, 0);
    octal(116, 7, 0);
    octal(124, 11, size);
    octal(136, 11, NEW_YEAR_2000);
    put(148, " ".repeat(8));
    put(156, isFolder ? "5" : "0");
    put(257, "ustar\0" + "00");
    octal(329, 7, 0); // no device
    octal(337, 7, 0);
    put(345, folder);
    octal(148, 6, block.reduce((sum, byte) => sum + byte, 0));
    block[154] = 0;
    return block;
}

/* files: path -> string or bytes, as an object or a Map. */
export function tar(files) {
    const blocks = [];
    for (const [path, data] of files instanceof Map ? files : Object.entries(files)) {
        const bytes = typeof data === "string" ? utf8.encode(data) : data;
        blocks.push(header(path, bytes.length), bytes, new Uint8Array(-bytes.length & (BLOCK - 1)));
    }
    const size = blocks.reduce((sum, block) => sum + block.length, 2 * BLOCK);
    return joined([...blocks, new Uint8Array(2 * BLOCK + (RECORD - size % RECORD) % RECORD)]);
}

/* Map of path -> bytes, views of the archive. Folders and links are left out. */
export function untar(archive) {
    const files = new Map();
    const field = (at, length) => text.decode(archive.subarray(at, at + length))
        .replace(/\0.*$/s, "");
    for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0;) {
        const size = parseInt(field(at + 124, 12), 8), kind = archive[at + 156];
        if (!(at + BLOCK + size <= archive.length))
            throw new Error(
                `a tar archive of ${archive.length} bytes ends within ${field(at, 100)}: is it ` +
                "whole?");
        const folder = field(at + 257, 5) === "ustar" ? field(at + 345, 155) : "";
        if (kind === 0 || kind === 0x30)
            files.set((folder ? folder + "/" : "") + field(at, 100),
                      archive.subarray(at + BLOCK, at + BLOCK + size));
        at += BLOCK + size + (-size & (BLOCK - 1));
    }
    return files;
}

export function joined(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
        all.set(piece, at);
        at += piece.length;
    }
    return all;
}

/* The bytes of what was gzipped. */
export async function gunzip(bytes) {
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}
