"""declarations.py - what the headers declare, and what is said there about it, in the order of
reading.

The headers are kept so that little is needed to read them: a declaration begins in the first
column, words about it stand in a comment above it or behind it, and of an #ifdef the other branch
counts. The reference (api.py), completion in Jupyter and the Python binding all read them through
this file.
"""
import pathlib
import re
from dataclasses import dataclass, field

TREE = pathlib.Path(__file__).resolve().parents[2]
ROOMS = re.search(r"^ROOMS := (.*)", (TREE / "Makefile").read_text(), re.M)[1].split()


def parts(header):
    """Those of a room's own headers that its header includes, with what is said behind."""
    found = re.findall(r'^#include "(\w[\w/]*\.h)"(?: */\* (.*) \*/)?', (TREE / header).read_text(), re.M)
    return {f"{pathlib.Path(header).parent}/{part}": words for part, words in found}


ROOM_HEADERS = [f"{room}/{room}.h" for room in ROOMS]
HEADERS = [h for room in ROOM_HEADERS for h in (room, *parts(room))] + ["tools/notebook/notebook.h"]


@dataclass
class Entry:
    name: str
    header: str
    line: int
    end: int
    text: str            # the declaration, as C
    above: str = ""      # what is said above it
    behind: str = ""     # ... and behind it
    is_type: bool = False


PIECE = re.compile(r'(?P<comment>/\*.*?\*/)|(?P<text>"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')|(?P<directive>^#(?:\\\n|/\*.*?\*/|[^\n])*)'
                   r'|(?P<open>[({\[])|(?P<close>[)}\]])|(?P<end>;)|(?P<line>\n)|.', re.S | re.M)
ATTRIBUTE = re.compile(r"__attribute__\(\((?:[^()]|\([^()]*\))*\)\)\s*")


def words(comment):
    return re.sub(r"\n\s*\* ?", "\n", comment[2:-2])


def without_comments(text):
    return " ".join(re.sub(r"/\*.*?\*/", " ", text, flags=re.S).split())


def name_of(text):
    """What a declaration declares: a function, a type, a variable; of enumerators without a name,
    the first."""
    plain = ATTRIBUTE.sub("", without_comments(text))
    pointer = re.match(r"typedef\b[^;({]*(?:\(\*|\b(?=\w+\())(\w+)\)?", plain)
    if pointer:
        return pointer[1]
    enum = re.match(r"enum\s*(\w*)\s*\{\s*(\w+)", plain)
    if enum:
        return enum[1] or enum[2]
    kind = re.match(r"(?:struct|union)\s+(\w+)\s*[{;]", plain)
    if kind:
        return kind[1]
    if plain.startswith("typedef") or "(" not in plain:
        return re.search(r"(\w+)(?:\[[^\]]*\])*\s*(?:=.*)?;$", plain)[1]
    return re.match(r"[^(]*?(\w+)\(", plain)[1]


def is_type(text):
    return re.match(r"(typedef|struct|union|enum)\b", text) is not None


def shown(text):
    """A function or variable on one line; a type as it stands in the header."""
    if is_type(text):
        return text
    # an #endif behind an attribute's #if
    body = without_comments(re.sub(r"(?m)^#.*", "", ATTRIBUTE.sub("", text)))
    return re.sub(r"\s*\{.*", ";", body) if body.endswith("}") else body


def definition(text):
    """#define as the reference shows it: its value only where that is short; None: nothing of the
    sort."""
    define = re.match(r"#define (\w+)(\([^)]*\))?(.*)", text, re.S)
    if define is None or re.match(r"KINDLING_(?!VERSION)", define[1]):
        return None
    value = without_comments(define[3].replace("\\\n", " "))
    if len(value) >= 50 or "..." in (define[2] or ""):
        value = ""
    return define[1], f"#define {define[1]}{define[2] or ''} {value}".rstrip()


@dataclass
class Reader:
    """What has been read so far of one header."""
    header: str
    found: list = field(default_factory=list)
    above: str = ""
    begin: int = None     # of the declaration that is being read
    depth: int = 0
    hidden: list = field(default_factory=list)  # of each #if that is open: does its branch count?

    def add(self, name, text, line, end):
        self.found.append(Entry(name, self.header, line, end, text, self.above, "", is_type(text)))
        self.above = ""

    def directive(self, text, line):
        word = re.match(r"#\s*(\w+)", text)[1]
        if word in ("if", "ifdef", "ifndef"):
            self.hidden.append(word == "ifdef")
        elif word in ("else", "elif"):
            self.hidden[-1] = not self.hidden[-1]
        elif word == "endif":
            self.hidden.pop()
        elif word == "define" and not any(self.hidden):
            named = definition(text)
            if named is not None and not re.search(r"_H$", named[0]):
                self.add(*named, line, line + text.count("\n"))
                said = re.search(r"/\*.*?\*/", text, re.S)
                self.found[-1].behind = words(said[0]) if said else ""

    def comment(self, text, before, line):
        if before.strip():          # behind the declaration that ends in this line
            if self.found and self.found[-1].end == line:
                self.found[-1].behind = words(text)
        elif line > 1 and not text.startswith("/* ----"):
            self.above = words(text)


def read(header, text=None):
    """The entries of one header."""
    text = (TREE / header).read_text() if text is None else text
    r = Reader(header)
    line, last = 1, 0
    for m in PIECE.finditer(text):
        line, last = line + text.count("\n", last, m.start()), m.start()
        if m["directive"] and r.begin is None:
            r.directive(m[0], line)
        elif any(r.hidden) or m["line"]:
            continue
        elif m["comment"] and r.begin is None:
            r.comment(m[0], text[text.rfind("\n", 0, m.start()) + 1:m.start()], line)
        elif not m["comment"] and (r.begin is not None or not m[0].isspace()):
            if r.begin is None:
                r.begin = m.start()
            r.depth += bool(m["open"]) - bool(m["close"])
            body = m[0] == "}" and re.search(r"\)\s*\{", text[r.begin:m.end()].split("{")[0] + "{")
            if r.depth == 0 and (m["end"] or body and not is_type(text[r.begin:])):
                whole = text[r.begin:m.end()]
                if not re.fullmatch(r"struct \w+;", whole):
                    r.add(name_of(whole), shown(whole), text.count("\n", 0, r.begin) + 1, line)
                r.begin = None
    return r.found


def read_in_groups(header, text=None):
    """The entries of one header; words above lines that follow each other are for all of them. Of
    those with words beside them, too, the first begins another group."""
    text = (TREE / header).read_text() if text is None else text
    lines, before, found = text.split("\n"), None, read(header, text)
    for e in found:
        follows = before is not None and all(line.strip() for line in lines[before.end:e.line - 1])
        if not e.above and follows and (before.behind or not e.behind):
            e.above = before.above
        before = e
    return found


def entries():
    return [e for header in HEADERS for e in read(header)]
