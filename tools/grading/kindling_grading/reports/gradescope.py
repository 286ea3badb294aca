"""gradescope.py - results.json for Gradescope.

A hidden test goes out without its name and its details whatever the visibility says, so that the
worst a wrong setting can do is to show an outcome early.
"""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from kindling_grading.errors import BookError
from kindling_grading.reports import schema
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import STATUS, TOLD, answers, command, why_not_run, explanation
from kindling_grading.reports.per_student import one_each
from kindling_grading.reports.results import Grade, Test, for_students
from kindling_grading.reports.text import number, short

FORM = schema.load("gradescope")


def one_test(grade: Grade, test: Test, position: int, hidden: str) -> dict[str, Any]:
    number_, _, function = test.exercise.partition(" ")
    output = explanation(test)
    if not test.passed:
        output += f"\nNext: {command(grade, test)}"
    return {
        "name": f"{function}: {short(test.name)}", "number": f"{number_}.{position}",
        "score": test.score, "max_score": test.points, "status": "passed" if test.passed else "failed",
        "output": output.strip(), "output_format": "text", "tags": [TOLD[test.outcome].word],
        "visibility": hidden if test.hidden else "visible",
    }


def about(entry: Entry, grade: Grade) -> str:
    """The text above the tests."""
    lines = [] if grade.status == "graded" else [f"Your submission: {STATUS[grade.status]}."]
    if grade.status == "rejected":
        lines.append(grade.reason)
    lines += why_not_run(grade)
    if entry.late.words:
        lines.append(f"{entry.late.words}: {number(grade.score)} becomes {number(entry.final)}."
                     if entry.final != grade.score else f"{entry.late.words}.")
    lines += [f"Instructor: {line}" for line in (*grade.comments, *answers(grade), *([f"{grade.by_hand:+g} points"] if grade.by_hand else []))]
    return "\n".join([*lines, *(f"Note: {n}" for n in grade.notes)])


def result(entry: Entry, hidden: str = "after_due_date") -> dict[str, Any]:
    grade = for_students(entry.grade)
    positions: dict[str, int] = {}
    tests = []
    for test in grade.tests:
        positions[test.exercise] = positions.get(test.exercise, 0) + 1
        tests.append(one_test(grade, test, positions[test.exercise], hidden))
    found = {
        "score": entry.final, "output": about(entry, grade), "output_format": "text", "visibility": "visible",
        "test_output_format": "text", "test_name_format": "text", "tests": tests,
        "extra_data": {"status": grade.status, "submission_sha256": grade.submission_sha256},
    }
    wrong = schema.errors(found, FORM)
    if wrong:
        raise BookError(f"results.json of {entry.student}: {wrong[0]}")
    return found


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    return one_each(book, "results.json", lambda entry: json.dumps(result(entry, wish.hidden), indent=1) + "\n")
