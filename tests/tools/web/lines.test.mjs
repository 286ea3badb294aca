import test from "node:test";
import assert from "node:assert/strict";
import {Lines, framesOf} from "../../../tools/web/core/lines.js";
import {bytes, lineOf} from "./fixtures/objects.mjs";

const MASK = "modules/12_attention/mask.c", HEADER = "tests/inline.h", MAIN = "tests/main.c";

function stackOf(file, argument) {
    const {exports} = new WebAssembly.Instance(new WebAssembly.Module(bytes[file]));
    try {
        exports.run(argument);
    } catch (e) {
        return e.stack;
    }
    return assert.fail("it did not trap");
}
const short = calls => calls.map(c => `${c.function} ${c.file}:${c.line}`);

for (const dwarf of [4, 5]) {
    const file = `program${dwarf}.wasm`;
    test(`DWARF ${dwarf}: a crash is told with the calls that lead there, innermost first`, () => {
        const calls = new Lines(bytes[file]).calls(stackOf(file, 10));
        assert.deepEqual(short(calls),
            [`deep ${MASK}:${lineOf("__builtin_trap")}`, `mask ${MASK}:${lineOf("sum += deep")}`,
                `run ${MAIN}:10`]);
    });
    test(`DWARF ${dwarf}: what was inlined from a header has the header's line`, () => {
        const calls = new Lines(bytes[file]).calls(stackOf(file, 2));
        assert.deepEqual(short(calls).slice(0, 1), [`mask ${HEADER}:4`]);
    });
    test(`DWARF ${dwarf}: every place of the code belongs to a line of its own function, and no ` +
        "other place does", () => {
        const lines = new Lines(bytes[file]);
        const files = {mask: [MASK, HEADER], deep: [MASK], elsewhere: [MAIN], run: [MAIN]};
        assert.deepEqual(lines.functions.map(f => f.name).sort(), Object.keys(files).sort(),
            "unused is not linked");
        for (const f of lines.functions)
            for (let at = f.start + 1; at < f.end; at++) {
                const place = lines.at(at);
                assert.equal(place?.function, f.name);
                assert.ok(files[f.name].includes(place.file) && place.line > 0,
                    `${f.name}: ${place.file}:${place.line}`);
            }
        const inside = at => lines.functions.some(f => f.start <= at && at < f.end);
        for (let at = 0; at < bytes[file].length + 10; at++) if (!inside(at))
            assert.equal(lines.at(at), null, `byte ${at}`);
    });
}

test("no row is of a function that was not linked", () => {
    const lines = new Lines(bytes["program5.wasm"]);
    assert.ok(!lines.rows.some(r => r.file === MASK && r.line === lineOf("return n * 3")));
});

test("stacks of Chromium, Node and Firefox", () => {
    const v8 =
        "RuntimeError: unreachable\n" +
        "    at p.wasm.deep (wasm://wasm/p.wasm-97a2:wasm-function[1]:0xb2)\n" +
        "    at wasm://wasm/0a2b:wasm-function[12]:0x6e\n    at run (file:///tmp/page.js:45:42)";
    const firefox =
        "out.wasm.deep@http://localhost:8000/worker.js line 1 > " +
        "WebAssembly.compile:wasm-function[1]:0xb2\n" +
        "out.wasm.mask@http://localhost:8000/worker.js line 1 > " +
            "WebAssembly.compile:wasm-function[12]:0x6e\n" +
            "onmessage@http://localhost:8000/worker.js:1:157\n";
    const frames = [{index: 1, offset: 0xb2}, {index: 12, offset: 0x6e}];
    assert.deepEqual(framesOf(v8), frames);
    assert.deepEqual(framesOf(firefox), frames);
    assert.deepEqual(framesOf("InternalError: too much recursion\n"), []);
    assert.deepEqual(framesOf(undefined), []);
});

test("a program without line tables, and one that is damaged", () => {
    const bare = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
    assert.equal(new Lines(bare).at(3), null);
    assert.throws(() => new Lines(bytes["program5.wasm"].subarray(0, 300)), /cut off/);
    const other = bytes["program5.wasm"].slice();
    const at = Buffer.from(other).indexOf(".debug_line") + ".debug_line".length;
    other[at + 4] = 9; // the version behind the length
    assert.throws(() => new Lines(other), /DWARF 9 cannot be read, only 2 to 5/);
});

/* ---- a program put together by hand: what clang seldom writes -------------------------------- */

