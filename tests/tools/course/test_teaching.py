"""test_teaching.py - the shelf for those who teach: every question "to think about" has an answer,
every module five exam questions whose keys are right in two ways; what the pages tell one to type
is there; no edition and no page of the site or of the tab holds any of it.
"""
from __future__ import annotations

import pathlib
import random
import re
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/course/authors"), str(ROOT / "tools/grading")]
import exam  # noqa: E402
import safe  # noqa: E402
import slides  # noqa: E402
import thinking  # noqa: E402
from kindling_grading.release import tree  # noqa: E402

MODULES = sorted(path.name for path in (ROOT / "modules").glob("[0-9][0-9]_*"))
PAGES = {module: exam.PAGES / f"{module}.md" for module in MODULES}
SEEDS = 200


def answered(text: str) -> dict[str, str]:
    """What stands under each quoted question, up to the next one."""
    parts = re.split(r"^> (.+)\n", text.split("\n## Rubric", 1)[0], flags=re.M)
    return {thinking.plain(question): thinking.plain(answer) for question, answer in zip(parts[1::2], parts[2::2])}


class Pages(unittest.TestCase):
    def test_every_module_has_one_with_all_its_parts(self):
        self.assertEqual(sorted(PAGES.values()), sorted(exam.PAGES.glob("[0-9]*.md")))
        for module, page in PAGES.items():
            text = page.read_text()
            for part in ("Demo", "What is hard", "Rubric", "Exam"):
                self.assertIn(f"\n## {part}\n", text, module)

    def test_every_question_to_think_about_has_an_answer(self):
        asked = {module: thinking.of_module(module) for module in MODULES}
        self.assertGreater(sum(map(len, asked.values())), 250)
        for module, page in PAGES.items():
            given = answered(page.read_text())
            with self.subTest(module):
                self.assertEqual([q for q in asked[module] if len(given.get(q, "")) < 20], [], "no answer")
                self.assertEqual([q for q in given if q not in asked[module]], [], "nobody asks this any more")
            for question in thinking.of_lesson((ROOT / "modules" / module / "README.md").read_text()):
                self.assertIn("Weak: ", given.get(question, ""), f"{module}: {question}")

    def test_every_mark_of_a_question_in_a_starting_file_is_found(self):
        for file in (ROOT / "modules").glob("*/*.c"):
            self.assertEqual(len(re.findall(r"^[ *]*THINK ", file.read_text(), re.M)), len(thinking.of_file(file.read_text())), file)

    def test_what_one_is_told_to_type_is_there(self):
        rules = "".join(f.read_text() for f in (ROOT / "Makefile", *ROOT.glob("tools/*/*.mk"), *ROOT.glob("tools/course/authors/*.mk")))
        goals = [re.sub("%", r"[\\w-]+", goal) for goal in re.findall(r"^([a-z][a-z0-9_%-]*):.*##", rules, re.M)]
        for page in (*PAGES.values(), exam.PAGES / "README.md"):
            for goal in re.findall(r"`make ([a-z][\w-]*)", page.read_text()):
                self.assertTrue(any(re.fullmatch(known, goal) for known in goals), f"{page.name}: make {goal}")
            for number, case in re.findall(r"make break-(\d+) CASE=(\d+)", page.read_text()):
                cases = next((ROOT / "tools/break").glob(f"{number}_*.txt")).read_text()
                self.assertIn(f"\ncase: {case}\n", cases, page.name)


