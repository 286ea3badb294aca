/* seen.js - runs in a page that shows pictures: which words of them stand on another word or have a
 * line through them, and which cannot be read. Boxes and colours are the browser's own; of a word's
 * height counts what small letters fill. */
function seen(LEAST) {
    const SHAPES = "path,rect,circle,ellipse,polygon,polyline,line";
    const RIM = 0.7, STEP = 1.5;
    const screen = (e, x, y) => new DOMPoint(x, y).matrixTransform(e.getScreenCTM());
    const inside = (e, p) => new DOMPoint(p.x, p.y).matrixTransform(e.getScreenCTM().inverse());
    const colour = text => { /* any colour of CSS -> red, green, blue, how opaque */
        const n = (/\(([^)]*)\)/.exec(text)?.[1] || "").split(/[ ,/]+/).filter(
            w => /^[\d.]+%?$/.test(w)).map(parseFloat);
        const unit = text.startsWith("color(") ? 255 : 1;
        return n.length < 3 ? null : [n[0] * unit, n[1] * unit, n[2] * unit, n[3] ?? 1];
    };
    const over = (top, share, under) => under.map((u, i) => share * top[i] + (1 - share) * u);
    const light = c => {
        const [r, g, b] = c.map(v => v / 255 <= 0.04045 ? v / 255 / 12.92
            : ((v / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a, b) => {
        const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
        return (high + 0.05) / (low + 0.05);
    };

    /* A word's pieces, a line or a place each, with their four corners on the screen. */
    function pieces(text) {
        const size = parseFloat(getComputedStyle(text).fontSize), found = [];
        const letters = text.textContent.replace(/\s+/g, " ").trim();
        for (let i = 0; i < text.getNumberOfChars(); i++) {
            const {x, y} = text.getStartPositionOfChar(i), last = found.at(-1);
            const goesOn = last && Math.abs(y - last.y) < 0.5 && Math.abs(x - last.right) < size;
            if (!goesOn) found.push({left: x, y, text: ""});
            found.at(-1).right = text.getEndPositionOfChar(i).x;
            found.at(-1).text += letters[i] ?? "";
        }
        return found.map(({left, right, y, text: said}) => ({text: said.trim(), box: [
            [left + RIM, y - 0.55 * size + RIM], [right - RIM, y - 0.55 * size + RIM],
            [right - RIM, y - RIM], [left + RIM, y - RIM]].map(([a, b]) => screen(text, a, b))}));
    }
    /* Two convex shapes share no place if an edge of one parts them. */
    function share(a, b) {
        for (const one of [a, b])
            for (let i = 0; i < one.length; i++) {
                const p = one[i], q = one[(i + 1) % one.length];
                const at = all => all.map(
                    c => (c.x - p.x) * (q.y - p.y) - (c.y - p.y) * (q.x - p.x));
                const [x, y] = [at(a), at(b)];
                if (Math.max(...x) <= Math.min(...y) || Math.max(...y) <= Math.min(...x))
                    return false;
            }
        return true;
    }
    const meets = (a, b) => a.left <= b.right && b.left <= a.right && a.top <= b.bottom &&
        b.top <= a.bottom;
    function pointsOf(shape) {
        const {stroke, strokeOpacity} = getComputedStyle(shape), paint = colour(stroke);
        if (!paint || paint[3] * strokeOpacity < 0.2) return [];
        const n = Math.min(4000, Math.ceil(shape.getTotalLength() / STEP));
        return Array.from({length: n + 1}, (_, i) => {
            const {x, y} = shape.getPointAtLength(i * STEP);
            return screen(shape, x, y);
        });
    }
    function fillOf(shape) {
        const style = getComputedStyle(shape), paint = colour(style.fill);
        return shape.localName === "line" || !paint ? null
            : {paint, share: paint[3] * style.fillOpacity * style.opacity};
    }
    const holds = (shape, points) => points.every(p => shape.isPointInFill(inside(shape, p)));

    function wrongIn(svg, paper) {
        const drawn = [...svg.querySelectorAll(`text,${SHAPES}`)], wrong = [];
        const words = drawn.filter(e => e.localName === "text" && e.textContent.trim())
            .flatMap(e => pieces(e).map(piece => ({e, at: drawn.indexOf(e), ...piece})));
        const boxes = drawn.map(e => e.getBoundingClientRect()), lines = new Map();
        const line = at => {
            if (!lines.has(at))
                lines.set(at, drawn[at].localName === "text" ? [] : pointsOf(drawn[at]));
            return lines.get(at);
        };
        for (const [k, word] of words.entries()) {
            for (const other of words.slice(0, k))
                if (other.e !== word.e && share(word.box, other.box))
                    wrong.push(`"${word.text}" stands on "${other.text}"`);
            const mean = name => word.box.reduce((sum, p) => sum + p[name] / 4, 0);
            const middle = new DOMPoint(mean("x"), mean("y"));
            const near = drawn.keys().filter(i => meets(boxes[i], boxes[word.at])).toArray();
            let covered = -1, under = paper;
            for (const i of near.filter(i => i < word.at && drawn[i].localName !== "text")) {
                const fill = fillOf(drawn[i]);
                if (!fill || !holds(drawn[i], [middle])) continue;
                under = over(fill.paint, fill.share, under);
                if (fill.share > 0.05 && holds(drawn[i], word.box)) covered = i;
            }
            const crossed = near.some(i => i > covered && line(i).some(p =>
                share(word.box, [p, {x: p.x + 0.1, y: p.y}, {x: p.x, y: p.y + 0.1}])));
            if (crossed) wrong.push(`a line goes through "${word.text}"`);
            const style = getComputedStyle(word.e), ink = colour(style.fill);
            const shown = ink[3] * style.fillOpacity * style.opacity;
            const ratio = contrast(over(ink, shown, under), under);
            if (ratio < LEAST) wrong.push(`"${word.text}" has a contrast of ${ratio.toFixed(2)}`);
        }
        return wrong;
    }
    return [...document.querySelectorAll("figure[data-file]")].flatMap(figure => {
        const card = colour(getComputedStyle(figure).backgroundColor).slice(0, 3);
        return [...new Set(wrongIn(figure.querySelector("svg"), card))].map(
            one => `${figure.dataset.file}: ${one}`);
    });
}
