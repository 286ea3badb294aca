"""exam.py - exam questions of a module, with numbers drawn anew: make exam-12 SEED=3, and with KEY=1
the answers.

usage: exam.py NN SEED [KEY]

They stand in teaching/NN_name.md, below "## Exam":

    ### 1. A title
    minutes: 5
    draw: T = 128, 256, 512      one of these, for each such line
    where: n = 4 * T * T         computed, in this order
    ask: How many bytes are {n} numbers of 4 bytes?
    answer: {4 * n}, since ...
    check: sum(4 for i in range(n))
    weak: what a weak answer says

`check` is the answer by a second way: another formula, or counting. Both are computed each time, and
a question whose two ways differ is never printed. A line without such a word goes on with the one
above it. What stands in braces is computed by safe.py.
"""
from __future__ import annotations

import math
import pathlib
import random
import re
import sys

import safe

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE / "teaching"
WORDS = ("minutes", "draw", "where", "ask", "answer", "check", "weak")
BRACES = re.compile(r"\{([^{}]+)\}")


class Question:
    """One question of a page: its lines by their word."""

    def __init__(self, title: str, text: str):
        self.title, self.lines = title.strip(), {word: [] for word in WORDS}
        last = None
        for line in text.strip().splitlines():
            word, colon, rest = line.partition(":")
            if colon and word in WORDS:
                last = self.lines[word]
                last.append(rest.strip())
            elif line.strip():
                if last is None:
                    raise ValueError(f"{title}: {line}: which word is it of?")
                last[-1] += " " + line.strip()
        for word in ("minutes", "draw", "ask", "answer", "check", "weak"):
            if not self.lines[word]:
                raise ValueError(f"{title}: no line `{word}:`")

    def drawn(self, rng: random.Random) -> dict[str, object]:
        names: dict[str, object] = {}
        for line in self.lines["draw"]:
            name, choices = (part.strip() for part in line.split("=", 1))
            names[name] = rng.choice(safe.evaluate(f"({choices},)", names))
        for line in self.lines["where"]:
            name, value = (part.strip() for part in line.split("=", 1))
            names[name] = safe.evaluate(value, names)
        return names

    def keys(self, names: dict[str, object]) -> tuple[list, list]:
        """The numbers of the answer, and the same by the second way."""
        first = [safe.evaluate(part, names) for part in BRACES.findall(self.lines["answer"][0])]
        second = safe.evaluate(self.lines["check"][0], names)
        return first, second if isinstance(second, list) else [second]

    def told(self, word: str, names: dict[str, object]) -> str:
        return BRACES.sub(lambda found: shown(safe.evaluate(found[1], names)), self.lines[word][0])


def shown(value: object) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(map(shown, value)) + ")"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def same(first: list, second: list) -> bool:
    """Equal keys: texts as texts, numbers finite and but for rounding."""
    flat = lambda keys: [part for key in keys for part in (key if isinstance(key, list) else [key])]  # noqa: E731
    one, other = flat(first), flat(second)
    return len(one) == len(other) > 0 and all(
        a == b if isinstance(a, str) or isinstance(b, str) else math.isfinite(a) and math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)
        for a, b in zip(one, other))


def questions(page: pathlib.Path) -> list[Question]:
    parts = re.split(r"^### \d+\.", page.read_text().split("\n## Exam\n", 1)[1], flags=re.M)[1:]
    return [Question(*part.split("\n", 1)) for part in parts]


def page_of(number: str) -> pathlib.Path:
    found = sorted(PAGES.glob(f"{number.zfill(2)[:2]}_*.md"))
    if not found:
        sys.exit(f"exam: there is no module {number}")
    return found[0]


def exam(page: pathlib.Path, seed: int, key: bool) -> str:
    """The paper of a seed; with key, the answers behind each question."""
    asked = questions(page)
    out = [f"Exam on {page.stem.replace('_', ' ', 1)}, seed {seed}: {sum(int(q.lines['minutes'][0]) for q in asked)} minutes", ""]
    for number, question in enumerate(asked, 1):
        names = question.drawn(random.Random(f"{page.stem} {number} {seed}"))
        first, second = question.keys(names)
        if not same(first, second):
            sys.exit(f"exam: {page.name}, question {number}: the two ways differ: {first}, {second}")
        out += [f"{number}. {question.title} ({question.lines['minutes'][0]} minutes)", "   " + question.told("ask", names)]
        out += ["   Answer: " + question.told("answer", names), "   Weak: " + question.told("weak", names)] if key else []
        out.append("")
    return "\n".join(out)


def main() -> None:
    if len(sys.argv) < 3 or not re.fullmatch(r"\d{1,9}", sys.argv[2]):
        sys.exit("usage: make exam-12 SEED=3 (KEY=1: with the answers)")
    print(exam(page_of(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] not in ([], [""])), end="")


if __name__ == "__main__":
    main()
