"""intake.py - from whatever a student handed in to the few files that are graded.

A submission is a folder or a tarball. Only files with a name that the module asks for are read, only if
they are plain files of a bounded size, and no archive is ever unpacked: its members are read as they
stream by, and a name is compared, never used as a path.
Invariant: the same files give the same sha256 however they were handed in.
"""
from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.batch.archives import Archive
from kindling_grading.batch.folders import Folder, opened, read_plain
from kindling_grading.batch.names import DANGEROUS, MANIFEST, TARBALL, beside, name_of, received
from kindling_grading.course import ANSWERS, VERSION
from kindling_grading.errors import Rejected

ARCHIVE_CAP = 32 << 20  # bytes as handed in
SUMS = "SHA256SUMS"
UNREADABLE = {errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.ENOENT}


@dataclass
class Submission:
    student: str
    files: dict[str, bytes] = field(default_factory=dict)  # "12_attention/mask.c" -> contents
    sha256: str = ""
    received_at: str | None = None
    notes: list[str] = field(default_factory=list)
    rejected: str | None = None


def from_place(source: Archive | Folder, place: str, names: list[str]) -> dict[str, bytes]:
    found = {name: source.get(place + name) for name in names}
    return {name: contents for name, contents in found.items() if contents is not None}


def from_source(source: Archive | Folder, module: str, names: list[str], alone: bool,
                notes: list[str]) -> dict[str, bytes]:
    """The files of one module, all from one place: as the course has it, loose, or one folder further in.

    Loose answers belong to the module only if it is alone."""
    near = [f"{module}/", f"modules/{module}/", ""]
    top = source.wrapper()
    for places in [near, [f"{top}/{place}" for place in near]] if top else [near]:
        found = {place: from_place(source, place, names) for place in places}
        found = {p: f for p, f in found.items() if f and (alone or module in p or f.keys() - {ANSWERS})}
        if not found:
            continue
        place, *others = found
        notes += sums_notes(source.get(place + SUMS), found[place])
        notes += [f"there are other files of {module} in {other or 'the folder itself'}; they were not read"
                  for other in others if found[other] != found[place]]
        return found[place]
    return {}


def sums_notes(sums: bytes | None, found: dict[str, bytes]) -> list[str]:
    """What make submit wrote down against what is here."""
    if sums is None:
        return []
    text = sums.decode("utf-8", "replace")
    lines = (line.split(None, 1) for line in text.splitlines())
    said = {words[1].strip(): words[0] for words in lines if len(words) == 2}
    version = re.search(r"^# kindling ([0-9.]{1,20})$", text, re.M)
    notes = [f"{name} is not as it was when make submit packed it" for name, contents in sorted(found.items())
             if said.get(name) != hashlib.sha256(contents).hexdigest()]
    if version and version[1] != VERSION:
        notes.append(f"packed with Kindling {version[1]}, graded with {VERSION}: tools/CHANGELOG.md says what changed")
    return notes


def tarball_for(module: str, names: list[str], only: bool) -> str | None:
    """The module's tarball in a folder: by its name, or the only one there is."""
    tarballs = [name for name in names if TARBALL.search(name)]
    named = [name for name in tarballs if TARBALL.sub("", name) == module]
    if named:
        return named[0]
    return tarballs[0] if only and len(tarballs) == 1 else None


def from_folder(folder: Folder, module: str, names: list[str], alone: bool, notes: list[str]) -> dict[str, bytes]:
    """A module's files from a student's folder: from make submit's tarball if it is there, else loose."""
    inside = folder.names()
    tarball = tarball_for(module, inside, False)
    found = {} if tarball else from_source(folder, module, names, alone, notes)
    tarball = tarball or (None if found else tarball_for(module, inside, alone))
    if tarball is None:
        return found
    archive = Archive(folder.get(tarball, ARCHIVE_CAP) or b"", {*names, SUMS})
    if any(name in inside for name in (*names, module)):
        notes.append(f"{tarball} was read; the files beside it were not")
    notes += archive.remarks()
    return from_source(archive, module, names, alone, notes)


def all_files(path: Path, wanted: dict[str, list[str]], notes: list[str]) -> dict[str, bytes]:
    """All the files that are wanted, from a folder or from an archive as it is."""
    files: dict[str, bytes] = {}
    with opened(str(path), 0) as fd:
        archive = None if stat.S_ISDIR(os.fstat(fd).st_mode) else handed_in_archive(fd, path, wanted)
        notes += archive.remarks() if archive else beside(path)
        for module, names in wanted.items():
            names, alone = sorted({*names, ANSWERS}), len(wanted) == 1
            if archive:
                found = from_source(archive, module, names, alone, notes)
            else:
                found = from_folder(Folder(fd), module, names, alone, notes)
            files |= {f"{module}/{name}": contents for name, contents in found.items()}
    return files


def handed_in_archive(fd: int, path: Path, wanted: dict[str, list[str]]) -> Archive:
    if not TARBALL.search(path.name):
        raise Rejected(f"{path.name} is neither a folder nor a tarball (.tar.gz); make submit makes one")
    every = {name for names in wanted.values() for name in names}
    return Archive(read_plain(fd, path.name, ARCHIVE_CAP), every | {ANSWERS, SUMS})


def digest(files: dict[str, bytes]) -> str:
    """One number for names and contents, lengths included so that nothing can be moved between them."""
    whole = hashlib.sha256()
    for name, contents in sorted(files.items()):
        whole.update(f"{len(name.encode())} {name} {len(contents)}\n".encode() + contents)
    return whole.hexdigest()


def read(student: str, path: Path, wanted: dict[str, list[str]]) -> Submission:
    """What a student handed in. wanted: {"12_attention": ["heads.c", ...]}. Never raises for its contents,
    only for a disk that fails."""
    result = Submission(student)
    result.received_at, notes = received(student, path.parent / MANIFEST)
    result.notes += notes
    try:
        if DANGEROUS.search(name_of(path)):
            raise Rejected(f"the name {ascii(name_of(path))} begins with a dot or a dash or has characters that cannot be "
                           "seen; call the folder or archive something else")
        result.files = all_files(path, wanted, result.notes)
        if not result.files:
            asked = ", ".join(name for names in wanted.values() for name in names)
            raise Rejected(f"no file of {', '.join(wanted)} is here; asked for: {asked[:300]}")
    except Rejected as error:
        result.files, result.rejected = {}, str(error)
    except OSError as error:
        if error.errno not in UNREADABLE:  # the disk's fault, or this machine's
            raise
        reason = "it is a link" if error.errno == errno.ELOOP else (error.strerror or "").lower()
        result.files, result.rejected = {}, f"{path.name} cannot be read: {reason}"
    result.sha256 = digest(result.files)
    return result
