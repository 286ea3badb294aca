"""release.py - the student edition: one tarball, the same bytes from the same tree.

Everything a student needs but the model answers, which go in as objects that run on any machine of
this kind. Invariant: a path gets in because a line of contents.txt says so, never by default.
"""
from __future__ import annotations

import argparse
import datetime
import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

from kindling_grading.course import ROOMS, ROOT
from kindling_grading.errors import EditionError
from kindling_grading.release import tree, web

# What the objects of a kind are compiled with: as the tests were proved with them, but on any
# machine of this kind.
PORTABLE = "NATIVE=-DKINDLING_PORTABLE"
KINDS = {"float": ["CONFIG=portable"], "double": ["CONFIG=double", PORTABLE], "debug": ["CONFIG=debug", PORTABLE]}
EDITION = ".kindling/edition"  # its version, and no more
OLD = 946684800  # 1 January 2000
MACHINE = f"{platform.system()}-{platform.machine()}"
# a link that leads nowhere without its module
LESSON = re.compile(rb"\[([^]]*)\]\((?:\.\./)?([0-9][0-9]_[a-z0-9_]+)/README\.md\)")


def build_objects(top: Path, kind: str, sources: list[str], work: Path, student: str = "") -> dict[str, Path]:
    """Compile sources as the engine's Makefile does; no debug information, no local names. student:
    the folder they are in, if they are compiled as a student's."""
    done = {}
    groups: dict[str, list[str]] = {}
    for source in sources:  # tests are compiled by the rules of their module
        name = source.split("/")[2] if source.startswith("tests/") else ""
        groups.setdefault(name, []).append(source)
    # Relative, so that no object can remember where the tree was; away from other builds.
    build = os.path.relpath(work / kind, top)
    for name, group in groups.items():
        goals = {s: f"{build}/{'student/' if student else 'course/' if name else ''}{s[:-2]}.o" for s in group}
        command = [os.environ.get("MAKE", "make"), "-s", "--no-print-directory", f"-j{os.cpu_count()}", *KINDS[kind],
                   "BLAS=none", "THREADS=none", f"B={build}", "TARGET_ARCH=", *([f"FOLDER={student or f'modules/{name}'}"] if student or name else [])]
        clean = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k not in ("CONFIG", "CFLAGS")}
        subprocess.run([*command, *goals.values()], cwd=top, env=clean, check=True, stdout=subprocess.DEVNULL)
        done.update({s: top / o for s, o in goals.items()})
    for path in done.values():
        subprocess.run(["objcopy", "--strip-unneeded", "--remove-section=.comment", str(path)], check=True)
    return done


def cut_tree(top: Path, answers: dict[str, str], place: Path) -> Path:
    """A tree of links in which the engine's files hold their answers and no more."""
    if not place.is_dir():
        for room in ROOMS:
            for path in (top / room).rglob("*.[ch]"):
                target = place / path.relative_to(top)
                target.parent.mkdir(parents=True, exist_ok=True)
                text = answers.get(path.relative_to(top).as_posix())
                target.symlink_to(path) if text is None else target.write_text(text)
        for name in ("Makefile", "modules", "notebooks-c", "tests", "tools"):
            (place / name).symlink_to(top / name)
    return place


def broken_objects(top: Path, module: str, work: Path) -> dict[str, tuple[bytes, int]]:
    """The cases of make break-NN: the files of a known mistake, which stands in no edition, as
    objects."""
    cases = top / "tools/break" / f"{module}.txt"
    found = re.findall(r"^case: (\w+)\nrow: (\w+)$", cases.read_text(), re.M) if cases.exists() else []
    edition = {}
    for case, row in found:
        folder = top / "build/release-broken" / case / module
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        subprocess.run([sys.executable, "-B", "tools/course/authors/mistakes.py", "files", module, row, str(folder)], cwd=top, check=True)
        sources = [str(path.relative_to(top)) for path in sorted(folder.glob("*.c"))]
        for source, path in build_objects(top, "float", sources, work, student=str(folder.relative_to(top))).items():
            name = f"broken/{module}/{case}/{Path(source).stem}.o"
            edition[f".kindling/reference/{MACHINE}/float/{name}"] = (path.read_bytes(), 0o644)
    return edition


