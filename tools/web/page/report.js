/* report.js - the report of a run: the harness' own words, with links, buttons and colours. */
import {linesOf} from "./ansi.js";
import {element} from "./dom.js";
import {indentOf, piecesOf, unfolded, verdictOf} from "./words.js";

/* actions: jump(place), open(module), read(path, line), run(command). What the compiler quotes of a
 * file stays in its columns. */
export function reportNodes(text, actions) {
    const nodes = [];
    let excerpt = null;
    for (const pieces of linesOf(unfolded(text.replace(/^(\x1b\[\d*m)?\n+/, "$1")))) {
        const line = pieces.map(p => p.text).join(""), verdict = verdictOf(line);
        if (/^ *\d* \| /.test(line)) {
            if (!excerpt) nodes.push(excerpt = element("div", {class: "excerpt"}));
            excerpt.append(
                element("div", {class: "line"},
                    pieces.map(({text: words, style}) => style
                        ? element("span", {class: style}, words) : words)));
            continue;
        }
        excerpt = null;
        nodes.push(verdict ? verdictLine(verdict) : plainLine(pieces, line, actions));
    }
    return nodes;
}

/* Scrolls pane so far that the first failure of a report is in sight with what it says, its own
 * line at the top if need be; false: nothing failed. */
export function showFailure(pane, report) {
    const from = report.querySelector(".verdict.fail");
    if (!from) return false;
    let last = from;
    while (last.nextElementSibling && last.nextElementSibling.textContent &&
        !last.nextElementSibling.matches(".verdict")) last = last.nextElementSibling;
    const top = from.getBoundingClientRect().top;
    const beyond = last.getBoundingClientRect().bottom - pane.getBoundingClientRect().bottom + 8;
    pane.scrollTop += Math.max(0, Math.min(beyond, top - pane.getBoundingClientRect().top - 4));
    return true;
}

function verdictLine(v) {
    return element("div", {class: `line verdict ${v.kind}`},
        element("b", {}, v.word), " ",
        element("span", {class: "points"}, `${v.earned}/${v.points}`), " ",
        element("span", {class: "exercise"}, v.exercise), " ",
        element("span", {class: "words"}, v.words));
}

function plainLine(pieces, line, actions) {
    const indent = indentOf(line);
    const box = element("div", {class: `line in${indent}`});
    let skip = indent, at = 0;
    // links may reach over a colour's end, never the other way round
    for (const link of piecesOf(line)) {
        const words = typeof link === "string" ? link : link.text;
        const from = at, to = at += words.length;
        if (typeof link !== "string") {
            box.append(linkNode(link, actions));
            withItsBracket(box.lastChild);
            continue;
        }
        for (const {text, style} of between(pieces, from, to)) {
            const shown = text.slice(Math.min(skip, text.length));
            skip -= text.length - shown.length;
            if (shown)
                box.append(
                    ...(style ? [element("span", {class: style}, shown)] : compilersWords(shown)));
        }
    }
    return box;
}

/* What the compiler calls an error is one, also without the colours of a terminal. */
const compilersWords = text => text.split(/((?<=: |^)(?:fatal error|error|warning): )/).map(part =>
    /^(fatal )?error: $/.test(part) ? element("b", {class: "red"}, part)
        : part === "warning: " ? element("b", {class: "yellow"}, part) : part);

function* between(pieces, from, to) {
    let at = 0;
    for (const {text, style} of pieces) {
        const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
        if (part) yield {text: part, style};
        at += text.length;
    }
}

/* A place or a command as something to press; the words stay what they are. */
export function linkNode(link, actions) {
    if (link.place)
        return element("button",
            {class: "link", title: "Open in the editor", onclick: () => actions.jump(link.place)},
            link.text);
    if (link.read)
        return element("button",
            {class: "link", title: "Open it, to read",
                onclick: () => actions.read(link.read, link.line)},
            link.text);
    if (link.module)
        return element("button",
            {class: "link", title: "Open the lesson", onclick: () => actions.open(link.module)},
            link.text);
    return element("button", {class: "command", onclick: () => actions.run(link.command)},
        link.text);
}

/* A line may break before what can be pressed, but not between it and the bracket in front. */
export function withItsBracket(node) {
    const before = node.previousSibling;
    if (before?.nodeType !== Node.TEXT_NODE || !before.data.endsWith("(")) return;
    before.data = before.data.slice(0, -1);
    const together = element("span", {class: "unbroken"}, "(");
    node.replaceWith(together);
    together.append(node);
}

/* Text of a sentence or two with its commands and places. */
export const linked = (text, actions) => piecesOf(text).map(piece => typeof piece === "string"
    ? piece : linkNode(piece, actions));
