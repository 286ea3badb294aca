"use strict";
/* data.js - the graph as the program wrote it, and what everybody asks of it.
 *
 * Nodes stand producers before consumers, so one pass in either direction is enough for most
 * questions. A region of a single operation adds nothing to it, and its node moves out.
 */
let page, nodes, regions, forward, backward;

/* In a graph with more nodes than a page can place, a region that holds many of them itself gets
 * regions of its own, runs that follow each other in the graph's order: what leads out of a run
 * does not lead back. */
const mostDrawn = 1500, mostAtOnce = 600, runLength = 200;
function fold() {
    if (nodes.length <= mostDrawn) return;
    const count = new Map();
    nodes.forEach(n => count.set(n.region, (count.get(n.region) || 0) + 1));
    let run = null;
    nodes.forEach((n, i) => {
        const region = n.region;
        if (count.get(region) <= mostAtOnce) { run = null; return; }
        if (!run || run.parent !== region || i - run.from >= runLength) {
            run = {parent: region, index: -1, name: `nodes ${i} to ${i}`, from: i,
                at: regions.length, folded: true};
            regions.push(run);
        }
        run.name = `nodes ${run.from} to ${i}`;
        n.region = run.at;
    });
}

/* The same words, or what is a closed box in pictures, around one operation. */
function moveOut() {
    const count = regions.map(() => 0);
    nodes.forEach(n => { for (let r = n.up; r; r = r.up) count[r.id]++; });
    nodes.forEach(n => {
        while (n.op && n.up.up && count[n.up.id] === 1 && n.up.index < 0 &&
               (n.up.collapsed || n.up.name.replace(/ /g, "_") === n.op))
            n.up = n.up.up;
    });
}

/* From now on the page is about this one. */
function readPage(data) {
    page = data;
    nodes = page.graph.nodes;
    regions = page.graph.regions;
    /* The tokens of attention: the page's own, else those that the graph brings along. */
    for (const side of ["rows", "columns"])
        if (!page[side] || !page[side].length) page[side] = (page.graph.tokens || {})[side] || [];
    fold();
    regions.forEach((r, i) => Object.assign(
        r, {id: i, key: "r" + i, isRegion: true, nodes: [], children: [], all: [], open: true}));
    regions.forEach(r => { r.up = r.parent < 0 ? null : regions[r.parent]; });
    nodes.forEach((n, i) => Object.assign(
        n, {id: i, key: "n" + i, users: [], up: regions[n.region]}));
    moveOut();
    nodes.forEach(n => {
        n.in.forEach(i => nodes[i].users.push(n));
        n.up.nodes.push(n);
        for (let r = n.up; r; r = r.up) r.all.push(n);
    });
    regions.forEach(r => { if (r.up && r.all.length) r.up.children.push(r); });
    /* The order of time: operations forward, then the walk back. */
    forward = nodes.filter(n => n.op);
    backward = page.graph.backward.map(i => nodes[i]);
    forward.forEach((n, i) => { n.forwardAt = i; });
    backward.forEach((n, i) => { n.backwardAt = i; });
}

function isDead(n) { return n.kind === "parameter" && !n.reached; }
function isCut(from, to) { return from.wants && !to.wants; }
function carries(to) { return !to.op || to.reached; }
function regionName(r) { return r.index < 0 ? r.name : r.name + " " + r.index; }
/* What stands in its box, and what a sentence calls it. */
function nodeName(n) {
    if (n.op) return n.name ? n.name + " = " + n.op : n.op;
    if (n.name) return n.name;
    return n.kind === "constant" && n.shape.length === 0 ? short(n.value.data[0]) : n.kind;
}
function callName(n) { return n.op && n.name ? n.name : nodeName(n); }
function nameOf(box) { return box.isRegion ? regionName(box) : nodeName(box); }
function shapeText(shape) { return "(" + shape.join(", ") + (shape.length === 1 ? ",)" : ")"); }
function pathOf(box) {
    const names = [];
    for (let r = box.up; r && r.up; r = r.up) names.unshift(regionName(r));
    return names.join(" \u203a ");
}
function isInside(box, region) {
    for (let r = box.up; r; r = r.up) if (r === region) return true;
    return false;
}

