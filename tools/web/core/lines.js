/* lines.js - the line of C behind a place in a linked WebAssembly file, and the calls that lead
 * there.
 *
 * A file linked from objects of -gline-tables-only holds .debug_line (DWARF 4 or 5): programs whose
 * rows say from which offset on the code is that of which line. Offsets count from the content of
 * the code section, an Error's stack from the file's first byte. A call that was inlined leaves no
 * frame: its lines stand there as those of the function around it.
 */
import {Reader, section, importsOf, FUNCTION} from "./wasm.js";

const CODE = 10, FUNCTION_NAMES = 1;

/* new Lines(file's bytes).at(offset) -> {file, line, column, function} or null: the code of
 * nobody's file. */
export class Lines {
    constructor(bytes) {
        const code = section(bytes, CODE);
        this.codeStart = code ? code.at : 0;
        this.functions = code ? functionsOf(bytes, code) : [];
        this.rows = rowsOf(
            bytes, this.functions.map(f => [f.start - this.codeStart, f.end - this.codeStart]));
    }

    at(offset) {
        const owner = this.functions[lastIndex(this.functions, f => f.start <= offset)];
        if (!owner || offset >= owner.end) return null;
        const row = this.nearest(offset - this.codeStart, owner);
        return row ? {file: row.file, line: row.line, column: row.column, function: owner.name}
            : null;
    }

    /* Code that belongs to no line (line 0) is told by the row before it in the same function, else
     * behind it. */
    nearest(address, owner) {
        const start = owner.start - this.codeStart, end = owner.end - this.codeStart;
        const here = lastIndex(this.rows, r => r.address <= address);
        for (let i = here; i >= 0 && this.rows[i].address >= start; i--)
            if (this.rows[i].line) return this.rows[i];
        for (let i = here + 1; i < this.rows.length && this.rows[i].address < end; i++)
            if (this.rows[i].line) return this.rows[i];
        return null;
    }

    /* The calls behind an error, innermost first: those of C with a line, and what is not known is
     * left out. */
    calls(stack) { return framesOf(stack).map(f => this.at(f.offset)).filter(place => place); }
}

/* Where the last element of a sorted list stands that the test still holds for; -1: for none. */
function lastIndex(list, holds) {
    let low = 0, high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(list[middle])) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

/* ---- an Error's stack ------------------------------------------------------------------------ */

/* [{index, offset}], innermost first. V8: " at p.wasm.mask
 * (wasm://wasm/p.wasm-97:wasm-function[0]:0x6e)", Firefox: "mask@http://a/b.js line 3 >
 * WebAssembly.Module:wasm-function[0]:0x6e". */
export function framesOf(stack) {
    return [...String(stack).matchAll(/wasm-function\[(\d+)\]:0x([0-9a-f]+)/g)]
        .map(([, index, offset]) => ({index: Number(index), offset: parseInt(offset, 16)}));
}

/* ---- functions ------------------------------------------------------------------------------- */

/* [{name, start, end}] of the functions' bodies, in order, as they lie in the file. */
function functionsOf(bytes, reader) {
    const names = functionNames(bytes), bodies = [];
    const imported = importsOf(bytes).filter(i => i.kind === FUNCTION).length;
    const count = reader.unsigned();
    for (let i = 0; i < count; i++) {
        const size = reader.unsigned(), start = reader.at;
        reader.skip(size);
        bodies.push(
            {name: names.get(imported + i) ?? `function ${imported + i}`, start, end: reader.at});
    }
    return bodies;
}

function functionNames(bytes) {
    const reader = section(bytes, "name"), names = new Map();
    while (reader?.more) {
        const kind = reader.u8(), end = reader.unsigned() + reader.at;
        for (let n = kind === FUNCTION_NAMES ? reader.unsigned() : 0; n > 0; n--)
            names.set(reader.unsigned(), reader.name());
        reader.at = end;
    }
    return names;
}

/* ---- .debug_line ----------------------------------------------------------------------------- */

/* The rows of every unit's program, sorted by address; those of code that the linker left out are
 * dropped: they begin outside of every function. */
function rowsOf(bytes, ranges) {
    const reader = section(bytes, ".debug_line"), sequences = [];
    const texts = {line: section(bytes, ".debug_line_str"), all: section(bytes, ".debug_str")};
    while (reader?.more) {
        const length = reader.u32(), end = reader.at + length;
        if (length >= 0xfffffff0) throw new TypeError("a line table of 64 bits cannot be read");
        const unit = readHeader(new Reader(bytes, reader.at, end), texts);
        sequences.push(...runProgram(unit));
        reader.skip(length);
    }
    const linked = rows => {
        const range = ranges[lastIndex(ranges, ([start]) => start <= rows[0].address)];
        return range && rows[0].address < range[1];
    };
    return sequences.filter(linked).sort((a, b) => a[0].address - b[0].address).flat();
}

