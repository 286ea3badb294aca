/* lessons.test.mjs - lessons in the tab: which of their commands need a terminal is said below
 * them. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {test} from "node:test";

const inTheTab = body =>
    execFileSync("python3", [
            "-B", "-c",
            "import sys; sys.path.insert(0, 'tools/web/node'); import lessons; " +
            "print(lessons.at_home(sys.argv[1]), end='')", body], {encoding: "utf8"});

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
