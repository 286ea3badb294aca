/* search.js - find boxes by words: how many there are, a list of them, and their boxes lit. */
const longestList = 60;

function matches(text) {
    const words = text.toLowerCase().split(/\s+/).filter(w => w);
    const about = n =>
        `${nodeName(n)} ${n.attributes ||
            ""} ${shapeText(n.shape)} ${pathOf(n)} ${n.kind}`.toLowerCase();
    return words.length ? nodes.filter(n => isShown(n) && words.every(w => about(n).includes(w)))
        : [];
}
let searchAt = -1;

function listFinds(list, asked) {
    const items = list.slice(0, longestList)
        .map(
            (n, k) => element(
                "li", {role: "option", id: "find-" + k, "aria-selected": String(k === searchAt),
        onpointerdown: e => { e.preventDefault(); goToFind(k); }},
        nodeName(n) + " ",
        element("small", {}, [shapeText(n.shape), pathOf(n)].filter(t => t).join(" \u00b7 "))));
    if (list.length > longestList)
        items.push(
            element("li", {class: "muted"},
                `and ${list.length - longestList} more: another word narrows it down`));
    byId("finds").replaceChildren(...items);
    byId("finds").hidden = list.length === 0 || document.activeElement !== byId("search");
    byId("search").setAttribute("aria-expanded", String(!byId("finds").hidden));
    byId("search-count").textContent = !asked ? ""
        : !list.length ? "none"
        : searchAt < 0 ? String(list.length) : `${searchAt + 1} of ${list.length}`;
    if (searchAt >= 0 && items[searchAt]) {
        byId("search").setAttribute("aria-activedescendant", "find-" + searchAt);
        items[searchAt].scrollIntoView({block: "nearest"});
    } else byId("search").removeAttribute("aria-activedescendant");
}
function light(list, asked) {
    const found = new Set(list.map(boxOf));
    svg.classList.toggle("searching", asked);
    view.boxes.forEach(b => b.element.classList.toggle("found", found.has(b)));
    byId("search").setAttribute("aria-invalid", String(asked && found.size === 0));
}
function search(text) {
    const list = matches(text), asked = text.trim() !== "";
    searchAt = -1;
    light(list, asked);
    listFinds(list, asked);
}
function goToFind(k) {
    const list = matches(byId("search").value);
    searchAt = k;
    goTo(list[k]);
    light(list, true);
    listFinds(list, true);
}
byId("search").addEventListener("input", e => search(e.target.value));
byId("search").addEventListener("focus", e => search(e.target.value));
byId("search").addEventListener("blur", () => { byId("finds").hidden = true; });
byId("search").addEventListener("keydown", e => {
    const n = matches(e.target.value).length;
    const by = e.key === "ArrowDown" || (e.key === "Enter" && !e.shiftKey) ? 1
        : e.key === "ArrowUp" || e.key === "Enter" ? -1 : 0;
    if (by !== 0 && n) {
        e.preventDefault();
        goToFind((Math.max(searchAt, by > 0 ? -1 : 0) + by + n) % n);
    }
    if (e.key === "Escape") { e.target.value = ""; search(""); svg.focus({preventScroll: true}); }
    e.stopPropagation();
});
