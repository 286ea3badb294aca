/* modules.mjs - what the page knows of a module, read from the files that `make` reads. Pure: text
 * in, data out. */

/* "# 12 Attention" and the line below it: "5 to 7 hours", and the modules it builds on. names: of
 * all modules. */
export function headOf(readme, names) {
    const title = /^# \d\d (.*)$/m.exec(readme)[1].replaceAll("`", "");
    const [head] = /^Difficulty .*(\n.+)*/m.exec(readme) ?? [""];
    const hours = /· ([^·]*hours)/.exec(head)?.[1] ?? "";
    const before = /before it:([^]*?)(· next|$)/.exec(head)?.[1] ?? "";
    const range = /(\d\d) to (\d\d)/.exec(before);
    const named = [...before.matchAll(/\.\.\/(\d\d_\w+)\//g)].map(m => m[1]);
    const between = names.filter(name => range && name.slice(0, 2) >= range[1] &&
        name.slice(0, 2) <= range[2]);
    const optional = /· optional ·/.test(head) && {optional: true};
    return {title, hours, before: [...new Set([...between, ...named])].sort(), ...optional};
}

/* Files in the order in which the lesson comes to them; then the others, answers.txt last. */
export function inLessonOrder(readme, files) {
    const place = file => {
        const at = readme.search(new RegExp(`\\b${file.replace(".", "\\.")}\\b`));
        return file === "answers.txt" ? readme.length + 1 : at < 0 ? readme.length : at;
    };
    return [...files].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/* "one" "two" of C */
const string = literals =>
    [...literals.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(m => m[1].replace(/\\(.)/g, "$1")).join("");
const LITERALS = '((?:"(?:[^"\\\\]|\\\\.)*"\\s*)+)';

/* A file may say once for all its tests which exercise they are about: #define FILE_AND_EXERCISE
 * .exercise = ...; a question is a test of answers.txt. */
export function unfolded(source) {
    source = source.replace(/^QUESTION\((\w+), (\w+), (\w+), [^;]*?, (\.\w+ = \d+)\);$/gm,
        'TEST($1, $4, .exercise = "$2.q $3", .file = "answers.txt")\n{\n}');
    for (const [, name, value] of source.matchAll(/^#define (\w+) (\..*)$/gm))
        source = source.replace(new RegExp(`\\b${name}\\b(?! \\.)`, "g"), () => value);
    return source;
}

/* Tests in the order of the exercises, as tests/harness/registry.c has them: what is optional comes
 * last. sources: file -> text. */
export function testsOf(sources) {
    const tests = [];
    const number = ({exercise, optional}) =>
        (parseInt(exercise.split(".")[1], 10) || 1000) + (optional ? 2000 : 0);
    for (const file of Object.keys(sources).sort())
        for (const [, name, rest] of unfolded(sources[file]).matchAll(
            /^TEST\((\w+),([^{]*?)\)\s*\{/gm)) {
            const field = key => new RegExp(`\\.${key} = ("[^"]*"|\\d+)`).exec(rest)?.[1];
            const optional = Number(field("optional") ?? 0);
            tests.push({name, points: Number(field("points") ?? 0), ...optional && {optional},
                exercise: string(field("exercise")), file: string(field("file"))});
        }
    return tests.map((test, i) => [number(test), i, test])
        .sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , test]) => test);
}

/* measure.c: what it asks before it measures. */
export function predictionsOf(measure) {
    const asked = new RegExp(`\\bpredict\\(\\w+,\\s*${LITERALS},\\s*${LITERALS}\\)`, "g");
    return [...measure.matchAll(asked)].map(m => ({question: string(m[1]), unit: string(m[2])}));
}

/* break.c: task -> what it asks. */
export function tasksOf(source) {
    const table = /tasks\[\] = \{([^]*?)\n\};/.exec(source)[1], tasks = {};
    for (const [, name, questions] of table.matchAll(/\{"(\w+)",\s*\w+,\s*\d+,\s*\{([^]*?)\}\}\}/g))
        tasks[name] = [
            ...(questions + "}").matchAll(new RegExp(`\\{${LITERALS},\\s*${LITERALS}\\}`, "g"))]
            .map(m => ({question: string(m[1]), unit: string(m[2])}));
    return tasks;
}

/* break.sh: task -> the sentence that it says of it. */
export function tasksSaid(script) {
    return Object.fromEntries(
        [...script.matchAll(/^(\w+)\) say "((?:[^"\\]|\\.)*)" ;;$/gm)].map(
            m => [m[1], m[2].replace(/\\(.)/g, "$1")]));
}

/* tools/break/12_attention.txt: [{case, row, task, said, what, moral, predictions}]; said: task ->
 * its sentence */
export function breaksOf(text, tasks, said = {}) {
    return text.split(/\n\s*\n/).filter(block => /^case:/m.test(block)).map(block => {
        const fields =
            Object.fromEntries([...block.matchAll(/^(\w+): *(.*)$/gm)].map(m => [m[1], m[2]]));
        return {...fields, said: said[fields.task] ?? "", predictions: tasks[fields.task] ?? []};
    });
}
