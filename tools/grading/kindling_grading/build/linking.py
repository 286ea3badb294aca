"""linking.py - objects become one static program, and who made it fail is named."""
from __future__ import annotations

import re
from pathlib import Path

from kindling_grading.box.files import PROGRAM_CAP, fresh_folder, program_path, take
from kindling_grading.box.limits import Budget
from kindling_grading.build import scattered
from kindling_grading.build.objects import SMALL, Object, boxed, printable, short
from kindling_grading.build.suite import Suite
from kindling_grading.errors import Broken


def link_command(suite: Suite, objects: list[str]) -> list[str]:
    scattering = ["-Wl,-T,/in/order"] if suite.pieces else []
    return [program_path(suite.cc), "-static", "-o", "/out/program", *objects, *suite.link_flags, *scattering]


def link(objects: list[Object], suite: Suite, folder: Path, budget: Budget, hidden: bool = False) -> Path:
    """One static program, with the visible tests or the hidden ones; Broken with the linker's
    words."""
    out = fresh_folder(folder / "out")
    binds = {f"/in/{i}.o": path for i, path in enumerate(suite.hidden_objects if hidden else suite.link_objects)}
    binds |= {f"/in/own/{short(o.name)}.o": o.path for o in objects}
    command = link_command(suite, list(binds))
    if suite.pieces:
        (folder / "order").write_text(scattered.order(suite.pieces, suite.layout))
        binds["/in/order"] = folder / "order"
    ran = boxed(command, binds, out, SMALL, "linking", budget)
    if ran.outcome != "ok":
        raise Broken(printable(ran.stderr))
    return take(out / "program", PROGRAM_CAP, folder / "program", 0o700)


def link_faults(words: str, objects: list[Object], keep: dict[str, list[str]]) -> dict[str, str]:
    """Which files made the link fail, each with a sentence."""
    faults: dict[str, list[str]] = {}
    missing = sorted(set(re.findall(r"undefined reference to [`']([^`'\n]+)'", words)))
    for found in objects:
        for symbol in missing:
            if symbol in keep.get(found.name, []):
                faults.setdefault(found.name, []).append(f"{short(found.name)} does not define {symbol}")
            elif called := found.undefined & {symbol, f"__real_{symbol}"}:
                line = (f"{short(found.name)} calls {min(called)[:100]}, which is neither in the engine's headers nor among the "
                        "C functions of tools/course/library.txt")
                faults.setdefault(found.name, []).append(line)
    if not faults:
        for found in objects:
            line = next((line for line in words.splitlines() if f"/in/own/{short(found.name)}.o" in line), None)
            if line:
                faults[found.name] = [f"{short(found.name)} cannot be linked: {line.split(': ', 1)[-1][:300]}"]
    return {name: "\n".join(lines) for name, lines in faults.items()}
