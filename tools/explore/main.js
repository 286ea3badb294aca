/* main.js - the bars above, the keys, the theme, and the start. */

/* ---- the overview strip: the outermost regions, in the order of time ---- */

function outermost() {
    const top = regions[0], single = top.nodes.filter(n => n.op);
    return [...top.children, ...(single.length <= 12 ? single : [])].filter(b => !b.isRegion ||
        b.all.some(n => n.op))
        .sort((a, b) => (a.isRegion ? a.all.find(n => n.op).id : a.id) -
            (b.isRegion ? b.all.find(n => n.op).id : b.id));
}
function drawStrip() {
    const items = [];
    let before = null;
    for (const box of outermost()) {
        const run = before && box.isRegion && before.isRegion && box.index > 0 &&
            box.name === before.name;
        if (before && !run) items.push(element("i", {}, "\u2192"));
        const here = view.selected && (view.selected === box || isInside(view.selected, box));
        items.push(
            element("button",
                {class: (box.isRegion ? "" : "node") + (here ? " here" : ""),
                    onclick: () => visit(box)},
            run ? String(box.index) : nameOf(box)));
        before = box;
    }
    byId("strip").replaceChildren(...items);
}
function visit(box) {
    if (box.isRegion) { box.open = true; draw(); bringIntoView(box, true); }
    else goTo(box);
}

/* ---- buttons ---- */

function useLevel(level) {
    setLevel(level);
    document.querySelectorAll("[data-level]")
        .forEach(b => b.setAttribute("aria-pressed", String(b.dataset.level === level)));
    draw();
    fit(true);
}
document.querySelectorAll("[data-level]")
    .forEach(b => b.addEventListener("click", () => useLevel(b.dataset.level)));
function toggleGradient() {
    view.onlyGradient = !view.onlyGradient;
    byId("only-gradient").setAttribute("aria-pressed", String(view.onlyGradient));
    draw();
    fit(true);
}
byId("only-gradient").addEventListener("click", toggleGradient);
byId("fit").addEventListener("click", () => fit());
byId("show-attention").addEventListener("click", () => showAttention());
function useTheme(name) {
    document.documentElement.dataset.theme = name;
    if (view.boxes.length) { draw(); if (view.selected) showPanel(view.selected); }
    if (!byId("attention").hidden) showAttention();
}
const prefersDark = window.matchMedia("(prefers-color-scheme: dark)");
/* What was chosen here or on another page of the site, else as the system; a page from a file may
 * have no storage. */
function chosenTheme() {
    let kept = null;
    try { kept = localStorage.getItem("kindling-theme"); } catch { /* none */ }
    return kept === "dark" || kept === "light" ? kept : prefersDark.matches ? "dark" : "light";
}
prefersDark.addEventListener("change", () => useTheme(chosenTheme()));
window.addEventListener("storage", () => useTheme(chosenTheme()));
byId("theme").addEventListener("click", () => {
    useTheme(theme() === "dark" ? "light" : "dark");
    try { localStorage.setItem("kindling-theme", theme()); } catch { /* then for this visit */ }
});

/* ---- keys ---- */

const keys = [
    ["\u2191 \u2193 \u2190 \u2192", "walk along the graph"], ["Enter", "open or close a region"],
    [". ,", "one step on, one back"],
    ["space", "play or pause"], ["/", "search; Enter goes to the next find"],
    ["1 2 3", "overview, default, full"],
    ["g", "only what a gradient reaches"], ["a", "attention"], ["+ \u2212 0", "zoom in, out, fit"],
    ["o", "open a graph of your own"], ["t", "dark or light"],
    ["Esc", "close what is open; then leave the film"]];
function showHelp() {
    byId("help").hidden = false;
    byId("help").replaceChildren(closeButton(closeSheets, "right:18px;top:14px"),
        element("h2", {}, page.title), element("p", {}, page.intro),
        element("p", {class: "muted"},
            "Drag to move, scroll or pinch to zoom. Rest on a box and only what it was made from " +
            "stays lit. Press a box to see its numbers, its gradient and the line that made it. " +
            "The first strip in a box is its values, the second its gradient: blue is below 0, " +
            "orange above, and where nothing is below 0 the strip is violet, darker for more. A " +
            "tensor of one element shows its number. Red marks where a gradient could have gone " +
            "and does not."),
        element("p", {class: "muted"},
            "To see a graph of your own, let your program call graph_json(file, loss, 4096), and " +
            "drop the file on this page, or press Open. Nothing of it leaves this machine. In a " +
            "browser tab programs keep no files: call graph_json(stdout, loss, 4096), copy what " +
            "it prints, and paste it here."),
        element("dl", {},
            ...keys.flatMap(
                ([k, what]) => [element("dt", {}, ...k.split(" ").map(c => element("kbd", {}, c))),
                    element("dd", {}, what)])));
    byId("help").querySelector(".close").focus();
}
byId("show-help").addEventListener("click", showHelp);

