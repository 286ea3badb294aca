/* page_walk_browser.test.mjs - what stood in the way of somebody who solved modules in the tab, in
 * a real browser: places of files, what a failure shows, what stays behind after its time.
 */
import assert from "node:assert/strict";
import {becomes, pages, reload, replace, run, said} from "./page/steps.mjs";

const scrolled = page => page.evaluate(() => {
    const {scrollTop, scrollLeft} = document.querySelector(".cm-scroller");
    return [Math.round(scrollTop), Math.round(scrollLeft)];
});
const settled = page => page.evaluate(() => new Promise(done => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 60)));
}));
/* Of code, that the editor has room for. */
const rows = page => page.evaluate(() =>
    document.querySelector(".cm-scroller").clientHeight /
        document.querySelector(".cm-line").getBoundingClientRect().height);
const long = Array.from({length: 120}, (_, i) => `/* ${i} ${"wide ".repeat(60)}*/`).join("\n");
/* How far the head of a function is below the top of the editor, and how much of it is beyond its
 * width. */
const seen = (page, words) => page.evaluate(words => {
    const box = document.querySelector(".cm-scroller");
    const line = [...document.querySelectorAll(".cm-line")].find(
        l => l.textContent.includes(words));
    return line ? [Math.round(line.getBoundingClientRect().top - box.getBoundingClientRect().top),
        box.scrollWidth - box.clientWidth] : null;
}, words);

/* Of the rows of one line. */
const lefts = (page, words) => page.evaluate(words => {
    const range = document.createRange();
    const line = [...document.querySelectorAll(".cm-line")].find(
        l => l.textContent.includes(words));
    range.selectNodeContents(line);
    const rows = new Map();
    for (const r of range.getClientRects())
        rows.set(Math.round(r.top),
            Math.min(Math.round(r.left), rows.get(Math.round(r.top)) ?? Infinity));
    return [...rows.values()];
}, words);

