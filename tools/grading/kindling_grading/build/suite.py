"""suite.py - what is graded: tests, files, flags and the trusted program of one assignment.

load() lets make build what is missing (grading.mk), asks the programs for their tests, has
entropy.py decide which of them cannot be guessed, and keeps that decision beside them. Only sources
that a student did not write take part.
Invariant: sha256 covers everything that a grade depends on, and nothing that depends on the
machine's folders or clock: the same sources, flags and compiler give the same number everywhere.
"""
from __future__ import annotations

import fcntl
import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.build import calls, commands, scattered
from kindling_grading.build.commands import ENGINE
from kindling_grading.build.sources import answer_files, header_files, reference_file, refreshed, room_of, starting_file
from kindling_grading.build.symbols import allowed, closed, contract, symbols
from kindling_grading.course import ANSWERS, ROOT
from kindling_grading.errors import SuiteError
from kindling_grading.judge import entropy
from kindling_grading.judge.answers import answers_in
from kindling_grading.judge.naming import Mistakes
from kindling_grading.judge.tests import TestInfo


@dataclass
class Suite:
    assignment: str
    modules: list[str]
    files: dict[str, list[str]]
    tests: list[TestInfo]
    headers: Path
    stubs: Path
    cc: str
    compile_flags: list[str]
    keep: dict[str, list[str]]
    link_objects: list[Path]
    link_flags: list[str]
    allowed_imports: set[str]
    reference: Path
    sha256: str
    toolchain: str
    answers: dict[str, float] = field(default_factory=dict)
    reference_files: dict[str, bytes] = field(default_factory=dict)  # the canary's
    stub_files: dict[str, bytes] = field(default_factory=dict)
    reference_objects: dict[str, Path] = field(default_factory=dict)
    refused: dict[str, dict[str, str]] = field(default_factory=dict)  # by file: calls that it may not make, and why
    cumulative: bool = False
    # in place of link_objects where hidden tests run
    hidden_objects: list[Path] = field(default_factory=list)
    mistakes: Mistakes | None = None  # where failures are named (build/mistakes.py)
    pieces: list[str] = field(default_factory=list)  # of link_objects, and in which order they lie (build/scattered.py)
    layout: int = 0

    @property
    def mode(self) -> str:
        return "cumulative" if self.cumulative else "isolated"


# ---- building ------------------------------------------------------------------------------------


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One builder at a time; the others find everything done."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


# ---- tests ---------------------------------------------------------------------------------------


def hints_in(paths: list[Path]) -> dict[str, list[str]]:
    """The hints of each exercise, and of tests with some of their own, by the line above them
    (tests/README.md)."""
    found: dict[str, list[str]] = {}
    block: list[str] = []
    for line in (line for path in paths if path.is_file() for line in path.read_text().splitlines()):
        if line.startswith("- "):
            block.append(line[2:])
        elif line.startswith("  ") and block:
            block[-1] += " " + line.strip()
        elif line and line[0] != "#":
            block = found.setdefault(line, [])
    return found


def listed(program: Path, assignment: str, hidden: Path | None) -> list[TestInfo]:
    """number, name, points, exercise, file, source, optional points per line of --list; hints.txt
    has the hints."""
    tests = []
    written = hints_in([place / assignment / "hints.txt" for place in (ROOT / "tests/course", hidden) if place])
    for line in commands.run([str(program), "--list"]).splitlines():
        number, name, points, exercise, file, source, optional = line.split("\t")
        is_hidden = hidden is not None and (ROOT / source).resolve().is_relative_to(hidden.resolve())
        hints = written.get(name) or written.get(exercise, [])
        tests.append(TestInfo(name, exercise, file, int(points), hints, is_hidden, number=int(number),
                              optional=int(optional)))
    twice = {t.name for t in tests if sum(o.name == t.name for o in tests) > 1}
    if twice:
        raise SuiteError(f"two tests are called {', '.join(sorted(twice))}")
    if not tests:
        raise SuiteError("there are no tests")
    return tests


def toolchain(cc: str) -> str:
    return commands.run([cc, "--version"]).splitlines()[0] + " " + commands.run([cc, "-dumpmachine"]).strip()


def sources_of(folder: Path) -> dict[str, bytes]:
    """Every source the programs were made of, as the compiler wrote them down."""
    names: set[str] = set()
    for deps in [*folder.rglob("*.d"), *(ROOT / ENGINE).rglob("*.d")]:
        names.update(word for word in re.split(r"[\s\\:]+", deps.read_text()) if word.endswith((".c", ".h")))
    paths = sorted((ROOT / n).resolve() for n in names if (ROOT / n).is_file())
    return {str(p.relative_to(ROOT)) if p.is_relative_to(ROOT) else p.name: p.read_bytes() for p in paths}


def tables_of(assignment: str) -> dict[str, bytes]:
    """What known mistakes are written in: their sentences are in results."""
    place = ROOT / "tests/course" / assignment
    return {str(p.relative_to(ROOT)): p.read_bytes() for p in sorted([*place.glob("mistakes.txt"), *place.glob("strangers.txt"), *place.glob("plain/*.c")])}


