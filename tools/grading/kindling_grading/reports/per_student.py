"""per_student.py - formats of one file per student: written beside the grade.json it comes from.

A submission without a grade has no file, and one from an earlier run goes away: what other systems
do not see they cannot take for a zero.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator

from kindling_grading.reports.book import Book, Entry


def one_each(book: Book, name: str, render: Callable[[Entry], str]) -> Iterator[tuple[str, str | None]]:
    for entry in book.entries:
        if entry.folder is not None:
            yield f"{entry.folder}/{name}", render(entry) if entry.graded else None
