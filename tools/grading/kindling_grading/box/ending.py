"""ending.py - how a run ended, in one word and a sentence."""
from __future__ import annotations

import json

from kindling_grading.box.limits import Limits, Ran
from kindling_grading.box.process import Pipe

MOST_OUTPUT = 16 << 20  # who prints more than this has lost control of it
SIGXCPU, SIGXFSZ, SIGSYS, SIGKILL = 24, 25, 31, 9


def excess(pipes: dict[str, Pipe], limits: Limits) -> str:
    if pipes["channel"].seen > limits.transcript:
        return "transcript"
    return "output" if pipes["out"].seen + pipes["err"].seen > MOST_OUTPUT else ""


# ---- how it ended --------------------------------------------------------------------------------


def status_of(said: bytes) -> dict[str, int]:
    """What bubblewrap and the keeper wrote, a line of JSON each: exit-code, if the command ran, and
    cpu-ms."""
    found: dict[str, int] = {}
    for line in said.splitlines():
        try:
            found |= {name: value for name, value in json.loads(line).items() if isinstance(value, int)}
        # cut off: the box was killed while it was said
        except (ValueError, AttributeError, RecursionError):
            continue
    return found


def verdict(reason: str, pipes: dict[str, Pipe], limits: Limits) -> Ran:
    """How the box ended, in one word and a sentence."""
    status = status_of(bytes(pipes["status"].data))
    return described(reason, status.get("exit-code"), status.get("cpu-ms", 0), pipes, limits)


def described(reason: str, code: int | None, cpu_ms: int, pipes: dict[str, Pipe], limits: Limits) -> Ran:
    """reason: why it was stopped, or ""; code: as a shell would tell it, 128 and more is a
    signal."""
    printed, errors = bytes(pipes["out"].data), bytes(pipes["err"].data)
    outcome, detail = by_reason(reason or excess(pipes, limits), limits) or by_code(code, cpu_ms, errors, limits)
    return Ran(outcome, code or 0, max(0, (code or 0) - 128), printed, errors[: max(0, limits.output - len(printed))],
               bytes(pipes["channel"].data), detail, cpu_ms)


def by_reason(reason: str, limits: Limits) -> tuple[str, str] | None:
    """Why this process stopped the box, if it did."""
    return {
        "timeout": ("infra", f"the machine was too busy: no end after {limits.wall:g} s"),
        "computing": ("timeout", f"stopped after {limits.cpu:g} s of computing"),
        "waiting": ("timeout", f"stopped after {limits.cpu:g} s of doing nothing"),
        "transcript": ("limit", f"more than {limits.transcript >> 10} KiB of values"),
        "output": ("limit", f"more than {MOST_OUTPUT >> 20} MiB printed"),
        "stuck": ("infra", "the box could not be stopped"),
    }.get(reason)


def by_code(code: int | None, cpu_ms: int, errors: bytes, limits: Limits) -> tuple[str, str]:
    """What the command's status means."""
    if code is None:
        return "infra", f"the box did not start: {last_words(errors)}"
    if code == 0:
        return "ok", ""
    number = code - 128
    if number <= 0:
        return "exit", f"ended with status {code}"
    # a process can raise SIGXCPU itself, long before; the kernel counts in ticks, so not to the ms
    if number == SIGXCPU and 2 * cpu_ms >= limits.cpu * 1000 or number == SIGKILL and cpu_ms >= limits.cpu * 1000:
        return "timeout", f"stopped after {limits.cpu:g} s of computing"
    if number == SIGXFSZ:
        return "limit", f"wrote a file of more than {limits.file >> 20} MiB"
    if number == SIGKILL:
        return "limit", "killed by the system: out of memory"
    if number == SIGSYS:
        return "forbidden", "made a system call that is not allowed here"
    return "crash", f"ended by signal {number}"


def last_words(errors: bytes) -> str:
    lines = errors.decode("utf-8", "replace").strip().splitlines()
    return lines[-1][:300] if lines else "no word of why"
