/* serve.mjs - a folder as a web site on this machine: node serve.mjs build/web [PORT]. For looking,
 * and for tests. */
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import zlib from "node:zlib";
import {typeOf} from "../core/files.js";
import {isMain} from "./main.mjs";

/* Resolves to {url, port, close()}; port 0 is any that is free. wait(path): what has to come first.
 * under: the folder of the site on its host; headers(file): more of them, or others; packs: texts
 * travel packed by gzip, as most hosts have it. */
export function serve(folder, port = 0, wait = async () => {},
    {under = "/", headers = () => ({}), packs = false} = {}) {
    const root = path.resolve(folder);
    const server = http.createServer(async (request, response) => {
        const {pathname} = new URL(request.url, "http://localhost");
        await wait(pathname);
        const inside = pathname.startsWith(under) ? pathname.slice(under.length - 1) : "/not here";
        // no ".." is left at the front of what begins with /
        let file = path.join(root, path.normalize(decodeURIComponent(inside)));
        if (file.endsWith("/"))
            file += "index.html";
        if (!fs.statSync(file, {throwIfNoEntry: false})?.isFile()) {
            response.writeHead(404, {"Content-Type": "text/plain"}).end("not found\n");
            return;
        }
        const type = typeOf(file), bytes = fs.createReadStream(file);
        const packed = packs && /\bgzip\b/.test(request.headers["accept-encoding"]) &&
            /text|json|svg/.test(type);
        response.writeHead(200, {"Content-Type": type, "Cache-Control": "no-cache",
            ...packed ? {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
                : {"Content-Length": fs.statSync(file).size}, ...headers(file)});
        (packed ? bytes.pipe(zlib.createGzip()) : bytes).pipe(response);
    });
    return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, "127.0.0.1", () => resolve({
            url: `http://127.0.0.1:${server.address().port}${under}`, port: server.address().port,
            close: () => new Promise(done => { server.closeAllConnections(); server.close(done); }),
        }));
    });
}

if (isMain(import.meta.url)) {
    const [folder = "build/web", port = "8000"] = process.argv.slice(2);
    if (!fs.existsSync(path.join(folder, "index.html"))) {
        process.stderr.write(`${folder}/index.html is not there: make web makes it\n`);
        process.exit(1);
    }
    try {
        const {url} = await serve(folder, Number(port), undefined, {packs: true});
        process.stdout.write(`the course is at ${url} (Ctrl-C ends it)\n`);
    } catch (error) {
        process.stderr.write(
            `port ${port}: ` +
            `${error.code === "EADDRINUSE" ? "somebody uses it; try make web-serve " + "PORT=8001"
                : error.message}\n`);
        process.exit(1);
    }
}
