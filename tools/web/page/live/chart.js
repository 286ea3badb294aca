/* chart.js - a curve that grows: SVG with axes of its own, and a sentence for whoever does not see
 * it.
 *
 * scale and ticks are plain functions. Invariant: a chart never changes its size while it grows.
 */
import {element, shape} from "./dom.js";

const W = 560, H = 224, left = 44, right = 12, top = 12, bottom = 34;

/* Round numbers from low to high, about n of them. */
export function ticks(low, high, n) {
    const raw = (high - low) / n, power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 2.5, 5, 10].map(m => m * power).find(s => s >= raw * 0.999);
    const found = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high * (1 + 1e-9); k++)
        found.push(+(k * step).toPrecision(6));
    return found;
}
/* d of a path through values[0..], x from first on. */
export function pathOf(values, first, x, y) {
    let d = "";
    values.forEach((v, i) => {
        if (Number.isFinite(v))
            d += (d ? "L" : "M") + x(first + i).toFixed(1) + " " + y(v).toFixed(1);
    });
    return d;
}

/* series: [{name, kind}], kind a class of its line; usual: how high its axis is before there are
 * numbers. */
export function makeChart({title, xTitle, series, high, usual = 1, format = String}) {
    const svg = shape("svg", {class: "chart", viewBox: `0 0 ${W} ${H}`, role: "img"});
    const spoken = shape("desc", {});
    const grid = shape("g", {class: "grid"});
    const cursor = shape("line", {class: "cursor", y1: top, y2: H - bottom, visibility: "hidden"});
    const lines = series.map(s => shape("path", {class: "line " + s.kind}));
    svg.append(shape("title", {}, title), spoken, grid, ...lines, cursor);
    let xMost = 0, yMost = 0;
    const x = v => left + (W - left - right) * v / xMost;
    const y = v => H - bottom - (H - top - bottom) * Math.min(v, yMost) / yMost;
    const frame = () => {
        grid.replaceChildren();
        for (const t of ticks(0, yMost, 4))
            grid.append(shape("line", {x1: left, x2: W - right, y1: y(t), y2: y(t)}),
                shape("text", {x: left - 7, y: y(t) + 4, "text-anchor": "end"}, format(t)));
        for (const t of ticks(0, xMost, 7))
            grid.append(
                shape("text", {x: x(t), y: H - bottom + 17, "text-anchor": "middle"}, String(t)));
        grid.append(
            shape("text", {class: "axis", x: W - right, y: H - 1, "text-anchor": "end"}, xTitle));
    };
    return {
        figure: element("figure", {class: "live-chart"}, element("figcaption", {}, title), svg),
        /* data[k] = {first, every, values}: of series k, every so many steps from first on */
        show(data, steps, words) {
            const numbers = data.flatMap(d => d.values.filter(Number.isFinite));
            const most = high || (numbers.length ? Math.max(0.1, ...numbers) : usual);
            if (steps !== xMost || most > yMost ||
                (most < yMost / 2 && data[0].values.length < 3)) {
                    xMost = steps;
                    yMost = high || most * 1.05;
                    frame();
                }
            data.forEach(
                (d, k) => lines[k].setAttribute(
                    "d", pathOf(d.values, 0, i => x(d.first + i * d.every), y)));
            spoken.textContent = words;
        },
        mark(step) {
            cursor.setAttribute("visibility", step === null ? "hidden" : "visible");
            if (step !== null && xMost) {
                cursor.setAttribute("x1", x(step));
                cursor.setAttribute("x2", x(step));
            }
        }};
}
