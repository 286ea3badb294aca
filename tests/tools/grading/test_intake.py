"""test_intake.py - submissions as students, their tools and their enemies hand them in.

Tarballs are written here byte by byte where tarfile would refuse. After every hostile archive the
folder is searched: intake never unpacks, so nothing may be there that was not before.
"""
import bz2
import csv
import gzip
import hashlib
import io
import lzma
import os
import random
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tarfile
import tempfile
import time
import tracemalloc
import unicodedata
import unittest
import unittest.mock
import warnings
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

# noqa: E402
from kindling_grading.batch import folders, grade, intake, names, progress, storage, zips
from kindling_grading.course import VERSION  # noqa: E402
from kindling_grading.errors import Misuse  # noqa: E402
MODULE = "12_attention"
NAMES = ["heads.c", "mask.c", "mha.c", "pattern.c", "row_gradient.c", "scores.c"]
WANTED = {MODULE: NAMES}
FILES = {name: f"/* {name} */\nint in_{name[:-2]};\n".encode() for name in NAMES} | {"answers.txt": b"scores = 4\n"}
EXPECTED = {f"{MODULE}/{name}": contents for name, contents in FILES.items()}


def sums(files):
    return "".join(f"{hashlib.sha256(c).hexdigest()}  {n}\n" for n, c in sorted(files.items())).encode()


def tarball(members, mode="w:gz"):
    """members: (name, contents) or TarInfo with contents."""
    whole = io.BytesIO()
    with tarfile.open(fileobj=whole, mode=mode, format=tarfile.USTAR_FORMAT) as tar:
        for member, contents in members:
            info = member if isinstance(member, tarfile.TarInfo) else tarfile.TarInfo(member)
            info.size = len(contents)
            tar.addfile(info, io.BytesIO(contents))
    return whole.getvalue()


def zipped(files, method=zipfile.ZIP_DEFLATED):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", method) as out:
        for name, contents in files.items() if isinstance(files, dict) else files:
            out.writestr(name, contents, method)
    return whole.getvalue()


