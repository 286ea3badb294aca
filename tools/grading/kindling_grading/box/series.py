"""series.py - many runs in one box, each a process of its own, one after the other.

Setting up a box costs more than most tests, so it is done once. Process 1 of the box (box_runner.c)
starts a process per run, with limits, a filter and descriptors of its own, and says how it ended
when nothing of it is left. What a run writes goes through pipes that are made for it and end with
it, straight to here. A run that has to be stopped is stopped with its box; the next one has a new
one.

Whether a run will ever end is decided by what it does, not by how busy the machine is: by how long
it has computed, and how long in all it was neither computing nor ready to. The wall clock is there
for the machine.
Invariant: the same as that of box.py; and no run can learn from, or do anything to, one before or
after it.
"""
from __future__ import annotations

import math
import os
import random
import selectors
import socket
import struct
import subprocess
import time
from pathlib import Path
from typing import Any

from kindling_grading.box import ending, parts
from kindling_grading.box.limits import Limits, Ran
from kindling_grading.box.parts import RUNNER
from kindling_grading.box.process import Pipe, start, stop
from kindling_grading.box.talk import Talk
from kindling_grading.errors import BoxError

OF_THE_BOX = Limits(cpu=60, memory=1 << 30, file=16 << 20)  # of its process 1; each run has less
CREDENTIALS = struct.Struct("iii")  # process, user, group


class Clock:
    """How long a process has computed, and how long it has done nothing, all its pauses
    together."""

    def __init__(self, pid: int, limit: float):
        self.pid, self.limit = pid, limit
        self.used = self.waited = 0.0
        self.looked_at = time.monotonic()
        self.look_at = self.looked_at + limit / 8

    def reason(self) -> str:
        """Why the process should be stopped, or ""."""
        now = time.monotonic()
        if now < self.look_at:
            return ""
        used = computed(self.pid)
        if used is None:  # it has ended by itself
            self.look_at = math.inf
            return ""
        if asleep(self.pid):  # seen asleep: what it did not compute since the last look, it slept
            self.waited += max(0.0, now - self.looked_at - (used - self.used))
        self.used, self.looked_at = used, now
        # at no time that could be waited for: who is awake whenever somebody looks would never be
        # seen asleep
        self.look_at = now + min(max(0.001, self.limit - used), self.limit / 8 * random.uniform(0.5, 1))
        if used >= self.limit:
            return "computing"
        return "waiting" if self.waited >= self.limit else ""


def computed(pid: int) -> float | None:
    """Seconds of cpu of a process; None if there is no such process."""
    try:
        # the kernel's name for the clock of another process
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return None


