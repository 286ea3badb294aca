import test from "node:test";
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {createHash} from "node:crypto";
import {mkdtempSync, mkdirSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {gunzipSync, gzipSync} from "node:zlib";
import {readTarball, submitTarball, Refused} from "../../../tools/web/core/tarball.js";
import {sha256} from "../../../tools/web/core/sha256.js";

const files = {"mask.c": "int mask(void)\n{\n    return 1; /* ä */\n}\n", "answers.txt": "",
    "a.c": "x".repeat(512), "Zoo.c": "y".repeat(1023)};
const read = async (bytes, name = "mine.tar.gz") =>
    (await readTarball(name, new Uint8Array(bytes))).map(
        f => [f.path, Buffer.from(f.bytes).toString()]);
const refused = (bytes, words, name = "mine.tar.gz") =>
    assert.rejects(readTarball(name, new Uint8Array(bytes)), e => {
    assert.ok(e instanceof Refused, e.stack);
    assert.match(e.message, words);
    return true;
});
function tarOf(...entries) {
    const folder = mkdtempSync(`${tmpdir()}/kindling-tar-`);
    try {
        for (const [path, text] of entries) {
            mkdirSync(`${folder}/${path}`.replace(/\/[^/]*$/, ""), {recursive: true});
            writeFileSync(`${folder}/${path}`, text);
        }
        return (options, ...names) =>
            execFileSync("tar", ["-C", folder, ...options, "-cf", "-", ...names],
                {stdio: ["ignore", "pipe", "ignore"]});
    } finally {
        process.once("exit", () => rmSync(folder, {recursive: true, force: true}));
    }
}

test("sha256 is SHA-256, of every length of a block and of large files", () => {
    for (const size of [...Array(200).keys(), 100000]) {
        const bytes = new Uint8Array(size).map((_, i) => i * 7 + size);
        assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"),
            `${size} bytes`);
    }
});

test("what is packed comes back: files in order, sums, the version", async () => {
    const {name, bytes, sha256: sum} = await submitTarball("12_attention", files, "1.2.3");
    assert.equal(name, "12_attention.tar.gz");
    assert.equal(sum, createHash("sha256").update(bytes).digest("hex"));
    const sums = ["Zoo.c", "a.c", "answers.txt",
        "mask.c"].map(f => `${createHash("sha256").update(files[f]).digest("hex")}  ${f}\n`)
        .join("") + "# kindling 1.2.3\n";
    assert.deepEqual(await read(bytes),
        [["12_attention/SHA256SUMS", sums], ["12_attention/Zoo.c", files["Zoo.c"]],
            ["12_attention/a.c", files["a.c"]],
        ["12_attention/answers.txt", ""], ["12_attention/mask.c", files["mask.c"]]]);
    assert.deepEqual((await submitTarball("12_attention", files, "1.2.3")).bytes, bytes,
        "the same files give the same bytes");
});

test("the tar inside is what GNU tar makes of the files, byte for byte", async t => {
    if (!/GNU/.test(execFileSync("tar", ["--version"]).toString())) return t.skip("no GNU tar");
    const {bytes} = await submitTarball("12_attention", files, "1.2.3");
    const inside = await read(bytes), tar = tarOf(...inside);
    const theirs =
        tar(["--mode=644", "--mtime=2000-01-01 UTC", "--owner=0", "--group=0", "--numeric-owner",
            "--format=ustar"], ...inside.map(([path]) => path));
    assert.ok(gunzipSync(bytes).equals(theirs));
});

test("tarballs of other programs: formats, long names, folders, ./ before names", async () => {
    const long = `home/${"very/".repeat(30)}modules/12_attention/mask.c`;
    const tar = tarOf(["12_attention/mask.c", "1\n"], [long, "2\n"], ["./b.c", "3\n"]);
    for (const format of ["ustar", "gnu", "pax", "v7", "oldgnu"]) {
        const names = format === "v7" ? ["./12_attention", "b.c"] : ["./12_attention", long, "b.c"];
        const found = await read(gzipSync(tar([`--format=${format}`], ...names)));
        assert.deepEqual(found,
            [["12_attention/mask.c", "1\n"], ...(format === "v7" ? [] : [[long, "2\n"]]),
                ["b.c", "3\n"]], format);
    }
});

