/* page.js - what every page of the site can do: its theme, the list of its sections, copying its
 * code. */
(function () {
    const root = document.documentElement;

    /* ---- theme: as the system, dark, light; kept for all pages, and shared with the course in the
     * tab ---- */

    const key = "kindling-theme";
    const themes = ["system", "dark", "light"];
    const signs = {system: "\u25d0", dark: "\u25cf", light: "\u25cb"};
    const button = document.getElementById("site-theme");

    function theme() {
        return root.dataset.theme || "system";
    }

    function showTheme() {
        const next = themes[(themes.indexOf(theme()) + 1) % 3];
        button.textContent = signs[theme()] + " " + theme();
        button.title = "Colours: " + theme() + ". Press for " + next + ".";
        button.setAttribute("aria-label", button.title);
    }

    function useTheme(name) {
        if (name === "dark" || name === "light") root.dataset.theme = name;
        else delete root.dataset.theme;
        showTheme();
    }

    button.addEventListener("click", () => {
        useTheme(themes[(themes.indexOf(theme()) + 1) % 3]);
        try {
            if (root.dataset.theme) localStorage.setItem(key, theme());
            else localStorage.removeItem(key);
        } catch (e) { /* a browser that keeps nothing for files: this page only */ }
    });
    window.addEventListener("storage", e => { if (e.key === key) useTheme(e.newValue); });
    showTheme();
    button.hidden = false;

    /* ---- the list of sections: beside the page where there is room, and the one that is read
     * stands out ---- */

    const list = document.querySelector("nav.contents details");
    if (list) {
        const wide = window.matchMedia("(min-width: 84rem)"), fit = () => {
            list.open = wide.matches;
        };
        wide.addEventListener("change", fit);
        fit();
        const links = new Map(
            [...list.querySelectorAll("a")].map(a => [decodeURIComponent(a.hash.slice(1)), a]));
        const heads = [...document.querySelectorAll("main h2[id]")].filter(h => links.has(h.id));
        const mark = () => {
            const at = heads.filter(h => h.getBoundingClientRect().top < 120).pop();
            for (const h of heads) {
                if (h === at) links.get(h.id).setAttribute("aria-current", "true");
                else links.get(h.id).removeAttribute("aria-current");
            }
        };
        let waiting = false;
        // never at once: to ask where a head is lays the page out, which nothing of it has yet
        const soon = () => {
            if (waiting) return;
            waiting = true;
            requestAnimationFrame(() => { waiting = false; mark(); });
        };
        window.addEventListener("scroll", soon, {passive: true});
        window.addEventListener("load", soon);
        list.addEventListener("click", e => {
            if (e.target.closest("a") && !wide.matches) list.open = false;
        });
    }

    const fit = globalThis.fitWidths(document.querySelector("main"));

    /* ---- small buttons in a corner: a picture in its full size, copying code ---- */

    function corner(block, word, act) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "corner";
        button.textContent = word;
        button.addEventListener("click", act);
        block.classList.add("has-corner");
        block.append(button);
        return button;
    }

    window.addEventListener("load", () => {
        for (const f of document.querySelectorAll("figure.picture")) {
            const svg = f.querySelector("svg");
            if (!svg || svg.width.baseVal.value < 1.25 * svg.getBoundingClientRect().width)
                continue;
            const button = corner(f, "full size", () => {
                button.textContent = f.classList.toggle("full") ? "fit" : "full size";
                fit();
            });
        }
    });

    function write(text) {
        if (navigator.clipboard && window.isSecureContext)
            return navigator.clipboard.writeText(text);
        // a page opened as a file may have nothing better
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        const done = document.execCommand("copy");
        area.remove();
        return done ? Promise.resolve() : Promise.reject();
    }

    for (
        const block of document.querySelectorAll(
            "main div.sourceCode, main pre.sourceCode, main pre.example")) {
        const code = block.querySelector("code");
        if (!code || block.parentElement.closest("div.sourceCode")) continue;
        const copy = corner(block, "copy", () => {
            const say = word => {
                copy.textContent = word;
                setTimeout(() => { copy.textContent = "copy"; }, 1500);
            };
            write(code.textContent).then(() => say("copied"), () => say("not allowed"));
            copy.focus();
        });
        copy.setAttribute("aria-live", "polite");
    }
})();
