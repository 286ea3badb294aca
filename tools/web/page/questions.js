/* questions.js - answers.txt as fields. The file underneath is the same: what is typed here stands
 * there, and back. */
import {questionsOf, withAnswer} from "./answers.js";
import {element} from "./dom.js";

const verdicts = {pass: "right", fail: "not right", todo: "", none: ""};

/* write(text): the whole answers.txt; check(): ask the judge. */
export function makeQuestions(place, {write, check}) {
    let text = "", names = "";

    /* outcomes: {name: outcome}, of this very text; told(name): what the report says of that
     * answer. */
    function draw(newText, outcomes, told) {
        text = newText;
        const questions = questionsOf(text);
        const now = questions.map(q => q.name + q.question).join("\n");
        if (now !== names) build(questions);
        names = now;
        for (const q of questions) {
            const field = place.querySelector(`[name="${q.name}"]`);
            const outcome = q.value ? outcomes[q.name] || "none" : "none";
            if (field.value !== q.value && document.activeElement !== field) field.value = q.value;
            const verdict = field.closest("li").querySelector(".verdict");
            verdict.className = `verdict ${outcome}`;
            verdict.textContent = verdicts[outcome];
            field.closest("li").querySelector(".told").textContent = q.value ? told(q.name) : "";
            if (outcome === "fail") field.setAttribute("aria-invalid", "true");
            else field.removeAttribute("aria-invalid");
        }
    }

    function build(questions) {
        if (questions.length === 0) {
            place.replaceChildren(element("p", {}, "This module has no questions to work out."));
            return;
        }
        place.replaceChildren(element("h2", {}, "Questions"),
            element("p", {class: "quiet"},
                "Numbers to work out with paper and pencil. They stand in answers.txt, too. ",
                "4194304, 4_194_304, 4.2e6, 2^22 and 5/254 are numbers; units are not."),
            element("ol", {class: "questions"}, questions.map(q => element("li", {},
                element("label", {for: `answer-${q.name}`}, q.question || q.name),
                element("div", {class: "row"},
                    element("input",
                        {id: `answer-${q.name}`, name: q.name, autocomplete: "off",
                            spellcheck: "false", placeholder: "?",
                            "aria-describedby": `told-${q.name}`, oninput: e => {
                                text = withAnswer(text, q.name, e.target.value);
                                write(text);
                            },
                            onkeydown: e => {
                                if (e.key === "Enter" && !e.ctrlKey && !e.metaKey)
                                    check();
                            }}),
                    element("span", {class: "verdict"}),
                    element("code", {class: "name"}, q.name)),
                element("p", {class: "told", id: `told-${q.name}`})))),
            element("button", {class: "primary", onclick: () => check()}, "Check the answers"));
    }

    /* The first answer that is not right, with what is said of it. */
    function showWrong() {
        place.querySelector("li:has(.verdict.fail)")?.scrollIntoView({block: "nearest"});
    }
    return {draw, showWrong};
}
