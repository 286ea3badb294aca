"""terms_page.py - two terms as a page and as a table."""
from __future__ import annotations

from kindling_grading.reports import page, svg
from kindling_grading.reports.book import Book
from kindling_grading.reports.csv_book import table
from kindling_grading.reports.page import Markup, element as e
from kindling_grading.reports.terms import FEW, Row, Share, by_exercise
from kindling_grading.reports.text import Cell, count, number, one_line, short

HEAD = ("test", "called_before", "exercise", "change", "passed", "of", "passed_before", "of_before", "difference", "low", "high", "verdict")


def csv_of(rows: list[Row]) -> str:
    return table([HEAD, *(line(row) for row in rows)])


def line(row: Row) -> tuple[Cell, ...]:
    low, high = row.interval or (None, None)
    now, then = (counts(row.share_now) if row.now else (None, None)), (counts(row.share_then) if row.then else (None, None))
    return (row.test.name, row.then.name if row.kind == "renamed" and row.then else "", row.test.exercise, row.kind, *now, *then,
            row.difference, low, high, row.verdict)


def counts(share: Share) -> tuple[int, int]:
    return share.passed, share.of


def in_words(share: Share) -> str:
    """12 of 40, 30 %; of a few only the counts."""
    return f"{share.passed} of {share.of}" + (f", {number(round(100 * share.rate))} %" if share.of >= FEW else "")


def quartile(values: list[float], part: float) -> float:
    """Between the two values around it, in proportion."""
    ordered, at = sorted(values), part * (len(values) - 1)
    low = int(at)
    return ordered[low] + (at - low) * (ordered[min(low + 1, len(ordered) - 1)] - ordered[low])


def points(book: Book) -> list[Cell]:
    """How many, and what they earned, per cent of the points there were."""
    share = [100 * x.grade.score / book.max for x in book.graded] if book.max else []
    if not share:
        return [len(book.graded), "", "", "", ""]
    return [len(share), *(f"{number(round(quartile(share, q)))} %" for q in (0.25, 0.5, 0.75)), f"{number(round(sum(share) / len(share)))} %"]


def distribution(name: str, book: Book) -> Markup:
    values = [x.grade.score for x in book.graded]
    words = f"{name}: {count(len(values), 'grade')}, of {number(book.max)} points"
    return e("div", e("h3", words), svg.histogram(values, book.max) if len(values) >= FEW else
             e("p", f"Under {FEW} grades: their points are {', '.join(number(v) for v in sorted(values)) or 'none'}.", class_="quiet"))


def test_row(row: Row) -> Markup:
    low, high = row.interval or (None, None)
    change = "" if row.difference is None else f"{row.difference:+.0f}"
    spread = "" if low is None or high is None else f"{low:+.0f} to {high:+.0f}"
    before = e("span", f"was {short(row.then.name)}", class_="mark") if row.kind == "renamed" and row.then else None
    kind = {"better": "pass", "worse": "wrong"}.get(row.verdict, "quiet")
    return e("tr", e("td", short(row.test.name), before, e("span", "hidden", class_="mark") if row.test.hidden else None),
             e("td", row.test.exercise, class_="exercise"), e("td", in_words(row.share_then) if row.then else "–", class_="n"),
             e("td", in_words(row.share_now) if row.now else "–", class_="n"), e("td", change, class_="n"), e("td", spread, class_="n"),
             e("td", row.verdict, class_=kind))


def heading(*words: str) -> Markup:
    return e("thead", e("tr", [e("th", w, class_="n" if i > 1 and w else None) for i, w in enumerate(words)]))


def changes(rows: list[Row]) -> str:
    kinds = [row.kind for row in rows]
    return ", ".join(f"{kinds.count(kind)} {words}" for kind, words in (
        ("same", "in both terms"), ("renamed", "renamed, by their exercise, hint or name"), ("added", "added"), ("dropped", "dropped")))


def exercise_rows(rows: list[Row]) -> list[Markup]:
    found = []
    for name, now, then, n in by_exercise(rows):
        first, _, rest = name.partition(" ")
        found.append(e("tr", e("td", first), e("td", e("code", rest)), e("td", n, class_="n"),
                       *(x for share in (then, now) for x in (e("td", svg.share(100 * share.rate), class_="wide"),
                                                               e("td", f"{number(round(100 * share.rate))} %", class_="n")))))
    return found


def render(rows: list[Row], now: Book, then: Book, other: str) -> str:
    few = min(len(now.graded), len(then.graded)) < FEW
    warning = e("section", e("h2", "Few students"), e("p", f"One term has under {FEW} grades: there are counts and no rates, and "
                             "nothing here is a difference of terms."), class_="box alarm") if few else None
    summary = e("table", heading("", "", "grades", "a quarter below", "median", "a quarter above", "mean"),
                e("tbody", [e("tr", e("td", name), e("td"), [e("td", cell, class_="n") for cell in points(book)])
                            for name, book in ((other, then), ("this term", now))]))
    exercises = None if few else e("section", e("h2", "Tests passed, by exercise"), e("p", "Of the tests that both terms have.", class_="quiet"),
                                   e("table", e("thead", e("tr", e("th"), e("th", "exercise"), e("th", "tests", class_="n"), e("th", other, colspan=2),
                                                           e("th", "this term", colspan=2))), e("tbody", exercise_rows(rows)), class_="by-exercise"))
    order = sorted(rows, key=lambda r: (0, r.difference or 0) if r.verdict in ("better", "worse") else (1, 0))
    body = [e("header", e("div", e("p", "Kindling", class_="course"), e("h1", now.title), e("p", f"This term and {one_line(other, 60)}, for instructors", class_="quiet"))),
            warning, e("section", e("h2", "Points"), summary, e("div", distribution(other, then), distribution("this term", now), class_="pair")),
            exercises,
            e("section", e("h2", "Tests"), e("p", f"{changes(rows)}. What clearly differs stands first. A difference is in percentage points; the true one lies in the "
              "interval 19 times of 20, and with dozens of tests one or two seem to differ by chance alone. Two terms are two classes, too: "
              "the difference need not be the teaching's.", class_="quiet"),
              e("table", heading("test", "exercise", one_line(other, 20), "this term", "difference", "interval", ""),
                e("tbody", [test_row(row) for row in order]), class_="hardest"))]
    return page.document(f"{now.title}: two terms", [e("div", body, class_="class")])
