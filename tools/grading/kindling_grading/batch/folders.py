"""folders.py - a student's folder, read without following a link or waiting for anybody."""
from __future__ import annotations

import errno
import itertools
import os
import re
import stat
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from kindling_grading.errors import Rejected, TooLarge

FILE_CAP = 256 << 10
MEMBERS_CAP = 20_000
DEPTH_CAP = 8  # folders inside of folders
# What browsers, file managers and platforms make of a name that is taken already, and what an editor
# of Windows makes of any: scores.c.txt.
COPY = re.compile(r"""(?:Copy\ of\ |Kopie\ von\ |Copie\ de\ )?
    (?P<stem>\w{1,100}?)
    (?:-\d{1,3} | [ ]?\(\d{1,3}\) | [ ]copy(?:[ ]\d{1,3})? | [ ]\((?:(?:another|\d{1,3}(?:st|nd|rd|th))[ ])?copy\)
       | [ ]-[ ](?:Copy|Kopie|Copie|Copia)(?:[ ]\(\d{1,3}\))?)?
    (?P<end>\.(?:c|txt))(?:\.(?:c|txt))?""", re.X | re.I)


def not_read(name: str) -> bool:
    """What file managers add and what is hidden: no folder of a student's own is called so."""
    return name == "__MACOSX" or name[:1] == "." and name not in (".", "..")


def original(name: str) -> str:
    """What a file is a copy of: "scores (1).c" is one of "scores.c", and so is "Scores.C". Any other
    name as it is."""
    found = COPY.fullmatch(name) if len(name) <= 200 else None
    return (found["stem"] + found["end"]).lower() if found else name


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
        raise TooLarge(f"{name} has {found.st_size >> 10} KiB, at most {cap >> 10} KiB are read")
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


@contextmanager
def opened_below(folder: int, place: str) -> Iterator[int]:
    """A folder below an open one, "" or "a/b/", no step of the way a link."""
    first, _, rest = place.partition("/")
    if not first:
        with opened(".", os.O_DIRECTORY, folder) as fd:
            yield fd
    else:
        with opened(first, os.O_DIRECTORY, folder) as inner, opened_below(inner, rest) as fd:
            yield fd


# ---- one submission ------------------------------------------------------------------------------


class Folder:
    """A folder of loose files, or of folders, or of tarballs; held open by its descriptor."""

    def __init__(self, fd: int):
        self.fd = fd

    def get(self, path: str, cap: int = FILE_CAP) -> bytes | None:
        return read_at(self.fd, path, cap)

    def names(self) -> list[str]:
        with os.scandir(self.fd) as entries:
            return sorted(entry.name for entry in itertools.islice(entries, MEMBERS_CAP))

    def walk(self) -> Iterator[tuple[str, list[str]]]:
        """Every folder in here, as "" or "a/b/", with the files in it: no links, so deep and so
        many at most."""
        waiting, left = [""], MEMBERS_CAP
        while waiting and left > 0:
            place = waiting.pop()
            with opened_below(self.fd, place) as fd, os.scandir(fd) as entries:
                inside = list(itertools.islice(entries, left))
                folders = [e.name for e in inside if e.is_dir(follow_symlinks=False) and not not_read(e.name)]
                files = [e.name for e in inside if e.is_file(follow_symlinks=False)]
            left -= len(inside) + 1
            if place.count("/") < DEPTH_CAP:
                waiting += [f"{place}{name}/" for name in sorted(folders, reverse=True)]
            yield place, sorted(files)

    def places(self, names: Collection[str]) -> list[str]:
        """Every folder in here that has a file called like one of these, or a copy of it: "", "a/",
        "a/b/"."""
        return sorted(place for place, files in self.walk() if not set(names).isdisjoint(map(original, files)))

    def files(self, place: str) -> list[str]:
        """The plain files there; nothing, if there is no such folder."""
        try:
            with opened_below(self.fd, place) as fd, os.scandir(fd) as entries:
                inside = itertools.islice(entries, MEMBERS_CAP)
                return sorted(e.name for e in inside if not not_read(e.name) and e.is_file(follow_symlinks=False))
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
                return []
            raise

    def others(self, place: str) -> list[str]:
        """C files and headers there; the caller knows which of them were asked for."""
        return [name for name in self.files(place) if name.lower().endswith((".c", ".h"))]

    def wrapper(self) -> str | None:
        """The only folder in here, if there is only one."""
        with os.scandir(self.fd) as entries:
            folders = [e.name for e in itertools.islice(entries, MEMBERS_CAP)
                       if e.is_dir(follow_symlinks=False) and not not_read(e.name)]
        return folders[0] if len(folders) == 1 else None

    def remarks(self) -> list[str]:
        return []


class Loose(Folder):
    """The files of one student that lie among those of others, each by its own name."""

    def __init__(self, fd: int, called: dict[str, str]):
        super().__init__(fd)
        self.called = called  # its own name -> as it is called here

    def get(self, path: str, cap: int = FILE_CAP) -> bytes | None:
        return read_at(self.fd, self.called[path], cap) if path in self.called else None

    def names(self) -> list[str]:
        return sorted(self.called)

    def walk(self) -> Iterator[tuple[str, list[str]]]:
        yield "", self.names()

    def files(self, place: str) -> list[str]:
        return [] if place else self.names()

    def wrapper(self) -> str | None:
        return None
