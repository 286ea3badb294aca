"""test_large_class.py - what a course of three hundred asks for: who need not hand in, clocks that
are turned, exercises that tell nothing.

    python3 tests/tools/grading/test_large_class.py
"""
import argparse
import contextlib
import csv
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import types
import unittest
from datetime import datetime, timezone
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(Path(__file__).resolve().parent / "fixtures")]

from kindling_grading.build import mistakes  # noqa: E402
from kindling_grading.course import program  # noqa: E402
from kindling_grading.errors import PolicyError  # noqa: E402
from kindling_grading.reports import autolab, book as books, canvas, changes, class_page, command, csv_book, gradescope, items, policy, student_page, term_book  # noqa: E402
import class_of_40  # noqa: E402

WISH = argparse.Namespace(column="A (1)", hidden="hidden")
SUITE = class_of_40.SUITE


class WithGrades(unittest.TestCase):
    def setUp(self):
        self.out = Path(tempfile.mkdtemp(prefix="kindling-large-"))
        self.addCleanup(shutil.rmtree, self.out)

    def put(self, student, passes, **more):
        folder = self.out / "12_attention" / student
        folder.mkdir(parents=True)
        outcomes = ["pass" if passes(test) else "wrong" for test in SUITE]
        (folder / "grade.json").write_text(json.dumps(class_of_40.grade(student, outcomes, **more)))

    def policy(self, text):
        path = self.out / "policy.toml"
        path.write_text(text)
        return path


class Exempt(WithGrades):
    def book(self, text):
        self.put("s1", lambda _: True)
        self.put("s2", lambda _: False)
        (self.out / "r.csv").write_text("student\ns1\ns2\ns3\ns4\n")
        return books.load(self.out, "12", self.policy(text), self.out / "r.csv")

    def test_a_blank_everywhere_and_in_no_average(self):
        book = self.book("[default]\nmissing_is_zero = true\n[12_attention.exempt]\ns2 = 'ill, certificate of 3 May'\ns3 = 'abroad'\n")
        self.assertEqual({e.student: (e.final, e.status) for e in book.entries}, {"s1": (110, "graded"), "s2": (None, "excused"), "s3": (None, "excused"), "s4": (0, "missing")})
        self.assertEqual(([e.student for e in book.graded], [e.student for e in book.missing]), (["s1"], ["s4"]))
        ((_, sheet),) = canvas.files(book, WISH)
        self.assertEqual([line.rsplit(",", 1)[1] for line in sheet.splitlines()[2:]], ["110", "", "", "0"])
        self.assertEqual(next(iter(autolab.files(book, WISH)))[1].splitlines(), ["s1,110,", "s2,,excused", "s3,,excused", "s4,0,"])
        self.assertIn("excused,", next(iter(csv_book.files(book, WISH)))[1])
        self.assertIn("excused: ill, certificate of 3 May", next(iter(csv_book.files(book, WISH)))[1])
        self.assertIsNone(dict(gradescope.files(book, WISH))["s2/results.json"])
        self.assertIn("excused: ill, certificate of 3 May", student_page.render(book, book.entries[1]))
        self.assertNotIn("not begun", student_page.render(book, book.entries[1]))
        self.assertIn("Who needs help: 1<", class_page.render(book))
        self.assertIn("<b>2</b><span>excused</span>", class_page.render(book))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            command.closing(book, argparse.Namespace(out=self.out, policy=self.out / "policy.toml"), [])
        self.assertIn("  1 grade, 0 late, 1 without a submission, 2 excused\n", said.getvalue())

    def test_who_is_nobody_and_who_has_no_reason(self):
        book = self.book("[12_attention.exempt]\ns33 = 'ill'\n")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            command.matched_nobody(book)
        self.assertIn("! an extension or an exemption, and nobody here is called so: s33\n", said.getvalue())
        for text in ("exempt = 3", "[12_attention.exempt]\ns1 = ''", "[12_attention.exempt]\ns1 = true"):
            with self.assertRaisesRegex(PolicyError, "students and reasons"):
                policy.load(self.policy(f"[12_attention]\n{text}\n"), "12_attention")


