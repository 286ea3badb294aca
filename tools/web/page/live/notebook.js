/* notebook.js - a notebook in the page: prose as it was written, cells of C that run and can be
 * changed.
 *
 * Cells share one live instance of the engine. Whoever runs a cell gets those before it that have
 * not run. Changes stay in this browser. Invariant: at most one cell is running.
 */
import {whyNothingRuns} from "../../core/allowed.js";
import {element, byId} from "./dom.js";
import {fillWith} from "../dom.js";
import {followTheme} from "../theme.js";
import {makeCode} from "./code.js";
import {addOutput, addEnd} from "./output.js";
import {CompilerClient, loadingText} from "./compiler.js";
import {Kernel} from "./kernel.js";
import {inWords, listen, withFiles} from "./bring.js";
import {modulesOfMine, offerMine, programWith} from "./mine.js";
import {translate} from "./session.js";
import {base, site} from "./site.js";

const loading = loadingText();
const compiler = new CompilerClient(part => { if (running) say(loading(part)); });
followTheme();
document.body.dataset.ready = "yes";
const trouble = error => {
    document.querySelector("#notebook .status").textContent = error.message;
    throw error;
};
const files = await site().catch(trouble);
const {notebooks} = await files.json("live/live.json").catch(trouble);
let book = null, cells = [], kernel = null, busy = false, running = null, began = 0;

/* ---- the list ---- */

function showList() {
    const entries = milestones =>
        element("ul", {class: "cards wide"},
            ...notebooks.filter(n => /^\d{4}/.test(n.name) === milestones)
        .map(n => element("li", {}, element("a", {href: "#" + n.name}, n.title), about(n))));
    byId("notebook").replaceChildren(element("h1", {}, "Notebooks in C"),
        element("p", {class: "lead"},
            "Prose and cells of C. The cells run here, in this tab, and can be changed."),
        element("h2", {}, "Use what you built"), entries(false),
        element("h2", {}, "Milestones"),
        element("p", {}, "Trained, not told: each ends in gates, and fails if one does not hold."),
        entries(true));
    byId("bar").hidden = true;
    document.title = "Notebooks in C \u00b7 Kindling";
}
function about(n) {
    const text = element("span", {});
    fillWith(text, n.about);
    text.append(longText(n));
    return text;
}
function longText(n) {
    return n.seconds
        ? " Takes about " +
        `${n.seconds < 60 ? `${n.seconds} s` : `${Math.round(n.seconds / 60)} min`} on a laptop.`
        : "";
}

/* ---- what was changed stays ---- */

// once, all sites of a host shared it
const older = () => `notebook:${book.name}`, place = () => `${older()}:${base.pathname}`;
function changes() {
    try {
        return JSON.parse(localStorage.getItem(place()) ?? localStorage.getItem(older())) || {};
    } catch { return {}; }
}
function keep() {
    const changed = {};
    for (const c of cells) if (c.code.text() !== c.text)
        changed[c.index] = {was: c.text, text: c.code.text()};
    try {
        localStorage.setItem(place(), JSON.stringify(changed));
    } catch { /* a browser that keeps nothing */ }
}

/* ---- one notebook ---- */

async function showBook(name) {
    const entry = notebooks.find(n => n.name === name);
    if (!entry) { location.hash = ""; showList(); return; }
    book = {...entry, ...await files.json(`live/notebooks/${name}.json`)};
    document.title = book.title + " \u00b7 Kindling";
    if (kernel) kernel.forget();
    kernel = new Kernel(compiler, readyModules(), book.files,
        output => addOutput(running.out, output),
        () => programWith("notebook", byId("mine").value, compiler));
    byId("bring").hidden = !book.folder;
    cells = [];
    const parts = book.cells.map(c => c.kind === "markdown" ? prose(c.html) : codeCell(c));
    const kept = changes();
    for (const c of cells) {
        const mine = kept[c.index];
        c.code.set(mine && mine.was === c.text ? mine.text : c.text);
        showChanged(c);
    }
    const links = element("p", {class: "beside"}, element("a", {href: "#"}, "all notebooks"));
    byId("notebook").replaceChildren(links, ...parts);
    byId("bar").hidden = false;
    say(longText(book).trim());
    window.scrollTo(0, 0);
}
function prose(html) {
    const box = element("div", {class: "prose"});
    fillWith(box, html);
    return box;
}
/* The paths of the modules that were made with the site, by the C that they were made of. */
function readyModules() {
    const ready = new Map();
    let known = new Map(), number = 0;
    for (const c of book.cells.filter(c => c.kind === "code")) {
        const [text, next] = translate(c.text, ++number, known);
        if (c.module) ready.set(text, `live/notebooks/${c.module}`);
        if (!/^\s*CELL_FAILS\b/m.test(c.text)) known = next;
    }
    return ready;
}

