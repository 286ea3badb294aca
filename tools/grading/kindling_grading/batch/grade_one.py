"""grade_one.py - one submission, graded: a pure function of submission, suite, course key and
epoch.

The student's files are built and run in boxes, test by test; what is right is computed outside for
the same seeds; the judge compares. Hidden tests are another program in another box, of which no
word is told. Nothing is kept between two submissions, so it does not matter on which machine, in
which order or how often one is graded: the result is the same, byte for byte.
"""
from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kindling_grading.batch import again, seeds
from kindling_grading.batch.again import MOST_TIMEOUTS, Again
from kindling_grading.batch.intake import Submission
from kindling_grading.batch.storage import Result
from kindling_grading.box.limits import Budget, Limits
from kindling_grading.box.series import Series
from kindling_grading.build.program import Built, build
from kindling_grading.build.suite import Suite
from kindling_grading.course import ANSWERS
from kindling_grading.errors import FULL, Infra, NoRoom
from kindling_grading.judge import naming, transcript, values
from kindling_grading.judge.answers import judge_answers
from kindling_grading.judge.naming import Mistakes
from kindling_grading.judge.tests import TestInfo, backed
from kindling_grading.judge.transcript import Transcript
from kindling_grading.judge.trusted import transcripts, written
from kindling_grading.judge.values import Verdict

COURSE = "kindling"
MOST_CPU, LEAST_CPU = 2.0, 0.25  # seconds for a test
# seconds for all of a submission, and more for each of its files; honest ones take 1
EVERYTHING, A_FILE = 20.0, 2.0
MOST_NOTES = 20
NO_END = "no end: an endless loop?"
Kept = dict[str, Verdict]  # by the test's name


@dataclass
class Graded:
    grade: Result
    timing: list[tuple[str, int]] = field(default_factory=list)  # what, milliseconds


def limits(timeouts: int) -> Limits:
    """For a test, when so many before it found no end. No test is left out because others loop, but
    a submission in which all do may not hold up the class: each one that does halves the time of
    the next."""
    cpu = max(LEAST_CPU, MOST_CPU / 2**timeouts)
    return Limits(cpu=cpu)


@dataclass
class Running:
    """The boxed programs of one submission, and how often one found no end."""

    tests: list[TestInfo]
    questions: list[tuple[TestInfo, int, int]]
    rights: list[Transcript]
    timing: list[tuple[str, int]]
    budget: Budget
    timeouts: int = 0
    endless: set[int] = field(default_factory=set)  # tests that found none
    twice: int = 0  # how many of these did again
    gots: dict[int, Transcript] = field(default_factory=dict)  # what came back first

    def program(self, program: Path, numbers: list[int]) -> list[Verdict]:
        with Series("run", {"/run/program": program}) as series:
            return [self.test(series, i) for i in numbers]

    def test(self, series: Series, i: int) -> Verdict:
        if i in self.endless and self.twice >= MOST_TIMEOUTS:
            return Verdict("timeout", NO_END)
        info, (_, seed, _) = self.tests[i], self.questions[i]
        # no word of a command: those a constructor can read
        told = f"{info.rounds} {info.number} {seed}"
        ran = series.run(["/run/program"], self.budget.granted(limits(self.timeouts), LEAST_CPU), told=told)
        self.budget.spend(ran)
        if ran.outcome == "infra":
            raise Infra(f"{info.name}: {ran.detail}")
        self.timing.append((info.name, ran.wall_ms))
        if ran.outcome == "timeout":
            self.timeouts += 1
            self.twice += i in self.endless
            self.endless.add(i)
        detail = NO_END if ran.outcome == "timeout" else ran.detail
        got = transcript.parse(ran.transcript)
        self.gots.setdefault(i, got)
        return values.verdict(got, self.rights[i], ran.outcome, ran.signal, detail)


# ---- tests ---------------------------------------------------------------------------------------


def asked(submission: Submission, suite: Suite, key: bytes, epoch: str) -> list[tuple[TestInfo, int, int]]:
    return [(t, seeds.seed(key, epoch, suite.assignment, submission.sha256, t.name), t.rounds) for t in suite.tests]


def verdicts(submission: Submission, suite: Suite, built: Built, key: bytes, epoch: str, work: Path,
             timing: list[tuple[str, int]], budget: Budget, kept: Kept) -> list[Verdict]:
    questions = asked(submission, suite, key, epoch)
    rights = transcripts(suite.reference, questions)
    running = Running(suite.tests, questions, rights, timing, budget)
    result = [kept.get(test.name) or without_running(submission, suite, built, test, right) for test, right in zip(suite.tests, rights)]
    for hidden, program in ((False, built.program), (True, built.hidden_program)):
        to_run = [i for i, verdict in enumerate(result) if verdict is None and suite.tests[i].hidden == hidden]
        for i, verdict in zip(to_run, running.program(program, to_run) if program and to_run else []):
            result[i] = verdict
    fresh = {i for i, test in enumerate(suite.tests) if test.name not in kept}
    found = backed(suite.tests, again.one_slip(Again(suite, built, work, budget, running.program, only=fresh), result))
    for exercise in {suite.tests[i].exercise for i in fresh} if suite.mistakes else ():
        name_mistake(suite.mistakes, exercise, running, found)
    return found


