/* strip.js - one mark for each test, in groups by exercise; a press runs that test alone. */
import {count, element, inWords, walkable} from "./dom.js";

const shapes = {pass: "✓", fail: "✗", todo: "·", none: "·"};
const said = {pass: "passed", fail: "failed", todo: "not written yet", none: "not run yet"};

/* place: where; caption: where the mark under the pointer is told; run(testName). */
export function makeStrip(place, caption, run) {
    const walk = walkable(place, "button");
    const idle = "One mark for each test. Press one to run it alone.";
    const tell = e => {
        if (e.pointerType === "touch") return; // a finger that scrolls lies on some mark
        const mark = e.target.closest("button");
        if (mark) caption.textContent = mark.dataset.told;
    };
    place.addEventListener("pointerover", tell);
    place.addEventListener("focusin", tell);
    place.addEventListener("pointerleave", () => { caption.textContent = idle; });
    place.addEventListener("focusout", () => { caption.textContent = idle; });
    caption.textContent = idle;

    /* tests: [{name, points, exercise}]; outcomes: {name: outcome}; old: names of tests that ran
     * before the last change. */
    return function draw(tests, outcomes, old) {
        const focused = place.contains(document.activeElement) &&
            document.activeElement.dataset.test;
        const groups = [];
        for (const test of tests) {
            if (!groups.length || groups.at(-1).exercise !== test.exercise &&
                numberOf(groups.at(-1).exercise) !== numberOf(test.exercise))
                groups.push({exercise: test.exercise, tests: []});
            groups.at(-1).tests.push(test);
        }
        place.replaceChildren(
            ...groups.map(group =>
                element("div", {class: "group", role: "group", "aria-label": group.exercise},
            element("span", {class: "number", "aria-hidden": "true"}, numberOf(group.exercise)),
            ...group.tests.map(test => mark(test, outcomes[test.name] || "none",
                old.has(test.name))))));
        const first = place.querySelector(focused ? `[data-test="${focused}"]` : "button");
        if (first) walk.enter(first);
        if (focused && first) first.focus();
    };

    function mark(test, outcome, old) {
        const told =
            `${test.exercise}: ${inWords(test.name)}, ` +
            `${test.optional ? `optional, ${count(test.optional, "point")}` : count(test.points,
                "point")}, ` +
            `${said[outcome]}${old ? " before your last change" : ""}`;
        return element("button",
            {class: `mark ${outcome}${old ? " old" : ""}`, "data-test": test.name,
                "data-told": told, "aria-label": `${told}. Run this test alone`,
                onclick: () => run(test.name)}, shapes[outcome]);
    }
}

const numberOf = exercise => exercise.split(" ")[0];
