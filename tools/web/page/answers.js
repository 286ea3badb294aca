/* answers.js - answers.txt as questions, and an answer written back into the same text. Pure: text
 * in, text out. */

const line = /^(\w+)([ \t]*=[ \t]*)(.*?)(\r?)$/;

/* [{name, question, value}]: value is "" while the file says "?". The comment right above belongs
 * to the question; the file's head, up to its first empty line, to none. */
export function questionsOf(text) {
    const questions = [];
    let comment = [];
    for (const one of text.split("\n")) {
        const match = line.exec(one);
        if (one.startsWith("#")) comment.push(one.replace(/^#\s?/, "").trim());
        else if (match)
            questions.push(
                {name: match[1], question: comment.join(" "), value: match[3].trim() === "?" ? ""
                    : match[3].trim()});
        if (!one.startsWith("#")) comment = [];
    }
    return questions;
}

/* The text with this answer in it; every other character stays. */
export function withAnswer(text, name, value) {
    let done = false;
    return text.split("\n").map(one => {
        const match = line.exec(one);
        if (done || !match || match[1] !== name) return one;
        done = true;
        return `${match[1]}${match[2]}${value.replace(/[\r\n]+/g, " ").trim() || "?"}${match[4]}`;
    }).join("\n");
}