class Clocks(WithGrades):
    def days(self, due, received):
        rules = policy.load(self.policy(f"[default]\nzone = 'Europe/Berlin'\nper_day = 10\n[12_attention]\ndue = {due}\n"), "12_attention")
        return policy.lateness(rules, "s1", received).days

    def test_a_day_late_ends_at_the_hour_of_the_deadline(self):
        # by hand: clocks went forward on 29 March 2026 at 2:00, back on 25 October at 3:00
        for due, received, days in (
                ("2026-03-28T23:59:00", "2026-03-28T22:59:00Z", 0), ("2026-03-28T23:59:00", "2026-03-28T22:59:01Z", 1),
                ("2026-03-28T23:59:00", "2026-03-29T21:59:00Z", 1), ("2026-03-28T23:59:00", "2026-03-29T21:59:01Z", 2),  # 23 hours
                ("2026-10-24T23:59:00", "2026-10-25T22:59:00Z", 1), ("2026-10-24T23:59:00", "2026-10-25T22:59:01Z", 2),  # 25 hours
                ("2026-10-25T02:30:00", "2026-10-25T01:30:00Z", 0), ("2026-10-25T02:30:00", "2026-10-25T01:30:01Z", 1),  # the second 2:30
                ("2026-07-01T12:00:00", "2026-07-08T10:00:00Z", 7), ("2026-07-01T12:00:00Z", "2026-07-02T12:00:01Z", 2)):
            self.assertEqual(self.days(due, received), days, (due, received))

    def test_what_is_refused(self):
        for text, words in (("[default]\nzone = 'Europe/Berlin'\n[12_attention]\ndue = 2026-03-29T02:30:00", "does not exist in Europe/Berlin"),
                            ("[default]\nzone = 'Mars'", "'Mars' is no time zone"), ("[default]\nzone = '../../etc/passwd'", "is no time zone"),
                            ("[default]\nzone = 3", "is no time zone"), ("[12_attention]\nzone = 'Europe/Berlin'", "put it under .default."),
                            ("[12_attention]\ndue = 2026-03-29T02:30:00", "has no time zone; write .* or zone = ")):
            with self.assertRaisesRegex(PolicyError, words):
                policy.load(self.policy(text + "\n"), "12_attention")

    def test_a_page_has_both_times_on_the_clocks_of_the_deadline(self):
        self.put("s1", lambda _: True, received_at="2026-03-29T22:29:00Z")
        rules = self.policy("[default]\nzone = 'Europe/Berlin'\n[12_attention]\ndue = 2026-03-28T23:59:00\n")
        book = books.load(self.out, "12", rules)
        page = student_page.render(book, book.entries[0])
        self.assertIn("<dt>due</dt><dd>2026-03-28 23:59:00 CET</dd><dt>received</dt><dd>2026-03-30 00:29:00 CEST</dd>", page)
        self.assertIn("2026-03-29 22:29:00 UTC", student_page.render(found := books.load(self.out, "12"), found.entries[0]))

    def test_extensions_are_on_these_clocks(self):
        rules = policy.load(self.policy("[default]\nzone = 'Europe/Berlin'\n[12_attention.extensions]\ns1 = 2026-07-01T12:00:00\n"), "12_attention")
        self.assertEqual(rules.due_for("s1").isoformat(), "2026-07-01T12:00:00+02:00")


