"""test_judge.py - the grader's core: what is believed, what is not, and what is kept.

Everything here works on bytes and in temporary folders; no box is started. The last class grades
for real.
"""
import contextlib
import errno
import io
import json
import math
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

# noqa: E402
from kindling_grading.batch import again, grade, grade_one, intake, lint_entropy, names, pool, seeds, storage
from kindling_grading.batch.progress import Progress  # noqa: E402
from kindling_grading.box import selftest  # noqa: E402
from kindling_grading.box.limits import Budget, Ran  # noqa: E402
from kindling_grading.batch.intake import Submission  # noqa: E402
from kindling_grading.build import commands, mistakes, program as building, suite as suites  # noqa: E402
from kindling_grading.build.program import Built  # noqa: E402
from kindling_grading.errors import BadKey, Busy, Infra, NoRoom, SuiteError  # noqa: E402
from kindling_grading.judge import entropy, formula, transcript, values  # noqa: E402
from kindling_grading.judge.answers import judge_answers  # noqa: E402
from kindling_grading.judge.tests import TestInfo, backed  # noqa: E402
from kindling_grading.judge.values import Verdict  # noqa: E402

RIGHT = (b"begin 7\nround 0\nf CALL(g(x)) 0x1p-20 2 2 2 4 0x1p+0 -0x1.8p+1 0x0p+0 inf\ni ids 1 3 3 1 -2 3\n"
         b"s kind :Linear\nl spread -1 0x1p+1\nm :does%20not%20broadcast\nkept\nend 7\n")
GIVEN = RIGHT.replace(b"0x1p-20", b"0x0p+0").replace(b"l spread -1 0x1p+1", b"l spread 0 0x1.8p+0").replace(
    b"m :does", b"m :a%20mask%20does")


def judged(given: bytes, right: bytes = RIGHT, ended: str = "ok", signal: int = 0) -> Verdict:
    return values.verdict(transcript.parse(given), transcript.parse(right), ended, signal, "stopped")


class Grammar(unittest.TestCase):
    def test_what_the_recorder_writes_is_read(self):
        found = transcript.parse(RIGHT)
        self.assertTrue(found.whole, found.trouble)
        self.assertEqual([r.kind for r in found.records], ["round", "f", "i", "s", "l", "m", "kept"])
        self.assertEqual(found.records[1].values, [1.0, -3.0, 0.0, math.inf])
        self.assertEqual(found.records[1].shape, (2, 2))
        self.assertEqual(found.records[5].text, "does not broadcast")

    def test_lines_that_no_recorder_writes(self):
        bad = ["", " ", "f", "f x", "f x 0x0p+0 0 1", "f x 0x0p+0 0 1 0x0p+0 0x0p+0", "f x 0x0p+0 0 1 1.0",
               "f x 0x0p+0 0 1 1", "f x 0x0p+0 0 1 +0x1p+0", "f x 0x0p+0 0 1 0x1P+0", "f x 0x0p+0 0 1 0x2p+0",
               "f x 0x0p+0 0 1 0x1p+99999", "f x 0x0p+0 9 1 1 1 1 1 1 1 1 1 1 0x0p+0", "f x 0x0p+0 -1 1 0x0p+0",
               "f x 0x0p+0 1 1 2 0x0p+0 0x0p+0", "f x 0x0p+0 1 -1 0", "f x 0x0p+0 1 1_0 0", "f x  0x0p+0 0 1 0x0p+0",
               "f x 0x0p+0 0 1 0x0p+0 ", " f x 0x0p+0 0 1 0x0p+0", "f x\t0x0p+0 0 1 0x0p+0", "f x 0x0p+0 0 1 0x0p+0\r",
               "f x 0x0p+0 0 1 NaN", "f x 0x0p+0 0 1 infinity", "i x 0 1 9223372036854775808", "i x 0 1 1e3", "i x 0 1 1.0",
               "i x 0 1 ٣", "i x 1 2 1 1 1", "s x", "s x y", "s x :a b", "l x 2 0x0p+0", "l x 0 1", "m x", "m", "kept 1", "KEPT",
               "round -1", "round 0x1", "answer key", "begin 7", "PASS", '{"score":10}', "end", "end -1", "end x"]
        for line in bad:
            found = transcript.parse(f"begin 7\n{line}\nend 1\n".encode("utf-8"))
            self.assertFalse(found.whole, line)

    def test_frame(self):
        body = b"round 0\nkept\n"
        self.assertTrue(transcript.parse(b"begin 7\n" + body + b"end 2\n").whole)
        for data in [b"", b"\n", b"begin 7", b"begin 7\n", b"begin 7\n" + body, b"begin 7\n" + body + b"end 2",
                     b"begin 7\n" + body + b"end 3\n", b"begin 7\n" + body + b"end 2\nend 2\n", b"begin 7\n" + body + b"end 2\n\n",
                     b"begin 7\n" + body + b"end 2\nbegin 7\n" + body + b"end 2\n", b"begin \n" + body + b"end 2\n",
                     b"begin 7 8\n" + body + b"end 2\n", b"begin x\n" + body + b"end 2\n", b"begin -7\n" + body + b"end 2\n", b"x\nbegin 7\n" + body + b"end 2\n", b"begin 7\n\0" + body + b"end 2\n",
                     b"\xff\xfe", b"begin 7\n" + body + b"end 99999999999999\n"]:
            self.assertFalse(transcript.parse(data).whole, data)

    def test_noise_never_raises_and_never_passes(self):
        source = random.Random(7)
        for _ in range(4000):
            data = bytearray(GIVEN)
            for _ in range(source.randint(1, 4)):
                i = source.randrange(len(data))
                kind = source.randrange(4)
                if kind == 0:
                    data[i] = source.randrange(256)
                elif kind == 1:
                    del data[i : i + source.randint(1, 30)]
                elif kind == 2:
                    data[i:i] = bytes(source.randrange(256) for _ in range(source.randint(1, 9)))
                else:
                    data[i:i] = data[source.randrange(len(data)) :][:40]
                if not data:
                    break
            found = judged(bytes(data))
            # only if what was changed does not matter: a digit within the tolerance
            if found.outcome == "pass":
                self.assertEqual(len(transcript.parse(bytes(data)).records), 7)
                self.assertEqual(data.count(b"\n"), GIVEN.count(b"\n"))

    def test_hostile_sizes_end_soon(self):
        evil = [b"begin 8\nf x " + b"x " * 100000, b"begin 8\nf x 0x0p+0 8 " + b"1 " * 500000 + b"\n", b"begin 8\n" + b"kept\n" * 800000,
                b"begin 8\nf x 0x0p+0 " + b"8" * 4000000, b"begin 8\ni x 8" + b" 1" * 1500000 + b"x\n", b"begin " + b"8" * 4000000,
                b"begin 8\nend " + b"9" * 4000000, b"begin 8\nf x 0x0p+0 8" + b" 999999999999" * 8 + b" 0\nend 1\n", b"\n" * 4000000,
                b"begin 8\ns x :" + b"%41" * 1000000 + b"\nend 1\n", b"z" * (transcript.CAP + 1)]
        for data in evil:
            started = time.process_time()
            transcript.parse(data)
            self.assertLess(time.process_time() - started, 6, data[:30])


