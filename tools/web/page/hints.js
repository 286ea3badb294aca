/* hints.js - one hint more at each press, and never more than was asked for. */
import {element} from "./dom.js";

/* Draws the hints seen so far. why: how this test was chosen; more(): the next one; close(). */
export function drawHints(place, test, hints, seen, {why, more, close}) {
    place.hidden = false;
    place.replaceChildren(
        element("div", {class: "head"}, element("h3", {}, `Hints for ${test.exercise}`, why && element("span", {class: "quiet"}, ` · ${why}`)),
            element("button", {class: "close", "aria-label": "Close the hints", onclick: close}, "×")),
        element("ol", {class: "hints"}, hints.slice(0, seen).map((hint, i) => element("li", {},
            element("span", {class: "quiet"}, `${i + 1} of ${hints.length} `), hintText(hint)))),
        seen < hints.length ? element("button", {onclick: more}, seen === hints.length - 1 ? "The last hint, nearly the answer" : "Next hint")
            : element("p", {class: "quiet"}, hints.length ? "That was the last hint." : "There is no hint for this one."));
}

/* Hints are plain sentences; the last is often a line of C. */
const hintText = hint => /[;{]$|\w\(.*\)/.test(hint) && /;$/.test(hint) ? element("code", {}, hint) : hint;
