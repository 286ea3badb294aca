/* loading.js - what is large: when it may come, and a bar that says how many of its megabytes are
 * here. */

const PATIENCE = 5000; /* milliseconds for pictures: one that never comes holds nothing up */

/* Resolves when what is to be seen has come, pictures too, and has been drawn: on a slow network
 * the megabytes behind it must not share its way. */
export async function pageIsThere() {
    if (document.readyState !== "complete")
        await new Promise(done => { addEventListener("load", done, {once: true}); });
    const pictures = [...document.images].filter(picture => picture.loading !== "lazy")
        .map(picture => picture.decode().catch(() => {}));
    await Promise.race([Promise.all(pictures), new Promise(done => setTimeout(done, PATIENCE))]);
    await new Promise(done => {
        if (globalThis.requestIdleCallback) requestIdleCallback(done, {timeout: 2000});
        else setTimeout(done, 200);
    });
}

/* Resolves when what was written is on the screen; a page that nobody sees draws nothing. */
export const drawn = () => new Promise(done => {
    requestAnimationFrame(() => setTimeout(done));
    setTimeout(done, 200);
});

const megabytes = bytes => (bytes / 1e6).toFixed(1);

/* {path, done, total} of each file, as a Files tells them, as one sum over all these paths: {done,
 * total}. */
export function summed(files, paths) {
    const done = new Map(), total = paths.reduce((sum, path) => sum + files.entry(path).bytes, 0);
    return ({path, done: here}) => {
        if (paths.includes(path))
            done.set(path, here);
        return {done: [...done.values()].reduce((sum, bytes) => sum + bytes, 0), total};
    };
}

/* The words beside the bar: "The compiler: 3.1 of 25.4 MB". */
export const said = (what, {done, total}) =>
    `${what}: ${megabytes(done)} of ${megabytes(total)} MB`;

/* Fills place, an element that is hidden at first. show({done, total}) shows the bar, and hides it
 * when all is here; trouble(message, again) puts words in its place, and a button if there is
 * something to be tried again. */
export function loadingBar(place, what) {
    const bar = document.createElement("progress"), words = document.createElement("span");
    bar.setAttribute("aria-label", what);
    place.replaceChildren(bar, words);
    const show = ({done, total}) => {
        place.hidden = done >= total;
        bar.max = total;
        bar.value = done;
        words.textContent = said(what, {done, total});
    };
    const trouble = (message, again) => {
        const button = document.createElement("button");
        button.textContent = "Try again";
        button.addEventListener("click", () => {
            place.replaceChildren(bar, words);
            place.hidden = true;
            again();
        });
        words.textContent = message;
        place.replaceChildren(words, ...(again ? [button] : []));
        place.hidden = false;
    };
    return {show, trouble};
}