class Comparison(unittest.TestCase):
    def test_right_values_pass(self):
        self.assertEqual(judged(GIVEN), Verdict("pass"))

    def test_exit_status_and_signals_mean_nothing_beside_values(self):
        for ended, signal in [("exit", 0), ("crash", 11), ("ok", 0), ("forbidden", 31), ("timeout", 9)]:
            self.assertEqual(judged(GIVEN, ended=ended, signal=signal).outcome, "pass")
            self.assertNotEqual(judged(b"", ended=ended, signal=signal).outcome, "pass")

    def test_each_kind_of_wrong(self):
        changes = [(b"0x1p+0 -0x1.8p+1", b"0x1.1p+0 -0x1.8p+1", "g(x)[0][0]: got 1.0625, expected 1 (1 of 4 numbers differ)"),
                   (b"2 2 2 4", b"1 4 4", "got shape (4,), expected (2, 2)"), (b"inf", b"-inf", "got -inf"), (b"inf", b"nan", "got nan"),
                   (b"0x0p+0 inf", b"nan inf", "got nan"), (b"i ids 1 3 3 1 -2 3", b"i ids 1 3 3 1 -2 4", "ids[2]: got 4, expected 3"),
                   (b":Linear", b":linear", "'linear'"), (b"l spread 0 0x1.8p+0", b"l spread 0 0x1.8p+1", "expected at most 2"),
                   (b"l spread 0 0x1.8p+0", b"l spread 0 nan", "expected at most 2"), (b"does%20not", b"may%20not", "should contain"),
                   (b"i ids 1 3 3 1 -2 3", b"s - :ids", "other values"), (b"l spread 0 0x1.8p+0", b"m :x", "other values"),
                   (b"i ids 1 3 3 1 -2 3", b"is :NULL", "ids is NULL"), (b"f CALL(g(x)) 0x0p+0 2 2 2 4", b"is :NULL\nf - 0x0p+0 2 2 2 4", "g(x) is NULL"),
                   (b"kept", b"is :no%20tensor", "what came back is no tensor"), (b"round 0", b"round 1", "other values"),
                   (b"begin 7", b"begin 8", "another test"), (b"kept\nend 7", b"end 6", ""), (b"kept\n", b"failed :a%20leak\n", "a leak")]
        for old, new, words in changes:
            self.assertIn(old, GIVEN)
            found = judged(GIVEN.replace(old, new, 1))
            self.assertNotEqual(found.outcome, "pass", new)
            self.assertIn(words, found.detail)

    def test_a_value_has_no_name_in_the_box(self):
        bare = GIVEN.replace(b"f CALL(g(x))", b"f -").replace(b"i ids", b"i -").replace(b"s kind", b"s -").replace(b"l spread", b"l -")
        self.assertEqual(judged(bare), Verdict("pass"))
        self.assertIn("ids[2]: got 4", judged(bare.replace(b"1 -2 3\n", b"1 -2 4\n")).detail)

    def test_tolerance_is_the_trusted_sides(self):
        far = GIVEN.replace(b"f CALL(g(x)) 0x0p+0", b"f CALL(g(x)) inf").replace(b"-0x1.8p+1", b"-0x1.9p+1")
        self.assertEqual(judged(far).outcome, "wrong")
        side = GIVEN.replace(b"l spread 0 0x1.8p+0", b"l spread 1 0x1.8p+9")
        self.assertEqual(judged(side).outcome, "wrong")

    def test_nan_is_right_only_where_it_is_right(self):
        self.assertFalse(values.close(math.nan, 1.0, math.inf))
        self.assertFalse(values.close(1.0, math.nan, 1.0))
        self.assertTrue(values.close(math.nan, math.nan, 0.0))
        self.assertFalse(values.close(math.inf, 1.0, 1e300))
        self.assertFalse(values.close(1e308, math.inf, 1e300))
        self.assertFalse(values.close(-math.inf, math.inf, 1.0))
        self.assertFalse(values.close(1.0 + 1e-6, 1.0, math.nan))
        self.assertFalse(values.close_to_limit(math.nan, -1.0, 2.0) or values.close_to_limit(math.nan, 1.0, 2.0))

    def test_tolerance_counts_from_one(self):
        self.assertTrue(values.close(1000.0009, 1000.0, 1e-6))
        self.assertFalse(values.close(1000.002, 1000.0, 1e-6))
        self.assertTrue(values.close(1e-7, 0.0, 1e-6))
        self.assertFalse(values.close(2e-6, 0.0, 1e-6))

    def test_values_that_are_wrong_are_wrong_however_it_ended(self):
        cut = GIVEN[: GIVEN.index(b"s kind")].replace(b"0x1p+0 -0x1.8p+1", b"0x1p+3 -0x1.8p+1")
        self.assertEqual(judged(cut, ended="crash", signal=11).outcome, "wrong")

    def test_half_a_transcript(self):
        cut = GIVEN[: GIVEN.index(b"s kind")]
        self.assertEqual(judged(cut, ended="crash", signal=11).outcome, "crash")
        self.assertIn("SIGSEGV", judged(cut, ended="crash", signal=11).detail)
        self.assertEqual(judged(cut, ended="timeout").outcome, "timeout")
        self.assertEqual(judged(cut, ended="forbidden", signal=31).outcome, "forbidden")
        self.assertEqual(judged(cut, ended="limit").outcome, "limit")
        self.assertIn("exit was called", judged(cut).detail)
        self.assertEqual(judged(GIVEN + b"x").outcome, "wrong")
        self.assertEqual(judged(GIVEN.replace(b"end 7", b"kept\nend 8")).outcome, "wrong")

    def test_todo(self):
        found = judged(b"begin 7\nround 0\ntodo :12.3%20mask_causal\nend 2\n")
        self.assertEqual(found, Verdict("not-written", "12.3 mask_causal"))

    def test_details_can_be_shown_to_anybody(self):
        found = judged(b"begin 7\nround 0\nfailed :%1b[2J%00%ff<script>" + b"A" * 7000 + b"\nend 2\n")
        self.assertLessEqual(len(found.detail), values.MOST_DETAIL)
        self.assertTrue(all(c.isprintable() or c == "\n" for c in found.detail))


