"""names.py - records what each known mistake gives, so that a student who makes it can be told.

Every row of mistakes.txt and every block of strangers.txt with a line says: is built and run on the inputs of the module's own
tests. The table holds its sentence and a digest of each of its exercise's tests that fails
(tests/harness/digest.c); tests/harness/names.c looks failures up in it. No answer and no mistake
can be read from a digest.

    names.py 12_attention build/double/course/12_attention.names
"""
from __future__ import annotations

import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
import strangers  # noqa: E402
import variants  # noqa: E402
from mistakes import Refused, rows  # noqa: E402

SEED = ("--seed", os.environ["SEED"]) if os.environ.get("SEED") else ()  # the home seed
RECORD = (*SEED, "--seconds", "3", "--record")  # a mistake that has no end is told by that alone


@dataclass
class Recorded:
    exercise: str
    says: str
    digests: list[str]

    def __str__(self) -> str:
        return "\n".join([f"exercise {self.exercise}", f"says {self.says}", *self.digests]) + "\n"


def failures(told: str) -> tuple[str, list[str]]:
    """The first exercise of which a test fails, and the digests of those that do."""
    lines = [line.split("\t") for line in told.splitlines() if re.search(r"\t(digest|crash|said) ", line)]
    exercise = lines[0][0] if lines else ""
    return exercise, [digest for of, digest in lines if of == exercise]


def recorded(made: variants.Program, says: dict[str, str], exercises: dict[str, str]) -> list[Recorded]:
    """Of each variant that fails: in its exercise, or else in the first whose tests see it."""
    told: dict[str, str] = {}
    for exercise in set(exercises.values()):
        told |= made.run([name for name in says if exercises[name] == exercise], [*RECORD, exercise])
    told |= made.run([name for name in told if not failures(told[name])[1]], [*RECORD, ""])
    found = {name: failures(text) for name, text in told.items()}
    return [Recorded(found[name][0], sentence, found[name][1]) for name, sentence in says.items() if found.get(name, ("", []))[1]]


@dataclass
class Known:
    """A mistake with a sentence, of whichever table."""
    exercise: str
    says: str
    files: dict[str, str]


def known(module: str) -> dict[str, Known]:
    found = {row.name: Known(row.fields["exercise"], row.fields["says"], row.handed_in(module))
             for row in rows(module) if not row.wrong and "says" in row.fields}
    return found | {a.name: Known(a.exercise, a.says, a.files(module)) for a in strangers.of_module(module) if a.says}


def in_program(made: variants.Program, table: dict[str, Known]) -> list[Recorded]:
    return recorded(made, {name: one.says for name, one in table.items()}, {name: one.exercise for name, one in table.items()})


def of_module(module: str) -> list[Recorded]:
    table = known(module)
    Path("build").mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir="build") as room:  # of its own: two programs may want the table at once
        return in_program(variants.build(module, {name: one.files for name, one in table.items()}, Path(os.path.relpath(room))), table)


def write(path: Path, found: list[Recorded]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_suffix(f".{os.getpid()}")
    whole.write_text("\n".join(map(str, found)))
    whole.replace(path)


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit("usage: names.py 12_attention file")
    try:
        write(Path(sys.argv[2]), of_module(sys.argv[1]))
    except (Refused, variants.Refused) as why:
        sys.exit(str(why))


if __name__ == "__main__":
    main()
