/* attention_lines.js - one head as lines between tokens: queries on the left, keys on the
 * right, a line as strong as the weight. What a map shows as a pattern, lines show as a story.
 * Source: Vig 2019, "A Multiscale Visualization of Attention in the Transformer Model" (BertViz).
 */
const faintest = 0.03; /* weaker lines are not drawn, or they would be a fog */

/* svg.show(i) keeps the lines of query i, or of all where i is null. */
function attentionLines(h, choose) {
    const label = labelsOf(h), step = Math.max(13, Math.min(30, 440 / Math.max(h.Tq, h.Tk)));
    const left = 92, right = 268, top = 38, height = top + step * Math.max(h.Tq, h.Tk) + 6;
    const y = k => top + (k + 0.5) * step;
    const drawing = shape("svg", {class: "lines", viewBox: `0 0 360 ${height}`, role: "img",
        "aria-label": `layer ${h.layer}, head ${h.head}: lines from queries to keys`});
    drawing.append(
        shape("text", {class: "axis", x: left - 8, y: 18, "text-anchor": "end"}, "query"),
        shape("text", {class: "axis", x: right + 8, y: 18}, "key"));
    const lines = shape("g", {}), words = shape("g", {});
    for (let i = 0; i < h.Tq; i++)
        for (let j = 0; j < h.Tk; j++) {
            const v = h.at(i, j) || 0;
            if (v < faintest) continue;
            lines.append(
                shape("line", {x1: left, y1: y(i), x2: right, y2: y(j), "data-row": i,
                    "stroke-opacity": v.toFixed(3), "stroke-width": (1 + 3 * v).toFixed(2)},
                shape("title", {}, `${label.row(i)} \u2192 ${label.column(j)}: ${v.toFixed(3)}`)));
        }
    for (let i = 0; i < h.Tq; i++)
        words.append(
            shape("text", {class: "query", x: left - 8, y: y(i) + 4.5, "text-anchor": "end",
                "data-row": i}, label.row(i)));
    for (let j = 0; j < h.Tk; j++)
        words.append(shape("text", {x: right + 8, y: y(j) + 4.5}, label.column(j)));
    drawing.append(lines, words);
    drawing.show = row => {
        for (const e of drawing.querySelectorAll("[data-row]"))
            e.classList.toggle("other", row !== null && +e.dataset.row !== row);
    };
    const look = e => {
        const at = e.target.closest("[data-row]");
        choose(at ? +at.dataset.row : null);
    };
    drawing.addEventListener("pointermove", look);
    drawing.addEventListener("pointerdown", look);
    drawing.addEventListener("pointerleave", () => choose(null));
    return drawing;
}
