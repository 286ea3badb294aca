"""traces.py - what there is of one student below OUT, and how it goes.

A student's folders go as a whole, of tables for all only the rows. Pages and bundles about the
class are made from the rest at any time, so those that name the student go, too. What names
somebody anywhere else is for a person to read: listed.
Invariant: no link is followed, nothing outside of OUT is touched, and no row of anybody else is
lost.
"""
from __future__ import annotations

import csv
import io
import os
import re
import shutil
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from urllib.parse import quote

from kindling_grading.batch import storage
from kindling_grading.batch.names import safe_name
from kindling_grading.batch.oddities import FORGOTTEN
from kindling_grading.errors import BookError
from kindling_grading.reports.book import REPORTS
from kindling_grading.reports.people import DOWNLOADED, MARK, Person, owners
from kindling_grading.reports.text import clean

ASSIGNMENT = re.compile(r"[0-9]{2}_\w+(-cumulative)?")
ATTEMPT = re.compile(r"@[0-9]{8}T[0-9]{6}Z$")  # ends the folder of one of several attempts
OTHER_TERM = re.compile(r" \([^()]*\)$")  # as make similarity calls who handed in there
WHO = {"student", "student_id", "other", "username", "sis login id", "identifier", "email", "email address", "id", "login"}
WHO_IS_WHO = "who-is-who.csv"  # id,student,...: of make gradebook ANONYMOUS=1
MADE_AGAIN = {".html", ".xml", ".zip"}
KEYS = re.compile(r'"\w+": ')  # of our JSON: "max": 100 is nobody's name
LARGEST = 64 << 20  # of a file that is searched


@dataclass
class Somebody:
    """Every name by which one student is known."""

    student: str  # as typed
    keys: set[str] = field(default_factory=set)  # as results are called, and every safe_name
    words: set[str] = field(default_factory=set)  # as tables and pages have it

    def is_meant(self, cell: str) -> bool:
        cell = OTHER_TERM.sub("", cell.strip().removeprefix("'"))
        return bool(cell) and (cell in self.words or safe_name(cell) in self.keys or ATTEMPT.sub("", cell) in self.keys)

    def pattern(self) -> re.Pattern[str]:
        """Finds a name as text, in HTML and in a link; not inside of a longer word."""
        forms = {form for w in self.words | self.keys for form in (w, clean(w), escape(w), quote(os.fsencode(w)))}
        return re.compile("(?<![\\w-])(?:" + "|".join(re.escape(f) for f in sorted(forms, key=len, reverse=True)) + ")(?![\\w-])")


@dataclass
class Plan:
    """What will be deleted, and what a person has to look at."""

    folders: list[Path] = field(default_factory=list)
    # a table, what stays of it, how many rows go
    rows: list[tuple[Path, str, int]] = field(default_factory=list)
    files: list[Path] = field(default_factory=list)  # made again by other commands
    named: list[str] = field(default_factory=list)  # files where a name stands all the same

    @property
    def empty(self) -> bool:
        return not (self.folders or self.rows or self.files)


def assignments(out: Path) -> list[Path]:
    """Every folder of results, also those of shares and without names; no links."""
    found = []
    for place, inside, _ in os.walk(out):
        inside[:] = sorted(name for name in inside if not (Path(place) / name).is_symlink())
        mine = [name for name in inside if ASSIGNMENT.fullmatch(name)] if Path(place).name != REPORTS else []
        found += [Path(place) / name for name in mine]
        inside[:] = [name for name in inside if name not in mine]
    return found


def students_in(place: Path) -> list[str]:
    return sorted(p.name for p in place.iterdir() if p.is_dir() and not p.is_symlink())


def somebody(out: Path, student: str, roster: dict[str, Person]) -> Somebody:
    """Who is meant, by the roster's name or as the results are called."""
    who, key = Somebody(student, words={student}), safe_name(student.strip())
    people = [roster[key]] if key in roster else []
    for place in assignments(out):
        bases = sorted({ATTEMPT.sub("", name) for name in students_in(place)})
        for base, person in owners(bases, roster).items():
            if key in (base, safe_name(base), safe_name(person.student)):
                who.keys.add(base)
                people.append(person)
    for person in people:
        who.words |= {person.student, person.email, person.login, person.lti_user} - {""}
        who.words |= {person.name} if " " in person.name else set()
    who.keys |= {key, *(safe_name(person.student) for person in people)}
    for base in list(who.keys):
        if number := DOWNLOADED.fullmatch(MARK.sub("", base)):
            who.words.add(f"Participant {number['id']}")
    who.words |= ids(out, who)
    who.keys |= {word for word in who.words if re.fullmatch(r"id-[0-9a-f]{10}", word)}
    return who


