"""scattered.py - where a graded program has its functions and variables: in another order for each submission, so that the
distance from one to another, which a student could measure at home, says nothing.

The suite's object is linked twice. The linker's map of the first time says of which pieces it is made. What every file of the
module may call anyway stays together; of the rest each object, and each of some heaps of the C library, becomes a section
with a number, since sections cost time; of the harness each variable. A submission's link lays these out.

    build.scattered MAP MODULE ... > SCRIPT     for the second link
"""
from __future__ import annotations

import random
import re
import sys
import zlib
from functools import cache
from pathlib import Path

from kindling_grading.build import calls, commands
from kindling_grading.build.symbols import LIBRARY

KINDS = (".text", ".data", ".bss")
HEAPS = 64  # of the C library
# A section with bytes in it, and the object, or ARCHIVE(MEMBER); a long name stands on a line of
# its own.
PIECE = re.compile(r"^ (\.(?:text|data|bss)(?:\.[^\s]*)?)\s+0x[0-9a-f]+ +0x(?!0\b)[0-9a-f]+ (\S+)$", re.M)
MEMBER = re.compile(r"([^(]+)\(([^()]+)\)")
CONSTANTS = ".data.rel.ro"
# Nobody unwinds a stack in these programs, and a link reads these tables for longer than all else.
UNWINDING = "  /DISCARD/ : { *(EXCLUDE_FILE(*crtbeginT.o *crtend.o) .eh_frame) }"
# Constants stay together, so that no section is called as a test is.
NAMELESS = ["  .rodata.str1.1 : { *(.rodata.str1.1 .rodata.*.str1.1) }", "  .rodata.str1.8 : { *(.rodata.str1.8 .rodata.*.str1.8) }",
            "  .rodata : { *(.rodata .rodata.*) }", "  .data.rel.ro : { *(.data.rel.ro .data.rel.ro.*) }"]
NUMBERED = re.compile(r"(\.(?:text|data|bss))\.k\d{5}")


@cache
def defined(archive: str) -> dict[str, set[str]]:
    """What the members of an archive define for others."""
    found: dict[str, set[str]] = {}
    for line in commands.run(["nm", "-A", "-P", "-g", "--defined-only", archive]).splitlines():
        if of := re.match(r"[^\[]*\[([^\]]+)\]: (\S+) ", line):
            found.setdefault(of[1], set()).add(of[2])
    return found


def heap(section: str, file: str, free: set[str]) -> str:
    """With what a piece stays together."""
    kind, _, name = section[1:].partition(".")
    member = MEMBER.fullmatch(file)
    if member and not member[1].endswith("/engine.a"):
        names = defined(member[1]).get(member[2], set())
        return f"{kind} free" if kind == "text" and names and names <= LIBRARY else f"{kind} library {zlib.crc32(member[2].encode()) % HEAPS}"
    if kind == "text" and name in free:
        return "text free"
    return f"{kind} {file}" if member else f"{kind} {file} {name}"


def script(words: str, free: set[str]) -> str:
    """free: what every file of the module may call."""
    heaps: dict[str, list[str]] = {}
    for section, file in dict.fromkeys(PIECE.findall(words)):
        if not section.startswith(CONSTANTS):
            member = MEMBER.fullmatch(file)
            called = f"*{Path(member[1]).name}:{member[2]}" if member else f"*{file}"
            heaps.setdefault(heap(section, file, free), []).append(f"{called}({section})")
    lines = [f"  .{name.split(' ')[0]}.k{number:05} : {{ {' '.join(some)} }}" for number, (name, some) in enumerate(heaps.items())]
    return "SECTIONS\n{\n" + "\n".join([*lines, *NAMELESS, UNWINDING]) + "\n}\n"


def numbered(listing: str) -> list[str]:
    """The pieces of an object, of readelf's listing."""
    return sorted({found[0] for found in NUMBERED.finditer(listing)})


def order(pieces: list[str], layout: int) -> str:
    """What a submission's link is told: beside what it does anyway."""
    draw, said = random.Random(layout), ""
    for kind in KINDS:
        some = [name for name in pieces if name.startswith(f"{kind}.")]
        draw.shuffle(some)
        said += f"SECTIONS {{ {kind}.k : {{ {' '.join(f'*({name})' for name in some)} }} }} INSERT BEFORE {kind};\n" if some else ""
    return said


def main() -> int:
    words, modules = Path(sys.argv[1]).read_text(), sys.argv[2:]
    declared = {name for module in modules for name in calls.numbers(module)}
    sys.stdout.write(script(words, declared - {name for file in calls.files_of(modules) for name in calls.refused(file)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
