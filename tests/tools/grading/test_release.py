"""test_release.py - the gates of a student edition, each with a planted defect that it has to find.

One edition of module 12 is made from a copy of the tree and checked whole; then every defect is
planted alone.
"""
import base64
import gzip
import hashlib
import html
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import unittest.mock
import zlib
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(TOP / "tools/grading"))

from kindling_grading.batch import shard  # noqa: E402
from kindling_grading.course import given_tests, program  # noqa: E402
from kindling_grading.errors import EditionError  # noqa: E402
# noqa: E402
from kindling_grading.release import leaks, release, runs, same_report, targets, texts, tree, verify, web

# A line and a passage of the model answers of module 12, as they stand there.
LINE = next(line.strip() for line in (TOP / "attention/mask.c").read_text().splitlines() if "*both =" in line)
PASSAGE = "    " + LINE + "\n    mul_kernel(both, a, b);\n"


def setUpModule():
    global place, top, tarball, edition, both, drawn, draw
    place = Path(tempfile.mkdtemp(prefix="release test "))
    top = place / "tree"
    for name in tree.files(TOP):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(TOP / name, top / name)
    for built in ("double", "include"):  # what is there need not be compiled again
        if (TOP / "build" / built).is_dir():
            shutil.copytree(TOP / "build" / built, top / "build" / built, ignore=shutil.ignore_patterns("tests", "student*"))
    tarball = release.release(top, "12", place / "out")
    edition = verify.unpacked(tarball)[0]
    # And one with another module besides, drawn by the commit, for what is tried elsewhere.
    draw = random.Random(verify.seed_of(TOP))
    drawn = draw.choice(tree.modules(top))
    print(f"drawn: {drawn}", file=sys.stderr)
    packed = release.contents(top, sorted({"12_attention", drawn}), top / "build/release-objects", [])
    both = {name: data for name, (data, _) in packed.items()}


def tearDownModule():
    shutil.rmtree(place)


def png_with(text: bytes) -> bytes:
    """The smallest picture, with a compressed comment."""
    def chunk(kind: bytes, body: bytes) -> bytes:
        return len(body).to_bytes(4, "big") + kind + body + zlib.crc32(kind + body).to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", b"\0\0\0\1\0\0\0\1\x08\0\0\0\0") + chunk(b"zTXt", b"Comment\0\0" + zlib.compress(text)) + \
        chunk(b"IDAT", zlib.compress(b"\0\0")) + chunk(b"IEND", b"")


