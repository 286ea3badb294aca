"""items.py - what the class says about each exercise: does it tell those who can from those who
cannot?

Discrimination is the correlation of the points of an exercise with those of all others (the
corrected item-total correlation); reliability is Cronbach's alpha over the exercises. Both are of
this class, so of few students nothing is said.
"""
from __future__ import annotations

from dataclasses import dataclass
from statistics import StatisticsError, correlation, pvariance

from kindling_grading.reports.book import Book

FEWEST = 10  # students, as compare-terms needs
WEAK = 0.2


def columns(book: Book) -> dict[str, list[float]]:
    """What each graded student earned, by exercise, in the order of the course."""
    found: dict[str, list[float]] = {test.group: [0.0] * len(book.graded) for test in book.tests}
    for i, entry in enumerate(book.graded):
        for test in entry.grade.tests:
            if test.group in found:
                found[test.group][i] += test.earned
    return found


@dataclass(frozen=True)
class Items:
    discrimination: dict[str, float | None]  # None: all have the same points, or too few students
    reliability: float | None

    def advice(self, group: str) -> str:
        """What to do with an exercise, in a few words; "" for a good one."""
        value = self.discrimination.get(group)
        if value is None or value >= WEAK:
            return ""
        return "who is good elsewhere fails here: read its text and its tests, then drop or mend it" if value < 0 else \
            "tells little about the rest: too easy, too hard, or something else; read some answers"


def items(book: Book) -> Items:
    by_group = columns(book)
    if len(book.graded) < FEWEST:
        return Items(dict.fromkeys(by_group), None)
    totals = [sum(points) for points in zip(*by_group.values())]
    found: dict[str, float | None] = {}
    for group, points in by_group.items():
        try:
            found[group] = correlation(points, [total - own for total, own in zip(totals, points)])
        except StatisticsError:  # the same for all
            found[group] = None
    k, spread = len(by_group), pvariance(totals)
    alpha = k / (k - 1) * (1 - sum(map(pvariance, by_group.values())) / spread) if k > 1 and spread else None
    return Items(found, alpha)