def known_mistakes(top: Path, module: str) -> bytes:
    """What they give, recorded (tools/course/authors/names.py): digests and sentences, no row."""
    command = [os.environ.get("MAKE", "make"), "-s", "--no-print-directory", f"-j{os.cpu_count()}", "CONFIG=double", f"FOLDER=modules/{module}", "course-names"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("MAKE") and k not in ("CONFIG", "CFLAGS")}
    subprocess.run(command, cwd=top, env=clean, check=True, stdout=subprocess.DEVNULL)
    return (top / f"build/double/course/{module}.names").read_bytes()


def other_solutions(top: Path, modules: list[str]) -> dict[str, bytes]:
    """Of the modules for which the instructor has opened them."""
    return {f".kindling/others/{module}.txt": tree.others(top, module) for module in modules}


def version_of(top: Path, edition: dict[str, tuple[bytes, int]], more: str = "") -> str:
    """What tells this edition from every other: 0.2.0-20261123-3f9c2a1, the version in the header,
    the day of the last commit and a checksum of all that is inside. more: what else makes it
    another one."""
    header = re.search(rb'^#define KINDLING_VERSION "(.*)"', edition["tensor/tensor.h"][0], re.M)[1].decode()
    listed = "".join(f"{hashlib.sha256(data).hexdigest()} {mode:o} {name}\n" for name, (data, mode) in sorted(edition.items()))
    day = datetime.datetime.fromtimestamp(epoch(top), datetime.timezone.utc)
    return f"{header}-{day:%Y%m%d}-{hashlib.sha256((listed + more).encode()).hexdigest()[:7]}"


def contents(top: Path, modules: list[str], work: Path, opened: list[str], more: str = "") -> dict[str, tuple[bytes, int]]:
    """Path in the edition -> its bytes and its mode."""
    answers, given_parts, answer_tests = tree.answers(top), tree.given(top), tree.answer_tests(top)
    inside, unknown = tree.sort_out(tree.files(top))
    tree.tell("left out, contents.txt does not speak of it", unknown)
    others = [f"{place}/{m}/" for m in tree.modules(top) if m not in modules for place in ("modules", "tests/course")]
    edition = {}
    for name in inside:
        if given_parts.get(name) == "" or name in answer_tests or name.startswith(tuple(others)):
            continue
        path = top / name
        if path.is_symlink():
            raise EditionError(f"{name} is a link; the edition holds files only")
        data = given_parts[name].encode() if name in given_parts else path.read_bytes()
        if name.endswith(".md"):
            data = LESSON.sub(lambda link: link[0] if link[2].decode() in modules else link[1], data)
        edition[name] = (data, 0o755 if path.stat().st_mode & 0o100 else 0o644)
        parts = name.split("/")
        if parts[0] == "modules" and len(parts) == 3 and parts[2] not in ("README.md", "measure.c"):
            edition[f".kindling/start/{parts[1]}/{parts[2]}"] = edition[name]  # for make reset
    given = sorted(n for n in edition if n.startswith((*(f"{room}/" for room in ROOMS), "tests/course/", "tests/harness/", "modules/todo.h")))
    listed = "".join(f"{hashlib.sha256(edition[n][0]).hexdigest()}  {n}\n" for n in given)
    # make NN tells of those that were changed
    edition[".kindling/given.sha256"] = (listed.encode(), 0o644)
    shipped = [t for t in answer_tests if t.split("/")[2] in modules]
    for kind in KINDS:
        built = build_objects(cut_tree(top, answers, work / "cut"), kind, list(answers), work) | build_objects(top, kind, shipped, work)
        for source, path in built.items():
            edition[f".kindling/reference/{MACHINE}/{kind}/{source[:-2]}.o"] = (path.read_bytes(), 0o644)
    for module in modules:
        edition |= broken_objects(top, module, work)
        edition[f".kindling/reference/{MACHINE}/double/tests/course/{module}/names"] = (known_mistakes(top, module), 0o644)
    edition |= {name: (data, 0o644) for name, data in other_solutions(top, opened).items()}
    own = {target: (tree.LISTS / "student" / name).read_text() for name, target in (("README.md", "README.md"), ("gitignore", ".gitignore"))}
    version = version_of(top, edition, more + "".join(own.values()))
    edition[EDITION] = (f"{version}\n".encode(), 0o644)  # make submit writes it down
    for target, text in own.items():
        for gap, filling in (("@MACHINE@", f"{platform.system()} on {platform.machine()}"), ("@MODULE@", modules[0]), ("@NN@", modules[0][:2]),
                             ("@VERSION@", version)):
            text = text.replace(gap, filling)
        edition[target] = (text.encode(), 0o644)
    return edition


