"""outcomes.py - what the outcomes of tests and submissions are called, and what to do next.

One table, read by every format: a new outcome is one line here.
"""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kindling_grading.reports.results import FAILED, Grade, Test
from kindling_grading.reports.text import count, one_line


@dataclass(frozen=True)
class Outcome:
    word: str
    letter: str  # for the matrix: colour alone is not enough
    sentence: str
    junit: str  # "", "failure" (values are wrong) or "error" (no values came)


OUTCOMES = {
    "pass": Outcome("passed", "", "", ""),
    "unbacked": Outcome("not counted", "u", "Right, but few enough numbers to guess: it counts once the others that "
                        "test the same pass, too.", "failure"),
    "wrong": Outcome("wrong value", "w", "What came back is not right.", "failure"),
    "crash": Outcome("crashed", "c", "It crashed: a pointer that is NULL or outside its memory, endless recursion, "
                     "or a call that ended the program.", "error"),
    "timeout": Outcome("too slow", "t", "It did not come to an end in time.", "error"),
    "limit": Outcome("over a limit", "l", "It asked for more memory or wrote more than a test may.", "error"),
    "forbidden": Outcome("forbidden call", "f", "It asked the system for something that no exercise needs: "
                         "a file, the network, another process.", "error"),
    "not-run": Outcome("not run", "·", "It could not be run.", "error"),
    "not-written": Outcome("not written", "–", "Not written yet.", "failure"),
}
# What students are told in place of these where a test is hidden; the overview has the kind.
HIDDEN = {FAILED: Outcome("not passed", "x", "It does not pass; of a hidden test you are not told how.", "failure")}
TOLD = OUTCOMES | HIDDEN

STATUS = {
    "graded": "graded",
    "compile-error": "does not compile",
    "link-error": "does not link",
    "rejected": "rejected",
    "infra-error": "not graded yet",
    "excused": "excused",
    "missing": "nothing handed in",
}
COMPILER = ("compile-error", "link-error")


def module_of(assignment: str) -> str:
    return assignment.split("_")[0]


def build_command(grade: Grade) -> str:
    """With the files that were graded: those of one module, or all of the student's own."""
    return f"make {module_of(grade.assignment)}" + (" ENGINE=mine" if grade.mode == "cumulative" else "")


def command(grade: Grade, test: Test) -> str:
    """What to type at home. A hidden test cannot be run there: the exercise's own tests can."""
    target = test.exercise.split(" ")[-1] if test.hidden else test.name
    if test.outcome == "not-run":
        return build_command(grade)
    if test.outcome == "not-written":
        return f"make hint-{module_of(grade.assignment)} TEST={target}"
    sanitizer = " CONFIG=asan" if test.outcome in ("crash", "limit") and test.file.endswith(".c") else ""
    return f"{build_command(grade)} TEST={target}{sanitizer}"


def explanation(test: Test) -> str:
    """One test of for_students(grade) in plain words: sentence, what came back, hint."""
    outcome = TOLD[test.outcome]
    parts = [outcome.sentence, test.detail]
    if test.likely:
        parts.append(f"Likely: {test.likely}")
    if test.hint and test.outcome != "pass":
        parts.append(f"Hint: {test.hint}")
    if test.comment:
        parts.append(f"Instructor: {test.comment}")
    return "\n".join(p for p in parts if p)


def why_not_run(grade: Grade) -> dict[str, list[str]]:
    """What the compiler said, or another reason, once each, with the files whose tests it kept from
    running."""
    whole = grade.reason if grade.status in (*COMPILER, "graded") else ""
    words: dict[str, list[str]] = {whole: []} if whole else {}
    for test in grade.tests:
        if test.outcome == "not-run" and test.detail and test.detail.removesuffix("...") not in whole:
            files = words.setdefault(test.detail, [])
            if test.file not in files:
                files.append(test.file)
    return words


def answers(grade: Grade) -> list[str]:
    """What the instructor answered to questions about the grade."""
    return [f"asked about {q.test or 'the whole'}: {q.answer or 'points by hand'}" for q in grade.asked if q.answered]


def said_by_hand(grade: Grade) -> list[str]:
    """The instructor's words and points, for lists."""
    tests = [f"{test.name}: {test.comment or 'points by hand'}" for test in grade.tests if test.comment or test.by_hand]
    return [*grade.comments, *([f"{grade.by_hand:+g} by hand"] if grade.by_hand else []), *tests, *answers(grade)]


def open_outcomes(tests: Iterable[Test]) -> dict[str, int]:
    """How many tests came to which outcome, but for those that passed; in the order of the
    table."""
    outcomes = [t.outcome for t in tests]
    return {name: outcomes.count(name) for name in TOLD if name in outcomes and name != "pass"}


def counted(n: int, outcome: str) -> str:
    """2 wrong values, 2 crashed."""
    word = TOLD[outcome].word
    return count(n, word, f"{word}s" if word.endswith(("value", "call")) else word)


def summary(grade: Grade) -> str:
    """One line about a submission, for lists: "2 crashed, 5 not written"."""
    if grade.status != "graded":
        reason = one_line(grade.reason.strip().split("\n")[0], 140)
        return STATUS[grade.status] + (f": {reason}" if reason else "")
    counts = sorted(open_outcomes(grade.tests).items(), key=lambda c: -c[1])
    return ", ".join(counted(n, outcome) for outcome, n in counts) or "all tests passed"
