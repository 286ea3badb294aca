#!/usr/bin/env python3
"""weave.py - runs notebooks and makes offline pages and .ipynb files of them.

Needs pandoc; the frame around a page is tools/site/pages.py.
"""
import argparse
import html
import pathlib
import re
import shutil
import sys

import cells as notebook_cells
import ipynb
import outputs

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "site"))
import pages
import search


# ---- one notebook as Markdown -----------------------------------------------------------------

def raw(text):
    return "\n```{=html}\n" + text + "\n```\n"


# Of heat maps, of charts, of graphs.
TITLE = r'<text (?:class="title"|[^>]*font-size="14" font-weight="bold"|[^>]*font-weight="bold" font-size="12.00" fill="#6d4c41")[^>]*>([^<]*)<'


def figure(path, name, number):
    """SVG stands in the page itself, so that resting on a cell shows its value."""
    file = pathlib.Path(path)
    if file.suffix == ".svg":
        svg = file.read_text()
        svg = svg[svg.find("<svg"):]
        title = re.search(TITLE, svg)
        label = html.escape(html.unescape(title.group(1))) if title else f"figure {number}"
        prefix = f"{name}-{number}-"  # ids are per page, not per picture
        svg = re.sub(r'\bid="', f'id="{prefix}', svg)
        svg = re.sub(r"(url\(#|xlink:href=\"#)", rf"\g<1>{prefix}", svg)
        svg = svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
        return raw(f'<figure class="picture">{svg}</figure>')
    if file.suffix == ".png":
        return raw(f'<figure class="picture">{ipynb.show_file(path)["text/html"]}</figure>')
    if file.suffix == ".html":
        return raw(f'<div class="scroll">{file.read_text()}</div>')
    return pages.fenced(file.read_text(), "{.text}")


def output(item, name, number):
    kind = item[0]
    if kind == "text":
        return raw(f'<pre class="said">{html.escape(item[1].rstrip())}</pre>')
    if kind == "file":
        return figure(item[1], name, number)
    if kind == "gate":
        held = "passed" if item[1] else "failed"
        return raw(f'<p class="gate {held}"><b>{held}</b> {html.escape(item[2])}</p>')
    _, how, _, why = item
    if how == "ok":
        return ""
    text = f"This cell {why}" + (", as it was meant to." if how == "meant" else ".")
    return raw(f'<p class="end {how}">{html.escape(text)} '
               "The next one goes on from the state before it.</p>")


def markdown(parsed, name):
    parts, number = [], 0
    for c in parsed:
        if c.kind == "markdown":
            parts.append("\n" + c.text + "\n")
            continue
        parts.append(pages.fenced(c.text, "{.c}"))
        for item in c.outputs:
            number += 1
            parts.append(output(item, name, number))
    return "".join(parts)


# ---- pages ------------------------------------------------------------------------------------

def title_of(parsed):
    first = next((c.text for c in parsed if c.kind == "markdown"), "")
    found = re.match(r"# (.*)", first)
    prose = re.sub(r"^# .*\n+", "", first).split("\n\n")[0].replace("\n", " ")
    sentence = re.match(r".*?[.?!](?= |$)", prose)
    return (found.group(1) if found else "untitled"), sentence.group(0) if sentence else prose


def weave(file, program, out, work):
    parsed = notebook_cells.parse(file.read_text())
    ran, status = outputs.run(program, work)
    outputs.attach(parsed, ran)
    ipynb.write(out / f"{file.stem}.ipynb", parsed)
    return parsed, status


def weave_all(site, programs, files):
    """Pages and .ipynb of all notebooks; the names of those in which a cell went wrong."""
    out, woven, wrong = site.root / "notebooks", [], []
    out.mkdir(parents=True, exist_ok=True)
    for file in sorted(files):
        parsed, status = weave(file, programs / file.stem, out, pathlib.Path("build/notebooks"))
        woven.append((file.stem, *title_of(parsed), parsed))
        wrong += [file.stem] if status != 0 else []
        print(f"  {out}/{file.stem}.html" + ("" if status == 0 else "   (a cell went wrong)"), flush=True)
    order = [(f"{stem}.html", title) for stem, title, _, _ in woven]
    for i, (stem, title, _, parsed) in enumerate(woven):
        body = pages.from_markdown(markdown(parsed, stem)).replace("</h1>", "</h1>" + beside(site, stem), 1)
        site.write(f"notebooks/{stem}.html", title, body, *pages.neighbours(order, i))
    site.write("notebooks/index.html", "Notebooks in C", pages.from_markdown(index(woven)))
    print(f"  {out}/index.html")
    return wrong


def beside(site, stem):
    """What else there is of a notebook: its file for Jupyter, and the lesson of the same number."""
    links = [f'<a href="{stem}.ipynb" download>{stem}.ipynb</a>']
    lesson = next(pathlib.Path("modules").glob(re.match(r"\d+", stem)[0] + "_*"), None)  # 12a goes with 12
    if lesson and "lessons" in site.sections:
        links.insert(0, f'<a href="../lessons/{lesson.name}.html">the lesson</a>')
    return f'<p class="beside">{" ".join(links)}</p>'


def main():
    arguments = argparse.ArgumentParser(description="weave notebooks into offline pages")
    arguments.add_argument("--bin", required=True, type=pathlib.Path, help="folder of the compiled notebooks")
    arguments.add_argument("--out", required=True, help="folder of the site")
    arguments.add_argument("notebook", nargs="+", type=pathlib.Path)
    wish = arguments.parse_args()
    if not shutil.which("pandoc"):
        sys.exit("weave: pandoc is missing. hint: apt-get install pandoc katex fonts-katex")
    site = pages.Site(wish.out, {"notebooks"})
    site.copy_style()
    wrong = weave_all(site, wish.bin, wish.notebook)
    search.write(site.root)
    sys.exit(f"weave: cells went wrong in: {', '.join(wrong)}" if wrong else 0)


def index(woven):
    def entries(milestones):
        return "".join(f"**[{title}]({stem}.html)**\n:   {prose}\n\n" for stem, title, prose, _ in woven
                       if (len(stem.split("_")[0]) == 4) == milestones)
    return ("# Notebooks in C\n\nEach page is one C file, compiled and run; what it printed and drew stands "
            "under its cells. `make notebook-12` runs one, `make notebooks` makes these pages.\n\n"
            f"## Use what you built\n\n{entries(False)}"
            f"## Milestones\n\nTrained, not told: each page ends in gates, and fails if one does not hold.\n\n"
            f"{entries(True)}")


if __name__ == "__main__":
    main()
