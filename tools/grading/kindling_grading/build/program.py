"""program.py - a student's files become one static program, without the judge ever reading an
object.

One box, which holds /usr, the suite's headers and the student's files, compiles each file, lists
its object's symbols and sections, makes everything local but the functions the file is meant to
define, so that a student's malloc, write or main is nobody's but the student's. A file for which
anything went wrong in company is compiled again in a box of its own, so that the words about it and
what it costs are its own. Another box links: the compiled tests are there for that alone. Hidden
tests are a program of their own, linked in one more box. Objects of starting and reference files
are kept, made in boxes of their own, too.
A file that does not compile, or does not define what it should, is replaced by the module's
starting file, so that the others still earn what they deserve.

Invariant: what a box wrote is looked at only as a regular file of bounded size, moved out of the
box's reach, and only ever opened again inside a box.
"""
from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.box.files import fresh_folder
from kindling_grading.box.limits import Budget
from kindling_grading.build.linking import link, link_faults
from kindling_grading.build.objects import OF_AN_OBJECT, Object, compile_file, described, look, misfits, short
from kindling_grading.build.suite import Suite
from kindling_grading.build.together import together
from kindling_grading.errors import FULL, Broken, Infra, NoRoom

ROOM = 16 << 20  # bytes: several times what a build writes


@dataclass
class Built:
    status: str  # ok (there is a program), compile-error, link-error, infra-error
    message: str = ""  # why files failed, in the compiler's words or a sentence
    notes: list[str] = field(default_factory=list)
    program: Path | None = None
    hidden_program: Path | None = None  # with the hidden tests, if there are any
    # "12_attention/mask.c" -> why the starting file stands in its place
    failed: dict[str, str] = field(default_factory=dict)
    # what the program was linked of, by name
    objects: dict[str, Object] = field(default_factory=dict)


def kept_folder(name: str, source: bytes, suite: Suite) -> Path | None:
    """Where the object of one of the course's own files is kept; None for a student's."""
    if source not in (suite.stub_files.get(name), suite.reference_files.get(name)):
        return None
    parts = [suite.sha256.encode(), name.encode(), *(s.encode() for s in suite.keep.get(name, [])), source]
    mark = hashlib.sha256(b"".join(b"%d:%s" % (len(part), part) for part in parts)).hexdigest()
    return suite.stubs.parent / "kept" / mark


def keep(folder: Path, made: Path) -> None:
    """All or nothing, whoever else keeps the same one now."""
    fresh = fresh_folder(folder.with_name(f".{folder.name}.{os.uname().nodename}.{os.getpid()}"))
    for entry in OF_AN_OBJECT:
        shutil.copyfile(made / entry, fresh / entry)
    try:
        fresh.rename(folder)
    except OSError:
        shutil.rmtree(fresh, ignore_errors=True)


# ---- all of it -----------------------------------------------------------------------------------


def starting_file(name: str, suite: Suite) -> bytes:
    """The untouched file of an exercise."""
    return (suite.stubs / name).read_bytes()


def make_object(name: str, source: bytes, suite: Suite, work: Path, budget: Budget) -> Object:
    """The object of one file: kept from before, or made in a box of its own."""
    folder, kept = work / name.replace("/", "."), kept_folder(name, source, suite)
    if kept and kept.is_dir():
        return described(name, kept)
    budget = Budget() if kept else budget  # the course's own files cost nobody anything
    found = look(name, compile_file(name, source, suite, folder, budget), suite.keep.get(name, []), folder, budget)
    if kept:
        keep(kept, folder)
    return found


def model_object(name: str, suite: Suite, work: Path) -> Object:
    """Of the course's own file, as if a student had handed it in."""
    try:
        return make_object(name, suite.reference_files[name], suite, work / "model", Budget())
    except Broken as error:
        raise Infra(f"the model answer of {name} cannot be built: {error}") from None


