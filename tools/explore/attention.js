/* attention.js - where every head looks: all heads as small maps, one of them large, as map and as
 * lines.
 *
 * Attention weights are what a softmax makes with two axes of time last, (B, H, Tq, Tk) or (B, Tq,
 * Tk); a row is a query. The operation says that its rows are shares, or they leave a box that is
 * closed in pictures; a product is made of them, at once or behind one more operation, dropout.
 * Invariant: a row of a map sums to 1 unless the query may attend to nothing.
 */
function findAttention() {
    const isPattern = n => (n.shape.length === 4 || n.shape.length === 3) && n.value.low >= 0 &&
        n.value.high <= 1.0001;
    const composed = n => n.op && n.up.collapsed && n.users.some(u => u.up !== n.up);
    const behind = (u, n) => String(u.shape) === String(n.shape) && u.users.some(v => v.products);
    const used = n => n.users.some(u => u.products || behind(u, n));
    return nodes.filter(n => (n.shares === "result" || composed(n)) && isPattern(n) && used(n));
}
/* headCounts: how many heads there are, for those who call an axis by its name. */
let patterns, fused, heads, headCounts;
function readAttention() {
    patterns = findAttention();
    fused = nodes.filter(n => n.shares === "not kept");
    headCounts =
        new Set([...patterns, ...fused].filter(n => n.shape.length === 4).map(n => n.shape[1]));
    heads = patterns.flatMap((n, layer) => {
        const four = n.shape.length === 4, H = four ? n.shape[1] : 1, [Tq, Tk] = n.shape.slice(-2);
        const at = (h, i, j) => {
            const v = n.value.data[(h * Tq + i) * Tk + j];
            return v === undefined ? undefined : number(v);
        };
        return Array.from({length: H}, (_, h) => (
            {node: n, layer: layer, head: h, H: H, Tq: Tq, Tk: Tk, at: (i, j) => at(h, i, j)}));
    });
    byId("show-attention").hidden = heads.length === 0 && fused.length === 0;
}

function labelsOf(h) {
    const rows = page.rows.length === h.Tq ? page.rows : null;
    const columns = page.columns.length === h.Tk ? page.columns : null;
    return {row: i => rows ? rows[i] : String(i), column: j => columns ? columns[j] : String(j)};
}
/* How many keys share the attention of a query, on average: 2 to the entropy in bits. */
function spread(h) {
    let sum = 0;
    for (let i = 0; i < h.Tq; i++) {
        let bits = 0;
        for (let j = 0; j < h.Tk; j++) {
            const p = h.at(i, j) || 0;
            if (p > 0) bits -= p * Math.log2(p);
        }
        sum += 2 ** bits;
    }
    return sum / h.Tq;
}

