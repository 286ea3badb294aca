"""test_term.py - what a term of a course needs besides grades: bundles to upload, questions with
answers that stay, another term to compare with, and an end: whose data lie where, who can read
them, how they go.

    python3 tests/tools/grading/test_term.py
"""
import argparse
import contextlib
import csv
import io
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(Path(__file__).resolve().parent / "fixtures")]

from kindling_grading.batch import seeds, storage  # noqa: E402
from kindling_grading.batch.names import safe_name  # noqa: E402
from kindling_grading.course import program  # noqa: E402
from kindling_grading.errors import BadKey, BookError, PolicyError  # noqa: E402
# noqa: E402
from kindling_grading.reports import book as books, bundle, compare_terms, csv_book, feedback, forget, gradebook, gradescope, lti, moodle, policy, requests, results, student_page, terms, terms_page
import class_of_40  # noqa: E402

FIRST, SECOND = class_of_40.SUITE[0], class_of_40.SUITE[1]
SECRET = class_of_40.HIDDEN[0]["name"]


class Term(unittest.TestCase):
    def setUp(self):
        self.top = Path(tempfile.mkdtemp(prefix="kindling-term-"))
        self.addCleanup(shutil.rmtree, self.top)
        self.out = self.top / "grades"
        self.place = self.out / "12_attention"

    def put(self, student, outcomes=None, out=None, place="12_attention", **more):
        folder = (out or self.out) / place / safe_name(student)
        folder.mkdir(parents=True)
        grade = class_of_40.grade(student, outcomes or ["wrong"] + ["pass"] * (len(class_of_40.SUITE) - 1), **more)
        (folder / "grade.json").write_text(json.dumps(grade))
        (folder / "timing.tsv").write_text("what\tmilliseconds\nwhole\t7\n")
        return folder

    def table(self, name, head, *rows, folder=None):
        path = (folder or self.place) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([head.split(","), *rows])
        return path

    def asks(self, *rows):
        return self.table("requests.csv", "student,test,question,answer,points", *rows)

    def entry(self, student, **more):
        return next(e for e in books.load(self.out, "12", **more).entries if e.student == student)

    def run_main(self, module, *words):
        """Exit status, stdout and stderr of a program."""
        said, complained = io.StringIO(), io.StringIO()
        with mock.patch.object(sys, "argv", ["program", *map(str, words)]), contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
            try:
                status = module.main()
            except SystemExit as error:
                status = error.code
        return status, said.getvalue(), complained.getvalue()


# ---- bundles -------------------------------------------------------------------------------------


