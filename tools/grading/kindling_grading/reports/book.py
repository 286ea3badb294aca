"""book.py - one assignment as every report sees it: who handed in what, when, and what it counts.

Built from the folders under OUT/<assignment>/, the roster, the groups and the policy, and from
nothing else: the same files give the same book. Late days are those of a term, so the books of what
was due before are made first. A student is known by the folder's name, never by what a file inside
says.
"""
from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from pathlib import Path

from kindling_grading.batch.names import attempt, safe_name
from kindling_grading.batch.oddities import FORGOTTEN, GONE, NOBODYS, remembered
from kindling_grading.errors import BookError
from kindling_grading.reports import asked, attempts, groups, manual, policy as policies, results
from kindling_grading.reports.attempts import Attempt, HandedIn
from kindling_grading.reports.people import Person, owners, roster
from kindling_grading.reports.policy import Late, Policy
from kindling_grading.reports.results import Grade

# in OUT: what is about a whole class, where no student's folder can lie
REPORTS, ANONYMOUS = "reports", "anonymous"
CUMULATIVE = "-cumulative"  # ends the folder of results of a student's own modules together


@dataclass(frozen=True)
class Entry:
    person: Person
    # under the assignment's folder, where what is for this student goes; None: nothing handed in
    folder: str | None
    grade: Grade | None
    late: Late
    final: float | None  # None is a blank: not graded, or nothing handed in
    due: datetime | None = None  # this student's
    left: int | None = None  # late days after this assignment; None: there is no such budget
    attempts: tuple[Attempt, ...] = ()  # in the order of their times
    counted: int = 0  # which of them counts: grade, late and final are its
    rule: str = "last"  # by which it was chosen
    group: str = ""
    excused: str = ""  # why: then there is no grade, and it is in no average

    @property
    def student(self) -> str:
        return self.person.student

    @property
    def status(self) -> str:
        return "excused" if self.excused else self.grade.status if self.grade else "missing"

    @property
    def graded(self) -> bool:
        return self.grade is not None and self.grade.counts and not self.excused


@dataclass(frozen=True)
class Book:
    assignment: str
    policy: Policy
    entries: tuple[Entry, ...]
    max: float
    unlisted: tuple[str, ...] = ()  # who handed in and is not in the roster
    # extensions of students who are in neither the roster nor the results: written wrong?
    nobody: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()  # files among the submissions that may be an answer, and nobody's
    gone: tuple[str, ...] = ()  # results whose submission is not there any more

    @property
    def missing(self) -> list[Entry]:
        return [e for e in self.entries if e.grade is None and not e.excused]

    @property
    def unmatched(self) -> bool:
        """Is something here that may be of a student who seems to have handed in nothing?"""
        return bool(self.unlisted or self.loose)

    @property
    def split(self) -> list[tuple[Entry, list[str]]]:
        """Of each group whose members handed in different files, one member who has a grade, and
        who they are."""
        found = {}
        for e in self.entries:
            newest = {a.by.student: a.grade.submission_sha256 for a in e.attempts}
            if len(set(newest.values())) > 1:
                found.setdefault(e.group, (e, list(newest)))
        return list(found.values())

    def counts_of(self, group: str) -> str:
        """Whose files are the group's; members with deadlines of their own may have different
        ones."""
        ones = {e.attempts[e.counted] for e in self.entries if e.group == group and e.attempts}
        said = {f"{a.by.student}'s of {a.grade.received_at or 'unknown time'}" for a in ones}
        return f"{', '.join(sorted(said))} counts" if len(said) == 1 else "for each member another counts"

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
    names = sorted(p.name for p in out.iterdir() if p.is_dir() and p.name not in (REPORTS, ANONYMOUS))
    found = [n for n in names if n == module] or [
        n for n in names if n.split("_")[0] == wanted and n.endswith(CUMULATIVE) == bool(mark)]
    if not found:
        there = ", ".join(n for n in names if n[0].isdigit())
        raise BookError(f"no results of module {module} in {out}/" +
                        (f"; there are {there}" if there else f": make grade MODULE={module} SUBMISSIONS=folder"))
    if len(found) > 1:
        raise BookError(f"which one? MODULE={' or MODULE='.join(found)}")
    return found[0]


