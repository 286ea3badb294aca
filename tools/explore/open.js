/* open.js - a graph of one's own: a file that graph_json wrote, dropped on the page or chosen.
 *
 * It takes the place of the page's graph until the page is loaded again. Invariant: a file is
 * looked through before anything of the page changes, and nothing of it leaves the machine.
 */
const kindsOfNodes = ["input", "parameter", "constant", "operation", "loss"];

function isCount(x) { return Number.isInteger(x) && x >= 0; }
function isShape(x) { return Array.isArray(x) && x.every(isCount); }
function isRecord(x) { return !!x && isCount(x.n) && Array.isArray(x.data); }

/* What is wrong with one node or region, as [what, got, expected], or null. */
function wrongNode(n, i, count) {
    const inputs = n && n.in, place = "node " + i;
    if (!n || typeof n !== "object") return [place, n, "an object"];
    if (!kindsOfNodes.includes(n.kind))
        return [place + ": \"kind\"", n.kind, kindsOfNodes.join(", ")];
    if (!isCount(n.region) || n.region >= count)
        return [place + ": \"region\"", n.region, `a number below ${count}`];
    if (!Array.isArray(inputs) || !inputs.every(k => isCount(k) && k < i))
        return [place + ": \"in\"", inputs, "numbers of nodes before it"];
    if (!isShape(n.shape)) return [place + ": \"shape\"", n.shape, "sizes"];
    if (!isShape(n.stride)) return [place + ": \"stride\"", n.stride, "strides"];
    for (const key of ["value", "grad"])
        if (!(isRecord(n[key]) || (key === "grad" && n.grad === undefined)))
            return [`${place}: "${key}"`, n[key], "a record with \"n\" and \"data\""];
    return null;
}
function wrongRegion(r, i) {
    const parent = r ? r.parent : undefined;
    if (i === 0 ? parent !== -1 : !(isCount(parent) && parent < i))
        return [`region ${i}: "parent"`, parent, i === 0 ? "-1" : "a region before it"];
    return typeof r.name === "string" ? null : [`region ${i}: "name"`, r.name, "a text"];
}
function wrongGraph(graph) {
    for (const key of ["regions", "nodes", "backward"])
        if (!graph || !Array.isArray(graph[key]))
            return [`"${key}"`, graph ? graph[key] : graph, "a list"];
    if (!graph.nodes.some(n => n && n.op))
        return ["\"nodes\"", graph.nodes, "an operation or more"];
    const {regions: all, nodes: list} = graph, strange = graph.backward.find(
        k => !isCount(k) || !list[k] || !list[k].op);
    if (!all.length) return ["\"regions\"", all, "one or more"];
    for (let i = 0; i < all.length; i++) if (wrongRegion(all[i], i)) return wrongRegion(all[i], i);
    for (let i = 0; i < list.length; i++) {
        const wrong = wrongNode(list[i], i, all.length);
        if (wrong) return wrong;
    }
    return strange === undefined ? null : ["\"backward\"", strange, "numbers of operations"];
}

function cut(text) { return text.length > 60 ? text.slice(0, 57) + "..." : text; }
/* {graph} of a file's text, or {trouble}: what, got, expected, and what to try. */
function graphOfFile(name, text) {
    const trouble = (what, got, expected) => ({trouble: `${name}: ${what} is ${got}, expected ` +
        `${expected}, as graph_json writes it. Try this: run the program that wrote the file ` +
        "once more, and let it end: graph_json(file, loss, 4096), then fclose(file)."});
    let graph;
    if (!text.trim()) return trouble("the file", "empty", "a graph");
    try { graph = JSON.parse(text); }
    catch { return trouble("the text", "no whole JSON (\"" + cut(text.trim()) + "\")", "a graph"); }
    const wrong = wrongGraph(graph);
    const got = wrong && (wrong[1] === undefined ? "missing" : cut(JSON.stringify(wrong[1])));
    return wrong ? trouble(wrong[0], got, wrong[2]) : {graph};
}

/* Said, and seen until it is closed. */
function tell(text) {
    byId("trouble").hidden = false;
    byId("trouble").replaceChildren(text, closeButton(closeTrouble));
}
function closeTrouble() { byId("trouble").hidden = true; }

function openText(name, text) {
    const {graph, trouble} = graphOfFile(name, text);
    if (trouble) { tell(trouble); return; }
    closeTrouble();
    pause();
    select(null);
    if (!byId("attention").hidden || !byId("help").hidden) closeSheets();
    byId("search").value = "";
    search("");
    view.onlyGradient = false;
    byId("only-gradient").setAttribute("aria-pressed", "false");
    try { history.replaceState(null, "", "#"); } catch { /* a page within another */ }
    showPage({title: name.replace(/\.json$/i, ""), opened: true, sources: [], graph: graph,
        intro: `${graph.nodes.length} nodes from a file. ` +
            "The page's own graph comes back when you load the page again."});
    say(`${name} is open, ${nodes.length} nodes`);
}
async function openFile(file) {
    let text = null;
    try { text = await file.text(); }
    catch { tell(`${file.name}: the browser cannot read it, expected a file. Try this: drop the ` +
        "file itself, not its folder."); }
    if (text !== null) openText(file.name, text);
}

byId("open").addEventListener("click", () => byId("file").click());
byId("file").addEventListener("change", e => {
    if (e.target.files.length) openFile(e.target.files[0]);
    e.target.value = ""; /* the same one may be chosen again */
});
document.addEventListener("paste", e => {
    const text = e.clipboardData.getData("text").trim();
    if (text && !e.target.matches("input, textarea")) openText("what was pasted", text);
});
const bringsFile = e => !!e.dataTransfer && [...e.dataTransfer.types].includes("Files");
document.addEventListener("dragover", e => {
    if (!bringsFile(e)) return;
    e.preventDefault();
    document.body.classList.add("dropping");
});
document.addEventListener("dragleave", e => {
    if (!e.relatedTarget) document.body.classList.remove("dropping");
});
document.addEventListener("drop", e => {
    document.body.classList.remove("dropping");
    if (!bringsFile(e)) return;
    e.preventDefault();
    if (e.dataTransfer.files.length) openFile(e.dataTransfer.files[0]);
});
