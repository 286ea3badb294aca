"""outcomes.py - what the outcomes of tests and submissions are called, and what to do next.

One table, read by every format: a new outcome is one line here.
"""
from dataclasses import dataclass

from results import Grade, Test
from text import one_line


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

STATUS = {
    "graded": "graded",
    "compile-error": "does not compile",
    "link-error": "does not link",
    "rejected": "rejected",
    "infra-error": "not graded yet",
    "missing": "nothing handed in",
}
COMPILER = ("compile-error", "link-error")


def module_of(assignment: str) -> str:
    return assignment.split("_")[0]


def command(grade: Grade, test: Test) -> str:
    """What to type at home. A hidden test cannot be run there: the exercise's own tests can."""
    module = module_of(grade.assignment)
    target = test.exercise.split(" ")[-1] if test.hidden else test.name
    if test.outcome == "not-run":
        return f"make {module}"
    if test.outcome == "not-written":
        return f"make hint-{module} TEST={target}"
    sanitizer = " CONFIG=asan" if test.outcome in ("crash", "limit") and test.file.endswith(".c") else ""
    return f"make {module} TEST={target}{sanitizer}"


def explanation(test: Test) -> str:
    """One test of for_students(grade) in plain words: sentence, what came back, hint."""
    outcome = OUTCOMES[test.outcome]
    parts = [outcome.sentence, test.detail]
    if test.hint and test.outcome != "pass":
        parts.append(f"Hint: {test.hint}")
    return "\n".join(p for p in parts if p)


def why_not_run(grade: Grade) -> dict[str, list[str]]:
    """What the compiler said, or another reason, once each, with the files whose tests it kept from running."""
    whole = grade.reason if grade.status in COMPILER else ""
    words: dict[str, list[str]] = {whole: []} if whole else {}
    for test in grade.tests:
        if test.outcome == "not-run" and test.detail and test.detail not in whole:
            files = words.setdefault(test.detail, [])
            if test.file not in files:
                files.append(test.file)
    return words


def summary(grade: Grade) -> str:
    """One line about a submission, for lists: "2 crashed, 5 not written"."""
    if grade.status != "graded":
        reason = one_line(grade.reason.strip().split("\n")[0], 140)
        return STATUS[grade.status] + (f": {reason}" if reason else "")
    counts: dict[str, int] = {}
    for test in grade.tests:
        counts[test.outcome] = counts.get(test.outcome, 0) + 1
    open_ones = [f"{n} {OUTCOMES[o].word}" for o, n in sorted(counts.items(), key=lambda c: -c[1])
                 if o != "pass"]
    return ", ".join(open_ones) or "all tests passed"
