"""test_site.py - the link test finds planted mistakes; the reference says what the headers say; parts whose
program is missing are left out with a sentence, and the rest is whole.
"""
import html
import json
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
import doc_filter
import explorer
import front
import pages
import search
import sections
import sources
import uses


class Folder(unittest.TestCase):
    def setUp(self):
        self.made = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.made.name)

    def tearDown(self):
        self.made.cleanup()

    def write(self, name, text):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


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


class Filter(unittest.TestCase):
    def test_lines_stay_and_texts_are_marked(self):
        source = "/* x.h - essay */\n/* ---- a.c ---- */\n/* above\n * it */\nint f(void); /* behind */\n#endif /* no */\n"
        self.assertEqual(doc_filter.filtered(source),
                         "/* x.h - essay */\n/* ---- a.c ---- */\n/** @verbatim above\nit @endverbatim */\n"
                         "int f(void); /**< @verbatim< behind @endverbatim */\n#endif /* no */\n")


def plain(page):
    """What a reader sees, in one line."""
    text = re.sub(r"<[^>]*>", " ", page[page.index("<main>"):])
    return " ".join(re.findall(r"\w+", html.unescape(text)))


@unittest.skipUnless(shutil.which("doxygen"), "doxygen is not installed")
class Reference(Folder):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            cls.reference = api.Reference(pages.Site(folder, {"api"}))

    def make(self, files=None):
        """The pages of the reference in this test's folder; the names that they have a place for."""
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
        self.assertRegex(entry, r'<a href="../source/autograd/ops/op_mul.c.html#line-\d+">op_mul.c:\d+</a>')
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


class Uses(Folder):
    def test_definitions_have_their_line_and_plain_twins_come_last(self):
        self.write("plain/a.c", "Tensor *f(Tensor *x)\n{\n")
        self.write("b.c", "/* b */\nstatic int g(void)\n{\n}\nTensor *f(Tensor *x);\nTensor *f(Tensor *x)\n{\n    return h(x);\n")
        self.assertEqual(uses.definitions(self.folder.rglob("*.c")), {"f": (str(self.folder / "b.c"), 6)})

    def test_statements_are_whole(self):
        text = "if (x) f(1);\nTensor *y = f(a,\n              b);\nreturn f(2);\n{.a = f(3)});\ny = f(3); // why\n"
        self.assertEqual(list(uses.statements(text)), [(2, "Tensor *y = f(a, b);"), (6, "y = f(3);")])

    def test_examples_of_tests_are_for_what_no_notebook_calls(self):
        self.write("a.c", "y = f(1);\nx = g(2);\n")
        self.write("test_g.c", "h(g(1));\nassert_fails_with(1, g(1));\nx = g(3);\n")
        found = {name: uses.Use() for name in "fghk"}
        found["f"].example, found["g"].test = ("f(0);", "notebook 01", "p"), str(self.folder / "test_g.c")
        uses.fill_examples_of_tests(found, [self.folder / "a.c", self.folder / "test_g.c"])
        self.assertEqual(found["f"].example, ("f(0);", "notebook 01", "p"))
        self.assertEqual(found["g"].example, ("x = g(3);", "its test", (str(self.folder / "test_g.c"), 3)))
        self.assertEqual(found["h"].example, ("h(g(1));", "a test", (str(self.folder / "test_g.c"), 1)))
        self.assertEqual(found["k"].example, None)

    def test_messages_that_tests_expect(self):
        self.write("t.c", 'assert_fails_with("f: x is \\"1\\", "\n     "expected 2", f(1));\nassert_fails_with("f: x", f(2));\nassert_fails_with("other: long enough to see", 0);')
        found = {"f": uses.Use()}
        uses.fill_errors(found, [self.folder / "t.c"])
        self.assertEqual(found["f"].errors, ['f: x is "1", expected 2'])

    def test_a_banner_without_words_has_those_of_its_file(self):
        for banner, title in (("op_join.c", "Concatenate, stack, split"), ("op_view.c, op_slice.c: shapes", "Shapes"), ("no_such_file.c", "No such file")):
            self.assertEqual(re.sub(r" <code.*?</code>|<[^>]*>", "", api.heading(banner, "autograd/ops/operations.h")), title)


class Sections(unittest.TestCase):
    def test_headings_declarations_and_what_is_left_out(self):
        page = ('<h1 id="t">T <code>x</code></h1><p>lead</p><h2 id="a">A <code class="files">a.c</code></h2><p>one <svg><text>no</text></svg>'
                '<span class="katex"><span class="katex-mathml">D</span><span class="katex-html"><span>D</span>D</span></span> two</p>'
                '<section class="entry"><div class="above">both</div><pre class="decl" id="f"><code>int f;</code></pre><pre class="example"><code>no</code></pre><p>f too</p>'
                '<p class="uses">no</p><pre class="decl" id="g">g</pre></section><script>no</script>')
        got = [(s.place, s.title, s.page, s.text) for s in sections.Reader(page, "p.html").sections]
        self.assertEqual(got, [("p.html", "T x", "T x", "lead"), ("p.html#a", "A", "T x", "one D two"),
                               ("p.html#f", "f", "T x", "both int f; f too"), ("p.html#g", "g", "T x", "both g")])


