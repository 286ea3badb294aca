"""matrix.py - known mistakes x sentences: does each mistake hear its own sentence, and no other?

Every row of a table (mistakes.py) is a variant of one program (variants.py), and its report is read as
a student reads it. A sentence ("likely") is true of a row if it holds the row's says: or expect:,
or one of its also: words; any other sentence, in whatever test, would send somebody the wrong way.
Silence is counted, too.

    matrix.py 12_attention build/double/course/12_attention.names    ROWS="..." with the table that is there; else it is written first
"""
from __future__ import annotations

import os
import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "grading"))

from kindling_grading.release import tree  # noqa: E402
import variants  # noqa: E402
from names import SEED, in_program, known, write  # noqa: E402
from mistakes import Refused, Row, chosen  # noqa: E402

NAMED = 0.95  # of the rows have a sentence
FOLDER = Path("build/mutants")
FACTS = ("along axis ", "each row is right but", "without their digits behind the point", "all of these are whole numbers",
         "read in the shape that is expected", "by the same number", "numbers of this size")  # of the numbers, whatever the mistake was
PATH = re.compile(r"(?<![\w./-])(?:[\w-]+/)+[\w-]+\.(?:c|h|txt|md|sh|py)\b")
OF_C = re.compile(r"->.*->|\?|&&|\|\||[=!]=|\[\w+\[")  # what tests write, and no student


@dataclass
class Failure:
    """One failed test of a report."""

    test: str
    fields: dict[str, str] = field(default_factory=dict)  # "likely": its words on one line


def failures(report: str) -> list[Failure]:
    found: list[Failure] = []
    label = ""
    for line in report.splitlines():
        if head := re.match(r"  (ok  |todo|FAIL) +\d+/\d+ +\S+ \S+ +(.*)", line):
            label = ""
            if head[1] == "FAIL":
                found.append(Failure(head[2].strip()))
        elif found and (words := re.match(r" {8}(\S[\w ]{8}[ ]?) *(.*)", line)):
            label = words[1].strip()
            found[-1].fields[label] = words[2]
        elif found and label and line.startswith(" " * 18):
            found[-1].fields[label] += " " + line.strip()
    return found


# ---- one row -------------------------------------------------------------------------------------


@cache
def withheld(top: Path) -> set[str]:
    """Files of which an edition has nothing: cutting all of them takes a second."""
    return {path for path, left in tree.given(top).items() if not left} | set(tree.answer_tests(top))


@cache
def in_edition(top: Path, path: str) -> bool:
    """Do students have this file?"""
    return (top / path).is_file() and bool(tree.sort_out([path])[0]) and path not in withheld(top)


@cache
def by_values(module: str) -> list[str]:
    """Sentences that are said only where the values are those of their rows; how another exercise
    goes wrong by them is true, too."""
    return [row.fields["says"] for row in chosen(module) if "says" in row.fields]


def troubles(row: Row, module: str, said: list[Failure]) -> list[str]:
    """What is wrong with the reports of a row, apart from not naming it."""
    wrong = []
    known = [words for words in [row.words, *row.many, *by_values(module), *FACTS] if words]
    for failure in said:
        likely = failure.fields.get("likely", "")
        if likely and not any(words in likely for words in known):
            wrong.append(f"test {failure.test} says '{likely}', which is not its own")
        for label in failure.fields.keys() - {"printed"}:
            text = failure.fields[label].replace(f"build/mutants/{module}/{row.name}/", "modules/")
            wrong += [f"test {failure.test} names {path}, which no student has" for path in PATH.findall(text) if not in_edition(Path(), path)]
        for label in ("called", "got"):
            if OF_C.search(re.sub(r'".*?"', "", failure.fields.get(label, ""))):
                wrong.append(f"test {failure.test} shows C of its own: {label} {failure.fields[label]}")
    everything = " ".join(failure.fields.get("likely", "") for failure in said)
    wrong += [f"no test says '{words}'; take it out of its also:" for words in row.many if words not in everything]
    return wrong