class Contents(unittest.TestCase):
    def test_students_get_what_they_need_and_only_module_12(self):
        for name in ("Makefile", "README.md", "modules/12_attention/README.md", "modules/12_attention/mask.c", "tests/course/12_attention/masks.c",
                     ".kindling/start/12_attention/mask.c", "attention/attention.h", "tensor/memory/scope.c", ".gitignore", ".gitattributes"):
            self.assertIn(name, sorted(edition))
        self.assertFalse([n for n in edition if n.startswith(("modules/01_", "tests/course/01_"))])
        for kind in ("float", "double"):
            for stem in ("attention/mask", "tensor/shape/slice", "nn/optim/adam", "tests/course/12_attention/answers_want"):
                self.assertIn(f".kindling/reference/{release.MACHINE}/{kind}/{stem}.o", sorted(edition))

    def test_objects_that_ship_are_those_the_tests_were_proved_with(self):
        """Of a kind's configuration only the vectors differ; and where tests count what a model
        answer reads, it tells them."""
        def flags(*words):
            said = subprocess.run(["make", "-s", "BLAS=none", "THREADS=none", "--eval=show-flags: ; @echo '$(CFLAGS_$(CONFIG)) $(KIND)'", *words, "show-flags"],
                                  cwd=TOP, capture_output=True, text=True, check=True,
                                  env={k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))} | {"MAKELEVEL": "1"})
            return set(said.stdout.split()) - {"-march=native", "-DKINDLING_PORTABLE"}

        for kind, config in (("float", "release"), ("double", "double"), ("debug", "debug")):
            self.assertEqual(flags(*release.KINDS[kind]), flags(f"CONFIG={config}"), kind)
        self.assertIn("debug", flags("CONFIG=asan"))
        (TOP / "build").mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=TOP / "build") as work:
            for kind in release.KINDS:
                path = release.build_objects(TOP, kind, ["tensor/product/gemm_steps.c"], Path(work))["tensor/product/gemm_steps.c"]
                wanted = subprocess.run(["nm", "-u", path], capture_output=True, text=True, check=True).stdout
                self.assertEqual("cache_model_read" in wanted, kind != "float", kind)

    def test_what_a_module_asks_for_is_weak_in_what_ships(self):
        """Or a student's own would be a second one. Functions with clones for vectors lose that in
        gcc."""
        asked = {name for names in leaks.cutter.marked(TOP).values() for name in names}
        for kind in release.KINDS:
            objects = [place / "weak" / name for name in edition if re.match(rf"\.kindling/reference/[^/]*/{kind}/(?!broken/).*\.o$", name)]
            for path in objects:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(edition[path.relative_to(place / "weak").as_posix()])
            said = subprocess.run(["readelf", "-sW", *objects], capture_output=True, text=True, check=True).stdout
            strong = re.findall(r"I?FUNC +GLOBAL +\w+ +\d+ (\w+)$", said, re.M)
            self.assertEqual(sorted(asked & set(strong)), [], kind)
            self.assertGreater(len(asked & set(re.findall(r"I?FUNC +WEAK +\w+ +\d+ (\w+)$", said, re.M))), 200, kind)

    def test_a_students_file_with_clones_defines_what_it_does(self):
        """What make break-06 ships is compiled as a student's, for any machine: where gcc makes
        clones, its functions are no T of nm."""
        with tempfile.TemporaryDirectory(dir=TOP / "build") as work:
            folder = Path(work) / "06_autograd"
            folder.mkdir()
            (folder / "backward_rows.c").write_bytes(tree.model_answers(TOP, "06_autograd")["backward_rows.c"])
            source = (folder / "backward_rows.c").relative_to(TOP).as_posix()
            path = release.build_objects(TOP, "float", [source], Path(work), student=str(folder.relative_to(TOP)))[source]
            self.assertRegex(subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout, " [iT] tanh_backward_row\n")

    def test_model_answers_of_every_module_stay_at_home(self):
        self.assertFalse(set(edition) & {path for path, left in tree.given(TOP).items() if not left})
        for path, left in tree.given(TOP).items():
            self.assertNotRegex(left, r"(?m)^EXERCISE$", path)
            self.assertNotRegex(left, r"\A/\*[^/]*\n \*\n", f"{path}: its head says how the answer goes about it")
        self.assertIn("tests/course/12_attention/answers.c", sorted(edition))
        self.assertNotIn("tests/course/12_attention/answers_want.c", sorted(edition))

    def test_an_edition_speaks_of_the_modules_it_has(self):
        with unittest.mock.patch.object(release, "build_objects", return_value={}):
            some = release.contents(top, ["03_layers", "05_dataloader"], place, [])
        said = some["README.md"][0].decode()
        self.assertIn("`make 03`", said)
        self.assertNotRegex(said, r"make [a-z-]*12|@[A-Z]+@")
        for name, (data, _) in some.items():
            for module in re.findall(rb"\]\((?:\.\./)?([0-9]{2}_\w+)/README\.md\)", data) if name.endswith(".md") else []:
                self.assertIn(module, (b"03_layers", b"05_dataloader"), name)
        lesson = some["modules/03_layers/README.md"][0].decode()
        self.assertIn("before it: 01 Tensor", lesson)
        self.assertNotIn("](../01_tensor", lesson)
        with unittest.mock.patch.object(release, "build_objects", return_value={}):
            every = release.contents(top, tree.modules(top), place, [])
        self.assertIn("](../01_tensor/README.md)", every["modules/03_layers/README.md"][0].decode())

    def test_another_edition_has_another_folder(self):
        def version(**change: bytes) -> str:
            return release.version_of(top, {name: (data, 0o644) for name, data in (edition | change).items()})
        said = edition[release.EDITION].decode().strip()
        with tarfile.open(tarball) as tar:
            self.assertEqual({m.name.split("/")[0] for m in tar}, {f"kindling-{said}"})
            self.assertEqual({m.mtime for m in tar}, {release.OLD})
        self.assertRegex(said, r"^[0-9.]+-[0-9]{8}-[0-9a-f]{7}$")
        self.assertIn(f"It is of Kindling {said};", edition["README.md"].decode())
        self.assertEqual(version(), version())
        self.assertNotEqual(version(), version(LICENSE=b"another"))

    def test_its_tests_have_one_sum_there_and_here(self):
        given = [line for line in edition[".kindling/given.sha256"].decode().splitlines(True) if re.search(r"  tests/course/12_attention/\w+\.[ch]$", line)]
        self.assertGreater(len(given), 10)
        self.assertEqual(hashlib.sha256("".join(given).encode()).hexdigest(), given_tests(top, "12_attention"))

    def test_a_new_folder_is_left_out_until_it_is_listed(self):
        self.assertEqual(tree.sort_out(["grades/ann.csv", "Makefile"]), (["Makefile"], ["grades/ann.csv"]))

    def test_the_edition_may_be_kept_in_git(self):
        with tempfile.TemporaryDirectory() as repository:
            for name in (".gitignore", release.EDITION, f".kindling/reference/{release.MACHINE}/double/attention/mask.o", ".kindling/start/12_attention/mask.c"):
                (Path(repository) / name).parent.mkdir(parents=True, exist_ok=True)
                (Path(repository) / name).write_bytes(edition[name])
            (Path(repository) / ".kindling/results").mkdir()
            (Path(repository) / ".kindling/results/12.tsv").write_text("")
            git = ["git", "-c", "core.excludesFile=/dev/null", "-C", repository]
            subprocess.run([*git, "init", "-q"], check=True)
            shown = subprocess.run([*git, "ls-files", "-o", "--exclude-standard"], capture_output=True, text=True).stdout
        self.assertIn("double/attention/mask.o", shown)
        self.assertIn("start/12_attention/mask.c", shown)
        self.assertIn(".kindling/edition\n", shown)
        self.assertNotIn("results", shown)