class Changes(WithGrades):
    def log(self):
        with (self.out / "12_attention/changes.csv").open(newline="") as file:
            return list(csv.reader(file))

    def says(self, name, *rows):
        with (self.out / "12_attention" / name).open("w", newline="") as file:
            csv.writer(file).writerows([line.split("|") for line in rows])

    def test_every_change_is_a_line_and_no_line_changes(self):
        place, at = self.out / "12_attention", lambda hour: datetime(2026, 2, 1, hour, tzinfo=timezone.utc)
        self.put("s1", lambda _: True)
        changes.record(place, "ada", at(1))
        self.assertFalse((place / "changes.csv").exists())
        self.says("manual.csv", "student|test|points|comment", "s1||-3|late", "s1|a|2|kind, really", "O'Neil|b||words")
        changes.record(place, "ada", at(2))
        first = self.log()
        self.assertEqual(first, [list(changes.HEAD), *([f"2026-02-01T02:00:00Z", "ada", "manual.csv", *line] for line in (
            ["s1", "", "", "'-3", "late"], ["s1", "a", "", "2", "kind, really"], ["O'Neil", "b", "", "", "words"]))])
        changes.record(place, "bo", at(3))
        self.assertEqual(self.log(), first)  # nothing is new
        self.says("manual.csv", "student|test|points|comment", "s1||-3|late", "s1|a|4|kinder")
        self.says("requests.csv", "student|test|question|answer|points", "s1|b|why?|right|5", "s1|c|why?||")
        changes.record(place, "bo", at(4))
        self.assertEqual(self.log()[4:], [["2026-02-01T04:00:00Z", "bo", *line] for line in (
            ["manual.csv", "s1", "a", "2", "4", "kinder"], ["requests.csv", "s1", "b", "", "5", "right"], ["manual.csv", "O'Neil", "b", "", "", "taken back"])])
        changes.record(place, "bo", at(5))
        self.assertEqual(len(self.log()), 7)
        self.assertEqual(self.log()[:4], first)
        self.assertEqual((place / "changes.csv").stat().st_mode & 0o777, 0o600)

    def test_two_graders_at_once_lose_nothing_and_say_nothing_twice(self):
        self.put("s1", lambda _: True)
        self.says("manual.csv", "student|test|points|comment", *(f"s1|t{i}|1|x" for i in range(50)))
        run = [*program("reports.gradebook"), "--module", "12", "--out", str(self.out)]
        self.says("manual.csv", "student|test|points|comment", *(f"s1|{test['name']}|1|x" for test in SUITE[:20]))
        both = [subprocess.Popen(run, stdout=subprocess.DEVNULL, env=os.environ | {"KINDLING_GRADER": who}) for who in ("ada", "bo")]
        self.assertEqual([p.wait() for p in both], [0, 0])
        self.assertEqual(sorted(line[4] for line in self.log()[1:]), sorted(test["name"] for test in SUITE[:20]))
        self.assertLessEqual({line[1] for line in self.log()[1:]}, {"ada", "bo"})
        done = subprocess.run([*program("reports.forget"), "--out", str(self.out), "--student", "s1", "--really"], capture_output=True, text=True)
        self.assertEqual((done.returncode, self.log()), (0, [list(changes.HEAD)]))


class WholeTerm(WithGrades):
    SHARES = {"a": 50.0, "b": 100.0, "c": 80.0, "z": 40.0}

    def test_totals_by_hand(self):
        for how, expected in (({}, 67.5), ({"weights": {"b": 2}}, 74), ({"drop_lowest": 1}, 230 / 3), ({"drop_lowest": 1, "weights": {"a": 0}}, 90),
                              ({"drop_lowest": 9}, 100), ({"bonus": {"z": 5}}, 230 / 3 + 2), ({"bonus": {"z": 5}, "drop_lowest": 2}, 102),
                              ({"weights": dict.fromkeys("abcz", 0)}, None)):
            found = term_book.total(self.SHARES, term_book.Rules(**how))
            self.assertAlmostEqual(found, expected, msg=how) if expected is not None else self.assertIsNone(found)
        self.assertEqual(term_book.total({"a": None, "b": 60.0}, term_book.Rules(drop_lowest=1)), 60)  # a blank is not the lowest
        self.assertEqual(term_book.total({"a": 60.0, "z": None}, term_book.Rules(bonus={"z": 5})), 60)
        self.assertIsNone(term_book.total({"a": None}, term_book.Rules()))

    def test_the_file_and_what_is_refused(self):
        for student in ("s1", "s2"):
            self.put(student, lambda _: student == "s1")
        text = "[term]\ndrop_lowest = 0\n[12_attention.exempt]\ns2 = 'ill'\n"
        run = [*program("reports.term_book"), "--out", str(self.out)]
        done = subprocess.run([*run, "--policy", str(self.policy(text))], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("! a blank in the row of s2: weighed by the rest", done.stdout)
        self.assertEqual((self.out / "reports/term.csv").read_text().splitlines(), ["student,12_attention,term", "s1,100,100", "s2,,"])
        # a policy for the whole term, written at its beginning
        text = "[default]\nmissing_is_zero = true\n[term]\nweights = {12_attention = 2, 13_generate = 3}\n[13_generate]\ntitle = 'GPT'\n"
        (self.out / "r.csv").write_text("student,first_name,last_name\ns1,Ann,Lee\ns2,,\ns3,,\n")
        done = subprocess.run([*run, "--policy", str(self.policy(text)), "--roster", str(self.out / "r.csv")], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.out / "reports/term.csv").read_text().splitlines()[:2], ["student,name,12_attention,term", "s1,Ann Lee,100,100"])
        self.assertIn("! 12_attention: 0 for s3, who handed in nothing (did they in a group? GROUPS=file)\n", done.stdout)
        for text, words in (("drop = 1", "term.drop is not known"), ("weights = {12_atention = 1}", "nothing was graded that is called 12_atention"),
                            ("drop_lowest = -1", "is no number of assignments"), ("bonus = 3", "is no table"), ("weights = {12_attention = 'x'}", "is no number from 0")):
            done = subprocess.run([*run, "--policy", str(self.policy(f"[term]\n{text}\n"))], capture_output=True, text=True)
            self.assertEqual((done.returncode, words in done.stderr, done.stderr.count("\n")), (2, True, 1), done.stderr)


