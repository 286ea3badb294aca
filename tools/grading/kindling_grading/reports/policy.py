"""policy.py - what lateness costs.

A policy is a TOML file; tools/grading/policy.example.toml shows every key. It never touches a
grade.json: it is applied each time a grade is derived from one, from received_at alone. A key that
is not known, a date without a zone or a percentage over 100 stops everything: a typing error in
this file would be paid by the students.
"""
from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta, timezone
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kindling_grading import plain_text
from kindling_grading.batch.names import safe_name
from kindling_grading.errors import NotText, PolicyError
from kindling_grading.reports.results import Grade, Test, no_test, test_meant
from kindling_grading.reports.text import clean, count


@dataclass(frozen=True)
class Policy:
    zone: str = ""  # whose clocks are meant where a time has no zone
    title: str = ""
    canvas: str = ""  # the column of Canvas: "Attention (48213)"
    blackboard: str = ""  # and of Blackboard: "Attention [Total Pts: 100 Score] |48213"
    due: datetime | None = None
    grace_min: float = 0
    per_day: float = 0  # per cent of what was earned, for every day that has begun
    max_days: float | None = None
    floor: float = 0  # per cent of what was earned that stays
    missing_is_zero: bool = False
    keep_until: date | None = None  # the last day on which the data may be here
    # of a term: each day late costs one of these, as long as there are any
    late_days: int | None = None
    most_late_days: int | None = None  # of them for one assignment
    attempts: str = "last"  # which one counts
    optional_adds: bool = False  # points of optional exercises: to the score, or only told
    # by safe_name: as written, until when
    extensions: dict[str, tuple[str, datetime]] = field(default_factory=dict)

    # by safe_name: as written, and why
    exempt: dict[str, tuple[str, str]] = field(default_factory=dict)

    # points of a test, instead of the suite's; 0 drops it
    weights: dict[str, float] = field(default_factory=dict)

    def excused(self, student: str) -> str:
        """Why this student need not hand this in; "": there is no reason."""
        return self.exempt.get(safe_name(student), ("", ""))[1]

    def due_for(self, student: str) -> datetime | None:
        return self.extensions.get(safe_name(student), (student, self.due))[1]


@dataclass(frozen=True)
class Late:
    days: int = 0
    kept: Decimal = Decimal(1)  # the share of the points that stays
    words: str = ""
    spent: int = 0  # of the late days


def local(value: datetime, zone: str, where: str) -> datetime:
    """A time on the clocks of that zone. Of an hour that comes twice the second is meant: it costs
    nobody anything."""
    found = value.replace(tzinfo=ZoneInfo(zone), fold=1)
    if found.astimezone(timezone.utc).astimezone(found.tzinfo).replace(tzinfo=None) != value:
        raise PolicyError(f"{where}: {value.isoformat()} does not exist in {zone}: clocks go forward then")
    return found


def moment(value: object, where: str, zone: str = "") -> datetime:
    if isinstance(value, str):
        try:
            value = datetime.fromisoformat(value)
        except ValueError:
            raise PolicyError(f"{where}: {value!r} is no date; like this: 2026-02-01T23:59:00+01:00") from None
    if not isinstance(value, datetime):
        raise PolicyError(f"{where}: a date and a time, like 2026-02-01T23:59:00+01:00")
    if value.tzinfo is None and zone:
        return local(value, zone, where)
    if value.tzinfo is None:
        raise PolicyError(f"{where}: {value.isoformat()} has no time zone; write 23:59:00Z or 23:59:00+01:00, or zone = \"Europe/Berlin\" under [default]")
    return value


KINDS = {"zone": (str, "a text"), "title": (str, "a text"), "canvas": (str, "a text"), "blackboard": (str, "a text"), "missing_is_zero": (bool, "true or false"),
         "optional_adds": (bool, "true or false"),
         "attempts": (str, "a text")}
MOST = {"per_day": 100, "floor": 100, "points": 1000, "late_days": 366, "most_late_days": 366}
WHOLE = ("late_days", "most_late_days")
ATTEMPTS = ("first", "last", "best")


def checked(key: str, value: Any, where: str, zone: str = "") -> Any:
    """The value of one key, or a sentence why not. zone: where times without one are meant."""
    if key == "due":
        return moment(value, where, zone)
    if key == "keep_until":
        if not isinstance(value, date) or isinstance(value, datetime):
            raise PolicyError(f"{where}: {value} is no day; like this, without quotes: keep_until = 2027-03-31")
        return value
    if key == "extensions":
        if not isinstance(value, dict):
            raise PolicyError(f"{where} is a table: [assignment.extensions]")
        found = {safe_name(s.strip()): (clean(s), moment(v, f"{where}.{s}", zone)) for s, v in value.items()}
        if len(found) < len(value):
            raise PolicyError(f"{where}: two of these names are the same student's")
        return found
    if key == "exempt":
        if not isinstance(value, dict) or not all(isinstance(why, str) and why.strip() for why in value.values()):
            raise PolicyError(f"{where} is a table of students and reasons: [assignment.exempt], and below it s17 = \"ill, certificate of 3 May\"")
        return {safe_name(s.strip()): (clean(s), clean(why).strip()) for s, why in value.items()}
    if key == "weights":
        if not isinstance(value, dict):
            raise PolicyError(f"{where} is a table: [assignment.weights]")
        return {clean(test): float(checked("points", points, f"{where}.{test}")) for test, points in value.items()}
    if key == "attempts" and value not in ATTEMPTS:
        raise PolicyError(f"{where}: {value!r} is none of {', '.join(ATTEMPTS)}; like this: attempts = \"best\"")
    kind, called = KINDS.get(key, ((int, float), "a number"))
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise PolicyError(f"{where}: {value!r} is not {called}")
    if called == "a number" and not 0 <= value <= MOST.get(key, 1e6):
        raise PolicyError(f"{where}: {value} is not between 0 and {MOST.get(key, 1e6):g}")
    if key in WHOLE and value != int(value):
        raise PolicyError(f"{where}: {value} is no whole number of days; like this: {key} = {int(value)}")
    return clean(value) if kind is str else int(value) if key in WHOLE else value


