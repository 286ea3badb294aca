"""lti.py - scores for LTI 1.3 Assignment and Grade Services, one JSON body per student, ready to
POST.

A platform refuses a score older than the one it has, so the timestamp is the time of the export
(AT= to set it). A submission that could not be graded says Failed and carries no score: platforms
store none then.
"""
from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from datetime import datetime, timezone
from typing import Any

from kindling_grading.errors import BookError
from kindling_grading.reports import policy, schema
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import said_by_hand, summary
from kindling_grading.reports.results import for_students
from kindling_grading.reports.text import one_line

FORM = schema.load("ags")


def utc(time: datetime) -> str:
    return time.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"


def score(entry: Entry, at: datetime) -> dict[str, Any]:
    found: dict[str, Any] = {"userId": entry.person.lti_user or entry.student, "timestamp": utc(at)}
    if entry.graded:
        words = (*said_by_hand(for_students(entry.grade)), summary(entry.grade), entry.late.words)
        comment = "; ".join(w for w in words if w)
        found |= {"scoreGiven": entry.final, "scoreMaximum": entry.grade.max, "comment": one_line(comment, 1000)}
    found |= {"activityProgress": "Completed" if entry.graded else "Submitted",
              "gradingProgress": "FullyGraded" if entry.graded else "NotReady" if entry.excused else "Failed"}
    received = policy.received(entry.grade.received_at)
    if received:
        found["submission"] = {"submittedAt": utc(received)}
    wrong = schema.errors(found, FORM)
    if wrong:
        raise BookError(f"LTI score of {entry.student}: {wrong[0]}")
    return found


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    for entry in book.entries:
        if entry.folder is not None:
            yield f"{entry.folder}/lti.json", json.dumps(score(entry, wish.at), indent=1) + "\n"
