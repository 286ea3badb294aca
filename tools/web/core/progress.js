/* progress.js - every module: points at its last run, what is open, the one next command:
 * tools/course/progress.sh. */

/* One row. results: [{name, points, outcome, exercise}] of the last whole run, or null; changed: a
 * file since then. */
export function progressOf({number, name, optional}, results, changed) {
    // every module has 100 points
    if (!results)
        return {number, name, points: 0, of: 100, state: optional ? "optional" : "new",
            open: "", test: ""};
    const sum = list => list.reduce((total, r) => total + r.points, 0);
    const points = sum(results.filter(r => r.outcome === "pass"));
    // what is optional is never open
    const of = sum(results), first = results.find(r => r.outcome !== "pass" && !r.optional);
    // points of other files are none of these
    if (changed) return {number, name, points: null, of, state: "changed", open: "", test: ""};
    const state = points === of ? "done" : "open";
    return {number, name, points, of, state, open: first?.exercise ?? "", test: first?.name ?? ""};
}

/* An optional module that nobody has begun is in nobody's way, and not in the sum. */
const isOpen = row => row.state !== "done" && row.state !== "optional";

export function progressText(rows) {
    const what = {new: () => "not begun", optional: () => "optional, not begun", done: () => "done",
        changed: () => "changed since the last run", open: r => `open: ${r.open}`};
    const lines = rows.map(r => {
        const full = Math.floor(20 * r.points / (r.of || 1));
        const bar = "#".repeat(full).padEnd(20, ".");
        return `  ${r.name.padEnd(18)} ${bar} ` +
            `${String(r.points ?? "?").padStart(3)}/${String(r.of).padEnd(3)}  ${what[r.state](r)}`;
    });
    const sum = key => rows.filter(r => r.state !== "optional")
        .reduce((total, r) => total + r[key], 0);
    const next = rows.find(isOpen);
    const again = rows.filter(r => r.state === "changed" && r !== next)
        .map(r => ` ${r.number}`).join("");
    const told = !next ? "All done."
        : `Next: ${next.state === "new" ? `read modules/${next.name}/README.md, then ` : ""}make ` +
        `${next.number}`;
    const without = again &&
        `, without what changed since its last run (make${again} counts it again)`;
    return `${lines.join("\n")}\n\n${sum("points")} of ${sum("of")} points${without}.  ${told}\n`;
}

/* As make progress JSON=1 prints it, for editors. */
export function progressJson(rows) {
    const next = rows.find(isOpen);
    const row = ({number, name, points, of, state, open, test}) => "\n  " +
        JSON.stringify({number, name, points, of, state, open, test}, null, 1)
        .replace(/\n */g, " ").replace("{ ", "{").replace(/ }$/, "}");
    return `{"modules": [${rows.map(row).join(",")}\n` +
        `], "next": "${next ? `make ${next.number}` : ""}"}\n`;
}

/* The points beside the 100 of a module. */
export function optionalOf(results) {
    const sum = list => list.reduce((total, r) => total + (r.optional ?? 0), 0);
    return {points: sum(results.filter(r => r.outcome === "pass")), of: sum(results)};
}

/* The last line of make submit-12 about points. */
export function lastRun(number, results, changed) {
    if (!results || changed)
        return `not run since the last change: make ${number} tells the points`;
    const {points, of} = progressOf({}, results, false);
    const open = new Set(results.filter(r => r.outcome !== "pass" && !r.optional)
        .map(r => r.exercise)).size;
    const beside = optionalOf(results);
    return `last run: ${points} of ${of}` +
        (open ? `; ${open} exercise${open > 1 ? "s" : ""} still open` : "") +
        (beside.of ? `; optional: ${beside.points} of ${beside.of}` : "");
}
