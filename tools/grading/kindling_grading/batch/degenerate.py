"""degenerate.py - functions that do not do their work, in the place of each exercise.

They do nothing, give their input back, or fill whatever they should compute with zeros, ones or
NaN. Each is the reference's file with one statement put before the function's own; it is compiled
and run here without a box, because every byte of it is the course's. It may earn nothing, unless it
earns everything: then the exercise happens to be just that (a mask of ones).
Invariant: nothing of a student ever comes here.
"""
from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kindling_grading.build.sources import reference_file
from kindling_grading.build.suite import Suite
from kindling_grading.course import ANSWERS
from kindling_grading.errors import TrustedError
from kindling_grading.judge import transcript, values
from kindling_grading.judge.tests import TestInfo, backed
from kindling_grading.judge.transcript import Transcript
from kindling_grading.judge.trusted import transcripts
from kindling_grading.judge.values import Verdict

SEED = 20170612
SECONDS = 10
NUMBERS = ("real", "double", "float", "long", "int", "bool")
CONSTANTS = {"zeros": "0", "ones": "1", "NaN": "(0.0 / 0.0)"}


@dataclass
class Function:
    """What the head of a C function says."""

    result: str  # "Tensor *", "void"
    parameters: list[tuple[str, str]]  # type, name

    def tensors(self, constant: bool) -> list[str]:
        return [n for t, n in self.parameters if "Tensor" in t and t.count("*") == 1 and t.startswith("const ") == constant
                and "IntTensor" not in t]


def head_pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"^((?:static |inline |[A-Z][A-Z_]+ )*)([A-Za-z_][\w ]*?[ *]+)({name})\(([^;{{]*?)\)\n\{{\n", re.M)


def function_in(source: str, name: str) -> tuple[Function, int] | None:
    """The function, and where its body begins."""
    found = head_pattern(name).search(source)
    if found is None:
        return None
    parameters = [re.fullmatch(r"\s*(.*?)(\w+)\s*(\[.*\])?\s*", p, re.S) for p in found[4].split(",")]
    pairs = [(p[1].strip() + ("*" if p[3] else ""), p[2]) for p in parameters if p and p[1].strip()]
    return Function(found[2].strip(), pairs), found.end()


def value(result: str, number: str) -> str:
    """return with a number, as what the function returns."""
    if result == "void":
        return "return;"
    if "*" in result:
        return "return 0;"
    return f"return ({result}){number};" if result in NUMBERS else f"return ({result}){{0}};"


def row_of(f: Function) -> tuple[str, str] | None:
    """Output and input of a function over one row of n neighbours: (long n, real *out, const real
    *x or in[], ...)."""
    if f.result != "void" or len(f.parameters) < 3 or any("stride" in n for _, n in f.parameters):
        return None
    (count, n), (written, out), (read, x) = f.parameters[:3]
    if (count, n, written) != ("long", "n", "real *") or not read.startswith("const real *"):
        return None
    return out, f"{x}[0]" if read.endswith("const*") else x


def filled(f: Function, number: str) -> str:
    """Every tensor and number that the function may write to, and its result."""
    lines = [f"if ({n}) for (long i_ = 0; i_ < tensor_numel({n}); i_++) {n}->data[i_] = (real){number};" for n in f.tensors(False)]
    if f.result == "Tensor *" or f.result == "Tensor*":
        model = next(iter(f.tensors(True) + f.tensors(False)), None)
        long_ = next((n for t, n in f.parameters if t == "long"), None)
        shape = f"{model}->ndim, {model}->shape" if model else f"2, (long[]){{{long_}, {long_}}}" if long_ else "0, 0"
        return (f"{{ Tensor *r_ = tensor_zeros({shape}); for (long i_ = 0; i_ < tensor_numel(r_); i_++) "
                f"r_->data[i_] = (real){number}; return r_; }}")
    if row := row_of(f):
        return f"for (long i_ = 0; i_ < n; i_++) {row[0]}[i_] = (real){number}; return;"
    lines += [f"if ({n}) *{n} = ({t.rstrip(' *')}){number};" for t, n in f.parameters if re.fullmatch(r"(real|double|long|int) \*", t)]
    return " ".join(lines) + " " + value(f.result, number)


def identity(f: Function) -> str:
    """The first input as the result, or copied to where the result belongs."""
    inputs, outputs = f.tensors(True), f.tensors(False)
    if "Tensor" in f.result and inputs + outputs:
        return f"return (void *){(outputs + inputs)[0]};"
    if f.result == "void" and inputs and outputs:
        a, b = outputs[0], inputs[0]
        return (f"for (long i_ = 0; i_ < tensor_numel({a}) && i_ < tensor_numel({b}); i_++) {a}->data[i_] = {b}->data[i_]; return;")
    if row := row_of(f):
        return f"for (long i_ = 0; i_ < n; i_++) {row[0]}[i_] = {row[1]}[i_]; return;"
    numbers = [n for t, n in f.parameters if t in NUMBERS]
    return f"return {numbers[0]};" if f.result in NUMBERS and numbers else ""


