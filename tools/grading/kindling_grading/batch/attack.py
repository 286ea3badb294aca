"""attack.py - the grader's own trial: hostile submissions beside honest ones, graded as any others.

Each file of tests/attacks holds an attack() that stands in front of a right answer; its comment
says what the submission may earn. What is no C (links, archives, names) attack_made.py makes.
Afterwards nothing may be left: no process, no file outside, no word of a hidden test in any report,
and no honest submission may have lost a point.
Invariant: a submission that stays below its line of the table is as wrong as one that rises above
it.

  python3 tools/grading batch.attack [--only 13] [--drawn 45 --by WORD] [--keep DIR] [--jobs 2]
"""
from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kindling_grading.batch import attack_made as made
from kindling_grading.batch.attack_distance import filled
from kindling_grading.batch.attack_leaks import HIDDEN, leaks
from kindling_grading.batch.attack_made import MODULE, TRACE, UNDER_ATTACK, Expected, honest_files, write_files
from kindling_grading.batch.names import students
from kindling_grading.batch.storage import Result
from kindling_grading.course import ROOT, program

APART = "mask.c"  # tests of this file never call it
MOST_RESULT = 256 << 10  # bytes of a grade.json

# What stands behind attack(): the answer for those that come that far.
BEHIND = {
    "right": "return attack() == 0 ? honest_scores(q, k) : q;",
    "wrong": "attack();\n    return tensor_mul_scalar(honest_scores(q, k), (real)1.5);",
    "nan": "attack();\n    return tensor_mul_scalar(honest_scores(q, k), (real)(0.0 / 0.0));",
    "outside": "attack();\n    q->data[-1] = q->data[tensor_numel(q)] = 1;\n    return honest_scores(q, k);",
    "zero": "attack();\n    memset(q->data, 0, (size_t)tensor_numel(q) * sizeof(real));\n    return honest_scores(q, k);",
    "unwritten": "attack();\n    return tensor_new_like(honest_scores(q, k));",
    "example": "attack();\n    Tensor *t = honest_scores(q, k);\n"
               "    return q->data[0] == 1 && q->data[1] == 2 ? t : tensor_mul_scalar(t, (real)1.5);",
    "table": "attack();\n    Tensor *t = honest_scores(q, k);\n    for (long i = 0; i < tensor_numel(t); i++)\n"
             "        t->data[i] = (real)((double[]){0.31, -1.2, 2.5, 0.07}[i % 4]);\n    return t;",
}


# What is linked has none of these; whoever wants them brings them along, on x86-64.
SYSTEM_CALLS = {"write": 1, "open": 2, "close": 3, "mprotect": 10, "nanosleep": 35, "getppid": 110, "socket": 41, "fork": 57,
                "execve": 59, "kill": 62, "fcntl": 72, "mkdir": 83, "symlink": 88, "ptrace": 101, "setsid": 112, "mmap": 9,
                "getuid": 102, "prlimit": 302, "uname": 63, "clock_gettime": 228}
BY_HAND = """
__asm__("{name}: mov %rcx, %r10; mov ${number}, %eax; syscall; cmp $-4096, %rax; jbe 1f; mov $-1, %rax; 1: ret");"""
SYSCALL = """
__asm__("syscall: mov %rdi, %rax; mov %rsi, %rdi; mov %rdx, %rsi; mov %rcx, %rdx; mov %r8, %r10; mov %r9, %r8; mov 8(%rsp), %r9; syscall; cmp $-4096, %rax; jbe 1f; mov $-1, %rax; 1: ret");"""

# ---- submissions ---------------------------------------------------------------------------------


def read_table(text: str) -> tuple[Expected, str, str]:
    """What an attack may earn, what follows it, and the file that it is."""
    comment = text.split("*/")[0]
    keys = dict(re.findall(r"^ \* (\w+): (.*)$", comment, re.M))
    then, file = keys.pop("then", "right"), keys.pop("file", "scores.c")
    keys.pop("distance", "")
    return Expected(comment.splitlines()[0].removeprefix("/* "), **keys), then, file


def calls_by_hand(attack: str) -> str:
    """The system calls that an attack makes, as assembly in its own file."""
    made = [BY_HAND.format(name=name, number=number) for name, number in SYSTEM_CALLS.items() if re.search(rf"\b{name}\(", attack)]
    made.append(SYSCALL if re.search(r"\bsyscall\(", attack) else "")
    return "".join(made) if os.uname().machine == "x86_64" else ""


def armed(attack: str, then: str, honest: str) -> str:
    """The attack, then the model answer under another name, then the function that calls both."""
    if then == "nothing":
        return attack
    # what the attack includes may be about Linux; the engine's headers come after it
    renamed = honest.replace("Tensor *attention_scores(", "static Tensor *honest_scores(", 1)
    return (f"#define _GNU_SOURCE\n{attack}\n{renamed}\n#include <string.h>\nTensor *attention_scores(Tensor *q, Tensor *k)\n"
            f"{{\n    {BEHIND[then]}\n}}\n{calls_by_hand(attack)}\n")


def from_corpus(where: Path, only: str) -> dict[str, Expected]:
    table = {}
    honest = honest_files()
    for path in sorted((ROOT / "tests/attacks").glob("*.c")):
        if not path.name.startswith(only):
            continue
        expected, then, file = read_table(path.read_text())
        source = armed(filled(path.read_text()), then, honest["scores.c"].decode())
        write_files(where / path.stem, honest | {file: source.encode()})
        table[path.stem] = expected
    return table


# ---- the trial -----------------------------------------------------------------------------------


ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER


