"""leaks.py - does a file hold a line of a model answer?

A secret is a line of at least 24 letters, or a run of shorter lines of together at least 40, of a
model answer, another right solution, an answer to a question or a hidden test, that students are
not given anyway (their starting files, the headers). White space does not count; runs.py looks for
what was laid out in another way. What is looked for is looked for in every view of every file.
Hints of the tests may quote an answer, since the last one "nearly gives it away"; any other place
where a secret may stand is written down in given.txt. Invariant: nothing is let through that is not
written there.
"""
from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from kindling_grading.course import ROOMS
from kindling_grading.cutter import answers as cutter
from kindling_grading.release import tree, views

LINE, RUN = 24, 40
START = 12  # the letters of a secret by which it is looked up


def code_lines(text: str) -> list[str]:
    """Normalised lines without comments, includes and heads of loops, which say nothing alone."""
    bare = re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)
    bare = re.sub(r"(?m)//.*$|^#include .*$|^ *for \([^;]*;[^;]*;[^;]*\)( \{)?$", "", bare)
    return [views.normal(line) for line in bare.splitlines()]


def grams(lines: list[str]) -> dict[str, int]:
    """Text -> number of its first line: long lines, and short lines with their followers."""
    found: dict[str, int] = {}
    full = [(i + 1, line) for i, line in enumerate(lines) if line]
    for k, (number, line) in enumerate(full):
        if len(line) >= LINE:
            found.setdefault(line, number)
        elif len(line) > 1:
            run = ""
            for _, more in full[k:k + 6]:
                run += more
                if len(run) >= RUN:
                    found.setdefault(run, number)
                    break
    return found


def secrets(top: Path, hidden: Path | None = None) -> dict[str, str]:
    """Secret -> where it comes from."""
    answers = tree.answers(top)
    given = "\n".join([*(views.normal(p.read_text()) for p in
                         [*(top / "modules").rglob("*.[ch]"), *(p for room in ROOMS for p in (top / room).rglob("*.h"))]),
                       *map(views.normal, tree.given(top).values())])
    found: dict[str, str] = {}
    for source, text in answers.items():
        for gram in grams(code_lines(text)):
            if gram not in given and gram != cutter.MARK:
                found.setdefault(gram, source)
    shown = "\n".join(views.normal(p.read_text()) for p in (top / "tests/course").glob("[0-9][0-9]_*/*.[ch]")
                      if p.relative_to(top).as_posix() not in tree.answer_tests(top))
    tests = [top / t for t in tree.answer_tests(top)] + (sorted(hidden.rglob("*.c")) if hidden else [])
    for path in tests:
        for line, text in enumerate(code_lines(path.read_text())):
            if len(text) >= LINE and text not in shown:
                found.setdefault(text, f"{path.name}:{line + 1}")
    engine = "\n".join(views.normal(p.read_text()) for room in ROOMS for p in (top / room).rglob("*.c")
                       if p.relative_to(top).as_posix() not in answers)
    for path in sorted((top / "tests/course").glob("[0-9][0-9]_*/others.txt")):
        for gram in grams(shown_code(tree.others(top, path.parent.name))):
            if gram not in given and gram not in engine:  # loops that engine files have, too
                found.setdefault(gram, path.relative_to(top).as_posix())
    for path in sorted((top / "tests/course").glob("[0-9][0-9]_*/answers.txt")):
        for line in path.read_text().splitlines():
            if re.match(r"\w+ *= *[^?\s]", line):
                found[views.normal(line)] = f"tests/course/{path.parent.name}/answers.txt"
    return found


def shown_code(others: bytes) -> list[str]:
    return code_lines("\n".join(line for line in others.decode().splitlines() if line.startswith("    ")))


def exceptions() -> set[tuple[str, str]]:
    """(file, normalised code) of given.txt: file, two spaces or more, code."""
    found = set()
    for line in (tree.LISTS / "given.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, code = re.split(r"\s{2,}", line, maxsplit=1)
            found.add((name, views.normal(code)))
    return found


def without_hints(data: bytes, hints: str) -> bytes:
    """A module's data without those hints that stand in its hints.txt, where the last one may
    nearly be the answer."""
    try:
        module = json.loads(data)
        told = views.normal(hints)
        module["hints"] = [hint for hints in module["hints"].values() for hint in hints if views.normal(hint) not in told]
    except (ValueError, KeyError, AttributeError, TypeError):
        return data
    return json.dumps(module, ensure_ascii=False).encode()


def by_start(wanted: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for secret in wanted:
        found.setdefault(secret[:START], []).append(secret)
    return found


def secrets_in(text: str, starts: dict[str, list[str]]) -> set[str]:
    """One pass over a text instead of one for each of some thousand secrets."""
    seen = {start for i in range(len(text)) if (start := text[i:i + START]) in starts}
    seen |= {start for start in starts if len(start) < START and start in text}
    return {secret for start in seen for secret in starts[start] if secret in text}


def looked_at(edition: dict[str, bytes], opened: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Files in which nothing may stand: all but those of hints, and other solutions as they were
    opened."""
    for name in sorted(edition):
        if opened.get(name) == edition[name] or re.fullmatch(r"tests/course/[0-9][0-9]_\w+/hints\.txt", name):
            continue
        data = edition[name]
        if module := re.fullmatch(r"web/data/modules/(\w+)\.json", name):
            data = without_hints(data, edition.get(f"tests/course/{module[1]}/hints.txt", b"").decode())
        yield name, data


def scan(edition: dict[str, bytes], wanted: dict[str, str], opened: dict[str, bytes]) -> list[str]:
    """A sentence for every secret in a file of the edition. opened: other right solutions that
    students may see; their files hold these bytes and no others."""
    allowed, leaks = exceptions(), []
    # what the edition shows may stand in its web/, too
    shown = {secret for name, secret in allowed if name in edition}
    starts = by_start(wanted)
    for name, data in looked_at(edition, opened):
        is_web = name.startswith("web/")
        held = set().union(*(secrets_in(text, starts) for text in views.texts(data)))
        for secret, source in wanted.items() if held else ():
            if secret in held and (name, secret) not in allowed and not (is_web and secret in shown):
                leaks.append(f"{name} holds {source}: {secret}")
    return leaks
