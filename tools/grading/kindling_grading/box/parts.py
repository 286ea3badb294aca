"""parts.py - what a box is made of: three small programs, filters for the kernel, and a view of the
files.

The programs (box_keeper.c, box_runner.c, box_filter.c beside this file) are compiled when they are
first needed.
"""
from __future__ import annotations

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from kindling_grading.course import ROOT
from kindling_grading.errors import BoxError

PARTS = ROOT / "build/grading/box"
SETUP = "sh tools/setup.sh grading"


# ---- what the box is made of ---------------------------------------------------------------------


def fresh_part(name: str, sources: list[Path], command: list[str], output: bool = False) -> Path:
    """A file the box is made of, made by command if its sources are newer: at the end of the
    command's line, or what it prints."""
    path = PARTS / name
    if path.exists() and all(path.stat().st_mtime_ns >= source.stat().st_mtime_ns for source in sources):
        return path
    fresh = path.with_name(f"{name}.{os.getpid()}")
    try:
        PARTS.mkdir(parents=True, exist_ok=True)
        made = subprocess.run(command if output else [*command, "-o", str(fresh)], capture_output=True)
        if output and made.returncode == 0:
            fresh.write_bytes(made.stdout)
    except FileNotFoundError:
        raise BoxError(f"there is no C compiler. Type: {SETUP}") from None
    except OSError as error:
        raise BoxError(f"the box's own program cannot be made in {PARTS}: {error.strerror}") from None
    if made.returncode != 0:
        words = made.stderr.decode("utf-8", "replace")
        why = "libseccomp is not installed" if "seccomp.h" in words else words.strip()[-400:]
        raise BoxError(f"the box's own program {name} cannot be made: {why}. Type: {SETUP}")
    fresh.rename(path)
    return path


def program(name: str, *more: str) -> Path:
    source = Path(__file__).with_name(f"{name}.c")
    return fresh_part(name, [source], ["cc", "-std=c11", "-O2", "-Wall", "-Wextra", str(source), *more])


@cache
def keeper() -> Path:
    """The small program that starts boxes."""
    return program("box_keeper")


@cache
def runner() -> Path:
    """The small program that starts what runs in a box."""
    return program("box_runner", "-static")


@cache
def filter_of(stage: str) -> Path:
    """The system calls that a stage may make, as the kernel reads them."""
    maker = program("box_filter", "-lseccomp")
    return fresh_part(f"{stage}.bpf", [maker], [str(maker), stage], output=True)


@cache
def bwrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        raise BoxError(f"bubblewrap is not installed. Type: {SETUP}")
    return found


@cache
def system_folders() -> list[str]:
    """/usr and the names by which programs know its parts."""
    options = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "lib", "lib64", "lib32", "sbin"):
        path = Path("/", name)
        if path.is_symlink():
            options += ["--symlink", os.readlink(path).lstrip("/"), f"/{name}"]
        elif path.is_dir():
            options += ["--ro-bind", str(path), f"/{name}"]
    return options


@cache
def hidden() -> list[str]:
    """What no compiler needs and says which machine this is: an empty file stands there, or an
    empty folder."""
    file, folder = PARTS / "nothing", PARTS / "no-files"
    folder.mkdir(parents=True, exist_ok=True)
    file.touch()
    places = [Path("/usr", name) for name in ("lib/os-release", "lib/lsb-release", "share", "src")]
    return [word for path in places if path.exists() for word in ("--ro-bind", str(folder if path.is_dir() else file), str(path))]


ALWAYS = (
    "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv --uid 65534 "
    "--gid 65534 --hostname box --cap-drop ALL"
).split()
COMPILER_ENVIRONMENT = {"PATH": "/usr/bin", "LC_ALL": "C", "TMPDIR": "/tmp", "SOURCE_DATE_EPOCH": "0"}
# process 1 of a box for runs; it puts the filter in place for each of them
RUNNER = "/run/box_runner"


def view(stage: str, binds: dict[str, Path], out: Path | None) -> list[str]:
    """bubblewrap's options for what the box can see."""
    options = list(ALWAYS)
    if stage == "compile":
        options += system_folders() + hidden() + ["--size", str(64 << 20), "--tmpfs", "/tmp"]
        for name, value in COMPILER_ENVIRONMENT.items():
            options += ["--setenv", name, value]
    else:
        options += ["--as-pid-1", "--ro-bind", str(runner()), RUNNER]
    for inside, outside in binds.items():
        options += ["--ro-bind", str(outside), inside]
    if out is not None:
        options += ["--bind", str(out), "/out"]
    place = "/in" if any(inside.startswith("/in") for inside in binds) else "/"
    options += ["--remount-ro", "/", "--chdir", place, "--json-status-fd", "4"]
    return options + (["--seccomp", "5"] if stage == "compile" else [])
