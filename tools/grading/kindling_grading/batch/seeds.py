"""seeds.py - inputs that nobody could know before grading, and everybody can have again afterwards.

A seed is made from the course key, so that a student who knows everything else cannot make it, and
from the submission itself, so that a changed file meets other numbers. The key is made at first use
and lies in the instructor's home, readable by them alone: never in the tree, never in a box, never
in a result.
Invariant: the same key, epoch, assignment, submission and test give the same seed on every machine.
"""
from __future__ import annotations

import hashlib
import hmac
import os
import secrets
import stat
from pathlib import Path

from kindling_grading.course import ROOT
from kindling_grading.errors import BadKey

KEY_BYTES = 32


def key_path() -> Path:
    """KINDLING_COURSE_KEY, or a file in the user's configuration."""
    named = os.environ.get("KINDLING_COURSE_KEY")
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(named) if named else Path(home) / "kindling" / "course.key"


def course_key() -> bytes:
    """The key; made now if there is none yet."""
    path = key_path()
    if path.resolve().is_relative_to(ROOT):
        raise BadKey(f"the course key must not lie in the course's own folder: {path}. "
                     "Set KINDLING_COURSE_KEY to a file elsewhere")
    try:
        return read_key(path)
    except FileNotFoundError:
        make_key(path)
        return read_key(path)


def read_key(path: Path) -> bytes:
    fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    with os.fdopen(fd, "rb") as file:
        mode = os.fstat(fd).st_mode
        text = file.read(4096)
    if stat.S_IMODE(mode) & 0o077:
        raise BadKey(f"others may read the course key. Type: chmod 600 '{path}' (and think about a new one)")
    try:
        key = bytes.fromhex(text.decode("ascii").strip())
    except ValueError:
        key = b""
    if len(key) < KEY_BYTES:
        raise BadKey(f"{path} is no course key: {2 * KEY_BYTES} hexadecimal digits are expected")
    return key


def make_key(path: Path) -> None:
    """Written whole under another name first: two graders that start together agree on one key."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    fd = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(fd, "w") as file:
        file.write(secrets.token_hex(KEY_BYTES) + "\n")
        file.flush()
        os.fsync(fd)
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass
    finally:
        fresh.unlink()


def seed(key: bytes, epoch: str, assignment: str, submission_sha256: str, test: str) -> int:
    """64 bits for one test of one submission."""
    parts = (epoch, assignment, submission_sha256, test)
    message = b"".join(f"{len(part.encode())}:".encode() + part.encode() for part in parts)
    return int.from_bytes(hmac.new(key, message, hashlib.sha256).digest()[:8], "big")
