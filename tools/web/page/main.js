/* main.js - begins the page: the site's files, the student's desk, the judge in its worker, the
 * service worker. */
import {start} from "./app.js";
import {byId, element} from "./dom.js";
import {styleOfFormulas} from "./lesson.js";
import {live} from "./live/panel.js";
import {loadingBar, pageIsThere, summed} from "./loading.js";
import {stayOffline} from "./offline.js";
import {whyNothingRuns} from "../core/allowed.js";
import {scriptAt} from "../core/build.js";
import {Desk} from "../core/desk.js";
import {Files, SHARED, Stale, isLarge, placeOf} from "../core/files.js";
import {RemoteJudge} from "../core/remote_judge.js";
import {MemoryStore, openStore} from "../core/store.js";

/* What the site was built with; each part once. */
function dataOf(files) {
    const once = new Map(), json = path => {
        if (!once.has(path)) once.set(path, files.json(path).catch(error => {
            once.delete(path);
            throw error;
        }));
        return once.get(path);
    };
    const about = () => json("data/about.json");
    const modules = () => json("data/modules.json");
    const module = name => json(`data/modules/${name}.json`);
    const starts = async () =>
        Object.fromEntries(
            await Promise.all(
                (await modules()).map(async ({name}) => [name, (await module(name)).files])));
    const tree = async () =>
        (
            {...await json("data/tree.json"),
                "tools/course/library.txt": await files.text("data/library.txt")});
    const names = () => json("data/names.json");
    const texts = name => json(`data/texts/${name}.json`);
    const later = name => json(`data/later/${name}.json`);
    return {about, modules, module, later, starts, tree, names, texts};
}

/* The judge, and ready(): loads the compiler, with a bar above the page. */
function judgeOf(files) {
    const bar = loadingBar(byId("loading"), "The compiler");
    const large = Object.keys(files.manifest.files)
        .filter(path => isLarge(path) || path === "objects/double.tar.bin");
    const sum = summed(files, large);
    let here = false; /* what the service worker fetched is not told, so the sum may stay short */
    const judge = new RemoteJudge(
        () => new Worker(scriptAt("judge_worker.js", import.meta.url), {type: "module"}), piece => {
        if (!here && large.includes(piece.path)) bar.show(sum(piece));
    });
    const ready = () => pageIsThere().then(() => judge.open()).then(() => {
        here = byId("loading").hidden = true;
    }, error => bar.trouble(error.message, ready));
    const why = whyNothingRuns();
    if (why) bar.trouble(why);
    return {judge, ready};
}

const TAKEN =
    "Until now all Kindling sites of this host shared one desk. This one has its own from here " +
    "on, with all that was on that.";

async function deskOf(data, base, trouble) {
    const store = await openStore(placeOf(base), SHARED).catch(error => {
        trouble.push(error.message);
        return new MemoryStore();
    });
    if (store.taken) trouble.push(TAKEN);
    const {version, written} = await data.about();
    return new Desk(store, {version, written});
}

const newer = take => byId("update").replaceChildren(
    "A newer version of the course is here; what you wrote stays. ",
    element("button", {onclick: take}, "Load it"));

/* What the first screen is made of, all at once: one after the other each costs a phone a way to
 * the server and back. Who needs it hears whether it came. */
function askAhead(files, data) {
    const name = location.hash.slice(1).split("/")[0], asked = [data.about(), data.modules()];
    if (`data/modules/${name}.json` in files.manifest.files)
        asked.push(data.module(name), styleOfFormulas());
    Promise.allSettled(asked);
}

async function begin() {
    const base = new URL(".", location.href);
    const files = await Files.open(base, {script: import.meta.url});
    const data = dataOf(files), trouble = [];
    askAhead(files, data);
    const desk = await deskOf(data, base, trouble);
    const app = await start({desk, data, ...judgeOf(files), live});
    for (const sentence of trouble) app.said(sentence);
    // a browser that keeps nothing: the site works, with a network
    pageIsThere().then(() => stayOffline(newer)).catch(() => {});
}

begin().catch(error => {
    if (error instanceof Stale) newer(() => location.reload());
    byId("status").textContent = error.message;
});
