"""suite.py - what is graded: tests, files, flags and the trusted program of one assignment.

load() lets make build what is missing (grading.mk), asks the programs for their tests, has entropy.py
decide which of them cannot be guessed, and keeps that decision beside them. Only sources that a student
did not write take part.
Invariant: sha256 covers everything that a grade depends on, and nothing that depends on the machine's
folders or clock: the same sources, flags and compiler give the same number everywhere.
"""
from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = tuple(re.search(r"^ROOMS := (.*)", (ROOT / "Makefile").read_text(), re.M)[1].split())
ANSWERS = "answers.txt"
ENGINE = "build/grading/engine"  # its objects
# What harmless C needs; anything else is noted on the student's page.
LIBRARY = """
abort abs acos acosf acosh asin asinf atan atan2 atan2f atanf calloc cbrt ceil ceilf cos cosf cosh coshf erf erfc erff
exp exp2 exp2f expf expm1 expm1f fabs fabsf floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf free fprintf fputc
fputs frexp hypot hypotf isinf isnan labs ldexp lgamma llabs log log10 log10f log1p log1pf log2 log2f logf lrint lround
malloc memchr memcmp memcpy memmove memset modf nearbyint pow powf printf putchar puts qsort realloc rint rintf round
roundf sin sincos sincosf sinf sinh snprintf sqrt sqrtf strchr strcmp strcpy strlen strncmp strncpy strrchr strstr
strtod strtol tan tanf tanh tanhf tgamma trunc truncf vsnprintf stderr stdout _GLOBAL_OFFSET_TABLE_ __assert_fail
__errno_location __finite __isinf __isnan __stack_chk_fail __fpclassify
""".split()


class SuiteError(Exception):
    """The suite cannot be built or is not sound; the text says why, and what to do."""


@dataclass
class TestInfo:
    name: str
    exercise: str
    file: str
    points: int
    hints: list[str]
    hidden: bool
    rounds: int = 3  # as many as make it impossible to guess
    guessable: bool = False  # earns its points only beside another test of the exercise


@dataclass
class Suite:
    assignment: str
    modules: list[str]
    files: dict[str, list[str]]
    tests: list[TestInfo]
    headers: Path
    stubs: Path
    cc: str
    compile_flags: list[str]
    keep: dict[str, list[str]]
    link_objects: list[Path]
    link_flags: list[str]
    allowed_imports: set[str]
    reference: Path
    sha256: str
    toolchain: str
    answers: dict[str, float] = field(default_factory=dict)
    reference_files: dict[str, bytes] = field(default_factory=dict)  # the canary's
    stub_files: dict[str, bytes] = field(default_factory=dict)
    reference_objects: dict[str, Path] = field(default_factory=dict)
    cumulative: bool = False

    @property
    def mode(self) -> str:
        return "cumulative" if self.cumulative else "isolated"


# ---- names --------------------------------------------------------------------------------------------


def module_name(number: str) -> str:
    """"12" or "12_attention" -> "12_attention"."""
    digits = number.split("_")[0]
    if not re.fullmatch(r"[0-9]{1,2}", digits):
        raise SuiteError(f"{number!r} is no module; MODULE=12 is one")
    found = sorted((ROOT / "modules").glob(f"{int(digits):02}_*"))
    if not found:
        raise SuiteError(f"there is no module {number}; those here are {', '.join(all_modules())}")
    if not (ROOT / "tests/course" / found[0].name).is_dir():
        raise SuiteError(f"module {found[0].name} has no tests")
    return found[0].name


def all_modules() -> list[str]:
    return sorted(p.name for p in (ROOT / "modules").glob("[0-9][0-9]_*") if (ROOT / "tests/course" / p.name).is_dir())


# ---- building -----------------------------------------------------------------------------------------


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """One builder at a time; the others find everything done."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / ".lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def make(assignment: str, folder: Path, cumulative: bool, hidden: Path | None) -> dict[str, list[str]]:
    """Run make; its words about the suite, by their first."""
    command = ["make", "-s", f"-j{os.cpu_count() or 1}", "CONFIG=double", "BLAS=none", "OMP=none", "PROBE_CPPFLAGS=",
               f"B={ENGINE}", f"SUITE={folder.relative_to(ROOT)}", f"GRADE={assignment}", "grading-suite"]
    command += ["CUMULATIVE=1"] if cumulative else []
    command += [f"HIDDEN={hidden}"] if hidden else []
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES")}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"the suite of {assignment} cannot be built:\n{done.stderr.strip()[-3000:]}")
    lines = (line.split() for line in done.stdout.splitlines() if line and not line.startswith(" "))
    return {words[0]: words[1:] for words in lines}


def run(command: list[str]) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode != 0:
        raise SuiteError(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
    return done.stdout


def refreshed(folder: Path, files: dict[str, bytes]) -> Path:
    """A folder with exactly these files; what is there already stays as it is."""
    have = {str(p.relative_to(folder)): p for p in folder.rglob("*") if p.is_file()} if folder.is_dir() else {}
    for name in have.keys() - files.keys():
        have[name].unlink()
    for name, contents in files.items():
        if name not in have or have[name].read_bytes() != contents:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(contents)
    return folder


def header_files() -> dict[str, bytes]:
    """What a student's file may include, and no line of the reference."""
    found = [p for room in ROOMS for p in (ROOT / room).rglob("*.h")] + [ROOT / "modules/todo.h"]
    return {str(p.relative_to(ROOT)): p.read_bytes() for p in sorted(found)}


