"""grade_one.py - one submission, graded: a pure function of submission, suite, course key and epoch.

The student's files are built and run in boxes, test by test; what is right is computed outside for the
same seeds; the judge compares. Nothing is kept between two submissions, so it does not matter on which
machine, in which order or how often one is graded: the result is the same, byte for byte.

As a program it grades one student of a folder and puts the result where make grade would, for batch
systems (tools/grading/recipes): grade_one.py --module 12 --submissions dir --student s1 --out grades
"""
from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

import again
import box
import box_series
import build
import judge
import seeds
import transcript
import trusted
from intake import Submission
from judge import Verdict
from suite import ANSWERS, Suite, TestInfo

COURSE = "kindling"
MOST_CPU, LEAST_CPU = 2.0, 0.25  # seconds for a test
FAR = 12  # times as long on the wall clock, for machines with a lot to do
NO_END = "no end: an endless loop?"


class Infra(Exception):
    """The machinery failed, not the student: there is no grade."""


@dataclass
class Graded:
    grade: dict
    timing: list[tuple[str, int]] = field(default_factory=list)  # what, milliseconds


def limits(timeouts: int) -> box.Limits:
    """For a test, when so many before it found no end. No test is left out because others loop, but a
    submission in which all do may not hold up the class: each one that does halves the time of the next."""
    cpu = max(LEAST_CPU, MOST_CPU / 2**timeouts)
    return box.Limits(cpu=cpu, wall=FAR * cpu)


@dataclass
class Running:
    """The boxed programs of one submission, and how often one found no end."""

    tests: list[TestInfo]
    questions: list[tuple[str, int, int]]
    rights: list[transcript.Transcript]
    timing: list[tuple[str, int]]
    timeouts: int = 0
    endless: set[int] = field(default_factory=set)  # tests that found none
    twice: int = 0  # how many of these did again

    def program(self, program: Path, numbers: list[int]) -> list[Verdict]:
        with box_series.Series("run", {"/run/program": program}) as series:
            return [self.test(series, i) for i in numbers]

    def test(self, series: box_series.Series, i: int) -> Verdict:
        if i in self.endless and self.twice >= again.MOST_TIMEOUTS:
            return Verdict("timeout", NO_END)
        info, (_, seed, _) = self.tests[i], self.questions[i]
        argv = ["/run/program", "--rounds", str(info.rounds), "--test", info.name, "--seed", str(seed)]
        ran = series.run(argv, limits(self.timeouts))
        if ran.outcome == "infra":
            raise Infra(f"{info.name}: {ran.detail}")
        self.timing.append((info.name, ran.wall_ms))
        if ran.outcome == "timeout":
            self.timeouts += 1
            self.twice += i in self.endless
            self.endless.add(i)
        detail = NO_END if ran.outcome == "timeout" else ran.detail
        return judge.verdict(transcript.parse(ran.transcript), self.rights[i], ran.outcome, ran.signal, detail)


# ---- tests --------------------------------------------------------------------------------------------


def asked(submission: Submission, suite: Suite, key: bytes, epoch: str) -> list[tuple[str, int, int]]:
    return [(t.name, seeds.seed(key, epoch, suite.assignment, submission.sha256, t.name), t.rounds) for t in suite.tests]


def verdicts(submission: Submission, suite: Suite, built: build.Built, key: bytes, epoch: str, work: Path,
             timing: list[tuple[str, int]]) -> list[Verdict]:
    questions = asked(submission, suite, key, epoch)
    rights = trusted.transcripts(suite.reference, questions)
    running = Running(suite.tests, questions, rights, timing)
    result = [without_running(submission, suite, built, test, right) for test, right in zip(suite.tests, rights)]
    to_run = [i for i, verdict in enumerate(result) if verdict is None]
    for i, verdict in zip(to_run, running.program(built.program, to_run) if to_run else []):
        result[i] = verdict
    return backed(suite.tests, again.one_slip(again.Again(suite, built, work, running.program), result))


