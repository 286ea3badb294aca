"""book.py - one assignment as every report sees it: who handed in what, when, and what it counts.

Built from the folders under OUT/<assignment>/, the roster and the policy, and from nothing else: the same
files give the same book. A student is known by the folder's name, never by what a file inside says.
"""
from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from kindling_grading.batch.names import safe_name
from kindling_grading.errors import BookError
from kindling_grading.reports import asked, manual, policy as policies, results
from kindling_grading.reports.people import Person, owners, roster
from kindling_grading.reports.policy import Late, Policy
from kindling_grading.reports.results import Grade

REPORTS = "reports"  # in OUT: what is about a whole class, where no student's folder can lie
CUMULATIVE = "-cumulative"  # ends the folder of results of a student's own modules together


@dataclass(frozen=True)
class Entry:
    person: Person
    folder: str | None  # under the assignment's folder; None: nothing handed in
    grade: Grade | None
    late: Late
    final: float | None  # None is a blank: not graded, or nothing handed in

    @property
    def student(self) -> str:
        return self.person.student

    @property
    def status(self) -> str:
        return self.grade.status if self.grade else "missing"

    @property
    def graded(self) -> bool:
        return self.grade is not None and self.grade.counts


@dataclass(frozen=True)
class Book:
    assignment: str
    policy: Policy
    entries: tuple[Entry, ...]
    max: float
    unlisted: tuple[str, ...] = ()  # who handed in and is not in the roster

    @property
    def missing(self) -> list[Entry]:
        return [e for e in self.entries if e.grade is None]

    @property
    def nobody(self) -> list[str]:
        """Extensions of students who are in neither the roster nor the results: a name may be written wrong."""
        known = {safe_name(e.student) for e in self.entries}
        return [name for key, (name, _) in self.policy.extensions.items() if key not in known]

    @property
    def cumulative(self) -> bool:
        return self.assignment.endswith(CUMULATIVE)

    @property
    def title(self) -> str:
        name = self.assignment.removesuffix(CUMULATIVE)
        plain = self.policy.title or name.replace("_", " ").title()
        return f"{plain}, modules 01 to {name.split('_')[0]} together" if self.cumulative else plain

    @property
    def regrade(self) -> str:
        """What to type for those that the machine failed at."""
        module = self.assignment.split("_")[0]
        return f"make regrade SUBMISSIONS=dir MODULE={module}{' CUMULATIVE=1' * self.cumulative} STATUS=infra-error"

    @property
    def graded(self) -> list[Entry]:
        return [e for e in self.entries if e.graded]

    @property
    def infra(self) -> list[Entry]:
        return [e for e in self.entries if e.status == "infra-error"]

    @property
    def tests(self) -> tuple[results.Test, ...]:
        """The suite's tests, in its order: as the most complete grade lists them."""
        return max((e.grade.tests for e in self.graded), key=len, default=())


def class_folder(out: Path, assignment: str) -> Path:
    return out / REPORTS / assignment


def find_assignment(out: Path, module: str) -> str:
    """"12", "12_attention" or "12-cumulative": the folder in OUT that has its results."""
    if not out.is_dir():
        raise BookError(f"{out}/ is not there: make grade writes it (OUT=another folder)")
    number = module.split("_")[0]
    plain, mark, _ = number.partition(CUMULATIVE)
    wanted = f"{int(plain):02}" if plain.isdecimal() else module
    names = sorted(p.name for p in out.iterdir() if p.is_dir() and p.name != REPORTS)
    found = [n for n in names if n == module] or [
        n for n in names if n.split("_")[0] == wanted and n.endswith(CUMULATIVE) == bool(mark)]
    if not found:
        there = ", ".join(n for n in names if n[0].isdigit())
        raise BookError(f"no results of module {module} in {out}/" +
                        (f"; there are {there}" if there else f": make grade MODULE={module} SUBMISSIONS=folder"))
    if len(found) > 1:
        raise BookError(f"which one? MODULE={' or MODULE='.join(found)}")
    return found[0]


def entry(person: Person, folder: str | None, grade: Grade | None, policy: Policy) -> Entry:
    late, final = Late(), 0.0 if policy.missing_is_zero and grade is None else None
    if grade is not None and grade.counts:
        late = policies.lateness(policy, person.student, grade.received_at)
        final = policies.final(grade.score, late)
    return Entry(person, folder, grade, late, final)


def load(out: Path, module: str, policy_file: Path | None = None, roster_file: Path | None = None) -> Book:
    place = find_assignment(out, module)
    assignment = place.removesuffix(CUMULATIVE)
    policy = policies.load(policy_file, assignment)
    people, entries, by_hand = roster(roster_file), [], manual.load(out / place / manual.NAME)
    questions = asked.load(out / place / asked.NAME)
    folders = sorted(f for f in os.listdir(out / place) if (out / place / f / "grade.json").is_file())
    for folder, person in owners(folders, people).items():
        grade = results.read(out / place / folder / "grade.json", assignment)
        if grade.assignment != assignment:
            grade = Grade(assignment, "infra-error", f"grade.json is of {grade.assignment}")
        grade = policies.reweighed(grade, policy.weights)
        mine = by_hand.pop(safe_name(person.student), None) or by_hand.pop(safe_name(folder), None)
        theirs = questions.pop(safe_name(person.student), None) or questions.pop(safe_name(folder), None)
        grade, mine = asked.joined(grade, mine, theirs)
        entries.append(entry(person, folder, manual.applied(grade, mine, str(out / place / manual.NAME)), policy))
    if by_hand:
        raise BookError(f"{out / place / manual.NAME}: {next(iter(by_hand.values())).student} has no results here")
    stranger = next((theirs for theirs in questions.values() if theirs.with_points), None)
    if stranger:
        raise BookError(f"{stranger.with_points}: points, and {stranger.student} has no results here")
    if not entries:
        raise BookError(f"no grade.json in {out / place}/*/: make grade writes them")
    found = {e.person for e in entries}
    unlisted = tuple(e.student for e in entries if people and e.person not in people.values())
    entries += [entry(person, None, None, policy) for person in people.values() if person not in found]
    full = max((e.grade.max for e in entries if e.graded), default=0)
    # A submission rejected before any test was listed is out of as many points as the others.
    entries = [replace(e, grade=replace(e.grade, max=full)) if e.graded and not e.grade.max else e for e in entries]
    return Book(place, policy, tuple(sorted(entries, key=lambda e: e.student)), full, unlisted)
