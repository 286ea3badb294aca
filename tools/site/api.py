"""api.py - the reference: what the headers declare (declarations.py), in the order in which a
header is read.

A page is a header, a section is a banner (a file of the engine), an entry is what stands there
without a blank line between: declarations, and the words above and behind them. What no header says
is found by uses.py.
"""
import html
import pathlib
import re

import declarations
import pages
import uses
from declarations import HEADERS, ROOM_HEADERS, ROOMS, parts

BANNER = re.compile(r"/\* -{4} (.*?) -+ \*/")


def page_of(header):
    return pathlib.Path(header).stem + ".html"


# ---- pages ------------------------------------------------------------------------------------

class Links:
    def __init__(self, entries):
        self.entry = {}  # of a struct that is announced first, the one with its members
        for e in entries:
            if e.name not in self.entry or "{" in e.text:
                self.entry[e.name] = e
        self.place = {name: f"{page_of(e.header)}#{name}" for name, e in self.entry.items()}
        self.types = {e.name for e in entries if e.is_type}

    def in_code(self, text, name=""):
        """C with its types linked, its comments set apart and the name that it declares in bold."""
        def one(m):
            comment, word = m.groups()
            if comment:
                return f'<span class="co">{self.in_prose(comment, False)}</span>'
            if word == name:
                return f"<b>{word}</b>"
            if word in self.types:
                return f'<a href="{self.place[word]}">{word}</a>'
            return word or html.escape(m.group(0))
        return re.sub(r"(/\*.*?\*/)|([A-Za-z_]\w*)|[^/A-Za-z_]|/(?!\*)", one, text, flags=re.S)

    def in_prose(self, text, mark=True):
        def one(m):
            word = m.group(0)
            if word in self.place and ("_" in word or word.isupper() and len(word) > 1):
                inner = f"<code>{word}</code>" if mark else word
                return f'<a href="{self.place[word]}">{inner}</a>'
            return word
        return re.sub(r"[A-Za-z_]\w*", one, html.escape(text, quote=False))


def prose(text, links):
    """Paragraphs; what is indented stays as it is."""
    out = []
    for part in re.split(r"\n[ \t]*\n", text.strip("\n")):
        lines = part.rstrip().split("\n")
        while lines:
            indented = lines[0].startswith("    ")
            n = next((i for i, l in enumerate(lines) if l.startswith("    ") != indented), len(lines))
            block = "\n".join(lines[:n])
            if indented:
                out.append(f"<pre>{links.in_code(re.sub('(?m)^    ', '', block))}</pre>")
            elif block.strip():
                out.append("<p>" + links.in_prose(" ".join(block.split())) + "</p>")
            lines = lines[n:]
    return "".join(out)


def blocks(entries, lines):
    """Declarations belong together if no blank line parts them, and no words that are for some of
    them only."""
    groups = []
    for e in entries:
        near = groups and not e.above and all(l.strip() for l in lines[groups[-1][-1].end:e.line - 1])
        near = near and not (e.behind and groups[-1][0].above and not groups[-1][-1].behind)
        if near:
            groups[-1].append(e)
        else:
            groups.append([e])
    return groups


def at_work(e, use, files, links):
    """A line that calls it, what it says of bad input, and where more is to be read. files: pages
    of sources, or None."""
    parts, more = [], []
    if use.example and e.text.endswith(";"):
        line, whose, place = use.example
        if isinstance(place, tuple):
            place = files.page(*place) if files else None
        parts.append(f'<pre class="example"><code>{links.in_code(line)}</code></pre>')
        more.append(f'example from <a href="../{place}">{whose}</a>' if place else f"example from {whose}")
    if use.errors:
        said = "".join(f"<li>{html.escape(s)}</li>" for s in use.errors[:4])
        parts.append(f'<details class="errors"><summary>What it says of bad input</summary><ul>{said}</ul></details>')
    if use.exercise:
        more.append(f'<a href="../{use.exercise[1]}">exercise {use.exercise[0]}</a>')
    for folder in ("lessons", "notebooks"):
        numbers = [f'<a href="../{place}">{n}</a>' for n, place in list(use.pages[folder].items())[:6]]
        rest = len(use.pages[folder]) - len(numbers)
        if numbers:
            more.append(f'{folder if len(numbers) > 1 else folder[:-1]} {", ".join(numbers)}{f" and {rest} more" if rest else ""}')
    if files:
        file, line = use.source or (e.header, e.line)
        more.append(f'<a href="../{files.page(file, line)}">{pathlib.Path(file).name}:{line}</a>')
        if use.test:
            more.append(f'<a href="../{files.page(use.test)}">its test</a>')
    return "".join(parts) + (f'<p class="uses">{" &middot; ".join(more)}</p>' if more else "")


