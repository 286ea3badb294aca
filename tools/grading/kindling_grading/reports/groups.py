"""groups.py - who hands in together: what one member hands in counts for all.

A CSV with the columns student, group and, if groups change, assignment (12 or 12_attention; a row
without one is for all of them, and one with it goes before that). Deadlines, late days and points
by hand stay each member's own.
Invariant: a row that fits nobody stops everything: one wrong letter would leave a member without
points.
"""
from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from pathlib import Path

from kindling_grading import plain_text
from kindling_grading.batch.names import safe_name
from kindling_grading.errors import BookError, NotText
from kindling_grading.reports.text import clean

COLUMNS = ("student", "group", "assignment")


@dataclass(frozen=True)
class Member:
    student: str  # as written
    group: str
    where: str  # the line, for whoever has to find it


def rows(path: Path) -> list[tuple[str, dict[str, str]]]:
    try:
        text = plain_text.read_text(path)
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}") from None
    except NotText as error:
        raise BookError(f"{path}: {error}") from None
    table = csv.DictReader(io.StringIO(text.replace("\0", "\ufffd")), restkey="...", restval="")
    if tuple(table.fieldnames or ()) not in (COLUMNS[:2], COLUMNS):
        raise BookError(f"{path}: the first line is {','.join(COLUMNS[:2])} or {','.join(COLUMNS)}, and not "
                        f"{clean(','.join(table.fieldnames or ()))[:80]!r}")
    found = []
    for row in table:
        where = f"{path}, line {table.line_num}"
        if "..." in row:
            raise BookError(f"{where}: more than {len(table.fieldnames or ())} columns; a name with a comma stands in quotes")
        found.append((where, {k: clean(v).strip() for k, v in row.items()}))
    return found


def load(path: Path | None, assignment: str) -> dict[str, Member]:
    """By safe_name who is in which group of this assignment; empty without a file."""
    found: dict[tuple[bool, str], Member] = {}  # for this assignment only?, who
    for where, row in rows(path) if path else []:
        if not any(row.values()):
            continue
        if not row["student"] or not row["group"]:
            raise BookError(f"{where}: a row has a student and a group, like this: anna,team-3")
        only = row.get("assignment", "")
        if only and not only[0].isdigit():
            raise BookError(f"{where}: {only!r} is no assignment; 12 or 12_attention, or nothing for all of them")
        if only not in ("", assignment) and only.zfill(2) != assignment.split("_")[0]:
            continue
        key = (bool(only), safe_name(row["student"]))
        if key in found:
            raise BookError(f"{where}: {row['student']} is in {found[key].group} already; a student is in one group of an assignment")
        found[key] = Member(row["student"], row["group"], where)
    return {who: member for (_, who), member in sorted(found.items(), key=lambda pair: pair[0])}
