"""storage.py - grade.json on disk: whole or not there, whoever pulls the plug.

A result is written under another name, forced to the disk and renamed. A batch that has not ended
notes whose results it made, so that they can be set aside if its last canaries fall.
Invariant: a file called grade.json is complete; two graders never write to one folder of results.
"""
from __future__ import annotations

import fcntl
import json
import os
import re
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kindling_grading.course import ROOT
from kindling_grading.errors import Busy

WORK = ROOT / "build/grading/work"
HOST = re.sub(r"[^A-Za-z0-9]", "_", os.uname().nodename) or "_"
NAME, TIMING, SET_ASIDE = "grade.json", "timing.tsv", "grade.void.json"
Result = dict[str, Any]  # what a grade.json holds: reports/schemas/grade.schema.json


def write_whole(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.{HOST}.{os.getpid()}")
    with open(fresh, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.rename(path)


def write(folder: Path, grade: Result, timing: list[tuple[str, int]]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for left in folder.glob(f".*.{HOST}.[0-9]*"):
        left.unlink(missing_ok=True)  # of a grader that was killed here
    write_whole(folder / TIMING, "what\tmilliseconds\n" + "".join(f"{what}\t{ms}\n" for what, ms in timing))
    write_json(folder / NAME, grade)


def write_json(path: Path, grade: Result) -> None:
    write_whole(path, json.dumps(grade, indent=1, ensure_ascii=True) + "\n")


def read(folder: Path, name: str = NAME) -> Result | None:
    """A result that has the fields of one; None if there is none, or none that can be read."""
    try:
        grade = json.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    fields = {"v", "student", "status", "reason", "suite_sha256", "submission_sha256", "tests", "score", "max"}
    return grade if isinstance(grade, dict) and fields <= grade.keys() and grade["v"] == 1 else None


def summary(grade: Result, timing: list[tuple[str, int]]) -> dict[str, Any]:
    """What is told about a result while the others are being graded."""
    outcomes = Counter(t["outcome"] for t in grade["tests"])
    return {"status": grade["status"], "score": grade["score"], "max": grade["max"], "reason": grade["reason"],
            "outcomes": dict(outcomes), "ms": dict(timing).get("whole", 0)}


# ---- folders -------------------------------------------------------------------------------------


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def alive(pid: str) -> bool:
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        pass
    return True


def end_boxes(folder: Path) -> None:
    """A grader killed at a bad moment may leave a box that waits for nobody: it has the folder in
    its command."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{folder}/".encode() in (process / "cmdline").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            pass  # gone, or somebody else's


@contextmanager
def work_folder() -> Iterator[Path]:
    """A folder for this process; those of graders that were killed on this machine are removed.
    Other machines may grade in the same tree: whether a process of theirs lives cannot be seen from
    here."""
    WORK.mkdir(parents=True, exist_ok=True)
    for left in WORK.glob(f"{HOST}.*"):
        if not alive(left.name.rpartition(".")[2]):
            end_boxes(left)
            shutil.rmtree(left, ignore_errors=True)
    folder = fresh(WORK / f"{HOST}.{os.getpid()}")
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def exposed(folders: list[Path]) -> list[str]:
    """Why somebody else might read or change grades here; empty if nobody can."""
    lines = [f"everybody on this machine can read {folder}: chmod 700 {folder}" for folder in folders
             if folder.is_dir() and folder.stat().st_mode & 0o005 == 0o005 and reachable(folder)]
    root = "you are root: a slip of the box would be root's; grade as a user without special rights"
    return lines + ([root] if os.geteuid() == 0 else [])


def reachable(folder: Path) -> bool:
    """May others pass through every folder above?"""
    return all(parent.stat().st_mode & 0o001 for parent in folder.resolve().parents)


@contextmanager
def only_one(out: Path) -> Iterator[None]:
    out.mkdir(parents=True, exist_ok=True)
    with open(out / ".lock", "w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Busy(f"somebody is grading into {out} already") from None
        yield


class OpenBatch:
    """Whose results were made since the last batch that ended well; survives being killed."""

    def __init__(self, out: Path):
        self.out, self.path = out, out / ".open-batch"

    @property
    def left(self) -> bool:
        return self.path.exists()

    def add(self, student: str) -> None:
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(student + "\n")

    def close(self) -> None:
        self.path.unlink(missing_ok=True)

    def withdraw(self) -> list[str]:
        students = sorted(set(self.path.read_text(encoding="utf-8").split("\n")) - {""}) if self.path.exists() else []
        for student in students:
            result = self.out / student / NAME
            if result.exists():
                result.rename(result.with_name(SET_ASIDE))
        self.close()
        return students
