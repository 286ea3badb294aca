"""archives.py - what a student packed, whatever with: tar, tar.gz, tar.xz, tar.bz2 and zip; nothing
is ever unpacked.

The first bytes say what it is, not the name. Every kind is held to the same: so many members, so
much in all, so much in a file, plain files only.
"""
from __future__ import annotations

import bz2
import io
import lzma
import re
import zlib
from collections.abc import Callable, Collection, Iterator
from typing import BinaryIO, Protocol

from kindling_grading.batch import tars, zips
from kindling_grading.batch.folders import FILE_CAP, not_read, original
from kindling_grading.batch.tars import Member
from kindling_grading.errors import Rejected, TooLarge

ARCHIVE = re.compile(r"\.(tar(\.(gz|xz|bz2))?|t[gx]z|tbz2?|zip)$", re.I)
XZ_MEMORY = 96 << 20  # what xz -9 needs, and no more
CHUNK = 1 << 16
PARTS_CAP = 4096  # streams in one file: a thousand is what 64 MiB in blocks of 64 KiB make


class Decompressor(Protocol):
    eof: bool
    needs_input: bool
    unused_data: bytes

    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class Stream(io.RawIOBase):
    """Bytes out of a decompressor, never more at once than were asked for."""

    def __init__(self, compressed: bytes, magic: bytes, new: Callable[[], Decompressor]):
        self.raw, self.magic, self.new = io.BytesIO(compressed), magic, new
        self.decompressor, self.parts, self.over = new(), 1, False

    def read(self, size: int = -1) -> bytes:
        found = bytearray()
        while len(found) < size and self.goes_on():
            data = self.raw.read(CHUNK) if self.decompressor.needs_input else b""
            more = self.decompressor.decompress(data, size - len(found))
            if not data and not more and not self.decompressor.eof:
                raise EOFError
            found += more
        return bytes(found)

    def goes_on(self) -> bool:
        """What compresses with several processors makes several streams, one after the other."""
        if self.over or not self.decompressor.eof:
            return not self.over
        # of the last chunk, which may end in the middle of the magic
        rest = self.decompressor.unused_data
        self.raw.seek(-len(rest), io.SEEK_CUR)
        begins = self.raw.read(len(self.magic)) == self.magic
        if not begins:
            self.over = True
            return False
        if self.parts >= PARTS_CAP:
            raise Rejected(f"the archive was compressed in more than {PARTS_CAP} pieces")
        self.raw.seek(-len(self.magic), io.SEEK_CUR)
        self.decompressor, self.parts = self.new(), self.parts + 1
        return True


class Gunzip:
    """zlib's decompressor, to be used as those of lzma and bz2 are."""

    def __init__(self) -> None:
        self.inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        return self.inner.eof

    @property
    def needs_input(self) -> bool:
        return not self.inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self.inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self.inner.decompress(self.inner.unconsumed_tail + data, max_length)


def opened(packed: bytes) -> BinaryIO | Stream:
    """The tar stream inside."""
    kinds: dict[bytes, Callable[[], Decompressor]] = {
        b"\x1f\x8b": Gunzip, b"BZh": bz2.BZ2Decompressor,
        b"\xfd7zXZ\0": lambda: lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=XZ_MEMORY)}
    for magic, new in kinds.items():
        if packed.startswith(magic):
            return Stream(packed, magic, new)
    return io.BytesIO(packed)


def members(packed: bytes, wanted: Collection[str]) -> Iterator[Member]:
    return zips.members(packed, wanted) if packed[:2] == b"PK" else tars.members(opened(packed), wanted)


class Archive:
    """An archive, read once; members that matter are kept, by name."""

    def __init__(self, packed: bytes, wanted: Collection[str]):
        self.found: dict[str, Member] = {}
        self.inside: dict[str, list[str]] = {}  # what is in found, by folder
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
        if original(parts[-1]) not in wanted:
            if member.kind == "file" and parts[-1].lower().endswith((".c", ".h")):
                self.sources.append(member.name)
            return
        if member.name not in self.found:
            self.inside.setdefault(member.name.removesuffix(parts[-1]), []).append(parts[-1])
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
        """Every folder in here that has a file called like one of these, or a copy of it: "", "a/",
        "a/b/"."""
        return sorted(place for place, inside in self.inside.items() if ".." not in place.split("/") and place[:1] != "/"
                      and any(original(name) in names for name in inside))

    def files(self, place: str) -> list[str]:
        return sorted(name for name in self.inside.get(place, []) if self.found[place + name].kind == "file")

    def others(self, place: str) -> list[str]:
        """C files and headers there that nobody asked for."""
        return sorted(name[len(place):] for name in self.sources if name.rpartition("/")[0] == place.rstrip("/"))

    def remarks(self) -> list[str]:
        words = f"{self.outside} members with names that lead out of the archive were passed over"
        return [words] if self.outside else []
