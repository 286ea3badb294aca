"""terms.py - two terms of one assignment, side by side: which tests are the same, and what the
numbers can say.

Invariant: a difference is called one only if its interval leaves out zero; of a few students there
are counts and no rates.
"""
from __future__ import annotations

import difflib
from collections import Counter
from dataclasses import dataclass
from math import sqrt

from kindling_grading.reports.book import Book
from kindling_grading.reports.results import Test

FEW = 10  # graded submissions: below that a rate is no rate
Z = 1.96  # of the normal distribution: 95 %
ALIKE = 0.6  # of two names, from which on one may be the other's new name


@dataclass(frozen=True)
class Share:
    """How many of how many passed."""

    passed: int
    of: int

    @property
    def rate(self) -> float:
        return self.passed / self.of if self.of else 0.0

    def wilson(self) -> tuple[float, float]:
        """The 95 % interval of a rate after Wilson: also right near 0 and 1."""
        n, p = self.of, self.rate
        middle, half = p + Z * Z / (2 * n), Z * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        return (middle - half) / (1 + Z * Z / n), (middle + half) / (1 + Z * Z / n)


@dataclass(frozen=True)
class Row:
    """One test of this term, of the other, or of both."""

    now: Test | None
    then: Test | None
    share_now: Share
    share_then: Share

    @property
    def test(self) -> Test:
        found = self.now or self.then
        assert found is not None
        return found

    @property
    def kind(self) -> str:
        if self.now is None:
            return "dropped"
        if self.then is None:
            return "added"
        return "same" if self.now.name == self.then.name else "renamed"

    @property
    def few(self) -> bool:
        return min(self.share_now.of, self.share_then.of) < FEW

    @property
    def difference(self) -> float | None:
        """Of the rates, in percentage points."""
        return None if self.now is None or self.then is None or self.few else 100 * (self.share_now.rate - self.share_then.rate)

    @property
    def interval(self) -> tuple[float, float] | None:
        """95 %, after Newcombe: from the Wilson intervals of both."""
        if self.difference is None:
            return None
        a, b, d = self.share_now, self.share_then, self.difference / 100
        (low_a, high_a), (low_b, high_b) = a.wilson(), b.wilson()
        low = d - sqrt((a.rate - low_a) ** 2 + (high_b - b.rate) ** 2)
        return 100 * low, 100 * (d + sqrt((high_a - a.rate) ** 2 + (b.rate - low_b) ** 2))

    @property
    def verdict(self) -> str:
        if self.interval is None:
            return {"added": "added", "dropped": "dropped"}.get(self.kind, f"too few to compare (under {FEW})")
        low, high = self.interval
        return "better" if low > 0 else "worse" if high < 0 else "may be chance"


def function(test: Test) -> str:
    """mask_causal of "12.2 mask_causal": exercises change their numbers."""
    return test.exercise.partition(" ")[2] or test.exercise


def likeness(a: Test, b: Test) -> float:
    """Of two tests with different names: is one the other, renamed? 0 is no."""
    if function(a) != function(b) or a.hidden != b.hidden:
        return 0
    names = difflib.SequenceMatcher(None, a.name, b.name).ratio()
    return 1 + names if a.hint and a.hint == b.hint else names if names >= ALIKE else 0


def renamed(now: list[Test], then: list[Test]) -> dict[str, Test]:
    """For tests of this term that have no namesake, the one of the other term that each most likely
    was."""
    pairs = sorted(((likeness(a, b), a.name, b.name, b) for a in now for b in then), key=lambda p: (-p[0], p[1], p[2]))
    found: dict[str, Test] = {}
    for alike, new, old, test in pairs:
        if alike and new not in found and old not in {t.name for t in found.values()}:
            found[new] = test
    return found


def shares(book: Book) -> dict[str, Share]:
    """Who passed a test, of all that were graded: what did not compile has passed none."""
    passed = Counter(t.name for e in book.graded for t in e.grade.tests if t.passed)
    return {t.name: Share(passed[t.name], len(book.graded)) for t in book.tests}


def compare(now: Book, then: Book) -> list[Row]:
    """A row per test, in this term's order; what was dropped comes last."""
    here, there = shares(now), shares(then)
    old = {t.name: t for t in then.tests}
    found = renamed([t for t in now.tests if t.name not in old], [t for t in then.tests if t.name not in here])
    rows = []
    for test in now.tests:
        before = old.get(test.name) or found.get(test.name)
        rows.append(Row(test, before, here[test.name], there[before.name] if before else Share(0, 0)))
    met = {row.then.name for row in rows if row.then}
    return rows + [Row(None, t, Share(0, 0), there[t.name]) for t in then.tests if t.name not in met]


def by_exercise(rows: list[Row]) -> list[tuple[str, Share, Share, int]]:
    """Tests passed, of the tests that both terms have, summed by exercise; and how many these
    are."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.test.group, []).append(row)
    return [(name, total([r.share_now for r in both]), total([r.share_then for r in both]), len(both))
            for name, group in groups.items() if (both := [r for r in group if r.now and r.then])]


def total(found: list[Share]) -> Share:
    return Share(sum(s.passed for s in found), sum(s.of for s in found))
