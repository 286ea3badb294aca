"""similarity.py - make similarity: who handed in what is alike, as a page and as a table."""
from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from kindling_grading.batch import intake
from kindling_grading.batch.intake import Submission
from kindling_grading.batch.names import attempt, safe_name, students
from kindling_grading.batch.pool import Pool
from kindling_grading.build.sources import reference_file
from kindling_grading.course import ROOT
from kindling_grading.errors import GradingError, Misuse, SuiteError
from kindling_grading.reports import groups
from kindling_grading.reports.alike import Text, report, text_of
from kindling_grading.reports.alike_groups import MODEL, circles, sentences
from kindling_grading.reports.alike_page import page, write_groups, write_table
from kindling_grading.reports.anonymous import Names, names_of, write_key
from kindling_grading.reports.book import ANONYMOUS, class_folder
from kindling_grading.reports.groups import Member
from kindling_grading.reports.people import Person, owners, roster

JOBS = 2  # processes that read
MISSING = """sim_c is not here: the comparison is done by the similarity tester.
    Debian, Ubuntu: sudo apt-get install similarity-tester
    elsewhere: https://dickgrune.com/Programs/similarity_tester"""


def wanted_files(module: str) -> tuple[str, dict[str, list[str]], dict[str, str]]:
    """Folder of a module, the files that students write in it, and their starting texts."""
    number = f"{int(re.match(r'[0-9]+', module)[0]):02d}" if re.match(r"[0-9]", module) else "??"
    found = sorted((ROOT / "modules").glob(f"{number}_*"))
    if not found:
        raise Misuse(f"there is no module {module or '(say MODULE=12)'}")
    name = found[0].name
    files = [p.name for p in sorted(found[0].glob("*.c")) if p.name != "measure.c"]
    return name, {name: files}, {f"{name}/{f}": (found[0] / f).read_text() for f in files}


def model_answer(wanted: dict[str, list[str]], starts: dict[str, str]) -> Text | None:
    """The course's own files of the module, as if somebody had handed them in; None in an edition
    without them."""
    try:
        files = {f"{module}/{name}": reference_file(f"{module}/{name}") for module, names in wanted.items() for name in names}
    except SuiteError:
        return None
    return text_of(MODEL, files, starts)


def read_all(folder: Path, wanted: dict[str, list[str]], starts: dict[str, str]) -> list[tuple[Submission, Text]]:
    """All that was handed in, each read and cut into lines by a process that has the time and the
    memory of one that grades: a file that costs more costs this report one submission."""
    def work(task: tuple[str, Path], _: Path) -> tuple[Submission, Text]:
        submission = intake.read(*task, wanted)
        return submission, text_of("", submission.files, starts)

    def lost(task: tuple[str, Path], reason: str) -> tuple[Submission, Text]:
        return Submission(task[0], rejected=reason), Text("")

    tasks = list(students(folder))
    with tempfile.TemporaryDirectory() as place, Pool(work, lost, tasks, JOBS, Path(place)) as pool:
        found = {task: told for task, told in pool.results()}
    return [found[task] for task in tasks]


def older(folder: Path, wanted: dict[str, list[str]], starts: dict[str, str]) -> list[Text]:
    """What was handed in in another term. A name in brackets is nobody's of this term, since
    safe_name makes none."""
    if not folder.is_dir():
        raise Misuse(f"OTHER={folder} is no folder; it is one of submissions of another term, such as in-2025/12")
    read = read_all(folder, wanted, starts)
    found = [replace(text, student=f"{s.student} ({'/'.join(folder.resolve().parts[-2:])})") for s, text in read if not s.rejected]
    if not found:
        raise Misuse(f"OTHER={folder}: no submission there has a file of {', '.join(wanted)}")
    print(f"  {folder}: {len(found)} of {len(read)} submissions compared with")
    return found


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Find submissions that are alike.")
    parser.add_argument("--submissions", required=True, type=Path)
    parser.add_argument("--module", required=True)
    parser.add_argument("--other", type=Path, action="append", default=[], metavar="DIR", help="submissions of another term; may be given again")
    parser.add_argument("--out", type=Path, default=Path("grades"))
    parser.add_argument("--roster", type=Path, metavar="FILE")
    parser.add_argument("--groups", type=Path, metavar="FILE", help="who hands in together is compared once")
    parser.add_argument("--anonymous", action="store_true", help="ids in place of names, under DIR/anonymous")
    parser.add_argument("--shortest", type=int, default=24, help="tokens that a passage needs to count (24)")
    parser.add_argument("--common", type=int, default=10, help="what more others than this have alike is not counted (10)")
    return parser.parse_args()


