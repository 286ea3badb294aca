/* heads.js - the page on which heads are switched off; all it can show is in its data.
 *
 * Invariant: run m of the data is the model without the heads whose bits are set in m; what is
 * shown follows from which heads are off, and from the position whose letter is chosen.
 */
const byId = id => document.getElementById(id);
const data = JSON.parse(byId("data").textContent);
const T = data.ids.length, N = data.layers * data.heads;
const letter = id => String.fromCharCode(97 + id);
const nameOf = head => `layer ${Math.floor(head / data.heads)}, head ${head % data.heads}`;
let off = 0; // a bit for each head
let at = data.period + 1; // the first position but one of which all can be known

function part(kind, text, name = "span") {
    const element = document.createElement(name);
    element.className = kind;
    element.textContent = text;
    return element;
}

/* ---- the heads ------------------------------------------------------------------------------- */

/* Per cent, of row i from 0 to i. */
const look = (run, head, i, j) => data.runs[run].looks[head][i * (i + 1) / 2 + j];

function drawMap(canvas, head) {
    canvas.width = canvas.height = T;
    const ink = getComputedStyle(document.documentElement).getPropertyValue("--map");
    const brush = canvas.getContext("2d");
    for (let i = 0; i < T; i++)
        for (let j = 0; j <= i; j++) {
            brush.fillStyle = `rgba(${ink}, ${look(off, head, i, j) / 100})`;
            brush.fillRect(j, i, 1, 1);
        }
}

/* "c looks most at h, 1 back: 78%" */
function showGaze(gaze, head) {
    const row = [...Array(at + 1).keys()].map(j => look(off, head, at, j));
    const most = Math.max(...row), j = row.lastIndexOf(most);
    if (off >> head & 1)
        gaze.textContent = "off: reads nothing";
    else
        gaze.replaceChildren(part("", letter(data.ids[at]), "b"), " looks most at ",
            part("", letter(data.ids[j]), "b"), ", ",
            part("", j === at ? "itself:" : `${at - j} back:`), " ", part("", `${most}%`));
}

function makeHeads() {
    for (let head = 0; head < N; head++) {
        const button = document.createElement("button"), map = part("map", "");
        const name = part("name", nameOf(head)), gaze = part("gaze", "");
        name.id = `name-${head}`;
        gaze.id = `gaze-${head}`;
        map.setAttribute("aria-hidden", "true");
        map.append(document.createElement("canvas"), document.createElement("i"));
        for (const [attribute, value] of [["role", "switch"], ["aria-labelledby", name.id],
            ["aria-describedby", gaze.id]])
            button.setAttribute(attribute, value);
        button.append(name, part("knob", ""), map, gaze);
        button.addEventListener("click", () => turn(off ^ 1 << head));
        byId("heads").append(button);
    }
}

function showHeads() {
    byId("heads").style.setProperty("--at", at);
    [...byId("heads").children].forEach((button, head) => {
        button.setAttribute("aria-checked", String(!(off >> head & 1)));
        drawMap(button.querySelector("canvas"), head);
        showGaze(button.querySelector(".gaze"), head);
    });
}

/* ---- the text -------------------------------------------------------------------------------- */

/* What the model says behind position i: {letter, percent, known, right}. */
function answer(i) {
    const percent = data.runs[off].next[i], guess = percent.indexOf(Math.max(...percent));
    return {letter: letter(guess), percent: percent[guess], known: i >= data.period,
        right: guess === data.ids[i + 1]};
}

function makeText() {
    for (let i = 0; i < T - 1; i++) {
        const item = document.createElement("li"), button = document.createElement("button");
        button.append(part("letter", letter(data.ids[i])), part("said", ""), part("aloud", ""));
        button.addEventListener("focus", () => choose(i));
        button.addEventListener("click", () => choose(i));
        item.append(button);
        byId("text").append(item);
    }
}

