"""lint_entropy.py - make lint-entropy: can a test be passed by guessing, or by doing nothing?

It says what judge/entropy.py found, checks that transcripts of other seeds and of constants are
refused, and lets functions that do nothing, give zeros, ones, NaN or their input back
(degenerate.py) take the place of each exercise: none may earn a point.

A worked example is the same in every round, so whoever has one test of the exercise right may keep
its answer in a table. An exercise has at most one such test, with few points; an edge case
(nothing, a tie, NaN, all masked) is drawn, or it would protect nothing.
"""
from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

from kindling_grading.batch import degenerate
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import all_modules, module_name
from kindling_grading.build.suite import Suite
from kindling_grading.course import ANSWERS
from kindling_grading.errors import GradingError
from kindling_grading.judge import entropy, values
from kindling_grading.judge.entropy import ROUNDS, SEEDS
from kindling_grading.judge.tests import TestInfo
from kindling_grading.judge.transcript import Record, Transcript
from kindling_grading.judge.trusted import transcripts
from kindling_grading.judge.values import Verdict


MOST_POINTS = 2  # of a worked example
MOST_OF_MODULE = 15  # of 100, in all its worked examples


def constants(right: Transcript) -> list[tuple[str, Transcript]]:
    """The transcript with every number replaced by the same one."""
    found = []
    for word, value in (("zeros", 0.0), ("ones", 1.0), ("NaN", math.nan)):
        records = [Record(r.kind, r.label, r.shape, [value if r.kind == "f" else 0 if math.isnan(value) else int(value)] * len(r.values),
                          r.tolerance, r.text) if r.kind in ("f", "i") else r for r in right.records]
        found.append((word, Transcript(right.test, records, True)))
    return found


def guesses(suite: Suite) -> list[str]:
    """Which transcripts made without the seed pass a test that is said to be beyond guessing."""
    tests = [t for t in suite.tests if not t.guessable and t.file != ANSWERS]
    runs = [transcripts(suite.reference, [(t, seed, t.rounds) for t in tests]) for seed in range(1000, 1000 + SEEDS)]
    troubles = []
    for i, test in enumerate(tests):
        right = runs[0][i]
        tried = [("the values of another seed", run[i]) for run in runs[1:]] + constants(right)
        tried = [(word, given) for word, given in tried if entropy.payload(given.records) != entropy.payload(right.records)]
        passed = {word for word, given in tried if values.compare(given, right) == Verdict("pass")}
        troubles += [f"{test.exercise}, {test.name}: {word} pass" for word in sorted(passed)]
    return troubles


def described(suite: Suite) -> list[str]:
    """What weigh found, and which exercises have no test of their own that is beyond guessing."""
    tests = [t for t in suite.tests if t.file != ANSWERS]
    more = [f"{t.name} {t.rounds}" for t in tests if t.rounds > ROUNDS]
    guessable = [t for t in tests if t.guessable]
    lines = [f"{suite.assignment}: {len(tests) - len(guessable)} of {len(tests)} tests are beyond guessing; the others, of "
             f"{sum(t.points + t.optional for t in guessable)} points, count only beside them"]
    lines += [f"  more rounds: {', '.join(more)}"] if more else []
    bare = sorted({t.exercise for t in tests} - {t.exercise for t in tests if not t.guessable})
    return lines + [f"  note: {exercise} has worked examples only; they count beside the other tests of its file" for exercise in bare]


def worked_examples(tests: list[TestInfo]) -> list[str]:
    """Which exercises have more than one constant test, and where they have too many points."""
    constant = [t for t in tests if t.guessable and t.file != ANSWERS]
    names = {t.exercise: [o.name for o in constant if o.exercise == t.exercise] for t in constant}
    troubles = [f"{exercise}: {' and '.join(found)} are the same in every round; draw the inputs of all but one"
                for exercise, found in names.items() if len(found) > 1]
    troubles += [f"{t.exercise}, {t.name}: {t.points + t.optional} points for a worked example, at most {MOST_POINTS}"
                 for t in constant if t.points + t.optional > MOST_POINTS]
    total = sum(t.points for t in constant)
    if total > MOST_OF_MODULE:
        troubles.append(f"{total} points are in worked examples, at most {MOST_OF_MODULE}; give them to tests with drawn inputs")
    return troubles


def main() -> int:
    parser = argparse.ArgumentParser(prog="entropy.py", description="Can a test be passed by guessing, or by doing nothing?")
    parser.add_argument("--module", default="", help="12, or several; without it, every module")
    parser.add_argument("--hidden", default="", help="a folder of hidden tests")
    parser.add_argument("--examples", action="store_true", help="ask only how much is in worked examples")
    o = parser.parse_args()
    troubles: list[str] = []
    try:
        for name in [module_name(m) for m in o.module.split()] or all_modules():
            suite = suites.load(name, False, Path(o.hidden) if o.hidden else None)
            print("\n".join(described(suite)), flush=True)
            found, tried = ([], 0) if o.examples else degenerate.troubles(suite)
            troubles += (new := worked_examples(suite.tests) + ([] if o.examples else guesses(suite)) + found)
            print("".join(f"  {line}\n" for line in new) + f"  {tried} functions that do not do their work were tried", flush=True)
    except GradingError as error:
        print(f"entropy: {error}", file=sys.stderr)
        return 2
    print(f"{len(troubles)} troubles: points without the work" if troubles else "nothing earns nothing")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