def known_zone(name: Any, where: str) -> str:
    try:
        if name:
            ZoneInfo(name)
        return name
    except (ZoneInfoNotFoundError, ValueError, TypeError, OSError):
        raise PolicyError(f"{where}: {name!r} is no time zone; like this: zone = \"Europe/Berlin\"") from None


def load(path: Path | None, assignment: str) -> Policy:
    """The table [default], and over it the table of the assignment."""
    if path is None:
        return Policy()
    try:
        tables = tomllib.loads(plain_text.read_text(path))
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, NotText) as error:
        raise PolicyError(f"{path}: {error}") from None
    keys = {f.name for f in fields(Policy)}
    merged: dict[str, Any] = {}
    default = tables.get("default", {})
    zone = known_zone(default.get("zone", "") if isinstance(default, dict) else "", f"{path}: default.zone")
    for name, table in tables.items():
        if name == "term":  # reports/term_book.py
            continue
        if not isinstance(table, dict):
            raise PolicyError(f"{path}: {name} stands outside of a table; put it under [default]")
        for key, value in table.items():
            where = f"{path}: {name}.{key}"
            if key not in keys:
                raise PolicyError(f"{where} is not known; there are {', '.join(sorted(keys))}")
            if key == "late_days" and name != "default":
                raise PolicyError(f"{where}: late days are those of a term; put late_days under [default], and most_late_days here")
            if key == "zone" and name != "default":
                raise PolicyError(f"{where}: a term has one time zone; put it under [default]")
            value = checked(key, value, where, zone)
            if name == assignment or name == "default" and key not in tables.get(assignment, {}):
                merged[key] = value
    return Policy(**merged)


def received(text: str | None) -> datetime | None:
    """The time of receipt; without a zone it is UTC, as the intake writes it."""
    try:
        time = datetime.fromisoformat(text or "")
    except ValueError:
        return None
    return time if time.tzinfo else time.replace(tzinfo=timezone.utc)


def lateness(policy: Policy, student: str, received_at: str | None, left: int | None = None) -> Late:
    """left: late days that the student still has; None: they are not to be touched."""
    due, time = policy.due_for(student), received(received_at)
    if due is None:
        return Late()
    if time is None:
        return Late(words="time of receipt unknown: nothing taken off")
    over = time - due
    if over <= timedelta(minutes=policy.grace_min):
        return Late()
    days = max(1, over // timedelta(days=1))
    while due + timedelta(days=days) < time:  # by the clock: a day in which clocks are turned has 23 hours or 25
        days += 1
    if policy.max_days is not None and days > policy.max_days:
        limit = count(int(policy.max_days), "day")
        return Late(days, Decimal(0), f"{count(days, 'day')} late: after {limit} nothing is accepted")
    spent = min(days, left or 0, days if policy.most_late_days is None else policy.most_late_days)
    used = "" if left is None else f"{count(spent, 'late day')} used, {left - spent} left; "
    kept = max(Decimal(str(policy.floor)), 100 - Decimal(str(policy.per_day)) * (days - spent)) / 100
    kept = min(kept, Decimal(1))
    return Late(days, kept, f"{count(days, 'day')} late: {used}{(kept * 100).normalize():f} % of the points stay", spent)


def reweighed(grade: Grade, weights: dict[str, float]) -> Grade:
    """The grade with other points for some tests: what was earned keeps its share. No test is left
    out of the list."""
    if not weights or not grade.counts:
        return grade
    if unknown := sorted(words for words in weights if grade.tests and not test_meant(grade, words)):
        raise PolicyError(f"the policy's [{grade.assignment}.weights]: {no_test(grade, unknown[0])}")
    weights = {test_meant(grade, words): points for words, points in weights.items()}
    if optional := [t.name for t in grade.tests if t.optional and t.name in weights]:
        raise PolicyError(f"the policy's [{grade.assignment}.weights]: {optional[0]} is optional: its points stand beside the others")
    tests = tuple(replace(t, points=weights.get(t.name, t.points), score=share(t, weights)) for t in grade.tests)
    return replace(grade, tests=tests, score=round(sum(t.score for t in tests), 2), max=round(sum(t.points for t in tests), 2))


def with_optional(grade: Grade, policy: Policy) -> Grade:
    """The grade with what optional exercises have earned, where the policy adds it: the score may
    then be over the maximum. It never takes anything off."""
    if not policy.optional_adds or not grade.counts:
        return grade
    tests = tuple(replace(t, score=t.earned) for t in grade.tests)
    return replace(grade, tests=tests, score=round(sum(t.score for t in tests), 2), adds=True)


def share(test: Test, weights: dict[str, float]) -> float:
    if test.name not in weights:
        return test.score
    return round(weights[test.name] * test.score / test.points, 2) if test.points else 0


def final(score: float, late: Late) -> float:
    """Rounded to cents, half up, in decimal: the same on every machine."""
    exact = Decimal(str(score)) * late.kept
    return float(exact.quantize(Decimal("0.01"), rounding=ROUND_HALF_UP))
