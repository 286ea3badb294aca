/* lesson.js - the lesson beside the editor: its links lead into the page, its commands can be
 * pressed. */
import {element, parsed, styled} from "./dom.js";
import {commandOf, piecesOf} from "./words.js";
import {linkNode, withItsBracket} from "./report.js";
import "../../site/widths.js";

/* Puts the lesson of this module into place. module: {name, lesson (html), files, given, ...};
 * headers: the paths of the project that the page can show; actions: jump(place), open(module),
 * run(command), read(path).
 *
 * Each section is a task of its own: the first can be read, and scrolled, before the last is
 * there. */
export async function drawLesson(place, module, headers, actions) {
    const whole = parsed(module.lesson);
    const contents = contentsOf(whole);
    if (contents) whole.querySelector("h1")?.after(contents);
    // the page's own ids stay alone
    for (const head of whole.querySelectorAll("[id]")) head.id = `lesson-${head.id}`;
    place.replaceChildren();
    place.scrollTop = 0;
    for (const section of sectionsOf(whole)) {
        // the first words must not share their way with pictures far below
        if (place.hasChildNodes())
            for (const picture of section.querySelectorAll("img")) picture.loading = "lazy";
        lead(section, place, module, headers, actions);
        for (const code of section.querySelectorAll("code")) dress(code, module, actions);
        place.append(styled(section));
        await new Promise(done => setTimeout(done));
    }
    globalThis.fitWidths(place);
}

function sectionsOf(whole) {
    const sections = [];
    for (const node of [...whole.childNodes]) {
        if (sections.length === 0 || /^H[23]$/.test(node.nodeName))
            sections.push(document.createDocumentFragment());
        sections.at(-1).append(node);
    }
    return sections;
}

/* Links of a section of the lesson in place lead on in the page. */
function lead(section, place, module, headers, actions) {
    const has = path => headers.includes(path), folder = `modules/${module.name}/`;
    for (const link of section.querySelectorAll("a[href]")) {
        const href = link.getAttribute("href");
        if (/^[a-z]+:/.test(href)) { link.target = "_blank"; link.rel = "noopener"; continue; }
        if (href.startsWith("#")) {
            link.addEventListener("click", e => {
                e.preventDefault();
                const menu = link.closest("details.contents");
                if (menu) menu.open = false;
                goTo(place, `lesson-${href.slice(1)}`);
            });
            continue;
        }
        const path = pathOf(folder, href.split("#")[0]);
        const lesson = /^modules\/(\d\d_\w+)\/README\.md$/.exec(path) ||
            /lessons\/(\d\d_\w+)\.html/.exec(href);
        // its page, which is of functions, from their names
        const header = /^api\/\w+\.html$/.test(href) &&
            headers.find(h => h.endsWith(`/${link.textContent}`));
        const file = path.startsWith(folder) && path.slice(folder.length);
        const notebook = /^notebooks-c\/(\w+)\.c$/.exec(path);
        if (notebook) { beside(link, `live/notebook.html#${notebook[1]}`); continue; }
        const go = lesson ? () => actions.open(lesson[1])
            : file === "answers.txt" ? actions.ask
            : file && file in module.files
                ? () => actions.jump({module: module.name, file, line: 0})
            : has(path) ? () => actions.read(path) : header ? () => actions.read(header) : null;
        if (!go) { elsewhere(link, href); continue; }
        link.setAttribute("href", lesson ? `#${lesson[1]}` : `#${module.name}`);
        link.addEventListener("click", e => { e.preventDefault(); go(); });
    }
}

/* The style sheet of formulas is for those who read a lesson: the front page comes sooner without.
 * Resolves when it is here, or never will be: drawn without it, a lesson is laid out twice. */
let style = null;
export const styleOfFormulas = () => style ??= new Promise(done => document.head.append(
    element("link",
        {rel: "stylesheet", href: "katex/katex.min.css", onload: done, onerror: done})));

