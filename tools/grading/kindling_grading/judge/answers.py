"""answers.py - answers.txt: lines "key = number", against the numbers that are right."""
from __future__ import annotations

import re

from kindling_grading.judge import values
from kindling_grading.judge.transcript import Transcript
from kindling_grading.judge.values import Verdict

PLAIN = re.compile(r"[+-]?(0[xX][0-9a-fA-F]+(\.[0-9a-fA-F]*)?([pP][+-]?\d+)?|(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?)", re.ASCII)
LINE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)[ \t]*=[ \t]*(.*)")


def plain_number(text: str) -> float | None:
    """4194304, 4_194_304, 4,194,304 and 4.2e6 are numbers; "4 MiB" is not."""
    digits = text.split("#")[0].replace("_", "").replace(",", "").strip()
    if not PLAIN.fullmatch(digits):
        return None
    try:
        return float.fromhex(digits) if digits.lstrip("+-")[:2] in ("0x", "0X") else float(digits)
    except (OverflowError, ValueError):
        return None


def lines_of_answers(contents: bytes) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in contents.decode("utf-8", "replace").splitlines():
        match = LINE.match(line)
        if match:
            found.setdefault(match[1], match[2].strip())
    return found


def answers_in(contents: bytes) -> dict[str, float]:
    """Those that are plain numbers."""
    numbers = {key: plain_number(text) for key, text in lines_of_answers(contents).items()}
    return {key: value for key, value in numbers.items() if value is not None}


def judge_answers(contents: bytes | None, want: Transcript) -> Verdict:
    """A test of answers.txt: each key it asks for, against the number that follows in the transcript."""
    if contents is None:
        return Verdict("not-written", "there is no answers.txt")
    said = lines_of_answers(contents)
    key = ""
    for record in want.records:
        if record.kind == "answer":
            key = record.text
            continue
        if record.kind != "f" or not key:
            continue
        if key not in said:
            return Verdict("wrong", f"answers.txt has no line \"{key} = number\"")
        if said[key].startswith("?") or said[key] == "":
            return Verdict("not-written", f"{key} is not answered yet")
        value = plain_number(said[key])
        if value is None:
            return Verdict("wrong", f"{key} is not a plain number (2048, 0.25, 1.5e6 and 4_194_304 are)")
        if not values.close(value, record.values[0], record.tolerance):
            return Verdict("wrong", f"{key}: got {value:.9g}")
        key = ""
    return Verdict("pass")
