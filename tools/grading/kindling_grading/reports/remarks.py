"""remarks.py - the notes of submissions, sorted by what they mean to the instructor.

The student reads them on the page, one by one. The instructor sees first those that may be an
attempt at points without work, then those about how it was handed in; what is of no consequence is
left out.
"""
from __future__ import annotations

import re

from kindling_grading.reports.book import Book, Entry

# As build/objects.py and batch/intake.py write them; tests/tools/grading/test_reports.py looks
# there.
SUSPICIOUS = ("calls what its functions do not need", "defines more than it was asked to", "runs outside of its functions",
              "chooses a function while the program starts", "lead out of the archive")
ODD = re.compile(r"[./_\d]")  # in a word: a name or a number
HARMLESS = ("was not handed in; the starting file stands in its place",)


def suspicious(note: str) -> bool:
    return any(words in note for words in SUSPICIOUS)


def kind(note: str) -> str:
    """One note of many files is one kind: without names and numbers."""
    found = next((words for words in SUSPICIOUS if words in note), None)
    return found or re.sub(r"\S+", lambda word: "…" if ODD.search(word[0]) else word[0], note)


def sorted_out(book: Book, wanted: bool) -> list[tuple[Entry, list[str]]]:
    """Who has notes that are suspicious (or, with False, of another kind), and which, one of each
    kind."""
    found = []
    for entry in book.entries:
        notes: dict[str, str] = {}
        for note in entry.grade.notes if entry.grade else ():
            if suspicious(note) == wanted and not any(words in note for words in HARMLESS):
                notes.setdefault(kind(note), note)
        if notes:
            found.append((entry, list(notes.values())))
    return found
