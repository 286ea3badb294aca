"""values.py - values against values: what a submission's transcript is worth.

One side is what is right, from the trusted program; the other is what came out of a box. Kinds,
shapes and counts have to agree, and each number has to be within the tolerance that the trusted
side allows. What a value is called is known to the trusted side only, so that is whose words are
told.
Nothing else about the box is evidence: no exit status, no printed word.
Invariant: a test passes only if the whole transcript is there and each of its values is right; NaN
is never right unless NaN is what is right.
"""
from __future__ import annotations

import math
import re
from dataclasses import dataclass

from kindling_grading.judge.transcript import Record, Transcript

VERSION = "3"
MOST_DETAIL = 400


@dataclass
class Verdict:
    outcome: str  # pass, wrong, not-written, or what the box said: crash, timeout, limit, forbidden
    detail: str = ""
    likely: str = ""  # the known mistake that gives just this (naming.py)


# ---- numbers -------------------------------------------------------------------------------------


def close(got: float, want: float, tolerance: float) -> bool:
    """Equal, or within the tolerance: of want if it is larger than 1. What is not a number is not
    close."""
    if got == want:
        return True
    if math.isnan(want):
        return math.isnan(got)
    if math.isinf(want):
        return False
    return abs(got - want) <= tolerance * max(1.0, abs(want))


def close_to_limit(got: float, side: float, limit: float) -> bool:
    return got <= limit if side < 0 else got >= limit


def place(shape: tuple[int, ...], flat: int) -> str:
    index = []
    for size in reversed(shape):
        index.append(flat % size)
        flat //= size
    return "".join(f"[{i}]" for i in reversed(index))


def label_text(label: str) -> str:
    """CALL(f(x)) is how tests write f(x)."""
    return re.sub(r"\bCALL\((.{0,200}?)\)(?=$|->|\.)", r"\1", label)


def cut(text: str) -> str:
    return text if len(text) <= MOST_DETAIL else text[: MOST_DETAIL - 3] + "..."


# ---- one record ----------------------------------------------------------------------------------


def difference(got: Record, want: Record) -> str:
    """Empty if got is right; else what is wrong with it, in a sentence."""
    if got.kind != want.kind:
        return "other values were written than the test asks for"
    if want.kind in ("f", "i"):
        return difference_of_values(got, want)
    if want.kind == "l":
        return difference_of_limits(got, want)
    if want.kind == "s" and got.text != want.text:
        return f"{label_text(want.label)}: got {got.text!r}, expected {want.text!r}"
    if want.kind == "m" and want.text not in got.text:
        return f"the message was {got.text!r}; it should contain {want.text!r}"
    if want.kind == "answer" and got.text != want.text or want.kind == "round" and got.values != want.values:
        return "other values were written than the test asks for"
    return ""


def difference_of_values(got: Record, want: Record) -> str:
    name = label_text(want.label)
    if got.shape != want.shape:
        return f"{name}: got shape {shape_text(got.shape)}, expected {shape_text(want.shape)}"
    if len(got.values) != len(want.values):
        return f"{name}: {len(got.values)} numbers were written, expected {len(want.values)}"
    equal = (lambda a, b: a == b) if want.kind == "i" else (lambda a, b: close(a, b, want.tolerance))
    wrong = [i for i, (a, b) in enumerate(zip(got.values, want.values)) if not equal(a, b)]
    if not wrong:
        return ""
    i = wrong[0]
    sampled = len(want.values) < math.prod(want.shape)
    where = "" if not want.shape else " (one of the numbers looked at)" if sampled else place(want.shape, i)
    many = f" ({len(wrong)} of {len(want.values)} numbers differ)" if len(want.values) > 1 else ""
    return f"{name}{where}: got {got.values[i]:.6g}, expected {want.values[i]:.6g}{many}"


def difference_of_limits(got: Record, want: Record) -> str:
    if close_to_limit(got.values[0], want.tolerance, want.values[0]):
        return ""
    side = "most" if want.tolerance < 0 else "least"
    return f"{label_text(want.label)}: got {got.values[0]:.6g}, expected at {side} {want.values[0]:.6g}"


def shape_text(shape: tuple[int, ...]) -> str:
    return "(" + ", ".join(map(str, shape)) + ("," if len(shape) == 1 else "") + ")"


# ---- one test ------------------------------------------------------------------------------------


def compare(got: Transcript, want: Transcript) -> Verdict | None:
    """Pass, wrong or not-written; None if all that is there is right but it is not all of it."""
    if got.test and got.test != want.test:
        return Verdict("wrong", "another test's values were written")
    records = [record for record in got.records if record.kind != "memory"]
    for record, right in zip(records, want.records):
        if record.kind == "todo":
            return Verdict("not-written", cut(record.text))
        if record.kind == "is":
            return Verdict("wrong", cut(f"{label_text(right.label) or 'what came back'} is {record.text}"))
        if record.kind == "failed":
            return Verdict("limit" if refused(got) else "wrong", cut(record.text))
        wrong = difference(record, right)
        if wrong:
            return Verdict("wrong", cut(wrong))
    if len(records) > len(want.records):
        return Verdict("wrong", "more values were written than the test asks for")
    if got.whole and len(records) == len(want.records):
        return Verdict("pass")
    return None


def refused(got: Transcript) -> str:
    """How much memory was asked for in vain, in the round that came last; "" if none was. The boxed
    program says so itself, so this may choose between the names of outcomes that are worth nothing,
    and no more."""
    for record in reversed(got.records):
        if record.kind == "memory":
            return amount(record.values[0])
        if record.kind == "round":
            break
    return ""


def amount(size: int) -> str:
    for unit in ("bytes", "KiB", "MiB", "GiB", "TiB"):
        if size < 10_000:
            return f"{size} {unit}"
        size >>= 10
    return f"{size} PiB"


SIGNALS = {4: "SIGILL: an instruction this machine does not have", 6: "SIGABRT: abort was called",
           7: "SIGBUS: a pointer outside its memory", 8: "SIGFPE: a whole number was divided by zero",
           11: "SIGSEGV: a pointer that is NULL or outside its memory, or endless recursion"}


def verdict(got: Transcript, want: Transcript, ended: str, signal: int, detail: str) -> Verdict:
    """ended: how the box says that the program ended. Values that are wrong are wrong however it
    ended."""
    found = compare(got, want)
    if found is not None:
        return found
    if ended in ("timeout", "limit", "forbidden"):
        return Verdict(ended, cut(detail))
    if size := refused(got):
        return Verdict("limit", f"{size} of memory were asked for, more than a test may have, and NULL came back")
    if ended == "crash":
        return Verdict("crash", SIGNALS.get(signal, f"signal {signal}"))
    if got.trouble and got.trouble != "nothing was written":
        return Verdict("wrong", cut(f"what was written is no transcript: {got.trouble}"))
    return Verdict("crash", "the program ended before the test did: exit was called, or it was killed")
