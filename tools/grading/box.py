"""box.py - runs one command where it can do no harm: bubblewrap, seccomp, rlimits.

Two stages. "compile" sees /usr, what is bound and an empty /tmp, and writes only to /out. "run" sees
one static program, /run/program, on a file system that cannot be written; "run-threads" is the same for
a module whose tests start threads. No stage has a network, /proc, /dev, a terminal or another process.
What runs in "run" often, one process after the other, needs only one box: box_series.py.

Invariant: whatever comes out is bytes with a cap; nothing of it is interpreted here, and how the command
ended is told by the box's own process, not by the command. A box that never started is "infra", never a
failure of what should have run in it.
"""
from __future__ import annotations

import json
import os
import selectors
import shutil
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "build/grading/box"
SETUP = "sh tools/setup.sh grading"

STAGES = ("compile", "run", "run-threads")
MOST_OUTPUT = 16 << 20  # who prints more than this has lost control of it
GRACE = 5.0  # seconds for a killed box to be gone
SIGXCPU, SIGXFSZ, SIGSYS, SIGKILL = 24, 25, 31, 9


class BoxError(Exception):
    """The box cannot be built here; the text says why, and what to type."""


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


# ---- what the box is made of --------------------------------------------------------------------------


def fresh_part(name: str, sources: list[Path], command: list[str], output: bool = False) -> Path:
    """A file the box is made of, made by command if its sources are newer: at the end of the command's
    line, or what it prints."""
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


ALWAYS = (
    "--unshare-all --unshare-user --disable-userns --die-with-parent --new-session --clearenv --uid 65534 "
    "--gid 65534 --hostname box --cap-drop ALL"
).split()
COMPILER_ENVIRONMENT = {"PATH": "/usr/bin", "LC_ALL": "C", "TMPDIR": "/tmp", "SOURCE_DATE_EPOCH": "0"}
RUNNER = "/run/box_runner"  # process 1 of a box for runs; it puts the filter in place for each of them


def view(stage: str, binds: dict[str, Path], out: Path | None) -> list[str]:
    """bubblewrap's options for what the box can see."""
    options = list(ALWAYS)
    if stage == "compile":
        options += system_folders() + ["--size", str(64 << 20), "--tmpfs", "/tmp"]
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


# ---- starting and stopping ----------------------------------------------------------------------------


class Pipe:
    """A pipe of which this process reads: what came, up to a cap; the rest is counted and thrown away."""

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
    with open(filter_of(stage), "rb") as rules:
        numbers = [fds["channel"], fds["status"], rules.fileno()]
        command = [os.getpid(), int(limits.cpu), limits.memory, limits.file, *numbers]
        return subprocess.Popen(
            [str(keeper()), *map(str, command), "--", bwrap(), *inside, "--", *argv], stdin=subprocess.DEVNULL,
            stdout=fds["out"], stderr=fds["err"], pass_fds=numbers, env={"PATH": "/usr/bin:/bin"})


def stop(process: subprocess.Popen) -> None:
    """The keeper ends its box when asked to; if it is gone itself, the box has died with it."""
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# ---- running ------------------------------------------------------------------------------------------


def run(argv: list[str], stage: str, binds: dict[str, Path], out: Path | None, limits: Limits) -> Ran:
    """Run argv in a box and say how it ended. binds: path inside -> what is there, read-only; out: the
    one folder that can be written, at /out. Never raises for what runs inside, nor for a missing box."""
    if stage not in STAGES:
        raise ValueError(f"no such stage: {stage}")
    if stage != "compile":
        import box_series

        with box_series.Series(stage, binds) as series:
            return series.run(argv, limits)
    started = time.monotonic()
    caps = {"out": limits.output, "err": limits.output, "channel": limits.transcript, "status": 4096}
    pipes = {name: Pipe(cap) for name, cap in caps.items()}
    try:
        process = start(argv, stage, view(stage, binds, out), limits, {name: pipe.other for name, pipe in pipes.items()})
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
    ran = verdict(reason, pipes, limits)
    ran.wall_ms = round((time.monotonic() - started) * 1000)
    return ran


def collect(process: subprocess.Popen, pipes: dict[str, Pipe], limits: Limits, deadline: float) -> str:
    """Read until the box is gone; the reason why it was stopped, or "".

    The keeper holds the status pipe until nothing is left of the box, so its end is the box's. The ends
    of the others are not waited for: something in the box might hold them open."""
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
                    reason = excess(pipes, limits) or ("timeout" if time.monotonic() >= deadline else "")
                    if reason:
                        process.terminate()
                        deadline = time.monotonic() + GRACE
        finally:
            stop(process)
            for pipe in pipes.values():
                pipe.drain()


def excess(pipes: dict[str, Pipe], limits: Limits) -> str:
    if pipes["channel"].seen > limits.transcript:
        return "transcript"
    return "output" if pipes["out"].seen + pipes["err"].seen > MOST_OUTPUT else ""


# ---- how it ended -------------------------------------------------------------------------------------


def status_of(said: bytes) -> dict[str, int]:
    """What bubblewrap and the keeper wrote, a line of JSON each: exit-code, if the command ran, and cpu-ms."""
    found: dict[str, int] = {}
    for line in said.splitlines():
        try:
            found |= {name: value for name, value in json.loads(line).items() if isinstance(value, int)}
        except ValueError:  # cut off: the box was killed while it was said
            continue
    return found


def verdict(reason: str, pipes: dict[str, Pipe], limits: Limits) -> Ran:
    """How the box ended, in one word and a sentence."""
    status = status_of(bytes(pipes["status"].data))
    return described(reason, status.get("exit-code"), status.get("cpu-ms", 0), pipes, limits)


def described(reason: str, code: int | None, cpu_ms: int, pipes: dict[str, Pipe], limits: Limits) -> Ran:
    """reason: why it was stopped, or ""; code: as a shell would tell it, 128 and more is a signal."""
    printed, errors = bytes(pipes["out"].data), bytes(pipes["err"].data)
    outcome, detail = by_reason(reason or excess(pipes, limits), limits) or by_code(code, cpu_ms, errors, limits)
    return Ran(outcome, code or 0, max(0, (code or 0) - 128), printed, errors[: max(0, limits.output - len(printed))],
               bytes(pipes["channel"].data), detail, cpu_ms)


def by_reason(reason: str, limits: Limits) -> tuple[str, str] | None:
    """Why this process stopped the box, if it did."""
    return {
        "timeout": ("timeout", f"stopped after {limits.wall:g} s"),
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
    if number == SIGXCPU or (number == SIGKILL and cpu_ms >= limits.cpu * 1000):
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


def self_test() -> list[str]:
    """Empty if the box holds; else sentences: what leaks or is missing, and what to type."""
    import box_selftest

    return box_selftest.run_all()
