/* hints.js - which hint comes next: what tools/course/hint.sh says. */

/* hints.txt as {"12.3 mask_causal": [hints], "any_length_down_to_none": [hints]}. */
export function hintsOfText(text) {
    const hints = {};
    let block = "";
    for (const line of text.split("\n")) {
        if (line.startsWith("- ")) (hints[block] ??= []).push(line.slice(2));
        else if (line.startsWith("  "))
            hints[block].push(`${hints[block].pop()} ${line.trimStart()}`);
        else if (line.trim() && !line.startsWith("#")) block = line;
    }
    return hints;
}
/* The hints of a test: those under its name, or those under its exercise. */
export function hintsOf(hints, test) { return hints[test.name] ?? hints[test.exercise] ?? []; }
/* Tests of one exercise share its hints, and how many of them have been seen. */
export function hintKey(hints, test) {
    return hints[test.name] ? test.name : functionOf(test.exercise);
}
export function functionOf(exercise) { return exercise.slice(exercise.indexOf(" ") + 1); }

/* The test that is meant (tests/harness/registry.c): by its name, its exercise's number or
 * function, else by a part of those, a question last; the first of those that fit best. null: none
 * fits. */
export function testMeant(tests, text) {
    const fits = tests.map(t => fit(t, text)), best = Math.max(0, ...fits);
    return best ? tests[fits.indexOf(best)] : null;
}
function fit({name, exercise, file}, text) {
    if (!text) return 1;
    const number = text.split(" ")[0];
    if (name === text || functionOf(exercise) === text ||
        (exercise.startsWith(`${number} `) && exercise.includes(text))) return 3;
    if (/^[0-9.]*$/.test(text) || !(name.includes(text) || exercise.includes(text))) return 0;
    return file === "answers.txt" ? 1 : 2;
}

/* module: {number, tests, hints}; results: rows of the last run or null, stale: a file has changed
 * since; wanted: a test or an
 * exercise, or "". {test} or {stop: a sentence}. */
export function nextTest({number, tests}, results, wanted, stale = false) {
    if (!wanted && results) {
        wanted = results.find(r => r.outcome !== "pass")?.name ?? "";
        if (!wanted && !stale)
            return {
                stop: `every test of module ${number} has passed; a hint for one: make ` +
                `hint-${number} TEST=its name`};
    }
    const test = testMeant(tests, wanted);
    return test ? {test}
        : {stop: `no test or exercise of module ${number} is called that; make ${number} lists ` +
            "them"};
}

/* The function of C around a line (the first is 1), by its head and its last brace in column 0:
 * {name, line}, or null. */
export function functionHead(text, line) {
    const lines = text.split("\n");
    for (let i = Math.min(line, lines.length) - 1; i >= 0; i--) {
        const head = /^[A-Za-z_][^;=]*?[ *](\w+)\([^;]*$/.exec(lines[i]);
        if (head) return {name: head[1], line: i + 1};
        if (i < line - 1 && lines[i].startsWith("}")) return null;
    }
    return null;
}

/* Its name; in answers.txt the name that the line gives a value. "": none. */
export function functionAround(text, line) {
    const answer = /^(\w+) *=/.exec(text.split("\n")[line - 1] ?? "");
    return answer ? answer[1] : functionHead(text, line)?.name ?? "";
}

/* The first test of such a function that has not passed yet. */
export function openTestOf(tests, outcomes, file, name) {
    return name
        ? tests.find(t => t.file === file && functionOf(t.exercise) === name &&
            outcomes[t.name] !== "pass") : undefined;
}

export function hintText(test, hints, seen) {
    return [`${test.name} (${test.exercise})`,
        ...hints.slice(0, seen).map((hint, i) => `  hint ${i + 1} of ${hints.length}: ${hint}`),
        seen < hints.length ? "  (once more for the next one)" : "  (that was the last hint)"].join(
            "\n") + "\n";
}
