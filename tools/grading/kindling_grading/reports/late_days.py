"""late_days.py - make late-days: who has how many late days left, over all assignments of a term.

Reads grade.json files, a policy and a roster; writes one table; runs nothing.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kindling_grading.errors import PolicyError, Refusal
from kindling_grading.reports import anonymous, book as books, command, policy as policies
from kindling_grading.reports.book import ANONYMOUS, CUMULATIVE, REPORTS, Book
from kindling_grading.reports.csv_book import table
from kindling_grading.reports.text import Cell, clean, count

ABOUT = "Who has how many late days left: late_days in the policy's [default], spent in the order of due dates."
NAME = "late-days.csv"
TERMINAL = 40  # students that are printed


def spent_by(term: list[Book]) -> list[tuple[Cell, ...]]:
    """A row per student: days spent on each assignment, a blank where nothing was handed in, and
    what is left."""
    total = term[-1].policy.late_days or 0
    spent: dict[str, dict[str, int | None]] = {}
    for book in term:
        for e in book.entries:
            spent.setdefault(e.student, {})[book.assignment] = e.late.spent if e.grade else None
    return [(student, *(of.get(b.assignment) for b in term), total - sum(n or 0 for n in of.values())) for student, of in sorted(spent.items())]


def whole_term(wish: argparse.Namespace) -> list[Book]:
    if not wish.out.is_dir():
        raise PolicyError(f"{wish.out}/ is not there: make grade writes it (OUT=another folder)")
    places = books.term(wish.out, wish.policy)
    if not places:
        raise PolicyError(f"no results in {wish.out}/: make grade MODULE=12 SUBMISSIONS=folder")
    if policies.load(wish.policy, places[0].removesuffix(CUMULATIVE)).late_days is None:
        raise PolicyError(f"{wish.policy or 'no policy'}: there are no late days; under [default], like this: late_days = 5")
    return named(list(books.books(wish.out, places, wish.policy, wish.roster, wish.groups)), wish)


def named(term: list[Book], wish: argparse.Namespace) -> list[Book]:
    """The term's books as they are, or under ids, if that is wished."""
    if not wish.anonymous:
        return term
    known = [anonymous.names(book) for book in term]
    for names in known:
        anonymous.write_key(wish.out, names)
    wish.out = wish.out / ANONYMOUS
    return [anonymous.without_names(book, names) for book, names in zip(term, known)]


def main() -> int:
    parser = argparse.ArgumentParser(prog="late-days", description=ABOUT)
    command.add_files(parser)
    wish = parser.parse_args()
    try:
        term = whole_term(wish)
        rows = spent_by(term)
        path = wish.out / REPORTS / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        command.replace_file(path, table([("student", *(b.assignment for b in term), "left"), *rows]))
    except (Refusal, OSError) as error:
        command.stop(error)
    print("  " + " ".join([f"{'student':24}", *(f"{b.assignment.split('_')[0]:>4}" for b in term), " left"]))
    for student, *days in rows[:TERMINAL]:
        print("  " + " ".join([f"{clean(str(student))[:24]:24}", *(f"{'' if n is None else n:>4}" for n in days)]))
    print(f"  {count(len(rows), 'student')}, {count(len(term), 'assignment')}: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
