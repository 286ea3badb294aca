"""requests.py - make requests: what students ask about their grades, open questions first."""
from __future__ import annotations

import sys

from kindling_grading.batch.names import safe_name
from kindling_grading.errors import BookError
from kindling_grading.reports import asked, command
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import OUTCOMES
from kindling_grading.reports.results import Question
from kindling_grading.reports.text import clean, count, number, one_line, short

ABOUT = "Shows what students ask about their grades: open questions first, then those that were answered."
EPILOG = """reads DIR/12_attention/requests.csv, with the first line student,test,question,answer,points: a row per question, test as
the student's page calls it, or blank for the whole. Write an answer, or points, or both into a row, then run make gradebook
and make feedback again: nothing is graded anew, and regrading changes no answer.

  make requests MODULE=12
"""
HEADS = {"open": "open", "again": "asked again after an answer: shown as answered", "answered": "answered"}


def about(entry: Entry, question: Question) -> str:
    """The test, and what it earned."""
    if not question.test:
        return f"the whole, {number(entry.grade.score)} of {number(entry.grade.max)}"
    test = next((t for t in entry.grade.tests if t.name == question.test), None)
    if test is None:
        return f"{one_line(question.test, 60)} (no test is called so)"
    hidden = ", hidden" if test.hidden else ""
    return f"{short(test.name)}{hidden}, {test.exercise}: {OUTCOMES[test.outcome].word}, {number(test.earned)} of {number(test.worth)}"


def lines(entry: Entry, question: Question) -> list[str]:
    given = "" if question.points is None else f" ({number(question.points)} points)"
    said = [f"    {entry.student}: {about(entry, question)}", f"        asks: {one_line(question.question, 300)}"]
    if not question.answered and (test := next((t for t in entry.grade.tests if t.name == question.test), None)) and test.detail:
        said.append(f"        came back: {one_line(test.detail)}")
    if question.answered:
        said.append(f"        answer{given}: {one_line(question.answer, 300)}")
    return [clean(line) for line in said]


def show(book: Book) -> list[str]:
    every = [(e, q) for e in book.entries if e.grade for q in e.grade.asked]
    sorts = {kind: [(e, q) for e, q in every if q.state == kind] for kind in HEADS}
    out = [f"  {book.title}: {len(sorts['open'])} open, {len(sorts['answered'])} answered, {len(sorts['again'])} asked again"]
    for kind, found in sorts.items():
        out += [f"  {HEADS[kind]}"] * bool(found) + [line for e, q in found for line in lines(e, q)]
    return out


def main() -> int:
    wish = command.options("requests", ABOUT, EPILOG).parse_args()
    book = command.load(wish)
    path = wish.out / book.assignment / asked.NAME
    try:
        rows = asked.load(path)
    except BookError as error:
        command.stop(error)
    if not rows:
        print(f"  nobody asks: there are no rows in {path} (its first line is {','.join(asked.COLUMNS)})")
        return 0
    print("\n".join(show(book)))
    known = {safe_name(name) for e in book.entries if e.grade for name in (e.student, e.folder or e.student)}
    for key, theirs in rows.items():
        if key not in known:
            print(f"  ! {clean(theirs.questions[0][1])}: {clean(theirs.student)!r} has no results here; "
                  f"{count(len(theirs.questions), 'question')} that nobody sees")
    return 0


if __name__ == "__main__":
    sys.exit(main())
