"""views.py - every text that a file may hold, however it is wrapped.

As it stands, with string literals joined and unescaped, without HTML tags and entities, inside
base64, gzip, zip, tar, PDF streams and the text chunks of PNGs. Text that is only painted in pixels
is not seen.
Invariant: nothing is executed or written; what does not decode is passed over.
"""
from __future__ import annotations

import base64
import binascii
import gzip
import html
import io
import json
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

DEEPEST = 4
BASE64 = re.compile(rb"[A-Za-z0-9+/]{40}(?:(?:\\n|[\s\"',])*[A-Za-z0-9+/])*={0,2}")


def normal(text: str) -> str:
    """Without white space: line breaks and indents do not hide anything."""
    return "".join(text.split())


def texts(data: bytes) -> Iterator[str]:
    """All views of these bytes, normalised; of binaries, too."""
    for part in parts(data):
        if b"\0" in part:
            # UTF-16, and text in binaries
            yield normal(part.replace(b"\0", b"").decode("utf-8", "replace"))
        yield from map(normal, readings(part.decode("utf-8", "replace")))


def plain_texts(data: bytes) -> Iterator[str]:
    """All views, with their white space, of what is text."""
    for part in parts(data):
        if b"\0" not in part:
            yield from readings(part.decode("utf-8", "replace"))


def parts(data: bytes, depth: int = 0) -> Iterator[bytes]:
    """These bytes, and files inside of them."""
    yield data
    if depth < DEEPEST:
        for inner in insides(data):
            yield from parts(inner, depth + 1)


def readings(plain: str) -> Iterator[str]:
    """A text as it stands, with its strings unwrapped, without the marks of HTML."""
    yield plain
    joined = re.sub(r'"\s*"', "", plain)
    joined = joined.replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"').replace("\\\\", "\\")
    if joined != plain:
        yield joined
    if "<" in plain or "&" in plain:
        yield html.unescape(re.sub(r"<[^<>]*>", "", plain))


def insides(data: bytes) -> Iterator[bytes]:
    """Files inside of this one."""
    yield from compressed(data)
    if data[:1] in (b"{", b"["):
        yield from json_strings(data)
    if data[:4] == b"\x89PNG":
        yield from png_texts(data)
    if data[:4] == b"PK\3\4":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                yield from (packed.read(name) for name in packed.namelist())
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, zlib.error):
            pass
    if data[257:262] == b"ustar":
        try:
            with tarfile.open(fileobj=io.BytesIO(data)) as packed:
                yield from (packed.extractfile(m).read() for m in packed if m.isfile())
        except tarfile.TarError:
            pass
    for match in BASE64.finditer(data):
        letters = re.sub(rb"\\n|[^A-Za-z0-9+/]", b"", match[0])
        try:
            yield base64.b64decode(letters + b"=" * (-len(letters) % 4))
        except (binascii.Error, ValueError):
            pass


def json_strings(data: bytes) -> Iterator[bytes]:
    """What JSON wraps: code and pages, their line breaks as written."""
    try:
        waiting = [json.loads(data)]
    except (ValueError, RecursionError):
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value.encode("utf-8", "replace")
        elif isinstance(value, (dict, list)):
            waiting += [*value, *value.values()] if isinstance(value, dict) else value
            if isinstance(value, list) and len(value) > 1 and all(isinstance(line, str) for line in value):
                # a cell of a notebook, line by line
                yield "".join(value).encode("utf-8", "replace")


def compressed(data: bytes) -> Iterator[bytes]:
    """gzip from the first byte on, zlib streams anywhere after the word stream (PDF)."""
    if data[:2] == b"\x1f\x8b":
        try:
            yield gzip.decompress(data)
        except (OSError, EOFError, zlib.error):
            pass
    for match in re.finditer(rb"stream\r?\n", data):
        yield inflate(data[match.end():])


def inflate(data: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(data)
    except zlib.error:
        return b""


def png_texts(data: bytes) -> Iterator[bytes]:
    """tEXt, zTXt and iTXt chunks."""
    at = 8
    while at + 8 <= len(data):
        size, kind = int.from_bytes(data[at:at + 4], "big"), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        if kind in (b"tEXt", b"iTXt", b"zTXt"):
            yield body
            for start in range(min(len(body), 200)):
                if body[start:start + 1] == b"\x78":
                    yield inflate(body[start:])
        at += size + 12