const ascii = text => [...Buffer.from(text)];
const sized = list => [list.length, ...list]; // all of it is shorter than 128 bytes
const u32 = n => [n & 255, n >> 8 & 255, n >> 16 & 255, n >>> 24];
const named = (name, content) => [0, ...sized([...sized(ascii(name)), ...content])];
/* One imported function; two of 20 and 30 bytes of code: at 2 and at 23 of the code section. */
const BODIES = [[20, ...Array(20).fill(1)], [30, ...Array(30).fill(1)]];
function program(lineTable, ...more) {
    return new Uint8Array([0, ...ascii("asm"), 1, 0, 0, 0,
        2,
        ...sized([3, ...sized(ascii("env")), ...sized(ascii("memory")), 2, 1, 1, 2,
            ...sized(ascii("env")), ...sized(ascii("global")), 3, 127, 0,
            ...sized(ascii("env")), ...sized(ascii("print")), 0, 0]),
        10, ...sized([2, ...BODIES[0], ...BODIES[1]]),
        ...named("name",
            [0, 2, 1, 65, 1,
                ...sized([3, 0, ...sized(ascii("print")), 1, ...sized(ascii("first")), 2,
                    ...sized(ascii("second"))])]),
        ...more.flat(), ...named(".debug_line", lineTable)]);
}
const CODE_AT = program([]).indexOf(10, 8 + 2 + 30) + 2;
const OPERANDS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1];
function table4(code) {
    const files = [...ascii("room\0\0"), ...ascii("a.c\0"), 1, 0, 0, ...ascii("/b.c\0"),
        1, 0, 0, 0];
    const head = [1, 1, 1, 251, 14, 13, ...OPERANDS, ...files];
    const unit = [4, 0, ...u32(head.length), ...head, ...code];
    return [...u32(unit.length), ...unit];
}
const setAddress = n => [0, 5, 2, ...u32(n)], END = [0, 1, 1];

test("by hand: sequences in any order, every opcode, names behind the imports", () => {
    const lines = new Lines(program(table4([
        ...setAddress(23), 4, 2, 5, 7, 3, 0xe3, 0, 1, // second: b.c:100 column 7 from 23
        8, 3, 1, 1, // const_add_pc: 17 on, line 101
        9, 3, 0, 3, 0x7e, 1, // fixed_advance_pc: 3 on, line 99
        6, 7, 10, 11, 12, 5, // that change nothing here, one of them with an operand
        2, 5, 3, 1, 1, 2, 1, ...END,
        // first: a.c:10; 13 on: line 14
        ...setAddress(2), 3, 9, 1, 2, 10, 13 + 14 * 3 + 5 + 4, 2, 5, ...END,
    ])));
    const at = place => {
        const found = lines.at(CODE_AT + place);
        return found && `${found.function} ${found.file}:${found.line}:${found.column}`;
    };
    assert.equal(at(2), "first room/a.c:10:0");
    assert.equal(at(14), "first room/a.c:10:0");
    assert.equal(at(15), "first room/a.c:14:0");
    assert.equal(at(21), "first room/a.c:14:0");
    assert.equal(at(22), null, "the length before the second function");
    assert.equal(at(23), "second b.c:100:7");
    assert.equal(at(39), "second b.c:100:7");
    assert.equal(at(40), "second b.c:101:7");
    assert.equal(at(43), "second b.c:99:7");
    assert.equal(at(47), "second b.c:99:7");
    assert.equal(at(48), "second b.c:100:7");
    assert.equal(at(52), "second b.c:100:7");
    assert.equal(at(53), null);
});

test("by hand: a function without any row has no line, its neighbour's is not told", () => {
    const lines = new Lines(program(table4([...setAddress(2), 3, 9, 1, 2, 20, ...END])));
    assert.equal(lines.at(CODE_AT + 5).line, 10);
    assert.equal(lines.at(CODE_AT + 30), null);
});

test("by hand, DWARF 5: names in the line table, in .debug_str and .debug_line_str", () => {
    const files = [
        1, 1, 0x1f, 2, ...u32(0), ...u32(3), // folders: where the compiler ran, "lib"
        2, 1, 0x0e, 2, 0x0b, 2, ...u32(2), 0, ...u32(6), 1, // files: "x.c", "y.c" in lib
    ];
    const head = [1, 1, 1, 251, 14, 13, ...OPERANDS, ...files];
    const code = [...setAddress(2), 4, 0, 1, 2, 4, 4, 1, 1, ...END];
    const unit = [5, 0, 4, 0, ...u32(head.length), ...head, ...code];
    const lines = new Lines(
        program([...u32(unit.length), ...unit], named(".debug_str", ascii("z\0x.c\0y.c\0")),
            named(".debug_line_str", ascii("/w\0lib\0"))));
    assert.equal(lines.at(CODE_AT + 2).file, "x.c");
    assert.equal(lines.at(CODE_AT + 9).file, "lib/y.c");
});
