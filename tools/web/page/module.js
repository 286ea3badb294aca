/* module.js - one module: its lesson, its files, its tests. Everything typed is kept at once. */
import {byId, element} from "./dom.js";
import {drawLesson, keepPlace, styleOfFormulas} from "./lesson.js";
import {drawBreak, drawMeasure} from "./experiments.js";
import {closeHints, giveHint} from "./hints.js";
import {makeQuestions} from "./questions.js";
import {makeStrip} from "./strip.js";
import {makeTabs} from "./layout.js";
import {leftParts, offersOf, partsOf} from "./parts.js";
import {plain} from "./ansi.js";
import {reportNodes, showFailure} from "./report.js";
import {headline, inTheTab, likelyOf, nextSteps, ofAnswer} from "./words.js";
import {tell} from "./dialog.js";
import {watchPictures} from "./picture.js";
import {drawn, pageIsThere} from "./loading.js";
import {resetModule, submitModule, undoModule} from "./moving.js";

const CALM = 4000; /* milliseconds of reading, after which the editor comes by itself */

/* The end of a lesson: where to from there. */
function onward(app, name) {
    const at = app.modules.findIndex(module => module.name === name);
    const link = (module, sign) => module &&
        element("a", {href: `#${module.name}`}, sign(`${module.number} ${module.title}`));
    return element("nav", {class: "onward", "aria-label": "From here"},
        link(app.modules[at - 1], title => `← ${title}`),
        element("button", {class: "only-narrow", onclick: () => app.follow("code")}, "To the code"),
        link(app.modules[at + 1], title => `${title} →`));
}

function nameRun(sign, name) {
    const [before, word] = byId("run").querySelectorAll("span");
    before.textContent = sign;
    word.textContent = name;
}

export class ModulePage {
    constructor(app) {
        Object.assign(this,
            {app, module: null, files: {}, outcomes: {}, report: "", stale: false, running: null,
                extra: new Map(), names: null});
        this.actions = {jump: place => this.jump(place), open: name => app.goTo(name),
            run: command => app.run(command), read: (path, line) => this.read(path, line),
            ask: () => this.ask()};
        this.whole = Promise.resolve();
        this.hurry = () => {};
        this.drawFileTabs = makeTabs(byId("file-tabs"), name => this.showFile(name),
            () => "editor");
        this.drawLeftTabs = makeTabs(byId("left-tabs"), part => this.showLeft(part), id => id);
        this.drawStrip = makeStrip(byId("strip"), byId("caption"), test => this.check(test));
        this.place = keepPlace(byId("lesson"),
            place => app.desk.set(`reading/${this.module.name}`, place));
        this.questions = makeQuestions(byId("questions"),
            {write: text => this.changed("answers.txt", text),
                check: () => this.check(`${this.module.number}.q`)});
    }

    /* ---- coming and going ---- */

    async close() {
        this.place.stop();
        this.module = null;
        this.running?.abort();
    }

    /* The lesson first, which can be read while the editor and the compiler come; what needs these
     * waits for everything(). */
    async open(entry, last) {
        if (this.module && this.module.name === entry.name) return;
        document.body.classList.add("coming"); // files and report are still those of the last one
        this.wanted = new Promise(done => { this.hurry = done; });
        const opened = this.#open(entry, last)
            .finally(() => document.body.classList.remove("coming"));
        this.whole = opened.catch(() => { this.module = null; });
        await opened;
    }

