"""alike.py - which submissions of a module are more alike than they should be.

Debian's similarity-tester (sim_c) compares the tokens of every pair, so other names, layout,
comments and another order of the functions change nothing. Before that, what everybody was given
(the starting files) is taken out of each submission, and afterwards what many have written alike is
not counted.
Invariant: a line of a student keeps its number; what is taken out becomes an empty line. The result
is a list of places to read, never a verdict.
"""
from __future__ import annotations

import difflib
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.course import bare
from kindling_grading.errors import Infra

MOST_LINES = 5000  # of one file, that are compared with the starting file line by line

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


# ---- what students wrote themselves --------------------------------------------------------------

def normal(line: str) -> str:
    return re.sub(r"\s+", "", re.sub(r"//.*", "", line))


def own_lines(code: str, given: str) -> list[bool]:
    """Which lines are neither empty nor the starting file's, in the starting file's order."""
    lines, start = [normal(x) for x in bare(code)], [x for x in map(normal, bare(given)) if x]
    own = [bool(line) for line in lines]
    full = [i for i, line in enumerate(lines) if line]
    if len(full) > MOST_LINES:  # nobody's honest file: in any order then, which takes no time
        known = set(start)
        return [bool(line) and line not in known for line in lines]
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


# ---- the comparison ------------------------------------------------------------------------------

TOKEN = re.compile(r"\w+|[^\w\s]")
WINDOW, MOST_REPEATED = 24, 50


def monotonous(lines: list[str]) -> set[int]:
    """The lines of passages that stand in one text again and again, whatever the names in them:
    they say nothing, and the tester takes hours over a few thousand of them."""
    shape, where = [], []
    for i, line in enumerate(lines):
        tokens = ["x" if token[0].isalnum() or token[0] == "_" else token for token in TOKEN.findall(line)]
        shape += tokens
        where += [i] * len(tokens)
    whole = "".join(shape)  # a character per token
    windows = [whole[k : k + WINDOW] for k in range(len(whole) - WINDOW + 1)]
    counts = Counter(windows)
    found: set[int] = set()
    for k, window in enumerate(windows):
        if counts[window] > MOST_REPEATED:
            found.update(range(where[k], where[k + WINDOW - 1] + 1))
    return found


REPORT = re.compile(r"^(\d+)\.c: line (\d+)-(\d+)\s*\|(\d+)\.c: line (\d+)-(\d+)\s*\[(\d+)\]")


def compare(texts: list[Text], shortest: int, new: int | None = None) -> list[Pair]:
    """All pairs with a run of at least so many tokens; of two that are both behind the first `new`
    none."""
    pairs: dict[tuple[int, int], Pair] = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            code = bare("\n".join(text.lines))
            kept = [code[k] if k < len(code) and own else "" for k, own in enumerate(text.own)]
            empty = monotonous(kept)
            kept = ["" if k in empty else line for k, line in enumerate(kept)]
            (Path(folder) / f"{i}.c").write_text("\n".join(kept) + "\n", encoding="utf-8")
        # behind the "/" stand old ones
        names = "".join(("/\n" if i == new else "") + f"{i}.c\n" for i in range(len(texts)))
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


def count_lines(pairs: list[Pair], common: int, besides: list[Pair] | None = None) -> None:
    """Which own lines are alike; not those that a student shares with more than `common` others,
    also in the pairs besides."""
    sharers: dict[tuple[str, int], set[str]] = {}
    for pair in [*pairs, *(besides or [])]:
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
    """What is alike: the pairs that are listed, all pairs of this term, those with the model
    answer, of which nothing is common, and those with somebody of another term."""
    pairs: list[Pair]
    every: list[Pair]
    model: list[Pair]
    old: list[Pair] = field(default_factory=list)


def report(texts: list[Text], shortest: int = 24, common: int = 10, model: Text | None = None, old: Sequence[Text] = ()) -> Found:
    """old: of other terms, compared with this one's and never with each other."""
    before = set(map(id, old))
    every = compare([*texts, *([model] if model else []), *old], shortest, len(texts) + bool(model) if old else None)
    with_model = [p for p in every if model in (p.a, p.b) and id(p.b) not in before] if model else []
    with_old = [p for p in every if id(p.b) in before and p.a is not model]
    pairs = [p for p in every if id(p.b) not in before and model not in (p.a, p.b)]
    count_lines(pairs, common)
    count_lines(with_old, common, pairs)
    count_lines(with_model, len(texts))
    listed = [p for p in [*pairs, *with_old] if p.alike_a or p.alike_b]
    return Found(sorted(listed, key=Pair.order), pairs, with_model, with_old)
