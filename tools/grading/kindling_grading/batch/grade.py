"""grade.py - grades a folder of submissions; stops and goes on at any instant without losing
anything.

    python3 tools/grading batch.grade --module 12 --submissions dir [--jobs 2] [--out grades]

The result of a student is OUT/ASSIGNMENT/STUDENT/grade.json (OUT/ASSIGNMENT-cumulative with
--cumulative), whole or not there. A submission is done if its result says so: same suite, judge,
compiler, epoch and files. Everything else is graded, in parallel. Before the first and after the
last submission the reference and the starting files are graded, too: if they do not earn everything
and nothing, no result of this batch is believed.
Invariant: an infra-error is nobody's zero. It is tried three times, written down as what it is, and
tried again by the next run.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kindling_grading.batch import grade_one, intake, names, seeds, storage
from kindling_grading.batch.grade_one import Graded, Kept
from kindling_grading.batch.intake import Submission
from kindling_grading.batch.oddities import oddities, remember
from kindling_grading.batch.pool import Pool
from kindling_grading.batch.progress import Progress
from kindling_grading.batch.storage import OpenBatch, Result
from kindling_grading.batch.void import sentences
from kindling_grading.box import selftest
from kindling_grading.build import mistakes
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import module_name
from kindling_grading.build.suite import Suite
from kindling_grading.errors import FULL, Infra, Misuse, NoRoom, Refusal, SuiteError

TRIES = 3
GOOD, TROUBLE, MISUSE, VOID, STOPPED = 0, 1, 2, 3, 130  # exit status
STATUSES = ("graded", "compile-error", "link-error", "rejected", "infra-error")


@dataclass
class Batch:
    suite: Suite
    key: bytes
    epoch: str
    out: Path  # OUT/ASSIGNMENT, or OUT/ASSIGNMENT-cumulative

    def graded(self, submission: Submission, work: Path, kept: Kept | None = None) -> Graded:
        """The grade, after at most TRIES; the last failure of the machinery becomes an
        infra-error."""
        if isinstance(submission, Unread):
            return Graded(grade_one.nothing_run(submission, self.suite, self.epoch, "infra-error", submission.why))
        for attempt in range(1, TRIES + 1):
            try:
                folder = storage.fresh(work / "files")
                return grade_one.grade(submission, self.suite, self.key, self.epoch, folder, kept)
            except NoRoom:  # for the next there is none, either
                raise
            except Exception as error:  # whatever goes wrong in here is no student's fault
                if isinstance(error, OSError) and error.errno in FULL:
                    raise NoRoom.of(error) from None
                words = f"{type(error).__name__}: {error}" if not isinstance(error, Infra) else str(error)
        reason = f"tried {attempt} times: {words[:500]}"
        return Graded(grade_one.nothing_run(submission, self.suite, self.epoch, "infra-error", reason))

    def work(self, task: tuple[str, Path], folder: Path) -> dict[str, Any]:
        """Grade one student and write the result; what is told about it comes back."""
        student, path = task
        graded = self.graded(taken_in(student, path, self.suite), folder)
        return self.written(student, graded)

    def lost(self, task: tuple[str, Path], reason: str) -> dict[str, Any]:
        """A submission that no process survived, or came to an end with: not even read again
        here."""
        return self.written(task[0], self.graded(unread(task[0], reason), Path()))

    def written(self, student: str, graded: Graded) -> dict[str, Any]:
        storage.write(self.out / student, graded.grade, graded.timing)
        return storage.summary(graded.grade, graded.timing)

    def all(self, tasks: list[tuple[str, Path]], jobs: int, folder: Path) -> Iterator[tuple[str, dict[str, Any]]]:
        """Grade all of them, each in a process that may fail; (student, what is told) as they
        come."""
        with Pool(self.work, self.lost, tasks, jobs, folder) as pool:
            for (student, _), told in pool.results():
                yield student, told

    def canary(self, name: str, folder: Path) -> str:
        """Empty, or why nothing can be believed."""
        full = name == "reference"
        files = self.suite.reference_files if full else self.suite.stub_files
        submission = Submission(name, files=files, sha256=intake.digest(files))
        grade = self.graded(submission, folder).grade
        optional = {t["outcome"] == "pass" for t in grade["tests"] if t.get("optional")}
        if grade["status"] == "graded" and grade["score"] == (grade["max"] if full else 0) and optional <= {full}:
            return ""
        odd = [t for t in grade["tests"] if (t["outcome"] == "pass") != full]
        words = grade["reason"] or "; ".join(f"{t['name']}: {t['outcome']} {t['detail']}" for t in odd[:5])
        who = "the reference" if full else "the starting files"
        return f"{who} earned {grade['score']} of {grade['max']} points ({grade['status']}): {words}"

    def canaries(self, folder: Path) -> list[str]:
        return [trouble for name in ("reference", "stub") if (trouble := self.canary(name, folder))]


@dataclass
class Unread(Submission):
    """What the disk would not give, or what nobody came to the end of."""

    why: str = ""


def taken_in(student: str, path: Path, suite: Suite) -> Submission:
    """The submission; a disk that fails is nobody's fault and stops nobody else."""
    for attempt in range(1, TRIES + 1):
        try:
            return intake.read(student, path, suite.files)
        except Exception as error:
            words = f"{type(error).__name__}: {error}"
    return unread(student, f"tried {attempt} times to read it: {words[:500]}")


