#!/usr/bin/env python3
"""check_links.py - walks all pages of a folder: every link, picture, style, font and anchor must be
there.

usage: check_links.py FOLDER    ends with 1 and a line for each mistake.
A page may lead to the network (<a href="https://...">), it may not need it. Every page must be
reachable from index.html, and an id may stand in a page once. A folder with a service worker
(sw.js) is a program: its script makes its places and looks after its files; that a link leads to
one of them is looked at, what stands in it is not.
"""
import pathlib
import re
import sys
import urllib.parse
from html.parser import HTMLParser

NEEDED = {"src", "srcset", "poster", "data"}  # what a browser fetches by itself


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.twice, self.links, self.style = set(), [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.style = tag == "style"
        for name, value in attributes:
            value = value or ""
            if name == "id" or name == "name" and tag == "a":
                if value in self.ids:
                    self.twice.append(value)
                self.ids.add(value)
            elif name == "style":
                self.links += [(link, True) for link in urls(value)]
            elif name in NEEDED and not (name == "data" and tag != "object"):
                self.links += [(part.split()[0], True) for part in value.split(",") if part.strip()] if name == "srcset" \
                    else [(value, True)]
            elif name in ("href", "xlink:href"):
                self.links.append((value, tag not in ("a", "area")))

    handle_startendtag = handle_starttag

    def handle_data(self, data):
        if self.style:
            self.links += [(link, True) for link in urls(data)]


def urls(css):
    return re.findall(r"""url\(\s*["']?([^"')]*)["']?\s*\)""", css) + re.findall(r"""@import\s+["']([^"']+)""", css)


def check(root):
    """(number of pages, number of links, mistakes)."""
    root = pathlib.Path(root).resolve()
    programs = {p.parent for p in root.glob("*/sw.js")}
    pages = {p: Page(p.read_text(encoding="utf-8")) for p in sorted(root.rglob("*.html")) if not programs & set(p.parents)}
    wrong, seen, links = [], set(), 0

    def follow(place, link, needed):
        """The file a link leads to, if it is one of ours."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme == "data" or parts.scheme == "mailto":
            return None
        if parts.scheme or parts.netloc:
            if needed or parts.scheme not in ("http", "https"):
                wrong.append(f"{place.relative_to(root)}: needs {link}, which is not part of the site")
            return None
        target = (place.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else place
        if target.is_dir():
            target = target / "index.html"
        anchor = urllib.parse.unquote(parts.fragment)
        if root not in target.parents:
            wrong.append(f"{place.relative_to(root)}: {link} leads out of the site")
        elif not target.is_file():
            wrong.append(f"{place.relative_to(root)}: {link} is not there")
        elif anchor and target in pages and anchor not in pages[target].ids:
            wrong.append(f"{place.relative_to(root)}: {link}: no such place in that page")
        else:
            return target
        return None

    waiting = [root / "index.html"]
    if waiting[0] not in pages:
        return len(pages), 0, ["index.html is not there"]
    reached = set(waiting)
    for place, page in pages.items():
        wrong += [f"{place.relative_to(root)}: the id {i} stands there twice" for i in page.twice]
    while waiting:
        place = waiting.pop()
        for link, needed in pages[place].links:
            links += 1
            target = follow(place, link, needed)
            if target is None or target in seen:
                continue
            if target.suffix == ".css":
                seen.add(target)
                for part in urls(target.read_text(encoding="utf-8")):
                    links += 1
                    follow(target, part, True)
            elif target in pages and target not in reached:
                reached.add(target)
                waiting.append(target)
    for place in pages:
        if place not in reached:
            wrong.append(f"{place.relative_to(root)}: no page leads there")
    return len(pages), links, wrong


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    pages, links, wrong = check(sys.argv[1])
    for line in wrong:
        print(f"  {line}")
    if wrong:
        sys.exit(f"links: {len(wrong)} mistakes in {pages} pages")
    print(f"links: {links} in {pages} pages, all lead somewhere")


if __name__ == "__main__":
    main()
