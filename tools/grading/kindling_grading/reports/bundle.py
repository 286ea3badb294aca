"""bundle.py - feedback pages in one zip file, called as a learning platform wants them back.

Moodle goes by the folder that it gave to each student. Canvas goes by the file name of its download
and shows the file under the name that the student had given, so what comes back is an archive of
the same kind with the page in it.
Invariant: the same pages give the same bytes; a student's entry holds that student's page and
nothing else, and who cannot be named surely is left out and listed.
"""
from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kindling_grading.batch import names, platforms
from kindling_grading.errors import BookError
from kindling_grading.reports import student_page
from kindling_grading.reports.book import Book

KINDS = ("moodle", "canvas", "plain")
PAGE = "feedback.html"
FIRST_DAY = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip file can say
PACKERS: tuple[tuple[tuple[str, ...], Callable[[bytes], bytes]], ...] = (
    ((".tar.gz", ".tgz"), lambda data: gzip.compress(data, mtime=0)),
    ((".tar.xz", ".txz"), lzma.compress), ((".tar.bz2", ".tbz2", ".tbz"), bz2.compress), ((".tar",), bytes))


@dataclass(frozen=True)
class Bundle:
    data: bytes
    students: int
    left_out: tuple[str, ...]  # who has a page and no name that the platform would know


def zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, FIRST_DAY)
            info.compress_type, info.create_system, info.external_attr = zipfile.ZIP_DEFLATED, 3, 0o600 << 16
            archive.writestr(info, files[name])
    return out.getvalue()


def packed(page: bytes, name: str) -> bytes | None:
    """The page in an archive of the kind that the name says; None for a kind that is not made
    here."""
    small = name.lower()
    if small.endswith(".zip"):
        return zipped({PAGE: page})
    pack = next((pack for ends, pack in PACKERS if small.endswith(ends)), None)
    if pack is None:
        return None
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        member = tarfile.TarInfo(PAGE)
        member.size, member.mode = len(page), 0o600
        archive.addfile(member, io.BytesIO(page))
    return pack(out.getvalue())


def for_moodle(downloaded: str, page: bytes) -> tuple[str, bytes] | None:
    """As Moodle called the student's folder; it looks for the number behind the first
    underscore."""
    found = platforms.download(downloaded, True)
    if found is None or found.platform != "Moodle" or found.person.count("_") != 1:
        return None
    return f"{found.person}_assignsubmission_file_/{PAGE}", page


def for_canvas(downloaded: str, page: bytes) -> tuple[str, bytes] | None:
    found = platforms.download(downloaded, False)
    contents = packed(page, downloaded) if found and found.platform == "Canvas" else None
    return (downloaded, contents) if contents is not None else None


def make(book: Book, kind: str, submissions: Path | None) -> Bundle:
    if kind != "plain" and (submissions is None or not submissions.is_dir()):
        said = f", and {submissions} is no folder" if submissions else ""
        raise BookError(f"BUNDLE={kind} needs the names that {kind.title()} gave to what you downloaded{said}: "
                        f"SUBMISSIONS=in/{book.assignment.split('_')[0]}")
    handed_in = names.handed_in(submissions).read if submissions and kind != "plain" else {}
    files: dict[str, bytes] = {}
    left_out = []
    for entry in book.entries:
        if entry.folder is None:
            continue
        page = student_page.render(book, entry).encode("utf-8")
        downloaded = handed_in[entry.folder].name if entry.folder in handed_in else ""
        named = (f"{entry.folder}/{PAGE}", page) if kind == "plain" else \
            (for_moodle if kind == "moodle" else for_canvas)(downloaded, page)
        if named is None or named[0] in files:
            left_out.append(entry.student)
        else:
            files[named[0]] = named[1]
    if not files:
        loose = kind == "canvas" and any((found := platforms.download(path.name, False)) and found.platform == "Canvas" for path in handed_in.values())
        why = "Canvas takes back only what it gave, and gave loose files there: in place of a file of C no page can be" if loose else \
            f"nothing there is called as {kind.title()} calls its downloads"
        raise BookError(f"{submissions}: {why}; BUNDLE=plain makes a folder per student")
    return Bundle(zipped(files), len(files), tuple(left_out))

