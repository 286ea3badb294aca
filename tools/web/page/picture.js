/* picture.js - a lesson's picture in a column that is narrower than it was drawn: it shrinks as far
 * as its letters can be read, on a phone no further, and a press shows it alone, in its own size
 * or as large as the window. */
import {element} from "./dom.js";

const LEAST = 9 / 11; /* of its size: the smallest letters are drawn with 11 pixels */

/* On a phone what may not shrink so far is cut: then the box around it scrolls. */
export function watchPictures(place) {
    for (const picture of place.querySelectorAll("img[width]")) boxes.observe(picture.parentNode);
    place.onclick = e => { if (e.target.matches("img.opens")) showPicture(e.target); };
}

const boxes = new ResizeObserver(entries => {
    for (const {target: {clientWidth: room, children}} of entries)
        for (const picture of children) /* no room: out of sight */
            if (room > 0 && picture.matches("img[width]"))
                fit(picture, room / Number(picture.getAttribute("width")));
});

function fit(picture, share) {
    const opens = share < 0.95;
    picture.classList.toggle("fits", share >= LEAST);
    picture.classList.toggle("opens", opens);
    picture.onkeydown = opens ? e => {
        if (![" ", "Enter"].includes(e.key) || e.ctrlKey || e.metaKey) return;
        e.preventDefault();
        showPicture(picture);
    } : null;
    // one without words is a lesson's first, which stands below once more
    for (const [name, value] of [["role", "button"], ["tabindex", "0"],
        ["title", "Enlarge the picture"]])
        if (opens && picture.alt) picture.setAttribute(name, value);
        else picture.removeAttribute(name);
}

/* In its own size; what is larger than the window is pulled, and a button shows all of it. A press
 * anywhere else closes it; so do Escape and the browser's Back. */
function showPicture({src, alt, attributes}) {
    const pane = element("div", {class: "pane", tabindex: "0", role: "group", "aria-label": alt,
        onscroll: () => fade()}, element("img", {src, alt, width: attributes.width.value}));
    const whole = element("button", {onclick: e => {
        e.stopPropagation();
        whole.textContent = dialog.classList.toggle("whole") ? "Its own size" : "All of it";
        fade();
    }}, "All of it");
    const beyond = () => pane.scrollWidth - pane.clientWidth;
    const fade = () => pane.classList.toggle("wider", pane.scrollLeft < beyond() - 8);
    const dialog = element("dialog",
        {class: "picture", "aria-label": alt || "A picture", onclick: () => dialog.close()}, pane,
        element("div", {class: "buttons"}, whole, element("button", {autofocus: true}, "Close")));
    const back = () => dialog.close();
    dialog.onclose = () => {
        removeEventListener("popstate", back);
        dialog.remove();
        if (history.state?.picture) history.back();
    };
    history.pushState({...history.state, picture: true}, "");
    addEventListener("popstate", back);
    document.body.append(dialog);
    dialog.showModal();
    whole.hidden = beyond() <= 0 && pane.scrollHeight <= pane.clientHeight;
    fade();
}