class Bundles(Term):
    def handed_in(self, *names):
        folder = self.top / "in"
        for name in names:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"x") if "." in name else path.mkdir()
        return folder

    def entries(self, data):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return {i.filename: archive.read(i) for i in archive.infolist()}

    def page(self, student):
        return student_page.render(books.load(self.out, "12"), self.entry(student)).encode()

    def test_moodle_gets_the_folders_that_it_named(self):
        for name in ("Anna Smith_45123", "O'Brien Pat_45124", "loose"):
            self.put(name)
        folder = self.handed_in("Anna Smith_45123_assignsubmission_file_", "O'Brien Pat_45124_assignsubmission_file_", "loose")
        made = bundle.make(books.load(self.out, "12"), "moodle", folder)
        found = self.entries(made.data)
        self.assertEqual(sorted(found), ["Anna Smith_45123_assignsubmission_file_/feedback.html", "O'Brien Pat_45124_assignsubmission_file_/feedback.html"])
        self.assertEqual(found["Anna Smith_45123_assignsubmission_file_/feedback.html"], self.page("Anna Smith_45123"))
        self.assertEqual((made.students, made.left_out), (2, ("loose",)))
        for name in found:  # as Moodle itself takes a name apart
            self.assertEqual(name.split("_", 4)[2:4], ["assignsubmission", "file"])
            self.assertTrue(name.split("_", 4)[1].isdigit())

    def test_a_name_that_moodle_would_take_for_another_number_is_left_out(self):
        self.assertIsNone(bundle.for_moodle("Eve_45123_1_assignsubmission_file_", b""))

    def test_canvas_gets_archives_of_the_kind_it_gave(self):
        names = ["smithanna_LATE_101_9988_12_attention.tar.gz", "patobrien_102_9989_mine.zip", "leili_103_9990_a.tar.xz", "kim_104_9991_a.rar"]
        for name in ("smithanna_101", "patobrien_102", "leili_103", "kim_104"):
            self.put(name)
        made = bundle.make(books.load(self.out, "12"), "canvas", self.handed_in(*names))
        found = self.entries(made.data)
        self.assertEqual((sorted(found), made.left_out), (sorted(names[:3]), ("kim_104",)))
        with tarfile.open(fileobj=io.BytesIO(found[names[0]])) as inner:
            self.assertEqual([m.name for m in inner], ["feedback.html"])
            self.assertEqual(inner.extractfile("feedback.html").read(), self.page("smithanna_101"))
        with tarfile.open(fileobj=io.BytesIO(found[names[2]]), mode="r:xz") as inner:
            self.assertEqual(inner.extractfile("feedback.html").read(), self.page("leili_103"))
        self.assertEqual(self.entries(found[names[1]]), {"feedback.html": self.page("patobrien_102")})

    def test_loose_files_of_canvas_cannot_take_a_page_back(self):
        self.put("smithanna_101")
        folder = self.handed_in("smithanna_101_9988_mask.c", "smithanna_101_9989_scores.c")
        with self.assertRaisesRegex(BookError, "gave loose files there: .* BUNDLE=plain"):
            bundle.make(books.load(self.out, "12"), "canvas", folder)
        with self.assertRaisesRegex(BookError, "nothing there is called as Moodle"):
            bundle.make(books.load(self.out, "12"), "moodle", folder)

    def test_the_same_bytes_each_time_and_nothing_of_another(self):
        for name in ("ada", "ben"):
            self.put(name)
            (self.place / name / "junit.xml").write_text("secret of " + name)
        book = books.load(self.out, "12")
        first = bundle.make(book, "plain", None).data
        for path in self.place.rglob("*"):
            os.utime(path, (2e9, 2e9))
        with mock.patch("time.time", return_value=4e9):
            self.assertEqual(bundle.make(books.load(self.out, "12"), "plain", None).data, first)
        self.assertEqual(self.entries(first), {f"{n}/feedback.html": self.page(n) for n in ("ada", "ben")})
        self.assertNotIn(b"ben", self.entries(first)["ada/feedback.html"])
        with zipfile.ZipFile(io.BytesIO(first)) as archive:
            self.assertEqual({(i.date_time, i.external_attr >> 16) for i in archive.infolist()}, {((1980, 1, 1, 0, 0, 0), 0o600)})
        with mock.patch("time.time", return_value=4e9):
            later = bundle.packed(b"page", "b.tgz")
        self.assertEqual(bundle.packed(b"page", "a.tar.gz"), later)
        roster = self.table("roster.csv", "student,last_name,first_name", ["s7", "Lee", "Kim"], folder=self.top)
        self.put("Kim Lee_45123")
        self.assertIn("Kim Lee_45123/feedback.html", self.entries(bundle.make(books.load(self.out, "12", roster_file=roster), "plain", None).data))

    def test_what_is_missing_is_said(self):
        self.put("ada")
        status, _, said = self.run_main(feedback, "--module", 12, "--out", self.out, "--bundle", "moodle")
        self.assertEqual((status, "SUBMISSIONS=in/12" in said), (2, True))
        status, _, said = self.run_main(feedback, "--module", 12, "--out", self.out, "--bundle", "canvas", "--submissions", self.handed_in("ada"))
        self.assertEqual((status, "BUNDLE=plain" in said), (2, True))
        self.put("Bo_7")
        folder = self.handed_in("Bo_7_assignsubmission_file_")
        status, said, _ = self.run_main(feedback, "--module", 12, "--out", self.out, "--bundle", "moodle", "--submissions", folder)
        self.assertEqual(status, 0)
        self.assertRegex(said, r"! 1 page not in feedback-moodle.zip.*: ada\n")
        self.assertTrue((self.out / "reports/12_attention/feedback-moodle.zip").is_file())


# ---- questions -----------------------------------------------------------------------------------


