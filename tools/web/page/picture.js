/* picture.js - beside the editor a lesson's picture is smaller than it was drawn, its letters too:
 * then it can be pressed, and is seen in its own size. */
import {element} from "./dom.js";

export function watchPictures(place) {
    for (const picture of place.querySelectorAll("img[width]")) shrunk.observe(picture);
    place.onclick = e => { if (e.target.matches("img.shrunk")) showPicture(e.target); };
}

const shrunk = new ResizeObserver(entries => {
    for (const {target: picture} of entries) {
        const now = picture.clientWidth; /* 0: out of sight */
        const is = now > 0 && now < 0.95 * Number(picture.getAttribute("width"));
        picture.classList.toggle("shrunk", is);
        picture.onkeydown = is ? e => {
            if (![" ", "Enter"].includes(e.key) || e.ctrlKey || e.metaKey) return;
            e.preventDefault();
            showPicture(picture);
        } : null;
        // one without words is a lesson's first, which stands below once more
        for (const [name, value] of [["role", "button"], ["tabindex", "0"],
            ["title", "In its full size"]])
            if (is && picture.alt) picture.setAttribute(name, value);
            else picture.removeAttribute(name);
    }
});

/* A picture in the size that it was drawn in; a press anywhere closes it, and so does Escape. */
function showPicture({src, alt, attributes}) {
    const dialog = element("dialog",
        {class: "picture", "aria-label": alt || "A picture", onclick: () => dialog.close(),
            onclose: () => dialog.remove()},
        element("img", {src, alt, width: attributes.width.value}),
        element("div", {class: "buttons"}, element("button", {autofocus: true}, "Close")));
    document.body.append(dialog);
    dialog.showModal();
}
