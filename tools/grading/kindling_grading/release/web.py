"""web.py - the course in a browser tab, as a student edition has it: web/, static files for any web
server.

The site is made in a tree that holds the edition and nothing else, so what it shows stands in the
edition. Model answers are in it as WebAssembly objects. Invariant: every gate sees the files inside
of its packs, each under a name of its own.
"""
from __future__ import annotations

import gzip
import io
import json
import os
import re
import subprocess
import tarfile
import zlib
from pathlib import Path

from kindling_grading.errors import EditionError
from kindling_grading.release import leaks, tree, views

NPM = "build/web-npm"
# What students have no business with, by name.
INSTRUCTORS = re.compile(rb"\binstructor/|\btests/(hidden|attacks|tools/grading)/|\btools/grading/|\b(mistakes|equivalent|others)\.txt|"
                         rb"\btests/course/\w+/answers\.txt")


def make(top: Path, *goals: str) -> str:
    """What make said; if it went wrong, an EditionError with the end of that."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k not in ("CONFIG", "CFLAGS")}
    command = [os.environ.get("MAKE", "make"), "-s", "--no-print-directory", *goals]
    said = subprocess.run(command, cwd=top, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if said.returncode != 0:
        told = [line for line in said.stdout.splitlines() if line.strip() and not line.startswith("make: ***")]
        raise EditionError("\n".join(["WEB=1: " + line if i == 0 else line for i, line in enumerate(told[-6:])]) + "\nno edition was made")
    return said.stdout


def needs(top: Path) -> None:
    """Before anything is built: Node.js, npm and its packages, pandoc."""
    make(top, "web-needs", f"{NPM}/ready")


def site(top: Path, edition: dict[str, tuple[bytes, int]], work: Path) -> dict[str, tuple[bytes, int]]:
    """Its files, web/... of the edition."""
    stage = work / "web"
    for name, (data, _) in edition.items():
        (stage / name).parent.mkdir(parents=True, exist_ok=True)
        (stage / name).write_bytes(data)
    make(top, "web-edition", f"IN={stage}")
    return {p.relative_to(stage).as_posix(): (p.read_bytes(), 0o644) for p in sorted((stage / "web").rglob("*")) if p.is_file()}


# ---- what is in it -------------------------------------------------------------------------------

def inside(edition: dict[str, bytes], top: Path) -> dict[str, bytes]:
    """The edition as the gates look at it: packs of objects unpacked, and without the parts of the
    compiler that are letter for letter what npm has delivered."""
    found = {}
    for name, data in edition.items():
        if re.fullmatch(r"web/objects/\w+\.tar\.bin", name):
            with tarfile.open(fileobj=io.BytesIO(data)) as packed:
                found |= {f"{name[:-8]}/{m.name}": packed.extractfile(m).read() for m in packed if m.isfile()}
        elif not is_compiler(name, data, top):
            found[name] = data
    return found


def is_compiler(name: str, data: bytes, top: Path) -> bool:
    part = re.fullmatch(r"web/clang/([\w.-]+)\.bin", name)
    own = top / NPM / "clang" / part[1] if part else None
    try:
        return own is not None and own.is_file() and gzip.decompress(data) == own.read_bytes()
    except (OSError, EOFError, zlib.error):
        return False


def source(name: str) -> str:
    """The file of the project that a file of web/ shows: web/source/attention/mask.c.html is
    attention/mask.c."""
    return re.sub(r"^web/(objects/\w+/|source/)?", "", name).removesuffix(".html") if name.startswith("web/") else name


def wants(edition: dict[str, bytes], top: Path) -> dict[str, str]:
    """Lines of *_want.c that stand nowhere else in the edition. Its tests are there to be read; the
    tab has none of them."""
    others = "\n".join(views.normal(data.decode("utf-8", "replace")) for name, data in edition.items()
                       if not name.startswith("web/") and not name.endswith("_want.c"))
    found = {}
    for path in sorted((top / "tests/course").glob("[0-9][0-9]_*/*_want.c")):
        for number, line in enumerate(leaks.code_lines(path.read_text())):
            if len(line) >= leaks.LINE and line not in others:
                found.setdefault(line, f"{path.relative_to(top)}:{number + 1}")
    return found


def gate(edition: dict[str, bytes], top: Path, hidden: Path | None) -> list[str]:
    """What leaks.scan does not look for. edition: as inside() gives it."""
    files = {name: data for name, data in edition.items() if name.startswith("web/")}
    if not files:
        return []
    found, pages = [], pages_of(edition)
    for name, data in files.items():
        if name.startswith("web/clang/"):
            found.append(f"{name} is not the compiler that npm has delivered")
        if data[:4] == b"\0asm" and (b".debug_" in data or b"sourceMappingURL" in data):
            found.append(f"{name} holds debug information")
        for page in pages:
            data = data.replace(page, b"")
        found += [f"{name} names {word.decode()}" for word in sorted({m[0] for m in INSTRUCTORS.finditer(data)})]
    found += leaks.scan(files, wants(edition, top), {})
    return found + hidden_names(files, hidden)


def pages_of(edition: dict[str, bytes]) -> list[bytes]:
    """Pages of the edition that name what is the instructor's, as they stand in JSON: programs of
    the tab read them whole."""
    return [json.dumps(data.decode(), ensure_ascii=False)[1:-1].encode() for name, data in edition.items()
            if name.endswith(".md") and not name.startswith("web/") and INSTRUCTORS.search(data)]


def hidden_names(files: dict[str, bytes], hidden: Path | None) -> list[str]:
    """Names of hidden tests, which are no code and so none of the lines that leaks.scan looks
    for."""
    tests = {m[1] for path in (sorted(hidden.rglob("*.c")) if hidden else []) for m in re.finditer(r"^(?:TEST|QUESTION)\((\w+),", path.read_text(), re.M)}
    return [f"{name} names the hidden test {test}" for name, data in files.items() for test in sorted(tests)
            if re.search(rb"\b" + test.encode() + rb"\b", data)]
