/* stream.js - what the demo says (demo --stream), line by line, as one story. Without any DOM. */

export function emptyStory() {
    return {steps: 0, seed: 0, parameters: 0, words: 0, losses: [], looks: []};
}

/* Takes in a line: "start", "loss", "look", or null if it is none of the demo's. */
export function takeLine(story, line) {
    let said;
    try { said = JSON.parse(line); } catch { return null; }
    if (said === null || typeof said !== "object") return null;
    if ("steps" in said) { Object.assign(story, said); return "start"; }
    if ("loss" in said) { story.losses.push(said.loss); return "loss"; }
    if ("attention" in said) { story.looks.push(said); return "look"; }
    return null;
}

export function backwards(word) { return [...word].reverse().join(""); }

/* The word as the demo takes it, or null and why not. */
export function wordFrom(text) {
    const word = text.trim().toUpperCase();
    if (!/^[A-Z]*$/.test(word)) return {word: null, why: "Letters A to Z only."};
    if (word.length < 3 || word.length > 10)
        return {word: null, why: `3 to 10 letters; these are ${word.length}.`};
    return {word, why: ""};
}

/* How much of its attention a head spends on the mirror image of each letter, on average. */
export function mirrorShare(head) {
    return head.reduce((sum, row, i) => sum + row[head.length - 1 - i], 0) / head.length;
}
/* [layer, head] of the one that looks there most. */
export function bestHead(attention) {
    let best = [0, 0];
    attention.forEach((heads, l) => heads.forEach((head, h) => {
        if (mirrorShare(head) > mirrorShare(attention[best[0]][best[1]])) best = [l, h];
    }));
    return best;
}

/* The n likeliest letters of a place, by their shares: 0 is nothing, then A to Z. */
export function likeliest(shares, n) {
    const letters =
        shares.map((share, k) => ({letter: k ? String.fromCharCode(64 + k) : "\u00b7", share}));
    return letters.sort((a, b) => b.share - a.share).slice(0, n);
}
export function sureInWords(shares, n) {
    return likeliest(shares, n).filter(l => l.share >= 0.005)
        .map(l => `${l.letter === "\u00b7" ? "nothing" : l.letter} ${Math.round(100 * l.share)} %`)
        .join(", ") + ".";
}
/* What --temperature does, for a reader of the number. */
export function temperatureInWords(t) {
    return t === 0 ? "0: always the likeliest"
        : t === 1 ? "1.0: as the model says"
        : t < 1 ? `${t.toFixed(1)}: surer than it is` : `${t.toFixed(1)}: less sure than it is`;
}

/* What a chart of it says to somebody who does not see it. */
export function lossInWords(losses) {
    if (!losses.length) return "No step yet.";
    const at = i => losses[i].toPrecision(4);
    const way = losses.length === 1 ? ""
        : ` It was ${at(0)} after step ` +
        `1${losses.length > 20 ? `, ${at(losses.length >> 1)} ` + "after half of that" : ""}.`;
    return `The loss is ${at(losses.length - 1)} after step ${losses.length}.${way}`;
}