/* Everything the given nodes were made from, themselves included. */
function ancestorsOf(some) {
    const seen = new Set(some), todo = [...some];
    while (todo.length)
        for (const i of todo.pop().in)
            if (!seen.has(nodes[i])) { seen.add(nodes[i]); todo.push(nodes[i]); }
    return seen;
}

/* ---- numbers ---- */

function number(x) {
    return typeof x === "number" ? x : x === "inf" ? Infinity : x === "-inf" ? -Infinity : NaN;
}
function short(x) {
    x = number(x);
    if (Number.isNaN(x)) return "nan";
    if (!Number.isFinite(x)) return x > 0 ? "\u221e" : "\u2212\u221e";
    if (x === 0) return "0";
    const size = Math.abs(x);
    return (size >= 1e5 || size < 1e-4 ? x.toExponential(2) : String(+x.toPrecision(4))).replace(
        /-/g, "\u2212");
}
function bytesText(b) {
    return b < 1024 ? b + " bytes"
        : b < 1 << 20 ? (b / 1024).toFixed(1) + " KiB" : (b / 1048576).toFixed(1) + " MiB";
}

/* ---- colours: the maps of the heat maps, and their counterparts on dark paper ---- */

const maps = {
    light: {sequential: ["#ffffff", "#d5e0f5", "#9ab2e4", "#6076cb", "#3d3e9e", "#261460"],
            diverging: ["#0d367c", "#3c76b8", "#9dc4e2", "#fafafa", "#f6be7e", "#d67422",
                "#7e3404"], odd: "#b0b0b0"},
    dark: {sequential: ["#1a1d26", "#2c3570", "#4a5bb8", "#7f92e8", "#b9c6ff", "#f2f4ff"],
           diverging: ["#b8dcff", "#5fa8ec", "#2a5688", "#20242d", "#84501f", "#f09a45", "#ffe0b8"],
           odd: "#555b66"}};
const parsed = {};
for (const theme in maps)
    for (const kind in maps[theme])
        parsed[theme + kind] = [].concat(maps[theme][kind])
            .map(c => [1, 3, 5].map(i => parseInt(c.slice(i, i + 2), 16)));
function theme() { return document.documentElement.dataset.theme; }
/* x in [0, 1] to [r, g, b] */
function colour(kind, x) {
    if (Number.isNaN(x)) return parsed[theme() + "odd"][0];
    const map = parsed[theme() + kind], at = Math.min(Math.max(x, 0), 1) * (map.length - 1);
    const i = Math.min(Math.floor(at), map.length - 2), t = at - i;
    return [0, 1, 2].map(k => Math.round(map[i][k] + t * (map[i + 1][k] - map[i][k])));
}
/* How a tensor's numbers become colours: 0 in the middle where there are negative ones. */
function painter(record) {
    const odd = record.low === record.high && record.low === 0;
    if (record.low < 0) {
        const most = Math.max(-record.low, record.high);
        return v => colour("diverging", 0.5 + 0.5 * v / most);
    }
    return v => colour("sequential", odd ? 0 : v / record.high);
}

/* ---- elements ---- */

function element(name, attributes, ...children) {
    const e = document.createElement(name);
    for (const k in attributes)
        k.startsWith("on") ? e.addEventListener(k.slice(2), attributes[k])
            : e.setAttribute(k, attributes[k]);
    e.append(...children);
    return e;
}
function shape(name, attributes, ...children) {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    e.append(...children);
    return e;
}
function closeButton(close, style) {
    return element("button",
        {class: "close", style: style || "", "aria-label": "Close", onclick: close}, "\u00d7");
}
function byId(id) { return document.getElementById(id); }
