"""classroom.py - GitHub Classroom: what its reporter reads, and the older autograding.json.

The reporter takes base64 of JSON from a step's output and adds up the scores, so lateness is a line
of its own with negative points. autograding.json lets students see their tests run in their
repository; they own that repository, so the grade is never taken from there. Classroom itself was
closed in August 2026; workflows that keep its reporter
(classroom-resources/autograding-grading-reporter@v1) can still be given the first form.
"""
from __future__ import annotations

import argparse
import base64
import json
from collections.abc import Iterator
from typing import Any

from kindling_grading.errors import BookError
from kindling_grading.reports import schema
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import STATUS, TOLD, command, explanation, module_of
from kindling_grading.reports.per_student import one_each
from kindling_grading.reports.results import Grade, Test, for_students
from kindling_grading.reports.text import number, short

FORM, OLD_FORM = schema.load("classroom"), schema.load("autograding")
WORD = {"": "pass", "failure": "fail", "error": "error"}


def line(name: str, status: str, score: float, message: str = "", filename: str = "") -> dict[str, Any]:
    return {"name": name, "status": status, "score": score, "message": message, "test_code": "",
            "filename": filename, "line_no": 0, "duration": 0}


def one_test(grade: Grade, test: Test) -> dict[str, Any]:
    message = explanation(test) + ("" if test.passed else f"\nNext: {command(grade, test)}")
    return line(f"{test.exercise}: {short(test.name)}", WORD[TOLD[test.outcome].junit], test.score,
                message, f"modules/{grade.assignment}/{test.file.split('/')[-1]}")


def result(entry: Entry) -> dict[str, Any]:
    grade = for_students(entry.grade)
    tests = [one_test(grade, t) for t in grade.tests]
    if not tests or grade.status != "graded":
        tests.append(line(STATUS[grade.status], "error", 0, grade.reason))
    if grade.score != sum(t.score for t in grade.tests):
        tests.append(line("given by hand", "pass", round(grade.score - sum(t.score for t in grade.tests), 2), "\n".join(grade.comments)))
    if entry.final != grade.score:
        tests.append(line(entry.late.words, "fail", round(entry.final - grade.score, 2)))
    full = all(t.passed for t in grade.tests) and grade.status == "graded"
    found = {"version": 1, "status": "pass" if full else "error" if grade.status != "graded" else "fail",
             "max_score": grade.max, "tests": tests}
    wrong = schema.errors(found, FORM)
    if wrong:
        raise BookError(f"GitHub Classroom, {entry.student}: {wrong[0]}")
    return found


def payload(entry: Entry) -> str:
    return base64.b64encode(json.dumps(result(entry)).encode()).decode()


def notices(entry: Entry) -> str:
    """What the reporter would say of it; also the text of an older check run."""
    grade = entry.grade
    report = json.dumps({"totalPoints": entry.final, "maxPoints": grade.max}, separators=(",", ":"))
    return (f"::notice title=Autograding complete::Points {number(entry.final)}/{number(grade.max)}\n"
            f"::notice title=Autograding report::{report}\n")


def old_form(book: Book) -> dict[str, Any]:
    """One entry per test that students have, hidden ones left out."""
    module = module_of(book.assignment)
    return {"tests": [{
        "name": f"{t.exercise}: {short(t.name)}", "setup": "sudo apt-get install -y libcmocka-dev",
        "run": f"make {module} TEST={t.name} STRICT=1", "input": "", "output": "", "comparison": "included",
        "timeout": 10, "points": t.points} for t in book.tests if not t.hidden and not t.optional]}


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield from one_each(book, "classroom.b64", lambda entry: payload(entry) + "\n")
    yield from one_each(book, "classroom.txt", notices)
    yield "autograding.json", json.dumps(old_form(book), indent=2) + "\n"
