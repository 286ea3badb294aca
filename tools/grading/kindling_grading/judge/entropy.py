"""entropy.py - can a test be passed without knowing anything?

A transcript that is the same for every seed, or one of a few, could be kept in a table. So the
trusted program runs each test with many seeds: if the rounds hold numbers that never come twice,
three rounds are beyond guessing; if they hold few bits (a mask of a length from 4 to 9), as many
more rounds are run as make 40 bits; if even that is not enough (worked examples, yes or no), the
test is marked guessable and earns its points only together with the other tests of its exercise.
"""
from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

from kindling_grading.course import ANSWERS
from kindling_grading.judge.tests import TestInfo
from kindling_grading.judge.transcript import Record, Transcript
from kindling_grading.judge.trusted import transcripts

SEEDS = 32
ROUNDS = 3  # as in make 12
MOST_ROUNDS = 48
BITS = 40


def rounds_of(transcript: Transcript) -> list[list[Record]]:
    """The records between round and kept, for each round."""
    rounds: list[list[Record]] = []
    for record in transcript.records:
        if record.kind == "round":
            rounds.append([])
        elif record.kind != "kept" and rounds:
            rounds[-1].append(record)
    return rounds


def payload(records: list[Record]) -> tuple[tuple[str, tuple[int, ...], tuple[str, ...]], ...]:
    """What has to be guessed of one round: numbers, and texts that are compared word for word.
    Limits are no values, anything beyond them will do; nor are messages, which say what was given
    to whoever refuses all."""
    return tuple((r.kind, r.shape, tuple(map(repr, r.values or [r.text]))) for r in records if r.kind in ("f", "i", "s"))


def wide_numbers(records: list[Record]) -> set[float]:
    """Numbers that use more digits than a simple fraction has: draws, and what was made of them."""
    values = {v for r in records if r.kind == "f" for v in r.values if math.isfinite(v) and v != 0}
    return {v for v in values if math.frexp(v)[0] * (1 << 26) % 1 != 0}


def bits_per_round(rounds: list[list[Record]]) -> float:
    """How hard one round is to guess, at least; from many rounds with seeds of their own."""
    wide = [wide_numbers(r) for r in rounds]
    seen = Counter(v for numbers in wide for v in numbers)
    if all(any(seen[v] == 1 for v in numbers) for numbers in wide):
        return BITS / ROUNDS
    commonest = Counter(map(payload, rounds)).most_common(1)[0][1]
    return math.log2(len(rounds) / commonest)


def weigh(runs: list[Transcript]) -> tuple[int, bool]:
    """Rounds to run, and whether the test stays guessable."""
    bits = bits_per_round([r for run in runs for r in rounds_of(run)])
    needed = math.ceil(BITS / bits - 1e-9) if bits > 0 else MOST_ROUNDS + 1
    return (ROUNDS, True) if needed > MOST_ROUNDS else (max(ROUNDS, needed), False)


def weights(reference: Path, tests: list[TestInfo]) -> dict[str, tuple[int, bool]]:
    """For every test of a suite; those of answers.txt are judged outside and are guessable by
    nature."""
    many = [transcripts(reference, [(t, seed * 0x9E3779B97F4A7C15 % 2**64, ROUNDS) for t in tests])
            for seed in range(1, SEEDS + 1)]
    result: dict[str, tuple[int, bool]] = {}
    for i, test in enumerate(tests):
        result[test.name] = (1, False) if test.file == ANSWERS else weigh([run[i] for run in many])
    return result
