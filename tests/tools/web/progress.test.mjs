import test from "node:test";
import assert from "node:assert/strict";
import {lastRun, progressJson, progressOf, progressText} from "../../../tools/web/core/progress.js";
import {testMeant} from "../../../tools/web/core/hints.js";

const row = (points, outcome, exercise) =>
    ({name: `test_${exercise.slice(-1)}`, points, outcome, exercise, file: "a.c"});
const RESULTS = [row(95, "pass", "12.1 f"), row(3, "todo", "12.2 g"), row(1, "fail", "12.2 g"),
    row(1, "fail", "12.3 h")];
const M = {number: "12", name: "12_attention"};

test("a row: points, state, what is open first", () => {
    assert.deepEqual(progressOf(M, RESULTS, false),
        {...M, points: 95, of: 100, state: "open", open: "12.2 g", test: "test_g"});
    assert.deepEqual(progressOf(M, RESULTS, true),
        {...M, points: null, of: 100, state: "changed", open: "", test: ""});
    assert.match(progressText([progressOf(M, RESULTS, true)]),
        /12_attention {7}\.{20} {3}\?\/100 {2}changed since the last run\n\n0 of 100 points\. {2}Next: make 12\n$/);
    assert.deepEqual(progressOf(M, RESULTS.slice(0, 1), false),
        {...M, points: 95, of: 95, state: "done", open: "", test: ""});
    assert.deepEqual(progressOf(M, null, false),
        {...M, points: 0, of: 100, state: "new", open: "", test: ""});
});

test("the text: bars of whole steps, columns, the next command", () => {
    const text = progressText(
        [progressOf(M, RESULTS, false),
            progressOf({number: "13", name: "13_transformers"},
                [row(9, "pass", "13.1 f")], false)]);
    assert.equal(text, "  12_attention       ###################.  95/100  open: 12.2 g\n" +
        "  13_transformers    ####################   9/9    done\n\n" +
            "104 of 109 points.  Next: make 12\n");
});

test(
    "what changed since its last run is not counted, and that is said where another module comes " +
    "next", () => {
    const first = progressOf({number: "11", name: "11_embeddings"}, null, false);
    const changed = progressOf(M, RESULTS, true);
    const other = progressOf({number: "13", name: "13_transformers"}, RESULTS, true);
    assert.match(progressText([first, changed, other]),
        /\n0 of 300 points, without what changed since its last run \(make 12 13 counts it again\)\. {2}Next: read modules\/11_embeddings\/README\.md, then make 11\n$/);
    assert.match(progressText([changed, other]),
        /\n0 of 200 points, without what changed since its last run \(make 13 counts it again\)\. {2}Next: make 12\n$/);
});

test("an optional module is in nobody's way, and counts when it was begun", () => {
    const optional = {number: "21", name: "21_machines", optional: true};
    const done = progressOf(M, RESULTS.slice(0, 1), false);
    const untouched = [done, progressOf(optional, null, false)];
    const begun = [done, progressOf(optional, [row(9, "todo", "21.1 f")], false)];
    assert.match(progressText(untouched),
        /21_machines {8}\.{20} {3}0\/100 {2}optional, not begun\n\n95 of 95 points\. {2}All done\.\n$/);
    assert.match(progressJson(untouched), /"state": "optional".*\n\], "next": ""\}\n$/);
    assert.match(progressText(begun), /95 of 104 points\. {2}Next: make 21\n$/);
});

test("for editors", () => {
    const {modules, next} = JSON.parse(progressJson([progressOf(M, RESULTS, false)]));
    assert.deepEqual(modules, [progressOf(M, RESULTS, false)]);
    assert.equal(next, "make 12");
    assert.match(progressJson([progressOf(M, RESULTS, false)]),
        /^\{"modules": \[\n {2}\{"number": "12", "name": "12_attention", "points": 95, "of": 100, "state": "open", "open": "12\.2 g", "test": "test_g"\}\n\], "next": "make 12"\}\n$/);
    assert.match(progressJson([progressOf(M, RESULTS.slice(0, 1), false)]), /"next": ""\}\n$/);
});

test("the last run: each exercise that is open counts once", () => {
    assert.equal(lastRun("12", RESULTS, false), "last run: 95 of 100; 2 exercises still open");
    assert.equal(lastRun("12", RESULTS.slice(0, 3), false),
        "last run: 95 of 99; 1 exercise still open");
    assert.equal(lastRun("12", RESULTS.slice(0, 2), false),
        "last run: 95 of 98; 1 exercise still open");
    assert.equal(lastRun("12", RESULTS.slice(0, 1), false), "last run: 95 of 95");
    assert.equal(lastRun("12", RESULTS, true),
        "not run since the last change: make 12 tells the points");
    assert.equal(lastRun("12", undefined, false),
        "not run since the last change: make 12 tells the points");
});

test("what is optional stands beside the points, and is never open", () => {
    const beside = (outcome, exercise) => ({...row(0, outcome, exercise), optional: 6});
    const rows = [...RESULTS.slice(0, 1), beside("pass", "12.17 m"), beside("todo", "12.18 t")];
    assert.deepEqual(progressOf(M, rows, false),
        {...M, points: 95, of: 95, state: "done", open: "", test: ""});
    assert.equal(lastRun("12", rows, false), "last run: 95 of 95; optional: 6 of 12");
});

test("a question is meant last", () => {
    const tests = [{name: "x", exercise: "12.q mask_bytes", file: "answers.txt"},
        {name: "y", exercise: "12.1 mask_causal", file: "mask.c"}];
    assert.equal(testMeant(tests, "mask").name, "y");
    assert.equal(testMeant(tests, "bytes").name, "x");
    assert.equal(testMeant(tests, "heads"), null);
});
