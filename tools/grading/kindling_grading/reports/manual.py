"""manual.py - what the instructor adds by hand: points and comments, per test or for a whole
submission.

OUT/<assignment>/manual.csv has the columns student, test, points, comment. With a test, points are
what that test earns instead; without one they are added to the whole, or taken off. Either may be
blank. In place of points the word "exempt", with the reason as comment: the test earns the share
that the student's others earn. A student may be called by name, by id (anonymous.py), or as one attempt,
anna@2026-02-01T10:00:00Z: a name goes for whichever attempt counts. The file lies beside the
results and grading never touches it, so what stands there survives every regrading.
Invariant: a row that fits nobody or nothing stops everything: half a correction would be worse than
none.
"""
from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from kindling_grading import plain_text
from kindling_grading.batch.names import result_name
from kindling_grading.errors import BookError, NotText
from kindling_grading.reports.ids import real_name
from kindling_grading.reports.results import Grade, Test, no_test, test_meant
from kindling_grading.reports.text import clean

NAME = "manual.csv"
COLUMNS = ("student", "test", "points", "comment")
POINTS = re.compile(r"[+-]?\d{1,6}(\.\d{1,2})?")
EXEMPT = "exempt"
Points = float | str | None  # the word is EXEMPT; None: a comment alone


@dataclass
class ByHand:
    """One student's rows."""

    student: str  # as written
    tests: dict[str, tuple[Points, str]] = field(default_factory=dict)  # points, comment
    points: float = 0
    comments: list[str] = field(default_factory=list)


def rows_of(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[str, dict[str, str], str]]:
    """The rows of a table that instructors write, each with the student as written and the place;
    none without a file."""
    try:
        text = plain_text.read_text(path)
    except FileNotFoundError:
        return
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}") from None
    except NotText as error:
        raise BookError(f"{path}: {error}") from None
    rows = csv.DictReader(io.StringIO(text.replace("\0", "\ufffd")), restval="")
    if tuple(rows.fieldnames or ()) != columns:
        raise BookError(f"{path}: the first line is {','.join(columns)}, and not {','.join(rows.fieldnames or ['nothing'])[:100]!r}")
    for row in rows:
        where = f"{path}, line {rows.line_num}"
        if None in row:
            raise BookError(f"{where}: more than {len(columns)} columns; words with a comma stand in quotes")
        cells = {k: clean(v).strip() for k, v in row.items()}
        if any(cells.values()):
            yield row["student"].strip(), cells, where


def load(path: Path, students: Collection[str] = ()) -> dict[str, ByHand]:
    """By the names of results, ids turned into those of students; empty without a file."""
    found: dict[str, ByHand] = {}
    for name, row, where in rows_of(path, COLUMNS):
        add(found.setdefault(result_name(real_name(name, students)), ByHand(row["student"])), row, where)
    return found


def add(mine: ByHand, row: dict[str, str], where: str) -> None:
    words = row["points"]
    exempt = words.casefold() == EXEMPT
    if exempt and not (row["test"] and row["comment"]):
        raise BookError(f"{where}: exempt from what, and why? A test, and the reason as comment (from the whole: [assignment.exempt] of the policy)")
    if words and not exempt and not POINTS.fullmatch(words):
        raise BookError(f"{where}: {words!r} are no points; 7, 2.5, exempt or, for a whole submission, -3")
    if not row["test"]:
        mine.points += float(words or 0)
        mine.comments += [row["comment"]] if row["comment"] else []
    elif row["test"] in mine.tests:
        raise BookError(f"{where}: {row['test']} of {row['student']} is there twice")
    else:
        mine.tests[row["test"]] = (EXEMPT if exempt else float(words) if words else None, row["comment"])


def together(rows: list[ByHand]) -> ByHand | None:
    """All that is said of one student; of two points for one test the later row's count."""
    if not rows:
        return None
    tests = {name: said for row in rows for name, said in row.tests.items()}
    return ByHand(rows[0].student, tests, sum(row.points for row in rows), [words for row in rows for words in row.comments])


def applied(grade: Grade, mine: ByHand | None, where: str = NAME) -> Grade:
    """The grade as the instructor wants it; the sum is never below 0, and may be over the
    maximum."""
    if mine is None or not grade.counts:
        return grade
    said: dict[str, tuple[Points, str]] = {}
    for words, what in mine.tests.items() if grade.tests else ():
        name = test_meant(grade, words)
        if not name or name in said:
            raise BookError(f"{where}: {mine.student}: {f'{name} is there twice' if name else no_test(grade, words)}")
        said[name] = what
    tests = tuple(changed(t, *said[t.name], f"{where}: {mine.student}: {t.name}") if t.name in said else t for t in grade.tests)
    if exempt := {name for name, (points, _) in said.items() if points == EXEMPT}:
        tests = without(tests, exempt, f"{where}: {mine.student}")
    score = max(0.0, round(sum(t.score for t in tests) + mine.points, 2))
    return replace(grade, tests=tests, score=score, by_hand=mine.points, comments=tuple(mine.comments))


def without(tests: tuple[Test, ...], exempt: set[str], where: str) -> tuple[Test, ...]:
    """Tests that a student is exempt from earn the share of all others: as if they were not there,
    and out of as many points as everybody's."""
    others = [t for t in tests if t.name not in exempt and not t.optional]
    earned, worth = sum(t.score for t in others), sum(t.points for t in others)
    if not worth:
        raise BookError(f"{where} is exempt from all tests: [assignment.exempt] of the policy says that")
    return tuple(replace(t, score=round(t.points * earned / worth, 2)) if t.name in exempt else t for t in tests)


def changed(test: Test, points: Points, comment: str, where: str) -> Test:
    if points is None:
        return replace(test, comment=comment)
    if isinstance(points, str):
        return replace(test, comment=f"You are exempt from this test ({comment}): it earns the share that your others earn.", by_hand=True)
    if not 0 <= points <= test.points:
        raise BookError(f"{where} has {test.points:g} points, so {points:g} cannot be given; without a test they are added to the whole")
    return replace(test, score=points, comment=comment, by_hand=True)
