"""build.py - a student's files become one static program, without the judge ever reading an object.

One box, which holds /usr, the suite's headers and the student's files, compiles each file, lists its
object's symbols and sections, makes everything local but the functions the file is meant to define, so
that a student's malloc, write or main is nobody's but the student's, and links what came of it. If nothing
is at fault, that is all. A file for which anything went wrong in company is compiled again in a box of its
own, so that the words about it and what it costs are its own, and another box links. Objects of starting
and reference files are kept, made in boxes of their own, too.
A file that does not compile, or does not define what it should, is replaced by the module's starting
file, so that the others still earn what they deserve.

Invariant: what a box wrote is looked at only as a regular file of bounded size, moved out of the box's
reach, and only ever opened again inside a box.
"""
from __future__ import annotations

import hashlib
import itertools
import os
import re
import shlex
import shutil
import stat
import subprocess
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import box

if TYPE_CHECKING:
    from suite import Suite

OBJECT_CAP = 16 << 20
PROGRAM_CAP = 64 << 20
LISTING_CAP = 4 << 20
STATIC_MEMORY_CAP = 64 << 20  # bytes of variables in one file
MESSAGE_LINES = 30
SMALL = box.Limits(cpu=10, wall=20.0, memory=1 << 30, file=PROGRAM_CAP, output=64 << 10, transcript=0)
# Code that runs before main, or in place of a function chosen at start.
EARLY_SECTIONS = re.compile(r"\.(preinit_array|init_array|fini_array|ctors|dtors|init|fini)(\.|$)")


@dataclass
class Built:
    status: str  # ok (there is a program), compile-error, link-error, infra-error
    message: str = ""  # why files failed, in the compiler's words or a sentence
    notes: list[str] = field(default_factory=list)
    program: Path | None = None
    # "12_attention/mask.c" -> why the starting file stands in its place
    failed: dict[str, str] = field(default_factory=dict)
    # what the program was linked of, by name
    objects: dict[str, "Object"] = field(default_factory=dict)


class Infra(Exception):
    """The machinery failed, not the student."""


class Broken(Exception):
    """The student's file is at fault; the text says how."""


@dataclass
class Object:
    name: str  # 12_attention/mask.c
    path: Path
    defined: set[str]
    undefined: set[str]
    notes: list[str]


# ---- files and boxes ----------------------------------------------------------------------------------


def short(name: str) -> str:
    return name.rsplit("/", 1)[-1]


def printable(text: bytes) -> str:
    """A compiler quotes the source it was given: no control characters from there."""
    return "".join(c if c.isprintable() or c in "\n\t" else "?" for c in text.decode("utf-8", "replace"))


def fresh_folder(path: Path) -> Path:
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def take(written: Path, cap: int, to: Path, mode: int = 0o600) -> Path:
    """Move a file out of a folder a box could write, if it is a plain file of a sane size."""
    try:
        found = written.lstat()
    except FileNotFoundError:
        raise Broken("no object or program came out of it") from None
    if not stat.S_ISREG(found.st_mode) or found.st_nlink != 1:
        raise Broken("what came out of it is no plain file")
    if found.st_size > cap:
        raise Broken(f"what came out of it is larger than {cap >> 20} MiB")
    written.rename(to)
    to.chmod(mode)
    return to


def boxed(argv: list[str], binds: dict[str, Path], out: Path, limits: box.Limits, doing: str) -> box.Ran:
    """One step of the build; only "ok" and "exit" come back."""
    ran = box.run(argv, "compile", binds, out, limits)
    if ran.outcome == "infra":
        raise Infra(f"{doing}: {ran.detail}")
    if ran.outcome not in ("ok", "exit"):
        raise Broken(f"{doing}: {ran.detail}")
    return ran


def tree_with(headers: Path, file: str, source: Path) -> dict[str, Path]:
    """The header tree at /in with one more file in it: bound piece by piece along the file's way."""
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


def program_path(name: str) -> str:
    """cc is a chain of links through /etc, which no box has."""
    found = shutil.which(name)
    if found is None:
        raise Infra(f"there is no {name}. Type: {box.SETUP}")
    real = os.path.realpath(found)
    if not real.startswith("/usr/"):
        raise Infra(f"{name} is {real}; boxes see only compilers under /usr")
    return real


# ---- compiling ----------------------------------------------------------------------------------------


def compiler_words(name: str, errors: bytes) -> str:
    """The compiler's messages, with the file called what the student calls it."""
    text = printable(errors).replace(f"modules/{name}", short(name)).replace("/in/", "")
    text = re.sub(r"/tmp/cc\w+\.s", f"{short(name)} (as assembly)", text)  # a name of the moment
    said = ("compilation terminated", "cc1: all warnings", f"{short(name)} (as assembly): Assembler messages")
    lines = [line for line, _ in itertools.groupby(text.splitlines()) if not line.startswith(said)]
    more = len(lines) - MESSAGE_LINES
    return "\n".join(lines[:MESSAGE_LINES] + ([f"... and {more} lines more"] if more > 0 else []))


