"""alike_measured.py - make measure-similarity: how alike honest answers are, and how alike copies.

Each module was answered by several hands that did not look at each other's work: the engine's (the
model answers), the plain answers of its tests, and the right answers of strangers
(tests/course/*/strangers.txt). A copy is an honest answer with other names, another layout and its
functions from last to first. What the thresholds of make similarity cost on either side is a line
of the table.
"""
from __future__ import annotations

import re
import sys

from kindling_grading.build.sources import reference_file, starting_file
from kindling_grading.course import ROOT
from kindling_grading.errors import GradingError
from kindling_grading.reports.alike import Text, compare, count_lines, text_of

SHORTEST, STEPS = 24, range(10, 101, 10)
RIGHT = re.compile(r"^== \S+ \w+ right.*\n((?:(?!== ).*\n)*)", re.M)
WORD = re.compile(r"\b[a-z]\w*\b(?!\s*\()")
KEPT = set("if else for while do return break continue switch case default sizeof static const struct void int long double float real char "
           "unsigned size_t bool true false include".split())


def hands(module: str) -> dict[str, Text]:
    """The honest answers to a module, by whom."""
    names = [f"{module}/{p.name}" for p in sorted((ROOT / "modules" / module).glob("*.c")) if p.name != "measure.c"]
    starts = {name: starting_file(name).decode() for name in names}
    course = ROOT / "tests/course" / module
    strangers = course / "strangers.txt"
    said = "\n".join(RIGHT.findall(strangers.read_text())) if strangers.is_file() else ""
    found = {"model": {name: reference_file(name) for name in names},
             "plain": {f"{module}/{p.name}": p.read_bytes() for p in sorted((course / "plain").glob("*.c"))},
             "strangers": {f"{module}/strangers.c": said.encode()}}
    return {hand: text_of(f"{module} {hand}", files, starts) for hand, files in found.items() if any(files.values())}


def disguised(text: Text) -> Text:
    """What a student can do to a friend's file in a quarter of an hour."""
    code = "\n".join(line for line, own in zip(text.lines, text.own) if own)
    code = WORD.sub(lambda w: w[0] if w[0] in KEPT or code[w.start() - 1:w.start()] in (".", ">") else f"my_{w[0]}", code)
    parts = re.split(r"(?m)^(?=\S.*\()", code)
    code = "\n".join(reversed(parts)).replace("{\n", "\n{\n").replace("    ", "\t")
    return text_of(f"{text.student} copied", {"x.c": code.encode()}, {})


def percents(texts: list[Text]) -> list[tuple[str, str, int]]:
    """Each pair, and the larger of its two shares: what the report would sort it by."""
    pairs = compare(texts, SHORTEST)
    count_lines(pairs, len(texts))
    shares = {(p.a.student, p.b.student): max(p.percent(p.a), p.percent(p.b)) for p in pairs}
    return [(a.student, b.student, shares.get((a.student, b.student), 0)) for i, a in enumerate(texts) for b in texts[i + 1:]]


def measure(modules: str = "[0-9][0-9]_*") -> tuple[list[tuple[str, str, int]], list[int]]:
    """Honest pairs, and the shares of copies with what they were made of."""
    honest: list[tuple[str, str, int]] = []
    copied: list[int] = []
    for folder in sorted((ROOT / "modules").glob(modules)):
        texts = [t for t in hands(folder.name).values() if sum(t.own) >= 20]
        honest += percents(texts)
        copied += [percents([text, disguised(text)])[0][2] for text in texts]
    return honest, copied


def main() -> int:
    try:
        honest, copied = measure()
    except GradingError as error:
        sys.exit(str(error))
    for a, b, share in sorted(honest, key=lambda row: -row[2]):
        print(f"  {share:3d} %  {a}; {b}")
    print(f"\n  of {len(honest)} honest pairs and {len(copied)} copies so many have at least\n  per cent  honest  copies")
    for step in STEPS:
        a, b = (sum(value >= step for value in values) / max(1, len(values)) for values in ([share for _, _, share in honest], copied))
        print(f"  {step:8d}  {100 * a:4.0f} %  {100 * b:4.0f} %  {'o' * round(20 * a):20} {'#' * round(20 * b)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
