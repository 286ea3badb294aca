/* parts.js - what stands beside a module's files: its lesson, and what else there is to do with it.
 * Pure. */

export const leftParts = {lesson: "Lesson", questions: "Questions", measure: "Measure",
    break: "Break it", live: "See it live"};

/* Which of them a module has: {lesson: true, ...}. */
export function partsOf(module, files, live) {
    return {lesson: true, questions: Boolean(files["answers.txt"]),
        measure: (module.predictions || []).length > 0, break: (module.breaks || []).length > 0,
            live: Boolean(live)};
}

/* What there is to see once every test has passed: [{text, part}]. */
export const offersOf = has => ["measure", "break", "live"].filter(part => has[part])
    .map(part => ({text: leftParts[part], part}));
