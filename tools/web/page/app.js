/* app.js - the page: which module is open, which part is seen, what the keys do. */
import {byId, element} from "./dom.js";
import {drawFront} from "./front.js";
import {ModulePage} from "./module.js";
import {dropFiles, importFiles, pickFiles} from "./moving.js";
import {keys, showKeys} from "./dialog.js";
import {applySettings, drawSettings, usual} from "./settings.js";
import {giveRoom, makeDivider, makeTabs} from "./layout.js";
import {inTheTab} from "./words.js";

export const narrow =
    window.matchMedia("(max-width: 37.5rem), (max-width: 62.5rem) and (max-height: 31rem)");

/* What all parts share: desk (a student's state), judge, data (what the site was built with), and a
 * few ways to speak. ready() is called when the compiler will be needed soon; live(place, module)
 * fills "See it live". */
export async function start({desk, judge, data, ready = () => {}, live = null}) {
    const app = {desk, judge, data, ready, live, modules: await data.modules(),
        settings: {...usual, ...await desk.get("settings")},
        last: await desk.get("last"), page: null};
    /* unseen: what a screen reader is told besides, since it stands elsewhere in the page */
    app.said = (text, unseen = "") => byId("status").replaceChildren(inTheTab(text),
        unseen && element("span", {class: "unseen"}, ` ${unseen}`));
    app.see = view => see(app, view);
    app.follow = view => follow(app, view);
    app.goTo = name => { location.hash = `#${name}`; };
    app.shown = () => show(app);
    app.run = command => obey(app, command);
    desk.told = text => app.said(text);
    desk.changed = name => { if (app.page.module?.name === name) app.page.reload(); };
    applySettings(app.settings);
    drawSettings(byId("settings"), app.settings, settings => desk.set("settings", settings));
    drawPicker(app);
    await dividers(app);
    app.drawViews = makeTabs(byId("views"), view => { app.said(""); app.see(view); },
        id => ({lesson: "left", code: "code", report: "below"})[id]);
    app.page = new ModulePage(app);
    /* The keys of a reader, Space and PageDown, go to what there is to read. */
    const read = () => {
        if (document.activeElement === document.body)
            byId(app.page.module ? "lesson" : "front").focus({preventScroll: true});
    };
    buttons(app);
    listenToKeys(app);
    app.bars = giveRoom(byId("lesson"), window.matchMedia(
        "(max-width: 62.5rem) and (max-height: 31rem)"));
    dropFiles(document.body, files => importFiles(app, files),
        on => document.body.classList.toggle("dropping", on));
    window.addEventListener("hashchange", async () => {
        await show(app);
        read();
    });
    window.addEventListener("popstate", () => {
        app.see(history.state?.view ?? "lesson");
        app.page.showPart(history.state?.part ?? "lesson");
    });
    narrow.addEventListener("change", () => app.see(document.body.dataset.view));
    app.see("lesson");
    await show(app);
    read();
    document.body.dataset.ready = "yes";
    return app;
}

/* ---- where we are ---- */

/* By its name, else by the number before it: a link to one that was called otherwise leads on. */
function moduleOfHash(app) {
    const name = location.hash.slice(1).split("/")[0], number = /^\d\d(?=_|$)/.exec(name);
    return app.modules.find(m => m.name === name) ||
        app.modules.find(m => m.number === number?.[0]);
}

/* One after the other, each where the address is by then: who goes on before a module has come is
 * not shown it late. */
let showing = Promise.resolve();
function show(app) {
    app.page.hurry();
    return showing = showing.catch(() => {}).then(() => showPlace(app));
}

async function showPlace(app) {
    const module = moduleOfHash(app);
    document.body.dataset.page = module ? "module" : "front";
    app.said("");
    byId("picker").value = module ? module.name : "";
    for (const menu of document.querySelectorAll("details.menu")) menu.open = false;
    if (!module) {
        document.title = "Kindling";
        await app.page.close();
        drawFront(byId("front"), app.modules, await app.desk.progress(app.modules), app.last,
            {resume: last => { app.resume = last; }});
        if (location.hash.length > 1)
            app.said(`There is no ${location.hash} here: this is the whole course.`);
        return;
    }
    document.title = `${module.number} ${module.title} - Kindling`;
    await app.page.open(
        module, app.resume || (app.last && app.last.name === module.name ? app.last : null));
    app.resume = null;
}