def epoch(top: Path) -> int:
    """When what is handed out was written: the time of the last commit, if there is one."""
    if os.environ.get("SOURCE_DATE_EPOCH", "").isdigit():
        return int(os.environ["SOURCE_DATE_EPOCH"])
    command = ["git", "log", "-1", "--format=%ct"]
    said = subprocess.run(command, cwd=top, capture_output=True, text=True) if shutil.which("git") else None
    return int(said.stdout) if said and said.returncode == 0 and said.stdout.strip().isdigit() else OLD


def folder_of(edition: dict[str, bytes]) -> str:
    """The folder that a tarball is unpacked into: another one for another edition, so that none is
    unpacked over a student's work."""
    return f"kindling-{edition[EDITION].decode().strip()}" if EDITION in edition else "kindling"


def pack(edition: dict[str, tuple[bytes, int]]) -> bytes:
    """Names in order; nothing of the day, the user or the machine. Every file is of the same old
    day: no clock is behind that, and make would build all that is newer than its clock again and
    again."""
    folder = folder_of({name: data for name, (data, _) in edition.items()})
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in sorted(edition):
            data, mode = edition[name]
            info = tarfile.TarInfo(f"{folder}/{name}")
            info.size, info.mode, info.mtime = len(data), mode, OLD
            tar.addfile(info, io.BytesIO(data))
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=9, mtime=0, filename="") as out:
        out.write(plain.getvalue())
    return packed.getvalue()


def release(top: Path, wanted: str, out: Path, others: str = "", with_web: bool = False) -> Path:
    modules = tree.modules(top, wanted)
    opened = tree.opened(top, modules, others)
    if with_web:
        web.needs(top)
    work = top / "build" / "release-objects"
    shutil.rmtree(work, ignore_errors=True)
    edition = contents(top, modules, work, opened, "with web/" if with_web else "")
    if with_web:
        edition |= web.site(top, edition, work)
    every = modules == tree.modules(top)
    target = out / f"kindling-{'course' if every else '+'.join(modules)}.tar.gz"
    out.mkdir(parents=True, exist_ok=True)
    data = pack(edition)
    fresh = target.with_suffix(".new")
    fresh.write_bytes(data)
    fresh.rename(target)
    return target


def main() -> int:
    options = argparse.ArgumentParser(description="Make the student edition.")
    options.add_argument("--out", type=Path, default=Path("build/release"))
    options.add_argument("--modules", default="", help='"12", "01 02"; nothing: all')
    options.add_argument("--others", default="", help='modules whose other right solutions go in: "06 12"; 1: all; nothing: none')
    options.add_argument("--web", action="store_true", help="web/, too: the course in a browser tab")
    options.add_argument("--top", type=Path, default=ROOT, help="the course's tree")
    given = options.parse_args()
    try:
        target = release(given.top.resolve(), given.modules, given.out, given.others, given.web)
    except EditionError as error:
        sys.exit(str(error))
    with tarfile.open(target) as tar:
        names = tar.getnames()
    objects = sum(name.endswith(".o") for name in names)
    print(f"{target}: {len(names)} files, {target.stat().st_size / 1024:.0f} KiB, {objects} of them objects for {MACHINE}")
    print("make verify-release looks for leaks, builds it and passes its tests elsewhere")
    return 0


if __name__ == "__main__":
    sys.exit(main())
