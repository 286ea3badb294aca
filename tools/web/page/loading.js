/* loading.js - a bar for what is large: how many of its megabytes are here. */

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