class Index(Folder):
    def test_all_kinds_are_there_and_the_file_is_a_call(self):
        for name in ("lessons/01.html", "notebooks/01.html", "api/a.html", "about/x.html", "about.html"):
            self.write(name, f'<main><h1 id="x">{name}</h1><h2 id="s">Part of it</h2><p>text</p></main>')
        self.write("lessons/index.html", "<main><h1>no</h1></main>")
        self.write("explorer/xor.html", '<script id="data" type="application/json">{"title": "Xor", "intro": "why"}</script>')
        self.write("source/tensor/view.c.html", "<main></main>")
        self.assertEqual(search.write(self.folder), 12)
        script = (self.folder / "search-index.js").read_text()
        call = re.search(r"kindlingIndex\((.*), (\[\n.*\n\])\);", script, re.S)
        self.assertEqual(json.loads(call[1])[:3], ["Reference", "Lessons", "Notebooks"])
        found = json.loads(call[2])
        self.assertEqual({e[0] for e in found}, set(range(6)))
        self.assertIn([1, "Part of it", "lessons/01.html", "lessons/01.html#s", "text"], found)
        self.assertIn([3, "Xor", "", "explorer/xor.html", "why"], found)
        self.assertIn([5, "view.c", "tensor", "source/tensor/view.c.html", ""], found)


class Code(unittest.TestCase):
    NAMES = {"tensor_add": "o.html#tensor_add", "Tensor": "t.html#Tensor", "real": "t.html#real"}

    def link(self, code):
        body = f'<pre\nclass="sourceCode c"><code>{code}</code></pre>'
        return pages.link_code(body, self.NAMES, lambda page: "../" + page)[len('<pre\nclass="sourceCode c"><code>'):-len("</code></pre>")]

    def test_first_use_leads_to_the_reference(self):
        self.assertEqual(self.link("tensor_add(tensor_add)"), '<a class="name" href="../api/o.html#tensor_add">tensor_add</a>(tensor_add)')

    def test_comments_strings_and_common_words_do_not(self):
        for code in ('<span class="co">/* tensor_add */</span>', '<span class="st">&quot;tensor_add&quot;</span>', "real x", "my_tensor_add", "&lt;"):
            self.assertEqual(self.link(code), code)

    def test_prose(self):
        body = "<p><code>tensor_add</code> <code>real</code> <code>build/explore/xor.html</code> <code>build/explore/no.html</code> <code>make explore</code></p><h2><code>tensor_add</code></h2>"
        self.assertEqual(pages.link_prose(body, self.NAMES, lambda page: page, {"xor"}),
                         '<p><a href="api/o.html#tensor_add"><code>tensor_add</code></a> <code>real</code> <a href="explorer/xor.html">'
                         "<code>build/explore/xor.html</code></a> <code>build/explore/no.html</code> "
                         '<a href="explorer/index.html"><code>make explore</code></a></p><h2><code>tensor_add</code></h2>')
        self.assertNotIn("<a", pages.link_prose("<code>make explore</code>", self.NAMES, lambda page: page, set()))

    def test_a_page_says_what_it_is_about(self):
        self.assertEqual(pages.about('<h1>x</h1><p class="beside"><a>a link that is not what it is about</a></p><p>Short.</p><p>The <b>first</b> paragraph that says something.</p>'),
                         "The first paragraph that says something.")
        self.assertTrue(pages.about("").startswith("Kindling"))
        self.assertLess(len(pages.about("<p>" + "long " * 100 + "</p>")), 190)


class Explorer(Folder):
    def test_the_network_comes_before_the_one_with_a_mistake(self):
        for name in ("cut", "gpt", "later", "words", "xor"):
            self.write(f"explorer/{name}.html", f'<script id="data" type="application/json">{{"title": "{name}", "intro": "i"}}</script>')
        self.write("explorer/index.html", "")
        site = pages.Site(self.folder, {"explorer"})
        self.assertEqual([title for _, title, _ in explorer.pages(site)], ["xor", "cut", "words", "gpt", "later"])

    def test_a_page_gets_its_title_and_a_way_back(self):
        self.write("explore", '#!/bin/sh\necho \'<title>Kindling explorer</title><header></header><script id="data">{"title": "A & B", "intro": "why"}</script>\' > "$2/xor.html"\n')
        (self.folder / "explore").chmod(0o755)
        (self.folder / "explorer").mkdir()
        explorer.make(pages.Site(self.folder, {"front", "explorer"}), str(self.folder / "explore"))
        page = (self.folder / "explorer" / "xor.html").read_text()
        self.assertIn("<title>A &amp; B - Kindling</title>", page)
        self.assertIn('<link rel="icon" href="data:image/svg+xml,', page)
        self.assertIn('<header><a class="home" href="index.html">', page)