def asleep(pid: int) -> bool:
    """Is each of its threads stopped, or waiting for something that has not come?"""
    try:
        states = [(task / "stat").read_text().rpartition(") ")[2][0] for task in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return False
    return all(state in "STt" for state in states)


def timed(ran: Ran, clock: Clock | None) -> Ran:
    """What the clock has seen; how long a run computed that ended by itself is told more
    exactly."""
    if clock is not None:
        ran.cpu_ms = ran.cpu_ms or round(clock.used * 1000)
        ran.waited_ms = round(clock.waited * 1000)
    return ran


def drain(pipes: dict[str, Pipe]) -> None:
    """The rest, of a run that is over."""
    for pipe in pipes.values():
        pipe.drain()


class Series:
    """A box for many runs of what is bound in it; it starts with the first of them."""

    def __init__(self, stage: str, binds: dict[str, Path]):
        self.stage, self.binds = stage, binds
        self.process: subprocess.Popen | None = None
        self.channel: socket.socket | None = None
        self.errors: Pipe | None = None

    def __enter__(self) -> "Series":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the box ---------------------------------------------------------------------------------

    def open(self) -> None:
        if self.process is not None:
            return
        self.channel, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.channel.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.errors = Pipe(4096)
        with theirs, open(os.devnull, "w") as nowhere:
            fds = {"out": nowhere.fileno(), "err": self.errors.other, "channel": theirs.fileno(), "status": nowhere.fileno()}
            self.process = start([RUNNER], self.stage, parts.view(self.stage, self.binds, None), OF_THE_BOX, fds)
        self.errors.close_other()

    def close(self) -> None:
        if self.process is not None:
            stop(self.process)
        if self.channel is not None:
            self.channel.close()
        if self.errors is not None:
            self.errors.close()
        self.process = self.channel = self.errors = None

    # ---- a run -----------------------------------------------------------------------------------

    def run(self, argv: list[str], limits: Limits, talk: Talk | None = None, told: str = "") -> Ran:
        """Run argv and say how it ended; talk: it is asked meanwhile; told: a line or two that it
        can read, once, on descriptor 0. Never raises for what runs inside, nor for a missing
        box."""
        started = time.monotonic()
        pipes = {"out": Pipe(limits.output), "err": Pipe(limits.output), "channel": talk or Pipe(limits.transcript)}
        try:
            self.open()
            self.ask(argv, limits, pipes, told)
            ran = self.watched(pipes, limits, started + limits.wall)
        except BoxError as error:
            ran = Ran("infra", detail=str(error))
        except OSError as error:
            ran = Ran("infra", detail=f"the box did not start: {error}")
        finally:
            for pipe in pipes.values():
                pipe.close()
        if ran.outcome == "infra":
            self.close()
        ran.wall_ms = round((time.monotonic() - started) * 1000)
        return ran

    def ask(self, argv: list[str], limits: Limits, pipes: dict[str, Pipe], told: str) -> None:
        words = [str(math.ceil(limits.cpu)), str(limits.memory), str(limits.file), told, *argv]
        message = b"".join(os.fsencode(word) + b"\0" for word in words)
        try:
            socket.send_fds(self.channel, [message], [pipe.other for pipe in pipes.values()])
        except BrokenPipeError:
            pass  # no box any more: that is seen, and told, while it is listened to
        for pipe in pipes.values():
            pipe.close_other()

    def watched(self, pipes: dict[str, Pipe], limits: Limits, deadline: float) -> Ran:
        """Read until the run has ended or has to."""
        clock = None
        with selectors.DefaultSelector() as selector:
            selector.register(self.channel, selectors.EVENT_READ)
            for pipe in pipes.values():
                selector.register(pipe.fd, selectors.EVENT_READ, pipe)
            while True:
                until = min(deadline, clock.look_at) if clock else deadline
                for key, _ in selector.select(max(0.0, until - time.monotonic())):
                    if key.data is not None:
                        if not key.data.drain():
                            selector.unregister(key.fd)
                        continue
                    word, *numbers = self.heard()
                    if word == "started":
                        clock = Clock(numbers[0], limits.cpu)
                        pipes["channel"].begin(numbers[0])
                    elif word == "ended":
                        return timed(self.ended(*numbers, pipes, limits), clock)
                    else:
                        return Ran("infra", detail=f"the box did not start: {word}")
                reason = ending.excess(pipes, limits) or (clock.reason() if clock else "")
                reason = reason or ("timeout" if time.monotonic() >= deadline else "")
                if reason:
                    self.close()
                    drain(pipes)
                    return timed(ending.described(reason, None, 0, pipes, limits), clock)

    def heard(self) -> tuple[Any, ...]:
        """What the box says: that a run has started, and its process; that it has ended, its status
        and milliseconds of cpu; or anything else, which is why there is none."""
        try:
            said, ancillary, _, _ = self.channel.recvmsg(4096, socket.CMSG_SPACE(CREDENTIALS.size))
        except ConnectionResetError:  # it ended before it had read anything
            said, ancillary = b"", []
        words = said.decode("utf-8", "replace").split(" ")
        if words == ["started"]:
            return "started", CREDENTIALS.unpack(ancillary[0][2])[0]
        if words[0] == "ended":
            return "ended", int(words[1]), int(words[2])
        self.errors.drain()
        return (said.decode("utf-8", "replace") or ending.last_words(bytes(self.errors.data)),)

    def ended(self, status: int, cpu_ms: int, pipes: dict[str, Pipe], limits: Limits) -> Ran:
        drain(pipes)
        code = os.waitstatus_to_exitcode(status)
        return ending.described("", code if code >= 0 else 128 - code, cpu_ms, pipes, limits)
