"""regrade.py - make regrade EXERCISE=12.5 WHY="...": one exercise of a class again, the log of it, and
the pages anew.

The exercise's tests were mended, or a hidden one was wrong: only they run again (batch/exercise.py),
all other points stay. changes.csv says who had what and has what, who did it, when and why; pages of
students that are there already are written again.
"""
from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kindling_grading.batch import exercise, grade
from kindling_grading.errors import Infra, Misuse, Refusal
from kindling_grading.reports import changes, command, feedback
from kindling_grading.reports.book import class_folder
from kindling_grading.reports.text import count


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="regrade", description="Grades one exercise of all submissions again; all other points stay.")
    parser.add_argument("--exercise", required=True, metavar="12.2", help="12.2, or mask_causal")
    parser.add_argument("--why", default="", metavar="WORDS", help="what changes.csv says: why these points change")
    parser.add_argument("--module", required=True)
    parser.add_argument("--submissions", required=True, metavar="DIR")
    parser.add_argument("--jobs", default="2", metavar="N")
    parser.add_argument("--hidden", metavar="DIR", help="as for make grade")
    parser.add_argument("--cumulative", action="store_true", help="as for make grade")
    parser.add_argument("--epoch", default="1", help="as for make grade")
    parser.add_argument("--student", action="append", default=[], help="only this student (may be given again)")
    command.add_files(parser)
    o = parser.parse_args(arguments)
    o.again, o.anonymous = "", False
    return o


def regraded(o: argparse.Namespace) -> int:
    """The exit status of make grade."""
    if not o.why.strip():
        raise Misuse('why do these points change? WHY="the test asked for too much": changes.csv keeps it')
    status, batch, changed, students = exercise.start(o)
    if status != grade.VOID:
        changes.regraded(batch.out, batch.exercise, [(c.student, c.before, c.now) for c in changed], students, o.why.strip())
        print(f"  {batch.exercise}: {count(len(changed), 'student has', 'students have')} other points now, {batch.out / changes.NAME} says who")
        pages(o, batch.out.name)
    return status


def pages(o: argparse.Namespace, assignment: str) -> None:
    """Those that were written before."""
    if not (class_folder(o.out, assignment) / "overview.html").is_file():
        return
    o.module = assignment
    written = command.write(o.out, assignment, feedback.files(command.load(o)))
    print(f"  written again: {count(len(written) - 1, 'page')} of students, and overview.html; hand them out, and make gradebook again")


def main(arguments: list[str] | None = None) -> int:
    try:
        return regraded(options(arguments))
    except (Refusal, Infra) as error:
        print(f"regrade: {error}", file=sys.stderr)
        return grade.MISUSE


if __name__ == "__main__":
    sys.exit(main())
