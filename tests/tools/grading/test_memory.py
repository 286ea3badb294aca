"""test_memory.py - memory that was not to be had: "limit", whatever the student's code made of it.

The boxed program says itself that it was refused memory. That may give a result worth nothing
another name, and never a point.

    python3 tests/tools/grading/test_memory.py         the last class builds and runs in boxes
"""
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import attack, grade_one, intake  # noqa: E402
from kindling_grading.build import suite as suites  # noqa: E402
from kindling_grading.judge import transcript, values  # noqa: E402
from kindling_grading.judge.values import Verdict  # noqa: E402

RIGHT = b"begin 7\nround 0\nf x 0x1p-20 0 1 0x1p+0\nkept\nround 1\nf x 0x1p-20 0 1 0x1p+1\nkept\nend 6\n"
GIVEN = RIGHT.replace(b"0x1p-20", b"0x0p+0")


def judged(given: bytes, ended: str = "ok", signal: int = 0) -> Verdict:
    return values.verdict(transcript.parse(given), transcript.parse(RIGHT), ended, signal, "stopped")


class Grammar(unittest.TestCase):
    def test_one_number_and_nothing_else(self):
        for line, fits in ((b"memory 0", True), (b"memory 9223372036854775807", True), (b"memory 9223372036854775808", False),
                           (b"memory -1", False), (b"memory 0x10", False), (b"memory", False), (b"memory 1 2", False),
                           (b"memory 1.5", False), ("memory ²".encode(), False), (b"memory ", False), (b"memory  1", False)):
            self.assertEqual(transcript.parse(b"begin 7\n" + line + b"\nend 1\n").whole, fits, line)


class Verdicts(unittest.TestCase):
    CUT = GIVEN[:GIVEN.index(b"round 1")]

    def test_a_crash_after_it_is_a_limit(self):
        for ended, signal in (("crash", 11), ("crash", 6), ("exit", 0), ("ok", 0)):
            found = judged(self.CUT + b"round 1\nmemory 107374182400\n", ended, signal)
            self.assertEqual(found.outcome, "limit")
            self.assertEqual(found.detail, "100 GiB of memory were asked for, more than a test may have, and NULL came back")
            self.assertEqual(judged(self.CUT + b"round 1\n", ended, signal).outcome, "crash")

    def test_amounts(self):
        for size, words in ((0, "0 bytes"), (9999, "9999 bytes"), (10240, "10 KiB"), (1 << 30, "1024 MiB"), (1 << 40, "1024 GiB"),
                            (2 ** 63 - 1, "8191 PiB")):
            self.assertTrue(judged(self.CUT + b"round 1\nmemory %d\n" % size, "crash", 11).detail.startswith(words + " of memory"))

    def test_only_of_the_last_round(self):
        given = GIVEN.replace(b"round 0\n", b"round 0\nmemory 1\n")
        self.assertEqual(judged(given[:given.index(b"round 1") + 8], "crash", 11).outcome, "crash")

    def test_who_says_so_first_is_a_limit(self):
        failed = b"round 1\nmemory 1\nfailed :out%20of%20memory\nend 5\n"
        self.assertEqual(judged(self.CUT + failed), Verdict("limit", "out of memory"))
        self.assertEqual(judged(self.CUT + failed.replace(b"memory 1\n", b"")).outcome, "wrong")

    def test_right_values_stay_right_and_wrong_ones_wrong(self):
        given = GIVEN.replace(b"round 0\n", b"round 0\nmemory 99\n").replace(b"end 6", b"end 7")
        self.assertEqual(judged(given).outcome, "pass")
        self.assertEqual(judged(given.replace(b"0x1p+1", b"0x1p+2")).outcome, "wrong")

    def test_said_too_often_it_still_earns_nothing(self):
        for place in (b"round 0\n", b"kept\n", b"begin 7\n"):
            for n in (1, 5):
                given = GIVEN.replace(place, place + b"memory 1\n" * n, 1)
                self.assertNotEqual(judged(given).outcome, "pass")  # the end counts other lines
                self.assertNotEqual(judged(given.replace(b"0x1p+1", b"0x1p+2")).outcome, "pass")
        for missing in (b"kept\n", b"f x 0x0p+0 0 1 0x1p+0\n", b"round 1\n"):
            self.assertNotEqual(judged(GIVEN.replace(missing, b"memory 1\n", 1)).outcome, "pass", missing)

    def test_other_ends_keep_their_names(self):
        for ended in ("timeout", "forbidden"):
            self.assertEqual(judged(self.CUT + b"round 1\nmemory 1\n", ended, 9).outcome, ended)


class InTheBox(unittest.TestCase):
    """Four ways to run out of memory, and one to do without, in the tests of 12.1."""

    NAMES = ("16_all_the_memory", "63a_memory_without_a_look", "63b_memory_in_small_pieces", "63c_a_tensor_too_large",
             "63d_leaves_when_memory_ends", "64_says_that_memory_ended")

    def test_each(self):
        suite, honest = suites.load(attack.MODULE), attack.honest_files()
        suite.tests = [t for t in suite.tests if t.exercise in (attack.UNDER_ATTACK, "12.2 mask_causal") and attack.feels(t.name)]
        for name in self.NAMES:
            text = (ROOT / f"tests/attacks/{name}.c").read_text()
            expected, then, _ = attack.read_table(text)
            files = {f"{attack.MODULE}/{file}": words for file, words in honest.items()}
            files[f"{attack.MODULE}/scores.c"] = attack.armed(text, then, honest["scores.c"].decode()).encode()
            submission = intake.Submission(name, files=files, sha256=intake.digest(files))
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                result = grade_one.grade(submission, suite, bytes(32), "1", Path(folder)).grade
                self.assertEqual(attack.complaints(result, expected), [])
                if expected.outcome:
                    self.assertEqual({t["outcome"] for t in result["tests"] if t["exercise"] == attack.UNDER_ATTACK}, {"limit"})


if __name__ == "__main__":
    unittest.main()
