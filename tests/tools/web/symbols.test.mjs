import test from "node:test";
import assert from "node:assert/strict";
import {symbolsOf, variableBytes, runsByItself} from "../../../tools/web/core/symbols.js";
import {bytes} from "./fixtures/objects.mjs";

test("names of an object: what it calls and what it has, data too, nothing static", () => {
    const {undefined: wanted, defined} = symbolsOf(bytes["mask5.o"]);
    assert.deepEqual(wanted.filter(n => !n.startsWith("_")), ["elsewhere", "elsewhere_too"]);
    assert.deepEqual(defined, ["mask", "unused"]);
});

test("what clang and WASI's headers make of allowed calls is named as the library has it", () => {
    const {undefined: names, defined} = symbolsOf(bytes["library.o"]);
    assert.deepEqual(names.filter(n => /^[a-z]/.test(n)),
        ["elsewhere", "elsewhere_too", "errno", "pow", "printf", "puts", "renamed", "stpcpy"]);
    assert.ok(names.includes("__assert_fail"));
    assert.deepEqual(defined, ["mask", "said", "unused"]);
});

test("a symbol table behind other tables", () => {
    const ascii = text => [text.length, ...Buffer.from(text)];
    // data of others; of this file
    const table = [2, 1, 0x10, ...ascii("far_away"), 1, 0, ...ascii("here"), 0, 0, 4];
    const linking = [...ascii("linking"), 2, 5, 1, 0, 8, table.length, ...table];
    assert.deepEqual(
        symbolsOf(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, linking.length, ...linking])),
        {undefined: ["far_away"], defined: ["here"]});
});

test("variables, and code that runs by itself, in whichever order the tables stand", () => {
    const ascii = text => [text.length, ...Buffer.from(text)];
    const segments = [".bss.room", ".rodata.table", ".data.n", ".data..L__unnamed_1"];
    // 300 bytes of the first, 90 of the second, 4 of the third; 20 that the sanitizer keeps
    const table = [4, 1, 2, ...ascii("room"), 0, 0, 0xac, 2, 1, 2, ...ascii("table"), 1, 0, 90,
        1, 0, ...ascii("n"), 2, 0, 4, 1, 2, ...ascii("u"), 3, 0, 20];
    const parts = {5: [4, ...segments.flatMap(name => [...ascii(name), 0, 0])], 8: table,
        6: [1, 0, 0]};
    const object = (...kinds) => {
        const linking = [...ascii("linking"), 2,
            ...kinds.flatMap(kind => [kind, parts[kind].length, ...parts[kind]])];
        return new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 0, linking.length, ...linking]);
    };
    assert.equal(variableBytes(object(5, 8)), 304);
    assert.equal(variableBytes(object(8, 5, 6)), 304);
    assert.deepEqual([object(8, 5), object(8, 5, 6)].map(runsByItself), [false, true]);
});

test("no object file: a program, a text, an object cut off anywhere", () => {
    assert.throws(() => symbolsOf(bytes["program5.wasm"]),
        /no object file: it has no linking section/);
    assert.throws(() => symbolsOf(new TextEncoder().encode("int main(void)")),
        /no WebAssembly file/);
    assert.throws(() => symbolsOf(new Uint8Array(0)), /no WebAssembly file/);
    const whole = bytes["mask5.o"];
    for (let size = 9; size < whole.length; size++) {
        let names = null;
        try {
            names = symbolsOf(whole.subarray(0, size));
        } catch (e) {
            assert.match(e.message, /cut off|no linking section/, `${size} bytes`);
        }
        // cut between sections behind the table
        if (names) assert.deepEqual(names, symbolsOf(whole));
    }
});
