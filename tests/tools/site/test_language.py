"""test_language.py - plain words in all pages, as far as a program can tell; every word of the list of words leads to
a lesson that uses it; and the map of the modules says what their table says.

Invariant: code, formulas and tables' code are not prose; a name in C may be any word.
"""
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
PAGES = [p for pattern in ("README.md", "modules/*.md", "modules/*/README.md", "tests/README.md", "tools/README.md", "tools/*/README.md",
                           "tools/grading/release/student/README.md") for p in sorted(pathlib.Path().glob(pattern))]
CODE = re.compile(r"^```.*?^```[^\n]*$|`[^`]*`|^    [^\n]*$|<!--.*?-->|\$\$.*?\$\$|\$[^$\n]+\$", re.M | re.S)
QUOTED = re.compile(r'"[^"\n]{0,200}"')
RULES = {
    "a sentence begins with Who and asks nothing: say *if you*": re.compile(r"(?:^|\n\n|[.!?:;)] |^- )Who\b[^?.]*[.](?!\w)", re.M),
    "a preposition and *who*, but no person: say *students who*, *if you*": re.compile(r"\b(?:for|of|than) who (?:has|have|is|are|only|reads|writes|wants|needs|looks)\b"),
    "a word of the house": re.compile(r"\b(?:bends?|bent|foretells?|foretold|foretelling|dear(?:er|est)?|told)\b"),
    "a sentence begins with a number": re.compile(r"[a-z)\d]\. \d[\d,.]* (?=[\w+])"),
    "a student is *you*": re.compile(r"\bone (?:must|may|can|should|needs to|wants to) \w+|\boneself\b"),
}
ALLOWED = re.compile(r"et al\. \d{4}|\be\.g\. \d|which one (?:may|can|must)|^\d\. ", re.M)
WORD = re.compile(r"^- \*\*(.+?)\*\* \(\[(\d\d)\]\(([^)]+)\)\): (.+)$")
WORDS = [m for m in map(WORD.match, pathlib.Path("modules/GLOSSARY.md").read_text().split("\n")) if m]
COURSE = pathlib.Path("modules/README.md").read_text()


def prose(text):
    """The text with nothing but spaces where code, formulas and quoted words stand."""
    blank = lambda m: re.sub(r"[^\n]", "~", m[0])
    return QUOTED.sub(blank, CODE.sub(blank, text))


def mistakes(text):
    """(line, what is wrong, words)"""
    said = ALLOWED.sub(lambda m: re.sub(r"[^\n]", "~", m[0]), prose(text))
    flat = re.sub(r"(?<!\n)\n(?![\n|#-]|\d+\. )", " ", said)  # a sentence goes over lines
    for rule, pattern in RULES.items():
        for m in pattern.finditer(flat):
            yield said.count("\n", 0, m.start()) + 1, rule, flat[max(0, m.start() - 30):m.end() + 40].replace("\n", " ")


class Language(unittest.TestCase):
    def test_pages_use_plain_words(self):
        self.assertGreater(len(PAGES), 10)
        wrong = [f"{page}:{line}: {rule}: ...{words}..." for page in PAGES for line, rule, words in mistakes(page.read_text())]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_what_is_wrong_is_seen(self):
        for text in ("Who wants more reads on.", "A line. Who uses one number\npays for all.", "It is made for who has no compiler.", "A bend after each.",
                     "It is harder to foretell.", "Mistakes are told.", "Write 17 digits. 0.1 + 0.2 is more.", "To get it back one must write 17 digits."):
            self.assertTrue(list(mistakes(text)), text)

    def test_what_is_right_is_not(self):
        for text in ("Who frees what?", "Students who have no compiler.", "The one who asks.", "`cup_nats: not foretold`", "    a bend\n", "Goyal et al. 2017, a paper.",
                     "Two numbers: 1, 2.", "1. First\n2. Then\n", "It says \"told\" there.", "$x$ of 2. Then more."):
            self.assertEqual(list(mistakes(text)), [], text)


class Words(unittest.TestCase):
    def test_each_is_one_sentence_in_its_place(self):
        lines = [l for l in pathlib.Path("modules/GLOSSARY.md").read_text().split("\n") if l.startswith("- ")]
        self.assertEqual(len(lines), len(WORDS), "a line is not - **word** ([NN](lesson)): sentence")
        self.assertGreater(len(WORDS), 30)
        names = [m[1].lower() for m in WORDS]
        self.assertEqual(names, sorted(set(names)))
        for m in WORDS:
            self.assertRegex(m[4], r"^[A-Z][^.]*(?:\.\d[^.]*)*\.$", m[1])

    def test_each_leads_to_a_lesson_that_uses_it(self):
        for _, (word, number, link, _) in ((m[0], m.groups()) for m in WORDS):
            self.assertTrue(link.startswith(f"{number}_") and link.endswith("/README.md"), f"{word}: {link}")
            if not any(pathlib.Path("modules").glob(f"{number}_*")):
                continue  # an edition without this module
            self.assertTrue(pathlib.Path("modules", link).is_file(), f"{word}: {link} is not there")
            lesson = pathlib.Path("modules", link).read_text().lower()
            stem = re.escape(word.lower().removesuffix("ing"))
            self.assertTrue(re.search(rf"\b{stem}", lesson), f"{word}: {link} does not use it")

    def test_the_course_leads_to_them(self):
        self.assertIn("](GLOSSARY.md)", COURSE)


class Map(unittest.TestCase):
    def test_an_arrow_is_a_need_of_the_table(self):
        needs = {}
        for row in re.findall(r"^\| \[(\d\d) [^|]*\|[^|]*\|[^|]*\| ([^|]*) \|", COURSE, re.M):
            span = re.findall(r"(\d\d) to (\d\d)", row[1])
            needs[row[0]] = {f"{n:02d}" for a, b in span for n in range(int(a), int(b) + 1)} | set(re.findall(r"\d\d", row[1]))
            if row[1] == "all":
                needs[row[0]] = {f"{n:02d}" for n in range(1, int(row[0]))}
        chains = re.findall(r"^    (\d\d \w+(?: -> \d\d \w+)+)$", COURSE, re.M)
        arrows = {pair for chain in chains for line in [re.findall(r"\d\d", chain)] for pair in zip(line, line[1:])}
        for a, b in sorted(arrows):
            self.assertIn(a, needs[b], f"{a} -> {b}: the table does not say that {b} builds on {a}")
        self.assertEqual({n for pair in arrows for n in pair}, set(needs), "modules on the map, and those of the table")


if __name__ == "__main__":
    unittest.main()