def without_running(submission: Submission, suite: Suite, built: build.Built, test: TestInfo,
                    right: transcript.Transcript) -> Verdict | None:
    """Of a test for which the program need not or cannot run; None for all others."""
    if test.file == ANSWERS:
        return judge.judge_answers(submission.files.get(f"{suite.assignment}/{ANSWERS}"), right)
    if built.program is None or f"{suite.assignment}/{test.file}" in built.failed:
        return Verdict("not-run", judge.cut(built.failed.get(f"{suite.assignment}/{test.file}", built.message)))
    return None


def partners(test: TestInfo, tests: list[TestInfo]) -> list[int]:
    """The tests that nobody can guess and that stand for the same exercise; for the same file if there are none."""
    sure = [i for i, other in enumerate(tests) if not other.guessable and other.file != ANSWERS]
    for same in (lambda o: o.exercise == test.exercise, lambda o: o.file == test.file):
        found = [i for i in sure if same(tests[i])]
        if found:
            return found
    return sure


def backed(tests: list[TestInfo], found: list[Verdict]) -> list[Verdict]:
    """A right answer that could be guessed counts only beside one, for the same exercise, that could not."""
    result = list(found)
    for i, test in enumerate(tests):
        if found[i].outcome == "pass" and test.guessable:
            others = partners(test, tests)
            if not any(found[j].outcome == "pass" for j in others):
                shown = next((tests[j].name for j in others if not tests[j].hidden), "another test of this exercise")
                result[i] = Verdict("unbacked", f"right, but it counts only if {shown} passes, too")
    return result


# ---- the result ---------------------------------------------------------------------------------------


def test_entry(test: TestInfo, verdict: Verdict) -> dict:
    passed = verdict.outcome == "pass"
    return {"name": test.name, "exercise": test.exercise, "file": test.file, "points": test.points,
            "score": test.points if passed else 0, "hidden": test.hidden, "outcome": verdict.outcome,
            "detail": "" if test.hidden else verdict.detail,
            "hint": test.hints[0] if test.hints and not passed else ""}


def result(submission: Submission, suite: Suite, epoch: str, status: str, reason: str, notes: list[str],
           found: list[Verdict]) -> dict:
    tests = [test_entry(t, v) for t, v in zip(suite.tests, found)]
    return {"v": 1, "course": COURSE, "assignment": suite.assignment, "mode": suite.mode, "student": submission.student,
            "submission_sha256": submission.sha256, "received_at": submission.received_at, "suite_sha256": suite.sha256,
            "toolchain": suite.toolchain, "judge": judge.VERSION, "seed_epoch": epoch, "status": status, "reason": reason,
            "notes": notes, "tests": tests, "score": sum(t["score"] for t in tests), "max": sum(t["points"] for t in tests)}


def nothing_run(submission: Submission, suite: Suite, epoch: str, status: str, reason: str) -> dict:
    found = [Verdict("not-run") for _ in suite.tests]
    return result(submission, suite, epoch, status, reason, submission.notes, found)


def status_of(built: build.Built) -> str:
    return "graded" if built.status == "ok" else built.status


def grade(submission: Submission, suite: Suite, key: bytes, epoch: str, work: Path) -> Graded:
    """The grade of one submission, or Infra. work: an empty folder of the caller's."""
    if submission.rejected:
        return Graded(nothing_run(submission, suite, epoch, "rejected", submission.rejected))
    timing: list[tuple[str, int]] = []
    started = time.monotonic()
    try:
        built = build.build(submission.files, suite, work)
        timing.append(("build", round((time.monotonic() - started) * 1000)))
        if built.status == "infra-error":
            raise Infra(built.message)
        found = verdicts(submission, suite, built, key, epoch, work, timing)
    except (build.Infra, box.BoxError, trusted.TrustedError, OSError) as error:
        raise Infra(str(error)) from error
    timing.append(("whole", round((time.monotonic() - started) * 1000)))
    notes = submission.notes + built.notes
    return Graded(result(submission, suite, epoch, status_of(built), built.message, notes, found), timing)


if __name__ == "__main__":
    import grade as batch

    batch.main(alone=True)
