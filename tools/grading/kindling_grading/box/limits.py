"""limits.py - what a run may use, and how it went."""
from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Limits:
    cpu: float = 2  # seconds
    wall: float = 4.0  # seconds
    memory: int = 512 << 20  # bytes of address space
    file: int = 1 << 20  # bytes of one file
    output: int = 64 << 10  # bytes kept of stdout and stderr together
    transcript: int = 4 << 20  # bytes; more is an outcome of its own


COMPILING = Limits(cpu=10, wall=20.0, memory=1 << 30, file=16 << 20, output=64 << 10, transcript=0)


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
    wall_ms: int = 0
