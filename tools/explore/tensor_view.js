/* tensor_view.js - the numbers of a tensor: a thumbnail in a box, a heat map or a table in the panel.
 *
 * The last two axes are rows and columns; the axes before them are chosen with sliders. Few numbers
 * are shown as numbers. Invariant: a number that the page does not hold is drawn as a gap and said
 * to be missing, never as 0.
 */
function matrixOf(shapeOf, limitColumns) {
    const n = shapeOf.length;
    let rows = n > 1 ? shapeOf[n - 2] : 1, columns = n > 0 ? shapeOf[n - 1] : 1;
    if (n === 1 && limitColumns && columns > limitColumns) {
        rows = Math.ceil(columns / limitColumns);
        columns = limitColumns;
    }
    return {rows: rows, columns: columns, lead: shapeOf.slice(0, Math.max(0, n - 2))};
}

/* At most 4 rows of 40 numbers, averages of what lies together; kept until the theme changes. */
function thumbnail(record, shapeOf) {
    if (record.thumbnail && record.thumbnailTheme === theme()) return record.thumbnail;
    const count = record.data.length, last = shapeOf.length ? shapeOf.at(-1) : 1;
    const columns = Math.max(1, Math.min(40, last)), lines = Math.max(1, Math.ceil(count / Math.max(1, last)));
    const rows = Math.min(4, lines);
    const sum = new Float64Array(rows * columns), n = new Float64Array(rows * columns);
    for (let i = 0; i < count; i++) {
        const v = number(record.data[i]);
        if (!Number.isFinite(v)) continue;
        const cell = Math.floor(Math.floor(i / last) * rows / lines) * columns + Math.floor(i % last * columns / last);
        sum[cell] += v;
        n[cell]++;
    }
    const canvas = element("canvas", {width: columns, height: rows}), context = canvas.getContext("2d");
    const paint = painter(record), image = context.createImageData(columns, rows);
    for (let i = 0; i < rows * columns; i++)
        image.data.set([...paint(n[i] ? sum[i] / n[i] : NaN), n[i] ? 255 : 90], 4 * i);
    context.putImageData(image, 0, 0);
    record.thumbnailTheme = theme();
    return record.thumbnail = canvas.toDataURL();
}

/* The rest of tokens and axes is the caller's; at(i, j) gives the number or undefined. */
function paintMatrix(canvas, rows, columns, at, paint) {
    canvas.width = Math.max(1, columns);
    canvas.height = Math.max(1, rows);
    const context = canvas.getContext("2d"), image = context.createImageData(canvas.width, canvas.height);
    for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
            const v = at(i, j);
            image.data.set(v === undefined ? [128, 128, 128, 40] : [...paint(v), 255], 4 * (i * columns + j));
        }
    context.putImageData(image, 0, 0);
}

function numbersTable(m, at, paint) {
    const table = element("table", {}), most = 64;
    for (let i = 0; i < Math.min(most, m.rows); i++) {
        const row = element("tr", {});
        for (let j = 0; j < Math.min(most, m.columns); j++) {
            const v = at(i, j), c = v === undefined ? null : paint(v);
            const bright = c && 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2] > 140;
            row.append(element("td", {style: c ? `background:rgb(${c});color:${bright ? "#111" : "#fff"}` : ""}, v === undefined ? "" : short(v)));
        }
        table.append(row);
    }
    return element("div", {class: "numbers", tabindex: 0}, table);
}

/* A tensor to look at: sliders for leading axes, heat map or numbers, and a line that reads. */
function tensorView(record, shapeOf) {
    const m = matrixOf(shapeOf, 32), whole = shapeOf.reduce((a, b) => a * b, 1), index = m.lead.map(() => 0);
    const all = element("div", {class: "tensor"}), picture = element("div", {}), read = element("div", {class: "read"});
    let numbers = m.rows * m.columns <= 64 && m.columns <= 8;
    const at = (i, j) => {
        const start = index.reduce((sum, k, d) => sum * m.lead[d] + k, 0) * m.rows * m.columns;
        const place = start + i * m.columns + j;
        return place < whole && place < record.data.length ? number(record.data[place]) : undefined;
    };
    const paint = painter(record);
    const show = () => {
        read.textContent = "\u00a0";
        if (numbers) { picture.replaceChildren(numbersTable(m, at, paint)); return; }
        const canvas = element("canvas", {"aria-label": "heat map", role: "img"});
        paintMatrix(canvas, m.rows, m.columns, at, paint);
        const scale = Math.max(1, Math.min(22, 336 / m.columns));
        canvas.style.width = Math.min(338, m.columns * scale) + "px";
        canvas.style.height = Math.min(260, Math.max(10, m.rows * scale)) + "px";
        const look = e => {
            const box = canvas.getBoundingClientRect();
            const j = Math.min(m.columns - 1, Math.floor((e.clientX - box.left) / box.width * m.columns));
            const i = Math.min(m.rows - 1, Math.floor((e.clientY - box.top) / box.height * m.rows));
            const v = at(i, j), place = shapeOf.length > 1 ? [...index, i, j] : shapeOf.length ? [i * m.columns + j] : [];
            read.textContent = i < 0 || j < 0 ? "" : `[${place.join(", ")}] = ${v === undefined ? "not in this page" : short(v)}`;
        };
        canvas.addEventListener("pointermove", look);
        canvas.addEventListener("pointerdown", look);
        picture.replaceChildren(canvas);
    };
    const tools = element("div", {class: "row"});
    m.lead.forEach((size, d) => {
        if (size < 2) return;
        const label = element("span", {}, `axis ${d}: 0`);
        tools.append(element("span", {class: "axis"}, label, element("input", {type: "range", min: 0, max: size - 1, value: 0, "aria-label": "axis " + d,
            oninput: e => { index[d] = +e.target.value; label.textContent = `axis ${d}: ${index[d]}`; show(); }})));
    });
    if (whole > 1)
        tools.append(element("button", {onclick: e => { numbers = !numbers; e.target.textContent = numbers ? "Heat map" : "Numbers"; show(); }}, numbers ? "Heat map" : "Numbers"));
    show();
    all.append(tools, picture, read);
    const range = `${short(record.low)} to ${short(record.high)}, mean ${short(record.mean)}, norm ${short(record.norm)}`;
    all.append(element("div", {class: "muted"}, whole === 0 ? "no numbers" : range + (record.strange ? `; ${record.strange} not finite` : "")));
    if (record.data.length < record.n)
        all.append(element("div", {class: "muted"}, `The page holds the first ${record.data.length} of ${record.n} numbers.`));
    return all;
}
