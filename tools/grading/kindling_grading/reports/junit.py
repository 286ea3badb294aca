"""junit.py - JUnit XML as Jenkins and GitLab read it: a file per student, and one of the whole
class.

Texts are clean when they come here (text.py), so escaping & < > " is all there is to do; no CDATA.
A value that is wrong is a failure; values that never came are an error; what the grader could not
do is skipped, so that no build goes red for it.
"""
from __future__ import annotations

import argparse
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.outcomes import STATUS, TOLD, command, explanation
from kindling_grading.reports.per_student import one_each
from kindling_grading.reports.results import Grade, Test, for_students
from kindling_grading.reports.text import one_line


def tag(name: str, inner: str | None = None, /, **attributes: object) -> str:
    head = name + "".join(f" {k}={quoteattr(str(v))}" for k, v in attributes.items())
    return f"<{head}/>" if inner is None else f"<{head}>{inner}</{name}>"


def testcase(grade: Grade, test: Test) -> str:
    kind = TOLD[test.outcome].junit
    inner = None
    if kind:
        words = f"{explanation(test)}\nNext: {command(grade, test)}"
        inner = tag(kind, escape(words), type=test.outcome,
                    message=one_line(test.detail) or TOLD[test.outcome].word)
    return tag("testcase", inner, name=test.name, classname=test.exercise.replace(" ", ".") or grade.assignment, time="0")


def suite(entry: Entry) -> str:
    grade = for_students(entry.grade)
    cases = [testcase(grade, t) for t in grade.tests] if entry.graded else []
    kinds = [TOLD[t.outcome].junit for t in grade.tests] if entry.graded else []
    skipped = 0
    if not cases:
        kind = "error" if entry.graded else "skipped"
        inner = tag(kind, escape(grade.reason), type=grade.status, message=one_line(STATUS[grade.status]))
        case = tag("testcase", inner, name="submission", classname=grade.assignment, time="0")
        cases, kinds, skipped = [case], [kind], int(not entry.graded)
    cases += [tag("system-out", escape("\n".join(grade.notes)))] if grade.notes else []
    if entry.graded and grade.tests and grade.reason:
        state = "part of it does not build" if grade.status == "graded" else STATUS[grade.status]
        cases.append(tag("system-err", escape(f"{state}: {grade.reason}")))
    name = f"{grade.assignment}.{entry.student}"
    return tag("testsuite", "\n" + "\n".join(cases) + "\n", name=name, tests=len(kinds),
               failures=kinds.count("failure"), errors=kinds.count("error"), skipped=skipped, time="0")


def document(entries: list[Entry]) -> str:
    inner = "\n".join(suite(e) for e in entries)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n{inner}\n</testsuites>\n'


def files(book: Book, wish: argparse.Namespace) -> Iterator[tuple[str, str | None]]:
    yield from one_each(book, "junit.xml", lambda entry: document([entry]))
    yield "junit.xml", document([e for e in book.entries if e.grade])
