"""class_page.py - the class at a glance, for the instructor: it shows the names of hidden tests.

Every number here is a count over the book's graded entries; submissions without a grade stand apart
and are in no average.
"""
from __future__ import annotations

import os
from collections.abc import Callable
from urllib.parse import quote

from kindling_grading.reports import page, remarks, svg
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.items import items
from kindling_grading.reports.outcomes import OUTCOMES, STATUS, summary
from kindling_grading.reports.page import Markup, element as e
from kindling_grading.reports.results import Test
from kindling_grading.reports.text import count, number, one_line, short

HELP_BELOW = 0.5  # of all points
DISCRIMINATION = "correlation of its points with those of all other exercises"


def rates(book: Book) -> dict[str, dict[str, int]]:
    """Per test: how many graded submissions came to which outcome."""
    counts: dict[str, dict[str, int]] = {t.name: {} for t in book.tests}
    absent = {t.name: "not-written" if t.optional else "not-run" for t in book.tests}
    for entry in book.graded:
        outcomes = absent | {t.name: t.outcome for t in entry.grade.tests}
        for name, found in counts.items():
            outcome = outcomes[name]
            found[outcome] = found.get(outcome, 0) + 1
    return counts


def tile(value: object, words: str, kind: str = "") -> Markup:
    return e("div", e("b", value), e("span", words), class_=f"tile {kind}".strip())


def header(book: Book) -> Markup:
    scores = [x.grade.score for x in book.graded]
    missing = len(book.missing)
    late = sum(1 for x in book.entries if x.late.days)
    full = sum(1 for x in book.graded if x.grade.score == x.grade.max and x.grade.max)
    tiles = [tile(len(book.entries), "students"), tile(len(scores), "graded")]
    if scores:
        tiles += [tile(number(svg.median(scores)), f"median of {number(book.max)}"),
                  tile(number(round(sum(scores) / len(scores), 1)), "mean"), tile(full, "with all points")]
    tiles += [tile(late, "late"), tile(missing, "nothing handed in")]
    if excused := sum(1 for x in book.entries if x.excused):
        tiles.append(tile(excused, "excused"))
    if book.infra:
        tiles.append(tile(len(book.infra), "not graded yet", "alarm"))
    return e("header", e("div", e("p", "Kindling", class_="course"), e("h1", book.title),
                         e("p", "Class overview, for instructors", class_="quiet")),
             e("div", tiles, class_="tiles"))


def link(entry: Entry, assignment: str) -> Markup:
    """The student's name, and the way to the page."""
    full = entry.person.name
    name = e("bdi", one_line(full, 40), title=full if len(full) > 40 else None)
    if entry.folder is None:
        return name
    return e("a", name, href=f"../../{assignment}/{quote(os.fsencode(entry.folder))}/feedback.html")


def not_graded(book: Book) -> Markup | None:
    if not book.infra:
        return None
    rows = [e("li", link(x, book.assignment), e("span", one_line(x.grade.reason), class_="quiet")) for x in book.infra]
    return e("section", e("h2", f"Not graded yet: {count(len(book.infra), 'submission')}"),
             e("p", "The grader failed, not the students: a blank in the grade book, and in no average here."),
             e("p", e("code", book.regrade, class_="command")),
             e("ul", rows, class_="people"), class_="box alarm")


def noted(book: Book, suspicious: bool) -> list[Markup]:
    return [e("tr", e("td", link(x, book.assignment), class_="who"), e("td", number(x.grade.score) if x.graded else "–", class_="n"),
              e("td", [e("p", one_line(note, 300)) for note in notes]))
            for x, notes in remarks.sorted_out(book, suspicious)]


def nobodys(book: Book) -> Markup | None:
    """Work that is nobody's, beside students without any: one name wrong would be paid by a
    student."""
    if not book.unmatched:
        return None
    missing = [x.student for x in book.missing]
    rows = [("handed in, and not in the roster", book.unlisted), ("a loose file, and nobody's", book.loose), ("in the roster, without a submission", missing)]
    return e("section", e("h2", f"Whose is this? {len(book.unlisted) + len(book.loose)}"),
             e("p", "While something is nobody's, who seems to have handed in nothing has a blank and no 0. Correct a name in the roster, "
                    "or the folder's.", class_="quiet"),
             e("table", e("tbody", [e("tr", e("td", words, class_="quiet"), e("td", [e("p", e("bdi", one_line(n))) for n in names]))
                                    for words, names in rows if names]), class_="help"), class_="box alarm")


def read_first(book: Book) -> Markup | None:
    """Notes that may mean points without work: for the instructor to judge, so nothing was taken
    off."""
    rows = noted(book, True)
    if not rows:
        return None
    return e("section", e("h2", f"Read these first: {count(len(rows), 'submission')}"),
             e("p", "Their files do what no exercise needs. That can be a misunderstanding or an attempt at points without "
                    "work; nothing was taken off. Read the code, then talk.", class_="quiet"),
             e("table", e("tbody", rows), class_="help"), class_="box alarm")


