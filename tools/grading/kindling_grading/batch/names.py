"""names.py - who handed in, and when: names that are safe, one per student."""
from __future__ import annotations

import csv
import hashlib
import os
import re
import unicodedata
from datetime import datetime, timezone
from pathlib import Path

MANIFEST = "received.csv"
TARBALL = re.compile(r"\.(tar\.gz|tgz|tar)$")


# Controls, surrogates (bytes that are no text), and what turns the direction of a line or cannot be seen.
DANGEROUS = re.compile(r"^[.-]|[\x00-\x1f\x7f-\x9f/\ud800-\udfff\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def name_of(path: Path) -> str:
    """As the folder or archive is called, which is what the student is called."""
    return path.name if is_folder(path) else TARBALL.sub("", path.name)


def safe_name(name: str) -> str:
    """A student's name as the name of a folder: letters, digits and . _ - @ + and inner spaces."""
    name = unicodedata.normalize("NFC", name)
    tame = re.sub(r"[^\w.@+ -]|^[.\- ]|[. ]$", "_", name)
    if tame == name and 0 < len(name.encode()) <= 100:
        return name
    return marked(tame[:40] or "_", name)


def marked(tame: str, name: str) -> str:
    """A tame name that is still only this student's."""
    return f"{tame}-{hashlib.sha256(os.fsencode(name)).hexdigest()[:8]}"


def students(folder: Path) -> list[tuple[str, Path]]:
    """One entry per student, sorted: a folder or an archive, named after the student.

    Hidden files and the manifest are nobody's. Anything else is somebody's: what cannot be read is
    rejected later, in words, rather than passed over."""
    found: dict[str, Path] = {}
    taken: dict[str, str] = {}  # the name in the results -> the name here
    for path in sorted(folder.iterdir(), key=lambda p: (not is_folder(p), os.fsencode(p.name))):
        hidden = path.name.startswith(".") and not is_folder(path) and not TARBALL.search(path.name)
        if hidden or path.name == MANIFEST:
            continue
        stem = name_of(path)
        name = safe_name(stem)
        if taken.setdefault(name, stem) != stem:  # two names that look the same
            name = marked(name, stem)
        found.setdefault(name, path)
    return sorted(found.items())


def is_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink()


def beside(path: Path) -> list[str]:
    """A note if a student's folder has a tarball of the same name next to it, which is not read."""
    others = [path.with_name(path.name + end) for end in (".tar.gz", ".tgz", ".tar")] if is_folder(path) else []
    return [f"the folder was read, and not {other.name} beside it" for other in others if other.exists()]


def received(student: str, manifest: Path) -> tuple[str | None, list[str]]:
    """When the manifest says that this student's work came, in UTC."""
    try:
        with open(manifest, encoding="utf-8-sig", newline="") as file:
            table = csv.DictReader(file)
            if not {"student", "received_at"} <= set(table.fieldnames or []):
                return None, [f"{MANIFEST} needs a first line student,received_at"]
            rows = [row for row in table if safe_name(row["student"] or "") == student]
    except FileNotFoundError:
        return None, []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        return None, [f"{MANIFEST} cannot be read: {error}"]
    if not rows:
        return None, []
    text = (rows[-1].get("received_at") or "").strip()
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        return None, [f"{MANIFEST}: {text!r} is no time such as 2026-02-01T10:00:00Z"]
    notes = [] if when.tzinfo else [f"{MANIFEST}: {text} has no time zone; taken as UTC"]
    when = when if when.tzinfo else when.replace(tzinfo=timezone.utc)
    return when.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), notes
