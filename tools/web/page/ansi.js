/* ansi.js - a terminal's text as lines of pieces: what has a colour there gets a class here. */

const classes = {1: "bold", 2: "dim", 31: "red", 32: "green", 33: "yellow", 34: "blue",
    35: "violet", 36: "blue"};

/* [[{text, style}, ...], ...]: one array a line; style is "" or class names. A colour may reach
 * over a line's end. */
export function linesOf(text) {
    const lines = [[]];
    let on = [];
    for (const piece of text.split(/(\x1b\[[\d;]*[A-Za-z]|\n)/)) {
        const code = /^\x1b\[([\d;]*)([A-Za-z])$/.exec(piece);
        if (piece === "\n") lines.push([]);
        else if (code && code[2] === "m") on = styled(on, code[1]);
        else if (!code && piece !== "") lines.at(-1).push({text: piece, style: on.join(" ")});
    }
    return lines;
}

function styled(on, codes) {
    for (const code of codes.split(";").map(Number)) {
        if (code === 0) on = [];
        else if (classes[code] && !on.includes(classes[code])) on = [...on, classes[code]];
    }
    return on;
}

export const plain = text => text.replace(/\x1b\[[\d;]*[A-Za-z]/g, "");
