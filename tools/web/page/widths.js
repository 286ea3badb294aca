/* widths.js - what is wider than its column: a formula takes smaller letters, down to a size that
 * can still be read; what is wider all the same fades at the edge behind which there is more.
 */
const LEAST = 0.65; /* of a formula's letters: 12 or 13 pixels are left */

/* Keeps the contents of an article, however its width changes. Called after each drawing. */
export function fitWidths(article) {
    const formulas = [...article.querySelectorAll(".katex-display")];
    const boxes = [...formulas,
        ...article.querySelectorAll(
            ".scroll, pre, figure, math[display=block], p:has(> img:only-child)")];
    const fit = () => {
        for (const box of formulas) box.style.removeProperty("--fit");
        // read all, then write all
        const shares = formulas.map(box => box.clientWidth / box.scrollWidth);
        formulas.forEach((box, i) => {
            if (shares[i] < 1)
                box.style.setProperty("--fit",
                    Math.max(LEAST, Math.floor(1000 * shares[i]) / 1000));
        });
        boxes.forEach(edge);
    };
    article.fitting?.disconnect();
    article.fitting = new ResizeObserver(fit);
    article.fitting.observe(article);
    document.fonts.onloadingdone = fit; /* letters and pictures come later, and are wider */
    for (const picture of article.querySelectorAll("img")) picture.addEventListener("load", fit);
    for (const box of boxes) box.addEventListener("scroll", () => edge(box), {passive: true});
}

function edge(box) {
    const beyond = box.scrollWidth - box.clientWidth;
    box.classList.toggle("wider", beyond > 8 && box.scrollLeft < beyond - 8);
    if (beyond <= 0) return;
    box.tabIndex = 0; /* so that keys scroll it, too; a screen reader stops here, and says why */
    if (box.matches("math")) {
        box.ariaLabel = box.textContent.trim();
        return;
    }
    box.role ??= "group";
    box.ariaLabel ??= box.matches("pre") ? "code, wider than the page" : "wider than the page";
}
