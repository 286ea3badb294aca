/* view.js - the drawing: which boxes are seen, their look, and moving about.
 *
 * The picture is made anew whenever a region opens or closes; hovering, selecting and stepping only
 * change classes. Invariant: a box stands for the nodes it hides, so whatever is asked of a closed
 * region is asked of all of them.
 */
const svg = byId("graph"), world = byId("world");
const view = {x: 0, y: 0, k: 1, onlyGradient: false, selected: null, boxes: [], edges: [],
    level: "default",
    columns: 1};

/* ---- what is seen ---- */

/* In a very large graph regions are opened by hand. */
function setLevel(level) {
    view.level = level;
    const many = nodes.length > 150, tooMany = nodes.length > mostDrawn;
    for (const r of regions.slice(1))
        r.open = !tooMany && (level === "full" || (level === "overview" ? false
            : !r.collapsed && !(many && r.index > 0)));
}
function isShown(n) { return !view.onlyGradient || n.reached; }
function boxOf(n) {
    let box = n;
    for (let r = n.up; r; r = r.up) if (!r.open) box = r;
    return box;
}
function nodesOf(box) { return box.isRegion ? box.all.filter(isShown) : [box]; }

function findVisible(region) {
    const shown = box => box.isRegion ? box.all.some(isShown) : isShown(box);
    region.visible = [...region.nodes, ...region.children].filter(shown);
    region.inGates = region.outGates = null;
    region.children.forEach(findVisible);
}
function visibleEdges() {
    const found = new Map();
    for (const n of nodes.filter(isShown))
        n.in.forEach(i => {
            const from = boxOf(nodes[i]), to = boxOf(n);
            if (from === to || !isShown(nodes[i])) return;
            const key = from.key + ">" + to.key;
            if (!found.has(key)) found.set(key, {from: from, to: to, pairs: []});
            found.get(key).pairs.push([nodes[i], n]);
        });
    return [...found.values()];
}
function visibleBoxes(region, list) {
    for (const b of region.visible) b.isRegion && b.open ? visibleBoxes(b, list) : list.push(b);
    return list;
}

/* ---- boxes ---- */

