"""naming.py - is this failure that of a known mistake?

A mistake that fails the same tests of an exercise was run on the submission's own seeds. If it gave
the same values, by the tolerances of the judge, its sentence says what is wrong, in the words that
students hear at home (tests/harness/names.c). Hidden tests have no part in it.
Invariant: only words come of it; no point depends on them.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kindling_grading.judge import values
from kindling_grading.judge.transcript import Record, Transcript

ENOUGH = 3  # different wrong numbers
FEW, ENOUGH_OF_FEW = 4, 20  # where right answers take fewer values: so many numbers
MOST_SENTENCES = 3
MOST_MEANINGS = 2
OF_A_MESSAGE = "here this message mostly means: "
OF_A_CALL = re.compile(r"[a-z_0-9]+: ")  # as messages of fail() begin
NUMBERS = str.maketrans("", "", " 0123456789.,-+()")
UNSET = 1e290  # what was never written: two of these are no same mistake


@dataclass
class Row:
    name: str
    exercise: str
    says: str
    fails: list[str]  # tests of the exercise


@dataclass
class Mistakes:
    """What is known of an assignment (build/mistakes.py), and the program that makes any of them."""
    program: Path
    rows: list[Row]


@dataclass
class Failure:
    """Of one test: what came back, and what is right."""
    got: Transcript
    right: Transcript

    @property
    def has_values(self) -> bool:
        """Or a crash, no end: of which there is no more to say."""
        return values.compare(self.got, self.right) is not None


Fits = Callable[[list[Transcript], list[Failure]], bool]


def told(transcript: Transcript) -> list[Record]:
    return [record for record in transcript.records if record.kind != "memory"]


def same_record(a: Record, b: Record, tolerance: float) -> bool:
    if a.kind != b.kind or a.shape != b.shape or a.text != b.text or len(a.values) != len(b.values):
        return False
    return all(x == y or values.close(x, y, tolerance) for x, y in zip(a.values, b.values))


def same(a: Transcript, b: Transcript, right: Transcript) -> bool:
    allowed = [record.tolerance if record.kind == "f" else 0.0 for record in right.records]
    mine, theirs = told(a), told(b)
    return len(mine) == len(theirs) and all(
        same_record(x, y, allowed[i] if i < len(allowed) else 0.0) for i, (x, y) in enumerate(zip(mine, theirs)))


def message(failure: Failure) -> str:
    """Of the fail() that stopped it, without the sizes of this call; nothing: something else was wrong, or before it."""
    found = values.compare(failure.got, failure.right)
    text = next((record.text for record in failure.got.records if record.kind == "failed"), "")
    return text.translate(NUMBERS) if found and found.detail == values.cut(text) and OF_A_CALL.match(text) else ""


def fits_by_messages(mistake: list[Transcript], failures: list[Failure]) -> bool:
    """Each message is one of its own, too."""
    mine = set(map(message, failures)) - {""}
    return bool(mine) and mine <= {message(Failure(got, failure.right)) for got, failure in zip(mistake, failures)}


def fits_by_values(mistake: list[Transcript], failures: list[Failure]) -> bool:
    """Where both have values they are the same; something has to be."""
    both = [(got, failure) for got, failure in zip(mistake, failures)
            if failure.has_values and Failure(got, failure.right).has_values]
    return bool(both) and all(same(failure.got, got, failure.right) for got, failure in both)


def numbers(failure: Failure) -> list[tuple[float, float, bool]]:
    """Got, right, and whether that is wrong."""
    found: list[tuple[float, float, bool]] = []
    for got, right in zip(told(failure.got), failure.right.records):
        if right.kind in ("f", "i") and got.kind == right.kind and len(got.values) == len(right.values):
            found += [(a, b, not (a == b or right.kind == "f" and values.close(a, b, right.tolerance)))
                      for a, b in zip(got.values, right.values)]
    return found


def is_unset(failures: list[Failure]) -> bool:
    return any(wrong and UNSET < abs(got) < math.inf for failure in failures for got, _, wrong in numbers(failure))


def is_evidence(failures: list[Failure]) -> bool:
    """Do so many numbers agree that it is no chance?"""
    other: set[str] = set()
    for found in map(numbers, failures):
        wrong = {str(got) for got, _, is_wrong in found if is_wrong}  # NaN is NaN
        other |= wrong
        if wrong and len({right for _, right, _ in found}) < FEW and len(found) >= ENOUGH_OF_FEW:
            return True
    return len(other) >= ENOUGH


def sentences(failures: list[Failure], mistakes: list[tuple[str, list[Transcript]]], fits: Fits) -> list[str]:
    return list(dict.fromkeys(says for says, gave in mistakes if fits(gave, failures)))


def sentence(failures: list[Failure], mistakes: list[tuple[str, list[Transcript]]]) -> str:
    """Of an exercise's failed tests; mistakes: the sentence of each that fails the same ones, and what it gave there."""
    if is_unset(failures):
        return ""
    fitting = sentences(failures, mistakes, fits_by_values)[:MOST_SENTENCES]
    words = ("either " if len(fitting) > 1 else "") + "; or ".join(fitting)
    if words:
        return words if is_evidence(failures) else f"this may be it: {words}"
    meanings = sentences(failures, mistakes, fits_by_messages)
    return OF_A_MESSAGE + "; or ".join(meanings) if 0 < len(meanings) <= MOST_MEANINGS else ""


def heard(words: str, failure: Failure) -> str:
    """What this failure is told of its exercise's sentence."""
    return "" if words.startswith(OF_A_MESSAGE) and not message(failure) else words
