"""objects.py - one file of C becomes an object, and the object is looked at: each step in a box of
its own.

Invariant: an object is only ever opened inside a box; what is read here is readelf's listing of it.
"""
from __future__ import annotations

import itertools
import os
import re
from dataclasses import dataclass
from pathlib import Path

from kindling_grading import plain_text
from kindling_grading.box import box
from kindling_grading.box.files import PROGRAM_CAP, fresh_folder, program_path, take
from kindling_grading.box.limits import COMPILING, Budget, Limits, Ran
from kindling_grading.build.suite import Suite
from kindling_grading.errors import Broken, Infra

OBJECT_CAP = 16 << 20
LISTING_CAP = 4 << 20
STATIC_MEMORY_CAP = 64 << 20  # bytes of constants and code in one file
# of variables: room that no test counts. tools/course/calls.sh has 2048
VARIABLES_CAP = 2048 + 512
MESSAGE_LINES, LONGEST_LINE, LONGEST_SECTION = 30, 500, 200
# second of a compiler, for a submission that has used up its budget; an honest file takes 0.3 s
LEAST_CPU = 1
SMALL = Limits(cpu=10, memory=1 << 30, file=PROGRAM_CAP, output=64 << 10, transcript=0)
# Code that runs before main, or in place of a function chosen at start.
EARLY_SECTIONS = re.compile(r"\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)(\.|$)")


@dataclass
class Object:
    name: str  # 12_attention/mask.c
    path: Path
    defined: set[str]
    undefined: set[str]
    notes: list[str]
    refused: list[str]  # what no graded file may have, each a sentence


# ---- files and boxes -----------------------------------------------------------------------------


