"""attempts.py - what one student handed in, time by time, and which of it counts.

Each attempt has a grade of its own (batch/names.py: NAME@TIME); the policy says whether the first,
the last or the best counts, and lateness is that attempt's. What could not be read counts only if
there is nothing else.
Invariant: the choice depends on times, points and names alone, never on the order in which things
were graded.
"""
from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone

from kindling_grading.reports import policy as policies
from kindling_grading.reports.people import Person
from kindling_grading.reports.policy import Late, Policy
from kindling_grading.reports.results import Grade

UNKNOWN = datetime.min.replace(tzinfo=timezone.utc)


@dataclass(frozen=True)
class HandedIn:
    """One folder of results."""

    folder: str
    by: Person
    grade: Grade

    @property
    def order(self) -> tuple[datetime, str]:
        return policies.received(self.grade.received_at) or UNKNOWN, self.folder


@dataclass(frozen=True)
class Attempt:
    """What one of them is worth to one student."""

    folder: str
    by: Person  # of a group, the member who handed it in
    grade: Grade
    late: Late
    final: float | None  # None is a blank: not graded


def valued(found: HandedIn, grade: Grade, student: str, policy: Policy, left: int | None) -> Attempt:
    """left: late days that the student still has; what earned nothing spends none."""
    if not grade.counts:
        return Attempt(found.folder, found.by, grade, Late(), None)
    late = policies.lateness(policy, student, grade.received_at, left if grade.score else None)
    return Attempt(found.folder, found.by, grade, late, policies.final(grade.score, late))


def counting(attempts: list[Attempt], rule: str, of: Person | None = None) -> int:
    """Which one counts; they stand in the order of their times. While one of them is not graded
    yet, nobody knows the best. of: whose; what somebody else of the group hands in too late takes
    nothing from who was in time."""
    fit = [i for i, a in enumerate(attempts) if a.grade.status != "rejected"] or list(range(len(attempts)))
    if rule == "last":
        fit = [i for i in fit if attempts[i].by == (of or attempts[i].by) or not attempts[i].late.days] or fit
    if rule != "best":
        return fit[0 if rule == "first" else -1]
    # of equals the first, which is no later
    return min(fit, key=lambda i: (attempts[i].final is not None, -(attempts[i].final or 0), i))