def handed_in(book: Book) -> Markup | None:
    """What was passed over or was not as expected, where an honest student may have lost
    something."""
    rows = noted(book, False)
    if not rows:
        return None
    return e("section", e("h2", f"Handed in otherwise than asked: {len(rows)}"),
             e("p", "Something was not read, or is not what was packed. Look whether it was meant to count.", class_="quiet"),
             e("table", e("tbody", rows), class_="help"))


def scores(book: Book) -> Markup:
    values = [x.grade.score for x in book.graded]
    return e("section", e("h2", "Scores"), svg.histogram(values, book.max) if values else e("p", "No grade yet."))


def by_exercise(book: Book) -> Markup | None:
    """The share of each exercise's points that the class has earned, in the order of the course."""
    earned: dict[str, float] = {t.name: 0 for t in book.tests}
    for entry in book.graded:
        for test in entry.grade.tests:
            earned[test.name] = earned.get(test.name, 0) + test.earned
    got: dict[str, float] = {}
    full: dict[str, float] = {}
    for test in book.tests:
        got[test.group] = got.get(test.group, 0) + earned[test.name]
        full[test.group] = full.get(test.group, 0) + test.worth * len(book.graded)
    rows, found = [], items(book)
    for group, possible in full.items():
        value = found.discrimination.get(group)
        number_, _, function = group.partition(" ")
        share = 100 * got[group] / possible if possible else 0
        rows.append(e("tr", e("td", number_), e("td", e("code", function)), e("td", svg.share(share), class_="wide"),
                      e("td", f"{number(round(share))} %", class_="n"), e("td", "" if value is None else f"{value:.2f}", class_="n", title=DISCRIMINATION),
                      e("td", found.advice(group), class_="quiet")))
    words = [] if found.reliability is None else [e("p", f"Reliability (Cronbach's alpha): {found.reliability:.2f}. The last number of a row is its "
                                                   f"discrimination: the {DISCRIMINATION}; from 0.2 on an exercise tells something.", class_="quiet")]
    return e("section", e("h2", "Earned, by exercise"), words, e("table", e("tbody", rows), class_="by-exercise")) if rows else None


def why(book: Book, entry: Entry) -> str:
    """In a few words, what stands in the way of this student."""
    if entry.grade is None or entry.status != "graded":
        return summary(entry.grade) if entry.grade else "nothing handed in"
    first = next((t for t in entry.grade.tests if not t.passed), None)
    at = f"; first open: {first.exercise}" if first else ""
    return summary(entry.grade) + at


def who_needs_help(book: Book) -> Markup:
    """Little earned, code that does not build, nothing handed in: the fewest points first."""
    def needs(x: Entry) -> bool:
        if not x.graded:
            return x.grade is None and not x.excused
        return x.status != "graded" or x.grade.score < HELP_BELOW * x.grade.max
    found = sorted((x for x in book.entries if needs(x)), key=lambda x: (x.grade.score if x.grade else -1, x.student))
    rows = [e("tr", e("td", link(x, book.assignment), class_="who"),
              e("td", number(x.grade.score) if x.grade else "–", class_="n"),
              e("td", why(book, x), class_="quiet")) for x in found]
    words = (f"Below {number(100 * HELP_BELOW)} % of the points, or with code that does not build, or without a "
             "submission.")
    body = e("table", e("tbody", rows), class_="help") if rows else e("p", "Nobody stands out.")
    return e("section", e("h2", f"Who needs help: {len(found)}"), e("p", words, class_="quiet"), body)


def heading(words: str, kind: str = "", how: str = "") -> Markup:
    return e("th", e("button", words, type="button"), scope="col", class_=kind or None, aria_sort=how or None)


def hardest(book: Book) -> Markup | None:
    """Every test with its outcomes as a bar, the hardest first."""
    counts, total = rates(book), len(book.graded)
    numbered = list(enumerate(book.tests, 1))
    if not numbered or not total:
        return None
    rows = [test_row(i, t, counts[t.name], total)
            for i, t in sorted(numbered, key=lambda p: (counts[p[1].name].get("pass", 0), p[0]))]
    head = e("tr", heading("#", "n"), heading("test"), heading("exercise", "exercise"), heading("points", "n"),
             heading("passed", "n", "ascending"),
             e("th", legend(), scope="col", class_="wide"))
    return e("section", e("h2", "Tests, the hardest first"),
             e("table", e("thead", head), e("tbody", rows), class_="sortable hardest"))


def test_row(position: int, test: Test, outcomes: dict[str, int], total: int) -> Markup:
    passed = outcomes.get("pass", 0)
    bar = [(o, outcomes.get(o, 0), f"{OUTCOMES[o].word}: {outcomes.get(o, 0)}") for o in OUTCOMES]
    hidden = e("span", "hidden", class_="mark") if test.hidden else None
    return e("tr", e("td", position, class_="n"),
             e("td", short(test.name), hidden, data_sort=short(test.name)),
             e("td", test.exercise, class_="exercise", data_sort=position),
             e("td", number(test.worth), class_="n"),
             e("td", f"{number(round(100 * passed / total))} %", class_="n", data_sort=passed),
             e("td", svg.stacked(bar, f"{passed} of {total} passed"), class_="wide"))


