/* page_browser.test.mjs - what is the page's own, in a real browser: keys, what is said aloud,
 * links, fields and file in step. Skipped where Chromium or the packages of make web are missing.
 */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {becomes, fileText, focused, reload, replace, run, said, pages} from "./page/steps.mjs";

pages("the page", it => {
    it("Ctrl-Enter runs, from the editor as from anywhere, and the verdict is said aloud once, " +
        "in one short sentence", async page => {
        const live = page.locator("#status");
        await becomes(() => live.getAttribute("aria-live"), "polite");
        await page.evaluate(() => { /* all that a screen reader speaks by itself */
            window.heard = [];
            for (const one of document.querySelectorAll(
                "[aria-live], [role=status], [role=alert], [role=log], output"))
                new MutationObserver(() => heard.push(one.textContent)).observe(one,
                    {childList: true, characterData: true, subtree: true});
        });
        await page.click(".cm-content");
        await run(page);
        await becomes(() => said(page), "0 of 100 points. Not written yet: attention_scores.");
        await becomes(() => page.evaluate(() => heard),
            ["Running …", "0 of 100 points. Not written yet: attention_scores."]);
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "q");
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await page.focus("#lesson");
        await page.evaluate(() => { heard = []; });
        await run(page);
        const verdict = "20 of 100 points. mask_causal failed: shifted by one: key i + 1 is the " +
            "very token that is to be predicted.";
        await becomes(() => said(page), verdict);
        await becomes(() => page.evaluate(() => heard), ["Running …", verdict]);
        await becomes(() => page.textContent("#points"), "20 of 100");
        await becomes(() => page.textContent("#report"),
            /FAIL.*0\/20.*12\.3 mask_causal.*three tokens see the past/);
        await becomes(() => page.locator("#report").getAttribute("aria-live"), null);
    });

    it("a place in the report opens that line in the editor", async page => {
        await replace(page, "mask.c", 'todo("12.4 mask_padding")', "mask /* WRONG mask_padding */");
        await run(page);
        await page.getByRole("button", {name: "modules/12_attention/mask.c:9"}).first().click();
        const line = await page.evaluate(() => {
            const {state} = testing.app.page.editor.view;
            return [testing.app.page.file, state.doc.lineAt(state.selection.main.head).number];
        });
        assert.deepEqual(line, ["mask.c", 9]);
        await becomes(
            () => page.evaluate(() => document.activeElement.classList.contains("cm-content")),
            true);
        await page.getByRole("button", {name: "delete its todo, line 6"}).first().click();
        await becomes(() => page.evaluate(() => {
            const {state} = testing.app.page.editor.view;
            return state.doc.lineAt(state.selection.main.head).number;
        }), 6);
    });

    it("a command in the report or the lesson does what it says", async page => {
        await run(page);
        await page.click('#report button:text-is("make 12 TEST=one_query_by_hand")');
        await page.waitForFunction(() => testing.judge.runs.at(-1) === "one_query_by_hand" &&
            !document.body.classList.contains("running"));
        await page.waitForFunction(
            () => document.getElementById("status").textContent.startsWith("0 of 20 points"));
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(() => document.getElementById("status").textContent ===
            "Hint 1 of 3 for mask_causal. Row i is what query i may see.");
        await becomes(() => page.locator('#lesson button:has-text("CONFIG=asan")').count(), 0);
        // and says so
        await becomes(() => page.locator("#lesson code.at-home").allTextContents(),
            ["make 12 CONFIG=asan"]);
        await page.click('#lesson button:text-is("make use-12 TOOL=demo")');
        await becomes(() => page.textContent("#live:visible"), "live: 12_attention");
        await becomes(() => page.getAttribute("#left-tabs [aria-selected=true]", "data-id"),
            "live");
        await page.click("#left-tabs [data-id=lesson]");
        await page.click('#lesson button:text-is("make 12")');
        await page.waitForFunction(() => testing.judge.runs.length === 3 &&
            testing.judge.runs.at(-1) === "");
    });

    it("hints come one at a time and are remembered", async page => {
        await page.keyboard.press("Alt+h");
        await page.waitForSelector("#hints li");
        await page.waitForFunction(
            () => /^Hint 1 of 1 for attention_scores, the next one\. A score/.test(
                document.getElementById("status").textContent));
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(
            () => document.querySelector("#hints h3").textContent.includes("mask_causal"));
        await becomes(() => page.locator("#hints li").count(), 1);
        await page.click("#hints button:text-is('Next hint')");
        await page.waitForFunction(() => document.querySelectorAll("#hints li").length === 2);
        await reload(page);
        await page.click('#lesson button:text-is("make hint-12 TEST=mask_causal")');
        await page.waitForFunction(() => document.querySelectorAll("#hints li").length === 3);
        await becomes(() => page.locator("#hints button:not(.close)").count(), 0);
    });

    it("a hint is for the open function that the cursor is in, and goes when its tests have passed",
        async page => {
        const status = pattern =>
            page.waitForFunction(
                p => new RegExp(p).test(document.getElementById("status").textContent), pattern);
        const into = async (file, text) => {
            await page.click(`#file-tabs [data-id="${file}"]`);
            await page.click(`.cm-line:has-text('${text}')`);
        };
        await into("mask.c", "12.4 mask_padding");
        await page.keyboard.press("Alt+h");
        await status("^There is no hint for mask_padding, where your cursor is");
        await into("mask.c", "12.3 mask_causal");
        await page.click("#hint");
        await status("^Hint 1 of 3 for mask_causal, where your cursor is\. Row i");
        await becomes(() => page.textContent("#hints .head"),
            /12\.3 mask_causal.*where your cursor is/);
        await into("answers.txt", "causal_waste = ?");
        await page.keyboard.press("Alt+h");
        await status("for causal_waste, where your cursor is");
        await into("mask.c", "/* mask.c */");
        await page.keyboard.press("Alt+h");
        await status("^Hint 1 of 1 for attention_scores, the next one");
        await replace(page, "scores.c", 'todo("12.1 attention_scores")',
            "q /* WRONG attention_scores */");
        await run(page);
        await becomes(() => page.isVisible("#hints"), true);
        await replace(page, "scores.c", "WRONG", "");
        await run(page);
        await becomes(() => page.isVisible("#hints"), false);
        await into("scores.c", "return q");
        await page.keyboard.press("Alt+h"); /* what has passed needs none */
        await status("for mask_causal, the next one");
    });

    it("a run can be stopped, and counts for nothing", async page => {
        await run(page);
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "LOOP");
        await page.keyboard.press("Control+Enter");
        await page.waitForFunction(
            () => document.querySelector("#run span + span").textContent === "Stop");
        await page.click("#run");
        await page.waitForSelector("body:not(.running)");
        await becomes(() => said(page), "Stopped. Nothing of this run counts.");
        await becomes(() => page.textContent("#headline"), "Stopped. Nothing of this run counts.");
        await becomes(() => page.textContent("#run span + span"), "Run");
        await becomes(() => page.textContent("#points"), "0 of 100");
        await becomes(() => page.locator(".mark.todo.old").count(), 6);
        await replace(page, "scores.c", "LOOP", "q");
        await run(page);
        await becomes(() => page.textContent("#points"), "20 of 100");
    });

    it("a run ends with the module that is left, and a module that comes late is not shown",
        async page => {
        await replace(page, "scores.c", 'todo("12.1 attention_scores")', "LOOP");
        await page.keyboard.press("Control+Enter");
        await page.waitForFunction(() => document.body.classList.contains("running"));
        await page.evaluate(() => { location.hash = ""; });
        await page.waitForSelector("body:not(.running)");
        await page.evaluate(async () => { /* 01 takes its time */
            const {app} = testing, {module} = app.data;
            app.data.module = async name => {
                await new Promise(done => setTimeout(done, name.startsWith("01") ? 300 : 0));
                return module(name);
            };
            location.hash = "#01_tensor";
            await new Promise(done => setTimeout(done, 50));
            location.hash = "#12_attention";
            await new Promise(done => setTimeout(done, 1000));
        });
        await becomes(() => page.evaluate(() => {
            const {module, files} = testing.app.page;
            return [module?.name, Object.keys(files).includes("scores.c")];
        }), ["12_attention", true]);
    });

    it("a function that is typed whole has no brace too many", async page => {
        await page.click('#file-tabs [data-id="scores.c"]');
        await page.click(".cm-line >> nth=0");
        await page.keyboard.press("Control+End");
        await page.keyboard.type(
            "static real sum(const real *x, long n)\n{\nreal s = 0;\n" +
            "for (long i = 0; i < n; i++) {\nif (x[i] > 0)\ns += x[i];\n}\nreturn s;\n}\n",
            {delay: 5});
        const text = await fileText(page, "scores.c");
        assert.equal(text.slice(text.indexOf("static real")),
            "static real sum(const real *x, long n)\n{\n    real s = 0;\n" +
            "    for (long i = 0; i < n; i++) {\n        if (x[i] > 0)\n" +
            "            s += x[i];\n    }\n    return s;\n}\n");
    });

    it("fields of the questions and answers.txt are one and the same", async page => {
        await page.click('#left-tabs [data-id="questions"]');
        await page.fill('[name="weights_bytes"]', "16777216");
        await becomes(() => fileText(page, "answers.txt"), /^weights_bytes = 16777216$/m);
        await page.click('#file-tabs [data-id="answers.txt"]');
        await becomes(() => page.textContent(".cm-content"), /weights_bytes = 16777216/);
        await page.click(".cm-line:has-text('causal_waste')");
        await page.keyboard.press("End");
        await page.keyboard.press("Backspace");
        await page.keyboard.type("0.5");
        await becomes(() => page.inputValue('[name="causal_waste"]'), "0.5");
        await becomes(() => page.locator("label[for=answer-causal_waste]").textContent(),
            "Which fraction does the mask throw away?");
        await run(page);
        await becomes(() => page.textContent("li:has([name=weights_bytes]) .verdict"), "right");
        await becomes(() => page.textContent("li:has([name=causal_waste]) .verdict"), "not right");
        await becomes(() => page.getAttribute("[name=causal_waste]", "aria-invalid"), "true");
        await page.fill('[name="causal_waste"]', "");
        await becomes(() => fileText(page, "answers.txt"), /^causal_waste = \?$/m);
        await becomes(() => page.textContent(".cm-content"), /causal_waste = \?/);
        await becomes(() => page.getAttribute("[name=causal_waste]", "aria-invalid"), null);
        // the run was before this change
        await becomes(() => page.textContent("li:has([name=weights_bytes]) .verdict"), "");
    });

    it("a mark runs its test alone, and arrow keys walk along the marks", async page => {
        await page.keyboard.press("Alt+4");
        await page.keyboard.press("ArrowRight");
        await becomes(() => page.textContent("#caption"),
            /^12\.3 mask_causal: three tokens see the past, 20 points, not run yet$/);
        await page.keyboard.press("Enter");
        await page.waitForFunction(
            () => testing.judge.runs.at(-1) === "three_tokens_see_the_past" &&
            !document.body.classList.contains("running"));
        await becomes(() => page.locator(".mark.todo").count(), 1);
        await becomes(() => page.textContent("#points"), ""); /* points are those of a whole run */
        await becomes(() => page.evaluate(() => document.activeElement.dataset.test),
            "three_tokens_see_the_past");
        await becomes(() => page.locator('#strip [tabindex="0"]').count(), 1);
        await run(page);
        await becomes(() => page.locator(".mark.old").count(), 0);
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mine");
        await becomes(() => page.locator(".mark.old").count(), 6);
        await page.click(".mark[data-test=three_tokens_see_the_past]");
        await page.waitForSelector(".mark.pass:not(.old)");
        await becomes(() => page.locator(".mark.old").count(), 5);
        await becomes(() => page.textContent("#points"), /0 of 100/);
    });

    it("every part is reached with Tab, and Escape lets Tab out of the editor", async page => {
        await page.click(".cm-content");
        await page.keyboard.press("Tab");
        await becomes(() => fileText(page, "scores.c"), /^ {4}/m); /* Tab indents */
        await page.keyboard.press("Escape");
        await becomes(() => said(page), "Tab now leaves the editor.");
        await page.keyboard.press("Tab");
        await becomes(() => focused(page), "sill");
        const seen = new Set();
        await page.evaluate(() => document.querySelector(".home").focus());
        for (let i = 0; i < 60; i++) {
            seen.add(await page.evaluate(() => document.activeElement.closest("[id]")?.id));
            if (await page.evaluate(() => document.activeElement.classList.contains("cm-content")))
                await page.keyboard.press("Escape");
            await page.keyboard.press("Tab");
        }
        for (const id of ["picker", "run", "hint", "files-menu", "settings-menu", "keys",
            "left-tabs", "lesson", "divider", "file-tabs", "editor", "sill", "strip", "report"])
            assert.ok(seen.has(id), `${id} is not reached: ${[...seen]}`);
    });

    it("? lists the keys, Escape closes them, and a ? that is typed is a ?", async page => {
        await page.focus("#lesson");
        await page.keyboard.press("?");
        await becomes(() => page.textContent("dialog"), /run the tests/);
        await page.keyboard.press("Escape");
        // a dialog's "close" comes as an event of its own
        await page.waitForSelector("dialog", {state: "detached"});
        await page.click(".cm-line >> nth=0");
        await page.keyboard.press("End");
        await page.keyboard.type("?");
        await becomes(() => page.locator("dialog").count(), 0);
        await becomes(() => fileText(page, "scores.c"), /^\/\* scores\.c \*\/\?/);
    });

    it("a file that does not compile is marked at its line", async page => {
        await replace(page, "mask.c", 'return todo("12.3 mask_causal");', "SYNTAX");
        await run(page);
        await becomes(() => said(page),
            "It does not compile: mask.c, line 6: expected ';' after return statement.");
        await page.click('#file-tabs [data-id="mask.c"]');
        await becomes(() => page.locator(".cm-lintRange-error").textContent(), "SYNTAX");
        // as of a crash, and by keys alone
        const open = page.locator("#next button:text-is('Open mask.c, line 6')");
        await open.focus();
        await page.keyboard.press("Enter");
        await becomes(
            () => page.evaluate(
                () => [testing.app.page.file,
                    document.activeElement.classList.contains("cm-content"),
                    testing.app.page.editor.view.state.doc.lineAt(
                        testing.app.page.editor.view.state.selection.main.head).number]),
            ["mask.c", true, 6]);
        await page.keyboard.press("Control+Home");
        await page.click('#report button:text-is("modules/12_attention/mask.c:6:5")');
        await becomes(
            () => page.evaluate(() => testing.app.page.editor.view.state.selection.main.head -
                testing.app.page.editor.view.state.doc.line(6).from), 4);
    });

    it("the engine's names are completed with their contract, other names are not", async page => {
        await page.click(".cm-line >> nth=1");
        await page.keyboard.press("End");
        await page.keyboard.press("Enter");
        await page.keyboard.type("mask_c", {delay: 20});
        await page.waitForSelector(".cm-tooltip-autocomplete");
        // CodeMirror takes no key for 75 ms after its list has opened
        await page.waitForTimeout(100);
        await page.keyboard.press("ArrowDown");
        await becomes(
            () => page.textContent(
                ".cm-tooltip-autocomplete li[aria-selected=true] .cm-completionLabel"),
            "mask_causal");
        await page.waitForSelector(".contract");
        await becomes(() => page.textContent(".contract"),
            /Tensor \*mask_causal\(long T\)\(T, T\): key j allowed iff j <= i/);
        await becomes(
            () => page.evaluate(() => testing.app.page.names.some(n => n.name === "check_it")),
            false);
        await page.keyboard.press("Escape"); /* closes the list first */
        await page.waitForSelector(".cm-tooltip-autocomplete", {state: "detached"});
        assert.notEqual(await said(page), "Tab now leaves the editor.");
        await page.keyboard.press("Control+Space");
        await page.waitForSelector(".cm-tooltip-autocomplete");
        await page.waitForTimeout(100);
        await page.keyboard.press("Tab");
        await becomes(() => fileText(page, "scores.c"), /^mask_causal$/m);
    });

    it("who types on is not in the hands of the list of names", async page => {
        const typed = async text => {
            await page.keyboard.type(text, {delay: 20});
            await page.waitForSelector(".cm-tooltip-autocomplete");
            await page.waitForTimeout(100);
        };
        await page.click(".cm-line >> nth=1");
        await page.keyboard.press("End");
        await page.keyboard.type("\nlong outer_size = 0;\n");
        await typed("mask_c"); /* Enter ends the line */
        await page.keyboard.press("Enter");
        await becomes(() => fileText(page, "scores.c"), /^mask_c\n$/m);
        await typed("out"); /* the file's own names come first */
        await page.keyboard.press("Tab");
        await becomes(() => fileText(page, "scores.c"), /^outer_size$/m);
    });

    it("an else goes below its if", async page => {
        await page.click(".cm-line >> nth=1");
        await page.keyboard.press("End");
        await page.keyboard.type("\nvoid f(int a)\n{\nfor (;;)\nif (a)\na = 1;\nelse");
        await becomes(() => fileText(page, "scores.c"),
            /^    for \(;;\)\n        if \(a\)\n            a = 1;\n        else$/m);
    });

    it("a report leads to the text of its test", async page => {
        await replace(page, "mask.c", 'todo("12.3 mask_causal")', "mask /* WRONG mask_causal */");
        await page.keyboard.press("Control+Enter");
        await page.click("#report button:text-is('tests/course/12_attention/masks.c:7')");
        await becomes(() => page.textContent(".cm-activeLine"),
            "TEST(three_tokens_see_the_past, .points = 20)");
        await page.keyboard.type("x");
        await becomes(() => page.textContent(".cm-content"), /^\/\* a line/); /* to read */
    });

    it("links of the lesson lead into the page", async page => {
        // the lesson's heading of that name is not in the way
        await becomes(() => page.locator("[id=report]").count(), 1);
        await page.click("#lesson a:text-is('attention.h')");
        await becomes(() => page.getAttribute('#file-tabs [aria-selected="true"]', "data-id"),
            "attention/attention.h");
        await page.keyboard.type("x");
        await becomes(() => page.textContent(".cm-content"), /^#ifndef A_H/); /* to read */
        await page.click("#lesson a:text-is('mask.c')");
        await becomes(() => page.evaluate(() => testing.app.page.file), "mask.c");
        await becomes(() => page.getAttribute("#lesson a:text-is('elsewhere')", "target"),
            "_blank");
        await becomes(() => page.locator("#lesson a:text-is('gone')").count(), 0);
        await becomes(() => page.getAttribute("#lesson a:text-is('notebook')", "href"),
            "live/notebook.html#12_attention");
        await becomes(() => page.textContent("#lesson .unbroken:has(button)"),
            "(make use-12 TOOL=demo");
        await page.click(".contents summary");
        await page.click(".contents a:text-is('Three')");
        await becomes(() => page.evaluate(() => document.activeElement.id), "lesson-three");
        // the bar stays in sight
        await becomes(
            () => page.evaluate(
                () => [scrollY, document.documentElement.scrollTop, document.body.scrollTop]),
            [0, 0, 0]);
        await page.click("#lesson a:text-is('01 Tensor')");
        await page.waitForFunction(
            () => document.querySelector("#lesson h1").textContent === "01 Tensor");
        await becomes(() => page.inputValue("#picker"), "01_tensor");
    });

    it("the title of the course breaks between words only", async page => {
        await page.click(".home");
        await page.waitForSelector("#front h1");
        for (const width of [1400, 820, 390]) {
            await page.setViewportSize({width, height: 900});
            // of each word: at which heights its letters stand
            const lines = await page.evaluate(() => {
                const title = document.querySelector("#front h1");
                const range = document.createRange(), tops = {};
                const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
                for (let word = 0; texts.nextNode();)
                    for (const [i, letter] of [...texts.currentNode.data].entries()) {
                        if (letter === " ") { word++; continue; }
                        range.setStart(texts.currentNode, i);
                        range.setEnd(texts.currentNode, i + 1);
                        (tops[word] ??= new Set()).add(
                            Math.round(range.getBoundingClientRect().top));
                    }
                return Object.values(tops).map(heights => heights.size);
            });
            assert.deepEqual(lines, [1, 1, 1, 1, 1, 1].slice(0, lines.length), `${width} pixels`);
            assert.equal(lines.length, 6); /* Write a deep-learning engine, in C */
        }
    });

    it("a compiler that could not be loaded: room between the sentence and its button",
        async page => {
        await page.addScriptTag(
            {type: "module",
                content: `${readFileSync("tools/web/page/loading.js", "utf8")}; ` +
                `loadingBar(document.getElementById("loading"), "x").trouble("No network.", () ` +
                `=> 0);`});
        const [sentence, button] = [await page.locator("#loading span").boundingBox(),
            await page.locator("#loading button").boundingBox()];
        assert.ok(button.x - sentence.x - sentence.width >= 8,
            `${button.x - sentence.x - sentence.width} pixels`);
    });
});