test("what GNU tar keeps where ustar has the front half of a name is no part of it", async () => {
    const archive = relabelled(tarOf(["f", "1\n"])(["--format=gnu"], "f"),
        block => block.write("07033241600", 345));
    assert.deepEqual(await read(gzipSync(archive)), [["f", "1\n"]]);
});

test("links are left out", async () => {
    const tar = tarOf(["12_attention/mask.c", "1\n"], ["12_attention/x.sh", "ln -s mask.c LINK"]);
    const whole = tar([], "12_attention/mask.c"), link = tarOf(["f", ""])(["--format=ustar"], "f");
    assert.deepEqual(await read(gzipSync(whole)), [["12_attention/mask.c", "1\n"]]);
    await refused(gzipSync(relabelled(link, block => { block[156] = 0x32; })),
        /has no file in it; expected: a tarball of make submit-12/);
});

/* A tar archive whose first header is changed, its sum made right. */
function relabelled(archive, change) {
    const copy = Buffer.from(archive), block = copy.subarray(0, 512);
    change(block);
    block.fill(32, 148, 156);
    block.write(block.reduce((a, b) => a + b, 0).toString(8).padStart(6, "0") + "\0", 148);
    return copy;
}

test("what is no tarball is refused, and what would be one is said", async () => {
    await refused(Buffer.from("int mask(void);\n"),
        /^mine\.tar\.gz is not gzipped; expected: a tarball of make submit-12 \(build\/submit\/12_attention\.tar\.gz\) or of the course's folder$/);
    await refused([], /is not gzipped/);
    await refused(Buffer.from("PK\x03\x04..."),
        /is a zip archive, which cannot be read here: unpack it and drop the folder/);
    await refused(gzipSync("only a text, and no archive at all ".repeat(40)),
        /has no tar archive inside/);
    await refused(gzipSync(Buffer.alloc(10240)), /has no file in it/);
});

test("what is damaged is refused wherever it was cut or changed", async () => {
    const {bytes} = await submitTarball("12_attention", files, "1.2.3");
    for (let size = 2; size < bytes.length; size += 13)
        await refused(bytes.subarray(0, size),
            /^mine\.tar\.gz is damaged: it cannot be unpacked\. Fetch or pack it again$/);
    for (let at = 12; at < bytes.length; at += 17) {
        const other = bytes.slice();
        other[at] ^= 4;
        await refused(other, /is damaged/);
    }
    const plain = gunzipSync(bytes);
    await refused(gzipSync(plain.subarray(0, 600)),
        /is damaged: it ends within 12_attention\/SHA256SUMS/);
    const second = Buffer.from(plain);
    second[1024 + 3] ^= 1; // the second header
    await refused(gzipSync(second), /is damaged: no tar archive from byte 1024 on/);
});

test("paths that lead outside are refused", async () => {
    const archive = tarOf(["f", "1\n"])(["--format=ustar"], "f");
    for (const path of ["../mask.c", "12_attention/../../mask.c", "/etc/mask.c",
        "12_attention\\mask.c", "./"]) {
        const bad = relabelled(archive, block => block.fill(0, 0, 100).write(path, 0));
        await refused(gzipSync(bad),
            /^mine\.tar\.gz is refused: ".*" in it points outside of it; expected/);
    }
    const beside = relabelled(archive, block => block.write("..", 345)); // the front half of a name
    await refused(gzipSync(beside), /points outside/);
});

test("what is larger than sensible is refused before it fills the memory", async () => {
    await refused(new Uint8Array((32 << 20) + 1).fill(0x1f),
        /^mine\.tar\.gz is too large: 32 MB, at most 32 MB/);
    await refused(gzipSync(Buffer.alloc((128 << 20) + 1)),
        /is too large: unpacked more than 128 MB/);
    await assert.rejects(submitTarball("12_attention", {[`${"x".repeat(100)}.c`]: ""}, "1"),
        /has a name that is too long for a tarball: 115 bytes, at most 100/);
});
