"""test_platforms.py - whole solutions under the names that learning platforms give: each is found,
and is the right student's.

    python3 tests/tools/grading/test_platforms.py
"""
import contextlib
import csv
import html
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(Path(__file__).resolve().parent / "fixtures")]

from kindling_grading.batch import grade, intake, names, oddities, online_text, platforms  # noqa: E402
from kindling_grading.errors import BookError  # noqa: E402
from kindling_grading.reports import autolab, blackboard, book as books, canvas, class_page, command, nbgrader, people, prairielearn  # noqa: E402
import class_of_40  # noqa: E402
from platforms_fixture import EXPORT, PLACES, ROSTER  # noqa: E402
from test_intake import tarball  # noqa: E402

MODULE = "12_attention"
NAMES = ["heads.c", "mask.c", "scores.c"]
FILES = {name: f"/* {name} - one of them. */\nint in_{name[:-2]}(int a, int b)\n{{\n    return a < b && a;\n}}\n".encode() for name in NAMES}
EXPECTED = {f"{MODULE}/{name}": contents for name, contents in FILES.items()}


class Handed(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="test-platforms-")
        self.addCleanup(folder.cleanup)
        self.top = Path(folder.name)
        self.path = self.top / "in"
        self.path.mkdir()

    def write(self, name, contents):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)

    def put(self, name, files=FILES):
        """One line of a fixture."""
        if name.endswith("onlinetext.html"):
            lines = b"".join(files.values()).decode().splitlines()
            self.write(name, "".join(f"<p>{html.escape(line).replace('  ', '&nbsp;&nbsp;')}<br></p>" for line in lines).encode())
        elif "{archive}" in name:
            self.write(name.replace("{archive}", f"{MODULE}.tar.gz"), tarball([(f"{MODULE}/{n}", c) for n, c in files.items()]))
        elif "{" in name:
            for i, (file, contents) in enumerate(files.items()):
                self.write(name.format(file=file, copy=f"{file[:-2]}-1.c", upload=99880 + i), contents)
        elif name.endswith("/"):
            for file, contents in files.items():
                self.write(name + file, contents)
        else:
            self.write(name, EXPORT.encode() if name == platforms.METADATA else b"x")

    def read(self):
        return {name: intake.read(name, path, {MODULE: NAMES}) for name, path in names.students(self.path)}


