"""test_hidden.py - what a student's code cannot find in its own program, and what of hidden tests
never comes out.

    python3 tests/tools/grading/test_hidden.py        builds module 12 with the hidden tests of tests/attacks, some seconds
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import attack_leaks, grade_one, intake  # noqa: E402
from kindling_grading.box import box  # noqa: E402
from kindling_grading.box.limits import Budget  # noqa: E402
from kindling_grading.box.series import Series  # noqa: E402
from kindling_grading.build import program, suite as suites  # noqa: E402
from kindling_grading.build.linking import link  # noqa: E402
from kindling_grading.errors import Broken  # noqa: E402
from kindling_grading.reports import results  # noqa: E402

MODULE, SCORES = "12_attention", "12_attention/scores.c"
NUMBER = bytes.fromhex("2ece83dd95a6e73f")  # 0.7390851332151607, which only a hidden test has
SAYS = '#include "engine.h"\nTensor *attention_scores(Tensor *q, Tensor *k)\n{\n    fail("my own words");\n    return q;\n}\n'


def code_of(path: Path) -> bytes:
    """The machine code of an object: all that is called .text, or .text.name."""
    listing = subprocess.run(["readelf", "-SW", str(path)], check=True, capture_output=True, text=True).stdout
    rows = re.findall(r"\] \.text\S* +PROGBITS +[0-9a-f]+ ([0-9a-f]+) ([0-9a-f]+) ", listing)
    contents = path.read_bytes()
    return b"".join(contents[int(at, 16) : int(at, 16) + int(size, 16)] for at, size in rows)


def windows(code: bytes, size: int = 24) -> set[bytes]:
    return {code[i : i + size] for i in range(len(code) - size)}


PLACE = Path(tempfile.mkdtemp())  # of hidden tests, which some tests here edit


@cache
def loaded() -> suites.Suite:
    shutil.copytree(attack_leaks.HIDDEN, PLACE / "hidden")
    return suites.load(MODULE, hidden=PLACE / "hidden")


def tearDownModule():
    shutil.rmtree(PLACE)
    shutil.rmtree(suites.folder_of(MODULE, False, PLACE / "hidden"), ignore_errors=True)


class WithHidden(unittest.TestCase):
    def setUp(self):
        self.suite, self.place = loaded(), PLACE
        self.folder = suites.folder_of(MODULE, False, PLACE / "hidden")
        self.visible, self.hidden = self.suite.link_objects[0], self.suite.hidden_objects[0]
        work = tempfile.TemporaryDirectory()
        self.addCleanup(work.cleanup)
        self.work = Path(work.name)

    def graded(self, **changed: bytes) -> dict:
        files = self.suite.reference_files | {f"{MODULE}/{name}.c": text for name, text in changed.items()}
        submission = intake.Submission("s", files=files, sha256=intake.digest(files))
        return grade_one.grade(submission, self.suite, b"k" * 32, "1", self.work).grade


class Programs(WithHidden):
    def test_the_visible_one_is_the_same_without_hidden_tests(self):
        plain = suites.load(MODULE)
        self.assertEqual(plain.hidden_objects, [])
        self.assertTrue(plain.link_objects[0].read_bytes() == self.visible.read_bytes())

    def test_no_byte_of_a_hidden_test_is_in_the_visible_one(self):
        boxed = next((self.folder / "boxed").rglob("secret_scores.o"))
        code, others = code_of(boxed), [p for p in (self.folder / "boxed/tests").rglob("*.o")]
        own = windows(code) - set().union(*(windows(code_of(p)) for p in others))
        self.assertGreater(len(own), 50)
        self.assertGreater(len(own & windows(code_of(self.hidden))), 50)
        self.assertEqual(own & windows(code_of(self.visible)), set())
        self.assertEqual([NUMBER in path.read_bytes() for path in (self.hidden, self.visible)], [True, False])

    def test_nothing_in_either_says_what_a_test_is(self):
        for path in (self.visible, self.hidden):
            contents = path.read_bytes()
            for test in self.suite.tests:
                for words in (test.name, test.exercise, *test.hints):
                    self.assertFalse(words.encode() in contents, f"{words} in {path.name}")
            for words in (b"tests/course", b"secret_scores", b"want.h", b"CALL(", str(self.place).encode(), str(ROOT).encode()):
                self.assertFalse(words in contents, f"{words} in {path.name}")

    def test_labels_of_checks_stay_outside(self):
        reference, boxed = self.suite.reference.read_bytes(), self.visible.read_bytes()
        for words in (b"looking_back", b"heads_dropped_in_part", b"mask_of_none"):
            self.assertTrue(words in reference, words)
            self.assertFalse(words in boxed, words)


class Boxes(WithHidden):
    def test_rests_are_bound_for_their_own_link_only(self):
        seen, ran, started = [], box.run, []

        def noted(argv, stage, binds, out, limits):
            seen.append((argv, {str(p) for p in binds.values()}))
            return ran(argv, stage, binds, out, limits)

        class Noted(Series):
            def __init__(self, stage, binds):
                started.append(binds)
                super().__init__(stage, binds)
        with mock.patch.object(box, "run", noted), mock.patch.object(grade_one, "Series", Noted):
            grade = self.graded(heads=b"int nothing;\n" + self.suite.reference_files[f"{MODULE}/heads.c"])
        self.assertEqual(grade["score"], grade["max"])
        links = [binds for argv, binds in seen if "/out/program" in argv]
        self.assertEqual([str(self.visible) in b for b in links], [True, False])
        self.assertEqual([str(self.hidden) in b for b in links], [False, True])
        inside = [binds for argv, binds in seen if "/out/program" not in argv]
        self.assertTrue(inside)
        for bound in (path for binds in inside for path in binds):
            self.assertFalse(any(rest.is_relative_to(bound) for rest in (self.visible, self.hidden, self.place / "hidden")), bound)
        programs = [next(iter(binds.values())).read_bytes() for binds in started]
        self.assertEqual([NUMBER in contents for contents in programs], [False, True])
        self.assertTrue(all(len(binds) == 1 for binds in started))

    def test_an_object_with_lto_inside_is_not_compiled_at_the_link(self):
        """There its own assembly could embed what is bound."""
        honest = self.suite.reference_files[SCORES].decode()
        (self.work / "x.c").write_text('__asm__(".section .rodata\\nloot: .incbin \\"/in/0.o\\"\\n.text\\n");\n' + honest)
        flags = [f.replace("-I", f"-I{ROOT}/", 1) if f.startswith("-I") else f for f in self.suite.compile_flags]
        subprocess.run([self.suite.cc, *flags, "-flto", "-S", str(self.work / "x.c"), "-o", str(self.work / "x.s")], check=True)
        lines = [line.replace("\\", "\\\\").replace('"', '\\"') for line in (self.work / "x.s").read_text().splitlines()
                 if not line.lstrip().startswith((".file", ".ident"))]
        self.assertTrue(any("gnu.lto" in line for line in lines))
        evil = honest + '\n__asm__(".text\\n");\n' + "".join(f'__asm__("{line}\\n");\n' for line in lines) + '__asm__(".text\\n");\n'
        sizes = []
        for source in (honest, evil):
            files = self.suite.reference_files | {SCORES: source.encode()}
            built = program.build(files, self.suite, self.work, Budget())
            self.assertEqual(built.status, "ok", built.message)
            sizes += [built.program.stat().st_size, built.hidden_program.stat().st_size]
        self.assertLess(max(sizes[2] - sizes[0], sizes[3] - sizes[1]), 100_000, "the compiled tests are in the program")

    def test_a_second_program_that_cannot_be_linked_costs_hidden_tests_only(self):
        def refused(objects, suite, folder, budget, hidden=False):
            if hidden:
                raise Broken("secret_scores.c: undefined reference")
            return link(objects, suite, folder, budget)
        with mock.patch.object(program, "link", refused):
            grade = self.graded()
        self.assertEqual(grade["score"], 100)
        self.assertEqual({t["outcome"] for t in grade["tests"] if t["hidden"]}, {"not-run"})
        self.assertNotIn("undefined reference", str(grade))


class Told(WithHidden):
    def test_honest_work_earns_all_of_it(self):
        grade = self.graded()
        self.assertEqual((grade["score"], grade["max"]), (110, 110))

    def test_words_of_a_student_stay_in_the_hidden_box(self):
        grade = self.graded(scores=self.suite.reference_files[SCORES].replace(b"Tensor *attention_scores(", b"Tensor *other_scores(") + SAYS.encode())
        of_visible = [t["detail"] for t in grade["tests"] if t["exercise"] == "12.1 attention_scores" and not t["hidden"]]
        self.assertIn("my own words", of_visible)
        hidden = [t for t in grade["tests"] if t["hidden"]]
        self.assertEqual([(t["outcome"], t["detail"], t["hint"]) for t in hidden],
                         [("wrong", "", "One channel is a channel, too."), ("wrong", "", "A factor in the queries is a factor in the scores.")])
        seen = results.for_students(results.from_json(grade))
        self.assertEqual([t.name for t in seen.tests if t.hidden], ["hidden_test_1", "hidden_test_2"])

    def test_a_machine_that_fails_names_nothing_to_students(self):
        grade = results.from_json(self.graded())
        broken = replace(grade, status="infra-error", reason="TrustedError: the reference does not pass secret_scores")
        self.assertEqual(results.for_students(broken).reason, "")
        plain = replace(broken, tests=tuple(t for t in grade.tests if not t.hidden), reason="no disk")
        self.assertEqual(results.for_students(plain).reason, "no disk")
        self.assertEqual(results.for_students(replace(grade, reason="mask.c: error")).reason, "mask.c: error")

    def test_values_that_are_no_tensor_are_named_outside(self):
        scores = b'#include "engine.h"\nTensor *attention_scores(Tensor *q, Tensor *k)\n{\n    return NULL;\n}\n'
        grade = self.graded(scores=self.suite.reference_files[SCORES].replace(b"Tensor *attention_scores(", b"Tensor *other_scores(") + scores)
        self.assertIn("scores is NULL", [t["detail"] for t in grade["tests"]])


class WhatChanges(WithHidden):
    """The last one: it edits the hidden tests."""

    def test_each_test_has_one(self):
        numbers = {t.number for t in self.suite.tests}
        self.assertEqual(len(numbers), len(self.suite.tests))
        self.assertNotIn(0, numbers)

    def test_hints_and_sources_are_in_the_suites_number(self):
        hints = self.place / f"hidden/{MODULE}/hints.txt"
        written, shas = hints.read_text(), {self.suite.sha256}
        hints.write_text(written.replace("One channel is", "A single channel is"))
        shas.add(suites.load(MODULE, hidden=self.place / "hidden").sha256)
        hints.write_text(written)
        self.assertEqual(suites.load(MODULE, hidden=self.place / "hidden").sha256, self.suite.sha256)
        source = self.place / f"hidden/{MODULE}/secret_scores.c"
        source.write_text(source.read_text().replace("SHAPE(3, 4, 1)", "SHAPE(3, 6, 1)"))
        shas.add(suites.load(MODULE, hidden=self.place / "hidden").sha256)
        self.assertEqual(len(shas), 3)

    def test_a_file_that_is_gone_is_gone_from_the_programs(self):
        more = self.place / f"hidden/{MODULE}/a_more.c"
        try:
            more.write_text((self.place / f"hidden/{MODULE}/secret_scores.c").read_text().replace("TEST(secret_", "TEST(more_").replace(
                "sesame", "other"))
            with mock.patch.object(suites, "weigh"):  # what is built is all that matters here
                found = suites.load(MODULE, hidden=self.place / "hidden")
                self.assertEqual(len(found.tests), len(self.suite.tests) + 2)
                self.assertTrue(b"other_q" in self.hidden.read_bytes())
                more.unlink()
                self.assertEqual(len(suites.load(MODULE, hidden=self.place / "hidden").tests), len(self.suite.tests))
            self.assertFalse(b"other_q" in self.hidden.read_bytes())
        finally:
            more.unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main()