/* Up to what it was made from, down to what it is used by, sideways to its neighbours. */
function walk(key) {
    const now = view.selected && boxOfAny(view.selected);
    if (!now) { select(view.boxes.at(-1)); bringIntoView(view.boxes.at(-1)); return; }
    const middle = b => b.left + b.w / 2;
    const near = list =>
        list.sort(
            (a, b) => Math.abs(middle(a) - middle(now)) - Math.abs(middle(b) - middle(now)))[0];
    const level = view.boxes.filter(b => b !== now &&
        Math.abs(b.top + b.h / 2 - now.top - now.h / 2) < 30);
    const to = {
        ArrowUp: () => near(view.edges.filter(e => e.to === now).map(e => e.from)),
        ArrowDown: () => near(view.edges.filter(e => e.from === now).map(e => e.to)),
        ArrowLeft: () => near(level.filter(b => b.left < now.left)),
        ArrowRight: () => near(level.filter(b => b.left > now.left)),
    }[key]();
    if (to) { select(to); bringIntoView(to); }
}
function boxOfAny(box) { return box.isRegion ? (box.open ? null : box) : boxOf(box); }
function enter() {
    const box = view.selected;
    if (box && box.isRegion && !box.open) toggle(box);
    else if (box && boxOf(box.isRegion ? box.all[0] : box).isRegion)
        toggle(boxOf(box.isRegion ? box.all[0] : box));
    else if (box && box.up.up) toggle(box.up);
}
document.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const space = freeSpace(), inSheet = !byId("attention").hidden || !byId("help").hidden;
    if (e.key === "Escape") {
        if (inSheet) closeSheets();
        else if (!byId("trouble").hidden) closeTrouble();
        else if (view.selected || !film.touched) select(null);
        else leaveFilm();
        return;
    }
    const typing = e.target.matches("input, textarea, select");
    if (inSheet || typing) return;
    const onButton = e.target.matches("button");
    const action = {
        "/": () => byId("search").focus(), "?": showHelp, ".": () => byId("forth").click(),
        ",": () => byId("back").click(),
        " ": onButton ? null : play, "Enter": onButton ? null : enter,
        "1": () => useLevel("overview"), "2": () => useLevel("default"),
        "3": () => useLevel("full"), "g": toggleGradient,
        "a": () => byId("show-attention").hidden || showAttention(),
        "t": () => byId("theme").click(), "o": () => byId("open").click(),
        "0": () => fit(), "+": () => zoom(1.25, space.w / 2, space.h / 2),
        "=": () => zoom(1.25, space.w / 2, space.h / 2),
        "-": () => zoom(0.8, space.w / 2, space.h / 2),
        "ArrowUp": () => walk(e.key), "ArrowDown": () => walk(e.key),
        "ArrowLeft": () => walk(e.key), "ArrowRight": () => walk(e.key),
    }[e.key];
    if (action) { e.preventDefault(); action(); }
});

/* ---- the address: #n12 is the box that is chosen, #n12@7 with the step of the film ---- */

let placeTimer = null;
function writePlace() {
    clearTimeout(placeTimer);
    if (film.timer !== null || page.opened) return;
    const place = (view.selected ? view.selected.key : "") + (film.touched ? `@${film.at}` : "");
    try { history.replaceState(null, "", "#" + place); } catch { /* a page within another */ }
}
/* A browser takes some 200 changes of an address in ten seconds, and no more. */
function notePlace() {
    clearTimeout(placeTimer);
    placeTimer = setTimeout(writePlace, 200);
}
function showPlace(address) {
    const [, key, step] = /^#([nr]\d+)?(?:@(\d+))?$/.exec(address) || [];
    const box = [...nodes, ...regions].find(b => b.key === key);
    if (step !== undefined) goToStep(Number(step));
    else if (box) goTo(box);
}
window.addEventListener("hashchange", () => showPlace(location.hash));
/* {link} to be copied; or {trouble}: a page that a script has made has an address that only its tab
 * knows. */
function linkOf(address) {
    return page.opened || /^(blob|data|about):/.test(address)
        ? {trouble: "This graph was made here, and only this tab knows its address. To share it, " +
            "save the page (Ctrl-S) or the picture (SVG, PNG)."} : {link: address};
}
byId("link").addEventListener("click", async () => {
    writePlace();
    const {link, trouble} = linkOf(location.href);
    try { if (link) await navigator.clipboard.writeText(link); }
    catch { tell("Copy this address: " + link); return; }
    tell(trouble || "Copied: " + link);
});

/* ---- the start ---- */

/* The page's own graph, or one that somebody opens later. */
function showPage(data) {
    readPage(data);
    readAttention();
    readFilm();
    document.title = page.title + " \u00b7 Kindling explorer";
    byId("title").textContent = page.title;
    byId("intro").textContent = page.intro;
    useLevel("default");
}
const address = location.hash;
byId("legend").replaceChildren(
    ...["input", "parameter", "constant", "operation", "loss", "closed"].map(kind =>
    element("span", {class: kind},
        element("b", {style: `background:var(--${kind});border-color:var(--${kind}-line)`}),
        kind === "closed" ? "closed region" : kind === "loss" ? "result" : kind)),
    element("span", {}, "strips: values, gradient"));
document.documentElement.dataset.theme = chosenTheme();
showPage(JSON.parse(byId("data").textContent));
showPlace(address);
window.addEventListener("resize", () => move());
/* On paper all of it, without the bars. How large a page is nobody knows before: the browser scales
 * it. */
window.addEventListener("beforeprint", () => {
    world.removeAttribute("transform");
    const all = world.getBBox();
    svg.setAttribute("viewBox", `${all.x - 8} ${all.y - 8} ${all.width + 16} ${all.height + 16}`);
});
window.addEventListener("afterprint", () => { svg.removeAttribute("viewBox"); move(); });
