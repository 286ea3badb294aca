"""intake.py - from whatever a student handed in to the few files that are graded.

A submission is a folder or a tarball. Only files with a name that the module asks for are read, only if
they are plain files of a bounded size, and no archive is ever unpacked: its members are read as they
stream by, and a name is compared, never used as a path.
Invariant: the same files give the same sha256 however they were handed in.
"""
from __future__ import annotations

import csv
import errno
import gzip
import hashlib
import io
import itertools
import os
import re
import stat
import unicodedata
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import BinaryIO

FILE_CAP = 256 << 10
ARCHIVE_CAP = 32 << 20  # bytes as handed in
UNPACKED_CAP = 64 << 20
MEMBERS_CAP = 20_000
MANIFEST = "received.csv"
ANSWERS = "answers.txt"
SUMS = "SHA256SUMS"
VERSION = re.search(r'^#define KINDLING_VERSION "(.*)"', (Path(__file__).parents[2] / "tensor/tensor.h").read_text(), re.M)[1]
UNREADABLE = {errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.ENOENT}
TARBALL = re.compile(r"\.(tar\.gz|tgz|tar)$")


@dataclass
class Submission:
    student: str
    files: dict[str, bytes] = field(default_factory=dict)  # "12_attention/mask.c" -> contents
    sha256: str = ""
    received_at: str | None = None
    notes: list[str] = field(default_factory=list)
    rejected: str | None = None


class Rejected(Exception):
    """The submission cannot be read as it is; the text says why, to the student."""


# ---- who handed in ------------------------------------------------------------------------------------


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


# ---- folders ------------------------------------------------------------------------------------------


@contextmanager
def opened(name: str, flags: int, inside: int | None = None) -> Iterator[int]:
    """A descriptor that follows no link and waits for nobody."""
    fd = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | flags, dir_fd=inside)
    try:
        yield fd
    finally:
        os.close(fd)


def kind_of(mode: int) -> str:
    kinds = {stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFDIR: "a folder", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def read_plain(fd: int, name: str, cap: int) -> bytes:
    """The bytes of an open file that is a plain one of at most cap bytes."""
    found = os.fstat(fd)
    if not stat.S_ISREG(found.st_mode):
        raise Rejected(f"{name} is {kind_of(found.st_mode)}; the file itself is needed")
    if found.st_size > cap:
        raise Rejected(f"{name} has {found.st_size >> 10} KiB, at most {cap >> 10} KiB are read")
    with os.fdopen(os.dup(fd), "rb") as file:
        contents = file.read(found.st_size + 1)
    if len(contents) != found.st_size:
        raise Rejected(f"{name} changes while it is read")
    return contents


def read_at(folder: int, path: str, cap: int = FILE_CAP) -> bytes | None:
    """A file below an open folder, no step of the way a link; None if it is not there."""
    first, _, rest = path.partition("/")
    try:
        if rest:
            with opened(first, os.O_DIRECTORY, folder) as inner:
                return read_at(inner, rest, cap)
        with opened(first, 0, folder) as fd:
            return read_plain(fd, first, cap)
    except FileNotFoundError:
        return None
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
            if rest and not is_link(first, folder):
                return None  # a plain file where a folder might have been
            raise Rejected(f"{first} is a link; the {'folder' if rest else 'file'} itself is needed") from None
        if error.errno == errno.ENXIO:
            raise Rejected(f"{first} is a socket or a device; the file itself is needed") from None
        raise


def is_link(name: str, folder: int) -> bool:
    return stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)


# ---- tarballs -----------------------------------------------------------------------------------------

KINDS = {b"0": "file", b"\0": "file", b"7": "file", b"1": "a hard link", b"2": "a link", b"3": "a device",
         b"4": "a device", b"5": "a folder", b"6": "a pipe"}
EXTRAS = b"xgLK"  # pax and GNU headers, for long names: nothing that is wanted has one


@dataclass
class Member:
    name: str
    kind: str  # "file", or what it is instead
    contents: bytes | None  # of a file with a wanted name; None if it is too large


def number(text: bytes) -> int:
    """A number in a header, octal; -1 if it is none (base 256 is for sizes far beyond the caps)."""
    digits = text.strip(b" \0")
    return int(digits, 8) if re.fullmatch(rb"[0-7]{1,12}", digits) else -1


