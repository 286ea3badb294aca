/* front.js - the way in: continue where you were, the map of the course, points of every module. */
import {element} from "./dom.js";

/* Where each module stands on the map: a column further than all that it builds on. */
export function columnsOf(modules) {
    const column = {};
    for (const m of modules)
        column[m.name] =
            Math.max(0, ...(m.before || []).filter(b => b in column).map(b => column[b] + 1));
    return column;
}

/* What a module builds on directly: without what another of those already builds on. */
export function directly(modules) {
    const before = Object.fromEntries(modules.map(m => [m.name, m.before || []]));
    const reaches = (from, to) => (before[from] || []).some(b => b === to || reaches(b, to));
    return Object.fromEntries(
        modules.map(m =>
            [
                m.name,
                before[m.name].filter(
                    b => !before[m.name].some(other => other !== b && reaches(other, b)))]));
}

/* Where to go on: the module that was open last, or the first after it that is not done once it is;
 * that one if all are. */
export function nextModule(modules, progress, name) {
    const done = m => progress.find(p => p.name === m.name)?.state === "done";
    const at = modules.findIndex(m => m.name === name);
    if (at < 0) return null;
    return [...modules.slice(at), ...modules.slice(0, at)].find(m => !done(m)) ?? modules[at];
}

/* progress: [{number, name, title, points, of, state, open}], as make progress says; last: {name,
 * file} or null. */
export function drawFront(place, modules, progress, last, actions) {
    const points = progress.reduce((sum, p) => sum + p.points, 0);
    const of = progress.reduce((sum, p) => sum + p.of, 0);
    const next = last && nextModule(modules, progress, last.name);
    const there = next?.name === last?.name;
    place.replaceChildren(
        element("div", {class: "hero drawn"},
            element("div", {},
                element("h1", {}, "Write a ", element("span", {class: "unbroken"}, "deep-learning"),
                    " engine, in C"),
                element("p", {class: "lead"},
                    "From the first tensor to a transformer. The compiler, the tests and your " +
                    "files are all in this tab: nothing to install, no account, ",
                    "and nothing leaves this browser.")),
            next
                ? there ? continueCard(next, progress.find(p => p.name === next.name), last,
                    actions) : startCard(next, "Go on with") : startCard(modules[0], "Begin here")),
        element("section", {class: "way", "aria-labelledby": "way-title"},
            element("div", {class: "row"}, element("h2", {id: "way-title"}, "The course"),
                element("p", {class: "quiet"}, `${points} of ${of} points`)),
            mapOf(modules, progress),
            element("p", {class: "live"}, "See it happen first: ",
                element("a", {href: "live/demo.html"}, "a transformer learns to spell backwards"),
                ", ", element("a", {href: "live/notebook.html"},
                    "notebooks, and milestones from 1958 to 2023"), "."),
            element("ol", {class: "modules"},
                modules.map(m => moduleCard(m, progress.find(p => p.name === m.name), modules)))));
}

function continueCard(m, p, last, actions) {
    return element(
        "a", {class: "continue", href: `#${m.name}`, onclick: () => actions.resume(last)},
        element("span", {class: "quiet"}, "Continue where you were"),
        element("strong", {}, `${m.number} ${m.title}`),
        element("span", {},
            [last.file, p && p.state !== "new" && p.points !== null
                ? `${p.points} of ${p.of} points` : null, p && p.open ? `next: ${p.open}`
                : null].filter(t => t).join(" · ")));
}

const startCard = (m, words) => element("a", {class: "continue", href: `#${m.name}`},
    element("span", {class: "quiet"}, words),
    element("strong", {}, `${m.number} ${m.title}`),
    element("span", {}, "Or choose any module below: each stands on its own."));

const stateWords = {new: "not begun", done: "done", changed: "changed since the last run"};

function moduleCard(m, p, modules) {
    const state = p.state === "open" ? (p.open ? `open: ${p.open}` : "open") : stateWords[p.state];
    const before = directly(modules)[m.name].map(b => modules.find(other => other.name === b))
        .filter(b => b).map(b => b.number);
    return element("li", {class: p.state},
        element("a", {href: `#${m.name}`}, element("span", {class: "number"}, m.number),
            ` ${m.title}`),
        element("span", {class: "bar", "aria-hidden": "true"},
            element("i", {style: `width:${100 * p.points / p.of}%`})),
        element("span", {class: "state"}, `${p.points ?? "?"}/${p.of} · ${state}`),
        before.length || m.hours
            ? element("span", {class: "before"},
                [m.hours, before.length ? `after ${before.join(", ")}` : null].filter(t => t)
                .join(" · ")) : null);
}