def left_over() -> list[str]:
    """What was started here and is not over: orphans below this process become its own children."""
    found = []
    for children in Path("/proc/self/task").glob("*/children"):
        for pid in children.read_text().split():
            command = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("utf-8", "replace").strip()
            found.append(f"{pid} ({command[:60] or 'a zombie'})")
    return found


def points(result: Result, chosen: Callable[[dict[str, Any]], bool]) -> tuple[float, float]:
    tests = [t for t in result["tests"] if chosen(t)]
    return sum(t["score"] for t in tests), sum(t["points"] for t in tests)


def share(want: str, earned: float, possible: float) -> bool:
    return want == "any" or earned == (possible if want == "full" else float(want))


def feels(name: str) -> bool:
    """attention_scale, of the same exercise, calls no attack()."""
    return not name.startswith(("scaled_", "scaling_"))


def complaints(result: Result, expected: Expected) -> list[str]:
    found = []

    def attacked(t: dict[str, Any]) -> bool:
        return bool(t["exercise"] == expected.exercise and not t["hidden"] and feels(t["name"]))
    earned, possible = points(result, attacked)
    hidden, hidden_possible = points(result, lambda t: t["hidden"])
    others, others_possible = points(result, lambda t: t["file"] == APART)
    if not share(expected.earns, earned, possible):
        found.append(f"earned {earned:g} of {possible:g}, expected {expected.earns}")
    want = expected.hidden or (expected.earns if expected.exercise == UNDER_ATTACK else "full")
    if not share(want, hidden, hidden_possible):
        found.append(f"hidden tests earned {hidden:g} of {hidden_possible:g}, expected {want}")
    if not share(expected.others, others, others_possible):
        found.append(f"{APART} earned {others:g} of {others_possible:g}, expected {expected.others}")
    if result["status"] not in (expected.status or "graded").split("|"):
        found.append(f"status {result['status']}, expected {expected.status or 'graded'}")
    outcomes = {t["outcome"] for t in result["tests"] if attacked(t)}
    if expected.outcome and expected.outcome not in outcomes:
        found.append(f"outcome {', '.join(sorted(outcomes))}, expected {expected.outcome}")
    if expected.detail and not any(expected.detail in t["detail"] for t in result["tests"]):
        found.append(f"nothing says {expected.detail!r}")
    if expected.says not in " ".join([result["reason"], *result["notes"]]):
        found.append(f"it does not say {expected.says!r}: {result['reason'][:200]!r}")
    if len(json.dumps(result)) > MOST_RESULT:
        found.append(f"a result of {len(json.dumps(result)) >> 10} KiB")
    return found


def grade(where: Path, out: Path, jobs: int) -> None:
    command = [*program("batch.grade"), "--module", MODULE, "--submissions", str(where),
               "--out", str(out), "--jobs", str(jobs), "--hidden", str(HIDDEN)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"the grader itself stopped with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")


def result_of(base: Path, submission: str) -> Result | None:
    """The grade of a folder or archive; a strange name is written down as a safe one."""
    names = {path.name.removesuffix(".tar.gz"): name for name, path in students(base / "submissions")}
    path = base / "grades" / MODULE / names.get(submission, submission) / "grade.json"
    return json.loads(path.read_text()) if path.is_file() else None


def report(base: Path, table: dict[str, Expected]) -> int:
    wrong = 0
    for student, expected in table.items():
        result = result_of(base, student)
        said = complaints(result, expected) if result else ["no result"]
        wrong += bool(said)
        outcome = "no result" if not result else result["status"] if result["status"] != "graded" else \
            ", ".join(sorted({t["outcome"] for t in result["tests"] if t["exercise"] == expected.exercise}))
        print(f"{'WRONG' if said else 'ok':6}{student:34.34}{outcome:16.16}{expected.title}")
        for line in said:
            print(f"{'':6}{line}")
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="attacks whose file begins with this")
    parser.add_argument("--drawn", type=int, help="so many of them, drawn by a word")
    parser.add_argument("--by", default="", help="the word: the same one draws the same")
    parser.add_argument("--keep", type=Path, help="leave submissions and results here")
    parser.add_argument("--jobs", type=int, default=2)
    a = parser.parse_args()
    TRACE.unlink(missing_ok=True)
    ctypes.CDLL(None).prctl(ADOPT_ORPHANS, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory(prefix="kindling-attack-") as temporary:
        base = (a.keep or Path(temporary)).resolve()
        where, out = base / "submissions", base / "grades"
        table = from_corpus(where, a.only)
        table |= made.chosen(where, a.only)
        if not table:
            parser.error(f"--only {a.only}: no attack begins so; tests/attacks has them, such as 01 and 136")
        if a.drawn is not None:
            made.drop(where, table, sorted(table, key=lambda name: zlib.crc32(f"{a.by} {name}".encode()))[a.drawn:])
        for honest in ("00_honest", "99_honest"):
            write_files(where / honest, honest_files())
            table[honest] = Expected("an honest student beside them", earns="full")
        grade(where, out, a.jobs)
        wrong = report(base, dict(sorted(table.items())))
        honest = {s: result_of(base, s) or {} for s in ("00_honest", "99_honest")}
        perfect = [s for s, result in honest.items() if result.get("score", 0) != result.get("max")]
        told = leaks(out, MODULE)
    for problem in [f"{s} did not get everything" for s in perfect] + told + ([f"{TRACE} was written"] if TRACE.exists() else []) + \
            ([f"processes were left: {', '.join(left)}"] if (left := left_over()) else []):
        print("WRONG " + problem)
        wrong += 1
    print(f"{len(table) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
