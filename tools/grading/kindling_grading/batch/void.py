"""void.py - what is said when the course's own files do not earn what they must: whose fault that
is, since which commit, and what to do."""
from __future__ import annotations

import shutil
import subprocess

from kindling_grading.build.suite import Suite
from kindling_grading.course import ROOMS, ROOT


def git(*words: str) -> str:
    """The first line that git says of this tree; "" without git."""
    said = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True) if shutil.which("git") else None
    return said.stdout.split("\n")[0] if said and said.returncode == 0 else ""


def whose(suite: Suite) -> list[str]:
    """The commits to look at: this one, and the last that changed what this suite is made of."""
    made_of = [*(f"{top}/{module}" for top in ("modules", "tests/course") for module in suite.modules), "tests/harness", *ROOMS]
    here, last = git("log", "-1", "--format=%h of %cs: %s"), git("log", "-1", "--format=%h of %cs: %s", "--", *made_of)
    changed = git("status", "--porcelain", "--", *made_of)
    said = (("this tree is at ", here), ("the last commit that changed these tests, answers or the engine: ", last), ("changed, and not committed: ", changed[2:]))
    return [words + value.strip() for words, value in said if value]


def sentences(suite: Suite, troubles: list[str], withdrawn: list[str]) -> list[str]:
    module = suite.assignment.split("_")[0]
    lines = ["this batch is void, and no student is at fault: the course's own files do not earn what they must, so no result of it is kept",
             *(f"  {trouble}" for trouble in troubles), *(f"  {line}" for line in whose(suite)),
             f"  what to do: make grade-course MODULE={module} tries the same without submissions. If it holds, this machine had a bad moment: the same",
             "  command goes on. If not, go back to a commit where it holds (git bisect finds it) or mend the cause; then the same command grades all"]
    if withdrawn:
        lines.append(f"  {len(withdrawn)} results were set aside as grade.void.json; nothing was handed on, and no submission was changed")
    return lines