def ids(out: Path, who: Somebody) -> set[str]:
    """What the student is called where nobody has a name."""
    try:
        rows = list(csv.DictReader(io.StringIO((out / WHO_IS_WHO).read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, csv.Error):
        return set()
    return {row["id"] for row in rows if row.get("id") and who.is_meant(row.get("student") or "")}


def known(out: Path, roster: dict[str, Person]) -> list[str]:
    """Everybody who could be meant, for whoever typed a name wrong."""
    return sorted({p.student for p in roster.values()} | {ATTEMPT.sub("", s) for place in assignments(out) for s in students_in(place)})


# ---- finding -------------------------------------------------------------------------------------


def without(text: str, who: Somebody) -> tuple[str, int]:
    """A table without this student's rows, the others byte for byte as they were; and how many are
    gone."""
    lines = list(io.StringIO(text, newline=""))
    rows, kept, at, gone = csv.reader(lines), [], 0, 0
    columns: list[int] | None = None
    for row in rows:
        if columns is None:
            columns = [i for i, name in enumerate(row) if name.removeprefix("\ufeff").strip().casefold() in WHO]
            mine = False
        else:
            mine = any(who.is_meant(row[i]) for i in columns if i < len(row))
        kept += [] if mine else lines[at:rows.line_num]
        gone, at = gone + mine, rows.line_num
    return "".join(kept), gone


def text_of(path: Path) -> str:
    """A file's words; of what is too large or no text, what can be read."""
    with path.open("rb") as file:
        return file.read(LARGEST).decode("utf-8", "surrogateescape")


def look_at(path: Path, who: Somebody, name: re.Pattern[str], handed_in: set[str], plan: Plan) -> None:
    """One file that is not in a folder of this student. handed_in: the assignments of which bundles
    have a page."""
    text = "" if path.suffix == ".zip" else text_of(path)
    if path.suffix == ".zip" and path.parent.name in handed_in or path.suffix in MADE_AGAIN and name.search(text):
        plan.files.append(path)
    elif path.suffix == ".csv" or path.name == ".open-batch":
        try:
            rest, gone = without(text, who) if path.suffix == ".csv" else without("student\n" + text, who)
        except csv.Error as error:
            raise BookError(f"{path} cannot be read as a table ({error}): mend it, nothing was deleted") from None
        if gone:
            plan.rows.append((path, rest.removeprefix("student\n") if path.suffix != ".csv" else rest, gone))
        if name.search(rest):
            plan.named.append(str(path))
    elif name.search(text):
        plan.named.append(str(path))


def find(out: Path, who: Somebody) -> Plan:
    plan, name = Plan(), who.pattern()
    for place in assignments(out):
        plan.folders += [place / s for s in students_in(place) if ATTEMPT.sub("", s) in who.keys]
    handed_in = {folder.parent.name for folder in plan.folders}
    gone = set(plan.folders)
    for place, inside, files in os.walk(out):
        inside[:] = sorted(n for n in inside if Path(place) / n not in gone and not (Path(place) / n).is_symlink())
        others = ASSIGNMENT.fullmatch(Path(place).parent.name) and Path(place).parent.parent.name != REPORTS
        for path in sorted(Path(place) / n for n in files):
            if path.is_symlink() or not path.is_file():
                continue
            if others:  # another student's: only looked at
                text = text_of(path)
                plan.named += [str(path)] if name.search(KEYS.sub("", text) if path.suffix == ".json" else text) else []
            else:
                look_at(path, who, name, handed_in, plan)
    return plan


# ---- deleting ------------------------------------------------------------------------------------


def carry_out(plan: Plan) -> None:
    """Tables first: if that is not possible, nothing is gone yet."""
    for path, rest, _ in plan.rows:
        storage.write_whole(path, rest)
    for path in plan.files:
        path.unlink(missing_ok=True)
    for folder in plan.folders:
        (folder.parent / FORGOTTEN).touch()
        shutil.rmtree(folder)
