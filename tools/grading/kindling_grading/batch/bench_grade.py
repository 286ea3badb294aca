"""bench_grade.py - how long a class takes: N submissions as they come in, through make grade's own
path.

The mixture: the reference with one known mistake each (tests/course), finished and half-finished
work, hardly begun work; and of every fifty one with a file that does not compile, three in which
every test crashes, computes without end or sleeps without end, and, in module 12, three of
tests/attacks, each time others. --hidden DIR adds hidden tests, as make grade does. Files that a
student did not touch are the starting ones; every other file is new, down to the last byte, so
nothing that was graded before helps.
"""
from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path

from kindling_grading.batch import attack, attack_made
from kindling_grading.build import suite as suites
from kindling_grading.build.sources import module_name
from kindling_grading.build.suite import Suite
from kindling_grading.course import ROOT, program

# what every function of a submission begins with
ODD = {"crash": "*(volatile int *)0 = 1;", "loop": "for (volatile int i = 0;; i++) { }", "sleep": "for (;;) pause();"}


def write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, contents in files.items():
        (folder / name.split("/")[1]).write_bytes(contents)


def mark(folder: Path, stubs: dict[str, bytes], number: int) -> None:
    """Make what was touched different from everybody else's."""
    for name, stub in stubs.items():
        file = folder / name.split("/")[1]
        if file.read_bytes() != stub:
            with file.open("a") as end:
                end.write(f"/* {number} */\n" if name.endswith(".c") else f"# {number}\n")


@cache
def mistake(module: str, name: str) -> dict[str, bytes]:
    """The files of a known mistake, as the course's own tool makes them of the model answers."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-B", "tools/course/authors/mistakes.py", "files", module, name, folder], cwd=ROOT, check=True)
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def hostile(suite: Suite) -> list[bytes]:
    """Files that attack, in place of scores.c."""
    if suite.assignment != attack_made.MODULE:
        return []
    honest = attack_made.honest_files()["scores.c"].decode()
    texts = [path.read_text() for path in sorted((ROOT / "tests/attacks").glob("*.c"))]
    return [attack.armed(text, attack.read_table(text)[1], honest).encode() for text in texts]


def spoil(folder: Path, how: int) -> None:
    """The first file does not compile, or all of them crash, compute or sleep."""
    files = sorted(folder.glob("*.c"))
    if how == len(ODD):
        files[-1].write_bytes(files[-1].read_bytes() + b"int x = ;\n")
        return
    for file in files:
        body = b"\n{\n    " + ODD[sorted(ODD)[how]].encode() + b"\n"
        file.write_bytes(b"#include <unistd.h>\n" + file.read_bytes().replace(b"\n{\n", body))


def mixture(suite: Suite, where: Path, count: int) -> None:
    """Of every 10: 6 with a mistake, 2 right, 1 half-finished, 1 hardly begun; of every 50 four odd
    ones, three hostile."""
    attacks = hostile(suite)
    table = ROOT / "tests/course" / suite.assignment / "mistakes.txt"
    known = re.findall(r"^name: (\w+)", table.read_text(), re.M) if table.is_file() else []
    names = sorted(suite.reference_files)
    for i in range(count):
        folder, kind = where / f"s{i:04}", i % 10
        done = len(names) if kind < 8 else len(names) // 2 if kind == 8 else 1
        files = {n: (suite.reference_files if n in names[:done] else suite.stub_files)[n] for n in names}
        write(folder, files)
        if kind < 6 and known:
            for file, contents in mistake(suite.assignment, known[i % len(known)]).items():
                (folder / file).write_bytes(contents)
        if i % 50 in (11, 22, 33, 44):
            spoil(folder, i % 50 // 11 - 1)
        if i % 50 in (6, 26, 46) and attacks:  # those that are right by themselves
            (folder / "scores.c").write_bytes(attacks[i // 20 * 17 % len(attacks)])
        mark(folder, suite.stub_files, i)


def main() -> int:
    parser = argparse.ArgumentParser(prog="bench_grade.py", description="How long a class takes to grade.")
    parser.add_argument("--module", default="12")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--hidden", type=Path)
    o = parser.parse_args()
    suite = suites.load(module_name(o.module), False, o.hidden)
    with tempfile.TemporaryDirectory() as name:
        mixture(suite, Path(name, "in"), o.count)
        started, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*program("batch.grade"), "--module", o.module, "--jobs", o.jobs,
                               "--submissions", f"{name}/in", "--out", f"{name}/out", *(["--hidden", str(o.hidden)] if o.hidden else [])], stdout=subprocess.PIPE, text=True)
        took = time.monotonic() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    print(done.stdout.splitlines()[-1] if done.stdout else "nothing was graded")
    print(f"{o.count} submissions of {suite.assignment}, {o.jobs} at a time: {took:.0f} s, {took / o.count:.2f} s each; "
          f"{cpu / o.count:.2f} s of computing each")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
