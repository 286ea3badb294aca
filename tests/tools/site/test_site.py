"""test_site.py - the link test finds planted mistakes; the reference says what the headers say;
parts whose program is missing are left out with a sentence, and the rest is whole.
"""
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path.insert(0, str(ROOT / "tools" / "site"))
import api
import check_links
import pages
import sources
import uses
from folder import Folder


class Links(Folder):
    """A small site without a mistake; then one mistake at a time."""

    INDEX = ('<link rel="stylesheet" href="style.css"><h1 id="top">x</h1><a href="sub/page.html#here">a</a>'
             '<a href="https://example.org/">away</a><a href="#top">up</a><a href="sub/">folder</a>'
             '<img src="data:image/png;base64,AA=="><img src="picture%201.svg"><script>"<a href=nowhere>"</script>')

    def setUp(self):
        super().setUp()
        self.write("index.html", self.INDEX)
        self.write("sub/page.html", '<p id="here">text</p><a href="../index.html#top">back</a>')
        self.write("sub/index.html", "<p>list</p>")
        self.write("style.css", "@font-face { src: url(fonts/a.woff2) } p { background: url(data:x) }")
        self.write("fonts/a.woff2", "")
        self.write("picture 1.svg", "<svg/>")

    def complaints(self):
        return check_links.check(self.folder)[2]

    def plant(self, more, expected):
        self.write("index.html", self.INDEX + more)
        wrong = self.complaints()
        self.assertEqual(len(wrong), 1, wrong)
        self.assertIn(expected, wrong[0])

    def test_no_mistake(self):
        pages_seen, links, wrong = check_links.check(self.folder)
        self.assertEqual((pages_seen, wrong), (3, []))
        self.assertEqual(links, 10)

    def test_page_that_is_not_there(self):
        self.plant('<a href="sub/none.html">', "sub/none.html is not there")

    def test_anchor_that_is_not_there(self):
        self.plant('<a href="sub/page.html#there">', "sub/page.html#there: no such place")

    def test_anchor_that_is_not_there_in_the_page_itself(self):
        self.plant('<a href="#nowhere">', "#nowhere: no such place")

    def test_picture_that_is_not_there(self):
        self.plant('<img src="none.png">', "none.png is not there")

    def test_picture_of_a_style(self):
        self.plant('<p style="background: url(none.png)">', "none.png is not there")

    def test_folder_without_a_page(self):
        self.plant('<a href="fonts/">', "fonts/ is not there")

    def test_picture_from_the_network(self):
        self.plant('<img src="https://example.org/a.png">', "not part of the site")
        self.plant('<script src="//example.org/a.js"></script>', "not part of the site")

    def test_link_out_of_the_site(self):
        self.plant('<a href="../README.md">', "leads out of the site")
        self.plant('<a href="file:///etc/passwd">', "not part of the site")

    def test_id_twice(self):
        self.plant('<p id="top">', "the id top stands there twice")

    def test_page_nobody_leads_to(self):
        self.write("alone.html", "")
        self.assertEqual(self.complaints(), ["alone.html: no page leads there"])

    def test_font_that_is_not_there(self):
        (self.folder / "fonts" / "a.woff2").unlink()
        self.assertEqual(self.complaints(), ["style.css: fonts/a.woff2 is not there"])

    def test_a_program_in_the_site(self):
        self.write("tab/sw.js", "")
        self.write("tab/index.html", '<script>show(location.hash)</script><a href="#drawn_later">')
        self.write("tab/lessons/alone.html", "<a href=none.html>")
        self.write("index.html", self.INDEX + '<a href="tab/index.html#12_attention">')
        self.assertEqual(self.complaints(), [])
        self.plant('<a href="tab/none.html#12_attention">', "tab/none.html#12_attention is not there")

    def test_no_front_page(self):
        (self.folder / "index.html").unlink()
        self.assertEqual(self.complaints(), ["index.html is not there"])

    def test_the_program_fails_on_a_mistake(self):
        program = [sys.executable, "tools/site/check_links.py", str(self.folder)]
        self.assertEqual(subprocess.run(program, capture_output=True).returncode, 0)
        (self.folder / "style.css").unlink()
        done = subprocess.run(program, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("style.css is not there", done.stdout)


def plain(page):
    """What a reader sees, in one line."""
    text = re.sub(r"<[^>]*>", " ", page[page.index("<main>"):])
    return " ".join(re.findall(r"\w+", html.unescape(text)))


class Reference(Folder):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.reference = api.Reference(pages.Site(folder, {"api"}))

    def make(self, files=None):
        """The pages of the reference in this test's folder; the names that they have a place
        for."""
        site = self.reference.site = pages.Site(self.folder, {"api"})
        self.reference.make(sources.Sources(site) if files else None)
        return self.reference.links.place

    def test_all_that_the_headers_say_is_there(self):
        places = self.make()
        for header in api.HEADERS:
            text, page = pathlib.Path(header).read_text(), (self.folder / "api" / api.page_of(header)).read_text()
            seen = plain(page)
            for comment in re.findall(r"/\*(.*?)\*/", text[text.index("\n#define"):], re.S):
                said = " ".join(re.findall(r"\w+", comment))
                line = text[:text.index(comment)].rsplit("\n", 1)[-1]
                if not re.match(r"\s*#\s*(if|else|endif|pragma)", line) and not comment.startswith(" ----"):
                    self.assertTrue(said in seen, f"{header}: {said}")
            for name in re.findall(r"^[A-Za-z_][\w \*]*?\b(\w+)\(", text, re.M):
                if name not in ("defined", "format", "__attribute__") and not name.startswith(("KINDLING_", "NOTEBOOK_")):
                    self.assertIn(name, places, header)
                    self.assertTrue(f'id="{name}"' in page, f"{header}: {name}")

    def test_types_lead_to_their_place(self):
        self.make()
        page = (self.folder / "api" / "attention.html").read_text()
        self.assertTrue('<a href="tensor.html#Tensor">Tensor</a> *<b>mask_causal</b>(long T);' in page)


    def test_what_lessons_notebooks_and_tests_know_of_a_name(self):
        self.write("lessons/06_autograd.html", '<main><h1 id="x">06 Autograd</h1><h2 id="a">The idea</h2><p>as tensor_mul does</p>'
                   '<h3 id="tensor_mul">06.7 tensor_mul</h3><p>Contract: a * b.</p></main>')
        notebook = pathlib.Path("notebooks-c/06_autograd.c").read_text()
        self.write("notebooks/06_autograd.html", f'<main><h1 id="x">06</h1><h2 id="loss">Loss</h2><pre>{html.escape(notebook)}</pre></main>')
        self.make(files=True)
        page = (self.folder / "api" / "operations.html").read_text()
        entry = page[page.index('id="tensor_mul"'):page.index('id="tensor_div"')]
        example = html.unescape(re.sub("<[^>]*>", "", re.search(r'<pre class="example">(.*?)</pre>', entry)[1]))
        self.assertIn(example, [line for _, line in uses.statements(notebook)])
        self.assertRegex(example, r"= .*tensor_mul\(")
        self.assertIn('<a href="../notebooks/06_autograd.html#loss">notebook 06</a>', entry)
        self.assertIn('<a href="../lessons/06_autograd.html#tensor_mul">exercise 06.7</a>', entry)
        self.assertIn('lesson <a href="../lessons/06_autograd.html#a">06</a>', entry)
        self.assertRegex(entry, r'<a href="../source/autograd/ops/op_arithmetic.c.html#line-\d+">op_arithmetic.c:\d+</a>')
        matmul = page[page.index('id="tensor_matmul"'):page.index('id="tensor_linear"')]
        self.assertIn("tensor_matmul: inner dimensions differ", matmul)
        self.assertIn('href="../source/tests/autograd/ops/test_op_matmul.c.html">its test', matmul)

    def test_no_section_is_called_like_a_file(self):
        for header in api.HEADERS:
            for banner in filter(None, map(api.BANNER.match, pathlib.Path(header).read_text().split("\n"))):
                title = re.sub(r"<code.*?</code>|<[^>]*>", "", api.heading(banner[1], header)).strip()
                self.assertNotRegex(title, r"\.[ch]\b", header)
                self.assertTrue(title[0].isupper() or not title[0].isalpha(), title)
                self.assertLess(len(title), 80, title)


EXPLORE = """#!/bin/sh
echo '<header></header><script id="data" type="application/json">{"title": "one", "intro": ""}</script>' > "$2/one.html"
"""


class Parts(Folder):
    def run_site(self, tools, only=None, web="none"):
        """site.py, with these programs in its PATH and no others."""
        self.write("bin/explore", EXPLORE)
        (self.folder / "bin" / "explore").chmod(0o755)
        for tool in ("sh", *tools):
            (self.folder / "bin" / tool).symlink_to(shutil.which(tool))
        (self.folder / "site" / "explorer").mkdir(parents=True)
        command = [sys.executable, "tools/site/site.py", "--bin", str(self.folder), "--explore", str(self.folder / "bin/explore"),
                   "--out", str(self.folder / "site"), "--web", str(self.folder / web), "--only", only or "lessons notebooks explorer api", "notebooks-c/01_tensor.c"]
        done = subprocess.run(command, capture_output=True, text=True,
                              env=dict(os.environ, PATH=str(self.folder / "bin"), PYTHONDONTWRITEBYTECODE="1"))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def assert_whole(self, there, missing):
        self.assertEqual(check_links.check(self.folder / "site")[2], [])
        for part in there:
            self.assertTrue((self.folder / "site" / part).exists(), part)
        for part in missing:
            self.assertFalse((self.folder / "site" / part).exists(), part)
            self.assertNotIn(part, (self.folder / "site" / "index.html").read_text())

    def test_without_any_program(self):
        said = self.run_site([])
        self.assertEqual([l for l in said.split("\n") if l.startswith("site:")],
                         ["site: pandoc is missing, so lessons and notebooks are left out. hint: apt-get install pandoc"])
        self.assert_whole(["index.html", "explorer/one.html", "style.css", "api/index.html"],
                          ["lessons/index.html", "notebooks/index.html"])

    @unittest.skipUnless(shutil.which("pandoc"), "pandoc is not installed")
    def test_lessons_without_katex(self):
        said = self.run_site(["pandoc"], "lessons explorer")
        self.assertIn("site: KaTeX is missing, so formulas are set as MathML.", said)
        self.assert_whole(["lessons/12_attention.html", "about.html", "source/modules/12_attention/mask.c.html"],
                          ["api/index.html"])
        lesson = (self.folder / "site" / "lessons" / "12_attention.html").read_text()
        self.assertIn('href="../source/modules/12_attention/mask.c.html"', lesson)
        self.assertNotIn("in this tab", lesson)
        self.assert_doors_and_a_map()
        self.assert_pictures_of_their_own()

    def assert_pictures_of_their_own(self):
        """Two modules may call a picture alike."""
        for page in sorted((self.folder / "site" / "lessons").glob("[0-9]*.html")):
            for shown in re.findall(r'<img src="([^"]*)"', page.read_text()):
                at = (page.parent / shown).resolve()
                source = ROOT / "modules" / page.stem / "pictures" / at.name.removeprefix(f"{page.stem}-")
                self.assertTrue(at.read_bytes() == source.read_bytes(), f"{page.stem} shows another {source.name}")

    def assert_doors_and_a_map(self):
        page = (self.folder / "site" / "index.html").read_text()
        for said in ("You learn", "You teach", "You read", "make demo", '<a href="lessons/12_attention.html">Attention</a>', "<b>20</b>", "<b>21</b>",
                     'property="og:description"', 'rel="icon"', "make web"):
            self.assertTrue(said in page, said)
        self.assertNotIn("not written yet", page)  # the whole way
        # its name and the word lesson: no second map
        self.assertEqual(page.count('href="lessons/12_attention.html"'), 2)
        self.assertTrue((self.folder / "site" / "search-index.js").exists())

    @unittest.skipUnless(shutil.which("pandoc"), "pandoc is not installed")
    def test_lessons_lead_to_the_tab_that_is_there(self):
        self.write("web/index.html", "the course in a tab")
        self.write("web/sw.js", "")
        self.write("web/manifest.json", "{}")
        self.run_site(["pandoc"], "lessons explorer", web="web")
        self.assert_whole(["tab/index.html"], [])
        for name in ("01_tensor", "12_attention"):
            lesson = (self.folder / "site" / "lessons" / f"{name}.html").read_text()
            self.assertIn(f'<a href="../tab/index.html#{name}">Do it in this tab</a>', lesson)
        page = (self.folder / "site" / "index.html").read_text()
        self.assertIn('<a href="tab/index.html">the course in a browser tab</a>', page)
        self.assertIn('<a href="tab/index.html#12_attention">in the tab</a>', page)


if __name__ == "__main__":
    unittest.main()
