"""intake.py - from whatever a student handed in to the few files that are graded.

A submission is a folder or an archive. Only files with a name that the module asks for are read,
only if they are plain files of a bounded size, and no archive is ever unpacked: its members are
read as they stream by, and a name is compared, never used as a path.
Invariant: the same files give the same sha256 however they were handed in.
"""
from __future__ import annotations

import errno
import hashlib
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.batch.archives import ARCHIVE, Archive
from kindling_grading.batch import online_text
from kindling_grading.batch.folders import Folder, Loose, opened, original, read_plain
from kindling_grading.batch.names import DANGEROUS, beside, name_of, received, uploads
from kindling_grading.course import ANSWERS, ROOT, VERSION, given_tests
from kindling_grading.errors import Rejected, TooLarge

ARCHIVE_CAP = 32 << 20  # bytes as handed in
SUMS = "SHA256SUMS"
OTHERS_TOLD = 5  # names in a note
UNREADABLE = {errno.EACCES, errno.EPERM, errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.ENXIO, errno.ENOENT}


Source = Archive | Folder


@dataclass
class Submission:
    student: str
    files: dict[str, bytes] = field(default_factory=dict)  # "12_attention/mask.c" -> contents
    sha256: str = ""
    received_at: str | None = None
    notes: list[str] = field(default_factory=list)
    rejected: str | None = None


def from_place(source: Source, place: str, names: list[str], notes: list[str]) -> dict[str, bytes]:
    """The files that are asked for, from one folder; one that is too large costs only itself."""
    found = {}
    for name in names:
        try:
            contents = source.get(place + name)
        except TooLarge as error:
            notes.append(f"{error}: it counts as not handed in")
            continue
        if contents is not None:
            found[name] = contents
    return found


def copies(source: Source, place: str, names: list[str], found: dict[str, bytes], notes: list[str]) -> dict[str, bytes]:
    """Of files that are not there, what a browser or platform made of their names; of several the
    last one."""
    there: dict[str, list[str]] = {}
    for name in source.files(place):
        if original(name) != name:
            there.setdefault(original(name), []).append(name)
    read = {}
    for name in names:
        *others, copy = sorted(there.get(name, [""]), key=lambda n: (len(n), n))
        if copy and name not in found:
            read |= {name: contents for contents in from_place(source, place, [copy], notes).values()}
            notes.append(f"{printable(copy)} was read as {name}, which is not there")
        others += [copy] if name in found and copy else []
        if others:
            notes.append(f"not read: {', '.join(map(printable, others[:OTHERS_TOLD]))}, beside {name if name in found else printable(copy)}")
    return read


def from_source(source: Source, module: str, names: list[str], alone: bool, notes: list[str]) -> dict[str, bytes]:
    """The files of one module, all from one place: as the course has it, loose, or further in.

    Loose answers belong to the module only if it is alone."""
    near = [f"{module}/", f"modules/{module}/", ""]
    top = source.wrapper()
    deeper = sorted(source.places(names), key=lambda p: (not f"/{p}".endswith(f"/{module}/"), p.count("/"), p))
    for copied in (False, True):
        for places in [near, [f"{top}/{place}" for place in near if top], deeper]:
            if found := from_places(source, module, names, alone, places, notes, copied):
                return found
    return {}


def from_places(source: Source, module: str, names: list[str], alone: bool, places: list[str],
                notes: list[str], copied: bool) -> dict[str, bytes]:
    """From the first of these places that has any; what lies at the others, or beside it, is said.
    copied: only copies of files, of which nothing is called as it should be."""
    said: dict[str, list[str]] = {place: [] for place in places}
    found = {place: from_place(source, place, names, said[place]) for place in places}
    if copied:
        found = {place: copies(source, place, names, {}, said[place]) for place in places}
    found = {p: f for p, f in found.items()
             if (f or said[p]) and (alone or module in p.split("/") or f.keys() - {ANSWERS})}
    if not found:
        return {}
    place, *others = found
    if not copied:
        found[place] |= copies(source, place, names, found[place], said[place])
    notes += said[place] + sums_notes(source, module, place, found[place])
    notes += [f"there are other files of {module} in {other or 'the folder itself'}; they were not read"
              for other in others[:OTHERS_TOLD] if found[other] != found[place]]
    if alone or module in place.split("/"):
        notes += helper_notes(source.others(place), module, names)
    return found[place]


