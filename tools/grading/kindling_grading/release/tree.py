"""tree.py - what a course tree holds: its files, its modules, and which sources are model answers.

Invariant: nothing here writes. A path is always relative to the top of the tree, with slashes.
"""
from __future__ import annotations

import fnmatch
import re
import shutil
import subprocess
import sys
from pathlib import Path

from kindling_grading.course import GRADING
from kindling_grading.cutter import answers as cutter
from kindling_grading.errors import EditionError

LISTS = GRADING / "release"  # contents.txt, given.txt and the students' own README.md
HEAD = re.compile(r"\A(/\*(?:(?!\*/|\n \*\n).)*)\n \*\n.*?\*/", re.S)


def tell(what: str, names: list[str]) -> None:
    """At most a few names: nobody reads a hundred."""
    for name in names[:5]:
        print(f"  {what}: {name}", file=sys.stderr)
    if len(names) > 5:
        print(f"  {what}: and {len(names) - 5} more", file=sys.stderr)


def files(top: Path) -> list[str]:
    """What git knows of; without git, everything but what is built."""
    if (top / ".git").exists() and shutil.which("git"):
        said = subprocess.run(["git", "ls-files", "-z"], cwd=top, capture_output=True)
        if said.returncode == 0:
            names = said.stdout.decode().split("\0")
            new = subprocess.run(["git", "ls-files", "-o", "--exclude-standard"], cwd=top, capture_output=True, text=True)
            tell("left out, git does not know it", sort_out(new.stdout.splitlines())[0])
            return sorted(n for n in names if n and (top / n).is_file())
    built = ("build/", ".kindling/", ".git/")
    names = (p.relative_to(top).as_posix() for p in top.rglob("*") if p.is_file())
    return sorted(n for n in names if not n.startswith(built) and "__pycache__" not in n)


def modules(top: Path, wanted: str = "") -> list[str]:
    """Names of the modules that were asked for: "12", "01 12_attention", "" or "all"."""
    have = sorted(p.name for p in (top / "modules").glob("[0-9][0-9]_*"))
    if wanted.strip() in ("", "all"):
        return have
    numbers = [f"{int(re.match(r'[0-9]+', w)[0]):02d}" if w[0].isdigit() else w for w in wanted.split()]
    found = [m for m in have if m[:2] in numbers]
    missing = set(numbers) - {m[:2] for m in found}
    if missing:
        raise EditionError(f"there is no module {', '.join(sorted(missing))}; there are {', '.join(have)}")
    return found


def opened(top: Path, inside: list[str], wanted: str) -> list[str]:
    """Modules of the edition whose other right solutions go in: none for "", all for "1" or "all",
    "06 12"."""
    found = inside if wanted.strip() in ("1", "all") else modules(top, wanted) if wanted.strip() else []
    outside = [m for m in found if m not in inside]
    if outside:
        raise EditionError(f"OTHERS names {', '.join(outside)}, and the edition has {', '.join(inside)}")
    return found


def others(top: Path, module: str) -> bytes:
    """What make others-NN shows of a module, as its script reads it."""
    said = subprocess.run([sys.executable, "-B", "tools/course/authors/others.py", "show", module], cwd=top, capture_output=True)
    if said.returncode != 0:
        raise EditionError(said.stderr.decode().strip())
    return said.stdout


def answers(top: Path) -> dict[str, str]:
    """Engine file with model answers in it -> these, and what they use, with their mark."""
    return {path: cutter.answer((top / path).read_text(), mark=True) for path in cutter.marked(top)}


def given(top: Path) -> dict[str, str]:
    """Engine file with model answers in it -> what is left without them; "" if that is nothing. Of its
    head the first paragraph: what follows says how the answer goes about it."""
    return {path: HEAD.sub(r"\1 */", cutter.given((top / path).read_text())) for path in cutter.marked(top)}


def model_answers(top: Path, module: str) -> dict[str, bytes]:
    """What a student's folder holds when all is right: its files, by their names."""
    found = {p.name: cutter.answer_to(p.read_text(), top).encode() for p in sorted((top / "modules" / module).glob("*.c")) if p.name != "measure.c"}
    key = top / "tests/course" / module / "answers.txt"
    return found | ({"answers.txt": key.read_bytes()} if key.exists() else {})


def answer_tests(top: Path) -> list[str]:
    """Test sources that say the right numbers of answers.txt: X_want.c beside X.c with the tests of
    it, or X.c."""
    found = []
    for path in sorted((top / "tests/course").glob("[0-9][0-9]_*/*.c")):
        tested = re.findall(r'\.file\s*=\s*"([^"]*)"', path.read_text())
        if "answers.txt" in tested:
            if set(tested) != {"answers.txt"}:
                raise EditionError(f"{path}: tests of answers.txt need a file of their own, so that it can be shipped as an object")
            wants = path.with_name(path.stem + "_want.c")
            found.append((wants if wants.is_file() else path).relative_to(top).as_posix())
    return found


def rules() -> list[tuple[bool, str]]:
    """The lines of contents.txt."""
    lines = ((LISTS / "contents.txt").read_text()).splitlines()
    return [(line[0] == "+", line[1:].strip()) for line in lines if line[:1] in "+-" and line.strip()]


def sort_out(names: list[str]) -> tuple[list[str], list[str]]:
    """What contents.txt lets in, and what no line of it speaks of."""
    inside, unknown = [], []
    table = rules()
    for name in names:
        verdict = next((take for take, pattern in table if fnmatch.fnmatchcase(name, pattern)), None)
        if verdict is None:
            unknown.append(name)
        elif verdict:
            inside.append(name)
    return inside, unknown
