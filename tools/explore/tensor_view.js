/* tensor_view.js - the numbers of a tensor: a thumbnail in a box, a heat map or a table in the
 * panel.
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
    const columns = Math.max(1, Math.min(40, last));
    const lines = Math.max(1, Math.ceil(count / Math.max(1, last)));
    const rows = Math.min(4, lines);
    const sum = new Float64Array(rows * columns), n = new Float64Array(rows * columns);
    for (let i = 0; i < count; i++) {
        const v = number(record.data[i]);
        if (!Number.isFinite(v)) continue;
        const cell = Math.floor(Math.floor(i / last) * rows / lines) * columns +
            Math.floor(i % last * columns / last);
        sum[cell] += v;
        n[cell]++;
    }
    const canvas = element("canvas", {width: columns, height: rows});
    const context = canvas.getContext("2d");
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
    const context = canvas.getContext("2d");
    const image = context.createImageData(canvas.width, canvas.height);
    for (let i = 0; i < rows; i++)
        for (let j = 0; j < columns; j++) {
            const v = at(i, j);
            image.data.set(v === undefined ? [128, 128, 128, 40] : [...paint(v), 255],
                4 * (i * columns + j));
        }
    context.putImageData(image, 0, 0);
}

/* What the colours of painter() mean. */
function scaleBar(record) {
    const canvas = element("canvas", {});
    const low = record.low < 0 ? -Math.max(-record.low, record.high) : 0;
    const high = record.low < 0 ? -low : record.high;
    const paint = painter(record), steps = 64;
    paintMatrix(canvas, 1, steps, (i, j) => low + (high - low) * j / (steps - 1), paint);
    return element("div",
        {class: "scale", role: "img", "aria-label": `colours from ${short(low)} to ${short(high)}`},
        element("span", {}, short(low)), canvas, element("span", {}, short(high)));
}
/* Tokens stand at rows and columns where there are as many: positions of a text. */
function tokensOf(shapeOf, m) {
    const attends = shapeOf.length > 2 && m.rows === page.rows.length &&
        m.columns === page.columns.length;
    const reads = shapeOf.length > 2 &&
        (m.rows === page.rows.length || m.rows === page.columns.length);
    return {row: attends ? page.rows
        : !reads ? null : m.rows === page.columns.length ? page.columns : page.rows, column: attends
        ? page.columns : null};
}
/* "head 1 of 4" where the axis is that of the heads, else "axis 1: 1 of 4". */
function axisText(shapeOf, d, i) {
    const isHead = shapeOf.length === 4 && d === 1 && headCounts.has(shapeOf[1]);
    return `${isHead ? "head" : `axis ${d}:`} ${i} of ${shapeOf[d]}`;
}

function numbersTable(m, at, paint, tokens) {
    const table = element("table", {}), most = 64;
    if (tokens.column)
        table.append(
            element("tr", {}, element("th", {}),
                ...tokens.column.slice(0, most).map(t => element("th", {scope: "col"}, t))));
    for (let i = 0; i < Math.min(most, m.rows); i++) {
        const row = element("tr", {});
        if (tokens.row) row.append(element("th", {scope: "row"}, tokens.row[i]));
        for (let j = 0; j < Math.min(most, m.columns); j++) {
            const v = at(i, j), c = v === undefined ? null : paint(v);
            const bright = c && 0.299 * c[0] + 0.587 * c[1] + 0.114 * c[2] > 140;
            row.append(
                element("td", {style: c ? `background:rgb(${c});color:${bright ? "#111" : "#fff"}`
                    : ""}, v === undefined ? "" : short(v)));
        }
        table.append(row);
    }
    return element("div", {class: "numbers", tabindex: 0}, table);
}

/* A tensor to look at: sliders for leading axes, heat map or numbers, and a line that reads. */
function tensorView(record, shapeOf) {
    const m = matrixOf(shapeOf, 32);
    const tokens = tokensOf(shapeOf, m);
    const whole = shapeOf.reduce((a, b) => a * b, 1), index = m.lead.map(() => 0);
    const all = element("div", {class: "tensor"});
    const picture = element("div", {}), read = element("div", {class: "read"});
    let numbers = m.rows * m.columns <= 64 && m.columns <= 8;
    const at = (i, j) => {
        const start = index.reduce((sum, k, d) => sum * m.lead[d] + k, 0) * m.rows * m.columns;
        const place = start + i * m.columns + j;
        return place < whole && place < record.data.length ? number(record.data[place]) : undefined;
    };
    const paint = painter(record);
    const show = () => {
        read.textContent = "\u00a0";
        if (numbers) { picture.replaceChildren(numbersTable(m, at, paint, tokens)); return; }
        const canvas = element("canvas", {"aria-label": "heat map", role: "img"});
        paintMatrix(canvas, m.rows, m.columns, at, paint);
        const scale = Math.max(1, Math.min(22, 336 / m.columns));
        canvas.style.width = Math.min(338, m.columns * scale) + "px";
        canvas.style.height = Math.min(260, Math.max(10, m.rows * scale)) + "px";
        const look = e => {
            const box = canvas.getBoundingClientRect();
            const j = Math.min(m.columns - 1,
                Math.floor((e.clientX - box.left) / box.width * m.columns));
            const i = Math.min(m.rows - 1, Math.floor((e.clientY - box.top) / box.height * m.rows));
            const v = at(i, j);
            const place = shapeOf.length > 1 ? [...index, i, j]
                : shapeOf.length ? [i * m.columns + j] : [];
            const words = [tokens.row && tokens.row[i], tokens.column && tokens.column[j]].filter(
                t => t).join(" \u2192 ");
            read.textContent = i < 0 || j < 0 ? ""
                : `${words ? words + "  " : ""}[${place.join(", ")}] = ` +
                `${v === undefined ? "not in this page" : short(v)}`;
        };
        canvas.addEventListener("pointermove", look);
        canvas.addEventListener("pointerdown", look);
        picture.replaceChildren(canvas);
    };
    const tools = element("div", {class: "row"});
    m.lead.forEach((size, d) => {
        if (size < 2) return;
        const label = element("span", {}, axisText(shapeOf, d, 0));
        tools.append(
            element("span", {class: "axis"}, label,
                element("input",
                    {type: "range", min: 0, max: size - 1, value: 0, "aria-label": "axis " + d,
                        "aria-valuetext": axisText(shapeOf, d, 0),
            oninput: e => {
                index[d] = +e.target.value;
                label.textContent = axisText(shapeOf, d, index[d]);
                e.target.setAttribute("aria-valuetext", label.textContent);
                show();
            }})));
    });
    if (whole > 1)
        tools.append(element("button", {onclick: e => {
            numbers = !numbers;
            e.target.textContent = numbers ? "Heat map" : "Numbers";
            show();
        }}, numbers ? "Heat map" : "Numbers"));
    show();
    all.append(tools, picture, read);
    if (whole > 1 && record.low !== record.high) all.append(scaleBar(record));
    const range =
        `${short(record.low)} to ${short(record.high)}, mean ${short(record.mean)}, norm ` +
        `${short(record.norm)}`;
    all.append(
        element("div", {class: "muted"}, whole === 0 ? "no numbers"
            : range + (record.strange ? `; ${record.strange} not finite` : "")));
    if (record.data.length < record.n)
        all.append(
            element("div", {class: "muted"},
                `The page holds the first ${record.data.length} of ${record.n} numbers.`));
    return all;
}
