"""matrix.py - known mistakes x sentences: does each mistake hear its own sentence, and no other?

mutants.sh has built and run every row of a table (mistakes.py); here its reports are read as a student reads
them. A sentence ("likely") is true of a row if it holds the row's says: or expect:, or one of its also: words; any
other sentence, in whatever test, would send somebody the wrong way. Silence is counted, too.

    matrix.py 12_attention
"""
from __future__ import annotations

import re
import sys
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "grading"))

from kindling_grading.release import tree  # noqa: E402
from mistakes import Row, chosen  # noqa: E402

NAMED = 0.95  # of the rows have a sentence
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


# ---- one row ----------------------------------------------------------------------------------------


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
    """Sentences that are said only where the values are those of their rows; how another exercise goes wrong by them is true, too."""
    return [row.fields["says"] for row in chosen(module) if "says" in row.fields]


def troubles(row: Row, module: str, said: list[Failure]) -> list[str]:
    """What is wrong with the reports of a row, apart from not naming it."""
    wrong = []
    known = [words for words in [row.words, *row.many, *by_values(module)] if words]
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
    """What fails in other files follows from what fails in the mistake's own; so one of that has to."""
    results = [line.split("\t") for line in (place / "results").read_text().splitlines()]
    failed = {file for _, _, outcome, _, file in results if outcome != "pass"}
    typed = {"answers.txt"} & {Path(edit.file).name for edit in row.edits}  # it lies in every mistake's folder
    own = {path.name for path in (place / module).glob("*.c")} | typed | {row.fields.get("caught", "")}
    return "" if own & failed else f"costs points in {', '.join(sorted(failed))} only"


# ---- a module ---------------------------------------------------------------------------------------


def main(module: str) -> int:
    caught = sentences = count = 0
    wrong: list[str] = []
    for row in sorted(chosen(module), key=lambda r: r.name):
        place = Path("build/mutants", module, row.name)
        count += 1
        status = "refused" if row.wrong else (place / "status").read_text().strip() if (place / "status").is_file() else "refused"
        if status == "refused":
            print(f"  refused   {row.name} {row.why()}")
        elif status == "failed":
            report = (place / "report").read_text(errors="replace")
            said = failures(report)
            named = row.words in " ".join(report.split())
            caught += named
            sentences += has_sentence(row, said)
            if others := costs_others(row, module, place):
                caught -= named
                print(f"  elsewhere {row.name} {others}")
            if not named:
                print(f"  unnamed   {row.name} {place / 'report'}")
            wrong += [f"  mistake {row.name}: {words}" for words in troubles(row, module, said)]
        else:
            print(f"  {status:9} {row.name} {place / 'log' if status == 'broken' else ''}".rstrip())
    print("\n".join(wrong) + "\n" if wrong else "", end="")
    print(f"{module}: {caught} of {count} known mistakes are caught and named")
    print(f"{module}: {sentences} of {count} have a sentence of their own, {len(wrong)} sentences are not theirs")
    enough = sentences >= NAMED * count
    if not enough:
        print(f"{module}: at least {NAMED:.0%} should have one; make mutants lists the rows without: {', '.join(silent(module))}")
    return int(caught != count or count == 0 or bool(wrong) or not enough)


def silent(module: str) -> list[str]:
    reports = ((row, Path("build/mutants", module, row.name, "report")) for row in chosen(module))
    return [row.name for row, path in reports if path.is_file() and not has_sentence(row, failures(path.read_text(errors="replace")))]


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: matrix.py 12_attention")
    sys.exit(main(sys.argv[1]))
