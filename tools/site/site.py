#!/usr/bin/env python3
"""site.py - one offline site: front page, lessons, notebooks, the explorer, the reference.

Each part needs other programs. A part whose program is missing is left out, with one sentence that
says so, and no page leads to it.
"""
import argparse
import html
import os
import pathlib
import posixpath
import re
import shutil
import sys

import api
import explorer
import front
import pages
import search
import sources

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "notebook"))
import weave

GITHUB = "gfm+tex_math_dollars"
FIRST_PICTURE = 240  # pixels, at most: there are words below it


def told(path):
    print(f"  {path}", flush=True)


# ---- README files: lessons and the description -------------------------------------------------

class Readmes:
    """Every README that has a page, the pages of sources they link to, and the links between
    them."""

    def __init__(self, site, files):
        self.site, self.files = site, files  # files: pages of sources
        lessons = sorted(pathlib.Path("modules").glob("[0-9]*/README.md"))
        self.lessons = [l.parent.name for l in lessons]
        self.page = {f"modules/{name}/README.md": f"lessons/{name}.html" for name in self.lessons}
        self.page |= {"modules/README.md": "lessons/index.html", "README.md": "about.html"}
        if pathlib.Path("modules/GLOSSARY.md").is_file():
            self.page["modules/GLOSSARY.md"] = "about/words.html"
        for other in re.findall(r"`((?:tools|tests|\.github)/[\w/]*(?:README|CONTRIBUTING)\.md)`", pathlib.Path("README.md").read_text()):
            self.page[other] = f"about/{'-'.join(pathlib.Path(other).parts[:-1]).strip('.')}.html"
        if "api" in site.sections:
            self.page |= {h: f"api/{api.page_of(h)}" for h in api.HEADERS}

    def target(self, file):
        """The page of a file of the project; None: it has none."""
        if file in self.page:
            return self.page[file]
        if not pathlib.Path(file).is_file():
            return None
        if file.endswith((".svg", ".png")):
            owner = [part for part in pathlib.Path(file).parts[:-1] if part not in ("modules", "pictures")]
            place = self.site.root / "pictures" / "-".join([*owner, posixpath.basename(file)])  # 13 and 15 both have a block.svg
            place.parent.mkdir(exist_ok=True)
            shutil.copy(file, place)
            return f"pictures/{place.name}"
        return self.files.page(file)

    def relink(self, body, file):
        """Links to files become links to their pages; names of such files become links, too."""
        here, folder = posixpath.dirname(self.page[file]), posixpath.dirname(file)

        def link(m):
            name, link, anchor = m.group(1), m.group(2), m.group(3) or ""
            if re.match(r"[a-z]+:", link) or not link:
                return m.group(0)
            page = self.target(posixpath.normpath(posixpath.join(folder, link)))
            return f'{name}="{posixpath.relpath(page, here or ".")}{anchor}"' if page else m.group(0)

        def name(m):
            word = m.group(1)
            page = self.page.get(word) if "/" in word else None
            return f'<a href="{posixpath.relpath(page, here or ".")}">{m.group(0)}</a>' if page else m.group(0)

        body = re.sub(r'\b(href|src)="([^"#]*)(#[^"]*)?"', link, body)
        parts = re.split(r"(<h[1-6].*?</h[1-6]>|<a .*?</a>)", body, flags=re.S)
        return "".join(p if i % 2 else re.sub(r"<code>([\w./-]+)</code>", name, p) for i, p in enumerate(parts))

    def body(self, file):
        path = pathlib.Path(file)
        return self.relink(sized(pages.from_markdown(pages.typeset(path.read_text()), GITHUB), path.parent), file)

    def lesson(self, name):
        """A lesson with links to the files that it calls its neighbours: on a site they are not
        beside it."""
        folder = f"modules/{name}"

        def place(m):
            files = sorted(f for f in pathlib.Path(folder).glob("*.c") if f.name != "measure.c")  # not a student's
            return f"are in <code>{folder}</code>: " + ", ".join(
                f'<a href="../{self.target(str(file))}">{file.name}</a>' for file in files)

        return opened(re.sub(r"lie\s+beside\s+this\s+page", place, self.body(f"{folder}/README.md"), count=1))

    def make(self):
        self.site.write("about.html", "About", self.body("README.md"))
        for file, page in self.page.items():
            if page.startswith("about/"):
                self.site.write(page, page[6:-5], self.body(file))
        order = [(f"{n}.html", title_of(f"modules/{n}/README.md")) for n in self.lessons]
        for i, name in enumerate(self.lessons):
            self.site.write(f"lessons/{name}.html", order[i][1], self.lesson(name).replace(
                "</h1>", "</h1>" + self.beside(name), 1), *pages.neighbours(order, i))
            told(f"{self.site.root}/lessons/{name}.html")
        listed = "".join(f'<li><a href="{link}">{html.escape(title)}</a></li>' for link, title in order)
        course = self.body("modules/README.md").replace("</h1>", f'</h1><ul class="cards">{listed}</ul>', 1)
        self.site.write("lessons/index.html", "The course", course)
        told(f"{self.site.root}/lessons/index.html")

    def beside(self, name):
        links = [f'<a href="../{self.site.tab}#{name}">Do it in this tab</a>'] if self.site.tab else []
        book = next(pathlib.Path("notebooks-c").glob(name.split("_")[0] + "_*.c"), None)
        if book and "notebooks" in self.site.sections:
            links.append(f'<a href="../notebooks/{book.stem}.html">the notebook</a>')
        return f'<p class="beside">{"".join(links)}</p>' if links else ""