def helper_notes(there: list[str], module: str, names: list[str]) -> list[str]:
    """C files and headers beside those that are asked for: at home they were built in, here they
    are not."""
    given = {p.name for p in (ROOT / "modules" / module).glob("*")}
    more = [printable(name) for name in there if original(name) not in names and name not in given]
    if not more:
        return []
    rest = f" and {len(more) - OTHERS_TOLD} more" if len(more) > OTHERS_TOLD else ""
    return [f"not asked for, so not read: {', '.join(more[:OTHERS_TOLD])}{rest}; what they define belongs into the files "
            "that are asked for"]


def printable(name: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in name)[:80]


# The line that make submit adds: the version, an edition's own name for itself, and a checksum of
# the tests it has.
PACKED = re.compile(r"^# kindling ([0-9.]{1,20})((?:-[0-9a-z]{1,16}){0,3})(?: tests ([0-9a-f]{64}))?$", re.M)


def sums_notes(source: Source, module: str, place: str, found: dict[str, bytes]) -> list[str]:
    """What make submit wrote down against what is here."""
    try:
        sums = source.get(place + SUMS)
    except TooLarge:
        return [f"{SUMS} is too large to be make submit's"]
    if sums is None:
        return []
    text = sums.decode("utf-8", "replace")
    lines = (line.split(None, 1) for line in text.splitlines())
    said = {words[1].strip(): words[0] for words in lines if len(words) == 2}
    packed = PACKED.search(text)
    notes = [f"{name} is not as it was when make submit packed it" for name, contents in sorted(found.items())
             if said.get(name) != hashlib.sha256(contents).hexdigest()]
    if packed and packed[1] != VERSION:
        notes.append(f"packed with Kindling {packed[1]}, graded with {VERSION}: tools/CHANGELOG.md says what changed")
    elif packed and packed[3] and packed[3] != given_tests(ROOT, module):
        notes.append(f"packed in the edition {packed[1]}{packed[2]}, which has other tests of this module than it is graded by: tools/CHANGELOG.md says what changed")
    return notes


def archives_for(module: str, names: list[str], only: bool) -> list[str]:
    """The archives in a folder that may be the module's, the likeliest first: by its name, else
    any, if only one module is asked for."""
    archives = [name for name in names if ARCHIVE.search(name)]
    named = [name for name in archives if ARCHIVE.sub("", name) == module]
    return named + [name for name in archives if only and name not in named]


def from_folder(folder: Folder, module: str, names: list[str], alone: bool, notes: list[str]) -> dict[str, bytes]:
    """A module's files from a student's folder: from make submit's tarball if it is there, else
    loose, else from another archive."""
    inside = folder.names()
    archives = archives_for(module, inside, False)
    found = {} if archives else from_source(folder, module, names, alone, notes)
    if found:
        return found
    if alone:
        deeper = [place + name for place, files in folder.walk() for name in files if ARCHIVE.search(name)]
        archives = list(dict.fromkeys(archives_for(module, inside, True) + deeper))
    broken: list[Rejected] = []
    for archive in archives:
        said: list[str] = []
        try:
            found = from_packed(folder.get(archive, ARCHIVE_CAP) or b"", module, names, alone, said)
        except Rejected as error:
            broken.append(error)
        if found:
            # then what has another module's name is no rival
            named = ARCHIVE.sub("", archive) == module
            others = ", ".join(printable(name) for name in archives if name != archive and (not named or module in name))
            if any(name in inside for name in (*names, module)):
                notes.append(f"{archive} was read; the files beside it were not")
            if others:
                notes.append(f"{printable(archive)} was read, and not {others[:300]}")
            notes += said
            return found
    if broken:
        raise broken[0]
    return archives and from_source(folder, module, names, alone, notes) or typed(folder, names, notes)