class Hints(unittest.TestCase):
    def test_by_exercise_and_by_test(self):
        with tempfile.TemporaryDirectory() as folder:
            course, hidden = Path(folder) / "hints.txt", Path(folder) / "hidden.txt"
            course.write_text("# 12.1 no_heading\n\n12.1 scores\n- a\n  b\n- c\n\none_test\n- own\n")
            hidden.write_text("hidden_test\n- more\n")
            self.assertEqual(suites.hints_in([course, hidden, Path(folder) / "none.txt"]),
                             {"12.1 scores": ["a b", "c"], "one_test": ["own"], "hidden_test": ["more"]})

    def test_a_test_has_its_own_or_its_exercises(self):
        listed = "1\tt\t2\t12.1 attention_scores\tscores.c\ttests/x.c\t0\n2\tscores_pass_gradients_to_q_and_k\t2\t12.1 attention_scores\tscores.c\tx.c\t0\n"
        with tempfile.TemporaryDirectory() as hidden, mock.patch.object(commands, "run", lambda command: listed):
            (Path(hidden) / "12_attention").mkdir()
            (Path(hidden) / "12_attention/hints.txt").write_text("scores_pass_gradients_to_q_and_k\n- Each operation\n")
            hints = [t.hints[0] for t in suites.listed(Path("program"), "12_attention", Path(hidden))]
        self.assertEqual([h.split()[0] for h in hints], ["Write", "Each"])


class Answers(unittest.TestCase):
    RIGHT = transcript.parse(b"begin 7\nround 0\nanswer :waste\nf waste 0x1p-10 0 1 0x1p-1\nkept\nend 4\n")

    def judged(self, text: str) -> str:
        return judge_answers(text.encode(), self.RIGHT).outcome

    def test_numbers(self):
        for text in ["waste = 0.5", "waste=.5", "waste  =  5e-1", "# x\nwaste = 0.5 # half\n", "waste = 0.500_1", "waste = 0x1p-1",
                     "waste = 1/2", "waste = 2^-1", "waste = 2 * 0.25 # half", "waste = 4/2/4", "waste = 2^3/16", "waste = 1,000/2,000"]:
            self.assertEqual(self.judged(text), "pass", text)
        for text in ["waste = 0.6", "waste = nan", "waste = inf", "waste = 1/0", "waste = 1/", "waste = /2", "waste = 1//2", "waste = 1/2 GiB", "waste = 9^9^9^9", "waste = -8^0.5", "waste = 1+1", "waste = 0.5 MiB", "waste = __import__('os')",
                     "wasted = 0.5", "Waste = 0.5", "waste 0.5", "", "waste = 1e999", "waste = 0,5", "waste = ٠.٥", "waste = 0.6\nwaste = 0.5"]:
            self.assertEqual(self.judged(text), "wrong", text)
        for text in ["waste = ?", "waste =", "waste = ? # later"]:
            self.assertEqual(self.judged(text), "not-written", text)
        for comma in ["0,5", "50,50", "0,500", "1234,567", "1,000,5", "1.000,5", ",5", "5,", "1,0000"]:
            self.assertIn("is not a number", judge_answers(f"waste = {comma}".encode(), self.RIGHT).detail, comma)
        self.assertEqual(judge_answers(None, self.RIGHT).outcome, "not-written")
        self.assertEqual(judge_answers(b"\xff\xfe\0", self.RIGHT).outcome, "wrong")

    def test_formulas(self):
        want = transcript.parse(b"begin 7\nround 0\nanswer :bytes(L=3,H=4,T=5)\nf bytes 0x1p-20 0 1 0x1.2cp+11\n"
                                b"answer :bytes(L=1,H=1,T=1)\nf bytes 0x1p-20 0 1 0x1p+3\nkept\nend 6\n")
        for line in (ROOT / "tests/fixtures/formulas.txt").read_text().splitlines()[2:]:
            text, value = line.rsplit(" = ", 1)
            self.assertEqual(formula.value(text, {"L": 3.0, "H": 4.0, "T": 5.0}), None if value == "none" else float(value), text)
        for text, outcome in (("8 L H T^2 # all", "pass"), ("8 L T^2", "wrong"), ("2400", "wrong"), ("?", "not-written"), ("L" * 101, "wrong")):
            self.assertEqual(judge_answers(f"bytes = {text}".encode(), want).outcome, outcome, text)
        self.assertIn("is not a formula of L, H and T, such as", judge_answers(b"bytes = 8 L H T^2 bytes", want).detail)
        self.assertIn('no line "bytes = formula"', judge_answers(b"", want).detail)

    def test_the_right_answer_is_not_told(self):
        self.assertNotIn("0.5", judge_answers(b"waste = 0.7", self.RIGHT).detail)


