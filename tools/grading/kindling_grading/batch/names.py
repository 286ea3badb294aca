"""names.py - who handed in, and when: names that are safe, one per student."""
from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path

from kindling_grading import plain_text
from kindling_grading.batch import platforms
from kindling_grading.batch.archives import ARCHIVE
from kindling_grading.batch.folders import original
from kindling_grading.errors import NotText

MANIFEST = "received.csv"
# Archives that are not read: somebody's all the same, who is told so.
UNREAD = re.compile(r"\.(rar|7z|gz|xz|bz2|zst|lz|tar\.\w{1,4})$", re.I)
MARKED = re.compile(r".{1,40}-[0-9a-f]{8}")
# One of several attempts: anna@2026-02-01T10:00:00Z, and who uses an e-mail address as a name still
# may.
ATTEMPT = re.compile(r"(?P<who>.+)@(?P<time>\d{4}-?\d\d-?\d\d.*)", re.S)
STAMP = "%Y%m%dT%H%M%SZ"  # how the results say it: no colon, and in the order of time

# Controls, surrogates (bytes that are no text), and what turns the direction of a line or cannot be
# seen.
DANGEROUS = re.compile(r"^[.-]|[\x00-\x1f\x7f-\x9f/\ud800-\udfff\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


# What telephones, word processors and online forms make of an apostrophe and of a space.
TYPED = str.maketrans("\u2018\u2019\u02bc\u00b4\u2032`\u00a0\u202f", "''''''  ")


def name_of(path: Path) -> str:
    """As the folder or archive is called, which is what the student is called."""
    return path.name if is_folder(path) else without_end(path.name)


def without_end(name: str) -> str:
    return (ARCHIVE if ARCHIVE.search(name) else UNREAD).sub("", name)


def people(path: Path) -> list[str]:
    """Whose a folder or archive is, and which attempt; several, if a platform says so."""
    name, group = name_of(path), platforms.gradescope(path)
    return group.people if group and group.people else [attempt_name(name) or of_download(name, not is_folder(path))]


def attempt(name: str) -> tuple[str, datetime | None]:
    """Whose attempt this is, and when it came; None: the name does not say."""
    found = ATTEMPT.fullmatch(name)
    try:
        time = datetime.fromisoformat(found["time"]) if found else None
        return (found["who"], time.astimezone(timezone.utc)) if found and time and time.tzinfo else (name, None)
    except (ValueError, OverflowError):
        return name, None


def attempt_name(name: str) -> str | None:
    """What an attempt is called however its time is written. What follows the number in a
    platform's download is the student's own word, so it says nothing."""
    who, time = attempt(name)
    if time is None or of_download(name, True) != name:
        return None
    return f"{who}@{time.strftime(STAMP)}"


def result_name(name: str) -> str:
    """safe_name of a student, or of one attempt: its time stays readable."""
    who, time = attempt(name)
    return f"{safe_name(who.strip())}@{time.strftime(STAMP)}" if time else safe_name(name)


def odd_time(name: str) -> bool:
    """An attempt was meant, and its time cannot be read."""
    return ATTEMPT.fullmatch(name) is not None and attempt(name)[1] is None


def of_download(name: str, archive: bool) -> str:
    """Of a platform's download the person, since the rest is another one with each upload; any
    other name as it is."""
    found = platforms.download(name, not archive)
    return found.person if found else name


def safe_name(name: str) -> str:
    """A student's name as the name of a folder: letters, digits and . _ - @ + and inner spaces.
    What it makes of a name it makes of that again, so names are compared by what it makes of
    both."""
    name = unicodedata.normalize("NFC", name.translate(TYPED))
    tame = re.sub(r"[^\w.@+ -]|^[.\- ]|[. ]$", "_", name)
    if tame == name and (0 < len(name.encode()) <= 100 or MARKED.fullmatch(name)):
        return name
    return marked(tame[:40] or "_", name)


def marked(tame: str, name: str) -> str:
    """A tame name that is still only this student's."""
    return f"{tame}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


@dataclass
class HandedIn:
    """What lies in a folder of submissions."""

    # the name in the results -> what is read of this student
    read: dict[str, Path] = field(default_factory=dict)
    # what else there is of the same student
    beside: dict[str, list[str]] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)  # plain files that are no archives


def handed_in(folder: Path) -> HandedIn:
    """One entry per student: a folder or an archive, named after the student.

    Hidden files and the manifest are nobody's, and no more is a loose file: that is told to the
    instructor. All else is somebody's: what cannot be read is rejected later, in words, rather than
    passed over."""
    found = HandedIn()
    taken: dict[str, str] = {}  # the name in the results -> the name here
    everything: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir(), key=order):
        if path.name.startswith(".") and not is_folder(path) and not ARCHIVE.search(path.name) or path.name in (MANIFEST, platforms.METADATA):
            continue
        if is_stray(path):
            found.strays.append(path.name)
            continue
        for stem in people(path):
            name = result_name(stem)
            if taken.setdefault(name, stem) != stem:  # two names that look the same
                name = marked(name, stem)
            everything.setdefault(name, []).append(path)
    for name, paths in everything.items():
        found.read[name] = paths[0]
        if others := [path.name for path in paths[1:] if path not in uploads(paths[0], paths).values()]:
            found.beside[name] = others
    return found


