"""every_module.py - make grade-course: in the box, are the model answers of every module worth 100
and its starting files 0?

That is what each batch asks of its own module before it begins; here it is asked of all, so that
nobody learns it from a class whose batch is void. --build only makes the suites, which somebody
else may then use.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kindling_grading.batch import storage
from kindling_grading.batch.grade import Batch
from kindling_grading.box import selftest
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import all_modules, module_name
from kindling_grading.errors import GradingError, Misuse

POINTS = 100
KEY = b"of nobody's class" * 2


def troubles(module: str, folder: Path) -> list[str]:
    suite = suites.load(module)
    total = sum(test.points for test in suite.tests)
    wrong = [f"its tests have {total} points"] if total != POINTS else []
    return wrong + Batch(suite, KEY, "every module", folder).canaries(folder)


def asked(modules: list[str], jobs: int) -> Iterator[tuple[str, list[str]]]:
    with storage.work_folder() as folder, ThreadPoolExecutor(jobs) as pool:
        yield from zip(modules, pool.map(lambda module: troubles(module, folder / module), modules))


def main() -> int:
    parser = argparse.ArgumentParser(description="Grade the model answers and the starting files of every module.")
    parser.add_argument("--module", default="", help="12, or several; without it, every module")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--build", action="store_true", help="make the suites, and grade nothing")
    wish = parser.parse_args()
    wrong = 0
    try:
        modules = [module_name(m) for m in wish.module.split()] or all_modules()
        if wish.build:
            for module in modules:
                suites.load(module)
            return 0
        if leaks := selftest.run_all():
            raise Misuse("the box is not tight on this machine: " + "; ".join(leaks))
        for module, found in asked(modules, wish.jobs):
            print("\n    ".join([f"  {'FAILED' if found else 'holds '}  {module}", *found]), flush=True)
            wrong += bool(found)
    except GradingError as error:
        print(f"grade-course: {error}", file=sys.stderr)
        return 2
    print(f"{wrong} of {len(modules)} modules cannot be graded" if wrong else f"{len(modules)} modules: the model answers earn {POINTS}, the starting files 0")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
