/* widths.js - what is wider than its column: a formula and a block of code take smaller letters,
 * down to a size that can still be read; in a column as narrow as a phone's a table breaks its
 * names where they have joints, and its rows go below each other where that is shorter; what is
 * wider all the same fades at the edge behind which there is more. A script of the old kind, for
 * the pages of the site and the lessons in the tab.
 */
(function () {
    const LEAST = 0.65; /* of a formula's letters: 12 or 13 pixels are left */
    const LEAST_CODE = 0.8; /* 11 pixels */
    const PADDING = 32; /* pixels to the left and to the right of code, together */
    const SLIM = 576; /* pixels of a column: the style sheets know it, too */
    const SHORTER = 0.75; /* so much of its height makes up for columns that are none */

    /* Keeps the contents of an article, however its width changes; returns what does it once more.
     * Called after each drawing. A reading after a writing lays the whole page out: all are read,
     * then all are written. */
    function fitWidths(article) {
        const letters = [...article.querySelectorAll(".katex-display, pre")];
        const all = [...article.querySelectorAll(".scroll > table")];
        const set = all.filter(table => table.querySelector(".katex"));
        const boxes = [...article.querySelectorAll(".katex-display, .scroll, pre, figure, " +
            "math[display=block], p:has(> img:only-child)")];
        let width = 0;
        const fit = (tables = all) => {
            width = article.clientWidth;
            const slim = width < SLIM;
            if (slim) tables.forEach(prepare);
            for (const table of tables) table.classList.remove("stacked");
            for (const box of letters) box.style.removeProperty("--fit");
            const shares = letters.map(shareOf);
            const flat = slim ? tables.map(heightOf) : [];
            letters.forEach((box, i) => shrink(box, shares[i]));
            if (slim) stack(tables, flat);
            edges(boxes);
        };
        article.fitting?.disconnect();
        article.fitting = new ResizeObserver(() => {
            if (article.clientWidth !== width) fit(); /* its height is what fit makes of it */
        });
        article.fitting.observe(article);
        document.fonts.onloadingdone = () => fit(set); /* letters of formulas come later */
        for (const folded of article.querySelectorAll("details"))
            folded.addEventListener("toggle", () => fit()); /* what is not seen has no width */
        for (const picture of article.querySelectorAll("img:not([width])"))
            picture.addEventListener("load", () => edges(boxes));
        for (const box of boxes)
            box.addEventListener("scroll", () => edges([box]), {passive: true});
        return fit;
    }

    const isCode = box => box.matches("pre");

    /* The room beside the letters of code stays as wide. */
    function shareOf(box) {
        const beside = isCode(box) ? PADDING : 0;
        return (box.clientWidth - beside) / (box.scrollWidth - beside);
    }

    function shrink(box, share) {
        const least = isCode(box) ? LEAST_CODE : LEAST;
        if (share < 1)
            box.style.setProperty("--fit", Math.max(least, Math.floor(1000 * share) / 1000));
    }

    const overOf = box => box.scrollWidth - box.clientWidth;
    const heightOf = table => overOf(table.parentElement) > 1 ? Infinity : table.offsetHeight;

    /* flat: how high they are with their columns; Infinity: too wide. */
    function stack(tables, flat) {
        for (const table of tables) table.classList.add("stacked");
        const stacked = tables.map(table => table.offsetHeight);
        tables.forEach((table, i) => {
            table.classList.toggle("stacked", stacked[i] < SHORTER * flat[i]);
        });
    }

    /* Once for each table: its cells know their column's head, its code may break behind joints. */
    function prepare(table) {
        if (table.prepared) return;
        table.prepared = true;
        const head = table.tHead?.rows[0];
        for (const row of table.tBodies[0].rows)
            [...row.cells].forEach((cell, i) => {
                const words = head?.cells[i]?.textContent.trim();
                if (words && (i > 0 || !/[a-z]/i.test(cell.textContent)))
                    cell.dataset.head = `${words}: `;
            });
        for (const code of table.querySelectorAll("td code, td a")) {
            if (code.querySelector("code, wbr")) continue;
            const walk = document.createTreeWalker(code, NodeFilter.SHOW_TEXT), texts = [];
            while (walk.nextNode()) texts.push(walk.currentNode);
            for (const text of texts)
                text.replaceWith(...text.data.split(/(?<=[_/.,(=>])(?=\w)/).flatMap(
                    (part, i) => i ? [document.createElement("wbr"), part] : [part]));
        }
    }

    function edges(boxes) {
        const beyond = boxes.map(overOf), left = boxes.map(box => box.scrollLeft);
        boxes.forEach((box, i) => edge(box, beyond[i], left[i]));
    }

    function edge(box, beyond, left) {
        box.classList.toggle("wider", beyond > 8 && left < beyond - 8);
        if (beyond <= 0) return;
        box.tabIndex = 0; /* keys scroll it, too; a screen reader stops here, and says why */
        if (box.matches("math")) {
            box.ariaLabel = box.textContent.trim();
            return;
        }
        box.role ??= "group";
        box.ariaLabel ??= box.matches("pre") ? "code, wider than the page" : "wider than the page";
    }

    globalThis.fitWidths = fitWidths;
})();