def variants(f: Function) -> Iterator[tuple[str, str]]:
    yield "nothing", value(f.result, "0")
    if statement := identity(f):
        yield "its input", statement
    for word, number in CONSTANTS.items():
        yield word, filled(f, number)


def functions_of(exercise: str, starting: str) -> list[str]:
    """Those that a starting file asks for under this exercise, which has the name of one of them."""
    bodies = re.split(r"^(?=\w[\w *]*?\w+\([^;{]*?\)\n\{\n)", starting, flags=re.M)
    return [re.search(r"(\w+)\(", body)[1] for body in bodies if f'todo("{exercise}")' in body]


def all_doing(word: str, source: str, names: list[str]) -> str:
    """The source with all of these functions doing that, or nothing where it does not fit one of
    them; "" if it fits none."""
    fits = False
    for name in names:
        if found := function_in(source, name):
            function, at = found
            ways = dict(variants(function))
            fits = fits or word in ways
            source = f"{source[:at]}    {ways.get(word, ways['nothing'])}\n{source[at:]}"
    return source if fits else ""


# ---- trying one ----------------------------------------------------------------------------------


def compiled(source: str, name: str, suite: Suite, folder: Path) -> Path | None:
    """The boxed program with this one file changed; None if the statement does not fit the
    function."""
    tree = folder / "tree"
    if not tree.is_dir():
        shutil.copytree(suite.headers, tree)
    file = tree / "modules" / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source)
    made = subprocess.run([suite.cc, *suite.compile_flags, "-c", f"modules/{name}", "-o", "../o.o"], cwd=tree, capture_output=True)
    if made.returncode != 0:
        return None
    others = [o for n, o in suite.reference_objects.items() if n != name]
    linked = subprocess.run([suite.cc, "-static", "-o", str(folder / "program"), str(folder / "o.o"), *map(str, others),
                             *map(str, suite.hidden_objects or suite.link_objects), *suite.link_flags], capture_output=True, text=True)
    if linked.returncode != 0:
        raise TrustedError(f"{name}: {linked.stderr[-500:]}")
    return folder / "program"


def outcome(program: Path, test: TestInfo, right: Transcript) -> Verdict:
    command = ["timeout", str(SECONDS), str(program), "--rounds", str(test.rounds), "--test", str(test.number), "--seed", str(SEED)]
    done = subprocess.run(["/bin/sh", "-c", 'ulimit -c 0; exec "$@" 3>&1 1>&2', "sh", *command], stdin=subprocess.DEVNULL, capture_output=True)
    return values.verdict(transcript.parse(done.stdout), right, "ok", 0, "")


def earned(program: Path, exercise: str, suite: Suite, rights: dict[str, Transcript]) -> tuple[int, int]:
    """Points earned and possible of one exercise, while all others are right."""
    found = [outcome(program, t, rights[t.name]) if t.exercise == exercise else Verdict("pass") for t in suite.tests]
    kept = backed(suite.tests, found)
    points = [(t.points + t.optional, v.outcome == "pass") for t, v in zip(suite.tests, kept) if t.exercise == exercise]
    return sum(p for p, passed in points if passed), sum(p for p, _ in points)


def troubles(suite: Suite) -> tuple[list[str], int]:
    """What earned points without doing the work, and how many were tried."""
    tests = [t for t in suite.tests if t.file != ANSWERS]
    right = transcripts(suite.reference, [(t, SEED, t.rounds) for t in tests])
    rights = {t.name: r for t, r in zip(tests, right)}
    result: list[str] = []
    tried = 0
    with tempfile.TemporaryDirectory() as name:
        for exercise, file in dict.fromkeys((t.exercise, t.file) for t in tests):
            path = f"{suite.assignment}/{file}"
            source = reference_file(path).decode()
            for word in ["nothing", "its input", *CONSTANTS]:
                changed = all_doing(word, source, functions_of(exercise, suite.stub_files[path].decode()))
                program = compiled(changed, path, suite, Path(name)) if changed else None
                if program is None:
                    continue
                tried += 1
                points, possible = earned(program, exercise, suite, rights)
                if 0 < points < possible:
                    result.append(f"{exercise}: a function that gives {word} earns {points} of {possible} points")
    return result, tried
