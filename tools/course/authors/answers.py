"""answers.py - what of an engine file is a model answer, and what everybody is given.

An engine file holds a whole idea; a function that a module asks for carries a word, EXERCISE
(tensor/engine.h). From that word alone a file is cut in two:

    the given part  without those functions, and without what only they use: what an edition ships, what a graded program holds
    the answer      to one starting file: the functions that it asks for, and what they use

    answers.py given nn/optim/adam.c             the given part; nothing, if nothing is left
    answers.py given nn/optim/adam.c 07_optimizers ...   the same, but only these modules' functions are taken out
    answers.py answer 07_optimizers adam.c       the answer to modules/07_optimizers/adam.c
    answers.py file 07_optimizers adam.c         the engine's file that it stands in
    answers.py files 07_optimizers ...           all of these modules, with their fast twins
    answers.py marked                            every engine file with an exercise in it
    (a module is 07_optimizers, 07 or 7)
    answers.py check                             what cannot be cut: a variable that both sides would have, each its own

A file is read as a row of items: includes, declarations, functions, each with the comment above it.
Invariant: an item is taken whole or not at all, and the order stays.
"""
from __future__ import annotations

import functools
import re
import sys
from dataclasses import dataclass
from pathlib import Path

MARK = "EXERCISE"
ROOT = Path(__file__).absolute().parents[3]  # not where a link leads: a tree may be made of links
# Comments, strings and characters count as one; a line of the preprocessor goes to its end.
PIECE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|^[ \t]*#(?:\\\n|[^\n])*|\n|.', re.S | re.M)
WORD = re.compile(r"[A-Za-z_]\w*")
# a member of a struct is no use of what has its name
USED = re.compile(r"(?<!->)(?<![.\w])[A-Za-z_]\w*")


@dataclass
class Item:
    text: str  # with the comment above it
    code: str  # without comments and strings

    @functools.cached_property
    def is_function(self) -> bool:
        return self.code.rstrip().endswith("}") and re.search(r"\)\s*\{", self.code) is not None and "=" not in self.head

    @functools.cached_property
    def head(self) -> str:
        return self.code.split("{")[0]

    @functools.cached_property
    def name(self) -> str:
        """Of a function: the first word that a bracket follows, and that is no attribute."""
        words = re.findall(r"([A-Za-z_]\w*)\s*\(", self.head)
        return next((w for w in words if not w.startswith("__") and w.upper() != w), "") if self.is_function else ""

    @functools.cached_property
    def is_marked(self) -> bool:
        return self.is_function and re.match(rf"\s*{MARK}\b", self.code) is not None

    @functools.cached_property
    def is_local(self) -> bool:
        """Of this file only: it may be left out when nobody uses it."""
        return re.search(r"\bstatic\b", self.head) is not None or re.match(r"\s*(#\s*define|typedef|struct|enum|union)\b", self.code) is not None

    @functools.cached_property
    def is_state(self) -> bool:
        """A static variable that may change."""
        said = self.code.split("=")[0]
        if self.is_function or not re.match(r"\s*static\b", said) or ("=" not in self.code and re.search(r"\w\s*\([^*]", said)):
            return False
        outside = re.sub(r"\{[^{}]*\}", " ", said)
        return re.search(r"\bconst\b", outside[outside.rfind("*") + 1:]) is None

    @functools.cached_property
    def is_kept(self) -> bool:
        """Includes, conditions: always there, and no reason for anything else to be."""
        return re.match(r"\s*#\s*(?!define)", self.code) is not None

    @functools.cached_property
    def is_comment(self) -> bool:
        return not self.code.strip()

    @functools.cached_property
    def words(self) -> set[str]:
        return set(USED.findall(self.code))

    @functools.cached_property
    def names(self) -> set[str]:
        """What others may call it by. Of an enum, and of a type that is a function's, all its
        words."""
        if self.is_function:
            return {self.name}
        if define := re.match(r"\s*#\s*define\s+(\w+)", self.code):
            return {define[1]}
        if re.search(r"\benum\b", self.head) or re.match(r"\s*typedef\b[^{]*\(", self.code):
            return self.words
        outside = self.code
        while (inner := re.sub(r"\{[^{}]*\}|\([^()]*\)", " ", outside)) != outside:
            outside = inner
        tag = re.match(r"\s*(?:typedef\s+)?(?:struct|union)\s+(\w+)", self.code)
        return set(re.findall(r"([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?=[=,;])", outside)) | ({tag[1]} if tag else set())


