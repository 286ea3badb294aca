"""pages.py - what all pages have in common: the frame, the way around, style, formulas.

Formulas are set by KaTeX (Debian: katex, fonts-katex) while the page is made, so that a page is
HTML, a style sheet and fonts, and asks nobody for anything. Without KaTeX they become MathML. Two
scripts add what only a script can: page.js the theme and the buttons, find.js and search.js the
search box. Without them all is there to read.
"""
import html
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import urllib.parse

import sections

HERE = pathlib.Path(__file__).resolve().parent
KATEX = [pathlib.Path("/usr/share/javascript/katex"), pathlib.Path("/usr/share/nodejs/katex/dist")]
FONTS = [pathlib.Path("/usr/share/fonts/truetype/katex")]
ICON = "data:image/svg+xml," + urllib.parse.quote((HERE / "icon.svg").read_text().strip(), safe=" =:/'")
SECTIONS = {"lessons": "Lessons", "notebooks": "Notebooks", "explorer": "Explorer", "api": "Reference"}


def has_katex():
    return shutil.which("node") is not None and pathlib.Path("/usr/share/nodejs/katex").exists()


# ---- Markdown ---------------------------------------------------------------------------------

def maths(text):
    """Sets what pandoc left as <span class="math">."""
    done = subprocess.run(["node", str(HERE / "maths.js")], input=text, text=True, capture_output=True,
                          env={"NODE_PATH": "/usr/share/nodejs", "PATH": os.environ["PATH"]})
    if done.returncode != 0:
        sys.exit(f"site: KaTeX: {done.stderr.strip()}")
    return done.stdout


def from_markdown(text, dialect="markdown-yaml_metadata_block"):
    """HTML without a frame. dialect: pandoc's name of it; README files are gfm+tex_math_dollars."""
    how = "--katex" if has_katex() else "--mathml"
    done = subprocess.run(["pandoc", "--from", dialect, "--to", "html5", how, "--wrap=none"],
                          input=text, text=True, capture_output=True, check=True)
    text = maths(done.stdout) if 'class="math' in done.stdout and has_katex() else done.stdout
    return re.sub(r"<table.*?</table>", r'<div class="scroll">\g<0></div>', text, flags=re.S)


def typeset(text):
    """A block of a lesson that stands in plain characters, for whoever reads the file, becomes the
    formula that the comment before it holds: <!-- math: \\frac{a}{b} -->, then the lines of `a /
    b`."""
    return re.sub(r"^<!-- math: ([^\n]*) -->\n\n?(?:    [^\n]*\n)+", lambda m: f"$$ {m[1]} $$\n", text, flags=re.M)


def fenced(text, kind):
    """Text as a block of code, whatever backticks stand in it."""
    fence = "`" * (3 + max((len(m) for m in re.findall("`+", text)), default=0))
    return f"\n{fence}{kind}\n{text}\n{fence}\n"


def contents(body):
    """Links to the headings of a long page, and to what the reference declares below each."""
    heads = re.findall(r'<(h2)[^>]*\bid="([^"]+)"[^>]*>(.*?)</h2>|<(pre) class="decl[^"]*" id="([^"]+)"', body, re.S)
    if sum(h[0] == "h2" for h in heads) < 3:
        return ""
    links, names = [], []
    for heading, i, text, _, name in heads:
        if heading:
            # Formulas stay as they were set: without its marks, a formula would be there three
            # times.
            text = re.sub(r'<code class="files">.*?</code>|</?(?:a|b|i|em|strong|code)\b[^>]*>', "", text).strip()
            links.append(f'<li><a href="#{i}">{text}</a>')
            names.append([])
        elif names:
            names[-1].append(f'<li><a href="#{name}"><code>{name}</code></a></li>')
    inner = "".join(f'{link}{"<ul>" + "".join(n) + "</ul>" if n else ""}</li>' for link, n in zip(links, names))
    return f'<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ul>{inner}</ul></details></nav>'


def neighbours(pages, i):
    """What stands before page i and behind it, None at the ends. pages: pairs of link and title."""
    return [pages[k] if 0 <= k < len(pages) else None for k in (i - 1, i + 1)]


# ---- links that nobody has to write ------------------------------------------------------------

def is_name(word, names):
    """Not every word that the reference knows: real and kernel are words of prose, too."""
    return word in names and ("_" in word or word[0].isupper())


def link_code(body, names, place):
    """In blocks of C, what the reference declares leads there, once in each block. place(page): the
    way to a page."""
    def block(m):
        seen = set()

        def one(word):
            if word[0] in seen or not is_name(word[0], names):
                return word[0]
            seen.add(word[0])
            return f'<a class="name" href="{place("api/" + names[word[0]])}">{word[0]}</a>'

        parts = re.split(r'(<span class="(?:co|st|ch|sc|pp|im)">.*?</span>|<[^>]*>|&\w+;)', m[2], flags=re.S)
        return m[1] + "".join(p if i % 2 else re.sub(r"[A-Za-z_]\w*", one, p) for i, p in enumerate(parts)) + m[3]

    return re.sub(r'(<pre\s+class="sourceCode c">)(.*?)(</pre>)', block, body, flags=re.S)