def typed(folder: Folder, names: list[str], notes: list[str]) -> dict[str, bytes]:
    """What was pasted into an online form, if nothing else is there."""
    page = folder.get(online_text.NAME)
    found = online_text.files(page, names) if page else {}
    if found:
        notes.append(f"{online_text.NAME} was read as {', '.join(sorted(found))}; ask for files: a form may change what is pasted")
    elif page:
        notes.append(f"{online_text.NAME} was not read: no line of it begins a file, such as /* {names[-1]} - ...")
    return found


def from_packed(packed: bytes, module: str, names: list[str], alone: bool, notes: list[str]) -> dict[str, bytes]:
    archive = Archive(packed, {*names, SUMS})
    notes += archive.remarks()
    return from_source(archive, module, names, alone, notes)


def all_files(path: Path, wanted: dict[str, list[str]], notes: list[str]) -> dict[str, bytes]:
    """All the files that are wanted, from a folder or from an archive as it is."""
    files: dict[str, bytes] = {}
    with opened(str(path), 0) as fd, opened(str(path.parent.resolve()), os.O_DIRECTORY) as around:
        loose = {own: other.name for own, other in uploads(path, path.parent.iterdir()).items()}
        archive = None if loose or stat.S_ISDIR(os.fstat(fd).st_mode) else handed_in_archive(fd, path, wanted)
        notes += beside(path) + (archive.remarks() if archive else [])
        for module, names in wanted.items():
            names, alone = sorted({*names, ANSWERS}), len(wanted) == 1
            if archive:
                found = from_source(archive, module, names, alone, notes)
            else:
                found = from_folder(Loose(around, loose) if loose else Folder(fd), module, names, alone, notes)
            files |= {f"{module}/{name}": contents for name, contents in found.items()}
    return files


def handed_in_archive(fd: int, path: Path, wanted: dict[str, list[str]]) -> Archive:
    if not ARCHIVE.search(path.name):
        raise Rejected(f"{printable(path.name)} is neither a folder nor an archive that is read (.tar.gz, .tar.xz, .zip); "
                       "make submit makes one")
    every = {name for names in wanted.values() for name in names}
    return Archive(read_plain(fd, path.name, ARCHIVE_CAP), every | {ANSWERS, SUMS})


def digest(files: dict[str, bytes]) -> str:
    """One number for names and contents, lengths included so that nothing can be moved between
    them."""
    whole = hashlib.sha256()
    for name, contents in sorted(files.items()):
        whole.update(f"{len(name.encode())} {name} {len(contents)}\n".encode() + contents)
    return whole.hexdigest()


def read(student: str, path: Path, wanted: dict[str, list[str]]) -> Submission:
    """What a student handed in. wanted: {"12_attention": ["heads.c", ...]}. Never raises for its
    contents, only for a disk that fails."""
    result = Submission(student)
    result.received_at, notes = received(student, path)
    result.notes += notes
    try:
        if DANGEROUS.search(name_of(path)):
            raise Rejected(f"the name {ascii(name_of(path))} begins with a dot or a dash or has characters that cannot be "
                           "seen; call the folder or archive something else")
        result.files = all_files(path, wanted, result.notes)
        if not result.files:
            asked = ", ".join(name for names in wanted.values() for name in names)
            large = "".join(f"{note}. " for note in result.notes if "not handed in" in note or online_text.NAME in note)
            raise Rejected(f"{large}no file of {', '.join(wanted)} is here; asked for: {asked[:300]}")
    except Rejected as error:
        result.files, result.rejected = {}, str(error)
    except OSError as error:
        if error.errno not in UNREADABLE:  # the disk's fault, or this machine's
            raise
        reason = "it is a link" if error.errno == errno.ELOOP else (error.strerror or "").lower()
        result.files, result.rejected = {}, f"{path.name} cannot be read: {reason}"
    result.sha256 = digest(result.files)
    return result
