"""again.py - one slip costs its own exercise: what failed is run once more with model answers.

A test that fails on the student's files runs again, same seed, in a program that has model answers
in place of the module's other files. If it passes then and one of those files has lost points by
itself, it earns its points and says what it follows from. Lower modules stay the student's own
(--cumulative).
Invariant: no more than one link per file more, and one per file that others fail because of (twice
as many with hidden tests); a submission in which everything passes, or one file only fails, costs
nothing.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.box.files import fresh_folder
from kindling_grading.box.limits import Budget
from kindling_grading.build.linking import link
from kindling_grading.build.program import Built, model_object
from kindling_grading.build.suite import Suite
from kindling_grading.course import ANSWERS
from kindling_grading.errors import Broken
from kindling_grading.judge.tests import TestInfo
from kindling_grading.judge.values import Verdict

MOST_TIMEOUTS = 4  # of tests that had found no end before; then no more of these are run again
NOT_RUN = Verdict("not-run")
Run = Callable[[Path, list[int]], list[Verdict]]  # these tests in that program


@dataclass
class Again:
    suite: Suite
    built: Built
    work: Path
    budget: Budget
    run: Run
    programs: dict[tuple[bool, str, bool], Path | None] = field(default_factory=dict)
    only: set[int] | None = None  # tests that may run; None: all

    def program(self, alone: bool, file: str, hidden: bool) -> Path | None:
        """Only this file of the module is the student's (alone), or all but it; None: they do not
        link."""
        if (alone, file, hidden) not in self.programs:
            own = {f"{self.suite.assignment}/{f}": (f == file) == alone for f in self.suite.files[self.suite.assignment]}
            objects = [found if own.get(name, True) else model_object(name, self.suite, self.work)
                       for name, found in self.built.objects.items()]
            folder = fresh_folder(self.work / f"again.{alone}.{file}.{hidden}")
            try:
                self.programs[alone, file, hidden] = link(objects, self.suite, folder, self.budget, hidden)
            except Broken:
                self.programs[alone, file, hidden] = None
        return self.programs[alone, file, hidden]

    def verdicts(self, alone: bool, file: str, tests: list[int]) -> list[Verdict]:
        """Of these tests, in a program of their own: one for the visible ones, one for the hidden
        ones."""
        found = {i: NOT_RUN for i in tests}
        for hidden in (False, True):
            some = [i for i in tests if self.suite.tests[i].hidden == hidden]
            if some and (program := self.program(alone, file, hidden)):
                found |= zip(some, self.run(program, some))
        return [found[i] for i in tests]


def own_exercise_open(test: TestInfo, verdict: Verdict, tests: list[TestInfo]) -> bool:
    """"12.1 attention_scores is not written yet", and that is in the test's own file."""
    return verdict.outcome == "not-written" and any(
        verdict.detail.startswith(other.exercise + " ") and other.file == test.file for other in tests)


def candidates(tests: list[TestInfo], found: list[Verdict]) -> dict[str, list[int]]:
    """By file, the tests that may have failed because of another one."""
    lost = {t.file for t, v in zip(tests, found) if v.outcome != "pass" and t.file != ANSWERS}
    asked: dict[str, list[int]] = {}
    for i, (test, verdict) in enumerate(zip(tests, found)):
        fits = test.file != ANSWERS and verdict.outcome not in ("pass", "not-run")
        if len(lost) > 1 and fits and not own_exercise_open(test, verdict, tests):
            asked.setdefault(test.file, []).append(i)
    return asked


def one_slip(again: Again, found: list[Verdict]) -> list[Verdict]:
    """The verdicts, of which some have become passes; the others are about their own file."""
    tests = again.suite.tests
    alone = {}
    for file, asked in candidates(tests, found).items():
        asked = [i for i in asked if again.only is None or i in again.only]
        alone |= dict(zip(asked, again.verdicts(True, file, asked)))
    passed = [i for i, verdict in alone.items() if verdict.outcome == "pass"]
    result = [alone[i] if alone.get(i, NOT_RUN).outcome not in ("pass", "not-run") else v for i, v in enumerate(found)]
    guilty: dict[str, list[str]] = {}  # file: the exercises that lose points by themselves
    for i, test in enumerate(tests):
        if found[i].outcome != "pass" and i not in passed and test.file != ANSWERS:
            exercises = guilty.setdefault(test.file, [])
            exercises += [test.exercise] if test.exercise not in exercises else []
    for file in guilty:
        waiting = [i for i in passed if tests[i].file != file and result[i].outcome != "pass"]
        for i, verdict in zip(waiting, again.verdicts(False, file, waiting)):
            if verdict.outcome == "pass":
                result[i] = follows(guilty[file])
    for i in passed:
        others = [e for file, exercises in guilty.items() if file != tests[i].file for e in exercises]
        if others and result[i].outcome != "pass":  # no single file
            result[i] = follows(others)
    return result


def follows(exercises: list[str]) -> Verdict:
    return Verdict("pass", "follows from " + ", ".join(exercises))
