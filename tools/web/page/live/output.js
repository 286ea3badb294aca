/* output.js - what a cell says, as elements: text that grows, pictures, tables, gates, graphs. */
import {scriptAt} from "../../core/build.js";
import {fillWith} from "../dom.js";
import {element} from "./dom.js";

const utf8 = bytes => new TextDecoder().decode(bytes);
let pictures = 0;

/* What the styles of a picture are is so for the page, as it would be with them inside; a host may
 * forbid them there. Each once; those of an element are told to it by script, which is allowed. */
const sheets = new Set();
function withoutStyles(picture) {
    for (const style of picture.querySelectorAll("style")) {
        style.remove();
        if (sheets.has(style.textContent)) continue;
        sheets.add(style.textContent);
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(style.textContent);
        document.adoptedStyleSheets.push(sheet);
    }
    const own = [...picture.querySelectorAll("[style]")].map(e => {
        const text = e.getAttribute("style");
        e.removeAttribute("style");
        e.setAttribute("data-styled", "");
        return text;
    });
    const copy = document.importNode(picture, true);
    copy.querySelectorAll("[data-styled]").forEach((e, i) => { e.style.cssText = own[i]; });
    return copy;
}

/* A picture as part of the page; ids are per page, not per picture. */
function svgOf(text) {
    const svg = withoutStyles(new DOMParser().parseFromString(text.slice(text.indexOf("<svg")),
        "image/svg+xml").documentElement);
    if (svg.localName !== "svg") return element("pre", {class: "said"}, "This picture is no SVG.");
    const prefix = `picture${++pictures}-`, title = svg.querySelector(".title, title");
    for (const e of svg.querySelectorAll("[id]")) e.id = prefix + e.id;
    for (const e of [svg, ...svg.querySelectorAll("*")])
        for (const a of [...e.attributes])
            if (/url\(#/.test(a.value)) a.value = a.value.replace(/url\(#/g, `url(#${prefix}`);
            else if (a.localName === "href" && a.value.startsWith("#"))
                a.value = "#" + prefix + a.value.slice(1);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", title ? title.textContent : "a picture");
    return svg;
}
function figure(...children) { return element("figure", {class: "picture"}, ...children); }

/* DOT, drawn by Graphviz, which is loaded when the first graph is shown. */
async function drawDot(text, place) {
    try {
        const {draw} = await import(scriptAt("graphviz.js", import.meta.url).href);
        place.replaceChildren(svgOf(await draw(text)));
    } catch (error) {
        place.replaceChildren(element("pre", {class: "said"}, text));
    }
}

function shown(path, data) {
    const kind = path.slice(path.lastIndexOf(".") + 1);
    if (kind === "svg") return figure(svgOf(utf8(data)));
    if (kind === "png")
        return figure(
            element("img",
                {alt: "a picture",
                    src: URL.createObjectURL(new Blob([data], {type: "image/png"}))}));
    if (kind === "html") {
        const box = element("div", {class: "scroll", tabindex: "0"});
        fillWith(box, utf8(data));
        return box;
    }
    if (kind === "dot") {
        const place = figure("Drawing the graph");
        drawDot(utf8(data), place);
        return place;
    }
    return element("pre", {class: "said"}, utf8(data));
}

/* Adds one output of host.js to a box. */
export function addOutput(box, output) {
    if (output.kind === "text") {
        const last = box.lastElementChild;
        const open = last && last.dataset.text ? last
            : box.appendChild(element("pre", {class: "said", "data-text": "1"}));
        open.append(output.text);
    } else if (output.kind === "file")
        box.append(shown(output.path, output.data));
    else if (output.kind === "gate")
        box.append(element("p", {class: "gate " + (output.held ? "passed" : "failed")},
            element("b", {}, output.held ? "passed" : "failed"), " ", output.claim));
}

/* How a cell ended; nothing if it ended well. */
export function addEnd(box, {how, why, said}) {
    if (how === "compile") box.append(element("pre", {class: "said wrong"}, said.trim()));
    if (how === "compile") why = "was not accepted by the compiler";
    if (how === "ok") return;
    box.append(
        element("p", {class: "end " + how},
            `This cell ${why}${how === "meant" ? ", as it was meant to" : ""}. The next one goes ` +
            `on from the state before it.`));
}
