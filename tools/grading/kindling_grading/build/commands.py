"""commands.py - make and the compiler's tools, outside of any box: only for the course's own sources."""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

from kindling_grading.course import ROOT
from kindling_grading.errors import SuiteError

ENGINE = "build/grading/engine"  # its objects


def make(assignment: str, folder: Path, cumulative: bool, hidden: Path | None) -> dict[str, list[str]]:
    """Run make; its words about the suite, by their first."""
    command = ["make", "-s", f"-j{os.cpu_count() or 1}", "CONFIG=double", "BLAS=none", "OMP=none", "PROBE_CPPFLAGS=",
               f"B={ENGINE}", f"SUITE={folder.relative_to(ROOT)}", f"GRADE={assignment}", "grading-suite"]
    command += ["CUMULATIVE=1"] if cumulative else []
    command += [f"HIDDEN={hidden}"] if hidden else []
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"the suite of {assignment} cannot be built:\n{done.stderr.strip()[-3000:]}")
    lines = (line.split() for line in done.stdout.splitlines() if line and not line.startswith(" "))
    return {words[0]: words[1:] for words in lines}


def run(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
    return done.stdout
