/* save.js - the picture as a file: the whole graph as it is open now, in the colours of the theme.
 *
 * A copy of the drawing gets its looks written into it, because a file has no style sheet.
 * Invariant: nothing is asked of the network; the file is made here and handed to the browser.
 */
const savedLooks = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity",
    "opacity", "font-family", "font-size", "font-weight",
    "text-anchor", "paint-order", "stroke-linejoin", "marker-end", "image-rendering"];
const savedMargin = 16;

function writeLooks(from, to) {
    const looks = getComputedStyle(from);
    to.setAttribute("style", savedLooks.map(k => `${k}:${looks.getPropertyValue(k)}`).join(";"));
    to.removeAttribute("class");
    [...from.children].forEach((child, i) => writeLooks(child, to.children[i]));
}

/* The drawing with nothing selected, lit, searched for or stepped to, as the text of an SVG. */
function pictureText() {
    const selected = view.selected, touched = film.touched;
    film.touched = false;
    showStep();
    const classes = svg.getAttribute("class");
    svg.removeAttribute("class");
    view.selected = null;
    markSelected();
    const found = [...world.querySelectorAll(".found")];
    found.forEach(e => e.classList.remove("found"));
    const copy = world.cloneNode(true), arrows = svg.querySelector("defs").cloneNode(true);
    writeLooks(world, copy);
    writeLooks(svg.querySelector("defs"), arrows);
    if (classes) svg.setAttribute("class", classes);
    found.forEach(e => e.classList.add("found"));
    view.selected = selected;
    markSelected();
    film.touched = touched;
    showStep();
    copy.querySelectorAll(".halo").forEach(e => e.remove());
    copy.setAttribute("transform", `translate(${savedMargin} ${savedMargin})`);
    const w = Math.ceil(regions[0].w + 2 * savedMargin);
    const h = Math.ceil(regions[0].h + 2 * savedMargin);
    const paper = getComputedStyle(document.body).backgroundColor;
    const whole = shape("svg", {width: w, height: h, viewBox: `0 0 ${w} ${h}`},
        shape("title", {}, page.title), arrows,
        shape("rect", {width: w, height: h, fill: paper}), copy);
    return {text: new XMLSerializer().serializeToString(whole), w: w, h: h};
}
function handOver(blob, ending) {
    const url = URL.createObjectURL(blob);
    const name = page.title.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "")
        .toLowerCase() || "graph";
    element("a", {href: url, download: name + "." + ending}).click();
    setTimeout(() => URL.revokeObjectURL(url), 60000);
}
function saveSvg() { handOver(new Blob([pictureText().text], {type: "image/svg+xml"}), "svg"); }

/* As sharp as a canvas can be, twice the size at most. */
function drawPng(done) {
    const picture = pictureText(), image = new Image();
    const scale = Math.min(2, 16000 / picture.w, 16000 / picture.h,
        Math.sqrt(1e8 / (picture.w * picture.h)));
    image.onload = () => {
        const canvas =
            element("canvas",
                {width: Math.round(picture.w * scale), height: Math.round(picture.h * scale)});
        canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
        canvas.toBlob(done, "image/png");
    };
    image.onerror = () => tell("The browser cannot draw this picture. Try SVG.");
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(picture.text);
}
function savePng() {
    drawPng(blob => blob ? handOver(blob, "png")
        : tell("The picture is too large for PNG. Try SVG."));
}

byId("save-svg").addEventListener("click", saveSvg);
byId("save-png").addEventListener("click", savePng);