class Questions(Term):
    def test_an_answer_stays_and_its_points_count(self):
        self.put("s1")
        plain = self.entry("s1").final
        self.asks(["s1", FIRST["name"], "Is <i>mine</i> wrong?", "No, you are right.", FIRST["points"]], ["s1", "", "And style?", "Fine", "-1.5"])
        before = (self.place / "requests.csv").read_bytes()
        shutil.rmtree(self.place / "s1")  # graded anew
        self.put("s1")
        book = books.load(self.out, "12")
        entry = book.entries[0]
        self.assertEqual(entry.final, plain + FIRST["points"] - 1.5)
        shown = student_page.render(book, entry)
        for words in ("What you asked", "Is &lt;i&gt;mine&lt;/i&gt; wrong?", "No, you are right.", "Fine", "-1.5 points"):
            self.assertIn(words, shown)
        wish = argparse.Namespace()
        for words in (dict(csv_book.files(book, wish))["gradebook.csv"], dict(moodle.files(book, wish))["moodle.csv"],
                      json.dumps(lti.score(entry, class_of_40_at())), gradescope.result(entry)["output"]):
            self.assertIn("No, you are right.", words)
        self.assertEqual((self.place / "requests.csv").read_bytes(), before)

    def test_open_first_then_asked_again(self):
        for name in ("s1", "s2"):
            self.put(name)
        self.asks(["s2", FIRST["name"], "Why?", "Look at the hint.", ""], ["s2", FIRST["name"].replace("_", " "), "But why?", "", ""],
                  ["s1", "", "Please look", "", ""], ["s2", SECOND["name"], "Another", "", ""], ["who", "", "Me?", "", ""])
        status, said, _ = self.run_main(requests, "--module", 12, "--out", self.out)
        self.assertEqual(status, 0)
        self.assertIn("2 open, 1 answered, 1 asked again", said)
        places = [said.index(words) for words in ("Please look", "Another", "asked again after", "But why?", "answer: Look at the hint.")]
        self.assertEqual(places, sorted(places))
        self.assertRegex(said, r"requests.csv, line 6: 'who' has no results here; 1 question")
        self.assertIn("Answered: see the answer", student_page.render(books.load(self.out, "12"), self.entry("s2")))
        self.assertIn("Not answered yet.", student_page.render(books.load(self.out, "12"), self.entry("s1")))
        self.assertIn("! 2 questions without an answer", self.run_main(gradebook, "--module", 12, "--out", self.out)[1])

    def test_a_students_words_stop_nothing_and_an_instructors_do(self):
        self.put("s1")
        self.asks(["s1", "no such test", "Hm?", "", ""], ["nobody", "x", "Hm?", "", ""])
        self.assertEqual(self.entry("s1").grade.asked[0].state, "open")
        for row, said in ((["s1", "no such test", "Hm?", "Yes", "3"], "line 2: s1: there is no test no such test; did you mean [a-z]"),
                          (["nobody", "", "Hm?", "", "3"], "nobody has no results"), (["s1", "", "Hm?", "", "lots"], "'lots' are no points"),
                          (["s1", FIRST["name"], "Hm?", "", "1000"], "cannot be given"), (["s1", "", "a", "b", "", "c"], "stand in quotes")):
            self.asks(row)
            with self.assertRaisesRegex(BookError, said):
                books.load(self.out, "12")
        self.asks(["s1", FIRST["name"], "Hm?", "Yes", "1"])
        self.table("manual.csv", "student,test,points,comment", ["s1", FIRST["name"], "0", ""])
        with self.assertRaisesRegex(BookError, "points by hand already"):
            books.load(self.out, "12")
        self.table("manual.csv", "student,test,points,comment", ["s1", FIRST["name"], "", "Seen"])
        self.assertEqual([(t.score, t.comment) for t in self.entry("s1").grade.tests[:1]], [(1, "Seen")])
        self.table("manual.csv", "student,test,points,comment", ["s1", FIRST["name"], "0", ""], ["s1", FIRST["name"].replace("_", " "), "1", ""])
        self.asks(["s1", "", "Hm?", "Yes", ""])
        with self.assertRaisesRegex(BookError, f"{FIRST['name']} is there twice"):
            books.load(self.out, "12")
        self.table("requests.csv", "student,question", ["s1", "?"])
        with self.assertRaisesRegex(BookError, "the first line is student,test,question,answer,points, and not 'student,question'"):
            books.load(self.out, "12")

    def test_a_hidden_test_is_asked_about_by_its_number_and_keeps_its_name(self):
        self.put("s1", ["wrong"] * len(class_of_40.SUITE))
        self.asks(["s1", "hidden test 1", "What is it?", "One key.", "1"])
        book = books.load(self.out, "12")
        self.assertEqual(next(t.score for t in book.entries[0].grade.tests if t.name == SECRET), 1)
        for words in (student_page.render(book, book.entries[0]), dict(moodle.files(book, argparse.Namespace()))["moodle.csv"],
                      gradescope.result(book.entries[0])["output"]):
            self.assertIn("One key.", words)
            self.assertNotIn(SECRET, words)
            self.assertNotIn(SECRET.replace("_", " "), words)
        self.assertIn(SECRET.replace("_", " "), self.run_main(requests, "--module", 12, "--out", self.out)[1])

    def test_nobody_asks(self):
        self.put("s1")
        self.assertIn("its first line is student,test", self.run_main(requests, "--module", 12, "--out", self.out)[1])

    def test_what_was_not_graded_keeps_its_question_and_is_no_zero(self):
        self.put("s1", status="infra-error", reason="no box", tests=[], score=0)
        self.asks(["s1", "", "When?", "Soon", "5"], ["s1", FIRST["name"], "And this?", "Right", "1"])
        entry = self.entry("s1")
        self.assertEqual((entry.final, entry.grade.asked[0].answer, entry.grade.by_hand), (None, "Soon", 0))


