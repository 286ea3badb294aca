"""prairielearn.py - a CSV for PrairieLearn: the assessment, Uploads, Upload new total scores.

Students are known by their uid, which is a mail address, and scores are per cent. A row without a
score would be an error there, so who has none has no row.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator

from kindling_grading.reports.book import Book
from kindling_grading.reports.csv_book import table

HEAD = ("uid", "instance", "score_perc")


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    rows = [(e.person.email or e.student, 1, 100 * e.final / book.max) for e in book.entries if e.final is not None and book.max]
    yield "prairielearn.csv", table([HEAD, *rows])
