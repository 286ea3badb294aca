/* experiments.js - measure it, and break it: first what you predict, then what comes out. */
import {linesOf, numberOf} from "../core/predictions.js";
import {element} from "./dom.js";
import {reportNodes} from "./report.js";
import {squeezed} from "./words.js";

/* Fields of predictions. questions: [{question, unit}]; of: what they are about. Returns {nodes,
 * lines()}: one line of text a field. */
function predictions(questions, id, of = "") {
    const wrong = element("p", {class: "wrong", role: "status", id: `${id}-wrong`});
    const judge = () => { wrong.textContent = notNumbers(fields.map(f => f.value)); };
    const fields =
        questions.map(
            (q, i) => element("input",
                {id: `${id}-${i}`, autocomplete: "off", placeholder: "?",
                    "aria-describedby": wrong.id,
                    oninput: e => {
                        judged(e.target);
                        judge();
                    }}));
    return {
        nodes: questions.length === 0 ? [] : [
            element("p", {class: "quiet"},
                `Predict${of} before it is measured: 1000, 3e5, 1/7, 2^30; leave a field empty ` +
                "if you cannot say."),
            element("div", {class: "predictions"}, questions.map((q, i) => [
                element("label", {for: `${id}-${i}`}, q.question,
                    q.unit ? element("span", {class: "quiet"}, ` (${q.unit})`) : null),
                    fields[i]])), wrong],
        fields,
        show: kept => {
            kept.forEach(
                (line, i) => { if (fields[i]) { fields[i].value = line; judged(fields[i]); } });
                judge(); }, lines: () => fields.map(f => f.value.trim()),
                input: () => linesOf(fields.map(f => f.value)),
    };
}

/* "“abc” is no number: it predicts nothing.", or "". */
export function notNumbers(lines) {
    const wrong = lines.map(line => line.trim()).filter(line => line && numberOf(line) === null)
        .map(line => `“${line}”`);
    return wrong.length === 0 ? ""
        : `${wrong.join(" and ")} ` +
        `${wrong.length > 1 ? "are no numbers: they predict" : "is no number: it predicts"} ` +
        `nothing.`;
}

/* What is no number is marked as such. */
function judged(field) {
    const wrong = field.value.trim() !== "" && numberOf(field.value) === null;
    field.setAttribute("aria-invalid", String(wrong));
}

/* Output that grows line by line, and a button that becomes "Stop" while it runs. start(onOutput,
 * signal) -> Promise; long: a sentence of how long. */
function runner(label, long, start, actions, said) {
    let stop = null, text = "";
    const clock = element("span", {class: "quiet clock", "aria-hidden": "true"});
    const output =
        element("div",
            {class: "report output", tabindex: "0", role: "region", "aria-label": "Output",
                hidden: true});
    const show = () => {
        const lines = squeezed(text.replace(/^\n+/, ""));
        output.style.setProperty("--columns",
            Math.max(20, ...lines.map(([line, row]) => row ? line.length : 0)));
        output.replaceChildren(
            ...lines.map(([line, row]) => row ? rowOf(line)
                : reportNodes(line, actions)).flat());
    };
    const button = element("button", {class: "primary", onclick: async () => {
        if (stop) { stop.abort(); return; }
        stop = new AbortController();
        text = "";
        output.hidden = false;
        button.textContent = "Stop";
        said("It runs.");
        const began = performance.now(), ticks = setInterval(() => {
            clock.textContent = ` ${Math.round((performance.now() - began) / 1000)} s`;
        }, 1000);
        try {
            const result = await start(piece => { text += piece; show(); }, stop.signal);
            if (result.errors) text += result.errors;
            if (stop.signal.aborted) text += "\nstopped\n";
            said(result.errors ? "Your files do not compile."
                : stop.signal.aborted ? "Stopped."
                : "It is done. The numbers stand below the button.");
        } catch (error) {
            text += `\n${error.message}\n`;
            said(error.message);
        }
        show();
        clearInterval(ticks);
        clock.textContent = "";
        stop = null;
        button.textContent = label;
    }}, label);
    return [element("p", {class: "quiet"}, long), element("p", {}, button, clock), output];
}

/* A table's row; words in its last column may wrap. */
function rowOf(line) {
    const [, numbers, words] = /^(.*\S {2,})(\S+ \S.*)$/.exec(line) ?? [];
    return words
        ? element("div", {class: "line row says"}, element("span", {}, numbers),
            element("span", {}, words))
        : element("div", {class: "line row"}, line);
}

/* desk keeps the predictions: saved(key) -> lines or null, save(key, lines). */
export function drawMeasure(place, module, {measure, kept, keep, actions, said}) {
    const form = predictions(module.predictions || [], "predict");
    form.show(kept("measure") || []);
    form.fields.forEach(f => f.addEventListener("input", () => keep("measure", form.lines())));
    place.replaceChildren(element("h2", {}, "Measure it"),
        element("p", {},
            "This runs the module's measurement with your files inside. It needs the exercises " +
            "to be written."),
        element("p", {class: "quiet"},
            "Times are those of a browser: products step by step, without the wide vectors of a " +
            "processor, and with a clock that rounds. ",
            "Sizes and losses are as at home; how many times faster one thing is than another " +
                "may be quite different from what the lesson says."),
        ...form.nodes,
        ...runner("Measure", "It takes up to a minute; a line comes when its numbers are known.",
            (onOutput, signal) => measure({input: form.input(), onOutput, signal}), actions, said));
}

export function drawBreak(place, module, wanted, {breakCase, kept, keep, actions, said}) {
    const cases = module.breaks || [];
    place.replaceChildren(element("h2", {}, "Break it"),
        element("p", {},
            "What happens to a model that is trained with a mistake in it? Choose one, say what " +
            "you expect, and look."),
        element("ol", {class: "cases"}, cases.map(c => element("li", {},
            element("details",
                {name: "case", open: String(wanted) === String(c.case), "data-case": c.case},
                element("summary", {}, `Case ${c.case}: ${c.what}.`), oneCase(c))))));
    const open = place.querySelector("details[open] summary");
    if (open) { open.scrollIntoView({block: "nearest"}); open.focus({preventScroll: true}); }

    function oneCase(c) {
        const form = predictions(c.predictions || [], `case-${c.case}`,
            " of the model with this mistake");
        const key = `break-${c.case}`;
        form.show(kept(key) || []);
        form.fields.forEach(f => f.addEventListener("input", () => keep(key, form.lines())));
        const moral = element("p", {class: "moral", hidden: true}, c.moral || "");
        const start = async (onOutput, signal) => {
            const result = await breakCase(c.case, {input: form.input(), onOutput, signal});
            moral.hidden = !c.moral || signal.aborted;
            return result;
        };
        return element("div", {class: "case"}, c.said ? element("p", {}, c.said) : null,
            ...form.nodes,
            ...runner("Train both",
                "Without the mistake and with it, one after the other: ten to forty seconds.",
                start, actions, said), moral);
    }
}
