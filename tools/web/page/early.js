/* early.js - what a page wants to know before it is drawn: its colours, where it leads, whether a
 * server sent it. A script of the old kind, since a page that was opened as a file starts no other;
 * no page waits for it. */
const root = document.documentElement;
try {
    const theme = localStorage.getItem("kindling-theme");
    if (theme === "dark" || theme === "light") root.dataset.theme = theme;
} catch { /* no storage: as the system */ }
root.classList.toggle("of-a-file", location.protocol === "file:");
root.classList.toggle("to-module", location.hash.length > 1);
