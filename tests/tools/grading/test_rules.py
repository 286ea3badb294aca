"""test_rules.py - late days of a term, several attempts, groups and books without names, with
values worked out by hand.

    python3 tests/tools/grading/test_rules.py
"""
import argparse
import contextlib
import csv
import io
import itertools
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import unicodedata
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
GRADING = ROOT / "tools/grading"
sys.path.insert(0, str(GRADING))

from kindling_grading.batch import grade, intake, names
from kindling_grading.errors import BookError, Misuse, PolicyError
from kindling_grading.reports import anonymous, book as books, class_page, command, csv_book, groups, ids, policy as policies, student_page

TESTS = ("first", "second", "third", "fourth")  # 25 points each
KEY = "a5" * 32


def result(assignment: str, passed: int, received: str | None, **more) -> dict:
    """A grade.json with so many tests of four passed."""
    tests = [{"name": f"{name}_test", "exercise": f"{assignment[:2]}.{i + 1} {name}", "file": "x.c", "points": 25, "score": 25 * (i < passed),
              "hidden": False, "outcome": "pass" if i < passed else "wrong", "detail": "", "hint": ""} for i, name in enumerate(TESTS)]
    return {"v": 1, "course": "kindling", "assignment": assignment, "mode": "isolated", "student": "x", "submission_sha256": f"{passed:064}",
            "received_at": received, "suite_sha256": "5" * 64, "toolchain": "gcc", "judge": "1", "seed_epoch": "1", "status": "graded",
            "reason": "", "notes": [], "tests": tests, "score": 25 * passed, "max": 100} | more


