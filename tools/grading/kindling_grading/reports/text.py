"""text.py - words of strangers, made harmless.

Whatever is read from a file passes clean() once, at the door: after that a text holds no byte that
a terminal obeys, that XML forbids or that UTF-8 cannot write. Each sink then escapes only its own
syntax.
"""
from __future__ import annotations

import re
from typing import Any

Cell = str | float | None  # of a table; a number that is not there is a blank

# Control characters, lone surrogates, noncharacters, and the marks that turn the direction of a
# line.
UNSAFE = re.compile("[^\t\n\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufdcf\ufdf0-\ufffd"
                    "\U00010000-\U0010fffd]")
# What makes a spreadsheet take a cell for a formula; also behind a separator of another locale.
FORMULA = re.compile("(^|[;\t\n])([=+\\-@\t\n\uff1d\uff0b\uff0d\uff20])")


def clean(words: str) -> str:
    return UNSAFE.sub("\ufffd", words.replace("\r\n", "\n").replace("\r", "\n"))


def clean_all(value: Any) -> Any:
    """The same for every string inside a value that came from JSON."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return [clean_all(item) for item in value]
    if isinstance(value, dict):
        return {clean(key): clean_all(item) for key, item in value.items()}
    return value


def one_line(words: str, width: int = 200) -> str:
    line = " ".join(words.split())
    return line if len(line) <= width else line[:width - 1] + "…"


def cell(value: Cell) -> str:
    """A cell of a CSV file: numbers as they are, text that cannot become a formula."""
    if value is None:
        return ""
    if not isinstance(value, str):
        return number(value)
    return FORMULA.sub(r"\1'\2", value)


def number(value: float) -> str:
    """7 for 7.0, at most two decimals, never an exponent."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def count(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def short(test: str) -> str:
    """scores_are_dot_products, as people say it."""
    return test.replace("_", " ")
