/* moving.js - files that come and go: reset and undo, the tarball to hand in, files from a folder
 * at home. */
import {confirmed, tell} from "./dialog.js";
import {count, element} from "./dom.js";

const listed = names => names.length > 6
    ? `${names.slice(0, 5).join(", ")} and ${names.length - 5} more` : names.join(", ");

export async function resetModule(app, module) {
    const {files} = app.page;
    const changed = Object.keys(files).filter(name => files[name] !== module.files[name]);
    if (changed.length === 0) {
        app.said(`Nothing to reset: ${module.title} is as it was at the beginning.`);
        return;
    }
    if (!await confirmed(`Start ${module.number} ${module.title} again?`, [
        `${count(changed.length, "file")} of yours ${changed.length === 1 ? "is" : "are"} put ` +
            `back to the starting files: ${listed(changed)}.`,
        "Yours are saved first, in this browser. “Undo reset or import” brings them back, with " +
            "their points."], "Start again")) return;
    app.said(await app.desk.reset(module.name, module.files));
    await app.page.reload();
}

export async function undoModule(app, module) {
    const backup = await app.desk.backupOf(module.name);
    if (!backup) { app.said(`Nothing to undo: module ${module.number} was never reset.`); return; }
    if (!await confirmed("Bring your files back?", [
        `The files of ${module.number} ${module.title} that the last reset saved ` +
            `(${new Date(backup).toLocaleString()}) come back.`,
        "What is there now is saved in turn: the same button once more takes this back."],
        "Bring them back")) return;
    app.said(await app.desk.undo(module.name, module.files));
    await app.page.reload();
}

export async function submitModule(app, module, files) {
    const {name, bytes, sha256} = await app.desk.tarball(module.name, files);
    const link = element("a",
        {href: URL.createObjectURL(new Blob([bytes], {type: "application/gzip"})), download: name});
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    app.said(`${name} was downloaded. sha256 ${sha256.slice(0, 12)}…`);
}

/* files: [{path, bytes}] of a picked tarball or a dropped folder. */
export async function importFiles(app, files) {
    let found, starts;
    try {
        starts = await app.data.starts();
        found = await app.desk.read(files, starts);
    } catch (error) {
        await tell("Nothing was brought in", error.message.split("\n"));
        return;
    }
    const modules = Object.keys(found.modules);
    const lines = [...modules.map(name => `${name}: ${listed(Object.keys(found.modules[name]))}`),
        ...found.notes];
    if (!await confirmed("Bring these files in?", [...lines,
        "They take the place of yours in this browser. Yours are saved first; “Undo reset or " +
            "import” brings them back."], "Bring them in")) return;
    for (const name of modules) await app.desk.bring(name, found.modules[name], starts[name]);
    app.said(
        `${count(modules.reduce((n, m) => n + Object.keys(found.modules[m]).length, 0), "file")} ` +
        `brought in: ${modules.join(", ")}.`);
    if (app.page.module && modules.includes(app.page.module.name)) await app.page.reload();
    else if (modules.length === 1) app.goTo(modules[0]);
    else await app.shown();
}

/* Folders that only make and git fill are passed over. */
const passedOver = /(^|\/)(build|node_modules|\.git)(\/|$)/;

export function pickFiles(input, use) {
    input.value = "";
    input.onchange = async () => {
        if (input.files.length)
            use(
                await Promise.all(
                    [...input.files].filter(file => !passedOver.test(file.webkitRelativePath))
                    .map(file => bytesOf(file))));
    };
    input.click();
}

const bytesOf = async (file, path = file.webkitRelativePath || file.name) =>
    ({path, bytes: new Uint8Array(await file.arrayBuffer())});

/* Files and whole folders that are dropped on the page. */
export function dropFiles(place, use, over) {
    const carries = e => [...(e.dataTransfer ? e.dataTransfer.types : [])].includes("Files");
    place.addEventListener("dragover", e => {
        if (carries(e)) { e.preventDefault(); over(true); }
    });
    place.addEventListener("dragleave", e => { if (!e.relatedTarget) over(false); });
    place.addEventListener("drop", async e => {
        if (!carries(e)) return;
        e.preventDefault();
        over(false);
        const entries = [...e.dataTransfer.items].map(item => item.webkitGetAsEntry &&
            item.webkitGetAsEntry()).filter(entry => entry);
        const files = entries.length
            ? (await Promise.all(entries.map(entry => within(entry, "")))).flat()
            : await Promise.all([...e.dataTransfer.files].map(f => bytesOf(f)));
        use(files);
    });
}

/* What is in a dropped folder. */
async function within(entry, above) {
    const path = above + entry.name;
    if (entry.isFile)
        return [await bytesOf(await new Promise((yes, no) => entry.file(yes, no)), path)];
    if (passedOver.test(path)) return [];
    const reader = entry.createReader(), all = [];
    for (let some; (some = await new Promise((yes, no) => reader.readEntries(yes, no))).length;)
        all.push(...some);
    return (await Promise.all(all.map(inner => within(inner, `${path}/`)))).flat();
}
