"""python3 tools/grading PROGRAM ...: one of the package's programs, as make calls them.

The same as python3 -m kindling_grading.PROGRAM, with nothing to be said about paths: Python itself
looks for modules in the folder that it runs, and not in the one where it was called, which may be
full of students' files. Names of files are UTF-8 whatever the locale, so that a student is called
the same in all of them.
"""
import errno
import importlib
import os
import resource
import runpy
import signal
import sys

PACKAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "kindling_grading")
REPORT_CPU = 900  # seconds of computing for a report of a class


def programs() -> list[str]:
    """The files of the package that can be run."""
    found = []
    for part in os.scandir(PACKAGE):
        for file in os.listdir(part.path) if part.is_dir() else ():
            if file.endswith(".py") and 'if __name__ == "__main__":' in open(os.path.join(part.path, file), encoding="utf-8").read():
                found.append(f"{part.name}.{file[:-3]}")
    return sorted(found)


def under_the_clock(program: str, seconds: int) -> None:
    """Returns in a child process that the kernel ends after so many seconds of computing: what
    students wrote is not to keep a report busy for ever. Nobody returns in this one."""
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        return
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child's
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status in (-signal.SIGXCPU, -signal.SIGKILL):
        print(f"{program}: stopped after {seconds} s of computing. Does one submission keep it busy? KINDLING_REPORT_CPU={8 * seconds} "
              "before the command gives it longer", file=sys.stderr)
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1] not in programs():
        sys.exit(f"python3 tools/grading PROGRAM ...: {', '.join(programs())}")
    if not sys.flags.utf8_mode:
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    # no __pycache__ in the package; -B spares the one of this file, too
    sys.dont_write_bytecode = True
    if not sys.argv[1].startswith("release."):
        # others build there, too
        os.makedirs(os.path.join(os.path.dirname(__file__), "../../build"), exist_ok=True)
        os.umask(0o077)  # grades are for whoever gives them; an edition is for everybody
    if sys.argv[1].startswith("reports."):
        under_the_clock(sys.argv[1], int(os.environ.get("KINDLING_REPORT_CPU", REPORT_CPU)))
    program = sys.argv.pop(1)
    try:
        runpy.run_module(f"kindling_grading.{program}", run_name="__main__", alter_sys=True)
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        sys.exit(f"{program.split('.')[-1]}: {importlib.import_module('kindling_grading.errors').NoRoom.of(error)}")
