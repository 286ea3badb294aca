#!/usr/bin/env python3
"""weave.py - runs notebooks and makes offline pages and .ipynb files of them.

Needs pandoc. Formulas are set by KaTeX (Debian: katex, fonts-katex) while weaving, so that a page is
HTML, a style sheet and fonts: no script, no network. Without KaTeX they become MathML.
"""
import argparse
import html
import pathlib
import re
import shutil
import subprocess
import sys

import cells as notebook_cells
import ipynb
import outputs

HERE = pathlib.Path(__file__).parent
KATEX = [pathlib.Path("/usr/share/javascript/katex"), pathlib.Path("/usr/share/nodejs/katex/dist")]
FONTS = [pathlib.Path("/usr/share/fonts/truetype/katex")]


# ---- one notebook as Markdown -----------------------------------------------------------------

def raw(text):
    return "\n```{=html}\n" + text + "\n```\n"


def fenced(text, kind):
    fence = "`" * (3 + max((len(m) for m in re.findall("`+", text)), default=0))
    return f"\n{fence}{kind}\n{text}\n{fence}\n"


def figure(path, name, number):
    """SVG stands in the page itself, so that resting on a cell shows its value."""
    file = pathlib.Path(path)
    if file.suffix == ".svg":
        svg = file.read_text()
        svg = svg[svg.find("<svg"):]
        title = re.search(r'class="title"[^>]*>([^<]*)<', svg)
        label = html.escape(html.unescape(title.group(1))) if title else f"figure {number}"
        prefix = f"{name}-{number}-"  # ids are per page, not per picture
        svg = re.sub(r'\bid="', f'id="{prefix}', svg)
        svg = re.sub(r"(url\(#|xlink:href=\"#)", rf"\g<1>{prefix}", svg)
        svg = svg.replace("<svg", f'<svg role="img" aria-label="{label}"', 1)
        return raw(f'<figure class="picture">{svg}</figure>')
    if file.suffix == ".png":
        return raw(f'<figure class="picture">{ipynb.show_file(path)["text/html"]}</figure>')
    if file.suffix == ".html":
        return raw(f'<div class="shown">{file.read_text()}</div>')
    return fenced(file.read_text(), "{.text}")


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
        parts.append(fenced(c.text, "{.c}"))
        for item in c.outputs:
            number += 1
            parts.append(output(item, name, number))
    return "".join(parts)


# ---- pages ------------------------------------------------------------------------------------

def maths(page):
    """Sets what pandoc left as <span class="math">; None without KaTeX."""
    if not shutil.which("node") or not pathlib.Path("/usr/share/nodejs/katex").exists():
        return None
    done = subprocess.run(["node", str(HERE / "maths.js")], input=page, text=True,
                          capture_output=True, env={"NODE_PATH": "/usr/share/nodejs", "PATH": "/usr/bin:/bin"})
    if done.returncode != 0:
        sys.exit(f"weave: KaTeX: {done.stderr.strip()}")
    return done.stdout


def pandoc(text, title, how, links):
    command = ["pandoc", "--from", "markdown-yaml_metadata_block", "--to", "html5", how, "--standalone", "--wrap=none",
               "--template", str(HERE / "page.html"), "--metadata", f"pagetitle={title}"]
    for key, value in links.items():
        command += ["--variable", f"{key}={value}"]
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def page(text, title, links):
    set_by_katex = maths(pandoc(text, title, "--katex", links))
    return set_by_katex if set_by_katex is not None else pandoc(text, title, "--mathml", links)


def copy_style(out):
    shutil.copy(HERE / "style.css", out)
    (out / "katex" / "fonts").mkdir(parents=True, exist_ok=True)
    sheet = next((k / "katex.min.css" for k in KATEX if (k / "katex.min.css").exists()), None)
    if sheet is None:
        (out / "katex" / "katex.min.css").write_text("")
        return
    shutil.copy(sheet, out / "katex")
    for folder in FONTS + [sheet.parent / "fonts"]:
        for font in folder.glob("*.woff2"):
            shutil.copy(font, out / "katex" / "fonts")


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


def main():
    arguments = argparse.ArgumentParser(description="weave notebooks into offline pages")
    arguments.add_argument("--bin", required=True, help="folder of the compiled notebooks")
    arguments.add_argument("--out", required=True)
    arguments.add_argument("notebook", nargs="+", type=pathlib.Path)
    wish = arguments.parse_args()
    if not shutil.which("pandoc"):
        sys.exit("weave: pandoc is missing. try: apt-get install pandoc katex fonts-katex")
    out, work = pathlib.Path(wish.out), pathlib.Path("build/notebooks")
    out.mkdir(parents=True, exist_ok=True)
    copy_style(out)
    woven, wrong = [], []
    for file in sorted(wish.notebook):
        parsed, status = weave(file, pathlib.Path(wish.bin) / file.stem, out, work)
        title, prose = title_of(parsed)
        woven.append((file.stem, title, prose, parsed))
        wrong += [file.stem] if status != 0 else []
        print(f"  {out}/{file.stem}.html" + ("" if status == 0 else "   (a cell went wrong)"), flush=True)
    for i, (stem, title, _, parsed) in enumerate(woven):
        links = {"source": stem}
        if i > 0:
            links |= {"before": woven[i - 1][0], "beforetitle": woven[i - 1][1]}
        if i + 1 < len(woven):
            links |= {"after": woven[i + 1][0], "aftertitle": woven[i + 1][1]}
        (out / f"{stem}.html").write_text(page(markdown(parsed, stem), title, links))
    (out / "index.html").write_text(page(index(woven), "Notebooks in C", {}))
    print(f"  {out}/index.html")
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
