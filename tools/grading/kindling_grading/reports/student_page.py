"""student_page.py - one student's feedback: what was earned, what is open, and what to type next.

Made from for_students(grade) only, so nothing of a hidden test but its outcome and hint can come
in.
"""
from __future__ import annotations

import re
from datetime import datetime

from kindling_grading.reports import page, svg
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import COMPILER, STATUS, TOLD, build_command, command, counted, module_of, open_outcomes, why_not_run
from kindling_grading.reports.page import Markup, element as e
from kindling_grading.reports.policy import received
from kindling_grading.reports.results import Grade, Test, for_students
from kindling_grading.reports.text import count, number, short

LONGEST = 4000  # characters of a detail
ON_A_LINE = re.compile(r"([\w-]{1,80}\.[ch]):(\d{1,6}): *(.+)", re.S)  # a comment: mask.c:12: words


def exercises(grade: Grade) -> dict[str, list[Test]]:
    groups: dict[str, list[Test]] = {}
    for test in grade.tests:
        groups.setdefault(test.group, []).append(test)
    return groups


def points(tests: list[Test]) -> tuple[float, float]:
    return sum(t.earned for t in tests), sum(t.worth for t in tests)


def headline(book: Book, entry: Entry, grade: Grade) -> Markup:
    person = entry.person
    who = [e("p", f"Kindling · {book.title}", class_="course"), e("h1", e("bdi", person.name))]
    if person.name != entry.student:
        who.append(e("p", e("bdi", entry.student), class_="quiet"))
    if not entry.graded:
        return e("header", e("div", who, e("p", entry.late.words, class_="lead") if entry.excused else None))
    shown = e("p", e("b", number(entry.final)), e("span", f" / {number(grade.max)}"), class_="score")
    note = ""
    if entry.final != grade.score:
        note = f"{number(grade.score)} earned. {entry.late.words[:1].upper()}{entry.late.words[1:]}."
    elif entry.late.words:
        note = f"{entry.late.words[:1].upper()}{entry.late.words[1:]}."
    side = e("div", shown, svg.bar(entry.final, grade.max), e("p", note, class_="quiet") if note else None,
             class_="result")
    return e("header", e("div", who, e("p", in_words(grade), class_="lead")), side)


def in_words(grade: Grade) -> str:
    if grade.status == "rejected":
        return "Your submission could not be accepted, so nothing was tested."
    return of_exercises(grade) + beside(grade)


def beside(grade: Grade) -> str:
    """What optional exercises have earned."""
    earned, possible = grade.beside
    how = "added to the score" if grade.adds else "beside the score"
    return f" Optional: {number(earned)} of {number(possible)} points, {how}." if possible else ""


def of_exercises(grade: Grade) -> str:
    groups = exercises(grade).values()
    done = sum(all(t.passed for t in tests) for tests in groups)
    outcomes = [{t.outcome for t in tests if not t.hidden} for tests in groups]
    untouched, not_run = outcomes.count({"not-written"}), outcomes.count({"not-run"})
    if not_run == len(groups):
        return "Nothing could be tested."
    if groups and done == len(groups):
        return "Everything passes. Well done."
    words = f"{done} of {count(len(groups), 'exercise')} done"
    if untouched:
        words += f", {untouched} not begun"
    if not_run:
        words += f", {not_run} could not be run"
    stuck = len(groups) - done - untouched - not_run
    return words + (f", {stuck} on the way." if stuck else ".")


def kbd(line: str) -> Markup:
    return e("code", line, class_="command")


def box(kind: str, title: str, *inside: object) -> Markup:
    return e("section", e("h2", title), inside, class_=f"box {kind}")


def what_next(grade: Grade) -> Markup | None:
    """The one thing to do now."""
    module = module_of(grade.assignment)
    if grade.status == "infra-error":
        return box("info", "Not graded yet", e("p", "The grader had a problem of its own. This is not your fault, "
                   "costs no points, and there is nothing you have to do: your submission is kept and will be "
                   "graded again."))
    if grade.status == "rejected":
        return box("bad", "Rejected", e("p", grade.reason), e("p", "Make the archive again and hand that in: ",
                   kbd(f"make submit-{module}")))
    if grade.status in COMPILER or grade.reason:
        heading = f"Your code {STATUS[grade.status]}" if grade.status in COMPILER else "Part of your code does not build"
        return box("bad", heading, e("p", "What the compiler says stands below. Mend its first complaint first; the "
                   "others often go with it."), kbd(build_command(grade)))
    first = next((t for t in grade.tests if not t.passed), None)
    if first is None:
        return None
    return box("next", "Next", e("p", e("b", title(first)), f" ({first.exercise})"), reasons(grade, first))


