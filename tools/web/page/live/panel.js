/* panel.js - "See it live" beside a module's files: the demo in a frame of its own, with those
 * files inside if wished.
 *
 * The frame takes dark and light from the page around it (color-scheme), and the files from where
 * the page keeps them.
 */
export function live(place, module) {
    const address = new URL(`live/demo.html?module=${module.name}`, document.baseURI).href;
    const there = place.querySelector("iframe");
    if (there && there.src === address) return;
    const frame = document.createElement("iframe"), links = document.createElement("p");
    frame.src = address;
    frame.title = `The demo trains, with your files of ${module.name} if you wish`;
    Object.assign(frame.style, {width: "100%", height: "80vh", border: "0"});
    links.append("Also: ", link("live/demo.html", "the demo on a page of its own"), ", ",
        link("live/notebook.html", "notebooks and milestones"), ".");
    place.replaceChildren(frame, links);
}
function link(href, text) {
    const a = document.createElement("a");
    Object.assign(a, {href, textContent: text});
    return a;
}
