/* wasm.js - the sections of a WebAssembly file, and the numbers and names in them. */

export class Reader {
    constructor(bytes, at = 0, end = bytes.length) {
        this.bytes = bytes;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = at;
        this.end = end;
    }
    get more() { return this.at < this.end; }
    u8() {
        if (this.at >= this.end)
            throw new RangeError(`a WebAssembly file is cut off at byte ${this.end}`);
        return this.bytes[this.at++];
    }
    u16() { return this.fixed(2, "getUint16"); }
    u32() { return this.fixed(4, "getUint32"); }
    fixed(size, get) {
        const at = this.at;
        this.skip(size);
        return this.view[get](at, true);
    }
    skip(size) {
        if (this.at + size > this.end)
            throw new RangeError(`a WebAssembly file is cut off at byte ${this.end}`);
        this.at += size;
    }
    /* LEB128. Nothing that is read here needs more than 53 bits; *, for << has only 32. */
    unsigned() {
        for (let value = 0, place = 1; ; place *= 128) {
            const byte = this.u8();
            value += (byte & 127) * place;
            if (byte < 128) return value;
        }
    }
    signed() {
        for (let value = 0, place = 1; ; ) {
            const byte = this.u8();
            value += (byte & 127) * place;
            place *= 128;
            if (byte < 128) return byte & 64 ? value - place : value;
        }
    }
    name() {
        const size = this.unsigned(), at = this.at;
        this.skip(size);
        return text(this.bytes.subarray(at, at + size));
    }
    /* A text that a 0 ends. */
    string() {
        const end = this.bytes.indexOf(0, this.at);
        if (end < 0 || end >= this.end)
            throw new RangeError(`a text has no end before byte ${this.end}`);
        const found = text(this.bytes.subarray(this.at, end));
        this.at = end + 1;
        return found;
    }
}

const decoder = new TextDecoder();
function text(bytes) { return decoder.decode(bytes); }

/* Every section: {id, name (of a custom one), start, end}: where its content lies in the file. */
export function sectionsOf(bytes) {
    if (bytes.length < 8 || text(bytes.subarray(0, 4)) !== "\0asm")
        throw new TypeError("this is no WebAssembly file: it does not begin with \\0asm");
    const reader = new Reader(bytes, 8), sections = [];
    while (reader.more) {
        const id = reader.u8(), size = reader.unsigned(), end = reader.at + size;
        let start = reader.at, name = "";
        if (end > bytes.length)
            throw new RangeError(`a WebAssembly file is cut off at byte ${bytes.length}`);
        if (id === 0) {
            name = reader.name();
            start = reader.at;
        }
        sections.push({id, name, start, end});
        reader.at = end;
    }
    return sections;
}

/* A reader of one section, by number or by a custom section's name; null if the file has none. */
export function section(bytes, which) {
    const found = sectionsOf(bytes).find(s => typeof which === "number" ? s.id === which
        : s.id === 0 && s.name === which);
    return found ? new Reader(bytes, found.start, found.end) : null;
}

/* The names of all functions that a linked file has kept, its imports first; [] without a section
 * of names. */
export function functionsOf(bytes) {
    const reader = section(bytes, "name"), names = [];
    while (reader?.more) {
        const part = reader.u8(), end = reader.unsigned() + reader.at;
        for (let n = part === 1 ? reader.unsigned() : 0; n > 0; n--) {
            reader.unsigned(); /* its number */
            names.push(reader.name());
        }
        reader.at = end;
    }
    return names;
}

/* The imports, in order: {kind, module, name}. */
export const FUNCTION = 0, TABLE = 1, MEMORY = 2, GLOBAL = 3, TAG = 4;
export function importsOf(bytes) {
    const reader = section(bytes, 2), imports = [];
    for (let n = reader ? reader.unsigned() : 0; n > 0; n--) {
        const entry = {module: reader.name(), name: reader.name(), kind: reader.u8()};
        skipType(reader, entry.kind);
        imports.push(entry);
    }
    return imports;
}
function skipType(reader, kind) {
    if (kind === TABLE || kind === GLOBAL) reader.u8();
    if (kind === TABLE || kind === MEMORY) {
        const bounded = reader.unsigned() & 1;
        reader.unsigned();
        if (bounded) reader.unsigned();
    } else if (kind === GLOBAL) reader.u8();
    else if (kind === FUNCTION) reader.unsigned();
    else if (kind === TAG) {
        reader.u8();
        reader.unsigned();
    } else throw new TypeError(`an import of kind ${kind} is unknown`);
}
