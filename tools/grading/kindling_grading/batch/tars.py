"""tars.py - the members of a tarball, read as they stream by; nothing is ever unpacked."""
from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from kindling_grading.batch.folders import FILE_CAP, MEMBERS_CAP, original
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


def members(stream: BinaryIO, wanted: Collection[str]) -> Iterator[Member]:
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
        if kind == "file" and original(name.rsplit("/", 1)[-1]) in wanted and size <= FILE_CAP:
            contents = exactly(stream, padded)[:size]
        else:
            skip(stream, padded)
        if header[156] not in EXTRAS:
            yield Member(name, kind, contents)
