/* dialog.js - questions before something is changed, and the list of keys. The browser's own
 * <dialog>. */
import {element} from "./dom.js";

/* Opens a dialog; resolves with the value of the button that closed it, "" after Escape. */
export function ask(title, body, buttons) {
    return new Promise(resolve => {
        const dialog = element("dialog", {"aria-labelledby": "dialog-title", onclose: () => {
            dialog.remove();
            resolve(dialog.returnValue);
        }},
            element("form", {method: "dialog"}, element("h2", {id: "dialog-title"}, title), ...body,
                element("div", {class: "buttons"},
                    buttons.map(b =>
                        element("button", {value: b.value, class: b.kind || "", autofocus: b.first},
                            b.text)))));
        document.body.append(dialog);
        dialog.showModal();
        dialog.scrollTop = 0; // a long one has scrolled to the button that has the focus
    });
}

export const confirmed = async (title, sentences, yes) =>
    await ask(title, sentences.map(s => element("p", {}, s)),
        [{value: "", text: "Cancel", first: true}, {value: "yes", text: yes, kind: "primary"}])
        === "yes";

export const tell = (title, sentences) => ask(title, sentences.map(s => element("p", {}, s)),
    [{value: "", text: "Close", kind: "primary", first: true}]);

const mod = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl";
export const keys = [
    [`${mod} Enter`, "run the tests, from anywhere"], ["Esc Tab", "leave the editor by keyboard"],
    ["Alt 1", "the lesson"], ["Alt 2", "the editor"], ["Alt 3", "the report"],
    ["Alt 4", "the marks of the tests"],
    ["Alt N, Alt P", "the next file, the one before"],
    ["Alt H", "a hint for the function that the cursor is in, else for the first open test"],
    [`${mod} Space`, "names of the engine (while you type: by themselves)"],
    [`${mod} F`, "search in the file"], [`${mod} Z`, "undo a change in the file"],
    ["← → ↑ ↓", "walk along tabs and marks; Enter presses one"],
    ["?", "this list (outside the editor)"]];

/* What a sign of the page means. */
const signs = [
    [() => element("span", {class: "dot changed"}),
        "beside a file: yours differs from the starting file"],
    [() => element("span", {class: "mark fail old"}, "✗"),
        "a mark with a dashed edge: its test ran before your last change"],
    [() => "(ok)",
        "in the report: it fails, but only because of an exercise that is told beside it; its " +
        "points count"],
    [() => "todo", "not written yet: its function still returns todo"]];

export const showKeys = () =>
    ask("Keys", [element("dl", {class: "keys"}, keys.map(([key, what]) => [
    element("dt", {}, key.split(" ").map(k => element("kbd", {}, k.replace(",", "")))),
    element("dd", {}, what)])),
    element("h2", {class: "signs"}, "Signs"),
    element("dl", {class: "keys"},
        signs.map(([sign, what]) => [element("dt", {}, sign()), element("dd", {}, what)]))],
    [{value: "", text: "Close", kind: "primary", first: true}]);
