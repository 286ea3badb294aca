"""files.py - what goes into a box and what comes out of one.

Invariant: what a box wrote is a regular file of bounded size, moved out of the box's reach, or it
is nothing.
"""
from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

from kindling_grading.box.parts import SETUP
from kindling_grading.errors import Broken, Infra

PROGRAM_CAP = 64 << 20  # bytes of a linked program


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


def program_path(name: str) -> str:
    """cc is a chain of links through /etc, which no box has."""
    found = shutil.which(name)
    if found is None:
        raise Infra(f"there is no {name}. Type: {SETUP}")
    real = os.path.realpath(found)
    if not real.startswith("/usr/"):
        raise Infra(f"{name} is {real}; boxes see only compilers under /usr")
    return real
