"use strict";
/* find.js - what the search box finds, and in which order; search.js shows it.
 *
 * A name of the reference is found by its letters: all of it, its end, its beginning, a part. Words
 * are found as people type them: by their stems, with one slip of the finger, without "how to"; a
 * page that has more of them, and rarer ones, in its title rather than its text, comes first, and a
 * lesson before a notebook before the reference.
 */
window.kindlingFinder = (function () {
    const REFERENCE = 0, LESSONS = 1, FILES = 5;
    const STOP = new Set((
            "a an and are as at be by can do does each for from get has have how i if in into " +
            "is it its many me much my no not of on one or our should so than that the their " +
            "then there this to use using vs was we what when where which who why will with " +
            "you your").split(" "));
    const WORTH = [0.5, 1.6, 0.7, 0.6, 1, 0.5]; /* of a kind of page */
    const WHOLE = 0.2, TITLE = 5, NAME = 3, PAGE = 1.5, EXACTLY = 1.6;
    const SHORTEST_SLIP = 5;

    /* ---- words ---- */

    /* What is left of a word without its endings: transposing, transposes and transposed are
     * transpos. */
    const stemmed = new Map();
    function stem(word) {
        if (!stemmed.has(word)) stemmed.set(word, cutEndings(word));
        return stemmed.get(word);
    }
    function cutEndings(word) {
        if (word.length < 4 || /\d/.test(word)) return word;
        const cut = word.replace(/ies$/, "y").replace(/(?:ization|isation)$/, "iz")
            .replace(/(?:ations?|ators?)$/, "at")
            .replace(/(?:ingly|ings?|edly|ed|ers?|ors?|ly|ments?|ness|es|s)$/, "");
        const kept = cut.length >= 3 ? cut : word;
        return kept.replace(/(.)\1$/, "$1")
            .replace(/(?:e|at)$/, end => kept.length - end.length >= 3 ? "" : end);
    }
    const asIs = word => "=" + word; /* grading is not grad */
    function stems(text) {
        return (text.toLowerCase().match(/[a-z0-9]+(?:_[a-z0-9]+)*/g) ||
            []).flatMap(w => [...w.includes("_") ? [w] : [], ...w.split("_").flatMap(
                part => [stem(part), asIs(part)])]);
    }
    /* The words that were meant; all of them, if none says more than "how to". */
    function wanted(text) {
        const all = text.toLowerCase().match(/[a-z0-9_]+/g) || [];
        const told = all.filter(w => !STOP.has(w));
        return told.length ? told : all;
    }

    /* One letter more, less or other, or two that changed places. */
    function isSlip(a, b) {
        if (a === b || Math.abs(a.length - b.length) > 1) return false;
        let i = 0, end = 0;
        while (i < a.length && a[i] === b[i]) i++;
        while (end < Math.min(a.length, b.length) - i && a.at(-1 - end) === b.at(-1 - end)) end++;
        const [x, y] = [a.slice(i, a.length - end), b.slice(i, b.length - end)];
        return x.length <= 1 && y.length <= 1 || x.length === 2 && y.length === 2 &&
            x[0] === y[1] && x[1] === y[0];
    }

    /* ---- names of the reference ---- */

    function letters(entry, query, words) {
        if (entry.kind === REFERENCE && /\s/.test(entry.name)) return 0; /* a heading */
        const at = entry.lower.indexOf(query), length = Math.min(entry.lower.length, 90);
        if (entry.lower === query) return 1000;
        // who wants a file, types all of its name
        if (entry.kind === FILES) return at >= 0 ? 100 - length / 2 : 0;
        if (entry.lower.endsWith("_" + query)) return 700 - length; /* softmax: tensor_softmax */
        if (at === 0) return 600 - length;
        if (at > 0 && /[\s._/(]/.test(entry.lower[at - 1])) return 400 - length;
        if (at > 0) return 200 - length;
        return words.length > 1 && words.every(w => entry.lower.includes(w)) ? 100 : 0;
    }

    /* ---- the whole ---- */

    /* entries: {kind, name, page, place, words}; gives find(text) -> [{label, kind, all: [[score,
     * entry]]}], and marks(text), the beginnings of words that were looked for. */
    return function (kinds, entries) {
        const has = new Map(); /* stem -> Map(entry, weight) */
        const add = (entry, text, weight, exactly = weight) => {
            for (const s of stems(text)) {
                if (!has.has(s)) has.set(s, new Map());
                const known = has.get(s);
                known.set(
                    entry, Math.max(known.get(entry) || 0, s[0] === "=" ? exactly : weight));
            }
        };
        const tops = new Map(entries.map(e => [e.place, e]));
        for (const e of entries) {
            const top = tops.get(e.place.split("#")[0]);
            add(e, e.words, 1);
            add(e, e.page, PAGE);
            // "12 Attention", "12.1 attention_scores"
            add(e, e.name, /^\d+ /.test(e.name) ? TITLE : NAME, /^\d/.test(e.name) ? TITLE : NAME);
            if (top && e.kind === LESSONS) add(top, e.words, WHOLE);
        }
        function meant(word) {
            const s = word.includes("_") ? word : stem(word);
            if (has.has(s) || s.length < SHORTEST_SLIP) return [s, asIs(word)];
            return [...has.keys()].filter(k => isSlip(s, k) || k === asIs(word));
        }

        function byWords(text) {
            // a letter alone is no evidence
            const found = new Map();
            const words = wanted(text), counts = word => word.length > 1 || words.length === 1;
            for (const word of words) {
                const pages = new Map();
                for (const w of meant(word))
                    for (const [e, weight] of has.get(w) || [])
                        pages.set(
                            e, Math.max(pages.get(e) || 0,
                                w[0] === "=" ? EXACTLY * weight : weight));
                const rare = Math.log(1 + entries.length / pages.size);
                for (const [e, weight] of pages) {
                    const f = found.get(e) || {sum: 0, hits: 0};
                    found.set(e, {sum: f.sum + weight * rare, hits: f.hits + counts(word)});
                }
            }
            const all = Math.max(1, words.filter(counts).length);
            for (const [e, f] of found) {
                const share = f.hits / all;
                if (e.kind === FILES || share < 0.5) found.delete(e);
                else
                    found.set(e, WORTH[e.kind] * f.sum / all * Math.sqrt(share) *
                        (1 + 1 / (1 + stems(e.name).length)));
            }
            return found;
        }

        function find(text) {
            const query = text.trim().toLowerCase();
            const words = query.split(/\s+/), name = words.join("_");
            const found = byWords(text), exact = new Map();
            for (const e of entries) {
                const s = e.kind === REFERENCE || e.kind === FILES
                    ? Math.max(letters(e, query, words), words.length > 1 ? letters(e, name, words)
                        : 0) : e.lower === query ? 900 : 0;
                if (s > 0) exact.set(e, s);
            }
            const heading =
                [...found.keys()].some(e => e.kind === LESSONS &&
                    wanted(text).every(w => meant(w).some(m => stems(e.name).includes(m))));
            const asName = /[_.]/.test(query) || !(heading || words.length > 1) ||
                words.length > 1 && [...exact.values()].some(s => s > 900);
            const score = e => (found.get(e) || 0) + (exact.get(e) || 0) / (asName ? 1 : 1000);
            const ranked = [...new Set([...exact.keys(), ...found.keys()])].map(e => [score(e), e])
                .sort((a, b) => b[0] - a[0]);
            const groups =
                kinds.map(
                    (label, kind) => ({label, kind, all: ranked.filter(r => r[1].kind === kind)}));
            // files come last, unless one was named in full
            const best = g => g.kind === FILES && g.all[0][0] < 1000 ? 0 : g.all[0][0];
            return groups.filter(g => g.all.length).sort((a, b) => best(b) - best(a));
        }
        const marks = text =>
            [
                ...new Set([...text.trim().toLowerCase().split(/\s+/).filter(w => !STOP.has(w)),
                    ...wanted(text).flatMap(meant).filter(w => w[0] !== "=")])];
        return {find, marks};
    };
})();
