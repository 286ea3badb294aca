/* fixture.mjs - a course of two small modules, as the build would write it: data/*.json. */

const scores = `/* scores.c */
#include "todo.h"

Tensor *attention_scores(Tensor *q, Tensor *k)
{
    return todo("12.1 attention_scores");
}
`;
const mask = `/* mask.c */
#include "todo.h"

Tensor *mask_causal(long T)
{
    return todo("12.3 mask_causal");
}

Tensor *mask_padding(long T)
{
    return todo("12.4 mask_padding");
}
`;
const answers = `# Module 12: numbers to work out.

# Bytes of the weights.
weights_bytes = ?

# Which fraction does the mask
# throw away?
causal_waste = ?
`;
const lesson = `<h1 id="attention">12 Attention</h1>
<p>Before it: <a href="lessons/01_tensor.html">01 Tensor</a>. Start with
<code>make 12</code>, then <code>make hint-12 TEST=mask_causal</code>;
the contract is in <a href="source/attention/attention.h.html">attention.h</a>,
<a href="source/modules/12_attention/mask.c.html">mask.c</a> is yours;
(<code>make use-12 TOOL=demo</code>),
<a href="source/notebooks-c/12_attention.c.html">notebook</a>;
<code>make 12 CONFIG=asan</code> is not for here.
<a href="https://example.org/">elsewhere</a>, <a href="../../gone.c">gone</a>.</p>
<p><a href="api/check.html">check.h</a></p>
<pre><code>make measure-12    what it costs, ${"in many words ".repeat(12)}
make 12            the tests
</code></pre>
<pre><code>make cup           the board
place  entry  ${"column  ".repeat(20)}
</code></pre>
<h2 id="report">The report</h2><p>A heading whose name is also that of a part of the page.</p>
<h2 id="two">Two</h2><p>${"Words. ".repeat(400)}</p>
<h2 id="three">Three</h2><p><span style="position: absolute">as KaTeX has it</span>The end.
<a href="#attention">back</a></p>
<details id="fold"><summary>A fold</summary><p>Folded words.</p></details>
<p>Write the numbers into <a href="answers.txt">answers.txt</a>.</p>`;

const test = (name, points, exercise, file, right) => ({name, points, exercise, file, right});
const attention = {
    number: "12", name: "12_attention", title: "Attention", lesson, given: [],
    files: {"scores.c": scores, "mask.c": mask, "answers.txt": answers},
    hints: {"12.1 attention_scores": ["A score is a dot product."],
        "12.3 mask_causal": ["Row i is what query i may see.", "A loop inside a loop.",
            "mask->data[i * T + j] = 1;"],
            any_length_down_to_none: ["Every element has to be set."]},
    tests: [test("one_query_by_hand", 20, "12.1 attention_scores", "scores.c"),
        test("three_tokens_see_the_past", 20, "12.3 mask_causal", "mask.c"),
            test("any_length_down_to_none", 20, "12.3 mask_causal", "mask.c"),
            test("two_sequences", 20, "12.4 mask_padding", "mask.c"),
            test("bytes_of_the_weights", 10, "12.q weights_bytes", "answers.txt", "16777216"),
            test("what_the_causal_mask_wastes", 10, "12.q causal_waste", "answers.txt", "0.4995")],
    predictions: [{question: "variance at D = 64", unit: ""},
        {question: "the weights at T = 2048", unit: "bytes"}],
    breaks: [{case: "1", task: "words", said: "The task: a word, spelt backwards.",
        what: "no scale", moral: "It saturates.",
        predictions: [{question: "words right", unit: "%"}]},
        {case: "2", task: "echo", what: "a mask one off", moral: "It reads the answer.",
            predictions: [{question: "letters right", unit: "%"}]}],
};
/* A formula as KaTeX sets it, a table of names, a long line, a list. */
const wide =
    `<h1>01 Tensor</h1><p>Numbers in rows.</p><p>${""
}<span class="katex-display" style="display: block">${""
}<span class="katex" style="font-size: 1.25em; white-space: nowrap">${""
}y = ${"x + ".repeat(7)}<span class="mord text">a text</span></span></span></p>
<div class="scroll" id="names"><table><thead>
<tr><th>function</th><th>file</th><th>why it is there</th></tr></thead><tbody>
<tr><td><code>tensor_${"of_a_name_".repeat(4)}</code></td><td>${"word".repeat(6)}</td>
<td>For ${"more ".repeat(30)}</td></tr></tbody></table></div>
<pre id="word"><code>${"word".repeat(16)}</code></pre><ol><li>One.</li></ol>
<p><img id="drawn" width="900" height="90" alt="A row of boxes" src="data:image/svg+xml,${""
}%3Csvg xmlns='http://www.w3.org/2000/svg' width='900' height='90'/%3E"></p>`;
const tensor = {
    number: "01", name: "01_tensor", title: "Tensor", lesson: wide, given: [],
    files: {"shape.c": `long tensor_numel(void)\n{\n    return todo("1.1 tensor_numel");\n}\n`},
    hints: {}, tests: [test("how_many_numbers", 100, "1.1 tensor_numel", "shape.c")],
    predictions: [], breaks: [],
};

/* As site.mjs writes a module: what is on its first page, and the rest. */
const inTwo = ({hints, breaks, predictions, ...first}) => ({
    [`data/modules/${first.name}.json`]: JSON.stringify(first),
    [`data/later/${first.name}.json`]: JSON.stringify({hints, breaks, predictions}),
});

export const files = {
    "data/modules.json": JSON.stringify(
        [{number: "01", name: "01_tensor", title: "Tensor", before: [], hours: "4 to 6 hours"},
        {number: "12", name: "12_attention", title: "Attention",
            before: ["01_tensor"], hours: "5 to 7 hours"}]),
    ...inTwo(tensor), ...inTwo(attention),
    "data/about.json": JSON.stringify(
        {version: "1.0", headers: ["attention/attention.h", "tests/harness/check.h"]}),
    "data/tree.json": JSON.stringify({
            "attention/attention.h": "#ifndef A_H\n#define A_H\n\n" +
            "Tensor *mask_causal(long T);\n#endif\n",
            "tests/harness/check.h": "void check_it(void);\n"}),
    "data/texts/01_tensor.json": "{}",
    "data/texts/12_attention.json": JSON.stringify({"tests/course/12_attention/masks.c":
        `${"/* a line */\n".repeat(6)}TEST(three_tokens_see_the_past, .points = 20)\n{\n}\n`}),
    "data/names.json": JSON.stringify([
        {name: "mask_causal", kind: "function", detail: "Tensor *mask_causal(long T)",
            contract: "(T, T): key j allowed iff j <= i", file: "attention/attention.h", line: 4},
        {name: "mask_rows", kind: "function",
            detail: "Tensor *mask_rows(const long *lengths, long T)",
            contract: "The rows, one by one, of a batch.",
            file: "attention/attention.h", line: 7}]),
};
