"""feedback.py - make feedback: a page for each student, and one of the class for the instructor.

Reads grade.json files, a policy and a roster; writes HTML; runs nothing.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator

from kindling_grading.reports import class_page, command, student_page
from kindling_grading.reports.book import Book

ABOUT = "Writes a self-contained HTML page for each student, and an overview of the class."
EPILOG = """writes under DIR/12_attention/:
  <student>/feedback.html   for the student: points, each test in plain words, hint, next command
  overview.html             for the instructor: scores, hardest tests, who needs help, students x tests

The pages need no network and no server, are dark or light as the reader's system is, and print well.
Of hidden tests students see the outcome and the hint; the overview shows their names: do not hand it out.

  make feedback MODULE=12 POLICY=policy.toml ROSTER=roster.csv
"""


def files(book: Book) -> Iterator[tuple[str, str]]:
    for entry in book.entries:
        if entry.folder is not None:
            yield f"{entry.folder}/feedback.html", student_page.render(book, entry)
    yield "overview.html", class_page.render(book)


def main() -> int:
    wish = command.options("feedback", ABOUT, EPILOG).parse_args()
    book = command.load(wish)
    try:
        written = command.write(wish.out / book.assignment, files(book))
    except OSError as error:
        command.stop(error)
    command.closing(book, wish, written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
