"""zips.py - the members of a zip file, read from its central directory; nothing is ever unpacked.

Written out here and not zipfile's: that one makes an object for every entry before anybody can
count them.
"""
from __future__ import annotations

import re
import stat
import struct
import zlib
from collections.abc import Collection, Iterator

from kindling_grading.batch.folders import FILE_CAP, MEMBERS_CAP, kind_of, original
from kindling_grading.batch.tars import UNPACKED_CAP, Member
from kindling_grading.errors import Rejected

# of the central directory: the file's last bytes, but for a comment
END = struct.Struct("<4s4H2LH")
ENTRY = struct.Struct("<4s6H3L5H2L")
LOCAL = struct.Struct("<4s5H3L2H")
STORED, DEFLATED = 0, 8
UTF8, ENCRYPTED = 0x800, 0x1
DAMAGED = "the archive is damaged, or no zip file at all"


def unpack(form: struct.Struct, data: bytes, at: int, magic: bytes) -> tuple[int, ...]:
    """The numbers of a record at a place that the file itself names: it may be anywhere."""
    if not 0 <= at <= len(data) - form.size or data[at:at + 4] != magic:
        raise Rejected(DAMAGED)
    return form.unpack_from(data, at)[1:]


def directory(data: bytes) -> tuple[int, int]:
    """Where the central directory begins, and how many entries it says it has."""
    at = data.rfind(b"PK\5\6", max(0, len(data) - END.size - 0xffff))
    *_, count, _, start, _ = unpack(END, data, at, b"PK\5\6")
    return start, count


def contents_of(data: bytes, at: int, method: int, packed: int, size: int, check: int) -> bytes:
    """A member's bytes, of which there are as many as was said, and no more are ever made."""
    *_, name, extra = unpack(LOCAL, data, at, b"PK\3\4")
    begin = at + LOCAL.size + name + extra
    raw = data[begin:begin + packed]
    if method == DEFLATED:
        raw = zlib.decompressobj(-zlib.MAX_WBITS).decompress(raw, size + 1)
    if len(raw) != size or zlib.crc32(raw) != check:
        raise Rejected(DAMAGED)
    return raw


def members(data: bytes, wanted: Collection[str]) -> Iterator[Member]:
    """What is in a zip file, with the contents of files that are called like something wanted."""
    at, count = directory(data)
    total, left = 0, len(data)
    for number in range(count):
        (made_by, _, flags, method, _, _, check, packed, size, name_size, extra, comment, _, _, mode,
         local) = unpack(ENTRY, data, at, b"PK\1\2")
        raw, left = data[at + ENTRY.size:at + ENTRY.size + name_size], left - packed
        at, total = at + ENTRY.size + name_size + extra + comment, total + 512 + size
        if total > UNPACKED_CAP or number >= MEMBERS_CAP:
            raise Rejected(f"the archive has more than {UNPACKED_CAP >> 20} MiB or {MEMBERS_CAP} members in it")
        if left < 0:  # members that lie in one another
            raise Rejected(DAMAGED)
        name = raw.decode("utf-8" if flags & UTF8 else "cp437", "replace").replace("\\", "/")
        kind = kind_in(made_by >> 8, mode >> 16, name)
        name, contents = re.sub(r"^(\./)+|/$", "", name), None
        if kind == "file" and original(name.rsplit("/", 1)[-1]) in wanted and size <= FILE_CAP:
            if flags & ENCRYPTED:
                raise Rejected("the archive is encrypted; hand it in without a password")
            if method not in (STORED, DEFLATED):
                raise Rejected(f"{name} is packed in a way that is not read (zip method {method}); make submit packs it")
            contents = contents_of(data, local, method, packed, size, check)
        yield Member(name, kind, contents)


def kind_in(system: int, mode: int, name: str) -> str:
    """"file", or what it is instead; only Unix and macOS say so."""
    if name.endswith("/"):
        return "a folder"
    if system not in (3, 19) or not stat.S_IFMT(mode) or stat.S_ISREG(mode):
        return "file"
    return kind_of(mode)
