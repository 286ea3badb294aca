"""command.py - what make gradebook and make feedback share: options, writing, the closing words.

A file appears whole or not at all: written under another name, then renamed.
"""
from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from datetime import date
from math import ceil
from pathlib import Path
from typing import NoReturn

from kindling_grading.errors import FULL, NoRoom, Refusal
from kindling_grading.reports import anonymous, book as books, changes, groups, people, remarks, retention, svg
from kindling_grading.reports.book import ANONYMOUS, Book
from kindling_grading.reports.text import clean, count, number, one_line

FEW = 8  # grades
MOST_NAMED = 30  # students in a line


def options(program: str, about: str, epilog: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program, description=about, epilog=epilog,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--module", required=True, metavar="12", help="the assignment: 12 or 12_attention")
    add_files(parser)
    return parser


def add_files(parser: argparse.ArgumentParser) -> None:
    """What grades are made of."""
    parser.add_argument("--out", default="grades", type=Path, metavar="DIR",
                        help="where make grade has put its results (default: grades)")
    parser.add_argument("--policy", type=Path, metavar="FILE",
                        help="deadlines and what lateness costs (tools/grading/policy.example.toml)")
    parser.add_argument("--roster", type=Path, metavar="FILE",
                        help=f"CSV with the columns {', '.join(people.COLUMNS)}; only the first is needed")
    parser.add_argument("--groups", type=Path, metavar="FILE", help=f"CSV with the columns {', '.join(groups.COLUMNS)}: who hands in together")
    parser.add_argument("--anonymous", action="store_true", help=f"ids in place of names, under DIR/{ANONYMOUS}; DIR/{anonymous.KEY_FILE} says who is who")


def load(wish: argparse.Namespace) -> Book:
    """The book, or a sentence on stderr and exit status 2."""
    try:
        book = books.load(wish.out, wish.module, wish.policy, wish.roster, wish.groups)
        changes.record(wish.out / book.assignment)
        if not wish.anonymous:
            return book
        known = anonymous.names(book)
        anonymous.write_key(wish.out, known)
        wish.out = wish.out / ANONYMOUS
        return anonymous.without_names(book, known)
    except (Refusal, OSError) as error:
        stop(error)


def stop(error: Exception) -> NoReturn:
    full = isinstance(error, OSError) and error.errno in FULL
    print(f"  {clean(str(NoRoom.of(error) if full else error))}", file=sys.stderr)
    raise SystemExit(2)


def write(out: Path, assignment: str, files: Iterable[tuple[str, str | bytes | None]]) -> list[Path]:
    """Writes each file atomically, a student's ("anna/junit.xml") beside the grade.json, those of
    the class apart from all students, however these are called; None takes away one from an earlier
    run."""
    written = []
    whole_class = books.class_folder(out, assignment)
    whole_class.mkdir(parents=True, exist_ok=True)
    for name, text in files:
        path = (out / assignment if "/" in name else whole_class) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            path.unlink(missing_ok=True)
            continue
        replace_file(path, text)
        written.append(path)
    return written


def replace_file(path: Path, text: str | bytes) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")  # two graders at once have one each
    try:
        with open(temporary, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:  # of a full disk it does not say for whom
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None
    os.replace(temporary, path)


def picture(book: Book) -> list[str]:
    """The points that were earned, as a terminal can draw them; of a few there is nothing to
    see."""
    values = [e.grade.score for e in book.graded]
    if len(values) < FEW or book.max <= 0:
        return []
    bins = svg.tenths(values, book.max)
    scale = min(1, 40 / max(bins))
    lines = [f"{book.max * i / 10:6.0f} |{'#' * ceil(n * scale)} {n or ''}".rstrip() for i, n in enumerate(bins)]
    average = round(sum(values) / len(values), 1)
    return ["", *lines, f"{book.max:6.0f} points; median {number(svg.median(values))}, mean {number(average)}", ""]


def matched_nobody(book: Book) -> None:
    """Names in one place and not in the other: one wrong letter would be paid by a student."""
    for words, names in (("handed in and not in the roster", book.unlisted),
                         ("among the submissions, and nobody's", book.loose),
                         ("in the roster, without a submission", [e.student for e in book.missing]),
                         ("results whose submission is not there any more, and in these books all the same", book.gone),
                         ("an extension or an exemption, and nobody here is called so", book.nobody)):
        if names:
            more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
            print(f"  ! {words}: {'; '.join(clean(n) for n in names[:MOST_NAMED])}{more}")
    if book.unmatched and book.missing:
        print("    while something is nobody's, who has handed in nothing has a blank and no 0: is one the other's?")


def closing(book: Book, wish: argparse.Namespace, written: list[Path]) -> None:
    """What was written and, above all, what was not."""
    print("\n".join([f"  {book.title}", *picture(book)]))
    folder = wish.out / book.assignment
    own = [p for p in written if p.parent == books.class_folder(wish.out, book.assignment)]
    each = {p.name for p in written if p not in own}
    for path in own:
        print(f"  {clean(str(path))}")
    for name in sorted(each):
        n = sum(1 for p in written if p.name == name and p not in own)
        print(f"  {folder}/*/{name}   {count(n, 'student')}")
    late = sum(1 for e in book.entries if e.late.days)
    unknown = sum(1 for e in book.graded if e.late.words and not e.late.days)
    excused = sum(1 for e in book.entries if e.excused)
    print(f"  {count(len(book.graded), 'grade')}, {late} late, {len(book.missing)} without a submission"
          + (f", {excused} excused" if excused else "")
          + ("" if wish.policy else "; no deadline applied (POLICY=file)"))
    matched_nobody(book)
    for entry, members in book.split:
        print(f"  ! {clean(entry.group)}: {' and '.join(map(clean, members))} handed in different files; {clean(book.counts_of(entry.group))}")
    if unknown:
        print(f"  {count(unknown, 'time')} of receipt unknown: nothing taken off for lateness")
    if len({e.grade.suite_sha256 for e in book.graded}) > 1:
        print("  ! graded by more than one version of the suite: run make grade again")
    waiting = sum(1 for e in book.entries if e.grade for q in e.grade.asked if q.state == "open")
    if waiting:
        print(f"  ! {count(waiting, 'question')} without an answer: make requests MODULE={book.assignment}")
    if line := retention.reminder(book.assignment, book.policy, date.today()):
        print(line)
    first = remarks.sorted_out(book, True)
    if first:
        print(f"  ! {count(len(first), 'submission')} to read first, their files do what no exercise needs: "
              f"{'; '.join(e.student for e, _ in first[:MOST_NAMED])} (overview.html of make feedback)")
    if book.infra:
        print(f"  ! {count(len(book.infra), 'submission')} not graded, no fault of the students, left blank:")
        for entry in book.infra:
            print(f"      {entry.student:12} {one_line(entry.grade.reason, 90)}")
        graded = wish.out.parent if wish.out.name == ANONYMOUS else wish.out
        print(f"      {book.regrade}" + (f" OUT={graded}" if str(graded) != "grades" else ""))