    async #open(entry, last) {
        const {desk, data} = this.app;
        this.place.stop();
        this.app.see("lesson");
        const style = styleOfFormulas();
        this.module = {...entry, ...await data.module(entry.name)};
        await style;
        await this.drawText();
        await drawn();
        if (byId("right").offsetParent) this.hurry(); // beside the lesson
        const editor = this.beginEditor();
        const [texts, later] = await Promise.all([data.texts(entry.name), data.later(entry.name)]);
        Object.assign(this.module, later);
        this.texts = texts;
        this.files = await desk.files(entry.name, this.module.files);
        const news = await desk.news(entry.name, this.module.files, {keep: true});
        const saved = await this.remember(), reading = await desk.get(`reading/${entry.name}`);
        Object.assign(
            this, {extra: new Map(), kept: await desk.get(`predictions/${entry.name}`) || {}});
        this.showLeft("lesson");
        this.drawResults();
        this.place.start(reading);
        this.app.bars();
        this.drawReport(saved.headline || "");
        await editor;
        this.app.ready();
        // names to complete come when they come
        if (!this.names) data.names().then(names => { this.names = names; }).catch(() => {});
        this.editor.forget();
        const names = this.own();
        if (last && names.includes(last.file)) this.showFile(last.file, last.line);
        else this.showFile(names[0]);
        await this.undoable();
        if (news.length) await tell("The course has changed", news.map(inTheTab));
    }

    async drawText() {
        const {name, calls} = this.module, {headers} = await this.app.data.about();
        this.headers = [...headers, ...calls ? [`modules/${name}/calls.txt`] : []];
        for (const id of Object.keys(leftParts)) byId(id).hidden = id !== "lesson";
        await drawLesson(byId("lesson"), this.module, this.headers, this.actions);
        byId("lesson").append(onward(this.app, name));
        watchPictures(byId("lesson"));
        closeHints(this);
    }

    /* The editor is most of the page's bytes: where the lesson stands alone it waits until somebody
     * wants more than that, or has read for a while. */
    async beginEditor() {
        if (this.editor) return;
        const calm = pageIsThere().then(() => new Promise(done => setTimeout(done, CALM)));
        await Promise.race([this.wanted, calm]);
        const {Editor} = await import("./editor.js");
        this.editor = new Editor(byId("editor"),
            {onChange: (name, text) => {
                if (!this.running) this.app.said(""); // it was about the text of before
                this.changed(name, text);
                this.lastAt(name, this.editor.line());
            }, onRun: () => this.check(""),
            names: () => this.names || [],
            said: this.app.said});
    }

    everything() {
        this.hurry();
        return this.whole;
    }

    /* Whether there is anything that "Undo reset or import" would bring back. */
    async undoable() {
        const {module} = this;
        if (module)
            document.querySelector('[data-do="undo"]').disabled = !await this.app.desk.backupOf(
                module.name);
    }

    /* What the last run said. */
    async remember() {
        const saved = await this.app.desk.results(this.module.name);
        const {outcomes = {}, report = "", points, of, answered, stale = false} = saved;
        Object.assign(this,
            {outcomes, report, points, of, answered, stale,
                old: new Set(stale ? Object.keys(outcomes) : []),
                ran: stale || points === undefined ? null
                    : {files: {...this.files}, outcomes: {...outcomes}}});
        return saved;
    }

    own() { return Object.keys(this.files); }

    welcome() {
        return element("div", {class: "welcome"}, element("p", {}, "Nothing was run yet. ",
            element("button", {class: "command", onclick: () => this.check("")}, "Run the tests"),
            " to see what there is to write: each of them says what it expects."));
    }

    /* ---- files ---- */

    changed(name, text) {
        if (this.files[name] === text) return;
        this.files[name] = text;
        this.app.desk.write(this.module.name, name, text);
        if (this.ran && this.own().every(file => this.files[file] === this.ran.files[file]))
            this.asItRan();
        else this.asChanged(name);
        this.editor?.replace(name, text);
        if (this.module.files[name] !== text !== this.marked?.has(name)) this.drawTabs();
    }

    asChanged(name) {
        const tests = Object.keys(this.outcomes);
        const news = !this.stale || this.old.size < tests.length;
        Object.assign(this, {stale: true, old: new Set(tests)});
        if (news) this.drawResults();
        else if (name === "answers.txt") this.drawQuestions();
    }

    /* A change was taken back: what the last whole run said holds again. */
    asItRan() {
        Object.assign(this, {stale: false, old: new Set(), outcomes: {...this.ran.outcomes}});
        this.app.desk.fresh(this.module.name);
        this.drawResults();
    }

    /* Other files altogether: after a reset, an undo, an import. */
    async reload() {
        await this.everything();
        if (!this.module) return;
        this.files = await this.app.desk.files(this.module.name, this.module.files);
        for (const name of this.own()) this.editor.replace(name, this.files[name]);
        await this.undoable();
        const saved = await this.remember();
        this.drawReport(saved.headline || "");
        this.editor.mark([]);
        this.drawTabs();
        this.drawResults();
    }

    drawTabs() {
        this.marked = new Set(
            this.own().filter(name => this.files[name] !== this.module.files[name]));
        const given = [...this.module.given, ...this.extra.keys()];
        const own = name => ({id: name, text: name, mark: this.marked.has(name) && "changed",
            told: "yours differs from the start"});
        const toRead = name => ({id: name, text: name.split("/").at(-1), title: `${name}, to read`,
            kind: "given"});
        this.drawFileTabs([...this.own().map(own), ...given.map(toRead)], this.file);
    }

    showFile(name, line = 0) {
        const own = name in this.files;
        this.file = name;
        this.editor.show(name, own ? this.files[name]
            : this.extra.get(name) || this.texts[`modules/${this.module.name}/${name}`], !own,
        line);
        this.drawTabs();
        if (own) this.lastAt(name, line);
    }

    /* Where the next visit begins. */
    lastAt(file, line) {
        this.app.last = {name: this.module.name, file, line};
        this.app.desk.set("last", this.app.last);
    }

    step(by) {
        const names = this.own();
        this.showFile(names[(names.indexOf(this.file) + by + names.length) % names.length]);
        this.focus("code");
    }

    /* A text to read beside one's own: a header, a list, a test. */
    async read(path, line) {
        const {name, calls} = this.module, {data} = this.app;
        const ofTests = /^tests\/course\/(\w+)\//.exec(path)?.[1];
        if (!ofTests && !this.headers.includes(path)) return this.app.said(`${path} is not here.`);
        await this.everything();
        this.extra.set(path, path === `modules/${name}/calls.txt` ? calls
            : (await (ofTests ? data.texts(ofTests) : data.tree()))[path]);
        this.app.follow("code");
        this.showFile(path);
        if (line) this.editor.jump(line);
        else this.editor.view.focus();
    }

    async jump({module, file, line, column}) {
        await this.everything();
        const entry = this.app.modules.find(m => m.name === module);
        if (entry && module !== this.module.name) {
            location.hash = `#${module}`;
            await this.app.shown();
        }
        if (!(file in this.files)) {
            const path = `modules/${module}/${file}`;
            if (this.headers.includes(path)) await this.read(path);
            else this.app.said(`${file} is not among the files of this module.`);
            return;
        }
        this.app.follow("code");
        this.showFile(file);
        this.editor.jump(line, column);
        this.lastAt(file, line);
        this.app.said(`${file}${line ? `, line ${line}` : ""}`);
    }

    /* ---- the run ---- */

    async check(test) {
        if (this.running) { this.stop(); return; }
        this.running = new AbortController();
        const {signal} = this.running;
        await this.everything();
        const {module, app} = this, files = {...this.files};
        if (!module || signal.aborted) { this.running = null; return; }
        document.body.classList.add("running");
        nameRun("■︎ ", "Stop");
        app.said(test ? `Running ${test.replaceAll("_", " ")} …` : "Running …");
        try {
            const result = await app.judge.check(module.name, files,
                {test, signal, seconds: app.settings.seconds, onProgress: text => {
                    byId("progress").textContent = text;
                }});
            if (this.module === module) await this.tell(result, test, files);
        } catch (error) {
            const said = signal.aborted ? "Stopped. Nothing of this run counts."
                : `The tests could not be run: ${error.message}`;
            app.said(said);
            byId("headline").textContent = said;
        } finally {
            this.running = null;
            byId("progress").textContent = ""; /* each step in sight, but not said aloud */
            document.body.classList.remove("running");
            nameRun("▶︎ ", "Run");
        }
    }

    /* Pressing Run while it runs: an endless loop in a function that all tests call takes its
     * time. */
    stop() {
        this.app.said("Stopping …");
        this.running.abort();
    }

    async tell(result, test, files) {
        for (const d of result.diagnostics)
            d.file = d.file.replace(`modules/${this.module.name}/`, "");
        const said = headline(result, Boolean(test));
        // the compiler's warnings come first
        this.report = (result.errors || "") + (result.report || "");
        this.editor.mark(result.diagnostics);
        if (result.compiled) {
            for (const r of result.results) {
                this.outcomes[r.name] = r.outcome;
                if (files[r.file] === this.files[r.file]) this.old.delete(r.name);
            }
            if (result.results.some(r => r.file === "answers.txt"))
                this.answered = files["answers.txt"];
            if (!test)
                Object.assign(this,
                    {points: result.points, of: result.of,
                        ran: {files, outcomes: {...this.outcomes}},
                        stale: Object.keys(files).some(name => files[name] !== this.files[name])});
            await this.app.desk.keepResults(this.module.name,
                {outcomes: this.outcomes, points: this.points, of: this.of, report: this.report,
                    headline: said, answered: this.answered,
                    whole: !test,
                    results: result.results, files});
        }
        this.drawReport(said, !result.compiled || result.results.some(r => r.outcome === "fail")
            ? "fail"
            : result.results.every(r => r.outcome === "pass" ||
                r.outcome === "todo" && r.optional) ? "pass" : "");
        this.drawResults();
        closeHints(this, hinted => this.outcomes[hinted.name] === "pass" ||
            (test && result.compiled &&
                !result.results.some(r => this.hinted.some(t => t.exercise === r.exercise))));
        this.app.said(said);
        const asked = document.activeElement && byId("questions").contains(document.activeElement);
        if (asked) this.questions.showWrong();
        else this.app.see("report");
        byId("below").scrollTop = 0; // only what is seen can be scrolled
        showFailure(byId("below"), byId("report"));
    }

    drawReport(said, kind = "") {
        byId("headline").textContent = this.report ? said : "";
        byId("headline").className = kind;
        byId("next").replaceChildren(
            ...nextSteps(plain(this.report), this.module.number, this.app.modules,
                offersOf(partsOf(this.module, this.files, this.app.live))).map(step =>
            element("button",
                {title: step.title,
                    onclick: () =>
                    (step.place ? this.jump(step.place)
                        : step.part ? this.openPart(step.part)
                        : step.module ? this.app.goTo(step.module) : this.app.run(step.command))},
                step.text)));
        byId("report").replaceChildren(
            ...(this.report ? reportNodes(this.report, this.actions) : [this.welcome()]));
    }

    drawResults() {
        this.drawStrip(this.module.tests, this.outcomes, this.old);
        byId("points").textContent = this.points === undefined ? ""
            : `${this.points} of ${this.of}`;
        byId("points").classList.toggle("stale", this.stale);
        this.drawQuestions();
    }

    drawQuestions() {
        const text = this.files["answers.txt"] || "";
        const fresh = this.answered === text;
        const tests = this.module.tests.filter(t => t.file === "answers.txt");
        const of = name => tests.find(t => t.exercise.endsWith(` ${name}`));
        this.questions.draw(text,
            fresh
            ? Object.fromEntries(
                tests.map(t => [t.exercise.replace(/^\S+ /, ""), this.outcomes[t.name]])) : {},
                name => fresh && of(name)
                    ? ofAnswer(name, likelyOf(this.report, of(name))) : "");
    }

    /* ---- the left side ---- */

    openPart(part, wanted = "") {
        this.app.see("lesson");
        this.showLeft(part, wanted);
        byId(part).focus();
    }

    showLeft(part, wanted = "") {
        const {module} = this, has = partsOf(module, this.files, this.app.live);
        // what was said belongs to the part that is left
        if (part !== this.part) this.app.said("");
        this.part = part;
        for (const id of Object.keys(leftParts)) byId(id).hidden = id !== part;
        this.drawLeftTabs(Object.keys(leftParts).filter(id => has[id])
            .map(id => ({id, text: leftParts[id]})), part);
        const shared = {kept: key => this.kept[key], actions: this.actions, said: this.app.said,
            keep: (key, lines) => {
            this.kept[key] = lines;
            this.app.desk.set(`predictions/${module.name}`, this.kept);
        }};
        if (part === "measure")
            drawMeasure(byId(part), module,
                {...shared, measure: how => this.app.judge.measure(module.name, this.files, how)});
        if (part === "break")
            drawBreak(byId(part), module, wanted,
                {...shared, breakCase: (number, how) =>
                    this.app.judge.breakCase(module.name, number, how)});
        if (part === "live") this.app.live(byId(part), module);
    }

    /* As Back leads to it. */
    showPart(part) {
        if (this.module && part !== this.part) this.showLeft(part);
    }

    /* From a link of the lesson, to which Back leads. */
    ask() {
        history.pushState({...history.state, part: "questions"}, "");
        this.openPart("questions");
    }

    /* ---- commands ---- */

    async obey(command) {
        await this.everything();
        const {app, module} = this;
        const open = part => this.openPart(part, command.CASE);
        await (
            {check: () => this.check(command.TEST || ""),
                hint: () => giveHint(this, command.TEST, command.here),
                measure: () => open("measure"),
                break: () => open("break"), use: () => open("live"),
                notebook: () => window.open(`live/notebook.html#${module.name}`, "_blank",
                    "noopener"), reset: () => resetModule(app, module),
                undo: () => undoModule(app, module),
                submit: () => submitModule(app, module, this.files)})[command.what]();
    }

    focus(part) {
        const {see} = this.app;
        if (part === "lesson") { see("lesson"); byId("lesson").focus(); }
        else if (part === "code") { see("code"); this.editor?.view.focus(); }
        else {
            see("report");
            (part === "strip" ? byId("strip").querySelector('[tabindex="0"]')
                : byId("report"))?.focus();
        }
    }
}
