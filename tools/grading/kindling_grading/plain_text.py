"""plain_text.py - text that people hand in or write: the one way from its bytes to its characters.

Editors write UTF-8 with a byte order mark in front (Notepad, Excel) or without, and Windows' shells
UTF-16. The first two are read; the third is told by its name, with what to do. Line ends are
Python's business: splitlines and csv take all.
"""
from __future__ import annotations

from pathlib import Path

from kindling_grading.errors import NotText

BOM = b"\xef\xbb\xbf"
UTF_16 = (b"\xff\xfe", b"\xfe\xff")
REMEDY = "UTF-16, which cannot be read here: save it as UTF-8 (in PowerShell: Out-File -Encoding utf8)"


def is_utf_16(contents: bytes) -> bool:
    """By its byte order mark, or, without one, because every second byte of plain text is 0."""
    first = contents[:64]
    return first.startswith(UTF_16) or len(first) >= 8 and not (any(first[::2]) and any(first[1::2]))


def without_bom(contents: bytes) -> bytes:
    return contents.removeprefix(BOM)


def text_of(contents: bytes) -> str:
    if is_utf_16(contents):
        raise NotText(REMEDY)
    try:
        return without_bom(contents).decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotText(f"not UTF-8 at byte {error.start}; save it as UTF-8 (of a table: CSV UTF-8)") from None


def read_text(path: Path) -> str:
    """OSError, and NotText."""
    return text_of(path.read_bytes())
