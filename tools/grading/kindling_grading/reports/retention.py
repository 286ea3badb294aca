"""retention.py - how long grades are kept: keep_until in the policy, and what goes when that day is
over."""
from __future__ import annotations

from datetime import date
from pathlib import Path

from kindling_grading.reports import policy as policies
from kindling_grading.reports.book import CUMULATIVE, REPORTS
from kindling_grading.reports.policy import Policy
from kindling_grading.reports.traces import WHO_IS_WHO, assignments


def over(policy: Policy, today: date) -> bool:
    return policy.keep_until is not None and today > policy.keep_until


def reminder(assignment: str, policy: Policy, today: date) -> str:
    """A line for whoever grades; empty while nothing is over."""
    if not over(policy, today):
        return ""
    return f"  ! {assignment} was to be kept until {policy.keep_until}: make forget EXPIRED=1 POLICY=file shows what goes then"


def plain(place: Path) -> str:
    return place.name.removesuffix(CUMULATIVE)


def policies_of(out: Path, policy_file: Path) -> dict[str, Policy]:
    """Of every assignment that has results here."""
    return {name: policies.load(policy_file, name) for name in sorted({plain(place) for place in assignments(out)})}


def of_term(out: Path, expired: set[str]) -> list[Path]:
    """Folders with everything about these assignments; the list of who is who once no other
    assignment is left."""
    places = assignments(out)
    gone = [place for place in places if plain(place) in expired]
    for reports in sorted({place.parent / REPORTS for place in places}):
        if reports.is_dir() and not reports.is_symlink():
            gone += sorted(p for p in reports.iterdir() if p.is_dir() and not p.is_symlink() and plain(p) in expired)
    if {plain(place) for place in places} <= expired and (out / WHO_IS_WHO).is_file():
        gone.append(out / WHO_IS_WHO)
    return gone
