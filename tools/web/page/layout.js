/* layout.js - tabs, the two lines that part the page, moved by the pointer or by arrow keys, and
 * bars that give room where there is little. */
import {element, walkable} from "./dom.js";

/* A row of tabs. items: [{id, text, title, mark}], a mark of false has its room; select(id).
 * Returns draw(items, selected). */
export function makeTabs(row, select, panelOf = () => null) {
    const walk = walkable(row, "[role=tab]");
    row.addEventListener("click", e => {
        const tab = e.target.closest("[role=tab]");
        if (tab) select(tab.dataset.id);
    });
    const reveal = () => {
        const now = row.querySelector('[aria-selected="true"]');
        if (now)
            row.scrollLeft = Math.max(0, now.offsetLeft - row.offsetLeft - row.clientWidth / 2 +
                now.offsetWidth / 2);
    };
    new ResizeObserver(reveal).observe(row); /* drawn while its part of the page was out of sight */
    return function draw(items, selected) {
        const focused = row.contains(document.activeElement) && document.activeElement.dataset.id;
        row.replaceChildren(...items.map(item => element("button", {
            role: "tab", "data-id": item.id, "aria-selected": String(item.id === selected),
            "aria-controls": panelOf(item.id), title: item.title,
            class: item.kind || ""}, item.text,
            item.mark ? element("span", {class: `dot ${item.mark}`, title: item.told},
                element("span", {class: "unseen"}, ` (${item.told})`))
                : item.mark === false ? element("span", {class: "dot none"}) : null)));
        const now = row.querySelector('[aria-selected="true"]') || row.querySelector("[role=tab]");
        if (now) walk.enter(now);
        const back = focused && row.querySelector(`[data-id="${CSS.escape(focused)}"]`);
        if (back) { walk.enter(back); back.focus(); }
        reveal();
    };
}

/* A line between two parts, as a percentage in a variable of the style sheet. */
export function makeDivider(line, {variable, across, start, least, most, keep}) {
    let now = start;
    const to = percent => {
        now = Math.min(most, Math.max(least, percent));
        document.documentElement.style.setProperty(variable, `${now}%`);
        line.setAttribute("aria-valuenow", String(Math.round(now)));
    };
    line.setAttribute("aria-valuemin", least);
    line.setAttribute("aria-valuemax", most);
    to(start);
    line.addEventListener("pointerdown", e => {
        line.setPointerCapture(e.pointerId);
        e.preventDefault();
    });
    line.addEventListener("pointermove", e => {
        if (!line.hasPointerCapture(e.pointerId)) return;
        const box = line.parentElement.getBoundingClientRect();
        to(across ? 100 * (e.clientX - box.left) / box.width
            : 100 * (e.clientY - box.top) / box.height);
    });
    line.addEventListener("pointerup", () => keep(now));
    line.addEventListener("keydown", e => {
        const step = {ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2}[e.key];
        if (!step) return;
        e.preventDefault();
        to(now + step);
        keep(now);
    });
}

/* In a window of few lines the bars above go while somebody reads on, and come with the first step
 * back, at the beginning, and for whoever walks to them by keys. The words stay where they are. */
export function giveRoom(pane, few) {
    let from = 0;
    const read = on => {
        if (document.body.classList.contains("reading") === on) return;
        const top = pane.getBoundingClientRect().top;
        document.body.classList.toggle("reading", on);
        pane.scrollTop += pane.getBoundingClientRect().top - top;
        from = pane.scrollTop;
    };
    pane.addEventListener("scroll", () => {
        const by = pane.scrollTop - from;
        if (!few.matches || pane.scrollTop < 150 || by < -8) read(false);
        else if (by > 8) read(true);
        from = pane.scrollTop;
    });
    few.addEventListener("change", () => read(false));
    document.addEventListener("focusin", e => { if (!pane.contains(e.target)) read(false); });
    return () => { /* nobody has read on: the page itself leads somewhere */
        read(false);
        from = pane.scrollTop;
    };
}
