/* panel.js - "See it live" beside a module's files: the demo in a frame of its own, with those files inside if wished. */
export function live(place, module) {
    const address = new URL(`live/demo.html?module=${module.name}`, document.baseURI), frame = place.querySelector("iframe");
    if (frame && frame.src === address.href) return;
    const made = document.createElement("iframe");
    made.className = "live-frame";
    made.title = `The demo, with your files of ${module.name} if you wish`;
    made.src = address;
    place.replaceChildren(made);
}
