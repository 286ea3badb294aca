"""transcript.py - reads what a recorder wrote (tests/harness/record/transcript.c has the grammar).

The bytes may come from a box, and so from anybody. Each line must fit the grammar to the letter,
numbers are hexadecimal or short decimal, counts are checked before anything is made of them, and
nothing is ever evaluated. What fits is read up to the first line that does not; what is wrong there
is said.
Invariant: parse() raises nothing, whatever it is given, and works in time and memory linear in it.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_to_bytes

from kindling_grading.errors import Malformed

CAP = 4 << 20  # bytes
MOST_RECORDS = 20_000

NUMBER = re.compile(r"nan|-?inf|-?0x[01](\.[0-9a-f]{1,13})?p[+-][0-9]{1,4}")
INTEGER = re.compile(r"-?[0-9]{1,19}")
COUNT = re.compile(r"[0-9]{1,12}")
WORD = re.compile(r"[!-~]{1,8192}")
MOST_AXES = 8
TEXTS = ("m", "answer", "is", "todo", "failed")


@dataclass
class Record:
    kind: str
    label: str = ""
    shape: tuple[int, ...] = ()
    values: list[Any] = field(default_factory=list)
    tolerance: float = 0.0  # f: allowed; l: the side
    text: str = ""


@dataclass
class Transcript:
    test: str = ""  # its number
    records: list[Record] = field(default_factory=list)
    ended: bool = False  # the last line is there, and counts the lines before it
    trouble: str = ""  # what does not fit the grammar, in a sentence

    @property
    def whole(self) -> bool:
        return self.ended and not self.trouble


def fits(pattern: re.Pattern[str], token: str) -> str:
    if not pattern.fullmatch(token):
        raise Malformed(f"{token[:40]!r} does not belong there")
    return token


def count(token: str) -> int:
    return int(fits(COUNT, token))


def number(token: str) -> float:
    try:
        return float.fromhex(fits(NUMBER, token))
    except OverflowError:
        return math.copysign(math.inf, -1.0 if token[0] == "-" else 1.0)


def integer(token: str) -> int:
    value = int(fits(INTEGER, token))
    if not -(1 << 63) <= value < 1 << 63:
        raise Malformed("an integer of more than 64 bits")
    return value


def words(token: str) -> str:
    """%XX is a byte; what cannot be shown becomes a question mark."""
    raw = unquote_to_bytes(fits(WORD, token)).decode("utf-8", "replace")
    return "".join(c if c.isprintable() or c == "\n" else "?" for c in raw)


def text(token: str) -> str:
    if not token.startswith(":"):
        raise Malformed("a text without its colon")
    return words(token[1:]) if len(token) > 1 else ""


def shaped(kind: str, label: str, tolerance: float, tokens: list[str], read: Callable[[str], float]) -> Record:
    """NDIM DIM... COUNT VALUE...: the counts have to agree with what is there."""
    axes = count(tokens[0])
    if axes > MOST_AXES or len(tokens) < axes + 2:
        raise Malformed("too many axes, or too few numbers")
    shape = tuple(count(token) for token in tokens[1 : axes + 1])
    values = tokens[axes + 2 :]
    if count(tokens[axes + 1]) != len(values) or len(values) > math.prod(shape):
        raise Malformed("its counts do not agree")
    return Record(kind, label, shape, [read(token) for token in values], tolerance)


def record(line: str) -> Record:
    kind, *rest = line.split(" ")
    if kind == "f" and len(rest) >= 4:
        return shaped(kind, words(rest[0]), number(rest[1]), rest[2:], number)
    if kind == "i" and len(rest) >= 3:
        return shaped(kind, words(rest[0]), 0.0, rest[1:], integer)
    if kind == "s" and len(rest) == 2:
        return Record(kind, words(rest[0]), text=text(rest[1]))
    if kind == "l" and len(rest) == 3 and rest[1] in ("-1", "0", "1"):
        return Record(kind, words(rest[0]), values=[number(rest[2])], tolerance=float(rest[1]))
    if kind in TEXTS and len(rest) == 1:
        return Record(kind, text=text(rest[0]))
    if kind == "round" and len(rest) == 1:
        return Record(kind, values=[count(rest[0])])
    if kind == "memory" and len(rest) == 1 and rest[0].isdigit():
        return Record(kind, values=[integer(rest[0])])
    if line == "kept":
        return Record(kind)
    raise Malformed("no such record")


def counted_end(line: str) -> int | None:
    kind, _, rest = line.partition(" ")
    return int(rest) if kind == "end" and COUNT.fullmatch(rest) else None


def parse(data: bytes) -> Transcript:
    """One transcript, from its begin to its end and nothing else."""
    result = Transcript()
    if len(data) > CAP:
        return Transcript(trouble=f"more than {CAP >> 20} MiB of values")
    try:
        lines = data.decode("ascii").split("\n")
    except UnicodeDecodeError:
        return Transcript(trouble="bytes that are not ASCII")
    kind, _, result.test = lines[0].partition(" ")
    if kind != "begin" or not COUNT.fullmatch(result.test):
        return Transcript(trouble="nothing was written" if not data else "the first line is no begin")
    for i, line in enumerate(lines[1:], 2):
        end = counted_end(line)
        if end is not None:
            result.ended = end == len(result.records) and lines[i:] == [""]
            result.trouble = "" if result.ended else "the end is not the end, or counts other lines"
            return result
        if i == len(lines):  # cut off here: the process ended
            return result
        try:
            result.records.append(record(line))
        except Malformed as error:
            result.trouble = f"line {i}: {error}"
            return result
        if len(result.records) > MOST_RECORDS:
            result.trouble = "too many records"
            return result
    return result


def split(data: bytes) -> list[bytes]:
    """The transcripts of several tests that a trusted program wrote one after the other."""
    return [b"begin " + part for part in re.split(rb"^begin ", data, flags=re.M)[1:]]
