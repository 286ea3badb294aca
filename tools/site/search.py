"""search.py - the index of the site's search box: search-index.js, a script, because a page opened
as a file may read no other file. It is made of the pages that are there, whichever run has made
them.
"""
import json
import pathlib
import re

import sections

# search.js shows them in groups
KINDS = ["Reference", "Lessons", "Notebooks", "Explorer", "About", "Files"]
FOLDERS = {"api": 0, "lessons": 1, "notebooks": 2, "about": 4}


def entries(root):
    """(kind, name, what it belongs to, place, words) of all that can be found."""
    root = pathlib.Path(root)
    for folder, kind in FOLDERS.items():
        for s in sections.of_folder(root, folder):
            yield kind, s.title or s.page, "" if s.title in ("", s.page) else s.page, s.place, s.text
    for s in sections.of_page(root, "about.html") if (root / "about.html").exists() else []:
        yield 4, s.title or s.page, "" if s.title in ("", s.page) else s.page, s.place, s.text
    for page in sorted((root / "explorer").glob("*.html")):
        data = re.search(r'<script id="data"[^>]*>(.*?)</script>', page.read_text(encoding="utf-8"), re.S)
        if data:
            said = json.loads(data.group(1))
            yield 3, said["title"], "", f"explorer/{page.name}", said["intro"]
    for page in sorted((root / "source").rglob("*.html")):
        file = str(page.relative_to(root / "source"))[:-5]
        yield 5, pathlib.Path(file).name, str(pathlib.Path(file).parent), f"source/{file}.html", ""


def write(root):
    """The index; how many entries it has."""
    found = [list(e) for e in entries(root)]
    lines = ",\n".join(json.dumps(e, ensure_ascii=False) for e in found)
    (pathlib.Path(root) / "search-index.js").write_text(
        f"/* kind, name, what it belongs to, page, words */\nkindlingIndex({json.dumps(KINDS)}, [\n{lines}\n]);\n", encoding="utf-8")
    return len(found)