def checksum_holds(header: bytes) -> bool:
    return number(header[148:156]) == sum(header[:148]) + 8 * 32 + sum(header[156:])


def member_name(header: bytes) -> str:
    name = header[:100].split(b"\0")[0]
    posix = header[257:265] == b"ustar\x0000"
    prefix = header[345:500].split(b"\0")[0] if posix else b""
    text = (prefix + b"/" + name if prefix else name).decode("utf-8", "replace")
    return re.sub(r"^(\./)+|/$", "", text)


def exactly(stream: BinaryIO, size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise Rejected("the archive ends in the middle")
    return data


def skip(stream: BinaryIO, size: int) -> None:
    while size > 0:
        size -= len(exactly(stream, min(size, 1 << 16)))


def members(stream: BinaryIO, wanted: set[str]) -> Iterator[Member]:
    """What is in a tar stream, with the contents of files that are called like something wanted."""
    total = count = 0
    while (header := stream.read(512)) not in (b"", bytes(512)):
        size = number(header[124:136])
        if len(header) < 512 or not checksum_holds(header) or size < 0:
            raise Rejected("the archive is damaged, or no tarball at all")
        padded = -(-size // 512) * 512
        count, total = count + 1, total + 512 + padded
        if total > UNPACKED_CAP or count > MEMBERS_CAP:
            raise Rejected(f"the archive has more than {UNPACKED_CAP >> 20} MiB or {MEMBERS_CAP} members in it")
        name, kind, contents = member_name(header), KINDS.get(header[156:157], "no file"), None
        if kind == "file" and name.rsplit("/", 1)[-1] in wanted and size <= FILE_CAP:
            contents = exactly(stream, padded)[:size]
        else:
            skip(stream, padded)
        if header[156] not in EXTRAS:
            yield Member(name, kind, contents)


class Archive:
    """A tarball, read once; members that matter are kept, by name."""

    def __init__(self, compressed: bytes, wanted: set[str]):
        self.found: dict[str, Member] = {}
        self.twice: set[str] = set()
        self.tops: set[str] = set()
        self.outside = 0
        raw = io.BytesIO(compressed)
        stream = gzip.GzipFile(fileobj=raw) if compressed[:2] == b"\x1f\x8b" else raw
        try:
            for member in members(stream, wanted):
                self.add(member, wanted)
        except (OSError, EOFError, zlib.error):
            raise Rejected("the archive is damaged") from None

    def add(self, member: Member, wanted: set[str]) -> None:
        parts = member.name.split("/")
        self.outside += member.name.startswith("/") or ".." in parts
        self.tops.add(parts[0])
        if parts[-1] not in wanted:
            return
        before = self.found.setdefault(member.name, member)
        if (before.kind, before.contents) != (member.kind, member.contents):
            self.twice.add(member.name)

    def get(self, path: str, cap: int = FILE_CAP) -> bytes | None:
        member = self.found.get(path)
        if member is None:
            return None
        if path in self.twice:
            raise Rejected(f"{path} is in the archive twice, and not the same")
        if member.kind != "file":
            raise Rejected(f"{path} is {member.kind}; the file itself is needed")
        if member.contents is None:
            raise Rejected(f"{path} has more than {cap >> 10} KiB")
        return member.contents

    def wrapper(self) -> str | None:
        return next(iter(self.tops)) if len(self.tops) == 1 else None

    def remarks(self) -> list[str]:
        words = f"{self.outside} members with names that lead out of the archive were passed over"
        return [words] if self.outside else []


# ---- one submission -----------------------------------------------------------------------------------


class Folder:
    """A folder of loose files, or of folders, or of tarballs; held open by its descriptor."""

    def __init__(self, fd: int):
        self.fd = fd

    def get(self, path: str, cap: int = FILE_CAP) -> bytes | None:
        return read_at(self.fd, path, cap)

    def names(self) -> list[str]:
        with os.scandir(self.fd) as entries:
            return sorted(entry.name for entry in itertools.islice(entries, MEMBERS_CAP))

    def wrapper(self) -> str | None:
        """The only folder in here, if there is only one."""
        with os.scandir(self.fd) as entries:
            folders = [e.name for e in itertools.islice(entries, MEMBERS_CAP)
                       if e.is_dir(follow_symlinks=False) and not e.name.startswith(".")]
        return folders[0] if len(folders) == 1 else None

    def remarks(self) -> list[str]:
        return []


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
