// sort.js - a click on a heading sorts its table; another click turns the order round.
"use strict";
function key(row, column) {
  const cell = row.cells[column], text = cell.dataset.sort ?? cell.textContent.trim();
  return text === "" ? null : isNaN(text.replace("%", "")) ? text : parseFloat(text);
}
function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}
function sort(heading) {
  const body = heading.closest("table").tBodies[0];
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of heading.parentNode.cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const rows = [...body.rows].map(row => [key(row, heading.cellIndex), row]);
  rows.sort(([a], [b]) => a === null || b === null ? (a === null) - (b === null)
      : compare(a, b) * (down ? -1 : 1));
  body.append(...rows.map(([, row]) => row));
}
for (const button of document.querySelectorAll("table.sortable th button"))
  button.addEventListener("click", () => sort(button.parentNode));
