"""commands.py - make and the compiler's tools, outside of any box: only for the course's own
sources."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

from kindling_grading.course import ROOT
from kindling_grading.errors import SuiteError

ENGINE = "build/grading/engine"  # its objects


def make(assignment: str, folder: Path, cumulative: bool, hidden: Path | None, target: str = "grading-suite") -> dict[str, list[str]]:
    """Run make; its words about the suite, by their first."""
    words = ["CONFIG=double", f"B={ENGINE}", f"SUITE={folder.relative_to(ROOT)}", f"GRADE={assignment}", target]
    words += ["CUMULATIVE=1"] if cumulative else []
    words += [f"HIDDEN={hidden}"] if hidden else []
    return said_by_make(words, f"the suite of {assignment}")


def make_cup(assignment: str, folder: Path) -> dict[str, list[str]]:
    """The same of what entries of the cup are built of: in floats, as fast as the engine ships."""
    words = ["CONFIG=release", f"B={ENGINE}-release", f"SUITE={folder.relative_to(ROOT)}", f"GRADE={assignment}", "cup-suite"]
    return said_by_make(words, "what the cup's entries are built of")


def said_by_make(words: list[str], what: str) -> dict[str, list[str]]:
    command = ["make", "-s", f"-j{os.cpu_count() or 1}", "BLAS=none", "THREADS=none", "PROBE_CPPFLAGS=", *words]
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"{what} cannot be built:\n{done.stderr.strip()[-3000:]}")
    lines = (line.split() for line in done.stdout.splitlines() if line and not line.startswith(" "))
    return {words[0]: words[1:] for words in lines}


def run(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
    return done.stdout
