"""oddities.py - what lies among the submissions and is read by nobody, or not as it seems: the
instructor has to know, since a student would pay."""
from __future__ import annotations

from pathlib import Path

from kindling_grading.batch import names, storage

NOBODYS = "nobodys.txt"  # in the folder of results: files that may be an answer, and nobody's


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
    return lines + [f"{names.MANIFEST}: {name!r} is nobody here" for name in names.of_nobody(folder, set(found.read))]


def remember(folder: Path, out: Path) -> None:
    """For the books: while something may be the work of somebody who seems to have handed in
    nothing, nobody's blank becomes a 0."""
    strays = [name for name in names.handed_in(folder).strays if names.is_answer(name)]
    if strays:
        out.mkdir(parents=True, exist_ok=True)
        storage.write_whole(out / NOBODYS, "".join(f"{name!a}\n" for name in strays))
    else:
        (out / NOBODYS).unlink(missing_ok=True)
