"""answers.py - answers.txt: lines "key = number" or "key = formula", against the numbers that are
right."""
from __future__ import annotations

import math
import re

from kindling_grading import plain_text
from kindling_grading.judge import formula, values
from kindling_grading.judge.transcript import Transcript
from kindling_grading.judge.values import Verdict

LONGEST = 100  # characters of a number: what is longer is none
PLAIN = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?([pP][+-]?\d+)?|(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?)", re.ASCII)
# a comma elsewhere may be meant as a point: 0,5
THOUSANDS = re.compile(r"(^|[^\w.,])[1-9]\d{0,2}(?:,\d{3})+(?!\d)", re.ASCII)
SIGNS = {"/": lambda x, y: x / y, "*": lambda x, y: x * y, "^": math.pow}
LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)")


def plain_number(text: str) -> float | None:
    """4194304, 4_194_304, 4,194,304, 4.2e6, 5/254 and 2^22 are numbers, taken from left to right;
    "4 MiB" is not."""
    digits = text.split("#")[0].replace("_", "").strip()
    if len(digits) > LONGEST or "," in THOUSANDS.sub(r"\1", digits):
        return None
    first, *rest = (part.strip(" \t") for part in re.split("([/*^])", digits.replace(",", "")))
    try:
        number = one_number(first)
        for sign, behind in zip(rest[::2], rest[1::2]):
            number = SIGNS[sign](number, one_number(behind))
        return number if math.isfinite(number) else None
    except (OverflowError, ValueError, ZeroDivisionError):
        return None


def one_number(digits: str) -> float:
    if not PLAIN.fullmatch(digits):
        raise ValueError(digits)
    return float.fromhex(digits) if digits.lstrip("+-")[:2] in ("0x", "0X") else float(digits)


def asked(text: str) -> tuple[str, dict[str, float]]:
    """A key of a transcript, and the numbers of a formula's letters: "bytes(L=12,T=1024)"."""
    key, _, rest = text.rstrip(")").partition("(")
    return key, {letter: float(number) for letter, number in (pair.split("=") for pair in rest.split(",") if pair)}


def worked_out(key: str, text: str, letters: dict[str, float]) -> tuple[float | None, str]:
    """The value of an answer, or None and why it has none."""
    if letters:
        names = " and ".join(", ".join(letters).rsplit(", ", 1))
        plain = text.split("#")[0]
        return (formula.value(plain, letters) if len(plain) <= LONGEST else None,
                f"{key} is not a formula of {names}, such as 3 ({next(iter(letters))} + 1)^2 / 2")
    return plain_number(text), f"{key} is not a number (2048, 0.25, 1.5e6, 4_194_304, 5/254 and 2^22 are)"


def lines_of_answers(contents: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in plain_text.without_bom(contents).decode("utf-8", "replace").splitlines():
        match = LINE.match(line)
        if match:
            found.setdefault(match[1], match[2].strip())
    return found


def answers_in(contents: bytes) -> dict[str, float]:
    """Those that are plain numbers."""
    numbers = {key: plain_number(text) for key, text in lines_of_answers(contents).items()}
    return {key: value for key, value in numbers.items() if value is not None}


def judge_answers(contents: bytes | None, want: Transcript) -> Verdict:
    """A test of answers.txt: each key it asks for, against the number that follows in the
    transcript."""
    if contents is None:
        return Verdict("not-written", "there is no answers.txt")
    if plain_text.is_utf_16(contents):
        return Verdict("wrong", f"answers.txt is {plain_text.REMEDY}")
    said = lines_of_answers(contents)
    key, letters = "", {}
    for record in want.records:
        if record.kind == "answer":
            key, letters = asked(record.text)
            continue
        if record.kind != "f" or not key:
            continue
        if key not in said:
            return Verdict("wrong", f"answers.txt has no line \"{key} = {'formula' if letters else 'number'}\"")
        if said[key].startswith("?") or said[key] == "":
            return Verdict("not-written", f"{key} is not answered yet")
        value, why = worked_out(key, said[key], letters)
        if value is None:
            return Verdict("wrong", why)
        if not values.close(value, record.values[0], record.tolerance):
            return Verdict("wrong", f"{key}: got {value:.9g}")
        key = ""
    return Verdict("pass")
