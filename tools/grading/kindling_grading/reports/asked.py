"""asked.py - requests.csv: what students ask about their grades, and answers that stay.

OUT/<assignment>/requests.csv has the columns student, test, question, answer, points: a row per
question, as a form gives it; the instructor writes the last two. A blank test is the whole
submission. Points are what the test earns instead, or what is added to the whole. Grading never
touches the file, so an answer survives every regrading.
Invariant: a row without points changes no grade and stops nothing, since a student wrote it; one
with points fits somebody's test, or everything stops.
"""
from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from kindling_grading.batch.names import safe_name
from kindling_grading.errors import BookError
from kindling_grading.reports.manual import POINTS, ByHand, rows_of
from kindling_grading.reports.results import Grade, Question, no_test, test_meant

NAME = "requests.csv"
COLUMNS = ("student", "test", "question", "answer", "points")


@dataclass
class Asked:
    """One student's questions, each with the place where it stands."""

    student: str  # as written
    questions: list[tuple[Question, str]] = field(default_factory=list)

    @property
    def with_points(self) -> str:
        """Where the first row with points stands, or nothing."""
        return next((where for q, where in self.questions if q.points is not None), "")


def load(path: Path) -> dict[str, Asked]:
    """By safe_name; empty without a file."""
    found: dict[str, Asked] = {}
    for name, row, where in rows_of(path, COLUMNS):
        if row["points"] and not POINTS.fullmatch(row["points"]):
            raise BookError(f"{where}: {row['points']!r} are no points; 7, 2.5 or, for a whole submission, -3")
        points = float(row["points"]) if row["points"] else None
        question = Question(row["test"], row["question"], row["answer"], points)
        found.setdefault(safe_name(name), Asked(row["student"])).questions.append((question, where))
    return found


def joined(grade: Grade, by_hand: ByHand | None, asked: Asked | None) -> tuple[Grade, ByHand | None]:
    """The grade with its questions, and what is given by hand with the points of the answers."""
    if asked is None:
        return grade, by_hand
    mine = by_hand or ByHand(asked.student)
    questions = []
    for question, where in asked.questions:
        test = test_meant(grade, question.test) if question.test else ""
        if question.points is not None and grade.counts:
            add_points(mine, question, test, grade, where)
        questions.append(replace(question, test=test or question.test))
    answered = {q.test for q in questions if q.answered}
    again = tuple(replace(q, again=not q.answered and q.test in answered) for q in questions)
    return replace(grade, asked=again), mine


def add_points(mine: ByHand, question: Question, test: str, grade: Grade, where: str) -> None:
    if not question.test:
        mine.points += question.points or 0
    elif not test:
        raise BookError(f"{where}: {mine.student}: {no_test(grade, question.test)} (without a test, points are added to the whole)")
    elif mine.tests.get(test, (None, ""))[0] is not None:
        raise BookError(f"{where}: {mine.student}: {test} has points by hand already ({NAME} or manual.csv); keep one of the two")
    else:
        mine.tests[test] = (question.points, mine.tests.get(test, (None, ""))[1])
