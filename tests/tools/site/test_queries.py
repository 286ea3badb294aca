"""test_queries.py - forty searches as people type them, in a site of all lessons and the reference:
each has its page among the first three that are shown. Skipped where pandoc or Chromium are
missing.
"""
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

QUERIES = [line.split(" = ") for line in (ROOT / "tests/tools/site/queries.txt").read_text().splitlines() if line and line[0] != "#"]
SHOWN = "[...document.querySelectorAll('#site-finds a[role=option]')].slice(0, 3).map(a => decodeURIComponent(a.href.split('/site/')[1]))"


def make_site(root):
    books = sorted(str(p) for p in pathlib.Path("notebooks-c").glob("[0-9]*.c"))
    subprocess.run([sys.executable, "tools/site/site.py", "--bin", "none", "--explore", "none", "--web", "none", "--out", root,
                    "--only", "lessons api", *books], check=True, stdout=subprocess.DEVNULL)


@unittest.skipUnless(browser.find() and shutil.which("pandoc"), "Chromium or pandoc is not installed")
class Queries(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.site = pathlib.Path(made.name, "site")
        make_site(str(self.site))
        self.browser = browser.Browser()
        self.addCleanup(self.browser.close)

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
