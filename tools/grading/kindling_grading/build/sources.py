"""sources.py - the course's own files: modules, headers, what students begin with, what is
right."""
from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from kindling_grading.course import ANSWERS, ROOMS, ROOT
from kindling_grading.cutter import answers
from kindling_grading.errors import SuiteError


def module_name(number: str) -> str:
    """"12" or "12_attention" -> "12_attention"."""
    digits = number.split("_")[0]
    if not re.fullmatch(r"[0-9]{1,2}", digits):
        raise SuiteError(f"{number!r} is no module; MODULE=12 is one")
    found = sorted((ROOT / "modules").glob(f"{int(digits):02}_*"))
    if not found:
        raise SuiteError(f"there is no module {number}; those here are {', '.join(all_modules())}")
    if not (ROOT / "tests/course" / found[0].name).is_dir():
        raise SuiteError(f"module {found[0].name} has no tests")
    return found[0].name


def all_modules() -> list[str]:
    return sorted(p.name for p in (ROOT / "modules").glob("[0-9][0-9]_*") if (ROOT / "tests/course" / p.name).is_dir())


def refreshed(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder with exactly these files; what is there already stays as it is."""
    have = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()} if folder.is_dir() else {}
    for name in have.keys() - files.keys():
        have[name].unlink()
    for name, contents in files.items():
        if name not in have or have[name].read_bytes() != contents:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(contents)
    return folder


def header_files() -> dict[str, bytes]:
    """What a student's file may include, and no line of the reference."""
    found = [p for room in ROOMS for p in (ROOT / room).rglob("*.h")] + [ROOT / "modules/todo.h"]
    return {str(p.relative_to(ROOT)): p.read_bytes() for p in sorted(found)}


def starting_file(name: str) -> bytes:
    """The file a student began with: git's, if there is git; an instructor may have solved their
    own."""
    command = ["git", "-C", str(ROOT), "show", f"HEAD:modules/{name}"]
    shown = subprocess.run(command, capture_output=True) if shutil.which("git") else None
    return shown.stdout if shown and shown.returncode == 0 else (ROOT / "modules" / name).read_bytes()


def reference_file(name: str) -> bytes:
    """The model answer to a starting file, 12_attention/mask.c: its functions as the engine has
    them."""
    if name.endswith(f"/{ANSWERS}"):
        return (ROOT / "tests/course" / name).read_bytes()
    found = answers.answer_to(starting_file(name).decode())
    if not found:
        raise SuiteError(f"{name} has no reference in {', '.join(ROOMS)}: grading needs the instructor's edition")
    return found.encode()


def room_of(name: str) -> str:
    """The room of the engine in which the answer to a starting file stands."""
    return answers.home(answers.asked(starting_file(name).decode())).split("/")[0]


def answer_files(modules: list[str]) -> list[str]:
    return [f"{m}/{ANSWERS}" for m in modules if (ROOT / "modules" / m / ANSWERS).is_file()]