pages("a walk", it => {
    it("a file opens at the first function to write; what is wider than the editor goes on " +
        "under itself", async page => {
        await page.setViewportSize({width: 1280, height: 720});
        const intro = `/* ---- 12.9 ${"-".repeat(90)} */\n/* why\n` +
            ` * CONTRACT  a -> b ${"holds and ".repeat(12)}\n` +
            (" * and so on, in many words that a narrow editor has no room for, one behind the " +
                "other, to the end\n").repeat(60) + " */\n";
        await page.evaluate(([name, text]) => testing.app.page.changed(name, text), [
                "mask.c",
                `${intro}\nTensor *mask_late(long n)\n{\n    return todo("12.9 mask_late");\n}\n` +
                `${long}\n`]);
        await page.click('#file-tabs [data-id="mask.c"]');
        await settled(page);
        await becomes(async () => {
            const [top, beyond] = await seen(page, "mask_late(long") || [-1, 0];
            return [top >= 0 && top < 12, beyond];
        }, [true, 0]);
        await page.evaluate(() => document.querySelector(".cm-scroller").scrollTo(0, 0));
        await settled(page);
        const star = await lefts(page, "and so on"), word = await lefts(page, "holds and");
        assert.ok(star.length > 1 && star[1] > star[0] + 10,
            `${star}: the first row at the star, the next behind it`);
        assert.ok(word.length > 1 && word[1] > word[0] + 80,
            `${word}: the first row at the star, the next behind its word in capitals`);
        assert.match(await page.textContent(".cm-line .unbroken"), /^->$/);
        // a banner is a line, however narrow
        const [banner, next] = await page.evaluate(() => [...document.querySelectorAll(".cm-line")]
            .slice(0, 2).map(line => line.clientHeight));
        assert.equal(banner, next);
    });

    it("a reload leads to the function that was worked on", async page => {
        await page.evaluate(text => testing.app.page.changed("mask.c", text),
            `${long}\nTensor *mask_late(long n)\n{\n    return 0;\n}\n${long}\n`);
        await page.evaluate(() => testing.app.page.jump(
            {module: "12_attention", file: "mask.c", line: 123}));
        await reload(page);
        await settled(page);
        await becomes(async () => {
            const [top] = await seen(page, "mask_late(long") || [-1];
            return top >= 0 && top < 12;
        }, true);
    });

    it("on a laptop the first function is in sight with all of its comment", async page => {
        await page.setViewportSize({width: 1280, height: 720});
        await reload(page);
        await settled(page);
        assert.ok(await rows(page) >= 17, `${await rows(page)} rows of code`);
    });

    it("200 % on a laptop is as little room as a phone has: one thing at a time", async page => {
        await page.setViewportSize({width: 720, height: 450});
        await becomes(() => page.locator(".views [role=tab]").allTextContents(),
            ["Lesson", "Code", "Report"]);
        await page.click('.views [data-id="code"]');
        await settled(page);
        assert.ok(await rows(page) >= 16, `${await rows(page)} rows of code`);
        await page.setViewportSize({width: 640, height: 360}); /* of 1280 x 720 */
        await settled(page);
        assert.ok(await rows(page) >= 11, `${await rows(page)} rows of code`);
        await page.setViewportSize({width: 900, height: 700});
        await becomes(() => page.locator(".views [role=tab]").allTextContents(),
            ["Lesson", "Code and report"]);
    });

    it("in a window of few lines the bars go while somebody reads on", async page => {
        const words = () => page.evaluate(() => {
            const {top} = document.getElementById("lesson").getBoundingClientRect();
            const {y} = document.querySelector("#lesson #lesson-two").getBoundingClientRect();
            return [Math.round(top) > 0, Math.round(y)];
        });
        const scroll = by => page.evaluate(
            n => document.getElementById("lesson").scrollBy(0, n), by);
        await page.click('.views [data-id="lesson"]');
        const [, start] = await words();
        await scroll(270);
        await becomes(words, [false, start - 270]); // they move by what was scrolled
        await scroll(-40);
        await becomes(words, [true, start - 230]);
        await scroll(40);
        await becomes(words, [false, start - 270]);
        await page.keyboard.press("Alt+2");
        await becomes(() => page.isVisible(".bar"), true);
    }, {viewport: {width: 640, height: 360}});

    it("a lesson's questions are answered in the part that has them", async page => {
        await page.click("#lesson a:text-is('answers.txt')");
        await becomes(() => page.isVisible("#questions input"), true);
        await page.goBack();
        await becomes(() => page.isVisible("#lesson"), true);
    });

    it("a page that was just opened is read on by Space", async page => {
        await reload(page);
        await page.keyboard.press("Space");
        await becomes(() => page.evaluate(
            () => document.getElementById("lesson").scrollTop > 100), true);
    }, {viewport: {width: 1280, height: 500}});

    it("folds that were open are open again", async page => {
        const open = () => page.evaluate(async () => (
            await testing.app.desk.get("reading/12_attention"))?.open);
        await page.evaluate(() => document.getElementById("lesson-fold").scrollIntoView());
        await becomes(open, []);
        await page.evaluate(() => { document.getElementById("lesson-fold").open = true; });
        await becomes(open, [0]);
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        await becomes(() => page.textContent("#lesson h1"), "01 Tensor");
        await page.goBack();
        await becomes(() => page.textContent("#lesson h1"), "12 Attention");
        await becomes(() => page.evaluate(() => document.querySelector("#lesson #lesson-fold")
            ?.open), true);
    });

    it("a lesson that stands alone does not wait for the editor", async page => {
        await page.reload({waitUntil: "commit"});
        await page.waitForSelector("#left-tabs [data-id=questions]");
        const there = () => page.locator(".cm-editor").count();
        assert.equal(await there(), 0);
        await page.click('.views [data-id="code"]');
        await becomes(there, 1);
        await page.waitForSelector("body[data-ready]");
    }, {viewport: {width: 390, height: 844}});

    it("where one thing is seen at a time, Back leads from a file to the lesson", async page => {
        const seen = () => page.evaluate(() => document.body.dataset.view);
        await page.setViewportSize({width: 390, height: 844});
        await page.click("#lesson a:text-is('attention.h')");
        await becomes(seen, "code");
        await page.goBack();
        await becomes(seen, "lesson");
        assert.match(page.url(), /#12_attention$/);
        await page.goForward();
        await becomes(seen, "code");
        await page.click(".bar .home"); /* there is a way home on a phone, too */
        await becomes(() => page.evaluate(() => document.body.dataset.page), "front");
    });

    it("a file without any opens at its beginning, and again where it was left", async page => {
        const open = async file => {
            await page.click(`#file-tabs [data-id="${file}"]`);
            await settled(page);
        };
        const scroll = async top => {
            await page.evaluate(y => document.querySelector(".cm-scroller").scrollTo(0, y), top);
            await settled(page);
        };
        for (const file of ["scores.c", "mask.c"])
            await page.evaluate(([name, text]) => testing.app.page.changed(name, text),
                [file, long]);
        await open("scores.c");
        await scroll(250);
        await open("mask.c");
        await becomes(() => scrolled(page), [0, 0]);
        await scroll(700);
        await open("scores.c");
        await becomes(() => scrolled(page), [250, 0]);
        await page.click('#file-tabs [data-id="answers.txt"]'); /* gone again before it was drawn */
        await open("mask.c");
        await becomes(() => scrolled(page), [700, 0]);
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        await page.waitForFunction(() => testing.app.page.module?.number === "01" &&
            testing.app.page.file === "shape.c");
        await settled(page);
        await becomes(() => scrolled(page), [0, 0]);
    });

    it("an old link leads on: by its number, else to the whole course", async page => {
        for (const link of ["#12_heads/scores.c", "#12"]) {
            await page.evaluate(to => { location.hash = to; }, link);
            await page.waitForFunction(() => testing.app.page.module?.number === "12");
            await page.evaluate(() => { location.hash = ""; });
            await page.waitForFunction(() => !testing.app.page.module);
        }
        await becomes(() => said(page), "");
        await page.evaluate(() => { location.hash = "#99_elsewhere"; });
        await becomes(() => said(page),
            "There is no #99_elsewhere here: this is the whole course.");
        await becomes(() => page.isVisible("#front"), true);
    });

    it("the first failure is in sight with all that it says", async page => {
        await page.setViewportSize({width: 1400, height: 900});
        for (const [file, what] of [["scores.c", "12.1 attention_scores"]])
            await replace(page, file, `todo("${what}")`, "q");
        await replace(page, "mask.c", 'todo("12.4 mask_padding")', "mask");
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await run(page);
        const [pane, line, last] =
            await page.evaluate(
                () => [document.getElementById("below"),
                    document.querySelector("#report .verdict.fail"),
            [...document.querySelectorAll("#report .line")].find(l =>
                l.textContent.includes("masks.c:7"))].map(e => {
                    const {top, bottom} = e.getBoundingClientRect();
                    return {top, bottom};
                }));
        assert.ok(line.top >= pane.top - 1 && last.bottom <= pane.bottom + 1,
            JSON.stringify({pane, line, last}));
        // no room for all: its own line comes first
        await page.setViewportSize({width: 1400, height: 500});
        await run(page);
        const [low, first] =
            await page.evaluate(
                () => [document.getElementById("below"),
                    document.querySelector("#report .verdict.fail")].map(
                        e => e.getBoundingClientRect().top));
        assert.ok(first >= low - 1 && first < low + 40, `${first} ${low}`);
    });

    it("on a small screen, too, a run begins to be read at its headline", async page => {
        await page.setViewportSize({width: 640, height: 360});
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await run(page);
        const top = () => page.evaluate(() => document.getElementById("below").scrollTop);
        assert.ok(await top() > 0, "the failure is not shown");
        await page.click("#views [data-id=code]");
        await replace(page, "mask.c", "WRONG", "");
        await run(page);
        await becomes(top, 0);
    });

    it("a link to a function shows what stands below its head", async page => {
        await page.setViewportSize({width: 640, height: 360});
        await replace(page, "mask.c", 'todo("12.4 mask_padding")',
            `mask /* WRONG mask_padding */${";\n    mask".repeat(30)}`);
        await run(page);
        await page.getByRole("button", {name: "modules/12_attention/mask.c:9"}).first().click();
        await settled(page);
        await becomes(async () => {
            const [top] = await seen(page, "mask_padding(") || [-1];
            return top >= 0 && top < 12;
        }, true);
    });

    it("hints go when a test of something else is run", async page => {
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForSelector("#hints li");
        // the same exercise: they stay
        await page.click(".mark[data-test=any_length_down_to_none]");
        await page.waitForFunction(() => testing.judge.runs.length === 1 &&
            !document.body.classList.contains("running"));
        await becomes(() => page.isVisible("#hints"), true);
        await page.click(".mark[data-test=one_query_by_hand]");
        await page.waitForFunction(() => testing.judge.runs.length === 2 &&
            !document.body.classList.contains("running"));
        await becomes(() => page.isVisible("#hints"), false);
        await becomes(() => page.locator("#next button:text-is('Run that test alone')").count(), 0);
    });

    it("there is nothing to bring back before a reset", async page => {
        const undo = page.locator('[data-do="undo"]');
        await page.click("#files-menu summary");
        await page.waitForSelector('[data-do="undo"]:disabled');
        await becomes(() => page.locator("#files-menu button").first().getAttribute("data-do"),
            "reset");
        await page.keyboard.press("Escape");
        await replace(page, "mask.c", "mask.c", "mine");
        await page.click("#files-menu summary");
        await page.click('[data-do="reset"]');
        await page.click("dialog button.primary");
        await page.waitForFunction(() => document.getElementById("status").textContent.startsWith(
            "Module 12 is as it was"));
        await page.click("#files-menu summary");
        await page.waitForSelector('[data-do="undo"]:enabled');
        await becomes(() => undo.isEnabled(), true);
    });

    it("a change that is taken back leaves the points as they were", async page => {
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await run(page);
        await becomes(() => page.textContent("#points"), "20 of 100");
        await page.click(".cm-line >> nth=0");
        await page.keyboard.type("// x");
        await becomes(() => page.locator("#points.stale").count(), 1);
        await becomes(() => page.locator(".mark.old").count(), 6);
        for (let i = 0; i < 4; i++) await page.keyboard.press("Backspace");
        await becomes(() => page.locator("#points.stale").count(), 0);
        await becomes(() => page.locator(".mark.old").count(), 0);
        await reload(page);
        await page.waitForFunction(
            () => document.querySelector("#points:not(.stale)")?.textContent === "20 of 100");
    });

    it("what was said of one part does not stay in the next", async page => {
        await page.click('#left-tabs [data-id="measure"]');
        await page.click("#measure button.primary");
        await page.waitForFunction(
            () => document.getElementById("status").textContent.startsWith("It is done."));
        await page.click('#left-tabs [data-id="live"]');
        await becomes(() => said(page), "");
    });

    it("nor what was said of a text that has changed", async page => {
        await page.evaluate(() => testing.app.page.jump(
            {module: "12_attention", file: "mask.c", line: 3}));
        await becomes(() => said(page), "mask.c, line 3");
        await page.click(".cm-content");
        await page.keyboard.type(" ");
        await becomes(() => said(page), "");
    });

    it("a measurement tells what its times are worth and how long it takes, and counts the seconds",
        async page => {
        await page.click('#left-tabs [data-id="measure"]');
        const words = await page.textContent("#measure");
        assert.match(words,
            /Times are those of a browser: .*how many times faster one thing is than another may be quite different from what the lesson says\./s);
        assert.match(words, /It takes up to a minute; a line comes when its numbers are known\./);
        await page.evaluate(() => {
            testing.judge.measure = (name, files, {onOutput}) => new Promise(done => {
                testing.end = () => done({exit: 0});
                onOutput("first\n");
            });
        });
        await page.click("#measure button.primary");
        await becomes(() => page.textContent("#measure .clock"), /^ [1-9]\d* s$/);
        await becomes(() => page.textContent("#measure .output"), "first");
        await becomes(() => page.textContent("#measure button.primary"), "Stop");
        await page.evaluate(() => testing.end());
        await becomes(() => page.textContent("#measure .clock"), "");
    });

    it("break it tells its task before it asks, of which model it asks, and how long it takes",
        async page => {
        await page.click('#left-tabs [data-id="break"]');
        await page.click("#break summary >> nth=0");
        const words = await page.textContent("#break details[open]");
        assert.match(words,
            /The task: a word, spelt backwards\..*Predict of the model with this mistake before.*ten to forty seconds/s);
        await page.fill("#case-1-0", "abc");
        await becomes(() => page.textContent("#case-1-wrong"),
            "\u201cabc\u201d is no number: it predicts nothing.");
        await page.fill("#case-1-0", "50 %");
        await becomes(() => page.textContent("#case-1-wrong"), "");
    });

    it("commands of a block wrap in full, in their columns", async page => {
        const wide = await page.evaluate(() => {
            const pre = document.querySelector("#lesson pre.commands");
            return [pre.scrollWidth - pre.clientWidth, pre.textContent];
        });
        assert.ok(wide[0] <= 0, `${wide[0]} pixels are cut`);
        assert.match(wide[1], /^make measure-12 +what it costs.*\nmake 12 +the tests\n$/s);
        assert.deepEqual(
            await page.evaluate(
                () => [...document.querySelectorAll("#lesson pre.commands button")].map(b =>
                    Math.round(b.offsetWidth / b.textContent.length * 10))),
            Array(2).fill(await page.evaluate(() => {
            const code = document.querySelector("#lesson pre code");
            const probe = code.appendChild(document.createElement("span"));
            probe.textContent = "0".repeat(20);
            const wide = probe.getBoundingClientRect().width / 2;
            probe.remove();
            return Math.round(wide);
        })), "letters of a button are as wide as those beside it");
        // where the second column begins
        const left = await page.evaluate(
            () => [...document.querySelectorAll("#lesson pre.commands .line")].map(line => {
            const text = [...line.childNodes].find(n => n.nodeType === 3);
            const range = document.createRange(), at = text.data.search(/\S/);
            range.setStart(text, at);
            range.setEnd(text, at + 1);
            return Math.round(range.getBoundingClientRect().left);
        }));
        assert.ok(Math.abs(left[0] - left[1]) <= 1, left.join(" "));
        const [command, printed] =
            await page.evaluate(
                () => [...document.querySelectorAll("#lesson pre.commands:last-of-type .line")].map(
                    line => line.getBoundingClientRect().height));
        assert.equal(printed, command, "what is printed stays in its columns, in one line");
    });

    it("the list of keys tells the signs, too", async page => {
        await page.focus("#lesson");
        await page.keyboard.press("?");
        const words = await page.textContent("dialog");
        for (const sign of [/differs from the starting file/, /dashed edge/, /\(ok\)/])
            assert.match(words, sign);
    });

    it("all files are in sight, however narrow", async page => {
        for (const file of ["scores.c", "mask.c", "answers.txt"])
            await page.evaluate(
                name => testing.app.page.changed(name, `${testing.app.page.files[name]}\n`), file);
        await page.evaluate(() => document.documentElement.style.setProperty("--left", "75%"));
        const outside = () => page.evaluate(() => {
            const row = document.getElementById("file-tabs").getBoundingClientRect();
            return [...document.querySelectorAll("#file-tabs [role=tab], #file-tabs .dot")].map(e =>
                e.getBoundingClientRect()).filter(e => e.left < row.left || e.right > row.right ||
                e.bottom > row.bottom).length;
        });
        await becomes(() => page.locator("#file-tabs .dot").count(), 3);
        assert.ok(
            await page.evaluate(() => document.getElementById("file-tabs").clientWidth) < 260);
        assert.equal(await outside(), 0);
    }, {viewport: {width: 1010, height: 768}});

    it("what can be dragged shows a grip", async page => {
        for (const id of ["divider", "sill"]) {
            const grip = await page.evaluate(name => {
                const {content, width, height, backgroundColor} =
                    getComputedStyle(document.getElementById(name), "::after");
                return {content, width, height, backgroundColor};
            }, id);
            assert.equal(grip.content, '""', id);
            assert.ok(Math.max(parseFloat(grip.width), parseFloat(grip.height)) > 20,
                JSON.stringify(grip));
            assert.doesNotMatch(grip.backgroundColor, /, 0\)$/);
        }
    });

    it("what is done leads on to the next module", async page => {
        for (const [file, what, by] of [["scores.c", 'todo("12.1 attention_scores")', "q"],
            ["mask.c", 'todo("12.3 mask_causal")', "mask"],
            ["mask.c", 'todo("12.4 mask_padding")', "mask"],
            ["answers.txt", "weights_bytes = ?", "weights_bytes = 16777216"],
            ["answers.txt", "causal_waste = ?", "causal_waste = 0.4995"]])
                await replace(page, file, what, by);
        await run(page);
        await becomes(() => page.textContent("#points"), "100 of 100");
        await page.click(".bar .home");
        await becomes(() => page.textContent(".continue"), /^Go on with01 Tensor/);
        await becomes(() => page.getAttribute(".continue", "href"), "#01_tensor");
    });

    it("pages of the site open beside the course, headers in the editor", async page => {
        await becomes(() => page.getAttribute("#lesson a:text-is('notebook')", "target"), "_blank");
        await page.click("#lesson a:text-is('check.h')");
        await becomes(() => page.getAttribute('#file-tabs [aria-selected="true"]', "data-id"),
            "tests/harness/check.h");
    });
});
