"""progress.py - what an instructor sees while a batch runs: a line per student, and on a terminal a
bar."""
from __future__ import annotations

import os
import shutil
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any

SHOWN = ("pass", "wrong", "crash", "timeout", "limit", "forbidden", "unbacked", "not-written", "not-run")


MOST_SAID = 30  # lines about what was not read


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def told(text: str) -> str:
    """As much of a text as the terminal's character set has: who is called what never ends a
    batch."""
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)


def printable(line: str) -> str:
    """Names of files are strangers' words, and a terminal obeys some."""
    return "".join(c if c.isprintable() else "\ufffd" for c in line)


class Progress:
    def __init__(self, total: int, unchanged: int, oddities: Sequence[str] = ()):
        self.total, self.unchanged, self.done = total, unchanged, 0
        self.oddities = oddities  # said last, where they are seen
        self.statuses: Counter[str] = Counter()
        self.started = time.monotonic()
        self.terminal = sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
        if total:
            more = f"; {unchanged} are unchanged and stay" if unchanged else ""
            self.say(f"{total} to grade{more}")
            self.bar()

    def clear(self) -> None:
        if self.terminal:
            print("\r\033[K", end="")

    def say(self, text: str) -> None:
        self.clear()
        print(told(text), flush=True)

    def line(self, student: str, told: dict[str, Any]) -> None:
        """One student's result."""
        self.done += 1
        self.statuses[told["status"]] += 1
        points = f"{told['score']:>3}/{told['max']:<3}" if told["status"] != "infra-error" else "  -/-  "
        counts = "  ".join(f"{told['outcomes'][o]} {o}" for o in SHOWN if told["outcomes"].get(o))
        first = told["reason"].split("\n")[0] if told["status"] != "graded" else counts
        width = shutil.get_terminal_size().columns if self.terminal else 160
        text = f"  {student:<16.40} {points}  {told['ms'] / 1000:5.1f} s  {told['status']:<13}  {first}"
        self.say(text[: width - 1])
        self.bar()

    def bar(self) -> None:
        if not self.terminal or self.done == self.total:
            return
        share = self.done / self.total
        used = time.monotonic() - self.started
        left = f", about {duration(used / self.done * (self.total - self.done))} left" if self.done else ""
        full = round(share * 30)
        print(f"[{'#' * full}{'.' * (30 - full)}] {self.done} of {self.total}{left}", end="", flush=True)

    def summary(self) -> int:
        """The last line; 1 if anything has to be graded again."""
        self.clear()
        used = duration(time.monotonic() - self.started)
        parts = ", ".join(f"{n} {status}" for status, n in sorted(self.statuses.items()))
        same = f"{self.unchanged} unchanged" if self.unchanged else ""
        self.say(", ".join(filter(None, [parts, same])) + (f"; {used}" if self.total else ""))
        if self.statuses["infra-error"]:
            self.say("infra-error: the machine failed, not the student; the same command tries these again")
        more = len(self.oddities) - MOST_SAID
        for line in [*self.oddities[:MOST_SAID], *([f"and {more} more"] if more > 0 else [])]:
            self.say(f"! {printable(line)}")
        return 1 if self.statuses["infra-error"] else 0
