/* layout.js - where the boxes go: layers from top to bottom, region inside region.
 *
 * The method of Sugiyama, Tagawa and Toda (1981), once per open region, innermost first: an open
 * region is one item of the region around it. An arrow that passes a layer gets a place of its own
 * there (a bend), and so does one that comes into a region or leaves it; bends of one tensor are
 * shared. Invariant: every arrow leads from a layer to the next, so it never runs through a box.
 */
const gapX = 14, gapY = 26, pad = 12, padTop = 24;

function itemIn(region, box) {
    while (box.up !== region) box = box.up;
    return box;
}

/* What each region has to lay out: its items, the arrows inside, those that come in and go out. */
function planRegions(edges) {
    const plans = new Map();
    const plan = r => {
        if (!plans.has(r)) plans.set(r, {items: [], links: [], inside: [], ins: [], outs: []});
        return plans.get(r);
    };
    for (const e of edges) {
        const above = new Set();
        for (let r = e.to.up; r; r = r.up) above.add(r);
        e.routes = [];
        let r = e.from.up;
        for (; !above.has(r); r = r.up)
            plan(r).outs.push({edge: e, item: itemIn(r, e.from), src: e.from});
        plan(r).inside.push({edge: e, from: itemIn(r, e.from), to: itemIn(r, e.to), src: e.from});
        const meet = r, down = [];
        for (r = e.to.up; r !== meet; r = r.up) down.unshift(r);
        for (r of down) plan(r).ins.push({edge: e, item: itemIn(r, e.to), src: e.from});
    }
    return plan;
}

function assignRanks(items, inside) {
    const after = new Map(items.map(i => [i, []])), waiting = new Map(items.map(i => [i, 0]));
    for (const e of inside) {
        after.get(e.from).push(e.to);
        waiting.set(e.to, waiting.get(e.to) + 1);
    }
    items.forEach(i => { i.rank = 0; });
    const ready = items.filter(i => waiting.get(i) === 0);
    for (let k = 0; k < ready.length; k++) {
        const i = ready[k];
        for (const j of after.get(i)) {
            j.rank = Math.max(j.rank, i.rank + 1);
            waiting.set(j, waiting.get(j) - 1);
            if (waiting.get(j) === 0) ready.push(j);
        }
    }
    // a weight stands right above its use, and so does its view above the one box that reads it
    for (const i of ready.reverse())
        if (after.get(i).length && (isLeaf(i) || (isViewOfLeaf(i) && after.get(i).length === 1)))
            i.rank = Math.min(...after.get(i).map(j => j.rank)) - 1;
    return 1 + items.reduce((most, i) => Math.max(most, i.rank), 0);
}

/* Bends, and links from each layer to the next. */
function threadEdges(p, n) {
    const bends = new Map(), known = new Set();
    const bend = (src, rank) => {
        const key = src.key + ":" + rank;
        if (!bends.has(key))
            bends.set(key,
                {bend: true, key: key, src: src, rank: rank, w: 6, h: 0,
                    id: src.all ? src.all[0].id : src.id});
        return bends.get(key);
    };
    const thread = (src, route) => {
        for (let i = 1; i < route.length; i++) {
            const key = route[i - 1].key + ">" + route[i].key + ">" + src.key;
            if (!known.has(key)) {
                known.add(key);
                p.links.push({from: route[i - 1], to: route[i], src: src});
            }
        }
        return route;
    };
    const bendsBetween = (src, a, b) => {
        const list = [];
        for (let r = a; r <= b; r++) list.push(bend(src, r));
        return list;
    };
    for (const e of p.outs)
        e.route = thread(e.src, [e.item, ...bendsBetween(e.src, e.item.rank + 1, n - 1)]);
    for (const e of p.inside)
        e.route = thread(
            e.src, [e.from, ...bendsBetween(e.src, e.from.rank + 1, e.to.rank - 1), e.to]);
    for (const e of p.ins)
        e.route = thread(e.src, [...bendsBetween(e.src, 0, e.item.rank - 1), e.item]);
    p.items.push(...bends.values());
}

/* Where an arrow of src meets an item, from its middle: an open region has a gate for it. */
function gate(item, src, side) {
    const gates = item[side];
    return gates && gates.has(src) ? gates.get(src) - item.w / 2 : 0;
}

