"""test_queries.py - forty searches as people type them, in the index of the whole site: each has its page among the first three that
are shown. Skipped where make site has not been here, or Chromium is missing.
"""
import os
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path[:0] = [str(ROOT / "tests" / "tools" / "notebook")]
import browser

SITE = ROOT / "build" / "site"
QUERIES = [line.split(" = ") for line in (ROOT / "tests/tools/site/queries.txt").read_text().splitlines() if line and line[0] != "#"]
SHOWN = "[...document.querySelectorAll('#site-finds a[role=option]')].slice(0, 3).map(a => decodeURIComponent(a.href.split('/site/')[1]))"


@unittest.skipUnless(browser.find() and (SITE / "search-index.js").exists(), "Chromium is not installed, or make site has not been here")
class Queries(unittest.TestCase):
    def test_each_has_its_page_among_the_first_three(self):
        b = browser.Browser()
        try:
            b.open((SITE / "index.html").as_uri())
            b.wait("document.readyState === 'complete' && !document.getElementById('site-search').hidden")
            b.run("document.getElementById('site-query').focus(); 0")
            wrong = []
            for query, places in QUERIES:
                b.run(f"(() => {{ const q = document.getElementById('site-query'); q.value = {query!r}; q.dispatchEvent(new Event('input')); }})(); 0")
                b.wait("document.getElementById('site-found').textContent")
                shown = b.run(SHOWN)
                if not any(s.startswith(p.strip()) for s in shown for p in places.split("|")):
                    wrong.append(f"{query}: {', '.join(shown)}; expected {places}")
            self.assertEqual(wrong, [])
            self.assertGreaterEqual(len(QUERIES), 40)
        finally:
            b.close()


if __name__ == "__main__":
    unittest.main(verbosity=1)
