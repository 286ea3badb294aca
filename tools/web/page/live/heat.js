/* heat.js - where heads look, as SVG: one colour, as opaque as the weight is large, so that it
 * reads on light paper and on dark. Squares are made once and then only change.
 */
import {element, shape} from "./dom.js";
import {mirrorShare} from "./stream.js";

const cell = 10;

/* Small maps for all heads, [layer][head]; choose(layer, head) when one is pressed. */
export function makeHeads(layers, heads, choose) {
    const all = element(
        "div", {class: "heads", style: `grid-template-columns:repeat(${heads},minmax(0,1fr))`});
    const maps = [];
    for (let l = 0; l < layers; l++)
        for (let h = 0; h < heads; h++) {
            const svg = shape("svg", {"aria-hidden": "true"});
            const button =
                element("button", {class: "head", type: "button", onclick: () => choose(l, h)},
                    element("span", {}, `layer ${l} \u00b7 head ${h}`), svg);
            maps.push({l, h, svg, button});
            all.append(button);
        }
    return {all, show(attention, chosen) {
        for (const {l, h, svg, button} of maps) {
            const head = attention[l][h];
            squares(svg, head, cell - 1);
            button.setAttribute("aria-pressed", String(chosen[0] === l && chosen[1] === h));
            button.setAttribute("aria-label",
                `layer ${l} \u00b7 head ${h}: ` +
                `${Math.round(100 * mirrorShare(head))} % on the mirror image`);
        }
    }};
}

function squares(group, head, size) {
    const rows = head.length, columns = head[0].length;
    if (group.dataset.size !== rows + "x" + columns) {
        group.dataset.size = rows + "x" + columns;
        group.setAttribute("viewBox", `-1 -1 ${columns * cell + 1} ${rows * cell + 1}`);
        group.replaceChildren(
            shape("rect", {class: "ground", x: -1, y: -1, width: columns * cell + 1,
                height: rows * cell + 1}),
            ...head.flatMap(
                (row, i) => row.map(
                    (_, j) => shape("rect",
                        {class: "weight", x: j * cell, y: i * cell, width: size, height: size}))));
    }
    const rects = group.querySelectorAll(".weight");
    head.forEach(
        (row, i) => row.forEach(
            (w, j) => rects[i * columns + j].setAttribute("fill-opacity", w.toFixed(3))));
}

/* One head, large: rows are queries, the letters it writes, columns keys, the places of the
 * word. */
export function drawHead(svg, look, [l, h]) {
    const head = look.attention[l][h];
    const rows = head.length, columns = head[0].length, size = 34, x0 = 40, y0 = 44;
    svg.setAttribute("viewBox", `0 0 ${x0 + columns * size + 4} ${y0 + rows * size + 4}`);
    const items = [shape("title", {}, `Layer ${l}, head ${h}: where it looks`),
        shape("desc", {}, headInWords(look, head)),
        shape("text", {class: "axis", x: x0 + columns * size / 2, y: 13, "text-anchor": "middle"},
            "key"),
        shape(
            "text", {class: "axis", transform: `translate(11 ${y0 + rows * size / 2}) rotate(-90)`,
                "text-anchor": "middle"}, "query")];
    for (let j = 0; j < columns; j++)
        items.push(
            shape("text", {class: "letter", x: x0 + (j + 0.5) * size, y: y0 - 9,
                "text-anchor": "middle"}, look.word[j] || "\u00b7"));
    head.forEach((row, i) => {
        const right = look.answer[i] === look.word[look.word.length - 1 - i];
        items.push(
            shape("text", {class: "letter" + (right ? "" : " wrong"), x: x0 - 12,
                y: y0 + (i + 0.5) * size + 6, "text-anchor": "middle"}, look.answer[i]));
        row.forEach(
            (w, j) => items.push(
                shape("rect", {class: "ground", x: x0 + j * size, y: y0 + i * size, width: size - 2,
                    height: size - 2}),
            shape("rect", {class: "weight", x: x0 + j * size, y: y0 + i * size, width: size - 2,
                height: size - 2, "fill-opacity": w.toFixed(3)},
                shape("title", {},
                    `query ${look.answer[i]}, key ${look.word[j] || "an empty place"}: ` +
                    `${w.toFixed(3)}`))));
    });
    svg.replaceChildren(...items);
}

/* "N from N 98 %, O from O 97 %": what every letter comes from most. */
export function headInWords(look, head) {
    return head.map((row, i) => {
        const j = row.indexOf(Math.max(...row));
        return `${look.answer[i]} attends to ` +
            `${look.word[j] ? `${look.word[j]} in place ${j + 1}` : `the empty place ${j + 1}`} ` +
            `with ${Math.round(100 * row[j])} %`;
    }).join(", ") + ".";
}
