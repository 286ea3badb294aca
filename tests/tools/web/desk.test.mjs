import test from "node:test";
import assert from "node:assert/strict";
import {Desk, versionOf} from "../../../tools/web/core/desk.js";
import {MemoryStore} from "../../../tools/web/core/store.js";
import {hintsOfText} from "../../../tools/web/core/hints.js";
import {linesOf} from "../../../tools/web/core/predictions.js";

const NAME = "12_attention";
const START = {"mask.c": "start of mask\n", "heads.c": "start of heads\n",
    "answers.txt": "a = ?\n"};
const NOW = () => new Date(2026, 10, 23, 6, 1, 2);
const BACKUP = ".kindling/backup/20261123-060102";
function open(other = null, starts = START) {
    const store = new MemoryStore(other), told = [], changed = [];
    const desk = new Desk(store,
        {version: "1.2.3", now: NOW, told: text => told.push(text),
            changed: (...place) => changed.push(place.join("/"))});
    return {store, desk, told, changed, files: () => desk.files(NAME, starts)};
}

test("what was typed is there when the page comes again, in the lesson's order", async () => {
    const {store, desk, files} = open();
    assert.deepEqual(await files(), START);
    assert.equal(await desk.write(NAME, "heads.c", "mine\n"), true);
    await desk.write(NAME, "heads.c", "");
    await desk.write(NAME, "zz.c", "a helper\n");
    await desk.set("layout", {left: 40});
    const again = open(store);
    assert.deepEqual(Object.entries(await again.files()),
        Object.entries({...START, "heads.c": "", "zz.c": "a helper\n"}));
    assert.deepEqual(await again.desk.get("layout"), {left: 40});
    assert.equal(await again.desk.get("mask.c"), undefined);
    assert.deepEqual(await again.desk.files("13_transformers", {"a.c": "other"}), {"a.c": "other"});
});

test("many keys at once: the last text is kept, and only what had to be written was", async () => {
    const {store, desk, files} = open();
    await files();
    let writes = 0;
    const update = store.update.bind(store);
    store.update = (...changes) => { writes++; return update(...changes); };
    const all = [..."typing"].map((_, i) => desk.write(NAME, "mask.c", "typing".slice(0, i + 1)));
    await Promise.all(all);
    assert.equal((await files())["mask.c"], "typing");
    assert.equal(writes, 1);
    await desk.write(NAME, "mask.c", START["mask.c"]);
    assert.deepEqual(await store.keys("files/"), [], "a starting file is not kept");
});

test("a module that was never opened cannot be written", () => {
    assert.throws(() => open().desk.write(NAME, "mask.c", ""),
        /12_attention was never opened: files\(\) comes before write\(\)/);
});

test("a store that cannot write is told", async () => {
    const {store, desk, files, told} = open();
    await files();
    store.update = async () => { throw new Error("this browser could not keep your change"); };
    assert.equal(await desk.write(NAME, "mask.c", "x"), false);
    assert.deepEqual(told, ["this browser could not keep your change"]);
});

test("one thing that fails does not stop the next, and is no other tab's change", async () => {
    const {store, desk, files, told} = open();
    await files();
    const update = store.update.bind(store);
    store.update = async () => {
        store.update = update;
        throw new Error("once");
    };
    assert.equal(await desk.write(NAME, "mask.c", "x"), false);
    assert.deepEqual([told, await store.keys("backup/")], [["once"], []]);
    const {get} = store;
    store.get = async () => { throw new Error("twice"); };
    await assert.rejects(desk.get("layout"), /twice/);
    store.get = get;
    assert.equal(await desk.write(NAME, "mask.c", "y"), true);
    assert.equal((await files())["mask.c"], "y");
});

/* ---- two tabs -------------------------------------------------------------------------------- */

test("a second tab is told, sees what the first wrote, and may go on from there", async () => {
    const first = open(), second = open(first.store);
    assert.equal(first.told.length, 1);
    assert.match(second.told[0], /^Kindling is open in another tab, too\./);
    await first.files();
    await second.files();
    await first.desk.write(NAME, "mask.c", "of the first\n");
    assert.deepEqual(second.changed, [`${NAME}/mask.c`]);
    assert.equal((await second.files())["mask.c"], "of the first\n");
    await second.desk.write(NAME, "mask.c", "of both\n");
    assert.deepEqual(first.changed, [`${NAME}/mask.c`]);
    assert.equal((await first.files())["mask.c"], "of both\n");
    assert.equal(second.told.length, 1);
});

