"""sections.py - a page as its sections: what search finds, and where a function of the reference is
used.

A section begins at a heading with an id, or at a declaration of the reference.
"""
import pathlib
from dataclasses import dataclass
from html.parser import HTMLParser

SKIPPED = {"svg", "script", "style", "annotation", "nav", "header", "button", "form", "summary"}
# said once more, or said elsewhere
SKIPPED_CLASSES = {"katex-html", "files", "uses", "beside", "example"}


@dataclass
class Section:
    place: str           # page and anchor, seen from the root of the site
    title: str
    page: str            # the title of its page
    text: str = ""
    declares: bool = False
    level: int = 1       # of its heading


class Reader(HTMLParser):
    """The sections of one page, in order. place: the page's."""

    def __init__(self, text, place=""):
        super().__init__()
        self.place, self.sections, self.title = place, [Section(place, "", "")], ""
        self.skipped, self.depth, self.in_title, self.above, self.in_code = None, 0, None, "", False
        self.feed(text)
        self.close()
        for s in self.sections:
            s.title, s.text, s.page = " ".join(s.title.split()), " ".join(s.text.split()), " ".join(self.title.split())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        kinds = set((given.get("class") or "").split())
        if self.skipped:
            self.depth += tag == self.skipped
        elif tag in SKIPPED or kinds & SKIPPED_CLASSES:
            self.skipped, self.depth = tag, 1
        elif tag in ("h1", "h2", "h3"):
            self.above = ""
            if tag == "h1":
                self.in_title = tag
            elif "id" in given:
                self.begin(given["id"], level=int(tag[1]))
                self.in_title = tag
        elif tag == "section" and "entry" in kinds:
            self.begin(None)
        elif tag == "pre" and "decl" in kinds and "id" in given:
            if self.sections[-1].title == "" and not self.sections[-1].declares:
                self.above = self.sections.pop().text if len(self.sections) > 1 else ""
            self.begin(given["id"], declares=True, title=given["id"], text=self.above)

    def begin(self, anchor, **more):
        self.sections.append(Section(self.place + (f"#{anchor}" if anchor else ""), more.pop("title", ""), "", **more))

    def handle_endtag(self, tag):
        if self.skipped == tag:
            self.depth -= 1
            if self.depth == 0:
                self.skipped = None
        if tag == self.in_title:
            self.in_title = None
        elif tag in ("p", "pre", "li", "td", "th", "dt", "dd", "div"):
            self.sections[-1].text += " "

    def handle_data(self, data):
        if self.skipped:
            return
        if self.in_title == "h1":
            self.title += data
            self.sections[-1].title += data
        elif self.in_title:
            self.sections[-1].title += data
        else:
            self.sections[-1].text += data


def plain(fragment):
    """What a reader sees of a piece of HTML, in one line."""
    return " ".join(" ".join((s.title, s.text)).strip() for s in Reader(fragment).sections).strip()


def of_page(root, place):
    text = (pathlib.Path(root) / place).read_text(encoding="utf-8")
    begin = text.find("<main>")
    end = text.find("</main>")
    return [s for s in Reader(text[begin:end], place).sections if s.title or s.text]


def of_folder(root, folder):
    """All sections of the pages of a part of the site, in the order of their names, without its
    list of pages."""
    for file in sorted((pathlib.Path(root) / folder).glob("*.html")):
        if file.name != "index.html":
            yield from of_page(root, f"{folder}/{file.name}")
