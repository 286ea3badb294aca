"""test_regrade.py - one exercise graded again for a class: only it changes, the log says so, pages are anew.

    python3 tests/tools/grading/test_regrade.py         grades in the box, module 12
"""
import contextlib
import csv
import io
import json
import os
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import exercise, grade, grade_one  # noqa: E402
from kindling_grading.build import suite as suites  # noqa: E402
from kindling_grading.errors import Infra, Misuse  # noqa: E402
from kindling_grading.reports import feedback, regrade  # noqa: E402

EXERCISE, OTHER = "12.3 attention_mask", "12.1 attention_scores"


class Regrade(unittest.TestCase):
    """ada hands in everything right, bob a mask that forbids nothing, and cyd nothing before today."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="test-regrade-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        os.environ["KINDLING_COURSE_KEY"] = str(cls.place / "key")
        cls.suite = suites.load("12_attention")
        cls.words = ["--module", "12", "--submissions", f"{cls.place}/in", "--out", f"{cls.place}/out", "--epoch", "a"]
        wrong = {name: text.replace(b"attention_mask(Tensor *scores, Tensor *mask)\n{", b"attention_mask(Tensor *scores, Tensor *mask)\n{\n    return tensor_add(scores, scores);")
                 for name, text in cls.suite.reference_files.items()}
        assert wrong != cls.suite.reference_files
        cls.hand_in("ada", cls.suite.reference_files)
        cls.hand_in("bob", wrong)
        assert cls.said(grade, *cls.words)[0] == 0
        cls.graded = {name: cls.result(name) for name in ("ada", "bob")}
        cls.hand_in("cyd", cls.suite.stub_files)

    @classmethod
    def hand_in(cls, student, files):
        for name, text in files.items():
            path = cls.place / "in" / student / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text)

    @classmethod
    def result(cls, student):
        return json.loads((cls.place / "out/12_attention" / student / "grade.json").read_text())

    @staticmethod
    def said(module, *words):
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            return module.main([*words]), out.getvalue()

    def again(self, *words):
        return self.said(regrade, *self.words, "--exercise", "12.3", "--why", "the test, asked too much", *words)

    def setUp(self):
        """As an older suite, whose tests of the exercise were wrong, graded ada; something else of
        hers was wrong, too, and stays so."""
        place = self.place / "out/12_attention"
        for name, known in self.graded.items():
            tests = [t | ({"score": 0, "outcome": "wrong", "detail": "as it was"} if t["exercise"] in (EXERCISE, OTHER) else {}) for t in known["tests"]]
            old = known | {"tests": tests, "suite_sha256": "0" * 64, "score": sum(t["score"] for t in tests)}
            (place / name / "grade.json").write_text(json.dumps(old))
        for path in (*place.glob("cyd/*"), *place.glob("changes.csv")):
            path.unlink()

    def of(self, student, name):
        return [(t["score"], t["outcome"]) for t in self.result(student)["tests"] if t["exercise"] == name]

    def test_only_the_exercise_changes_and_the_log_and_the_pages_say_so(self):
        with unittest.mock.patch.object(sys, "argv", ["feedback", "--module", "12", "--out", f"{self.place}/out"]), contextlib.redirect_stdout(io.StringIO()):
            feedback.main()
        before = (self.place / "out/12_attention/ada/feedback.html").read_text()
        status, said = self.again()
        self.assertEqual(status, 0, said)
        self.assertEqual(self.of("ada", EXERCISE), [(4, "pass"), (2, "pass"), (3, "pass")])
        self.assertEqual({score for score, _ in self.of("ada", OTHER)}, {0})
        self.assertEqual(self.of("bob", EXERCISE), [(0, "wrong")] * 3)
        ada, whole = self.result("ada"), self.graded["ada"]
        self.assertEqual([t for t in ada["tests"] if t["exercise"] != OTHER], [t for t in whole["tests"] if t["exercise"] != OTHER])
        self.assertEqual(ada["score"], sum(t["score"] for t in ada["tests"]))
        self.assertEqual(ada["suite_sha256"], suites.load("12_attention").sha256)
        self.assertEqual(self.result("cyd")["score"], 0)
        with (self.place / "out/12_attention/changes.csv").open(newline="") as file:
            rows = [row[2:] for row in csv.reader(file)]
        self.assertEqual(rows[1:], [["regrade", "ada", EXERCISE, "0", "9", "the test, asked too much"],
                                    ["regrade", "", EXERCISE, "", "1 of 3 have other points", "the test, asked too much"]])
        self.assertNotEqual((self.place / "out/12_attention/ada/feedback.html").read_text(), before)
        self.assertIn("3 pages of students", said)
        kept = self.result("ada")
        self.assertIn("3 unchanged", self.said(grade, *self.words)[1])
        self.assertEqual(self.result("ada"), kept)

    def test_a_machine_that_fails_and_a_void_batch_change_nothing(self):
        before = {name: self.result(name) for name in self.graded}
        real = grade_one.grade
        with unittest.mock.patch.object(grade_one, "grade", side_effect=lambda s, *rest: real(s, *rest) if s.student in ("reference", "stub") else self.fail_by_machine()):
            status, said = self.again("--student", "ada", "--student", "bob")
        self.assertEqual(status, 1, said)
        self.assertEqual({name: self.result(name) for name in self.graded}, before)
        with unittest.mock.patch.object(exercise.OneExercise, "canaries", side_effect=[[], ["the reference earned nothing"]]):
            status, said = self.again()
        self.assertEqual(status, grade.VOID, said)
        self.assertIn("this batch is void, and no student is at fault", said)
        self.assertEqual({name: self.result(name) for name in self.graded}, before)
        self.assertEqual([*(self.place / "out/12_attention").glob("*/grade.new.json")], [])
        self.assertFalse((self.place / "out/12_attention/changes.csv").exists() and "regrade,ada" in (self.place / "out/12_attention/changes.csv").read_text())

    @staticmethod
    def fail_by_machine():
        raise Infra("the disk is on fire")

    def test_what_is_refused(self):
        for words, said in ((["--exercise", "12.3"], "why do these points change"), (["--exercise", "12", "--why", "x"], "EXERCISE=12: of these, one: 12.1"),
                            (["--exercise", "12.66", "--why", "x"], "12.66: of these, one")):
            status, out = self.said(regrade, *self.words, *words)
            self.assertEqual((status, said in out), (2, True), out)

    def test_other_tests_that_changed_too(self):
        before = self.graded["ada"]
        self.assertEqual(len(exercise.kept(before, self.suite, EXERCISE)), sum(t.exercise != EXERCISE for t in self.suite.tests))
        for change in ({"points": 99}, {"name": "a_test_of_before"}):
            tests = [t | (change if i == 0 else {}) for i, t in enumerate(before["tests"])]
            with self.assertRaisesRegex(Misuse, "make grade grades all again"):
                exercise.kept(before | {"tests": tests}, self.suite, EXERCISE)


if __name__ == "__main__":
    unittest.main()
