"""test_words.py - every declaration of the public headers has words, its own or those above its
group, and every heading names a subject: they are all that the reference, a completion or a reader
of the header has.
"""
import os
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path.insert(0, str(ROOT / "tools" / "site"))
import api
import declarations


def bare(entries, lines):
    """Names of which nothing is said: no word, but those of the name, beside it or above its
    group."""
    found = []
    for group in api.blocks(entries, lines):
        for e in group:
            inside = re.findall(r"/\*(.*?)\*/", e.text) if e.is_type and "\n" not in e.text else []
            said = " ".join([group[0].above, e.behind, *inside]).lower()
            own = {"a", "it", "of", "the", *re.findall(r"[a-z0-9]+", e.name.lower())}
            if not set(re.findall(r"[a-z0-9]+", said)) - own:
                found.append(e.name)
    return found


class Rule(unittest.TestCase):
    def bare(self, text):
        """Of a header of functions f, g ... and types T, U ..."""
        text = "/* x.h - for tests. */\n\n" + text
        return bare(declarations.read("x.h", text), text.split("\n"))

    def test_words_beside_it_or_above_its_group(self):
        self.assertEqual(self.bare("/* of both */\nint f(void);\nint g(void); /* twice f */\n\nint h(void);"), ["h"])
        self.assertEqual(self.bare("int f(void); /* one */\nint g(void);"), ["g"])

    def test_a_name_says_nothing_about_itself(self):
        self.assertEqual(self.bare("/* Open the scope. */\nint scope_open(void);"), ["scope_open"])
        self.assertEqual(self.bare("/* The innermost from here on. */\nint scope_open(void);"), [])

    def test_types_have_theirs_on_their_line_or_above(self):
        self.assertEqual(self.bare("typedef struct T T; /* numbers */\n\ntypedef struct U U;\n\n"
                                   "/* A list. */\nstruct V {\n    int n;\n};"), ["U"])


class Headers(unittest.TestCase):
    def test_no_declaration_is_bare(self):
        entries = declarations.entries()
        self.assertGreater(len(entries), 500)
        for header in declarations.HEADERS:
            here = [e for e in entries if e.header == header]
            self.assertEqual(bare(here, pathlib.Path(header).read_text().split("\n")), [], f"{header}: not a word about these")

    def test_headings_are_subjects(self):
        for header in declarations.HEADERS:
            for heading in re.findall(r"(?m)^/\* -{4} (.*?) -+ \*/$", pathlib.Path(header).read_text()):
                subject = heading.partition(": ")[2] if ".c" in heading else heading
                self.assertRegex(subject, r"^\w", f'{header}: "{heading}" names files only')


if __name__ == "__main__":
    unittest.main()
