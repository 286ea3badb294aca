"""test_naming.py - a failure in the box hears the sentence of the known mistake that gives its values.

    python3 tests/tools/grading/test_naming.py        the last class grades module 12 for real, half a minute
"""
import math
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools/grading"))

from kindling_grading.batch import grade_one, intake, unnamed  # noqa: E402
from kindling_grading.build import mistakes, suite as suites  # noqa: E402
from kindling_grading.judge import naming  # noqa: E402
from kindling_grading.judge.transcript import Record, Transcript  # noqa: E402

RIGHT = [1.0, 2.0, 3.0, 4.0]


def wrote(values, tolerance=1e-6, ended=True):
    records = [Record("f", "y", (len(values),), list(values), tolerance)] if values is not None else []
    return Transcript("7", records, ended)


def said(got, *gave, right=RIGHT):
    """Of one test: the sentences of mistakes that gave this are a, b, c ..."""
    failures = [naming.Failure(wrote(got, ended=got is not None), wrote(right))]
    return naming.sentence(failures, [(words, [wrote(values, ended=values is not None)]) for words, values in zip("abcdef", gave)])


class Rules(unittest.TestCase):
    def test_the_same_values_by_the_judges_tolerance(self):
        self.assertEqual(said([2, 4, 6, 8], [2, 4, 6, 8 + 1e-7]), "a")
        self.assertEqual(said([2, 4, 6, 8], [2, 4, 6, 8.001]), "")
        self.assertEqual(said([2, 4, 6, 8], [2, 4, 6]), "")
        self.assertEqual(said([2, math.nan, math.inf, 8], [2, math.nan, math.inf, 8]), "a")
        self.assertEqual(said([2, math.nan, 6, 8], [2, 4, 6, 8]), "")

    def test_few_numbers_are_a_guess(self):
        self.assertEqual(said([1, 2, 3, 9], [1, 2, 3, 9]), "this may be it: a")
        self.assertEqual(said([1, 2, 8, 9], [1, 2, 8, 9]), "this may be it: a")
        self.assertEqual(said([math.nan] * 4, [math.nan] * 4), "this may be it: a")
        self.assertEqual(said([9, 2, 8, 7], [9, 2, 8, 7]), "a")

    def test_many_numbers_of_few_values_are_none(self):
        mask, mine = [0, 1] * 10, [1, 1] * 10
        self.assertEqual(said(mine, mine, right=mask), "a")
        self.assertEqual(said(mine[:18], mine[:18], right=mask[:18]), "this may be it: a")

    def test_what_two_mistakes_give(self):
        mine = [2, 4, 6, 8]
        self.assertEqual(said(mine, mine, RIGHT, mine), "either a; or c")

    def test_a_message_with_other_numbers(self):
        def stopped(text):
            return Transcript("7", [Record("failed", text=text)], True)

        rows = [("a", [stopped("tensor_matmul: inner dimensions differ: (6, 7, 3) @ (1, 2), 3 against 1")]),
                ("b", [stopped("a leak: 1 block of memory, 8 bytes")]), ("c", [wrote(RIGHT)])]
        for text, words in (("tensor_matmul: inner dimensions differ: (2, 3) @ (4, 5), 3 against 4", "here this message mostly means: a"),
                            ("tensor_matmul: batch axes differ", ""), ("a leak: 1 block of memory, 16 bytes", "")):
            self.assertEqual(naming.sentence([naming.Failure(stopped(text), wrote(RIGHT))], rows), words)
        failures = [naming.Failure(stopped("f: not 3"), wrote(RIGHT)), naming.Failure(wrote([9, 9, 9, 9]), wrote(RIGHT))]
        words = naming.sentence(failures, [("a", [stopped("f: not 4"), stopped("f: not 4")]), ("b", [stopped("g: not 4"), stopped("g: not 4")])])
        self.assertEqual([naming.heard(words, failure) for failure in failures], ["here this message mostly means: a", ""])
        after = Transcript("7", [*wrote([9, 9, 9, 9]).records, Record("failed", text="f: not 3")], True)  # a wrong value came before it
        self.assertEqual(naming.sentence([naming.Failure(after, wrote(RIGHT))], [("a", [stopped("f: not 4")])]), "")
        many = rows + [(name, rows[0][1]) for name in "de"]  # which of them it is nobody can say
        self.assertEqual(naming.sentence([naming.Failure(stopped("tensor_matmul: inner dimensions differ: (2) @ (3), 2 against 3"), wrote(RIGHT))], many), "")

    def test_a_crash_says_nothing(self):
        self.assertEqual(said(None, None), "")
        self.assertEqual(said([2, 4, 6, 8], None), "")

    def test_a_crash_in_one_test_does_not_hide_the_others(self):
        failures = [naming.Failure(wrote([2, 4, 6, 8]), wrote(RIGHT)), naming.Failure(wrote(None, ended=False), wrote(RIGHT))]
        self.assertEqual(naming.sentence(failures, [("a", [wrote([2, 4, 6, 8]), wrote([9, 9, 9, 9])])]), "a")

    def test_what_was_never_written_is_no_evidence(self):
        self.assertEqual(said([-7e299, 5, 6, 7], [-7e299, 5, 6, 7]), "")


class Graded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.suite = suites.load("12_attention")
        cls.suite.mistakes = mistakes.load(cls.suite)

    def heard(self, file, old, new):
        files = dict(self.suite.reference_files)
        self.assertIn(old, files[file])
        files[file] = files[file].replace(old, new)
        submission = intake.Submission("s", files=files, sha256=intake.digest(files))
        with tempfile.TemporaryDirectory() as work:
            tests = grade_one.grade(submission, self.suite, b"k" * 32, "1", Path(work)).grade["tests"]
        return {test["likely"] for test in tests if test["outcome"] != "pass"}, {test["likely"] for test in tests if test["outcome"] == "pass"}

    def test_module_12(self):
        self.assertGreater(len(self.suite.mistakes.rows), 150)
        scale = b"1 / sqrt((double)head_dim)"
        by_d = self.heard("12_attention/scores.c", scale, b"1 / sqrt((double)head_dim) / sqrt((double)head_dim)")
        self.assertEqual(by_d, ({"divided by head_dim itself, not by its square root"}, {""}))
        self.assertEqual(self.heard("12_attention/scores.c", scale, b"1 / ((double)head_dim + 0.37)"), ({""}, {""}))
        self.assertEqual(self.heard("12_attention/scores.c", scale, scale), (set(), {""}))

    def test_a_class_of_which_two_err_in_the_same_way(self):
        scores = "12_attention/scores.c"
        answers = {"anna": b"1 / ((double)head_dim + 0.37)", "ben": b"1 / (0.37 + head_dim)", "cem": b"1 / (double)head_dim", "dora": b"1 / sqrt((double)head_dim)"}
        with tempfile.TemporaryDirectory() as folder:
            for student, factor in answers.items():
                place = Path(folder, student, "12_attention")
                place.mkdir(parents=True)
                for name, text in self.suite.reference_files.items():
                    (place / name.split("/")[1]).write_bytes(text.replace(answers["dora"], factor) if name == scores else text)
            said = unnamed.of_folder(self.suite, Path(folder), 2, 20)
        self.assertEqual(said[0], "3 wrong answers to an exercise, in 2 ways; 1 of them hear their cause")
        self.assertRegex("\n".join(said[1:]), r"^\n  2  12.1 attention_scores +\w+: scaled.*: got .*\n     anna, ben$")


if __name__ == "__main__":
    unittest.main()
