"""test_again.py - what failed because of another file earns its points: which files are linked,
what is said.

    python3 tests/tools/grading/test_again.py         the last class grades module 12 for real, some seconds
"""
import sys
import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools/grading"))

from kindling_grading.batch import again, grade_one, intake  # noqa: E402
from kindling_grading.box.limits import Budget  # noqa: E402
from kindling_grading.build import suite as suites  # noqa: E402
from kindling_grading.errors import Broken  # noqa: E402
from kindling_grading.judge.tests import TestInfo  # noqa: E402
from kindling_grading.judge.values import Verdict  # noqa: E402

TESTS = [TestInfo(name, exercise, file, 10, [], False) for name, exercise, file in (
    ("a1", "1.1 f", "a.c"), ("a2", "1.2 g", "a.c"), ("b1", "1.3 h", "b.c"), ("c1", "1.4 k", "c.c"), ("q", "1.q n", "answers.txt"))]


class Machine(again.Again):
    """Knows of which files each test is wrong as long as they are the student's."""

    def __init__(self, because: dict[str, list[set[str]]]):
        super().__init__(SimpleNamespace(tests=TESTS), None, Path(), None, None)
        self.because, self.linked = because, []

    def fails(self, test, students):
        return any(files <= students for files in self.because.get(test.name, []))

    def verdicts(self, alone, file, tests):
        if tests:
            self.linked.append(("only " if alone else "without ") + file)
        students = {file} if alone else {"a.c", "b.c", "c.c"} - {file}
        return [Verdict("crash" if alone else "wrong") if self.fails(TESTS[i], students) else Verdict("pass") for i in tests]

    def first(self):
        return [Verdict("wrong", "numbers") if self.fails(t, {"a.c", "b.c", "c.c"}) else Verdict("pass") for t in TESTS]


class Rules(unittest.TestCase):
    def judged(self, **because):
        self.machine = Machine(because)
        return [v.detail or v.outcome for v in again.one_slip(self.machine, self.machine.first())]

    def test_nothing_is_linked_for_what_passes_or_fails_in_one_file(self):
        self.assertEqual(self.judged(), ["pass"] * 5)
        self.assertEqual(self.judged(a1=[{"a.c"}], a2=[{"a.c"}]), ["numbers", "numbers", "pass", "pass", "pass"])
        self.assertEqual(self.machine.linked, [])

    def test_the_exercise_that_is_to_blame_is_named(self):
        found = self.judged(a1=[{"a.c"}], b1=[{"a.c"}], c1=[{"a.c"}])
        self.assertEqual(found, ["crash", "pass", "follows from 1.1 f", "follows from 1.1 f", "pass"])
        self.assertEqual(self.machine.linked, ["only a.c", "only b.c", "only c.c", "without a.c"])

    def test_of_two_wrong_files_the_one_that_matters(self):
        found = self.judged(a1=[{"a.c"}], b1=[{"b.c"}], c1=[{"b.c"}])
        self.assertEqual(found[3], "follows from 1.3 h")

    def test_if_no_single_file_is_enough_all_are_named(self):
        self.assertEqual(self.judged(a1=[{"a.c"}], b1=[{"b.c"}], c1=[{"a.c"}, {"b.c"}])[3], "follows from 1.1 f, 1.3 h")

    def test_a_file_is_not_the_cause_of_its_own_tests(self):
        found = self.judged(a1=[{"a.c"}], a2=[{"a.c", "b.c"}], b1=[{"b.c"}])
        self.assertEqual(found[1], "follows from 1.3 h")

    def test_a_slip_of_its_own_stays(self):
        found = self.judged(a1=[{"a.c"}], c1=[{"a.c"}, {"c.c"}])
        # what it says is about its own file
        self.assertEqual(found, ["crash", "pass", "pass", "crash", "pass"])

    def test_what_costs_nobody_else_costs_the_test(self):
        self.assertEqual(self.judged(b1=[{"a.c"}]), ["pass", "pass", "numbers", "pass", "pass"])
        self.assertEqual(self.judged(b1=[{"a.c"}], c1=[{"a.c"}])[2:4], ["numbers", "numbers"])
        self.assertEqual(self.judged(b1=[{"b.c", "c.c"}], c1=[{"b.c", "c.c"}])[2:4], ["numbers", "numbers"])

    def test_an_open_exercise_of_its_own_is_not_asked(self):
        found = [Verdict("not-written", t.exercise + " is not written yet") for t in TESTS]
        self.assertEqual(again.candidates(TESTS, found), {})
        found[2] = Verdict("not-written", "1.1 f is not written yet")
        found[3] = Verdict("not-run", "does not compile")
        self.assertEqual(again.candidates(TESTS, found), {"b.c": [2]})


class Hidden(unittest.TestCase):
    def test_each_kind_runs_in_a_program_of_its_own(self):
        tests = [TestInfo(name, "1.1 f", "a.c", 10, [], name[0] == "h") for name in ("a", "h1", "b", "h2")]
        ran = []

        def run(program, some):
            ran.append((program, some))
            return [Verdict("wrong", tests[i].name) for i in some]

        def linked(objects, suite, folder, budget, hidden):
            if hidden is refused:
                raise Broken("no")
            return Path("hidden" if hidden else "visible")
        suite = SimpleNamespace(tests=tests, assignment="1_x", files={"1_x": ["a.c"]})
        for refused, want in ((None, ["a", "h1", "b", "h2"]), (True, ["a", "", "b", ""])):
            with tempfile.TemporaryDirectory() as work, mock.patch.object(again, "link", linked):
                machine = again.Again(suite, SimpleNamespace(objects={}), Path(work), Budget(), run)
                self.assertEqual([v.detail for v in machine.verdicts(True, "a.c", [0, 1, 2, 3])], want)
        self.assertEqual(ran, [(Path("visible"), [0, 2]), (Path("hidden"), [1, 3]), (Path("visible"), [0, 2])])


class Graded(unittest.TestCase):
    def test_module_12(self):
        suite = suites.load("12_attention")
        right, scores = suite.reference_files, "12_attention/scores.c"
        changed = {
            "12.1 attention_scores": right | {scores: right[scores].replace(b"1 / sqrt((double)head_dim)", b"1 / (double)head_dim")},
            "12.3 attention_mask": right | {scores: right[scores] + b"int x = ;\n"},
            "12.5 split_heads": right | {"12_attention/heads.c": suite.stub_files["12_attention/heads.c"]}}
        for exercise, files in changed.items():
            submission = intake.Submission("s", files=files, sha256=intake.digest(files))
            with self.subTest(exercise), tempfile.TemporaryDirectory() as work:
                grade = grade_one.grade(submission, suite, b"k" * 32, "1", Path(work)).grade
                file = next(t["file"] for t in grade["tests"] if t["exercise"] == exercise)
                lost = [t for t in grade["tests"] if t["outcome"] != "pass"]
                self.assertEqual({t["file"] for t in lost}, {file})
                self.assertEqual(grade["score"], 100 - sum(t["points"] for t in lost))
                following = [t for t in grade["tests"] if t["exercise"] == "12.6 mha_cross"]
                self.assertTrue(all(t["score"] == t["points"] for t in following), following)
                self.assertGreaterEqual(sum(exercise in t["detail"] for t in following), len(following) - 1, following)


if __name__ == "__main__":
    unittest.main()