const ruler = element("canvas", {}).getContext("2d");
const sans = 'system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif';
function widthOf(text, font) {
    ruler.font = font + " " + sans;
    return ruler.measureText(text).width;
}
/* A tensor of one element shows its number, and its gradient with its sign, in place of strips. */
function isScalar(box) { return !box.isRegion && box.value.n === 1 && box.value.data.length === 1; }
function scalarTexts(n) {
    return ["value " + short(n.value.data[0]), n.grad ? "grad " + short(n.grad.data[0]) : ""];
}
function measure(box) {
    const attributes = !box.isRegion && box.attributes ? widthOf(box.attributes, "10.5px") + 4 : 0;
    box.w = Math.max(74, widthOf(nameOf(box), "550 12.5px") + attributes + 22);
    if (!box.isRegion) box.w = Math.max(box.w, widthOf(shapeText(box.shape), "10px") + 18);
    if (isScalar(box))
        box.w = Math.max(box.w, ...scalarTexts(box).map(t => widthOf(t, "10px") + 18));
    box.w = Math.round(box.w);
    box.h = box.isRegion ? 54 : isScalar(box) ? (box.reached ? 62 : 48) : box.reached ? 55 : 48;
}
function nameText(box) {
    const name = nameOf(box), at = name.lastIndexOf("_");
    const text = shape("text", {class: "name", x: box.w / 2, y: 17});
    if (!box.isRegion && !box.op && at === 1 && name.length > 2 && name.length < 9)
        text.append(name[0], shape("tspan", {class: "sub", dy: 3}, name.slice(2)));
    else
        text.append(name);
    if (box.attributes) text.append(shape("tspan", {class: "attr", dx: 4}, box.attributes));
    return text;
}
function addStrips(g, box, n) {
    if (isScalar(box)) {
        scalarTexts(n).forEach(
            (text, i) => g.append(
                shape("text", {class: "strip number " + (i ? "grad" : "value"), x: box.w / 2,
                    y: 43 + 13 * i}, text)));
        return;
    }
    const strip = (record, name, y, h) => g.append(
        shape("image",
            {class: "strip " + name, href: thumbnail(record, n.shape), x: 9, y: y,
                width: box.w - 18, height: h, preserveAspectRatio: "none"}),
        shape("rect", {class: "frame", x: 9, y: y, width: box.w - 18, height: h}));
    strip(n.value, "value", 36, 7);
    if (n.grad) strip(n.grad, "grad", 45, 5);
}
function classesOf(box) {
    const all = nodesOf(box), n = box.isRegion ? null : box;
    const names = ["box", box.isRegion ? "closed" : box.kind];
    if (all.some(isDead)) names.push("dead");
    if (n && n.op && !n.reached) names.push("behind");
    if (n && n.no_grad) names.push("stopped");
    return names.join(" ");
}
function drawBox(box) {
    const g = shape("g",
        {class: classesOf(box), role: "img", "aria-label": describe(box),
            transform: `translate(${box.left} ${box.top})`, "data-key": box.key,
            id: "box-" + box.key});
    const rect = (name, x, y) =>
        shape("rect", {class: name, x: x, y: y, width: box.w, height: box.h,
            rx: box.kind === "constant" ? 0 : 8});
    g.append(rect("halo", 0, 0));
    if (box.isRegion) g.append(rect("stack", 3, 3));
    g.append(rect("body", 0, 0), nameText(box));
    const dead = nodesOf(box).filter(isDead).length;
    const stopped = !box.isRegion && box.no_grad;
    const small = dead || stopped ? (stopped ? "no_grad" : "no gradient")
        : box.isRegion ? box.all.length + " nodes" : shapeText(box.shape);
    g.append(
        shape("text", {class: "shape" + (dead || stopped ? " warn" : ""), x: box.w / 2, y: 30},
            small));
    const last = box.isRegion ? box.all.filter(n => n.op).at(-1) : box;
    if (last) addStrips(g, box, last);
    box.element = g;
    return g;
}
function drawRegions(region, layer) {
    for (const r of region.visible) {
        if (!r.isRegion || !r.open) continue;
        const g = shape("g", {class: r.index >= 0 ? "region numbered" : "region"});
        const size = {x: r.left, y: r.top, width: r.w, rx: 12};
        g.append(shape("rect", {...size, height: r.h}),
            shape("rect", {...size, class: "handle", height: padTop, "data-key": r.key}));
        layer.append(g);
        drawRegions(r, layer);
    }
}
/* Titles come last, with a rim of paper, so that no arrow crosses them. */
function drawTitles(region, layer) {
    for (const r of region.visible) {
        if (!r.isRegion || !r.open) continue;
        layer.append(
            shape("g", {class: "region"},
                shape("text", {x: r.left + 10, y: r.top + 16}, "\u25be " + regionName(r))));
        drawTitles(r, layer);
    }
}

/* ---- the whole picture ---- */

function draw() {
    findVisible(regions[0]);
    view.edges = visibleEdges();
    view.boxes = visibleBoxes(regions[0], []);
    view.boxes.forEach(measure);
    layoutRegion(regions[0], planRegions(view.edges), true);
    setInColumns(regions[0], view.columns);
    toPage(regions[0], 0, 0);
    spreadEnds(view.edges);
    const frames = shape("g", {});
    const wires = shape("g", {}), boxes = shape("g", {}), titles = shape("g", {});
    drawRegions(regions[0], frames);
    for (const e of view.edges) {
        const cut = e.pairs.every(([from, to]) => isCut(from, to));
        const alive = e.pairs.some(([, to]) => carries(to));
        e.element = shape(
            "path", {class: "edge" + (cut ? " cut" : alive ? "" : " none"), d: edgePath(e)});
        wires.append(e.element);
    }
    view.boxes.forEach(b => boxes.append(drawBox(b)));
    drawTitles(regions[0], titles);
    world.replaceChildren(frames, wires, titles, boxes);
    if (view.selected) markSelected();
    showStep();
    drawStrip();
}
function move() {
    world.setAttribute("transform", `translate(${view.x} ${view.y}) scale(${view.k})`);
}

