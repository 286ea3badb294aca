"""talk.py - a program in a box is asked one thing after the other, and its time looked at from here.

The next question is sent when the answer to the last one is whole: what will be asked lies nowhere
in the box. How long the program has computed by then is what the kernel says of its process, so
neither a busy machine nor the program itself changes it, and nothing that it does between two
answers is for nothing.
"""
from __future__ import annotations

import socket
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kindling_grading.box.process import Pipe
from kindling_grading.errors import BoxError


@dataclass
class Question:
    words: bytes
    answer: int  # bytes, at least one
    weigh: bool = False  # look at its memory when that is answered


def private_bytes(pid: int) -> int:
    """Memory of a process that nobody else has and no file: heap, stack, what was written to."""
    try:
        rows = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next((int(row.split()[1]) << 10 for row in rows if row.startswith("Anonymous:")), 0)
    except PermissionError as error:
        raise BoxError(f"the kernel does not say how much memory a process has: {error}") from None


class Talk(Pipe):
    """The channel of a run, in both directions."""

    def __init__(self, questions: list[Question]):
        self.socket, theirs = socket.socketpair()
        self.socket.setblocking(False)
        self.fd, self.other = self.socket.fileno(), theirs.detach()
        self.cap, self.seen, self.data = sum(q.answer for q in questions), 0, bytearray()
        self.left, self.due, self.asked, self.pid = questions[::-1], 0, None, 0
        self.nanoseconds: list[int] = []  # computed by the time of each answer
        self.held = 0  # bytes, the most that was seen

    def close(self) -> None:
        self.close_other()
        self.socket.close()

    def begin(self, pid: int) -> None:
        self.pid = pid
        self.ask()

    def ask(self) -> None:
        """The next question, or that there is none."""
        self.asked = self.left.pop() if self.left else None
        try:
            if self.asked is None:
                self.socket.shutdown(socket.SHUT_WR)
                return
            self.due += self.asked.answer
            self.socket.sendall(self.asked.words)
        except OSError:  # it has ended; that is seen, and told, elsewhere
            self.asked = None

    def drain(self) -> bool:
        try:
            going = super().drain()
        except ConnectionResetError:  # it has ended, and had not read everything
            return False
        if self.asked is not None and self.seen >= self.due:
            self.look()
            if self.seen > self.due:  # more than was asked for: no more is asked
                self.left = []
            self.ask()
        return going

    def look(self) -> None:
        try:
            # the kernel's name for the clock of another process
            self.nanoseconds.append(time.clock_gettime_ns(~self.pid << 3 | 2))
            if self.asked.weigh:
                self.held = max(self.held, private_bytes(self.pid))
        except OSError:
            self.left = []

    def seconds(self) -> list[float]:
        """Of each answer but the first."""
        return [(after - before) / 1e9 for before, after in pairwise(self.nanoseconds)]