def killed_compiler(errors: bytes, limits: box.Limits) -> str:
    """cc itself survives what its passes do not; its words about that are not for students."""
    if b"CPU time limit exceeded" in errors or b"Killed signal terminated" in errors:
        return f"the compiler needed more than {limits.cpu} s"
    if b"out of memory" in errors or b"emory exhausted" in errors or b"annot allocate memory" in errors:
        return f"the compiler needed more than {limits.memory >> 20} MiB of memory"
    if b"File size limit exceeded" in errors or b"file too big" in errors or b"File too large" in errors:
        return f"the object file would be larger than {limits.file >> 20} MiB"
    return ""


def compile_file(name: str, source: bytes, suite: "Suite", folder: Path) -> Path:
    """The object of one file, or Broken with the compiler's words."""
    fresh_folder(folder)
    inside = f"modules/{name}"
    (folder / "source.c").write_bytes(source)
    command = [program_path(suite.cc), *suite.compile_flags, "-c", inside, "-o", "/out/o"]
    binds = tree_with(suite.headers, inside, folder / "source.c")
    out = fresh_folder(folder / "out")
    ran = boxed(command, binds, out, box.COMPILING, f"compiling {short(name)}")
    if ran.outcome != "ok":
        why = killed_compiler(ran.stderr, box.COMPILING)
        raise Broken(f"{short(name)}: {why}" if why else compiler_words(name, ran.stderr))
    return take(out / "o", OBJECT_CAP, folder / "compiled.o")


# ---- looking at objects and making them local -----------------------------------------------------------

LOOK = """
/usr/bin/readelf -sSW /in/o > /out/listing && exec /usr/bin/objcopy --keep-global-symbols=/in/keep /in/o /out/local.o
"""
OF_AN_OBJECT = {"listing": LISTING_CAP, "local.o": OBJECT_CAP}


def write_keep(path: Path, symbols: list[str]) -> None:
    """For objcopy, which would take an empty list for none at all."""
    path.write_text("# stay global\n" + "".join(f"{symbol}\n" for symbol in symbols))


def look(name: str, compiled: Path, keep: list[str], folder: Path) -> Object:
    """Symbols and sections of an object, and the object with only its own functions global."""
    write_keep(folder / "keep", keep)
    out = fresh_folder(folder / "out")
    binds = {"/in/o": compiled, "/in/keep": folder / "keep"}
    ran = boxed(["/usr/bin/sh", "-c", LOOK], binds, out, SMALL, f"reading the object of {short(name)}")
    if ran.outcome != "ok":
        raise Broken(f"{short(name)}: its object file cannot be read: {printable(ran.stderr)[:300]}")
    for entry, cap in OF_AN_OBJECT.items():
        take(out / entry, cap, folder / entry)
    return described(name, folder)


def described(name: str, folder: Path) -> Object:
    """An object whose parts lie in a folder of this process's own."""
    listing = (folder / "listing").read_bytes().decode("utf-8", "replace")
    found = Object(name, folder / "local.o", *symbol_sets(listing), early_code(name, listing))
    if static_memory(listing) > STATIC_MEMORY_CAP:
        raise Broken(f"{short(name)}: its variables take {static_memory(listing) >> 20} MiB, "
                     f"at most {STATIC_MEMORY_CAP >> 20} MiB can be had")
    return found


# readelf -sSW: number, value, size, type, binding, visibility, perhaps more in brackets, section, name; no
# name can begin a line of its own, because readelf shows a line's end in it as ^J.
SYMBOL = re.compile(r"^ *\d+: [0-9a-f]+ +\w+ (\w+) +(\w+) +\w+ +(?:\[.*?\] +)?(\w+) (.+)$", re.M)
SECTION = re.compile(r"^ *\[ *\d+\] (.*?) +\S+ +[0-9a-f]{16} [0-9a-f]{6,} ([0-9a-f]{6,}) [0-9a-f]{2,} +([A-Za-z]*)", re.M)


def symbol_sets(listing: str) -> tuple[set[str], set[str]]:
    """What is defined for everybody, and what is wanted from elsewhere."""
    others = {(where == "UND", name) for _, binding, where, name in SYMBOL.findall(listing) if binding != "LOCAL"}
    return {name for wanted, name in others if not wanted}, {name for wanted, name in others if wanted}


def section_table(listing: str) -> list[tuple[str, int, str]]:
    """Name, size, flags."""
    return [(name, int(size, 16), flags) for name, size, flags in SECTION.findall(listing)]


