"""archives.py - a student's tarball, read as it streams by; nothing is ever unpacked."""
from __future__ import annotations

import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from kindling_grading.batch.folders import FILE_CAP, MEMBERS_CAP
from kindling_grading.errors import Rejected

UNPACKED_CAP = 64 << 20


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
