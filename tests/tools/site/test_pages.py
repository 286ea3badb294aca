"""test_pages.py - what pages are made of, a piece at a time: headings, links that nobody writes,
the search index, uses of a name, the explorer's list, the front page.
"""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path.insert(0, str(ROOT / "tools" / "site"))
import api
import explorer
import front
import pages
import search
import sections
import uses
from folder import Folder


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

    def test_sections_of_one_file_have_ids_of_their_own(self):
        ids = {re.search(r'id="([^"]+)"', api.heading(banner, "x.h"))[1] for banner in ("share.c (21): one", "share.c (21): two")}
        self.assertEqual(len(ids), 2)


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
        for name in ("cut", "gpt", "heads", "later", "words", "xor"):
            self.write(f"explorer/{name}.html", f'<script id="data" type="application/json">{{"title": "{name}", "intro": "i"}}</script>')
        self.write("explorer/index.html", "")
        site = pages.Site(self.folder, {"explorer"})
        self.assertEqual([title for _, title, _ in explorer.pages(site)], ["xor", "cut", "words", "gpt", "heads", "later"])

    def test_beside_a_tab_every_page_leads_back_to_it(self):
        back = '<a href="../index.html">The course in a tab</a></nav>'
        self.assertIn(back, pages.Site(self.folder, {"front", "api"}, tab="index.html").way_around(pathlib.Path("api/attention.html"), "../"))
        self.assertNotIn("in a tab", pages.Site(self.folder, {"front", "api"}).way_around(pathlib.Path("api/attention.html"), "../"))

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

    def test_a_student_edition_shows_no_program(self):
        given, here = (ROOT / "tools/grading/release/student/README.md"), os.getcwd()
        if not given.is_file():
            self.skipTest("this is one")
        with tempfile.TemporaryDirectory() as edition:
            pathlib.Path(edition, "README.md").write_text(given.read_text())
            pathlib.Path(edition, "modules/03_layers").mkdir(parents=True)
            try:
                os.chdir(edition)
                name, lead, commands, program, prints = front.readme()
                shown = front.doors(pages.Site(pathlib.Path(edition, "site"), {"lessons"}))
            finally:
                os.chdir(here)
        self.assertEqual((name, [c.split()[1] for c in commands], program, prints), ("Kindling, for students", ["demo", "progress"], "", ""))
        self.assertIn('<a href="lessons/03_layers.html">lesson 03, layers</a>', shown)
        for word in ("tools-grading", "how-it-is-built", "make web"):
            self.assertNotIn(word, shown)

    def test_every_milestone_has_its_place(self):
        years = {p.stem.split("_")[0] for p in pathlib.Path("notebooks-c").glob("[12][0-9][0-9][0-9]_*.c")}
        self.assertEqual(years, set(front.AFTER))


def moving(style):
    """(selector, property) of what moves, and is not told to stand still where motion is reduced."""
    style = re.sub(r"(?s)/\*.*?\*/", "", style)
    still = {(one.strip(), name) for block in re.findall(r"(?s)@media \(prefers-reduced-motion: reduce\) \{(.*?\})\s*\}", style)
             for names, rules in re.findall(r"([^{}]+)\{([^{}]*)\}", block)
             for name in re.findall(r"(animation|transition|scroll-behavior):\s*(?:none|auto)", rules) for one in names.split(",")}
    for names, rules in re.findall(r"([^{};]+)\{([^{}]*)\}", style):
        for name, value in re.findall(r"(?<![\w-])(animation|transition|scroll-behavior):\s*([^;]+)", rules):
            if value.split()[0] not in ("none", "auto") and " 0s" not in value:  # after a while, at once
                yield from ((one.strip(), name) for one in names.split(",") if (one.strip(), name) not in still)


class Motion(unittest.TestCase):
    def test_where_motion_is_reduced_nothing_moves(self):
        styles = sorted(pathlib.Path("tools").rglob("*.css"))
        self.assertTrue(styles)
        self.assertEqual([(str(f), *one) for f in styles for one in moving(f.read_text())], [])

    def test_what_moves_is_seen(self):
        style = ".a, .b { animation: x 1s; } .c { transition: opacity .2s; } .d { animation: late 0s 9s; }"
        self.assertEqual(list(moving(style)), [(".a", "animation"), (".b", "animation"), (".c", "transition")])
        still = " @media (prefers-reduced-motion: reduce) { .a, .b { animation: none; } .c { transition: none; } }"
        self.assertEqual(list(moving(style + still)), [])


if __name__ == "__main__":
    unittest.main()
