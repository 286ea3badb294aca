/* clicks.js - clicks through the explorer's page from inside, and writes down what went wrong.
 *
 * test_browser.c puts it behind the page's own script and reads <html data-report="...">: "ok" and
 * how many checks, or the first complaints. It works with any graph; what a graph must have on top
 * of that is told by page.title.
 */
(function () {
    const wrong = [];
    let checks = 0;
    const is = (condition, what) => { checks++; if (!condition) wrong.push(what); };
    const attempt = (name, f) => {
        if (page.title === "flat" && name !== "this graph") return;
        try { f(); } catch (e) { wrong.push(name + ": " + e.message); }
    };
    const click = e => e.dispatchEvent(new MouseEvent("click", {bubbles: true}));
    const key = k =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", {key: k, bubbles: true}));
    const hover = e =>
        e.dispatchEvent(
            new PointerEvent("pointermove", {bubbles: true, pointerType: "mouse", pointerId: 1}));
    const all = selector => [...document.querySelectorAll(selector)];
    const named = name => nodes.filter(n => nodeName(n) === name);
    const panelText = () => byId("panel").textContent;

    /* Boxes and bends overlap nowhere, and regions hold what is theirs. */
    function checkLayout(level) {
        const items = [];
        (function collect(r) {
            for (const i of r.inner) {
                items.push([i, r]);
                if (i.isRegion && i.open) collect(i);
            }
        })(regions[0]);
        let overlaps = 0, outside = 0, nowhere = 0;
        const byRegion = new Map();
        for (const [i, r] of items) {
            if (!byRegion.has(r)) byRegion.set(r, []);
            byRegion.get(r).push(i);
            nowhere += !Number.isFinite(i.left + i.top);
            outside += r.up !== null &&
                (i.left < r.left - 0.5 || i.top < r.top - 0.5 || i.left + i.w > r.left + r.w +
                    0.5 || i.top + i.h > r.top + r.h + 0.5);
        }
        for (const list of byRegion.values())
            for (let a = 0; a < list.length; a++)
                for (let b = 0; b < a; b++) {
                    const p = list[a], q = list[b];
                    overlaps += p.left + p.w > q.left + 0.5 && q.left + q.w > p.left + 0.5 &&
                        p.top + p.h > q.top + 0.5 && q.top + q.h > p.top + 0.5;
                }
        is(overlaps === 0 && outside === 0 && nowhere === 0,
            `${level}: ${overlaps} overlaps, ${outside} outside, ${nowhere} nowhere`);
        is(view.edges.every(e => e.end[1] > e.from.top + e.from.h - 1 ||
            view.columns > 1 && e.end[0] > e.from.left + e.from.w),
            level + ": an arrow points upwards");
        is(!/NaN|undefined/.test(byId("world").outerHTML), level + ": NaN in the drawing");
    }

    attempt("levels", () => {
        const count = {};
        for (const [k, level] of [["1", "overview"], ["2", "default"], ["3", "full"]]) {
            key(k);
            checkLayout(level);
            count[level] = all(".box").length;
            is(all(`[data-level="${level}"][aria-pressed="true"]`).length === 1,
                level + " is not marked");
        }
        is(count.full === nodes.length, `full shows ${count.full} of ${nodes.length} nodes`);
        is(count.overview <= count.default && count.default <= count.full, "levels do not refine");
    });

    attempt("fit", () => {
        key("0");
        const end = svg.getBoundingClientRect().top + view.y + regions[0].h * view.k;
        const legend = byId("legend").getBoundingClientRect();
        is(legend.height > 0 && end <= legend.top,
            `the drawing ends at ${end}, below the legend's upper edge ${legend.top}`);
        is(view.k >= 0.5, `all of it is shown ${view.k} times its size`);
    });

    attempt("room", () => {
        is(2 * svg.getBoundingClientRect().height >= innerHeight,
            `of ${innerHeight} rows of pixels the graph has ${svg.clientHeight}`);
    });
    attempt("legend", () => {
        const legend = byId("legend").getBoundingClientRect(), paper = svg.getBoundingClientRect();
        is(legend.left <= paper.left && legend.right >= paper.right,
            "the legend is a card over the graph, no row of its own");
    });

    attempt("views", () => {
        const level = view.level;
        useLevel("full");
        const views = nodes.filter(n => n.view && n.in.every(i => !nodes[i].op) &&
            n.users.length === 1 && n.users[0].up === n.up);
        const far = views.filter(n => n.users[0].rank !== n.rank + 1).length;
        is(far === 0, `${far} of ${views.length} views of weights stand far from what reads them`);
        useLevel(level);
    });

    attempt("film after fit", () => {
        key("0");
        zoom(0.2, 40, 40);
        goToStep(Math.ceil(forward.length / 2));
        const now = boxOf(currentNode());
        const box = now.element.getBoundingClientRect(), paper = svg.getBoundingClientRect();
        is(box.height > 0.8 * now.h * 0.85, `the step's box is ${box.height} pixels high`);
        is(box.left >= paper.left && box.right <= paper.right && box.top >= paper.top &&
            box.bottom <= paper.bottom, "the step is out of sight");
        leaveFilm();
        select(null);
        key("0");
    });

    attempt("print", () => {
        zoom(1.5, 40, 40);
        const before = world.getAttribute("transform");
        window.dispatchEvent(new Event("beforeprint"));
        const [x, y, w, h] = (svg.getAttribute("viewBox") || "0 0 0 0").split(" ").map(Number);
        const cut = view.boxes.filter(b => b.left < x || b.top < y || b.left + b.w > x + w ||
            b.top + b.h > y + h).length;
        is(!world.hasAttribute("transform") && cut === 0, `on paper ${cut} boxes are cut`);
        window.dispatchEvent(new Event("afterprint"));
        is(!svg.hasAttribute("viewBox") && world.getAttribute("transform") === before,
            "another view after printing");
        key("0");
    });

    attempt("hover", () => {
        key("3");
        const last = nodes.at(-1), n = forward[Math.floor(forward.length / 2)];
        hover(byId("box-n" + n.id).querySelector(".body"));
        const past = ancestorsOf([n]);
        is(all(".box.lit").length === past.size, "hover lights " + all(".box.lit").length +
            " of " + past.size);
        is(nodes.every(m => byId("box-" + m.key).classList.contains("lit") === past.has(m)),
            "hover lights others than ancestors");
        is(n === last || !byId("box-" + last.key).classList.contains("lit"),
            "hover lights the result");
        svg.dispatchEvent(new PointerEvent("pointerleave"));
        is(all(".lit").length === 0 && !svg.classList.contains("tracing"), "hover stays");
    });

    attempt("panel", () => {
        const n = forward.at(-2) || forward[0];
        click(byId("box-" + n.key).querySelector(".body"));
        is(!byId("panel").hidden && panelText().includes(nodeName(n)), "a click opens no panel");
        is(panelText().includes(shapeText(n.shape)), "no shape in the panel");
        is(panelText().includes(n.file + ":" + n.line), "no source line in the panel");
        is(all("#panel pre").length > 0 &&
            all("#panel pre").every(p => p.querySelectorAll(".here").length === 1),
            "the line is not marked");
        const inside = forward.find(m => m.inside);
        if (inside) {
            goTo(inside);
            is(panelText().includes(`${inside.inside.file}:${inside.inside.line}`) &&
                /^(nn|attention)\//.test(inside.inside.file), "no line of the engine in the panel");
            is(all("#panel pre").length === 2, "the engine's line is not shown");
            goTo(n);
        }
        is(all("#panel canvas, #panel table").length >= 1, "no values in the panel");
        key("Escape");
        is(byId("panel").hidden, "Escape leaves the panel open");
    });

    attempt("regions", () => {
        const r = regions.slice(1).find(q => q.up && q.all.length > 1 && q.nodes.length);
        if (!r) return;
        const before = all(".box").length;
        for (let up = r; up; up = up.up) up.open = true;
        draw();
        click(document.querySelector(`.handle[data-key="${r.key}"]`));
        is(!r.open && byId("box-" + r.key) && all(".box").length < before,
            "a press on its title closes no region");
        checkLayout("one closed");
        click(byId("box-" + r.key).querySelector(".body"));
        is(panelText().includes(regionName(r)), "no panel for a closed region");
        click(byId("open-region"));
        is(r.open && !byId("box-" + r.key), "the button opens no region");
    });

    attempt("film", () => {
        click(byId("first"));
        is(all(".box.waiting").length === forward.length,
            "operations have numbers before they ran");
        for (let s = 1; s <= forward.length; s++) {
            key(".");
            const now = all(".box.now");
            is(now.length === 1 && now[0].id === "box-" + forward[s - 1].key,
                "step " + s + " shows another operation");
            is(forward[s - 1].in.every(i => hasValue(nodes[i])),
                "step " + s + " runs before its inputs");
        }
        is(all(".box.waiting").length === 0, "something still waits after the forward pass");
        is(nodes.every(n => !n.reached || !hasGradient(n)),
            "a gradient is there before the walk back");
        for (let s = 1; s <= backward.length; s++) {
            is(giversOf(backward[s - 1]).every(u => u.backwardAt < s - 1),
                "the walk back comes before a gradient is complete");
            key(".");
            is(all(".box.now")[0].id === "box-" + backward[s - 1].key,
                "back step " + s + " shows another operation");
        }
        is(nodes.every(n => !n.reached || hasGradient(n)), "a gradient never arrives");
        is(nodes.every(n => !n.reached || n.grad), "a gradient has no numbers");
        key(",");
        is(film.at === filmEnd - 1, "no step back");
        click(byId("last"));
        key("Escape");
    });

    /* "To the start" is no trap: what is not computed has no numbers, and two ways lead out. */
    attempt("out of the film", () => {
        const last = forward.at(-1);
        const isGhost = () => svg.classList.contains("stepping") &&
            byId("box-" + last.key).classList.contains("waiting");
        click(byId("first"));
        is(isGhost() && !byId("leave").hidden, "the start of the film shows everything");
        click(byId("box-" + last.key).querySelector(".body"));
        is(panelText().includes("Not computed yet") &&
            (!last.grad || panelText().includes("Not here yet")), "a ghost shows its numbers");
        key("Escape");
        is(isGhost() && byId("panel").hidden, "Escape leaves the film before it closes the panel");
        key("Escape");
        is(!svg.classList.contains("stepping") && byId("leave").hidden && !film.touched,
            "Escape does not leave the film");
        click(byId("first"));
        click(byId("leave"));
        is(!svg.classList.contains("stepping") && all(".box.now").length === 0,
            "the button does not leave the film");
        select(last);
        is(!panelText().includes("Not computed yet"), "the film goes on in the panel");
        key("Escape");
    });

    attempt("listeners", () => {
        is(all(".box").every(b => b.getAttribute("role") === "img" && b.getAttribute("aria-label")),
            "a box without a name to read aloud");
        const n = forward[0];
        select(n);
        is(svg.getAttribute("aria-activedescendant") === "box-" + n.key,
            "the selection is not told");
        const said = byId("say").textContent;
        is(said === byId("box-" + n.key).getAttribute("aria-label") && said.includes(n.op) &&
            said.includes(n.shape.join(" by ")), "not said: " + said);
        key("ArrowDown");
        is(byId("say").textContent !== said && byId("say").textContent, "walking on is not said");
        select(null);
        is(!svg.hasAttribute("aria-activedescendant") && byId("say").textContent === "",
            "the end of the selection is not told");
        is(byId("step-text").getAttribute("aria-live") === "polite", "steps are not read aloud");
    });

    attempt("scalars", () => {
        const n = nodes.at(-1);
        const texts = [...byId("box-" + n.key).querySelectorAll("text.number")].map(
            t => t.textContent);
        is(n.value.n === 1 && texts[0] === "value " + short(n.value.data[0]) &&
            texts[1] === "grad 1", "the result shows " + texts.join(", "));
        is(!byId("box-" + n.key).querySelector("image.strip"), "a scalar has a strip");
        const large = nodes.find(m => m.value.n > 1);
        is(byId("box-" + large.key).querySelector("image.strip") &&
            !byId("box-" + large.key).querySelector("text.number"), "a matrix has no strip");
    });

    attempt("saving", () => {
        select(nodes.at(-1));
        const picture = pictureText();
        const read = new DOMParser().parseFromString(picture.text, "image/svg+xml");
        is(!read.querySelector("parsererror") && read.documentElement.localName === "svg",
            "the SVG is no XML");
        is(read.querySelectorAll("g[data-key]").length === all(".box").length,
            "not all boxes are in the SVG");
        const body = read.querySelector(`#box-${nodes[0].key} > rect`);
        is(/fill:\s*rgb/.test(body.getAttribute("style")) && picture.w > 50 && picture.h > 50,
            "the SVG has no colours");
        is(view.selected === nodes.at(-1) && all(".selected").length === 1,
            "saving takes the selection away");
        goToStep(2);
        is(pictureText().text === picture.text, "the step of the film is in the picture");
        is(film.touched && all(".box.now").length === 1, "saving ends the film");
        leaveFilm();
        select(null);
    });

    attempt("search", () => {
        const n = nodes.find(m => m.kind === "parameter");
        const box = byId("search");
        box.value = nodeName(n);
        box.dispatchEvent(new Event("input"));
        is(byId("box-" + n.key).classList.contains("found"), "search does not find " + nodeName(n));
        is(all(".found").length < nodes.length, "search finds everything");
        const count = matches(nodeName(n)).length;
        is(byId("search-count").textContent === String(count),
            "count: " + byId("search-count").textContent);
        is(all("#finds [role=option]").length === Math.min(count, longestList),
            "not all finds are in the list");
        box.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter"}));
        is(view.selected === matches(nodeName(n))[0], "Enter does not go to the find");
        is(byId("search-count").textContent === "1 of " + count,
            "which find: " + byId("search-count").textContent);
        box.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", shiftKey: true}));
        is(view.selected === matches(nodeName(n))[count - 1],
            "Shift and Enter do not go back to the last find");
        box.value = "no such thing";
        box.dispatchEvent(new Event("input"));
        is(byId("search-count").textContent === "none" && byId("finds").hidden,
            "nothing found is not said");
        box.value = nodeName(n);
        box.dispatchEvent(new Event("input"));
        box.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
        is(box.value === "" && all(".found").length === 0, "Escape does not end the search");
    });

    attempt("keys", () => {
        select(nodes.at(-1));
        key("ArrowUp");
        is(nodes.at(-1).in.includes(view.selected.id), "arrow up does not go to an input");
        key("ArrowDown");
        is(view.selected.in.length > 0, "arrow down does not go to a user");
        const k = view.k;
        key("+");
        is(view.k > k, "no zoom");
        key("0");
        key("?");
        is(!byId("help").hidden, "no help");
        key("Escape");
        is(byId("help").hidden, "help stays");
        key("Escape");
    });

    attempt("a link to a place", () => {
        const box = nodes.at(-1);
        select(null);
        showPlace("#" + box.key);
        writePlace();
        is(view.selected === box && location.hash === "#" + box.key, "no box by its address");
        showPlace("#" + regions.at(-1).key);
        is(view.selected === regions.at(-1), "no region by its address");
        showPlace("#@2");
        writePlace();
        is(film.at === 2 && location.hash === `#${currentNode().key}@2`, "no step by its address");
        leaveFilm();
        select(null);
        is(linkOf("https://x.org/words.html#n1").link === "https://x.org/words.html#n1" &&
            /only this tab/.test(linkOf("blob:https://x.org/1#n1").trouble),
            "a link that leads nowhere is copied");
        for (const wrong of ["", "#", "#n99999", "#elsewhere"]) showPlace(wrong);
        is(view.selected === null, "a wrong address chooses something");
    });

    attempt("theme", () => {
        key("3");
        const fill = () => getComputedStyle(document.querySelector(".box.operation .body")).fill;
        const was = theme();
        const before = fill();
        const strip = document.querySelector("image.strip.value").getAttribute("href");
        key("t");
        is(theme() !== was && fill() !== before, "no other theme");
        is(localStorage.getItem("kindling-theme") === theme(), "the theme is not kept");
        is(document.querySelector("image.strip.value").getAttribute("href") !== strip,
            "the strips keep their colours");
        key("t");
        is(theme() === was && fill() === before, "no way back from the other theme");
    });

    attempt("gradient path", () => {
        key("g");
        is(all(".box").length === nodes.filter(n => n.reached).length,
            "other boxes than those a gradient reaches");
        checkLayout("gradient path");
        key("g");
    });

    attempt("attention", () => {
        is(byId("show-attention").hidden === (heads.length === 0 && fused.length === 0),
            "the attention button lies");
        if (!heads.length && fused.length) {
            key("a");
            is(byId("attention").textContent.includes("flash_attention"),
                "a fused attention is not explained");
            key("Escape");
        }
        if (!heads.length) return;
        key("a");
        is(!byId("attention").hidden && all(".head").length === heads.length,
            "not all heads are shown");
        is(all(".head").every((b, i) => b.scrollWidth <= b.clientWidth && b.textContent ===
            `layer ${heads[i].layer} \u00b7 head ${heads[i].head}`), "a map without a name");
        click(all(".head")[1]);
        const h = heads[1], cells = all("#big .cell");
        is(cells.length === h.Tq * h.Tk, "not all weights are shown");
        const some = cells[h.Tk + 1];
        some.dispatchEvent(new PointerEvent("pointermove", {bubbles: true}));
        is(byId("attention").textContent.includes(h.at(1, 1).toFixed(3)), "no value on hover");
        for (let i = 0; i < h.Tq; i++) {
            let sum = 0;
            for (let j = 0; j < h.Tk; j++) sum += h.at(i, j);
            is(Math.abs(sum - 1) < 0.01, "row " + i + " sums to " + sum);
        }
        if (page.rows.length === h.Tq)
            is(all("#big text").some(t => t.textContent === page.rows[0]), "no tokens on the axis");
        is(
            byId("attention").textContent.includes(
                `Layer ${h.layer} of ${patterns.length}, head ${h.head} of ${h.H}`),
            "which head is not said");
        is(all("#attention .scale").length === 1, "no colour scale");
        let strong = 0;
        for (let i = 0; i < h.Tq; i++) for (let j = 0; j < h.Tk; j++)
            strong += h.at(i, j) >= faintest;
        is(all(".lines line").length === strong && strong >= h.Tq,
            "lines: " + all(".lines line").length + " of " + strong);
        is(
            all(".lines line.other").length ===
            all(".lines line").filter(l => l.dataset.row !== "1").length,
            "the lines of other queries are as strong");
        all(".lines .query")[2].dispatchEvent(new PointerEvent("pointermove", {bubbles: true}));
        is(all(".lines .query.other").length === h.Tq - 1, "a token does not choose its lines");
        if (page.rows.length === h.Tq)
            is(all(".lines text").some(t => t.textContent === page.rows[0]),
                "no tokens at the lines");
        key("Escape");
        is(byId("attention").hidden, "attention stays");
        goTo(h.node);
        is(panelText().includes("head 0 of " + h.H), "the panel does not count heads");
        if (page.rows.length === h.Tq && h.Tk <= 8)
            is(page.rows.every(t => all("#panel th[scope=row]").some(e => e.textContent === t)),
                "no tokens beside the numbers");
        const slider = all("#panel .axis input")[0];
        slider.value = 1;
        slider.dispatchEvent(new Event("input"));
        is(panelText().includes("head 1 of " + h.H) && slider.getAttribute("aria-valuetext") ===
            "head 1 of " + h.H, "the slider does not say the head");
        is(all("#panel .scale").length >= 1, "no colour scale in the panel");
        key("Escape");
    });

    attempt("this graph", () => {
        if (page.title === "cut") {
            is(all(".edge.cut").length === 1, all(".edge.cut").length + " cut edges");
            is(all(".box.dead").length === 2, all(".box.dead").length + " dead ends");
            select(named("W_1")[0]);
            is(panelText().includes("No gradient reaches this parameter"),
                "the panel does not complain");
        } else
            is(all(".edge.cut, .box.dead").length === 0, "a cut where there is none");
        if (page.title === "fused") is(heads.length === 0 && fused.length === 1, "not fused");
        if (page.title === "by hand")
            is(patterns.length === 1 && heads.length === 2 && patterns[0].op === "div" &&
                patterns[0].users[0].op === "dropout",
                "not one attention: " + patterns.map(n => n.id));
        if (page.title === "tokens")
            is(page.rows.join() === "<x>,b,c" && page.columns.join() === "d,e,f" &&
                heads.length === 2, "no tokens from the graph: " + page.rows);
        if (page.title === "flat")
            for (const k of ["", "1", "3", "2"]) {
                key(k);
                is(nodes.length > 2000 && all(".box").length < 50 &&
                    regions.filter(r => r.folded).length > 9,
                    "not folded at " + k + ": " + all(".box").length);
            }
        if (page.title === "names")
            is(byId("box-" + named("c = mul")[0].key).textContent.includes("c = mul"),
                "a name is not drawn");
        if (page.title === "attention")
            is(heads.length === 4 && page.rows[0] === "<a>", "heads or tokens are missing");
        if (page.title === "large") is(nodes.length > 400, "not large: " + nodes.length);
    });

    /* A file of one's own, wrong ones first: each is told, and leaves the page as it was. */
    const graphText = () => JSON.stringify(JSON.parse(byId("data").textContent).graph);
    attempt("a file that is none", () => {
        const spoilt = change => {
            const graph = JSON.parse(graphText());
            change(graph);
            return JSON.stringify(graph);
        };
        const before = byId("world").innerHTML;
        for (const [text, what] of [["", "is empty"], ["digraph {", "no whole JSON"],
            ["[]", "\"regions\" is missing"], ["null", "\"regions\" is null"],
            [graphText().slice(0, -9), "no whole JSON"],
            [spoilt(g => { g.nodes = []; }), "\"nodes\" is []"],
            [spoilt(g => { g.nodes.at(-1).in = [g.nodes.length]; }), "nodes before it"],
            [spoilt(g => { delete g.nodes[0].value; }), "\"value\" is missing"],
            [spoilt(g => { g.nodes[0].kind = "cat"; }), "\"kind\" is \"cat\""],
            [spoilt(g => { g.nodes[0].region = g.regions.length; }), "\"region\" is"],
            [spoilt(g => { g.regions[0].parent = 0; }), "region 0: \"parent\" is 0"],
            [spoilt(g => { g.backward[0] = -1; }), "\"backward\" is -1"]]) {
            openText("mine.json", text);
            const told = byId("trouble").textContent;
            is(!byId("trouble").hidden && told.includes("mine.json") && told.includes(what) &&
                /, expected .*Try this: /.test(told), `not told "${what}": ${told}`);
        }
        key("Escape");
        is(byId("trouble").hidden && byId("world").innerHTML === before,
            "a wrong file changes the page, or its message stays");
    });
    /* What comes by way of the mouse is read later. */
    async function dropFile() {
        const last = () => boxOf(nodes.at(-1)).element.outerHTML;
        const box = last(), count = nodes.length;
        const all = new DataTransfer();
        all.items.add(new File([graphText()], "mine.json"));
        goToStep(2);
        const dragged = new DragEvent("dragover",
            {bubbles: true, cancelable: true, dataTransfer: all});
        is(!document.body.dispatchEvent(dragged), "a file cannot be dropped");
        document.body.dispatchEvent(new DragEvent("drop", {bubbles: true, dataTransfer: all}));
        for (let i = 0; i < 100 && !page.opened; i++) await new Promise(r => setTimeout(r, 20));
        is(byId("title").textContent === "mine" && page.opened && nodes.length === count &&
            last() === box && !film.touched && view.selected === null &&
            !document.body.classList.contains("dropping"), "the dropped graph is not shown");
        key("3");
        is(count > mostDrawn || document.querySelectorAll(".box").length === count,
            "the dropped graph is not whole");
        select(nodes.at(-1));
        writePlace();
        is(location.hash === "", "the address leads to a graph that is not the page's");
        const pasted = new DataTransfer();
        pasted.setData("text", graphText());
        document.body.dispatchEvent(
            new ClipboardEvent("paste", {bubbles: true, clipboardData: pasted}));
        is(byId("title").textContent === "what was pasted" && nodes.length === count,
            "what is pasted is not shown");
    }
    attempt("levels of the first look", () => { select(null); key("2"); });
    dropFile().catch(e => wrong.push("drop: " + e.message)).then(() => {
        document.documentElement.dataset.report = wrong.length ? wrong.slice(0, 8).join(" | ")
            : "ok " + checks;
    });
})();
