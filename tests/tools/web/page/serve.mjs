/* serve.mjs - the page with the mock in place of compiler and database, on a port of its own, in a
 * headless Chromium.
 *
 * SLOW=400 node --test tests/tools/web/page_browser.test.mjs
 *
 * lets each file come up to 400 ms late, to a processor at a sixth of its speed: so a test that
 * does not wait for what it looks at is found. */
import {createServer} from "node:http";
import {existsSync, readFileSync} from "node:fs";
import {createRequire} from "node:module";
import path from "node:path";
import {fileURLToPath} from "node:url";
import {files} from "./fixture.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const npm = path.resolve(root, process.env.WEB_NPM || "build/web-npm", "node_modules");
const require = createRequire(path.join(npm, "x.js"));
const slow = Number(process.env.SLOW || 0);
const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css",
    ".json": "application/json"};

/* Why the tests cannot run here, or null. */
export const missing = () => !existsSync(npm) ? `${npm} is missing: make web fetches it`
    : !existsSync(chromium()) ? "there is no /usr/bin/chromium" : null;
const chromium = () => process.env.CHROMIUM || "/usr/bin/chromium";

async function bundled(entry) {
    const made = await require("esbuild").build(
        {entryPoints: [path.join(root, entry)], bundle: true, format: "esm", write: false,
            nodePaths: [npm], target: "es2022", logLevel: "error"});
    return made.outputFiles[0].text;
}

/* {page(options) -> a fresh page of an empty browser, base, close()} */
export async function served() {
    const all = {...files,
        "index.html": readFileSync(path.join(root, "tools/web/page/index.html"), "utf8"),
        "assets/style.css": readFileSync(path.join(root, "tools/web/page/style.css"),
            "utf8"), "katex/katex.min.css": "",
        "assets/early.js": readFileSync(
            path.join(root, "tools/web/page/early.js"), "utf8"),
        "assets/app.js": await bundled("tests/tools/web/page/mock.js")};
    const server = createServer((request, response) => {
        const name = new URL(request.url, "http://x").pathname.slice(1) || "index.html";
        response.writeHead(name in all ? 200 : 404,
            {"content-type": types[path.extname(name)] || "text/plain"});
        setTimeout(() => response.end(all[name] || ""), slow * Math.random());
    });
    await new Promise(done => server.listen(0, "127.0.0.1", done));
    const base = `http://127.0.0.1:${server.address().port}/`;
    const browser = await require("playwright-core").chromium.launch(
        {executablePath: chromium(), args: ["--no-sandbox"]});
    const page = async (options = {}, hash = "#12_attention") => {
        const context = await browser.newContext(
            {viewport: {width: 1400, height: 900}, ...options});
        context.setDefaultTimeout(600000); /* on a busy machine, too */
        const made = await context.newPage();
        if (slow)
            await (await context.newCDPSession(made)).send(
                "Emulation.setCPUThrottlingRate", {rate: 6});
        made.wrong = [];
        made.on("pageerror", error => made.wrong.push(error.message));
        made.on("request", request => {
            if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
                made.wrong.push(`asked for ${request.url()}`);
        });
        await made.goto(base + hash);
        await made.waitForSelector("body[data-ready]");
        return made;
    };
    return {page, base, close: async () => { await browser.close(); server.close(); }};
}