class Names(unittest.TestCase):
    def test_the_edition_is_clean(self):
        self.assertEqual(verify.unpacked(tarball)[1], [])
        self.assertEqual(verify.gate_names(edition, top), [])
        self.assertEqual(verify.gate_paths(edition, top), [])
        self.assertEqual(verify.gate_links(edition, top), [])

    def test_a_link_that_leads_nowhere(self):
        page = "modules/12_attention/README.md"
        for link, wrong in (("../../attention/mask.c", True), ("../../attention/attention.h#masks", False), ("../../attention", False),
                            ("mask.c", False), ("https://example.org/x.c", False), ("#the-idea", False)):
            found = verify.gate_links(edition | {page: f"see [it]({link})".encode()}, top)
            self.assertEqual([link in sentence for sentence in found], [True] if wrong else [], link)

    def test_names_on_pages(self):
        self.assertEqual(texts.missing(edition), [])
        page = "modules/12_attention/README.md"
        for text, wrong in (("type `make 12 TEST=x`", ""), ("type `make cup`", "make cup"), ("type `make test`", "make test"), ("    make watch-12\n", ""),
                            ("see `attention/mask.c`", "attention/mask.c"), ("`attention/mask.c`, which is there as an object", ""),
                            ("see `attention/attention.h`", ""), (f"{texts.ELSEWHERE}: `make cup`", "")):
            self.assertEqual(texts.missing(edition | {page: text.encode()}), [f"{page} names {wrong}, which an edition has not"] * bool(wrong), text)

    def test_planted_files(self):
        for name in (".git/config", "tests/course/12_attention/mistakes.txt", "tests/course/12_attention/equivalent.txt", "tests/course/12_attention/others.txt", "off_by_one.patch", "tests/attacks/01.c", "tests/course/12_attention/answers.txt",
                     "tests/course/12_attention/answers_want.c", "attention/mask.c", "tensor/shape/slice.c", "tools/grading/kindling_grading/judge/values.py", "tools/grading/__main__.py", "instructor/12/hidden.c",
                     "build/release/demo", "tests/hidden/x.c", "attention/mask.c.orig", "modules/compile_commands.json"):
            self.assertEqual(verify.gate_names(edition | {name: b""}, top), [f"{name} does not belong into the edition"])

    def test_planted_members(self):
        def tar_with(**fields) -> list[str]:
            data = io.BytesIO()
            with tarfile.open(fileobj=data, mode="w") as tar:
                info = tarfile.TarInfo("kindling/x")
                for key, value in fields.items():
                    setattr(info, key, value)
                tar.addfile(info)
            path = place / "planted.tar"
            path.write_bytes(data.getvalue())
            return verify.unpacked(path)[1]
        self.assertEqual(tar_with(mode=0o644), [])
        for fields in ({"name": "/etc/x"}, {"name": "kindling/../x"}, {"name": "elsewhere/x"}, {"type": tarfile.SYMTYPE, "linkname": "/etc/passwd"},
                       {"type": tarfile.LNKTYPE, "linkname": "kindling/y"}, {"type": tarfile.FIFOTYPE}, {"mode": 0o4755}, {"mode": 0o600},
                       {"mode": 0o644, "uid": 1000}, {"mode": 0o644, "uname": "ann"}):
            self.assertTrue(tar_with(**fields), fields)

    def test_planted_paths(self):
        for where, text in (("README.md", f"see {top}/Makefile"), (f".kindling/reference/{release.MACHINE}/double/nn/optim/adam.o", "\0/home/ann/course/nn/optim/adam.c\0")):
            planted = edition | {where: edition[where] + text.encode()}
            self.assertTrue(any(w.startswith(where) for w in verify.gate_paths(planted, top)), where)
        own = edition | {"web/objects/float/x.o": b"\0/tmp/kept-%d\0", "x.c": b'f("/tmp/kept-%d");'}
        self.assertEqual(verify.gate_paths(own, top), [])
        self.assertEqual(verify.gate_paths(own | {"web/objects/float/x.o": b"\0/tmp/kept-%d\0/tmp/cc3.c\0"}, top),
                         ["web/objects/float/x.o remembers a path: /tmp/cc3.c"])