def static_memory(listing: str) -> int:
    return sum(size for _, size, flags in section_table(listing) if "A" in flags)


def early_code(name: str, listing: str) -> list[str]:
    notes = []
    for section, size, _ in section_table(listing):
        if size > 0 and EARLY_SECTIONS.match(section):
            notes.append(f"{short(name)} has code that runs outside of its functions (section {printable(section.encode())[:40]})")
    if any(kind == "IFUNC" for kind, *_ in SYMBOL.findall(listing)):
        notes.append(f"{short(name)} chooses a function while the program starts (ifunc)")
    return notes


def misfits(found: Object, keep: list[str], allowed: set[str]) -> list[str]:
    """Notes about what an object brings along or wants; Broken if it lacks a function."""
    name = short(found.name)
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


# ---- everything at once ---------------------------------------------------------------------------------

# Each file lies in a tree of its own, so that #include "heads.c" finds nothing, just as in a box of its own.
EACH = """
each() {
    number=$1 name=$2; shift 2
    "$@" -ffile-prefix-map=/src/$number/= -c /src/$number/$name -o /tmp/o &&
    /usr/bin/readelf -sSW /tmp/o > /out/$number/listing &&
    /usr/bin/objcopy --keep-global-symbols=/src/$number/keep /tmp/o /out/$number/local.o && : > /out/$number/whole
}
"""


def together(parts: dict[str, "bytes | Object"], suite: "Suite", work: Path) -> tuple[dict[str, Object], Path | None]:
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
    limits = replace(box.COMPILING, wall=box.COMPILING.wall + 4 * len(sources))
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


def kept_folder(name: str, source: bytes, suite: "Suite") -> Path | None:
    """Where the object of one of the course's own files is kept; None for a student's."""
    stubs, references = getattr(suite, "stub_files", {}), getattr(suite, "reference_files", {})
    if source not in (stubs.get(name), references.get(name)):
        return None
    parts = [suite.sha256.encode(), name.encode(), *(s.encode() for s in suite.keep.get(name, [])), source]
    mark = hashlib.sha256(b"".join(b"%d:%s" % (len(part), part) for part in parts)).hexdigest()
    return Path(suite.stubs).parent / "kept" / mark


def keep(folder: Path, made: Path) -> None:
    """All or nothing, whoever else keeps the same one now."""
    fresh = fresh_folder(folder.with_name(f".{folder.name}.{os.uname().nodename}.{os.getpid()}"))
    for entry in OF_AN_OBJECT:
        shutil.copyfile(made / entry, fresh / entry)
    try:
        fresh.rename(folder)
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)


# ---- linking ------------------------------------------------------------------------------------------


def link_command(suite: "Suite", objects: list[str]) -> list[str]:
    return [program_path(suite.cc), "-static", "-o", "/out/program", *objects, *suite.link_flags]


def link(objects: list[Object], suite: "Suite", folder: Path) -> Path:
    """One static program; Broken with the linker's words."""
    out = fresh_folder(folder / "out")
    binds = {f"/in/{i}.o": path for i, path in enumerate(suite.link_objects)}
    binds |= {f"/in/own/{short(o.name)}.o": o.path for o in objects}
    ran = boxed(link_command(suite, list(binds)), binds, out, SMALL, "linking")
    if ran.outcome != "ok":
        raise Broken(printable(ran.stderr))
    return take(out / "program", PROGRAM_CAP, folder / "program", 0o700)


def link_faults(words: str, objects: list[Object], keep: dict[str, list[str]]) -> dict[str, str]:
    """Which files made the link fail, each with a sentence."""
    faults: dict[str, list[str]] = {}
    missing = sorted(set(re.findall(r"undefined reference to [`']([^'\n]+)'", words)))
    for found in objects:
        for symbol in missing:
            if symbol in keep.get(found.name, []):
                faults.setdefault(found.name, []).append(f"{short(found.name)} does not define {symbol}")
            elif symbol in found.undefined:
                line = f"{short(found.name)} calls {symbol[:100]}, which nothing defines"
                faults.setdefault(found.name, []).append(line)
    if not faults:
        for found in objects:
            line = next((line for line in words.splitlines() if f"/in/own/{short(found.name)}.o" in line), None)
            if line:
                faults[found.name] = [f"{short(found.name)} cannot be linked: {line.split(': ', 1)[-1][:300]}"]
    return {name: "\n".join(lines) for name, lines in faults.items()}


# ---- all of it ----------------------------------------------------------------------------------------