const beside = (link, href) =>
    Object.assign(
        link, {href, target: "_blank", rel: "noopener", title: "Opens beside the course"});

/* A page of the site opens beside this one; what the site has not loses its link. */
function elsewhere(link, href) {
    if (/\.html(#|$)/.test(href)) beside(link, href);
    else link.replaceWith(...link.childNodes);
}

/* The file of the project that a link means: as the README has it, or as the site's page of that
 * source. */
function pathOf(folder, href) {
    const source = /^source\/(.*)\.html$/.exec(href);
    return source ? source[1] : joined(folder, href);
}

/* `make 12 TEST=x` becomes a button, mask.c opens; in blocks of code, line by line. */
function dress(code, module, actions) {
    const text = code.textContent;
    if (!code.closest("pre")) {
        if (text.length <= 16 && code.closest("td")) code.classList.add("unbroken");
        const command = commandOf(text);
        if (command && !code.closest("a")) {
            code.replaceChildren(linkNode({text, command}, actions));
            withItsBracket(code);
        } else if (text in module.files && !code.closest("a"))
            code.replaceChildren(
                linkNode({text, place: {module: module.name, file: text, line: 0}}, actions));
        // nothing that a tab does
        else if (/^make \w/.test(text) && !/=name\b|=n\b/.test(text)) code.classList.add("at-home");
        return;
    }
    if (!text.includes("make ") || code.children.length > 0) return;
    code.parentElement.classList.add("commands");
    code.replaceChildren(...text.replace(/\n$/, "").split("\n")
        .map(line => element("span", {class: /\bmake /.test(line) ? "line" : "line kept"},
        piecesOf(line).map(piece => typeof piece === "string" ? piece : linkNode(piece, actions)),
        "\n")));
}

export function goTo(place, id) {
    const there = place.querySelector(`#${CSS.escape(id)}`);
    if (!there) return;
    there.scrollIntoView({block: "start"});
    there.tabIndex = -1;
    there.focus({preventScroll: true});
}

/* Where somebody reads: the part of the text at the upper edge, the share of it that is above, and
 * which folds are open.
 * Told to keep(place) as they scroll; start(place) goes there, else to the beginning. */
export function keepPlace(article, keep) {
    let timer = 0, on = false;
    const folds = () => [...article.querySelectorAll("details:not(.contents)")];
    const told = () => {
        if (!on || article.offsetParent === null) return;
        const top = article.scrollTop;
        const parts = [...article.children], part = parts.findLastIndex(p => p.offsetTop <= top);
        const open = folds().flatMap((fold, i) => fold.open ? [i] : []);
        keep(part < 1 ? null
            : {part, share: (top - parts[part].offsetTop) / Math.max(1, parts[part].offsetHeight),
                open});
    };
    const later = () => {
        clearTimeout(timer);
        timer = setTimeout(told, 200);
    };
    article.addEventListener("scroll", later);
    article.addEventListener("toggle", later, true);
    return {
        stop: () => { on = false; clearTimeout(timer); },
        start: place => {
            for (const i of place?.open ?? []) Object.assign(folds()[i] ?? {}, {open: true});
            const part = place && article.children[place.part];
            article.scrollTop = part ? part.offsetTop + place.share * part.offsetHeight : 0;
            on = true;
        },
    };
}

/* "modules/12_attention/" and "../../attention/attention.h" */
export function joined(folder, link) {
    const parts = folder.split("/").filter(part => part);
    for (const part of link.split("/")) {
        if (part === "..") parts.pop();
        else if (part !== "." && part !== "") parts.push(part);
    }
    return parts.join("/");
}

/* The headings of a long lesson, to jump to. */
function contentsOf(whole) {
    const heads = [...whole.querySelectorAll("h2[id]")];
    if (heads.length < 3) return null;
    return element("details", {class: "contents"}, element("summary", {}, "On this page"),
        element("ul", {}, heads.map(head =>
            element("li", {}, element("a", {href: `#${head.id}`}, head.textContent)))));
}