class Leaks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.wanted = leaks.secrets(top)

    def found(self, name: str, data: bytes, wanted=None) -> list[str]:
        return leaks.scan({name: data}, wanted or self.wanted, {})

    def test_the_edition_is_clean(self):
        self.assertEqual(leaks.scan(edition, self.wanted, {}), [])

    def test_it_would_find_the_sources_themselves(self):
        blind = []
        for source, text in tree.answers(top).items():
            own = [s for s, where in self.wanted.items() if where == source]
            if not own or not self.found("x", text.encode()):
                blind.append(source)
        self.assertEqual(blind, [])

    def test_planted_in_every_kind_of_file(self):
        html = "<span class='k'>" + LINE.replace("(", "</span>(<b>").replace(",", "</b>,<i>").replace(")", "</i>)")
        planted = {
            "modules/12_attention/README.md": f"as in\n\n        {LINE}\n".encode(),
            "notebooks-c/12_attention.c": f"// {LINE}\n".encode(),
            "tools/pictures/mask.svg": LINE.replace("(", "&#40;").encode(),
            "docs/page.html": html.encode(),
            "notebook.ipynb": json.dumps({"cells": [{"source": [PASSAGE]}]}).encode(),
            "outputs.ipynb": json.dumps({"data": base64.encodebytes(PASSAGE.encode() * 3).decode()}).encode(),
            "data-uri.html": b"<img src='data:text/plain;base64," + base64.b64encode(PASSAGE.encode()) + b"'>",
            "picture.png": png_with(LINE.encode()),
            "old.gz": gzip.compress(PASSAGE.encode()),
            "windows.txt": LINE.encode("utf-16"),
            "slides.pdf": b"%PDF-1.4\n1 0 obj <</Filter/FlateDecode>>\nstream\n" + zlib.compress(LINE.encode()) + b"\nendstream",
            "object.o": b"\x7fELF\0\0" + LINE.encode() + b"\0",
            "reflowed.c": PASSAGE.replace(" ", "\n").encode(),
            "strings.h": ('"' + LINE[:20] + '"\n    "' + LINE[20:] + '"').encode(),
            "change.patch": f"-{LINE}\n".encode(),
        }
        for name, data in planted.items():
            with self.subTest(name):
                self.assertTrue(any("attention/mask.c:" in leak for leak in self.found(name, data)))

    def test_short_lines_are_found_in_company(self):
        lines = leaks.code_lines("a = b;\n/* x */\nif (a > limit)\n    a = limit;\nreturn a + rest;\n")
        self.assertIn("a=b;if(a>limit)a=limit;returna+rest;", "".join(lines))
        self.assertTrue(all(len(g) >= leaks.LINE for g in leaks.grams(lines)))

    def test_hints_may_quote_and_nothing_around_them(self):
        self.assertEqual(self.found("tests/course/12_attention/hints.txt", f"- {LINE}".encode()), [])
        self.assertTrue(self.found("modules/12_attention/hints.txt", f"- {LINE}".encode()))

    def test_answers_and_hidden_tests(self):
        key = next(line for line in (top / "tests/course/12_attention/answers.txt").read_text().splitlines() if line.startswith("adam_bytes"))
        self.assertTrue(self.found("modules/README.md", key.encode()))
        hidden = place / "hidden"
        hidden.mkdir(exist_ok=True)
        (hidden / "more.c").write_text("long surprising = draw_long(\"surprising\", 3, 977);\n")
        wanted = leaks.secrets(top, hidden)
        self.assertTrue(self.found("tests/course/12_attention/masks.c", b'    long surprising = draw_long("surprising", 3, 977);', wanted))


class Runs(unittest.TestCase):
    """Thirty tokens of an answer in a row, laid out anew, in any file."""

    @classmethod
    def setUpClass(cls):
        cls.wanted = runs.secrets(top)
        cls.code = {source: text for source, text in tree.answers(top).items() if cls.wanted.passages(runs.bare(text))}

    @staticmethod
    def laid_out(text: str, *between: str) -> str:
        """The same tokens, and between them what is drawn."""
        return "".join(token + draw.choice(between) for token in runs.bare(text))

    def found(self, name: str, text: str) -> list[str]:
        return runs.scan({name: text.encode()}, self.wanted, {})

    def test_the_edition_is_clean(self):
        self.assertEqual(runs.scan(edition, self.wanted, {}), [])
        self.assertEqual(runs.scan(both, self.wanted, {}), [])

    def test_what_is_too_short_for_it_is_little(self):
        """Those are found by their lines."""
        self.assertLess(len(tree.answers(top)) - len(self.code), 12)
        for source in tree.answers(top).keys() - self.code.keys():
            self.assertLess(len(runs.bare(tree.answers(top)[source])), 120, source)

    def test_pasted_into_any_file(self):
        white = (" ", "\n", "\n\n\t", "   ")
        remarks = (*white, " /* so */ ", " // so\n", "/* two\n * lines */")
        ways = {"modules/12_attention/mine.c": lambda c: "int a;\n" + self.laid_out(c, *remarks) + "int b;\n",
                "tests/course/12_attention/masks.c": lambda c: "/* So:\n * " + self.laid_out(c, " ", "\n * ", "\n *   ") + " */\nint a;",
                "tests/harness/checks.h": lambda c: "\n".join("// " + line for line in self.laid_out(c, *white).split("\n")),
                "modules/12_attention/README.md": lambda c: "# Masks\n\nSee https://a.b//c:\n\n    " + self.laid_out(c, " ", "\n    "),
                "docs/quoted.md": lambda c: "> " + self.laid_out(c, " ", "\n> "),
                "tools/course/hint.sh": lambda c: "# " + self.laid_out(c, " ", "\n# ", "\n#\t") + "\n",
                "tools/plot/words.py": lambda c: json.dumps(self.laid_out(c, *white)),
                "notebook.ipynb": lambda c: json.dumps({"cells": [{"source": self.laid_out(c, *remarks).splitlines(True)}]}),
                "page.html": lambda c: "<pre>" + html.escape(self.laid_out(c, *white)).replace("\n", "</i>\n<i>") + "</pre>"}
        for source, text in draw.sample(sorted(self.code.items()), 8):
            for name, way in ways.items():
                with self.subTest(source=source, name=name):
                    self.assertTrue(any(f"{name} holds {source}" in sentence for sentence in self.found(name, way(text))))

    def test_thirty_and_no_fewer(self):
        source, text = draw.choice(sorted(self.code.items()))
        passage = next(iter(self.wanted.passages(runs.bare(text)))).split()[:runs.LENGTH]
        self.assertTrue(self.found("x.c", " ".join(passage)))
        self.assertFalse(self.found("x.c", " ".join(passage[:-1])))
        self.assertFalse(self.found("x.c", " ".join([*passage[:15], "more", *passage[15:]])))

    def test_hints_may_quote(self):
        text = next(iter(self.code.values()))
        self.assertFalse(self.found("tests/course/12_attention/hints.txt", text))
        self.assertTrue(self.found("tests/course/12_attention/more.txt", text))