test("two tabs that write the same file at once lose nothing, and the one that did is told",
    async () => {
    const first = open(), second = open(first.store);
    await first.files();
    await second.files();
    await first.desk.write(NAME, "heads.c", "also mine\n");
    await first.desk.write(NAME, "mask.c", "of the first\n");
    assert.equal(await second.desk.write(NAME, "mask.c", "of the second\n"), true);
    assert.equal(second.told.at(-1),
        `mask.c was changed in another tab at the same time. That text is in ${BACKUP}/${NAME}; ` +
        "make undo-12 brings it back.");
    assert.equal((await first.files())["mask.c"], "of the second\n");
    await second.desk.undo(NAME, START);
    assert.deepEqual(await second.files(),
        {...START, "heads.c": "also mine\n", "mask.c": "of the first\n"});
    await second.desk.undo(NAME, START);
    assert.equal((await second.files())["mask.c"], "of the second\n");
});

test("what only looks at the files does not make the other tab's text seen", async () => {
    const first = open(), second = open(first.store);
    await first.files();
    await second.files();
    await first.desk.write(NAME, "mask.c", "of the first\n");
    await second.desk.keepResults(NAME, {whole: true, results: [], files: START});
    await second.desk.news(NAME, START);
    await second.desk.progress([{number: "12", name: NAME}]);
    await second.desk.write(NAME, "mask.c", "of the second\n");
    assert.match(second.told.at(-1), /at the same time/);
});

test("a reset in one tab, while the other types: both texts are there", async () => {
    const first = open(), second = open(first.store);
    await first.files();
    await first.desk.write(NAME, "mask.c", "one\n");
    await second.files();
    await first.desk.reset(NAME, START);
    await second.desk.write(NAME, "mask.c", "two\n");
    assert.equal((await first.files())["mask.c"], "two\n");
    const texts = await Promise.all(
        (await first.store.keys("backup/")).map(
            async key => (await first.store.get(key)).files["mask.c"].text));
    assert.deepEqual(texts, ["one\n", START["mask.c"]]);
    await first.desk.reset(NAME, START);
    await second.files();
    const before = second.told.length;
    await second.desk.write(NAME, "mask.c", "after it was seen\n");
    assert.equal(second.told.length, before);
});

/* ---- a newer edition ------------------------------------------------------------------------- */

const NEWER = {"mask.c": "newer start of mask\n", "heads.c": "newer start of heads\n",
    "more.c": "new\n", "answers.txt": "a = ?\n"};

test("a newer edition: untouched files follow it, the student's stay, and that is told until it " +
    "was read", async () => {
    const {store, desk, files} = open();
    await files();
    await desk.write(NAME, "mask.c", "mine\n");
    await desk.write(NAME, "answers.txt", "a = 1\n");
    assert.deepEqual(await desk.news(NAME, START), []);
    const newer = open(store, NEWER);
    assert.deepEqual(await newer.files(), {...NEWER, "mask.c": "mine\n", "answers.txt": "a = 1\n"});
    const line =
        "modules/12_attention/mask.c is another in this edition of the course. Yours is kept; " +
        "make reset-12 puts the new one in its place, and saves yours.";
    assert.deepEqual(await newer.desk.news(NAME, NEWER), [line]);
    await newer.desk.write(NAME, "heads.c", "also mine\n");
    assert.deepEqual(await newer.desk.news(NAME, NEWER), [line],
        "a file that grew from the new one is no news");
    assert.deepEqual(await newer.desk.news(NAME, NEWER, {keep: true}), [line]);
    assert.deepEqual(await newer.desk.news(NAME, NEWER), []);
    assert.equal((await newer.files())["mask.c"], "mine\n");
    await newer.desk.reset(NAME, NEWER);
    assert.deepEqual(await newer.files(), NEWER);
    await newer.desk.undo(NAME, NEWER);
    assert.equal((await newer.files())["mask.c"], "mine\n");
});

test("a newer edition without a file: the student's stays and is told; one that has become the " +
    "student's is none", async () => {
    const {store, desk, files} = open();
    await files();
    await desk.write(NAME, "mask.c", "mine\n");
    await desk.write(NAME, "heads.c", NEWER["heads.c"]);
    const {"mask.c": _, ...without} = NEWER, newer = open(store, without);
    assert.deepEqual(await newer.files(), {...without, "mask.c": "mine\n"});
    assert.deepEqual(await newer.desk.news(NAME, without),
        ["modules/12_attention/mask.c is no file of this edition of the course. Yours is kept."]);
});