class Entropy(unittest.TestCase):
    def runs(self, make) -> list:
        return [transcript.parse(b"begin 7\n" + b"".join(b"round %d\n%s\nkept\n" % (r, make(random.Random(97 * s + r))) for r in range(3))
                                 + b"end 9\n") for s in range(32)]

    def weighed(self, make):
        runs = self.runs(make)
        self.assertTrue(all(r.whole for r in runs), runs[0].trouble)
        return entropy.weigh(runs)

    def test_draws_cannot_be_guessed(self):
        self.assertEqual(self.weighed(lambda r: b"f x 0x0p+0 0 1 %s" % r.gauss(0, 1).hex().encode()), (3, False))
        self.assertFalse(self.weighed(lambda r: b"s x :blocks.%d" % r.randrange(40))[1])

    def test_constants_can(self):
        self.assertEqual(self.weighed(lambda r: b"f x 0x0p+0 0 1 0x1.999999999999ap-4")[1], True)
        self.assertEqual(self.weighed(lambda r: b"s x :relu")[1], True)
        # whoever refuses all says them
        self.assertEqual(self.weighed(lambda r: b"m :" + str(r.random()).encode())[1], True)
        # nor do limits
        self.assertEqual(self.weighed(lambda r: b"l x 0 " + r.random().hex().encode())[1], True)

    def test_few_bits_take_more_rounds(self):
        rounds, guessable = self.weighed(lambda r: b"i x 0 1 %d" % r.randrange(6))
        self.assertFalse(guessable)
        self.assertTrue(15 < rounds <= entropy.MOST_ROUNDS, rounds)
        self.assertTrue(self.weighed(lambda r: b"i x 0 1 %d" % (r.random() < 0.1))[1])
        rounds, guessable = self.weighed(lambda r: b"f x 0x0p+0 0 1 %s" % (0.1 * r.randrange(4, 10)).hex().encode())
        self.assertTrue(rounds > 10 and not guessable)  # many digits, but only six numbers


class Backing(unittest.TestCase):
    TESTS = [TestInfo("worked", "1.1 f", "a.c", 2, ["h"], False, 3, True), TestInfo("random", "1.1 f", "a.c", 3, [], False),
             TestInfo("only", "1.2 g", "a.c", 1, [], False, 3, True), TestInfo("answer", "1.q k", "answers.txt", 1, [], False)]

    def outcomes(self, *found):
        return [v.outcome for v in backed(self.TESTS, [Verdict(o) for o in found])]

    def test_a_guess_needs_company(self):
        self.assertEqual(self.outcomes("pass", "pass", "pass", "wrong"), ["pass", "pass", "pass", "wrong"])
        self.assertEqual(self.outcomes("pass", "wrong", "pass", "pass"), ["unbacked", "wrong", "unbacked", "pass"])
        self.assertEqual(self.outcomes("wrong", "pass", "pass", "pass"), ["wrong", "pass", "pass", "pass"])

    def test_hidden_tests_are_not_told(self):
        hidden = TestInfo("secret_name", "1.1 f", "a.c", 3, ["look again"], True)
        entry = grade_one.test_entry(hidden, Verdict("wrong", "x[0]: got 3, expected 4"))
        self.assertEqual((entry["detail"], entry["hint"], entry["outcome"]), ("", "look again", "wrong"))
        more = TestInfo("random", "1.1 f", "a.c", 3, [], False)
        found = backed([self.TESTS[0], hidden, more], [Verdict("pass"), Verdict("wrong"), Verdict("wrong")])
        self.assertIn("random", found[0].detail)
        self.assertEqual(backed([self.TESTS[0], hidden, more], [Verdict("pass"), Verdict("wrong"), Verdict("pass")])[0].outcome, "pass")
        self.assertNotIn("secret_name", found[0].detail)


class WorkedExamples(unittest.TestCase):
    """What lint-entropy asks of the tests of a module: constant ones are few, and have few
    points."""

    def said(self, *rows):
        return " ".join(lint_entropy.worked_examples([TestInfo(name, exercise, file, points, [], False, 3, constant)
                                                      for name, exercise, file, points, constant in rows]))

    def test_one_for_each_exercise(self):
        by_hand, drawn = ("by_hand", "1.1 f", "a.c", 2, True), ("drawn", "1.1 f", "a.c", 9, False)
        self.assertEqual(self.said(by_hand, drawn, ("other", "1.2 g", "a.c", 1, True), ("key", "1.q k", "answers.txt", 9, False)), "")
        self.assertIn("1.1 f: by_hand and a_tie are the same", self.said(by_hand, drawn, ("a_tie", "1.1 f", "a.c", 1, True)))

    def test_few_points(self):
        self.assertIn("by_hand: 3 points", self.said(("by_hand", "1.1 f", "a.c", 3, True)))
        rows = [("by_hand", f"1.{i} f", "a.c", 2, True) for i in range(8)]
        self.assertIn("16 points are in worked examples", self.said(*rows))
        self.assertEqual(self.said(*rows[:7], ("last", "1.8 f", "a.c", 1, True)), "")