def special(name, kind, target=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info, b""


def header(name, size, kind=b"0", size_field=None):
    """A tar header made by hand, so that it may lie."""
    block = bytearray(512)
    block[: len(name)] = name
    block[100:108] = b"0000644\0"
    block[124:136] = size_field or b"%011o\0" % size
    block[148:156], block[156:157] = b" " * 8, kind
    block[257:265] = b"ustar\x0000"
    block[148:156] = b"%06o\0 " % sum(block)
    return bytes(block)


class Intake(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="test-intake-")
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "submissions"
        self.path.mkdir()

    def put(self, files, under="s1"):
        for name, contents in files.items():
            path = self.path / under / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(contents)
        return self.path / under

    def read(self, path=None, wanted=WANTED):
        before = sorted(self.path.parent.rglob("*"))
        result = intake.read("s1", path or self.path / "s1", wanted)
        self.assertEqual(sorted(self.path.parent.rglob("*")), before)
        return result

    def check(self, path=None, files=EXPECTED, notes=()):
        result = self.read(path)
        self.assertIsNone(result.rejected)
        self.assertEqual(result.files, files)
        self.assertEqual(result.notes, list(notes))
        return result

    def check_rejected(self, words, path=None):
        result = self.read(path)
        self.assertIn(words, result.rejected or "not rejected")
        self.assertEqual(result.files, {})
        return result

    def archive(self, data, name="s1.tar.gz"):
        (self.path / name).write_bytes(data)
        return self.path / name


class Layouts(Intake):
    def test_every_layout_gives_the_same_submission(self):
        packed = tarball([(f"{MODULE}/{n}", c) for n, c in FILES.items()] + [(f"{MODULE}/SHA256SUMS", sums(FILES))])
        layouts = {
            "loose": FILES,
            "module": {f"{MODULE}/{n}": c for n, c in FILES.items()},
            "tree": {f"modules/{MODULE}/{n}": c for n, c in FILES.items()} | {"Makefile": b"", "tensor/tensor.h": b""},
            "wrapped": {f"kindling-main/modules/{MODULE}/{n}": c for n, c in FILES.items()},
            "wrapped-loose": {f"my solution/{n}": c for n, c in FILES.items()},
            "tarball": {f"{MODULE}.tar.gz": packed},
            "renamed": {f"late_4711_{MODULE} (1).tar.gz": packed},
            "plain-tar": {f"{MODULE}.tar": gzip.decompress(packed)},
            "tarred-tree": {"x.tgz": tarball([(f"./kindling/modules/{MODULE}/{n}", c) for n, c in FILES.items()])},
        }
        found = {name: self.check(self.put(files, name)).sha256 for name, files in layouts.items()}
        found["as a file"] = self.check(self.archive(packed)).sha256
        self.assertEqual(len(set(found.values())), 1, found)

    def test_the_tarball_of_make_submit(self):
        tree = self.path.parent / "tree"
        for part in ("tools/course", "modules"):
            subprocess.run(["mkdir", "-p", tree / part], check=True)
        subprocess.run(["cp", "-r", *(ROOT / "tools/course").glob("*.sh"), tree / "tools/course"], check=True)
        subprocess.run(["cp", "-r", ROOT / "modules" / MODULE, tree / "modules"], check=True)
        subprocess.run(["sh", "tools/course/submit.sh", "12"], cwd=tree, check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"CONFIG": "double", "COMPILER": ""})
        result = self.read(tree / f"build/submit/{MODULE}.tar.gz")
        self.assertEqual((result.rejected, result.notes), (None, []))
        self.assertEqual(sorted(result.files), sorted(EXPECTED))
        self.assertEqual(result.files[f"{MODULE}/mask.c"], (ROOT / "modules" / MODULE / "mask.c").read_bytes())

    def test_tarballs_of_other_tools(self):
        tree = self.put({f"{MODULE}/{n}": c for n, c in FILES.items()}, "work")
        for format in ("v7", "oldgnu", "gnu", "pax", "ustar"):
            with self.subTest(format):
                out = self.path / f"{format}.tar.gz"
                subprocess.run(["tar", "-C", tree, f"--format={format}", "-czf", out, MODULE], check=True)
                self.check(out)

    def test_only_what_is_asked_for_is_read(self):
        more = {"measure.c": b"x", "mask.h": b"x", "Makefile": b"x", "stdlib.h": b"x", "mask.c~": b"x", "sub/mask.c": b"y"}
        self.check(self.put(FILES | more), notes=[
            "not asked for, so not read: mask.h, stdlib.h; what they define belongs into the files that are asked for"])

    def test_helper_files_are_said_wherever_they_lie(self):
        helpers = {"helper.c": b"x", "mine.h": b"x", "scores (1).c": b"x", "README.md": b"", ".hidden.c": b"", "sub/x.c": b""}
        notes = ["not read: scores (1).c, beside scores.c", "not asked for, so not read: helper.c, mine.h; what they define belongs into the files that "
                 "are asked for"]
        self.check(self.put({f"{MODULE}/{n}": c for n, c in (FILES | helpers).items()}), notes=notes)
        self.check(self.archive(tarball([(f"{MODULE}/{n}", c) for n, c in (FILES | helpers).items()]), "p.tgz"), notes=notes)
        many = self.read(self.put(FILES | {f"h{i}\x1b.c": b"" for i in range(100, 109)}, "s2")).notes
        self.assertEqual(len(many), 1)
        self.assertIn("h100\ufffd.c", many[0])
        self.assertIn(" and 4 more;", many[0])
        # loose, several modules: each other's files are no helpers
        wanted = {"01_tensor": ["strides.c"], MODULE: NAMES}
        self.assertEqual(self.read(self.put(FILES | {"strides.c": b""}, "s3"), wanted).notes, [])

    def handed_in(self, files):
        """The same files as a folder, a tarball, a zip file."""
        shutil.rmtree(self.path)
        found = [self.read(self.put(files))]
        for end, packed in ((".tar.gz", tarball(list(files.items()))), (".zip", zipped(files))):
            shutil.rmtree(self.path)
            self.path.mkdir()
            found.append(self.read(self.archive(packed, "s1" + end)))
        return found

    def test_what_a_file_is_a_copy_of(self):
        for name in ("scores (1).c", "scores(2).c", "scores (12).c", "scores-1.c", "scores-12.c", "scores - Copy.c", "scores - Copy (2).c",
                     "scores - Kopie.c", "Copy of scores.c", "Kopie von scores.c", "scores copy.c", "scores copy 3.c", "scores (copy).c",
                     "scores (another copy).c", "scores (3rd copy).c", "scores.c"):
            self.assertEqual(folders.original(name), "scores.c", name)
        self.assertEqual(folders.original("row_gradient (1).c"), "row_gradient.c")
        self.assertEqual(folders.original("answers-1.txt"), "answers.txt")
        for name in ("scores1.c", "scores_1.c", "scores-old.c", "scores (1).h", "scores.c (1)", "my scores.c", "scores (1)", "scores-1234.c",
                     "scores - Copy.c.exe", "(1).c", "-1.c", " (1).c", ""):
            self.assertEqual(folders.original(name), name)

    def test_copies_stand_in_for_what_is_not_there(self):
        others = {name: contents for name, contents in FILES.items() if name != "scores.c"}
        for copy in ("scores (1).c", "scores - Copy.c", "scores-1.c"):
            for files in (others | {copy: FILES["scores.c"]}, {f"12_attention/{n}": c for n, c in (others | {copy: FILES["scores.c"]}).items()},
                          {f"deep/er/12_attention/{n}": c for n, c in (others | {copy: FILES["scores.c"]}).items()}):
                for found in self.handed_in(files):
                    self.assertIsNone(found.rejected)
                    self.assertEqual(found.files, EXPECTED)
                    self.assertEqual(found.notes, [f"{copy} was read as scores.c, which is not there"])
                    self.assertEqual(found.sha256, intake.digest(EXPECTED))

    def test_copies_beside_the_right_one_are_said(self):
        files = FILES | {"scores (1).c": b"/* another */\n", "mask-1.c": b"/* another */\n"}
        for found in self.handed_in(files):
            self.assertEqual(found.files, EXPECTED)
            self.assertEqual(found.notes, ["not read: mask-1.c, beside mask.c", "not read: scores (1).c, beside scores.c"])

    def test_of_several_copies_the_last(self):
        files = {"scores (2).c": b"2", "scores (10).c": b"10", "scores (1).c": b"1"}
        for found in self.handed_in(files):
            self.assertEqual(found.files, {f"{MODULE}/scores.c": b"10"})
            self.assertEqual(found.notes, ["scores (10).c was read as scores.c, which is not there",
                                           "not read: scores (1).c, scores (2).c, beside scores (10).c"])

    def test_right_names_anywhere_come_before_copies(self):
        files = {"scores (1).c": b"old"} | {f"a/b/12_attention/{name}": contents for name, contents in FILES.items()}
        for found in self.handed_in(files):
            self.assertEqual(found.files, EXPECTED)

    def test_a_copy_that_is_no_file_is_nothing(self):
        others = {name: contents for name, contents in FILES.items() if name != "scores.c"}
        (self.put(others) / "scores (1).c").symlink_to("/etc/passwd")
        os.mkfifo(self.path / "s1/scores (2).c")
        self.archive(tarball([*others.items(), special("scores (1).c", tarfile.SYMTYPE, "/etc/passwd")]))
        for path in (self.path / "s1", self.path / "s1.tar.gz"):
            self.assertNotIn(f"{MODULE}/scores.c", self.read(path).files)

    def test_folders_nested_deeper(self):
        for where in (f"abgabe/kindling/modules/{MODULE}", "a/b/c", f"a/{MODULE}", f"1/2/3/4/5/6/7/{MODULE}"):
            with self.subTest(where):
                files = {f"{where}/{n}": c for n, c in FILES.items()}
                self.check(self.put(files | {"other/readme": b"", "__MACOSX/a/._mask.c": b"x"}, where.replace("/", "-")))
                more = {"other/readme": b"", f"__MACOSX/{where}/mask.c": b"y", "._mask.c": b"y"}
                self.check(self.archive(tarball([*files.items(), *more.items()]), "p.tar.gz"))
                self.check(self.archive(zipped(files | more), "q.zip"))
        self.check_rejected("no file of", self.put({"/".join("123456789abc") + "/mask.c": b"x"}, "too-deep"))
        self.check(self.put({f"x/copy/{n}": b"old" for n in FILES} | {f"x/y/{MODULE}/{n}": c for n, c in FILES.items()}, "two"),
                   notes=["there are other files of 12_attention in x/copy/; they were not read"])
        self.check(self.put({f"abgabe/{MODULE}.zip": zipped(FILES)}, "packed"))

    def test_a_link_deeper_is_not_followed(self):
        self.put(FILES, "honest")
        folder = self.put({"a/readme": b""}, "s1")
        (folder / "a/b").symlink_to(self.path / "honest")
        (folder / "c").symlink_to(self.path / "honest")
        self.check_rejected("no file of", folder)

    def test_a_walk_ends(self):
        self.put({f"{i % 50}/{i}/x": b"" for i in range(1500)} | {"49/z/mask.c": b"x"})
        before, folders.MEMBERS_CAP = folders.MEMBERS_CAP, 500
        self.addCleanup(setattr, folders, "MEMBERS_CAP", before)
        self.check_rejected("no file of")

    def test_every_kind_of_archive(self):
        members = [(f"{MODULE}/{n}", c) for n, c in FILES.items()]
        kinds = {"tar": tarball(members, "w:"), "tar.gz": tarball(members), "tar.xz": tarball(members, "w:xz"),
                 "tar.bz2": tarball(members, "w:bz2"), "TXZ": tarball(members, "w:xz"), "zip": zipped(dict(members)),
                 "ZIP": zipped(dict(members), zipfile.ZIP_STORED)}
        found = {end: self.check(self.archive(data, f"s{i}.{end}")).sha256 for i, (end, data) in enumerate(kinds.items())}
        self.assertEqual(len(set(found.values())), 1, found)
        for end, data in kinds.items():
            self.check(self.put({f"my {MODULE}.{end}": data}, f"in {end}"))

    def test_the_zip_of_other_tools(self):
        tree = self.put({f"{MODULE}/{n}": c for n, c in FILES.items()}, "work")
        for tool in (["zip", "-qr", "s1.zip", MODULE], ["bsdtar", "-cf", "s1.zip", "--format=zip", MODULE]):
            if shutil.which(tool[0]):
                with self.subTest(tool[0]):
                    subprocess.run(tool, cwd=tree, check=True)
                    self.check(tree / "s1.zip")
                    (tree / "s1.zip").unlink()

    def test_two_archives_in_a_folder(self):
        new, old = zipped(FILES), tarball([("mask.c", b"old")])
        self.check(self.put({f"{MODULE}.zip": new, "01_tensor.tar.gz": old}, "named"))
        self.check(self.put({f"{MODULE}.tar.gz": old, f"{MODULE}.zip": new}, "both named"), {f"{MODULE}/mask.c": b"old"},
                   [f"{MODULE}.tar.gz was read, and not {MODULE}.zip"])
        self.check(self.put({f"{MODULE} (1).zip": new, "z.tar.gz": old}, "likely"),
                   notes=[f"{MODULE} (1).zip was read, and not z.tar.gz"])
        self.check(self.put({"a.zip": b"PK\3\4broken", "z.zip": new}, "one broken"), notes=["z.zip was read, and not a.zip"])
        self.check_rejected("damaged", self.put({"a.zip": b"PK\3\4broken", "z.zip": b""}, "both broken"))

    def test_some_files_are_enough(self):
        self.check(self.put({"mask.c": b"x"}), {f"{MODULE}/mask.c": b"x"})
        self.check(self.put({"answers.txt": b"a = 1\n"}, "s2"), {f"{MODULE}/answers.txt": b"a = 1\n"})

    def test_nothing_is_rejected_with_what_was_asked_for(self):
        (self.path / "s1").mkdir()
        self.check_rejected("no file of 12_attention is here; asked for: heads.c, mask.c")
        self.check_rejected("no file of", self.archive(tarball([])))
        self.check_rejected("no file of", self.archive(tarball([("readme", b"")])))

    def test_files_in_two_places_are_said(self):
        self.check(self.put(FILES | {f"{MODULE}/mask.c": b"newer"}), {f"{MODULE}/mask.c": b"newer"},
                   ["there are other files of 12_attention in the folder itself; they were not read"])

    def test_a_tarball_beside_files_is_said(self):
        packed = tarball([(f"{MODULE}/{n}", c) for n, c in FILES.items()])
        self.check(self.put({f"{MODULE}.tar.gz": packed, "mask.c": b"other"}),
                   notes=["12_attention.tar.gz was read; the files beside it were not"])

    def test_many_modules_together(self):
        wanted = {"01_tensor": ["strides.c"], MODULE: NAMES}
        answers = {"01_tensor/answers.txt": b"one", f"{MODULE}/answers.txt": b"twelve"}
        tree = {f"{MODULE}/mask.c": b"mask", "01_tensor/strides.c": b"strides"} | answers
        self.assertEqual(self.read(self.put({f"modules/{n}": c for n, c in tree.items()}), wanted).files, tree)
        packed = {f"{m}.tar.gz": tarball([(n, c) for n, c in tree.items() if n.startswith(m)]) for m in wanted}
        self.assertEqual(self.read(self.put(packed, "s2"), wanted).files, tree)
        loose = {"mask.c": b"mask", "strides.c": b"strides"}
        self.assertEqual(sorted(self.read(self.put(loose, "s3"), wanted).files), ["01_tensor/strides.c", f"{MODULE}/mask.c"])

    def test_the_sum_depends_on_names_and_contents(self):
        digests = {intake.digest(f) for f in ({"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "c": b""}, {"a": b""}, {}, {"b": b"bc"})}
        self.assertEqual(len(digests), 6)

    def test_a_changed_tarball_is_said(self):
        said = [(f"{MODULE}/SHA256SUMS", sums(FILES))]
        changed = tarball([(f"{MODULE}/{n}", c + b" " if n == "mask.c" else c) for n, c in FILES.items()] + said)
        result = self.read(self.archive(changed))
        self.assertEqual(result.notes, ["mask.c is not as it was when make submit packed it"])
        for garbage in (b"\xff\x00\n\n", b"one\n", b"x  mask.c  y\n"):
            members = [(f"{MODULE}/mask.c", b"x"), (f"{MODULE}/SHA256SUMS", garbage)]
            self.assertEqual(len(self.read(self.archive(tarball(members))).notes), 1)


    def test_another_version_is_said(self):
        mine = f"# kindling {VERSION}\n".encode()
        for line, notes in ((mine, 0), (b"# kindling 0.0.9\n", 1), (b"", 0), (b"# kindling <b>\n", 0)):
            members = [(f"{MODULE}/{n}", c) for n, c in FILES.items()] + [(f"{MODULE}/SHA256SUMS", sums(FILES) + line)]
            found = self.read(self.archive(tarball(members)))
            self.assertEqual((found.rejected, len(found.notes)), (None, notes))
            self.assertEqual(found.notes, [f"packed with Kindling 0.0.9, graded with {VERSION}: "
                                           "tools/CHANGELOG.md says what changed"] * notes)


    def test_other_tests_are_said(self):
        """An edition names itself and its tests: what it is called may differ, the tests may
        not."""
        tests = intake.given_tests(intake.ROOT, MODULE)
        for line, notes in ((f"# kindling {VERSION}-20261123-3f9c2a1 tests {tests}\n", 0), (f"# kindling {VERSION}-20261123-3f9c2a1 tests {'0' * 64}\n", 1),
                            (f"# kindling {VERSION}-20261123-<b> tests {'0' * 64}\n", 0)):
            members = [(f"{MODULE}/{n}", c) for n, c in FILES.items()] + [(f"{MODULE}/SHA256SUMS", sums(FILES) + line.encode())]
            found = self.read(self.archive(tarball(members)))
            self.assertEqual(found.notes, [f"packed in the edition {VERSION}-20261123-3f9c2a1, which has other tests of this module than it is "
                                           "graded by: tools/CHANGELOG.md says what changed"] * notes)


class Pieces(Intake):
    """What compresses with several processors makes streams one after the other; nobody makes
    thousands."""

    KINDS = (gzip.compress, bz2.compress, lzma.compress)  # the bytes say which it is

    def pieces(self, compress, size):
        whole = tarball(list(FILES.items()), "w:")
        return b"".join(compress(whole[i:i + size]) for i in range(0, len(whole), size))

    def test_any_pieces_are_one_archive(self):
        for compress in self.KINDS:
            for size in (100, 512, 4096, 1 << 20):
                self.check(self.archive(self.pieces(compress, size)))
                self.check(self.archive(compress(b"") * 7 + self.pieces(compress, size) + compress(b"")))

    def test_what_stands_behind_the_end_is_nothing(self):
        for compress in self.KINDS:
            for more in (b"garbage", bytes(1000), b"\x1f", b"B"):
                self.check(self.archive(self.pieces(compress, 512) + more))

    def test_nor_behind_a_tarball_that_does_not_say_that_it_ends(self):
        whole = tarball([("heads.c", FILES["heads.c"])], "w:")[:1024]
        for compress in self.KINDS:
            self.check(self.archive(compress(whole) + b"garbage"), {f"{MODULE}/heads.c": FILES["heads.c"]})

    def test_empty_pieces_without_end_are_refused(self):
        for compress in self.KINDS:
            self.check_rejected("more than 4096 pieces", self.archive(compress(b"") * 5000 + self.pieces(compress, 512)))

    def test_cut_off(self):
        for compress in self.KINDS:
            packed = self.pieces(compress, 4096)
            for at in (30, len(packed) // 2):
                self.check_rejected("the archive", self.archive(packed[:at]))


class HostileZips(Intake):
    def test_members_that_lie_in_one_another(self):
        """A small file, and each entry says that it is all there is, many times over."""
        whole = zipped({"heads.c": b"x" * 3000}, zipfile.ZIP_STORED)
        at = whole.index(b"PK\1\2")
        end = whole.index(b"PK\5\6")
        entry = bytearray(whole[at:end])
        entry[20:24] = struct.pack("<L", at)
        many = whole[:at] + bytes(entry) * 3 + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 3, 3, 3 * len(entry), at, 0)
        with unittest.mock.patch.object(zips, "contents_of", lambda *_: b"x"):
            self.check_rejected("damaged", self.archive(many, "s1.zip"))

    def reject(self, data, words):
        self.check_rejected(words, self.archive(data, "s1.zip"))

    def test_names_that_lead_out_are_passed_over(self):
        evil = ("../mask.c", "/tmp/mask.c", f"{MODULE}/../mask.c", "..\\mask.c", "../../../etc/cron.d/x")
        result = self.read(self.archive(zipped(FILES | {name: b"evil" for name in evil}), "s1.zip"))
        self.assertEqual((result.files, result.rejected), (EXPECTED, None))
        self.assertEqual(result.notes, ["5 members with names that lead out of the archive were passed over"])

    def test_members_that_are_no_files(self):
        for mode, word in ((stat.S_IFLNK, "a link"), (stat.S_IFCHR, "a device"), (stat.S_IFIFO, "a pipe"), (stat.S_IFDIR, "a folder")):
            info = zipfile.ZipInfo(f"{MODULE}/mask.c")
            info.create_system, info.external_attr = 3, (mode | 0o777) << 16
            self.reject(zipped({info: b"/etc/passwd"}), f"{MODULE}/mask.c is {word}")

    def test_a_member_twice(self):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.reject(zipped([("mask.c", b"one"), ("mask.c", b"two")]), "mask.c is in the archive twice")

    def test_bombs(self):
        started = time.process_time()
        self.reject(zipped({"mask.c": b"x", "other": bytes(65 << 20)}), "more than 64 MiB")
        self.reject(zipped({f"{i}/mask.c": bytes(250 << 10) for i in range(300)}), "more than 64 MiB")
        self.reject(zipped({str(i): b"" for i in range(20_001)}), "20000 members")
        large = self.read(self.archive(zipped({"mask.c": bytes((256 << 10) + 1), "heads.c": b"x"}), "s1.zip"))
        self.assertEqual((set(large.files), len(large.notes)), ({f"{MODULE}/heads.c"}, 1))
        self.assertLess(time.process_time() - started, 30)

    def test_a_size_that_lies_gives_no_more_than_it_says(self):
        data = zipped({"mask.c": bytes(100 << 20)})
        at = data.index(b"PK\1\2")
        for size in (1, 0, 200 << 10):
            lying = data[:at + 24] + struct.pack("<L", size) + data[at + 28:]
            tracemalloc.start()
            self.reject(lying, "damaged")
            self.assertLess(tracemalloc.get_traced_memory()[1], 4 << 20)
            tracemalloc.stop()

    def test_a_million_entries_do_not_fill_the_memory(self):
        entry = zips.ENTRY.pack(b"PK\1\2", *[0] * 9, 1, *[0] * 6) + b"x"
        data = entry * 600_000
        for count in (0xffff, 0):
            path = self.archive(data + zips.END.pack(b"PK\5\6", 0, 0, count, count, len(data), 0, 0), "s1.zip")
            tracemalloc.start()
            self.assertTrue(self.read(path).rejected)
            self.assertLess(tracemalloc.get_traced_memory()[1], len(data) * 3 // 2 + (16 << 20))
            tracemalloc.stop()

    def test_what_is_not_read(self):
        self.reject(zipped({"mask.c": b"x"}, zipfile.ZIP_LZMA), "zip method 14")
        data = bytearray(zipped({"mask.c": b"x"}))
        data[data.index(b"PK\1\2") + 8] |= 1
        self.reject(bytes(data), "encrypted")
        data = bytearray(zipped({"mask.c": b"content"}, zipfile.ZIP_STORED))
        data[data.index(b"content")] ^= 1
        self.reject(bytes(data), "damaged")

    def test_damaged_anywhere_never_raises(self):
        good, source = zipped({f"{MODULE}/{n}": c for n, c in FILES.items()}), random.Random(13)
        path = self.path / "s1.zip"
        for round_ in range(600):
            damaged = bytearray(good[: source.randrange(2, len(good))] if round_ % 5 == 0 else good)
            for _ in range(source.randrange(1, 8)):
                damaged[source.randrange(len(damaged) // 2 * (round_ % 2), len(damaged))] ^= 1 << source.randrange(8)
            path.write_bytes(damaged)
            result = intake.read("s1", path, WANTED)
            self.assertTrue(result.rejected or set(result.files) <= set(EXPECTED))


class HostileXz(Intake):
    def test_a_bomb_is_not_unpacked(self):
        whole = tarball([("x", bytes(70 << 20))], "w:")
        bombs = [lzma.compress(whole, preset=0), bz2.compress(whole)]
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        for packed in bombs:
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            self.check_rejected("more than 64 MiB", self.archive(packed, "s1.tar.xz"))
            self.assertLess(tracemalloc.get_traced_memory()[1] - before, 12 << 20)

    def test_more_memory_than_that_is_damage(self):
        filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 30}]
        data = lzma.compress(tarball([("mask.c", b"x")], "w:"), filters=filters)
        self.check_rejected("damaged", self.archive(data, "s1.tar.xz"))

    def test_damaged_anywhere_never_raises(self):
        good, source = tarball([(f"{MODULE}/{n}", c) for n, c in FILES.items()], "w:xz"), random.Random(14)
        for round_ in range(200):
            damaged = bytearray(good[: source.randrange(7, len(good))] if round_ % 3 == 0 else good)
            damaged[source.randrange(6, len(damaged))] ^= 1 << source.randrange(8)
            self.archive(bytes(damaged), "s1.tar.xz")
            result = intake.read("s1", self.path / "s1.tar.xz", WANTED)
            self.assertTrue(result.rejected or set(result.files) <= set(EXPECTED))


class HostileFolders(Intake):
    def setUp(self):
        super().setUp()
        signal.alarm(60)  # who waits for a pipe ends here
        self.addCleanup(signal.alarm, 0)

    def test_links_are_refused_and_not_followed(self):
        secret = self.path.parent / "secret.c"
        secret.write_text("the solution")
        for where in ("mask.c", MODULE, "modules", f"modules/{MODULE}"):
            with self.subTest(where):
                folder = self.put({"heads.c": b"x"}, where.replace("/", "-"))
                (folder / where).parent.mkdir(exist_ok=True)
                (folder / where).symlink_to(secret if where == "mask.c" else self.path.parent)
                self.check_rejected("is a link", folder)

    def test_a_student_that_is_a_link(self):
        self.put(FILES, "honest")
        (self.path / "s1").symlink_to(self.path / "honest")
        self.check_rejected("it is a link", self.path / "s1")
        (self.path / "s2.tar.gz").symlink_to("/etc/passwd")
        self.check_rejected("it is a link", self.path / "s2.tar.gz")

    def test_pipes_sockets_devices_and_folders_do_not_stop_anybody(self):
        folder = self.put({"heads.c": b"x"})
        started = time.process_time()
        os.mkfifo(folder / "mask.c")
        self.check_rejected("mask.c is a pipe", folder)
        (folder / "mask.c").unlink()
        (folder / "mask.c").mkdir()
        self.check_rejected("mask.c is a folder", folder)
        (folder / "mask.c").rmdir()
        with socket.socket(socket.AF_UNIX) as s:
            s.bind(str(folder / "mask.c"))
            self.check_rejected("mask.c is a socket", folder)
        (folder / "mask.c").unlink()
        if os.getuid() == 0:
            try:
                os.mknod(folder / "mask.c", 0o600 | 0o020000, os.makedev(1, 5))  # /dev/zero
            except PermissionError:
                self.skipTest("no devices can be made here")
            self.check_rejected("mask.c is a device", folder)
        self.assertLess(time.process_time() - started, 60)

    def test_a_student_that_is_a_pipe(self):
        os.mkfifo(self.path / "s1.tar.gz")
        self.check_rejected("s1.tar.gz is a pipe", self.path / "s1.tar.gz")
        self.check_rejected("neither a folder nor an archive that is read", self.archive(b"Rar!", "s3.rar"))

    def test_large_files_are_refused_unread(self):
        folder = self.put({"heads.c": b"x", "mask.c": b"x" * (256 << 10)})
        self.assertEqual((self.read(folder).rejected, len(self.read(folder).files)), (None, 2))
        for size in ((256 << 10) + 1, 1 << 40):
            os.truncate(folder / "mask.c", size)
            self.check(folder, {f"{MODULE}/heads.c": b"x"},
                       [f"mask.c has {size >> 10} KiB, at most 256 KiB are read: it counts as not handed in"])
        (folder / "heads.c").unlink()
        self.check_rejected("not handed in. no file of", folder)

    def test_a_folder_that_may_not_be_read_is_rejected(self):
        if os.getuid() == 0:
            self.skipTest("root may read everything")
        self.put(FILES).chmod(0)
        self.addCleanup((self.path / "s1").chmod, 0o700)
        self.check_rejected("permission denied")


class HostileArchives(Intake):
    def reject(self, members, words):
        self.check_rejected(words, self.archive(members if isinstance(members, bytes) else tarball(members)))

    def test_names_that_lead_out_are_passed_over(self):
        members = [("../mask.c", b"evil"), ("/tmp/mask.c", b"evil"), (f"{MODULE}/../mask.c", b"evil"),
                   ("../../../../etc/cron.d/x", b"evil")] + [(n, c) for n, c in FILES.items()]
        result = self.read(self.archive(tarball(members)))
        self.assertEqual(result.files, EXPECTED)
        self.assertEqual(result.notes, ["4 members with names that lead out of the archive were passed over"])

    def test_members_that_are_no_files(self):
        for kind, word in ((tarfile.SYMTYPE, "a link"), (tarfile.LNKTYPE, "a hard link"), (tarfile.CHRTYPE, "a device"),
                           (tarfile.BLKTYPE, "a device"), (tarfile.FIFOTYPE, "a pipe"), (tarfile.DIRTYPE, "a folder"),
                           (b"Z", "no file"), (tarfile.GNUTYPE_SPARSE, "no file")):
            with self.subTest(word):
                self.reject([special(f"{MODULE}/mask.c", kind, "/etc/passwd")], f"{MODULE}/mask.c is {word}")

    def test_a_file_through_a_link_is_not_written(self):
        self.check(self.archive(tarball([special("out", tarfile.SYMTYPE, "/tmp"), ("out/mask.c", b"evil"), ("mask.c", b"mine")])),
                   {f"{MODULE}/mask.c": b"mine"})

    def test_a_member_twice(self):
        self.reject([("mask.c", b"one"), ("mask.c", b"two")], "mask.c is in the archive twice")
        self.reject([("mask.c", b"one"), special("mask.c", tarfile.SYMTYPE, "/etc/passwd")], "twice")
        self.check(self.archive(tarball([("mask.c", b"one"), ("./mask.c", b"one")])), {f"{MODULE}/mask.c": b"one"})

    def test_setuid_and_strange_owners_mean_nothing(self):
        info = tarfile.TarInfo("mask.c")
        info.mode, info.uid, info.uname = 0o6777, 0, "root"
        self.check(self.archive(tarball([(info, b"x")])), {f"{MODULE}/mask.c": b"x"})

    def test_a_bomb(self):
        started = time.process_time()
        whole = io.BytesIO()
        with gzip.GzipFile(fileobj=whole, mode="wb", compresslevel=1) as out:
            out.write(header(b"mask.c.old", 1 << 32))
            for _ in range(128):
                out.write(bytes(1 << 20))
        self.reject(whole.getvalue(), "more than 64 MiB")
        self.assertLess(time.process_time() - started, 20)

    def test_a_bomb_in_a_header_and_one_in_many(self):
        for kind in (b"x", b"g", b"L", b"K"):
            self.reject(gzip.compress(header(b"pax", 1 << 32, kind) + bytes(1 << 20)), "more than 64 MiB")
        one = header(b"x", 32 << 20) + bytes(32 << 20)
        self.reject(gzip.compress(one * 3, 1), "more than 64 MiB")

    def test_memory_stays_small(self):
        inside = b"".join(header(b"pax", 8 << 20, b"x") + bytes(8 << 20) for _ in range(7))
        path = self.archive(gzip.compress(inside + header(b"mask.c", 1) + b"x".ljust(512, b"\0"), 1))
        tracemalloc.start()
        self.addCleanup(tracemalloc.stop)
        self.check(path, {f"{MODULE}/mask.c": b"x"})
        self.assertLess(tracemalloc.get_traced_memory()[1], 4 << 20)

    def test_a_million_members(self):
        started = time.process_time()
        self.reject(gzip.compress(header(b"x", 0) * 1_000_000, 1), "20000 members")
        self.assertLess(time.process_time() - started, 20)
        most = header(b"x", 0) * 19_999 + header(b"mask.c", 1) + b"x".ljust(512, b"\0")
        self.check(self.archive(gzip.compress(most, 1)), {f"{MODULE}/mask.c": b"x"})
        self.reject(gzip.compress(header(b"y", 0) + most, 1), "20000 members")

    def test_a_header_that_was_changed(self):
        changed = header(b"mask.c", 1).replace(b"mask.c", b"mask.d").replace(b"0000644", b"0000645")
        self.reject(changed + b"x".ljust(512, b"\0"), "the archive is damaged")

    def test_a_large_member(self):
        large = ("mask.c", bytes((256 << 10) + 1))
        self.reject([large], "mask.c has more than 256 KiB: it counts as not handed in. no file of")
        self.check(self.archive(tarball([large, ("heads.c", b"x")])), {f"{MODULE}/heads.c": b"x"},
                   ["mask.c has more than 256 KiB: it counts as not handed in"])

    def test_a_large_archive(self):
        path = self.archive(b"")
        os.truncate(path, 33 << 20)
        self.check_rejected("at most 32768 KiB", path)

    def test_sizes_that_lie(self):
        for field in (b"-0000000001\0", b"\x80" + b"\xff" * 11, b"\xff" * 12, b"77777777777\0", b"0x10       \0", b"99\0" + bytes(9)):
            with self.subTest(field):
                result = self.read(self.archive(header(b"mask.c", 0, size_field=field) + bytes(1024), "s1.tar"))
                self.assertTrue(result.rejected)
        self.reject(gzip.compress(header(b"mask.c", 1000) + b"short"), "ends in the middle")

    def test_what_is_no_tarball(self):
        for data in (b"", b"\x1f\x8b", b"\x1f\x8b\x08" + bytes(20), b"int x;\n" * 200, b"PK\3\4" + bytes(600), b"\xff" * 2048,
                     gzip.compress(b"int x;\n" * 200), b"\xfd7zXZ\0" + bytes(1000)):
            with self.subTest(data[:8]):
                self.assertTrue(self.read(self.archive(data)).rejected)

    def test_damaged_anywhere_never_raises(self):
        """Bits are flipped and bytes cut: words or files come back, and never from elsewhere."""
        good = tarball([(f"{MODULE}/{n}", c) for n, c in FILES.items()], "w:")
        source = random.Random(12)
        for round_ in range(400):
            damaged = bytearray(good[: source.randrange(len(good))] if round_ % 3 == 0 else good)
            for _ in range(source.randrange(1, 8)):
                damaged[source.randrange(len(damaged))] ^= 1 << source.randrange(8) if damaged else 0
            data = bytes(damaged) if round_ % 2 else gzip.compress(bytes(damaged), 1)[: source.randrange(20, 4000)]
            (self.path / "s1.tar.gz").write_bytes(data)
            result = intake.read("s1", self.path / "s1.tar.gz", WANTED)
            self.assertTrue(result.rejected or set(result.files) <= set(EXPECTED))


class Names(Intake):
    def test_students_are_found_and_sorted(self):
        for name in ("s2", "s10", "Müller, Anna", "o'neil", "x@example.org"):
            self.put({"mask.c": b"x"}, name)
        self.archive(tarball([]), "s1.tar.gz")
        self.archive(tarball([]), "s3.tgz")
        self.archive(b"PK", "s4.zip")
        (self.path / "received.csv").write_text("student,received_at\n")
        (self.path / ".DS_Store").write_text("")
        found = [name for name, _ in names.students(self.path)]
        self.assertEqual([n for n in found if n in ("s1", "s2", "s3", "s10", "s4", "x@example.org")],
                         ["s1", "s10", "s2", "s3", "s4", "x@example.org"])
        self.assertEqual(len(found), 8)

    def test_hostile_names_become_tame_and_stay_different(self):
        hostile = ["-rf", "a\nb", "a\tb", "=cmd|' !A0", "<script>alert(1)</script>", "x" * 250, "\u202etxt.exe", "a;rm -rf ~",
                   "$(id)", "`id`", "\x1b[2J", "x..", "a b ", "%00", "con\\..\\x", "\udcff\udcfe", "ﬁ", "a'b", 'a"b', "a&b", "a#b"]
        hostile = [name.replace("/", "_") for name in hostile]
        for name in hostile:
            (self.path / name).mkdir()
        found = names.students(self.path)
        self.assertEqual(len(found), len(hostile))
        self.assertEqual(len({name for name, _ in found}), len(hostile))
        for name, path in found:
            self.assertRegex(name, r"^\w[\w.@+ -]*$")
            self.assertLessEqual(len(name.encode()), 250)
            self.assertTrue(path.is_dir())
            self.assertNotIn("..", (name[:2], name[-2:]))

    def test_names_of_people_are_read_and_dangerous_ones_refused_in_words(self):
        for name in ("José", "Ng Li", "o'neil", "李雷"):
            self.put({"mask.c": b"x"}, name)
        for name in ("-rf", "a\nb", "\x1b[2J", "\u202egnp", ".hidden"):
            self.put({"mask.c": b"x"}, name)
        found = {path.name: intake.read(name, path, WANTED) for name, path in names.students(self.path)}
        self.assertEqual(len(found), 9)
        for name, submission in found.items():
            if name in ("José", "Ng Li", "o'neil", "李雷"):
                self.assertIsNone(submission.rejected)
            else:
                self.assertIn("call the folder or archive something else", submission.rejected)
                self.assertTrue(submission.rejected.isprintable() and submission.rejected.isascii())

    def test_names_that_look_the_same_are_two_students(self):
        for name in ("Ame\u0301lie", "Am\u00e9lie"):
            (self.path / name).mkdir()
        self.assertEqual(len(names.students(self.path)), 2)

    def test_a_folder_and_a_tarball_of_one_name_are_one_student(self):
        self.put(FILES)
        self.archive(tarball([]))
        self.assertEqual(names.students(self.path), [("s1", self.path / "s1")])
        self.check(notes=["the folder was read, and not s1.tar.gz beside it"])

    def test_two_archives_of_one_student_are_said(self):
        self.archive(tarball([*FILES.items()]), "anna.tar.gz")
        self.archive(tarball([]), "anna.tgz")
        self.assertEqual(names.students(self.path), [("anna", self.path / "anna.tar.gz")])
        self.check(self.path / "anna.tar.gz", notes=["anna.tar.gz was read, and not anna.tgz beside it"])
        self.assertEqual(grade.oddities(self.path), ["anna.tar.gz is read, and not anna.tgz: two of one student"])

    def test_a_loose_file_is_no_student_and_is_said(self):
        self.put({"mask.c": b"x"})
        for name in ("notes.txt", "mask.c", "grades.xlsx", ".DS_Store"):
            (self.path / name).write_text("")
        self.archive(b"Rar!", "s2.rar")
        self.assertEqual([name for name, _ in names.students(self.path)], ["s1", "s2"])
        self.assertEqual([line.split(" ")[0] for line in grade.oddities(self.path)], ["grades.xlsx", "mask.c", "notes.txt"])

    def test_downloads_of_canvas_and_moodle_are_the_person_s(self):
        data = zipped(FILES)
        for name in ("smithanna_LATE_101_9988_12_attention.zip", "lilei_102_9990_12_attention-1.tar.gz",
                     "lilei_102_9989_12_attention.tar.gz", "Müller Änne_45124_assignsubmission_file_12_attention.zip"):
            self.archive(data, name)
        self.put(FILES, "Anna Smith_45123_assignsubmission_file_")
        self.put(FILES, "O'Brien Pat_45125_assignsubmission_file")
        self.put(FILES, "team_3_1234_x")  # a folder: Canvas makes none
        (self.path / "Anna Smith_45123_assignsubmission_onlinetext_x.html").write_text("")
        found = dict(names.students(self.path))
        self.assertEqual(sorted(found), ["Anna Smith_45123", "Müller Änne_45124", names.safe_name("O'Brien Pat_45125"),
                                         "lilei_102", "smithanna_101", "team_3_1234_x"])
        # the later upload
        self.assertEqual(found["lilei_102"].name, "lilei_102_9990_12_attention-1.tar.gz")
        self.check(found["Anna Smith_45123"], notes=["the folder was read, and not Anna Smith_45123_assignsubmission_onlinetext_x.html beside it"])
        self.check(found["Müller Änne_45124"])
        self.assertEqual(len(grade.oddities(self.path)), 3)  # two of lilei, an online text, LATE

    def test_names_are_compared_by_what_they_become(self):
        for name in ("O'Brien Pat", "Müller, Änne", "李雷", "李" * 60, "x" * 250, "s1", "-rf"):
            once = names.safe_name(name)
            self.assertEqual(names.safe_name(once), once)
            self.assertEqual(names.safe_name(unicodedata.normalize("NFD", name)), once)

    def test_an_apostrophe_is_one_however_it_was_typed(self):
        for typed in ("O\u2019Brien Pat", "O\u2018Brien Pat", "O\u02bcBrien Pat", "O`Brien Pat", "O'Brien\u00a0Pat"):
            self.assertEqual(names.safe_name(typed), names.safe_name("O'Brien Pat"), typed)

    def test_who_is_graded_again_is_called_as_people_write(self):
        for name in ("O'Brien Pat", "Müller, Änne@2026-02-01T10:00:00Z", "Müller, Änne@2026-02-02T10:00:00Z", "Anna Smith_45123_assignsubmission_file_", "s1"):
            self.put(FILES, name)
        for words, n in (("O'Brien Pat", 1), ("O\u2019Brien Pat", 1), ("Müller, Änne", 2), ("Müller, Änne@2026-02-01T10:00:00Z", 1),
                         ("Anna Smith_45123_assignsubmission_file_", 1), ("s1", 1)):
            self.assertEqual(len(grade.chosen(self.path, [words])), n, words)
        self.assertEqual(len(grade.chosen(self.path, ["s1", "O'Brien Pat"])), 2)
        with self.assertRaisesRegex(Misuse, "there is no submission of Obrien"):
            grade.chosen(self.path, ["Obrien"])


class Received(Intake):
    def at(self, text, student="s1"):
        self.put({"mask.c": b"x"})
        with open(self.path / "received.csv", "w", newline="") as file:
            csv.writer(file).writerows([["student", "received_at"], ["s0", "2026-01-01T00:00:00Z"], [student, text]])
        result = self.read()
        return result.received_at, result.notes

    def test_times_become_utc(self):
        self.assertEqual(self.at("2026-02-01T10:00:00Z"), ("2026-02-01T10:00:00Z", []))
        self.assertEqual(self.at("2026-02-01T12:30:00+02:30"), ("2026-02-01T10:00:00Z", []))
        self.assertEqual(self.at("2026-02-01 10:00"), ("2026-02-01T10:00:00Z", ["received.csv: 2026-02-01 10:00 has no time zone; taken as UTC"]))

    def test_what_is_no_time_is_said(self):
        for text in ("yesterday", "", "2026-13-01", "=1+1", "9" * 400, "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+23:59"):
            when, notes = self.at(text)
            self.assertEqual((when, len(notes)), (None, 1))

    def test_the_contents_do_not_depend_on_the_time(self):
        sums_ = set()
        for hour in (1, 2):
            self.at(f"2026-02-01T0{hour}:00:00Z")
            sums_.add(self.read().sha256)
        self.assertEqual(len(sums_), 1)

    def test_no_manifest_a_strange_one_and_no_row(self):
        self.put({"mask.c": b"x"})
        self.assertIsNone(self.read().received_at)
        self.assertEqual(self.at("2026-02-01T10:00:00Z", "s2"), (None, []))
        for data in (b"\xff\xfe\x00", b"name,time\ns1,now\n", b"", b"student,received_at\ns1\n"):
            (self.path / "received.csv").write_bytes(data)
            result = self.read()
            self.assertEqual((result.received_at, result.rejected, len(result.notes)), (None, None, 1), data)

    def test_a_name_is_found_as_it_is_written_in_the_folder(self):
        self.put({"mask.c": b"x"}, "O'Neil; Ann")
        (name, path), = names.students(self.path)
        (self.path / "received.csv").write_text("student,received_at\nO'Neil; Ann,2026-02-01T10:00:00Z\n")
        self.assertEqual(intake.read(name, path, WANTED).received_at, "2026-02-01T10:00:00Z")

    def test_names_of_all_kinds_and_who_is_nobody(self):
        people = ["O'Brien Pat", "Müller, Änne", "李雷", unicodedata.normalize("NFD", "Zoë")]
        for name in people:
            self.put({"mask.c": b"x"}, name)
        self.archive(zipped(FILES), "smithanna_LATE_101_9988_12_attention.zip")
        rows = [*people[:3], "Zoë ", "smithanna_LATE_101_9988_12_attention.zip", "Nobody, Ever", " "]
        with open(self.path / "received.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([["student", "received_at"], *([name, "2026-02-01T10:00:00Z"] for name in rows)])
        for name, path in names.students(self.path):
            self.assertEqual(intake.read(name, path, WANTED).received_at, "2026-02-01T10:00:00Z", name)
        (said,) = grade.oddities(self.path)
        self.assertTrue(said.startswith("received.csv: nobody here is called 'Nobody, Ever'; students are called there as results are, such as "), said)

    def test_a_table_of_other_names_or_other_clocks_is_a_line_each(self):
        self.put({"mask.c": b"x"}, "Anna Smith_45123_assignsubmission_file_")
        rows = [f"s{i},2026-02-01 10:00\n" for i in range(7)] + ["s8,2026-02-01T10:00:00+01:00\n", "s9,soon\n"]
        (self.path / "received.csv").write_text("student,received_at\n" + "".join(rows))
        nobody, clocks = grade.oddities(self.path)
        self.assertEqual(nobody, "received.csv: nobody here is called 's0', 's1', 's2', 's3', 's4' and 4 more; students are called there as results are, "
                                 "such as Anna Smith_45123")
        self.assertTrue(clocks.startswith("received.csv: 2026-02-01 10:00 and 6 more without a time zone, so taken as UTC"), clocks)


class Exposed(Intake):
    def test_who_else_could_read_is_said(self):
        top = self.path.parent
        for above, mode, words in ((0o755, 0o755, 1), (0o755, 0o750, 0), (0o755, 0o701, 0), (0o700, 0o755, 0), (0o755, 0o705, 1)):
            top.chmod(above)
            self.path.chmod(mode)
            said = [line for line in storage.exposed([self.path, top / "not yet"]) if "chmod 700" in line]
            self.assertEqual(len(said), words, (oct(above), oct(mode)))
        with unittest.mock.patch("os.geteuid", return_value=0):
            self.assertIn("you are root", storage.exposed([])[0])
        with unittest.mock.patch("os.geteuid", return_value=1000):
            self.assertEqual(storage.exposed([]), [])


class Locales(Intake):
    # what a locale without UTF-8 is to Python
    ODD = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}

    def test_a_terminal_that_has_no_such_letters_ends_nothing(self):
        for encoding in ("latin-1", "ascii", "utf-8"):
            out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
            before, sys.stdout = sys.stdout, out
            try:
                shown = progress.Progress(1, 0, ["李雷\x1b[2J is a loose file"])
                shown.line("李雷", {"status": "graded", "score": 1, "max": 2, "reason": "", "outcomes": {}, "ms": 1})
                shown.summary()
            finally:
                sys.stdout = before
            out.flush()
            self.assertNotIn(b"\x1b", out.buffer.getvalue())
            self.assertEqual(b"\\u674e\\u96f7" in out.buffer.getvalue(), encoding != "utf-8")

    def test_names_are_the_same_in_every_locale(self):
        self.put(FILES, "Müller, Änne")
        self.put(FILES, "李雷")
        words = "from pathlib import Path; from kindling_grading.batch import names; import sys; " \
                "print(ascii([n for n, _ in names.students(Path(sys.argv[1]))]))"
        (self.path / "shown.py").write_text("")
        expected = ascii([name for name, _ in names.students(self.path)])
        for locale in (self.ODD, self.ODD | {"LC_ALL": "tr_TR.UTF-8"}, self.ODD | {"LC_ALL": "de_DE"}, {"LC_ALL": "C.UTF-8"}):
            package = self.path.parent / "grading"
            shutil.rmtree(package, ignore_errors=True)
            (package / "kindling_grading/batch").mkdir(parents=True)
            shutil.copy(ROOT / "tools/grading/__main__.py", package)
            (package / "kindling_grading/batch/shown.py").write_text(
                f"import sys\nif __name__ == \"__main__\":\n    sys.path.insert(0, {str(ROOT / 'tools/grading')!r})\n"
                f"    for name in ('kindling_grading', 'kindling_grading.batch'):\n        sys.modules.pop(name, None)\n    {words}\n")
            said = subprocess.run([sys.executable, "-B", package, "batch.shown", self.path], capture_output=True, text=True,
                                  env=os.environ | locale)
            self.assertEqual(said.stdout.strip(), expected, said.stderr)


if __name__ == "__main__":
    unittest.main()
