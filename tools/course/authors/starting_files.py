"""starting_files.py - a starting file holds the functions to write, and no code of the engine.

    starting_files.py 12_attention ...    says where six consecutive lines of engine code stand in one of the
                                          module's starting files, and which file of the engine they are from

Comments, includes, prototypes, signatures, blank lines and lone braces are no code and count for
nothing; indents do not matter.
"""
from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

RUN = 6

# Strings first, so that /* in one of them begins no comment.
STRING_OR_COMMENT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|/\*.*?\*/|//[^\n]*', re.S)
SIGNATURE = re.compile(r"^[A-Za-z_][\w\s*]*\([^{};=]*\)\s*[;{]?$")


class Line(NamedTuple):
    number: int
    text: str


def without_comments(source: str) -> list[str]:
    bare = STRING_OR_COMMENT.sub(lambda m: "\n" * m[0].count("\n") if m[0][0] == "/" else m[0], source)
    return [" ".join(line.split()) for line in bare.split("\n")]


def depth_after(depth: int, line: str) -> int:
    line = re.sub(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'', "", line)
    return depth + line.count("{") - line.count("}")


def code_of(file: Path) -> list[Line]:
    """The lines of code of a C file, with their numbers."""
    found: list[Line] = []
    outside: list[Line] = []  # of one declaration outside of functions, which may be a signature
    depth = 0
    for number, text in enumerate(without_comments(file.read_text()), 1):
        before, depth = depth, depth_after(depth, text)
        if not text or text.startswith("#include"):
            continue
        if before > 0 or text.startswith("#"):
            found.append(Line(number, text))
            continue
        outside.append(Line(number, text))
        if text[-1] not in ";{}":
            continue
        if not SIGNATURE.match(" ".join(line.text for line in outside)):
            found += outside
        outside = []
    return [line for line in found if line.text.strip("{};")]


def runs(lines: list[Line]) -> list[tuple[str, ...]]:
    return [tuple(line.text for line in lines[i:i + RUN]) for i in range(len(lines) - RUN + 1)]


def engine() -> dict[tuple[str, ...], str]:
    """Every run of lines, and where it stands."""
    makefile = Path("Makefile").read_text()
    rooms = re.findall(r"^ROOMS := (.*)$", makefile, re.M)[0].split()
    found: dict[tuple[str, ...], str] = {}
    for file in sorted(f for room in rooms for f in Path(room).rglob("*.[ch]")):
        lines = code_of(file)
        for line, run in zip(lines, runs(lines)):
            found.setdefault(run, f"{file}:{line.number}")
    return found


def copies(module: str, engines: dict[tuple[str, ...], str]) -> list[str]:
    """One sentence for each starting file with a copy."""
    found = []
    for file in sorted(Path("modules", module).glob("*.c")):
        if file.name == "measure.c":
            continue
        lines = code_of(file)
        same = [(line.number, engines[run]) for line, run in zip(lines, runs(lines)) if run in engines]
        if same:
            found.append(f"{file}:{same[0][0]}: {RUN} lines are those of {same[0][1]}: give them a file of their own there")
    return found


def main() -> int:
    found = [sentence for engines in [engine()] for module in sys.argv[1:] for sentence in copies(module, engines)]
    for sentence in found:
        print(sentence)
    return found != []


if __name__ == "__main__":
    sys.exit(main())
