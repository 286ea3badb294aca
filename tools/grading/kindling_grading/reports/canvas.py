"""canvas.py - a CSV that Canvas imports (Grades, Actions, Import).

Canvas finds a student by ID, then by login; the column by "Title (number)": without the number it
would make a new column each time, so an export without it is refused. A blank cell leaves the grade
there as it is.
"""
from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from kindling_grading.errors import BookError
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.csv_book import Cell, table

HEAD = ("Student", "ID", "SIS Login ID", "Section")
IGNORED = re.compile(r"\b(current|final|override) (score|points|grade)\b", re.I)


def column(book: Book, wish: argparse.Namespace) -> str:
    name = wish.column or book.policy.canvas
    if not re.search(r"\(\d+\)$", name):
        raise BookError("Canvas knows a column by its number: COLUMN=\"Attention (48213)\", or canvas = in the "
                        "policy's table; an export of the Canvas grade book shows it")
    if IGNORED.search(name):
        raise BookError(f"Canvas ignores columns called {name!r}: give the assignment another title")
    return name


def row(entry: Entry) -> tuple[Cell, ...]:
    person = entry.person
    name = f"{person.last_name}, {person.first_name}" if person.last_name and person.first_name else person.name
    number = int(person.canvas_id) if re.fullmatch(r"[0-9]{1,18}", person.canvas_id) else person.canvas_id
    return name, number, person.login or entry.student, person.section, entry.final


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    points = ("    Points Possible", "", "", "", book.max)
    yield "canvas.csv", table([(*HEAD, column(book, wish)), points, *(row(e) for e in book.entries)])
