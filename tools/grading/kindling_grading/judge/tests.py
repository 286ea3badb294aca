"""tests.py - what is known of a test, and which passes count: a right answer that could be guessed
needs company."""
from __future__ import annotations

from dataclasses import dataclass

from kindling_grading.course import ANSWERS
from kindling_grading.judge.values import Verdict


@dataclass
class TestInfo:
    name: str
    exercise: str
    file: str
    points: int
    hints: list[str]
    hidden: bool
    rounds: int = 3  # as many as make it impossible to guess
    guessable: bool = False  # earns its points only beside another test of the exercise
    number: int = 0  # its name in the box
    optional: int = 0  # points beside the 100, in place of these


def partners(test: TestInfo, tests: list[TestInfo]) -> list[int]:
    """The tests that nobody can guess and that stand for the same exercise; for the same file if
    there are none."""
    sure = [i for i, other in enumerate(tests) if not other.guessable and other.file != ANSWERS]
    for same in (lambda o: o.exercise == test.exercise, lambda o: o.file == test.file):
        found = [i for i in sure if same(tests[i])]
        if found:
            return found
    return sure


def backed(tests: list[TestInfo], found: list[Verdict]) -> list[Verdict]:
    """A right answer that could be guessed counts only beside one, for the same exercise, that
    could not."""
    result = list(found)
    for i, test in enumerate(tests):
        if found[i].outcome == "pass" and test.guessable:
            others = partners(test, tests)
            if not any(found[j].outcome == "pass" for j in others):
                shown = next((tests[j].name for j in others if not tests[j].hidden), "another test of this exercise")
                result[i] = Verdict("unbacked", f"right, but it counts only if {shown} passes, too")
    return result
