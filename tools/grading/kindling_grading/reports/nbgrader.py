"""nbgrader.py - the grades as `nbgrader export` writes its grade book: the same eleven columns.

What does not exist is a blank, where nbgrader itself would write 0.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator

from kindling_grading.reports import csv_book
from kindling_grading.reports.book import Book

COLUMNS = 11  # of gradebook.csv: the rest is Kindling's


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    rows = [csv_book.HEAD, *(csv_book.row(book, e) for e in book.entries)]
    yield "nbgrader.csv", csv_book.table(r[:COLUMNS] for r in rows)
