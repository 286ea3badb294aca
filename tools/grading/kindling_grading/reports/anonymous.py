"""anonymous.py - a book without names, for who grades by hand and for who reads over a shoulder.

A student becomes id-3fa92c01d4, a hash under the course key: the same in every assignment, and
nobody without the key can make it from a name. Pages and tables go to OUT/anonymous/, which can be
handed on as it is; OUT/who-is-who.csv, which only you can read, stays. manual.csv takes ids like
names.
Invariant: no name, login or address of the class stands in a book of ids, whoever wrote it there:
an archive's name in a note, a comment in a line that the compiler quotes.
"""
from __future__ import annotations

import csv
import io
import os
import re
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from kindling_grading.batch.names import safe_name
from kindling_grading.batch.seeds import course_key
from kindling_grading.errors import BookError
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.csv_book import table
from kindling_grading.reports.ids import ID, id_of
from kindling_grading.reports.people import MARK, Person, squashed
from kindling_grading.reports.results import Grade

KEY_FILE = "who-is-who.csv"
HEAD = ("id", "student", "last_name", "first_name", "email")
NAMELESS = "[name]"
RUN = re.compile(r"[^\W_]+")  # letters and digits
UNSPACED = re.compile(r"[\u2e80-\uffdc]")  # scripts that put no space between words


def nfc(words: str) -> str:
    return unicodedata.normalize("NFC", words)


@dataclass
class Names:
    """The class: who has which id, and every word that would tell."""

    key: bytes
    people: list[tuple[Person, str]]  # and what their results are called

    def __post_init__(self) -> None:
        self.ids = {person: id_of(self.key, safe_name(person.student)) for person, _ in self.people}
        if len(set(self.ids.values())) < len(self.ids):
            raise BookError("two students have the same id; with another course key (KINDLING_COURSE_KEY) they do not")
        self.words: set[str] = set()
        for person, folder in self.people:
            named = (person.student, person.last_name, person.first_name, person.login, person.lti_user, person.email.partition("@")[0],
                     MARK.sub("", folder), squashed(person.first_name + person.last_name), squashed(person.last_name + person.first_name))
            self.words |= {run.casefold() for words in named for run in RUN.findall(nfc(words))
                           if run == words or len(run) > 1 and not run.isdigit()}
        self.unspaced = sorted((w for w in self.words if UNSPACED.search(w)), key=len, reverse=True)

    def scrubbed(self, words: str) -> str:
        words = RUN.sub(lambda run: NAMELESS if run[0].casefold() in self.words else run[0], nfc(words))
        for name in self.unspaced:
            words = words.replace(name, NAMELESS)
        return words

    def person(self, person: Person) -> Person:
        return Person(self.ids.get(person) or id_of(self.key, safe_name(person.student)))

    def grade(self, grade: Grade) -> Grade:
        """Texts that a student, a compiler or the instructor wrote; those of the course name
        nobody."""
        tests = tuple(replace(t, detail=self.scrubbed(t.detail), comment=self.scrubbed(t.comment)) for t in grade.tests)
        asked = tuple(replace(q, test=self.scrubbed(q.test), question=self.scrubbed(q.question), answer=self.scrubbed(q.answer)) for q in grade.asked)
        return replace(grade, tests=tests, asked=asked, reason=self.scrubbed(grade.reason), notes=tuple(map(self.scrubbed, grade.notes)),
                       comments=tuple(map(self.scrubbed, grade.comments)))

    def entry(self, entry: Entry) -> Entry:
        person = self.person(entry.person)
        attempts = tuple(replace(a, folder=person.student, by=self.person(a.by), grade=self.grade(a.grade)) for a in entry.attempts)
        group = f"group-{id_of(self.key, 'group ' + entry.group)[3:9]}" if entry.group else ""
        late = replace(entry.late, words="excused") if entry.excused else entry.late
        return replace(entry, person=person, late=late, excused=entry.excused and "excused", folder=entry.folder and person.student, attempts=attempts, group=group,
                       grade=entry.grade and self.grade(entry.grade))


def names_of(people: list[tuple[Person, str]]) -> Names:
    return Names(course_key(), people)


def names(book: Book) -> Names:
    return names_of([(e.person, e.folder or "") for e in book.entries])


def without_names(book: Book, known: Names) -> Book:
    entries = sorted((known.entry(e) for e in book.entries), key=lambda e: e.student)
    unlisted = tuple(known.person(e.person).student for e in book.entries if e.student in book.unlisted)
    return replace(book, entries=tuple(entries), unlisted=unlisted, nobody=(), loose=(), gone=tuple(map(known.scrubbed, book.gone)))


def write_key(out: Path, known: Names) -> Path:
    """Who is who, of this assignment and of those before; readable by its owner from its first
    moment on."""
    path = out / KEY_FILE
    found: dict[str, list[str]] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            found = {row[0]: row for row in csv.reader(file) if len(row) == len(HEAD) and ID.fullmatch(row[0])}
    except FileNotFoundError:
        pass
    fresh = list(csv.reader(io.StringIO(table([known.ids[p], p.student, p.last_name, p.first_name, p.email] for p, _ in known.people), newline="")))
    found |= {row[0]: row for row in fresh}
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\r\n").writerows([HEAD, *(found[i] for i in sorted(found))])
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)
    return path
