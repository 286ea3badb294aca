/* panel.js - everything about one box: what it is, its numbers, its gradient, what was saved for
 * the way back, and the line of the program that made it.
 */
const panel = byId("panel");

function goTo(box) {
    if (box.isRegion) { for (let r = box.up; r; r = r.up) r.open = true; draw(); }
    else reveal(box);
    select(box);
    bringIntoView(box);
}
function chips(list) {
    const seen = [...new Set(list)];
    return element("div", {class: "chips"},
        ...seen.map(n => element("button", {onclick: () => goTo(n), title: pathOf(n)},
        callName(n) + " ", element("span", {class: "muted"}, shapeText(n.shape)))));
}
function section(title, ...what) { return what.length ? [element("h3", {}, title), ...what] : []; }
function facts(pairs) {
    const list = element("dl", {});
    for (const [term, text] of pairs) if (text)
        list.append(element("dt", {}, term), element("dd", {}, text));
    return list;
}

function valuesOf(n) {
    return showsValue(n) ? [tensorView(n.value, n.shape)]
        : [element("p", {class: "muted"}, "Not computed yet at this step of the film.")];
}
function gradientOf(n) {
    if (n.grad && !showsGradient(n))
        return [element("p", {class: "muted"}, "Not here yet at this step of the film.")];
    if (n.grad) return [tensorView(n.grad, n.shape)];
    if (isDead(n))
        return [
            element("p", {class: "bad"},
                "No gradient reaches this parameter: every way from the result is cut, so it " +
                "does not learn.")];
    if (n.no_grad)
        return [
            element("p", {class: "bad"},
                "Computed while recording was off: its past is not known, and no gradient goes " +
                "there.")];
    if (n.op && n.in.some(i => isCut(nodes[i], n)))
        return [
            element("p", {class: "bad"}, "Detached: the numbers go on, the gradient stops here.")];
    if (n.wants && !n.reached)
        return [element("p", {class: "muted"}, "It lies behind a cut: no gradient comes here.")];
    return n.wants ? [element("p", {class: "muted"}, "The walk back has not been here.")] : [];
}
function savedOf(n) {
    if (!n.saved || !n.reached) return [];
    if (!n.saved.length)
        return [element("div", {class: "muted"}, "Nothing but what it was made from.")];
    const rows = n.saved.map(s => [s.name || (s.is === "own" ? "kept aside" : s.is),
        `${shapeText(s.shape)}, ` +
        `${s.is === "own" ? bytesText(s.bytes) : "shared, no bytes of its " + "own"}`]);
    return [facts(rows)];
}
function sourceOf({file, line} = {}) {
    if (!file) return [];
    const lines = page.sources.find(s => s.file === file && s.line === line);
    const place = element("div", {class: "muted"}, `${file}:${line}`);
    if (!lines) return [place];
    return [place, element("pre", {}, ...lines.text.map((text, i) =>
        element("span", lines.first + i === line ? {class: "here"} : {}, text || " ")))];
}
function timeText(seconds) { return seconds ? (seconds * 1e6).toFixed(1) + " \u00b5s" : ""; }

function nodePanel(n) {
    const kinds = {input: "input", parameter: "parameter", constant: "constant",
        operation: "operation", loss: "the result"};
    const title = element("h2", {}, nodeName(n) + " ", element("small", {}, n.attributes || ""));
    const place = element("div", {class: "muted"}, [pathOf(n), kinds[n.kind]].filter(x => x)
        .join(" \u00b7 "));
    const how = n.view ? "a view: shares the numbers of its input"
        : n.copy ? "a copy: no strides could say this shape"
        : n.contiguous ? "contiguous" : "not contiguous";
    return [title, place,
        facts(
            [["shape", shapeText(n.shape)],
                ["strides", n.shape.length
                    ? shapeText(n.stride) + (n.view || n.copy ? "" : ", " + how) : ""],
                ["memory", n.view ? how : bytesText(n.bytes) + (n.copy ? ", " + how : "")],
               ["forward", timeText(n.forward)], ["backward", timeText(n.backward)]]),
        ...section("Values", ...valuesOf(n)),
        ...section("Gradient", ...gradientOf(n)),
        ...section("Made from", ...(n.in.length ? [chips(n.in.map(i => nodes[i]))] : [])),
        ...section("Used by", ...(n.users.length ? [chips(n.users)] : [])),
        ...section("Saved for the way back", ...savedOf(n)),
        ...section("Recorded by", ...sourceOf(n)),
        ...section("Inside of that, the engine's own line", ...sourceOf(n.inside))];
}
function regionPanel(r) {
    const operations = r.all.filter(n => n.op), last = operations.at(-1);
    const parameters = r.all.filter(n => n.kind === "parameter");
    const sum = list => list.reduce((a, b) => a + b, 0);
    return [element("h2", {}, regionName(r) + " ", element("small", {}, pathOf(r))),
        facts([["operations", String(operations.length)],
               ["parameters", parameters.length
                   ? sum(parameters.map(p => p.shape.reduce((a, b) => a * b, 1))).toLocaleString(
                       "en") + " numbers in " + parameters.length : "none"],
               ["memory", bytesText(sum(r.all.map(n => n.bytes)))],
               ["forward", timeText(sum(r.all.map(n => n.forward || 0)))],
               ["backward", timeText(sum(r.all.map(n => n.backward || 0)))]]),
        ...(r.all.some(isDead)
            ? [element("p", {class: "bad"}, "Parameters in here get no gradient.")] : []),
        element("p", {},
            element("button", {onclick: () => toggle(r), id: "open-region"}, "Open this region")),
        ...(last ? section("What comes out", ...valuesOf(last)) : []),
        ...section("Inside", chips(operations))];
}
function showPanel(box) {
    panel.hidden = !box;
    document.body.classList.toggle("with-panel", !!box);
    if (!box) return;
    panel.replaceChildren(closeButton(() => select(null)),
        ...(box.isRegion ? regionPanel(box) : nodePanel(box)));
    panel.scrollTop = 0;
}
