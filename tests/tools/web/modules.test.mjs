/* modules.test.mjs - what the page knows of a module is what stands in the course's files. */
import assert from "node:assert/strict";
import fs from "node:fs";
import {test} from "node:test";
import {hintsOfText} from "../../../tools/web/core/hints.js";
import {breaksOf, headOf, inLessonOrder, predictionsOf, tasksOf, tasksSaid,
    testsOf} from "../../../tools/web/node/modules.mjs";

const text = file => fs.readFileSync(file, "utf8");
const names = fs.readdirSync("modules").filter(name => /^\d\d_/.test(name)).sort();

test("title, hours, what comes before", () => {
    assert.deepEqual(
        headOf(
            "# 12 Attention\n\n" +
            "Difficulty 3 of 4 · 5 to 7 hours · before it: 01 to 02, above all [06\n" +
            "Autograd](../06_a/README.md) · next: [13](../13_t/README.md)\n\nText",
            ["01_t", "02_l", "06_a", "12_a", "13_t"]),
            {title: "Attention", hours: "5 to 7 hours", before: ["01_t", "02_l", "06_a"]});
    assert.deepEqual(
        headOf(
            "# 01 `Tensor`\n\n" +
            "Difficulty 2 of 4 · about 8 hours · before it: C · next: [x](../02_l/README.md)",
            ["02_l"]),
            {title: "Tensor", hours: "about 8 hours", before: []});
});

test("files as the lesson comes to them, questions last", () => {
    assert.deepEqual(
        inLessonOrder("[b.c](b.c), then ab.c, answers.txt", ["ab.c", "answers.txt", "b.c", "z.c"]),
        ["b.c", "ab.c", "z.c", "answers.txt"]);
});

test("tests in the order of the exercises, a macro for several, questions last", () => {
    const source =
        "QUESTION(q, 12, bytes, 1e-3, .points = 1);\n" +
        '#define FILE_AND_EXERCISE .exercise = "12.10 late", .file = "l.c"\n' +
        'TEST(late, .points = 20,\n     FILE_AND_EXERCISE)\n{\n}\n' +
            'TEST(early, .points = 3, .exercise = "12.2 early", .file = "e.c")\n{\n' +
            'TEST(more, .optional = 4, .exercise = "12.1 more", .file = "e.c")\n{\n';
    assert.deepEqual(testsOf({"a.c": source}), [
        {name: "early", points: 3, exercise: "12.2 early", file: "e.c"},
        {name: "late", points: 20, exercise: "12.10 late", file: "l.c"},
        {name: "q", points: 1, exercise: "12.q bytes", file: "answers.txt"},
        {name: "more", points: 0, optional: 4, exercise: "12.1 more", file: "e.c"}]);
});

test("every module of the course has 100 points, in files that it has", () => {
    for (const name of names) {
        const folder = `tests/course/${name}`;
        const tests = testsOf(
            Object.fromEntries(fs.readdirSync(folder).filter(f => f.endsWith(".c"))
                .map(f => [f, text(`${folder}/${f}`)])));
        assert.equal(tests.reduce((sum, one) => sum + one.points, 0), 100, name);
        for (const one of tests)
            assert.ok(fs.existsSync(`modules/${name}/${one.file}`), `${name} ${one.name}`);
        const hints = hintsOfText(text(`${folder}/hints.txt`));
        for (const block of Object.keys(hints))
            assert.ok(tests.some(one => one.name === block || one.exercise === block),
                `${name}: a hint of ${block}`);
    }
});

test("hints go on in the next line", () => {
    assert.deepEqual(
        hintsOfText("# head\n\n12.1 f\n- one\n  and more\n- two\n\ntest_of_it\n- three\n"),
        {"12.1 f": ["one and more", "two"], test_of_it: ["three"]});
});

test("predictions, also over two lines", () => {
    assert.deepEqual(
        predictionsOf(
            '    predict(A, "a \\"b\\"", "ms");\n    predict(B,\n            "one "\n' +
            '            "two", "");\n'),
            [{question: 'a "b"', unit: "ms"}, {question: "one two", unit: ""}]);
});

test("every case of make break has its questions", () => {
    const tasks = tasksOf(text("tools/break/break.c"));
    const said = tasksSaid(text("tools/course/break.sh"));
    assert.deepEqual(tasks.echo[1],
        {question: "second halves right that it writes by itself", unit: "%"});
    assert.match(said.bars, /does it lie -, \|, \\ or \/\?/);
    for (const name of names.filter(one => fs.existsSync(`tools/break/${one}.txt`))) {
        const cases = breaksOf(text(`tools/break/${name}.txt`), tasks);
        assert.deepEqual(cases.map(one => one.case), cases.map((_, i) => String(i + 1)));
        for (const one of cases)
            assert.ok(one.row && one.what && one.moral && one.predictions.length > 0 &&
                said[one.task], `${name} ${one.case}`);
    }
});

test("a starting file is the student's: it calls itself no model answer", () => {
    for (const name of names)
        for (const file of fs.readdirSync(`modules/${name}`)
            .filter(one => one.endsWith(".c") && one !== "measure.c"))
            assert.doesNotMatch(text(`modules/${name}/${file}`).replace(/\s\*?\s*/g, " "),
                /model answer|stands? in(to)? (for|the place of)/, `${name}/${file}`);
});
