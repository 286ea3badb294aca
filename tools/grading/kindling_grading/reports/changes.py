"""changes.py - who changed which points, when and why: a log beside the tables that say so.

Each time a report is made, what manual.csv and requests.csv say is compared with the last line about
it in OUT/<assignment>/changes.csv, and what is new, other or gone is added there. No line is ever
changed; only make forget takes a student's away. Several graders may do this at once: one waits for
the other. make regrade EXERCISE= writes here whose points it changed.
"""
from __future__ import annotations

import csv
import fcntl
import getpass
import io
import os
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

from kindling_grading.reports import asked, manual
from kindling_grading.reports.csv_book import table
from kindling_grading.reports.text import number

NAME = "changes.csv"
HEAD = ("when", "who", "file", "student", "test", "before", "points", "why")
TABLES = ((manual.NAME, manual.COLUMNS, "comment"), (asked.NAME, asked.COLUMNS, "answer"))
Said = dict[tuple[str, str, str], tuple[str, str]]  # file, student, test -> points, why


def now_said(place: Path) -> Said:
    """What the tables say; of several rows about one thing all, in their order."""
    found: Said = {}
    for name, columns, why in TABLES:
        for student, row, _ in manual.rows_of(place / name, columns):
            if row["points"] or row[why] and name == manual.NAME:
                before = found.get((name, student, row["test"]), ("", ""))
                found[name, student, row["test"]] = (" ".join(filter(None, (before[0], row["points"]))), "; ".join(filter(None, (before[1], row[why]))))
    return found


def plain(cell: str) -> str:
    """As it was before table() made it no formula."""
    return cell.removeprefix("'") if cell[1:2] in tuple("=+-@") and cell[1:] else cell


def add(place: Path, fresh: Callable[[list[list[str]]], list[tuple[str, ...]]], who: str, now: datetime | None) -> None:
    """Writes behind the log what fresh makes of the lines that are there: from "file" to "why"."""
    path = place / NAME
    with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW, 0o600), "r+", encoding="utf-8", newline="") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        lines = list(csv.reader(io.StringIO(file.read(), newline="")))
        when = (now or datetime.now(timezone.utc)).strftime("%Y-%m-%dT%H:%M:%SZ")
        mine = who or os.environ.get("KINDLING_GRADER") or getpass.getuser()
        rows = [(when, mine, *row) for row in fresh([[*map(plain, line)] for line in lines[1:] if len(line) == len(HEAD)])]
        file.write(table([HEAD, *rows] if not lines else rows))
        file.flush()
        os.fsync(file.fileno())


def record(place: Path, who: str = "", now: datetime | None = None) -> None:
    """Adds to the log what the tables say otherwise than its last lines about them."""
    said = now_said(place)
    if not said and not (place / NAME).exists():
        return

    def fresh(lines: list[list[str]]) -> list[tuple[str, ...]]:
        known: Said = {(name, student, test): (points, why) for _, _, name, student, test, _, points, why in lines
                       if name in {table[0] for table in TABLES}}
        gone = {key: ("", "taken back") for key, value in known.items() if key not in said and value != ("", "taken back")}
        return [(*key, known.get(key, ("", ""))[0], *value) for key, value in (said | gone).items() if known.get(key) != value]

    add(place, fresh, who, now)


def regraded(place: Path, exercise: str, changes: list[tuple[str, float, float]], of: int, why: str, who: str = "", now: datetime | None = None) -> None:
    """A line for each student who has other points now, and one for all."""
    rows = [("regrade", student, exercise, number(before), number(points), why) for student, before, points in changes]
    add(place, lambda _: [*rows, ("regrade", "", exercise, "", f"{len(changes)} of {of} have other points", why)], who, now)
