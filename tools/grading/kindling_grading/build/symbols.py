"""symbols.py - what the course's own objects define, and what a student's may call unnoticed."""
from __future__ import annotations

import re
from pathlib import Path

from kindling_grading.build import commands
from kindling_grading.course import ROOMS, ROOT, bare
from kindling_grading.errors import SuiteError

# Of the engine, and not for exercises: it says what becomes of a failed check.
WITHHELD = {"kindling_on_fail"}


def words_of(path: Path) -> set[str]:
    """A list of names with comments."""
    lines = path.read_text().splitlines() if path.is_file() else []
    return {word for line in lines if not line.startswith("#") for word in line.split()}


LIBRARY = words_of(ROOT / "tools/course/library.txt")


def symbols(objects: list[Path]) -> tuple[set[str], set[str]]:
    """Global functions and variables that are defined, and those that are wanted from elsewhere."""
    listing = commands.run(["nm", "-P", *map(str, objects)]) if objects else ""
    rows = [line.split(" ") for line in listing.splitlines() if " " in line]
    defined = {row[0] for row in rows if len(row) > 1 and row[1] in "TDBRCVW"}
    return defined, {row[0] for row in rows if len(row) > 1 and row[1] in "Uwv"} - defined


def public_functions(rooms: tuple[str, ...]) -> set[str]:
    """Every name in the headers of these rooms that is followed by an open bracket, comments left
    out."""
    text = "".join(p.read_text() for room in rooms for p in sorted((ROOT / room).rglob("*.h")))
    return set(re.findall(r"\b([a-z_][a-z0-9_]*)\(", "\n".join(bare(text))))


def allowed(objects: dict[str, Path], rooms: set[str]) -> set[str]:
    """What a student's file may call unnoticed: what the reference calls, the rooms below its own,
    plain C."""
    own, wanted = symbols(list(objects.values()))
    top = max(ROOMS.index(room) for room in rooms)
    return own | wanted | public_functions(ROOMS[: max(1, top)]) | LIBRARY


def contract(objects: dict[str, Path], wrapped: set[str], refused: set[str] = frozenset()) -> set[str]:
    """What is global for a student's files, and nothing else is: the engine's functions but those
    that all of them may not call, plain C, what the model answers call. Whoever calls a wrapped
    function gets its wrapper; the function itself is nobody's to call."""
    names = symbols(list(objects.values()))[1] | public_functions(ROOMS) - refused | LIBRARY | {"_start"}
    return names - WITHHELD - wrapped | {f"__wrap_{name}" for name in wrapped}


def closed(whole: Path, names: set[str], asked: set[str] = frozenset()) -> Path:
    """whole.o with only these names global, as rest.o: what is local in it can be neither called
    nor replaced. Fails if it holds a function that is asked for: a model answer would answer for a
    student."""
    rest = whole.with_name(whole.name.replace("whole", "rest"))
    kept, fresh = rest.with_suffix(".names"), rest.with_suffix(".new")
    text = "".join(f"{name}\n" for name in sorted(names))
    if rest.is_file() and kept.is_file() and rest.stat().st_mtime_ns >= whole.stat().st_mtime_ns and kept.read_text() == text:
        return rest
    if answers := symbols([whole])[0] & asked:
        raise SuiteError(f"{whole} holds what students are asked for: {', '.join(sorted(answers))}")
    kept.write_text(text)
    commands.run(["objcopy", "--discard-all", f"--keep-global-symbols={kept}", str(whole), str(fresh)])
    fresh.rename(rest)
    return rest
