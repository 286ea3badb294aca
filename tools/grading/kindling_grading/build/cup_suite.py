"""cup_suite.py - what entries of the Kindling cup are built of: the engine as it ships, and a judge
(tools/cup/).

Invariant: the same boxes, the same symbols an entry may call, and the same looks at its objects as
when it is graded.
"""
from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from kindling_grading.build import calls, commands
from kindling_grading.build.sources import header_files, reference_file, refreshed, starting_file
from kindling_grading.build.suite import Suite, locked, toolchain
from kindling_grading.build.symbols import closed, contract, symbols
from kindling_grading.course import ROOT

FOLDER = ROOT / "build/grading/cup"
OPEN = "open.c"  # in tools/cup/ is one to begin with


@dataclass
class Division:
    suite: Suite
    files: list[str]  # what is read of a submission


def keeps(objects: list[Path]) -> list[str]:
    return sorted(symbols(objects)[0] - {"cup_model"})


def divisions(assignment: str) -> tuple[dict[str, Division], Path]:
    """By name; and the program that is trusted (tools/cup/board.c)."""
    with locked(FOLDER):
        said = commands.make_cup(assignment, FOLDER)
        names = [name.removeprefix("modules/") for name in said["files"]]
        answers = {n: next(ROOT / o for o in said["closed"] if Path(o).stem == Path(n).stem) for n in names}
        one = f"{assignment}/{OPEN}"
        begun = (ROOT / "tools/cup" / OPEN).read_bytes()
        stubs = {n: starting_file(n) for n in names} | {one: begun}
        common = Suite(
            assignment=assignment, modules=[assignment], files={}, tests=[], headers=refreshed(FOLDER / "headers", header_files()),
            stubs=refreshed(FOLDER / "stubs", stubs), cc=said["cc"][0], compile_flags=said["compile_flags"], keep={}, link_objects=[],
            link_flags=said["link_flags"], allowed_imports=set(), reference=Path(), sha256="", toolchain=toolchain(said["cc"][0]))
        closed_names = contract(answers, set())
        open_objects = [ROOT / o for o in said["open"]]
        open_names = contract({f"{i}": o for i, o in enumerate(open_objects)}, set()) - {"artefact_of"}
        # Of what an entry replaces the judge holds nothing; all else is the engine as it ships.
        replaced = symbols(list(answers.values()))[0], symbols(open_objects)[0]
        rest = [closed(ROOT / whole, *known) for whole, *known in zip(said["wholes"], (closed_names, open_names), replaced)]
        made = {
            "closed": replace(common, files={assignment: [n.split("/")[1] for n in names]}, keep={n: keeps([o]) for n, o in answers.items()},
                              link_objects=rest[:1], refused={n: calls.refused(n) for n in names},
                              reference_files={n: reference_file(n) for n in names}),
            "open": replace(common, files={assignment: [OPEN]}, keep={one: keeps(open_objects)}, link_objects=rest[1:])}
    wanted = {"closed": [n.split("/")[1] for n in names], "open": [OPEN, "open.bin"]}
    return {word: Division(suite, wanted[word]) for word, suite in made.items()}, FOLDER / "board"
