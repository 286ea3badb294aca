/* names.mjs - what a screen reader finds: every control has a name, and what the page says of its
 * parts is so. Chromium's own accessibility tree, view by view. */
import assert from "node:assert/strict";

const CONTROLS =
    new Set(["button", "link", "textbox", "searchbox", "combobox", "listbox", "tab", "checkbox",
        "radio", "slider", "spinbutton",
        "switch", "menuitem", "option", "DisclosureTriangle", "dialog",
        "progressbar", "image", "region"]);

async function nameless(page) {
    const session = await page.context().newCDPSession(page);
    const {nodes} = await session.send("Accessibility.getFullAXTree"), found = [];
    for (const {ignored, role, name, properties = [], backendDOMNodeId} of nodes) {
        const focusable = properties.some(p => p.name === "focusable" && p.value.value) &&
            role.value !== "RootWebArea";
        if (ignored || !CONTROLS.has(role?.value) && !focusable || name?.value.trim()) continue;
        const {node} = await session.send("DOM.describeNode", {backendNodeId: backendDOMNodeId});
        const said = (node.attributes ?? []).join(" ");
        if (!/\btabindex -1\b/.test(said))
            found.push(`${role.value} <${node.nodeName.toLowerCase()} ${said.slice(0, 80)}>`);
    }
    await session.detach();
    return found;
}

/* Runs in the page: names that are twice there, and references to nothing. */
function mistold() {
    const wrong = [], ids = [...document.querySelectorAll("[id]")].map(box => box.id);
    for (const id of new Set(ids)) if (ids.filter(other => other === id).length > 1)
        wrong.push(`two elements are called ${id}`);
    for (const attribute of ["aria-controls", "aria-labelledby", "aria-describedby", "for"])
        for (const box of document.querySelectorAll(`[${attribute}]`))
            for (const id of box.getAttribute(attribute).split(/\s+/))
                if (!ids.includes(id))
                    wrong.push(
                        `${attribute}="${id}" leads nowhere: <${box.tagName.toLowerCase()} ` +
                        `${box.id || box.textContent.slice(0, 20)}>`);
    for (const image of document.querySelectorAll("img:not([alt])"))
        wrong.push(`a picture without words: ${image.getAttribute("src")}`);
    if (document.documentElement.lang !== "en") wrong.push("the page has no language");
    const heads = [...document.querySelectorAll("h1")].filter(h => h.offsetParent).length;
    if (heads > 1) wrong.push(`${heads} headings of the first level`);
    return wrong;
}

/* name -> how to come there. */
const views = {
    "the course": visit => visit.open(""),
    "a module": visit => visit.openModule("12_attention"),
    "its questions": ({page}) => page.click("#left-tabs [data-id=questions]"),
    "its measurements": ({page}) => page.click("#left-tabs [data-id=measure]"),
    "break it": ({page}) => page.click("#left-tabs [data-id=break]"),
    "the menus": async ({page}) => {
        await page.click("#settings-menu summary");
        await page.evaluate(() => { document.querySelector("#files-menu").open = true; });
    },
    "a hint": async ({page}) => {
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await page.click("#hint");
    },
    "the keys": ({page}) => page.click("#keys"),
};

export async function everyControl({visit}) {
    const {page} = visit, wrong = [];
    for (const [view, go] of Object.entries(views)) {
        await go(visit);
        for (const one of [...await nameless(page), ...await page.evaluate(mistold)])
            wrong.push(`${view}: ${one}`);
    }
    await page.keyboard.press("Escape");
    await page.click("#left-tabs [data-id=lesson]");
    assert.deepEqual(wrong, []);
}