@dataclass
class Class:
    """Who there is in one assignment, and what each handed in."""

    people: dict[str, Person]  # the roster
    folder: dict[Person, str]  # where what is for them goes
    handed: dict[Person, list[HandedIn]]
    groups: dict[Person, str]

    def of(self, person: Person) -> list[HandedIn]:
        """What counts for this student: of a group, everything that its members handed in."""
        group = self.groups.get(person)
        members = [p for p, g in self.groups.items() if g == group] if group else [person]
        return sorted((h for p in members for h in self.handed.get(p, [])), key=lambda h: h.order)

    def everybody(self) -> list[Person]:
        return list(dict.fromkeys([*self.handed, *self.people.values(), *self.groups]))

    def names(self, person: Person) -> set[str]:
        return {safe_name(person.student), self.folder.get(person, "")} - {""}


def found_class(where: Path, assignment: str, people: dict[str, Person], members: Mapping[str, groups.Member]) -> Class:
    """From the folders of results: anna, anna@20260201T100000Z."""
    folders = sorted(f for f in os.listdir(where) if (where / f / results.NAME).is_file())
    whose = {folder: attempt(folder)[0] for folder in folders}
    owner = owners(sorted(set(whose.values())), people)
    found = Class(people, {person: name for name, person in owner.items()}, {}, {})
    for folder in folders:
        grade = results.read(where / folder / results.NAME, assignment)
        if grade.assignment != assignment:
            grade = Grade(assignment, "infra-error", f"grade.json is of {grade.assignment}")
        person = owner[whose[folder]]
        found.handed.setdefault(person, []).append(HandedIn(folder, person, grade))
    known = people | {name: person for name, person in owner.items()} | {safe_name(p.student): p for p in owner.values()}
    for who, member in members.items():
        if who not in known and people:
            raise BookError(f"{member.where}: {member.student} is neither in the roster nor has handed anything in")
        found.groups[known.get(who) or Person(member.student)] = member.group
    return found


def entry(person: Person, there: Class, by_hand: Mapping[str, manual.ByHand], questions: Mapping[str, asked.Asked], where: str, policy: Policy,
          spent: int) -> Entry:
    """by_hand, questions: the rows of the class, by what results are called."""
    left = None if policy.late_days is None else max(0, policy.late_days - spent)
    handed, due, group = there.of(person), policy.due_for(person.student), there.groups.get(person, "")
    tried = []
    for found in handed:
        # the attempt's word goes last
        names = sorted(there.names(person)) + ([found.folder] if attempt(found.folder)[1] else [])
        mine = manual.together([by_hand[name] for name in names if name in by_hand])
        theirs = next((questions[name] for name in names if name in questions), None)
        grade, mine = asked.joined(policies.with_optional(policies.reweighed(found.grade, policy.weights), policy), mine, theirs)
        grade = manual.applied(grade, mine, where)
        tried.append(attempts.valued(found, grade, person.student, policy, left))
    if not tried:
        return Entry(person, None, None, Late(), 0.0 if policy.missing_is_zero else None, due, left, group=group)
    counted = attempts.counting(tried, policy.attempts, person)
    one = tried[counted]
    left = None if left is None else left - one.late.spent
    folder = there.folder.get(person) or safe_name(person.student)
    return Entry(person, folder, one.grade, one.late, one.final, due, left, tuple(tried), counted, policy.attempts, group)


