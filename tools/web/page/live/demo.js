/* demo.js - the page in which the demo trains: its curves, its attention, a word of one's own.
 *
 * The program is run three ways: to train (a worker until it ends or is stopped), to read a word
 * with the weights that came last, and to write the explorer's page with them. Invariant: what is
 * shown of a word was computed with the weights of the step that stands beside it.
 */
import {whyNothingRuns} from "../../core/allowed.js";
import {element, byId} from "./dom.js";
import {followTheme} from "../theme.js";
import {run, builtProgram} from "./run.js";
import {emptyStory, takeLine, wordFrom, backwards, bestHead, lossInWords,
    temperatureInWords} from "./stream.js";
import {makeChart} from "./chart.js";
import {makeHeads, drawHead} from "./heat.js";
import {showLetters, showDrawn} from "./letters.js";
import {CompilerClient, loadingText} from "./compiler.js";
import {modulesOfMine, offered, offerMine, programWith} from "./mine.js";
import {site} from "./site.js";

const WEIGHTS = "weights.safetensors";
const state = {story: emptyStory(), weights: null, stop: null, program: null, step: 0, shown: null,
    chosen: null, heads: null, follow: true, draws: 0};

const lossChart =
    makeChart({title: "Loss: how surprised it is by the right letters", xTitle: "step",
        usual: Math.log(27), series: [{kind: "loss"}]});
const rightChart =
    makeChart({title: "Words right, of those that it never sees", xTitle: "step",
        series: [{kind: "right"}], high: 1, format: v => Math.round(100 * v) + " %"});
const numbers = element("tbody", {});
byId("curves").append(lossChart.figure, rightChart.figure,
    element("details", {}, element("summary", {}, "The same as numbers"),
    element("div", {class: "scroll"},
        element("table", {},
            element("thead", {},
                element("tr", {},
                    ...["step", "loss", "words right"].map(h => element("th", {scope: "col"}, h)))),
            numbers))));

/* ---- what is shown ---- */

function percent(share) { return (100 * share).toFixed(share < 1 && share > 0.99 ? 1 : 0) + " %"; }
/* What counts on is spoken every five seconds at most: nobody can listen faster. */
const PAUSE = 5000;
let spoken = -PAUSE;
function say(text, counts) {
    byId("status").textContent = text;
    if (counts && performance.now() - spoken < PAUSE) return;
    spoken = performance.now();
    byId("spoken").textContent = text;
}
function speakAnswers(yes) {
    for (const id of ["answer", "drawn"]) byId(id).ariaLive = yes ? "polite" : "off";
}
const loading = loadingText();
const compiler = new CompilerClient(part => say(loading(part), true));
function offerGraph(yes) {
    byId("explore").disabled = !yes;
    byId("explore-why").hidden = yes;
}
function complain(text) {
    byId("trouble").replaceChildren(...(text ? [element("pre", {class: "trouble"}, text)] : []));
}

function showCurves() {
    const s = state.story;
    lossChart.show([{first: 1, every: 1, values: s.losses}], s.steps, lossInWords(s.losses));
    const right = s.looks.map(l => l.right), last = s.looks.at(-1);
    rightChart.show([{first: 0, every: s.looks.length > 1 ? s.looks[1].step : 1, values: right}],
        s.steps,
        last ? `${percent(last.right)} of ${s.words} words are right after step ${last.step}.`
            : "No step yet.");
}

/* A row for every look; those that are there stay. */
function showNumbers() {
    const {looks, losses} = state.story;
    if (looks.length < numbers.children.length) numbers.replaceChildren();
    for (const look of looks.slice(numbers.children.length))
        numbers.append(
            element("tr", {},
                ...[look.step, look.step ? losses[look.step - 1].toPrecision(4) : "",
                    percent(look.right)].map(v => element("td", {}, String(v)))));
}

function showLook(look) {
    state.shown = look;
    const expected = backwards(look.word);
    const letters =
        [...look.answer].map(
            (c, i) => element("span", c === expected[i] ? {} : {class: "wrong"}, c));
    byId("answer").replaceChildren(element("span", {class: "word"}, look.word), " \u2192 ",
        ...letters, " ",
        element("small", {}, look.answer === expected ? "right" : "not yet"));
    byId("looks").hidden = byId("sure").hidden = false;
    if (!state.heads) {
        state.heads = makeHeads(look.attention.length, look.attention[0].length, (l, h) => {
            state.chosen = [l, h];
            showLook(state.shown);
        });
        byId("heads").append(state.heads.all);
    }
    const head = state.chosen || bestHead(look.attention);
    state.heads.show(look.attention, head);
    drawHead(byId("big"), look, head);
    showLetters(byId("letters"), look);
    showDrawn(byId("drawn"), look);
    byId("at").textContent = look.step;
}