@functools.lru_cache(maxsize=1024)
def items_of(text: str) -> list[Item]:
    """In order; together they are the text."""
    found: list[Item] = []
    start = depth = 0
    code: list[str] = []
    said = False  # anything but comments and blanks since start

    def end(at: int) -> None:
        nonlocal start, code, said
        found.append(Item(text[start:at], "".join(code)))
        start, code, said = at, [], False

    for piece in PIECE.finditer(text):
        word = piece[0]
        if word.startswith(("/*", "//")):
            code.append(" ")
            continue
        code.append('""' if word[0] in "\"'" else word)
        if word.lstrip().startswith("#") and len(word) > 1:
            said = True
            if depth == 0:
                end(piece.end())
        elif word in "{(":
            depth += 1
            said = True
        elif word in "})":
            depth -= 1
            following = text[piece.end():].lstrip(" \t")
            if word == "}" and depth == 0 and following[:1] == "\n" and re.search(r"\)\s*\{", "".join(code)) and "=" not in "".join(code).split("{")[0]:
                end(piece.end())
        elif word == ";" and depth == 0:
            # a comment behind it, on its line
            rest = re.match(r"[ \t]*/\*[^\n]*\*/", text[piece.end():])
            end(piece.end() + (rest.end() if rest else 0))
        elif word == "\n" and not said and "".join(code).isspace() and text[start:piece.start()].strip() and text[piece.end():piece.end() + 1] == "\n":
            end(piece.end())  # a comment of its own, as a blank line follows
        elif not word.isspace():
            said = True
    if text[start:]:
        found.append(Item(text[start:], "".join(code)))
    # a comment that follows ; on its line was taken along
    return [item for item in found if item.text]


def reached(items: list[Item], roots: list[Item]) -> list[Item]:
    """These, and the local items that they use."""
    inside, open_ = set(map(id, roots)), list(roots)
    while open_:
        words = open_.pop().words
        for item in items:
            if id(item) not in inside and item.is_local and item.names & words:
                inside.add(id(item))
                open_.append(item)
    return [item for item in items if id(item) in inside or item.is_kept]


def is_banner(item: Item) -> bool:
    return item.is_comment and "----" in item.text


def text_of(items: list[Item], taken: list[Item], with_title: bool) -> str:
    """The taken ones with the comments that belong to them; "" if nothing but includes is left."""
    inside = set(map(id, taken))
    if all(item.is_kept for item in taken):
        return ""
    parts: list[str] = []
    pending: list[str] = []  # comments of their own wait for what they are about
    for number, item in enumerate(items):
        if item.is_comment:
            if number == 0:
                parts += [item.text] if with_title else []
            else:
                pending = [item.text] if is_banner(item) else [*pending, item.text]
        elif id(item) in inside:
            parts += pending + [item.text]
            pending = []
        elif not item.is_kept:
            pending = [p for p in pending if "----" in p]
    return re.sub(r"\n{3,}", "\n\n", "".join(parts).lstrip("\n")).rstrip("\n") + "\n"


def given(text: str, names: set[str] | None = None) -> str:
    """An engine file without its marked functions (those of these names), and what only they
    use."""
    items = items_of(text)
    return text_of(items, reached(items, given_roots(items, names)), with_title=True)


def given_roots(items: list[Item], names: set[str] | None = None) -> list[Item]:
    return [item for item in items if not item.is_local and not item.is_comment and not item.is_kept and
            not (item.is_marked and (names is None or item.name in names))]


def shared_state(text: str) -> set[str]:
    """Static variables that change and that both sides of a cut use: each side would have one of
    its own."""
    items = items_of(text)
    given_side, answer_side = (set(map(id, reached(items, roots))) for roots in (given_roots(items), [i for i in items if i.is_marked]))
    return {name for item in items if item.is_state and id(item) in given_side & answer_side for name in item.names}


@functools.lru_cache
def lines_of_answers(text: str, name: str = "") -> set[int]:
    """Numbers, from 0 and without those of the marks, of the lines of all marked functions and of
    what they use, or of one function."""
    items, found, at = items_of(text), set(), 0
    named = [item for item in items if item.name == name]
    taken = set(map(id, named if name else reached(items, [item for item in items if item.is_marked])))
    for item in items:
        lines = [line for line in item.text.split("\n") if line != MARK]
        found |= set(range(at, at + len(lines))) if id(item) in taken and not item.is_kept else set()
        at += len(lines) - 1  # the next item begins on the last line of this one
    return found


