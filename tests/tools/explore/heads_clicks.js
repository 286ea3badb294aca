/* heads_clicks.js - clicks through the page on which heads are switched off, from inside, and
 * writes down what went wrong: as clicks.js does on the other pages. */
(function () {
    const wrong = [];
    let checks = 0;
    const is = (condition, what) => { checks++; if (!condition) wrong.push(what); };
    const attempt = (name, f) => {
        try { f(); } catch (e) { wrong.push(name + ": " + e.message); }
    };
    const all = selector => [...document.querySelectorAll(selector)];
    const heads = () => all("#heads button"), letters = () => all("#text button");
    const key = k => document.activeElement.dispatchEvent(
        new KeyboardEvent("keydown", {key: k, bubbles: true, cancelable: true}));
    const spelled = id => "abcdefghijklmnop"[id];
    const likeliest = percent => percent.indexOf(Math.max(...percent));

    /* What is drawn is run m of the data. */
    function checkRun(m) {
        const run = data.runs[m], canvases = all("#heads canvas");
        for (let head = 0; head < 4; head++) {
            const pixels = canvases[head].getContext("2d").getImageData(0, 0, 24, 24).data;
            let strange = 0;
            for (let i = 0, k = 0; i < 24; i++)
                for (let j = 0; j < 24; j++) {
                    const shade = pixels[4 * (i * 24 + j) + 3] / 2.55;
                    strange += Math.abs(shade - (j <= i ? run.looks[head][k++] : 0)) > 0.6;
                }
            is(strange === 0, `run ${m}, head ${head}: ${strange} pixels have another shade`);
            is(heads()[head].getAttribute("aria-checked") === String((m >> head & 1) === 0),
                `run ${m}: head ${head} says it is ${heads()[head].getAttribute("aria-checked")}`);
        }
        let right = 0;
        letters().forEach((button, i) => {
            const guess = likeliest(run.next[i]), hit = guess === data.ids[i + 1];
            const known = i >= data.period, said = `${spelled(guess)} ${run.next[i][guess]}%`;
            right += known && hit;
            const read = known ? hit ? `${said}: right` : `${said}: wrong, ` +
                `${spelled(data.ids[i + 1])} comes` : "?nobody can know yet";
            is(button.textContent === `${spelled(data.ids[i])}${read}; position ${i}`,
                `run ${m}, position ${i}: ${button.textContent}`);
            is(button.className === (known ? hit ? "right" : "wrong" : "first"),
                `run ${m}, position ${i} is ${button.className}`);
        });
        const score = byId("score").textContent;
        is(score.includes(`${right} of ${23 - data.period} right`) &&
            score.includes(`the loss is ${run.loss.toFixed(2)} `), `run ${m}: ${score}`);
        is(!/NaN|undefined/.test(document.body.innerText), `run ${m}: NaN on the page`);
    }

    attempt("runs", () => {
        is(data.runs.length === 16 && heads().length === 4 && letters().length === 23, "counts");
        is(heads().every(b => b.getAttribute("role") === "switch" && b.tabIndex === 0),
            "heads are no switches");
        checkRun(0);
        for (let i = 1, m = 0; i < 16; i++) { /* each run once: one head changes at a time */
            const head = Math.log2(i & -i);
            heads()[head].click();
            checkRun(m ^= 1 << head);
        }
        heads()[0].click(); /* heads 0 and 3 */
        is(byId("score").textContent.startsWith("Without layer 0, head 0 and layer 1, head 1: "),
            byId("score").textContent);
        is(location.hash === "#0.0+1.1", "the address is " + location.hash);
        byId("all").click();
        checkRun(0);
        is(byId("score").textContent.startsWith("With all heads: "), "All on");
    });

    attempt("a link", () => {
        history.replaceState(null, "", "#0.1+1.0");
        dispatchEvent(new Event("hashchange"));
        checkRun(6);
        for (const strange of ["#", "#2.0", "#0.2", "#x+0.-1", "#0.1.1"]) {
            history.replaceState(null, "", strange);
            dispatchEvent(new Event("hashchange"));
            is(byId("score").textContent.startsWith("With all heads"), strange);
        }
    });

    attempt("keys", () => {
        const stops = () => letters().filter(b => b.tabIndex === 0);
        const chosen = () => letters().findIndex(b => b.getAttribute("aria-current") === "true");
        const wide = 8 - 8 % data.period;
        is(stops().length === 1, "a stop of Tab for each letter");
        stops()[0].focus();
        for (const [name, place] of [["Home", 0], ["ArrowLeft", 0], ["ArrowRight", 1],
            ["ArrowDown", 1 + wide], ["ArrowUp", 1], ["ArrowUp", 1], ["End", 22],
            ["ArrowDown", 22], ["x", 22]]) {
            key(name);
            is(chosen() === place && document.activeElement === letters()[place] &&
                stops()[0] === letters()[place], `${name} goes to ${chosen()}, not to ${place}`);
        }
        letters()[9].click();
        is(chosen() === 9, "a click chooses no letter");
    });

    attempt("where it looks", () => {
        heads()[1].click();
        all("#heads .gaze").forEach((gaze, head) => {
            const row = data.runs[2].looks[head].slice(45, 55);
            const j = row.lastIndexOf(Math.max(...row));
            const where = j === 9 ? "itself" : `${9 - j} back`;
            const asks = spelled(data.ids[9]), asked = spelled(data.ids[j]);
            is(gaze.textContent === (head === 1 ? "off: reads nothing"
                : `${asks} looks most at ${asked}, ${where}: ${row[j]}%`), gaze.textContent);
            is(heads()[head].getAttribute("aria-describedby") === gaze.id, "not described");
        });
        const map = all(".map")[0].getBoundingClientRect();
        const row = all(".map i")[0].getBoundingClientRect();
        const middle = (row.top + row.bottom) / 2 - map.top - 1;
        is(Math.abs(middle - 9.5 * (map.height - 2) / 24) < 1, "another row is marked");
        byId("all").click();
    });

    attempt("room", () => {
        is(document.documentElement.scrollWidth <= innerWidth, "the page is wider than the window");
        for (const button of all("button, summary")) {
            const {width, height} = button.getBoundingClientRect();
            is(width >= 24 && height >= 24, `${width} x ${height}: ${button.textContent}`);
            is(button.scrollWidth <= button.clientWidth, "cut off: " + button.textContent);
        }
        const names = all(".name"), knobs = all(".knob");
        is(names.every((name, i) => {
            const text = document.createRange();
            text.selectNodeContents(name);
            return text.getBoundingClientRect().right <= knobs[i].getBoundingClientRect().left;
        }), "a switch on a name");
    });

    attempt("theme", () => {
        const shade = () => all("canvas")[0].getContext("2d").getImageData(0, 0, 1, 1).data.join();
        const paper = () => getComputedStyle(document.body).backgroundColor;
        const before = [shade(), paper()];
        byId("theme").click();
        is(shade() !== before[0] && paper() !== before[1], "no other theme");
        is(localStorage.getItem("kindling-theme") === document.documentElement.dataset.theme,
            "the theme is not kept");
        byId("theme").click();
        is(shade() === before[0] && paper() === before[1], "no way back from the other theme");
    });

    document.documentElement.dataset.report =
        wrong.length ? wrong.slice(0, 8).join("; ") : `ok ${checks} checks`;
})();
