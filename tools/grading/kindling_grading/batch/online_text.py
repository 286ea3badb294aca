"""online_text.py - files that were pasted into Moodle's online text, out of its HTML.

Every file of a module begins with its own name: that line says which one it is, and where the next
begins.
"""
from __future__ import annotations

import re
from collections.abc import Collection
from html.parser import HTMLParser

NAME = "onlinetext.html"
BEGINS = re.compile(r"^[ \t]*/\* (\w{1,60}\.c) - ", re.M)
LINES = {"p", "br", "div", "pre", "li", "tr", "h1", "h2", "h3", "h4"}


class Words(HTMLParser):
    """The text of a page, a line for each paragraph."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self.parts += ["\n"] if tag in LINES and self.parts[-1:] != ["\n"] else []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def files(page: bytes, wanted: Collection[str]) -> dict[str, bytes]:
    """Those that are wanted, each once; none, if no line says which one it is."""
    words = Words()
    words.feed(page.decode("utf-8", "replace"))
    words.close()
    text = "".join(words.parts).replace("\xa0", " ")
    begins = [*BEGINS.finditer(text)]
    found: dict[str, bytes] = {}
    for one, after in zip(begins, [m.start() for m in begins[1:]] + [len(text)]):
        if one[1] in wanted:
            found.setdefault(one[1], text[one.start():after].encode())
    return found
