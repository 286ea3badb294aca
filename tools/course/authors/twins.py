"""twins.py - does another function of the engine do an exercise? Each public function of the same type, where the file may
call it (tools/course/calls.sh), takes the place of the student's function; and so do the adapters of
tests/attacks/adapters.txt, made by hand in the form of strangers.txt. None may pass a test of the exercise.

Of the sources that an edition ships, each function of the same type is copied into the student's file, whatever its own
file keeps for itself with it: what passes then does the exercise in another way, for all to read. It may not be callable.

    twins.py list 12_attention     exercise, function, tabs between: what takes the student's place
    twins.py 12_attention ...      the gate, on the program of many variants. EDITION=dir: of the sources of this edition, unpacked
"""
from __future__ import annotations

import functools
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "grading"))
import answers  # noqa: E402  beside this file
import strangers  # noqa: E402
import variants  # noqa: E402
from kindling_grading.build import calls  # noqa: E402

ADAPTERS = Path("tests/attacks/adapters.txt")
KNOWN = Path("tests/attacks/twins.txt")  # 12.2 mask_causal tensor_mul: why
COPY = "by a copy of "
EDITION = os.environ.get("EDITION", "")
DECLARED = re.compile(r"^(?P<result>.*?)\b(?P<name>[a-z_]\w*)\s*\((?P<takes>.*)\)\s*$", re.S)
QUALIFIERS = re.compile(r"\bOR_NULL\b|\bconst\b|\bKINDLING_CLONES\b|__attribute__\s*\(\(.*?\)\)")


@dataclass(frozen=True)
class Type:
    result: str
    takes: tuple[str, ...]


def bare(words: str) -> str:
    return re.sub(r"\s*\*\s*", "*", " ".join(QUALIFIERS.sub(" ", words).split()))


def argument(words: str) -> str:
    """Of "const long shape[4]" the type, long*."""
    words = re.sub(r"\[[^\]]*\]", "*", bare(words))
    name = re.search(r"(?<=[\s*])[A-Za-z_]\w*(?=\**$)", words)
    return (words[:name.start()] + words[name.end():] if name else words).replace(" ", "")


def type_of(code: str) -> tuple[str, Type] | None:
    """Of a prototype, or of the head of a function, its name and type, qualifiers aside; None: it takes functions, or any number."""
    said = DECLARED.match(QUALIFIERS.sub(" ", code).strip().rstrip(";"))
    if not said or re.search(r"\(|\.\.\.", said["takes"]):
        return None
    takes = tuple(argument(a) for a in said["takes"].split(",")) if said["takes"].strip() != "void" else ()
    return said["name"], Type(bare(said["result"]).replace(" ", ""), takes)


@functools.lru_cache
def prototypes() -> dict[str, tuple[Type, str]]:
    """Function -> its type and its header, of all that headers declare."""
    found: dict[str, tuple[Type, str]] = {}
    for header in sorted(p for room in answers.rooms(Path.cwd()) for p in Path(room).rglob("*.h")):
        for item in answers.items_of(header.read_text()):
            code = item.code.strip()
            if not re.match(r"(static|typedef|extern|#)", code) and "{" not in code and (said := type_of(code)):
                found.setdefault(said[0], (said[1], header.name))
    return found


@dataclass
class Place:
    """Where a student writes a function."""
    exercise: str  # "12.1 attention_scores"
    file: str
    head: str

    @property
    def takes(self) -> str:
        """Names of its arguments, for a call."""
        words = self.head[self.head.index("(") + 1:self.head.rindex(")")]
        return ", ".join(re.findall(r"(\w+)(?:\[\w*\])*$", a.strip())[0] for a in words.split(",")) if words.strip() != "void" else ""


def places(module: str) -> dict[str, Place]:
    """The functions that exercises ask for."""
    found = {}
    for file in sorted(p for p in Path("modules", module).glob("*.c") if p.name != "measure.c"):
        text = file.read_text()
        for item in answers.items_of(text):
            if item.is_function and (said := re.search(r'todo\("(\d\d\.\w+ \w+)"\)', item.text)):
                found[item.name] = Place(said[1], file.name, " ".join(item.head.split()))
    return found


def alike(module: str) -> list[strangers.Answer]:
    """Each exercise by each function of its type that its file may call."""
    found, where = [], places(module)
    for name, place in where.items():
        same = answers.asked(Path("modules", module, place.file).read_text()) | {name}  # what this file defines itself
        kind = type_of(place.head.removeprefix("static "))
        for other, (theirs, header) in prototypes().items():
            if kind and theirs == kind[1] and other not in same and other not in calls.refused(f"{module}/{place.file}"):
                call = f"{'' if theirs.result == 'void' else 'return '}{other}({place.takes});"
                found.append(strangers.Answer(f"{name}_by_{other}", place.exercise, False, f"by {other}", f'#include "{header}"\n{place.head}\n{{\n    {call}\n}}\n'))
    return found


@functools.lru_cache
def shipped() -> list[tuple[str, str, Type]]:
    """Path, name, type of each function that the sources of an edition define."""
    top, found = Path(EDITION or "."), []
    for path in sorted(p for room in answers.rooms(Path.cwd()) for p in (top / room).rglob("*.[ch]")):
        for item in answers.items_of(ship(path)):
            if item.is_function and (said := type_of(re.sub(r"\b(static|inline)\b", " ", item.head))):
                found.append((path, *said))
    return found


