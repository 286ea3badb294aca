"""results.py - reads grade.json, the only source of truth.

What cannot be read or contradicts itself becomes a grade of status infra-error: it is shown and
graded again, and it never counts as zero. Past this file every text is clean and every field has
its type.
"""
from __future__ import annotations

import difflib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NoReturn

from kindling_grading.reports import schema
from kindling_grading.reports.text import clean, clean_all

NAME = "grade.json"
LARGEST = 8 << 20
FAILED = "failed"  # of a hidden test, to students: any outcome but "pass"
FORM = schema.load("grade")
BY_HAND = ("comment", "comments", "by_hand", "asked", "beside", "adds")  # never from a grade.json


@dataclass(frozen=True)
class Test:
    name: str
    exercise: str  # "12.2 mask_causal"
    file: str
    points: float
    score: float
    hidden: bool
    outcome: str
    detail: str = ""
    likely: str = ""  # the known mistake that it is
    hint: str = ""
    comment: str = ""  # of the instructor, as the two below (reports/manual.py)
    by_hand: bool = False  # the score is the instructor's
    optional: float = 0  # points beside those of the assignment; then points is 0

    @property
    def passed(self) -> bool:
        return self.outcome == "pass"

    @property
    def worth(self) -> float:
        return self.optional or self.points

    @property
    def earned(self) -> float:
        """What a page shows: of an optional test whether or not a policy adds it to the score."""
        return self.optional * self.passed if self.optional else self.score

    @property
    def group(self) -> str:
        """The exercise; the questions of a module, 12.q, are one."""
        number = self.exercise.split(" ")[0]
        return f"{number} questions" if number.endswith(".q") else self.exercise


@dataclass(frozen=True)
class Question:
    """What a student asks about a grade, and the answer (reports/asked.py)."""

    test: str  # "": about the whole
    question: str
    answer: str = ""
    points: float | None = None
    again: bool = False  # asked after, or beside, one that was answered

    @property
    def answered(self) -> bool:
        return bool(self.answer) or self.points is not None

    @property
    def state(self) -> str:
        return "answered" if self.answered else "again" if self.again else "open"


@dataclass(frozen=True)
class Grade:
    assignment: str
    status: str
    reason: str = ""
    mode: str = "isolated"
    received_at: str | None = None
    submission_sha256: str = ""
    suite_sha256: str = ""
    toolchain: str = ""
    judge: str = ""
    seed_epoch: str = ""
    notes: tuple[str, ...] = ()
    tests: tuple[Test, ...] = ()
    score: float = 0
    max: float = 0
    by_hand: float = 0  # points added to the whole
    comments: tuple[str, ...] = ()
    asked: tuple[Question, ...] = ()
    beside: tuple[float, float] = (0, 0)  # of the optional points: earned, and all
    adds: bool = False  # those that are earned are in the score (reports/policy.py)

    @property
    def counts(self) -> bool:
        return self.status != "infra-error"


def refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def contradictions(data: dict[str, Any]) -> list[str]:
    """What a schema cannot say."""
    found = [f"{t['name']}: score {t['score']} of {t['points']}" for t in data["tests"]
             if t["score"] > t["points"]]
    total = sum(t["score"] for t in data["tests"])
    if data["status"] != "infra-error" and abs(total - data["score"]) > 1e-6:
        found.append(f"score is {data['score']}, its tests add up to {total}")
    if data["score"] > data["max"]:
        found.append(f"score {data['score']} of {data['max']}")
    return found


def from_json(data: dict[str, Any]) -> Grade:
    """A value that fits the schema, as a Grade; keys that later versions may add are left alone. An
    optional test that was not begun is in nobody's list: it only counts among `beside`."""
    data = clean_all(data)
    tests = tuple(Test(**{k: t[k] for k in Test.__dataclass_fields__ if k in t and k not in BY_HAND}) for t in data["tests"])
    beside = sum(t.earned for t in tests if t.optional), sum(t.optional for t in tests)
    tests = tuple(t for t in tests if not (t.optional and t.outcome == "not-written"))
    fields = {k: data[k] for k in Grade.__dataclass_fields__ if k not in ("tests", "notes", *BY_HAND)}
    fields["submission_sha256"] = fields["submission_sha256"] or ""
    return Grade(**fields, tests=tests, notes=tuple(data["notes"]), beside=beside)


def read(path: Path, assignment: str) -> Grade:
    broken = Grade(assignment, "infra-error")
    try:
        raw = path.read_bytes()
        if len(raw) > LARGEST:
            raise ValueError("larger than 8 MiB")
        data = json.loads(raw.decode("utf-8"), parse_constant=refuse_constant)
        wrong = schema.errors(data, FORM) or contradictions(data)
        if wrong:
            raise ValueError(wrong[0])
    except OSError as error:
        return replace(broken, reason=f"grade.json: {error.strerror}")
    except (ValueError, RecursionError) as error:
        return replace(broken, reason=clean(f"grade.json cannot be used: {error}"))
    return from_json(data)


def plain(test: str) -> str:
    """As a page or a file calls a test, in one form."""
    return test.casefold().replace(" ", "_")


def test_meant(grade: Grade, words: str) -> str:
    """The test's name for what people call it: as the file has it, as the page has it,
    hidden_test_1; "" if none is."""
    known = {plain(shown.name): test.name for test, shown in zip(grade.tests, for_students(grade).tests)}
    return ({plain(t.name): t.name for t in grade.tests} | known).get(plain(words), "")


def no_test(grade: Grade, words: str) -> str:
    """What is said of a name that no test has."""
    names = {plain(t.name): t.name for t in grade.tests}
    near = difflib.get_close_matches(plain(words), names, 1, 0)
    return f"there is no test {words}" + (f"; did you mean {names[near[0]]}?" if near else "")


def for_students(grade: Grade) -> Grade:
    """What a student may see: of a hidden test whether it passed, and its hint. The kind of a failure
    would be a channel: a file can choose between a crash and a loop by what it is asked."""
    seen, names, number = [], {}, 0
    for test in grade.tests:
        if test.hidden:
            number += 1
            names[test.name] = f"hidden_test_{number}"
            test = replace(test, name=names[test.name], detail="", likely="", outcome="pass" if test.passed else FAILED)
        seen.append(test)
    asked = tuple(replace(q, test=names.get(q.test, q.test)) for q in grade.asked)
    # what our machine failed at may name a hidden one
    names_tests = number > 0 and not grade.counts
    return replace(grade, tests=tuple(seen), asked=asked, reason="" if names_tests else grade.reason)