def starting_file(name: str) -> bytes:
    """The file a student began with: git's, if there is git; an instructor may have solved their own."""
    command = ["git", "-C", str(ROOT), "show", f"HEAD:modules/{name}"]
    shown = subprocess.run(command, capture_output=True) if shutil.which("git") else None
    return shown.stdout if shown and shown.returncode == 0 else (ROOT / "modules" / name).read_bytes()


def reference_file(name: str) -> Path:
    base = name.rsplit("/", 1)[-1]
    if base == ANSWERS:
        return ROOT / "tests/course" / name
    found = sorted((p for room in ROOMS for p in (ROOT / room).rglob(base)), key=lambda p: (p.parent.name != "plain", p))
    if not found:
        raise SuiteError(f"{base} has no reference in {', '.join(ROOMS)}: grading needs the instructor's edition")
    return found[0]


# ---- symbols ------------------------------------------------------------------------------------------


def symbols(objects: list[Path]) -> tuple[set[str], set[str]]:
    """Global functions and variables that are defined, and those that are wanted from elsewhere."""
    listing = run(["nm", "-P", *map(str, objects)]) if objects else ""
    rows = [line.split(" ") for line in listing.splitlines() if " " in line]
    defined = {row[0] for row in rows if len(row) > 1 and row[1] in "TDBRCVW"}
    return defined, {row[0] for row in rows if len(row) > 1 and row[1] in "Uwv"} - defined


def public_functions(rooms: tuple[str, ...]) -> set[str]:
    """Every name in the headers of these rooms that is followed by an open bracket."""
    text = "".join(p.read_text() for room in rooms for p in sorted((ROOT / room).rglob("*.h")))
    return set(re.findall(r"\b([a-z_][a-z0-9_]*)\(", text))


def allowed(objects: dict[str, Path]) -> set[str]:
    """What a student's file may call unnoticed: what the reference calls, the rooms below its own, plain C."""
    own, wanted = symbols(list(objects.values()))
    top = max(ROOMS.index(path.relative_to(ROOT / ENGINE).parts[0]) for path in objects.values())
    return own | wanted | public_functions(ROOMS[: max(1, top)]) | set(LIBRARY)


# ---- tests --------------------------------------------------------------------------------------------


def hints_in(paths: list[Path]) -> dict[str, list[str]]:
    """The hints of each exercise, and of tests with some of their own, by the line above them (tests/README.md)."""
    found: dict[str, list[str]] = {}
    block: list[str] = []
    for line in (line for path in paths if path.is_file() for line in path.read_text().splitlines()):
        if line.startswith("- "):
            block.append(line[2:])
        elif line.startswith("  ") and block:
            block[-1] += " " + line.strip()
        elif line and line[0] != "#":
            block = found.setdefault(line, [])
    return found


def listed(program: Path, assignment: str, hidden: Path | None) -> list[TestInfo]:
    """name, points, exercise, file, source, hint... per line of --list; hints.txt has those of tests without."""
    tests = []
    written = hints_in([place / assignment / "hints.txt" for place in (ROOT / "tests/course", hidden) if place])
    for line in run([str(program), "--list"]).splitlines():
        name, points, exercise, file, source, *hints = line.split("\t")
        is_hidden = hidden is not None and (ROOT / source).resolve().is_relative_to(hidden.resolve())
        hints = hints or written.get(name) or written.get(exercise, [])
        tests.append(TestInfo(name, exercise, file, int(points), hints, is_hidden))
    twice = {t.name for t in tests if sum(o.name == t.name for o in tests) > 1}
    if twice:
        raise SuiteError(f"two tests are called {', '.join(sorted(twice))}")
    if not tests:
        raise SuiteError("there are no tests")
    return tests


