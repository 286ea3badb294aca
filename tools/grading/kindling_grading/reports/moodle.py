"""moodle.py - two files for Moodle: one for its grade book, one for the assignment's own worksheet.

moodle.csv goes to Grades, Import, CSV file: map "Email address" (or "Username") to the user, the
assignment's title to its grade item, and "feedback" to the feedback for it. moodle-worksheet.csv
goes to the assignment, Upload grading worksheet, and has those whose submissions were downloaded
from Moodle, since it goes by their participant number. A blank leaves the grade there as it is.
"""
from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.csv_book import Cell, table
from kindling_grading.reports.outcomes import said_by_hand, summary
from kindling_grading.reports.people import DOWNLOADED, MARK
from kindling_grading.reports.results import for_students
from kindling_grading.reports.text import one_line

HEAD = ("First name", "Last name", "Username", "Email address")
WORKSHEET = ("Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
             "Last modified (submission)", "Last modified (grade)", "Feedback comments")


def comment(entry: Entry) -> str:
    grade = for_students(entry.grade) if entry.grade else None
    words = [*said_by_hand(grade), summary(grade), entry.late.words] if grade else [entry.late.words]
    return one_line("; ".join(w for w in words if w), 1000)


def row(entry: Entry) -> tuple[Cell, ...]:
    person = entry.person
    return (person.first_name, person.last_name or person.name, person.login or entry.student, person.email, entry.final,
            comment(entry))


def participant(entry: Entry) -> str | None:
    """The number that a download of Moodle carries; Canvas's, which have no space in the name, are
    not taken for it."""
    found = DOWNLOADED.fullmatch(MARK.sub("", entry.folder or ""))
    return found["id"] if found and not re.fullmatch(r"[^\W_]+", found["who"]) else None


def worksheet(book: Book) -> Iterator[tuple[Cell, ...]]:
    yield WORKSHEET
    for entry in book.entries:
        number = participant(entry)
        if number is not None:
            yield (f"Participant {number}", entry.person.name, entry.person.email, "", entry.final, book.max, "Yes", "", "",
                   comment(entry))


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield "moodle.csv", table([(*HEAD, book.title, "feedback"), *(row(e) for e in book.entries)])
    rows = list(worksheet(book))
    yield "moodle-worksheet.csv", table(rows) if len(rows) > 1 else None
