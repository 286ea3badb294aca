"""formula.py - what a student wrote as a formula, "8 L H T^2": the twin of tests/harness/formula.c."""
from __future__ import annotations

import math
import re

TOKEN = re.compile(r"[ \t]*(\d[\d.]*|\.[\d.]*|[A-Za-z]|[-+*/^()])", re.ASCII)
DEEPEST = 50


class Reading:
    """Recursive descent. + - * / ^ and ( ) have their usual rank; what stands side by side is
    multiplied."""

    def __init__(self, text: str, letters: dict[str, float]) -> None:
        self.letters, self.depth, self.tokens, at = letters, 0, [], 0
        while at < len(text.rstrip(" \t")):
            token = TOKEN.match(text, at)
            if not token:
                raise ValueError(text)
            self.tokens.append(token[1])
            at = token.end()

    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def took(self, sign: str) -> bool:
        here = self.next() == sign
        if here:
            del self.tokens[0]
        return here

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise ValueError("deep")

    def atom(self) -> float:
        if self.took("("):
            self.deeper()
            inside = self.sum()
            self.depth -= 1
            if not self.took(")"):
                raise ValueError(")")
            return inside
        token = self.next()
        value = self.letters[token] if token in self.letters else float(token)
        del self.tokens[0]
        return value

    def power(self) -> float:
        base = self.atom()
        if not self.took("^"):
            return base
        self.deeper()
        exponent = -self.power() if self.took("-") else self.power()
        self.depth -= 1
        return math.pow(base, exponent)

    def product(self) -> float:
        value = self.power()
        while True:
            if self.took("*"):
                value *= self.power()
            elif self.took("/"):
                value /= self.power()
            elif (token := self.next()) == "(" or token[:1].isalnum() or token[:1] == ".":
                value *= self.power()
            else:
                return value

    def sum(self) -> float:
        value = -self.product() if self.took("-") else self.product()
        while True:
            if self.took("+"):
                value += self.product()
            elif self.took("-"):
                value -= self.product()
            else:
                return value


def value(text: str, letters: dict[str, float]) -> float | None:
    """Where each letter stands for its number; None: it is no formula of these letters, or has no
    finite value."""
    try:
        reading = Reading(text, letters)
        found = reading.sum()
        return found if not reading.tokens and math.isfinite(found) else None
    except (ValueError, OverflowError, ZeroDivisionError):
        return None