class Tab(unittest.TestCase):
    """web/ of an edition: each leak, in each thing that a tab is made of, is found; what the
    edition shows is none."""

    @classmethod
    def setUpClass(cls):
        cls.hints = leaks.views.normal(edition["tests/course/12_attention/hints.txt"].decode())
        cls.wants = web.wants(edition, top)
        cls.want = next(iter(cls.wants))  # as code without spaces, which is what is compared
        cls.hidden = place / "hidden for the tab"
        cls.hidden.mkdir(exist_ok=True)
        (cls.hidden / "more.c").write_text("TEST(nobody_has_seen_this, .points = 2)\n{\n    long seldom = draw_long(\"seldom\", 3, 977);\n}\n")
        cls.wanted = leaks.secrets(top, cls.hidden)
        cls.shown = {name: edition[name] for name in ("notebooks-c/12_attention.c", "tests/course/12_attention/hints.txt")}
        (top / web.NPM / "clang").mkdir(parents=True)
        (top / web.NPM / "clang/llvm.core.wasm").write_bytes(b"\0asm compiler")
        cls.clean = {
            "web/index.html": b"<title>Kindling</title>", "web/clang/llvm.core.wasm.bin": gzip.compress(b"\0asm compiler"),
            "web/objects/double.tar.bin": cls.pack({"attention/mask.o": b"\0asm\1\0\0\0mask_and", "tests/course/12_attention/answers_want.o": b"\0asm"}),
            "web/data/modules/12_attention.json": cls.module(hints={"12.3 mask_and": [LINE]}) if leaks.views.normal(LINE) in cls.hints else cls.module(),
            "web/lessons/12_attention.html": b"<p>Tensor *scores = attention_scores(q, k);</p>",
        }

    @staticmethod
    def pack(files: dict[str, bytes]) -> bytes:
        data = io.BytesIO()
        with tarfile.open(fileobj=data, mode="w") as tar:
            for name, content in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
        return gzip.compress(data.getvalue())

    @staticmethod
    def module(hints=None, **more) -> bytes:
        return json.dumps({"name": "12_attention", "hints": hints or {}, **more}).encode()

    def found(self, planted: dict[str, bytes]) -> list[str]:
        looked = web.inside(self.shown | self.clean | planted, top)
        with unittest.mock.patch.object(web, "wants", return_value=self.wants):
            more = web.gate(looked, top, self.hidden)
        return verify.gate_names(looked, top) + verify.gate_paths(looked, top) + leaks.scan(looked, self.wanted, {}) + more

    def test_a_clean_one(self):
        self.assertEqual(self.found({}), [])

    def test_planted(self):
        key = next(line for line in (top / "tests/course/12_attention/answers.txt").read_text().splitlines() if line.startswith("adam_bytes"))
        code = json.dumps({"cells": [{"kind": "code", "text": PASSAGE}]}).encode()
        objects, data = "web/objects/double.tar.bin", "web/data/modules/12_attention.json"
        page = f"<pre><span>{LINE}</span></pre>".replace("(", "<b>(</b>").replace(",", "<i>,</i>")
        planted = {  # what it is: (file, its bytes, words of the sentence)
            "text in an object": (objects, self.pack({"attention/mask.o": b"\0asm\0" + LINE.encode() + b"\0"}), "attention/mask.c:"),
            "a source among the objects": (objects, self.pack({"attention/mask.c": b""}), "web/objects/double/attention/mask.c does not belong"),
            "a table of mistakes there": (objects, self.pack({"tests/course/12_attention/mistakes.txt": b""}), "does not belong"),
            "debug information": (objects, self.pack({"nn/x.o": b"\0asm\1\0\0\0\0\x80\1\x0b.debug_line"}), "debug information"),
            "a map of the sources": ("web/live/demo.wasm", b"\0asm\0sourceMappingURL", "debug information"),
            "a path of this machine": (objects, self.pack({"nn/x.o": b"\0asm /home/ann/course/nn/x.c\0"}), "remembers a path"),
            "a starting file that is solved": (data, self.module(files={"mask.c": PASSAGE}), "attention/mask.c:"),
            "a lesson in the data": (data, self.module(lesson=page), "attention/mask.c:"),
            "lines of a page that are broken": (data, self.module(lesson=f"<pre>{LINE[:20]}\n<b>{LINE[20:]}</b></pre>"), "attention/mask.c:"),
            "a hint that is none": (data, self.module(hints={"12.3 mask_and": ["so: " + PASSAGE]}), "attention/mask.c:"),
            "a cell": ("web/live/notebooks/12_attention.json", code, "attention/mask.c:"),
            "a program": ("web/live/notebook.wasm", b"\0asm\0" + LINE.encode(), "attention/mask.c:"),
            "a page": ("web/lessons/12_attention.html", page.encode(), "attention/mask.c:"),
            "the page of a source": ("web/source/attention/mask.c.html", b"", "does not belong"),
            "a script": ("web/assets/app.js", b"const a=" + json.dumps(PASSAGE).encode(), "attention/mask.c:"),
            "a right answer": (data, self.module(questions=[key]), "answers.txt"),
            "a test of what is right": ("web/data/course.json", json.dumps({"testSources": {"x": self.want}}).encode(), "_want.c:"),
            "a line of a hidden test": (data, self.module(tests=['long seldom = draw_long("seldom", 3, 977);']), "more.c:"),
            "the name of a hidden test": (data, self.module(tests=[{"name": "nobody_has_seen_this"}]), "hidden test nobody_has_seen_this"),
            "a file of the instructor": ("web/about.html", b"see tests/attacks/README.md", "names tests/attacks/"),
            "another compiler": ("web/clang/llvm.core.wasm.bin", gzip.compress(b"\0asm compiler " + LINE.encode()), "not the compiler"),
        }
        for what, (name, content, said) in planted.items():
            with self.subTest(what):
                found = self.found({name: content})
                self.assertTrue(any(said in sentence for sentence in found), found)

    def test_a_page_of_the_edition_may_be_read_in_the_tab(self):
        page = "Rows of `mistakes.txt`:\n\"no scaling\"\tis one.\n"
        reads = lambda text: {"tests/README.md": page.encode(), "web/data/course.json": json.dumps({"reads": {"tests/README.md": text}}).encode()}
        self.assertEqual(self.found(reads(page)), [])
        self.assertIn("web/data/course.json names mistakes.txt", self.found(reads(page.replace("one", "two"))))

    def test_without_npm_nothing_is_made(self):
        """A machine that has all but Node.js."""
        poor, out = place / "poor", place / "out of a poor machine"
        poor.mkdir()
        for folder in (Path("/usr/bin"), Path("/bin"), Path("/usr/local/bin")):
            for tool in folder.iterdir():
                if not tool.name.startswith(("node", "npm", "pandoc")) and not (poor / tool.name).is_symlink():
                    (poor / tool.name).symlink_to(tool)
        (poor / "pandoc").symlink_to("/bin/true")
        with unittest.mock.patch.dict(os.environ, {"PATH": str(poor)}), self.assertRaises(EditionError) as told:
            release.release(top, "12", out, with_web=True)
        self.assertIn("needs node npm, which this machine does not have. Please type: sh tools/setup.sh web", str(told.exception))
        self.assertFalse(out.exists())