def short(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def printable(text: bytes) -> str:
    """A compiler quotes the source it was given: no control characters from there."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text.decode("utf-8", "replace"))


def boxed(argv: list[str], binds: dict[str, Path], out: Path, limits: Limits, doing: str, budget: Budget) -> Ran:
    """One step of the build, within what is left; only "ok" and "exit" come back."""
    limits = budget.step(limits, LEAST_CPU)
    ran = box.run(argv, "compile", binds, out, limits)
    budget.spend_step(ran, LEAST_CPU)
    if ran.outcome == "infra":
        raise Infra(f"{doing}: {ran.detail}")
    if ran.outcome not in ("ok", "exit"):
        raise Broken(f"{doing}: {ran.detail}")
    return ran


def tree_with(headers: Path, file: str, source: Path) -> dict[str, Path]:
    """The header tree at /in with one more file in it: bound piece by piece along the file's
    way."""
    binds: dict[str, Path] = {}
    here, inside = headers, "/in"
    for part in file.split("/")[:-1]:
        for entry in sorted(here.iterdir()) if here.is_dir() else []:
            if entry.name != part:
                binds[f"{inside}/{entry.name}"] = entry
        here, inside = here / part, f"{inside}/{part}"
    for entry in sorted(here.glob("*.h")) if here.is_dir() else []:
        binds[f"{inside}/{entry.name}"] = entry
    binds[f"/in/{file}"] = source
    return binds


# ---- compiling -----------------------------------------------------------------------------------


def compiler_words(name: str, errors: bytes) -> str:
    """The compiler's messages, with the file called what the student calls it."""
    text = printable(errors).replace(f"modules/{name}", short(name)).replace("/in/", "")
    text = re.sub(r"/tmp/cc\w+\.s", f"{short(name)} (as assembly)", text)  # a name of the moment
    said = ("compilation terminated", "cc1: all warnings", f"{short(name)} (as assembly): Assembler messages")
    lines = [line[:LONGEST_LINE] for line, _ in itertools.groupby(text.splitlines()) if not line.startswith(said)]
    more = len(lines) - MESSAGE_LINES
    return "\n".join(lines[:MESSAGE_LINES] + ([f"... and {more} lines more"] if more > 0 else []))


def killed_compiler(errors: bytes, limits: Limits) -> str:
    """cc itself survives what its passes do not; its words about that are not for students."""
    if b"CPU time limit exceeded" in errors or b"Killed signal terminated" in errors:
        return f"the compiler needed more than {int(limits.cpu)} s"
    if b"out of memory" in errors or b"emory exhausted" in errors or b"annot allocate memory" in errors:
        return f"the compiler needed more than {limits.memory >> 20} MiB of memory"
    if b"File size limit exceeded" in errors or b"file too big" in errors or b"File too large" in errors:
        return f"the object file would be larger than {limits.file >> 20} MiB"
    return ""


def write_source(path: Path, source: bytes) -> None:
    """A file of which the compiler can tell no time (__TIMESTAMP__)."""
    path.write_bytes(source)
    os.utime(path, (0, 0))


def compile_file(name: str, source: bytes, suite: Suite, folder: Path, budget: Budget) -> Path:
    """The object of one file, or Broken with the compiler's words."""
    if plain_text.is_utf_16(source):
        raise Broken(f"{short(name)} is {plain_text.REMEDY}")
    fresh_folder(folder)
    inside = f"modules/{name}"
    write_source(folder / "source.c", source)
    command = [program_path(suite.cc), *suite.compile_flags, "-c", inside, "-o", "/out/o"]
    binds = tree_with(suite.headers, inside, folder / "source.c")
    out = fresh_folder(folder / "out")
    limits = budget.step(COMPILING, LEAST_CPU)
    ran = boxed(command, binds, out, limits, f"compiling {short(name)}", budget)
    if ran.outcome != "ok":
        why = killed_compiler(ran.stderr, limits)
        raise Broken(f"{short(name)}: {why}" if why else compiler_words(name, ran.stderr))
    return take(out / "o", OBJECT_CAP, folder / "compiled.o")


# ---- looking at objects and making them local ----------------------------------------------------

LOOK = """
/usr/bin/readelf -sSW /in/o > /out/listing && exec /usr/bin/objcopy --keep-global-symbols=/in/keep /in/o /out/local.o
"""
OF_AN_OBJECT = {"listing": LISTING_CAP, "local.o": OBJECT_CAP}


def write_keep(path: Path, symbols: list[str]) -> None:
    """For objcopy, which would take an empty list for none at all."""
    path.write_text("# stay global\n" + "".join(f"{symbol}\n" for symbol in symbols))


def look(name: str, compiled: Path, keep: list[str], folder: Path, budget: Budget) -> Object:
    """Symbols and sections of an object, and the object with only its own functions global."""
    write_keep(folder / "keep", keep)
    out = fresh_folder(folder / "out")
    binds = {"/in/o": compiled, "/in/keep": folder / "keep"}
    ran = boxed(["/usr/bin/sh", "-c", LOOK], binds, out, SMALL, f"reading the object of {short(name)}", budget)
    if ran.outcome != "ok":
        raise Broken(f"{short(name)}: its object file cannot be read: {printable(ran.stderr)[:300]}")
    for entry, cap in OF_AN_OBJECT.items():
        take(out / entry, cap, folder / entry)
    return described(name, folder)


def described(name: str, folder: Path) -> Object:
    """An object whose parts lie in a folder of this process's own."""
    listing = (folder / "listing").read_bytes().decode("utf-8", "replace")
    if odd := odd_symbol(listing):
        raise Broken(f"{short(name)} has a symbol that no C makes, and that could replace the course's own: {odd}")
    found = Object(name, folder / "local.o", *symbol_sets(listing), early_code(name, listing), refusals(name, listing))
    if static_memory(listing) > STATIC_MEMORY_CAP:
        raise Broken(f"{short(name)}: its variables take {static_memory(listing) >> 20} MiB, "
                     f"at most {STATIC_MEMORY_CAP >> 20} MiB can be had")
    return found


def refusals(name: str, listing: str) -> list[str]:
    """Variables are memory that no test counts (tests/harness/memory.c counts scopes, malloc and the stack); what runs
    though nobody calls it could hand over what another file may not have, or hear what is asked."""
    room = variable_memory(listing)
    found = [] if room <= VARIABLES_CAP else [
        f"{short(name)}: its variables outside of functions, and static ones, take {room} bytes, expected at most 2048. try this: "
        "scope_alloc or malloc, where what a call needs is counted; a table that is const is no variable"]
    if any("runs outside" in note or "ifunc" in note for note in early_code(name, listing)):
        found.append(f"{short(name)}: it has code that runs before the tests, or after them (a constructor, a destructor, an ifunc): "
                     "only what is called may run")
    return found


# readelf -sSW: number, value, size, type, binding, visibility, perhaps more in brackets, section,
# name; no name can begin a line of its own, because readelf shows a line's end in it as ^J.
SYMBOL = re.compile(r"^ *\d+: [0-9a-f]+ +\w+ (\w+) +(\w+) +\w+ +(?:\[.*?\] +)?(\w+) (.+)$", re.M)
# A variable that only the linker will give a place.
COMMON = re.compile(r"^ *\d+: [0-9a-f]+ +(\w+) \w+ +\w+ +\w+ +(?:\[.*?\] +)?COM ", re.M)
# What objcopy knows how to make local. It leaves others global, such as UNIQUE ones
# (gnu_unique_object).
SYMBOL_LINE = re.compile(r"^ *\d+: [0-9a-f]{16} .*$", re.M)
KNOWN_BINDING = re.compile(r" *\d+: [0-9a-f]{16} +\w+ \w+ +(?:LOCAL|GLOBAL|WEAK) ")
# [number], name, type, address, offset, size, entry, flags if any, link, info, alignment: a name
# may be anything of any length, so the columns behind it are looked for in the end of the line
# only.
SECTION_NUMBER = re.compile(r" *\[ *\d{1,10}\] ")
SECTION_COLUMNS = re.compile(r" \S{1,40} +[0-9a-f]{16} [0-9a-f]{6,16} ([0-9a-f]{6,16}) [0-9a-f]{2,16} +([A-Za-z]{0,20}) +\d+ +\d+ +\d+ *$")
COLUMNS_WIDTH = 160


def symbol_sets(listing: str) -> tuple[set[str], set[str]]:
    """What is defined for everybody, and what is wanted from elsewhere."""
    others = {(where == "UND", name) for _, binding, where, name in SYMBOL.findall(listing) if binding != "LOCAL"}
    return {name for wanted, name in others if not wanted}, {name for wanted, name in others if wanted}


def odd_symbol(listing: str) -> str:
    """The line of a symbol that is neither local nor global nor weak; "" if there is none."""
    odd = next((line for line in SYMBOL_LINE.findall(listing) if not KNOWN_BINDING.match(line)), "")
    return printable(" ".join(odd.split()[3:])[:100].encode())


def section_table(listing: str) -> list[tuple[str, int, str]]:
    """Name, size, flags."""
    found = []
    for line in listing.split("\n"):
        start = SECTION_NUMBER.match(line)
        cut_off = max(start.end(), len(line) - COLUMNS_WIDTH) if start else 0
        columns = SECTION_COLUMNS.search(line, cut_off) if start else None
        if start and columns:
            found.append((line[start.end() : columns.start()].rstrip(" "), int(columns[1], 16), columns[2]))
    return found


def static_memory(listing: str) -> int:
    return sum(size for _, size, flags in section_table(listing) if "A" in flags)


def variable_memory(listing: str) -> int:
    """Constants that hold addresses lie where the loader writes, and nobody else."""
    rows = [size for section, size, flags in section_table(listing) if {"A", "W"} <= set(flags) and not section.startswith(".data.rel.ro")]
    return sum(rows) + sum(int(size, 0) for size in COMMON.findall(listing))


def early_code(name: str, listing: str) -> list[str]:
    notes = []
    table = section_table(listing)
    sections = [section for section, size, _ in table if size > 0 and EARLY_SECTIONS.match(section)]
    if sections:
        more = f" and {len(sections) - 1} more" if len(sections) > 1 else ""
        notes.append(f"{short(name)} has code that runs outside of its functions (section {printable(sections[0].encode()[:40])}{more})")
    if longest := [section for section, _, _ in table if len(section) > LONGEST_SECTION]:
        notes.append(f"{short(name)} has sections with names of more than {LONGEST_SECTION} letters: "
                     f"{printable(longest[0].encode()[:40]).strip() or 'blanks'}...")
    if any(kind == "IFUNC" for kind, *_ in SYMBOL.findall(listing)):
        notes.append(f"{short(name)} chooses a function while the program starts (ifunc)")
    return notes


def misfits(found: Object, suite: Suite) -> list[str]:
    """Notes about what an object brings along or wants; Broken if it lacks a function, or calls its
    own task."""
    name, keep, allowed = short(found.name), suite.keep.get(found.name, []), suite.allowed_imports
    refused = suite.refused.get(found.name, {})
    if handed := found.undefined & refused.keys():
        raise Broken("\n".join(f"{name} calls {symbol}, {refused[symbol]}" for symbol in sorted(handed)))
    if found.refused and suite.tests:  # an entry of the cup is weighed in another way
        raise Broken("\n".join(found.refused))
    missing = [symbol for symbol in keep if symbol not in found.defined]
    if missing:
        raise Broken("\n".join(f"{name} does not define {symbol}" for symbol in missing))
    notes = list(found.notes)
    if more := found.defined - set(keep):
        notes.append(f"{name} defines more than it was asked to, for itself only: {listed(more)}")
    if foreign := found.undefined - allowed:
        notes.append(f"{name} calls what its functions do not need: {listed(foreign)}")
    return notes


def listed(symbols: set[str]) -> str:
    shown = sorted(printable(symbol.encode()[:60]) for symbol in symbols)
    return " ".join(shown[:8]) + (f" and {len(shown) - 8} more" if len(shown) > 8 else "")
