"""mistakes.py - the program of an assignment's known mistakes: what each gives for any seed.

Every one with a sentence (tools/course/authors/names.py) is built, all of them in one program
(variants.py, beside it), with the recorder and the tests that students have. Nothing of a
student is linked to it. Which tests a row fails is recorded when it is built; a row that finds no
end, or that no test sees, is left out.
"""
from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from kindling_grading.build import commands
from kindling_grading.build.commands import ENGINE
from kindling_grading.build.suite import Suite, locked
from kindling_grading.course import ROOT
from kindling_grading.cutter import names, variants
from kindling_grading.errors import SuiteError
from kindling_grading.judge import values
from kindling_grading.judge.naming import Mistakes, Row
from kindling_grading.judge.tests import TestInfo
from kindling_grading.judge.transcript import Transcript
from kindling_grading.judge.trusted import transcripts, written

SEED = 1  # any: which tests a mistake fails hardly depends on it


def built(suite: Suite, files: dict[str, dict[str, str]], folder: Path) -> variants.Program:
    words = commands.make(suite.assignment, suite.stubs.parent, suite.cumulative, None, "grading-mistakes")
    shop = variants.Workshop([suite.cc, *suite.compile_flags, "-w", "-c"], words["link"], words["objects"], words["libraries"],
                             dict(zip(("nm", "objcopy"), words["tools"])), wrapped=("main",))
    return variants.build(suite.assignment, files, folder.relative_to(ROOT), shop=shop)


def failed(program: Path, row: str, tests: list[TestInfo], rights: dict[str, Transcript]) -> list[str] | None:
    """Which of these tests; None: one has no end."""
    said = written(program, ["--variant", row], [(test, SEED, test.rounds) for test in tests])
    if said is None:
        return None
    verdicts = [values.compare(got, rights[test.name]) for test, got in zip(tests, said)]
    return [test.name for test, found in zip(tests, verdicts) if found is None or found.outcome != "pass"]


def recorded(suite: Suite, program: Path, table: dict[str, names.Known]) -> list[Row]:
    tests = [test for test in suite.tests if not test.hidden and test.file.endswith(".c")]
    rights = dict(zip([t.name for t in tests], transcripts(suite.reference, [(t, SEED, t.rounds) for t in tests])))
    found = []
    for name, one in table.items():
        if fails := failed(program, name, [test for test in tests if test.exercise == one.exercise], rights):
            found.append(Row(name, one.exercise, one.says, fails))
    return found


@contextmanager
def in_the_tree() -> Iterator[None]:
    """The authors' programs call files by their place in it."""
    before = os.getcwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)


def made(suite: Suite, folder: Path) -> list[Row]:
    table = {name: one for name, one in names.known(suite.assignment).items()
             if not variants.needs_its_own(one.files, suite.files[suite.assignment])}
    program = built(suite, {name: one.files for name, one in table.items()}, folder)
    found = recorded(suite, program.program, {name: one for name, one in table.items() if name not in program.left_out})
    for other in folder.iterdir():
        if other.is_dir():
            shutil.rmtree(other)
    return found


def known_rows(suite: Suite) -> dict[str, Any]:
    """What was recorded of this very suite; empty: they are to be built, which takes minutes."""
    kept = suite.stubs.parent / "mistakes/rows.json"
    known = json.loads(kept.read_text()) if kept.is_file() else {}
    return known if known.get("suite") == suite.sha256 else {}


def load(suite: Suite) -> Mistakes:
    """Built if need be."""
    folder = suite.stubs.parent / "mistakes"
    with locked(suite.stubs.parent), locked(ROOT / ENGINE):
        known = known_rows(suite)
        if not known:
            print(f"building the known mistakes of {suite.assignment}, once for these tests: minutes", flush=True)
            try:
                with in_the_tree():
                    rows = made(suite, folder)
                known = {"suite": suite.sha256, "rows": [asdict(row) for row in rows]}
            except (names.Refused, variants.Refused) as why:
                raise SuiteError(f"the known mistakes of {suite.assignment} cannot be built: {why}") from None
            (folder / "rows.json").write_text(json.dumps(known, indent=1) + "\n")
    return Mistakes(folder / "program", [Row(**row) for row in known["rows"]])
