"""place.py - a student's place: where an edition is unpacked as its users have it.

A folder with a space and an umlaut in its name, an ordinary user without rights elsewhere, nearly
no environment, no network, and the course's own tree out of sight, as far as this machine lets us.
Invariant: nothing outside of the place is written.
"""
from __future__ import annotations

import functools
import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path

from kindling_grading.course import ROOT
from kindling_grading.release import release

NOBODY = 65534
# who is root goes through every door
ORDINARY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
HIDDEN = 'mount -t tmpfs none "$1" && shift && exec "$@"'  # in a name space of its own


def works(*command: str) -> bool:
    return shutil.which(command[0]) is not None and subprocess.run([*command, "true"], capture_output=True).returncode == 0


@functools.lru_cache
def apart(top: Path, bare: Path | None) -> tuple[str, ...]:
    """The beginning of a command that runs alone."""
    root = os.geteuid() == 0
    alone = ["unshare", "--net", *([] if root else ["--map-root-user"])]
    if bare:
        return (*(alone if works(*alone) else []), shutil.which("chroot", path="/usr/sbin:/sbin:/usr/bin:/bin") or "chroot", str(bare))
    unseen = [*alone, "--mount", "sh", "-c", HIDDEN, "sh", str(top)]
    found = unseen if works(*unseen) else alone if works(*alone) else []
    return (*found, *(ORDINARY if root and works(*ORDINARY) else []))


class Place:
    def __init__(self, edition: dict[str, bytes], bare: Path | None, top: Path = ROOT):
        self.root = bare
        home = bare / "tmp" if bare else Path(tempfile.gettempdir())
        self.folder = Path(tempfile.mkdtemp(prefix="Mein Ordner Übung ", dir=home))
        self.folder.chmod(0o755)
        self.prefix = apart(top, bare)
        self.edition = edition
        self.tree = self.unpack("")

    def unpack(self, below: str) -> Path:
        """The edition, once more, in a folder of its own below the place."""
        tree = self.folder / below / release.folder_of(self.edition)
        for name, data in self.edition.items():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            (tree / name).write_bytes(data)
        self.hand_over()
        return tree

    def hand_over(self) -> None:
        """What lies here is the student's."""
        if set(ORDINARY) <= set(self.prefix):
            subprocess.run(["chown", "-R", f"{NOBODY}:{NOBODY}", str(self.folder)], check=True)

    def run(self, *command: str, tree: Path | None = None, seconds: float = 7200, until: str = "", **more: str) -> tuple[int, str]:
        """Its status, 124 if it did not end in time, or had said these words, and what it said."""
        here = tree or self.tree
        inside = f"/{here.relative_to(self.root)}" if self.root else str(here)
        env = {"PATH": "/usr/bin:/bin", "HOME": str(Path(inside).parent), "LANG": "C", "KINDLING_NO_INSTALL": "1", **more}
        ended = ["timeout", "-k", "10", str(seconds)] if shutil.which("timeout") else []
        said, enough, stopped = b"", until.encode(), False
        with subprocess.Popen([*ended, *self.prefix, "sh", "-c", 'cd "$1" && shift && exec "$@"', "sh", inside, *command],
                              env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as running:
            late = threading.Timer(seconds + 60, running.kill)
            late.start()
            while piece := running.stdout.read1(1 << 16):
                # what it says of its being stopped is nobody's fault
                said += b"" if stopped else piece
                if enough and enough in said and not stopped:
                    stopped = True
                    running.terminate()  # which timeout hands on to all that it has started
            status = running.wait()
            late.cancel()
        return 124 if stopped else status, said.decode("utf-8", "replace")

    def remove(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)


def results(place: Place, module: str) -> tuple[list[list[str]], str]:
    """The lines of the result file after make NN: test, points, pass or fail or todo, exercise,
    file."""
    path = place.tree / ".kindling" / "results" / f"{module}.tsv"
    path.unlink(missing_ok=True)
    _, said = place.run("make", module[:2])
    rows = [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []
    return rows, said


def read(place: Place, name: str) -> str:
    path = place.tree / name
    return path.read_text() if path.exists() else ""


def tail(text: str) -> str:
    return "\n    " + "\n    ".join(text.strip().splitlines()[-6:])