@dataclass
class Building:
    """The state of one build: each file's object, the student's or the starting file's."""

    suite: Suite
    work: Path
    budget: Budget
    objects: dict[str, Object] = field(default_factory=dict)
    replaced: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    ready: dict[str, Object] = field(default_factory=dict)  # made at once, not yet looked at

    def prepare(self, sources: dict[str, bytes]) -> None:
        """One box for everything, in the hope that nothing is at fault."""
        parts: dict[str, bytes | Object] = {}
        for name, source in sources.items():
            known = kept_folder(name, source, self.suite) is not None
            parts[name] = make_object(name, source, self.suite, self.work, self.budget) if known else source
        made = together(parts, self.suite, self.work, self.budget)
        self.ready = {name: part for name, part in (parts | made).items() if isinstance(part, Object)}

    def made(self, name: str, source: bytes) -> Object:
        found = self.ready.pop(name, None) or make_object(name, source, self.suite, self.work, self.budget)
        self.notes += misfits(found, self.suite)
        return found

    def add(self, name: str, source: bytes | None) -> None:
        if source is None:
            self.notes.append(f"{short(name)} was not handed in; the starting file stands in its place")
            self.replace(name)
            return
        try:
            self.objects[name] = self.made(name, source)
        except Broken as error:
            self.failed[name] = str(error) if short(name) in str(error) else f"{short(name)}: {error}"
            self.replace(name)

    def replace(self, name: str) -> None:
        self.replaced.add(name)
        try:
            found = self.ready.pop(name, None) or make_object(name, starting_file(name, self.suite), self.suite, self.work, self.budget)
            misfits(found, self.suite)
            self.objects[name] = found
        except (Broken, OSError) as error:
            raise Infra(f"the starting file of {name} cannot be built: {error}") from None

    def link_hidden(self) -> Path | None:
        """The program of hidden tests, of the same objects; what the linker says about it is for
        nobody."""
        try:
            return link(list(self.objects.values()), self.suite, fresh_folder(self.work / "link_hidden"), self.budget, hidden=True)
        except Broken:
            return None

    def link(self) -> Path:
        for _ in range(2):
            objects = list(self.objects.values())
            try:
                return link(objects, self.suite, fresh_folder(self.work / "link"), self.budget)
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


def build(files: dict[str, bytes], suite: Suite, work: Path, budget: Budget) -> Built:
    """files: "12_attention/mask.c" -> its contents. work: a folder of the caller's, used and
    left. What fails for want of room fails nobody."""
    built = tried(files, suite, work, budget)
    if built.status != "ok" or built.failed:
        check_room(work)
    return built


def check_room(folder: Path) -> None:
    """A compiler says in words of its own that the disk is full, and a file can have it say the
    same: so the disk is asked."""
    probe = folder / "room"
    try:
        with open(probe, "wb") as file:
            os.posix_fallocate(file.fileno(), 0, ROOM)
    except OSError as error:
        if error.errno in FULL:
            raise NoRoom.of(OSError(error.errno, error.strerror, str(folder))) from None
        raise
    finally:
        probe.unlink(missing_ok=True)


def tried(files: dict[str, bytes], suite: Suite, work: Path, budget: Budget) -> Built:
    names = [f"{module}/{f}" for module, wanted in suite.files.items() for f in wanted if f.endswith(".c")]
    building = Building(suite, work, budget)
    try:
        building.prepare({name: files[name] if name in files else starting_file(name, suite) for name in names})
        for name in names:
            building.add(name, files.get(name))
        message = "\n".join(building.failed.values())
        if names and all(name in building.failed for name in names):
            return Built("compile-error", message, building.notes, failed=building.failed)
        program = building.link()
        hidden = building.link_hidden() if suite.hidden_objects else None
    except Broken as error:
        return Built("link-error", str(error)[:4000], building.notes, failed=building.failed)
    except Infra as error:
        return Built("infra-error", str(error), building.notes, failed=building.failed)
    return Built("ok", "\n".join(building.failed.values()), building.notes, program, hidden, building.failed, building.objects)