def title(test: Test) -> str:
    return short(test.name)


def clipped(words: str) -> str:
    return words if len(words) <= LONGEST else words[:LONGEST] + " …"


def reasons(grade: Grade, test: Test) -> list[Markup]:
    """What happened, what came back, the hint, the command."""
    if test.outcome == "not-run":
        return [e("p", "It could not be run; why stands below."),
                e("p", kbd(command(grade, test)))]
    parts = [e("p", TOLD[test.outcome].sentence)]
    if test.detail:
        parts.append(e("pre", clipped(test.detail)))
    if test.likely:
        parts.append(e("p", e("b", "Likely "), test.likely, class_="hint"))
    if test.hint:
        parts.append(e("p", e("b", "Hint "), test.hint, class_="hint"))
    if test.hidden:
        parts.append(e("p", "This test is not among those you have; it calls the same function with other inputs.",
                       class_="quiet"))
    return [*parts, e("p", kbd(command(grade, test)))]


def table(grade: Grade) -> Markup:
    rows = []
    for name, tests in exercises(grade).items():
        got, full = points(tests)
        number_, _, function = name.partition(" ")
        files = sorted({t.file for t in tests})
        rows.append(e("tr", e("td", number_), e("td", e("code", function)), e("td", ", ".join(files), class_="file"),
                      e("td", what_is_open(tests), class_="open"), e("td", svg.bar(got, full), class_="wide"),
                      e("td", f"{number(got)} / {number(full)}", class_="n"),
                      class_="done" if got == full else None))
    head = e("tr", e("th", ""), e("th", "exercise"), e("th", "file", class_="file"), e("th", "tests open", class_="open"),
             e("th", "", class_="wide"), e("th", "points", class_="n"))
    return e("section", e("h2", "Exercises"), e("table", e("thead", head), e("tbody", rows), class_="exercises"))


def what_is_open(tests: list[Test]) -> list[Markup]:
    """How many tests of an exercise ended how, other than well: "2 wrong values, 1 not written"."""
    found = [e("span", counted(n, outcome), class_=outcome) for outcome, n in open_outcomes(tests).items()]
    return [part for i, span in enumerate(found) for part in ((", ", span) if i else (span,))]


def one_test(grade: Grade, test: Test) -> Markup:
    word = TOLD[test.outcome].word
    line = e("div", e("span", word, class_=f"tag {test.outcome}"), e("span", title(test), class_="name"),
             e("span", f"{number(test.earned)} / {number(test.worth)}", class_="n"), class_="line")
    why = ([e("p", test.detail)] if test.detail else []) if test.passed else reasons(grade, test)
    if test.comment or test.by_hand:
        why = [e("p", e("b", "Instructor "), test.comment or "These points were given by hand.", class_="hint"), *why]
    return e("li", line, e("div", why, class_="why") if why and test.outcome != "not-run" else None)


def tests(grade: Grade) -> Markup | None:
    sections = [e("section", e("h3", name), e("ul", [one_test(grade, t) for t in group], class_="tests"))
                for name, group in exercises(grade).items()]
    return e("section", e("h2", "Tests"), sections) if sections else None


def not_run(grade: Grade) -> Markup | None:
    said = why_not_run(grade)
    compiler = [e("pre", clipped(words), class_="compiler") for words, files in said.items() if not files]
    others = [[e("h3", ", ".join(files)), e("pre", clipped(words), class_="compiler")]
              for words, files in said.items() if files]
    return e("div", e("section", e("h2", "What the compiler says"), compiler) if compiler else None,
             e("section", e("h2", "Why tests could not be run"), others) if others else None) if said else None


def in_files(grade: Grade) -> Markup | None:
    """Comments on lines, in the order of files and lines."""
    found = sorted((m[1], int(m[2]), m[3]) for m in map(ON_A_LINE.fullmatch, grade.comments) if m)
    lines = [e("li", e("code", f"{file}:{line}"), " ", words) for file, line, words in found]
    return e("section", e("h2", "In your files"), e("ul", lines, class_="notes")) if lines else None