class Others(unittest.TestCase):
    """Other right solutions: only in the files of modules that were opened, and nothing else in
    those."""

    @classmethod
    def setUpClass(cls):
        cls.wanted = leaks.secrets(top)
        with unittest.mock.patch.object(release, "build_objects", return_value={}):
            packed = release.contents(top, tree.modules(top), place, ["12_attention"])
        cls.edition = {name: data for name, (data, _) in packed.items()}

    def leaks(self, edition: dict[str, bytes], opened: list[str]) -> list[str]:
        found = leaks.scan(edition, self.wanted, release.other_solutions(top, opened))
        return [leak for leak in found if ".kindling/others" in leak or "others.txt:" in leak]

    def test_pages_of_all_modules(self):
        """What the gates that only read say of every module; objects are looked into by make
        verify-release."""
        self.assertEqual(verify.gate_names(self.edition, top) + verify.gate_links(self.edition, top) + texts.missing(self.edition), [])
        self.assertEqual(leaks.scan(self.edition, self.wanted, release.other_solutions(top, ["12_attention"])), [])

    def test_who_is_opened(self):
        some = ["06_autograd", "12_attention"]
        for wanted, expected in (("", []), (" ", []), ("1", some), ("all", some), ("12", some[1:]), ("6 12", some)):
            self.assertEqual(tree.opened(top, some, wanted), expected)
        for wanted in ("01", "77", "12 1"):
            with self.assertRaises(EditionError):
                tree.opened(top, some, wanted)

    def test_only_what_was_opened_is_there(self):
        self.assertFalse([name for name in edition if "others/" in name or name.endswith("others.txt") and name.startswith("tests/course")])
        self.assertEqual([name for name in self.edition if name.startswith(".kindling/others/")], [".kindling/others/12_attention.txt"])
        self.assertNotIn("tools/course/authors/others.py", self.edition)
        self.assertIn("tools/course/others.sh", self.edition)

    def test_no_edition_holds_their_lines_elsewhere(self):
        self.assertEqual(self.leaks(self.edition, ["12_attention"]), [])
        self.assertTrue(self.leaks(self.edition, []))
        self.assertTrue(self.leaks(self.edition, ["06_autograd"]))

    def test_every_new_line_would_be_found(self):
        for module in tree.modules(top):
            rendered = leaks.shown_code(tree.others(top, module))
            added = [line[2:] for line in (top / "tests/course" / module / "others.txt").read_text().splitlines() if line.startswith("+ ")]
            self.assertGreater(len(added), 4)
            self.assertFalse([line for text in added for line in leaks.code_lines(text) if line not in rendered])
            self.assertTrue(self.leaks({"modules/README.md": "\n".join(added).encode()}, tree.modules(top)), module)

    def test_planted(self):
        name, line = ".kindling/others/12_attention.txt", "head[h] = tensor_select(x, 1, h);"
        opened = self.edition[name]
        self.assertIn(line.encode(), opened)
        for where, data in (("modules/12_attention/README.md", line.encode()), (name, opened + LINE.encode()), (name.replace("12", "13"), opened),
                            ("old.gz", gzip.compress(opened))):
            self.assertEqual(self.leaks({where: data}, ["12_attention"])[:1] != [], True, where)
        self.assertEqual(self.leaks({name: opened}, ["12_attention"]), [])


