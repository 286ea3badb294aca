"""together.py - a whole submission in one box: what nearly always works, in a fraction of the time."""
from __future__ import annotations

import shlex
import stat
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kindling_grading.box import box
from kindling_grading.box.files import PROGRAM_CAP, fresh_folder, program_path, take
from kindling_grading.box.limits import COMPILING
from kindling_grading.build.linking import link_command
from kindling_grading.build.objects import OF_AN_OBJECT, Object, described, write_keep
from kindling_grading.build.suite import Suite
from kindling_grading.errors import Broken, Infra

# Each file lies in a tree of its own, so that #include "heads.c" finds nothing, just as in a box of its own.
EACH = """
each() {
    number=$1 name=$2; shift 2
    "$@" -ffile-prefix-map=/src/$number/= -c /src/$number/$name -o /tmp/o &&
    /usr/bin/readelf -sSW /tmp/o > /out/$number/listing &&
    /usr/bin/objcopy --keep-global-symbols=/src/$number/keep /tmp/o /out/$number/local.o && : > /out/$number/whole
}
"""


def together(parts: dict[str, bytes | Object], suite: Suite, work: Path) -> tuple[dict[str, Object], Path | None]:
    """Sources become objects, and with the objects that are known a program, in one box. What comes back
    was made without a word; anything else is for boxes of its own. No program if there is anything else."""
    folder = fresh_folder(work / "together")
    out, script, linked = fresh_folder(folder / "out"), [EACH], []
    compiler = shlex.join([program_path(suite.cc), *suite.compile_flags])
    binds = {"/in": suite.headers, "/src": fresh_folder(folder / "src")}
    binds |= {f"/rest/{i}.o": path for i, path in enumerate(suite.link_objects)}
    sources = {number: name for number, (name, part) in enumerate(parts.items()) if isinstance(part, bytes)}
    for number, (name, part) in enumerate(parts.items()):
        if number in sources:
            lay_out(part, f"modules/{name}", suite.keep.get(name, []), folder / f"src/{number}")
            (out / str(number)).mkdir()
            script.append(f"each {number} {shlex.quote('modules/' + name)} {compiler} || failed=1")
            linked.append(f"/out/{number}/local.o")
        else:
            binds[f"/kept/{number}.o"] = part.path
            linked.append(f"/kept/{number}.o")
    rest = [inside for inside in binds if inside.startswith("/rest/")]
    script.append(f'test -z "$failed" && {shlex.join(link_command(suite, rest + linked))}')
    limits = replace(COMPILING, wall=COMPILING.wall + 4 * len(sources))
    ran = box.run(["/usr/bin/sh", "-c", "\n".join(script)], "compile", binds, out, limits)
    if ran.outcome == "infra":
        raise Infra(f"compiling: {ran.detail}")
    found, program = {}, None
    for number, name in sources.items():
        with suppress(Broken, OSError):
            found[name] = taken(name, out / str(number), folder / f"taken.{number}")
    if ran.outcome == "ok" and len(found) == len(sources):
        with suppress(Broken, OSError):
            program = take(out / "program", PROGRAM_CAP, folder / "program", 0o700)
    return found, program


def lay_out(source: bytes, inside: str, keep: list[str], folder: Path) -> None:
    """A tree with one file in it, and what shall stay global of it."""
    (folder / inside).parent.mkdir(parents=True)
    (folder / inside).write_bytes(source)
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