class Found(Handed):
    def test_every_form_of_the_table_has_a_fixture(self):
        seen = {found.platform for _, lines, _ in PLACES for line in lines
                if (found := platforms.download(line.rstrip("/").split("/")[0].format(file="a.c", copy="a.c", upload=99880, archive="a.zip"), line.endswith("/")))}
        self.assertEqual(seen | {"Sakai", "Moodle"}, {row.platform for row in platforms.FORMS})

    def test_what_a_student_calls_a_file_names_nobody_else(self):
        for name, person in {"12_attention_bob_attempt_2026-03-02-10-00-00_x_anna_attempt_2026-03-01-10-00-00_scores.c": "bob",
                             "Bob Li_123_assignsubmission_file_Anna Li_456_assignsubmission_file_scores.c": "Bob Li_123"}.items():
            self.assertEqual(platforms.download(name, folder=False).person, person)

    def test_the_work_is_found_and_whose(self):
        for words, lines, student in PLACES:
            with self.subTest(words):
                shutil.rmtree(self.path)
                self.path.mkdir()
                for line in lines:
                    self.put(line)
                found = self.read()
                self.assertEqual(list(found), [student])
                self.assertIsNone(found[student].rejected)
                typed = "onlinetext" in lines[0]
                got = {n: c.strip() if typed else c for n, c in found[student].files.items()}
                self.assertEqual(got, {n: c.strip() for n, c in EXPECTED.items()} if typed else EXPECTED)

    def test_each_is_a_person_of_the_roster(self):
        for words, _, student in PLACES:
            out = self.top / "grades" / words.replace(" ", "")
            place = out / MODULE / student
            place.mkdir(parents=True)
            (place / "grade.json").write_text(json.dumps(class_of_40.grade(student, ["pass"] * len(class_of_40.SUITE))))
            roster = out / "roster.csv"
            with roster.open("w", newline="") as file:
                csv.writer(file).writerows(ROSTER)
            book = books.load(out, "12", roster_file=roster)
            self.assertEqual([(e.student, e.final) for e in book.entries], [("s1", 110), ("s2", None)], words)

    def test_several_students_in_one_folder_stay_apart(self):
        self.put("smithanna_101_{upload}_{file}")
        self.put("leewei_LATE_102_{upload}_{file}", {"mask.c": b"int of_wei;\n"})
        found = self.read()
        self.assertEqual({name: s.files for name, s in found.items()}, {"smithanna_101": EXPECTED, "leewei_102": {f"{MODULE}/mask.c": b"int of_wei;\n"}})
        self.assertEqual(found["smithanna_101"].notes, [])
        self.assertIn("Canvas's name calls this LATE", found["leewei_102"].notes[0])
        self.assertIsNone(found["leewei_102"].received_at)
        self.assertEqual(grade.oddities(self.path), ["LATE, as their files are called, and when is not known: leewei_102; received.csv can say it, "
                                                     "or nothing is taken off"])
        self.write("received.csv", b"student,received_at\nleewei_102,2026-02-01T10:00:00Z\n")
        self.assertEqual((self.read()["leewei_102"].received_at, grade.oddities(self.path)), ("2026-02-01T10:00:00Z", []))

    def test_an_archive_among_loose_files(self):
        self.put("smithanna_101_{upload}_{file}")
        self.write("smithanna_101_99999_pictures.zip", b"PK")
        self.assertEqual(self.read()["smithanna_101"].files, EXPECTED)
        self.put("smithanna_101_99998_{archive}", {"mask.c": b"int packed;\n"})  # named as make submit's: the best
        self.assertEqual(self.read()["smithanna_101"].files, {f"{MODULE}/mask.c": b"int packed;\n"})

    def test_of_several_hand_ins_the_last_as_a_whole(self):
        old = {"mask.c": b"int old;\n", "heads.c": b"int old;\n"}
        for first, last in (("M_asm_attempt_2026-01-31-23-59-59_{file}", "M_asm_attempt_2026-02-01-00-00-00_{file}"),
                            ("a@x.org_9_{archive}", "a@x.org_10_{archive}"),
                            ("3-5 - A B - Jan 31, 2026 926 PM/", "3-5 - A B - Feb 1, 2026 1126 AM/")):
            shutil.rmtree(self.path)
            self.path.mkdir()
            self.put(first, old)
            self.put(last, {"mask.c": b"int new;\n"})
            (found,) = self.read().values()
            self.assertEqual(found.files, {f"{MODULE}/mask.c": b"int new;\n"}, last)
            self.assertTrue(any("and not" in note for note in found.notes), last)
            self.assertEqual(len([line for line in grade.oddities(self.path) if "two of one student" in line]), 1)

    def test_a_name_that_says_a_time_without_a_zone_is_not_believed(self):
        for line in ("M_asm_attempt_2026-02-01-10-00-00_{file}", "3-5 - A B - Feb 1, 2026 926 PM/"):
            self.put(line)
        for found in self.read().values():
            self.assertIsNone(found.received_at)
            self.assertIn("without a time zone: the time counts as unknown", found.notes[0])

    def test_gradescopes_table(self):
        for line in ("submission_287654321/", "submission_287654322/", "submission_5/", platforms.METADATA):
            self.put(line)
        found = self.read()
        # a pair has two results, and a folder that the table does not have keeps its name
        self.assertEqual({n: s.received_at for n, s in found.items()}, {"anna@x.org": "2026-02-01T10:00:00Z", "5": "2026-02-01T10:00:01Z",
                                                                        "6": "2026-02-01T10:00:01Z", "submission_5": None})
        self.assertTrue(all(s.files == EXPECTED and not s.notes for s in found.values()))
        self.assertEqual(grade.oddities(self.path), [])

    def test_moodles_text_that_says_no_file(self):
        self.write("Anna Smith_45123_assignsubmission_onlinetext_/onlinetext.html", b"<p>int f(void);</p>")
        (found,) = self.read().values()
        self.assertIn("onlinetext.html was not read: no line of it begins a file, such as /* scores.c - ...", found.rejected)
        self.put("Anna Smith_45123_assignsubmission_file_/")
        (found,) = self.read().values()
        self.assertEqual((found.files, len(found.notes)), (EXPECTED, 1))
        self.assertEqual(online_text.files(b"<pre>/* mask.c - a */\n&amp; <b>x\n/* no.c - b */ y", ["mask.c"]), {"mask.c": b"/* mask.c - a */\n& x\n"})

    def test_names_that_look_alike_are_people(self):
        for name in ("team_3_1234_x", "Müller, Änne", "x@example.org", "submission_12345", "a_attempt_b", "O'Brien (Pat)"):
            self.put(f"{name}/")
        self.assertEqual(sorted(n.split("-")[0] for n in self.read()), sorted(
            [names.safe_name(n).split("-")[0] for n in ("team_3_1234_x", "Müller, Änne", "x@example.org", "submission_12345", "a_attempt_b", "O'Brien (Pat)")]))

    def test_a_name_almost_right(self):
        for name in ("mask.c.txt", "mask.C", "MASK.C", "Mask.c", "mask.c.c", "mask (2).c.txt"):
            for kind in (f"s1/{name}", "s1.tar.gz"):
                self.write(kind, FILES["mask.c"] if "/" in kind else tarball([(name, FILES["mask.c"])]))
                (found,) = self.read().values()
                self.assertEqual((found.files, found.notes), ({f"{MODULE}/mask.c": FILES["mask.c"]}, [f"{name} was read as mask.c, which is not there"]), kind)
                shutil.rmtree(self.path)
                self.path.mkdir()