class Twice(unittest.TestCase):
    """A tree with one exercise, so that builds are quick."""

    def small(self, defect: str = "") -> Path:
        small = Path(tempfile.mkdtemp(dir=place)) / "tree"
        shutil.copytree(top, small, ignore=shutil.ignore_patterns("release-objects", "release-broken", "0?_*", "1[!2]_*", "2?_*", "12_attention.txt"))
        for exercise in (small / "modules/12_attention").glob("*.c"):
            if exercise.name not in ("heads.c", "measure.c"):
                exercise.unlink()
        with (small / "attention/heads.c").open("a") as source:
            source.write(defect)
        return small

    def gate(self, small: Path) -> list[str]:
        return verify.gate_twice(release.release(small, "", small / "build/out"), small, "")

    def test_same_bytes(self):
        self.assertEqual(self.gate(self.small()), [])

    def test_planted_clock_and_path(self):
        for defect in ("extern const char built[];\nconst char built[] = __TIME__;\n",):
            found = self.gate(self.small(defect))
            self.assertTrue(found and "attention/heads.o" in found[0], found)
        moved = self.small()
        (moved / "Makefile").write_text((moved / "Makefile").read_text() + '\nCPPFLAGS += -DHERE=\'"$(CURDIR)"\'\n')
        with (moved / "attention/heads.c").open("a") as source:
            source.write("extern const char where[];\nconst char where[] = HERE;\n")
        found = self.gate(moved)
        self.assertTrue(found and "attention/heads.o" in found[0], found)


