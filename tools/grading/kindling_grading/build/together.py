"""together.py - a whole submission in one box: what nearly always works, in a fraction of the
time."""
from __future__ import annotations

import shlex
import stat
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kindling_grading.box import box
from kindling_grading.box.files import fresh_folder, program_path, take
from kindling_grading.box.limits import COMPILING, Budget
from kindling_grading.build.objects import LEAST_CPU, OF_AN_OBJECT, Object, described, write_keep, write_source
from kindling_grading.build.suite import Suite
from kindling_grading.errors import Broken

MOST_FAILED = 4  # files; then no more are tried in company
# Each file lies in a tree of its own, so that #include "heads.c" finds nothing, just as in a box of
# its own.
EACH = """
each() {
    number=$1 name=$2; shift 2
    "$@" -ffile-prefix-map=/src/$number/= -c /src/$number/$name -o /tmp/o &&
    /usr/bin/readelf -sSW /tmp/o > /out/$number/listing &&
    /usr/bin/objcopy --keep-global-symbols=/src/$number/keep /tmp/o /out/$number/local.o && : > /out/$number/whole
}
"""


def together(parts: dict[str, bytes | Object], suite: Suite, work: Path, budget: Budget) -> dict[str, Object]:
    """Sources become objects in one box, which sees nothing of the tests: those are there for the
    link only. What comes back was made without a word; anything else is for boxes of its own."""
    folder = fresh_folder(work / "together")
    out, script = fresh_folder(folder / "out"), [EACH]
    compiler = shlex.join([program_path(suite.cc), *suite.compile_flags])
    binds = {"/in": suite.headers, "/src": fresh_folder(folder / "src")}
    sources = {number: name for number, (name, part) in enumerate(parts.items()) if isinstance(part, bytes)}
    for number, (name, part) in enumerate(parts.items()):
        if number in sources:
            lay_out(part, f"modules/{name}", suite.keep.get(name, []), folder / f"src/{number}")
            (out / str(number)).mkdir()
            script.append(f"[ ${{failed:-0}} -ge {MOST_FAILED} ] || each {number} {shlex.quote('modules/' + name)} {compiler} || "
                          "failed=$((${failed:-0} + 1))")
    # of each process; who needs more gets it alone
    limits = replace(COMPILING, cpu=min(COMPILING.cpu, LEAST_CPU))
    ran = box.run(["/usr/bin/sh", "-c", "\n".join(script)], "compile", binds, out, limits)
    budget.spend(ran)
    found: dict[str, Object] = {}
    # so many files on a busy machine; whether there are boxes at all, the next one says
    if ran.outcome == "infra":
        return found
    for number, name in sources.items():
        with suppress(Broken, OSError):
            found[name] = taken(name, out / str(number), folder / f"taken.{number}")
    return found


def lay_out(source: bytes, inside: str, keep: list[str], folder: Path) -> None:
    """A tree with one file in it, and what shall stay global of it."""
    (folder / inside).parent.mkdir(parents=True)
    write_source(folder / inside, source)
    write_keep(folder / "keep", keep)


def taken(name: str, written: Path, folder: Path) -> Object:
    """One object out of the box's folder: only if its last step was reached."""
    folder.mkdir()
    if not stat.S_ISDIR(written.lstat().st_mode):
        raise Broken("no folder")
    take(written / "whole", 0, folder / "whole")
    for entry, cap in OF_AN_OBJECT.items():
        take(written / entry, cap, folder / entry)
    return described(name, folder)