/* Frames of the film; the newest is shown unless somebody went back. */
function showFilm() {
    const looks = state.story.looks, film = byId("film");
    film.max = Math.max(0, looks.length - 1);
    if (state.follow) film.value = film.max;
    film.disabled = looks.length < 2;
}

let waiting = false;
function draw() {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
        waiting = false;
        showCurves();
        showNumbers();
        showFilm();
        const s = state.story, last = s.looks.at(-1);
        if (state.stop && last)
            say(`Step ${s.losses.length} of ${s.steps}` +
                (s.losses.length
                    ? `, loss ${s.losses.at(-1).toPrecision(3)}, ${percent(last.right)} of ` +
                    `${s.words} words right` : ""), true);
    });
}

/* ---- before training ---- */

let looking = null;
/* What is known before anybody presses Train: the axes, and where numbers that are random look. The
 * program starts to train, and is ended after its first look. */
async function showUntrained() {
    const {word} = wordFrom(byId("word").value), steps = Number(byId("steps").value);
    looking?.abort();
    if (state.story.steps || !word || !byId("settings").checkValidity()) return;
    lossChart.show([{first: 1, every: 1, values: []}], steps, "No step yet.");
    rightChart.show([{first: 0, every: 1, values: []}], steps, "No step yet.");
    const turn = looking = new AbortController(), one = emptyStory();
    await run(await builtProgram("demo"),
        {args: ["demo", "--stream", "--seed", byId("seed").value, "--steps", String(steps),
            "--word", word], signal: turn.signal, onLine: line => {
        if (takeLine(one, line) !== "look") return;
        if (!state.stop && !state.story.steps) showLook(one.looks[0]);
        turn.abort();
    }});
}

/* ---- training ---- */

async function train() {
    if (state.stop) return;
    const {word, why} = wordFrom(byId("word").value);
    byId("why").textContent = why;
    if (!word) { byId("word").focus(); return; }
    looking?.abort();
    Object.assign(state,
        {story: emptyStory(), weights: null, stop: new AbortController(), follow: true, draws: 0});
    complain("");
    byId("train").disabled = true;
    byId("stop").disabled = false;
    offerGraph(false);
    speakAnswers(false);
    // at 200 % words fill the window: what comes now is the curves
    if (rightChart.figure.getBoundingClientRect().bottom > innerHeight)
        byId("status").scrollIntoView();
    say("Loading the engine");
    try {
        const signal = state.stop.signal;
        const name = byId("mine").value;
        if (name) say(`Compiling your files of ${name}`);
        state.program = await programWith("demo", name, compiler);
        if (signal.aborted) throw new Error("It was stopped.");
        const started = performance.now();
        const r = await run(state.program,
            {args: ["demo", "--stream", "--save", WEIGHTS, "--seed", byId("seed").value, "--steps",
                byId("steps").value, "--word", word, "--temperature", String(temperature())],
            watch: WEIGHTS, signal, onLine: hear, onFile: data => { state.weights = data; }});
        ended(r, (performance.now() - started) / 1000);
    } catch (error) {
        complain(String(error.message || error));
        say("It did not start.");
    }
    state.stop = null;
    byId("train").disabled = false;
    byId("train").textContent = "Train again";
    speakAnswers(true);
    byId("stop").disabled = true;
    draw();
}

function hear(line) {
    if (takeLine(state.story, line) === "look") {
        const look = state.story.looks.at(-1);
        offerGraph(true);
        if (state.follow && !state.draws && look.temperature === temperature() &&
            wordFrom(byId("word").value).word === look.word) showLook(look);
        else if (state.follow) ask();
    }
    draw();
}

function ended(r, seconds) {
    const s = state.story, last = s.looks.at(-1);
    if (r.exit === 0)
        say(
            `Trained ${s.steps} steps in ${seconds.toFixed(1)} s: ${percent(last.right)} of ` +
            `${s.words} words that it has never seen come out right. Type one of your own.`);
    else if (r.exit === null)
        say(
            `Stopped after step ${s.losses.length}. Words are read with the weights of step ` +
            `${last ? last.step : 0}.`);
    else {
        complain(whyNot(r));
        say("It did not get to the end.");
    }
}

/* What it said at last; a crash without a word is told by its name. */
function whyNot({errors, trap, exit}) {
    return errors.join("\n").trim() ||
        (trap ? `It crashed: ${trap}.` : `It ended with status ${exit}.`);
}

/* ---- a word of one's own ---- */

function temperature() { return Number(byId("temperature").value); }

/* Back to the newest weights: only they are here to be asked again. */
function askNewest() {
    state.follow = true;
    showFilm();
    lossChart.mark(null);
    rightChart.mark(null);
    return ask();
}