def class_of_40_at():
    return policy.moment("2026-02-04T12:00:00Z", "test")


# ---- another term --------------------------------------------------------------------------------


class TwoTerms(Term):
    def setUp(self):
        super().setUp()
        self.other = self.top / "grades-2025"

    def fill(self, out, many, passed, names=None, drop=()):
        for i in range(many):
            folder = self.put(f"s{i}", [("pass" if i < passed else "wrong")] * len(class_of_40.SUITE), out)
            grade = json.loads((folder / "grade.json").read_text())
            grade["tests"] = [dict(t, **(names or {}).get(t["name"], {})) for t in grade["tests"] if t["name"] not in drop]
            grade |= {"score": sum(t["score"] for t in grade["tests"]), "max": sum(t["points"] for t in grade["tests"])}
            (folder / "grade.json").write_text(json.dumps(grade))
        return books.load(out, "12")

    def test_rates_with_their_intervals(self):
        """Newcombe's own example: 56 of 70 against 48 of 80 differ by 0.2, from 0.0524 to
        0.3339."""
        test = mock.Mock()
        row = terms.Row(test, test, terms.Share(56, 70), terms.Share(48, 80))
        self.assertAlmostEqual(row.difference, 20)
        self.assertAlmostEqual(row.interval[0], 5.24, 2)
        self.assertAlmostEqual(row.interval[1], 33.39, 2)
        self.assertEqual(row.verdict, "better")
        self.assertEqual(terms.Row(test, test, terms.Share(48, 80), terms.Share(56, 70)).verdict, "worse")
        self.assertEqual(terms.Row(test, test, terms.Share(20, 40), terms.Share(22, 40)).verdict, "may be chance")
        self.assertEqual(terms.Row(test, test, terms.Share(10, 10), terms.Share(10, 10)).verdict, "may be chance")
        self.assertEqual(terms.Row(test, test, terms.Share(0, 9), terms.Share(40, 40)).verdict, "too few to compare (under 10)")

    def test_added_renamed_dropped(self):
        a, b, c = (t["name"] for t in class_of_40.SUITE[:3])
        then = self.fill(self.other, 12, 3, {a: {"name": "quite_another"}, b: {"name": "older", "exercise": "9.9 other_function"}}, drop=[c])
        now = self.fill(self.out, 12, 9)
        rows = {row.test.name: row for row in terms.compare(now, then)}
        self.assertEqual((rows[a].kind, rows[a].then.name), ("renamed", "quite_another"))
        self.assertEqual((rows[b].kind, rows[c].kind, rows["older"].kind), ("added", "added", "dropped"))
        self.assertEqual({row.kind for row in rows.values()}, {"same", "renamed", "added", "dropped"})
        self.assertEqual((rows[a].share_now, rows[a].share_then, rows[a].verdict), (terms.Share(9, 12), terms.Share(3, 12), "better"))
        self.assertEqual(rows[b].share_then.of, 0)
        self.assertEqual([r.test.name for r in terms.compare(now, then)][:3], [a, b, c])
        table = list(csv.reader(io.StringIO(terms_page.csv_of(list(rows.values())))))
        self.assertEqual([row[3] for row in table[1:4]], ["renamed", "added", "added"])
        self.assertEqual(table[1][4:9], ["9", "12", "3", "12", "50"])
        self.assertEqual(table[2][6:11], [""] * 5)

    def test_one_old_test_becomes_one_new_one(self):
        def made(name, hint=""):
            return results.Test(name, "1.1 f", "f.c", 1, 0, False, "wrong", hint=hint)
        old = [made("rows_add_up", "Sum."), made("rows_add_up_to_one")]
        found = terms.renamed([made("rows_add_up_now"), made("quite_other", "Sum."), made("rows_add_up_to_1")], old)
        self.assertEqual({new: t.name for new, t in found.items()}, {"quite_other": "rows_add_up", "rows_add_up_to_1": "rows_add_up_to_one"})
        self.assertEqual({new: t.name for new, t in terms.renamed([made("rows_add_up_to_1")], [made("rows_add_up_to_2"), made("rows_add_up_to_one")]).items()},
                         {"rows_add_up_to_1": "rows_add_up_to_2"})

    def test_exercises_sum_what_both_have(self):
        then, now = self.fill(self.other, 10, 2, drop=[FIRST["name"]]), self.fill(self.out, 20, 10)
        group = next(t for t in now.tests if t.name == SECOND["name"]).group
        n = sum(t.group == group for t in now.tests) - 1
        self.assertIn((group, terms.Share(10 * n, 20 * n), terms.Share(2 * n, 10 * n), n), terms.by_exercise(terms.compare(now, then)))

    def test_the_page_and_the_words(self):
        self.fill(self.other, 30, 3)
        self.fill(self.out, 30, 27)
        from_line = self.compare("--other", self.other)
        self.assertEqual(from_line[0], 0)
        self.assertIn(f"better  +80   {FIRST['name']} (3 of 30, now 27 of 30)", from_line[1])
        page = (self.out / "reports/12_attention/terms.html").read_text()
        self.assertIn("grades-2025: 30 grades", page)
        # goes with its column on narrow screens
        self.assertIn('<th class="exercise">exercise</th>', page)
        self.assertNotIn("Few students", page)
        self.assertTrue((self.out / "reports/12_attention/terms.csv").is_file())

    def test_small_numbers_are_told(self):
        self.fill(self.other, 30, 3)
        self.fill(self.out, 4, 4)
        status, said, _ = self.compare("--other", self.other)
        self.assertEqual(status, 0)
        self.assertIn("under 10 grades in one term", said)
        self.assertNotIn("better", said)
        page = (self.out / "reports/12_attention/terms.html").read_text()
        self.assertIn("Few students", page)
        self.assertIn(">4 of 4<", page)
        self.assertNotIn("100 %</td><td class=\"n\">", page.split("<h2>Tests</h2>")[1])

    def test_wrong_folders(self):
        self.fill(self.out, 1, 1)
        for other, said in (("", "which other term? OTHER=grades-2025"), (self.out, "is this term's folder, too"), (self.top / "no", "is not there")):
            status, _, complained = self.compare("--other", other)
            self.assertEqual((status, said in complained), (2, True), complained)

    def test_the_other_terms_roster_says_whose_points_by_hand_are(self):
        old = self.top / "grades-2025"
        self.fill(self.out, 1, 1)
        self.put("Kim Lee_45123", out=old)
        self.table("manual.csv", "student,test,points,comment", ["s7", "", "1", ""], folder=old / "12_attention")
        roster = self.table("roster.csv", "student,last_name,first_name", ["s7", "Lee", "Kim"], folder=self.top)
        self.assertIn("s7 has no results here", self.compare("--other", old)[2])
        self.assertEqual(self.compare("--other", old, "--other-roster", roster)[0], 0)

    def compare(self, *words):
        return self.run_main(compare_terms, "--module", 12, "--out", self.out, *words)