class Time(unittest.TestCase):
    """A box that only knows which tests loop."""

    def outcomes(self, loops, count=40):
        given = []

        class Series:
            def run(self, argv, limits, told):
                given.append(limits.cpu)
                ends = not loops(told.split()[1])  # rounds, test, seed
                return Ran("ok", transcript=b"begin 7\nend 0\n") if ends else Ran("timeout", transcript=b"begin 7\n")
        tests = [TestInfo(f"t{i}", "1.1 f", "a.c", 1, [], False, number=i) for i in range(count)]
        right = [transcript.Transcript("7", ended=True)] * count
        self.running = grade_one.Running(tests, [(t, 1, 3) for t in tests], right, [], Budget())
        self.again = lambda: [self.running.test(Series(), i).outcome for i in range(count)]
        return self.again(), given

    def test_no_test_is_left_out_and_a_class_is_not_held_up(self):
        found, given = self.outcomes(lambda name: True)
        self.assertEqual(given[:6], [2, 1, 0.5, 0.25, 0.25, 0.25])
        self.assertEqual(found, ["timeout"] * 40)
        self.assertLess(sum(given), 13)

    def test_what_looped_is_asked_again_a_few_times_only(self):
        first, given = self.outcomes(lambda name: int(name) % 2)
        asked = len(given)
        self.assertEqual(self.again(), first)
        self.assertEqual(len(given) - asked, 20 + again.MOST_TIMEOUTS)

    def test_one_loop_costs_its_own_test(self):
        found, given = self.outcomes(lambda name: name == "3", 6)
        self.assertEqual((found, given), (["pass"] * 3 + ["timeout"] + ["pass"] * 2, [2, 2, 2, 2, 1, 1]))

    def test_who_has_used_up_the_budget_gets_the_least(self):
        self.outcomes(lambda name: False, 3)
        self.running.budget.left = 0.1
        given = []
        self.running.budget.spend(Ran("ok", cpu_ms=60, waited_ms=50))

        class Series:
            def run(self, argv, limits, told):
                given.append(limits.cpu)
                return Ran("ok", transcript=b"begin 7\nend 0\n")
        self.assertEqual(self.running.test(Series(), 0).outcome, "pass")
        self.assertEqual(given, [grade_one.LEAST_CPU])
        self.assertLess(self.running.budget.left, 0)

    def test_notes_are_few_and_short(self):
        honest = ["a.c was not handed in"] * grade_one.MOST_NOTES
        self.assertEqual(grade_one.few(honest), honest)
        many = grade_one.few(["x" * 1_000_000] * 100_000)
        self.assertEqual((len(many), many[-1]), (grade_one.MOST_NOTES + 1, "and 99980 notes more"))
        self.assertLess(sum(map(len, many)), 10_000)

    def test_the_wall_is_far(self):
        for timeouts in range(40):
            limits = grade_one.limits(timeouts)
            self.assertGreaterEqual(limits.wall, 10 * limits.cpu)


class Seeds(unittest.TestCase):
    def test_everything_changes_the_seed(self):
        base = dict(key=b"k" * 32, epoch="2026s", assignment="12_attention", submission_sha256="ab", test="t")
        first = seeds.seed(**base)
        self.assertEqual(first, seeds.seed(**base))
        for name, other in dict(key=b"j" * 32, epoch="2026f", assignment="11_x", submission_sha256="ac", test="u").items():
            self.assertNotEqual(first, seeds.seed(**(base | {name: other})))
        self.assertNotEqual(seeds.seed(b"k" * 32, "a", "bc", "d", "e"), seeds.seed(b"k" * 32, "ab", "c", "d", "e"))

    def test_the_key_is_private(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "a", "course.key")
            with mock.patch.dict(os.environ, KINDLING_COURSE_KEY=str(path)):
                key = seeds.course_key()
                self.assertEqual(key, seeds.course_key())
                self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
                path.chmod(0o640)
                self.assertRaisesRegex(BadKey, "chmod 600", seeds.course_key)
                path.chmod(0o600)
                path.write_text("zz")
                self.assertRaises(BadKey, seeds.course_key)
            with mock.patch.dict(os.environ, KINDLING_COURSE_KEY=str(ROOT / "build/course.key")):
                self.assertRaisesRegex(BadKey, "own folder", seeds.course_key)


