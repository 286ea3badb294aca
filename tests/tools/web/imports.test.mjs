import test from "node:test";
import assert from "node:assert/strict";
import {readFiles} from "../../../tools/web/core/imports.js";
import {Refused, submitTarball} from "../../../tools/web/core/tarball.js";

const starts = {"12_attention": {"mask.c": "start\n", "answers.txt": "a = ?\n"},
    "13_transformers": {"block.c": "start\n", "answers.txt": "b = ?\n"}};
const bytes = text => new TextEncoder().encode(text);
const files = list => Object.entries(list)
    .map(([path, text]) => ({path, bytes: typeof text === "string" ? bytes(text) : text}));
const read = list => readFiles(files(list), starts, "1.2.3");
const refused = (list, words) => assert.rejects(read(list), e => {
    assert.ok(e instanceof Refused, e.stack);
    assert.match(e.message, words);
    return true;
});

test("a whole home folder: what was written in its modules, and nothing else of it", async () => {
    const home = {
        "kindling/modules/12_attention/mask.c": "mine\n",
        "kindling/modules/12_attention/answers.txt": "a = 1\n",
        "kindling/modules/13_transformers/block.c": "start\n",
        "kindling/modules/12_attention/measure.c": "given, and changed\n",
        "kindling/modules/12_attention/README.md": "x", "kindling/modules/todo.h": "x",
        "kindling/tests/course/12_attention/mask.c": "a test\n",
        "kindling/.kindling/start/12_attention/mask.c": "old\n",
        "kindling/.kindling/backup/20261123-060102/12_attention/mask.c": "old\n",
        "kindling/build/x/12_attention/mask.c": "made\n",
        "kindling/attention/mask.c": "the engine's\n",
    };
    assert.deepEqual(await read(home),
        {modules: {"12_attention": {"mask.c": "mine\n", "answers.txt": "a = 1\n"}}, notes: []});
});

test("a module's folder alone, with one around it, and files alone", async () => {
    for (const path of ["course/modules/12_attention/mask.c", "12_attention/mask.c",
        "Downloads/12_attention/mask.c", "a/b/modules/12_attention/mask.c",
        "modules/12_attention/mask.c", "mask.c"])
        assert.deepEqual(await read({[path]: "mine\n"}),
            {modules: {"12_attention": {"mask.c": "mine\n"}}, notes: []}, path);
    for (const path of ["a/b/12_attention/mask.c", "attention/mask.c", "x.c", "12_attention/mask.h",
        "12_attention/more/mask.c",
        "course/12_attention/mask.c", "build/student/modules/12_attention/mask.c",
        "home/build/student/modules/12_attention/mask.c", ".kindling/12_attention/mask.c",
        "kindling/.git/modules/12_attention/mask.c"])
        await refused({[path]: "mine\n"},
            /in there is no file of the course\. Expected a tarball of make submit-12, or a folder with modules\/12_attention in it$/);
    const {notes} = await read({"answers.txt": "a = 1\n", "mask.c": "mine\n"});
    assert.deepEqual(notes, [
            "answers.txt was left: several modules have a file of that name; drop the folder " +
            "that it is in"]);
});

test("tarballs, several at once, among other files", async () => {
    const one = await submitTarball("12_attention", {"mask.c": "mine\n", "answers.txt": "a = ?\n"},
        "1.2.3"), two = await submitTarball("13_transformers", {"block.c": "mine, too\n"}, "1.2.3");
    assert.deepEqual(await read({[one.name]: one.bytes, "sent (1)": two.bytes, "readme": "x"}), {
            modules: {"12_attention": {"mask.c": "mine\n"},
                "13_transformers": {"block.c": "mine, too\n"}}, notes: []});
    assert.deepEqual((
            await read(
                {"submit/12_attention.tar.gz": one.bytes,
                    "submit/13_transformers.tar.gz": two.bytes})).modules["12_attention"],
        {"mask.c": "mine\n"}, "a folder of tarballs");
    assert.deepEqual((
            await read(
                {"home/modules/13_transformers/block.c": "x\n",
                    "home/build/submit/12_attention.tar.gz": one.bytes,
                    "home/data.gz": new Uint8Array([0x1f, 0x8b, 1])})).modules,
        {"13_transformers": {"block.c": "x\n"}}, "archives within a folder are left");
    await refused({"12_attention.tar.gz": one.bytes.subarray(0, 100)},
        /^12_attention\.tar\.gz is damaged/);
    await refused({"12_attention.zip": "PK.."}, /^12_attention\.zip is a zip archive/);
    await refused({"12_attention.tar.gz": "no"}, /^12_attention\.tar\.gz is not gzipped/);
});

test("another edition, and files that are not as make submit packed them, are told", async () => {
    const {bytes: older} = await submitTarball("12_attention", {"mask.c": "mine\n"}, "0.9.0");
    assert.deepEqual((await read({"a.tgz": older})).notes,
        ["packed with Kindling 0.9.0, this is 1.2.3: tools/CHANGELOG.md says what changed"]);
    const {bytes: home} = await submitTarball("12_attention", {"mask.c": "mine\n"},
        `1.2.3-20261123-3f9c2a1 tests ${"0".repeat(64)}`);
    assert.deepEqual((await read({"a.tgz": home})).notes, [],
        "from home, where an edition has a name of its own");
    const sums = `${"0".repeat(64)}  mask.c\n${"1".repeat(64)}  gone.c\n# kindling 1.2.3\n`;
    assert.deepEqual(
        (await read({"12_attention/SHA256SUMS": sums, "12_attention/mask.c": "mine\n"})).notes,
        ["mask.c is not as it was when make submit packed it",
            "gone.c is gone: make submit packed it"]);
});

test("what cannot be taken is told by its name, the rest is taken", async () => {
    const {modules, notes} = await read({
        "modules/12_attention/mask.c": "mine\n", "copy/modules/12_attention/mask.c": "another\n",
        "modules/99_other/x.c": "x\n",
        "modules/13_transformers/block.c": new Uint8Array([0x66, 0xff, 0xfe]),
        "modules/12_attention/big.c": "x".repeat((256 << 10) + 1),
        "modules/12_attention/nul.c": "a\0b", "modules/12_attention/help.c": "int help;\n",
    });
    assert.deepEqual(modules, {"12_attention": {"mask.c": "mine\n", "help.c": "int help;\n"}});
    assert.deepEqual(notes, [
        "copy/modules/12_attention/mask.c was left: modules/12_attention/mask.c is the same file " +
            "of 12_attention",
        "99_other was left: this edition has no such module",
        "modules/13_transformers/block.c was left: it is no text in UTF-8",
        "modules/12_attention/big.c was left: 256 KiB, at most 256 KiB",
        "modules/12_attention/nul.c was left: it is no text in UTF-8",
        "modules/12_attention/help.c will not be graded: put what it defines into the files that " +
            "use it, as static functions",
    ]);
});

test("nothing new, and nothing that can be taken", async () => {
    await refused({"modules/12_attention/mask.c": "start\n"},
        /^modules\/12_attention\/mask\.c: all files are as they were at the beginning: there is nothing to bring in$/);
    await refused({"modules/99_other/x.c": "x\n"},
        /^modules\/99_other\/x\.c: nothing of it can be taken\n99_other was left: this edition has no such module$/);
    await refused({}, /in there is no file of the course/);
    await refused({a: "", b: "", c: "", d: "", e: ""}, /^a, b, c and 2 more: in there/);
});
