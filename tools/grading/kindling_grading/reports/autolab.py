"""autolab.py - a CSV for Autolab: the assessment's page, Import grades.

Rows without a heading: the mail address, and a score for each problem of the assessment in its
order, and "excused" for who is. Give the assessment one problem; a blank leaves the score there as it is.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator

from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.csv_book import Cell, table


def row(entry: Entry) -> tuple[Cell, ...]:
    return entry.person.email or entry.student, entry.final, "excused" if entry.excused else ""


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield "autolab.csv", table(row(e) for e in book.entries)
