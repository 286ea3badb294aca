"""runs.py - does a file hold thirty tokens of a model answer in a row, however they are laid out?

A secret is a run of thirty tokens of an answer that stands nowhere in what everybody is given: the
engine without its marked functions, headers, starting files, the tests that students see. (Of runs
of five, half stand there anyway.) White space, line breaks and comments between tokens do not
count, nor whether all of it stands in a comment. What is looked for is looked for in every text of
every file that is text. Invariant: what may stand somewhere all the same is written down in
given.txt.
"""
from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from kindling_grading.course import ROOMS
from kindling_grading.release import leaks, tree, views

LENGTH = 30
TOKEN = re.compile(r"\w+|->|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^<>=!]=|[^\w\s]")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
# of a comment: what it holds is text, too
MARGIN = re.compile(r"/\*|\*/|^[ \t]*(?:[*#>]|//+)(?=\s)", re.M)


def bare(text: str) -> list[str]:
    return TOKEN.findall(COMMENT.sub(" ", text))


def with_comments(text: str) -> list[str]:
    return TOKEN.findall(MARGIN.sub(" ", text))


def in_a_row(count: int, tokens: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(tokens[at:] for at in range(count)))


class Runs:
    """Those of some texts that the given ones have not."""

    def __init__(self, named: dict[str, str], given: Iterable[str]):
        self.source: dict[tuple[str, ...], str] = {}
        for name, text in named.items():
            self.source |= {run: name for run in in_a_row(LENGTH, bare(text)) if run not in self.source}
        common: Counter[tuple[str, ...]] = Counter()
        for tokens in map(bare, given):
            common.update(in_a_row(3, tokens))
            for run in in_a_row(LENGTH, tokens):
                self.source.pop(run, None)
        # A run is looked up where those three of its tokens stand that are the rarest: at which
        # places they stand in runs.
        self.places: dict[tuple[str, ...], set[int]] = {}
        for run in self.source:
            three = list(in_a_row(3, run))
            place = min(range(len(three)), key=lambda at: common[three[at]])
            self.places.setdefault(three[place], set()).add(place)

    def passages(self, tokens: list[str]) -> dict[str, str]:
        """Passage -> whose it is: runs that overlap are one."""
        starts: set[int] = set()
        for at, three in enumerate(in_a_row(3, tokens)):
            if places := self.places.get(three):
                starts |= {at - place for place in places if at >= place and tuple(tokens[at - place:at - place + LENGTH]) in self.source}
        found: dict[str, str] = {}
        first = last = -1
        for at in [*sorted(starts), len(tokens) + 1]:
            if at > last + 1 and first >= 0:
                found[" ".join(tokens[first:last + LENGTH])] = self.source[tuple(tokens[first:first + LENGTH])]
            first, last = (at if first < 0 or at > last + 1 else first), at
        return found

    def of_file(self, data: bytes) -> dict[str, str]:
        found: dict[str, str] = {}
        for text in views.plain_texts(data):
            found |= self.passages(bare(text)) | self.passages(with_comments(text))
        return found


def secrets(top: Path) -> Runs:
    marked, wants = tree.answers(top), tree.answer_tests(top)
    sources = [path.relative_to(top).as_posix() for place in [*ROOMS, "modules", "tests/course", "tests/harness"] for path in (top / place).rglob("*.[ch]")]
    given = [name for name in tree.sort_out(sources)[0] if name not in {*marked, *wants}]
    return Runs(marked, [*tree.given(top).values(), *((top / name).read_text() for name in given)])


def scan(edition: dict[str, bytes], wanted: Runs, opened: dict[str, bytes]) -> list[str]:
    """A sentence for every passage in a file of the edition."""
    allowed, found = leaks.exceptions(), []
    for name, data in leaks.looked_at(edition, opened):
        for passage, source in wanted.of_file(data).items():
            # What the edition shows may stand in its web/, too.
            places = {where for where, code in allowed if views.normal(passage) in code}
            if name not in places and not (name.startswith("web/") and places & edition.keys()):
                found.append(f"{name} holds {source}: {passage}")
    return found
