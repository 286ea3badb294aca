/* search.js - the search box of every page; find.js says what it finds. The index is fetched when
 * the box is first used: a script, since a page opened as a file may read no other file. */
(function () {
    const base = document.currentScript.src.replace(/search\.js.*/, "");
    const form = document.getElementById("site-search");
    const box = document.getElementById("site-query");
    const list = document.getElementById("site-finds");
    const count = document.getElementById("site-found");
    const each = 6; /* of a group are shown */
    let finder = null, options = [], active = -1, wanted = false;

    /* ---- the index ---- */

    window.kindlingIndex = function (names, found) {
        finder = window.kindlingFinder(names,
            found.map(([kind, name, page, place, words]) =>
                ({kind, name, page, place, words, lower: name.toLowerCase()})));
        search();
        if (wanted) go();
    };

    function load() {
        if (document.getElementById("site-index")) return;
        const script = document.createElement("script");
        script.id = "site-index";
        script.src = base + "search-index.js";
        script.onerror = () => { count.textContent = "The index is missing: make site makes it."; };
        document.head.append(script);
    }

    /* ---- showing ---- */

    function make(tag, given, ...inner) {
        const e = document.createElement(tag);
        for (const name in given) e.setAttribute(name, given[name]);
        e.append(...inner);
        return e;
    }

    /* Text with the words that were looked for marked; a long one is cut around the first. */
    function marked(text, words, limit) {
        const lower = text.toLowerCase();
        const first = Math.max(
            0, Math.min(...words.map(w => lower.indexOf(w)).filter(i => i >= 0), text.length));
        const from = text.length > limit && first > limit / 2 && first < text.length
            ? text.indexOf(" ", first - limit / 2) + 1 : 0;
        const piece = (from ? "\u2026 " : "") + text.slice(from, from + limit) +
            (from + limit < text.length ? " \u2026" : "");
        const inner = [], low = piece.toLowerCase();
        for (let at = 0; at < piece.length;) {
            const hits = words.map(w => [low.indexOf(w, at), w.length]).filter(h => h[0] >= 0)
                .sort((a, b) => a[0] - b[0] || b[1] - a[1]);
            const [next, length] = hits.length ? hits[0] : [piece.length, 0];
            inner.push(piece.slice(at, next));
            if (length) inner.push(make("mark", {}, piece.slice(next, next + length)));
            at = next + length || piece.length;
        }
        return inner;
    }

    function option(entry, words) {
        const link = make("a",
            {role: "option", id: "site-find-" + options.length, href: base + entry.place,
                tabindex: "-1", "aria-selected": "false"});
        const name = make(entry.kind === 0 || entry.kind === 5 ? "code" : "b", {},
            ...marked(entry.name, words, 90));
        link.append(name);
        if (entry.page) link.append(make("i", {}, entry.page));
        if (entry.words) link.append(make("span", {}, ...marked(entry.words, words, 110)));
        link.addEventListener("mousemove", () => choose(options.indexOf(link)));
        link.addEventListener("click", close);
        options.push(link);
        return link;
    }

    function search() {
        if (finder === null || box.value.trim() === "") return close();
        const words = finder.marks(box.value), groups = finder.find(box.value);
        const total = groups.reduce((n, g) => n + g.all.length, 0);
        const most = groups.length === 1 ? 4 * each : each;
        options = [];
        list.replaceChildren(...groups.map(g => make("div", {role: "group", "aria-label": g.label},
            make("p", {"aria-hidden": "true"}, g.label, g.all.length > most
                ? make("i", {}, most + " of " + g.all.length) : ""),
            ...g.all.slice(0, most).map(f => option(f[1], words)))));
        if (total) list.setAttribute("role", "listbox"), list.setAttribute("aria-label", "Found");
        else {
            list.removeAttribute("role");
            const hint = make("p", {class: "none"}, "Nothing has \u201c" + box.value.trim() +
                "\u201d in it. Try a part of the word (");
            hint.append(make("code", {}, "softm"), "), the number of a module (",
                make("code", {}, "12"), "), or look through ",
                make("a", {href: base + "index.html"}, "the front page"), ".");
            list.replaceChildren(hint);
        }
        count.textContent = total === 0 ? "nothing found"
            : total === 1 ? "1 found" : total + " found";
        list.hidden = false;
        box.setAttribute("aria-expanded", String(total > 0));
        choose(total ? 0 : -1);
    }

    function choose(i) {
        if (options[active]) options[active].setAttribute("aria-selected", "false");
        active = i;
        if (!options[i]) return box.removeAttribute("aria-activedescendant");
        options[i].setAttribute("aria-selected", "true");
        box.setAttribute("aria-activedescendant", options[i].id);
        options[i].scrollIntoView({block: "nearest"});
    }

    function close() {
        list.hidden = true;
        options = [];
        count.textContent = "";
        box.setAttribute("aria-expanded", "false");
        choose(-1);
    }

    function go() {
        wanted = finder === null;
        if (!wanted && options[active]) options[active].click();
    }

    /* ---- keys ---- */

    box.addEventListener("focus", () => { load(); if (finder) search(); });
    box.addEventListener("input", () => { wanted = false; load(); search(); });
    box.addEventListener("keydown", e => {
        const step = {ArrowDown: 1, ArrowUp: -1}[e.key];
        if (step && options.length) {
            e.preventDefault();
            choose((active + step + options.length) % options.length);
        } else if (e.key === "Escape") {
            if (list.hidden) box.blur();
            else close();
            e.preventDefault();
        }
    });
    form.addEventListener("submit", e => { e.preventDefault(); go(); });
    form.addEventListener("focusout", e => { if (!form.contains(e.relatedTarget)) close(); });
    document.addEventListener("keydown", e => {
        const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(e.target.tagName) ||
            e.target.isContentEditable;
        if (e.key !== "/" || typing || e.ctrlKey || e.metaKey || e.altKey) return;
        e.preventDefault();
        box.focus();
        box.select();
    });
    // a click must not take the focus first
    list.addEventListener("mousedown", e => e.preventDefault());
    form.hidden = false;
})();