@dataclass
class Everybody:
    """Who handed in: of several attempts, and of the members of a group, the newest is compared."""

    submissions: list[Submission]
    people: dict[str, Person]
    members: dict[str, Member]

    def __post_init__(self) -> None:
        self.owner = owners(sorted({attempt(s.student)[0] for s in self.submissions}), self.people)

    def person(self, student: str) -> Person:
        return self.owner[student]

    def label(self, student: str) -> str:
        """As the roster writes the name; brackets are for other terms."""
        name = self.owner[student].student
        return student if "(" in name else name

    def names(self) -> Names:
        absent = [(p, "") for p in self.people.values() if p not in self.owner.values()]
        return names_of([(person, folder) for folder, person in self.owner.items()] + absent)

    def newest(self) -> list[tuple[str, Submission]]:
        """By the name of the results, without the time of an attempt."""
        found: dict[str, Submission] = {}
        for one in sorted(self.submissions, key=lambda s: (not s.rejected, s.received_at or "", s.student)):
            who = attempt(one.student)[0]
            member = self.members.get(safe_name(self.owner[who].student)) or self.members.get(who)
            found[f"/{member.group}" if member else who] = one
        return sorted(((attempt(one.student)[0], one) for one in found.values()), key=lambda pair: pair[0])


def similarity(given: argparse.Namespace) -> None:
    if shutil.which("sim_c") is None:
        raise Misuse(MISSING)
    if not given.submissions.is_dir():
        raise Misuse(f"SUBMISSIONS={given.submissions} is no folder")
    name, wanted, starts = wanted_files(given.module)
    texts, rejected = [], []
    every = read_all(given.submissions, wanted, starts)
    text_by = {submission.student: text for submission, text in every}
    everybody = Everybody([submission for submission, _ in every], roster(given.roster), groups.load(given.groups, name))
    names = everybody.names() if given.anonymous else None
    for student, submission in everybody.newest():
        student = names.person(everybody.person(student)).student if names else everybody.label(student)
        if submission.rejected:
            rejected.append(f"  {student}: {names.scrubbed(submission.rejected) if names else submission.rejected}")
        else:
            texts.append(replace(text_by[submission.student], student=student))
    texts.sort(key=lambda text: text.student)  # the order of names would tell them
    print("\n".join(rejected), end="\n" * bool(rejected))
    old = [text for folder in given.other for text in older(folder, wanted, starts)]
    for i, text in enumerate(old if names else (), 1):
        text.student = f"{i} of another term"
    found = report(texts, given.shortest, given.common, model_answer(wanted, starts), old)
    pairs, first = found.pairs, circles(found, texts)
    if names:
        write_key(given.out, names)
        for text in [*texts, *old]:
            text.lines = [names.scrubbed(line) for line in text.lines]
    folder = class_folder(given.out / ANONYMOUS if names else given.out, name)
    folder.mkdir(parents=True, exist_ok=True)
    write_table(pairs, folder / "similarity.csv")
    write_groups(first, folder / "similarity-groups.csv")
    (folder / "similarity.html").write_text(page(pairs, texts, name, given.common, first), encoding="utf-8")
    for line in sentences(first):
        print(f"! {line}")
    for p in pairs[:20]:
        print(f"  {p.percent(p.a):3d} % {p.percent(p.b):3d} %  {p.a.student}; {p.b.student}")
    print(f"{len(texts)} submissions, {len(pairs)} pairs with something in common: {folder}/similarity.html and .csv")


def main() -> int:
    try:
        similarity(options())
    except GradingError as error:
        sys.exit(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