@functools.lru_cache
def ship(path: Path) -> str:
    """Of a source what an edition has of it."""
    return path.read_text() if EDITION else answers.given(path.read_text())


def copied(path: Path, name: str, place: Place) -> str:
    """A function of a source, with what its file keeps for itself, and a call of it."""
    items = answers.items_of(ship(path))
    taken = answers.reached(items, [item for item in items if item.name == name])
    text = re.sub(rf"\b{name}\b", f"{name}_copied", "".join(item.text for item in taken))
    back = "" if re.match(r"(static )?void \w", place.head) else "return "
    return f"{text}\n{place.head}\n{{\n    {back}{name}_copied({place.takes});\n}}\n"


def shipped_alike(module: str) -> list[strangers.Answer]:
    """Each exercise by a copy of each function of its type that an edition ships, and that its file may not call."""
    found = []
    for name, place in places(module).items():
        closed = calls.refused(f"{module}/{place.file}")
        kind = type_of(place.head.removeprefix("static "))
        for path, other, theirs in sorted(set(shipped()), key=lambda one: one[:2]):
            if kind and theirs == kind[1] and (other in closed or other not in prototypes()):
                found.append(strangers.Answer(f"{name}_copied_from_{path.stem}_{other}", place.exercise, False, f"{COPY}{other}", copied(path, other, place)))
    return found


def nobodys(module: str) -> dict[str, strangers.Answer]:
    """Each function as it is before it is written: a test that passes then is about another one of its exercise."""
    return {name: strangers.Answer(f"{name}_by_nobody", place.exercise, False, "by nobody",
                                   f'#include "todo.h"\n{place.head}\n{{\n    todo("{place.exercise}");\n}}\n')
            for name, place in places(module).items()}


def by_hand(module: str) -> list[strangers.Answer]:
    """The adapters that call nothing which the file may not call."""
    found = [a for a in strangers.read(ADAPTERS) if a.exercise.startswith(module[:2])]
    where = places(module)
    for one in found:
        if one.function not in where or where[one.function].exercise != one.exercise:
            raise variants.Refused(f"{ADAPTERS}: {module} has no exercise {one.exercise}")
    called = {a.name: set(re.findall(r"\b(\w+)\(", a.code)) for a in found}
    return [a for a in found if not called[a.name] & calls.refused(f"{module}/{where[a.function].file}").keys()]


def earned(answer: strangers.Answer, results: Path) -> list[str]:
    """Tests of its exercise that it passes."""
    rows = [line.split("\t") for line in results.read_text().splitlines()] if results.is_file() else []
    return [row[0] for row in rows if row[3] == answer.exercise and row[2] == "pass" and int(row[1]) + int(row[5])]


def known(module: str) -> set[tuple[str, str]]:
    """(exercise, function) of KNOWN; a test's name in place of a function is any that passes this test and no other; "a copy of" in
    front of a function: it may be read, and not called."""
    lines = [line.split(":")[0].split(" ", 2) for line in KNOWN.read_text().splitlines() if line and line[0] != "#"]
    return {(f"{number} {name}", word) for number, name, word in lines if number.startswith(module[:2])}


def gate(module: str, chosen: list[strangers.Answer]) -> list[str]:
    place = Path("build/twins", module)
    empty = nobodys(module)
    tried = [*chosen, *empty.values()]
    made = variants.build(module, {a.name: a.files(module) for a in tried}, place, unasked={a.name for a in tried if a.words.startswith(COPY)})
    made.results([a.name for a in tried], ["--number", "0", "--all", "--seconds", "2", "--results", "{place}/results"])
    done = {a.name: set(earned(a, place / a.name / "results")) for a in tried}
    passed = {}
    for a in chosen:
        own = [done[empty[item.name].name] for item in answers.items_of(a.code) if item.is_function and item.name in empty]
        passed[a.name] = sorted(done[a.name] - (set.intersection(*own) if own else set()))
    may, used, found = known(module), set(), []
    for a in chosen:
        why = {(a.exercise, word) for word in (a.words.removeprefix("by "), *passed[a.name])} & may
        new = [test for test in passed[a.name] if (a.exercise, a.words.removeprefix("by ")) not in may and (a.exercise, test) not in may]
        used |= why if passed[a.name] else set()
        found += [f"{a.exercise}, {a.words}: passes {', '.join(new)}"] if new else []
        found += [f"{a.exercise}, {a.words}: {made.left_out[a.name]}"] if a.name in made.left_out and not a.words.startswith(COPY) else []
    return found + [f"{KNOWN}: {exercise} {word} is no more" for exercise, word in sorted(may - used)]


def main() -> int:
    listed, wanted = sys.argv[1:2] == ["list"], sys.argv[2 if sys.argv[1:2] == ["list"] else 1:]
    wrong = 0
    for module in map(answers.module_of, wanted):
        chosen = alike(module) + by_hand(module) + shipped_alike(module)
        if listed:
            print("".join(f"{a.exercise}\t{a.words}\n" for a in chosen), end="")
            continue
        found = gate(module, chosen) if chosen else []
        print("\n    ".join([f"  {module}: {len(chosen)} functions in place of a student's, {len(found)} do some of an exercise", *found]), flush=True)
        wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("usage: twins.py [list] 12_attention ...")
    try:
        sys.exit(main())
    except (ValueError, variants.Refused) as why:
        sys.exit(str(why))
