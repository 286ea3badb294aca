"""unnamed.py - make unnamed SUBMISSIONS=dir: which wrong answers of a class hear no sentence, the
largest group first?

Each submission is judged in the box as by make grade, but all of them on the same inputs, so that
equal mistakes give equal values. Failures of an exercise that say the same, test by test, are one
group. One that many students are in wants a row of mistakes.txt (make new-mutant), or a better
lesson. Nothing is written, and nobody gets points.
"""
from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

from kindling_grading.batch import grade_one, intake, names, storage
from kindling_grading.batch.pool import Pool
from kindling_grading.batch.storage import Result
from kindling_grading.box import selftest
from kindling_grading.build import mistakes
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import module_name
from kindling_grading.build.suite import Suite
from kindling_grading.errors import GradingError, Misuse
from kindling_grading.judge.naming import OF_A_MESSAGE

KEY = b"the same inputs for everybody" * 2
SILENT = ("not-written", "not-run", "unbacked")  # no answers
GUESS = ("this may be it: ", OF_A_MESSAGE)
Group = tuple[str, tuple[tuple[str, str, str], ...]]  # an exercise, and of each failed test its name, outcome and detail


@dataclass
class Class:
    suite: Suite

    def work(self, task: tuple[str, Path], folder: Path) -> list[tuple[Group, str]]:
        student, path = task
        submission = replace(intake.read(student, path, self.suite.files), sha256="")
        return failures(grade_one.grade(submission, self.suite, KEY, "1", storage.fresh(folder / "files")).grade)

    def lost(self, task: tuple[str, Path], reason: str) -> list[tuple[Group, str]]:
        print(f"  ! {task[0]}: {reason}", file=sys.stderr)
        return []


def failures(result: Result) -> list[tuple[Group, str]]:
    """Of each exercise that was tried and failed: its group, and the sentence that it hears."""
    found: dict[str, list[dict[str, str]]] = defaultdict(list)
    for test in result["tests"]:
        if test["outcome"] != "pass":
            found[test["exercise"]].append(test)
    return [((exercise, tuple((t["name"], t["outcome"], t["detail"]) for t in tests)), tests[0]["likely"])
            for exercise, tests in found.items() if not any(t["outcome"] in SILENT for t in tests)]


def told(groups: dict[Group, list[str]], sentences: dict[Group, str], most: int) -> list[str]:
    silent = {group: students for group, students in groups.items() if not sentences[group] or sentences[group].startswith(GUESS)}
    wrong, unnamed = (sum(map(len, some.values())) for some in (groups, silent))
    lines = [f"{wrong} wrong answers to an exercise, in {len(groups)} ways; {wrong - unnamed} of them hear their cause"]
    ordered = sorted(silent.items(), key=lambda one: (-len(one[1]), one[0]))
    for (exercise, tests), students in ordered[:most]:
        name, outcome, detail = tests[0]
        lines += ["", f"  {len(students)}  {exercise}   {name}: {detail or outcome}"]
        lines += [f"     {sentences[exercise, tests]}"] if sentences[exercise, tests] else []
        lines += [f"     {', '.join(students[:5])}{' ...' if len(students) > 5 else ''}"]
    return lines + ([f"\n  and {len(ordered) - most} smaller groups (MOST_CLASSES=100 shows more)"] if len(ordered) > most else [])


def of_folder(suite: Suite, folder: Path, jobs: int, most: int) -> list[str]:
    tasks = names.students(folder)
    if not tasks:
        raise Misuse(f"{folder} has no submissions: one folder or archive per student is expected")
    groups: dict[Group, list[str]] = defaultdict(list)
    sentences: dict[Group, str] = {}
    room = Class(suite)
    with storage.work_folder() as work, Pool(room.work, room.lost, tasks, jobs, work) as pool:
        for (student, _), found in pool.results():
            for group, sentence in found:
                groups[group].append(student)
                sentences[group] = sentence
    return told({group: sorted(students) for group, students in groups.items()}, sentences, most)


def main() -> int:
    parser = argparse.ArgumentParser(description="Which wrong answers of a class hear no sentence?")
    parser.add_argument("--module", required=True, help="12, or 12_attention")
    parser.add_argument("--submissions", required=True, type=Path, metavar="DIR", help="one folder or tarball per student")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--most", type=int, default=20, help="groups that are shown (default: 20)")
    wish = parser.parse_args()
    try:
        if leaks := selftest.run_all():
            raise Misuse("the box is not tight on this machine: " + "; ".join(leaks))
        if not wish.submissions.is_dir():
            raise Misuse(f"{wish.submissions} is no folder")
        suite = suites.load(module_name(wish.module))
        suite.mistakes = mistakes.load(suite)
        print("\n".join([f"{suite.assignment}:", *of_folder(suite, wish.submissions, wish.jobs, wish.most)]))
    except GradingError as error:
        print(f"unnamed: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