class Exams(unittest.TestCase):
    def test_five_a_module_with_right_keys_for_all_seeds(self):
        for module, page in PAGES.items():
            asked = exam.questions(page)
            self.assertEqual(len(asked), 5, module)
            for number, question in enumerate(asked, 1):
                self.assertTrue(5 <= int(question.lines["minutes"][0]) <= 10, f"{module} {number}")
                papers = set()
                for seed in range(SEEDS):
                    names = question.drawn(random.Random(f"{module} {number} {seed}"))
                    ask = question.told("ask", names)
                    if ask in papers:
                        continue
                    papers.add(ask)
                    first, second = question.keys(names)
                    self.assertTrue(exam.same(first, second), f"{module} {number} {names}: {first}, {second}")
                    question.told("weak", names)
                self.assertGreater(len(papers), 1, f"{module} {number}: all papers are alike")

    def test_a_wrong_key_is_not_printed(self):
        text = (PAGES["12_attention"]).read_text().replace("4 L H T^2 = {4 * L", "4 L H T^2 = {8 * L", 1)
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "12_attention.md"
            page.write_text(text)
            with self.assertRaisesRegex(SystemExit, "question 1: the two ways differ"):
                exam.exam(page, 3, key=True)

    def test_the_same_seed_is_the_same_paper_and_the_key_adds_answers(self):
        page = PAGES["12_attention"]
        self.assertEqual(exam.exam(page, 3, key=False), exam.exam(page, 3, key=False))
        self.assertNotEqual(exam.exam(page, 3, key=False), exam.exam(page, 4, key=False))
        self.assertNotIn("Answer:", exam.exam(page, 3, key=False))
        self.assertEqual(exam.exam(page, 3, key=True).count("Answer:"), 5)

    def test_nothing_but_arithmetic_is_read(self):
        self.assertEqual(safe.evaluate("sum(i * j for i in range(3) for j in range(i + 1) if j)", {}), 7)
        self.assertEqual(safe.evaluate('["a", "b"][x > 1] if x else 0', {"x": 2}), "b")
        for text in ("__import__('os')", "open('x')", "(1).real", "x", "9 ** 9 ** 9", "lambda: 1", "[i for i in range(10 ** 9)]",
                     "sum(1 for i in range(999) for j in range(999))", "'a' * 9", "[1] * 9", "1 / 0", "sum(range(9), start=1)"):
            with self.assertRaises(safe.Refused, msg=text):
                safe.evaluate(text, {})


class Slides(unittest.TestCase):
    def test_each_lesson_is_cut_into_slides_that_are_not_too_full(self):
        for module in MODULES:
            title, text = slides.markdown(ROOT / "modules" / module / "README.md")
            self.assertTrue(title.startswith(module[:2]))
            parts = re.split(r"^## ", text, flags=re.M)[1:]
            self.assertGreater(len(parts), 8, module)
            self.assertTrue(any(part.startswith("The problem") for part in parts), module)
            for part in parts:
                self.assertLess(sum(map(slides.weight, slides.blocks(part))), 2 * slides.FULL, f"{module}: {part[:60]}")
            self.assertNotIn("<details>", text)


class NobodyElseHasThem(unittest.TestCase):
    def files(self):
        made = [*exam.PAGES.glob("*.md"), *(ROOT / "tools/course/authors" / name for name in ("exam.py", "safe.py", "slides.py", "slides.html", "thinking.py"))]
        self.assertGreater(len(made), 25)
        return [path.relative_to(ROOT).as_posix() for path in [*made, pathlib.Path(__file__)]]

    def test_no_edition(self):
        self.assertEqual(tree.sort_out(self.files()), ([], []))

    def test_no_page_that_is_published_leads_to_them(self):
        # The site and the tab publish READMEs and the files that these link to.
        published = [ROOT / "README.md", ROOT / ".github/CONTRIBUTING.md", *ROOT.glob("t*/README.md"), *ROOT.glob("tools/*/README.md"),
                     *ROOT.glob("modules/README.md"), *ROOT.glob("modules/*/README.md"), *ROOT.glob("tools/web/*/*.js")]
        self.assertGreater(len(published), 30)
        for page in published:
            links = re.findall(r"\]\(([^)#]+)", page.read_text()) + re.findall(r"`([\w/.-]+\.(?:md|py|html))`", page.read_text())
            self.assertEqual([link for link in links if "authors/teaching" in link], [], page)
        # And what the programs that publish read.
        for file in (*(ROOT / "tools/site").glob("*.py"), ROOT / "tools/site/site.mk", ROOT / "tools/web/web.mk"):
            self.assertNotIn("course/authors/teaching", file.read_text(), file)
        named = re.findall(r"`((?:tools|tests|\.github)/[\w/]*(?:README|CONTRIBUTING)\.md)`", (ROOT / "README.md").read_text())
        self.assertNotIn("tools/course/authors/teaching/README.md", named)


if __name__ == "__main__":
    unittest.main()
