"""entropy.py - can a test be passed without knowing anything?

A transcript that is the same for every seed, or one of a few, could be kept in a table. So the trusted
program runs each test with many seeds: if the rounds hold numbers that never come twice, three rounds
are beyond guessing; if they hold few bits (a mask of a length from 4 to 9), as many more rounds are run
as make 40 bits; if even that is not enough (worked examples, yes or no), the test is marked guessable
and earns its points only together with the other tests of its exercise.

As a program (make lint-entropy) it says what was found, checks that transcripts of other seeds and of
constants are refused, and lets functions that do nothing, give zeros, ones, NaN or their input back
(degenerate.py) take the place of each exercise: none may earn a point.
"""
from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from pathlib import Path

from trusted import transcripts
from transcript import Record, Transcript

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


def payload(records: list[Record]) -> tuple:
    """What has to be guessed of one round. Limits are no values: anything beyond them will do."""
    return tuple((r.kind, r.shape, tuple(map(repr, r.values))) for r in records if r.kind in ("f", "i"))


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


def weights(suite) -> dict[str, tuple[int, bool]]:
    """For every test of a suite; those of answers.txt are judged outside and are guessable by nature."""
    names = [t.name for t in suite.tests]
    many = [transcripts(suite.reference, [(n, seed * 0x9E3779B97F4A7C15 % 2**64, ROUNDS) for n in names])
            for seed in range(1, SEEDS + 1)]
    result = {}
    for i, test in enumerate(suite.tests):
        answers = test.file == "answers.txt"
        result[test.name] = (1, False) if answers else weigh([run[i] for run in many])
    return result


# ---- make lint-entropy --------------------------------------------------------------------------------


def constants(right: Transcript) -> list[tuple[str, Transcript]]:
    """The transcript with every number replaced by the same one."""
    found = []
    for word, value in (("zeros", 0.0), ("ones", 1.0), ("NaN", math.nan)):
        records = [Record(r.kind, r.label, r.shape, [value if r.kind == "f" else 0 if math.isnan(value) else int(value)] * len(r.values),
                          r.tolerance, r.text) if r.kind in ("f", "i") else r for r in right.records]
        found.append((word, Transcript(right.test, records, True)))
    return found


def guesses(suite) -> list[str]:
    """Which transcripts made without the seed pass a test that is said to be beyond guessing."""
    import judge

    tests = [t for t in suite.tests if not t.guessable and t.file != "answers.txt"]
    runs = [transcripts(suite.reference, [(t.name, seed, t.rounds) for t in tests]) for seed in range(1000, 1000 + SEEDS)]
    troubles = []
    for i, test in enumerate(tests):
        right = runs[0][i]
        tried = [("the values of another seed", run[i]) for run in runs[1:]] + constants(right)
        tried = [(word, given) for word, given in tried if payload(given.records) != payload(right.records)]
        passed = {word for word, given in tried if judge.compare(given, right) == judge.Verdict("pass")}
        troubles += [f"{test.exercise}, {test.name}: {word} pass" for word in sorted(passed)]
    return troubles


def described(suite) -> list[str]:
    """What weigh found, and which exercises have no test of their own that is beyond guessing."""
    tests = [t for t in suite.tests if t.file != "answers.txt"]
    more = [f"{t.name} {t.rounds}" for t in tests if t.rounds > ROUNDS]
    guessable = sum(t.guessable for t in tests)
    lines = [f"{suite.assignment}: {len(tests) - guessable} of {len(tests)} tests are beyond guessing, the others count only beside them"]
    lines += [f"  more rounds: {', '.join(more)}"] if more else []
    bare = sorted({t.exercise for t in tests} - {t.exercise for t in tests if not t.guessable})
    return lines + [f"  note: {exercise} has worked examples only; they count beside the other tests of its file" for exercise in bare]


def main() -> int:
    import degenerate
    import suite as suites

    parser = argparse.ArgumentParser(prog="entropy.py", description="Can a test be passed by guessing, or by doing nothing?")
    parser.add_argument("--module", default="", help="12; without it, every module")
    parser.add_argument("--hidden", default="", help="a folder of hidden tests")
    o = parser.parse_args()
    troubles: list[str] = []
    try:
        for name in [suites.module_name(o.module)] if o.module else suites.all_modules():
            suite = suites.load(name, False, Path(o.hidden) if o.hidden else None)
            print("\n".join(described(suite)), flush=True)
            found, tried = degenerate.troubles(suite)
            troubles += (new := guesses(suite) + found)
            print("".join(f"  {line}\n" for line in new) + f"  {tried} functions that do not do their work were tried", flush=True)
    except (suites.SuiteError, degenerate.TrustedError) as error:
        print(f"entropy: {error}", file=sys.stderr)
        return 2
    print(f"{len(troubles)} tests can be passed without doing the work" if troubles else "nothing earns nothing")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
