#!/usr/bin/env python3
"""lessons.py - the lessons for the tab: pages as tools/site makes them, and the bare text of each
as data.

usage: lessons.py build/web BODIES.json
Writes lessons/, pictures/, source/, katex/ and api/ below OUT; BODIES.json maps, as lessons, a
module's name to the HTML of its lesson, with links as seen from OUT's top folder; as names it has
what the headers declare.
"""
import html
import importlib.util
import json
import pathlib
import posixpath
import re
import shutil
import sys

TOOLS = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOOLS / "site"))
# `import site` would be Python's own module of that name.
described = importlib.util.spec_from_file_location("kindling_site", TOOLS / "site" / "site.py")
course_site = importlib.util.module_from_spec(described)
described.loader.exec_module(course_site)
import api
import declarations
import pages
import search
import sources

MADE = ["lessons", "pictures", "source", "about", "api", "katex"]


def from_top(body):
    """Links of a page in lessons/ as seen from the folder above; a lesson opens in the tab."""
    def link(m):
        name, value = m.group(1), html.unescape(m.group(2))
        if re.match(r"[a-z]+:|#", value) or not value:
            return m.group(0)
        return f'{name}="{html.escape(posixpath.normpath(posixpath.join("lessons", value)))}"'
    return re.sub(r'\b(href|src)="([^"]*)"', link, body)


# What has no counterpart in the tab: programs that write files for hours, or need those of all
# modules.
AT_HOME = r"make (?:use-\d\d TOOL=(?!demo\b)\w+|\d\d ENGINE=mine|gpt2-tokenizer)"


def at_home(body):
    """Below a block of commands, which of them the tab has not."""
    def told(block):
        commands = dict.fromkeys(re.findall(AT_HOME, block[0]))
        if not commands:
            return block[0]
        return f'{block[0]}\n<p class="quiet">In a terminal only: {", ".join(f"<code>{c}</code>" for c in commands)}. ' \
            "<em>See it live</em> has the demo, with your files inside where it calls them.</p>"
    return re.sub(r"<pre\b.*?</pre>", told, body, flags=re.DOTALL)


def names_in(header, text=None):
    """Functions and macros of a header as the editor completes them, with their contract."""
    for e in declarations.read_in_groups(header, text):
        function = "(" in e.text and e.text.endswith(";")
        if e.is_type or e.text.startswith(("static ", "extern ")) or not (function or e.text[0] == "#"):
            continue
        beside, above = (" ".join(words.split()) for words in (e.behind, e.above))
        macro = re.match(r"#define (\w+(?:\([^)]*\))?)", e.text)
        yield {"name": e.name, "kind": "function" if function else "constant",
               "detail": macro[1] if macro else e.text[:-1],
               "contract": (" " if beside.endswith(".") else ". ").join(filter(None, (beside, above))),
               "file": header, "line": e.line}


def names():
    """Those of all rooms, each once."""
    headers = [h for room in declarations.ROOMS for h in sorted((declarations.TREE / room).rglob("*.h"))]
    found = [n for h in headers for n in names_in(h.relative_to(declarations.TREE).as_posix())]
    return list({n["name"]: n for n in reversed(found)}.values())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    for folder in MADE:
        shutil.rmtree(out / folder, ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    site = pages.Site(out, {"front", "lessons", "api"}, tab="index.html")
    site.copy_style()
    reference = api.Reference(site)
    files = sources.Sources(site)
    readmes = course_site.Readmes(site, files)
    readmes.make()
    bodies = {name: at_home(from_top(site.linked(course_site.opened(readmes.body(f"modules/{name}/README.md")), f"lessons/{name}.html")))
              for name in readmes.lessons}
    reference.make()  # without the engine's files, which are the answers
    files.write()
    search.write(out)
    bare = pathlib.Path(sys.argv[2])
    bare.parent.mkdir(parents=True, exist_ok=True)
    bare.write_text(json.dumps({"lessons": bodies, "names": names()}, indent=1))


if __name__ == "__main__":
    main()
