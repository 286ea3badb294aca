/* driver.test.mjs - what clang's driver says is read right, and asked once. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {Driver, commandsOf, dependencies} from "../../../tools/web/core/driver.js";

const SAID =
    'clang version 22\nTarget: wasm32\n (in-process)\n' +
    ' "" "clang" "-cc1" "-D" "A=\\"b c\\"" "-dependency-file" "NAME.d" "-o" "NAME.o" "NAME.c"\n';
const bytes = text => new TextEncoder().encode(text);

class Exit extends Error {
    constructor(files) {
        super("1");
        this.files = files;
    }
}

/* A clang of which every run is kept. */
function compiler(answer, words = SAID) {
    const runs = [];
    const runLLVM = async (args, tree, {stderr}) => {
        runs.push(args);
        if (args[1] !== "-###")
            return answer(args, tree, stderr);
        stderr(bytes(words));
        return {};
    };
    return {runs, driver: new Driver({runLLVM, Exit})};
}

test("quotes in a command", () => {
    assert.deepEqual(commandsOf(SAID),
        [["clang", "-cc1", "-D", 'A="b c"', "-dependency-file", "NAME.d", "-o", "NAME.o",
            "NAME.c"]]);
});

test("dependencies over several lines", () => {
    assert.deepEqual(dependencies("@.o: a/b.c tensor/tensor.h \\\n  nn/nn.h\n"),
        ["a/b.c", "tensor/tensor.h", "nn/nn.h"]);
});

test("flags are asked for once, files are put in", async () => {
    const {runs, driver} =
        compiler(() => ({"@.o": bytes("object"), "@.d": bytes("@.o: a/b.c c.h")}));
    const first = await driver.compile("a/b.c", {}, ["-O1"]);
    await driver.compile("d.c", {}, ["-O1"]);
    assert.deepEqual(runs.map(args => args.at(-1)), ["NAME.o", "a/b.c", "d.c"]);
    assert.deepEqual(first.needs, ["a/b.c", "c.h"]);
    assert.equal(new TextDecoder().decode(first.object), "object");
    await driver.compile("d.c", {}, ["-O2"]);
    assert.equal(runs.length, 5);
});

test("a file that does not compile has no object, and clang's words", async () => {
    const {driver} = compiler((args, tree, stderr) => {
        stderr(bytes("d.c:1:1: error: no"));
        throw new Exit({"@.o": bytes("half")});
    });
    const {object, said} = await driver.compile("d.c", {}, []);
    assert.equal(object, null);
    assert.equal(said, "d.c:1:1: error: no");
});

test("a compiler that ends in the middle is told with the file", async () => {
    const {driver} = compiler((args, tree, stderr) => {
        stderr(bytes("Assertion failed: x"));
        throw new Error("unreachable");
    });
    await assert.rejects(driver.compile("d.c", {}, []),
        /at d\.c: unreachable\nAssertion failed: x/);
});

test(
    "a loop over which the vectorizer stumbles is compiled without it, and nothing else is asked " +
    "twice", async () => {
    const stumbles = (args) => {
        if (args.includes("-vectorize-loops"))
            throw new Error("unreachable");
        return {"@.o": bytes("object")};
    };
    const {runs, driver} = compiler(stumbles, SAID.replace('"-o"', '"-vectorize-loops" "-o"'));
    const {object} = await driver.compile("a/b.c", {}, ["-O2"]);
    assert.equal(new TextDecoder().decode(object), "object");
    assert.equal(runs.length, 3);
    const other = compiler(() => { throw new Error("unreachable"); });
    await assert.rejects(other.driver.compile("a/b.c", {}, ["-O2"]), /clang ended in the middle/);
    assert.equal(other.runs.length, 2);
});
