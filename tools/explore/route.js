/* route.js - the way of an arrow through bends and gates, as a smooth line.
 *
 * A route is put together from its parts: out of the regions around its start, across the region
 * that holds both ends, into the regions around its end. Invariant: the line enters and leaves
 * every layer vertically, so that two arrows side by side stay side by side.
 */
function waypoints(e) {
    const rank = {out: 0, mid: 1, in: 2};
    const parts = e.routes.sort((a, b) => rank[a.kind] - rank[b.kind] ||
        (a.kind === "out" ? b.depth - a.depth : a.depth - b.depth));
    const points = [];
    for (const part of parts)
        for (const i of part.route) {
            if (i === e.from || i === e.to) continue;
            const middle = i.left + i.w / 2;
            if (i.bend) points.push([middle, i.top], [middle, i.top + i.h]);
            else if (part.route[0] === i && part.kind !== "in")
                points.push([middle + gate(i, e.from, "outGates"), i.top + i.h]);
            else points.push([middle + gate(i, e.from, "inGates"), i.top]);
        }
    return points;
}

/* Which of two arrows comes from further left: where their ways, seen from the end, first part. */
function comesFrom(a, b) {
    const way = e => [[e.from.left + e.from.w / 2, 0], ...e.points].reverse();
    const p = way(a), q = way(b);
    for (let i = 0; i < Math.min(p.length, q.length); i++)
        if (Math.abs(p[i][0] - q[i][0]) > 0.5) return p[i][0] - q[i][0];
    return 0;
}

/* Arrows that end in one box arrive side by side, in the order in which they come. */
function spreadEnds(edges) {
    const ends = new Map();
    for (const e of edges) {
        e.points = waypoints(e);
        if (!ends.has(e.to)) ends.set(e.to, []);
        ends.get(e.to).push(e);
    }
    for (const [box, list] of ends) {
        list.sort((a, b) => comesFrom(a, b));
        const step = Math.min(16, (box.w - 24) / list.length);
        list.forEach((e, k) => {
            e.end = [box.left + box.w / 2 + (k - (list.length - 1) / 2) * step, box.top - 1];
        });
    }
}

/* Below its column, up between the two, and from above into the next one; tensors side by side. */
function toNextColumn(e, x, x2, y2) {
    const {x: between, foot} = regions[0].gutters.find(g => g.x > x);
    const lane = 4 * (e.from.id % 5 - 2);
    return [["V", foot + 12 + lane], ["H", between + lane], ["V", 10 + lane], ["H", x2], ["V", y2]]
        .map(([way, to]) => way + to.toFixed(1)).join("");
}
function edgePath(e) {
    const points = [[e.from.left + e.from.w / 2, e.from.top + e.from.h], ...e.points, e.end];
    let [x, y] = points[0], d = "M" + x.toFixed(1) + " " + y.toFixed(1);
    for (const [x2, y2] of points.slice(1)) {
        if (y2 < y - 1) d += toNextColumn(e, x, x2, y2);
        else if (Math.abs(x2 - x) < 0.5) d += "V" + y2.toFixed(1);
        else {
            const bow = Math.max(8, (y2 - y) * 0.55);
            d += "C" + [x, y + bow, x2, y2 - bow, x2, y2].map(v => v.toFixed(1)).join(" ");
        }
        [x, y] = [x2, y2];
    }
    return d;
}