function orderLayers(p, n) {
    const layers = Array.from({length: n}, () => []);
    p.items.sort((a, b) => (a.isRegion ? a.all[0].id : a.id) - (b.isRegion ? b.all[0].id : b.id));
    for (const i of p.items) { layers[i.rank].push(i); i.above = []; i.below = []; }
    for (const l of p.links) { l.from.below.push(l); l.to.above.push(l); }
    const number = layer => layer.forEach((i, k) => { i.place = k; });
    layers.forEach(number);
    const crossings = () => layers.reduce((sum, layer) => {
        const ends = layer.flatMap(i => i.below)
            .map(l => [l.from.place + gate(l.from, l.src, "outGates") / 1e4,
                l.to.place + gate(l.to, l.src, "inGates") / 1e4]);
        for (let i = 0; i < ends.length; i++)
            for (let j = 0; j < i; j++)
                sum += (ends[i][0] - ends[j][0]) * (ends[i][1] - ends[j][1]) < 0;
        return sum;
    }, 0);
    let best = null, fewest = Infinity;
    for (let sweep = 0; sweep < 14 && fewest > 0; sweep++) {
        const down = sweep % 2 === 0;
        for (let k = 0; k < n; k++) {
            const layer = layers[down ? k : n - 1 - k];
            for (const i of layer) {
                const at = down
                    ? i.above.map(l =>
                        l.from.place + gate(l.from, l.src, "outGates") / (l.from.w + 1))
                    : i.below.map(l =>
                        l.to.place + gate(l.to, l.src, "inGates") / (l.to.w + 1));
                i.wish = at.length ? at.reduce((a, b) => a + b) / at.length : i.place;
            }
            layer.sort((a, b) => a.wish - b.wish || a.place - b.place);
            number(layer);
        }
        const now = crossings();
        if (now < fewest) { fewest = now; best = layers.map(l => l.slice()); }
    }
    return best || layers;
}

/* The nearest places to the wishes that keep the order and the distances: least squares under order
 * constraints, solved by pooling neighbours that want past each other. */
function settle(layer) {
    const pools = [];
    let offset = 0;
    layer.forEach((i, k) => {
        if (k > 0) offset += layer[k - 1].w / 2 + gapX + i.w / 2;
        pools.push({sum: (i.wish - offset) * i.weight, weight: i.weight, members: [[i, offset]]});
        while (pools.length > 1 &&
            pools.at(-2).sum / pools.at(-2).weight > pools.at(-1).sum / pools.at(-1).weight) {
            const last = pools.pop(), before = pools.at(-1);
            before.sum += last.sum;
            before.weight += last.weight;
            before.members.push(...last.members);
        }
    });
    for (const pool of pools)
        for (const [i, o] of pool.members) i.x = pool.sum / pool.weight + o;
}

function isViewOfLeaf(i) { return i.view && i.in.every(k => !nodes[k].op); }
function isLeaf(i) { return !i.bend && !i.isRegion && !i.op; }

function placeAcross(layers) {
    for (const layer of layers) {
        let x = 0;
        for (const i of layer) { i.x = x + i.w / 2; x += i.w + gapX; }
    }
    for (let sweep = 0; sweep < 40; sweep++) {
        const order = sweep % 2 ? layers.slice().reverse() : layers;
        for (const layer of order) {
            for (const i of layer) {
                let sum = 0, weight = 0;
                const pull = (other, there, here) => {
                    const w = other.bend && i.bend ? 8
                        : other.bend || i.bend ? 1 : isLeaf(other) || isLeaf(i) ? 0.5 : 4;
                    sum += w * (other.x + there - here);
                    weight += w;
                };
                if (sweep % 2 === 0 || sweep > 27)
                    for (const l of i.above)
                        pull(l.from, gate(l.from, l.src, "outGates"), gate(i, l.src, "inGates"));
                if (sweep % 2 === 1 || sweep > 27)
                    for (const l of i.below)
                        pull(l.to, gate(l.to, l.src, "inGates"), gate(i, l.src, "outGates"));
                i.wish = weight ? sum / weight : i.x;
                i.weight = weight || 0.3;
            }
            settle(layer);
        }
    }
}

