#!/usr/bin/env python3
"""notebooks.py OUT FILE... - the cells of notebooks as data for the page: prose as HTML, code as it
stands.

Writes OUT/<name>.json, {"cells": [{"kind", "line", "html" or "text"}]}, and on stdout a list of
[{"name", "title", "about": HTML}] as JSON. Needs pandoc.
"""
import json
import pathlib
import shutil
import sys

TOOLS = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(TOOLS / "notebook"), str(TOOLS / "site")]
import cells
import pages
import weave

BETWEEN = "<!-- next cell -->"


def prose(texts):
    """The HTML of each, by one run of pandoc."""
    return [part.strip() for part in pages.from_markdown(f"\n\n{BETWEEN}\n\n".join(texts)).split(BETWEEN)]


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    if not shutil.which("pandoc"):
        sys.exit("make web needs pandoc for the notebooks, and it is missing. Please type: sh tools/setup.sh site")
    out, index = pathlib.Path(sys.argv[1]), []
    out.mkdir(parents=True, exist_ok=True)
    for file in map(pathlib.Path, sys.argv[2:]):
        parsed = cells.parse(file.read_text())
        html = iter(prose([c.text for c in parsed if c.kind == "markdown"]))
        data = [{"kind": c.kind, "line": c.line, **({"html": next(html)} if c.kind == "markdown" else {"text": c.text})}
                for c in parsed]
        (out / f"{file.stem}.json").write_text(json.dumps({"cells": data}))
        title, about = weave.title_of(parsed)
        index.append({"name": file.stem, "title": title, "about": about})
    for entry, html in zip(index, prose([entry["about"] for entry in index])):
        entry["about"] = html.removeprefix("<p>").removesuffix("</p>")
    json.dump(index, sys.stdout)


if __name__ == "__main__":
    main()