def shown(group, links, found, files):
    above = prose(group[0].above, links)
    parts = [f'<div class="above">{above}</div>'] if above else []
    for e in group:
        at_home = links.entry[e.name] is e
        place = f' id="{e.name}"' if at_home else ""
        lines = " lines" if "\n" in e.text else ""
        parts.append(f'<pre class="decl{lines}"{place}><code>{links.in_code(e.text, e.name)}</code></pre>')
        if e.behind.strip():
            parts.append(f'<div class="note">{prose(e.behind.strip(), links)}</div>')
        if at_home:
            parts.append(at_work(e, found[e.name], files, links))
    return f'<section class="entry">{"".join(parts)}</section>'


def essay(text):
    first = text[:text.index("*/")]
    title, _, rest = re.sub(r"(?m)^(/| )\* ?", "", first).partition("\n")
    return title.strip(), rest.strip("\n")


def title_of(files, header):
    """What the first of a banner's files is about, as its own first line says; else its name in
    words."""
    name = files.split(",")[0].split()[0]
    for file in sorted(pathlib.Path(pathlib.Path(header).parts[0]).rglob(name)):
        first = file.read_text(encoding="utf-8").split("\n")[0]
        for ends in ("[.:;]", "[.:;,]"):  # of a long sentence the part before its first comma
            said = re.match(rf"/\* {re.escape(name)} - (.+?)(?:{ends}(?=\s)|\s\*/|\.?$)", first)
            if said and len(said[1]) <= 60:
                return said[1]
    return re.sub(r"^op_", "", name.removesuffix(".c")).replace("_", " ")


def heading(banner, header):
    """scores.c, sdpa.c: what they do -> the files and a title."""
    files, _, title = banner.partition(": ") if re.search(r"\.c\b", banner) else ("", "", banner)
    title = title or title_of(files, header)
    name = re.sub(r"[^a-z0-9]+", "-", banner.lower()).strip("-")  # a file may have several sections
    small = f' <code class="files">{html.escape(files)}</code>' if files else ""
    return f'<h2 id="in-{name}">{html.escape(title[0].upper() + title[1:], quote=False)}{small}</h2>'


def page(header, entries, text, links, found, files):
    lines = text.split("\n")
    title, rest = essay(text)
    name, _, what = title.partition(" - ")
    body = [f'<h1>{name}</h1><p class="lead">{html.escape(what[0].upper() + what[1:])}</p>{prose(rest, links)}']
    marks = [(i, m.group(1)) for i, l in enumerate(lines, 1) if (m := BANNER.match(l))]
    for begin, end, banner in zip([0] + [i for i, _ in marks], [i for i, _ in marks] + [len(lines) + 1],
                                  [None] + [b for _, b in marks]):
        here = [e for e in entries if begin < e.line < end]
        if here:
            body.append(heading(banner, header) if banner else "")
            body += [shown(group, links, found, files) for group in blocks(here, lines)]
    if header in ROOM_HEADERS:
        body.append(listed((p, pathlib.Path(p).name, words) for p, words in parts(header).items()))
    return name, what, "".join(body)


def listed(headers):
    """Header, name, what it holds."""
    return "<dl>" + "".join(f'<dt><a href="{page_of(h)}">{name}</a></dt><dd>{html.escape(what)}</dd>'
                            for h, name, what in headers) + "</dl>"


class Reference:
    """Read first, since all other pages lead to its names (site.names); its pages are made when
    those pages are there."""

    def __init__(self, site):
        self.site = site
        self.entries = declarations.entries()
        self.text = {h: pathlib.Path(h).read_text() for h in HEADERS}
        self.links = Links(self.entries)
        site.names = self.links.place

    def make(self, files=None):
        """files: pages of sources (sources.py); None: without links to them."""
        found = uses.find(self.links.place, [*ROOMS, "tools/notebook"], self.site.root)
        made = [(h, *page(h, [e for e in self.entries if e.header == h], self.text[h], self.links, found, files)) for h in HEADERS]
        order = [(page_of(header), name) for header, name, _, _ in made]
        for i, (header, name, _, body) in enumerate(made):
            self.site.write(f"api/{page_of(header)}", name, body, *pages.neighbours(order, i))
        rooms = listed((h, name, what[0].upper() + what[1:]) for h, name, what, _ in made)
        names = sorted(self.links.place, key=str.lower)
        letters = {}
        for n in names:
            letters.setdefault(n[0].upper(), []).append(f'<li><a href="{self.links.place[n]}"><code>{n}</code></a></li>')
        index = "".join(f'<h3>{k}</h3><ul>{"".join(v)}</ul>' for k, v in letters.items())
        self.site.write("api/index.html", "Reference",
                        f"<h1>Reference</h1><p>The headers, which are the contract: what is said here stands there, in the same "
                        f"order, with a line that uses it, and where it is made.</p>{rooms}<h2 id=\"names\">{len(names)} names</h2>"
                        f"<div class=\"names\">{index}</div>")
