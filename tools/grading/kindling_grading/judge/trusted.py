"""trusted.py - asks trusted programs what is right, and what a known mistake gives, outside of any box.

Nothing of a student is linked to that program and none of their bytes reach it: only numbers of
tests, numbers of rounds and seeds. Its transcripts may still be read with the same care as any
other.
"""
from __future__ import annotations

import os
import subprocess
from pathlib import Path

from kindling_grading.errors import TrustedError
from kindling_grading.judge import transcript
from kindling_grading.judge.tests import TestInfo
from kindling_grading.judge.transcript import Transcript

SECONDS = 120
MOST_SECONDS = 10  # of a known mistake
Asked = tuple[TestInfo, int, int]  # a test, its seed, its rounds


def ran(program: Path, words: list[str], asked: list[Asked], seconds: float) -> subprocess.CompletedProcess[bytes]:
    command = [str(program), *words]
    for test, seed, rounds in asked:
        command += ["--rounds", str(rounds), "--test", str(test.number), "--seed", str(seed)]
    # The program writes on descriptor 3; what it prints besides goes where errors go.
    return subprocess.run(["/bin/sh", "-c", 'exec "$@" 3>&1 1>&2', "sh", *command], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=seconds, env={"PATH": os.environ.get("PATH", "/usr/bin:/bin")})


def written(program: Path, words: list[str], asked: list[Asked]) -> list[Transcript] | None:
    """What a program that errs has written of each; where a test kills it, the next begins anew. None:
    it finds no end."""
    found: list[Transcript] = []
    while len(found) < len(asked):
        try:
            done = ran(program, words, asked[len(found):], MOST_SECONDS)
        except subprocess.TimeoutExpired:
            return None
        said = [transcript.parse(part) for part in transcript.split(done.stdout)]
        found += said or [Transcript()]
    return found


def transcripts(program: Path, asked: list[Asked]) -> list[Transcript]:
    """What is right for each, from one run of the program."""
    done = ran(program, [], asked, SECONDS)
    found = [transcript.parse(part) for part in transcript.split(done.stdout)]
    for (test, _, _), said in zip(asked, found):
        if said.test != str(test.number) or not said.whole or any(r.kind in ("failed", "todo") for r in said.records):
            failed = next((r.text for r in said.records if r.kind == "failed"), said.trouble)
            raise TrustedError(f"the reference does not pass {test.name}: {failed}")
    if len(found) != len(asked):
        raise TrustedError(f"the trusted program ended with status {done.returncode} before all tests: "
                           f"{done.stderr.decode('utf-8', 'replace').strip()[-300:]}")
    return found