function showDegrees() {
    byId("degrees").textContent = temperatureInWords(temperature());
    byId("temperature").setAttribute("aria-valuetext", temperatureInWords(temperature()));
}

const DRAWS_MOST = 20; /* as demo.c has it; after these it begins again */
function drawAnother() {
    state.draws = state.draws % DRAWS_MOST + 1;
    return askNewest();
}

let asking = 0;
async function ask() {
    const {word, why} = wordFrom(byId("word").value);
    byId("why").textContent = why;
    const weights = state.weights, look = state.story.looks.at(-1), turn = ++asking;
    if (!word || !weights || !look) return;
    const one = emptyStory();
    await run(state.program,
        {args: ["demo", "--stream", "--load", WEIGHTS, "--word", word, "--steps",
            String(state.story.steps),
        "--seed", byId("seed").value, "--temperature", String(temperature()), "--draw",
        String(state.draws)],
        files: {[WEIGHTS]: weights}, onLine: line => takeLine(one, line)});
    if (turn === asking && one.looks.length) showLook({...one.looks[0], step: look.step});
}

/* ---- the graph of it ---- */

let page = null;
async function explore() {
    const shown = state.shown && state.shown.word, step = state.story.looks.at(-1).step;
    const word = wordFrom(byId("word").value).word || shown;
    byId("explore").disabled = true;
    say("Recording the graph, forward and backward");
    const r = await run(await builtProgram("explore"),
        {args: ["explore", "--model", "words", "--weights", WEIGHTS, "--word", word, "--steps",
            String(Math.max(1, step)), "--out", "out"],
        files: {[WEIGHTS]: state.weights}});
    byId("explore").disabled = false;
    if (r.exit !== 0) { complain(whyNot(r)); return; }
    if (page) URL.revokeObjectURL(page);
    page = URL.createObjectURL(new Blob([r.files["out/words.html"]], {type: "text/html"}));
    byId("explorer-page").src = page;
    byId("explorer-tab").href = page;
    byId("explorer").hidden = false;
    byId("explorer").scrollIntoView({block: "start"});
    say(`The graph of ${word}, with the weights of step ${step}.`);
}

/* A host may forbid pages that a script has made: saved as a file it is none of the host's. */
document.addEventListener("securitypolicyviolation", e => {
    if (!/^(frame|child)-src/.test(e.effectiveDirective)) return;
    Object.assign(byId("explorer-tab"), {download: "words.html", textContent: "Save it"});
    byId("explorer-page").hidden = true;
    byId("explorer-forbidden").textContent =
        "The host of this site forbids to show the graph inside of the page: save it, and open " +
        "the file.";
});

/* ---- the start ---- */

/* Whose engine: ?module=12_attention offers that module, if the demo calls any of it, and chooses
 * it if something was written in it. */
const asked = new URLSearchParams(location.search).get("module");
const inside = async () => (await (await site()).json("live/live.json")).inside;
Promise.all([modulesOfMine(), inside()]).then(([kept, has]) => {
    const {names, why} = offered(kept, asked, has);
    byId("not-mine").textContent = why;
    byId("not-mine").hidden = !why;
    offerMine(names, byId("mine"), byId("mine-label"));
    if (kept.includes(asked) && names.includes(asked)) byId("mine").value = asked;
});
// a panel of the course's page
if (window.parent !== window) document.body.classList.add("inside");

byId("settings").addEventListener("submit", e => { e.preventDefault(); train(); });
byId("stop").addEventListener("click", () => state.stop && state.stop.abort());
byId("ask").addEventListener("submit", e => { e.preventDefault(); ask(); });
byId("word").addEventListener("input", () => { state.draws = 0; ask(); showUntrained(); });
for (const id of ["seed", "steps"]) byId(id).addEventListener("change", showUntrained);
byId("temperature").addEventListener("input", () => {
    state.draws = 0;
    showDegrees();
    askNewest();
});
byId("draw").addEventListener("click", drawAnother);
byId("film").addEventListener("input", () => {
    const looks = state.story.looks, look = looks[+byId("film").value];
    state.follow = +byId("film").value === looks.length - 1;
    lossChart.mark(state.follow ? null : look.step);
    rightChart.mark(state.follow ? null : look.step);
    state.follow ? ask() : showLook(look);
});
byId("explore").addEventListener("click", explore);
showDegrees();
followTheme();
document.body.dataset.ready = "yes";
const forbidden = whyNothingRuns();
if (forbidden) complain(forbidden);
else showUntrained().catch(() => {}); /* who presses Train is told why it cannot be loaded */
byId("explorer-close").addEventListener("click", () => {
    byId("explorer").hidden = true;
    byId("explore").focus();
});
