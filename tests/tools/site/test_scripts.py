"""test_scripts.py - the site's scripts in a real browser, on pages opened as files: search, theme,
sections, copying, and that nothing is asked of anybody. Skipped where Chromium is missing.
"""
import functools
import http.server
import os
import pathlib
import sys
import tempfile
import threading
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
sys.path[:0] = [str(ROOT / "tools" / "site"), str(ROOT / "tests" / "tools" / "notebook")]
import browser
import pages
import search

API = ('<h1>operations.h</h1><p class="lead">Operations that record themselves, and what they promise.</p><h2 id="in-a">Products</h2>'
       '<section class="entry"><div class="above">Both want matrices.</div><pre class="decl" id="tensor_matmul"><code>Tensor *tensor_matmul(a, b);</code></pre>'
       '<div class="note">batch axes broadcast</div><p class="uses">lessons 99</p><pre class="decl" id="tensor_matmul_plain"><code>x</code></pre><pre class="decl" id="matmul_shape"><code>y</code></pre></section>'
       '<h2 id="in-b">Sums</h2><h2 id="in-c">Rest</h2>' + '<p>filling</p>' * 80)
LESSON = ('<h1 id="l">12 Attention</h1><p>A dictionary that blends what it holds: a soft lookup.</p><h2 id="idea">The idea</h2>'
          '<p>It calls <code>tensor_matmul</code> twice &amp; softly.</p><div class="sourceCode" id="cb1"><pre class="sourceCode c"><code class="sourceCode c">'
          'tensor_matmul(a, b); <span class="co">/* tensor_matmul */</span> tensor_matmul(c, d);</code></pre></div>'
          '<h2 id="two">Two</h2><h2 id="three">Three</h2><figure class="picture"><svg width="2000" height="40"></svg></figure>'
          '<div class="scroll"><table><thead><tr><th>view</th><th>file</th><th>why it is there</th></tr></thead><tbody><tr>'
          f'<td>{"a_long_name" * 3}</td><td>{"another" * 3}</td><td>Since {"more is more, " * 9}</td></tr></tbody></table></div>'
          f'<span class="katex-display" style="display: block; white-space: nowrap">y = {"x + " * 10}</span>')
KEYS = {"Enter": 13, "ArrowDown": 40, "ArrowUp": 38, "Escape": 27, "Tab": 9}


