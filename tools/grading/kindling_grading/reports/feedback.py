"""feedback.py - make feedback: a page for each student, and one of the class for the instructor.

Reads grade.json files, a policy and a roster; writes HTML; runs nothing.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from kindling_grading.errors import BookError
from kindling_grading.reports import bundle, class_page, command, student_page
from kindling_grading.reports.book import Book
from kindling_grading.reports.text import clean, count

ABOUT = "Writes a self-contained HTML page for each student, and an overview of the class."
EPILOG = """writes under DIR:
  12_attention/<student>/feedback.html   for the student: points, each test in plain words, hint, next command
  reports/12_attention/overview.html     for the instructor: scores, hardest tests, who needs help, students x tests

The pages need no network and no server, are dark or light as the reader's system is, and print well.
Of hidden tests students see the outcome and the hint; the overview shows their names: do not hand it out.

With --bundle the students' pages also come as one file, reports/12_attention/feedback-KIND.zip, to upload:
  moodle   the assignment, "Upload multiple feedback files in a zip"; needs --submissions
  canvas   Grades, the assignment, "Re-Upload Submissions"; needs --submissions
  plain    a folder per student, called as in the results

  make feedback MODULE=12 POLICY=policy.toml ROSTER=roster.csv BUNDLE=moodle SUBMISSIONS=in/12
"""


def files(book: Book) -> Iterator[tuple[str, str]]:
    for entry in book.entries:
        if entry.folder is not None:
            yield f"{entry.folder}/feedback.html", student_page.render(book, entry)
    yield "overview.html", class_page.render(book)


def main() -> int:
    parser = command.options("feedback", ABOUT, EPILOG)
    parser.add_argument("--bundle", choices=bundle.KINDS, help="also one zip file with all pages, to upload")
    parser.add_argument("--submissions", type=Path, metavar="DIR", help="moodle, canvas: what was downloaded from there")
    wish = parser.parse_args()
    book = command.load(wish)
    try:
        packed = bundle.make(book, wish.bundle, wish.submissions) if wish.bundle else None
        every = [(f"feedback-{wish.bundle}.zip", packed.data)] if packed else []
        written = command.write(wish.out, book.assignment, [*files(book), *every])
    except (BookError, OSError) as error:
        command.stop(error)
    command.closing(book, wish, written)
    if packed and packed.left_out:
        print(f"  ! {count(len(packed.left_out), 'page')} not in feedback-{wish.bundle}.zip, not handed in by a download of "
              f"{wish.bundle.title()}: {'; '.join(clean(name) for name in packed.left_out)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
