"""box.py - runs one command where it can do no harm: bubblewrap, seccomp, rlimits.

Two stages. "compile" sees /usr, what is bound and an empty /tmp, and writes only to /out. "run"
sees one static program, /run/program, on a file system that cannot be written; "run-threads" is the
same for a module whose tests start threads. No stage has a network, /proc, /dev, a terminal or
another process. What runs in "run" often, one process after the other, needs only one box:
series.py.

Invariant: whatever comes out is bytes with a cap; nothing of it is interpreted here, and how the
command ended is told by the box's own process, not by the command. A box that never started is
"infra", never a failure of what should have run in it.
"""
from __future__ import annotations

import selectors
import subprocess
import time
from pathlib import Path

from kindling_grading.box import ending, parts
from kindling_grading.box.limits import Limits, Ran
from kindling_grading.box.process import GRACE, Pipe, start, stop
from kindling_grading.box.series import Series
from kindling_grading.errors import BoxError

STAGES = ("compile", "run", "run-threads")


def run(argv: list[str], stage: str, binds: dict[str, Path], out: Path | None, limits: Limits) -> Ran:
    """Run argv in a box and say how it ended. binds: path inside -> what is there, read-only; out:
    the one folder that can be written, at /out. Never raises for what runs inside, nor for a
    missing box."""
    if stage not in STAGES:
        raise ValueError(f"no such stage: {stage}")
    if stage != "compile":
        with Series(stage, binds) as series:
            return series.run(argv, limits)
    started = time.monotonic()
    caps = {"out": limits.output, "err": limits.output, "channel": limits.transcript, "status": 4096}
    pipes = {name: Pipe(cap) for name, cap in caps.items()}
    try:
        process = start(argv, stage, parts.view(stage, binds, out), limits, {name: pipe.other for name, pipe in pipes.items()})
        for pipe in pipes.values():
            pipe.close_other()
        reason = collect(process, pipes, limits, started + limits.wall)
    except BoxError as error:
        return Ran("infra", detail=str(error))
    except OSError as error:
        return Ran("infra", detail=f"the box did not start: {error}")
    finally:
        for pipe in pipes.values():
            pipe.close()
    ran = ending.verdict(reason, pipes, limits)
    ran.wall_ms = round((time.monotonic() - started) * 1000)
    return ran


def collect(process: subprocess.Popen, pipes: dict[str, Pipe], limits: Limits, deadline: float) -> str:
    """Read until the box is gone; the reason why it was stopped, or "".

    The keeper holds the status pipe until nothing is left of the box, so its end is the box's. The
    ends of the others are not waited for: something in the box might hold them open."""
    reason = ""
    with selectors.DefaultSelector() as selector:
        for name, pipe in pipes.items():
            selector.register(pipe.fd, selectors.EVENT_READ, name)
        try:
            while True:
                for key, _ in selector.select(max(0.0, deadline - time.monotonic())):
                    if not pipes[key.data].drain():
                        selector.unregister(key.fd)
                        if key.data == "status":
                            return reason
                if reason and time.monotonic() >= deadline:
                    return "stuck"
                if not reason:
                    reason = ending.excess(pipes, limits) or ("timeout" if time.monotonic() >= deadline else "")
                    if reason:
                        process.terminate()
                        deadline = time.monotonic() + GRACE
        finally:
            stop(process)
            for pipe in pipes.values():
                pipe.drain()