def starting_file(name: str, suite: "Suite") -> bytes:
    """The untouched file of an exercise: the suite's, else git's, else the one in this tree."""
    stubs = getattr(suite, "stubs", None)
    if stubs is not None:
        return (Path(stubs) / name).read_bytes()
    command = ["git", "-C", str(box.ROOT), "show", f"HEAD:modules/{name}"]
    shown = subprocess.run(command, capture_output=True) if shutil.which("git") else None
    return shown.stdout if shown and shown.returncode == 0 else (box.ROOT / "modules" / name).read_bytes()


def make_object(name: str, source: bytes, suite: "Suite", work: Path) -> Object:
    """The object of one file: kept from before, or made in a box of its own."""
    folder, kept = work / name.replace("/", "."), kept_folder(name, source, suite)
    if kept and kept.is_dir():
        return described(name, kept)
    found = look(name, compile_file(name, source, suite, folder), suite.keep.get(name, []), folder)
    if kept:
        keep(kept, folder)
    return found


def model_object(name: str, suite: "Suite", work: Path) -> Object:
    """Of the course's own file, as if a student had handed it in."""
    try:
        return make_object(name, suite.reference_files[name], suite, work / "model")
    except Broken as error:
        raise Infra(f"the model answer of {name} cannot be built: {error}") from None


@dataclass
class Building:
    """The state of one build: each file's object, the student's or the starting file's."""

    suite: "Suite"
    work: Path
    objects: dict[str, Object] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    ready: dict[str, Object] = field(default_factory=dict)  # made at once, not yet looked at
    linked: list[Object] = field(default_factory=list)
    program: Path | None = None  # of those, if all went well

    def prepare(self, sources: dict[str, bytes]) -> None:
        """One box for everything, in the hope that nothing is at fault."""
        parts: dict[str, bytes | Object] = {}
        for name, source in sources.items():
            known = kept_folder(name, source, self.suite) is not None
            parts[name] = make_object(name, source, self.suite, self.work) if known else source
        made, self.program = together(parts, self.suite, self.work)
        self.ready = {name: part for name, part in (parts | made).items() if isinstance(part, Object)}
        self.linked = list((parts | made).values())

    def made(self, name: str, source: bytes) -> Object:
        found = self.ready.pop(name, None) or make_object(name, source, self.suite, self.work)
        self.notes += misfits(found, self.suite.keep.get(name, []), self.suite.allowed_imports)
        return found

    def add(self, name: str, source: bytes | None) -> None:
        if source is None:
            self.notes.append(f"{short(name)} was not handed in; the starting file stands in its place")
            return self.replace(name)
        try:
            self.objects[name] = self.made(name, source)
        except Broken as error:
            self.failed[name] = str(error) if short(name) in str(error) else f"{short(name)}: {error}"
            self.replace(name)

    def replace(self, name: str) -> None:
        self.replaced.add(name)
        try:
            found = self.ready.pop(name, None) or make_object(name, starting_file(name, self.suite), self.suite, self.work)
            misfits(found, self.suite.keep.get(name, []), self.suite.allowed_imports)
            self.objects[name] = found
        except (Broken, OSError) as error:
            raise Infra(f"the starting file of {name} cannot be built: {error}") from None

    def link(self) -> Path:
        if self.program and list(self.objects.values()) == self.linked:
            return self.program
        for _ in range(2):
            objects = list(self.objects.values())
            try:
                return link(objects, self.suite, fresh_folder(self.work / "link"))
            except Broken as error:
                faults = link_faults(str(error), objects, self.suite.keep)
                faults = {name: words for name, words in faults.items() if name not in self.replaced}
                if not faults and any(name not in self.replaced for name in self.objects):
                    raise
                if not faults:
                    raise Infra(f"not even the starting files can be linked: {str(error)[:300]}") from None
            self.failed |= faults
            for name in faults:
                self.replace(name)
        raise Broken("the files cannot be linked together")


def build(files: dict[str, bytes], suite: "Suite", work: Path) -> Built:
    """files: "12_attention/mask.c" -> its contents. work: a folder of the caller's, used and left."""
    names = [f"{module}/{f}" for module, wanted in suite.files.items() for f in wanted if f.endswith(".c")]
    building = Building(suite, work)
    try:
        building.prepare({name: files[name] if name in files else starting_file(name, suite) for name in names})
        for name in names:
            building.add(name, files.get(name))
        message = "\n".join(building.failed.values())
        if names and all(name in building.failed for name in names):
            return Built("compile-error", message, building.notes, None, building.failed)
        program = building.link()
    except Broken as error:
        return Built("link-error", str(error)[:4000], building.notes, None, building.failed)
    except (Infra, box.BoxError) as error:
        return Built("infra-error", str(error), building.notes, None, building.failed)
    return Built("ok", "\n".join(building.failed.values()), building.notes, program, building.failed, building.objects)
