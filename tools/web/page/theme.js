/* theme.js - dark, light or as the system: one choice for every page of the site, kept in
 * localStorage.
 *
 * A line in the head of each page sets data-theme before anything is drawn; this changes it
 * later. */
const KEY = "kindling-theme", themes = ["dark", "light"];

/* "auto": as the system. A browser may refuse the storage. */
export function theme() {
    try {
        const kept = localStorage.getItem(KEY);
        return themes.includes(kept) ? kept : "auto";
    } catch {
        return document.documentElement.dataset.theme ?? "auto";
    }
}

function apply(chosen) {
    if (chosen === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = chosen;
}

export function chooseTheme(chosen) {
    apply(chosen);
    try {
        if (chosen === "auto") localStorage.removeItem(KEY);
        else localStorage.setItem(KEY, chosen);
    } catch { /* then for this visit */ }
}

/* What another page of the site chooses holds here, too. */
export function followTheme(changed = () => {}) {
    window.addEventListener("storage", e => {
        if (e.key !== KEY && e.key !== null) return;
        apply(theme());
        changed();
    });
}
