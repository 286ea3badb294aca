"""exercise.py - one exercise graded again for a whole class, because its tests were mended: all other
points stay as they are.

Only tests of that exercise run, on the files that are there; of all others the result says what it
said. It is written as that of the suite as it is now, so that make grade takes it for done. Who was
never graded, failed as a whole, or has handed in other files since, is graded as make grade does.
Invariant: until the last canaries hold no result is touched, and a machine that fails takes no
point away.
"""
from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kindling_grading.batch import seeds, storage
from kindling_grading.batch.grade import VOID, Batch, checked, chosen, is_done, taken_in
from kindling_grading.batch.grade_one import Graded, Kept
from kindling_grading.batch.progress import Progress
from kindling_grading.batch.storage import Result
from kindling_grading.batch.void import sentences
from kindling_grading.box import selftest
from kindling_grading.build import mistakes
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import module_name
from kindling_grading.errors import Misuse
from kindling_grading.judge.values import Verdict

NEW = "grade.new.json"  # until the batch is believed


@dataclass(frozen=True)
class Change:
    """What a student had for the exercise, and has."""

    student: str
    before: float
    now: float


def meant(words: str, tests: list[Any]) -> str:
    """The exercise that is called 12.2, or 12.2 mask_causal, or mask_causal."""
    known = sorted({test.exercise for test in tests})
    found = [name for name in known if words in (name, *name.split(" "))]
    if len(found) != 1:
        raise Misuse(f"EXERCISE={words}: of these, one: {', '.join(known)}")
    return found[0]


def points(grade: Result, exercise: str) -> float:
    return sum(t["score"] for t in grade["tests"] if t["exercise"] == exercise)


def kept(before: Result, suite: Any, exercise: str) -> Kept:
    """Of all other tests what is known; Misuse if these are not the same any more."""
    others = {t["name"]: t for t in before["tests"] if t["exercise"] != exercise}
    now = {t.name: (t.points, t.optional) for t in suite.tests if t.exercise != exercise}
    if {name: (t["points"], t.get("optional", 0)) for name, t in others.items()} != now:
        odd = sorted(now.keys() ^ others.keys()) or sorted(n for n in now if now[n] != (others[n]["points"], others[n].get("optional", 0)))
        raise Misuse(f"{odd[0]} is no test of {exercise}, and has changed since these were graded (or HIDDEN= is missing): make grade grades all again")
    return {name: Verdict(t["outcome"], t["detail"], t.get("likely", "")) for name, t in others.items()}


@dataclass
class OneExercise(Batch):
    exercise: str = ""
    dues: dict[str, Result] = field(default_factory=dict)  # of whom the rest stays

    def merged(self, before: Result, graded: Graded) -> Result:
        stays = {t["name"]: t for t in before["tests"]}
        tests = [t if t["exercise"] == self.exercise else stays[t["name"]] for t in graded.grade["tests"]]
        return graded.grade | {"tests": tests, "score": sum(t["score"] for t in tests)}

    def work(self, task: tuple[str, Path], folder: Path) -> dict[str, Any]:
        student, path = task
        before = self.dues.get(student)
        known = kept(before, self.suite, self.exercise) if before else None
        graded = self.graded(taken_in(student, path, self.suite), folder, known)
        failed = graded.grade["status"] == "infra-error"
        if before and not failed:
            graded.grade = self.merged(before, graded)
        if not (before and failed):
            (self.out / student).mkdir(parents=True, exist_ok=True)
            storage.write_json(self.out / student / NEW, graded.grade)
        return storage.summary(graded.grade, graded.timing)

    def written(self, student: str, graded: Graded) -> dict[str, Any]:
        """Of a submission that no process survived: its result stays as it is."""
        return storage.summary(graded.grade, graded.timing)

    def pending(self) -> list[Path]:
        return sorted(self.out.glob(f"*/{NEW}"))

    def drop(self) -> None:
        for path in self.pending():
            path.unlink()


def due(students: list[tuple[str, Path]], batch: OneExercise) -> dict[str, Result]:
    """Whose result is that of just these files, of any suite."""
    found = {}
    for student, path in students:
        before = storage.read(batch.out / student)
        if before and before["status"] == "graded" and is_done(before | {"suite_sha256": batch.suite.sha256, "toolchain": batch.suite.toolchain},
                                                              student, path, batch):
            found[student] = before
    return found


def run(batch: OneExercise, tasks: list[tuple[str, Path]], jobs: int, progress: Progress) -> tuple[int, list[Change]]:
    """The exit status, and whose points are others now."""
    with storage.only_one(batch.out), storage.work_folder() as folder:
        batch.drop()
        batch.dues = due(tasks, batch)
        for before in batch.dues.values():
            kept(before, batch.suite, batch.exercise)  # refused before anything has run
        troubles = batch.canaries(folder)
        if not troubles:
            for student, told in batch.all(tasks, jobs, folder):
                progress.line(student, told)
            troubles = batch.canaries(folder)
        if troubles:
            batch.drop()
            for line in sentences(batch.suite, troubles, []):
                progress.say(line)
            return VOID, []
        changes = []
        for path in batch.pending():
            old, new = storage.read(path.parent), storage.read(path.parent, NEW)
            path.rename(path.with_name(storage.NAME))
            if old and new and points(old, batch.exercise) != points(new, batch.exercise):
                changes.append(Change(path.parent.name, points(old, batch.exercise), points(new, batch.exercise)))
    return progress.summary(), changes


def start(o: argparse.Namespace) -> tuple[int, OneExercise, list[Change], int]:
    """o: what make grade is told, and the exercise. The exit status, what was graded, whose points
    are others now, and of how many."""
    checked(o)
    if leaks := selftest.run_all():
        raise Misuse("the box is not tight on this machine, so nothing is graded:\n  " + "\n  ".join(leaks))
    suite = suites.load(module_name(o.module), o.cumulative, Path(o.hidden) if o.hidden else None)
    suite.mistakes = mistakes.load(suite)
    place = Path(o.out).resolve() / (suite.assignment + ("-cumulative" if o.cumulative else ""))
    batch = OneExercise(suite, seeds.course_key(), o.epoch, place, meant(o.exercise, suite.tests))
    tasks = chosen(Path(o.submissions), o.student)
    status, changes = run(batch, tasks, int(o.jobs), Progress(len(tasks), 0))
    return status, batch, changes, len(tasks)