/* A link led here: on a small screen, where the lesson is out of sight then, Back leads to it. */
function follow(app, view) {
    if (narrow.matches && document.body.dataset.view === "lesson")
        history.pushState({view}, "");
    see(app, view);
}

/* lesson, code or report: which one a small screen shows. A wide one shows all. */
function see(app, view) {
    if (view !== "lesson") { app.page.hurry(); app.bars(); }
    document.body.dataset.view = view === "report" && !narrow.matches ? "code" : view;
    const parts = [["lesson", "Lesson"], ["code", narrow.matches ? "Code" : "Code and report"],
        ["report", "Report"]];
    app.drawViews(parts.filter(([id]) => id !== "report" || narrow.matches)
        .map(([id, text]) => ({id, text})), document.body.dataset.view);
}

function drawPicker(app) {
    byId("picker").replaceChildren(element("option", {value: ""}, "All modules"),
        ...app.modules.map(m => element("option", {value: m.name}, `${m.number} ${m.title}`)));
    byId("picker").addEventListener("change", e => app.goTo(e.target.value));
}

async function dividers(app) {
    const low = window.matchMedia("(max-height: 50rem)"); /* a laptop: a comment wants its rows */
    const kept = {left: 44, code: low.matches ? 62 : 56, ...await app.desk.get("layout")};
    const keep = which => percent => { kept[which] = percent; app.desk.set("layout", kept); };
    makeDivider(byId("divider"),
        {variable: "--left", across: true, start: kept.left, least: 20, most: 75,
            keep: keep("left")});
    makeDivider(byId("sill"),
        {variable: "--upper", across: false, start: kept.code, least: 15, most: 85,
            keep: keep("code")});
}

/* ---- what can be asked for: a command of the report or lesson, a button, a key ---- */

async function obey(app, command) {
    if (command.what === "progress") { app.goTo(""); return; }
    const module = app.modules.find(m => m.number === command.number);
    if (!module) { app.said(`There is no module ${command.number}.`); return; }
    if (!app.page.module || app.page.module.name !== module.name) {
        location.hash = `#${module.name}`;
        await show(app);
    }
    await app.page.obey(command);
}

function buttons(app) {
    const number = () => app.page.module.number;
    byId("run").addEventListener("click", () => app.page.check(""));
    byId("hint").addEventListener("click",
        () => app.page.obey({what: "hint", number: number(), here: true}));
    byId("keys").addEventListener("click", () => showKeys());
    byId("run").querySelector("kbd").textContent = keys[0][0];
    for (const button of document.querySelectorAll("[data-do]"))
        button.addEventListener("click", () => {
        button.closest("details").open = false;
        button.closest("details").querySelector("summary").focus();
        const input = {import: "import-file", folder: "import-folder"}[button.dataset.do];
        if (input) pickFiles(byId(input), files => importFiles(app, files));
        else
            app.page.obey({what: button.dataset.do === "export" ? "submit" : button.dataset.do,
                number: number()});
    });
    byId("files-menu").addEventListener("toggle", () => app.page.undoable());
    document.querySelector(".skip").addEventListener("click", e => {
        e.preventDefault();
        byId("main").focus();
    });
    document.addEventListener("click", e => {
        for (const menu of document.querySelectorAll("details.menu[open]"))
            if (!menu.contains(e.target)) menu.open = false;
    });
}

function listenToKeys(app) {
    document.addEventListener("keydown", e => {
        const open = document.body.dataset.page === "module";
        const typing = e.target.matches("input, textarea, select, [contenteditable=true]");
        const menu = e.key === "Escape" && document.querySelector("details.menu[open]");
        if (menu) { menu.open = false; menu.querySelector("summary").focus(); return; }
        if (document.querySelector("dialog[open]") || e.defaultPrevented) return;
        if ((e.ctrlKey || e.metaKey) && e.key === "Enter" && open) {
            e.preventDefault();
            app.page.check("");
            return;
        }
        if (e.key === "?" && !typing) { e.preventDefault(); showKeys(); return; }
        if (!e.altKey || e.ctrlKey || e.metaKey || !open) return;
        const action = {Digit1: () => app.page.focus("lesson"),
            Digit2: () => app.page.focus("code"), Digit3: () => app.page.focus("report"),
            Digit4: () => app.page.focus("strip"), KeyN: () => app.page.step(1),
            KeyP: () => app.page.step(-1),
            KeyH: () => app.page.obey(
                {what: "hint", number: app.page.module.number, here: true})}[e.code];
        if (action) { e.preventDefault(); action(); }
    });
}
