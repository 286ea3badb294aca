/* live_host.test.mjs - cells in one live instance: they share what they declare, and one that fails
 * leaves nothing behind.
 *
 * Needs what make web has made (build/web/live); skipped where that is not.
 */
import test from "node:test";
import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";

const live = "build/web/live/";
const there = existsSync(live + "live.json") &&
    existsSync("node_modules/@bjorn3/browser_wasi_shim");
const needs = {skip: there ? false : "make web has not been here"};
const {Host, wantsOf, whyOf} = there ? await import("../../../tools/web/page/live/host.js") : {};
const {Session, diagnosticsOf} = await import("../../../tools/web/page/live/cells.js");

const moduleOf = file => new WebAssembly.Module(readFileSync(live + file));
const base = there && moduleOf("notebook.wasm");

/* The cells of a notebook with their modules. */
function cellsOf(name) {
    const session = new Session();
    return JSON.parse(readFileSync(`${live}notebooks/${name}.json`, "utf8")).cells.filter(
        c => c.kind === "code").map(c => {
        const {number, fails} = session.next(c.text);
        return {number, fails, module: moduleOf("notebooks/" + c.module)};
    });
}
function hostOf() {
    const said = [];
    return {said, host: new Host(base, output => said.push(output))};
}
const textOf = said => said.filter(o => o.kind === "text").map(o => o.text).join("");
const run = (host, {number, module, fails}) => host.run(number, module, fails);

test("what a compiler says of a cell is told by line", () => {
    assert.deepEqual(
        diagnosticsOf(
            "In file included from cell.c:1:\ncell 3:7:5: error: expected ';'\n    7 | x\n" +
            "cell 12:1:2: warning: unused\ncell.c:3:1: note: no line of the cell"),
        [{line: 7, column: 5, kind: "error", text: "expected ';'"},
            {line: 1, column: 2, kind: "warning", text: "unused"}]);
});
test("a cell that is meant to fail declares nothing", () => {
    const session = new Session();
    for (const [code, known] of [["int a;", ["a"]], ["int b;\nCELL_FAILS { b = 1; }", ["a"]],
        ["int c;", ["a", "c"]]]) {
        session.next(code).accept();
        assert.deepEqual([...session.known.keys()], known);
    }
    session.next("int d;");
    assert.deepEqual([...session.known.keys()], ["a", "c"], "not accepted");
    assert.equal(session.number, 4);
});
test("a whole notebook runs, and says what it says at home", needs, () => {
    const {said, host} = hostOf(), ends = cellsOf("01_tensor").map(c => run(host, c));
    assert.deepEqual(ends.map(e => e.how), ["ok", "ok", "ok", "ok", "meant", "ok"]);
    assert.match(textOf(said), /shape \(4, 6\), strides \(6, 1\)\n/);
    assert.match(textOf(said), /line 2: tensor_add: cannot broadcast \(4, 6\) with \(4,\)/);
    assert.equal(ends[4].why, "ended in a mistake");
    const [gate] = said.filter(o => o.kind === "gate"), files = said.filter(o => o.kind === "file");
    assert.deepEqual(gate, {kind: "gate", held: true, claim: "no number was copied"});
    assert.deepEqual(files.map(f => f.path.split(".").pop()), ["html", "svg", "svg"]);
    assert.match(new TextDecoder().decode(files[1].data), /<svg[\s\S]*<\/svg>/);
});
test("what a failing cell did is undone, byte for byte", needs, () => {
    const {host} = hostOf(), cells = cellsOf("01_tensor");
    for (const c of cells.slice(0, 4)) run(host, c);
    const before = host.memory.buffer.slice(0);
    const loaded = host.loaded.length, stack = host.exports.__stack_pointer.value;
    assert.equal(run(host, cells[4]).how, "meant");
    assert.deepEqual(
        Buffer.compare(Buffer.from(before), Buffer.from(host.memory.buffer, 0, before.byteLength)),
        0);
    assert.equal(host.loaded.length, loaded);
    assert.equal(host.exports.__stack_pointer.value, stack);
    assert.equal(run(host, {...cells[3], fails: true}).how, "failed",
        "it should have failed and did not");
    assert.equal(
        Buffer.compare(Buffer.from(before), Buffer.from(host.memory.buffer, 0, before.byteLength)),
        0);
});
test("another instance goes on from a state", needs, () => {
    const cells = cellsOf("12_attention"), one = hostOf(), other = hostOf();
    for (const c of cells.slice(0, 6)) assert.notEqual(run(one.host, c).how, "failed");
    const state = structuredClone({...one.host.state(), loaded: []});
    other.host.resume({...state, loaded: one.host.loaded});
    one.said.length = 0;
    assert.equal(run(one.host, cells[6]).how, "ok");
    assert.equal(run(other.host, cells[6]).how, "ok");
    const shown = said =>
        said.map(o => [o.kind, o.text ?? o.claim ?? new TextDecoder().decode(o.data)]);
    assert.deepEqual(shown(other.said), shown(one.said));
    assert.ok(one.said.some(o => o.kind === "gate" && o.held));
});
test("a cell reads the files that the notebook names, and no others", needs, () => {
    const book = JSON.parse(readFileSync(live + "notebooks/2020_gpt.json", "utf8"));
    const said = [], [first, second] = cellsOf("2020_gpt");
    const host = new Host(base, output => said.push(output), book.files);
    assert.equal(run(host, first).how, "ok");
    assert.deepEqual(run(host, second), {how: "ok", why: ""});
    const bytes = Buffer.byteLength(Object.values(book.files).join(""));
    assert.equal(Number(textOf(said).match(/^(\d+) bytes are /)[1]), bytes);
    const bare = hostOf();
    run(bare.host, first);
    assert.equal(run(bare.host, second).why, "ended in a mistake");
    assert.ok(textOf(bare.said).includes(`${Object.keys(book.files)[0]}: cannot open`),
        textOf(bare.said));
});
test("a cell that calls what nothing defines is told before it runs", needs, () => {
    const {host} = hostOf(), [, second] = cellsOf("12_attention");
    assert.deepEqual(host.missing(second.module),
        ["rng__c1", "x__c1", "words__c1"].filter(n => host.missing(second.module).includes(n)));
    assert.ok(host.missing(second.module).includes("x__c1"));
    assert.deepEqual(host.missing(cellsOf("01_tensor")[0].module), []);
});
test("memory and table slots of a cell are read from its module", needs, () => {
    const [bytes, align, slots] = wantsOf(cellsOf("12_attention")[0].module);
    assert.ok(bytes >= 4 * 8 && align >= 4, `${bytes} bytes at ${align}`);
    assert.equal(slots, 0);
    assert.ok(wantsOf(cellsOf("01_tensor")[0].module)[2] >= 1,
        "its CELL is a function in the table");
});
test("a crash has a name", needs, () => {
    assert.equal(whyOf(new WebAssembly.RuntimeError("memory access out of bounds")),
        "crashed: it reached outside of the memory");
    assert.match(whyOf(new WebAssembly.RuntimeError("unreachable")),
        /NULL pointer, an index out of bounds/);
    assert.equal(whyOf(new RangeError("Maximum call stack size exceeded")),
        "crashed: calls without end");
    assert.equal(whyOf(new Error("too much recursion")), "crashed: calls without end",
        "as Firefox says it");
    assert.equal(whyOf(new WebAssembly.RuntimeError("divide by zero")), "crashed: divide by zero");
});