function showText() {
    [...byId("text").querySelectorAll("button")].forEach((button, i) => {
        const {letter: said, percent, known, right} = answer(i), next = letter(data.ids[i + 1]);
        button.className = known ? right ? "right" : "wrong" : "first";
        button.children[1].replaceChildren(
            ...known ? [part("", said, "b"), " ", part("", `${percent}%`)] : [part("", "?")]);
        button.lastChild.textContent = (known ? right ? ": right" : `: wrong, ${next} comes`
            : "nobody can know yet") + `; position ${i}`;
        button.tabIndex = i === at ? 0 : -1; // one stop of Tab; arrows go on from there
        if (i === at)
            button.setAttribute("aria-current", "true");
        else
            button.removeAttribute("aria-current");
    });
}

function choose(i) {
    if (i === at) return;
    at = i;
    showHeads();
    showText();
}

function walk(event) {
    const columns = getComputedStyle(byId("text")).gridTemplateColumns.split(" ").length;
    const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns,
        Home: -at, End: T - 2 - at};
    const to = at + steps[event.key];
    if (!(to >= 0 && to < T - 1)) return;
    event.preventDefault();
    byId("text").children[to].firstChild.focus();
}

/* ---- which are off --------------------------------------------------------------------------- */

const headsIn = bits => [...Array(N).keys()].filter(head => bits >> head & 1);

function showScore() {
    const counted = [...Array(T - 1).keys()].map(answer).filter(a => a.known);
    const right = counted.filter(a => a.right).length, names = headsIn(off).map(nameOf);
    const without = names.length === N ? "any head"
        : new Intl.ListFormat("en").format(names);
    const whole = data.runs[0].loss.toFixed(2);
    byId("score").replaceChildren(off ? `Without ${without}: ` : "With all heads: ",
        part("", `${right} of ${counted.length}`, "b"), " right here; over 64 texts the loss is ",
        part("", data.runs[off].loss.toFixed(2), "b"), " nats per letter",
        off ? ` (with all ${whole}).` : ".");
}

function turn(now) {
    off = now;
    showHeads();
    showText();
    showScore();
    const places = headsIn(off).map(
        head => `${Math.floor(head / data.heads)}.${head % data.heads}`);
    try {
        history.replaceState(null, "", `#${places.join("+")}`);
    } catch { /* a page in a frame */ }
}

/* #0.1+1.0: a link to what is off. */
function fromAddress() {
    return location.hash.slice(1).split("+").reduce((bits, place) => {
        const [layer, head] = /^\d+\.\d+$/.test(place) ? place.split(".").map(Number) : [-1, 0];
        const there = layer >= 0 && layer < data.layers && head < data.heads;
        return there ? bits | 1 << layer * data.heads + head : bits;
    }, 0);
}

function useTheme(name) {
    document.documentElement.dataset.theme = name;
    showHeads();
}

let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
try { theme = localStorage.getItem("kindling-theme") || theme; } catch { /* none is kept */ }
document.title = byId("title").textContent = data.title;
byId("intro").textContent = data.intro;
byId("how").textContent = `The letters come again after ${data.period}. Below each is what the ` +
    "model says comes next: green if it does, red and struck out if not. Choose a letter to see " +
    "where the heads look from there.";
byId("text").style.setProperty("--wide", 8 - 8 % data.period); // equal letters below each other
byId("heads").style.setProperty("--heads", data.heads);
byId("heads").style.setProperty("--t", T);
makeHeads();
makeText();
off = fromAddress();
useTheme(theme);
turn(off);
byId("all").addEventListener("click", () => turn(0));
byId("text").addEventListener("keydown", walk);
addEventListener("hashchange", () => turn(fromAddress()));
byId("theme").addEventListener("click", () => {
    useTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    try {
        localStorage.setItem("kindling-theme", document.documentElement.dataset.theme);
    } catch { /* the choice lasts as long as the page */ }
});
