/* bundle.mjs - the scripts of the page, each with all that it imports, by esbuild. */
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";

const PAGE = "tools/web/page", CORE = "tools/web/core", SHARED = "tools/site/widths.js";

/* What the scripts, pages and style sheets of the site are made of, by content (core/build.js). */
export function buildOf() {
    const sum = crypto.createHash("sha256").update(fs.readFileSync("tools/web/package-lock.json"));
    sum.update(fs.readFileSync(SHARED));
    for (const folder of [PAGE, CORE])
        for (const file of fs.readdirSync(folder, {recursive: true}).map(String).sort())
            if (/\.(js|css|html)$/.test(file))
                sum.update(`${folder}/${file}\0`).update(fs.readFileSync(`${folder}/${file}`));
    return sum.digest("hex").slice(0, 12);
}

/* A page, with the build behind each script and style sheet of its own. */
export function stamped(html) {
    return html.replace(/(?<=(?:src|href)="(?:\.\.\/)?(?:assets\/)?[\w-]+\.(?:js|css))(?=")/g,
        `?v=${buildOf()}`);
}

/* What a script cannot begin without, asked for together with it. */
function withParts(html, script) {
    const parts = script.match(/(?<=from"\.\/)part-\w+\.js(?=")/g) ?? [];
    return html.replace("</head>", `${parts.map(part =>
        `<link rel="modulepreload" href="assets/${part}">\n`).join("")}</head>`);
}

/* The styles of the editor as a sheet that a script adopts, not as a tag in the page, which a host
 * may forbid. */
const adoptedStyles = {
    name: "adopted-styles",
    setup: build => build.onLoad({filter: /[\\/]style-mod[\\/].*\.js$/}, ({path: file}) => {
        const text = fs.readFileSync(file, "utf8");
        const adopted = text.replace("!root.head && root.adoptedStyleSheets",
            "root.adoptedStyleSheets");
        if (adopted === text)
            throw new Error(`${file} decides in another way by now where styles go`);
        return {contents: adopted, loader: "js"};
    }),
};

export async function esbuild(options) {
    const {build} = await import("esbuild");
    return build({plugins: [adoptedStyles], bundle: true, format: "esm", target: "es2022",
        minify: true, legalComments: "none", logLevel: "warning",
        external: ["node:*"], ...options,
        define: {BUILD: JSON.stringify(buildOf()), ...options.define}});
}

async function minified(css) {
    const {transform} = await import("esbuild");
    return (await transform(css, {loader: "css", minify: true})).code;
}

/* page/main.js begins the page: assets/app.js, and parts that it loads when they are wanted. A
 * worker is a file NAME_worker.js, and becomes assets/NAME_worker.js; style sheets lose their
 * blanks, for they travel before the first words; pages are copied. */
export async function bundle(out) {
    fs.rmSync(`${out}/assets`, {recursive: true, force: true}); // parts have names that change
    const workers =
        [PAGE, CORE].flatMap(folder => fs.readdirSync(folder)
            .filter(file => file.endsWith("_worker.js")).map(file => `${folder}/${file}`));
    const entryPoints = workers.map(file => ({in: file, out: path.parse(file).name}));
    await esbuild({entryPoints, outdir: `${out}/assets`});
    await esbuild({entryPoints: [{in: `${PAGE}/main.js`, out: "app"}], outdir: `${out}/assets`,
        splitting: true, chunkNames: "part-[hash]"});
    await esbuild({entryPoints: [`${PAGE}/early.js`], outdir: `${out}/assets`, format: "iife"});
    fs.copyFileSync(new URL("../../site/icon.svg", import.meta.url), `${out}/icon.svg`);
    for (const file of fs.readdirSync(PAGE)) {
        if (file.endsWith(".css"))
            fs.writeFileSync(`${out}/assets/${file}`,
                await minified(fs.readFileSync(`${PAGE}/${file}`, "utf8")));
        else if (file.endsWith(".html"))
            fs.writeFileSync(`${out}/${file}`,
                withParts(stamped(fs.readFileSync(`${PAGE}/${file}`, "utf8")),
                    fs.readFileSync(`${out}/assets/app.js`, "utf8")));
    }
}

/* The text of sw.js, which knows all files and their hashes. */
export async function serviceWorker(manifest) {
    const {outputFiles} =
        await esbuild({entryPoints: [`${PAGE}/sw.js`], write: false, format: "iife",
        define: {MANIFEST: JSON.stringify(manifest)}});
    return outputFiles[0].text;
}
