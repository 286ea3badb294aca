"""front.py - the front page: what it is, how to begin, three doors, and the map of the course in
the order of teaching.

Its words about a module are those of the module's notebook, its commands and its program those of
README.md.
"""
import html
import pathlib
import re
import sys

import api
import explorer
import pages

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "notebook"))
import cells
import weave

# A milestone is trained with what one has built so far: after which module?
AFTER = {"1958": "03", "1969": "06", "1986": "08", "1998": "09", "2017": "12", "2018": "19", "2020": "13", "2023": "22"}


def readme():
    """Name, what it is, the commands to begin with, the first program, and what that prints: "" in
    a student edition, which shows none."""
    text = pathlib.Path("README.md").read_text()
    name, lead = re.match(r"# (.*)\n\n((?:.+\n)+)", text).groups()
    commands = re.findall(r"^make (?:demo|test|progress) .*$", text, re.M)
    shown = re.search(r"^```c\n(.*?)```\n\n((?:    [^\n]*\n)+)", text, re.M | re.S)
    program, prints = shown.groups() if shown else ("", "")
    return name, " ".join(lead.split()), commands, program, re.sub("(?m)^    ", "", prints)


def code(text, kind, names):
    """Highlighted where pandoc is."""
    if names is not None:  # lines of a front page need no places of their own
        lines = pages.from_markdown(pages.fenced(text.rstrip(), f"{{.{kind}}}"))
        return re.sub(r'<a\s+href="#cb[^>]*></a>| id="cb[^"]*"', "", lines)
    return f"<pre><code>{html.escape(text.rstrip())}</code></pre>"


def door(title, said, steps):
    listed = "".join(f"<li>{step}</li>" for step in steps if step)
    return f"<section><h2>{title}</h2><p>{said}</p><ol>{listed}</ol></section>"


def doors(site):
    """For whom it is, and where each begins. A student edition is of no use to who teaches, and its
    README tells less."""
    def to(section, page, words):
        return f'<a href="{page}">{words}</a>' if section in site.sections else words

    tab = f'<a href="{site.tab}">the course in a browser tab</a>, where nothing is installed' if site.tab else \
        "no compiler? <code>make web</code> makes a course that compiles in the browser" if pathlib.Path("tools/web").is_dir() else ""
    first = min(m.name for m in pathlib.Path("modules").glob("[0-9]*"))
    grading = "about/tools-grading.html"
    teaches, built = pathlib.Path("tools/grading").is_dir(), "## How it is built" in pathlib.Path("README.md").read_text()
    return '<div class="doors">' + "".join(filter(None, (
        door("You learn", "Write the engine yourself, a function at a time. Tests say what went wrong, and why.", [
            to("lessons", "lessons/index.html", "how the course works") + f", and <code>make {first[:2]}</code>",
            to("lessons", f"lessons/{first}.html", "lesson {}, {}".format(*first.split("_", 1))), tab]),
        teaches and door("You teach", "A student edition, a sandbox, grades that believe values only, grade books for five systems.", [
            to("lessons", grading, "a term in ten commands"),
            to("lessons", f"{grading}#the-student-edition", "the student edition"),
            to("lessons", f"{grading}#what-is-guaranteed-and-what-not", "what a grade is worth")]),
        door("You read", "Short files, one subject each. The headers are the contract, and the table of contents.", [
            built and to("lessons", "about.html#how-it-is-built", "how it is built"),
            to("notebooks", "notebooks/12_attention.html", "attention, run and drawn"),
            to("explorer", "explorer/words.html", "a transformer, walked through") if "words" in site.explorer else "",
            to("api", "api/index.html", "the reference")])))) + "</div>"


