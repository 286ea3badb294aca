/* hints.test.mjs - in which function a line is, and whose hint that asks for. */
import test from "node:test";
import assert from "node:assert/strict";
import {functionAround, openTestOf} from "../../../tools/web/core/hints.js";

const text = `/* a comment (of the file) */
#include "todo.h"

static const int table[] = {1, 2};
long declared(long n);

Tensor *mask_causal(long T)
{
    if (T > 0) {
        call(T);
    }
    return todo("12.3 mask_causal");
}

long two_lines(long first,
               long second)
{
    return first;
}
`;
const around = line => functionAround(text, line);

test("from its head to its last brace, and nowhere else", () => {
    assert.deepEqual([7, 8, 9, 10, 11, 12, 13].map(around), Array(7).fill("mask_causal"));
    assert.deepEqual([15, 16, 17, 18, 19].map(around), Array(5).fill("two_lines"));
    assert.deepEqual([1, 2, 3, 4, 5, 6, 14, 20, 99].map(around), Array(9).fill(""));
});

test("an answer", () => {
    const answers = "# Bytes (of it).\nweights_bytes = ?\nwaste=2\n";
    assert.deepEqual([1, 2, 3, 4].map(line => functionAround(answers, line)),
        ["", "weights_bytes", "waste", ""]);
});

test("the first of its tests that has not passed", () => {
    const tests = [["a", "12.1 f", "x.c"], ["b", "12.1 f", "x.c"], ["c", "12.2 g", "x.c"],
        ["d", "12.q f", "answers.txt"]].map(([name, exercise, file]) => ({name, exercise, file}));
    assert.equal(openTestOf(tests, {}, "x.c", "f").name, "a");
    assert.equal(openTestOf(tests, {a: "pass"}, "x.c", "f").name, "b");
    assert.equal(openTestOf(tests, {a: "pass", b: "pass"}, "x.c", "f"), undefined);
    assert.equal(openTestOf(tests, {a: "fail"}, "answers.txt", "f").name, "d");
    assert.equal(openTestOf(tests, {}, "x.c", ""), undefined);
    assert.equal(openTestOf(tests, {}, "x.c", "helper"), undefined);
});
