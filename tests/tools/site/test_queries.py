"""test_queries.py - forty searches as people type them, in a site of all lessons and the reference:
each has its page among the first three that are shown; and each lesson prints without half-empty
pages. Skipped where pandoc or Chromium are missing.
"""
import base64
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path[:0] = [str(ROOT / "tests" / "tools" / "notebook")]
import browser
import paper

QUERIES = [line.split(" = ") for line in (ROOT / "tests/tools/site/queries.txt").read_text().splitlines() if line and line[0] != "#"]
SHOWN = "[...document.querySelectorAll('#site-finds a[role=option]')].slice(0, 3).map(a => decodeURIComponent(a.href.split('/site/')[1]))"


def make_site(root):
    books = sorted(str(p) for p in pathlib.Path("notebooks-c").glob("[0-9]*.c"))
    subprocess.run([sys.executable, "tools/site/site.py", "--bin", "none", "--explore", "none", "--web", "none", "--out", root,
                    "--only", "lessons api", *books], check=True, stdout=subprocess.DEVNULL)


@unittest.skipUnless(browser.find() and shutil.which("pandoc"), "Chromium or pandoc is not installed")
class Queries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory()
        cls.addClassCleanup(made.cleanup)
        cls.site = pathlib.Path(made.name, "site")
        make_site(str(cls.site))
        cls.browser = browser.Browser()
        cls.addClassCleanup(cls.browser.close)

    def printed(self, page, style=""):
        """How far down the ink goes on each page of paper but the last."""
        b = self.browser
        b.run("window.old = true")
        b.open(page.as_uri())
        b.wait("!window.old && document.readyState === 'complete'")
        b.run(f"document.head.append(Object.assign(document.createElement('style'), {{textContent: {style!r}}})); 0")
        return paper.filled(base64.b64decode(b.call("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"]))[:-1]

    def test_lessons_print_without_half_empty_pages(self):
        lessons = sorted((self.site / "lessons").glob("[0-9]*.html"))
        self.assertTrue(any(share < 0.5 for share in self.printed(lessons[0], "h2 { break-before: page; }")), "empty paper is not seen")
        wrong = [f"{lesson.stem}: page {i} has ink down to {share:.2f} of its height"
                 for lesson in lessons for i, share in enumerate(self.printed(lesson), 1) if share < 0.5]
        self.assertEqual(wrong, [])

    def test_each_has_its_page_among_the_first_three(self):
        # of one with more, search would show all of them as one
        self.assertEqual([p.name for p in self.site.rglob("*.html") if p.read_text().count("<h1") > 1], [])
        b, wrong = self.browser, []
        b.open((self.site / "index.html").as_uri())
        b.wait("document.readyState === 'complete' && !document.getElementById('site-search').hidden")
        b.run("document.getElementById('site-query').focus(); 0")
        for query, places in QUERIES:
            b.run(f"(() => {{ const q = document.getElementById('site-query'); q.value = {query!r}; q.dispatchEvent(new Event('input')); }})(); 0")
            b.wait("document.getElementById('site-found').textContent")
            shown = b.run(SHOWN)
            if not any(s.startswith(p.strip()) for s in shown for p in places.split("|")):
                wrong.append(f"{query}: {', '.join(shown)}; expected {places}")
        self.assertEqual(wrong, [])
        self.assertGreaterEqual(len(QUERIES), 40)


if __name__ == "__main__":
    unittest.main(verbosity=1)