def fingerprint(parts: dict[str, bytes], *texts: str) -> str:
    whole = hashlib.sha256()
    for text in texts:
        whole.update(f"{len(text.encode())}:{text}\n".encode())
    for name, contents in sorted(parts.items()):
        whole.update(f"{name} {len(contents)}\n".encode() + contents)
    return whole.hexdigest()


def weigh(suite: Suite, folder: Path, sources: str) -> None:
    """Which tests can be guessed, and how many rounds the others need; worked out once per
    source."""
    kept = folder / "entropy.json"
    known = json.loads(kept.read_text()) if kept.is_file() else {}
    if known.get("sources") != sources:
        known = {"sources": sources, "tests": entropy.weights(suite.reference, suite.tests)}
        kept.write_text(json.dumps(known, indent=1) + "\n")
    for test in suite.tests:
        test.rounds, test.guessable = known["tests"][test.name]


def read_answers(assignment: str) -> dict[str, float]:
    path = ROOT / "tests/course" / assignment / ANSWERS
    return answers_in(path.read_bytes()) if path.is_file() else {}


# ---- all of it -----------------------------------------------------------------------------------


def folder_of(assignment: str, cumulative: bool, hidden: Path | None) -> Path:
    mark = "-" + hashlib.sha256(str(hidden.resolve()).encode()).hexdigest()[:8] if hidden else ""
    return ROOT / "build/grading" / (assignment + ("-cumulative" if cumulative else "") + mark)


def load(assignment: str, cumulative: bool = False, hidden: Path | None = None) -> Suite:
    """The suite of one assignment, built if need be."""
    hidden = hidden.resolve() if hidden else None
    if hidden and not list((hidden / assignment).glob("*.c")):
        raise SuiteError(f"{hidden} has no {assignment}/*.c: hidden tests lie in HIDDEN/{assignment}/")
    folder = folder_of(assignment, cumulative, hidden)
    with locked(folder):
        return assemble(assignment, cumulative, hidden, folder)


def assemble(assignment: str, cumulative: bool, hidden: Path | None, folder: Path) -> Suite:
    with locked(ROOT / ENGINE):  # all suites are linked with these objects
        said = commands.make(assignment, folder, cumulative, hidden)
    names = [name.removeprefix("modules/") for name in said["files"]]
    objects = {n: next(ROOT / o for o in said["objects"] if o.endswith(f"/{n[:-2]}.o")) for n in names}
    files = {m: [n.split("/")[1] for n in names if n.startswith(m + "/")] for m in said["modules"]}
    stubs = {n: starting_file(n) for n in [*names, *answer_files(said["modules"])]}
    wrapped = {found for flag in said["link_flags"] for found in re.findall(r"--wrap=(\w+)", flag)}
    nobodys, forbidden = calls.of_all(said["modules"]), {n: calls.refused(n) for n in names}
    names_kept = contract(objects, wrapped, nobodys)
    (folder / "remains.txt").write_text("".join(f"{n}\n" for n in sorted(nobodys & symbols([ROOT / w for w in said["wholes"]])[0])))
    rests = [closed(ROOT / whole, names_kept, symbols(list(objects.values()))[0]) for whole in said["wholes"]]
    suite = Suite(
        assignment=assignment, modules=said["modules"], files=files, tests=listed(folder / "reference", assignment, hidden),
        headers=refreshed(folder / "headers", header_files()), stubs=refreshed(folder / "stubs", stubs),
        cc=said["cc"][0], compile_flags=said["compile_flags"], keep={n: sorted(symbols([o])[0]) for n, o in objects.items()},
        link_objects=rests[:1], link_flags=said["link_flags"], allowed_imports=allowed(objects, {room_of(n) for n in names}),
        refused=forbidden,
        reference=folder / "reference", sha256="", toolchain=toolchain(said["cc"][0]), answers=read_answers(assignment),
        reference_files={n: reference_file(n) for n in stubs}, stub_files=stubs,
        reference_objects=objects, cumulative=cumulative, hidden_objects=rests[1:],
        pieces=scattered.numbered(commands.run(["readelf", "-SW", *map(str, rests)])))
    parts = sources_of(folder) | tables_of(assignment) | stubs | {n: c for n, c in suite.reference_files.items() if n.endswith(ANSWERS)}
    sources = fingerprint(parts, *suite.compile_flags, *suite.link_flags, suite.toolchain, suite.mode,
                          *sorted(names_kept), *(f"{m} {name}" for m in sorted(forbidden) for name in sorted(forbidden[m])))
    weigh(suite, folder, sources)
    weights = json.dumps([(t.name, t.points, t.optional, t.rounds, t.guessable, t.hidden, t.hints[:1]) for t in suite.tests])
    suite.sha256 = fingerprint({}, sources, weights)
    return suite
