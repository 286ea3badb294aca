/* dom.js - elements, made in one call. */
export function element(name, attributes, ...children) {
    return fill(document.createElement(name), attributes, children);
}
export function shape(name, attributes, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}
function fill(e, attributes, children) {
    for (const k in attributes)
        if (k.startsWith("on")) e.addEventListener(k.slice(2), attributes[k]);
        else if (k === "style") e.style.cssText = attributes[k];
        else if (attributes[k] !== undefined && attributes[k] !== false)
            e.setAttribute(k, attributes[k] === true ? "" : attributes[k]);
    e.append(...children);
    return e;
}
export function byId(id) { return document.getElementById(id); }