def link_prose(body, names, place, explorer):
    """In prose, `names` of the reference lead there, and so do pages of the explorer, which make
    explore writes."""
    def one(m):
        graph = re.fullmatch(r"build/explore/(\w+)\.html", m[1])
        if m[1] == "make explore" and explorer:
            return f'<a href="{place("explorer/index.html")}">{m[0]}</a>'
        if is_name(m[1], names):
            return f'<a href="{place("api/" + names[m[1]])}">{m[0]}</a>'
        if graph and graph[1] in explorer:
            return f'<a href="{place(f"explorer/{graph[1]}.html")}">{m[0]}</a>'
        return m[0]

    parts = re.split(r"(<h[1-6].*?</h[1-6]>|<a .*?</a>|<pre.*?</pre>)", body, flags=re.S)
    return "".join(p if i % 2 else re.sub(r"<code>([\w./-]+|make explore)</code>", one, p) for i, p in enumerate(parts))


def about(body):
    """The first words of a page, for lists of pages elsewhere."""
    paragraphs = re.finditer(r'<p(?! class="beside")[^>]*>(.*?)</p>', body, re.S)
    words = next((w for m in paragraphs if len(w := sections.plain(m[1])) > 30), "")
    if len(words) > 180:
        words = words[:180].rsplit(" ", 1)[0] + " ..."
    return words or "Kindling: a reverse-mode autograd engine in C, and a course around it."


# ---- pages ------------------------------------------------------------------------------------

class Site:
    """A folder of pages. Its sections are those that this run makes and those that are there. tab:
    the page of the course in a browser tab (make web), seen from the root; None: there is none."""

    def __init__(self, root, planned, tab=None):
        self.root, self.tab = pathlib.Path(root), tab
        self.has_front = "front" in planned or (self.root / "index.html").exists()
        self.names = self.names_there()
        self.explorer = {p.stem for p in (self.root / "explorer").glob("*.html")}
        self.sections = [s for s in SECTIONS if s in planned or (self.root / s / "index.html").exists()]

    def names_there(self):
        """Where the reference that is there already has a name: page and anchor."""
        index = self.root / "api" / "index.html"
        found = re.findall(r'<li><a href="([\w.]+#(\w+))"><code>', index.read_text()) if index.exists() else []
        return {name: place for place, name in found}

    def copy_style(self):
        fonts = self.root / "katex" / "fonts"
        fonts.mkdir(parents=True, exist_ok=True)
        for file in ("style.css", "widths.js", "page.js", "find.js", "search.js"):
            shutil.copy(HERE / file, self.root)
        sheet = next((k / "katex.min.css" for k in KATEX if (k / "katex.min.css").exists()), None)
        if sheet is None:
            (self.root / "katex" / "katex.min.css").write_text("")
            return
        for folder in FONTS + [sheet.parent / "fonts"]:
            for font in folder.glob("*.woff2"):
                shutil.copy(font, fonts)
        # woff2 is enough
        text = re.sub(r",url\([^)]*\.(?:woff|ttf)\) format\([^)]*\)", "", sheet.read_text())
        (self.root / "katex" / "katex.min.css").write_text(text)

    def way_around(self, path, up):
        here = path.parts[0]
        home = f'<a class="home" href="{up}index.html">Kindling</a>' if self.has_front else '<span class="home">Kindling</span>'
        links = "".join(f'<a href="{up}{s}/index.html"{" aria-current=" + chr(34) + "true" + chr(34) if s == here else ""}>'
                        f"{SECTIONS[s]}</a>" for s in self.sections)
        if self.tab:
            links += f'<a href="{up}{self.tab}">The course in a tab</a>'
        return f'{home}<nav aria-label="Sections">{links}</nav>'

    def linked(self, body, path):
        """A body with the links that nobody has to write; the reference has made its own."""
        here = posixpath.dirname(str(path)) or "."
        if here == "api":
            return body

        def place(page):
            return posixpath.relpath(page, here)

        return link_prose(link_code(body, self.names, place), self.names, place, self.explorer)

    def write(self, path, title, body, before=None, after=None):
        """path is relative to the root; before and after are (link, title)."""
        path = pathlib.Path(path)
        up = "../" * (len(path.parts) - 1)
        body = self.linked(body, path)
        parts = {"title": html.escape(title) + ("" if title == "Kindling" else " - Kindling"), "root": up,
                 "about": html.escape(about(body)), "icon": ICON,
                 "sections": self.way_around(path, up), "contents": contents(body), "body": body,
                 "before": f'<a rel="prev" href="{before[0]}">&larr; {html.escape(before[1])}</a>' if before else "<span></span>",
                 "after": f'<a rel="next" href="{after[0]}">{html.escape(after[1])} &rarr;</a>' if after else ""}
        frame = (HERE / "page.html").read_text()
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(re.sub("@([a-z]+)@", lambda m: parts[m.group(1)], frame))