class Pages(unittest.TestCase):
    """A small site in a browser, its pages opened as files."""

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        root = cls.root = pathlib.Path(cls.made.name)
        site = pages.Site(root, {"front", "lessons", "notebooks", "api"})
        site.copy_style()
        site.names = {"tensor_matmul": "operations.html#tensor_matmul"}
        site.write("api/operations.html", "operations.h", API)
        site.write("lessons/12_attention.html", "12 Attention", LESSON)
        site.write("notebooks/12_attention.html", "12 Attention", LESSON.replace("The idea", "The idea again"))
        site.write("source/tensor/product/matmul.c.html", "matmul.c", "<p>a product</p>")
        site.write("index.html", "Kindling", "<h1>Kindling</h1><p>An engine, small enough to read in an evening.</p>")
        search.write(root)
        cls.browser = browser.Browser()
        cls.start = root.as_uri()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.made.cleanup()

    def setUp(self):
        self.size(1400)
        self.open("index.html")

    def open(self, page):
        self.browser.run("window.old = true")
        self.browser.open(f"{self.start}/{page}")
        self.browser.wait("!window.old && document.readyState === 'complete' && !document.getElementById('site-search').hidden")

    def size(self, width):
        self.browser.call("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600)

    def key(self, key):
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        code = KEYS.get(key, ord(key[0]))
        self.browser.call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self.browser.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def look_for(self, text):
        self.key("/")
        self.browser.call("Input.insertText", text=text)
        self.browser.wait("document.getElementById('site-found').textContent")

    def value(self, script):
        return self.browser.run(script)

    def chosen(self):
        return self.value("document.getElementById(document.getElementById('site-query').getAttribute('aria-activedescendant'))?.getAttribute('href')"
                          f".slice({len(self.start) + 1})")


@unittest.skipUnless(browser.find(), "Chromium is not installed")
class Scripts(Pages):
    def test_one_key_a_name_and_enter(self):
        self.open("lessons/12_attention.html")
        self.key("/")
        self.browser.call("Input.insertText", text="tensor_matmul")
        self.key("Enter")  # even before the index has come
        self.browser.wait("location.pathname.endsWith('/api/operations.html') && location.hash === '#tensor_matmul'")

    def test_enter_waits_for_an_index_that_has_not_come(self):
        # keeps it from coming
        self.value("document.head.append(Object.assign(document.createElement('meta'), {id: 'site-index'})); 0")
        self.key("/")
        self.browser.call("Input.insertText", text="tensor_matmul")
        self.key("Enter")
        self.assertEqual(self.value("location.pathname.split('/').pop()"), "index.html")
        self.value("document.head.append(Object.assign(document.createElement('script'), {src: 'search-index.js'})); 0")
        self.browser.wait("location.pathname.endsWith('/api/operations.html') && location.hash === '#tensor_matmul'")

    def test_groups_arrows_and_count(self):
        self.look_for("tensor_matmul")
        self.assertEqual(self.value("[...document.querySelectorAll('#site-finds [role=group]')].map(g => g.getAttribute('aria-label'))"),
                         ["Reference", "Lessons", "Notebooks"])
        # a lesson's page is found by what any of its sections says
        self.assertEqual(self.value("document.getElementById('site-found').textContent"), "5 found")
        self.assertEqual(self.chosen(), "api/operations.html#tensor_matmul")
        self.key("ArrowDown")
        self.assertEqual(self.chosen(), "api/operations.html#tensor_matmul_plain")
        self.key("ArrowDown")
        self.assertEqual(self.chosen(), "lessons/12_attention.html#idea")
        self.key("ArrowUp")
        self.key("ArrowUp")
        self.key("ArrowUp")
        self.assertEqual(self.chosen(), "notebooks/12_attention.html#idea")
        self.assertEqual(self.value("document.querySelectorAll('#site-finds [aria-selected=true]').length"), 1)
        self.assertEqual(self.value("document.getElementById('site-query').getAttribute('aria-expanded')"), "true")
        self.key("Enter")
        self.browser.wait("location.pathname.endsWith('/notebooks/12_attention.html') && location.hash === '#idea'")

    def test_a_part_of_a_name_and_files_last(self):
        self.look_for("matmul")
        # before names that only begin with it
        self.assertEqual(self.chosen(), "api/operations.html#tensor_matmul")
        self.assertEqual(self.value("[...document.querySelectorAll('#site-finds [role=group]')].map(g => g.getAttribute('aria-label'))"),
                         ["Reference", "Lessons", "Notebooks", "Files"])
        self.open("index.html")
        self.look_for("matmul.c")
        self.assertEqual(self.chosen(), "source/tensor/product/matmul.c.html")

    def test_the_list_lies_above_the_page(self):
        self.open("api/operations.html")
        self.look_for("matmul")
        self.assertTrue(self.value("(() => { const r = document.getElementById('site-finds').getBoundingClientRect();"
                                   "return document.elementFromPoint(r.left + 40, r.bottom - 12).closest('#site-finds') !== null; })()"))

    def test_words_anywhere_and_two_words_for_one_name(self):
        self.look_for("softly calls")
        self.assertEqual(self.chosen(), "lessons/12_attention.html#idea")
        self.assertEqual(self.value("[...document.querySelectorAll('#site-finds a[role] mark')].map(m => m.textContent).slice(0, 2)"), ["calls", "softly"])
        self.open("index.html")
        self.look_for("Tensor matmul")
        self.assertEqual(self.chosen(), "api/operations.html#tensor_matmul")

    def test_nothing_found_and_escape(self):
        self.look_for("matmul")
        self.assertEqual(self.value("document.getElementById('site-finds').getAttribute('role')"), "listbox")
        self.value("document.getElementById('site-query').value = ''")
        self.browser.call("Input.insertText", text="<b>zzz")
        self.assertIn("Nothing has “<b>zzz” in it. Try a part", self.value("document.getElementById('site-finds').textContent"))
        self.assertEqual(self.value("document.getElementById('site-found').textContent"), "nothing found")
        self.assertEqual(self.value("document.getElementById('site-finds').getAttribute('role')"), None)
        self.key("Enter")
        self.key("Escape")
        self.assertTrue(self.value("document.getElementById('site-finds').hidden"))
        self.key("Escape")
        self.assertEqual(self.value("document.activeElement.tagName"), "BODY")
        self.assertEqual(self.value("location.pathname.split('/').pop()"), "index.html")

    def test_a_slash_in_a_field_is_a_slash(self):
        self.key("/")
        self.key("/")
        self.assertEqual(self.value("document.getElementById('site-query').value"), "/")

    def test_what_is_found_is_announced(self):
        # a live region by itself
        self.assertEqual(self.value("document.getElementById('site-found').tagName"), "OUTPUT")
        self.look_for("idea")
        self.assertEqual(self.value("document.getElementById('site-found').textContent"), "2 found")

    def test_sections_beside_the_page_or_in_a_bar_that_stays(self):
        self.open("api/operations.html")
        self.assertTrue(self.value("document.querySelector('nav.contents details').open"))
        self.size(360)
        self.open("api/operations.html")
        self.assertFalse(self.value("document.querySelector('nav.contents details').open"))
        self.assertTrue(self.value("document.querySelector('nav.contents summary').offsetHeight > 20"))
        self.value("window.scrollTo(0, 1500)")
        self.assertEqual(self.value("Math.round(document.querySelector('nav.contents').getBoundingClientRect().top)"), 0)
        self.browser.wait("document.querySelector('nav.contents [aria-current]')?.textContent === 'Rest'")
        self.value("document.querySelector('nav.contents summary').click()")
        self.value("document.querySelector('nav.contents a').click()")
        self.assertFalse(self.value("document.querySelector('nav.contents details').open"))
        self.browser.wait("document.querySelector('nav.contents [aria-current]')?.textContent === 'Products'")
        self.assertLessEqual(self.value("document.documentElement.scrollWidth"), 360)

    def test_the_sentence_above_a_signature_is_seen_below_the_bar(self):
        self.size(900)
        self.open("api/operations.html?#tensor_matmul")
        self.browser.wait("window.scrollY > 0 || location.hash === '#tensor_matmul'")
        bar = "document.querySelector('nav.contents').getBoundingClientRect().bottom"
        self.assertGreaterEqual(self.value("document.querySelector('.above').getBoundingClientRect().top"), self.value(bar))

    def test_a_picture_wider_than_the_phone_says_so_until_its_end(self):
        self.size(360)
        self.open("lessons/12_attention.html")
        self.browser.wait("document.querySelector('figure').matches('.wider')")
        self.value("document.querySelector('figure').scrollLeft = 5000")
        self.browser.wait("!document.querySelector('figure').matches('.wider')")

    def test_on_a_phone_formulas_shrink_and_rows_of_a_table_go_below_each_other(self):
        self.size(360)
        self.open("lessons/12_attention.html")
        box = "document.querySelector('.scroll')"
        self.browser.wait(f"{box}.querySelector('.stacked')")
        self.assertEqual(self.value(f"{box}.scrollWidth - {box}.clientWidth"), 0)
        self.assertEqual(self.value("getComputedStyle(document.querySelector('td:last-child'), '::before').content"), '"why it is there: "')
        formula = "document.querySelector('.katex-display')"
        self.browser.wait(f"{formula}.scrollWidth === {formula}.clientWidth")
        self.assertGreater(self.value(f"parseFloat(getComputedStyle({formula}).fontSize)"), 11)
        self.size(1400)
        self.browser.wait(f"!{box}.querySelector('.stacked')")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        self.assertEqual(self.value(f"getComputedStyle({formula}).fontSize"), self.value("getComputedStyle(document.querySelector('p')).fontSize"))
        self.browser.call("Emulation.setEmulatedMedia", media="")

    def test_a_picture_that_was_shrunk_is_shown_in_its_full_size(self):
        self.open("lessons/12_attention.html")
        width = "Math.round(document.querySelector('figure svg').getBoundingClientRect().width)"
        self.browser.wait("document.querySelector('figure button')?.textContent === 'full size'")
        self.assertLess(self.value(width), 900)
        self.value("document.querySelector('figure button').click()")
        self.assertEqual(self.value(width), 2000)
        self.value("document.querySelector('figure button').click()")
        self.assertLess(self.value(width), 900)

    def test_copying_code(self):
        self.open("lessons/12_attention.html")
        self.browser.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.value("window.got = null; navigator.clipboard.writeText = t => { got = t; return Promise.resolve(); }; 0")
        for _ in range(40):  # it is reached by the keyboard
            self.key("Tab")
            if self.value("document.activeElement.textContent") == "copy":
                break
        self.value("window.said = []; new MutationObserver(() => said.push(document.activeElement.textContent))"
                   # it is said for a moment only
                   ".observe(document.body, {subtree: true, childList: true, characterData: true}); 0")
        self.key("Enter")
        self.browser.wait("said.includes('copied')")
        self.assertEqual(self.value("got"), "tensor_matmul(a, b); /* tensor_matmul */ tensor_matmul(c, d);")

    def test_names_in_code_lead_to_the_reference_once(self):
        self.open("lessons/12_attention.html")
        self.assertEqual(self.value("[...document.querySelectorAll('pre a')].map(a => a.getAttribute('href'))"), ["../api/operations.html#tensor_matmul"])
        self.assertEqual(self.value("document.querySelector('p a code').parentElement.getAttribute('href')"), "../api/operations.html#tensor_matmul")

    def test_paper_has_neither_buttons_nor_bars(self):
        self.open("lessons/12_attention.html")
        self.browser.call("Emulation.setEmulatedMedia", media="print")
        try:
            self.assertEqual(self.value("['#site-search', '#site-theme', 'nav.contents', 'button.corner', 'nav.below']"
                                        ".filter(s => getComputedStyle(document.querySelector(s)).display !== 'none')"), [])
            self.assertEqual(self.value("getComputedStyle(document.body).backgroundColor"), "rgb(255, 255, 255)")
            self.assertEqual(self.value("getComputedStyle(document.querySelector('figure')).overflowX"), "visible")
            # nor a head alone at the foot
            self.assertEqual(self.value("getComputedStyle(document.querySelector('table')).breakInside"), "avoid")
            # a long table does not wait for a page of its own
            self.assertEqual(self.value("(t => { for (let n = 1; n < 7; n++) t.append(t.rows[0].cloneNode(true));"
                                        " return getComputedStyle(t.parentElement).breakInside; })"
                                        "(document.querySelector('tbody'))"), "auto")
        finally:
            self.browser.call("Emulation.setEmulatedMedia", media="")

    def test_nothing_is_asked_of_anybody(self):
        for page in ("index.html", "lessons/12_attention.html", "api/operations.html"):
            self.open(page)
            self.look_for("matmul")
            asked = self.value("performance.getEntriesByType('resource').map(e => e.name).filter(n => !/^(file|data):/.test(n))")
            self.assertEqual(asked, [], page)


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@unittest.skipUnless(browser.find(), "Chromium is not installed")
class Theme(Pages):
    """What is stored, from a server: each process of Chromium may keep a store of its own for pages
    opened as files."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=cls.root))
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.start = f"http://127.0.0.1:{cls.server.server_port}"

    @classmethod
    def tearDownClass(cls):
        cls.server.shutdown()
        cls.server.server_close()
        super().tearDownClass()

    def setUp(self):
        super().setUp()
        self.value("localStorage.clear()")
        self.open("index.html")

    def test_theme_is_kept_and_set_before_the_page_is_drawn(self):
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        paper = "getComputedStyle(document.body).backgroundColor"
        light = self.value(paper)
        self.value("document.getElementById('site-theme').click()")
        self.assertEqual(self.value("[document.documentElement.dataset.theme, localStorage.getItem('kindling-theme')]"), ["dark", "dark"])
        dark = self.value(paper)
        self.assertNotEqual(light, dark)
        self.open("lessons/12_attention.html")
        self.assertEqual(self.value(paper), dark)
        self.assertIn("dark", self.value("document.getElementById('site-theme').textContent"))
        head = (self.root / "index.html").read_text()
        self.assertLess(head.index("kindling-theme"), head.index("style.css"))
        self.value("document.getElementById('site-theme').click()")
        self.assertEqual(self.value("localStorage.getItem('kindling-theme')"), "light")
        self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.assertEqual(self.value(paper), light)
        self.value("document.getElementById('site-theme').click()")
        self.assertEqual(self.value("[document.documentElement.dataset.theme ?? null, localStorage.getItem('kindling-theme')]"), [None, None])
        self.assertEqual(self.value(paper), dark)

    def test_a_theme_that_nobody_knows_is_none(self):
        self.value("localStorage.setItem('kindling-theme', 'purple')")
        self.open("index.html")
        self.assertEqual(self.value("document.documentElement.dataset.theme ?? null"), None)


if __name__ == "__main__":
    unittest.main()