def from_instructor(grade: Grade) -> Markup | None:
    """What was added by hand."""
    lines = [line for line in grade.comments if not ON_A_LINE.fullmatch(line)]
    if grade.by_hand:
        lines.append(f"{grade.by_hand:+g} points for the whole submission.")
    return box("next", "From your instructor", [e("p", line) for line in lines]) if lines else None


def questions(grade: Grade) -> Markup | None:
    """What was asked about this grade, with the answers."""
    said = {"open": "Not answered yet.", "again": "Answered: see the answer about the same test."}
    rows = [[e("h3", short(q.test) or "The whole submission"), e("p", q.question, class_="quiet"),
             e("p", e("b", "Instructor "), q.answer or "These points were given by hand.", class_="hint") if q.answered
             else e("p", said[q.state])] for q in grade.asked]
    return e("section", e("h2", "What you asked"), rows) if rows else None


def attempts(entry: Entry) -> Markup | None:
    """What was handed in, time by time; the one that counts is marked, and this page is about
    it."""
    if len(entry.attempts) < 2 and len({a.by for a in entry.attempts} | {entry.person}) < 2:
        return None
    rows = []
    for i, a in enumerate(entry.attempts):
        points_ = f"{number(a.grade.score)} / {number(a.grade.max or entry.grade.max)}" if a.grade.counts else "not graded yet"
        words = [a.late.words] + ([f"so {number(a.final)} points"] if a.final is not None and a.final != a.grade.score else [])
        by = e("td", e("bdi", a.by.name), class_="by quiet") if entry.group else None
        rows.append(e("tr", e("td", i + 1), e("td", when(a.grade.received_at, entry.due) or "time unknown"), by,
                      e("td", e("b", "counts ") if i == entry.counted else None, ", ".join(w for w in words if w), class_="words"),
                      e("td", points_, class_="n"), class_="done" if i == entry.counted else None))
    who = f"Handed in together as {entry.group}. " if entry.group else ""
    rule = {"first": "The first one counts.", "last": "The last one counts.", "best": "The best one counts, lateness included."}[entry.rule]
    return e("section", e("h2", "What was handed in"), e("p", who + (rule if len(rows) > 1 else ""), class_="quiet"),
             e("table", e("tbody", rows), class_="attempts"))


def notes(grade: Grade) -> Markup | None:
    if not grade.notes:
        return None
    return e("section", e("h2", "Notes"), e("ul", [e("li", n) for n in grade.notes], class_="notes"))


def when(received_at: str | None, due: datetime | None) -> str:
    """On the clocks of the deadline, so that both can be compared."""
    time = received(received_at)
    return clock(time.astimezone(due.tzinfo)) if time and due else (received_at or "").replace("T", " ").replace("Z", " UTC")


def clock(time: datetime) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S %Z")


def footer(entry: Entry, grade: Grade) -> Markup:
    left = "" if entry.left is None else f"{entry.left} left after this assignment"
    facts = [("due", clock(entry.due) if entry.due else ""), ("received", when(grade.received_at, entry.due)), ("late days", left), ("submission", grade.submission_sha256[:16]),
             ("suite", grade.suite_sha256[:16]), ("seeds", grade.seed_epoch), ("compiler", grade.toolchain),
             ("files of other modules", "yours" if grade.mode == "cumulative" else "the course's")]
    return e("footer", e("p", "Points are given for values that your functions returned, for inputs drawn for this "
                         "submission alone. What a program prints, and how it ends, counts nothing."),
             e("dl", [[e("dt", k), e("dd", v)] for k, v in facts if v]))


def render(book: Book, entry: Entry) -> str:
    grade = for_students(entry.grade)
    graded = entry.graded
    body = [headline(book, entry, grade), from_instructor(grade), in_files(grade), questions(grade), what_next(grade), not_run(grade) if graded else None,
            attempts(entry),
            table(grade) if graded and grade.tests and grade.status != "rejected" else None,
            notes(grade) if graded else None, tests(grade) if graded and grade.status != "rejected" else None,
            footer(entry, grade)]
    return page.document(f"{book.title}: {entry.person.name}", body)