def name_mistake(mistakes: Mistakes, exercise: str, running: Running, found: list[Verdict]) -> None:
    """Of the tests of one exercise that fail."""
    failed = [i for i, test in enumerate(running.tests) if test.exercise == exercise and not test.hidden
              and found[i].outcome != "pass" and i in running.gots]
    if not failed or any(found[i].outcome in ("not-written", "not-run", "unbacked") for i in failed):
        return
    failures = [naming.Failure(running.gots[i], running.rights[i]) for i in failed]
    fails, asked_again = [running.tests[i].name for i in failed], [running.questions[i] for i in failed]
    rows = [row for row in mistakes.rows if row.exercise == exercise and row.fails == fails]
    gave = [(row.says, written(mistakes.program, ["--variant", row.name], asked_again) or []) for row in rows]
    words = naming.sentence(failures, gave)
    for i, failure in zip(failed, failures):
        found[i].likely = naming.heard(words, failure)


def without_running(submission: Submission, suite: Suite, built: Built, test: TestInfo,
                    right: Transcript) -> Verdict | None:
    """Of a test for which the program need not or cannot run; None for all others."""
    if test.file == ANSWERS:
        return judge_answers(submission.files.get(f"{suite.assignment}/{ANSWERS}"), right)
    if (built.hidden_program if test.hidden else built.program) is None or f"{suite.assignment}/{test.file}" in built.failed:
        return Verdict("not-run", values.cut(built.failed.get(f"{suite.assignment}/{test.file}", built.message)))
    return None


# ---- the result ----------------------------------------------------------------------------------


def test_entry(test: TestInfo, verdict: Verdict) -> dict[str, Any]:
    passed = verdict.outcome == "pass"
    return {"name": test.name, "exercise": test.exercise, "file": test.file, "points": test.points,
            "score": test.points if passed else 0, "hidden": test.hidden, "outcome": verdict.outcome,
            "detail": "" if test.hidden else verdict.detail, "likely": verdict.likely,
            "hint": test.hints[0] if test.hints and not passed else ""} | ({"optional": test.optional} if test.optional else {})


def few(notes: list[str]) -> list[str]:
    """No page becomes long because somebody wanted it so."""
    more = len(notes) - MOST_NOTES
    return [values.cut(note) for note in notes[:MOST_NOTES]] + ([f"and {more} notes more"] if more > 0 else [])


def result(submission: Submission, suite: Suite, epoch: str, status: str, reason: str, notes: list[str],
           found: list[Verdict]) -> Result:
    tests = [test_entry(t, v) for t, v in zip(suite.tests, found)]
    return {"v": 1, "course": COURSE, "assignment": suite.assignment, "mode": suite.mode, "student": submission.student,
            "submission_sha256": submission.sha256, "received_at": submission.received_at, "suite_sha256": suite.sha256,
            "toolchain": suite.toolchain, "judge": values.VERSION, "seed_epoch": epoch, "status": status, "reason": reason,
            "notes": few(notes), "tests": tests, "score": sum(t["score"] for t in tests), "max": sum(t["points"] for t in tests)}


def nothing_run(submission: Submission, suite: Suite, epoch: str, status: str, reason: str) -> Result:
    found = [Verdict("not-run") for _ in suite.tests]
    return result(submission, suite, epoch, status, reason, submission.notes, found)


def status_of(built: Built) -> str:
    return "graded" if built.status == "ok" else built.status


def grade(submission: Submission, suite: Suite, key: bytes, epoch: str, work: Path, kept: Kept | None = None) -> Graded:
    """The grade of one submission, or Infra. work: an empty folder of the caller's; kept: of tests
    that are not to run again, what became of them."""
    if submission.rejected:
        return Graded(nothing_run(submission, suite, epoch, "rejected", submission.rejected))
    timing: list[tuple[str, int]] = []
    suite = replace(suite, layout=seeds.seed(key, epoch, suite.assignment, submission.sha256, ""))
    budget = Budget(EVERYTHING + A_FILE * len(suite.stub_files))
    started = time.monotonic()
    try:
        built = build(submission.files, suite, work, budget)
        timing.append(("build", round((time.monotonic() - started) * 1000)))
        if built.status == "infra-error":
            raise Infra(built.message)
        found = verdicts(submission, suite, built, key, epoch, work, timing, budget, kept or {})
    except OSError as error:
        raise NoRoom.of(error) if error.errno in FULL else Infra(str(error)) from error
    timing.append(("whole", round((time.monotonic() - started) * 1000)))
    notes = submission.notes + built.notes
    return Graded(result(submission, suite, epoch, status_of(built), built.message, notes, found), timing)