class WithBook(Handed):
    POLICY = "[12_attention]\nmissing_is_zero = true\ncanvas = 'A (1)'\n"

    def book(self, folders, strays=""):
        out = Path(tempfile.mkdtemp(dir=self.top))
        for name in folders:
            (out / MODULE / name).mkdir(parents=True)
            (out / MODULE / name / "grade.json").write_text(json.dumps(class_of_40.grade(name, ["pass"] * len(class_of_40.SUITE))))
        if strays:
            (out / MODULE / oddities.NOBODYS).write_text(strays)
        (out / "p.toml").write_text(self.POLICY)
        with (out / "r.csv").open("w", newline="") as file:
            csv.writer(file).writerows(ROSTER)
        return books.load(out, "12", out / "p.toml", out / "r.csv")


class WhoMatchedNobody(WithBook):
    def test_a_blank_and_never_0_while_something_is_nobodys(self):
        wish = type("Wish", (), {"column": ""})
        for folders, strays, final in ((["s1"], "", "0"), (["s1", "xyz"], "", ""), (["s1"], "file\nmask.c\n", "")):
            book = self.book(folders, strays)
            ((_, text),) = canvas.files(book, wish)
            rows = {row[2]: row[4] for row in csv.reader(io.StringIO(text))}
            self.assertEqual(rows["nna"], final, folders)
            page, out = class_page.render(book), io.StringIO()
            with contextlib.redirect_stdout(out):
                command.matched_nobody(book)
            if final == "":
                self.assertLess(page.index("Whose is this?"), page.index("Scores"))
                self.assertRegex(out.getvalue().splitlines()[0], "! handed in and not in the roster: xyz|nobody's: mask.c")
                self.assertIn("in the roster, without a submission: s2\n    while something is nobody's", out.getvalue())
            else:
                self.assertNotIn("Whose is this?", page)

    def test_loose_answers_are_remembered_until_they_are_gone(self):
        out = self.top / "grades" / MODULE
        self.write("mask (1).c", b"x")
        self.write("grades.csv", b"x")
        oddities.remember(self.path, out)
        self.assertEqual((out / oddities.NOBODYS).read_text(), "file\nmask (1).c\n")
        (self.path / "mask (1).c").unlink()
        oddities.remember(self.path, out)
        self.assertFalse((out / oddities.NOBODYS).exists())

    def test_results_whose_submission_is_gone_are_told(self):
        book = self.book(["s1", "s2"])
        out = next(self.top.glob("*/12_attention"))
        self.put("s1/")
        self.assertEqual(oddities.remember(self.path, out), ["s2 has a result and no submission here any more: it stays in the books until you delete "
                                                             "12_attention/s2"])
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            command.matched_nobody(books.load(out.parent, "12"))
        self.assertIn("! results whose submission is not there any more, and in these books all the same: s2\n", said.getvalue())
        shutil.rmtree(out / "s2")
        self.assertEqual((books.load(out.parent, "12").gone, book.gone), ((), ()))

    def test_two_who_could_be_meant_are_nobody(self):
        self.assertEqual(self.book(["m-1-asm", "m-2-asm"]).unlisted, ("m-1-asm", "m-2-asm"))
        self.assertEqual(self.book(["hw-nna"]).unlisted, ())
        roster = {key: people.Person(key, login=login, email="both@x.org") for key, login in (("s1", "smith"), ("s2", "anna-smith"))}
        self.assertEqual(people.known_as("hw-anna-smith", roster), "s2")
        self.assertEqual(people.known_as("hw-smith", roster), "s1")
        self.assertIsNone(people.known_as("both@x.org", roster))
        self.assertEqual(self.book(["hwnna"]).unlisted, ("hwnna",))


class Written(WithBook):
    def sheet(self, module, **more):
        ((name, text),) = module.files(self.book(["s1"]), type("Wish", (), {"column": "", **more}))
        return name, list(csv.reader(io.StringIO(text, newline="")))

    def test_autolab(self):
        self.assertEqual(self.sheet(autolab), ("autolab.csv", [["anna@x.org", "110", ""], ["anne@x.org", "0", ""]]))

    def test_prairielearn(self):
        self.assertEqual(self.sheet(prairielearn)[1], [["uid", "instance", "score_perc"], ["anna@x.org", "1", "100"], ["anne@x.org", "1", "0"]])

    def test_nbgrader(self):
        rows = self.sheet(nbgrader)[1]
        self.assertEqual(",".join(rows[0]), "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score")
        self.assertEqual(rows[1][3:], ["s1", "Smith", "Anna", "anna@x.org", "110", "0", "110", "110"])
        self.assertEqual(rows[2][7:], ["", "", "0", "110"])

    def test_blackboard(self):
        heading = "Attention [Total Pts: 100 Score] |48213"
        self.assertEqual(self.sheet(blackboard, column=heading)[1], [["Last Name", "First Name", "Username", heading], ["Smith", "Anna", "asm", "110"],
                                                                     ["Smythe", "Anne", "nna", "0"]])
        with self.assertRaisesRegex(BookError, "by its number"):
            self.sheet(blackboard, column="Attention")


if __name__ == "__main__":
    unittest.main()
