"""pages.py - what all pages have in common: the frame, the way around, style, formulas.

Formulas are set by KaTeX (Debian: katex, fonts-katex) while the page is made, so that a page is HTML, a
style sheet and fonts: no script, no network. Without KaTeX they become MathML.
"""
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
KATEX = [pathlib.Path("/usr/share/javascript/katex"), pathlib.Path("/usr/share/nodejs/katex/dist")]
FONTS = [pathlib.Path("/usr/share/fonts/truetype/katex")]
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
    """A block of a lesson that stands in plain characters, for whoever reads the file, becomes the formula that the
    comment before it holds: <!-- math: \\frac{a}{b} -->, then the lines of `a / b`."""
    return re.sub(r"^<!-- math: ([^\n]*) -->\n\n?(?:    [^\n]*\n)+", lambda m: f"$$ {m[1]} $$\n", text, flags=re.M)


def fenced(text, kind):
    """Text as a block of code, whatever backticks stand in it."""
    fence = "`" * (3 + max((len(m) for m in re.findall("`+", text)), default=0))
    return f"\n{fence}{kind}\n{text}\n{fence}\n"


def contents(body):
    """Links to the headings of a long page."""
    heads = re.findall(r'<h2[^>]*\bid="([^"]+)"[^>]*>(.*?)</h2>', body, re.S)
    if len(heads) < 3:
        return ""
    links = ""
    for i, text in heads:
        # Formulas stay as they were set: without its marks, a formula would be there three times.
        text = re.sub(r'<code class="files">.*?</code>|</?(?:a|b|i|em|strong|code)\b[^>]*>', "", text).strip()
        links += f'<li><a href="#{i}">{text}</a></li>'
    return f'<nav class="contents" aria-label="On this page"><ul>{links}</ul></nav>'


def neighbours(pages, i):
    """What stands before page i and behind it, None at the ends. pages: pairs of link and title."""
    return [pages[k] if 0 <= k < len(pages) else None for k in (i - 1, i + 1)]


# ---- pages ------------------------------------------------------------------------------------

class Site:
    """A folder of pages. Its sections are those that this run makes and those that are there. tab: the page of the course
    in a browser tab (make web), seen from the root; None: there is none."""

    def __init__(self, root, planned, tab=None):
        self.root, self.tab = pathlib.Path(root), tab
        self.has_front = "front" in planned or (self.root / "index.html").exists()
        self.sections = [s for s in SECTIONS if s in planned or (self.root / s / "index.html").exists()]

    def copy_style(self):
        fonts = self.root / "katex" / "fonts"
        fonts.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "style.css", self.root)
        sheet = next((k / "katex.min.css" for k in KATEX if (k / "katex.min.css").exists()), None)
        if sheet is None:
            (self.root / "katex" / "katex.min.css").write_text("")
            return
        for folder in FONTS + [sheet.parent / "fonts"]:
            for font in folder.glob("*.woff2"):
                shutil.copy(font, fonts)
        text = re.sub(r",url\([^)]*\.(?:woff|ttf)\) format\([^)]*\)", "", sheet.read_text())  # woff2 is enough
        (self.root / "katex" / "katex.min.css").write_text(text)

    def way_around(self, path, up):
        here = path.parts[0]
        home = f'<a class="home" href="{up}index.html">Kindling</a>' if self.has_front else '<span class="home">Kindling</span>'
        links = "".join(f'<a href="{up}{s}/index.html"{" aria-current=" + chr(34) + "true" + chr(34) if s == here else ""}>'
                        f"{SECTIONS[s]}</a>" for s in self.sections)
        return f'{home}<nav aria-label="Sections">{links}</nav>'

    def write(self, path, title, body, before=None, after=None):
        """path is relative to the root; before and after are (link, title)."""
        path = pathlib.Path(path)
        up = "../" * (len(path.parts) - 1)
        parts = {"title": html.escape(title) + ("" if title == "Kindling" else " - Kindling"), "root": up,
                 "sections": self.way_around(path, up), "contents": contents(body), "body": body,
                 "before": f'<a rel="prev" href="{before[0]}">&larr; {html.escape(before[1])}</a>' if before else "<span></span>",
                 "after": f'<a rel="next" href="{after[0]}">{html.escape(after[1])} &rarr;</a>' if after else ""}
        frame = (HERE / "page.html").read_text()
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(re.sub("@([a-z]+)@", lambda m: parts[m.group(1)], frame))