def sized(body, folder):
    """Pictures say how large they are: words do not move when they come."""
    def size(m):
        picture = folder / m[1]
        found = re.search(r'<svg[^>]*? width="(\d+)" height="(\d+)"', picture.read_text()) if picture.is_file() else None
        return f'{m[0]} width="{found[1]}" height="{found[2]}"' if found else m[0]
    return re.sub(r'<img src="([^":]+\.svg)"', size, body)


def opened(body):
    """A lesson whose first picture stands beside its first words, too, so that the first screen
    shows what it is about. It is described where it belongs."""
    picture = re.search(r'<p>\s*<img src="([^"]*)" width="(\d+)" height="(\d+)"', body)
    if not picture:
        return body
    source, wide, high = picture[1], int(picture[2]), int(picture[3])
    part = min(1, FIRST_PICTURE / high)
    return body.replace("</h1>", f'</h1>\n<p class="first"><img src="{source}" width="{wide * part:.0f}" height="{high * part:.0f}" alt="" /></p>', 1)


def title_of(file):
    return next(l for l in pathlib.Path(file).read_text().split("\n") if l.startswith("# "))[2:].replace("`", "")


# ---- the course in a browser tab ---------------------------------------------------------------

def copy_tab(root, web):
    """The page of what make web has made, once it is in the site; None: it has not been here."""
    if not (web / "manifest.json").exists():
        return None
    shutil.rmtree(root / "tab", ignore_errors=True)
    shutil.copytree(web, root / "tab")
    told(root / "tab" / "index.html")
    return "tab/index.html"


# ---- all of it ---------------------------------------------------------------------------------

def parts_possible(wish):
    """The parts that can be made here; a sentence for each program that is missing."""
    possible = {"front", *(wish.only or pages.SECTIONS)}
    if not shutil.which("pandoc") and possible & {"lessons", "notebooks"}:
        print("site: pandoc is missing, so lessons and notebooks are left out. hint: apt-get install pandoc")
        possible -= {"lessons", "notebooks"}
    if not pages.has_katex() and possible & {"lessons", "notebooks"}:
        print("site: KaTeX is missing, so formulas are set as MathML. hint: apt-get install katex fonts-katex")
    return possible


def main():
    arguments = argparse.ArgumentParser(description="make the site")
    arguments.add_argument("--bin", required=True, type=pathlib.Path, help="folder of the compiled notebooks")
    arguments.add_argument("--explore", required=True, help="the program that writes the explorer's pages")
    arguments.add_argument("--out", required=True, type=pathlib.Path)
    arguments.add_argument("--web", default="build/web", type=pathlib.Path, help="where make web has made the course in a tab")
    arguments.add_argument("--only", type=str.split, help="make these parts, keep the others: lessons notebooks explorer api")
    arguments.add_argument("notebook", nargs="+", type=pathlib.Path)
    wish = arguments.parse_args()
    if wish.only is None:  # nothing of an earlier run stays
        shutil.rmtree(wish.out, ignore_errors=True)
    wish.out.mkdir(parents=True, exist_ok=True)
    possible, wrong = parts_possible(wish), []
    site = pages.Site(wish.out, possible, copy_tab(wish.out, wish.web) if "lessons" in possible else None)
    site.copy_style()
    files = sources.Sources(site)
    # first, since all others lead to its names
    reference = api.Reference(site) if "api" in possible else None
    if "explorer" in possible:
        explorer.make(site, os.path.abspath(wish.explore))
    if "lessons" in possible:
        Readmes(site, files).make()
    if "notebooks" in possible:
        wrong = weave.weave_all(site, wish.bin, wish.notebook)
    if reference:
        reference.make(files if shutil.which("pandoc") else None)
        told(site.root / "api" / "index.html")
    files.write()
    front.make(site, wish.notebook)
    told(f"{site.root / 'search-index.js'}: {search.write(site.root)} places to be found")
    sys.exit(f"site: cells went wrong in: {', '.join(wrong)}" if wrong else 0)


if __name__ == "__main__":
    main()
