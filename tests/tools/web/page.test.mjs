/* page.test.mjs - the pure parts of the page: words of a report, answers.txt, names of the engine,
 * colours, the map. */
import {describe, test} from "node:test";
import assert from "node:assert/strict";
import {linesOf, plain} from "../../../tools/web/page/ansi.js";
import {questionsOf, withAnswer} from "../../../tools/web/page/answers.js";
import {notNumbers} from "../../../tools/web/page/experiments.js";
import {columnsOf, directly, nextModule, placesOf, wayOf} from "../../../tools/web/page/front.js";
import {joined} from "../../../tools/web/page/lesson.js";
import {offersOf, partsOf} from "../../../tools/web/page/parts.js";
import {commandOf, headline, indentOf, inTheTab, likelyOf, nextSteps, ofAnswer, piecesOf, squeezed,
    unfolded,
    verdictOf} from "../../../tools/web/page/words.js";

const report = `
12_attention

  ok   1/1   12.1 attention_scores              one query and two keys by hand
  FAIL  0/1   12.3 mask_causal                   three tokens see the past and themselves
        called    mask_causal(3)
        likely    shifted by one: key i + 1 is the very token that is to be
                  predicted
        look at   modules/12_attention/mask.c:20
        test      tests/course/12_attention/masks.c:7

  FAIL  0/4   12.3 mask_causal                   any length down to none
        problem   a crash: a pointer that is NULL was followed; make 12 CONFIG=asan
                  TEST=any_length_down_to_none shows the access
        look at   modules/12_attention/mask.c:22
  FAIL  0/1   12.4 mask_padding                  two sequences of different length
  todo  0/2   12.11 scaled_dot_product_attention output and weights
        not written yet: open modules/12_attention/sdpa.c, line 11 (delete its todo, line 26)
  (ok)  3/3   12.14 mha_cross                    every head attends on its own
        follows from 12.3 mask_causal

4 of 100 points.  Next: make 12 TEST=three_tokens_see_the_past_and_themselves   (stuck? ${""
}make hint-12 TEST=three_tokens_see_the_past_and_themselves)
`;
const failed = {name: "three_tokens_see_the_past_and_themselves", exercise: "12.3 mask_causal",
    outcome: "fail"};

