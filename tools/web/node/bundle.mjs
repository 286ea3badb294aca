/* bundle.mjs - the scripts of the page, each with all that it imports, by esbuild. */
import fs from "node:fs";
import path from "node:path";

const PAGE = "tools/web/page", CORE = "tools/web/core";

export async function esbuild(options) {
    const {build} = await import("esbuild");
    return build({bundle: true, format: "esm", target: "es2022", minify: true, legalComments: "none", logLevel: "warning",
                  external: ["node:*"], ...options});
}

/* page/main.js begins the page: assets/app.js. A worker is a file NAME_worker.js, and becomes assets/NAME_worker.js; style
 * sheets and pages are copied. */
export async function bundle(out) {
    const workers = [PAGE, CORE].flatMap(folder => fs.readdirSync(folder).filter(file => file.endsWith("_worker.js")).map(file => `${folder}/${file}`));
    const entryPoints = workers.map(file => ({in: file, out: path.parse(file).name}));
    if (fs.existsSync(`${PAGE}/main.js`))
        entryPoints.push({in: `${PAGE}/main.js`, out: "app"});
    await esbuild({entryPoints, outdir: `${out}/assets`});
    for (const file of fs.readdirSync(PAGE)) {
        if (file.endsWith(".css"))
            fs.cpSync(`${PAGE}/${file}`, `${out}/assets/${file}`);
        else if (file.endsWith(".html"))
            fs.cpSync(`${PAGE}/${file}`, `${out}/${file}`);
    }
}

/* The text of sw.js, which knows all files and their hashes. */
export async function serviceWorker(manifest) {
    const {outputFiles} = await esbuild({entryPoints: [`${PAGE}/sw.js`], write: false, format: "iife",
                                         define: {MANIFEST: JSON.stringify(manifest)}});
    return outputFiles[0].text;
}
