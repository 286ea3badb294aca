/* symbols.js - what an object file calls and has: nm, of a WebAssembly object.
 *
 * The linking section's symbol table names both. A symbol that comes from elsewhere and has no name
 * of its own there is called as its import is.
 */
import {section, importsOf, FUNCTION, TABLE, GLOBAL, TAG} from "./wasm.js";

const SEGMENTS = 5, INIT_FUNCTIONS = 6, SYMBOL_TABLE = 8;
const [OF_FUNCTION, OF_DATA, OF_GLOBAL, OF_SECTION, OF_TAG, OF_TABLE] = [0, 1, 2, 3, 4, 5];
const KIND_OF_IMPORT = {[OF_FUNCTION]: FUNCTION, [OF_GLOBAL]: GLOBAL, [OF_TAG]: TAG,
    [OF_TABLE]: TABLE};
const LOCAL = 0x02, UNDEFINED = 0x10, OWN_NAME = 0x40;

/* {undefined, defined}: names in order. Of the defined ones, those that other files see; functions
 * and data. */
export function symbolsOf(bytes) {
    const names = {undefined: new Set(), defined: new Set()};
    const imports = importsOf(bytes), reader = partOf(bytes, SYMBOL_TABLE);
    for (let n = reader ? reader.unsigned() : 0; n > 0; n--) {
        const symbol = readSymbol(reader, imports);
        if (symbol.flags & UNDEFINED) names.undefined.add(symbol.name);
        else if (!(symbol.flags & LOCAL) && symbol.name) names.defined.add(symbol.name);
    }
    return {undefined: [...names.undefined].sort(), defined: [...names.defined].sort()};
}

/* Bytes of variables outside of functions, and of static ones: in segments that hold no constants.
 * Those without a name are the sanitizer's: the place of each of its checks. */
export function variableBytes(bytes) {
    const segments = partOf(bytes, SEGMENTS), names = [];
    for (let n = segments ? segments.unsigned() : 0; n > 0; n--) {
        names.push(segments.name());
        segments.unsigned(), segments.unsigned(); // alignment, flags
    }
    const imports = importsOf(bytes), reader = partOf(bytes, SYMBOL_TABLE);
    let sum = 0;
    for (let n = reader ? reader.unsigned() : 0; n > 0; n--) {
        const {segment, size} = readSymbol(reader, imports);
        if (/^\.t?(data|bss)(?!\.rel\.ro|\.\.L__unnamed_)/.test(names[segment] ?? "")) sum += size;
    }
    return sum;
}

/* Does code of it run that nobody calls? */
export function runsByItself(bytes) { return partOf(bytes, INIT_FUNCTIONS) !== null; }

/* A part of the linking section; null: it has none. */
function partOf(bytes, wanted) {
    const reader = section(bytes, "linking");
    if (!reader) throw new TypeError("this is no object file: it has no linking section");
    const version = reader.unsigned();
    if (version !== 2)
        throw new TypeError(`an object file of version ${version} cannot be read, only version 2`);
    while (reader.more) {
        const kind = reader.u8(), size = reader.unsigned();
        if (kind === wanted) return reader;
        reader.skip(size);
    }
    return null;
}

function readSymbol(reader, imports) {
    const kind = reader.u8(), flags = reader.unsigned();
    if (kind === OF_SECTION) {
        reader.unsigned();
        return {flags, name: ""};
    }
    if (kind === OF_DATA) {
        const name = reader.name();
        if (flags & UNDEFINED) return {flags, name};
        const segment = reader.unsigned(), offset = reader.unsigned(), size = reader.unsigned();
        return {flags, name, segment, offset, size};
    }
    if (!(kind in KIND_OF_IMPORT)) throw new TypeError(`a symbol of kind ${kind} is unknown`);
    const index = reader.unsigned();
    if (!(flags & UNDEFINED) || flags & OWN_NAME) return {flags, name: reader.name()};
    return {flags, name: imports.filter(i => i.kind === KIND_OF_IMPORT[kind])[index].name};
}