describe("words of a report", () => {
    test("commands that the page does, and none that it does not", () => {
        assert.deepEqual(commandOf("make 12"), {what: "check", number: "12"});
        assert.deepEqual(commandOf("make 12 TEST=mask_causal"),
            {what: "check", number: "12", TEST: "mask_causal"});
        assert.deepEqual(commandOf("make break-12 CASE=3"),
            {what: "break", number: "12", CASE: "3"});
        assert.deepEqual(commandOf("make progress"), {what: "progress", number: "progress"});
        for (const other of ["make 12 CONFIG=asan", "make 12 CONFIG=asan TEST=x", "make 123",
            "make test", "make hint-12 CASE=1", "make use-12 TOOL=trace", "make use-12",
            "remake 12", "make hint-progress"])
            assert.equal(commandOf(other), null, other);
    });
    test("places, lessons and commands in a line", () => {
        const line =
            "  Next: write 12.1 x (modules/12_attention/scores.c, line 18), read " +
            "modules/13_transformers/README.md, then make 13.";
        assert.deepEqual(piecesOf(line).filter(p => typeof p !== "string"), [
            {text: "modules/12_attention/scores.c, line 18",
                place: {module: "12_attention", file: "scores.c", line: 18, column: 0}},
            {text: "modules/13_transformers/README.md", module: "13_transformers"},
            {text: "make 13", command: {what: "check", number: "13"}}]);
        assert.equal(piecesOf(line).map(p => p.text ?? p).join(""), line);
        assert.deepEqual(piecesOf("modules/12_attention/mask.c:38:5: error: x")[0].place,
            {module: "12_attention", file: "mask.c", line: 38, column: 5});
        assert.deepEqual(
            piecesOf("open modules/12_attention/sdpa.c, line 11 (delete its todo, line 26)").filter(
                p => p.place).map(p => p.place.line), [11, 26]);
        const test = "tests/course/12_attention/masks.c";
        assert.deepEqual(piecesOf(`${test}:7, make 12 CONFIG=asan TEST=x`),
            [{text: `${test}:7`, read: test, line: 7}, ", make 12 CONFIG=asan TEST=x"]);
    });
    test("places to be filled in are no commands", () => {
        for (const other of ["make 12 TEST=name", "make hint-12 TEST=name", "make break-12 CASE=n"])
            assert.equal(commandOf(other), null, other);
        assert.deepEqual(
            piecesOf("type make 12 TEST=name, or make 12 TEST=names_differ").filter(p => p.command)
            .map(p => p.text), ["make 12 TEST=names_differ"]);
        assert.equal(commandOf("make break-12 CASE=n2").CASE, "n2");
    });
    test("what no test is called, and a failure that only its rule explains", () => {
        assert.equal(
            headline({compiled: true, results: [], points: 0, of: 0, report: "", diagnostics: []}),
            "No test or exercise is called that.");
        const result = report =>
            ({compiled: true, results: [failed], points: 0, of: 1, diagnostics: [], report});
        const lines = extra =>
            "  FAIL  0/1   12.3 mask_causal                   three tokens see the past and " +
            `themselves\n${extra}`;
        const rule = "        rule      row i is what query i\n                  may see\n";
        assert.equal(headline(result(lines(rule))),
            "0 of 1 points. mask_causal failed. The rule: row i is what query i may see.");
        assert.match(headline(result(lines(`${rule}        problem   a crash\n`))),
            /failed: a crash\.$/);
        assert.match(
            headline(
                result(lines(`${rule}        problem   a crash\n        likely    one off\n`))),
            /failed: one off\.$/);
        assert.match(headline(result(lines(""))),
            /failed: three tokens see the past and themselves\.$/);
    });
    test("an error of the compiler leads to its line; one without a line has none", () => {
        const said =
            "modules/12_attention/mask.c:6:5: error: expected ';'\n    6 |     SYNTAX\n" +
            "modules/12_attention/heads.c:9:1: error: more\n";
        assert.deepEqual(nextSteps(said, "12"),
            [{text: "Open mask.c, line 6", title: "modules/12_attention/mask.c:6:5",
                place: {module: "12_attention", file: "mask.c", line: 6, column: 5}}]);
        const warned =
            "modules/12_attention/mask.c:3:5: warning: unused variable 'error: '\n\n" +
            "12_attention\n        look at   modules/12_attention/heads.c:8\n";
        assert.equal(nextSteps(warned, "12")[0].text, "Open heads.c, line 8");
        assert.equal(nextSteps("modules/12_attention/mask.c: error: it calls x\n", "12")[0].text,
            "Open mask.c");
        const first = {kind: "error", file: "mask.c", text: "it calls x"};
        const told = line =>
            headline({compiled: false, diagnostics: [{...first, line}], errors: ""});
        assert.deepEqual([told(0), told(4)],
            ["It does not compile: mask.c: it calls x.",
                "It does not compile: mask.c, line 4: it calls x."]);
        assert.deepEqual(piecesOf("(tools/course/library.txt lists it)")[1],
            {text: "tools/course/library.txt", read: "tools/course/library.txt", line: 0});
    });
    test("a headline has the compiler's help, and not its flag", () => {
        const told = (...all) => headline({compiled: false, errors: "", diagnostics: all.map(
            ([kind, text]) => ({file: "mask.c", line: 4, kind, text}))});
        const call = "call to undeclared function 'tensor_matmull'";
        const standard = `${call}; ISO C99 and later do not support implicit function ` +
            "declarations [-Wimplicit-function-declaration]";
        assert.equal(told(["error", standard]), `It does not compile: mask.c, line 4: ${call}.`);
        assert.equal(told(["error", standard], ["note", "did you mean 'tensor_matmul'?"]),
            `It does not compile: mask.c, line 4: ${call}: did you mean 'tensor_matmul'?`);
        assert.equal(told(["error", standard], ["note", "did you mean 'tensor_matmul'?"],
            ["error", "expected ;"]),
            `It does not compile: mask.c, line 4: ${call}: did you mean 'tensor_matmul'? ` +
                "And 1 more.");
        assert.equal(told(["error", "use of undeclared identifier 'n'"], ["error", "expected ;"],
            ["note", "did you mean 'm'?"]),
            "It does not compile: mask.c, line 4: use of undeclared identifier 'n', and 1 more.");
        assert.equal(told(["error", "unused variable 'a[1]' [-Werror,-Wunused-variable]"]),
            "It does not compile: mask.c, line 4: unused variable 'a[1]'.");
    });
    test("what is said of folders at home is said as it is in a tab", () => {
        const said = [
            "modules/12_attention is as it was at the beginning. Your files are in " +
            ".kindling/backup/20261123-061532/12_attention; make undo-12 brings them back.",
            "mask.c: brought in to modules/12_attention. Your files are in " +
                ".kindling/backup/20261123-061532/12_attention; make undo-12 brings them back.",
            "mask.c was changed in another tab at the same time. That text is in " +
                ".kindling/backup/20261123-0615321/12_attention; make undo-12 brings it back.",
            "your files of module 12 are back (from " +
                ".kindling/backup/20261123-061532/12_attention). make undo-12 once more takes " +
                "this back.",
            "modules/12_attention/mask.c is another in this edition of the course. Yours is " +
                "kept; make reset-12 puts the new one in its place, and saves yours.",
            "every test of module 12 has passed; a hint for one: make hint-12 TEST=its name",
            "the undo is taken back: modules/12_attention is as it was before it. Your files are " +
                "in .kindling/backup/20261123-061532/12_attention; make undo-12 brings them back."
        ].map(inTheTab);
        for (const sentence of said) assert.doesNotMatch(sentence, /\.kindling|make |modules\//);
        assert.equal(said[0],
            "Module 12 is as it was at the beginning. Your files are kept in this browser; “Undo " +
            "reset or import” in the menu Files brings them back.");
        assert.equal(said[4],
            "mask.c is another in this edition of the course. Yours is kept; “Start this module " +
            "again” in the menu Files puts the new one in its place, and keeps yours.");
        assert.match(said[3], /^Your files of module 12 are back/);
        assert.match(said[5], /^Every test of module 12/);
        assert.equal(said[6],
            "The undo is taken back: module 12 is as it was before it. Your files are kept in " +
            "this browser; “Undo reset or import” in the menu Files brings them back.");
        assert.equal(inTheTab("20 of 100 points."), "20 of 100 points.");
        assert.equal(inTheTab("mask.c, line 9"), "mask.c, line 9");
    });
    test("tables: rows are known, and their columns come closer", () => {
        const table =
            "A sentence, before it.\n                  you      right    \n" +
            "  words here        3         12\n  no                         345\n\n" +
            "Another  one.   Here";
        assert.deepEqual(squeezed(table).map(([, row]) => row),
            [false, true, true, true, false, true]);
        assert.equal(squeezed(table).map(([line]) => line).join("\n"),
            "A sentence, before it.\n              you  right\n  words here    3     12\n" +
            "  no                 345\n\nAnother  one.  Here");
    });
    test("the line of a test in its parts", () => {
        const kinds = report.split("\n").map(verdictOf).filter(v => v);
        assert.deepEqual(kinds.map(v => v.kind),
            ["pass", "fail", "fail", "fail", "todo", "follows"]);
        assert.deepEqual(kinds[4],
            {word: "todo", earned: 0, points: 2, exercise: "12.11 scaled_dot_product_attention",
                words: "output and weights", kind: "todo"});
        assert.deepEqual([kinds[0].earned, kinds[0].words], [1, "one query and two keys by hand"]);
        assert.equal(verdictOf("        called    mask_causal(3)"), null);
        assert.equal(verdictOf("4 of 100 points."), null);
    });
    test("sentences that the harness broke at 100 columns are whole again, tables stay", () => {
        const field = (label, words) => `        ${label.padEnd(10)}${words}`, x = "x".repeat(76);
        const more = words => " ".repeat(18) + words;
        assert.equal(unfolded([field("likely", `${x} to`), more("make 12 TEST=name"), more("once"),
            field("got", "1 2 3"), more("4 5 6"), "", more(x), more("7 8 9 and so on")].join("\n")),
        [field("likely", `${x} to make 12 TEST=name`), more("once"), field("got", "1 2 3"),
            more("4 5 6"), "", more(x), more("7 8 9 and so on")].join("\n"));
    });
    test("indentation that may shrink",
        () => assert.deepEqual(
            ["x", "  x", "        called", " ".repeat(18) + "x", " ".repeat(30) + "1"].map(
                indentOf), [0, 2, 8, 18, 18]));
    test("what is likely, over several lines, and of the right test", () => {
        assert.equal(likelyOf(report, failed),
            "shifted by one: key i + 1 is the very token that is to be predicted");
        assert.equal(likelyOf(report, {...failed, name: "any_length_down_to_none"}),
            "a crash: a pointer that is NULL was followed");
        assert.equal(
            likelyOf(report,
                {...failed, exercise: "12.4 mask_padding",
                    name: "two_sequences_of_different_length"}), "");
    });
    test("the sentence that is said", () => {
        const said = (results, more = {}) =>
            headline(
                {compiled: true, diagnostics: [], report, results, points: 4, of: 100, ...more});
        const todo = {name: "x", exercise: "12.11 sdpa", outcome: "todo"};
        const pass = {name: "y", exercise: "12.1 scores", outcome: "pass"};
        assert.equal(said([pass, todo, failed]),
            "4 of 100 points. mask_causal failed: shifted by one: key i + 1 is the very token " +
            "that is to be predicted.");
        assert.equal(said([failed], {report: "nothing of it"}),
            "4 of 100 points. mask_causal failed: three tokens see the past and themselves.");
        const slow = report.replace("likely    shifted by one:",
            "problem   no end after 10 s: an endless loop?\n        likely    shifted");
        assert.equal(said([failed], {report: slow}).slice(17),
            "mask_causal failed: shifted key i + 1 is the very token that is to be predicted.");
        assert.equal(
            said([failed], {
                    report: report.replace(/likely .*\n.*predicted/,
                        "problem   no end after 10 s: an endless loop?")}).slice(17),
            "mask_causal failed: no end after 10 s: an endless loop?");
        assert.equal(said([pass, todo]), "4 of 100 points. Nothing failed. Not written yet: sdpa.");
        assert.equal(said([pass], {points: 100}), "100 of 100 points. Everything passed.");
        const beside = {name: "z", exercise: "12.17 merge", outcome: "todo", optional: 6};
        assert.equal(said([pass, beside], {points: 100}), "100 of 100 points. Everything passed.");
        assert.equal(said([beside], {points: 0}),
            "0 of 6 optional points. Not written yet: merge.");
        const error = {file: "mask.c", line: 3, kind: "error", text: "expected ';'"};
        assert.equal(
            headline({compiled: false, diagnostics: [{...error, kind: "warning"}, error, error],
                errors: ""}), "It does not compile: mask.c, line 3: expected ';', and 1 more.");
        assert.equal(
            headline(
                {compiled: false, diagnostics: [],
                    errors: "\n\x1b[31mmask.c does not define mask_padding\x1b[0m\n"}),
            "It does not compile. mask.c does not define mask_padding");
    });
    test("a run of some tests speaks of their points, not of the module's", () => {
        const said = results =>
            headline({compiled: true, diagnostics: [], report: "", results, points: 4, of: 10},
                true);
        assert.equal(said([{exercise: "12.q a", file: "answers.txt", outcome: "pass"}]),
            "4 of 10 points of the questions. Everything passed.");
        assert.equal(said([{exercise: "12.3 mask_causal", file: "mask.c", outcome: "pass"}]),
            "4 of 10 points of what ran. Everything passed.");
    });
    test("an identifier is said once, and never capitalised", () => {
        const asked = {name: "parameters_of_eight_heads", exercise: "12.q parameters_8_heads",
            file: "answers.txt", outcome: "fail"};
        const told =
            "  FAIL  0/1   12.q parameters_8_heads            parameters of eight heads\n" +
            "        problem   parameters_8_heads is not a number (2048 and 1.5e6 are)\n";
        assert.equal(
            headline({compiled: true, diagnostics: [], report: told, results: [asked], points: 0,
                of: 1}), "0 of 1 points. parameters_8_heads is not a number (2048 and 1.5e6 are).");
        assert.equal(ofAnswer("parameters_8_heads", likelyOf(told, asked)),
            "This is not a number (2048 and 1.5e6 are)");
        assert.equal(ofAnswer("x", "the square was forgotten"), "the square was forgotten");
    });
    test("what has all points leads on: the module's name, what else there is, handing in", () => {
        const modules = [{name: "13_transformers", title: "Transformers"}];
        const offers = offersOf(partsOf({predictions: [1], breaks: []}, {}, true));
        const steps = nextSteps(
            "100 of 100 points.  Next: read modules/13_transformers/README.md, then make 13\n",
            "12", modules, offers);
        assert.deepEqual(steps.map(s => s.text),
            ["Read 13 Transformers", "Measure", "See it live", "Download to hand in"]);
        assert.deepEqual(nextSteps("100 of 100 points.  All done. Next: make progress\n", "21",
            modules, offers).map(s => s.text), ["Measure", "See it live", "Download to hand in"]);
    });
    test("what ran alone is not offered to be run alone", () => {
        const one =
            "  FAIL  0/1   12.3 mask_causal                   three tokens see the past and " +
            "themselves\n        look at   modules/12_attention/mask.c:20\n\n" +
            "0 of 1 points.  Next: make 12 TEST=three_tokens_see_the_past_and_themselves   " +
                "(stuck? make hint-12 TEST=x)\n";
        assert.deepEqual(nextSteps(one, "12").map(s => s.text), ["Open mask.c, line 20", "A hint"]);
    });
    test("what to press next", () => {
        assert.deepEqual(nextSteps(report, "12").map(s => s.text),
            ["Open mask.c, line 20", "Run that test alone", "A hint"]);
        assert.deepEqual(
            nextSteps(
                "0 of 100 points.  Next: write 12.1 x (modules/12_attention/scores.c, line 18), " +
                "then make 12\n", "12").map(s => s.text), ["Open scores.c, line 18", "A hint"]);
        assert.deepEqual(
            nextSteps(
                "100 of 100 points.  Next: read modules/13_transformers/README.md, then make 13\n",
                "12").map(s => s.text), ["Read 13 transformers", "Download to hand in"]);
        assert.deepEqual(
            nextSteps("5 of 5 points.  This is done. Next: make 12\n", "12").map(s => s.text),
            ["Run all tests"]);
        assert.deepEqual(nextSteps("", "12"), []);
    });
});

test("colours of a terminal become classes, over the end of a line, too", () => {
    assert.deepEqual(linesOf("\x1b[31;1mFAIL\x1b[0m x\n\x1b[2my\nz\x1b[mw"), [
        [{text: "FAIL", style: "red bold"}, {text: " x", style: ""}], [{text: "y", style: "dim"}],
        [{text: "z", style: "dim"}, {text: "w", style: ""}]]);
    assert.equal(plain("\x1b[1m\x1b[Ka\x1b[0m"), "a");
});

describe("answers.txt", () => {
    const text =
        "# Module 12: numbers.\n# 4e6 are numbers.\n\n# Bytes of\n# the weights.\n" +
        "weights_bytes = ?\n\nother=  0.5 \r\n# last\n";
    test("its questions", () => assert.deepEqual(questionsOf(text), [
        {name: "weights_bytes", question: "Bytes of the weights.", value: ""},
        {name: "other", question: "", value: "0.5"}]));
    test("an answer changes its own value and nothing else", () => {
        assert.equal(withAnswer(text, "weights_bytes", " 4e6\n"), text.replace("= ?", "= 4e6"));
        assert.equal(withAnswer(withAnswer(text, "weights_bytes", "4e6"), "weights_bytes", ""),
            text);
        assert.equal(withAnswer(text, "nobody", "1"), text);
        assert.deepEqual(questionsOf(withAnswer(text, "other", "7")).map(q => q.value), ["", "7"]);
    });
});

test("the map: only direct steps, the longest way straight, the rest below", () => {
    const m = (name, ...before) => ({name, before});
    const all = [m("01"), m("02", "01"), m("05", "01"), m("06", "01", "02", "05"),
        m("10", "01", "05"), m("09", "06")];
    assert.deepEqual(columnsOf(all), {"01": 0, "02": 1, "05": 1, "06": 2, "10": 2, "09": 3});
    assert.deepEqual(directly(all)["06"], ["02", "05"]);
    const place = placesOf(all);
    const straight = Object.keys(place).filter(name => place[name].y === place["01"].y);
    assert.deepEqual(straight.sort(), ["01", "02", "06", "09"]);
    assert.ok(place["10"].y > place["05"].y);
    assert.equal(new Set(Object.values(place).map(({x, y}) => `${x} ${y}`)).size, all.length);
});

test(
    "the map: leaves of one module do not lie upon each other, nor a module on the line of another",
    () => {
    const m = (name, ...before) => ({name, before});
    const place = placesOf([m("01"), m("02", "01"), m("03", "02"), m("04", "03"), m("05", "01"),
        m("06", "04", "05"), m("07", "01"), m("08", "02"), m("09", "02")]);
    const cells = Object.values(place).map(({x, y}) => `${x} ${y}`);
    assert.equal(new Set(cells).size, cells.length, cells.join(", "));
    const line = place["05"].y; // it goes along until 06
    assert.deepEqual(["07", "08", "09"].filter(name => place[name].y === line), []);
});

test("the map: a line that passes a row goes between its names", () => {
    const way = wayOf({x: 60, y: 30}, {x: 160, y: 186}), name = 48; /* half of the widest */
    const numbers = text => text.match(/[\d.]+/g).map(Number);
    let at = numbers(way).slice(0, 2);
    for (const [, letter, rest] of way.matchAll(/([CVH])([\d. ]+)/g)) {
        const n = numbers(rest), [x, y] = at;
        const ends = letter === "C" ? n : letter === "V" ? [x, y, x, n[0], x, n[0]]
            : [x, y, n[0], y, n[0], y];
        for (let t = 0; t <= 1; t += 0.05) {
            const mix = i => (1 - t) ** 3 * at[i] + 3 * (1 - t) ** 2 * t * ends[i] +
                3 * (1 - t) * t * t * ends[2 + i] + t ** 3 * ends[4 + i];
            const height = (mix(1) - 30) % 78; /* below its row */
            if (height > 26 && height < 42)
                assert.ok(mix(0) > 60 + name && mix(0) < 160 - name, `${mix(0)} ${mix(1)}`);
        }
        at = ends.slice(-2);
    }
});

test("a link of a lesson leads from its folder", () => {
    assert.equal(joined("modules/12_attention/", "../../attention/attention.h"),
        "attention/attention.h");
    assert.equal(joined("modules/12_attention/", "./mask.c"), "modules/12_attention/mask.c");
});

test("the front page goes on where the work is", () => {
    const modules = ["11_a", "12_b", "13_c"].map(name => ({name}));
    const of = (...states) => modules.map(({name}, i) => ({name, state: states[i]}));
    assert.equal(nextModule(modules, of("done", "open", "new"), "12_b").name, "12_b");
    assert.equal(nextModule(modules, of("done", "done", "new"), "12_b").name, "13_c");
    assert.equal(nextModule(modules, of("open", "done", "done"), "13_c").name, "11_a");
    assert.equal(nextModule(modules, of("done", "done", "done"), "12_b").name, "12_b");
    assert.equal(nextModule(modules, of("new", "new", "new"), "gone"), null);
});

test("what is no number is told", () => {
    assert.equal(notNumbers(["", "1/7", "4*2048*2048", " 50 % "]), "");
    assert.equal(notNumbers(["abc", "3"]), "“abc” is no number: it predicts nothing.");
    assert.equal(notNumbers(["abc", "3 + 4"]).endsWith("are no numbers: they predict nothing."),
        true);
});