def legend() -> Markup:
    return e("span", [e("span", e("i", o.letter, class_=f"cell {name}"), o.word, class_="entry")
                      for name, o in OUTCOMES.items()], class_="legend")


def matrix(book: Book) -> Markup:
    """Students x tests. Letters as well as colours: it has to work in grey."""
    tests = book.tests
    more = extras(book)
    head = [heading("student", "who"), heading("points", "n"), heading("counts", "n"), heading("days late", "n"),
            *(heading(words, "n") for words in more), heading("status")]
    for i, test in enumerate(tests, 1):
        first = i == 1 or tests[i - 2].group != test.group
        head.append(e("th", e("button", i, type="button", title=f"{i}: {test.exercise}: {short(test.name)}"),
                      scope="col", class_="test first" if first else "test"))
    rows = [matrix_row(x, tests, book.assignment, list(more.values())) for x in book.entries]
    table = e("table", e("thead", e("tr", head)), e("tbody", rows), class_="sortable matrix")
    return e("section", e("h2", "Students and tests"),
             e("p", "Numbers over the columns are those of the tests above; a click on a heading sorts. ", legend(),
               class_="quiet"), e("div", table, class_="scroll", tabindex="0"),
             facts(book), class_="page")


def extras(book: Book) -> dict[str, Callable[[Entry], object]]:
    """Columns that only some classes need, and what stands in them."""
    found: dict[str, Callable[[Entry], object]] = {}
    if any(x.left is not None for x in book.entries):
        found["late days left"] = lambda x: "" if x.left is None else x.left
    if any(len(x.attempts) > 1 for x in book.entries):
        found["attempt"] = lambda x: f"{x.counted + 1} of {len(x.attempts)}" if len(x.attempts) > 1 else ""
    if any(x.group for x in book.entries):
        found["group"] = lambda x: e("bdi", one_line(x.group, 30))
    return found


def groups_apart(book: Book) -> Markup | None:
    """Groups whose members handed in different files: one of them may have counted on the
    other's."""
    rows = [e("tr", e("td", e("bdi", x.group), class_="who"), e("td", " and ".join(who)), e("td", book.counts_of(x.group), class_="quiet"))
            for x, who in book.split]
    return e("section", e("h2", f"Groups with different files: {len(rows)}"), e("table", e("tbody", rows), class_="help")) if rows else None


def matrix_row(entry: Entry, tests: tuple[Test, ...], assignment: str, more: list[Callable[[Entry], object]]) -> Markup:
    raw = number(entry.grade.score) if entry.graded else ""
    final = number(entry.final) if entry.final is not None else ""
    kind = {"infra-error": "alarm", "missing": "alarm", "graded": "", "excused": ""}.get(entry.status, "bad")
    cells = [e("td", link(entry, assignment), class_="who", data_sort=entry.person.name.lower()),
             e("td", raw, class_="n"), e("td", final, class_="n"), e("td", entry.late.days or "", class_="n"),
             *(e("td", words(entry), class_="n") for words in more),
             e("td", "" if entry.status == "graded" else STATUS[entry.status], class_=f"status {kind}".strip())]
    outcomes = {t.name: t for t in entry.grade.tests} if entry.graded else {}
    order, before = list(OUTCOMES), ""
    for test in tests:
        found = outcomes.get(test.name)
        outcome = found.outcome if found else ""
        first = " first" if test.group != before else ""
        before = test.group
        cells.append(e("td", OUTCOMES[outcome].letter if outcome else "", class_=f"cell {outcome}{first}",
                       title=f"{short(test.name)}: {OUTCOMES[outcome].word}" if outcome not in ("", "pass") else None,
                       data_sort=order.index(outcome) if outcome else len(order)))
    return e("tr", cells)


def facts(book: Book) -> Markup:
    suites = sorted({x.grade.suite_sha256[:16] for x in book.graded})
    chains = sorted({x.grade.toolchain for x in book.graded})
    words = [f"Suite {', '.join(suites)}. " if suites else "", f"{one_line(', '.join(chains))}." if chains else ""]
    alarm = e("p", e("b", "Graded by more than one version of the suite: "), "run make grade again.") \
        if len(suites) > 1 else None
    return e("footer", alarm, e("p", words))


def render(book: Book) -> str:
    body = [header(book), nobodys(book), read_first(book), not_graded(book), e("div", scores(book), by_exercise(book), class_="pair"),
            who_needs_help(book), handed_in(book), groups_apart(book), hardest(book), matrix(book)]
    return page.document(f"{book.title}: class overview", [e("div", body, class_="class")], script="sort.js")