function codeCell({text}) {
    const index = cells.length;
    const out = element(
        "div", {class: "out", role: "log", "aria-label": `what cell ${index + 1} says`});
    const c = {index, text, out, ran: false};
    c.code = makeCode(`cell ${index + 1}`, () => { keep(); showChanged(c); }, next => {
        runTo(index).then(() => next && cells[index + 1]?.code.focus());
    });
    c.button = element("button",
        {class: "run", type: "button", title: "Run (Shift+Enter)",
            "aria-label": `Run cell ${index + 1}`, onclick: () => runTo(index)}, "\u25b6\ufe0e");
    c.state = element("span", {class: "state"});
    c.undo = element("button", {class: "undo", type: "button", hidden: true, onclick: () => {
        c.code.set(c.text);
        keep();
        showChanged(c);
    }}, "As it was");
    c.all = element("section", {class: "cell", "aria-label": `cell ${index + 1}`},
        element("div", {class: "tools"}, c.button, c.state, c.undo), c.code.all, out);
    cells.push(c);
    return c.all;
}
function showChanged(c) { c.undo.hidden = c.code.text() === c.text; }

/* ---- running ---- */

function say(text) { byId("status").textContent = text; }
function secondsText(s) {
    return s < 0.1 ? ""
        : s < 60 ? `${s.toFixed(1)} s` : `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
}
function tick() {
    if (running && began)
        running.state.textContent =
            `running, ${secondsText((performance.now() - began) / 1000) || "0.1 s"}`;
}

async function runOne(c) {
    running = c;
    began = 0;
    c.out.replaceChildren();
    c.code.mark([]);
    c.all.dataset.how = "running";
    c.state.textContent = "compiling";
    say(`Cell ${c.index + 1} of ${cells.length}`);
    const timer = setInterval(tick, 100);
    try {
        const end = await kernel.run(c.code.text(), () => { began = performance.now(); tick(); });
        addEnd(c.out, end);
        c.all.dataset.how = end.how;
        c.ran = end.how === "ok" || end.how === "meant";
        c.state.textContent = c.ran ? secondsText(end.seconds) : "";
        if (kernel.session.number === 0) for (const other of cells) other.ran = false;
        c.code.mark([...end.diagnostics, ...(end.how === "failed" ? failedLine(c) : [])]);
        return end.how;
    } catch (error) {
        c.all.dataset.how = "failed";
        c.state.textContent = "";
        addOutput(c.out, {kind: "text", text: String(error.message || error)});
        return "failed";
    } finally {
        clearInterval(timer);
        running = null;
    }
}
/* "line 3: tensor_add: ..." is the last that it said. */
function failedLine(c) {
    const found = /(?:^|\n)line (\d+): [^\n]*\n$/.exec(
        c.out.querySelector("pre.said:last-of-type")?.textContent || "");
    return found ? [{line: +found[1], kind: "error"}] : [];
}

/* Cells from the first that has not run up to this one, and this one in any case. */
async function runTo(last, all = false) {
    if (busy) return;
    busy = true;
    byId("stop").disabled = false;
    byId("mine").disabled = true;
    for (const c of cells) c.button.disabled = true;
    let wrong = 0;
    for (const c of cells.slice(0, last + 1)) {
        if (c.ran && c.index !== last) continue;
        const how = await runOne(c);
        if (how === "stopped" || how === "compile" && !all) { wrong++; break; }
        if (how === "failed" || how === "compile") wrong++;
    }
    for (const c of cells) c.button.disabled = false;
    byId("stop").disabled = true;
    byId("mine").disabled = false;
    busy = false;
    say(all && !wrong ? `All ${cells.length} cells have run.`
        : wrong ? `${wrong} of the cells did not end well.` : "");
}
function startOver() {
    kernel.stop();
    kernel.forget();
    for (const c of cells) {
        c.ran = false;
        c.out.replaceChildren();
        c.state.textContent = "";
        delete c.all.dataset.how;
    }
    say("Nothing has run.");
}

/* ---- what the reader brings ---- */

async function bring(list) {
    const {files, why} = await withFiles(kernel.brought?.files ?? {}, list);
    if (!why) kernel.bring({variable: book.folder, files});
    say(why || `${book.folder}: ${inWords(files)}. Run the cell that reads them.`);
}
listen(byId("bring"), byId("chosen"), () => book?.folder, bring);
modulesOfMine().then(names => offerMine(names, byId("mine"), byId("mine-label")));

byId("mine").addEventListener("change", startOver);
byId("all").addEventListener("click", () => {
    if (!busy) { startOver(); runTo(cells.length - 1, true); }
});
byId("stop").addEventListener("click", () => kernel && kernel.stop());
byId("over").addEventListener("click", () => { if (!busy) startOver(); });
const open = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    return name ? showBook(name) : showList();
};
const forbidden = whyNothingRuns();
if (forbidden)
    document.querySelector("header")
        .after(element("p", {class: "trouble", role: "alert"}, forbidden));
window.addEventListener("hashchange", open);
open();
