/* steps.js - the computation as a film: one operation at a time, forward and then backward.
 *
 * Step s has run the first s operations; behind the last of them the walk back begins. A gradient
 * has arrived when every operation that hands a share of it has had its turn; until then it is a
 * sum without all of its terms. Invariant: at the last step everything is there, as before the
 * first press of a button, when nothing is hidden yet.
 */
const film = {at: 0, touched: false, timer: null};
let filmEnd;
function readFilm() {
    filmEnd = forward.length + backward.length;
    Object.assign(film, {at: 0, touched: false});
    byId("step").max = filmEnd;
}

function giversOf(n) { return n.users.filter(u => u.backwardAt !== undefined && u.reached); }
/* [shares that have arrived, shares in all] */
function shares(n) {
    const givers = giversOf(n), turn = film.at - forward.length;
    if (!givers.length) return [turn > 0 ? 1 : 0, 1];
    return [givers.filter(u => u.backwardAt < turn).length, givers.length];
}
function hasValue(n) { return !n.op || n.forwardAt < film.at; }
function hasGradient(n) {
    const [some, all] = shares(n);
    return some === all;
}
/* Before the film begins and after it is left, everything is there. */
function showsValue(n) { return !film.touched || hasValue(n); }
function showsGradient(n) { return !film.touched || hasGradient(n); }
function currentNode() {
    if (!film.touched || film.at === 0) return null;
    return film.at <= forward.length ? forward[film.at - 1]
        : backward[film.at - forward.length - 1];
}

function showStep() {
    const now = currentNode(), box = now && boxOf(now), back = film.at > forward.length;
    svg.classList.toggle("stepping", film.touched && film.at < filmEnd);
    for (const b of view.boxes) {
        const all = nodesOf(b);
        const operations = all.filter(n => n.op), last = b.isRegion ? operations.at(-1) : b;
        const list = b.element.classList;
        list.toggle("waiting", operations.length > 0 && !operations.some(hasValue));
        list.toggle("nograd", !last || !hasGradient(last));
        list.toggle("now", b === box);
    }
    for (const e of view.edges) {
        const flows = !!now && e.to === box &&
            e.pairs.some(([from, to]) => to === now && (!back || from.reached));
        e.element.classList.toggle("flow", flows);
        e.element.classList.toggle("up", flows && back);
    }
    byId("leave").hidden = !film.touched;
    byId("step").value = film.at;
    byId("step-text").textContent = stepText(now, back);
}
function stepText(now, back) {
    if (!film.touched)
        return `Press a box for its numbers, or Play: ${forward.length} steps forward, ` +
            `${backward.length} back`;
    if (!now)
        return "Nothing is computed yet: only inputs and parameters have numbers. Esc shows " +
            "everything again.";
    const names = list => [...new Set(list.map(callName))].join(", ");
    const inputs = now.in.map(i => nodes[i]);
    if (!back)
        return `Forward ${film.at} of ${forward.length}: ${nodeName(now)} ` +
            `${shapeText(now.shape)} from ${names(inputs)}`;
    const wanting = inputs.filter(i => i.reached);
    return `Backward ${film.at - forward.length} of ${backward.length}: ${nodeName(now)} hands ` +
        `its gradient on to ${names(wanting) || "nobody"}`;
}

function stepPanel(now, back) {
    const head = element("h2", {}, nodeName(now) + " ", element("small", {}, now.attributes || ""));
    const where = element("div", {class: "muted"}, pathOf(now));
    const named = n => element("div", {class: "muted", style: "margin-top:8px"},
        `${callName(n)} ${shapeText(n.shape)}`);
    const inputs = [...new Set(now.in.map(i => nodes[i]))];
    if (!back)
        return [head, where, ...section("It gives", tensorView(now.value, now.shape)),
            ...section("It reads",
                ...inputs.flatMap(n => [named(n), tensorView(n.value, n.shape)])),
                ...section("Recorded by", ...sourceOf(now))];
    const given = inputs.filter(n => n.reached).flatMap(n => {
        const [some, all] = shares(n);
        const note = all === 1 ? "" : ` \u00b7 ${some} of ${all} shares are here`;
        const what = !n.grad ? [] : some === all ? [tensorView(n.grad, n.shape)]
            : [element("div", {class: "muted"}, "The sum is not complete: others will add to it.")];
        return [
            element("div", {style: "margin-top:8px"},
                `${nodeName(n)} ${shapeText(n.shape)}${note}`), ...what];
    });
    return [head, where,
        ...(now.grad ? section("The gradient that came", tensorView(now.grad, now.shape)) : []),
        ...section("Handed on to", ...given), ...section("With the help of", ...savedOf(now))];
}

/* Out of the film: everything is lit and has its numbers, as when the page was opened. */
function leaveFilm() {
    pause();
    film.touched = false;
    film.at = 0;
    showStep();
    select(view.selected);
}
function goToStep(s, quiet) {
    film.at = Math.min(filmEnd, Math.max(0, s));
    film.touched = true;
    const now = currentNode();
    showStep();
    if (!now) { select(null); return; }
    view.selected = now;
    markSelected();
    // the sentence below says the rest
    svg.setAttribute("aria-activedescendant", boxOf(now).element.id);
    if (!quiet || !panel.hidden) {
        const wide = window.innerWidth > 760;
        panel.hidden = !wide && panel.hidden;
        if (!panel.hidden)
            panel.replaceChildren(closeButton(() => select(null)),
                ...stepPanel(now, film.at > forward.length));
    }
    comeNear(boxOf(now));
    notePlace();
}
function play() {
    const stop = film.timer !== null;
    clearInterval(film.timer);
    film.timer = null;
    if (!stop) {
        if (film.at >= filmEnd) goToStep(0);
        const pace = Math.max(60, Math.min(900, 40000 / filmEnd));
        byId("step-text").setAttribute("aria-live", "off"); /* nobody can listen that fast */
        film.timer = setInterval(() => {
            goToStep(film.at + 1);
            if (film.at >= filmEnd) play();
        }, pace);
    }
    if (stop) byId("step-text").setAttribute("aria-live", "polite");
    byId("play").textContent = stop ? "\u25b6\ufe0e Play" : "\u275a\u275a Pause";
}
function pause() { if (film.timer !== null) play(); }

byId("step").addEventListener("input", e => { pause(); goToStep(+e.target.value); });
byId("first").addEventListener("click", () => { pause(); goToStep(0); });
byId("last").addEventListener("click", () => { pause(); goToStep(filmEnd); });
byId("back").addEventListener("click", () => { pause(); goToStep(film.at - 1); });
byId("forth").addEventListener("click", () => { pause(); goToStep(film.at + 1); });
byId("leave").addEventListener("click", leaveFilm);
byId("play").addEventListener("click", play);