def answer(text: str, names: set[str] | None = None, mark: bool = False) -> str:
    """Of an engine file the marked functions (of these names), and what they use; without the mark,
    unless it is wanted."""
    items = items_of(text)
    roots = [item for item in items if item.is_marked and (names is None or item.name in names)]
    made = text_of(items, reached(items, roots), with_title=False)
    return made if mark else re.sub(rf"^{MARK}\n", "", made, flags=re.M)


# ---- the tree ------------------------------------------------------------------------------------


def rooms(top: Path = ROOT) -> list[str]:
    return re.search(r"^ROOMS := (.*)$", (top / "Makefile").read_text(), re.M)[1].split()


@functools.lru_cache
def marked(top: Path = ROOT) -> dict[str, set[str]]:
    """Engine file -> names of its marked functions."""
    found = {}
    for path in sorted(p for room in rooms(top) for p in (top / room).rglob("*.c")):
        text = path.read_text()
        if re.search(rf"^{MARK}$", text, re.M):
            found[path.relative_to(top).as_posix()] = {item.name for item in items_of(text) if item.is_marked}
    return found


def asked(text: str) -> set[str]:
    """What a starting file defines for everybody."""
    return {item.name for item in items_of(text) if item.is_function and not item.is_local}


def home(names: set[str], top: Path = ROOT) -> str:
    """The engine file that answers: the plain twin, where there are two."""
    found = [path for path, here in marked(top).items() if names and names <= here]
    return min(found, key=lambda p: ("/plain/" not in p, p), default="")


def answer_to(starting: str, top: Path = ROOT) -> str:
    """The answer to a starting file, by its text; "" if the engine has none."""
    names = asked(starting)
    path = home(names, top)
    return answer((top / path).read_text(), names) if path else ""


def handed_in(module: str, edited: dict[str, str], top: Path = ROOT) -> dict[str, str]:
    """The starting files of a module, filled in as edited engine files have it: those that stand in
    one of these."""
    found = {}
    for file in sorted((top / "modules" / module).glob("*.c")):
        names = asked(file.read_text()) if file.name != "measure.c" else set()
        if (path := home(names, top)) in edited:
            found[file.name] = answer(edited[path], names)
    return found


def module_of(word: str) -> str:
    """12_attention of 12, as make takes it."""
    found = [p.name for p in (ROOT / "modules").glob("[0-9][0-9]_*") if word in (p.name, p.name[:2], p.name[:2].lstrip("0"))]
    return found[0] if found else sys.exit(f"there is no module {word}")


def asked_by(modules: list[str]) -> set[str]:
    return {name for module in map(module_of, modules) for file in (ROOT / "modules" / module).glob("*.c") if file.name != "measure.c"
            for name in asked(file.read_text())}


def main() -> int:
    command, *words = sys.argv[1:] or [""]
    if command == "given" and words:
        sys.stdout.write(given(Path(words[0]).read_text(), asked_by(words[1:]) if words[1:] else None))
    elif command == "files" and words:
        print(" ".join(path for path, here in marked().items() if here & asked_by(words)))
    elif command in ("answer", "file") and len(words) == 2:
        path = ROOT / "modules" / module_of(words[0]) / words[1]
        if not path.is_file():
            sys.exit(f"{path.parent.name} asks for {', '.join(sorted(p.name for p in path.parent.glob('*.c') if p.name != 'measure.c'))}, and not for {path.name}")
        starting = path.read_text()
        print(home(asked(starting)) if command == "file" else answer_to(starting), end="\n" if command == "file" else "")
    elif command == "check" and not words:
        wrong = [f"{path}: {name} changes, and an answer uses it as well as what is given: cut in two, it would be two variables"
                 for path in marked() for name in sorted(shared_state((ROOT / path).read_text()))]
        print("\n".join(wrong) or "every engine file can be cut")
        return 1 if wrong else 0
    elif command == "marked" and not words:
        print("\n".join(marked()))
    else:
        sys.exit("usage: answers.py given FILE [MODULE ...] | files MODULE ... | answer MODULE FILE | file MODULE FILE | marked | check")
    return 0


if __name__ == "__main__":
    sys.exit(main())