/* ---- the map: a line from each module to those that build on it ---- */

const svg = (name, attributes = {}, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes))
        if (key === "style") made.style.cssText = value;
        else made.setAttribute(key, value);
    made.append(...children);
    return made;
};

/* The longest way through the course is a straight line; what lies beside it hangs below, in the
 * first row in which neither a module nor a line is in its way, or in the way of its own lines. */
export function placesOf(modules) {
    const column = columnsOf(modules), before = directly(modules), rows = {}, taken = new Set();
    let on = modules.reduce((last, m) => column[m.name] > column[last.name] ? m : last, modules[0]);
    while (on) {
        rows[on.name] = 0;
        on = modules.find(m => before[on.name].includes(m.name) &&
            column[m.name] === column[on.name] - 1);
    }
    for (const {name} of modules.filter(m => rows[m.name] === undefined)) {
        const after = modules.filter(m => before[m.name].includes(name));
        const above = after.filter(m => rows[m.name] === 0);
        const first = Math.min(column[name], ...before[name].map(b => (column[b] ?? -1) + 1));
        const last = Math.max(column[name], ...above.map(m => column[m.name] - 1));
        const cells = row => Array.from({length: last - first + 1},
            (_, i) => `${first + i} ${row}`);
        let row = 1 + (after.length ? 0 : Math.max(0, ...before[name].map(b => rows[b] ?? 0)));
        while (cells(row).some(cell => taken.has(cell))) row++;
        cells(row).forEach(cell => taken.add(cell));
        rows[name] = row;
    }
    return Object.fromEntries(
        modules.map(({name}) => [name, {x: 60 + 100 * column[name], y: 30 + 78 * rows[name]}]));
}

function mapOf(modules, progress) {
    const place = placesOf(modules), before = directly(modules), all = Object.values(place);
    const edges = modules.flatMap(m => before[m.name].filter(b => place[b])
        .map(b => edge(place[b], place[m.name])));
    const stops = modules.map(m => stop(m, place[m.name], progress.find(p => p.name === m.name)));
    const width = 60 + Math.max(...all.map(p => p.x)), height = 46 + Math.max(...all.map(p => p.y));
    return element("div", {class: "map", "aria-hidden": "true"},
        svg("svg", {viewBox: `0 0 ${width} ${height}`, style: `min-width:${0.8 * width}px`},
            ...edges, ...stops));
}

/* Down at once and along, or along and up just before its end; past other rows between their
 * names. */
export function wayOf(a, b) {
    const bend = (x1, y1, x2, y2) => `C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;
    const between = a.x + 50;
    if (b.y > a.y + 100)
        return `M${a.x} ${a.y}C${between} ${a.y} ${between} ${a.y} ${between} ${a.y + 50}` +
            `V${b.y - 50}C${between} ${b.y} ${between} ${b.y} ${a.x + 100} ${b.y}H${b.x}`;
    const way = b.y > a.y ? `${bend(a.x, a.y, a.x + 100, b.y)}H${b.x}`
        : `H${b.x - 100}${bend(b.x - 100, a.y, b.x, b.y)}`;
    return `M${a.x} ${a.y}${way}`;
}
const edge = (a, b) => svg("path", {class: "edge", d: wayOf(a, b)});

function stop(m, {x, y}, p) {
    const full = 2 * Math.PI * 19, text = svg("text", {x, y: y + 5, class: "number"});
    text.textContent = m.number;
    const name = svg("text", {x, y: y + 38, class: "name"});
    name.textContent = m.title.split(":")[0];
    return svg("a", {href: `#${m.name}`, tabindex: "-1", class: `stop ${p.state}`},
        svg("circle", {cx: x, cy: y, r: 19, class: "ground"}),
        svg(
            "circle", {cx: x, cy: y, r: 19, class: "earned",
                "stroke-dasharray": `${full * p.points / p.of} ${full}`,
                transform: `rotate(-90 ${x} ${y})`}), text, name);
}
