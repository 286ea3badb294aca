"""alike.py - which submissions of a module are more alike than they should be.

Debian's similarity-tester (sim_c) compares the tokens of every pair, so other names, layout, comments and
another order of the functions change nothing. Before that, what everybody was given (the starting files) is
taken out of each submission, and afterwards what many have written alike is not counted.
Invariant: a line of a student keeps its number; what is taken out becomes an empty line. The result is a list
of places to read, never a verdict.
"""
from __future__ import annotations

import difflib
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.errors import Infra


@dataclass(eq=False)
class Text:
    """One student's files, one below the other."""
    student: str
    lines: list[str] = field(default_factory=list)
    own: list[bool] = field(default_factory=list)  # not given, not empty
    places: list[tuple[str, int]] = field(default_factory=list)  # file and line


@dataclass
class Run:
    """Lines first..last of a are like lines of b, so many tokens of them."""
    a: range
    b: range
    tokens: int


@dataclass
class Pair:
    a: Text
    b: Text
    runs: list[Run]
    alike_a: set[int] = field(default_factory=set)  # own lines that stand in a run
    alike_b: set[int] = field(default_factory=set)
    whole_a: set[int] = field(default_factory=set)  # the same, with what many have alike
    whole_b: set[int] = field(default_factory=set)

    def share(self, lines: set[int], text: Text) -> int:
        return round(100 * len(lines) / max(1, sum(text.own)))

    def percent(self, text: Text) -> int:
        return self.share(self.alike_a if text is self.a else self.alike_b, text)

    def whole(self, text: Text) -> int:
        """Per cent of its own lines, what many have alike counted."""
        return self.share(self.whole_a if text is self.a else self.whole_b, text)

    def order(self) -> tuple[int, int, str, str]:
        return (-max(self.percent(self.a), self.percent(self.b)), -len(self.alike_a) - len(self.alike_b),
                self.a.student, self.b.student)


# ---- what students wrote themselves ----------------------------------------------------------------------

def normal(line: str) -> str:
    return re.sub(r"\s+", "", re.sub(r"//.*", "", line))


def bare(code: str) -> list[str]:
    """Lines without comments; as many as before."""
    return re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), code, flags=re.S).splitlines()


def own_lines(code: str, given: str) -> list[bool]:
    """Which lines are neither empty nor the starting file's, in the starting file's order."""
    lines, start = [normal(x) for x in bare(code)], [x for x in map(normal, bare(given)) if x]
    own = [bool(line) for line in lines]
    full = [i for i, line in enumerate(lines) if line]
    matcher = difflib.SequenceMatcher(None, [lines[i] for i in full], start, autojunk=False)
    for at, _, size in matcher.get_matching_blocks():
        for i in full[at:at + size]:
            own[i] = False
    return own


def text_of(student: str, files: dict[str, bytes], starts: dict[str, str]) -> Text:
    text = Text(student)
    for name in sorted(files):
        if not name.endswith(".c"):
            continue
        code = files[name].decode("utf-8", "replace").replace("\0", " ").replace("\r", "")
        own = own_lines(code, starts.get(name, ""))
        lines = code.split("\n")
        text.lines += lines
        text.own += own + [False] * (len(lines) - len(own))
        text.places += [(name.split("/")[-1], i + 1) for i in range(len(lines))]
    return text


# ---- the comparison ----------------------------------------------------------------------------------------

REPORT = re.compile(r"^(\d+)\.c: line (\d+)-(\d+)\s*\|(\d+)\.c: line (\d+)-(\d+)\s*\[(\d+)\]")


def compare(texts: list[Text], shortest: int) -> list[Pair]:
    """All pairs with a run of at least so many tokens."""
    pairs: dict[tuple[int, int], Pair] = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            code = bare("\n".join(text.lines))
            kept = [code[k] if k < len(code) and own else "" for k, own in enumerate(text.own)]
            (Path(folder) / f"{i}.c").write_text("\n".join(kept) + "\n", encoding="utf-8")
        names = "".join(f"{i}.c\n" for i in range(len(texts)))
        said = subprocess.run(["sim_c", "-n", "-e", "-s", "-T", "-i", "-w", "200", "-r", str(shortest)], cwd=folder, input=names,
                              capture_output=True, text=True, errors="replace")
        if said.returncode != 0:
            raise Infra(f"sim_c failed: {said.stderr.strip()[:500]}")
        for line in said.stdout.splitlines():
            match = REPORT.match(line)
            if match:
                a, from_a, to_a, b, from_b, to_b, tokens = map(int, match.groups())
                run = Run(range(from_a - 1, to_a), range(from_b - 1, to_b), tokens)
                if a > b:
                    a, b, run = b, a, Run(run.b, run.a, tokens)
                if a != b:
                    pairs.setdefault((a, b), Pair(texts[a], texts[b], [])).runs.append(run)
    return list(pairs.values())


def count_lines(pairs: list[Pair], common: int) -> None:
    """Which own lines are alike; not those that a student shares with more than `common` others."""
    sharers: dict[tuple[str, int], set[str]] = {}
    for pair in pairs:
        for run in pair.runs:
            for text, lines, other in ((pair.a, run.a, pair.b), (pair.b, run.b, pair.a)):
                for i in lines:
                    sharers.setdefault((text.student, i), set()).add(other.student)
    for pair in pairs:
        for run in pair.runs:
            for text, lines, alike, whole in ((pair.a, run.a, pair.alike_a, pair.whole_a),
                                              (pair.b, run.b, pair.alike_b, pair.whole_b)):
                whole |= {i for i in lines if i < len(text.own) and text.own[i]}
                alike |= {i for i in whole.intersection(lines) if len(sharers[text.student, i]) <= common}


@dataclass
class Found:
    """What is alike: the pairs that are listed, all pairs, and those with the model answer, of which nothing is common."""
    pairs: list[Pair]
    every: list[Pair]
    model: list[Pair]


def report(texts: list[Text], shortest: int = 24, common: int = 10, model: Text | None = None) -> Found:
    pairs = compare([*texts, *([model] if model else [])], shortest)
    with_model = [p for p in pairs if model in (p.a, p.b)] if model else []
    pairs = [p for p in pairs if model not in (p.a, p.b)] if model else pairs
    count_lines(pairs, common)
    count_lines(with_model, len(texts))
    return Found(sorted((p for p in pairs if p.alike_a or p.alike_b), key=Pair.order), pairs, with_model)