class Elsewhere(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.there = verify.Place(both, None)

    @classmethod
    def tearDownClass(cls):
        cls.there.remove()

    def write(self, name: str, data: bytes):
        (self.there.tree / name).write_bytes(data)
        self.addCleanup((self.there.tree / name).write_bytes, both[name])

    def hide(self, name: str):
        path = self.there.tree / name
        path.rename(str(path) + ".away")
        self.addCleanup(Path(str(path) + ".away").rename, path)

    def test_it_builds_and_earns_0(self):
        self.assertEqual(verify.gate_stubs(self.there, ["12_attention"]), [])

    def test_a_solved_starting_file_is_found(self):
        self.write("modules/12_attention/heads.c", (top / "attention/heads.c").read_bytes())
        found = verify.gate_stubs(self.there, ["12_attention"])
        self.assertTrue(any("earn" in sentence for sentence in found), found)

    def test_missing_tests_are_found(self):
        self.hide("tests/course/12_attention/answers.c")
        (self.there.tree / "build/double/course/12_attention").unlink(missing_ok=True)
        found = verify.gate_stubs(self.there, ["12_attention"])
        self.assertTrue(any("points add up to" in sentence for sentence in found), found)

    def test_a_file_that_was_forgotten_is_found(self):
        self.hide("tensor/kernels/rows.h")
        self.assertIn("gives no result", verify.gate_stubs(self.there, ["12_attention"])[0])

    def test_another_machine_is_told(self):
        objects = self.there.tree / ".kindling/reference"
        (objects / release.MACHINE).rename(objects / "Plan9-mips")
        self.addCleanup((objects / "Plan9-mips").rename, objects / release.MACHINE)
        status, said = self.there.run("make", "12")
        self.assertNotEqual(status, 0)
        self.assertIn("This edition is for Plan9-mips, and this machine is a " + release.MACHINE, said)

    def test_z_model_answers_earn_100_and_a_wrong_one_does_not(self):
        closed = self.there.run("make", "others-12")[1]
        self.assertIn("your instructor has not opened the other solutions of module 12 yet", closed)
        for name, data in release.other_solutions(top, ["12_attention"]).items():
            (self.there.tree / name).parent.mkdir()
            (self.there.tree / name).write_bytes(data)
        self.assertIn("the other solutions of module 12 open with 100 points", self.there.run("make", "others-12")[1])
        # the tools: make verify-release
        self.assertEqual(verify.answers_earn_100(self.there, ["12_attention"], top), [])
        wrong = place / "wrong"
        shutil.copytree(top, wrong)
        code = (wrong / "attention/heads.c").read_text()
        self.assertIn("SHAPE(", code)
        (wrong / "attention/heads.c").write_text(code.replace("tensor_transpose(", "(tensor_transpose)(").replace(", 1, 2)", ", 2, 1 + 2)", 1))
        found = verify.answers_earn_100(self.there, ["12_attention"], wrong)
        self.assertTrue(any("of 100" in sentence for sentence in found), found)

    def test_zz_a_drawn_part_of_what_make_verify_release_tries(self):
        modules = sorted({"12_attention", drawn})
        self.assertEqual(verify.answers_earn_100(self.there, modules, TOP), [])
        mistake = draw.getstate()
        self.assertEqual(same_report.gate(self.there, [drawn], TOP, draw), [])
        with unittest.mock.patch.object(same_report, "in_edition", return_value="0 of 100 points.\n"):
            draw.setstate(mistake)
            self.assertIn("the report is another one in the edition", same_report.gate(self.there, [drawn], TOP, draw)[0])
        self.assertEqual(verify.answers_earn_100(self.there, [drawn], TOP), [])
        self.assertEqual(targets.upgrade(self.there, modules), [])
        self.assertEqual(targets.drawn(self.there, drawn, draw), [])

    def test_its_user_is_ordinary_and_the_tree_is_out_of_sight(self):
        if "setpriv" in self.there.prefix:
            self.assertEqual(self.there.run("sh", "-c", "id -u; ls /root")[1].split("\n")[0], "65534")
        if any("mount" in word for word in self.there.prefix):
            self.assertEqual(self.there.run("ls", str(TOP))[1], "")
        self.assertRegex(str(self.there.tree), r" Übung .*/kindling-[0-9.]+-\d{8}-[0-9a-f]{7}$")

    def test_what_never_ends_is_stopped_once_it_has_begun(self):
        begins = "echo begun; sleep 1000 & wait; echo late"
        self.assertEqual(self.there.run("sh", "-c", begins, until="begun"), (124, "begun\n"))
        self.assertEqual(self.there.run("sh", "-c", "echo begun", until="else"), (0, "begun\n"))

    def test_a_target_that_does_not_work_is_found(self):
        listed = targets.offered(self.there)
        self.assertTrue({"NN", "hint-NN", "submit-NN", "progress", "upgrade", "site", "milestones"} <= set(listed))
        self.assertFalse([name for name in listed if name.startswith(("test", "check-"))])
        said = targets.one(self.there, "nothing-of-that-name", "12_attention")
        self.assertTrue(said.startswith("make nothing-of-that-name ended with 2:"), said)
        with unittest.mock.patch.dict(targets.TYPED, {"help": ([], "all is well")}):
            self.assertIn('make help ended with 0, without "all is well":', targets.one(self.there, "help", "12_attention"))
        self.write("tools/course/hint.sh", b"python3 -c 'no_such_name'\n")
        self.assertIn("Traceback", targets.one(self.there, "hint-NN", "12_attention"))
        self.assertIn("needs the sources of the model answers", self.there.run("make", "test")[1])


class Shares(unittest.TestCase):
    """batch/shard.py: many machines, the same results."""

    def test_shares_are_a_partition(self):
        students = [f"s{i:02d}" for i in range(17)]
        for count in (1, 2, 5, 17, 40):
            shares = [shard.share(students, i, count) for i in range(count)]
            self.assertEqual(sorted(sum(shares, [])), students)
            self.assertLessEqual(max(map(len, shares)) - min(map(len, shares)), 1)

    def test_results_arrive_whole(self):
        with tempfile.TemporaryDirectory() as folder:
            part, out = Path(folder) / "shards/0-of-2", Path(folder)
            for student in ("ann", "bob"):
                (part / "12_attention" / student).mkdir(parents=True)
                (part / "12_attention" / student / "grade.json").write_text(student)
            (part / "12_attention/cyd").mkdir()  # not graded
            (part / "12_attention/cyd/grade.void.json").write_text("void")
            self.assertEqual(shard.hand_over(part, out), 2)
            found = sorted(p.relative_to(out).as_posix() for p in (out / "12_attention").rglob("*") if p.is_file())
            self.assertEqual(found, ["12_attention/ann/grade.json", "12_attention/bob/grade.json"])
            self.assertEqual((out / "12_attention/ann/grade.json").read_text(), "ann")

    def test_misuse_is_explained(self):
        for arguments in ([], ["3"], ["3/3"], ["-1/4"]):
            said = subprocess.run([*program("batch.shard"), *arguments], capture_output=True, text=True)
            self.assertEqual(said.returncode, 2)
            self.assertIn("INDEX counts from 0", said.stderr)


if __name__ == "__main__":
    unittest.main()