def unread(student: str, why: str) -> Unread:
    return Unread(student, sha256=intake.digest({}), why=why)


# ---- what is to be done --------------------------------------------------------------------------


def is_done(found: Result | None, student: str, path: Path, batch: Batch) -> bool:
    """Is this the result of just this submission, under just this suite? Only what was read before
    by a process that it could not harm is read here, in the one that nobody watches."""
    if found is None or found["status"] == "infra-error":
        return False
    submission = taken_in(student, path, batch.suite)
    if isinstance(submission, Unread):
        return False
    now = grade_one.nothing_run(submission, batch.suite, batch.epoch, "", "")
    same = ("submission_sha256", "suite_sha256", "judge", "toolchain", "seed_epoch", "mode", "student")
    if any(found.get(name) != now[name] for name in same) or submission.rejected is not None and found["reason"] != submission.rejected:
        return False
    of_time, known = names.received(student, path)[1], found.get("notes", [])
    if found.get("received_at") != now["received_at"] or of_time != [note for note in known if names.says_when(note)]:
        # no test asks when it came
        notes = of_time + [note for note in known if not names.says_when(note)]
        storage.write_json(batch.out / student / storage.NAME, found | {"received_at": now["received_at"], "notes": grade_one.few(notes)})
    return True


def to_do(students: list[tuple[str, Path]], batch: Batch, again: list[str]) -> Iterator[tuple[str, Path]]:
    for student, path in students:
        found = storage.read(batch.out / student)
        repeat = found is not None and (found["status"] in again or "all" in again)
        if repeat or not is_done(found, student, path, batch):
            yield student, path


# ---- one batch -----------------------------------------------------------------------------------


def run(batch: Batch, tasks: list[tuple[str, Path]], jobs: int, canaries: bool, progress: Progress) -> int:
    """Grade all tasks between two pairs of canaries; the exit status. No tasks: a batch that was
    killed at its very end has only to be believed."""
    with storage.only_one(batch.out), storage.work_folder() as folder:
        open_batch = OpenBatch(batch.out)
        troubles = batch.canaries(folder) if canaries else []
        if troubles:
            return void(batch, troubles, [] if tasks else open_batch.withdraw(), progress)
        for student, told in batch.all(tasks, jobs, folder):
            open_batch.add(student)
            progress.line(student, told)
        troubles = batch.canaries(folder) if canaries and tasks else []
        if troubles:
            return void(batch, troubles, open_batch.withdraw(), progress)
        open_batch.close()
    return progress.summary()


def void(batch: Batch, troubles: list[str], withdrawn: list[str], progress: Progress) -> int:
    for line in sentences(batch.suite, troubles, withdrawn):
        progress.say(line)
    return VOID


# ---- the command line ----------------------------------------------------------------------------


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="grade.py", description="Grade a folder of submissions: one folder or "
                                     "tarball per student. Stop it when you like; the same command goes on.")
    parser.add_argument("--module", default="", help="12, or 12_attention")
    parser.add_argument("--submissions", default="", metavar="DIR", help="one folder or tarball per student")
    parser.add_argument("--out", default="grades", metavar="DIR", help="where results go (default: grades)")
    parser.add_argument("--jobs", default="2", metavar="N", help="submissions at a time (default: 2)")
    parser.add_argument("--hidden", metavar="DIR", help="tests that students do not have: DIR/12_attention/*.c")
    parser.add_argument("--cumulative", action="store_true", help="the student's own modules 01 to this one together")
    parser.add_argument("--epoch", default="1", help="a word of the term, such as 2026s: another one, other inputs")
    parser.add_argument("--again", default="", metavar="STATUS", help=f"grade these once more: {', '.join(STATUSES)}, or all")
    parser.add_argument("--student", action="append", default=[], help="only this student (may be given again)")
    parser.add_argument("--no-canaries", action="store_true", help="for one of many machines: canaries are graded elsewhere")
    return parser.parse_args(arguments)


