"""test_weave.py - a notebook full of trouble, run and woven: what fails stays in its cell.

usage: test_weave.py PROGRAM, where PROGRAM is 98_trouble, compiled.
"""
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
sys.path.insert(0, str(ROOT / "tools" / "notebook"))
import cells
import ipynb
import outputs
import weave

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
SOURCE = pathlib.Path(__file__).with_name("98_trouble.c")
os.environ["NOTEBOOK_SECONDS"] = "1"


class Parse(unittest.TestCase):
    def test_kinds_lines_and_text(self):
        parsed = cells.parse("int a;\n// %% [markdown]\n// # T\n//\n// two\n// %% x\n\nint b;\n")
        self.assertEqual([(c.kind, c.line, c.text) for c in parsed],
                         [("code", 1, "int a;"), ("markdown", 3, "# T\n\ntwo"), ("code", 8, "int b;")])

    def test_empty_cells_are_left_out(self):
        self.assertEqual(cells.parse("// %%\n\n// %% [markdown]\n"), [])


class Frames(unittest.TestCase):
    def test_text_around_frames_keeps_its_order(self):
        got = outputs.split("\036cell 4\na\nb\036file x.svg\nc\n\036end ok 0.1 \n")
        self.assertEqual(got[1], (4, [("text", "a\nb\n"), ("file", "x.svg"), ("text", "c\n"),
                                      ("end", "ok", "0.1", "")]))

    def test_damaged_frames_do_no_harm(self):
        outputs.split("\036\n\036cell x\n\036end\n\036gate\n\036file\n")
        self.assertEqual(len(outputs.split(f"\036cell {'9' * 5000}\n\036cell \u00b2\n\036cell 7\n")), 2)


class Labels(unittest.TestCase):
    def test_a_picture_is_read_aloud_by_its_title(self):
        titles = {"heat map": '<text class="title" x="1">%s</text>', "chart": '<text x="14" y="24" font-size="14" font-weight="bold">%s</text>',
                  "graph": '<text x="1" font-family="Arial" font-weight="bold" font-size="12.00" fill="#6d4c41">%s</text>', "none": "<text>%s</text>"}
        with tempfile.TemporaryDirectory() as folder:
            for kind, text in titles.items():
                file = pathlib.Path(folder, "x.svg")
                file.write_text("<?xml?><svg>" + text % "a &lt; b" + "</svg>")
                label = "figure 3" if kind == "none" else "a &lt; b"
                self.assertIn(f'<svg role="img" aria-label="{label}"', weave.figure(file, "n", 3), kind)


class Terminal(unittest.TestCase):
    def test_a_person_reads_names_of_files_and_what_went_wrong(self):
        with tempfile.TemporaryDirectory() as folder:
            env = dict(os.environ, NOTEBOOK_OUT=folder)
            done = subprocess.run([PROGRAM], env=env, capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"{folder}/98_trouble/cell01-1.svg", done.stdout)
            self.assertTrue(pathlib.Path(folder, "98_trouble", "cell01-1.svg").exists())
            self.assertIn("a < b  7", done.stdout)
            self.assertIn("[3] was stopped after 1 s", done.stdout)
            self.assertIn("98_trouble: 9 cells, 5 wrong", done.stdout)


class Woven(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        work = pathlib.Path(cls.folder.name)
        cls.parsed = cells.parse(SOURCE.read_text())
        ran, cls.status = outputs.run(str(PROGRAM), work)
        outputs.attach(cls.parsed, ran)
        cls.code = [c for c in cls.parsed if c.kind == "code"]

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ending(self, i):
        return [o for o in self.code[i].outputs if o[0] == "end"][0]

    def test_every_cell_has_its_own_outputs_and_end(self):
        self.assertEqual(self.status, 1)
        self.assertEqual([self.ending(i)[1] for i in range(9)],
                         ["ok", "failed", "failed", "failed", "failed", "meant", "ok", "failed", "ok"])
        self.assertIn(("text", "before the crash\n"), self.code[1].outputs)
        self.assertIn("crashed", self.ending(1)[3])
        self.assertIn("stopped after 1 s", self.ending(2)[3])
        self.assertIn("status 0", self.ending(4)[3])
        self.assertIn("tensor_add", self.code[3].outputs[0][1])

    def test_later_cells_go_on_from_the_state_before(self):
        self.assertIn(("gate", True, "the count is 1"), self.code[6].outputs)
        self.assertIn(("gate", False, "this one does not hold"), self.code[7].outputs)
        self.assertEqual(self.code[8].outputs[0], ("text", "last: count is 1, no line end\n"))

    def test_ipynb_is_json_with_pictures_that_untrusted_notebooks_show(self):
        file = pathlib.Path(self.folder.name, "x.ipynb")
        ipynb.write(file, self.parsed)
        book = json.loads(file.read_text())
        self.assertEqual((book["nbformat"], book["nbformat_minor"]), (4, 5))
        self.assertEqual(len(book["cells"]), 10)
        self.assertEqual(len({c["id"] for c in book["cells"]}), 10)
        first = book["cells"][1]["outputs"]
        self.assertEqual([o["output_type"] for o in first], ["stream", "display_data", "display_data"])
        self.assertIn("data:image/svg+xml;base64,", "".join(first[1]["data"]["text/html"]))
        self.assertNotIn("image/svg+xml", first[1]["data"])
        self.assertNotIn("outputs", book["cells"][0])

    @unittest.skipUnless(shutil.which("pandoc"), "pandoc is not installed")
    def test_page_holds_prose_code_and_outputs_and_asks_for_nothing_else(self):
        out = pathlib.Path(self.folder.name, "site")
        done = subprocess.run([sys.executable, ROOT / "tools/notebook/weave.py", "--bin", PROGRAM.parent,
                               "--out", out, SOURCE], cwd=self.folder.name, capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("98_trouble", done.stderr)
        page = (out / "notebooks" / "98_trouble.html").read_text()
        for text in ["98 Trouble", "first &lt;b&gt;&amp;amp;", "before the crash", "<td>a &lt; b</td>",
                     "This cell was stopped after 1 s", "as it was meant to", "the count is 1",
                     "this one does not hold", "last: count is 1", "<rect id=", "<svg role="]:
            self.assertIn(text, page)
        self.assertNotIn("<?xml", page)
        self.assertNotRegex(page, r'(src|href)="(https?:)?//')
        self.assertEqual(re.findall(r'<script src="([^"]*)"', page), ["../widths.js", "../page.js", "../find.js", "../search.js"])
        self.assertTrue((out / "search-index.js").exists())
        self.assertFalse(re.search(r'<span\s+class="math', page) and shutil.which("katex"))
        self.assertNotIn("index.html\">Kindling", page)  # there is no front page yet
        links = re.findall(r'(?:href|src)="(?!data:|#)([^"]*)"', page)
        self.assertTrue(links)
        for link in links:
            self.assertTrue((out / "notebooks" / link).exists(), link)


if __name__ == "__main__":
    unittest.main()
