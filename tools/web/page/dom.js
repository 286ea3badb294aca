/* dom.js - elements made in one call, and nothing else. */

export const byId = id => document.getElementById(id);

/* element("button", {class: "quiet", onclick: run}, "Run", other): what begins with "on" is a
 * listener. A value of true writes the bare attribute; false, null and undefined write none. */
export function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
        else if (key === "style") made.style.cssText = value;
        else if (value === true) made.setAttribute(key, "");
        else if (value !== false && value !== null && value !== undefined)
            made.setAttribute(key, value);
    }
    made.append(...children.flat(Infinity)
        .filter(child => child !== null && child !== undefined && child !== false));
    return made;
}

/* HTML that has styles in its tags, as KaTeX places its letters: a host may forbid those in HTML,
 * but not to a script. What parsed() returns has none until styled() has seen it. */
export function parsed(html) {
    const made = document.createElement("template");
    made.innerHTML = html.replace(/<[^<>]* style="[^<>]*>/g,
        tag => tag.replaceAll(' style="', ' data-style="'));
    return made.content;
}

export function styled(part) {
    for (const one of part.querySelectorAll("[data-style]")) {
        one.style.cssText = one.dataset.style;
        one.removeAttribute("data-style");
    }
    return part;
}

export const fillWith = (place, html) => place.replaceChildren(styled(parsed(html)));

/* Arrow keys, Home and End walk along a row of buttons of which only one takes part in the Tab
 * order. */
export function walkable(row, selector) {
    const all = () => [...row.querySelectorAll(selector)].filter(item => !item.hidden);
    const enter = item => all().forEach(other => { other.tabIndex = other === item ? 0 : -1; });
    row.addEventListener("focusin", e => {
        const item = e.target.closest(selector);
        if (item) enter(item);
    });
    row.addEventListener("keydown", e => {
        const items = all(), at = items.indexOf(e.target.closest(selector));
        const to = {ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1,
            Home: 0, End: items.length - 1}[e.key];
        if (at < 0 || to === undefined || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        const item = items[(to + items.length) % items.length];
        enter(item);
        item.focus();
    });
    return {enter};
}

/* "1 point", "5 points" */
export const count = (n, what) => `${n} ${what}${n === 1 ? "" : "s"}`;

/* A test's name as the report writes it. */
export const inWords = name => name.replaceAll("_", " ");
