"""attack_leaks.py - what of the hidden tests of tests/attacks/hidden stands in anything that the
grader wrote.

Every text in these tests stands nowhere else, so one word of them is enough. Their names are in
what is for the instructor: grade.json, timing.tsv and the overview; first hints are told;
everything else stays where it is.
"""
from __future__ import annotations

import base64
import re
import subprocess
from pathlib import Path

from kindling_grading.build.suite import hints_in
from kindling_grading.course import ROOT, program

HIDDEN = ROOT / "tests/attacks/hidden"
FORMATS = ("csv", "canvas", "gradescope", "classroom", "junit", "lti", "moodle")
FOR_INSTRUCTORS = ("grade.json", "timing.tsv", "overview.html", "similarity.html")


def secrets(module: str) -> tuple[list[str], list[str]]:
    """Names, which the instructor may read; and what nobody may."""
    source = "".join(path.read_text() for path in sorted((HIDDEN / module).glob("*.c")))
    names = re.findall(r"^(?:TEST|QUESTION)\((\w+)", source, re.M)
    literals = [text for text in re.findall(r'"([^"\n]+)"', source) if text not in ("want.h", "scores.c", "12.1 attention_scores")]
    later = [hint for hints in hints_in([HIDDEN / module / "hints.txt"]).values() for hint in hints[1:]]
    return names, literals + later + [f"hidden/{module}"]


def readable(path: Path) -> str:
    contents = path.read_bytes()
    return (base64.b64decode(contents) if path.suffix == ".b64" else contents).decode("utf-8", "replace")


def written(out: Path, module: str) -> list[str]:
    """Write every report there is; why one could not be written."""
    commands = [["reports.gradebook", "--format", form, "--column", "Attack (1)"] for form in FORMATS] + [["reports.feedback"]]
    troubles = []
    for command in commands:
        done = subprocess.run([*program(command[0]), "--module", module, "--out", str(out), *command[1:]], capture_output=True, text=True)
        if done.returncode != 0:
            troubles.append(f"{' '.join(command)} ended with {done.returncode}: {done.stderr[-200:]}")
    return troubles


def leaks(out: Path, module: str) -> list[str]:
    """A line for each file that says what it should not; and for each report that could not be
    written."""
    names, never = secrets(module)
    found = written(out, module)
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        text = readable(path)
        told = [word for word in never + ([] if path.name in FOR_INSTRUCTORS else names) if word in text]
        if told:
            found.append(f"{path.relative_to(out)} tells of hidden tests: {told[0]}")
    return found