function bigMap(h, readout, chosen) {
    const label = labelsOf(h);
    const left = 64, top = 58, cell = Math.max(7, Math.min(44, 460 / Math.max(h.Tq, h.Tk)));
    const w = left + cell * h.Tk + 10, height = top + cell * h.Tq + 10;
    const big = shape("svg",
        {id: "big", viewBox: `0 0 ${w} ${height}`, role: "img",
            "aria-label": `attention of layer ${h.layer}, head ${h.head}`});
    const every = Math.ceil(13 / cell);
    big.append(
        shape("text", {class: "axis", x: left + cell * h.Tk / 2, y: 16, "text-anchor": "middle"},
            "key"),
        shape(
            "text", {class: "axis", transform: `translate(16 ${top + cell * h.Tq / 2}) rotate(-90)`,
                "text-anchor": "middle"}, "query"));
    for (let i = 0; i < h.Tq; i += every)
        big.append(
            shape("text", {x: left - 9, y: top + (i + 0.5) * cell + 4.5, "text-anchor": "end"},
                label.row(i)));
    for (let j = 0; j < h.Tk; j += every)
        big.append(shape("text", {x: left + (j + 0.5) * cell, y: top - 9, "text-anchor": "middle"},
            label.column(j)));
    const band = shape(
        "rect", {class: "band", x: left, width: cell * h.Tk, height: cell, visibility: "hidden"});
    for (let i = 0; i < h.Tq; i++)
        for (let j = 0; j < h.Tk; j++) {
            const v = h.at(i, j);
            const rect = shape("rect",
                {class: "cell", x: left + j * cell, y: top + i * cell, width: cell - 1,
                    height: cell - 1, "data-row": i, "data-column": j,
                fill: v === undefined ? "rgba(128,128,128,.2)"
                    : `rgb(${colour("sequential", v)})`});
            rect.append(
                shape("title", {},
                    `${label.row(i)} \u2192 ${label.column(j)}: ` +
                    `${v === undefined ? "not in this " + "page" : v.toFixed(3)}`));
            big.append(rect);
        }
    big.append(band);
    const look = e => {
        const c = e.target.closest(".cell");
        if (!c) return;
        const i = +c.dataset.row, j = +c.dataset.column, v = h.at(i, j);
        chosen(i);
        band.setAttribute("y", top + i * cell);
        band.setAttribute("visibility", "visible");
        const order = Array.from({length: h.Tk}, (_, k) => k)
            .sort((a, b) => (h.at(i, b) || 0) - (h.at(i, a) || 0)).slice(0, 6);
        readout.replaceChildren(element("div", {class: "readout"},
            element("b", {}, label.row(i)), ` (${i}) attends to `,
            element("b", {}, label.column(j)), ` (${j}): `,
            element("b", {}, v === undefined ? "not in this page" : v.toFixed(3))),
            element("div", {class: "bars"},
                ...order.flatMap(k => [element("span", {}, `${label.column(k)} (${k})`),
                element("div", {style: `width:${100 * (h.at(i, k) || 0)}%`}),
                element("span", {}, (h.at(i, k) || 0).toFixed(3))])));
    };
    big.addEventListener("pointermove", look);
    big.addEventListener("pointerdown", look);
    big.addEventListener("pointerleave", () => big.show(null));
    big.show = i => {
        band.setAttribute("y", top + (i || 0) * cell);
        band.setAttribute("visibility", i === null ? "hidden" : "visible");
    };
    return big;
}
/* Map and lines of one head; the query that is pointed at in one is lit in the other. */
function bothViews(h, readout) {
    const map = bigMap(h, readout, i => lines.show(i)), lines = attentionLines(h, i => {
        lines.show(i);
        map.show(i);
    });
    map.addEventListener("pointerleave", () => lines.show(null));
    return [map, lines];
}
/* A fused operation never has the weights: say so, and what to do. */
function explainFused() {
    const sheet = byId("attention");
    sheet.replaceChildren(closeButton(closeSheets, "right:18px;top:14px"),
        element("h2", {}, "Attention weights are not in this graph"),
        element("p", {},
            `Attention was computed by ${fused[0].op} ` +
            `(${fused.length === 1 ? "one operation" : fused.length + " operations"}), tile by ` +
            "tile: its weights, one number for each query and key, are never there as a whole. " +
            "That saves memory, and leaves nothing to show here."),
        element("p", {},
            "To see them, record attention step by step: link " +
            "attention/plain/attention_output.c, as make graph and make explore do, or call " +
            "scaled_dot_product_attention or mha_attend, which give the weights."),
        element("p", {}, element("button", {onclick: () => {
            closeSheets();
            goTo(fused[0]);
        }}, "Show the operation in the graph")));
    sheet.querySelector(".close").focus();
}

function showAttention(chosen) {
    const sheet = byId("attention");
    sheet.hidden = false;
    if (!heads.length) { explainFused(); return; }
    const readout = element("div", {}), look = element("div", {class: "look"});
    const grid = element("div", {class: "heads"}), most = Math.max(1, ...heads.map(h => h.H));
    const open = h => {
        look.replaceChildren(...bothViews(h, readout), element("div", {},
            element("h3", {}, `Layer ${h.layer} of ${patterns.length}, head ${h.head} of ${h.H}`),
            element("p", {class: "muted"}, "Layers and heads are counted from 0."),
            scaleBar({low: 0, high: 1}),
            element("p", {class: "muted"},
                `A query spreads its attention over ${spread(h).toFixed(1)} of ${h.Tk} keys on ` +
                "average."),
            readout, element("p", {}, element("button", {onclick: () => {
                closeSheets();
                goTo(h.node);
            }}, "Show it in the graph"))));
        readout.replaceChildren(
            element("div", {class: "readout muted"}, "Point at a square or at a token."));
        grid.querySelectorAll("button")
            .forEach((b, i) => b.setAttribute("aria-pressed", String(heads[i] === h)));
    };
    const narrow = window.innerWidth < 760;
    grid.style.gridTemplateColumns =
        `repeat(${narrow ? Math.min(most, 4) : most}, ` +
        `${narrow ? "minmax(0, 1fr)" : "minmax(62px, 80px)"})`;
    for (const h of heads) {
        const canvas = element("canvas", {});
        paintMatrix(canvas, h.Tq, h.Tk, h.at, v => colour("sequential", v));
        canvas.style.aspectRatio = `${h.Tk} / ${h.Tq}`;
        grid.append(
            element("button",
                {class: "head", onclick: () => open(h), style: h.head === 0
                    ? "grid-column-start:1" : ""},
            `layer ${h.layer} \u00b7 head ${h.head}`, canvas));
    }
    sheet.replaceChildren(closeButton(closeSheets, "right:18px;top:14px"),
        element("h2", {}, "Where every head looks"),
        element("div", {class: "muted"},
            "Each row is a query, each column a key; dark squares (bright ones at night) carry " +
            "the attention. A row adds up to 1."),
        element("div", {class: "side"}, grid, look));
    open(chosen || sharpest());
    sheet.querySelector(".close").focus();
}
function sharpest() { return heads.slice().sort((a, b) => spread(a) - spread(b))[0]; }
function closeSheets() {
    byId("attention").hidden = true;
    byId("help").hidden = true;
    svg.focus({preventScroll: true});
}