def one_book(out: Path, place: str, policy: Policy, people: dict[str, Person], group_file: Path | None, spent: Mapping[str, int]) -> Book:
    """spent: late days, by student, on what was due before."""
    assignment, where = place.removesuffix(CUMULATIVE), out / place
    there = found_class(where, assignment, people, groups.load(group_file, assignment))
    everybody = there.everybody()
    own = {name for p in everybody for name in there.names(p)}
    known = own | {h.folder for handed in there.handed.values() for h in handed}
    by_hand, questions = manual.load(where / manual.NAME, sorted(own)), asked.load(where / asked.NAME)
    entries = [excused(entry(p, there, by_hand, questions, str(where / manual.NAME), policy, spent.get(p.student, 0)), policy) for p in everybody]
    with_results = {name for e in entries if e.grade for name in there.names(e.person)} | {h.folder for hs in there.handed.values() for h in hs}
    for name, row in by_hand.items():
        if name not in with_results:
            raise BookError(f"{where / manual.NAME}: {row.student} has no results here")
    for name, theirs in questions.items():
        if theirs.with_points and name not in with_results:
            raise BookError(f"{theirs.with_points}: points, and {theirs.student} has no results here")
    if not there.handed:
        raise BookError(f"no grade.json in {where}/*/: make grade writes them")
    unlisted = tuple(e.student for e in entries if people and e.person not in people.values())
    nobody = tuple(name for key, (name, _) in (policy.extensions | policy.exempt).items() if key not in known)
    full = max((e.grade.max for e in entries if e.graded), default=0)
    # A submission rejected before any test was listed is out of as many points as the others.
    entries = [replace(e, grade=replace(e.grade, max=full)) if e.graded and not e.grade.max else e for e in entries]
    book = Book(place, policy, tuple(sorted(entries, key=lambda e: e.student)), full, unlisted, nobody,
                remembered(where / NOBODYS), tuple(f for f in remembered(where / GONE) if (where / f / results.NAME).is_file()))
    # of a group whose files went with a student that was forgotten, nobody knows the points
    unknown = bool(book.unmatched), (where / FORGOTTEN).is_file()
    return replace(book, entries=tuple(
        replace(e, final=None) if e.grade is None and (unknown[0] or unknown[1] and e.group) else e for e in book.entries))


def excused(entry: Entry, policy: Policy) -> Entry:
    """Without a grade, if the policy says so: a blank everywhere, with the reason."""
    why = policy.excused(entry.student)
    return replace(entry, excused=why, final=None, late=Late(words=f"excused: {why}")) if why else entry


def term(out: Path, policy_file: Path | None, place: str = "") -> list[str]:
    """The assignments that have been graded, in the order of their due dates, up to this one. What
    was graded also with a student's own modules together is there once: it is the same work, as
    late."""
    graded = sorted(p.name for p in out.iterdir() if p.is_dir() and any(p.glob(f"*/{results.NAME}")))
    # 12_attention before 12_attention-cumulative
    single = {name.removesuffix(CUMULATIVE): name for name in reversed(graded)}
    if place:
        single[place.removesuffix(CUMULATIVE)] = place
    never = datetime.max.replace(tzinfo=timezone.utc)
    dated = sorted((policies.load(policy_file, assignment).due or never, assignment) for assignment in single)
    order = [single[assignment] for _, assignment in dated]
    return order[: order.index(place) + 1] if place else order


def books(out: Path, places: list[str], policy_file: Path | None, roster_file: Path | None, group_file: Path | None) -> Iterator[Book]:
    """One after the other, since late days that were spent are gone."""
    people, spent = roster(roster_file), Counter()
    for place in places:
        book = one_book(out, place, policies.load(policy_file, place.removesuffix(CUMULATIVE)), people, group_file, spent)
        spent.update({e.student: e.late.spent for e in book.entries})
        yield book


def load(out: Path, module: str, policy_file: Path | None = None, roster_file: Path | None = None, group_file: Path | None = None) -> Book:
    place = find_assignment(out, module)
    budget = policies.load(policy_file, place.removesuffix(CUMULATIVE)).late_days
    *_, book = books(out, [place] if budget is None else term(out, policy_file, place), policy_file, roster_file, group_file)
    return book