test("undo after a newer edition: what was untouched when it was saved is not put back",
    async () => {
    const {store, desk, files} = open();
    await files();
    await desk.write(NAME, "mask.c", "mine\n");
    await desk.reset(NAME, START);
    const newer = open(store, NEWER);
    await newer.desk.undo(NAME, NEWER);
    assert.deepEqual(await newer.files(), {...NEWER, "mask.c": "mine\n"});
    assert.equal((await newer.desk.news(NAME, NEWER)).length, 1);
});

/* ---- backups --------------------------------------------------------------------------------- */

test("a reset leaves files of one's own, and saves them; when it was is known", async () => {
    const {desk, files} = open();
    await files();
    await desk.write(NAME, "help.c", "int help;\n");
    assert.equal(await desk.backupOf(NAME), undefined);
    assert.equal(await desk.reset(NAME, START),
        `nothing to reset: modules/${NAME} is as it was at the beginning`);
    await desk.write(NAME, "mask.c", "mine\n");
    assert.equal(await desk.reset(NAME, START),
        `modules/${NAME} is as it was at the beginning. Your files are in ${BACKUP}/${NAME}; ` +
        "make undo-12 brings them back.");
    assert.deepEqual(await files(), {...START, "help.c": "int help;\n"});
    assert.equal(await desk.backupOf(NAME), NOW().getTime());
    await desk.write(NAME, "mask.c", "mine again\n");
    await desk.reset(NAME, START);
    assert.equal(await desk.undo(NAME, START),
        `your files of module 12 are back (from ${BACKUP}1/${NAME}). make undo-12 once more ` +
        "takes this back.");
    assert.equal((await files())["mask.c"], "mine again\n", "the last one");
    assert.equal(await desk.undo("13_transformers", {}),
        "nothing to undo: module 13 was never reset");
});

/* ---- to and from home ------------------------------------------------------------------------ */

test("a tarball comes back in another browser; what was there is saved first", async () => {
    const {desk, files} = open();
    await files();
    await desk.write(NAME, "mask.c", "mine\n");
    const {name, bytes, sha256, text} =
        await desk.tarball(NAME, {...await files(), "measure.c": "given\n", "notes.txt": "no\n"});
    assert.equal(
        text, ["answers.txt", "heads.c", "mask.c"].map(f => `  modules/${NAME}/${f}\n`).join("") +
        `build/submit/${name}\nsha256 ${sha256}\n` +
            "not run since the last change: make 12 tells the points\n");
    const other = open();
    await other.files();
    await other.desk.write(NAME, "mask.c", "older\n");
    await other.desk.write(NAME, "heads.c", "only here\n");
    const rows = [{name: "t", points: 100, outcome: "pass", exercise: "12.1 f", file: "mask.c"}];
    await other.desk.keepResults(NAME, {whole: true, results: rows});
    const {modules, notes} = await other.desk.read([{path: name, bytes}], {[NAME]: START});
    assert.deepEqual([modules, notes], [{[NAME]: {"mask.c": "mine\n"}}, []]);
    assert.equal(await other.desk.bring(NAME, modules[NAME], START),
        `mask.c: brought in to modules/${NAME}. Your files are in ${BACKUP}/${NAME}; make ` +
        "undo-12 brings them back.");
    assert.deepEqual(await other.files(), {...START, "mask.c": "mine\n", "heads.c": "only here\n"});
    assert.deepEqual(await other.desk.results(NAME), {});
    assert.equal(await other.desk.bring(NAME, modules[NAME], START),
        `nothing to bring in: modules/${NAME} has these files already`);
    await other.desk.undo(NAME, START);
    assert.equal((await other.files())["mask.c"], "older\n");
    assert.deepEqual((await other.desk.results(NAME)).results, rows);
    assert.equal((await other.desk.results(NAME)).stale, false,
        "the files that had earned them are back, byte for byte");
    await other.desk.undo(NAME, START);
    assert.deepEqual(await other.desk.results(NAME), {}, "what was brought in had none");
    await other.desk.undo(NAME, START);
    assert.deepEqual((await other.desk.results(NAME)).results, rows,
        "results come along each time");
});