/* Room for the panel and for the legend at the foot is left free. */
function freeSpace() {
    const all = svg.getBoundingClientRect();
    const panel = byId("panel"), foot = byId("legend").offsetHeight;
    if (panel.hidden) return {w: all.width, h: all.height - foot};
    const p = panel.getBoundingClientRect();
    return p.width > all.width * 0.8 ? {w: all.width, h: all.height - p.height}
        : {w: all.width - p.width - 12, h: all.height - foot};
}
/* The number of columns in which all of it is largest; one, if that can be read. */
function scaleIn(n, space) {
    if (!regions[0].layers.length) return 1;
    const {w, h} = sizeOf(columnsOf(regions[0].layers, n));
    return Math.min((space.w - 24) / w, (space.h - 24) / h);
}
function bestColumns(space) {
    let best = 1;
    for (let n = 2; n <= 12 && scaleIn(best, space) < readable; n++)
        if (scaleIn(n, space) > scaleIn(best, space)) best = n;
    return best;
}
/* Everything, closed to what can be read; or, to start with, the upper end at a size that can be
 * read. */
function fit(upper) {
    const space = freeSpace(), top = regions[0], columns = upper ? 1 : bestColumns(space);
    if (!upper && view.level !== "overview" && scaleIn(columns, space) < legible) {
        useLevel("overview");
        fit();
        return;
    }
    if (columns !== view.columns) { view.columns = columns; draw(); }
    const whole = Math.min((space.w - 24) / top.w, (space.h - 24) / top.h);
    view.k = Math.min(1.3, upper ? Math.max(whole, Math.min(readable, (space.w - 16) / top.w))
        : whole);
    const first = view.boxes.filter(b => b.top * view.k < space.h);
    const left = Math.min(...first.map(b => b.left));
    const right = Math.max(...first.map(b => b.left + b.w));
    view.x = whole < view.k && first.length ? (space.w - (left + right) * view.k) / 2
        : (space.w - top.w * view.k) / 2;
    view.y = whole < view.k ? 10 : Math.max(12, (space.h - top.h * view.k) / 2);
    move();
}
function zoom(factor, x, y) {
    const k = Math.min(4, Math.max(0.05, view.k * factor));
    view.x = x - (x - view.x) * k / view.k;
    view.y = y - (y - view.y) * k / view.k;
    view.k = k;
    move();
}
/* Moves as little as needed; `center` moves in any case. */
function bringIntoView(box, center) {
    const space = freeSpace(), margin = 40;
    const x = view.x + (box.left + box.w / 2) * view.k;
    const y = view.y + (box.top + Math.min(box.h, 80) / 2) * view.k;
    if (center || x < margin || x > space.w - margin) view.x += space.w / 2 - x;
    if (center || y < margin || y > space.h - margin) view.y += space.h * (center ? 0.3 : 0.45) - y;
    move();
}

/* A film that nobody can read is none: after Fit it comes nearer, to the size that the page opens
 * with. */
const readable = 0.85, legible = 0.5;
function comeNear(box) {
    const far = view.k < 0.7 * readable;
    if (far) view.k = readable;
    bringIntoView(box, far);
}

/* ---- opening and closing: the box stays where it was ---- */

function keepInPlace(box, change) {
    const x = view.x + box.left * view.k, y = view.y + box.top * view.k;
    change();
    draw();
    view.x = x - box.left * view.k;
    view.y = y - box.top * view.k;
    move();
}
function toggle(region) {
    keepInPlace(region, () => { region.open = !region.open; });
    select(region.open ? null : region);
}
function reveal(n) {
    for (let r = n.up; r; r = r.up) r.open = true;
    draw();
}

/* ---- hovering: only what a box was made from stays lit ---- */

function trace(box) {
    svg.classList.toggle("tracing", !!box);
    for (const lit of world.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (!box) return;
    const past = ancestorsOf(nodesOf(box)), boxes = new Set([...past].map(boxOf));
    view.boxes.forEach(b => b.element.classList.toggle("lit", boxes.has(b)));
    view.edges.forEach(
        e => e.element.classList.toggle("lit", e.pairs.some(([, to]) => past.has(to))));
}

function boxAt(target) {
    const key = target.closest && target.closest("[data-key]");
    if (!key) return null;
    const name = key.dataset.key;
    return name[0] === "n" ? nodes[+name.slice(1)] : regions[+name.slice(1)];
}
function markSelected() {
    for (const s of world.querySelectorAll(".selected")) s.classList.remove("selected");
    const box = view.selected && (view.selected.isRegion ? view.selected : boxOf(view.selected));
    if (box && box.element) box.element.classList.add("selected");
}
function select(box) {
    view.selected = box;
    markSelected();
    saySelected(box);
    showPanel(box);
    notePlace();
}
