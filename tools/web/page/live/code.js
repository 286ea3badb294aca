/* code.js - a piece of C that can be edited: a text area, and its colours behind it. Light enough
 * for twenty on a page.
 *
 * Invariant: what is painted is what is typed, letter for letter.
 */
import {element} from "./dom.js";

const TOKEN =
    /(\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S])))|("(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?)|(^[ \t]*#[ \t]*\w+)|\b((?:0x[\da-fA-F]+|\d+\.?\d*(?:e[-+]?\d+)?)\w*)\b|\b([A-Za-z_]\w*)\b/gm;
const KEYWORDS = new Set((
    "break case continue default do else enum extern for goto if inline return sizeof static " +
    "struct switch typedef union while const volatile restrict NULL true false CELL CELL_FAILS")
    .split(" "));
const TYPES = new Set((
    "bool char double float int long short signed unsigned void size_t uint64_t int64_t real " +
    "Tensor IntTensor Rng Scope Module Optimizer Gpt Batch").split(" "));

/* [[class or "", text], ...]: together the text. Classes are those of style.css. */
export function tokens(text) {
    const found = [];
    let end = 0;
    const add = (kind, part) => {
        if (!part) return;
        if (found.length && found.at(-1)[0] === kind) found.at(-1)[1] += part;
        else found.push([kind, part]);
    };
    for (const m of text.matchAll(TOKEN)) {
        add("", text.slice(end, m.index));
        add(m[1] ? "co"
            : m[2] ? "st" : m[3] ? "pp"
            : m[4] ? "dv" : KEYWORDS.has(m[5]) ? "kw" : TYPES.has(m[5]) ? "dt" : "", m[0]);
        end = m.index + m[0].length;
    }
    add("", text.slice(end));
    return found;
}

/* {all, text(), set(text), mark(lines)}; change() after every edit, run(next) at Shift+Enter or
 * Ctrl+Enter. */
export function makeCode(label, change, run) {
    const paint = element("pre", {"aria-hidden": "true"});
    const area = element("textarea",
        {spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off",
            "aria-label": label, rows: 1});
    const all = element("div", {class: "code"}, element("div", {class: "sheet"}, paint, area));
    let bad = new Map();
    const show = () => {
        const lines = area.value.split("\n").length;
        area.rows = lines;
        const parts = tokens(area.value).map(
            ([kind, part]) => kind ? element("span", {class: kind}, part) : part);
        paint.replaceChildren(...parts, "\n",
            ...[...bad].map(([line, kind]) =>
                element("i", {class: "line " + kind, style: `--line:${line - 1}`})));
    };
    area.addEventListener("input", () => { bad = new Map(); show(); change(); });
    area.addEventListener("keydown", e => {
        if (e.key === "Enter" && (e.shiftKey || e.ctrlKey || e.metaKey)) {
            e.preventDefault();
            run(e.shiftKey);
        }
        else if (e.key === "Tab" && !e.shiftKey && !all.dataset.leave) {
            e.preventDefault();
            document.execCommand("insertText", false, "    ");
        // the next Tab leaves the cell, as in every editor
        } else if (e.key === "Escape") all.dataset.leave = "1";
    });
    area.addEventListener("focus", () => { delete all.dataset.leave; });
    return {all, text: () => area.value, focus: () => area.focus(),
        set(text) { area.value = text; bad = new Map(); show(); },
        mark(diagnostics) { bad = new Map(diagnostics.map(d => [d.line, d.kind])); show(); }};
}
