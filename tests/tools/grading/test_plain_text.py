"""test_plain_text.py - text as editors write it: a byte order mark, Windows' line ends, UTF-16,
Latin-1; for every reader."""
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading")]
from kindling_grading import plain_text
from kindling_grading.batch import names
from kindling_grading.build import objects
from kindling_grading.errors import BookError, Broken, PolicyError
from kindling_grading.judge import transcript
from kindling_grading.judge.answers import judge_answers
from kindling_grading.reports import groups, manual, people, policy

RIGHT = transcript.parse(b"begin 7\nround 0\nanswer :waste\nf waste 0x1p-10 0 1 0x1p-1\nkept\nend 4\n")
WRITTEN = {"plain": str.encode, "a mark": lambda text: plain_text.BOM + text.encode(), "Windows": lambda text: text.replace("\n", "\r\n").encode(),
           "both": lambda text: plain_text.BOM + text.replace("\n", "\r\n").encode()}
UTF_16 = {"UTF-16": lambda text: text.encode("utf-16"), "little": lambda text: text.encode("utf-16-le"), "big": lambda text: text.encode("utf-16-be")}
# name, text, its reader, what it gives, and what it raises
READERS = [
    ("policy.toml", "[12_attention]\nattempts = \"best\"\n", lambda p: policy.load(p, "12_attention").attempts, "best", PolicyError),
    ("roster.csv", "student,first_name\nanna,Änne\n", lambda p: next(iter(people.roster(p).values())).first_name, "Änne", BookError),
    ("manual.csv", ",".join(manual.COLUMNS) + "\n", lambda p: manual.load(p), {}, BookError),
    ("groups.csv", ",".join(groups.COLUMNS[:2]) + "\nanna,one\n", lambda p: [row for _, row in groups.rows(p)], [dict(zip(groups.COLUMNS, ("anna", "one")))], BookError),
]


class Tables(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, contents):
        (self.folder / name).write_bytes(contents)
        return self.folder / name

    def test_marks_and_line_ends_change_nothing(self):
        for name, text, read, want, _ in READERS:
            for how, encode in WRITTEN.items():
                with self.subTest(name=name, how=how):
                    self.assertEqual(read(self.file(name, encode(text))), want)

    def test_utf_16_is_told_by_its_name(self):
        for name, text, read, _, error in READERS:
            for how, encode in UTF_16.items():
                with self.subTest(name=name, how=how), self.assertRaisesRegex(error, f"{name}: UTF-16, which cannot be read here: save it as UTF-8"):
                    read(self.file(name, encode(text)))

    def test_latin_1_is_told_with_its_byte(self):
        for name, text, read, _, error in READERS:
            with self.subTest(name=name), self.assertRaisesRegex(error, f"{name}: not UTF-8 at byte {len(text.encode())}; save it as UTF-8"):
                read(self.file(name, text.encode() + "ä".encode("latin-1")))

    def test_when_it_came(self):
        text = "student,received_at\nanna,2026-02-01T10:00:00Z\n"
        for how, encode in WRITTEN.items():
            self.assertEqual(names.manifest_rows(self.file("received.csv", encode(text)))[0], [("anna", "2026-02-01T10:00:00Z")], how)
        for how, encode in UTF_16.items():
            self.assertIn("UTF-16", names.manifest_rows(self.file("received.csv", encode(text)))[1][0], how)


class Work(unittest.TestCase):
    def test_answers(self):
        for how, encode in WRITTEN.items():
            self.assertEqual(judge_answers(encode("waste = 0.5\nother = 1\n"), RIGHT).outcome, "pass", how)
        for how, encode in UTF_16.items():
            verdict = judge_answers(encode("waste = 0.5\n"), RIGHT)
            self.assertEqual((verdict.outcome, "UTF-16" in verdict.detail), ("wrong", True), how)

    def test_a_file_of_c_in_utf_16(self):
        for encode in UTF_16.values():
            with self.assertRaisesRegex(Broken, "mask.c is UTF-16, which cannot be read here: save it as UTF-8"):
                objects.compile_file("12_attention/mask.c", encode("int x;\n"), None, Path("nowhere"), None)

    def test_bytes_of_c_that_only_look_so(self):
        for contents in (b"", b"\0", b"int x;\0\0", b"/* \0 */ int x;\n", b"\xff\xfd"):
            self.assertFalse(plain_text.is_utf_16(contents), contents)


if __name__ == "__main__":
    unittest.main()
