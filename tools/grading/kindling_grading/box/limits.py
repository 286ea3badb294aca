"""limits.py - what a run may use, and how it went."""
from __future__ import annotations

from dataclasses import dataclass, replace

WALL = 120.0  # seconds after which the machine, and nobody else, is at fault


@dataclass
class Limits:
    cpu: float = 2  # seconds
    wall: float = WALL  # seconds; more is "infra": nobody's fault but the machine's
    memory: int = 512 << 20  # bytes of address space
    file: int = 1 << 20  # bytes of one file
    output: int = 64 << 10  # bytes kept of stdout and stderr together
    transcript: int = 4 << 20  # bytes; more is an outcome of its own


COMPILING = Limits(cpu=10, memory=1 << 30, file=16 << 20, output=64 << 10, transcript=0)


@dataclass
class Ran:
    outcome: str  # ok, exit, crash, timeout, limit, forbidden, infra
    code: int = 0
    signal: int = 0
    stdout: bytes = b""
    stderr: bytes = b""
    transcript: bytes = b""
    detail: str = ""
    cpu_ms: int = 0
    waited_ms: int = 0  # neither computing nor ready to
    wall_ms: int = 0


@dataclass
class Budget:
    """What a whole submission may compute, and wait: compiling, linking and every test. Who has
    used it up is not shut out: each further step gets the least that an honest one needs."""

    left: float = 60.0  # seconds
    # steps of the build that failed and took more than honest ones: each leaves a quarter to the
    # next
    bombs: int = 0

    def granted(self, limits: Limits, least: float) -> Limits:
        return replace(limits, cpu=min(limits.cpu, max(least, self.left)))

    def step(self, limits: Limits, least: float) -> Limits:
        """For a step of the build; the kernel knows whole seconds only."""
        return self.granted(replace(limits, cpu=max(least, limits.cpu // 4**self.bombs)), least)

    def spend(self, ran: Ran) -> None:
        self.left -= (ran.cpu_ms + ran.waited_ms) / 1000

    def spend_step(self, ran: Ran, least: float) -> None:
        self.spend(ran)
        self.bombs += ran.outcome != "ok" and ran.cpu_ms >= 990 * least  # milliseconds are rounded
