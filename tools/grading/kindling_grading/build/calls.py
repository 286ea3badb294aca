"""calls.py - what a student's file may not call, and why: the words of tools/course/calls.sh.

The banner above a prototype says with which module it comes, /* ---- gemm_steps.c (17): ... */: a
file calls what comes with its own module or before. Exceptions stand in the module's calls.txt:
a name that it may not call all the same, or, with a + in front, one that it may.
"""
from __future__ import annotations

import functools
import re
from pathlib import Path

from kindling_grading.course import ROOMS, ROOT, bare

BANNER = re.compile(r"/\* ---- (.*) -+ \*/")
NUMBER = re.compile(r"\((\d\d)\)")
NAME = re.compile(r"\b([a-z_]\w*)\(")
NOBODYS = "-"  # the engine's own


def comes_with(header: str, none: str = NOBODYS) -> dict[str, str]:
    """What a header's text declares, functions and data -> the number of the banner above it, or
    none."""
    found: dict[str, str] = {}
    number, data = none, False
    for line, code in zip(header.split("\n"), [*bare(header), ""]):
        if banner := BANNER.fullmatch(line):
            said = NUMBER.search(banner[1].partition(": ")[0])
            number = said[1] if said else none
        data = data or re.match(r'extern [^"]', code) is not None
        if data:
            names = re.findall(r"\w+", code)
        elif re.match(r"(?!static |typedef )[A-Za-z_]", code):
            names = NAME.findall(re.sub(r"^__attribute__\(\(.*\)\) ", "", code))[:1]
        else:
            names = []
        for name in names:
            found.setdefault(name, number)
        data = data and ";" not in code
    return found


@functools.lru_cache
def numbers(module: str) -> dict[str, str]:
    """What the headers declare that a file of the module may look into; the lowest number counts."""
    places = [(p, NOBODYS) for room in ROOMS for p in (ROOT / room).rglob("*.h")]
    places += [(p, "00") for place in ("modules", f"tests/course/{module}") for p in (ROOT / place).rglob("*.h")]
    found: dict[str, str] = {}
    for path, none in places:
        for name, number in comes_with(path.read_text(), none).items():
            known = found.get(name, NOBODYS)
            found[name] = number if known == NOBODYS or number != NOBODYS and number < known else known
    return found


def exceptions(path: Path, file: str) -> set[str]:
    """The words of calls.txt for a file; a line "op_add.c: tensor_sub" is about that file only."""
    lines = [line.split() for line in path.read_text().splitlines() if line.strip() and line[0] != "#"] if path.is_file() else []
    return {word for words in lines if not words[0].endswith(":") or words[0] == f"{file}:" for word in words} - {f"{file}:"}


def files_of(modules: list[str]) -> list[str]:
    """The graded ones."""
    return [f"{module}/{p.name}" for module in modules for p in sorted((ROOT / "modules" / module).glob("*.c")) if p.name != "measure.c"]


def of_all(modules: list[str]) -> set[str]:
    """What no file of these modules may call."""
    files = files_of(modules)
    return set.intersection(*(set(refused(file)) for file in files)) if files else set()


@functools.lru_cache(maxsize=None)
def refused(file: str) -> dict[str, str]:
    """What 12_attention/scores.c may not call -> why not."""
    module, name = file.split("/")
    said = exceptions(ROOT / "modules" / module / "calls.txt", name)
    found = {word: f"which does what this module asks you to write (modules/{module}/calls.txt)" for word in said if word[0] != "+"}
    for called, number in numbers(module).items():
        if called in found or f"+{called}" in said:
            continue
        if number == NOBODYS:
            found[called] = "which is the engine's own: no number of a module stands above it in its header"
        elif number > module[:2]:
            found[called] = f"which comes with module {number} (the number above it in its header), later than this one"
    return found
