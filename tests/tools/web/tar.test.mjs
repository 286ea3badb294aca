/* tar.test.mjs - packs: what goes in comes out, other programs read them, and a cut one is told. */
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {test} from "node:test";
import zlib from "node:zlib";
import {gunzip, tar, untar} from "../../../tools/web/core/tar.js";

const LONG = `${"folder/".repeat(20)}${"n".repeat(60)}.o`;
const bytes = n => Uint8Array.from({length: n}, (_, i) => i * 7);

test("every size, and long names", () => {
    const files = new Map([0, 1, 511, 512, 513, 70000].map(n => [`a/${n}.o`, bytes(n)]));
    files.set(LONG, bytes(3)).set("words.txt", "größer\n");
    const back = untar(tar(files));
    assert.deepEqual([...back.keys()], [...files.keys()]);
    for (const [name, data] of files)
        assert.deepEqual(Buffer.from(back.get(name)), Buffer.from(data), name);
});

test("tar itself reads them", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tar-"));
    fs.writeFileSync(`${folder}/p.tar`,
        tar({"a/": new Uint8Array(), "a/b.txt": "one\n", [LONG]: bytes(600)}));
    execFileSync("tar", ["-xf", "p.tar"], {cwd: folder});
    assert.equal(fs.readFileSync(`${folder}/a/b.txt`, "utf8"), "one\n");
    assert.equal(fs.statSync(`${folder}/a`).mode & 0o777, 0o755);
    assert.deepEqual(fs.readFileSync(`${folder}/${LONG}`), Buffer.from(bytes(600)));
    fs.rmSync(folder, {recursive: true});
});

test("and tar's are read", () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tar-"));
    fs.mkdirSync(`${folder}/in`);
    fs.writeFileSync(`${folder}/in/x.c`, "int x;\n");
    execFileSync("tar", ["--format=ustar", "-cf", "p.tar", "in"], {cwd: folder});
    const files = untar(fs.readFileSync(`${folder}/p.tar`));
    assert.deepEqual([...files.keys()], ["in/x.c"]);
    assert.equal(new TextDecoder().decode(files.get("in/x.c")), "int x;\n");
    fs.rmSync(folder, {recursive: true});
});

test("the same files give the same bytes", () => {
    assert.deepEqual(tar({"a.o": bytes(9)}), tar(new Map([["a.o", bytes(9)]])));
});

test("a cut archive, and a path that is too long", () => {
    assert.throws(() => untar(tar({"a.o": bytes(2000)}).subarray(0, 1024)), /ends within a\.o/);
    assert.throws(() => tar({["x".repeat(101)]: ""}), /too long a path/);
});

test("gunzip", async () => {
    assert.deepEqual(Buffer.from(await gunzip(zlib.gzipSync(bytes(5000)))),
        Buffer.from(bytes(5000)));
    await assert.rejects(gunzip(zlib.gzipSync(bytes(5000)).subarray(0, 100)));
});
