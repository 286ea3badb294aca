/* bring.js - files of the reader's own, chosen or dropped, for a notebook that reads a folder. They
 * go to its cells and nowhere else.
 *
 * `variable` says what a cell asks the environment for, as it does at home: STORIES. Invariant:
 * what was brought before stays, until a file of the same name comes. */

// a cell's memory is copied before it runs, and cells read what they are given into memory
const MOST = 200e6;

const bytesText = n => n < 1e6 ? `${Math.ceil(n / 1e3)} KB` : `${(n / 1e6).toFixed(1)} MB`;

/* Names with sizes, in order. */
export function inWords(files) {
    return Object.keys(files).sort()
        .map(name => `${name} (${bytesText(files[name].byteLength)})`).join(", ");
}

/* {files: name -> bytes, why}: those of before and these File objects; with a why, nothing new. */
export async function withFiles(before, list) {
    const files = {...before};
    for (const file of list) {
        try {
            if (file.size > MOST)
                return {files: before, why: `${file.name} has ${bytesText(file.size)}; a page ` +
                    `has room for ${bytesText(MOST)}.`};
            files[file.name] = new Uint8Array(await file.arrayBuffer());
        } catch {
            return {files: before, why: `${file.name} cannot be read. If it is a folder: bring ` +
                "the files in it."};
        }
    }
    const sum = Object.values(files).reduce((n, data) => n + data.byteLength, 0);
    return sum > MOST ? {files: before, why: `Together they have ${bytesText(sum)}; a page has ` +
        `room for ${bytesText(MOST)}.`} : {files, why: ""};
}

/* onFiles gets File objects: by the button, through the input behind it, or dropped anywhere on
 * the page while asks() is true. */
export function listen(button, input, asks, onFiles) {
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => {
        onFiles([...input.files]);
        input.value = ""; /* the same once more is a change, too */
    });
    const dropped = e => asks() && [...e.dataTransfer?.types ?? []].includes("Files");
    document.addEventListener("dragover", e => { if (dropped(e)) e.preventDefault(); });
    document.addEventListener("drop", e => {
        if (!dropped(e)) return;
        e.preventDefault();
        onFiles([...e.dataTransfer.files]);
    });
}
