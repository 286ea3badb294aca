"""same_report.py - a student who errs reads in an edition what the same files say in the course's
own tree.

There the model answers are sources, here they are objects; the tests and what they tell must not
notice. Of each module one known mistake is drawn. Invariant: both sides have the same files, the
model answers and over them those of the mistake.
"""
from __future__ import annotations

import difflib
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

from kindling_grading.release import tree
from kindling_grading.release.place import Place, tail


def drawn_row(top: Path, module: str, draw: random.Random) -> str | None:
    table = top / "tests/course" / module / "mistakes.txt"
    rows = re.findall(r"^name: (\w+)$", table.read_text(), re.M) if table.exists() else []
    return draw.choice(rows) if rows else None


def mistaken(top: Path, module: str, row: str, folder: Path) -> None:
    """The files of the module with one mistake in them."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in tree.model_answers(top, module).items():
        (folder / name).write_bytes(data)
    subprocess.run([sys.executable, "-B", "tools/course/authors/mistakes.py", "files", module, row, str(folder)], cwd=top, check=True)


def clean_environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS")) and k not in ("CONFIG", "CFLAGS", "TEST", "ENGINE", "FOLDER")} | \
        {"LANG": "C", "LC_ALL": "C", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


def at_home(top: Path, module: str, folder: Path) -> str:
    """What the tests' program says of these files in the course's own tree."""
    place = folder.relative_to(top).as_posix()
    make = [os.environ.get("MAKE", "make"), "--no-print-directory", "-s", f"-j{os.cpu_count()}", "CONFIG=double", "ENGINE=", f"FOLDER={place}"]
    program = f"{folder.parent.relative_to(top).as_posix()}/program"
    built = subprocess.run([*make, f"PROGRAM={program}", "course-program"], cwd=top, env=clean_environment(), capture_output=True, text=True)
    if built.returncode != 0:
        return f"cannot be built: {built.stderr}"
    said = subprocess.run([program, "--folder", place, "--number", module[:2], "--make", " ".join(make),
                           "--names", f"build/double/course/{module}.names"], cwd=top, env=clean_environment(),
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return said.stdout.decode("utf-8", "replace").replace(place, f"modules/{module}")


def in_edition(place: Place, module: str) -> str:
    said = place.run("sh", "-c", f"make {module[:2]} 2>/dev/null", LC_ALL="C")[1]
    return "".join(line for line in said.splitlines(True) if not line.startswith(("note: ", "building the engine")))


def but_what_is_next(said: str) -> str:
    """A mistake of an optional exercise leaves all points, and which module is next depends on those
    that the edition has."""
    return re.sub(r"^(\d+ of \d+ points\.) .*$", r"\1", said, flags=re.M)


def gate(place: Place, modules: list[str], top: Path, draw: random.Random) -> list[str]:
    wrong = []
    for module in modules:
        if (row := drawn_row(top, module, draw)) is None:
            continue
        folder = top / "build/same-report" / row / module
        mistaken(top, module, row, folder)
        for file in folder.iterdir():
            shutil.copyfile(file, place.tree / "modules" / module / file.name)
        here, there = map(but_what_is_next, (at_home(top, module, folder), in_edition(place, module)))
        for name, data in tree.model_answers(top, module).items():
            (place.tree / "modules" / module / name).write_bytes(data)
        if here != there:
            wrong.append(f"{module}, {row}: the report is another one in the edition:{tail(chr(10).join(difflib.unified_diff(here.splitlines(), there.splitlines(), lineterm='', n=0)))}")
    return wrong
