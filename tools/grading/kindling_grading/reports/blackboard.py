"""blackboard.py - a CSV for Blackboard: Gradebook, Upload (or Work offline, Upload).

Blackboard finds a student by "Username" and a column by the number behind the bar of its heading,
"Attention [Total Pts: 100 Score] |48213"; without it, it would make a new column, of text. A blank
leaves the grade there as it is.
"""
from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from kindling_grading.errors import BookError
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.csv_book import Cell, table

HEAD = ("Last Name", "First Name", "Username")


def column(book: Book, wish: argparse.Namespace) -> str:
    name = wish.column or book.policy.blackboard
    if not re.search(r"\|\d+$", name):
        raise BookError("Blackboard knows a column by its number: COLUMN=\"Attention [Total Pts: 100 Score] |48213\", or blackboard = in "
                        "the policy's table; a download of its grade book shows it")
    return name


def row(entry: Entry) -> tuple[Cell, ...]:
    person = entry.person
    return person.last_name or person.name, person.first_name, person.login or entry.student, entry.final


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield "blackboard.csv", table([(*HEAD, column(book, wish)), *(row(e) for e in book.entries)])
