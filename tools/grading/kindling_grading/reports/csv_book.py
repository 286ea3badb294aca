"""csv_book.py - the grade book as CSV: RFC 4180, CRLF, UTF-8, one line per student.

The first eleven columns are those of nbgrader's export; a grade that does not exist is a blank,
never 0.
"""
from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Iterable, Iterator, Sequence

from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import STATUS, said_by_hand, summary
from kindling_grading.reports.text import Cell, cell, one_line

HEAD = ("assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
        "late_submission_penalty", "score", "max_score", "days_late", "late_days_used", "late_days_left", "attempt", "group",
        "status", "remarks")


def table(rows: Iterable[Sequence[Cell]]) -> str:
    """Text cells are quoted where needed and cannot become formulas; numbers are left alone."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerows([cell(value) for value in row] for row in rows)
    return out.getvalue()


def row(book: Book, entry: Entry) -> tuple[Cell, ...]:
    person, grade = entry.person, entry.grade
    raw = grade.score if entry.graded else None
    penalty = None if raw is None else raw - entry.final
    received = grade.received_at if grade else None
    remarks = [*(said_by_hand(grade) if grade else ()), summary(grade) if grade else "", entry.late.words, *(grade.notes if grade else ())]
    which = f"{entry.counted + 1} of {len(entry.attempts)}" if len(entry.attempts) > 1 else ""
    return (book.assignment, entry.due.isoformat() if entry.due else "", received or "", entry.student, person.last_name,
            person.first_name, person.email, raw, penalty, entry.final, book.max, entry.late.days if raw is not None
            else None, entry.late.spent if entry.left is not None else None, entry.left, which, entry.group, STATUS[entry.status], one_line("; ".join(r for r in remarks if r), 500))


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield "gradebook.csv", table([HEAD, *(row(book, e) for e in book.entries)])