function readHeader(reader, texts) {
    const version = reader.u16();
    if (version < 2 || version > 5)
        throw new TypeError(`a line table of DWARF ${version} cannot be read, only 2 to 5`);
    if (version === 5) reader.skip(2); // size of an address, of a segment
    const programAt = reader.u32() + reader.at;
    const unit = {reader};
    reader.u8(); // an instruction's smallest size: a byte
    if (version >= 4) reader.u8(); // operations in an instruction
    reader.u8(); // is a row a statement at first
    unit.base = (reader.u8() << 24) >> 24;
    unit.range = reader.u8();
    unit.operands = Array.from({length: reader.u8() - 1}, () => reader.u8());
    unit.files = version === 5 ? filesOf5(reader, texts) : filesOf4(reader);
    reader.at = programAt;
    return unit;
}

function filesOf4(reader) {
    const folders = [""], files = [""]; // both count from 1
    const list = (into, read) => {
        while (reader.bytes[reader.at]) into.push(read());
        reader.skip(1);
    };
    list(folders, () => reader.string());
    list(files, () => {
        const name = reader.string(), folder = folders[reader.unsigned()];
        reader.unsigned(); // changed
        reader.unsigned(); // size
        return joined(folder, name);
    });
    return files;
}

function filesOf5(reader, texts) {
    const folders = entriesOf(reader, texts).map(e => e.path);
    return entriesOf(reader, texts).map(e => {
        const folder = folders[e.folder ?? 0] ?? "";
        return joined(e.folder ? folder : "", e.path); // folder 0 is where the compiler ran
    });
}

const PATH = 1, FOLDER = 2;
function entriesOf(reader, texts) {
    const formats = Array.from({length: reader.u8()}, () => [reader.unsigned(), reader.unsigned()]);
    return Array.from({length: reader.unsigned()}, () => {
        const entry = {};
        for (const [what, form] of formats) {
            const value = readForm(reader, form, texts);
            if (what === PATH) entry.path = value;
            else if (what === FOLDER) entry.folder = value;
        }
        return entry;
    });
}
function readForm(reader, form, texts) {
    const elsewhere = strings => new Reader(strings.bytes, strings.at + reader.u32(),
        strings.end).string();
    switch (form) {
    case 0x08: return reader.string();
    case 0x0e: return elsewhere(texts.all);
    case 0x1f: return elsewhere(texts.line);
    case 0x0b: return reader.u8();
    case 0x05: return reader.u16();
    case 0x06: return reader.u32();
    case 0x0f: return reader.unsigned();
    case 0x1e: return reader.skip(16); // MD5
    default: throw new TypeError(`a line table has a field of form ${form}, which is unknown`);
    }
}
function joined(folder, name) {
    const path = folder && !name.startsWith("/") ? `${folder}/${name}` : name;
    return path.replace(/^\/+/, "").replace(/(^|\/)(\.\/)+/g, "$1");
}

/* The line number program: one list of rows for each of its sequences. */
function runProgram({reader, base, range, operands, files}) {
    const sequences = [];
    let rows = [], row;
    const begin = () => { row = {address: 0, file: 1, line: 1, column: 0}; };
    const put = () =>
        rows.push({address: row.address, file: files[row.file] ?? "", line: row.line,
            column: row.column});
    const advance = by => { row.address += by; };
    const extended = () => {
        const end = reader.unsigned() + reader.at, code = reader.u8();
        if (code === 1) {
            put();
            sequences.push(rows);
            rows = [];
            begin();
        } else if (code === 2) row.address = reader.u32();
        reader.at = end;
    };
    const standard = {
        0: extended,
        1: put,
        2: () => advance(reader.unsigned()),
        3: () => { row.line += reader.signed(); },
        4: () => { row.file = reader.unsigned(); },
        5: () => { row.column = reader.unsigned(); },
        8: () => advance(Math.floor((255 - operands.length - 1) / range)),
        9: () => { row.address += reader.u16(); },
    };
    begin();
    while (reader.more) {
        const code = reader.u8(), special = code - operands.length - 1;
        if (special >= 0) {
            advance(Math.floor(special / range));
            row.line += base + special % range;
            put();
        } else if (standard[code]) standard[code]();
        else for (let i = 0; i < operands[code - 1]; i++) reader.unsigned();
    }
    return sequences;
}
