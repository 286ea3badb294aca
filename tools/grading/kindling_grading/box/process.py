"""process.py - the keeper of a box: started, listened to through pipes with a cap, and stopped."""
from __future__ import annotations

import os
import subprocess

from kindling_grading.box import parts
from kindling_grading.box.limits import Limits

GRACE = 5.0  # seconds for a killed box to be gone


class Pipe:
    """A pipe of which this process reads: what came, up to a cap; the rest is counted and thrown
    away."""

    def __init__(self, cap: int):
        self.fd, self.other = os.pipe2(os.O_CLOEXEC)
        os.set_blocking(self.fd, False)
        self.cap, self.seen, self.data = cap, 0, bytearray()

    def close_other(self) -> None:
        if self.other >= 0:
            os.close(self.other)
        self.other = -1

    def close(self) -> None:
        self.close_other()
        os.close(self.fd)

    def begin(self, pid: int) -> None:
        """The process that writes to it has started."""

    def drain(self) -> bool:
        """Read what is there now, but not for ever; False at its end."""
        for _ in range(64):
            try:
                chunk = os.read(self.fd, 1 << 16)
            except BlockingIOError:
                return True
            if not chunk:
                return False
            self.data += chunk[: max(0, self.cap - len(self.data))]
            self.seen += len(chunk)
        return True


def start(argv: list[str], stage: str, inside: list[str], limits: Limits, fds: dict[str, int]) -> subprocess.Popen:
    """The keeper of a new box. inside: bubblewrap's options; fds: out, err, channel and status."""
    with open(parts.filter_of(stage), "rb") as rules:
        numbers = [fds["channel"], fds["status"], rules.fileno()]
        command = [os.getpid(), int(limits.cpu), limits.memory, limits.file, *numbers]
        return subprocess.Popen(
            [str(parts.keeper()), *map(str, command), "--", parts.bwrap(), *inside, "--", *argv], stdin=subprocess.DEVNULL,
            stdout=fds["out"], stderr=fds["err"], pass_fds=numbers, env={"PATH": "/usr/bin:/bin"})


def stop(process: subprocess.Popen) -> None:
    """The keeper ends its box when asked to; if it is gone itself, the box has died with it."""
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
