"""people.py - the roster, and whose results lie in which folder.

Names are compared by what they become as a folder's name (batch/names.py): O'Brien, Müller, Änne
and 李雷 are found however their letters are put together. What a learning platform's download was
called (batch/platforms.py) is found by mail address, login or number, or by name.
Invariant: nobody gets another's results for a likeness: two who could be meant are nobody.
"""
from __future__ import annotations

import csv
import io
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from kindling_grading import plain_text
from kindling_grading.batch.names import safe_name
from kindling_grading.errors import BookError, NotText
from kindling_grading.reports.text import clean

COLUMNS = ("student", "last_name", "first_name", "email", "canvas_id", "login", "section", "lti_user")
# as batch/names.py calls whoever came that way
DOWNLOADED = re.compile(r"(?P<who>.+)_(?P<id>[0-9]{1,18})", re.S)
MARK = re.compile(r"-[0-9a-f]{8}$")


@dataclass(frozen=True)
class Person:
    student: str
    last_name: str = ""
    first_name: str = ""
    email: str = ""
    canvas_id: str = ""
    login: str = ""
    section: str = ""
    lti_user: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip() or self.student


def roster(path: Path | None) -> dict[str, Person]:
    """Who takes the course, by what the results of each are called."""
    if path is None:
        return {}
    try:
        text = plain_text.read_text(path)
    except OSError as error:
        raise BookError(f"{path}: {error.strerror}") from None
    except NotText as error:
        raise BookError(f"{path}: {error}") from None
    rows = csv.DictReader(io.StringIO(text.replace("\0", "\ufffd")), restkey="...", restval="")
    head = rows.fieldnames or []
    unknown = [c for c in head if c not in COLUMNS]
    if "student" not in head or unknown:
        said = f"column {clean(unknown[0])!r} is not known" if unknown else "there is no column student"
        raise BookError(f"{path}: {said}; there are {', '.join(COLUMNS)}")
    people: dict[str, Person] = {}
    for row in rows:
        key = safe_name(row["student"].strip())
        row = {k: clean(v).strip() for k, v in row.items() if k != "..."}
        if key in people:
            raise BookError(f"{path}, line {rows.line_num}: {row['student']} is there twice")
        if row["student"]:
            people[key] = Person(**row)
    return people


def squashed(name: str) -> str:
    """Only the letters and digits of a name, small: as Canvas calls people."""
    return "".join(c for c in unicodedata.normalize("NFKC", name).casefold() if c.isalnum())


def downloaded(folder: str, people: dict[str, Person]) -> str | None:
    """Whose results these are, if the submission was called as a platform calls its downloads."""
    found = DOWNLOADED.fullmatch(MARK.sub("", folder))
    if found is None:
        return None
    who = squashed(found["who"])
    named = [key for key, p in people.items()
             if who in (squashed(p.last_name + p.first_name), squashed(p.first_name + p.last_name), squashed(p.student))]
    by_number = [key for key, p in people.items() if p.canvas_id == found["id"] and (key in named or who == found["who"])]
    sure = by_number or named
    return sure[0] if len(sure) == 1 else None


def known_as(folder: str, people: dict[str, Person]) -> str | None:
    """Whose results these are, if they are called by what else the roster knows: a mail address, a
    login, or a login behind what GitHub Classroom calls the assignment: module-12-anna."""
    called = {key: {safe_name(words).casefold() for words in (p.email, p.login) if words} for key, p in people.items()}
    name = folder.casefold()
    sure = [key for key, words in called.items() if name in words]
    ends = {key: max((len(w) for w in {*words, key.casefold()} if name.endswith(f"-{w}")), default=0) for key, words in called.items()}
    longest = max(ends.values(), default=0)
    sure = sure or [key for key, length in ends.items() if length == longest > 0]
    return sure[0] if len(sure) == 1 else None


def owners(folders: list[str], people: dict[str, Person]) -> dict[str, Person]:
    """Who is who: for each folder of results its person; one that the roster does not have is
    called like the folder."""
    sure = {folder: people[key] for folder in folders for key in (folder, safe_name(folder)) if key in people}
    left = {key: p for key, p in people.items() if p not in sure.values()}
    guesses = {folder: known_as(folder, left) or downloaded(folder, left) for folder in folders if folder not in sure}
    keys = list(guesses.values())
    likely = {folder: left[key] for folder, key in guesses.items() if key is not None and keys.count(key) == 1}
    return {folder: sure.get(folder) or likely.get(folder) or Person(clean(folder)) for folder in folders}