/* Lays out one open region: sets its size, places inside from its corner, and its gates. */
function layoutRegion(region, plan, isTop) {
    const p = plan(region);
    p.items = region.visible.slice();
    for (const i of p.items) if (i.isRegion && i.open) layoutRegion(i, plan, false);
    const n = p.items.length ? assignRanks(p.items, p.inside) : 0;
    threadEdges(p, n);
    const layers = orderLayers(p, n);
    placeAcross(layers);
    let left = Infinity, right = -Infinity, y = isTop ? 0 : padTop;
    for (const layer of layers) {
        const h = Math.max(...layer.map(i => i.h));
        for (const i of layer) {
            left = Math.min(left, i.x - i.w / 2);
            right = Math.max(right, i.x + i.w / 2);
            i.y = i.bend ? y : i.op || i.isRegion ? y : y + h - i.h;
            if (i.bend) i.h = h;
        }
        y += h + gapY;
    }
    if (!layers.length) { left = right = 0; y += gapY; }
    const title = isTop ? 0 : 24 + 6.6 * regionName(region).length;
    const slack = Math.max(0, title - (right - left)) / 2;
    for (const i of p.items) i.x += pad - left + slack;
    region.w = right - left + 2 * (pad + slack);
    region.h = y - gapY + pad;
    region.inner = p.items;
    if (isTop) region.layers = layers.map(items => ({items,
        left: Math.min(...items.map(i => i.x - i.w / 2)),
        right: Math.max(...items.map(i => i.x + i.w / 2)),
        top: Math.min(...items.map(i => i.y)), bottom: Math.max(...items.map(i => i.y + i.h))}));
    region.inGates = gatesOf(p.ins, route => route[0], "inGates");
    region.outGates = gatesOf(p.outs, route => route.at(-1), "outGates");
    for (const list of [p.outs, p.inside, p.ins])
        for (const e of list)
            e.edge.routes.push({kind: list === p.outs ? "out" : list === p.ins ? "in" : "mid",
                depth: depthOf(region), route: e.route});
}
/* One gate for each tensor, above the box that uses it at once if there is one: what passes by
 * bends aside, and the main line stays straight. */
function gatesOf(list, endOf, side) {
    const gates = new Map();
    for (const bends of [true, false])
        for (const e of list) {
            const end = endOf(e.route);
            if (!!end.bend === bends) gates.set(e.src, end.x + gate(end, e.src, side));
        }
    return gates;
}
function depthOf(box) {
    let d = 0;
    for (let r = box.up; r; r = r.up) d++;
    return d;
}

/* ---- all of it at once: the outermost layers in columns side by side ---- */

const gutter = 44, above = 22, under = 24; /* room for the arrows that lead to the next column */

/* At most n columns of layers that follow each other, none much higher than it has to be. */
function columnsOf(layers, n) {
    for (let limit = layers.at(-1).bottom / n; ; limit *= 1.03) {
        const columns = [];
        for (const l of layers) {
            const c = columns.at(-1);
            if (!c || l.bottom - c.top > limit) columns.push({...l, layers: [l]});
            else {
                c.layers.push(l);
                Object.assign(c, {bottom: l.bottom, left: Math.min(c.left, l.left),
                    right: Math.max(c.right, l.right)});
            }
        }
        if (columns.length <= n) return columns;
    }
}
function sizeOf(columns) {
    return {w: columns.reduce((sum, c) => sum + c.right - c.left + gutter, 2 * pad - gutter),
        h: Math.max(...columns.map(c => c.bottom - c.top)) + above + under};
}
function setInColumns(top, n) {
    top.gutters = [];
    if (n === 1 || !top.layers.length) return;
    const columns = columnsOf(top.layers, n);
    let x = pad;
    for (const c of columns) {
        for (const i of c.layers.flatMap(l => l.items)) {
            i.x += x - c.left;
            i.y += above - c.top;
        }
        x += c.right - c.left + gutter;
        top.gutters.push({x: x - gutter / 2, foot: above + c.bottom - c.top});
    }
    Object.assign(top, sizeOf(columns));
}

/* From places inside the region to places on the page: left, top of every box. */
function toPage(region, x, y) {
    region.left = x;
    region.top = y;
    for (const i of region.inner) {
        i.left = x + i.x - i.w / 2;
        i.top = y + i.y;
        if (i.isRegion && i.open) toPage(i, i.left, i.top);
    }
}