class WithTerm(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="kindling-term-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "grades"
        self.out.mkdir()
        key = self.folder / "course.key"
        key.write_text(KEY)
        key.chmod(0o600)
        before = os.environ.get("KINDLING_COURSE_KEY")
        os.environ["KINDLING_COURSE_KEY"] = str(key)
        self.addCleanup(lambda: os.environ.pop("KINDLING_COURSE_KEY") if before is None else os.environ.update(KINDLING_COURSE_KEY=before))
        self.files = {}

    def put(self, assignment: str, who: str, passed: int, received: str | None, **more) -> None:
        place = self.out / assignment / names.result_name(who)
        place.mkdir(parents=True, exist_ok=True)
        (place / "grade.json").write_text(json.dumps(result(assignment.removesuffix("-cumulative"), passed, received, **more)))

    def write(self, name: str, words: str) -> Path:
        path = self.folder / name
        path.write_text(words, encoding="utf-8")
        self.files[name] = path
        return path

    def book(self, module: str = "12") -> books.Book:
        found = [self.files.get(name) for name in ("policy.toml", "roster.csv", "groups.csv")]
        return books.load(self.out, module, *found)

    def entries(self, module: str = "12") -> dict[str, books.Entry]:
        return {e.student: e for e in self.book(module).entries}

    def options(self) -> list[str]:
        return [f"--{name.split('.')[0]}={path}" for name, path in self.files.items() if name != "manual.csv"]

    def run_one(self, program: str, *more: str) -> subprocess.CompletedProcess:
        return subprocess.run([sys.executable, GRADING, f"reports.{program}", f"--out={self.out}", *self.options(), *more],
                              capture_output=True, text=True)


# ---- optional exercises --------------------------------------------------------------------------


class Optional(WithTerm):
    """Points beside the 100: told, never taken off, and added only where the policy says so."""

    def setUp(self):
        super().setUp()
        for who, outcomes in (("ada", ("pass", "wrong")), ("bob", ("not-written", "not-written"))):
            grade = result("12_attention", 4 if who == "ada" else 3, "2026-02-01T10:00:00Z")
            grade["tests"] += [{"name": f"{name}_test", "exercise": f"12.{17 + i} {name}", "file": "y.c", "points": 0, "score": 0, "hidden": False,
                                "outcome": outcomes[i], "detail": "", "hint": "", "optional": 6 * (i + 1)} for i, name in enumerate(("merge", "tile"))]
            place = self.out / "12_attention" / who
            place.mkdir(parents=True)
            (place / "grade.json").write_text(json.dumps(grade))

    def page(self, who: str) -> str:
        book = self.book()
        return student_page.render(book, next(e for e in book.entries if e.student == who))

    def test_they_are_told_beside_the_score(self):
        found = self.entries()
        self.assertEqual({who: (e.grade.score, e.grade.max, e.final, e.grade.beside) for who, e in found.items()},
                         {"ada": (100, 100, 100.0, (6, 18)), "bob": (75, 100, 75.0, (0, 18))})
        self.assertIn("Optional: 6 of 18 points, beside the score.", self.page("ada"))
        self.assertIn("6 / 6", self.page("ada"))

    def test_what_is_not_begun_is_nowhere_open(self):
        page = self.page("bob")
        self.assertIn("3 of 4 exercises done", page)
        self.assertIn("Optional: 0 of 18 points", page)
        self.assertNotIn("merge", page)
        self.assertNotIn("12.18", class_page.why(self.book(), self.entries()["bob"]))

    def test_one_line_of_the_policy_adds_them(self):
        self.write("policy.toml", "[default]\noptional_adds = true\n")
        found = self.entries()
        self.assertEqual({who: (e.grade.score, e.grade.max, e.final) for who, e in found.items()}, {"ada": (106, 100, 106.0), "bob": (75, 100, 75.0)})
        self.assertIn("Optional: 6 of 18 points, added to the score.", self.page("ada"))

    def test_late_they_shrink_like_the_others(self):
        self.write("policy.toml", "[default]\noptional_adds = true\ndue = 2026-01-31T12:00:00Z\nper_day = 50\n")
        self.assertEqual(self.entries()["ada"].final, 53.0)

    def test_no_other_points_are_given_to_them(self):
        for words, said in (('optional_adds = "yes"', "true or false"), ("weights = {merge_test = 5}", "its points stand beside the others")):
            with self.subTest(words):
                self.write("policy.toml", f"[12_attention]\n{words}\n")
                with self.assertRaisesRegex(PolicyError, said):
                    self.entries()


# ---- late days -----------------------------------------------------------------------------------

TERM = """[default]
grace_min = 15
per_day = 10
max_days = 7
late_days = 5
most_late_days = 2
[12_attention]
due = 2026-02-01T12:00:00Z
[12_attention.extensions]
cat = 2026-02-04T12:00:00Z
[07_optimizers]
due = 2026-03-01T12:00:00Z
[08_training]
due = 2026-04-01T12:00:00Z
"""
# By hand: student, module, received, points earned; days late, late days spent, left afterwards,
# points that count. In the order of the due dates, which is not that of the numbers: 12, 07, 08.
BY_HAND = [
    # two days covered, the third costs 10 %
    ("ada", "12", "2026-02-04T10:00:00Z", 100, 3, 2, 3, 90.0),
    ("ada", "07", "2026-03-02T12:00:00Z", 100, 1, 1, 2, 100.0),
    ("ada", "08", "2026-04-05T11:00:00Z", 75, 4, 2, 0, 60.0),      # 4 - 2 = 2 days: 80 % of 75
    ("bob", "12", "2026-02-02T13:00:00Z", 100, 2, 2, 3, 100.0),
    ("bob", "07", "2026-03-03T12:00:00Z", 50, 2, 2, 1, 50.0),
    ("bob", "08", "2026-04-03T12:00:00Z", 100, 2, 1, 0, 90.0),     # one left for two days
    # an extension of three days goes first
    ("cat", "12", "2026-02-05T11:00:00Z", 100, 1, 1, 4, 100.0),
    ("cat", "07", "2026-03-01T12:15:00Z", 100, 0, 0, 4, 100.0),    # grace
    # after max_days nothing is accepted, nothing spent
    ("dan", "12", "2026-02-09T12:00:01Z", 100, 9, 0, 5, 0.0),
    ("dan", "07", "2026-03-04T12:00:00Z", 100, 3, 2, 3, 90.0),
    # earned nothing: nothing is spent on it
    ("eve", "12", "2026-02-03T12:00:00Z", 0, 2, 0, 5, 0.0),
    ("eve", "07", None, 100, 0, 0, 5, 100.0),
    ("fay", "07", "2026-02-20T12:00:00Z", 100, 0, 0, 5, 100.0),
]
NAMES = {"12": "12_attention", "07": "07_optimizers", "08": "08_training"}


class LateDays(WithTerm):
    def fill(self, rows):
        for student, module, received, earned, *_ in rows:
            self.put(NAMES[module], student, earned // 25, received)

    def test_a_term_by_hand(self):
        self.write("policy.toml", TERM)
        self.fill(BY_HAND)
        for student, module, _, _, days, spent, left, final in BY_HAND:
            e = self.entries(module)[student]
            self.assertEqual((e.late.days, e.late.spent, e.left, e.final), (days, spent, left, final), (student, module))

    def test_the_order_of_grading_changes_nothing(self):
        self.write("policy.toml", TERM)
        found = []
        for order in itertools.permutations(NAMES):
            shutil.rmtree(self.out)
            self.out.mkdir()
            for module in order:
                self.fill([row for row in BY_HAND if row[1] == module])
            found.append([(self.entries(m)[s].late, self.entries(m)[s].left) for s, m, *_ in BY_HAND])
        self.assertEqual(found, [found[0]] * 6)

    def test_what_is_not_graded_yet_spends_nothing(self):
        self.write("policy.toml", TERM)
        self.fill([row for row in BY_HAND if row[1] == "07"])
        ada = self.entries("07")["ada"]
        self.assertEqual((ada.late.spent, ada.left), (1, 4))
        self.put("12_attention", "ada", 4, "2026-02-04T10:00:00Z", status="infra-error")
        self.assertEqual(self.entries("07")["ada"].left, 4)

    def test_modules_together_are_the_same_work(self):
        self.write("policy.toml", TERM)
        self.fill([row for row in BY_HAND if row[0] == "ada"])
        self.put("12_attention-cumulative", "ada", 4, "2026-02-04T10:00:00Z")
        self.assertEqual(self.entries("08")["ada"].left, 0)
        self.assertEqual(books.term(self.out, self.files["policy.toml"]), ["12_attention", "07_optimizers", "08_training"])
        both = self.entries("12-cumulative")["ada"]
        self.assertEqual((both.late.spent, both.left, both.final), (2, 3, 90.0))

    def test_without_a_budget_all_is_as_before(self):
        self.write("policy.toml", TERM.replace("late_days = 5\nmost_late_days = 2\n", ""))
        self.fill(BY_HAND)
        ada = self.entries("12")["ada"]
        self.assertEqual((ada.final, ada.left, ada.late.spent, ada.late.words), (70.0, None, 0, "3 days late: 70 % of the points stay"))
        sheet = dict(csv_book.files(self.book(), argparse.Namespace()))["gradebook.csv"]
        row = dict(zip(*list(csv.reader(io.StringIO(sheet)))[:2]))
        self.assertEqual((row["days_late"], row["late_days_used"], row["late_days_left"]), ("3", "", ""))
        self.assertNotIn("late days left", class_page.render(self.book()))

    def test_books_and_pages_say_it(self):
        self.write("policy.toml", TERM)
        self.fill(BY_HAND)
        book = self.book()
        sheet = list(csv.DictReader(io.StringIO(dict(csv_book.files(book, argparse.Namespace()))["gradebook.csv"])))
        self.assertEqual([(r["days_late"], r["late_days_used"], r["late_days_left"], r["score"]) for r in sheet[:2]], [("3", "2", "3", "90"), ("2", "2", "3", "100")])
        shown = student_page.render(book, self.entries()["ada"])
        self.assertIn("3 days late: 2 late days used, 3 left; 90 % of the points stay", shown)
        self.assertIn("3 left after this assignment", shown)
        self.assertIn("late days left", class_page.render(book))

    def test_the_table(self):
        self.write("policy.toml", TERM)
        self.write("roster.csv", "student\n" + "".join(f"{s}\n" for s in ("ada", "bob", "cat", "dan", "eve", "fay", "gus")))
        self.fill(BY_HAND)
        done = self.run_one("late_days")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = list(csv.reader(io.StringIO((self.out / "reports/late-days.csv").read_text())))
        self.assertEqual(rows, [["student", "12_attention", "07_optimizers", "08_training", "left"], ["ada", "2", "1", "2", "0"], ["bob", "2", "2", "1", "0"],
                                ["cat", "1", "0", "", "4"], ["dan", "0", "2", "", "3"], ["eve", "0", "0", "", "5"], ["fay", "", "0", "", "5"],
                                ["gus", "", "", "", "5"]])
        self.assertRegex(done.stdout, r"ada +2 +1 +2 +0\n")
        self.write("policy.toml", TERM.replace("late_days = 5\nmost_late_days = 2\n", ""))
        done = self.run_one("late_days")
        self.assertEqual(done.returncode, 2)
        self.assertIn("like this: late_days = 5", done.stderr)
        shutil.rmtree(self.out)
        self.assertIn("is not there", self.run_one("late_days").stderr)
        self.out.mkdir()
        self.assertIn("no results", self.run_one("late_days").stderr)

    def test_wrong_lines_of_the_policy(self):
        for words, said in (("[12_attention]\nlate_days = 3", "12_attention.late_days: late days are those of a term; put late_days under"),
                            ("[default]\nlate_days = 2.5", "2.5 is no whole number of days; like this: late_days = 2"),
                            ("[default]\nlate_days = -1", "-1 is not between 0 and 366"), ("[default]\nlate_days = true", "True is not a number"),
                            ("[default]\nmost_late_days = 'two'", "'two' is not a number"), ("[default]\nattempts = 'newest'", "'newest' is none of first, last, best"),
                            ("[default]\nattempts = 3", "3 is none of first")):
            with self.assertRaisesRegex(PolicyError, re.escape(said)):
                policies.load(self.write("policy.toml", words), "12_attention")


# ---- attempts ------------------------------------------------------------------------------------


class Attempts(WithTerm):
    POLICY = "[default]\nper_day = 10\nattempts = '{}'\n[12_attention]\ndue = 2026-02-01T12:00:00Z\n"

    def rule(self, rule: str, more: str = "") -> books.Entry:
        self.write("policy.toml", self.POLICY.format(rule).replace("[12", more + "[12"))
        (e,) = self.book().entries
        return e

    def three(self):
        # 2 days late: 80 of 100
        self.put("12_attention", "ada@2026-02-03T12:00:00Z", 4, "2026-02-03T12:00:00Z")
        self.put("12_attention", "ada", 2, "2026-01-31T12:00:00Z")  # 50
        # 4 days late: 60 % of 75 = 45
        self.put("12_attention", "ada@2026-02-05T12:00:00+00:00", 3, "2026-02-05T12:00:00Z")

    def test_each_rule_by_hand(self):
        self.three()
        for rule, which, days, final in (("first", 0, 0, 50.0), ("best", 1, 2, 80.0), ("last", 2, 4, 45.0)):
            e = self.rule(rule)
            self.assertEqual((e.student, e.folder, e.counted, e.late.days, e.final), ("ada", "ada", which, days, final), rule)
            self.assertEqual([a.grade.score for a in e.attempts], [50, 100, 75])

    def test_the_page_lists_them_and_marks_the_one_that_counts(self):
        self.three()
        e = self.rule("best")
        shown = student_page.render(self.book(), e)
        rows = re.findall(r"<tr[^>]*>(?:(?!</tr>).)*2026-0(?:(?!</tr>).)*</tr>", shown)
        self.assertEqual([("counts" in row, re.search(r"(\d+) / 100", row)[1]) for row in rows], [(False, "50"), (True, "100"), (False, "75")])
        self.assertIn("2026-02-03 12:00:00 UTC", rows[1])
        self.assertIn("The best one counts", shown)
        self.assertIn("so 80 points", rows[1])
        self.assertNotIn("so ", rows[0])
        self.assertIn("2 of 3", class_page.render(self.book()))
        sheet = list(csv.DictReader(io.StringIO(dict(csv_book.files(self.book(), argparse.Namespace()))["gradebook.csv"])))
        self.assertEqual([(r["student_id"], r["attempt"], r["raw_score"], r["score"]) for r in sheet], [("ada", "2 of 3", "100", "80")])
        done = self.run_one("feedback", "--module=12")
        self.assertEqual((done.returncode, sorted(p.parent.name for p in self.out.rglob("feedback.html"))), (0, ["ada"]), done.stderr)

    def test_one_attempt_has_no_list(self):
        self.put("12_attention", "ada@2026-01-31T12:00:00Z", 4, "2026-01-31T12:00:00Z")
        e = self.rule("last")
        self.assertEqual((e.student, e.folder), ("ada", "ada"))
        self.assertNotIn("What was handed in", student_page.render(self.book(), e))

    def test_what_could_not_be_read_counts_only_if_there_is_nothing_else(self):
        self.put("12_attention", "ada@2026-01-30T12:00:00Z", 3, "2026-01-30T12:00:00Z")
        self.put("12_attention", "ada@2026-01-31T12:00:00Z", 0, "2026-01-31T12:00:00Z", status="rejected", reason="a link", tests=[])
        for rule in ("first", "last", "best"):
            self.assertEqual(self.rule(rule).final, 75.0)
        shutil.rmtree(self.out / "12_attention" / "ada@20260130T120000Z")
        self.assertEqual((self.rule("last").status, self.rule("last").final), ("rejected", 0.0))

    def test_the_best_is_not_known_before_all_are_graded(self):
        self.put("12_attention", "ada@2026-01-30T12:00:00Z", 3, "2026-01-30T12:00:00Z")
        self.put("12_attention", "ada@2026-01-29T12:00:00Z", 4, "2026-01-29T12:00:00Z", status="infra-error")
        for rule, final in (("first", None), ("last", 75.0), ("best", None)):
            self.assertEqual(self.rule(rule).final, final, rule)
        self.rule("best")
        self.assertEqual(len(self.book().infra), 1)

    def test_of_equals_the_best_is_the_one_that_spends_less_and_came_first(self):
        budget = "late_days = 3\n"
        self.put("12_attention", "ada@2026-02-03T10:00:00Z", 4, "2026-02-03T10:00:00Z")
        self.put("12_attention", "ada@2026-02-02T10:00:00Z", 4, "2026-02-02T10:00:00Z")
        self.put("12_attention", "ada@2026-01-31T10:00:00Z", 3, "2026-01-31T10:00:00Z")
        e = self.rule("best", budget)
        self.assertEqual((e.counted, e.final, e.late.spent, e.left), (1, 100.0, 1, 2))
        self.put("12_attention", "ada@2026-01-31T09:00:00Z", 4, "2026-01-31T09:00:00Z")
        self.put("12_attention", "ada@2026-01-31T11:00:00Z", 4, "2026-01-31T11:00:00Z")
        e = self.rule("best", budget)
        self.assertEqual((e.counted, e.left, e.grade.received_at), (0, 3, "2026-01-31T09:00:00Z"))

    def test_order_is_that_of_time_and_then_of_names(self):
        self.put("12_attention", "ada", 4, "2026-01-31T12:00:00Z")
        self.put("12_attention", "ada@2026-01-30T12:00:00Z", 3, "2026-01-30T12:00:00Z")
        # unknown: before all that is known
        self.put("12_attention", "ada@2026-01-29T12:00:00Z", 2, None)
        self.assertEqual([a.grade.score for a in self.rule("last").attempts], [50, 75, 100])
        shutil.rmtree(self.out)
        for who in ("bob", "ada"):  # at the same second, whatever the roster's order
            self.put("12_attention", who, 2 + (who == "ada"), "2026-01-31T12:00:00Z")
        self.write("policy.toml", self.POLICY.format("last"))
        for rows in ("bob,x\nada,x\n", "ada,x\nbob,x\n"):
            self.write("groups.csv", "student,group\n" + rows)
            self.write("roster.csv", "student\nbob\nada\n")
            self.assertEqual([[a.grade.score for a in e.attempts] for e in self.book().entries], [[75, 50]] * 2)

    def test_only_the_one_that_counts_spends_late_days(self):
        self.three()
        self.assertEqual(self.rule("last", "late_days = 5\n").left, 1)
        self.assertEqual(self.rule("first", "late_days = 5\n").left, 5)

    def test_points_by_hand_for_one_attempt_or_for_whichever_counts(self):
        self.three()
        path = self.out / "12_attention" / "manual.csv"
        path.write_text("student,test,points,comment\nada@2026-02-05T12:00:00Z,fourth_test,25,Right after all\nada,,-5,Late talk\n")
        self.assertEqual([a.grade.score for a in self.rule("last").attempts], [45, 95, 95])
        self.assertEqual(self.rule("last").final, 57.0)  # 60 % of 95
        self.assertEqual(self.rule("last").grade.comments, ("Late talk",))
        path.write_text("student,test,points,comment\nada,,-5,Late talk\nada@2026-02-05T12:00:00Z,,2,Neat\n")
        self.assertEqual([a.grade.score for a in self.rule("last").attempts], [45, 95, 72])
        self.assertEqual(self.rule("last").grade.comments, ("Late talk", "Neat"))
        path.write_text("student,test,points,comment\nada@2026-02-06T12:00:00Z,fourth_test,25,\n")
        with self.assertRaisesRegex(BookError, "ada@2026-02-06T12:00:00Z has no results"):
            self.rule("last")
        path.write_text("student,test,points,comment\nada,fourth_test,5,\nada@2026-02-05T12:00:00Z,fourth_test,25,\n")
        self.assertEqual([a.grade.score for a in self.rule("last").attempts], [55, 80, 100])


class NamesOfAttempts(unittest.TestCase):
    def setUp(self):
        self.path = Path(tempfile.mkdtemp(prefix="kindling-names-"))
        self.addCleanup(shutil.rmtree, self.path)

    def test_times_are_one_however_they_are_written(self):
        for name in ("anna@2026-02-01T10:00:00Z", "anna@20260201T100000Z", "anna@2026-02-01T11:00:00+01:00", "anna@2026-02-01 10:00:00Z"):
            self.assertEqual(names.result_name(name), "anna@20260201T100000Z", name)
        self.assertEqual(names.result_name(names.result_name("O'Brien Pat@20260201T100000Z")), names.safe_name("O'Brien Pat") + "@20260201T100000Z")
        self.assertEqual(names.result_name("a@uni.example@20260201T100000Z"), "a@uni.example@20260201T100000Z")
        for plain in ("anna@uni.example", "anna@2026.example", "anna", "@20260201T100000Z", "anna@2026-13-01T10:00:00Z", "anna@2026-02-01T10:00:00",
                      "anna@0001-01-01T00:00:00+23:00"):
            self.assertIsNone(names.attempt(plain)[1], plain)
            self.assertEqual(names.result_name(plain), names.safe_name(plain))

    def test_folders_and_archives_are_attempts(self):
        for name in ("anna@2026-02-01T10:00:00Z", "anna"):
            (self.path / name / "12_attention").mkdir(parents=True)
            (self.path / name / "12_attention" / "mask.c").write_text("int x;\n")
        (self.path / "anna@2026-02-02T10:00:00Z.tar.gz").write_bytes(b"")
        (self.path / "anna@2026-02-02T11:00:00+01:00.zip").write_bytes(b"")
        # the end is the student's own word
        (self.path / "smithanna_101_9988_x@2026-02-01T10:00:00Z.tar.gz").write_bytes(b"")
        (self.path / "ben@2026-02-30T10:00:00Z").mkdir()
        (self.path / "received.csv").write_text("student,received_at\nanna,2026-01-31T10:00:00Z\nanna@2026-02-01T10:00:00Z,2020-01-01T00:00:00Z\n")
        found = dict(names.students(self.path))
        odd = names.safe_name("ben@2026-02-30T10:00:00Z")
        self.assertEqual(sorted(found), sorted(["anna", "anna@20260201T100000Z", "anna@20260202T100000Z", odd, "smithanna_101"]))
        read = {name: intake.read(name, path, {"12_attention": ["mask.c"]}) for name, path in found.items()}
        self.assertEqual({name: s.received_at for name, s in read.items()},
                         {"anna": "2026-01-31T10:00:00Z", "anna@20260201T100000Z": "2026-02-01T10:00:00Z",
                          "anna@20260202T100000Z": "2026-02-02T10:00:00Z", odd: None, "smithanna_101": None})
        self.assertEqual(read["anna"].sha256, read["anna@20260201T100000Z"].sha256)
        said = "\n".join(grade.oddities(self.path))
        self.assertIn("ben@2026-02-30T10:00:00Z is read as a student of that name: an attempt is called NAME@TIME", said)
        self.assertIn("two of one student", said)
        self.assertEqual(said.count("\n"), 1)

    def test_a_student_is_chosen_with_all_attempts(self):
        for name in ("anna@2026-02-01T10:00:00Z", "anna", "ben"):
            (self.path / name).mkdir()
        self.assertEqual([n for n, _ in grade.chosen(self.path, ["anna"])], ["anna", "anna@20260201T100000Z"])
        self.assertEqual([n for n, _ in grade.chosen(self.path, ["anna@20260201T100000Z"])], ["anna@20260201T100000Z"])
        with self.assertRaises(Misuse):
            grade.chosen(self.path, ["cleo"])


# ---- groups --------------------------------------------------------------------------------------


class Groups(WithTerm):
    def setUp(self):
        super().setUp()
        self.write("roster.csv", "student,last_name,first_name\nada,Alder,Ada\nbob,Birch,Bob\ncat,Cedar,Cat\n")
        self.write("policy.toml", TERM.replace("cat =", "bob ="))
        self.write("groups.csv", "student,group\nada,team 1\nbob,team 1\n")

    def test_one_hands_in_for_all_and_deadlines_are_each_ones_own(self):
        self.put("12_attention", "ada", 4, "2026-02-04T10:00:00Z")
        found = self.entries()
        ada, bob, cat = found["ada"], found["bob"], found["cat"]
        self.assertEqual((ada.late.spent, ada.left, ada.final), (2, 3, 90.0))
        # bob's extension
        self.assertEqual((bob.late.days, bob.left, bob.final, bob.folder), (0, 5, 100.0, "bob"))
        self.assertEqual((cat.status, cat.group), ("missing", ""))
        self.assertEqual(self.book().split, [])
        sheet = list(csv.DictReader(io.StringIO(dict(csv_book.files(self.book(), argparse.Namespace()))["gradebook.csv"])))
        self.assertEqual([(r["student_id"], r["group"], r["score"]) for r in sheet], [("ada", "team 1", "90"), ("bob", "team 1", "100"), ("cat", "", "")])
        done = self.run_one("feedback", "--module=12")
        self.assertEqual((done.returncode, sorted(p.parent.name for p in self.out.rglob("feedback.html"))), (0, ["ada", "bob"]), done.stderr)
        page = (self.out / "12_attention/bob/feedback.html").read_text()
        self.assertIn("Bob Birch", page)
        self.assertIn("Handed in together as team 1", page)
        self.assertIn("Ada Alder", page)
        self.assertEqual(self.entries()["bob"].final, 100.0)  # a page is no submission

    def test_points_by_hand_are_each_ones_own(self):
        self.put("12_attention", "ada", 4, "2026-01-31T10:00:00Z")
        (self.out / "12_attention/manual.csv").write_text("student,test,points,comment\nada,,-10,\nbob,,-20,\n")
        self.assertEqual([e.final for e in self.book().entries], [90.0, 80.0, None])
        (self.out / "12_attention/manual.csv").write_text("student,test,points,comment\ncat,,-10,\n")
        with self.assertRaisesRegex(BookError, "cat has no results"):
            self.book()

    def test_different_files_are_told_and_the_last_counts(self):
        self.put("12_attention", "ada", 4, "2026-01-30T10:00:00Z")
        self.put("12_attention", "bob", 3, "2026-01-31T10:00:00Z")
        self.assertEqual([e.final for e in self.book().entries], [75.0, 75.0, None])
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            command.closing(self.book(), argparse.Namespace(out=self.out, policy=None), [])
        self.assertIn("! team 1: ada and bob handed in different files; bob's of 2026-01-31T10:00:00Z counts\n", out.getvalue())
        self.assertIn("Groups with different files: 1", class_page.render(self.book()))
        self.write("policy.toml", TERM.replace("cat =", "bob =").replace("[default]", "[default]\nattempts = 'best'"))
        shutil.rmtree(self.out / "12_attention/bob")
        self.put("12_attention", "bob@2026-01-31T10:00:00Z", 3, "2026-01-31T10:00:00Z")
        # for ada 7 days late, 2 covered: 50; for bob 4 and 2: 80
        self.put("12_attention", "ada", 4, "2026-02-08T10:00:00Z")
        self.assertEqual([(e.counted, e.final) for e in self.book().entries][:2], [(0, 75.0), (1, 80.0)])
        self.assertIn("for each member another counts", class_page.render(self.book()))
        self.write("policy.toml", TERM.replace("cat =", "bob ="))
        shutil.rmtree(self.out / "12_attention")
        self.put("12_attention", "bob", 3, "2026-01-31T10:00:00Z")
        # the same files twice is no difference
        self.put("12_attention", "ada", 3, "2026-01-30T10:00:00Z")
        self.assertEqual(self.book().split, [])
        self.assertNotIn("Groups with different", class_page.render(self.book()))

    def test_what_another_hands_in_too_late_takes_nothing_from_who_was_in_time(self):
        self.put("12_attention", "ada", 4, "2026-01-30T10:00:00Z")
        self.put("12_attention", "bob", 4, "2026-02-08T10:00:00Z")
        found = self.entries()
        self.assertEqual((found["ada"].final, found["ada"].late.days), (100.0, 0))
        self.assertGreater(found["bob"].late.days, 0)  # who did so has said which one counts
        shutil.rmtree(self.out / "12_attention/ada")
        self.assertGreater(self.entries()["ada"].late.days, 0)

    def test_of_a_group_whose_files_were_forgotten_nobody_knows_the_points(self):
        self.write("policy.toml", TERM.replace("cat =", "bob =").replace("[default]", "[default]\nmissing_is_zero = true"))
        self.put("12_attention", "ada", 4, "2026-01-30T10:00:00Z")
        self.put("12_attention", "dan", 4, "2026-01-30T10:00:00Z")
        self.write("roster.csv", self.files["roster.csv"].read_text() + "dan,Dorn,Dan\n")
        groups_file = self.files.pop("groups.csv")
        done = self.run_one("forget", "--student=ada", "--really")
        self.files["groups.csv"] = groups_file
        self.assertEqual(done.returncode, 0, done.stderr)
        found = self.entries()
        self.assertEqual([found[who].final for who in ("bob", "cat", "dan")], [None, 0.0, 100.0])

    def test_groups_of_one_assignment(self):
        self.write("groups.csv", "student,group,assignment\nada,x,\nbob,x,\nbob,y,12\ncat,y,12_attention\nada,z,7\n")
        found = groups.load(self.files["groups.csv"], "12_attention")
        self.assertEqual({who: m.group for who, m in found.items()}, {"ada": "x", "bob": "y", "cat": "y"})
        self.assertEqual({who: m.group for who, m in groups.load(self.files["groups.csv"], "07_optimizers").items()}, {"ada": "z", "bob": "x"})

    def test_wrong_lines(self):
        self.put("12_attention", "ada", 4, None)
        for words, said in (("student,team\nada,x\n", "the first line is student,group or student,group,assignment, and not 'student,team'"),
                            ("student,group\nada,\n", "line 2: a row has a student and a group, like this: anna,team-3"),
                            ("student,group\nada,x\nada,y\n", "line 3: ada is in x already"), ("student,group\nada,x,y\n", "line 2: more than 2 columns"),
                            ("student,group\nada,x\nbop,x\n", "line 3: bop is neither in the roster nor has handed anything in"),
                            ("student,group,assignment\nada,x,attention\n", "line 2: 'attention' is no assignment; 12 or 12_attention"), ("", "the first line is")):
            self.write("groups.csv", words)
            with self.assertRaisesRegex(BookError, re.escape(said)):
                self.book()
        self.files["groups.csv"].write_bytes(b"student,group\n\xff,x\n")
        with self.assertRaisesRegex(BookError, "not UTF-8"):
            self.book()
        self.files["groups.csv"] = self.folder / "none.csv"
        with self.assertRaisesRegex(BookError, "No such file"):
            self.book()

    def test_without_a_roster_a_member_is_one_of_the_class(self):
        del self.files["roster.csv"]
        self.put("12_attention", "ada", 4, "2026-01-31T10:00:00Z")
        self.assertEqual({s: e.final for s, e in self.entries().items()}, {"ada": 100.0, "bob": 100.0})


# ---- without names -------------------------------------------------------------------------------

ROSTER = [("student", "last_name", "first_name", "email", "canvas_id", "login", "section", "lti_user"),
          ("ada", "Alder", "Adelaide", "adelaide.alder@example.org", "101", "aalder", "A", "lti-ada"),
          ("O'Brien Pat", "O'Brien", "Pat", "pat@example.org", "", "", "", ""), ("s17", "Müller", "Änne", "", "", "", "", ""),
          ("李雷", "李", "雷", "", "", "", "", ""), ("s20", "Quince", "Yannick", "", "777", "", "", ""), ("s21", "Rowan", "Zita", "", "", "", "", "")]
TELLING = ["ada", "Alder", "Adelaide", "aalder", "lti-ada", "Brien", "Pat", "Müller", "Änne", "李雷", "s17", "s20", "s21", "Quince", "Yannick", "Rowan", "Zita",
           "quinceyannick", "AdelaideAlder", "Ludwiga", "Wolfgang"]


class Anonymous(WithTerm):
    def setUp(self):
        super().setUp()
        with (self.folder / "roster.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(ROSTER)
        self.files["roster.csv"] = self.folder / "roster.csv"
        self.write("policy.toml", TERM.replace("cat =", '"Ludwiga" = 2026-02-04T12:00:00Z\n"O\'Brien Pat" ='))
        self.write("groups.csv", "student,group\nada,Adas and Pats team\nO'Brien Pat,Adas and Pats team\ns17,Quince\n")
        nfd = unicodedata.normalize("NFD", "Müller")
        told = ["ada.tar.gz was read, and not ada.zip beside it", f"not asked for, so not read: {nfd}_Änne.c", "AdelaideAlder.c is odd", "我是李雷"]
        for module in ("12_attention", "07_optimizers"):
            self.put(module, "ada", 3, "2026-02-03T10:00:00Z", notes=told)
            self.put(module, "ada@2026-02-01T10:00:00Z", 2, "2026-02-01T10:00:00Z", notes=told)
            self.put(module, "s17", 4, None, reason="x.c:1: // Written by ÄNNE MÜLLER and Pat O'Brien", status="compile-error", tests=[], score=0)
            spoken = result(module, 1, None)["tests"]
            self.put(module, "s21", 1, "2026-02-01T10:00:00Z", tests=[t | {"detail": "got ZITA_ROWAN, expected 1"} for t in spoken])
            self.put(module, "wolfgang", 1, "2026-02-01T10:00:00Z")  # not in the roster
            self.put(module, "李雷", 1, "2026-02-01T10:00:00Z")
            self.put(module, "quinceyannick_777", 0, "2026-02-01T10:00:00Z", status="rejected", reason="s20 cannot be read", tests=[])
        (self.out / "12_attention/manual.csv").write_text("student,test,points,comment\nada,,1,Well said Adelaide\ns21,first_test,20,Zita: good\n", encoding="utf-8")

    def everything(self) -> dict[str, str]:
        return {str(p.relative_to(self.out)): p.read_text(encoding="utf-8") for p in sorted((self.out / "anonymous").rglob("*")) if p.is_file()}

    def test_no_name_stands_anywhere(self):
        said = ""
        for module in ("12", "07"):
            done = [self.run_one("feedback", f"--module={module}", "--anonymous")]
            done += [self.run_one("gradebook", f"--module={module}", "--anonymous", f"--format={form}", "--column=X (1)")
                     for form in ("csv", "canvas", "moodle", "gradescope", "classroom", "junit", "lti")]
            self.assertEqual([(d.returncode, d.stderr) for d in done], [(0, "")] * 8)
            said += "".join(d.stdout for d in done)
        done = self.run_one("late_days", "--anonymous")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        files = self.everything()
        self.assertGreater(len(files), 40)
        files["(the terminal)"] = (said + done.stdout).replace(str(self.out), "")
        for name, words in files.items():
            if name.endswith("b64"):
                continue
            for telling in TELLING:
                for form in (telling, unicodedata.normalize("NFD", telling), ascii(telling)[1:-1]):
                    self.assertNotRegex(name, rf"(?i)(?<![a-z]){re.escape(form)}(?![a-z])")
                    self.assertNotRegex(words, rf"(?i)(?<![a-z0-9]){re.escape(form)}(?![a-z0-9])", name)
        self.assertIn(anonymous.NAMELESS, "".join(files.values()))
        self.assertIn(f"! handed in and not in the roster: {ids.id_of(bytes.fromhex(KEY), 'wolfgang')}\n", said)
        self.assertIn("! an extension or an exemption, and nobody here is called so: Ludwiga", self.run_one("feedback", "--module=12").stdout)

    def test_ids_are_stable_and_only_the_key_makes_them(self):
        found = {}
        for module in ("12", "07"):
            book = self.book(module)
            hidden = anonymous.without_names(book, anonymous.names(book))
            for e in book.entries:
                one = next(x for x in hidden.entries if x.student == ids.id_of(bytes.fromhex(KEY), names.safe_name(e.student)))
                self.assertEqual((one.final, one.left, one.late, one.due, one.counted), (e.final, e.left, e.late, e.due, e.counted))
                self.assertEqual(found.setdefault(e.student, one.student), one.student)
            self.assertEqual([e.student for e in hidden.entries], sorted(found.values()))
        # printf "anonymous ada" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$(printf a5%.0s
        # $(seq 32))
        self.assertEqual(found["ada"], "id-4672808ac2")
        self.assertNotEqual(ids.id_of(b"x" * 32, "ada"), found["ada"])

    def test_who_is_who_is_for_one_pair_of_eyes(self):
        for module in ("12", "07"):
            self.assertEqual(self.run_one("feedback", f"--module={module}", "--anonymous").returncode, 0)
        path = self.out / "who-is-who.csv"
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
        self.assertEqual({r["student"]: r["last_name"] for r in rows}, {row[0]: row[1] for row in ROSTER[1:]} | {"wolfgang": ""})
        self.assertEqual({r["id"] for r in rows} & {p.name for p in (self.out / "anonymous/12_attention").iterdir()},
                         {p.name for p in (self.out / "anonymous/12_attention").iterdir()})
        self.assertEqual([p for p in (self.out / "anonymous").rglob("*who-is-who*")], [])

    def test_what_to_type_again_is_about_the_results(self):
        self.put("12_attention", "李雷", 0, None, status="infra-error", tests=[])
        said = self.run_one("feedback", "--module=12", "--anonymous").stdout
        self.assertIn(f"STATUS=infra-error OUT={self.out}\n", said)

    def test_points_by_hand_on_ids(self):
        who = ids.id_of(bytes.fromhex(KEY), "ada")
        path = self.out / "12_attention/manual.csv"
        path.write_text(f"student,test,points,comment\n{who},,7,\n{who}@2026-02-01T10:00:00Z,,1,\n")
        self.assertEqual([a.grade.score for a in self.entries()["ada"].attempts], [58, 82])
        path.write_text("student,test,points,comment\nid-0123456789,,7,\n")
        with self.assertRaisesRegex(BookError, "id-0123456789 has no results here"):
            self.book()
        path.write_text(f"student,test,points,comment\n{who},first_test,7,\nada,first_test,8,\n")
        with self.assertRaisesRegex(BookError, "first_test of ada is there twice"):
            self.book()

    @unittest.skipUnless(shutil.which("sim_c"), "similarity-tester is not installed")
    def test_what_is_alike_is_told_under_ids_and_once_of_each(self):
        body = "\n".join(f"    total += values[{i}] * weight_{i} - offset / (1 + {i});" for i in range(30))
        text = f"/* Adelaide Alder */\n#include \"nn/nn.h\"\nstatic double mine(const double *values) {{ double total = 0; // by Pat\n{body}\n    return total;\n}}\n"
        for name in ("ada", "ada@2026-02-01T10:00:00Z", "O'Brien Pat", "s17", "quinceyannick_777"):
            (self.folder / "in" / name).mkdir(parents=True)
            (self.folder / "in" / name / "mask.c").write_text(text if not name.startswith("ada") else text.replace("total +=", "int other[3] = {1, 2, 3}; total -="))
        (self.folder / "in/s21.7z").write_bytes(b"")
        # the newest
        (self.folder / "in/received.csv").write_text("student,received_at\nada,2026-01-01T10:00:00Z\nO'Brien Pat,2026-02-02T10:00:00Z\n")
        words = [sys.executable, GRADING, "reports.similarity", f"--submissions={self.folder}/in", "--module=12", f"--out={self.out}", *self.options()[:1],
                 *self.options()[2:]]
        done = subprocess.run([*words, "--anonymous"], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for name, shown in (self.everything() | {"said": done.stdout.replace(str(self.out), "")}).items():
            for telling in TELLING:
                self.assertNotRegex(shown, rf"(?i)(?<![a-z0-9]){re.escape(telling)}(?![a-z0-9])", name)
        self.assertIn(f"{ids.id_of(bytes.fromhex(KEY), 's21')}: [name].7z is neither", done.stdout)
        known = {ids.id_of(bytes.fromhex(KEY), names.safe_name(s)) for s in ("O'Brien Pat", "s17", "s20")}
        line = next(line for line in done.stdout.splitlines() if "submissions are the same" in line)
        self.assertIn("3 submissions", line)  # the team's newest, and the two others
        self.assertEqual(set(re.findall(r"id-[0-9a-f]{10}", line)), known)
        pairs = list(csv.DictReader(io.StringIO((self.out / "anonymous/reports/12_attention/similarity.csv").read_text())))
        self.assertEqual(len(pairs), 3)
        # the order of names would tell them
        self.assertTrue(all(p["student"] < p["other"] for p in pairs))
        self.assertEqual((self.out / "who-is-who.csv").stat().st_mode & 0o077, 0)
        with_names = subprocess.run(words, capture_output=True, text=True).stdout
        # as the roster calls them
        self.assertRegex(with_names, "! 3 submissions are the same: [^\n]*O'Brien Pat[^\n]*; s20\n")


if __name__ == "__main__":
    unittest.main()
