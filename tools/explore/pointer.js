/* pointer.js - drag, pinch, wheel, tap, on the drawing. */
const pointers = new Map();
let dragged = 0;
svg.addEventListener("pointerdown", e => {
    pointers.set(e.pointerId, [e.offsetX, e.offsetY]);
    dragged = 0;
});
svg.addEventListener("pointermove", e => {
    const was = pointers.get(e.pointerId), box = svg.getBoundingClientRect();
    if (!was) {
        if (e.pointerType === "mouse") {
            const over = boxAt(e.target);
            trace(over && !(over.isRegion && over.open) ? over : null);
        }
        return;
    }
    const now = [e.clientX - box.left, e.clientY - box.top];
    if (pointers.size === 1) {
        view.x += now[0] - was[0];
        view.y += now[1] - was[1];
        move();
    } else {
        const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
        const far = p => Math.hypot(p[0] - other[0], p[1] - other[1]);
        zoom(far(now) / Math.max(1, far(was)), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    }
    dragged += Math.hypot(now[0] - was[0], now[1] - was[1]);
    if (dragged > 4 && !svg.hasPointerCapture(e.pointerId)) svg.setPointerCapture(e.pointerId);
    svg.classList.add("dragging");
    pointers.set(e.pointerId, now);
});
for (const end of ["pointerup", "pointercancel"])
    svg.addEventListener(end, e => {
        pointers.delete(e.pointerId);
        svg.classList.remove("dragging");
    });
svg.addEventListener("pointerleave", () => trace(null));
svg.addEventListener("wheel", e => {
    e.preventDefault();
    const box = svg.getBoundingClientRect();
    if (e.ctrlKey || e.metaKey || !e.shiftKey)
        zoom(Math.exp(-e.deltaY * (e.ctrlKey ? 0.01 : 0.0016)), e.clientX - box.left,
            e.clientY - box.top);
    else { view.x -= e.deltaY; move(); }
}, {passive: false});
svg.addEventListener("click", e => {
    if (dragged > 4) return;
    const box = boxAt(e.target);
    if (box && box.isRegion && box.open) toggle(box);
    else select(box);
});
svg.addEventListener("dblclick", e => {
    const box = boxAt(e.target);
    if (box && box.isRegion && !box.open) toggle(box);
});
