/* lessons.test.mjs - lessons in the tab: which of their commands need a terminal is said below
 * them. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {test} from "node:test";

const asked = (what, ...words) =>
    execFileSync("python3", ["-B", "-c",
        "import json, sys; sys.path.insert(0, 'tools/web/node'); import lessons; " +
        `print(${what}, end='')`, ...words], {encoding: "utf8"});
const inTheTab = body => asked("lessons.at_home(sys.argv[1])", body);

test("what the tab has not is named once, below its block", () => {
    const block =
        "<pre><code>make 08\nmake use-08 TOOL=train ARGS=&#39;--steps 60&#39;\n" +
        "make use-08 TOOL=train ARGS=1\nmake 08 ENGINE=mine</code></pre>";
    assert.equal(inTheTab(`${block}\n<p>Then <code>make 08 ENGINE=mine</code>.</p>`),
        `${block}\n<p class="quiet">In a terminal only: <code>make use-08 TOOL=train</code>, ` +
        "<code>make 08 ENGINE=mine</code>. <em>See it live</em> has the demo, with your files " +
            "inside where it calls them.</p>\n<p>Then <code>make 08 ENGINE=mine</code>.</p>");
});

test("what the tab has needs no word", () => {
    const block =
        "<pre><code>make 12\nmake use-12 TOOL=demo\nmake measure-12\n" +
        "make break-12 CASE=3</code></pre>";
    assert.equal(inTheTab(block), block);
});

test("names of the engine with their contract, from the headers alone", () => {
    const header = `/* a.h - about the file. */
#ifndef A_H
#define A_H

/* ---- mask.c ---- */

Tensor *plain(long T);
/* Of several
 * lines. */
Tensor *above(const long *lengths,
              long T);
Tensor *beside(Tensor *a); /* only this */
Tensor *none(void);
#define SHAPE(...) 1 /* a pair */
static inline long inside(long a) { return a; }
typedef struct { long x; } Thing;
long above(int again);

/* Of two. */
void first(void); /* one */
void second(void); /* two */
void third(void);
#define PAIR(a, b) 2
void fourth(void); /* alone */

void fifth(void);
#endif
`;
    const names = JSON.parse(
        asked("json.dumps(list(lessons.names_in('a.h', sys.argv[1])))", header));
    assert.deepEqual(names.map(n => [n.name, n.contract, n.line]),
        [["plain", "", 7], ["above", "Of several lines.", 10], ["beside", "only this", 12],
            ["none", "", 13], ["SHAPE", "a pair", 14], ["above", "", 17],
            ["first", "one. Of two.", 20], ["second", "two. Of two.", 21],
            ["third", "Of two.", 22], ["PAIR", "Of two.", 23], ["fourth", "alone", 24],
            ["fifth", "", 26]]);
    assert.equal(names[1].detail, "Tensor *above(const long *lengths, long T)");
    assert.equal(names.at(-3).detail, "PAIR(a, b)");
    const all = JSON.parse(asked("json.dumps(lessons.names())")), known = all.map(n => n.name);
    assert.equal(new Set(known).size, known.length);
    for (const name of ["tensor_softmax", "SHAPE", "gemm_packed", "KINDLING_VERSION"])
        assert.ok(known.includes(name), name);
    assert.ok(all.every(n => /^(tensor|autograd|nn|attention)\//.test(n.file)));
});

test("a lesson begins with its first picture, and pictures say how large they are", () => {
    const body = name => asked(
        "lessons.course_site.opened(lessons.course_site.sized(sys.argv[1], " +
            "lessons.pathlib.Path('modules/12_attention')))", `<h1>12</h1>\n<p>Words.</p>\n` +
            `<p><img src="pictures/${name}.svg" alt="x" /></p>`);
    const [first, there] = body("paths").match(/<img [^>]*>/g).map(
        img => / width="(\d+)" height="(\d+)"/.exec(img).slice(1).map(Number));
    assert.ok(there[0] > 500 && first[1] <= 240 && there[1] >= first[1], `${first}, ${there}`);
    assert.ok(Math.abs(first[0] / first[1] - there[0] / there[1]) < 0.05, "as wide as it was");
    assert.match(body("paths"), /<\/h1>\n<p class="first"><img [^>]*alt="" \/><\/p>\n<p>Words/);
    assert.equal(body("none").match(/<img/g).length, 1); // one that is not there
});
