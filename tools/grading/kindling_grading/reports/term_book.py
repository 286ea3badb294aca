"""term_book.py - make term: one number per student, over all assignments of a term.

The policy's [term] says how: weights (an assignment that is not there counts 1), drop_lowest, and
bonus, which assignments add to the others and can only help. Shares are of the points of each
assignment, so what is worth more than its maximum stays more. Who is excused from one, or has a
blank for another reason, is weighed by the rest; blanks are listed.
"""
from __future__ import annotations

import argparse
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kindling_grading import plain_text
from kindling_grading.errors import NotText, PolicyError, Refusal
from kindling_grading.reports import book as books, command
from kindling_grading.reports.book import CUMULATIVE, REPORTS, Book, Entry
from kindling_grading.reports.csv_book import table
from kindling_grading.reports.late_days import named
from kindling_grading.reports.text import Cell, clean, count

ABOUT = "One number per student over all assignments: weights, drop_lowest and bonus of the policy's [term]."
NAME = "term.csv"
KEYS = {"weights": dict, "drop_lowest": int, "bonus": dict}


@dataclass(frozen=True)
class Rules:
    weights: dict[str, float] = field(default_factory=dict)
    drop_lowest: int = 0
    bonus: dict[str, float] = field(default_factory=dict)  # per cent of the term that all of its points add


def numbers(value: dict[str, Any], where: str, graded: set[str]) -> dict[str, float]:
    for name, number in value.items():
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not 0 <= number <= 1000:
            raise PolicyError(f"{where}.{name}: {number!r} is no number from 0 to 1000")
        if name not in graded:
            raise PolicyError(f"{where}: nothing was graded that is called {clean(name)}, and it has no table here; there are {', '.join(sorted(graded))}")
    return {name: float(number) for name, number in value.items()}


def rules(path: Path | None, graded: set[str]) -> Rules:
    """The table [term]. A name without results stops everything: a letter wrong would be paid by the
    students."""
    try:
        tables = tomllib.loads(plain_text.read_text(path)) if path else {}
    except (OSError, NotText, tomllib.TOMLDecodeError) as error:
        raise PolicyError(f"{path}: {error}") from None
    table_ = tables.get("term", {})
    for key, value in table_.items():
        if key not in KEYS:
            raise PolicyError(f"{path}: term.{key} is not known; there are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or isinstance(value, bool) or isinstance(value, int) and value < 0:
            raise PolicyError(f"{path}: term.{key}: {value!r} is no {'table' if KEYS[key] is dict else 'number of assignments'}")
    planned = {name for name, table in tables.items() if isinstance(table, dict) and name[:1].isdigit()}  # has a deadline, and no results yet
    given = {key: numbers(table_.get(key, {}), f"{path}: term.{key}", graded | planned) for key in ("weights", "bonus")}
    return Rules(given["weights"], table_.get("drop_lowest", 0), given["bonus"])


def share(book: Book, entry: Entry) -> float | None:
    """Per cent of an assignment's points; None: a blank."""
    return None if entry.final is None or not book.max else 100 * entry.final / book.max


def total(shares: dict[str, float | None], how: Rules) -> float | None:
    """Per cent of the term. Dropped is what has the lowest share; of equals what weighs more."""
    weight = {name: how.weights.get(name, 1.0) for name, value in shares.items() if value is not None and name not in how.bonus}
    kept = sorted(weight, key=lambda name: (shares[name], -weight[name], name))[min(how.drop_lowest, max(0, len(weight) - 1)):]
    whole = sum(weight[name] for name in kept)
    if not whole:
        return None
    more = sum(how.bonus[name] * (shares[name] or 0) / 100 for name in how.bonus if name in shares)
    return sum(weight[name] * (shares[name] or 0) for name in kept) / whole + more


def with_names(term: list[Book]) -> bool:
    """Does the roster call somebody otherwise than the results?"""
    return any(entry.person.name != entry.student for book in term for entry in book.entries)


def rows(term: list[Book], how: Rules) -> list[tuple[Cell, ...]]:
    found: dict[str, dict[str, float | None]] = {}
    called: dict[str, str] = {}
    for book in term:
        for entry in book.entries:
            called[entry.student] = entry.person.name
            found.setdefault(entry.student, {})[book.assignment.removesuffix(CUMULATIVE)] = share(book, entry)
    order = [book.assignment.removesuffix(CUMULATIVE) for book in term]
    return [(student, *([called[student]] if with_names(term) else []), *(shares.get(name) for name in order), total(shares, how)) for student, shares in sorted(found.items())]


def main() -> int:
    parser = argparse.ArgumentParser(prog="term", description=ABOUT)
    command.add_files(parser)
    wish = parser.parse_args()
    try:
        if not wish.out.is_dir():
            raise PolicyError(f"{wish.out}/ is not there: make grade writes it (OUT=another folder)")
        places = books.term(wish.out, wish.policy)
        how = rules(wish.policy, {place.removesuffix(CUMULATIVE) for place in places})
        term = named(list(books.books(wish.out, places, wish.policy, wish.roster, wish.groups)), wish)
        if not term:
            raise PolicyError(f"no results in {wish.out}/: make grade MODULE=12 SUBMISSIONS=folder")
        lines, path = rows(term, how), wish.out / REPORTS / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        command.replace_file(path, table([("student", *(["name"] if with_names(term) else []), *(b.assignment for b in term), "term"), *lines]))
    except (Refusal, OSError) as error:
        command.stop(error)
    print(f"  {count(len(lines), 'student')}, {count(len(term), 'assignment')}: {path}")
    for book in term:
        nothing = [clean(e.student) for e in book.missing if e.final == 0]
        if nothing:
            more = f" and {len(nothing) - command.MOST_NAMED} more" if len(nothing) > command.MOST_NAMED else ""
            print(f"  ! {book.assignment}: 0 for {'; '.join(nothing[:command.MOST_NAMED])}{more}, who handed in nothing"
                  + ("" if wish.groups else " (did they in a group? GROUPS=file)"))
    blank = [clean(str(student)) for student, *cells in lines if None in cells]
    if blank:
        print(f"  ! a blank in the row of {'; '.join(blank[:command.MOST_NAMED])}{' and more' * (len(blank) > command.MOST_NAMED)}: weighed by the rest")
    return 0


if __name__ == "__main__":
    sys.exit(main())