def order(path: Path) -> tuple[bool, tuple[int, int], bytes]:
    """Folders before files; of a platform's downloads the last one first."""
    found = platforms.download(path.name, is_folder(path)) or platforms.Download("", "")
    return not is_folder(path), (-found.rank[0], -found.rank[1]), os.fsencode(path.name)


def is_stray(path: Path) -> bool:
    return (path.is_file() and not path.is_symlink()
            and not ARCHIVE.search(path.name) and not UNREAD.search(path.name) and not platforms.download(path.name, False))


def is_answer(name: str) -> bool:
    """A loose file that may be somebody's work."""
    return original(name).endswith(".c")


def uploads(path: Path, among: Iterable[Path]) -> dict[str, Path]:
    """What a student uploaded file by file to a platform that puts everybody's files into one
    folder, by the files' own names; empty, if the path stands for itself."""
    mine = platforms.download(path.name, False)
    if mine is None or is_folder(path):
        return {}
    found: dict[str, Path] = {}
    for other in sorted((p for p in among if same_hand_in(mine, p)), key=order):
        found.setdefault(said(other).file or other.name, other)
    return {} if all(ARCHIVE.search(name) or UNREAD.search(name) for name in found) else found


def said(path: Path) -> platforms.Download:
    return platforms.download(path.name, False) or platforms.Download("", "")


def same_hand_in(mine: platforms.Download, path: Path) -> bool:
    other = said(path)
    return (mine.platform, mine.person, mine.rank[0]) == (other.platform, other.person, other.rank[0]) and not is_folder(path)


def students(folder: Path) -> list[tuple[str, Path]]:
    """Who handed in, sorted, and what is read of each."""
    return sorted(handed_in(folder).read.items())


def is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def beside(path: Path) -> list[str]:
    """Notes about what else there is of the same student, which is not read."""
    mine, read, there = set(people(path)), "the folder" if is_folder(path) else path.name, list(path.parent.iterdir())
    together = {path, *uploads(path, there).values()}
    others = [other for other in there if other not in together and other.name not in (MANIFEST, platforms.METADATA)
              and not mine.isdisjoint(people(other)) and not is_stray(other)]
    return [f"{read} was read, and not {other.name} beside it" for other in sorted(others, key=order)]


# ---- when it came --------------------------------------------------------------------------------


def manifest_rows(manifest: Path) -> tuple[list[tuple[str, str]], list[str]]:
    """Who handed in when, as it stands there, or a note why that is not known."""
    try:
        table = csv.DictReader(io.StringIO(plain_text.read_text(manifest), newline=""))
        if not {"student", "received_at"} <= set(table.fieldnames or []):
            return [], [f"{MANIFEST} needs a first line student,received_at"]
        return [(row["student"] or "", row["received_at"] or "") for row in table], []
    except FileNotFoundError:
        return [], []
    except (OSError, NotText, csv.Error) as error:
        return [], [f"{MANIFEST} cannot be read: {error}"]


def meant(words: str) -> set[str]:
    """What the results of somebody may be called whom a table calls so: by name, or as the download
    is called."""
    plain = words.strip()
    return {safe_name(name) for name in (words, plain, of_download(plain, False), of_download(without_end(plain), True))} | {result_name(plain)}


def of_nobody(folder: Path, students: set[str]) -> list[str]:
    """The rows of the manifest that are no student's here."""
    rows, _ = manifest_rows(folder / MANIFEST)
    return [name for name, _ in rows if name.strip() and not meant(name) & students]


def without_zone(folder: Path) -> list[str]:
    """The times of the manifest that do not say by which clocks."""
    found = []
    for _, text in manifest_rows(folder / MANIFEST)[0]:
        try:
            found += [text.strip()] if datetime.fromisoformat(text.strip()).tzinfo is None else []
        except ValueError:
            pass  # no time at all: its student's note says so
    return found


def received(student: str, path: Path) -> tuple[str | None, list[str]]:
    """When this student's work came, in UTC: as its name says, or the manifest, or the platform's
    own table."""
    _, named = attempt(student)
    rows, complaint = ([], []) if named else manifest_rows(path.parent / MANIFEST)
    times = [time for name, time in rows if student in meant(name)]
    export = platforms.gradescope(path)
    if named or not times and export and export.time:
        return (named or export.time).strftime("%Y-%m-%dT%H:%M:%SZ"), []
    if not times:
        return None, complaint + unbelieved(path)
    text = times[-1].strip()
    try:
        when = datetime.fromisoformat(text)
        in_utc = (when if when.tzinfo else when.replace(tzinfo=timezone.utc)).astimezone(timezone.utc)
    except (ValueError, OverflowError):  # the last hour of the year 9999, in the west
        return None, [f"{MANIFEST}: {text!r} is no time such as 2026-02-01T10:00:00Z"]
    notes = [] if when.tzinfo else [f"{MANIFEST}: {text} has no time zone; taken as UTC"]
    return in_utc.strftime("%Y-%m-%dT%H:%M:%SZ"), notes


def says_when(note: str) -> bool:
    """Is this one of the notes of received()?"""
    return note.startswith(f"{MANIFEST}") or note.endswith(f"{MANIFEST} can say it")


def unbelieved(path: Path) -> list[str]:
    """What a download's name says of the time, which is not enough to take anything off."""
    found = platforms.download(path.name, is_folder(path))
    if found is None or not (found.late or found.time):
        return []
    words = "calls this LATE, and does not say when it came" if found.late else f"says {found.time}, without a time zone"
    return [f"{found.platform}'s name {words}: the time counts as unknown; {MANIFEST} can say it"]
