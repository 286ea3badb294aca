"""oddities.py - what lies among the submissions and is read by nobody, or not as it seems: the
instructor has to know, since a student would pay."""
from __future__ import annotations

import csv
import io
from pathlib import Path

from kindling_grading.batch import names, storage

MOST = 5  # rows of a table that are named
# In the folder of results: files that may be an answer, and nobody's; results without a submission.
NOBODYS, GONE = "nobodys.csv", "gone.csv"
FORGOTTEN = "forgotten"  # an empty file: make forget has taken somebody's work away here


def oddities(folder: Path) -> list[str]:
    found = names.handed_in(folder)
    lines = [f"{found.read[name].name} is read, and not {', '.join(others)}: two of one student"
             for name, others in sorted(found.beside.items())]
    lines = [f"{name} is a loose file, so nobody's: a submission is a folder or an archive" for name in found.strays] + lines
    lines += [f"{path.name} is read as a student of that name: an attempt is called NAME@TIME, such as anna@2026-02-01T10:00:00Z"
              for path in found.read.values() if names.odd_time(names.name_of(path))]
    late = sorted(name for name, path in found.read.items() if any("LATE" in note for note in names.received(name, path)[1]))
    if late:
        lines.append(f"LATE, as their files are called, and when is not known: {', '.join(late)}; {names.MANIFEST} can say it, or nothing is taken off")
    return lines + of_the_manifest(folder, sorted(found.read))


def of_the_manifest(folder: Path, students: list[str]) -> list[str]:
    """One line for all rows that are nobody's, since these are often all of them: the roster's names in
    place of the downloads'; and one for times that are an hour off, or many."""
    nobody, no_zone = names.of_nobody(folder, set(students)), names.without_zone(folder)
    lines = []
    if nobody:
        more = f" and {len(nobody) - MOST} more" if len(nobody) > MOST else ""
        called = f", such as {students[0]}" if students else ""
        lines.append(f"{names.MANIFEST}: nobody here is called {', '.join(map(repr, nobody[:MOST]))}{more}; students are called there "
                     f"as results are{called}")
    if no_zone:
        lines.append(f"{names.MANIFEST}: {no_zone[0]}{f' and {len(no_zone) - 1} more' if no_zone[1:] else ''} without a time zone, so taken as UTC, "
                     "whatever zone the policy names; a time on other clocks is written 2026-02-01T10:00:00+01:00")
    return lines


def remember(folder: Path, out: Path) -> list[str]:
    """For the books: while something may be the work of somebody who seems to have handed in
    nothing, nobody's blank becomes a 0; and whose results lie in OUT without a submission here."""
    found = names.handed_in(folder)
    gone = sorted({path.parent.name for path in out.glob(f"*/{storage.NAME}")} - set(found.read))
    out.mkdir(parents=True, exist_ok=True)
    for name, head, lines in ((NOBODYS, "file", [n for n in found.strays if names.is_answer(n)]), (GONE, "student", gone)):
        text = io.StringIO(newline="")
        csv.writer(text).writerows([[head], *([line] for line in lines)])
        if lines:
            storage.write_whole(out / name, text.getvalue())
        else:
            (out / name).unlink(missing_ok=True)
    return [f"{name} has a result and no submission here any more: it stays in the books until you delete {out.name}/{name}" for name in gone]


def remembered(path: Path) -> tuple[str, ...]:
    try:
        with path.open(encoding="utf-8", newline="") as file:
            return tuple(row[0] for row in list(csv.reader(file))[1:])
    except OSError:
        return ()
