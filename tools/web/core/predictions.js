/* predictions.js - what is typed before a measurement: tools/lib/predict reads it as lines, and so
 * a page checks it while it is typed. */

const NUMBER =
    /^[+-]?(0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?([pP][+-]?\d+)?|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)/;

/* "4,194,304", "4e6", "1/16", "2^24", "17 MB": the number, or null if it is none. */
export function numberOf(text) {
    let rest = text.split("\n")[0].replace(/[_'\s]/g, "").slice(0, 63);
    // between thousands only: 0,5 may be meant as 0.5
    if (rest.replace(/(^|[^\w.,])[1-9]\d{0,2}(,\d{3})+(?!\d)/g, "$1").includes(",")) return null;
    rest = rest.replaceAll(",", "");
    const take = () => {
        const found = NUMBER.exec(rest)?.[0];
        if (found === undefined) return NaN;
        rest = rest.slice(found.length);
        return /x/i.test(found) ? hexadecimal(found) : Number(found);
    };
    let x = take();
    while (/^[/^*]/.test(rest)) {
        const sign = rest[0];
        rest = rest.slice(1);
        const y = take();
        x = sign === "/" ? x / y : sign === "*" ? x * y : x ** y;
    }
    return Number.isFinite(x) && /^([A-Za-z%]|$)/.test(rest) ? x : null;
}
/* C reads those, too: 0x10, 0x1.8p3. */
function hexadecimal(text) {
    const [, sign, whole, , part = "", , power = "0"] =
        text.match(/^([+-]?)0x([0-9a-f]+)(\.([0-9a-f]*))?(p([+-]?\d+))?$/i);
    return (sign === "-" ? -1 : 1) * parseInt(whole + part, 16) * 2 **
        (Number(power) - 4 * part.length);
}

/* One line for each question, as the program asks them; an empty one predicts nothing. */
export function linesOf(answers) {
    return answers.map(a => `${numberOf(a) === null ? "" : a.trim()}\n`).join("");
}
