"""archives.py - what a student packed, whatever with: tar, tar.gz, tar.xz, tar.bz2 and zip; nothing is ever unpacked.

The first bytes say what it is, not the name. Every kind is held to the same: so many members, so much in all,
so much in a file, plain files only.
"""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import re
import zlib
from collections.abc import Collection, Iterator
from typing import BinaryIO, Protocol

from kindling_grading.batch import tars, zips
from kindling_grading.batch.folders import FILE_CAP, not_read
from kindling_grading.batch.tars import Member
from kindling_grading.errors import Rejected, TooLarge

ARCHIVE = re.compile(r"\.(tar(\.(gz|xz|bz2))?|t[gx]z|tbz2?|zip)$", re.I)
XZ_MEMORY = 96 << 20  # what xz -9 needs, and no more
CHUNK = 1 << 16


class Decompressor(Protocol):
    eof: bool
    needs_input: bool

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class Stream(io.RawIOBase):
    """Bytes out of a decompressor, never more at once than were asked for."""

    def __init__(self, compressed: bytes, decompressor: Decompressor):
        self.raw, self.decompressor = io.BytesIO(compressed), decompressor

    def read(self, size: int = -1) -> bytes:
        found = bytearray()
        while len(found) < size and not self.decompressor.eof:
            data = self.raw.read(CHUNK) if self.decompressor.needs_input else b""
            if self.decompressor.needs_input and not data:
                raise EOFError
            found += self.decompressor.decompress(data, size - len(found))
        return bytes(found)


def opened(packed: bytes) -> BinaryIO | Stream:
    """The tar stream inside."""
    if packed[:2] == b"\x1f\x8b":
        return gzip.GzipFile(fileobj=io.BytesIO(packed))
    if packed[:6] == b"\xfd7zXZ\0":
        return Stream(packed, lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY))
    if packed[:3] == b"BZh":
        return Stream(packed, bz2.BZ2Decompressor())
    return io.BytesIO(packed)


def members(packed: bytes, wanted: Collection[str]) -> Iterator[Member]:
    return zips.members(packed, wanted) if packed[:2] == b"PK" else tars.members(opened(packed), wanted)


class Archive:
    """An archive, read once; members that matter are kept, by name."""

    def __init__(self, packed: bytes, wanted: Collection[str]):
        self.found: dict[str, Member] = {}
        self.twice: set[str] = set()
        self.tops: set[str] = set()
        self.sources: list[str] = []  # other C files and headers
        self.outside = 0
        try:
            for member in members(packed, wanted):
                self.add(member, wanted)
        except (OSError, EOFError, zlib.error, lzma.LZMAError):
            raise Rejected("the archive is damaged") from None

    def add(self, member: Member, wanted: Collection[str]) -> None:
        parts = member.name.split("/")
        if any(not_read(part) for part in parts):
            return  # what a file manager adds, or hides
        self.outside += member.name.startswith("/") or ".." in parts
        self.tops.add(parts[0])
        if parts[-1] not in wanted:
            if member.kind == "file" and parts[-1].lower().endswith((".c", ".h")):
                self.sources.append(member.name)
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
            raise TooLarge(f"{path} has more than {cap >> 10} KiB")
        return member.contents

    def wrapper(self) -> str | None:
        return next(iter(self.tops)) if len(self.tops) == 1 else None

    def places(self, names: Collection[str]) -> list[str]:
        """Every folder in here that has a file called like one of these: "", "a/", "a/b/"."""
        inside = (name.rpartition("/") for name in self.found if ".." not in name.split("/") and name[:1] != "/")
        return sorted({folder + mark for folder, mark, name in inside if name in names})

    def others(self, place: str) -> list[str]:
        """C files and headers there that nobody asked for."""
        return sorted(name[len(place):] for name in self.sources if name.rpartition("/")[0] == place.rstrip("/"))

    def remarks(self) -> list[str]:
        words = f"{self.outside} members with names that lead out of the archive were passed over"
        return [words] if self.outside else []
