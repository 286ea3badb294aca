/* letters.js - how sure the model is of each letter that it writes, and answers drawn by that. */
import {element} from "./dom.js";
import {backwards, likeliest, sureInWords} from "./stream.js";

// so many letters are named, in parts of the bar wide enough for one
const NAMED = 3, WIDE = 0.09;

function bar(shares, right) {
    return likeliest(shares, NAMED).map(({letter, share}) => element("span",
        {class: letter === right ? "part right" : "part",
            style: `width:${(100 * share).toFixed(2)}%`}, share >= WIDE ? letter : ""));
}

/* A row for each place of the answer. */
export function showLetters(list, look) {
    const right = backwards(look.word);
    list.dataset.temperature = look.temperature;
    list.replaceChildren(...look.sure.map((shares, i) => {
        const [first] = likeliest(shares, 1);
        return element("li", {},
            element("span", {class: "sure", "aria-hidden": "true"}, ...bar(shares, right[i])),
            element("span", {class: "share", "aria-hidden": "true"},
                `${first.letter} ${Math.round(100 * first.share)} %`),
            element("span", {class: "unseen"}, sureInWords(shares, NAMED)));
    }));
}

export function showDrawn(line, look) {
    line.replaceChildren(
        ...look.drawn.flatMap(word =>
            [element("span", {class: word === backwards(look.word) ? "drawn right" : "drawn"},
                word), " "]));
}