def checked(o: argparse.Namespace) -> None:
    """The plain mistakes, said before anything is built."""
    if not o.module:
        raise Misuse("which module? MODULE=12 (or --module 12)")
    if not o.submissions:
        raise Misuse("which submissions? SUBMISSIONS=dir, with one folder or tarball per student")
    if not Path(o.submissions).is_dir():
        raise Misuse(f"{o.submissions} is no folder")
    if not o.jobs.isdigit() or not 1 <= int(o.jobs) <= 512:
        raise Misuse(f"JOBS={o.jobs}: a number from 1 on")
    if o.hidden and not Path(o.hidden).is_dir():
        raise Misuse(f"HIDDEN={o.hidden} is no folder")
    again = [s for s in o.again.split(",") if s]
    unknown = [s for s in again if s not in (*STATUSES, "all")]
    if unknown:
        raise Misuse(f"STATUS={unknown[0]}: {', '.join(STATUSES)}, or all")
    inside, outside = Path(o.out).resolve(), Path(o.submissions).resolve()
    if inside == outside or inside.is_relative_to(outside):
        raise Misuse("OUT must not lie in the folder of submissions")


def chosen(folder: Path, wanted: list[str]) -> list[tuple[str, Path]]:
    students = names.students(folder)
    if not students:
        raise Misuse(f"{folder} has no submissions: one folder or archive per student is expected")
    owner = {name: names.attempt(name)[0] for name, _ in students}
    asked = {words: names.meant(words) | {words} for words in wanted}
    missing = [words for words, meant in asked.items() if not meant & {*owner, *owner.values()}]
    if missing:
        raise Misuse(f"there is no submission of {missing[0]}; the first here is {students[0][0]}")
    return [(name, path) for name, path in students if not wanted or any({name, owner[name]} & meant for meant in asked.values())]


def start(o: argparse.Namespace, alone: bool) -> int:
    checked(o)
    leaks = selftest.run_all()
    if leaks:
        raise Misuse("the box is not tight on this machine, so nothing is graded:\n  " + "\n  ".join(leaks))
    suite = suites.load(module_name(o.module), o.cumulative, Path(o.hidden) if o.hidden else None)
    place = suite.assignment + ("-cumulative" if suite.cumulative else "")
    batch = Batch(suite, seeds.course_key(), o.epoch, Path(o.out).resolve() / place)
    try:
        suite.mistakes = mistakes.load(suite)
    except SuiteError:  # perhaps because a model answer is broken: then that is what to say
        with storage.work_folder() as folder:
            if troubles := batch.canaries(folder):
                return void(batch, troubles, [], Progress(0, 0, []))
        raise
    students = chosen(Path(o.submissions), o.student)
    tasks = list(to_do(students, batch, [s for s in o.again.split(",") if s]))
    progress = Progress(len(tasks), len(students) - len(tasks),
                        oddities(Path(o.submissions)) + remember(Path(o.submissions), batch.out) + storage.exposed([Path(o.submissions), Path(o.out)]))
    if not tasks and not OpenBatch(batch.out).left:
        return progress.summary()
    if alone:
        return single(batch, tasks, progress)
    return run(batch, tasks, int(o.jobs), not o.no_canaries, progress)


def single(batch: Batch, tasks: list[tuple[str, Path]], progress: Progress) -> int:
    """Without canaries and locks: several machines may write to the same folder."""
    with storage.work_folder() as folder:
        for student, told in batch.all(tasks, 1, folder):
            progress.line(student, told)
    return progress.summary()


def main(arguments: list[str] | None = None, alone: bool = False) -> int:
    o = options(arguments)
    try:
        return start(o, alone)
    except (Refusal, Infra, OSError) as error:
        if isinstance(error, OSError) and error.errno not in FULL:
            raise
        print(f"grade: {NoRoom.of(error) if isinstance(error, OSError) else error}", file=sys.stderr)
        return MISUSE
    except KeyboardInterrupt:
        print("\nstopped; what is graded is kept, the same command goes on", file=sys.stderr)
        return STOPPED


if __name__ == "__main__":
    sys.exit(main())
