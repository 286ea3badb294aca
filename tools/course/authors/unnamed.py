"""unnamed.py 12_attention - wrong answers that the tests see and no row of mistakes.txt names, the largest class first.

Wrong answers are the small changes of auto_mutants.py. Those that fail the same tests of an exercise with the same digests are one
class; a class that has a row is left out. The others are for a person to read: what a student could do gets a row (make new-mutant),
what nobody would do is forgotten. What the report says already stands beside each.
"""
from __future__ import annotations

import os
import sys
from collections import defaultdict
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "grading"))
import auto_mutants  # beside this file
import variants
import matrix
import names

SHOWN = int(os.environ.get("MOST_CLASSES") or 20)
Digests = frozenset[tuple]


def key_of(digests: list[str]) -> Digests:
    """Sums of the same numbers differ in their last digits."""
    def rounded(word: str) -> str:
        return f"{float(word) + 0.0:.6g}"

    return frozenset((kind, *names, *map(rounded, sums)) for kind, names, sums in ((w[0], w[1:3], w[3:]) for w in map(str.split, digests)))


def classes(made: variants.Program, mutants: dict) -> dict[tuple[str, Digests], list[str]]:
    found = defaultdict(list)
    for name, told in made.run(mutants, [*names.RECORD, ""]).items():
        exercise, digests = names.failures(told)
        if digests:
            found[exercise, key_of(digests)].append(name)
    return found


def said(made: variants.Program, name: str, table: Path) -> str:
    """The first sentence of the report."""
    report = made.run([name], ["--seconds", "3", "--number", "0", "--all", "--names", str(table)])[name]
    for failure in matrix.failures(report):
        return failure.fields.get("likely") or failure.fields.get("problem") or f"nothing; got {failure.fields.get('got', '')}"
    return "nothing"


def main(module: str) -> None:
    mutants, _ = auto_mutants.drawn(module)
    rows = names.of_module(module)
    made = variants.build(module, {name: {file: text} for name, (file, text, _) in mutants.items()}, Path("build/unnamed", module))
    table = made.place / "names"
    table.write_text("\n".join(map(str, rows)))
    known = {(row.exercise, key_of(row.digests)) for row in rows}
    found = classes(made, mutants)
    new = sorted(((key, of) for key, of in found.items() if key not in known), key=lambda one: (-len(one[1]), one[0][0]))
    seen = sum(map(len, found.values()))
    print(f"{module}: {seen} of {len(mutants)} changes fail a test, in {len(found)} ways; {seen - sum(len(of) for _, of in new)} of them are those of a row")
    for (exercise, _), of in new[:SHOWN]:
        print(f"\n  {len(of)}  {exercise}   {said(made, of[0], table)}")
        for name in of[:3]:
            print(f"     {mutants[name][2]}")
    if len(new) > SHOWN:
        print(f"\n  and {len(new) - SHOWN} smaller classes (MOST_CLASSES=100 shows more)")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: unnamed.py 12_attention")
    try:
        main(sys.argv[1])
    except (names.Refused, variants.Refused) as why:
        sys.exit(str(why))
