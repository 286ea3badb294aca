/* say.js - the same in words, for those who listen: what a box is, and what has just happened. */
function say(text) { byId("say").textContent = text; }

/* "scores = mul 0.5, 1 by 4 by 10 by 10, in block 0, scores" */
function describe(box) {
    const place = pathOf(box).replace(/ \u203a /g, ", ");
    if (box.isRegion)
        return `closed region ${regionName(box)}, ${box.all.length} ` +
            `nodes${place ? ", in " + place : ""}`;
    const size = box.shape.length ? box.shape.join(" by ") : "scalar " + short(box.value.data[0]);
    const parts = [nodeName(box) + (box.attributes ? " " + box.attributes : ""), box.op ? ""
        : box.kind, size, place && "in " + place];
    if (isDead(box)) parts.push("no gradient reaches it");
    if (box.no_grad) parts.push("computed while recording was off");
    return parts.filter(p => p).join(", ");
}
/* The selection: read aloud, and known to assistive technology as the active part of the
 * drawing. */
function saySelected(box) {
    const seen = box && (box.isRegion ? (box.open ? null : box) : boxOf(box));
    if (seen && seen.element) svg.setAttribute("aria-activedescendant", seen.element.id);
    else svg.removeAttribute("aria-activedescendant");
    say(box ? describe(box) : "");
}
