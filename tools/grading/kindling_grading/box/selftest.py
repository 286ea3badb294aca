"""selftest.py - does the box hold on this machine? Asked before anything of a student is touched.

A program that tries to get out is compiled and run in the box, once per attempt, and an honest one
beside it: a box in which nothing works would look safe. Whatever cannot be set up is said with what
to type.
Invariant: an empty answer means that every attempt was made here and now, and failed.
"""
from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from kindling_grading.box import box, parts
from kindling_grading.box.files import PROGRAM_CAP, fresh_folder, program_path, take
from kindling_grading.box.limits import COMPILING, Limits, Ran
from kindling_grading.box.parts import SETUP
from kindling_grading.box.series import Series
from kindling_grading.errors import BoxError

PROBE = Path(__file__).with_name("box_probe.c")
QUICK = Limits(cpu=1, wall=60.0, memory=512 << 20)  # a busy machine may take seconds for what is nothing
CALLS = ["socket", "fork", "ptrace", "kill", "unshare", "io_uring"]
OUTSIDE = ["/etc/passwd", "/proc/self/mem", "/proc/self/environ", "/dev/zero", "/dev/null", "/usr/bin/sh", "/lib"]
WRITABLE = ["", "/tmp", "/run", "/dev", "/dev/shm", "/out", "/proc", "/var/tmp"]
# A line of /proc/sys, the value that forbids, what to type.
SWITCHES = [
    ("user/max_user_namespaces", "0", "sudo sysctl user.max_user_namespaces=15000"),
    ("kernel/unprivileged_userns_clone", "0", "sudo sysctl kernel.unprivileged_userns_clone=1"),
    ("kernel/apparmor_restrict_unprivileged_userns", "1", "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
]
CONTAINER = ("If this is a container, start it with --security-opt seccomp=unconfined "
             "--security-opt apparmor=unconfined --security-opt systempaths=unconfined")


def inside_a_chroot() -> bool:
    """What is / here is no mount of its own."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text().splitlines()
    except OSError:
        return False
    return not any(line.split(" ")[4:5] == ["/"] for line in mounts)


def why_not_started(detail: str) -> str:
    """A box that does not start, with the usual cause."""
    detail = detail.split(" See <")[0].rstrip(".")
    if "Unknown option" in detail:
        return f"{detail}. This bubblewrap is older than 0.8; Debian 12, Ubuntu 24.04 and newer systems have one that will do"
    for switch, value, command in SWITCHES:
        try:
            if Path("/proc/sys", switch).read_text().strip() == value:
                return f"{detail}. This system allows no user namespaces. Type: {command}"
        except OSError:
            continue
    if "Can't read /proc/" in detail:
        return f"{detail}. There is no /proc here. Type, as root: mount -t proc proc /proc"
    if inside_a_chroot():
        return f"{detail}. Linux gives no user namespaces inside of a chroot: grade outside of it, or in a virtual machine"
    return f"{detail}. {CONTAINER}, or grade on a machine where this works: unshare -Ur true"


def missing() -> list[str]:
    """What the box is made of and cannot be found."""
    if not sys.platform.startswith("linux"):
        return ["boxes are made of Linux namespaces and seccomp; grade on Linux, or in a virtual machine that runs it"]
    problems = []
    for part in (parts.bwrap, parts.keeper, parts.runner, lambda: parts.filter_of("run")):
        try:
            part()
        except BoxError as error:
            problems.append(str(error))
    return list(dict.fromkeys(problems))


def compiled(folder: Path) -> tuple[Path | None, str]:
    """The probe as a static program, made in a compile box."""
    out = folder / "out"
    out.mkdir()
    command = [program_path("cc"), "-O1", "-static", "-o", "/out/probe", "/in/probe.c"]
    ran = box.run(command, "compile", {"/in/probe.c": PROBE}, out, COMPILING)
    if ran.outcome == "infra":
        return None, why_not_started(ran.detail)
    if ran.outcome != "ok":
        words = ran.stderr.decode("utf-8", "replace").strip()[-300:] or ran.detail
        return None, f"no static program can be made in the box: {words}. Type: {SETUP}"
    return take(out / "probe", PROGRAM_CAP, folder / "probe", 0o500), ""


def honest(program: Path) -> Iterator[str]:
    ran = box.run(["/run/program", "honest"], "run", {"/run/program": program}, None, QUICK)
    if (ran.outcome, ran.transcript, ran.stdout) != ("ok", b"value 0x1p+0\n", b"printed\n"):
        yield f"an honest program does not work in the box: {ran.outcome}, {ran.detail or ran.stderr[:200]!r}"
    ran = box.run(["/run/program", "thread"], "run-threads", {"/run/program": program}, None, QUICK)
    if (ran.outcome, ran.stdout) != ("ok", b"started a thread\n"):
        yield f"threads do not work in the box that allows them: {ran.outcome}, {ran.detail}"


def leak(ran: Ran, what: str) -> Iterator[str]:
    """Nothing, if what was tried is forbidden."""
    if ran.outcome == "infra":
        yield f"nobody knows whether {what} in the box, for the try did not end: {ran.detail}. Once more, when less else runs"
    elif ran.outcome != "forbidden":
        yield f"the box leaks: {what} ({ran.outcome})"


def escapes(program: Path, marker: Path) -> Iterator[str]:
    """Files, descriptors, memory, forbidden calls."""
    for attempt in (["look", str(marker), *OUTSIDE], ["write", *WRITABLE, str(marker.parent)], ["memory"]):
        ran = box.run(["/run/program", *attempt], "run", {"/run/program": program}, None, QUICK)
        for line in ran.stdout.decode("utf-8", "replace").splitlines():
            yield f"the box leaks: a program in it {line}"
        if ran.outcome in ("infra", "forbidden"):
            yield f"the attempt to {attempt[0]} could not be made in the box: {ran.detail}"
    for name in CALLS:
        for stage in ("run", "run-threads"):
            ran = box.run(["/run/program", "call", name], stage, {"/run/program": program}, None, QUICK)
            yield from leak(ran, f"{name} is not stopped in stage {stage}")
    ran = box.run(["/run/program", "thread"], "run", {"/run/program": program}, None, QUICK)
    yield from leak(ran, "a thread can be started where none is needed")


def neighbours(program: Path) -> Iterator[str]:
    """In a box for many runs, none can do anything to the next."""
    with Series("run", {"/run/program": program}) as series:
        harm, kill, last = (series.run(["/run/program", *words], QUICK) for words in (["harm"], ["call", "kill"], ["honest"]))
    if (harm.outcome, harm.stdout, kill.outcome, last.outcome) != ("ok", b"", "forbidden", "ok"):
        words = harm.stdout.decode("utf-8", "replace").strip() or harm.detail or kill.detail or last.detail
        yield f"the box leaks: one run in it can harm the next ({words})"


def endless(program: Path) -> Iterator[str]:
    """Who never ends is ended, by both clocks."""
    for what, limits in (("sleep", Limits(cpu=0.3)), ("loop", Limits(cpu=0.2))):
        ran = box.run(["/run/program", what], "run", {"/run/program": program}, None, limits)
        if ran.outcome != "timeout":
            yield f"the box does not stop a program that never ends ({what}: {ran.outcome}, {ran.detail})"


def compiler_reads(folder: Path, marker: Path) -> Iterator[str]:
    """A compiler reads files for whoever asks, and quotes them in its messages."""
    source = folder / "reads.c"
    for attempt in (f'#include "{marker}"\n', f'__asm__(".incbin \\"{marker}\\"");\n', '#include "/etc/passwd"\n'):
        source.write_text(attempt)
        out = fresh_folder(folder / "reads")
        ran = box.run([program_path("cc"), "-c", "/in/reads.c", "-o", "/out/o"], "compile",
                      {"/in/reads.c": source}, out, COMPILING)
        if ran.outcome != "exit" or marker.read_bytes() in ran.stderr:
            yield f"the box leaks: the compiler in it reads what it should not ({attempt.strip()})"


def attempts(folder: Path) -> Iterator[str]:
    marker = folder / "marker"
    marker.write_text(f"a secret of this machine {os.urandom(8).hex()}")
    program, problem = compiled(folder)
    if program is None:
        yield problem
        return
    problems = list(honest(program))
    if problems:  # then what is stopped says nothing
        yield from problems
        return
    yield from escapes(program, marker)
    yield from neighbours(program)
    yield from endless(program)
    yield from compiler_reads(folder, marker)


def run_all() -> list[str]:
    """Empty if the box holds; else sentences."""
    problems = missing()
    if problems:
        return problems
    with tempfile.TemporaryDirectory(prefix="kindling-box-") as folder:
        return list(attempts(Path(folder)))


def main() -> int:
    found = run_all()
    print("\n".join(found) or "the box holds")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