def toolchain(cc: str) -> str:
    return run([cc, "--version"]).splitlines()[0] + " " + run([cc, "-dumpmachine"]).strip()


def sources_of(folder: Path) -> dict[str, bytes]:
    """Every source the programs were made of, as the compiler wrote them down."""
    names: set[str] = set()
    for deps in [*folder.rglob("*.d"), *(ROOT / ENGINE).rglob("*.d")]:
        names.update(re.findall(r"[^\s\\:]+\.[ch]\b", deps.read_text()))
    paths = sorted((ROOT / n).resolve() for n in names if (ROOT / n).is_file())
    return {str(p.relative_to(ROOT)) if p.is_relative_to(ROOT) else p.name: p.read_bytes() for p in paths}


def fingerprint(parts: dict[str, bytes], *texts: str) -> str:
    whole = hashlib.sha256()
    for text in texts:
        whole.update(f"{len(text.encode())}:{text}\n".encode())
    for name, contents in sorted(parts.items()):
        whole.update(f"{name} {len(contents)}\n".encode() + contents)
    return whole.hexdigest()


def weigh(suite: Suite, folder: Path, sources: str) -> None:
    """Which tests can be guessed, and how many rounds the others need; worked out once per source."""
    import entropy

    kept = folder / "entropy.json"
    known = json.loads(kept.read_text()) if kept.is_file() else {}
    if known.get("sources") != sources:
        known = {"sources": sources, "tests": entropy.weights(suite)}
        kept.write_text(json.dumps(known, indent=1) + "\n")
    for test in suite.tests:
        test.rounds, test.guessable = known["tests"][test.name]


def read_answers(assignment: str) -> dict[str, float]:
    import judge

    path = ROOT / "tests/course" / assignment / ANSWERS
    return judge.answers_in(path.read_bytes()) if path.is_file() else {}


# ---- all of it ----------------------------------------------------------------------------------------


def folder_of(assignment: str, cumulative: bool, hidden: Path | None) -> Path:
    mark = "-" + hashlib.sha256(str(hidden.resolve()).encode()).hexdigest()[:8] if hidden else ""
    return ROOT / "build/grading" / (assignment + ("-cumulative" if cumulative else "") + mark)


def load(assignment: str, cumulative: bool = False, hidden: Path | None = None) -> Suite:
    """The suite of one assignment, built if need be."""
    hidden = hidden.resolve() if hidden else None
    if hidden and not list((hidden / assignment).glob("*.c")):
        raise SuiteError(f"{hidden} has no {assignment}/*.c: hidden tests lie in HIDDEN/{assignment}/")
    folder = folder_of(assignment, cumulative, hidden)
    with locked(folder):
        return assemble(assignment, cumulative, hidden, folder)


def assemble(assignment: str, cumulative: bool, hidden: Path | None, folder: Path) -> Suite:
    said = make(assignment, folder, cumulative, hidden)
    names = [name.removeprefix("modules/") for name in said["files"]]
    objects = {n: next(ROOT / o for o in said["objects"] if Path(o).stem == Path(n).stem) for n in names}
    files = {m: [n.split("/")[1] for n in names if n.startswith(m + "/")] for m in said["modules"]}
    stubs = {n: starting_file(n) for n in [*names, *answer_files(said["modules"])]}
    suite = Suite(
        assignment=assignment, modules=said["modules"], files=files, tests=listed(folder / "reference", assignment, hidden),
        headers=refreshed(folder / "headers", header_files()), stubs=refreshed(folder / "stubs", stubs),
        cc=said["cc"][0], compile_flags=said["compile_flags"], keep={n: sorted(symbols([o])[0]) for n, o in objects.items()},
        link_objects=[folder / "rest.o"], link_flags=said["link_flags"], allowed_imports=allowed(objects),
        reference=folder / "reference", sha256="", toolchain=toolchain(said["cc"][0]), answers=read_answers(assignment),
        reference_files={n: reference_file(n).read_bytes() for n in stubs}, stub_files=stubs,
        reference_objects=objects, cumulative=cumulative)
    parts = sources_of(folder) | stubs | {n: c for n, c in suite.reference_files.items() if n.endswith(ANSWERS)}
    sources = fingerprint(parts, *suite.compile_flags, *suite.link_flags, suite.toolchain, suite.mode)
    weigh(suite, folder, sources)
    weights = json.dumps([(t.name, t.points, t.rounds, t.guessable, t.hidden, t.hints[:1]) for t in suite.tests])
    suite.sha256 = fingerprint({}, sources, weights)
    return suite


def answer_files(modules: list[str]) -> list[str]:
    return [f"{m}/{ANSWERS}" for m in modules if (ROOT / "modules" / m / ANSWERS).is_file()]
