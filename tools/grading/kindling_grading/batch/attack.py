"""attack.py - the grader's own trial: hostile submissions beside honest ones, graded as any others.

Each file of tests/attacks holds an attack() that stands in front of a right answer; its comment says what
the submission may earn. What is no C (links, archives, names) is made here. Afterwards nothing may be
left: no process, no file outside, and no honest submission may have lost a point.
Invariant: a submission that stays below its line of the table is as wrong as one that rises above it.

  python3 tools/grading batch.attack [--only 13] [--keep DIR] [--jobs 2]
"""
from __future__ import annotations

import argparse
import io
import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kindling_grading.batch.names import students
from kindling_grading.batch.storage import Result
from kindling_grading.build.sources import reference_file
from kindling_grading.course import ANSWERS, ROOT, program

MODULE = "12_attention"
UNDER_ATTACK = "12.1 attention_scores"  # tests of this exercise feel what attack() does
APART = "mask.c"  # tests of this file never call it
TRACE = Path("/tmp/kindling-attack-was-here")

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


@dataclass
class Expected:
    title: str
    earns: str = "0"  # by the exercise under attack: points, full or any
    others: str = "full"  # by the tests it cannot reach
    status: str = ""  # "" graded; compile-error, rejected, ...
    outcome: str = ""  # of the tests under attack
    exercise: str = UNDER_ATTACK


# ---- submissions --------------------------------------------------------------------------------------


def honest_files() -> dict[str, bytes]:
    names = [p.name for p in (ROOT / "modules" / MODULE).glob("*.c") if p.name != "measure.c"] + [ANSWERS]
    return {name: reference_file(f"{MODULE}/{name}").read_bytes() for name in names}


def read_table(text: str) -> tuple[Expected, str]:
    comment = text.split("*/")[0]
    keys = dict(re.findall(r"^ \* (\w+): (.*)$", comment, re.M))
    then = keys.pop("then", "right")
    return Expected(comment.splitlines()[0].removeprefix("/* "), **keys), then


def armed(attack: str, then: str, honest: str) -> str:
    """The attack, then the model answer under another name, then the function that calls both."""
    if then == "nothing":
        return attack
    # what the attack includes may be about Linux; the engine's headers come after it
    renamed = honest.replace("Tensor *attention_scores(", "static Tensor *honest_scores(", 1)
    return (f"#define _GNU_SOURCE\n{attack}\n{renamed}\n#include <string.h>\nTensor *attention_scores(Tensor *q, Tensor *k)\n"
            f"{{\n    {BEHIND[then]}\n}}\n")


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, contents in files.items():
        (folder / name).write_bytes(contents)


def from_corpus(where: Path, only: str) -> dict[str, Expected]:
    table = {}
    honest = honest_files()
    for path in sorted((ROOT / "tests/attacks").glob("*.c")):
        if only and not path.name.startswith(only):
            continue
        expected, then = read_table(path.read_text())
        scores = armed(path.read_text(), then, honest["scores.c"].decode())
        write_files(where / path.stem, honest | {"scores.c": scores.encode()})
        table[path.stem] = expected
    return table


# ---- submissions that are no C ------------------------------------------------------------------------


def large_sources(where: Path) -> dict[str, Expected]:
    honest = honest_files()
    write_files(where / "26b_parentheses", honest | {"scores.c": b"int x = " + b"(" * 200_000})
    write_files(where / "26c_long_line", honest | {"scores.c": b"/*" + b" " * (30 << 20) + b"*/"})
    write_files(where / "36b_binary", honest | {"scores.c": bytes(range(256)) * 64})
    return {"26b_parentheses": Expected("200 000 parentheses", outcome="not-run"),
            "26c_long_line": Expected("a line of 30 MB", outcome="not-written"),
            "36b_binary": Expected("bytes that are no text", outcome="not-run")}


def special_files(where: Path) -> dict[str, Expected]:
    """Not files but names for something else; reading them must neither hang nor follow."""
    honest = honest_files()
    makers = {"49a_symlink": lambda p: p.symlink_to("/etc/passwd"), "49b_fifo": os.mkfifo,
              "49c_folder": lambda p: p.mkdir(), "49d_link_to_the_answer": lambda p: p.symlink_to(ROOT / "attention/scores.c")}
    for name, make in makers.items():
        write_files(where / name, {k: v for k, v in honest.items() if k != "scores.c"})
        make(where / name / "scores.c")
    return {name: Expected(name[4:].replace("_", " "), status="rejected", others="any") for name in makers}


def tarball(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as tar:
        for info, contents in members:
            info.size = len(contents) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(contents) if info.isreg() else None)


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    return info