test("what was dropped may belong to a module that was never opened", async () => {
    const {desk, told} = open(), starts = {[NAME]: START};
    const {modules} = await desk.read([{path: "mask.c", bytes: new TextEncoder().encode("mine\n")}],
        starts);
    await desk.bring(NAME, modules[NAME]);
    assert.deepEqual(await desk.files(NAME, START), {...START, "mask.c": "mine\n"});
    assert.deepEqual(told, []);
});

/* ---- results --------------------------------------------------------------------------------- */

const ROWS = [{name: "one", points: 60, outcome: "pass", exercise: "12.1 f", file: "mask.c"},
    {name: "two", points: 40, outcome: "fail", exercise: "12.2 g", file: "heads.c"}];
const MODULES = [{number: "12", name: NAME}];

test(
    "results: of a whole run they count, of a chosen test they are only shown; typing makes them " +
    "old", async () => {
    const {desk, files} = open();
    await files();
    assert.deepEqual(await desk.results(NAME), {});
    await desk.keepResults(NAME, {whole: false, results: ROWS.slice(0, 1), report: "one test"});
    assert.deepEqual(await desk.results(NAME),
        {report: "one test", results: undefined, stale: false});
    assert.equal((await desk.progress(MODULES))[0].state, "new");
    await desk.keepResults(
        NAME, {whole: true, results: ROWS, files: await files(), report: "all", points: 60});
    assert.deepEqual(await desk.results(NAME),
        {report: "all", points: 60, results: ROWS, stale: false});
    assert.deepEqual(await desk.progress(MODULES),
        [{number: "12", name: NAME, points: 60, of: 100, state: "open", open: "12.2 g",
            test: "two"}]);
    await desk.keepResults(NAME, {whole: false, results: ROWS.slice(1), report: "one test"});
    assert.deepEqual(await desk.results(NAME), {report: "one test", results: ROWS, stale: false});
    await desk.write(NAME, "mask.c", "typed\n");
    assert.equal((await desk.results(NAME)).stale, true);
    assert.equal((await desk.progress(MODULES))[0].state, "changed");
});

test("results of files that were typed on meanwhile are old at once", async () => {
    const {desk, files} = open();
    const tested = await files();
    await desk.write(NAME, "mask.c", "typed during the run\n");
    await desk.keepResults(NAME, {whole: true, results: ROWS, files: tested});
    assert.equal((await desk.results(NAME)).stale, true);
    await desk.keepResults(
        NAME, {whole: true, results: ROWS, files: {...await files(), "measure.c": "given\n"}});
    assert.equal((await desk.results(NAME)).stale, false);
});

/* ---- hints, predictions, version ------------------------------------------------------------- */

test("hints: a text's blocks, and how many were seen, of a test or its exercise", async () => {
    const hints = hintsOfText(
        "# about\n\n12.1 f\n- First\n  and on.\n- Second.\n\none\n- Its own.\n");
    assert.deepEqual(hints, {"12.1 f": ["First and on.", "Second."], one: ["Its own."]});
    const {desk} = open();
    const tests = [{name: "one", exercise: "12.1 f", file: "mask.c"},
        {name: "two", exercise: "12.1 f", file: "mask.c"}];
    const module = {number: "12", name: NAME, tests, hints};
    assert.equal(await desk.hint(module),
        "one (12.1 f)\n  hint 1 of 1: Its own.\n  (that was the last hint)\n");
    assert.equal(await desk.hint(module, "two"),
        "two (12.1 f)\n  hint 1 of 2: First and on.\n  (once more for the next one)\n");
    assert.deepEqual([await desk.hintsSeen(NAME, "12.1 f"), await desk.hintsSeen(NAME, "f"),
        await desk.hintsSeen(NAME, "one"), await desk.hintsSeen(NAME, "none")], [1, 1, 1, 0]);
    await desk.seeHints(NAME, "12.1 f", 2);
    assert.match(await desk.hint(module, "two"),
        /hint 2 of 2: Second\.\n  \(that was the last hint\)/);
    assert.equal(await desk.hint({...module, hints: {}}, "two"),
        "two (12.1 f)\n  (that was the last hint)\n");
});

test("predictions are lines, one for each question; what is no number predicts nothing", () => {
    assert.equal(linesOf(["64", "", "many", " 2^24 "]), "64\n\n\n2^24\n");
});

test("the course's version", () => {
    assert.equal(
        versionOf(
            '#define X\n#define KINDLING_VERSION "0.2.0"\n#define KINDLING_VERSION_NUMBER 200\n'),
        "0.2.0");
});