class Building(WithGrades):
    def test_minutes_of_building_are_announced_once_for_a_suite(self):
        (self.out / "mistakes").mkdir()
        suite = types.SimpleNamespace(stubs=self.out / "stubs", sha256="a", assignment="12_attention")
        with mock.patch.object(mistakes, "made", return_value=[]):
            self.assertIn("building the known mistakes of 12_attention", self.said_of(suite))
            self.assertEqual(self.said_of(suite), "")
            suite.sha256 = "another test"
            self.assertIn("building the known mistakes of 12_attention", self.said_of(suite))

    @staticmethod
    def said_of(suite):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            mistakes.load(suite)
        return said.getvalue()


class Items(WithGrades):
    GROUPS = list(dict.fromkeys(test["exercise"] for test in SUITE if ".q " not in test["exercise"]))

    def book(self, students):
        """Student k passes the first k exercises, but the last exercise only if k is small."""
        for k in range(students):
            able = set(self.GROUPS[:k]) - {self.GROUPS[-1]} | ({self.GROUPS[-1]} if k < 3 else set())
            self.put(f"s{k:02}", lambda test: test["exercise"] in able)
        return books.load(self.out, "12")

    def test_by_hand(self):
        book = self.book(len(self.GROUPS))
        found = items.items(book)
        points = items.columns(book)
        for group in (self.GROUPS[1], self.GROUPS[-1]):  # Pearson's r, from its definition
            x = points[group]
            y = [sum(points[g][i] for g in points) - x[i] for i in range(len(x))]
            mx, my = sum(x) / len(x), sum(y) / len(y)
            r = sum((a - mx) * (b - my) for a, b in zip(x, y)) / (sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)) ** 0.5
            self.assertAlmostEqual(found.discrimination[group], r)
        self.assertLess(found.discrimination[self.GROUPS[-1]], 0)
        self.assertIn("who is good elsewhere fails here", found.advice(self.GROUPS[-1]))
        self.assertEqual(found.advice(self.GROUPS[5]), "")
        self.assertTrue(0.5 < found.reliability < 1)
        page = class_page.render(book)
        self.assertIn(f"alpha): {found.reliability:.2f}", page)
        self.assertEqual(page.count("who is good elsewhere fails here"), 1)

    def test_of_few_or_of_equals_nothing_is_said(self):
        self.assertEqual(set(items.items(self.book(items.FEWEST - 1)).discrimination.values()), {None})
        for k in range(20):
            self.put(f"t{k:02}", lambda _: True)
        shutil.rmtree(self.out / "12_attention/s00")
        for k in range(1, items.FEWEST - 1):
            shutil.rmtree(self.out / f"12_attention/s{k:02}")
        found = items.items(books.load(self.out, "12"))
        self.assertEqual((set(found.discrimination.values()), found.reliability), ({None}, None))


if __name__ == "__main__":
    unittest.main()