class Front(unittest.TestCase):
    def test_commands_and_program_are_those_of_the_readme(self):
        text = pathlib.Path("README.md").read_text()
        name, lead, commands, program, prints = front.readme()
        self.assertEqual(name, "Kindling")
        self.assertEqual([c.split()[1] for c in commands], ["demo", "test"])
        self.assertTrue(all(c in text for c in commands))
        self.assertIn(program, text)  # tests/system/test_readme.c compiles and runs this block
        self.assertIn("int main(void)", program)
        self.assertRegex(prints, r"\Astep +0  loss [\d.]+\n(?s:.*)\n\.\.\.\n\Z")
        self.assertLess(len(prints.split("\n")), 8)

    def test_every_milestone_has_its_place(self):
        years = {p.stem.split("_")[0] for p in pathlib.Path("notebooks-c").glob("[12][0-9][0-9][0-9]_*.c")}
        self.assertEqual(years, set(front.AFTER))


EXPLORE = """#!/bin/sh
echo '<header></header><script id="data" type="application/json">{"title": "one", "intro": ""}</script>' > "$2/one.html"
"""


class Formulas(unittest.TestCase):
    def test_a_block_with_a_formula_before_it_is_typeset(self):
        text = "before\n\n<!-- math: \\frac{a}{b} -->\n\n    a / b\n    second line\n\nafter\n\n    code\n"
        self.assertEqual(pages.typeset(text), "before\n\n$$ \\frac{a}{b} $$\n\nafter\n\n    code\n")

    def test_other_comments_stay(self):
        text = "4<!-- = 2 * 2 -->\n\n    code\n"
        self.assertEqual(pages.typeset(text), text)


class Contents(unittest.TestCase):
    def test_a_formula_stays_as_it_was_set_and_links_go(self):
        formula = '<span class="katex"><span class="katex-mathml">D</span><span class="katex-html" aria-hidden="true">D</span></span>'
        body = (f'<h2 id="a">Why {formula}?</h2><h2 id="b"><a href="x">A <code>link</code></a></h2>'
                '<h2 class="k" id="c">Plain <code class="files">x.c</code></h2>')
        said = pages.contents(body)
        self.assertIn(f'<a href="#a">Why {formula}?</a>', said)
        self.assertIn('<a href="#b">A link</a>', said)
        self.assertIn('<a href="#c">Plain</a>', said)
        self.assertEqual(pages.contents(body.replace("<h2 ", "<h3 ", 1)), "")

    def test_declarations_stand_below_their_heading(self):
        said = pages.contents('<h2 id="a">A</h2><pre class="decl" id="f"></pre><h2 id="b">B</h2><pre class="decl lines" id="g"></pre><h2 id="c">C</h2>')
        self.assertIn('<li><a href="#a">A</a><ul><li><a href="#f"><code>f</code></a></li></ul></li><li><a href="#b">B</a><ul>'
                      '<li><a href="#g"><code>g</code></a></li></ul></li><li><a href="#c">C</a></li>', said)


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
                         ["site: pandoc is missing, so lessons and notebooks are left out. try: apt-get install pandoc",
                          "site: doxygen is missing, so the reference is left out. try: apt-get install doxygen"])
        self.assert_whole(["index.html", "explorer/one.html", "style.css"],
                          ["lessons/index.html", "notebooks/index.html", "api/index.html"])

    @unittest.skipUnless(shutil.which("pandoc"), "pandoc is not installed")
    def test_lessons_without_katex_and_doxygen(self):
        said = self.run_site(["pandoc"], "lessons explorer api")
        self.assertIn("site: KaTeX is missing, so formulas are set as MathML.", said)
        self.assertIn("site: doxygen is missing", said)
        self.assert_whole(["lessons/12_attention.html", "about.html", "source/modules/12_attention/mask.c.html"],
                          ["api/index.html"])
        lesson = (self.folder / "site" / "lessons" / "12_attention.html").read_text()
        self.assertIn('href="../source/modules/12_attention/mask.c.html"', lesson)
        self.assertNotIn("in this tab", lesson)

    @unittest.skipUnless(shutil.which("pandoc"), "pandoc is not installed")
    def test_the_front_page_has_doors_and_a_map(self):
        self.run_site(["pandoc"], "lessons explorer")
        page = (self.folder / "site" / "index.html").read_text()
        for said in ("You learn", "You teach", "You read", "make demo", '<a href="lessons/12_attention.html">Attention</a>', "<b>14</b><p>to 17 are not written yet. 18 needs none of that.",
                     'property="og:description"', 'rel="icon"', "make web"):
            self.assertTrue(said in page, said)
        self.assertEqual(page.count('href="lessons/12_attention.html"'), 2)  # its name and the word lesson: no second map
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