def course(site, notebooks):
    """A line per module, with its lesson and its notebook, and the milestones between them."""
    books = {n.stem.split("_")[0]: (n.stem, *weave.title_of(cells.parse(n.read_text()))) for n in pathlib.Path("notebooks-c").glob("*.c")}
    woven = {n.stem for n in notebooks} if "notebooks" in site.sections else set()
    modules = {m.name.split("_")[0]: m.name for m in sorted(pathlib.Path("modules").glob("[0-9]*"))}
    rows = []

    def row(kind, number, title, page, said, links):
        # its first sentence
        said = re.sub(":$", ".", re.match(r".*?(?:[.?!]\*?(?= |$)|$)", said)[0])
        name = f'<a href="{page}">{html.escape(title)}</a>' if page else html.escape(title)
        words = pages.from_markdown(said).removeprefix("<p>").strip().removesuffix("</p>") if said else ""
        rows.append(f'<li class="{kind}"><b>{number}</b><div><h3>{name}</h3><p>{words}</p></div><nav aria-label="{number}">{"".join(links)}</nav></li>')

    last = 0
    for number in sorted({**modules, **{n: "" for n in books if n not in AFTER}}):
        here = int(number[:2])  # a notebook beside that of a module is called 13b
        if here > last + 1:
            gap = [f"{n:02}" for n in range(last + 1, here)]
            rows.append(f'<li class="gap"><b>{gap[0]}</b><p>{f"to {gap[-1]} are" if len(gap) > 1 else "is"} not written yet. '
                        f'{number} needs none of that.</p></li>')
        last = here
        stem, title, said = books.get(number, (None, modules.get(number, "").partition("_")[2], ""))
        lesson = f"lessons/{modules[number]}.html" if "lessons" in site.sections and number in modules else None
        book = f"notebooks/{stem}.html" if stem in woven else None
        links = [f'<a href="{page}">{word}</a>' for page, word in (
            (lesson, "lesson"), (book, "notebook"), (site.tab and number in modules and f"{site.tab}#{modules[number]}", "in the tab")) if page]
        row("module", number, title.removeprefix(number).strip(), lesson or book, said, links)
        for year in sorted(AFTER):
            stem, title, said = books.get(year, (None, "", ""))
            if AFTER[year] == number and stem in woven:
                row("milestone", year, title.removeprefix(year).strip(), f"notebooks/{stem}.html", said, ["milestone"])
    return ('<section class="part"><h2 id="course">The course, in order</h2><p>A lesson has you write it; its notebook uses what you '
            f'wrote; a milestone trains again what made history.</p><ol class="map">{"".join(rows)}</ol></section>')


def make(site, notebooks):
    name, lead, commands, program, prints = readme()
    has_pandoc = {"lessons", "notebooks"} & set(site.sections) or None
    picture = pathlib.Path("tools/pictures/demo-attention.svg").read_text()
    picture = picture[picture.find("<svg"):].replace("<svg", '<svg role="img" aria-label="Attention of a small transformer that writes a word backwards"', 1)
    parts = [f'<div class="front"><h1>{name}</h1><p class="lead">{html.escape(lead)}</p>{code(chr(10).join(commands), "bash", has_pandoc)}'
             '<p class="hint">gcc or clang, and make: no more is needed to see it work.</p>'
             f'<figure class="picture">{picture}</figure><p class="hint">What <code>make demo</code> draws: to write a word backwards, '
             'each place looks at its mirror image.</p></div>', doors(site)]
    if has_pandoc:
        parts.append(course(site, notebooks))
    if program:
        parts.append(f'<section class="part"><h2 id="program">A program of your own</h2><p>Attention learns to average what it may see.</p>'
                     f'{code(program, "c", has_pandoc)}<pre class="said">{html.escape(prints.rstrip())}</pre></section>')
    if "explorer" in site.sections:
        listed = "".join(f'<li><a href="explorer/{p.name}">{html.escape(title)}</a><span>{html.escape(intro)}</span></li>'
                         for p, title, intro in explorer.pages(site))
        parts.append(f'<section class="part"><h2 id="graphs"><a href="explorer/index.html">Graphs to walk through</a></h2><ul class="cards wide">{listed}</ul></section>')
    if "api" in site.sections:
        rooms = "".join(f'<li><a href="api/{api.page_of(h)}">{pathlib.Path(h).name}</a><span>{html.escape(api.essay(pathlib.Path(h).read_text())[0].partition(" - ")[2])}</span></li>'
                        for h in api.ROOM_HEADERS)
        parts.append(f'<section class="part"><h2 id="reference"><a href="api/index.html">Reference</a></h2><ul class="cards wide">{rooms}</ul></section>')
    if (site.root / "about.html").exists():
        parts.append('<p class="beside"><a href="about.html">All of it on one page: who goes where, how it is built, what it stands on</a></p>')
    site.write("index.html", "Kindling", "".join(parts))
    print(f"  {site.root}/index.html", flush=True)
