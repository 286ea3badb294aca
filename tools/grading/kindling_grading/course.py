"""course.py - the tree that this package stands in: where it is, and what it says about itself.

Invariant: nothing here runs or writes anything.
"""
from __future__ import annotations

import functools
import hashlib
import re
import sys
from pathlib import Path

from kindling_grading.errors import SuiteError

GRADING = Path(__file__).resolve().parents[1]
ROOT = GRADING.parents[1]
ANSWERS = "answers.txt"


def line_of(file: str, pattern: str) -> str:
    """What a line of one of the course's own files says."""
    found = re.search(pattern, (ROOT / file).read_text(), re.M)
    if found is None:
        raise SuiteError(f"{file} has no line like {pattern}")
    return found[1]


def bare(code: str) -> list[str]:
    """Lines without comments; as many as before. A comment that is never closed is none."""
    kept, at = [], 0
    last = code.rfind("*/")  # no comment is closed behind it, so none is looked for there
    while 0 <= (start := code.find("/*", at)) and start + 2 <= last:
        end = code.index("*/", start + 2) + 2
        kept += [code[at:start], "\n" * code.count("\n", start, end)]
        at = end
    return "".join([*kept, code[at:]]).splitlines()


ROOMS = tuple(line_of("Makefile", r"^ROOMS := (.*)").split())  # folders of the engine, lowest first
VERSION = line_of("tensor/tensor.h", r'^#define KINDLING_VERSION "(.*)"')


@functools.lru_cache
def given_tests(top: Path, module: str) -> str:
    """A checksum of the tests of a module that an edition of this tree has as files, as its make
    submit writes it down. The right numbers of answers.txt are there as an object."""
    found = [p for p in sorted((top / "tests/course" / module).glob("*.[ch]")) if p.name != "answers_want.c"]
    listed = "".join(f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.relative_to(top).as_posix()}\n" for p in found)
    return hashlib.sha256(listed.encode()).hexdigest()


def program(module: str) -> list[str]:
    """The beginning of a command that runs one of this package's programs, from wherever:
    program("batch.grade")."""
    return [sys.executable, "-B", str(GRADING), module]