def has_sentence(row: Row, said: list[Failure]) -> bool:
    """Is the mistake's own sentence told, as a cause or as the problem?"""
    words = row.words
    return bool(words) and any(words in f.fields.get(label, "") for f in said for label in ("likely", "problem"))


def costs_others(row: Row, module: str, place: Path) -> str:
    """What fails in other files follows from what fails in the mistake's own; so one of that has
    to."""
    results = [line.split("\t") for line in (place / "results").read_text().splitlines()]
    failed = {file for _, _, outcome, _, file, *_ in results if outcome != "pass"}
    # it lies in every mistake's folder
    typed = {"answers.txt"} & {Path(edit.file).name for edit in row.edits}
    own = {path.name for path in (place / module).glob("*.c")} | typed | {row.fields.get("caught", "")}
    return "" if own & failed else f"costs points in {', '.join(sorted(failed))} only"


# ---- a module ------------------------------------------------------------------------------------


@dataclass
class Judged:
    row: Row
    word: str = ""  # what became of it, if it is not caught and named
    about: str = ""
    named: bool = False
    has_sentence: bool = False
    is_one_of_two: bool = False  # no test tells it from a row with another sentence
    wrong: list[str] = field(default_factory=list)


def judge(row: Row, module: str, made: variants.Program, ran: variants.Ran | None) -> Judged:
    place = made.folder(row.name).parent
    if row.why():
        return Judged(row, "refused", row.why())
    if ran is None:
        return Judged(row, "broken", made.left_out[row.name])
    (place / "report").write_text(ran.text)
    if ran.status == 0:
        return Judged(row, "survived")
    said = failures(ran.text)
    found = Judged(row, named=row.words in " ".join(ran.text.split()), has_sentence=has_sentence(row, said),
                   is_one_of_two=any(row.words in words and re.search(r"(^|it: )either ", words) for f in said if (words := f.fields.get("likely", ""))),
                   wrong=[f"  mistake {row.name}: {words}" for words in troubles(row, module, said)])
    if not found.named:
        found.word, found.about = "unnamed", str(place / "report")
    if others := costs_others(row, module, place):
        found.named, found.word, found.about = False, "elsewhere", others
    return found


def main(module: str, names: str) -> int:
    rows = sorted(chosen(module), key=lambda r: r.name)
    table = {} if os.environ.get("ROWS") else known(module)
    handed_in = {name: one.files for name, one in table.items()} | {row.name: row.handed_in(module) for row in rows if not row.why()}
    made = variants.build(module, handed_in, FOLDER / module)
    if table:
        write(Path(names), in_program(made, table))
    asked = [*SEED, "--number", "0", "--all", "--seconds", "2", "--results", "{place}/results", "--names", names]
    ran = made.results([row.name for row in rows if not row.why()], asked)
    judged = [judge(row, module, made, ran.get(row.name)) for row in rows]
    for one in judged:
        if one.word:
            print(f"  {one.word:9} {one.row.name} {one.about}".rstrip())
    wrong = [line for one in judged for line in one.wrong]
    print("".join(line + "\n" for line in wrong), end="")
    caught, sentences = sum(one.named for one in judged), sum(one.has_sentence for one in judged)
    print(f"{module}: {caught} of {len(rows)} known mistakes are caught and named")
    print(f"{module}: {sentences} of {len(rows)} have a sentence of their own, {len(wrong)} sentences are not theirs")
    if pairs := sum(one.is_one_of_two for one in judged):
        print(f"{module}: {pairs} are told as \"either ... or ...\": no test tells them apart")
    enough = sentences >= NAMED * len(rows)
    if not enough:
        silent = ", ".join(one.row.name for one in judged if one.word not in ("refused", "broken") and not one.has_sentence)
        print(f"{module}: at least {NAMED:.0%} should have one; make mutants lists the rows without: {silent}")
    return int(caught != len(rows) or not rows or bool(wrong) or not enough)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: matrix.py 12_attention build/double/course/12_attention.names")
    try:
        sys.exit(main(*sys.argv[1:]))
    except (Refused, variants.Refused) as why:
        sys.exit(str(why))
