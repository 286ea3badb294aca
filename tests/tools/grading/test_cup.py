"""test_cup.py - the board of the Kindling cup: what it says of honest entries, and of those that
win without being better.

    python3 tests/tools/grading/test_cup.py        builds the engine as it ships, if need be, and trains two small models
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import cup, cup_entry  # noqa: E402
from kindling_grading.box import selftest  # noqa: E402
from kindling_grading.build import commands, cup_suite  # noqa: E402
from kindling_grading.course import program  # noqa: E402
from kindling_grading.errors import SuiteError  # noqa: E402

CUP = ROOT / "attention/cup"
FILES = ("artefact_pack.c", "artefact_unpack.c", "entry.c")
ANSWER = {name: (CUP / name).read_text() for name in FILES}
KEY = b"k" * 32
STEPS = 800
# An open entry that is honest: the engine's own reader of an artefact, in a struct of its own.
OPEN = (ROOT / "tests/attacks/cup/honest.c").read_text()


def changed(name: str, old: str, new: str) -> dict[str, str]:
    """The model answers with one place changed."""
    assert ANSWER[name].count(old) == 1, (name, old)
    return ANSWER | {name: ANSWER[name].replace(old, new)}


def in_next(line: str) -> dict[str, str]:
    """With a line more at the end of entry_next."""
    return changed("entry.c", "e->ids + read, e->n - read, logits);\n", "e->ids + read, e->n - read, logits);\n    " + line + "\n")


@unittest.skipIf(selftest.run_all(), "no tight box on this machine")
class Board(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="test-cup-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        (cls.place / "prepared").mkdir()
        cls.course = cup.prepare(ROOT / "tools/grading/README.md", KEY, "1", cls.place / "prepared", STEPS)

    def judged(self, files: dict[str, str | bytes], rounds: int = 6) -> tuple[list[str], list[str]]:
        """Rows and lines of one submission."""
        place = Path(tempfile.mkdtemp(dir=self.place))
        (place / "in").mkdir()
        for name, text in files.items():
            (place / "in" / name).write_bytes(text.encode() if isinstance(text, str) else text)
        return cup.judged(self.course, [("anna", place / "in")], rounds, place / "work")

    def row(self, files: dict[str, str | bytes]) -> list[str]:
        rows, without = self.judged(files)
        self.assertEqual((len(rows), without), (1, []))
        return rows[0].split("\t")

    def none(self, files: dict[str, str | bytes], words: str, rounds: int = 6) -> None:
        rows, without = self.judged(files, rounds)
        self.assertEqual((rows, len(without)), ([], 1), without)
        self.assertIn(words, without[0])

    def artefact(self) -> bytes:
        """What the model answers make of the given model."""
        entry = cup.Entry("", "closed", self.course.base, Path(tempfile.mkdtemp(dir=self.place)), b"", 0)
        return entry.packed(self.course, "model").read_bytes()

    # ---- who has a score

    def test_the_model_answers(self):
        name, division, bits, baseline, artefact, memory, held, folder = self.row(ANSWER)
        self.assertEqual((name, division, artefact, memory, held), ("anna", "closed", "116288", "502532.0", "436996.0"))
        self.assertLess(float(bits), 1.01 * float(baseline))
        said = self.course.ask("table", "6", stdin="\t".join((name, division, bits, baseline, artefact, memory, held, folder)) + "\n")
        found = re.search(r"^ +1  anna +([0-9.]+)  ([0-9.]+) to ([0-9.]+) ", said, re.M)
        self.assertIsNotNone(found, said)
        self.assertGreater(float(found[1]), 1)
        self.assertLessEqual(float(found[2]), float(found[3]))

    def test_an_open_entry_and_what_it_really_holds(self):
        _, division, _, _, artefact, memory, held, _ = self.row({"open.c": OPEN, "open.bin": self.artefact()})
        self.assertEqual((division, artefact), ("open", "116288"))  # its object is no larger than that of open.c
        self.assertGreater(float(memory), 400_000, "entry_bytes says 1000; the kernel says what is so")
        self.assertGreater(float(held), 400_000, "and the same of the baseline")

    def test_constants_in_a_file_are_bytes_of_the_artefact(self):
        table = "static const unsigned char more[50000] = {1};\n"
        used = OPEN.replace("return 1000;", "return 1000 + more[bytes_at];")
        files = {"open.c": table + "static volatile int bytes_at;\n" + used, "open.bin": self.artefact()}
        self.assertGreater(int(self.row(files)[4]), 116288 + 47000)

    def test_both_divisions(self):
        rows, without = self.judged(ANSWER | {"open.c": OPEN, "open.bin": b"none"})
        self.assertEqual(len(rows), 1)
        self.assertIn("open: reading texts: entry_open refused the artefact: artefact: 4 bytes", without[0])

    # ---- who has none, and why

    def test_untouched(self):
        stubs = {name: (ROOT / "modules/20_capstone" / name).read_text() for name in FILES}
        self.none(stubs, "closed: packing the model: 20.1 artefact_pack is not written yet")

    def test_it_does_not_compile(self):
        self.none(ANSWER | {"entry.c": "int x = ;\n"}, "it cannot be built: entry.c:1:9: error")

    def test_nothing_was_handed_in(self):
        self.none({"notes.txt": "sorry"}, "no file of 20_capstone is here")
        self.none({"open.c": OPEN}, "open.bin, its artefact, was not handed in")

    def test_a_crash_and_an_endless_loop(self):
        self.none(in_next("*(volatile int *)0 = 1;"), "reading texts: ended by signal 11")
        cup_entry.READING.cpu = 1
        self.addCleanup(setattr, cup_entry.READING, "cpu", 20)
        self.none(in_next("for (volatile int i = 0;; i++) { }"), "reading texts: stopped after 1 s of computing")

    def test_nonsense_is_no_score(self):
        self.none(in_next("logits[0] = NAN;") | {"entry.c": "#include <math.h>\n" + in_next("logits[0] = NAN;")["entry.c"]}, "closed: ")
        self.none(changed("artefact_pack.c", "quant_symmetric(column, R, 8)", "quant_symmetric(column, R, 2)"), "of its norm")

    def test_a_warm_cache(self):
        self.none(changed("entry.c", "    e->n = 0;\n", ""), "the same text had other logits after other texts")

    def test_what_is_said_while_it_is_timed_counts(self):
        honest = cup_entry.Entry.read

        def other(entry, artefact, texts, doing):
            logits, holds = honest(entry, artefact, texts, doing)
            return (logits[:-1] + bytes([logits[-1] ^ 1]) if texts == self.course.timed else logits), holds

        with mock.patch.object(cup_entry.Entry, "read", other):
            self.none(ANSWER, "it says something else while it is timed", rounds=8)

    def test_pruned_weights(self):
        pruned = changed("artefact_pack.c", "        quantize_row(", "        for (long i = 0; i < R; i++)\n            column[i] = i % 2 ? column[i] : 0;\n"
                         "        quantize_row(")
        self.none(pruned, "weights are rounded, never pruned or trained")

    def test_another_model_inside(self):
        self.none(in_next("logits[3] += (real)1e-4;"), "entry_next and gpt_forward of the same artefact give other logits")

    def test_a_model_that_is_not_in_the_artefact(self):
        elsewhere = OPEN.replace("gpt_prefill(m->model, m->cache, m->ids + read, m->n - read, logits);",
                                 "(void)read;\n    for (int v = 0; v < 96; v++)\n        logits[v] = (real)(id + v) / 96;")
        elsewhere = elsewhere.replace("artefact_model(artefact, bytes);", "gpt_new((GptOptions){.vocabulary = 96, .context = 64, .embed_dim = 8, "
                                      ".num_heads = 2, .num_layers = 1, .causal = true, .seed = (long)artefact * 0 + bytes});")
        self.none({"open.c": elsewhere, "open.bin": b"0123456789"}, "other bytes in the artefact made no other logits")

    def test_a_table_of_nothing_does_not_pass(self):
        self.none({"open.c": (ROOT / "tools/cup/open.c").read_text(), "open.bin": bytes(96 * 96)}, "open: it does not pass: 6.58")

    def test_files_are_not_there_to_be_read(self):
        """An entry that looks for the text, or for the weights, finds its own artefact alone."""
        peek = in_next('size_t n;\n    if (kindling_read_file("/run/model", &n) != NULL || kindling_read_file("/run/texts", &n) != NULL)\n'
                       '        kindling_fail("found");')
        self.row(peek)


@unittest.skipIf(selftest.run_all(), "no tight box on this machine")
class Judge(unittest.TestCase):
    def test_it_holds_nothing_of_what_an_entry_replaces(self):
        said = commands.make_cup("20_capstone", cup_suite.FOLDER)
        for division, name in enumerate(("closed", "open")):
            for answer in said[name]:
                wholes = [ROOT / whole for whole in said["wholes"]]
                more = wholes[division].with_name("whole_and_more.o")
                subprocess.run(["ld", "-r", "-o", more, wholes[division], ROOT / answer], check=True)
                wholes[division] = more
                with mock.patch.object(commands, "make_cup", return_value=said | {"wholes": wholes}):
                    with self.assertRaisesRegex(SuiteError, "whole_and_more.o holds what students are asked for: "):
                        cup_suite.divisions("20_capstone")


class Entries(unittest.TestCase):
    def test_of_a_student_the_last_attempt_takes_part(self):
        there = [(name, Path(name)) for name in ("anna@20260201T100000Z", "anna@20260201T100001Z", "anna", "ben", "cy@20260201T100000Z")]
        self.assertEqual(cup.last_attempts(there), [("anna", Path("anna@20260201T100001Z")), ("ben", Path("ben")), ("cy", Path("cy@20260201T100000Z"))])

    def test_a_name_is_one_cell_of_the_board(self):
        self.assertEqual([cup_entry.shown(name) for name in ("anna  9.99  9 to 10", "a\tb\nc", "x" * 200)], ["anna 9.99 9 to 10", "a b c", "x" * 40])


class Command(unittest.TestCase):
    def said(self, *words: str) -> tuple[int, str]:
        done = subprocess.run([*program("batch.cup"), *words], cwd=ROOT, capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def test_what_cannot_be(self):
        with tempfile.TemporaryDirectory() as empty:
            for words, why in (((), "which submissions?"), (("--submissions", empty), "has no submissions"),
                               (("--submissions", empty, "--rounds", "5"), "a number from 6 on"),
                               (("--submissions", empty, "--text", "none.txt"), "TEXT=none.txt is no file")):
                status, said = self.said(*words)
                self.assertEqual((status, why in said), (2, True), said)

    def test_a_class(self):
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder)
            for name in ("anna", "ben"):
                (place / "in" / name).mkdir(parents=True)
                for file in FILES:
                    (place / "in" / name / file).write_text(ANSWER[file])
            (place / "key").write_text("6b" * 32)
            (place / "key").chmod(0o600)
            os.environ["KINDLING_COURSE_KEY"] = str(place / "key")
            status, said = self.said("--submissions", f"{place}/in", "--rounds", "8", "--steps", str(STEPS), "--out", f"{place}/out")
            self.assertEqual(status, 0, said)
            self.assertIn("with a score: 2, without: 0", said)
            # ties: score_want.c, by numbers
            self.assertEqual(sorted(re.findall(r"^ +[12]  (anna|ben) ", said, re.M)), ["anna", "ben"], said)
            self.assertTrue(said.startswith((place / "out/cup/board.txt").read_text()), said)
            self.assertRegex(said, r"a table of three letters [0-9.]+\.\n")
            self.assertIn("too unlike", said, f"{STEPS} steps are too few")


if __name__ == "__main__":
    unittest.main()
