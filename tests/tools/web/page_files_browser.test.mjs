/* page_files_browser.test.mjs - the page in a real browser: files that are kept, come and go; sizes
 * and colours. Skipped where Chromium or the packages of make web are missing.
 */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {lowContrast} from "./page/contrast.mjs";
import {becomes, fileText, focused, reload, replace, run, pages} from "./page/steps.mjs";

pages("the page: files and screens", it => {
    it("work is there again after a reload, and the front page leads back to it", async page => {
        await page.click('#file-tabs [data-id="mask.c"]');
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await run(page);
        await reload(page);
        await becomes(() => fileText(page, "mask.c"), /return mine;/);
        await becomes(() => page.textContent("#headline"),
            "60 of 100 points. Nothing failed. Not written yet: mask_padding.");
        await page.click(".bar .home");
        await page.waitForSelector(".continue");
        await becomes(() => page.textContent(".continue"),
            /12 Attention.*mask\.c.*60 of 100 points/);
        await becomes(() => page.textContent(".way"), /60 of 200 points/);
        await page.click(".continue");
        await page.waitForFunction(() => testing.app.page.module?.name === "12_attention");
        await becomes(() => page.evaluate(() => testing.app.page.file), "mask.c");
    });

    it("what is typed in another tab appears in this one", async page => {
        await page.click('#file-tabs [data-id="mask.c"]');
        const other = await page.context().newPage();
        await other.goto(page.url());
        await other.waitForSelector("body[data-ready]");
        await replace(other, "mask.c", 'todo("12.3 mask_causal")', "theirs");
        await page.waitForFunction(
            () => testing.app.page.files["mask.c"].includes("return theirs;"));
        await becomes(() => page.textContent(".cm-content"), /return theirs;/);
        await replace(page, "mask.c", 'todo("12.4 mask_padding")', "mine");
        await other.waitForFunction(() => /theirs[^]*mine/.test(testing.app.page.files["mask.c"]));
    });

    it("reset asks first and says what happens; undo brings everything back", async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await run(page);
        await page.click("#files-menu summary");
        await page.click("[data-do=reset]");
        await becomes(() => page.textContent("dialog"),
            /1 file of yours is put back to the starting files: mask\.c/);
        await page.keyboard.press("Escape");
        await page.waitForSelector("dialog", {state: "detached"});
        await becomes(() => fileText(page, "mask.c"), /mine/);
        await page.click("#files-menu summary");
        await page.click("[data-do=reset]");
        await page.click("dialog button:text-is('Start again')");
        await page.waitForFunction(
            () => testing.app.page.files["mask.c"].includes("12.3 mask_causal"));
        await becomes(() => page.textContent("#points"), "");
        await page.click("#files-menu summary");
        await page.click("[data-do=undo]");
        await page.click("dialog button:text-is('Bring them back')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("mine"));
        await page.waitForFunction(
            () => document.getElementById("points").textContent === "40 of 100");
    });

    it("predictions are typed before and handed to the measurement", async page => {
        await page.click('#left-tabs [data-id="measure"]');
        await page.fill("#predict-0", "64");
        await page.click("#measure button:text-is('Measure')");
        await page.waitForFunction(
            () => document.querySelector("#measure .output").textContent.includes("64"));
        await becomes(() => page.textContent("#measure .output"), /you predicted "64\\n\\n"/);
        await page.click('#left-tabs [data-id="break"]');
        await page.click("summary:has-text('Case 2')");
        await page.fill("#case-2-0", "100");
        await becomes(() => page.locator(".moral:visible").count(), 0);
        await page.click("details[open] button:text-is('Train both')");
        await page.waitForSelector(".moral:visible");
        await becomes(() => page.textContent(".moral:visible"), "It reads the answer.");
        await becomes(() => page.textContent("details[open] .output"), /case 2: "100\\n"/);
        await page.fill("#case-2-0", "many");
        await becomes(() => page.getAttribute("#case-2-0", "aria-invalid"), "true");
        await reload(page);
        await page.click('#left-tabs [data-id="measure"]');
        await becomes(() => page.inputValue("#predict-0"), "64");
    });

    it("a phone shows one thing at a time, nothing wider than 360 pixels", async page => {
        const visible = () =>
            page.evaluate(
                () => ["left", "code",
                    "below"].filter(id => document.getElementById(id).offsetParent !== null));
        await becomes(() => visible(), ["left"]);
        await page.click("#views [data-id=code]");
        await becomes(() => visible(), ["code"]);
        await page.click("#run");
        await page.waitForFunction(() => document.body.dataset.view === "report");
        await becomes(() => visible(), ["below"]);
        for (const view of ["lesson", "code", "report"]) {
            await page.click(`#views [data-id=${view}]`);
            assert.ok(
                await page.evaluate(() => [
                        ...document.querySelectorAll(
                            "body, #left, #code, #below, .bar, #report, #strip")].every(
                                box => box.scrollWidth <= Math.max(box.clientWidth, 360))), view);
        }
        await page.click("#report button >> nth=0");
        await becomes(() => visible(), ["code"]);
    }, {viewport: {width: 360, height: 640}});

    it("a tablet has the lesson, or code with report", async page => {
        const visible = () =>
            page.evaluate(
                () => ["left", "code",
                    "below"].filter(id => document.getElementById(id).offsetParent !== null));
        await becomes(() => visible(), ["left"]);
        await run(page);
        await becomes(() => visible(), ["code", "below"]);
    }, {viewport: {width: 820, height: 1180}});

    for (const colorScheme of ["light", "dark"])
        it(`every text has a contrast of 4.5 (${colorScheme})`, async page => {
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await run(page);
        const low = () => page.evaluate(lowContrast);
        await becomes(() => low(), []);
        for (const part of ["questions", "measure", "break"]) {
            await page.click(`#left-tabs [data-id=${part}]`);
            await becomes(() => low(), []);
        }
        await page.click(".bar .home");
        await page.waitForSelector(".continue");
        await becomes(() => low(), []);
    }, {colorScheme});

    it("each lesson is opened where it was read", async page => {
        const place = () => page.evaluate(() => {
            const box = document.getElementById("lesson-two");
            return Math.round(box.getBoundingClientRect().top - document.getElementById("lesson")
                .getBoundingClientRect().top);
        });
        const kept = module => page.evaluate(async name => {
            while (!((await testing.app.desk.get(`reading/${name}`))?.part > 0))
                await new Promise(done => setTimeout(done, 20));
        }, module);
        await page.evaluate(() => {
            document.getElementById("lesson").scrollTop = document.getElementById(
                "lesson-two").offsetTop + 150;
        });
        await kept("12_attention");
        const there = await place();
        assert.ok(there < -100 && there > -200, `${there}`);
        await reload(page);
        await becomes(() => place(), there);
        await page.selectOption("#picker", "01_tensor");
        await page.waitForFunction(() => testing.app.page.module.name === "01_tensor" &&
            document.querySelector("#lesson h1").textContent.startsWith("01"));
        await becomes(() => page.evaluate(() => document.getElementById("lesson").scrollTop), 0);
        await page.selectOption("#picker", "12_attention");
        await page.waitForSelector("#lesson-two");
        await page.waitForFunction(() => document.getElementById("lesson").scrollTop > 0);
        await becomes(() => place(), there);
    }, {viewport: {width: 1400, height: 400}});

    it("what the page says of files is true of a browser", async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await page.click("#files-menu summary");
        await page.click("[data-do=reset]");
        await page.click("dialog button:text-is('Start again')");
        await page.waitForFunction(() => document.getElementById("status").textContent.includes(
            "as it was at the beginning"));
        await becomes(() => page.textContent("#status"),
            "Module 12 is as it was at the beginning. Your files are kept in this browser; “Undo " +
            "reset or import” in the menu Files brings them back.");
    });

    it("tables of a measurement fit beside the code, or scroll", async page => {
        await page.click('#left-tabs [data-id="measure"]');
        const measured = async columns => {
            await page.evaluate(n => {
                testing.judge.table = `${"x".repeat(n - 3)}   |\n`;
            }, columns);
            await page.click("#measure button:text-is('Measure')");
            await page.waitForFunction(n =>
                [...document.querySelectorAll("#measure .output .line")].some(
                    line => line.textContent.length === n), columns);
            return page.evaluate(() => {
                const box = document.querySelector("#measure .output");
                const all = document.getElementById("measure");
                return {over: box.scrollWidth - box.clientWidth,
                    page: all.scrollWidth - all.clientWidth,
                    size: parseFloat(getComputedStyle(box).fontSize),
                    scrolls: getComputedStyle(box).overflowX};
            });
        };
        const small = await measured(40), table = await measured(78), wide = await measured(200);
        assert.deepEqual([small.over, table.over, wide.page], [0, 0, 0]);
        assert.ok(table.size < small.size && table.size >= 10.5 && wide.size >= 10.5,
            JSON.stringify([small, table, wide]));
        await becomes(() => page.textContent("#measure .output .line >> nth=0"), /^you predicted/);
        // a sentence is broken between words
        await becomes(() => page.locator("#measure .output .row").count(), 1);
        assert.ok(wide.over > 100 && wide.scrolls === "auto", JSON.stringify(wide));
    }, {viewport: {width: 1366, height: 768}});

    it("a wide formula takes smaller letters, rows of a table go below each other, a long line " +
        "fades until its end is in sight", async page => {
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        await page.waitForSelector("#lesson .katex-display");
        const formula = () => page.evaluate(() => {
            const box = document.querySelector(".katex-display");
            const [all, text] =
                [box.firstChild, box.querySelector(".text")].map(e => getComputedStyle(e));
            return {cut: Math.max(0, box.scrollWidth - box.clientWidth),
                size: parseFloat(all.fontSize), likeText: all.fontSize === text.fontSize &&
                all.fontFamily === text.fontFamily};
        });
        const wider = () => page.locator("#lesson-word.wider").count();
        const names = () => page.evaluate(() => {
            const box = document.getElementById("lesson-names");
            const [name, file] = box.querySelectorAll("td");
            return {stacked: box.querySelectorAll(".stacked").length,
                cut: box.scrollWidth - box.clientWidth,
                head: getComputedStyle(file, "::before").content,
                joints: name.querySelectorAll("wbr").length,
                lines: name.firstChild.getClientRects().length};
        });
        await becomes(async () => (await formula()).cut, 0);
        const phone = await formula();
        assert.ok(phone.size >= 12 && phone.size < 19 && phone.likeText, JSON.stringify(phone));
        await becomes(names,
            {stacked: 1, cut: 0, head: '"file: "', joints: 12, lines: 2});
        await becomes(wider, 1);
        await page.evaluate(() => { document.getElementById("lesson-word").scrollLeft = 9999; });
        await becomes(wider, 0);
        await page.setViewportSize({width: 900, height: 640});
        await becomes(async () => {
            const {stacked, cut, lines} = await names();
            return [stacked, cut, lines];
        }, [0, 0, 1]);
        await becomes(async () => {
            const {cut, size, likeText} = await formula();
            return [cut, size > 20, likeText];
        }, [0, true, true]);
    }, {viewport: {width: 320, height: 640}});

    it("a picture that is shrunk is seen in its own size by a press, by keys, too", async page => {
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        const picture = page.locator("#lesson-drawn");
        await becomes(() => picture.getAttribute("role"), "button");
        await picture.focus();
        await page.keyboard.press("Enter");
        const there = page.locator("dialog img");
        assert.equal((await there.boundingBox()).width, 900);
        await page.keyboard.press("Escape");
        await becomes(() => there.count(), 0);
        await becomes(() => focused(page), "lesson-drawn");
        await picture.click();
        await page.click("dialog button:text-is('Close')");
        await becomes(() => there.count(), 0);
        await picture.click();
        await page.click("dialog img");
        await becomes(() => there.count(), 0);
        await becomes(() => page.evaluate(() => history.state), null);
    });

    it("a picture that is cut on a phone: a press shows its own size, a button all of it, Back " +
        "leads to the lesson",
        async page => {
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        const picture = page.locator("#lesson-drawn"), there = page.locator("dialog img");
        const wide = async of => Math.round((await of.boundingBox()).width);
        await becomes(() => picture.getAttribute("role"), "button");
        assert.equal(await wide(picture), 900, "its letters can be read, and it is pulled");
        assert.match(await page.evaluate(() =>
            getComputedStyle(document.querySelector("#lesson-drawn").parentNode, "::after")
                .content), /larger/);
        await picture.click({position: {x: 20, y: 20}});
        const pane = page.locator("dialog .pane.wider");
        assert.equal(await wide(there), 900);
        assert.equal(await pane.count(), 1, "the edge says that it goes on");
        await page.click("dialog button:text-is('All of it')");
        assert.ok(await wide(there) < 390);
        assert.equal(await pane.count(), 0);
        await page.goBack();
        await becomes(() => there.count(), 0);
        assert.match(page.url(), /#01_tensor$/);
        await page.evaluate(() => document.getElementById("lesson-drawn").width = 400);
        await page.setViewportSize({width: 380, height: 844});
        await becomes(() => wide(picture), 348); /* what can be read as wide as the column is so */
    }, {viewport: {width: 390, height: 844}});

    it("a phone: a lesson's end leads on, and what keys and signs mean stands below the settings",
        async page => {
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        await page.click("#settings-menu summary");
        await page.click("text=Keys and signs");
        await page.click("dialog button");
        await page.click("#lesson .onward button");
        await becomes(() => page.evaluate(() => document.body.dataset.view), "code");
        await page.goBack();
        assert.deepEqual(await page.locator("#lesson .onward a").allTextContents(),
            ["12 Attention →"]);
        await page.click("#lesson .onward a");
        await becomes(() => page.evaluate(() => testing.app.page.module?.number), "12");
    }, {viewport: {width: 390, height: 844}});

    it("on paper there is the lesson alone, dark letters on white, whatever is on the screen",
        async page => {
        await page.evaluate(() => { location.hash = "#01_tensor"; });
        await page.waitForFunction(() => testing.app.page.module?.number === "01" &&
            document.querySelector("#lesson ol"));
        const printed = () =>
            page.evaluate(() => ["front", "left", "left-tabs", "lesson", "questions", "measure",
                "right", "below", "views", "run"].filter(id => document.getElementById(id)
                .getClientRects().length));
        for (const part of ["measure", "lesson"]) {
            await page.evaluate(id => testing.app.page.showLeft(id), part);
            await page.evaluate(() => testing.app.see("code"));
            await page.emulateMedia({media: "print"});
            await becomes(printed, ["left", "lesson"]);
            const {paper, ink, list, high, tall} =
                await page.evaluate(() => (
                        {paper: getComputedStyle(document.body).backgroundColor,
                            ink: getComputedStyle(document.querySelector("#lesson p")).color,
                list: parseFloat(
                    getComputedStyle(document.querySelector("#lesson ol")).paddingLeft),
                    high: document.getElementById("lesson").clientHeight,
                    tall: document.getElementById("lesson").scrollHeight}));
            assert.deepEqual([paper, ink, high], ["rgb(255, 255, 255)", "rgb(0, 0, 0)", tall]);
            assert.ok(list > 10, "a list keeps its numbers");
            await page.emulateMedia({media: "screen"});
        }
        await page.evaluate(() => { location.hash = ""; });
        await page.waitForSelector(".continue");
        await page.emulateMedia({media: "print"});
        await becomes(printed, ["front"]);
    }, {viewport: {width: 820, height: 640}, colorScheme: "dark"});

    it("on a phone a caret stays below its place, and the chosen file in sight", async page => {
        await replace(page, "mask.c", 'return todo("12.3 mask_causal");',
            `SYNTAX${" and more".repeat(20)}`);
        await page.click("#views [data-id=code]");
        await page.click("#run");
        await page.waitForSelector(".excerpt");
        const rows = await page.$$eval(".excerpt .line",
            all => all.map(line =>
                (
                    {height: line.getBoundingClientRect().height,
                        at: line.textContent.search(/SYNTAX|\^/),
                        indent: getComputedStyle(line).paddingLeft,
                        left: line.getBoundingClientRect().left})));
        assert.deepEqual(rows[0], rows[1], "both are one row, and column 5 is below column 5");
        assert.ok(await page.evaluate(() => document.querySelector("#below").scrollWidth <= 360));
        await page.click("#views [data-id=lesson]");
        await page.evaluate(() => {
            document.getElementById("file-tabs").scrollLeft = 0;
            testing.app.page.showFile("answers.txt");
        });
        await page.click("#views [data-id=code]");
        await page.waitForFunction(() => {
            const tab = document.querySelector("#file-tabs [aria-selected=true]")
                .getBoundingClientRect();
            return tab.left >= 0 && tab.right <= innerWidth;
        });
    }, {viewport: {width: 200, height: 640}});

    it("the theme is there before the page's scripts are, and in every window of the site",
        async page => {
        const other = await page.context().newPage();
        await other.goto(page.url());
        await other.waitForSelector("body[data-ready]");
        await page.click("#settings-menu summary");
        await page.check("[name=theme][value=dark]");
        await becomes(() => page.evaluate(() => localStorage.getItem("kindling-theme")), "dark");
        await other.waitForFunction(() => document.documentElement.dataset.theme === "dark" &&
            document.querySelector("[name=theme][value=dark]").checked);
        await other.route("**/assets/app.js", route => route.abort());
        await other.reload({waitUntil: "commit"});
        await other.waitForSelector("#front", {state: "attached"});
        await becomes(() => other.evaluate(() => document.documentElement.dataset.theme), "dark");
        await page.check("[name=theme][value=auto]");
        await becomes(
            () => page.evaluate(
                () => [localStorage.getItem("kindling-theme"),
                    document.documentElement.dataset.theme]), [null, undefined]);
        await page.evaluate(() => localStorage.setItem("kindling-theme", "purple"));
        await reload(page);
        await becomes(() => page.evaluate(() => document.documentElement.dataset.theme), undefined);
    });

    it("the theme can be chosen, and is kept", async page => {
        const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const light = await paper();
        await page.click("#settings-menu summary");
        await page.check("[name=theme][value=dark]");
        assert.notEqual(await paper(), light);
        const dark = await paper();
        await reload(page);
        await becomes(() => paper(), dark);
        await page.click("#settings-menu summary");
        await page.check("[name=theme][value=auto]");
        await becomes(() => paper(), light);
    });

    it("what is downloaded is the tarball of make submit, and can be brought in again",
        async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await page.click("#files-menu summary");
        const [download] =
            await Promise.all([page.waitForEvent("download"), page.click("[data-do=export]")]);
        assert.equal(download.suggestedFilename(), "12_attention.tar.gz");
        const list = execFileSync("tar", ["-xzOf", await download.path(), "12_attention/mask.c"],
            {encoding: "utf8"});
        assert.equal(list, await fileText(page, "mask.c"));
        await replace(page, "mask.c", "mine", "lost");
        await page.click("#files-menu summary");
        const [chooser] =
            await Promise.all([page.waitForEvent("filechooser"), page.click("[data-do=import]")]);
        await chooser.setFiles(
            {name: "12_attention.tar.gz", mimeType: "application/gzip",
                buffer: readFileSync(await download.path())});
        await page.click("dialog button:text-is('Bring them in')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("return mine;"));
        await page.click("#files-menu summary");
        await page.click("[data-do=undo]");
        await page.click("dialog button:text-is('Bring them back')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"].includes("return lost;"));
    });

    it("what is no file of the course is refused with a sentence", async page => {
        await page.evaluate(
            () => testing.import([{path: "holiday.txt", bytes: new TextEncoder().encode("sun")}]));
        await page.waitForSelector("dialog");
        await becomes(() => page.textContent("dialog"),
            /holiday\.txt: in there is no file of the course/);
    });

    it("a dropped or picked folder is brought in after a question", async page => {
        await page.click("#files-menu summary");
        const [chooser] =
            await Promise.all([page.waitForEvent("filechooser"), page.click("[data-do=import]")]);
        await chooser.setFiles([]);
        await page.evaluate(
            () => testing.import([
                    {path: "home/modules/12_attention/mask.c",
                        bytes: new TextEncoder().encode("/* from home */\n")}]));
        await becomes(() => page.locator("dialog").textContent(),
            /12_attention: mask\.c.*Yours are saved first/);
        await page.click("dialog button:text-is('Bring them in')");
        await page.waitForFunction(() => testing.app.page.files["mask.c"] === "/* from home */\n");
    });
});
