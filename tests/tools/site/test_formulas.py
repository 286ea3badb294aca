"""test_formulas.py - formulas of the lessons are set: outside of code no power, root, index or sum
in plain letters. What a reader of the raw file sees, $e^{-x}$, is set by KaTeX on the site and in the
tab.
"""
import os
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
CODE = re.compile(r"^```.*?^```[^\n]*$|`[^`]*`|^    [^\n]*$|<!--.*?-->|!\[[^\]]*\]|\]\([^)\n]*\)|\$\$.*?\$\$|\$[^$\n]+\$", re.M | re.S)
PLAIN = re.compile(r"[\w)]\^|\bsqrt\s*\(|(?<![\w/.])[A-Za-z]_[A-Za-z0-9]{1,2}\b|[\u03a3\u2211\u1d40\u02e3]")
# "12_attention: the words", where plain letters are what is meant; what a picture says to who
# cannot see it is plain anyway
EXCEPTIONS = set()


def plain_formulas(name, text):
    """(line, words) of each formula in plain letters."""
    bare = CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    for number, line in enumerate(bare.split("\n"), 1):
        for found in PLAIN.finditer(line):
            words = line[max(0, found.start() - 20):found.end() + 20].strip()
            if not any(e.startswith(name + ": ") and e.split(": ", 1)[1] in words for e in EXCEPTIONS):
                yield number, words


class Formulas(unittest.TestCase):
    def test_lessons_set_their_formulas(self):
        wrong = [f"{page}:{line}: {words}" for page in sorted(pathlib.Path("modules").glob("[0-9]*/README.md"))
                 for line, words in plain_formulas(page.parent.name, page.read_text(encoding="utf-8"))]
        self.assertEqual(wrong, [], "\n" + "\n".join(wrong))

    def test_what_is_plain_is_seen_and_what_is_code_is_not(self):
        for text in ("a root sqrt(D) of it", "it is 2^k here", "(x + 1)^2", "e^(-infinity) = 0", "the sum of x_i W_ij",
                     "log \u03a3 x", "dY B\u1d40", "e\u02e3"):
            self.assertTrue(list(plain_formulas("x", text)), text)
        for text in ("`sqrt(D)`", "    x^2", "```\nx^2\n```", "$2^k$ and $x_i$", "$$\nx^2\n$$", "[a](../x_1/README.md)", "`w_0`, a name_of_it"):
            self.assertEqual(list(plain_formulas("x", text)), [], text)


if __name__ == "__main__":
    unittest.main(verbosity=1)
