"""test_reports.py - grade books and feedback pages, from forty submissions nobody had to grade.

    python3 tests/tools/grading/test_reports.py         xmllint, jsonschema and chromium are used when there
"""
import argparse
import base64
import contextlib
import copy
import csv
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unicodedata
import unittest
from datetime import datetime, timezone
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
GRADING = ROOT / "tools/grading"
FIXTURES = Path(__file__).resolve().parent / "fixtures"
sys.path[:0] = [str(GRADING), str(FIXTURES)]

from kindling_grading.batch.names import safe_name
from kindling_grading.reports import book as books, canvas, changes, class_page, classroom, command, csv_book, feedback, gradescope, junit, lti, manual, moodle, outcomes, page, people, policy as policies, remarks, results, schema, student_page, svg, text
import class_of_40

AT = datetime(2026, 2, 4, 12, 0, 0, 123456, tzinfo=timezone.utc)
WISH = argparse.Namespace(column="", hidden="after_due_date", at=AT)
SECRETS = [t["name"] for t in class_of_40.HIDDEN]
SECRETS += [s.replace("_", " ") for s in SECRETS]


class WithClass(unittest.TestCase):
    """The class of forty, written once, never changed."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp(prefix="kindling-reports-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        class_of_40.write(cls.folder)
        cls.book = cls.load()
        cls.entries = {e.student: e for e in cls.book.entries}

    @classmethod
    def load(cls):
        return books.load(cls.folder, "12", cls.folder / "policy.toml", cls.folder / "roster.csv")

    def one(self, **changes) -> books.Book:
        """A book of one submission, s1, with changes to its grade.json."""
        data = class_of_40.grade("s1", ["pass"] * len(class_of_40.SUITE)) | changes
        folder = Path(tempfile.mkdtemp(dir=self.folder))
        (folder / "12_attention" / "s1").mkdir(parents=True)
        (folder / "12_attention" / "s1" / "grade.json").write_text(json.dumps(data))
        return books.load(folder, "12")


# ---- the door ------------------------------------------------------------------------------------


class Texts(unittest.TestCase):
    def test_clean_takes_what_terminals_xml_and_utf8_cannot_have(self):
        for bad in ("\0", "\x1b", "\x7f", "\x9b", "\ud800", "\udfff", "\ufffe", "\uffff", "\u202e", "\u2028"):
            self.assertEqual(text.clean(f"a{bad}b"), "a\ufffdb", ascii(bad))
        kept = "tab\tline\nUmlaut ä 日本 😀 \u00a0 ' \" < & ]]>"
        self.assertEqual(text.clean(kept), kept)
        self.assertEqual(text.clean("a\r\nb\rc"), "a\nb\nc")

    def test_every_character_that_is_kept_is_one_of_xml(self):
        for code in [*range(0x3000), *range(0xd000, 0x10100), 0x1ffff, 0x10ffff]:
            kept = text.clean(chr(code))
            ElementTree.fromstring(f"<a>{text.clean(kept).replace('&', '&amp;').replace('<', '&lt;')}</a>")
            kept.encode("utf-8")

    def test_formulas_are_text_and_numbers_stay_numbers(self):
        for bad in ("=1", "+1", "-1", "@A1", "\t=1", "＝1"):
            self.assertEqual(text.cell(bad)[0], "'", bad)
        self.assertNotRegex(text.cell("a;=1"), r";=")
        self.assertEqual(text.cell("a=1"), "a=1")
        self.assertEqual([text.cell(v) for v in (-3, 7.5, 7.0, 0, None, 1e-9, 12345678)],
                         ["-3", "7.5", "7", "0", "", "0", "12345678"])


class Schemas(unittest.TestCase):
    GOOD = [{"score": 0}, {"tests": [{"score": 1, "number": "1.1", "status": "passed", "visibility": "hidden"}]},
            {"score": 44.0, "execution_time": 136, "output": "x", "leaderboard": [{"name": "a", "value": 3}]},
            {"tests": [{"name": "x"}, {"score": 2.5, "extra_data": {}}]}]
    BAD = [{}, {"tests": []}, {"score": "1"}, {"score": 1, "visibility": "shown"}, {"tests": [{"name": "no score"}]},
           {"tests": [{"score": 1, "status": "pass"}]}, {"tests": [{"score": 1, "number": 1}]}, {"score": True},
           {"score": 1, "surprise": 1}, {"score": 1, "execution_time": "0.1"}, {"score": 1, "extra_data": []},
           {"score": 1, "leaderboard": [{"name": "a"}]}, [], None, {"score": 1, "tests": {}},
           {"score": 1, "tests": [{"score": 1, "tags": [1]}]}]

    def test_gradescope(self):
        form = schema.load("gradescope")
        for value in self.GOOD:
            self.assertEqual(schema.errors(value, form), [], value)
        for value in self.BAD:
            self.assertNotEqual(schema.errors(value, form), [], value)

    def test_a_keyword_that_is_not_known_is_no_silence(self):
        with self.assertRaises(ValueError):
            schema.errors(1, {"multipleOf": 2})

    def test_the_validator_agrees_with_jsonschema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        for name in ("gradescope", "grade", "classroom", "autograding", "ags"):
            form = schema.load(name)
            jsonschema.Draft202012Validator.check_schema(form)
            valid = jsonschema.Draft202012Validator(form).is_valid
            for value in [*self.GOOD, *self.BAD, *damaged_grades()]:
                self.assertEqual(not schema.errors(value, form), valid(value), (name, str(value)[:200]))


def damaged_grades() -> list:
    """A right grade.json, and one for every field that is gone or of another type."""
    right = class_of_40.grade("s1", ["pass"] * 2)
    found = [right]
    for key in right:
        found.append({k: v for k, v in right.items() if k != key})
        found += [right | {key: value} for value in (None, True, -1, [], {}, "odd", 1.5, [None])]
    for key in right["tests"][0]:
        for value in (None, True, -1, [], "odd", 10**9):
            changed = copy.deepcopy(right)
            changed["tests"][1][key] = value
            found.append(changed)
    return found


class Reading(WithClass):
    def test_all_of_the_class_is_read(self):
        self.assertEqual(len(self.book.entries), 42)
        self.assertEqual([e.student for e in self.book.infra], ["s26"])
        self.assertEqual(self.book.max, 110)

    def test_what_cannot_be_read_is_an_infra_error_and_never_a_zero(self):
        grade = class_of_40.grade("x", ["pass"] * len(class_of_40.SUITE))
        right = json.dumps(grade)
        grade["tests"][0]["score"], grade["tests"][1]["score"] = 3, 2  # of 2 and of 3
        damaged = ["", "{", right[:-5], right.replace('"max": 110', '"max": NaN'), "[" * 100_000, "null", "\xff",
                   right.replace('"score": 110', '"score": 111'), right.replace('"score": 2', '"score": 3', 1),
                   right.replace('"v": 1', '"v": 2'), right.replace('"max": 110', '"max": 90'),
                   right + " " * (9 << 20), right.replace('"score": 110', '"score": 109'), json.dumps(grade),
                   right.replace('"outcome": "pass"', '"outcome": "fine"', 1)]
        path = self.folder / "damaged.json"
        for words in damaged:
            path.write_bytes(words.encode("latin-1"))
            grade = results.read(path, "12_attention")
            self.assertEqual(grade.status, "infra-error", words[:60])
            self.assertTrue(grade.reason)
        self.assertEqual(results.read(self.folder / "nowhere.json", "a").status, "infra-error")

    def test_a_damaged_file_is_a_blank_everywhere(self):
        book = self.one(score=999)
        entry = book.entries[0]
        self.assertEqual((entry.status, entry.final, entry.graded), ("infra-error", None, False))
        [(_, sheet)] = csv_book.files(book, WISH)
        self.assertEqual(dict(zip(csv_book.HEAD, list(csv.reader(io.StringIO(sheet)))[1]))["score"], "")

    def test_students_are_known_by_their_folder(self):
        book = self.one(student="../../etc/passwd")
        self.assertEqual(book.entries[0].student, "s1")
        self.assertEqual([name for name, _ in junit.files(book, WISH)], ["s1/junit.xml", "junit.xml"])

    def test_results_of_another_assignment_are_no_grade(self):
        self.assertEqual(self.one(assignment="13_transformer").entries[0].status, "infra-error")

    def test_hidden_tests_lose_name_and_detail_before_students_see_them(self):
        grade = self.entries["s28"].grade
        grade = results.replace(grade, tests=tuple(results.replace(t, detail="secret") for t in grade.tests))
        shown = [t for t in results.for_students(grade).tests if t.hidden]
        self.assertEqual([(t.name, t.detail) for t in shown], [("hidden_test_1", ""), ("hidden_test_2", "")])
        self.assertTrue(all(t.hint for t in shown))

    def test_of_a_hidden_test_students_learn_one_bit(self):
        """Whatever a hidden test ends in, all that students get is the same bytes; the overview tells
        the kinds apart."""
        told, shown = set(), set()
        for outcome in set(outcomes.OUTCOMES) - {"pass"}:
            tests = copy.deepcopy(class_of_40.grade("s1", ["pass"] * len(class_of_40.SUITE))["tests"])
            tests[-1] |= {"outcome": outcome, "detail": outcome, "likely": outcome, "score": 0}
            book = self.one(tests=tests, score=sum(t["score"] for t in tests))
            told.add(tuple(sorted((path, words) for module in (gradescope, classroom, junit, moodle) for path, words in module.files(book, WISH)
                                  if path.startswith("s1/") or module is moodle)) + (student_page.render(book, book.entries[0]),))
            shown.add(class_page.render(book))
        self.assertEqual((len(told), len(shown)), (1, len(outcomes.OUTCOMES) - 1))

    def test_rosters(self):
        self.assertEqual(self.entries["s01"].person.name, "Ada Alder")
        self.assertEqual(self.entries["s99"].status, "missing")
        path = self.folder / "r.csv"
        for words, said in (("name\nx\n", "'name' is not known"), ("email\nx\n", "no column student"),
                            ("student\ns1\ns1\n", "line 3: s1 is there twice"), ("student\n\xff\n", "not UTF-8")):
            path.write_bytes(words.encode("latin-1"))
            with self.assertRaisesRegex(books.BookError, said):
                people.roster(path)
        path.write_text("\ufeffstudent,email\ns1\ns2,b@c,surplus\n", encoding="utf-8")
        self.assertEqual([p.email for p in people.roster(path).values()], ["", "b@c"])

    def test_modules_are_found_by_number_or_name(self):
        for module in ("12", "12_attention"):
            self.assertEqual(books.find_assignment(self.folder, module), "12_attention")
        (self.folder / "out" / "07_optimizers").mkdir(parents=True)
        for module in ("7", "07"):
            self.assertEqual(books.find_assignment(self.folder / "out", module), "07_optimizers")
        with self.assertRaisesRegex(books.BookError, "no results of module 7.*12_attention"):
            books.find_assignment(self.folder, "7")
        with self.assertRaisesRegex(books.BookError, "is not there"):
            books.find_assignment(self.folder / "none", "12")


class People(WithClass):
    def load_class(self, folders, roster, policy="", more=()):
        """A book of submissions of these names, each with one point more than the one before."""
        out = Path(tempfile.mkdtemp(dir=self.folder))
        for name in folders:
            folder = out / "12_attention" / safe_name(name)
            folder.mkdir(parents=True)
            grade = class_of_40.grade("s1", ["pass"] * len(class_of_40.SUITE)) | dict(more)
            (folder / "grade.json").write_text(json.dumps(grade | {"received_at": "2026-02-09T12:00:00Z"}))
        (out / "p.toml").write_text(policy, encoding="utf-8")
        with (out / "r.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(roster)
        return books.load(out, "12", out / "p.toml", out / "r.csv")

    def said(self, book):
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.closing(book, argparse.Namespace(out=Path("grades"), policy=Path("p")), [])
        return out.getvalue()

    ODD = ["O'Brien Pat", "Müller, Änne", "李雷", "van der Berg, Jan"]
    POLICY = "[default]\nmissing_is_zero = true\nper_day = 10\n[12_attention]\ndue = 2026-02-01T12:00:00Z\n" \
             "[12_attention.extensions]\n"

    def test_names_of_all_kinds_have_their_grade_and_their_extension(self):
        nfd = [unicodedata.normalize("NFD", name) for name in self.ODD]
        extensions = "".join(f'"{name}" = 2026-02-09T12:00:00Z\n' for name in nfd)
        for roster in (self.ODD, nfd):
            book = self.load_class(self.ODD, [["student"], *([name] for name in roster)], self.POLICY + extensions)
            self.assertEqual([(e.student, e.final, e.late.days) for e in book.entries], [(n, 110, 0) for n in sorted(roster)])
            self.assertNotIn("!", self.said(book))
            self.assertIn("2026-02-09", dict(csv_book.files(book, WISH))["gradebook.csv"])

    def test_who_matched_nobody_is_named(self):
        book = self.load_class(["s1", "s2"], [["student"], ["s1"], ["O'Brien Pat"]],
                               self.POLICY + '"s2" = 2026-02-09T12:00:00Z\n"Obrien Pat" = 2026-02-09T12:00:00Z\n')
        said = self.said(book)
        self.assertIn("! in the roster, without a submission: O'Brien Pat\n", said)
        self.assertIn("! handed in and not in the roster: s2\n", said)
        self.assertIn("! an extension or an exemption, and nobody here is called so: Obrien Pat\n", said)
        with self.assertRaisesRegex(policies.PolicyError, "the same student's"):
            self.load_class(["s1"], [["student"]], self.POLICY + '"é" = 2026-02-09T12:00:00Z\n"e\u0301" = 2026-02-09T12:00:00Z\n')
        with self.assertRaisesRegex(books.BookError, "is there twice"):
            self.load_class(["s1"], [["student"], ["é"], ["e\u0301"]])

    def test_downloads_of_platforms_find_their_person(self):
        head = ["student", "last_name", "first_name", "canvas_id"]
        roster = [head, ["s17", "Smith", "Anna", "101"], ["s18", "Smith", "Anna", "102"], ["s19", "O'Brien", "Pat", ""],
                  ["s20", "Müller", "Änne", "7"], ["s21", "雷", "李", ""]]
        folders = ["smithanna_101", "smithanna_102", "Pat O'Brien_45123", "Änne Müller_45124", "雷李_9", "nobody_102x"]
        book = self.load_class(folders, roster)
        found = {e.student: e.folder for e in book.entries}
        self.assertEqual(found, {f"s{17 + i}": safe_name(folders[i]) for i in range(5)} | {"nobody_102x": "nobody_102x"})
        # which of both is not known, so neither
        twins = self.load_class(["Anna Smith_45123"], roster)
        self.assertEqual(twins.unlisted, ("Anna Smith_45123",))
        number = self.load_class(["Jo Doe_101"], roster)  # a number of another platform is nobody's
        self.assertEqual(number.unlisted, ("Jo Doe_101",))
        both = self.load_class(["Pat O'Brien_1", "Pat O'Brien_2"], roster)
        self.assertEqual(len(both.unlisted), 2)
        # the name goes before the likeness
        named = self.load_class(["s19", "Pat O'Brien_1"], roster)
        self.assertEqual({e.student: e.folder for e in named.entries if e.folder},
                         {"s19": "s19", safe_name("Pat O'Brien_1"): safe_name("Pat O'Brien_1")})


class ByHand(WithClass):
    """Points and comments of the instructor, and tests that count otherwise than the suite says."""

    FIRST, SECOND = class_of_40.SUITE[0]["name"], class_of_40.SUITE[1]["name"]

    def with_files(self, rows=(), policy="", outcomes=None):
        out = Path(tempfile.mkdtemp(dir=self.folder))
        place = out / "12_attention"
        for name in ("s1", "O'Brien Pat"):
            (place / safe_name(name)).mkdir(parents=True)
            grade = class_of_40.grade("s1", outcomes or ["wrong"] + ["pass"] * (len(class_of_40.SUITE) - 1))
            (place / safe_name(name) / "grade.json").write_text(json.dumps(grade))
        if rows:
            with (place / "manual.csv").open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([["student", "test", "points", "comment"], *rows])
        (out / "p.toml").write_text(policy)
        self.before = {p: p.read_bytes() for p in place.rglob("grade.json")}
        return books.load(out, "12", out / "p.toml")

    def test_points_and_comments_are_in_pages_and_books(self):
        points = class_of_40.SUITE[0]["points"]
        plain = {e.student: e.final for e in self.with_files().entries}
        book = self.with_files([["O'Brien Pat", self.FIRST, str(points), "A <b>good</b> idea"], ["O'Brien Pat", "", "-1.5", "Late talk"],
                                ["O'Brien Pat", self.SECOND, "", "Seen"], ["", "", "", ""]])
        for path, data in self.before.items():
            self.assertEqual(path.read_bytes(), data)
        pat = next(e for e in book.entries if e.student != "s1")
        self.assertEqual({e.student: e.final for e in book.entries}, plain | {pat.student: plain[pat.student] + points - 1.5})
        shown = student_page.render(book, pat)
        for words in ("A &lt;b&gt;good&lt;/b&gt; idea", "From your instructor", "Late talk", "-1.5 points", "Seen"):
            self.assertIn(words, shown)
        self.assertNotIn("instructor</h2>", student_page.render(book, next(e for e in book.entries if e.student == "s1")))
        for words in (dict(csv_book.files(book, WISH))["gradebook.csv"], dict(moodle.files(book, WISH))["moodle.csv"],
                      json.dumps(lti.score(pat, AT)), gradescope.result(pat)["output"] + json.dumps(gradescope.result(pat))):
            self.assertIn("Late talk", words)
            self.assertIn("A <b>good</b> idea", words)
        self.assertAlmostEqual(sum(t["score"] for t in classroom.result(pat)["tests"]), pat.final)
        class_page.render(book)

    def test_what_fits_nobody_or_nothing_stops_everything(self):
        most = class_of_40.SUITE[0]["points"]
        for row, said in ((["s3", "", "1", ""], "s3 has no results"), (["s1", "no_test", "1", ""], "no test no_test"),
                          (["s1", self.FIRST, str(most + 1), ""], "cannot be given"), (["s1", self.FIRST, "-1", ""], "cannot be given"),
                          (["s1", "", "a lot", ""], "no points"), (["s1", "", "nan", ""], "no points"), (["s1", "", "1", "a", "b"], "more than 4")):
            with self.assertRaisesRegex(books.BookError, said):
                self.with_files([row])
        with self.assertRaisesRegex(books.BookError, "there twice"):
            self.with_files([["s1", self.FIRST, "1", ""], ["s1", self.FIRST, "0", ""]])
        path = self.folder / "m.csv"
        path.write_text("student,points\ns1,1\n")
        with self.assertRaisesRegex(books.BookError, "the first line is"):
            manual.load(path)

    def test_comments_on_lines(self):
        book = self.with_files([["s1", "", "", "sdpa.c:40: A <b>name</b> for this"], ["s1", "", "", "mask.c:112: Late"],
                                ["s1", "", "", "mask.c:9: Early: yes"], ["s1", "", "-1", "see mask.c:9: no place"]])
        entry = next(e for e in book.entries if e.student == "s1")
        shown = student_page.render(book, entry)
        found = re.findall(r"<li><code>(.*?)</code> (.*?)</li>", shown)
        self.assertEqual(found, [("mask.c:9", "Early: yes"), ("mask.c:112", "Late"), ("sdpa.c:40", "A &lt;b&gt;name&lt;/b&gt; for this")])
        self.assertRegex(shown, r"From your instructor.*see mask.c:9: no place.*In your files")
        for words in (json.dumps(gradescope.result(entry)), json.dumps(lti.score(entry, AT)), dict(csv_book.files(book, WISH))["gradebook.csv"]):
            self.assertIn("mask.c:112: Late", words)

    def test_what_graders_write_is_no_formula(self):
        live = ["=HYPERLINK(1)", "mask.c:9: =1+1", "+1", "@A1", "-1+1", "\uff1d1", "x;=1+1"]
        book = self.with_files([["s1", "", "", words] for words in live] + [["s1", self.SECOND, "", "=1+1"]])
        place = max(self.folder.glob("tmp*/12_attention"), key=lambda p: p.stat().st_mtime_ns)
        changes.record(place, "ada")
        changes.regraded(place, "12.1 x", [("=1+1", 0, 1)], 1, "=1+1", "@ada")
        entry = next(e for e in book.entries if e.student == "s1")
        self.assertEqual([c for c in entry.grade.comments], live)
        for words in (dict(csv_book.files(book, WISH))["gradebook.csv"], dict(moodle.files(book, WISH))["moodle.csv"], (place / changes.NAME).read_text()):
            self.assertIn("1+1", words)
            for cell in (cell for row in csv.reader(io.StringIO(words, newline="")) for cell in row):
                self.assertFalse(re.search("(^|;)[=+@\uff1d]|^-[^0-9]|^-.*[^0-9.]", cell), cell)

    def test_who_is_exempt_from_a_test_earns_its_share_elsewhere(self):
        full, worth = self.with_files().max, class_of_40.SUITE[0]["points"]
        book = self.with_files([["s1", self.FIRST, "exempt", "ill that day"]])  # the only one that was wrong
        one, other = sorted(book.entries, key=lambda e: e.student != "s1")
        self.assertEqual((one.final, other.final, book.max), (full, full - worth, full))
        shown = student_page.render(book, one)
        self.assertIn("You are exempt from this test (ill that day)", shown)
        self.assertIn("ill that day", dict(csv_book.files(book, WISH))["gradebook.csv"])
        half = ["wrong" if i % 2 else "pass" for i in range(len(class_of_40.SUITE))]
        plain = next(e for e in self.with_files(outcomes=half).entries if e.student == "s1")
        others = (plain.final - worth) / (full - worth)
        book = self.with_files([["s1", self.FIRST, "Exempt", "ill"]], outcomes=half)
        found = next(e for e in book.entries if e.student == "s1").final
        self.assertAlmostEqual(found, plain.final - worth + worth * others, delta=0.011)
        for row in (["s1", self.FIRST, "exempt", ""], ["s1", "", "exempt", "ill"]):
            with self.assertRaisesRegex(books.BookError, "exempt from what, and why"):
                self.with_files([row])
        with self.assertRaisesRegex(books.BookError, "exempt from all tests"):
            self.with_files([["s1", test["name"], "exempt", "ill"] for test in class_of_40.SUITE])

    def test_a_hidden_test_keeps_its_name_to_itself(self):
        secret = class_of_40.HIDDEN[0]["name"]
        book = self.with_files([["s1", secret, "0", "See me"]])
        entry = next(e for e in book.entries if e.student == "s1")
        for words in (student_page.render(book, entry), json.dumps(lti.score(entry, AT)), dict(moodle.files(book, WISH))["moodle.csv"]):
            self.assertIn("See me", words)
            self.assertNotIn(secret, words)

    def test_the_sum_is_never_below_nothing_and_an_infra_error_stays_blank(self):
        self.assertEqual(self.with_files([["s1", "", "-1000", ""]]).entries[-1].final, 0)
        grade = results.Grade("a", "infra-error")
        self.assertIs(manual.applied(grade, manual.ByHand("s1", points=5)), grade)

    def test_weights(self):
        first, second = class_of_40.SUITE[0]["points"], class_of_40.SUITE[1]["points"]
        plain = self.with_files()
        spoken = self.SECOND.replace("_", " ")  # as pages have it
        book = self.with_files(policy=f"[12_attention.weights]\n{self.FIRST} = 0\n\"{spoken}\" = {3 * second}\n")
        self.assertEqual(book.max, plain.max - first + 2 * second)
        # the first one was wrong
        self.assertEqual(book.entries[0].final, plain.entries[0].final + 2 * second)
        self.assertEqual(book.entries[0].final, book.max)
        self.assertEqual(len(book.tests), len(plain.tests))
        for words, said in ((f"{self.FIRST} = -1", "not between"), ("no_test = 1", r"the policy's \[12_attention.weights\]: there is no test no_test; did you mean [a-z]"), (f"{self.FIRST} = true", "not a number")):
            with self.assertRaisesRegex(policies.PolicyError, said):
                self.with_files(policy=f"[12_attention.weights]\n{words}\n")
        by_hand = self.with_files([["s1", spoken, str(3 * second), ""]],
                                  # of the points it has now
                                  f"[12_attention.weights]\n{self.SECOND} = {3 * second}\n")
        self.assertEqual(by_hand.entries[-1].grade.tests[1].score, 3 * second)


class Moodle(People):
    def test_both_files(self):
        roster = [["student", "last_name", "first_name", "email"], ["s1", "Smith", "Anna", "a@x"], ["s2", "=cmd", "Bo", ""]]
        book = self.load_class(["Anna Smith_45123", "s2", "smithbo_7"], roster)
        files = dict(moodle.files(book, WISH))
        rows = list(csv.reader(io.StringIO(files["moodle.csv"], newline="")))
        self.assertEqual(rows[0], ["First name", "Last name", "Username", "Email address", book.title, "feedback"])
        self.assertEqual(rows[1], ["Anna", "Smith", "s1", "a@x", "110", "all tests passed"])
        self.assertEqual(rows[2][1], "'=cmd")
        sheet = list(csv.reader(io.StringIO(files["moodle-worksheet.csv"], newline="")))
        self.assertEqual([row[0] for row in sheet], ["Identifier", "Participant 45123"])
        self.assertEqual(dict(zip(*sheet))["Grade"], "110")
        self.assertIsNone(dict(moodle.files(self.book, WISH))["moodle-worksheet.csv"])
        blank = {row[2]: row[4] for row in csv.reader(io.StringIO(dict(moodle.files(self.book, WISH))["moodle.csv"], newline=""))}
        self.assertEqual(blank["s26"], "")


class Remarks(WithClass):
    NOTES = ["mask.c calls what its functions do not need: plain_softmax", "mask.c defines more than it was asked to, for itself only: x",
             "heads.c defines more than it was asked to, for itself only: y", "scores.c has code that runs outside of its functions (section .init)"]

    def test_what_is_suspicious_stands_first_and_once_of_a_kind(self):
        book = self.one(notes=[*self.NOTES, "mask.c was not handed in; the starting file stands in its place"])
        shown = class_page.render(book)
        self.assertLess(shown.index("Read these first: 1 submission"), shown.index("<h2>Scores"))
        for words in (self.NOTES[0], self.NOTES[1], self.NOTES[3]):
            self.assertIn(text.one_line(words), shown)
        self.assertNotIn(self.NOTES[2], shown)
        self.assertNotIn("starting file stands", shown)
        self.assertNotIn("Handed in otherwise", shown)
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.closing(book, argparse.Namespace(out=Path("grades"), policy=None), [])
        self.assertIn("! 1 submission to read first, their files do what no exercise needs: s1", out.getvalue())

    def test_the_other_notes_stand_apart_and_no_notes_no_section(self):
        book = self.one(notes=["not asked for, so not read: helper.c; what they define belongs into the files"])
        shown = class_page.render(book)
        self.assertIn("Handed in otherwise than asked: 1", shown)
        self.assertNotIn("Read these first", shown)
        self.assertNotIn("Handed in otherwise", class_page.render(self.one()))

    def test_the_words_are_those_of_who_writes_the_notes(self):
        package = GRADING / "kindling_grading"
        written = "".join((package / f).read_text() for f in ("build/objects.py", "build/program.py", "batch/archives.py"))
        for words in (*remarks.SUSPICIOUS, *remarks.HARMLESS):
            self.assertIn(words, written)


# ---- lateness ------------------------------------------------------------------------------------


class Lateness(WithClass):
    POLICY = policies.Policy(due=datetime(2026, 2, 1, 12, tzinfo=timezone.utc), grace_min=15, per_day=10, max_days=7,
                             floor=45, extensions={"s17": ("s17", datetime(2026, 2, 5, 12, tzinfo=timezone.utc))})

    def test_days_and_what_stays(self):
        for when, days, kept in (("2026-02-01T11:00:00Z", 0, 100), ("2026-02-01T12:15:00Z", 0, 100),
                                 ("2026-02-01T12:15:01Z", 1, 90), ("2026-02-02T12:00:00Z", 1, 90),
                                 ("2026-02-02T12:00:01Z", 2, 80), ("2026-02-01T13:30:00+01:00", 1, 90),
                                 ("2026-02-01T13:00:00+01:00", 0, 100), ("2026-02-07T12:00:00Z", 6, 45),
                                 ("2026-02-08T12:00:00Z", 7, 45), ("2026-02-08T12:00:01Z", 8, 0),
                                 ("2026-02-01 12:20:00", 1, 90)):
            late = policies.lateness(self.POLICY, "s1", when)
            self.assertEqual((late.days, float(late.kept * 100)), (days, kept), when)

    def test_extensions_and_unknown_times(self):
        self.assertEqual(policies.lateness(self.POLICY, "s17", "2026-02-05T12:00:00Z").days, 0)
        self.assertEqual(policies.lateness(self.POLICY, "s17", "2026-02-05T13:00:00Z").days, 1)
        for unknown in (None, "", "yesterday"):
            late = policies.lateness(self.POLICY, "s1", unknown)
            self.assertEqual((late.days, late.kept), (0, 1))
            self.assertIn("unknown", late.words)

    def test_rounding_is_half_up_to_cents(self):
        half = policies.Late(1, policies.Decimal("0.5"))
        self.assertEqual([policies.final(s, half) for s in (0.01, 0.05, 71, 33.33)], [0.01, 0.03, 35.5, 16.67])

    def test_grades_are_derived_and_the_files_stay_as_they_are(self):
        before = (self.folder / "12_attention/s29/grade.json").read_bytes()
        late = self.entries["s29"]
        self.assertEqual((late.grade.score, late.late.days, late.final), (110, 2, 88.0))
        self.assertEqual((self.folder / "12_attention/s29/grade.json").read_bytes(), before)
        self.assertIsNone(self.entries["s99"].final)

    def test_the_example_is_read_and_every_key_is_in_it(self):
        path = GRADING / "policy.example.toml"
        got = policies.load(path, "12_attention")
        self.assertEqual((got.grace_min, got.per_day, got.max_days, got.floor), (15, 10, 7, 40))
        self.assertEqual(got.due_for("s17").day, 5)
        self.assertIsNone(policies.load(path, "13_transformer").due)
        for key in policies.Policy.__dataclass_fields__:
            self.assertIn(key, path.read_text())

    def test_mistakes_in_a_policy_stop_everything(self):
        path = self.folder / "p.toml"
        for words, said in (("[default]\nper_dya = 1", "per_dya is not known"), ("[default]\nper_day = 101", "0 and 100"),
                            ("[12_attention]\ndue = 2026-02-01T10:00:00", "no time zone"), ("due = 1", "outside"),
                            ("[x]\ndue = 2026-02-01", "a date and a time"), ("[x]\ndue = 'soon'", "is no date"),
                            ("[x]\nper_day = true", "not a number"), ("[x]\ntitle = 3", "not a text"),
                            ("[x.extensions]\ns1 = 2026-02-01T10:00:00", "s1: .* no time zone"),
                            ("[x]\nextensions = 3", "is a table"), ("[x", "p.toml"), ("[x]\nmax_days = -1", "not between")):
            path.write_text(words)
            with self.assertRaisesRegex(policies.PolicyError, said):
                policies.load(path, "12_attention")
        with self.assertRaisesRegex(policies.PolicyError, "No such file"):
            policies.load(self.folder / "none.toml", "x")

    def test_the_assignment_goes_before_the_default_wherever_it_stands(self):
        tables = ["[default]\nper_day = 10\nfloor = 30\n", "[12_attention]\nper_day = 5\n", "[13_x]\nper_day = 50\n"]
        for order in (tables, tables[::-1]):
            path = self.folder / "order.toml"
            path.write_text("".join(order))
            got = policies.load(path, "12_attention")
            self.assertEqual((got.per_day, got.floor), (5, 30))

    def test_missing_is_zero_only_when_asked(self):
        (self.folder / "zero.toml").write_text("[default]\nmissing_is_zero = true\n")
        book = books.load(self.folder, "12", self.folder / "zero.toml", self.folder / "roster.csv")
        finals = {e.student: e.final for e in book.entries}
        self.assertEqual((finals["s99"], finals["s26"]), (0, None))


# ---- files for other systems ---------------------------------------------------------------------


class Sheets(WithClass):
    def sheet(self, module):
        [(_, words)] = module.files(self.book, WISH)
        return words, list(csv.reader(io.StringIO(words, newline="")))

    def test_rfc_4180(self):
        for module in (csv_book, canvas):
            words, rows = self.sheet(module)
            self.assertTrue(words.endswith("\r\n"))
            self.assertEqual({len(r) for r in rows}, {len(rows[0])})
            outside = re.sub(r'"(?:[^"]|"")*"', "", words)
            self.assertEqual(outside.count("\n"), outside.count("\r\n"))
            self.assertEqual(outside.count("\r\n"), len(rows))
            words.encode("utf-8")

    def test_no_cell_is_a_formula(self):
        for module in (csv_book, canvas):
            for row in self.sheet(module)[1]:
                for cell in row:
                    self.assertFalse(cell[:1] in tuple("=+@\t\r\n") and cell, cell)
                    self.assertFalse(cell.startswith("-") and not re.fullmatch(r"-[0-9.]+", cell), cell)

    def test_gradebook(self):
        _, rows = self.sheet(csv_book)
        lines = {r[3]: dict(zip(rows[0], r)) for r in rows[1:]}
        self.assertEqual(rows[0][:11], ["assignment", "duedate", "timestamp", "student_id", "last_name", "first_name",
                                        "email", "raw_score", "late_submission_penalty", "score", "max_score"])
        self.assertEqual(len(lines), 42)
        late = lines["s29"]
        self.assertEqual([late[k] for k in ("raw_score", "late_submission_penalty", "score", "max_score", "days_late")],
                         ["110", "22", "88", "110", "2"])
        for blank in ("s26", "s99"):
            self.assertEqual([lines[blank][k] for k in ("raw_score", "late_submission_penalty", "score")], [""] * 3)
        self.assertIn("user namespaces", lines["s26"]["remarks"])
        self.assertEqual(lines["s23"]["score"], "0")
        self.assertEqual(lines["t00"]["first_name"], "'=cmd|' /C calc'!A0")
        for student, line in lines.items():
            entry = self.entries[student]
            self.assertEqual(line["score"], "" if entry.final is None else text.number(entry.final))

    def test_canvas(self):
        words, rows = self.sheet(canvas)
        self.assertEqual(rows[0], ["Student", "ID", "SIS Login ID", "Section", "12 Attention (48213)"])
        self.assertEqual(rows[1], ["    Points Possible", "", "", "", "110"])
        by_login = {r[2]: r for r in rows[2:]}
        self.assertEqual(by_login["s01"][:2], ["Alder, Ada", "1000"])
        self.assertEqual((by_login["s26"][4], by_login["s29"][4]), ("", "88"))
        for column, said in (("Attention", "by its number"), ("Final Grade (3)", "ignores")):
            with self.assertRaisesRegex(books.BookError, said):
                list(canvas.files(self.book, argparse.Namespace(column=column)))


class PerStudent(WithClass):
    FORMATS = {"results.json": gradescope, "classroom.b64": classroom, "classroom.txt": classroom,
               "junit.xml": junit, "lti.json": lti}

    def outputs(self):
        for name, module in self.FORMATS.items():
            for path, words in module.files(self.book, WISH):
                if path.endswith("/" + name) and words is not None:
                    yield path, words
        for path, words in feedback.files(self.book):
            if path != "overview.html":
                yield path, words

    def test_nothing_that_students_get_names_a_hidden_test(self):
        seen = 0
        for path, words in self.outputs():
            if path.endswith(".b64"):
                words = base64.b64decode(words).decode()
            seen += 1
            for secret in SECRETS:
                self.assertNotIn(secret, words, path)
        self.assertGreater(seen, 6 * 38)
        self.assertNotIn(SECRETS[0], dict(classroom.files(self.book, WISH))["autograding.json"])

    def test_no_grade_no_file_and_the_old_one_goes(self):
        for name, module in self.FORMATS.items():
            got = dict(module.files(self.book, WISH))
            if name != "lti.json":
                self.assertIsNone(got[f"s26/{name}"])
            self.assertEqual(len([path for path in got if path.endswith(f"/{name}")]), 40)
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "12_attention" / "s26").mkdir(parents=True)
            (Path(folder) / "12_attention" / "s26" / "results.json").write_text("old")
            command.write(Path(folder), "12_attention", [("s26/results.json", None), ("x", "new")])
            self.assertEqual([p.name for p in Path(folder).rglob("*") if p.is_file()], ["x"])

    def test_gradescope(self):
        form, scored = schema.load("gradescope"), 0
        for path, words in gradescope.files(self.book, WISH):
            if words is None:
                continue
            got = json.loads(words)
            entry = self.entries[path.split("/")[0]]
            self.assertEqual(schema.errors(got, form), [])
            self.assertEqual(got["score"], entry.final)
            self.assertAlmostEqual(sum(t["max_score"] for t in got["tests"]), entry.grade.max)
            self.assertAlmostEqual(sum(t["score"] for t in got["tests"]), entry.grade.score)
            for shown, test in zip(got["tests"], entry.grade.tests, strict=True):
                self.assertEqual(shown["visibility"], "after_due_date" if test.hidden else "visible")
                self.assertEqual(shown["status"] == "passed", test.outcome == "pass")
            scored += 1
        self.assertEqual(scored, 39)
        late = gradescope.result(self.entries["s29"])
        self.assertIn("2 days late: 80 % of the points stay: 110 becomes 88.", late["output"])
        self.assertIn("error: expected ';'", gradescope.result(self.entries["s23"])["output"])
        self.assertIn("symbolic link", gradescope.result(self.entries["s25"])["output"])
        self.assertEqual(gradescope.result(self.entries["s28"], "hidden")["tests"][-1]["visibility"], "hidden")

    def test_a_hidden_test_has_hint_and_class_only(self):
        test = next(t for t in gradescope.result(self.entries["s22"])["tests"] if t["visibility"] != "visible")
        self.assertEqual(test["name"], "attention_scores: hidden test 1")
        self.assertEqual(test["output"], "It does not pass; of a hidden test you are not told how.\n"
                                         "Hint: A single key is a matrix with one row, too.\nNext: make 12 TEST=attention_scores")

    def test_classroom(self):
        form = schema.load("classroom")
        for path, words in classroom.files(self.book, WISH):
            entry = self.entries.get(path.split("/")[0])
            if words is None or entry is None:
                continue
            if path.endswith(".txt"):
                self.assertIn(f"Points {text.number(entry.final)}/110\n", words)
                self.assertEqual(len(words.splitlines()), 2)
                continue
            self.assertRegex(words, r"\A[A-Za-z0-9+/=]+\n\Z")
            got = json.loads(base64.b64decode(words.strip(), validate=True))
            self.assertEqual(schema.errors(got, form), [])
            self.assertAlmostEqual(sum(t["score"] for t in got["tests"]), entry.final)
            self.assertEqual(got["max_score"], 110)
        self.assertEqual(classroom.result(self.entries["s03"])["status"], "pass")
        self.assertEqual(classroom.result(self.entries["s23"])["status"], "error")

    def test_the_older_classroom_form(self):
        got = json.loads(dict(classroom.files(self.book, WISH))["autograding.json"])
        self.assertEqual(schema.errors(got, schema.load("autograding")), [])
        self.assertEqual(sum(t["points"] for t in got["tests"]), 100)
        self.assertEqual(got["tests"][0]["run"], "make 12 TEST=one_query_and_two_keys_by_hand STRICT=1")

    def test_lti(self):
        form = schema.load("ags")
        for path, words in lti.files(self.book, WISH):
            got, entry = json.loads(words), self.entries[path.split("/")[0]]
            self.assertEqual(schema.errors(got, form), [])
            self.assertEqual(got["timestamp"], "2026-02-04T12:00:00.123Z")
            self.assertEqual(got.get("scoreGiven"), entry.final)
            self.assertEqual("scoreMaximum" in got, "scoreGiven" in got)
            self.assertEqual(got["gradingProgress"], "FullyGraded" if entry.graded else "Failed")


class JUnit(WithClass):
    def test_counts_agree_with_what_is_inside(self):
        for path, words in junit.files(self.book, WISH):
            if words is None:
                continue
            for suite in ElementTree.fromstring(words.encode()).iter("testsuite"):
                self.assertEqual(int(suite.get("tests")), len(suite.findall("testcase")))
                for kind in ("failure", "error", "skipped"):
                    key = kind if kind == "skipped" else kind + "s"
                    self.assertEqual(int(suite.get(key)), len(suite.findall(f"testcase/{kind}")), (path, kind))

    def test_failures_are_values_and_errors_are_none(self):
        [suite] = ElementTree.fromstring(junit.document([self.entries["s28"]]).encode())
        kinds = {}
        for case, test in zip(suite.findall("testcase"), self.entries["s28"].grade.tests):
            kinds[test.outcome] = case[0].tag if len(case) else "passed"
        self.assertEqual(kinds, {"pass": "passed", "wrong": "failure", "unbacked": "failure", "not-written": "failure",
                                 "crash": "error", "timeout": "error", "limit": "error", "forbidden": "error",
                                 "not-run": "error"})
        self.assertIn("<skipped", junit.document([self.entries["s26"]]))

    def test_it_is_what_jenkins_accepts(self):
        if not shutil.which("xmllint"):
            self.skipTest("xmllint is not installed")
        paths = command.write(self.folder, "12_attention", junit.files(self.book, WISH))
        self.assertEqual(len(paths), 40)
        done = self.lint(*paths)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])

    def test_names_of_tests_may_be_as_hostile_as_those_of_students(self):
        if not shutil.which("xmllint"):
            self.skipTest("xmllint is not installed")
        paths = []
        for i, (name, words) in enumerate([*class_of_40.HOSTILE.items(), (" ", "\n"), ("\t\r\n", "\x85"), ("&#0;&#x1b;", "<?xml?>")]):
            data = class_of_40.grade(name, ["wrong", "crash", "not-run", "pass"] * 11)
            for test, said in zip(data["tests"], [name, words[:9999]] * 22):
                test.update(name=said, exercise=said[::-1], file=said, hint=said, detail=said * (not test["hidden"]))
            for status, reason in (("graded", words), ("compile-error", name), ("infra-error", words)):
                book = self.one(**data | {"status": status, "reason": reason, "notes": [name, words]})
                for said in dict(junit.files(book, WISH)).values():
                    if said is not None:
                        paths.append(self.folder / f"hostile-{i}-{len(paths)}.xml")
                        paths[-1].write_text(said, encoding="utf-8")
        self.assertEqual(len(paths), 13 * 5)
        done = self.lint(*paths)
        self.assertEqual(done.returncode, 0, done.stderr[-2000:])
        suite = ElementTree.fromstring(paths[0].read_bytes())[0]
        self.assertEqual([c.get("name") for c in suite.findall("testcase")[:2]], list(next(iter(class_of_40.HOSTILE.items()))))

    def test_the_schema_refuses_what_jenkins_refuses(self):
        """And what junit.py does not write; fixtures/junit_variations.py compares it with the
        schema of Jenkins."""
        if not shutil.which("xmllint"):
            self.skipTest("xmllint is not installed")
        right = junit.document([self.entries["s28"]])
        claim = '<system-out xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:type="words"'
        case = re.search(r"<testcase [^>]*/>\n", right)[0]
        path = self.folder / "bad.xml"
        for old, new in ((' errors="', ' wrongs="'), ("<testcase name=", "<testcase nom="), ("Hint", "\x01"),
                         ("</testsuite>", "</testsuite>text"), ("<failure", "<b/><failure"), (' failures="', ' failures="+'),
                         (' errors="', ' disabled="0" errors="'), ("<testcase ", '<testcase line="1" '),
                         ("<testcase ", '<testcase skipped="0" '), ("<system-out", claim), ("<failure ", "<skipped/><failure "),
                         ("</testsuite>", f"{case}</testsuite>"), ("<testsuites>", "<testsuites><properties/>"),
                         ("testsuites>", "testsuite>"), ("<testsuites>", '<testsuites file="x">'), ("classname=", "class="),
                         *(('skipped="0" time="0"', f'skipped="0" time="{time}"') for time in
                           ("1e-3", "", " 0", "0 ", "-1", "+1", ".5", "5.", "1.2.3", "1,23", "1.2345", "NaN", "٣"))):
            self.assertIn(old, right)
            path.write_text(right.replace(old, new))
            self.assertNotEqual(self.lint(path).returncode, 0, new)

    def lint(self, *paths):
        return subprocess.run(["xmllint", "--noout", "--nonet", "--schema", FIXTURES / "junit.xsd", *paths],
                              capture_output=True, text=True)


# ---- pages ---------------------------------------------------------------------------------------


class Scan(HTMLParser):
    """What a page consists of: tags that are open, attributes, words."""
    VOID = {"meta", "br", "link"}

    def __init__(self, words: str):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words = [], [], [], []
        self.feed(words)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, key, value or "") for key, value in attrs]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if not self.open or self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join("".join(w + " " for w in self.words).split())


class Pages(WithClass):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.pages = dict(feedback.files(cls.book))
        cls.scans = {path: Scan(words) for path, words in cls.pages.items()}

    def test_one_page_for_each_who_handed_something_in(self):
        self.assertEqual(len(self.pages), 41)

    def test_pages_are_whole_and_load_nothing(self):
        for path, scan in self.scans.items():
            self.assertEqual(scan.open, [], path)
            for tag, key, value in scan.attributes:
                self.assertFalse(key.startswith("on") or key in ("src", "style", "srcdoc", "action"), (path, key))
                if key == "href":
                    self.assertRegex(value, r"^[^:]*/feedback\.html$")
            self.assertEqual(scan.tags.count("script"), 1 if path == "overview.html" else 0, path)
            self.assertNotRegex(self.pages[path].split("</style>")[0], r"@import|url\(")

    def test_the_policy_of_the_page_allows_its_own_style_and_script_alone(self):
        for path, words in self.pages.items():
            allowed = next(v for t, k, v in self.scans[path].attributes if v.startswith("default-src"))
            self.assertIn("default-src 'none'", allowed)
            self.assertNotIn("unsafe", allowed)
            for kind in ("style", "script"):
                for inside in re.findall(f"<{kind}>(.*?)</{kind}>", words, re.S):
                    self.assertIn(page.fingerprint(inside), allowed)

    def test_what_a_student_reads(self):
        words = self.scans["s28/feedback.html"].text
        for said in ("Brian Beech", "14 / 110", "scores[1][0][2]: got 0.7310586, expected 0.4621172",
                     "make 12 TEST=one_query_and_two_keys_by_hand",
                     "A score is a dot product", "Why tests could not be run", "error: expected ';' before 'return'",
                     "a constructor section was found", "hidden test 1", "make hint-12 TEST=", "CONFIG=asan"):
            self.assertIn(said, words)
        for outcome in outcomes.OUTCOMES.values():
            self.assertIn(outcome.word, words)
        for test in class_of_40.TESTS:
            self.assertIn(text.short(test["name"]), words)

    def test_lateness_is_explained(self):
        words = self.scans["s29/feedback.html"].text
        self.assertRegex(words, r"88 / 110 88 of 110 points 110 earned\. 2 days late: 80 % of the points stay\.")

    def test_the_grader_failing_is_not_the_students_fault(self):
        words = self.scans["s26/feedback.html"].text
        self.assertIn("This is not your fault", words)
        self.assertNotRegex(words, r"\d+ / \d+|user namespaces")

    def test_other_ends(self):
        for said in ("Nothing could be tested.", "Your code does not compile", "What the compiler says"):
            self.assertIn(said, self.scans["s23/feedback.html"].text)
        self.assertIn("12 of 16 exercises done, 4 could not be run.", self.scans["s27/feedback.html"].text)
        self.assertNotIn("scores.c, mask.c", self.scans["s23/feedback.html"].text)
        self.assertIn("mask.c does not define mask_padding", self.scans["s24/feedback.html"].text)
        self.assertIn("make submit-12", self.scans["s25/feedback.html"].text)
        self.assertIn("Everything passes", self.scans["s03/feedback.html"].text)
        self.assertEqual(self.scans["s23/feedback.html"].text.count("expected ';' before"), 1)

    def test_a_file_that_does_not_build_comes_first(self):
        """Whether its tests are among those that are shown, or it belongs to another module."""
        for mode, said in (("isolated", "make 12"), ("cumulative", "make 12 ENGINE=mine")):
            book = self.one(reason="linear.c:42:9: error: nothing fits", mode=mode)
            words = Scan(student_page.render(book, book.entries[0])).text
            self.assertIn(f"Part of your code does not build What the compiler says stands below. Mend its first complaint first; "
                          f"the others often go with it. {said} ", words)
            self.assertEqual(words.count("nothing fits"), 1)

    def test_long_details_are_cut(self):
        self.assertLess(len(self.pages["t05/feedback.html"]), 400_000)

    def test_the_overview_counts_right(self):
        words = self.scans["overview.html"].text
        self.assertIn("42 students 39 graded", words)
        for said in ("1 late", "2 nothing handed in", "1 not graded yet",
                     "make regrade SUBMISSIONS=dir MODULE=12 STATUS=infra-error", "secret scores with one key", "Who needs help"):
            self.assertIn(said, words)
        counts = class_page.rates(self.book)
        for name, found in counts.items():
            self.assertEqual(sum(found.values()), 39, name)
        passed = sum(1 for e in self.book.graded for t in e.grade.tests if t.outcome == "pass")
        self.assertEqual(sum(f.get("pass", 0) for f in counts.values()), passed)
        cells = re.findall('class="cell ([a-z-]*)', self.pages["overview.html"])
        self.assertEqual((len(cells), cells.count("")), (42 * 44 + 2 * 9, 3 * 44))

    def test_who_needs_help(self):
        found = class_page.who_needs_help(self.book)
        for name in ("Missing Person", "Whitfield Willow", "Vint Viburnum"):
            self.assertIn(name, found)
        for name in ("Barbara Cedar", "Zhenan Zelkova"):
            self.assertNotIn(name, found)

    def test_a_class_of_nobody_graded_still_has_a_page(self):
        for data in ({"status": "infra-error", "reason": "x"},
                     {"status": "rejected", "tests": [], "score": 0, "max": 0}):
            book = self.one(**data)
            for words in dict(feedback.files(book)).values():
                self.assertEqual(Scan(words).open, [])

    def test_who_was_rejected_unread_is_out_of_as_many_points(self):
        with tempfile.TemporaryDirectory() as folder:
            full = class_of_40.grade("s1", ["pass"] * len(class_of_40.SUITE))
            for name, data in (("s1", full), ("s2", full | {"status": "rejected", "tests": [], "score": 0, "max": 0})):
                (Path(folder) / "12_attention" / name).mkdir(parents=True)
                (Path(folder) / "12_attention" / name / "grade.json").write_text(json.dumps(data))
            book = books.load(Path(folder), "12")
        self.assertEqual(classroom.result(book.entries[1])["max_score"], 110)
        self.assertEqual({str(f) for f in class_page.rates(book).values()}, {"{'pass': 1, 'not-run': 1}"})

    def test_exercises_of_the_class(self):
        found = class_page.by_exercise(self.book)
        shares = re.findall(r'<td class="n">(\d+) %</td>', found)
        graded = [e.grade for e in self.book.graded]
        for group, share in zip(dict.fromkeys(t.group for t in self.book.tests), shares, strict=True):
            got = sum(t.score for g in graded for t in g.tests if t.group == group)
            full = sum(t.points for t in self.book.tests if t.group == group) * len(graded)
            self.assertEqual(int(share), round(100 * got / full), group)

    def test_what_was_not_earned_has_no_colour(self):
        words = self.pages["s28/feedback.html"].split("Exercises</h2>")[1].split("</table>")[0]
        self.assertEqual(set(re.findall("fill-([a-z-]+)", words)), {"pass", "none"})
        self.assertNotRegex(self.pages["s22/feedback.html"], 'class="fill-(?!none)')
        self.assertIn("1 wrong value, 1 crashed, 1 too slow", self.scans["s28/feedback.html"].text.replace(" ,", ","))
        self.assertEqual([outcomes.counted(n, o) for n, o in ((1, "wrong"), (2, "wrong"), (3, "crash"), (2, "forbidden"))],
                         ["1 wrong value", "2 wrong values", "3 crashed", "2 forbidden calls"])

    def test_bars(self):
        bar = svg.stacked([("pass", 1, ""), ("wrong", 0, ""), ("crash", 3, "")], "x")
        self.assertEqual(re.findall(r'x="([0-9.]+)"[^>]*class="([a-z-]+)"', bar),
                         [("0", "track"), ("0", "fill-pass"), ("25", "fill-crash")])

    def test_histogram(self):
        self.assertEqual(svg.median([3, 1, 2]), 2)
        self.assertEqual(svg.median([4, 1, 2, 3]), 2.5)
        picture = svg.histogram([0, 9.9, 10, 55, 100, 100], 100)
        heights = re.findall(r'height="([0-9.]+)" class="column"', picture)
        self.assertEqual(heights, ["230", "115", "0", "0", "0", "115", "0", "0", "0", "230"])
        svg.histogram([0], 0)

    def test_the_same_files_give_the_same_bytes(self):
        again = self.load()
        self.assertEqual(dict(feedback.files(again)), self.pages)
        for module in (csv_book, canvas, gradescope, classroom, junit, lti):
            self.assertEqual(list(module.files(again, WISH)), list(module.files(self.book, WISH)))


@unittest.skipUnless(shutil.which("chromium"), "chromium is not installed")
class Browser(WithClass):
    """The pages in a real browser, as it sees them."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        command.write(cls.folder, "12_attention", feedback.files(cls.book))

    def dom(self, path: Path, *more: str) -> str:
        done = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             "--disable-component-update", "--no-first-run", f"--user-data-dir={self.folder}/chromium", *more,
             "--dump-dom", path.as_uri()], capture_output=True, text=True, timeout=120)
        self.assertTrue(done.stdout, done.stderr[-1000:])
        return done.stdout

    def test_hostile_names_and_words_stay_words(self):
        for path in [*sorted(self.folder.glob("12_attention/t0*/feedback.html"))[1:3],
                     self.folder / "reports" / "12_attention" / "overview.html"]:
            log = self.folder / "net.json"
            dom = self.dom(path, f"--log-net-log={log}")
            title = re.search("<title>(.*?)</title>", dom, re.S)[1]
            self.assertNotEqual(title, "owned", path)
            self.assertIn("12 Attention", title)
            self.assertEqual(dom.count("<script>"), 1 if path.name == "overview.html" else 0)
            self.assertNotIn("<img", dom)
            self.assertEqual(self.asked_by_pages(log), [], path)

    @staticmethod
    def asked_by_pages(log: Path) -> list[str]:
        """Requests in a log of the network that a page began; the browser's own have no origin."""
        return [line for line in log.read_text().splitlines()
                if '"initiator":' in line and '"initiator":"not an origin"' not in line]

    def test_a_request_of_a_page_would_be_seen(self):
        path, log = self.folder / "asks.html", self.folder / "asks.json"
        path.write_text("<img src='http://127.0.0.1:9/pixel'>")
        self.dom(path, f"--log-net-log={log}")
        self.assertTrue(any("127.0.0.1:9/pixel" in line for line in self.asked_by_pages(log)))

    def test_a_page_has_the_score_and_every_test(self):
        dom = self.dom(self.folder / "12_attention" / "s28" / "feedback.html")
        self.assertRegex(dom, r"<b>14</b><span> / 110</span>")
        self.assertEqual(dom.count('<span class="tag '), 44)

    def pages_on_paper(self, words: str) -> int:
        path = self.folder / "paper.html"
        path.write_text(words)
        subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
             f"--user-data-dir={self.folder}/chromium", f"--print-to-pdf={path}.pdf", path.as_uri()], capture_output=True, timeout=120)
        paper = Path(f"{path}.pdf").read_bytes()
        self.assertEqual(len(set(re.findall(rb"/MediaBox\s*\[[^]]*\]", paper))), 1, "where a page turns, the one before it ends early")
        return len(re.findall(rb"/Type\s*/Page\b", paper))

    def test_no_page_on_paper_is_half_empty(self):
        """Rules that keep things together cost no more than a page in eight, or the one on which the last lines come to stand:
        beside the same report without any."""
        for path in [self.folder / "12_attention" / "s28" / "feedback.html", self.folder / "12_attention" / "t05" / "feedback.html",
                     self.folder / "reports" / "12_attention" / "overview.html"]:
            words = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text())
            least = self.pages_on_paper(words.replace(
                "</head>", "<style>@media print { * { break-inside: auto !important; break-after: auto !important; orphans: 1; widows: 1; } }</style></head>"))
            self.assertGreater(least, 3)
            self.assertLessEqual(self.pages_on_paper(words), least + max(1, least // 8), path)

    def test_a_click_sorts(self):
        """The page as it is, with a click added and the policy taken out that would forbid it."""
        words = (self.folder / "reports" / "12_attention" / "overview.html").read_text()
        click = "<script>const b = document.querySelectorAll('.matrix th button')[1]; b.click(); b.click();</script>"
        words = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", words).replace("</body>", click + "</body>")
        path = self.folder / "12_attention" / "clicked.html"
        path.write_text(words)
        table = self.dom(path).split('class="sortable matrix"')[1]
        points = re.findall(r"</bdi>(?:</a>)?</td><td class=\"n\">([0-9.]*)</td>", table)
        numbers = [float(p) for p in points if p]
        self.assertEqual(len(points), 42)
        self.assertEqual(numbers, sorted(numbers, reverse=True))
        self.assertEqual(points[-3:], ["", "", ""])
        self.assertIn('aria-sort="descending"', table)


# ---- commands ------------------------------------------------------------------------------------


class Commands(WithClass):
    def run_one(self, program: str, *options):
        return subprocess.run([sys.executable, GRADING, f"reports.{program}", *options], capture_output=True, text=True)

    def make(self, *words):
        return subprocess.run(["make", "--no-print-directory", "-f", "tools/grading/grading.mk", "-f", "tools/grading/reports.mk", *words], cwd=ROOT,
                              capture_output=True, text=True)

    def test_make_writes_every_format(self):
        files = [f"OUT={self.folder}", f"POLICY={self.folder}/policy.toml", f"ROSTER={self.folder}/roster.csv"]
        for form, name in (("", "gradebook.csv"), ("canvas", "canvas.csv"), ("gradescope", "s01/results.json"),
                           ("classroom", "s01/classroom.b64"), ("junit", "junit.xml"), ("lti", "s01/lti.json")):
            done = self.make("gradebook", "MODULE=12", f"FORMAT={form}", *files)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("1 submission not graded", done.stdout)
            self.assertIn("make regrade SUBMISSIONS=dir MODULE=12 STATUS=infra-error", done.stdout)
            place = self.folder if "/" in name else self.folder / "reports"
            self.assertTrue((place / "12_attention" / name).exists(), name)
        done = self.make("feedback", "MODULE=12", *files)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("*/feedback.html   40 students", done.stdout)
        self.assertEqual(list(self.folder.rglob("*.new")), [])

    def test_names_with_apostrophes_reach_the_programs(self):
        self.assertIn("there is nothing of \"O'Brien; echo Pat\" in", self.make("forget", "STUDENT=O'Brien; echo Pat", f"OUT={self.folder}").stderr)
        shutil.copytree(self.folder / "12_attention", self.folder / "Änne's" / "12_attention")
        done = self.make("gradebook", "MODULE=12", f"OUT={self.folder}/Änne's")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        words = self.make("-n", "regrade", "similarity", "STUDENT=O'Brien", "MODULE=12", "SUBMISSIONS=in's", "OTHER=o's", "HIDDEN=h's", "ROSTER=r's",
                          "-f", "tools/grading/release.mk").stdout
        for argument in ("O'\\''Brien", "in'\\''s", "o'\\''s", "h'\\''s", "r'\\''s"):
            self.assertIn(f"'{argument}'", words)

    def test_a_student_may_be_called_like_a_report(self):
        names = ("overview.html", "gradebook.csv", "canvas.csv", "junit.xml", "similarity.html", "feedback", "overview", "reports", "autograding.json")
        out = self.folder / "named"
        for name in names:
            shutil.copytree(self.folder / "12_attention" / "s01", out / "12_attention" / name)
        for words in (["feedback"], *(["gradebook", f"FORMAT={form}"] for form in ("", "canvas", "junit", "classroom"))):
            done = self.make(*words, "MODULE=12", f"OUT={out}", f"POLICY={self.folder}/policy.toml")
            self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        page = out / "reports/12_attention/overview.html"
        for name in names:
            self.assertTrue((out / "12_attention" / name / "feedback.html").is_file(), name)
            self.assertIn(f'href="../../12_attention/{name}/feedback.html"', page.read_text())
        self.assertTrue((page.parent / "../../12_attention/overview.html/feedback.html").is_file())

    def test_help_and_messages(self):
        for program in ("gradebook", "feedback"):
            done = self.run_one(program, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("MODULE=12", done.stdout)
        self.assertIn("Which module?", self.make("gradebook").stderr)
        self.assertIn("usage: feedback", self.make("feedback", "ARGS=--help").stdout)
        for options, said in ((["--out", "/nowhere"], "is not there"), (["--format", "odt"], "invalid choice"),
                              (["--policy", "/nowhere.toml"], "No such file"), (["--at", "now"], "--at: 'now' is no date"),
                              (["--format", "canvas"], "by its number")):
            done = self.run_one("gradebook", "--module", "12", "--out", str(self.folder), *options)
            self.assertEqual(done.returncode, 2, options)
            self.assertIn(said, done.stderr)
            self.assertNotIn("Traceback", done.stderr)

    def test_nothing_said_obeys_a_terminal(self):
        book = self.one(status="infra-error", reason="\x1b[2J\x07 gone\nmake: *** done")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.closing(book, argparse.Namespace(out=self.folder, module="12", policy=None), [])
        self.assertNotRegex(out.getvalue(), r"[^\n\x20-\x7e\ufffd]")
        self.assertIn("no deadline applied", out.getvalue())
        self.assertNotIn("|", out.getvalue())  # one grade is no distribution

    def test_the_distribution_of_a_class(self):
        lines = command.picture(self.book)
        bars = [re.fullmatch(r" +(\d+) \|(#*) ?(\d*)", line).groups() for line in lines[1:11]]
        self.assertEqual([int(low) for low, _, _ in bars], list(range(0, 110, 11)))
        self.assertEqual(sum(int(n or 0) for _, _, n in bars), 39)
        self.assertTrue(all(len(bar) == int(n or 0) for _, bar, n in bars))
        self.assertEqual(lines[11], "   110 points; median 62, mean 63")
        many = books.replace(self.book, entries=self.book.entries * 50)
        self.assertLessEqual(max(map(len, command.picture(many))), 60)

    def test_two_suites_in_one_book_are_noticed(self):
        grade = self.entries["s01"].grade
        mixed = results.replace(grade, suite_sha256="6" * 64)
        book = books.replace(self.book, entries=(self.entries["s02"], books.replace(self.entries["s01"], grade=mixed)))
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.closing(book, argparse.Namespace(out=self.folder, module="12", policy=None), [])
        self.assertIn("more than one version of the suite", out.getvalue())
        self.assertIn("more than one version of the suite", class_page.render(book))


if __name__ == "__main__":
    unittest.main()
