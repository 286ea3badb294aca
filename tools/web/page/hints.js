/* hints.js - one hint more at each press, and never more than was asked for. */
import {byId, element} from "./dom.js";
import {hintKey, hintsOf, nextTest, openTestOf} from "../core/hints.js";
import {functionOf} from "./words.js";

/* Draws the hints seen so far. why: how this test was chosen; more(): the next one; close(). */
export function drawHints(place, test, hints, seen, {why, more, close}) {
    place.hidden = false;
    place.replaceChildren(
        element("div", {class: "head"},
            element("h3", {}, `Hints for ${test.exercise}`,
                why && element("span", {class: "quiet"}, ` · ${why}`)),
            element("button", {class: "close", "aria-label": "Close the hints", onclick: close},
                "×")),
        element("ol", {class: "hints"}, hints.slice(0, seen).map((hint, i) => element("li", {},
            element("span", {class: "quiet"}, `${i + 1} of ${hints.length} `), hintText(hint)))),
        seen < hints.length
            ? element("button", {onclick: more}, seen === hints.length - 1
                ? "The last hint, nearly the answer" : "Next hint")
            : element("p", {class: "quiet"}, hints.length ? "That was the last hint."
                : "There is no hint for this one."));
}

/* Hints are plain sentences; the last is often a line of C. */
const hintText = hint => /[;{]$|\w\(.*\)/.test(hint) && /;$/.test(hint)
    ? element("code", {}, hint) : hint;

/* page: a ModulePage. Of what is asked for; else of the open exercise that the cursor is in; else
 * of the first that the last run has open. */
export async function giveHint(page, wanted, here = false) {
    const {desk, said, see} = page.app, {module} = page;
    const under = here && openTestOf(module.tests, page.outcomes, page.file, page.editor.here());
    const {test, stop} = under ? {test: under}
        : nextTest(module, module.tests.map(t => ({...t, outcome: page.outcomes[t.name]})),
            wanted || "", page.stale);
    if (stop) { said(stop); return; }
    const why = under ? "where your cursor is" : wanted ? "" : "the next one";
    const hints = hintsOf(module.hints, test), key = hintKey(module.hints, test);
    const seen = Math.min(hints.length, await desk.hintsSeen(module.name, key) + 1);
    await desk.seeHints(module.name, key, seen);
    page.hinted = module.tests.filter(t => hintKey(module.hints, t) === key);
    drawHints(byId("hints"), test, hints, seen,
        {why, more: () => giveHint(page, test.name), close: () => {
            closeHints(page);
            page.focus("strip");
        }});
    see("report");
    byId("hints").scrollIntoView({block: "nearest"});
    const of = functionOf(test.exercise) + (why && `, ${why}`);
    said(hints.length ? `Hint ${seen} of ${hints.length} for ${of}.`
        : `There is no hint for ${of}.`, hints[seen - 1]);
}

/* Hints go when none of the tests that they are for needs them. */
export function closeHints(page, done = () => true) {
    if (!page.hinted?.every(done)) return;
    const left = byId("hints").contains(document.activeElement);
    byId("hints").hidden = true;
    page.hinted = null;
    if (left) byId("report").focus();
}