class Storage(unittest.TestCase):
    GRADE = {"v": 1, "student": "s", "status": "graded", "reason": "", "suite_sha256": "", "submission_sha256": "", "tests": [],
             "score": 1, "max": 1}

    def test_whole_or_not_there(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "s")
            storage.write(folder, self.GRADE, [("whole", 3)])
            self.assertEqual(storage.read(folder), self.GRADE)
            with mock.patch.object(os, "fsync", side_effect=OSError("disk full")):
                self.assertRaises(OSError, storage.write, folder, self.GRADE | {"score": 0}, [])
            self.assertEqual(storage.read(folder), self.GRADE)
            storage.write(folder, self.GRADE, [])
            self.assertEqual(sorted(p.name for p in folder.iterdir()), ["grade.json", "timing.tsv"])
            for torn in ["", "{", "[]", '{"v":1}', '{"v":2}', "null"]:
                (folder / "grade.json").write_text(torn)
                self.assertIsNone(storage.read(folder))

    def test_what_a_killed_grader_left_is_cleared_away(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.object(storage, "WORK", Path(name)):
            dead = subprocess.Popen(["true"])
            dead.wait()
            left = Path(name, f"{storage.HOST}.{dead.pid}")
            elsewhere = Path(name, f"another_machine.{dead.pid}")
            elsewhere.mkdir()
            left.mkdir()
            box, other = (subprocess.Popen(["sh", "-c", "echo; read wait; :", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                          for path in (f"{left}/files/link/program", f"{left}9/files"))
            for process in (box, other):
                process.stdout.readline()  # only then it surely has its command
            try:
                with storage.work_folder() as mine:
                    self.assertTrue(mine.is_dir())
                    self.assertFalse(left.exists())
                    self.assertTrue(elsewhere.exists())
                self.assertEqual(box.wait(600), -9)
                self.assertIsNone(other.poll())
            finally:
                for process in (box, other):
                    process.kill()
                    process.communicate()

    def test_one_grader_at_a_time(self):
        with tempfile.TemporaryDirectory() as name, storage.only_one(Path(name)):
            with self.assertRaises(Busy), storage.only_one(Path(name)):
                pass

    def test_a_void_batch_is_set_aside(self):
        with tempfile.TemporaryDirectory() as name:
            for student in ("a", "b"):
                storage.write(Path(name, student), self.GRADE, [])
            storage.OpenBatch(Path(name)).add("a")  # and killed here
            batch = storage.OpenBatch(Path(name))
            batch.add("b")
            self.assertEqual(batch.withdraw(), ["a", "b"])
            self.assertIsNone(storage.read(Path(name, "a")))
            self.assertTrue(Path(name, "b", "grade.void.json").exists())
            self.assertEqual(storage.OpenBatch(Path(name)).withdraw(), [])


class Workers(unittest.TestCase):
    def results(self, work, count=12, jobs=3, **patience):
        patience = pool.Patience(look=0.02, **patience)
        with tempfile.TemporaryDirectory() as name, \
                pool.Pool(work, lambda _, why: f"lost: {why}", [(str(i), None) for i in range(count)], jobs, Path(name), patience) as made:
            found = [(task[0], told) for task, told in made.results()]
        self.assertEqual(len(found), len(dict(found)))
        return dict(found)

    def but(self, one, harm):
        """Each task gives back its name; that one does harm."""
        return lambda task, _: harm() if task[0] == one else task[0]

    def check_only_one_lost(self, found, one, reason, count=12):
        self.assertRegex(found.pop(one), f"^lost: .*{reason}")
        self.assertEqual(found, {str(i): str(i) for i in range(count) if str(i) != one})

    def test_each_task_once(self):
        self.assertEqual(self.results(lambda task, _: int(task[0]) ** 2), {str(i): i * i for i in range(12)})

    def test_a_worker_that_is_killed_costs_a_second_try(self):
        with tempfile.TemporaryDirectory() as name:
            def work(task, _):
                mark = Path(name, task[0])
                if task[0] in ("3", "7") and not mark.exists():
                    mark.touch()
                    os.kill(os.getpid(), 9)
                return task[0]
            self.assertEqual(self.results(work), {str(i): str(i) for i in range(12)})

    def test_a_full_disk_ends_the_batch_with_a_sentence(self):
        for number in (errno.ENOSPC, errno.EDQUOT):
            def harm():
                raise OSError(number, os.strerror(number), "grades/anna/grade.json")
            with self.assertRaises(NoRoom) as told:
                self.results(self.but("3", harm))
            self.assertIn("grades/anna/grade.json could not be written. What was done before is kept", str(told.exception))
            with mock.patch.object(grade, "start", lambda *_: harm()), contextlib.redirect_stderr(io.StringIO()) as said:
                self.assertEqual(grade.main([]), grade.MISUSE)
            self.assertRegex(said.getvalue(), "^grade: (the disk is full|your quota of this disk is used up): ")

    def test_a_compiler_without_room_costs_nobody_points(self):
        """It says so in words of its own, which a file can have it say, too: so the disk is asked."""
        failed = Built("link-error", "ld: final link failed: No space left on device")
        with tempfile.TemporaryDirectory() as name, mock.patch.object(building, "tried", lambda *_: failed):
            self.assertIs(building.build({}, tiny_suite(), Path(name), Budget()), failed)  # there is room: its own fault
            self.assertEqual(list(Path(name).iterdir()), [])
            with mock.patch("os.posix_fallocate", side_effect=OSError(errno.ENOSPC, "No space left on device")), \
                    self.assertRaisesRegex(NoRoom, f"the disk is full: {name} could not be written"):
                building.build({}, tiny_suite(), Path(name), Budget())
            self.assertEqual(list(Path(name).iterdir()), [])
        batch = grade.Batch(tiny_suite(), b"k" * 32, "e", Path())
        for full in (NoRoom("the disk is full"), OSError(errno.ENOSPC, "No space left on device")):
            with mock.patch.object(grade.grade_one, "grade", side_effect=full), tempfile.TemporaryDirectory() as name:
                with self.assertRaises(NoRoom):  # the batch ends: no infra-error for each of three hundred
                    batch.graded(Submission("s1"), Path(name))

    def test_a_task_that_kills_every_worker_is_lost_alone(self):
        for jobs in (1, 3):
            found = self.results(self.but("5", lambda: os.kill(os.getpid(), 9)), jobs=jobs)
            self.check_only_one_lost(found, "5", "ended 3 times, at last with status -9")

    def test_all_of_them_may_be(self):
        self.assertEqual(len(self.results(lambda task, _: os._exit(3), count=4)), 4)

    def test_a_worker_that_ends_in_the_middle_of_its_answer(self):
        def half():
            # one of them is the pipe: a length, and less than that
            for entry in os.listdir("/proc/self/fd"):
                with contextlib.suppress(OSError):
                    if stat.S_ISSOCK(os.fstat(int(entry)).st_mode):
                        os.write(int(entry), b"\0\0\1\0abc")
            os._exit(0)
        self.check_only_one_lost(self.results(self.but("0", half), jobs=1), "0", "ended 3 times")

    def test_a_worker_that_was_killed_while_it_had_nothing_to_do(self):
        with tempfile.TemporaryDirectory() as name, pool.Pool(lambda task, _: task[0], lambda *_: "lost", [("a", None), ("b", None)],
                                                              2, Path(name)) as made:
            made.workers[0].process.kill()
            made.workers[0].process.join()
            self.assertEqual(sorted(made.results()), [(("a", None), "a"), (("b", None), "b")])

    def test_a_worker_that_computes_without_end_is_lost_alone(self):
        def endless():
            while True:
                pass
        found = self.results(self.but("0", endless), computing=0.5)
        self.check_only_one_lost(found, "0", "0.5 s of computing")

    def test_what_a_worker_computed_for_others_counts_for_none(self):
        def some(task, _):
            before = time.process_time()
            while time.process_time() - before < 0.1:
                pass
            return task[0]
        self.assertEqual(len([t for t in self.results(some, jobs=1, computing=0.6).values() if t.startswith("lost")]), 0)

    def test_a_worker_that_waits_without_end_is_lost_alone(self):
        """The clock on the wall is the test's: it jumps when somebody waits."""
        for wait in (signal.pause, lambda: os.kill(os.getpid(), signal.SIGSTOP)):
            with tempfile.TemporaryDirectory() as name:
                mark = Path(name, "waits")

                def waits():
                    mark.touch()
                    wait()
                found = self.results(self.but("11", waits), jobs=1, wall=1000, now=lambda: 2000.0 if mark.exists() else 0.0)
                self.check_only_one_lost(found, "11", "no end after 1000 s")

    def test_a_worker_that_takes_all_the_memory_is_lost_alone(self):
        found = self.results(self.but("2", lambda: len(bytearray(512 << 20))), memory=256 << 20)
        self.check_only_one_lost(found, "2", "status 1; is there enough memory")

    def test_what_a_lost_worker_wrote_is_removed(self):
        with tempfile.TemporaryDirectory() as name:
            def work(_, folder):
                folder.mkdir(parents=True)
                os.kill(os.getpid(), 9)
            with pool.Pool(work, lambda *_: "lost", [("a", None)], 1, Path(name)) as made:
                self.assertEqual([told for _, told in made.results()], ["lost"])
                self.assertEqual(os.listdir(name), [])


def tiny_suite() -> suites.Suite:
    tests = [TestInfo("t", "1.1 f", "a.c", 4, ["look at f"], False)]
    return suites.Suite("12_attention", ["12_attention"], {"12_attention": ["a.c"]}, tests, Path(), Path(), "cc", [], {}, [], [],
                        set(), Path(), "suite", "gcc", reference_files={"12_attention/a.c": b"ref"}, stub_files={"12_attention/a.c": b"stub"})


class Batches(unittest.TestCase):
    """grade.py with a grader that only looks at the bytes: "ref" earns all."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.graded, self.broken = [], set()
        self.enterContext(mock.patch.object(grade_one, "grade", self.fake))
        self.enterContext(mock.patch.object(sys, "stdout", self.enterContext(open(os.devnull, "w"))))
        self.submissions = self.folder / "in"
        for name in ("s1", "s2", "s3"):
            (self.submissions / name).mkdir(parents=True)
            (self.submissions / name / "a.c").write_bytes(b"ref" if name == "s1" else b"other")

    def fake(self, submission, suite, key, epoch, work, *_):
        with open(self.folder / "log", "a") as log:
            log.write(submission.student + "\n")
        if submission.student in self.broken:
            raise Infra("the box did not start")
        right = b"ref" in submission.files.get("12_attention/a.c", b"")
        return grade_one.Graded(grade_one.result(submission, suite, epoch, "graded", "", [], [Verdict("pass" if right else "wrong")]))

    def batch(self, epoch="e"):
        return grade.Batch(tiny_suite(), b"k" * 32, epoch, self.folder / "out/12_attention")

    def run_batch(self, epoch="e", again=()):
        (self.folder / "log").write_text("")
        batch = self.batch(epoch)
        tasks = list(grade.to_do(names.students(self.submissions), batch, list(again)))
        status = grade.run(batch, tasks, 2, True, Progress(len(tasks), 0)) if tasks else 0
        return status, (self.folder / "log").read_text().split()

    def score(self, student):
        return storage.read(self.folder / "out/12_attention" / student)

    def test_a_batch_between_canaries_and_again(self):
        status, log = self.run_batch()
        self.assertEqual(status, 0)
        self.assertEqual((log[:2], sorted(log[2:-2]), log[-2:]), (["reference", "stub"], ["s1", "s2", "s3"], ["reference", "stub"]))
        self.assertEqual([self.score(s)["score"] for s in ("s1", "s2", "s3")], [4, 0, 0])
        self.assertEqual(self.run_batch(), (0, []))
        (self.submissions / "s2/a.c").write_bytes(b"ref now")
        self.assertEqual(self.run_batch()[1].count("s2"), 1)
        self.assertEqual(self.score("s2")["score"], 4)
        self.assertIn("s1", self.run_batch(epoch="f")[1])
        self.assertIn("s3", self.run_batch(epoch="f", again=["graded"])[1])
        (self.folder / "out/12_attention/s3/grade.json").write_text("{")
        self.assertIn("s3", self.run_batch(epoch="f")[1])

    def test_a_batch_killed_at_its_end_still_needs_its_canaries(self):
        self.run_batch()
        storage.OpenBatch(self.folder / "out/12_attention").add("s1")
        with mock.patch.object(grade.Batch, "canaries", lambda *_: ["the reference earned 3 of 4"]), contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(grade.run(self.batch(), [], 2, True, Progress(0, 3)), grade.VOID)
        for words in ("no student is at fault", "the reference earned 3 of 4", "this tree is at ", "the last commit that changed these tests, answers or the engine: ",
                      "make grade-course MODULE=12", "1 results were set aside as grade.void.json; nothing was handed on"):
            self.assertIn(words, said.getvalue())
        self.assertIsNone(self.score("s1"))
        self.assertIsNotNone(self.score("s2"))
        self.assertEqual(self.run_batch()[0], 0)
        self.assertFalse(storage.OpenBatch(self.folder / "out/12_attention").left)

    def test_a_time_that_was_corrected_runs_nothing_again(self):
        self.run_batch()
        path = self.submissions / "received.csv"
        for time, note in (("2026-02-01 10:00", "received.csv: 2026-02-01 10:00 has no time zone; taken as UTC"), ("2026-02-01T11:00:00+01:00", None)):
            path.write_text(f"student,received_at\ns1,{time}\n")
            before = self.score("s1")
            self.assertEqual(self.run_batch(), (0, []))
            notes = [note] if note else []
            self.assertEqual(self.score("s1"), before | {"received_at": "2026-02-01T10:00:00Z", "notes": notes})
        path.write_text("student,received_at\ns2,2026-02-02T10:00:00Z\n")
        self.assertEqual(self.run_batch(), (0, []))
        self.assertEqual([self.score(s)["received_at"] for s in ("s1", "s2")], [None, "2026-02-02T10:00:00Z"])

    def started(self, wrong):
        """make grade, where what recognises mistakes cannot be built, beside right model answers or wrong ones."""
        suite = tiny_suite()
        suite.reference_files = {"12_attention/a.c": b"wrong" if wrong else b"ref"}
        suite_error = mock.patch.object(mistakes, "load", side_effect=SuiteError("mistakes.c does not compile"))
        o = grade.options(["--module", "12", "--submissions", str(self.submissions), "--out", str(self.folder / "out")])
        with mock.patch.object(suites, "load", lambda *_: suite), mock.patch.object(selftest, "run_all", list), suite_error, \
                mock.patch.object(seeds, "course_key", lambda: b"k" * 32), contextlib.redirect_stdout(io.StringIO()) as said:
            return grade.start(o, False), said.getvalue()

    def test_a_broken_model_answer_is_said_first_and_voids(self):
        status, said = self.started(wrong=True)
        self.assertEqual(status, grade.VOID)
        self.assertIn("no student is at fault", said)
        self.assertIn("the reference earned 0 of 4", said)
        self.assertRaisesRegex(SuiteError, "mistakes.c does not compile", self.started, wrong=False)

    def test_infra_errors_are_no_zeros(self):
        self.broken = {"s2"}
        status, log = self.run_batch()
        self.assertEqual((status, log.count("s2")), (1, 3))
        self.assertEqual(self.score("s2")["status"], "infra-error")
        self.broken = set()
        status, log = self.run_batch()
        self.assertEqual((status, log.count("s2"), log.count("s1")), (0, 1, 0))

    def test_a_disk_that_fails_is_one_students_infra_error(self):
        real = intake.read

        def failing(student, *rest):
            if student == "s2":
                raise OSError(5, "Input/output error")
            return real(student, *rest)
        with mock.patch.object(intake, "read", failing):
            self.assertEqual(self.run_batch()[0], 1)
        self.assertEqual([self.score(s)["status"] for s in ("s1", "s2", "s3")], ["graded", "infra-error", "graded"])
        self.assertIn("Input/output error", self.score("s2")["reason"])
        self.assertEqual(self.run_batch()[1].count("s2"), 1)

    def test_a_submission_that_kills_its_grader_is_an_infra_error_and_graded_again(self):
        real = intake.read

        def deadly(student, *rest):
            if student == "s2":
                os.kill(os.getpid(), 9)  # in the batch's own process this would end everything
            return real(student, *rest)
        for _ in range(2):
            with mock.patch.object(intake, "read", deadly):
                self.assertEqual(self.run_batch()[0], 1)
            self.assertEqual([self.score(s)["status"] for s in ("s1", "s2", "s3")], ["graded", "infra-error", "graded"])
            self.assertIn("ended 3 times, at last with status -9", self.score("s2")["reason"])
        status, log = self.run_batch()
        self.assertEqual((status, log.count("s2"), log.count("s1")), (0, 1, 0))
        self.assertEqual(self.score("s2")["status"], "graded")

    def test_a_dead_canary_voids_the_batch(self):
        self.broken = {"reference"}
        self.assertEqual(self.run_batch()[0], grade.VOID)
        self.assertIsNone(self.score("s1"))
        self.broken = set()
        real, calls = grade.Batch.canaries, []
        with mock.patch.object(grade.Batch, "canaries", lambda b, f: (calls.append(1), real(b, f))[1] + ["x"] * (len(calls) > 1)):
            self.assertEqual(self.run_batch()[0], grade.VOID)
        self.assertIsNone(self.score("s1"))
        self.assertEqual(self.run_batch()[0], 0)
        self.assertEqual(self.score("s1")["score"], 4)


class Misuse(unittest.TestCase):
    def said(self, *arguments) -> str:
        with mock.patch("sys.stderr", new_callable=__import__("io").StringIO) as err:
            self.assertEqual(grade.main(list(arguments)), grade.MISUSE)
        return err.getvalue()

    def test_each_is_told(self):
        here = tempfile.mkdtemp()
        self.assertIn("MODULE=12", self.said("--module", "", "--submissions", here))
        self.assertIn("SUBMISSIONS=dir", self.said("--module", "12"))
        self.assertIn("is no folder", self.said("--module", "12", "--submissions", here + "/x"))
        self.assertIn("JOBS=two", self.said("--module", "12", "--submissions", here, "--jobs", "two"))
        self.assertIn("STATUS=bad", self.said("--module", "12", "--submissions", here, "--again", "bad"))
        self.assertIn("must not lie", self.said("--module", "12", "--submissions", here, "--out", here + "/grades"))
        self.assertIn("HIDDEN", self.said("--module", "12", "--submissions", here, "--hidden", here + "/h"))
        with mock.patch.object(selftest, "run_all", lambda: ["sockets can be opened"]):
            self.assertIn("nothing is graded", self.said("--module", "12", "--submissions", here))
        with mock.patch.object(selftest, "run_all", lambda: []):
            self.assertIn("no module 77", self.said("--module", "77", "--submissions", here))
            self.assertIn("no submissions", self.said("--module", "12", "--submissions", here))
        os.rmdir(here)


if __name__ == "__main__":
    unittest.main()
