"""shard.py - one share of a batch, for many machines: every COUNT-th student, beginning with INDEX.

    python3 tools/grading batch.shard 3/10 --module 12 --submissions dir --out grades

The share is graded by grade.py as a batch of its own, canaries and all, under OUT/shards/3-of-10,
and can be stopped and started again like any other. Its results are then put into OUT by rename:
the same bytes as if one machine had graded everybody. Invariant: what a void batch says never gets
into OUT.
"""
from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from kindling_grading.batch import grade, names, storage

FILES = ("timing.tsv", "grade.json")  # the result last: where it is, all of it is


def share(students: list[str], index: int, count: int) -> list[str]:
    return students[index::count]


def put(source: Path, target: Path) -> None:
    """A whole file under its name, or none."""
    fresh = target.with_name(f".{target.name}.{os.uname().nodename}.{os.getpid()}")
    with fresh.open("wb") as file:
        file.write(source.read_bytes())
        file.flush()
        os.fsync(file.fileno())
    fresh.rename(target)


def hand_over(part: Path, out: Path) -> int:
    """Results of a share -> where make grade would have put them."""
    moved = 0
    for result in sorted(part.glob("*/*/grade.json")):
        folder = out / result.parent.relative_to(part)
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            if (result.parent / name).exists():
                put(result.parent / name, folder / name)
        moved += 1
    return moved


def main(arguments: list[str]) -> int:
    match = re.fullmatch(r"(\d+)/(\d+)", arguments[0]) if arguments else None
    if not match or int(match[1]) >= int(match[2]):
        print((__doc__ or "").split("\n\n")[1].strip() + "\nINDEX counts from 0; what follows are options of grade.py", file=sys.stderr)
        return 2
    index, count = int(match[1]), int(match[2])
    # the course's folder may be shared
    storage.WORK = storage.WORK.with_name(f"work-{os.uname().nodename}")
    options = grade.options(arguments[1:])
    out = Path(options.out).resolve()
    part = out / "shards" / f"{index}-of-{count}"
    students = share([name for name, _ in names.students(Path(options.submissions))], index, count)
    if not students:
        print(f"share {index} of {count} is empty")
        return 0
    status = grade.main([*arguments[1:], "--out", str(part), *(f"--student={name}" for name in students)])
    if status in (grade.GOOD, grade.TROUBLE):
        print(f"share {index} of {count}: {hand_over(part, out)} results in {out}")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