# ---- whose data ----------------------------------------------------------------------------------


class Readable(Term):
    def open_to_others(self, top):
        return [str(p) for p in [top, *top.rglob("*")] if not p.is_symlink() and stat.S_IMODE(p.stat().st_mode) & 0o077]

    def test_whatever_is_written_is_the_owners_alone(self):
        made = self.top / "made"
        handed_in = self.top / "in"
        (handed_in / "ada").mkdir(parents=True)
        shutil.copy(ROOT / "modules/12_attention/mask.c", handed_in / "ada/mask.c")
        self.put("ada", out=made)
        for path in [made, *made.rglob("*")]:
            path.chmod(0o700 if path.is_dir() else 0o600)
        shutil.copytree(made, self.top / "grades-2025")
        commands = [["reports.feedback", "--bundle", "plain"], ["reports.compare_terms", "--other", str(self.top / "grades-2025")], ["reports.requests"]]
        commands += [["reports.gradebook", "--column", "A |1" if name == "blackboard" else "A (1)", "--format", name] for name in gradebook.FORMATS]
        commands += [["reports.similarity", "--submissions", str(handed_in)]] if shutil.which("sim_c") else []
        for name, *more in commands:
            done = subprocess.run([*program(name), "--module", "12", "--out", str(made), *more], umask=0o022, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(len(list(made.rglob("*"))), 12)
        self.assertEqual(self.open_to_others(made), [])

    def test_results_of_grading_too(self):
        code = f"import sys, runpy; sys.argv = ['x', 'batch.grade', '--help']; sys.path.insert(0, {str(ROOT / 'tools/grading')!r})\n" \
               "try: runpy.run_path(sys.path[0] + '/__main__.py', run_name='__main__')\nexcept SystemExit: pass\n" \
               f"from pathlib import Path; from kindling_grading.batch import storage; storage.write(Path({str(self.top / 'a/b')!r}), {{}}, [])\n"
        subprocess.run([sys.executable, "-X", "utf8", "-c", code], umask=0, check=True, stdout=subprocess.DEVNULL)
        self.assertTrue((self.top / "a/b/grade.json").is_file())
        self.assertEqual(self.open_to_others(self.top / "a"), [])

    def test_the_course_key(self):
        path = self.top / "key folder" / "course.key"
        with mock.patch.dict(os.environ, {"KINDLING_COURSE_KEY": str(path)}):
            key = seeds.course_key()
            self.assertEqual((stat.S_IMODE(path.stat().st_mode), stat.S_IMODE(path.parent.stat().st_mode)), (0o600, 0o700))
            for mode in (0o640, 0o604, 0o620, 0o601):
                path.chmod(mode)
                with self.assertRaisesRegex(BadKey, "chmod 600"):
                    seeds.course_key()
            path.chmod(0o600)
            self.assertEqual(seeds.course_key(), key)


class Forget(Term):
    def everything(self):
        """A term with all that can be written about three students, two of them with names that
        look alike."""
        for name in ("s1", "s10", "O'Brien Pat"):
            self.put(name)
            self.put(name, place="12_attention-cumulative")
            self.put(name, place="11_embeddings", assignment="11_embeddings")
        self.put("s1@20260201T100000Z")
        self.table("manual.csv", "student,test,points,comment", ["s10", "", "1", "a, \"b\"\nc"], ["s1", "", "1", "x"], ["s10", FIRST["name"], "1", "y"])
        self.asks(["s1", "", "Me?", "You", ""], ["s10", "", "And\nme?", "You, too", ""])
        reports = self.out / "reports" / "12_attention"
        self.table("similarity.csv", "student,percent_of_own_lines,lines,other,percent_of_other,lines_of_other,longest_tokens",
                   ["s1", 90, 9, "s10", 90, 9, 9], ["O'Brien Pat", 90, 9, "s1", 90, 9, 9], ["O'Brien Pat", 90, 9, "s10", 1, 9, 9], folder=reports)
        (reports / "similarity.html").write_text("<h2>s1 and s10</h2>")
        (self.place / ".open-batch").write_text("s10\ns1\n")
        self.roster = self.table("roster.csv", "student,last_name,first_name,email,login", ["s1", "Smith", "Anna", "anna@x.org", "asm"],
                                 ["s10", "Jones", "Bo", "bo@x.org", "bjo"], ["O'Brien Pat", "O'Brien", "Pat", "p@x.org", "pob"], folder=self.top)
        shutil.copytree(self.place / "s1", self.out / "shards/0-of-2/12_attention/s1")
        shutil.rmtree(self.place / "s1@20260201T100000Z")
        self.run_main(feedback, "--module", "12_attention", "--out", self.out, "--roster", self.roster, "--bundle", "plain")
        for name in ("csv", "moodle", "junit", "lti", "gradescope"):
            self.run_main(gradebook, "--module", "12_attention", "--out", self.out, "--roster", self.roster, "--format", name)
        self.put("s1@20260201T100000Z")

    def tree(self):
        return {str(p.relative_to(self.out)): p.read_bytes() for p in sorted(self.out.rglob("*")) if p.is_file() and p.name != ".lock"}

    def forget(self, *words):
        return self.run_main(forget, "--out", self.out, *words)

    def test_a_dry_run_changes_nothing(self):
        self.everything()
        before = self.tree()
        status, said, _ = self.forget("--student", "s1", "--roster", self.roster)
        self.assertEqual((status, self.tree()), (0, before))
        self.assertIn("this would be deleted", said)
        self.assertIn("REALLY=1 deletes", said)
        for words in ("12_attention/s1: the folder", "12_attention/s1@20260201T100000Z:", "11_embeddings/s1:", "12_attention-cumulative/s1:", "shards/0-of-2/12_attention/s1:",
                      "manual.csv: 1 row", "requests.csv: 1 row", "similarity.csv: 2 rows", "gradebook.csv: 1 row", "moodle.csv: 1 row",
                      "similarity.html: the file; make similarity", "feedback-plain.zip: the file", "overview.html: the file", ".open-batch: 1 row", "junit.xml: the file"):
            self.assertIn(words, said)
        self.assertIn("roster.csv names this student", said)
        self.assertIn("submissions (SUBMISSIONS=dir)", said)

    def test_nothing_is_left_of_one_and_nothing_lost_of_others(self):
        self.everything()
        before = self.tree()
        rows = {name: data.decode() for name, data in before.items() if name.endswith(("manual.csv", "requests.csv"))}
        status, said, _ = self.forget("--student", "s1", "--roster", self.roster, "--really")
        self.assertEqual(status, 0, said)
        after = self.tree()
        name = re.compile(rb"(?<![\w-])(s1|Anna Smith|anna@x\.org|asm)(?![\w-])")
        self.assertEqual([path for path, data in after.items() if name.search(data) or name.search(path.encode())], [])
        self.assertEqual({p for p in before if "/s10/" in p or "Pat" in p} - after.keys(), set())
        self.assertTrue(all(after[p] == before[p] for p in after if "/s10/" in p or "Pat" in p))
        self.assertEqual(after["12_attention/manual.csv"].decode(), rows["12_attention/manual.csv"].replace("s1,,1,x\r\n", ""))
        self.assertEqual(after["12_attention/requests.csv"].decode(), rows["12_attention/requests.csv"].replace("s1,,Me?,You,\r\n", ""))
        self.assertEqual(after["12_attention/.open-batch"], b"s10\n")
        self.assertIn(b"O'Brien Pat,90,9,s10", after["reports/12_attention/similarity.csv"])
        self.assertIn(b"bo@x.org", after["reports/12_attention/moodle.csv"])
        status, _, said = self.forget("--student", "s1", "--roster", self.roster)
        self.assertEqual((status, "there is nothing of 's1'" in said), (2, True))
        books.load(self.out, "12_attention")

    def test_names_of_all_kinds(self):
        self.everything()
        self.put("Kim Lee_45123")
        self.table("more.csv", "Identifier,Grade", ["Participant 45123", 1], ["Participant 451", 2], folder=self.out / "reports/12_attention")
        status, said, _ = self.forget("--student", "O'Brien Pat", "--really")
        self.assertEqual(status, 0)
        self.assertFalse([p for p in self.tree() if "Brien" in p])
        self.forget("--student", "Kim Lee_45123", "--really")
        self.assertEqual(self.tree()["reports/12_attention/more.csv"], b"Identifier,Grade\r\nParticipant 451,2\r\n")
        self.table("similarity-groups.csv", "group,what,student", [1, "mostly of another term", "olaf (in-2025/12)"], [2, "the same", "olafson (in-2025/12)"],
                   folder=self.out / "reports/12_attention")
        self.forget("--student", "olaf", "--really")
        self.put("max")
        # every grade.json has a "max"
        self.assertNotIn("also stands in", self.forget("--student", "max")[1])
        self.assertEqual(self.tree()["reports/12_attention/similarity-groups.csv"], b"group,what,student\r\n2,the same,olafson (in-2025/12)\r\n")
        self.put("id-0123456789", out=self.out / "anonymous")
        self.table("who-is-who.csv", "id,student", ["id-0123456789", "s10"], ["id-aaaaaaaaaa", "s1"], folder=self.out)
        self.forget("--student", "s10", "--really")
        self.assertFalse((self.out / "anonymous/12_attention/id-0123456789").exists())
        self.assertEqual(self.tree()["who-is-who.csv"], b"id,student\r\nid-aaaaaaaaaa,s1\r\n")

    def test_what_a_person_has_to_read_is_listed(self):
        self.everything()
        self.table("manual.csv", "student,test,points,comment", ["s10", "", "1", "worked with s1"])
        (self.out / "notes.txt").write_text("Anna Smith was ill\n")
        (self.out / "others.txt").write_text("boss1 and s1-2 are nobody\n")
        _, said, _ = self.forget("--student", "s1", "--roster", self.roster, "--really")
        self.assertRegex(said, r"! the name .* stands in \S*manual.csv")
        self.assertRegex(said, r"! the name .* stands in \S*notes.txt")
        self.assertNotIn("others.txt", said)
        self.assertIn("worked with s1", (self.place / "manual.csv").read_text())

    def test_links_lead_nowhere_and_a_grader_is_not_disturbed(self):
        self.everything()
        outside = self.top / "outside"
        (outside / "12_attention/s1").mkdir(parents=True)
        (outside / "12_attention/s1/grade.json").write_text("s1")
        (self.out / "link").symlink_to(outside)
        (self.out / "13_linked").symlink_to(outside / "12_attention")
        self.forget("--student", "s1", "--really")
        self.assertTrue((outside / "12_attention/s1/grade.json").is_file())
        with storage.only_one(self.place):
            status, _, said = self.forget("--student", "s10", "--really")
        self.assertEqual((status, "somebody is grading" in said), (2, True))
        self.assertTrue((self.place / "s10").is_dir())

    def test_wrong_words(self):
        self.put("s1")
        for words, said in (([], "whose data?"), (["--student", "s1", "--expired"], "one of the two"), (["--expired"], "needs POLICY=file"),
                            (["--student", "s2"], "did you mean s1?"), (["--student", "zzz", "--out", self.top / "no"], "is not there"), (["--student", "  "], "whose data?")):
            status, _, complained = self.forget(*words)
            self.assertEqual((status, said in complained), (2, True), (words, complained))

    def test_a_students_name_is_no_pattern(self):
        self.put("12_attention")
        self.put("ada")
        self.forget("--student", "12_attention", "--really")
        self.assertEqual([p for p in self.tree() if "grade.json" in p], ["12_attention/ada/grade.json"])


class Kept(Term):
    def policy(self, text):
        (self.top / "p.toml").write_text(text)
        return self.top / "p.toml"

    def test_a_term_goes_after_its_last_day(self):
        for place in ("12_attention", "12_attention-cumulative", "11_embeddings"):
            self.put("s1", place=place)
        for place in ("reports/12_attention", "reports/11_embeddings", "reports/12_attention-cumulative", "anonymous/12_attention/s1", "shards/0-of-2/12_attention/s1"):
            (self.out / place).mkdir(parents=True)
        (self.out / "who-is-who.csv").write_text("id,student\n")
        path = self.policy("[default]\nkeep_until = 2027-03-31\n[11_embeddings]\nkeep_until = 2028-01-01\n")
        words = ["--out", self.out, "--expired", "--policy", path, "--really", "--today"]
        before = sorted(self.out.rglob("*"))
        self.assertIn("12_attention stays: to be kept until 2027-03-31", self.run_main(forget, *words, "2027-03-31")[1])
        self.assertEqual(before, [p for p in sorted(self.out.rglob("*")) if p.name != ".lock"])
        dry = self.run_main(forget, *[w for w in words if w != "--really"], "2027-04-01")[1]
        self.assertIn("this would be deleted", dry)
        self.assertTrue((self.place / "s1").is_dir())
        said = self.run_main(forget, *words, "2027-04-01")[1]
        self.assertIn("11_embeddings stays", said)
        self.assertEqual([p for p in self.out.rglob("*") if "12_" in str(p.relative_to(self.out))], [])
        self.assertTrue((self.out / "11_embeddings/s1/grade.json").is_file() and (self.out / "reports/11_embeddings").is_dir() and (self.out / "who-is-who.csv").is_file())
        self.run_main(forget, *words, "2028-01-02")
        self.assertEqual([p for p in self.out.rglob("*") if p.is_file()], [])

    def test_it_is_said_when_it_is_over(self):
        self.put("s1")
        old, new = "[default]\nkeep_until = 1999-01-01\n", "[default]\nkeep_until = 9999-12-31\n"
        for text, words in ((old, True), (new, False)):
            path = self.policy(text)
            for module in (gradebook, feedback):
                said = self.run_main(module, "--module", 12, "--out", self.out, "--policy", path)[1]
                self.assertEqual("was to be kept until 1999-01-01: make forget EXPIRED=1" in said, words)
            said = self.run_main(forget, "--remind", "--out", self.out, "--policy", path)
            self.assertEqual((said[0], "EXPIRED=1" in said[1]), (0, words))
        self.assertEqual(self.run_main(forget, "--remind", "--out", self.top / "none", "--policy", path), (0, "", ""))
        makefile = (ROOT / "tools/grading/grading.mk").read_text()
        self.assertEqual(makefile.count("\t@$(REMIND)\n"), 2)  # grade, regrade

    def test_a_day_is_a_day(self):
        for value in ('"2027-03-31"', "2027", "2027-03-31T00:00:00Z"):
            with self.assertRaisesRegex(PolicyError, "no day; like this, without quotes: keep_until = 2027-03-31"):
                policy.load(self.policy(f"[default]\nkeep_until = {value}\n"), "12_attention")
        self.put("s1")
        status, _, said = self.run_main(forget, "--out", self.out, "--expired", "--policy", self.policy("[default]\n"))
        self.assertEqual((status, "keep_until = 2027-03-31 under [default]" in said), (2, True))
        self.assertEqual(self.run_main(forget, "--out", self.out, "--expired", "--today", "soon")[0], 2)


if __name__ == "__main__":
    unittest.main()