def archives(where: Path) -> dict[str, Expected]:
    """Honest work in archives that also want something else."""
    good = [(member(f"{MODULE}/{name}"), contents) for name, contents in honest_files().items()]
    evil = {
        "50a_upwards": [(member("../../kindling-attack-was-here"), b"x")],
        "50b_absolute": [(member(str(TRACE)), b"x")],
        "50c_through_a_link": [(member("way", tarfile.SYMTYPE, "/tmp"), b""), (member(f"way/{TRACE.name}"), b"x")],
        "50d_hard_link": [(member("passwd", tarfile.LNKTYPE, "/etc/passwd"), b"")],
        "50e_device": [(member("null", tarfile.CHRTYPE), b""), (member("pipe", tarfile.FIFOTYPE), b"")],
        "50f_set_uid": [(member("root", mode=0o4755), b"\x7fELF")],
        "50g_bomb": [(member("zeros"), bytes(200 << 20))],
        "61_own_headers": [(member(f"{MODULE}/{n}"), b"#error mine\n") for n in ("cmocka.h", "stdlib.h", "attention.h")]
                          + [(member("Makefile"), b"all:\n\ttouch " + str(TRACE).encode() + b"\n")],
    }
    for name, members in evil.items():
        tarball(where / f"{name}.tar.gz", members + good)
    tarball(where / "50h_link_in_place_of_a_file.tar.gz",
            [m for m in good if not m[0].name.endswith("scores.c")] + [(member(f"{MODULE}/scores.c", tarfile.SYMTYPE, "/etc/passwd"), b"")])
    table = {name: Expected("an archive: " + name[4:].replace("_", " "), earns="any", others="any",
                            status="graded|rejected") for name in evil}
    table["61_own_headers"] = Expected("headers and a Makefile of its own", earns="full")
    table["50h_link_in_place_of_a_file"] = Expected("a link in place of a file", status="rejected", others="any")
    return table


def names(where: Path) -> dict[str, Expected]:
    """Honest work by somebody with a name that is a formula, a tag, a path."""
    hostile = ["=cmd|' !A0", "51b <script>alert(1)<", "51c ]]>", "51d $(touch was-here)", "51e \u202egnp", "51f;rm -rf ~"]
    for name in hostile:
        write_files(where / name.replace("/", "_"), honest_files())
    return {name: Expected("an honest student with a strange name", earns="any", others="any", status="graded|rejected") for name in hostile}


# ---- the trial ----------------------------------------------------------------------------------------


def processes() -> set[str]:
    """Those that could be a submission's: everything that runs /run/..., and every zombie."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            state, parent = (entry / "stat").read_text().rsplit(")", 1)[1].split()[:2]
            command = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if command.startswith((b"/run/", b"bwrap")) or (state == "Z" and parent in ("1", str(os.getpid()))):
            found.add(entry.name)
    return found


def points(result: Result, chosen: Callable[[dict[str, Any]], bool]) -> tuple[float, float]:
    tests = [t for t in result["tests"] if chosen(t)]
    return sum(t["score"] for t in tests), sum(t["points"] for t in tests)


def share(want: str, earned: float, possible: float) -> bool:
    return want == "any" or earned == (possible if want == "full" else float(want))


def complaints(result: Result, expected: Expected) -> list[str]:
    found = []

    def attacked(t: dict[str, Any]) -> bool:
        return bool(t["exercise"] == expected.exercise)
    earned, possible = points(result, attacked)
    others, others_possible = points(result, lambda t: t["file"] == APART)
    if not share(expected.earns, earned, possible):
        found.append(f"earned {earned:g} of {possible:g}, expected {expected.earns}")
    if not share(expected.others, others, others_possible):
        found.append(f"{APART} earned {others:g} of {others_possible:g}, expected {expected.others}")
    if result["status"] not in (expected.status or "graded").split("|"):
        found.append(f"status {result['status']}, expected {expected.status or 'graded'}")
    outcomes = {t["outcome"] for t in result["tests"] if attacked(t)}
    if expected.outcome and expected.outcome not in outcomes:
        found.append(f"outcome {', '.join(sorted(outcomes))}, expected {expected.outcome}")
    return found


def grade(where: Path, out: Path, jobs: int) -> None:
    command = [*program("batch.grade"), "--module", MODULE, "--submissions", str(where),
               "--out", str(out), "--jobs", str(jobs)]
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
    parser.add_argument("--keep", type=Path, help="leave submissions and results here")
    parser.add_argument("--jobs", type=int, default=2)
    a = parser.parse_args()
    TRACE.unlink(missing_ok=True)
    before = processes()
    with tempfile.TemporaryDirectory(prefix="kindling-attack-") as temporary:
        base = (a.keep or Path(temporary)).resolve()
        where, out = base / "submissions", base / "grades"
        table = from_corpus(where, a.only)
        for more in () if a.only else (large_sources, special_files, archives, names):
            table |= more(where)
        for honest in ("00_honest", "99_honest"):
            write_files(where / honest, honest_files())
            table[honest] = Expected("an honest student beside them", earns="full")
        grade(where, out, a.jobs)
        wrong = report(base, dict(sorted(table.items())))
        perfect = [s for s in ("00_honest", "99_honest") if (result_of(base, s) or {}).get("score") != 100]
    for problem in [f"{s} did not get 100" for s in perfect] + ([f"{TRACE} was written"] if TRACE.exists() else []) + \
            ([f"processes were left: {', '.join(sorted(processes() - before))}"] if processes() - before else []):
        print("WRONG " + problem)
        wrong += 1
    print(f"{len(table) - wrong} passed, {wrong} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
