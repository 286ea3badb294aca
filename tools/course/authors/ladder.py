"""ladder.py - a starting file says what must be true, three hints lead to how, one by one.

    ladder.py 12_attention    a sentence for every exercise that is otherwise

Above each todo() stands a comment: TODO, what the function is for, then some of the headings
CONTRACT (all cases), BUDGET (counted), EXAMPLE (checkable by hand), HOLDS (of every right answer),
YOU HAVE (names, in any order but that of their use) and THINK (a question); no steps. hints.txt has
three rungs for it: a question or a small case, the idea in words, a skeleton whose holes are ___. A
file that names what its answer calls does so under YOU HAVE, and the first rung never does.
A module without any CONTRACT, as one for a trial, is not looked at.
"""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from answers import answer_to

HEADINGS = ("CONTRACT", "BUDGET", "EXAMPLE", "HOLDS", "YOU HAVE", "THINK")
HEADING = re.compile(r"^ \* ([A-Z]+(?: [A-Z]+)?)(?=  |:|$)", re.M)
STEP = re.compile(r"^ \*\s+\d\. ", re.M)
EXERCISE = re.compile(r'todo\("(\d\d\.\d+ \w+)"\)')


def todo_comments(text: str) -> Iterator[tuple[str, str]]:
    """Each exercise of a starting file, and the comment that asks for it, as if it stood at the
    left margin. A second function of one exercise needs no more than a line."""
    start = 0
    for match in EXERCISE.finditer(text):
        if match[0] in text[:match.start()]:
            continue
        at = text.rfind("/* TODO", start, match.start())
        comment = text[at:text.index("*/", at)] if at >= 0 else ""
        yield match[1], re.sub(r"^ *(?= \*)", "", comment, flags=re.M)
        start = match.end()


def rungs(hints: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    block = ""
    for line in hints.split("\n"):
        if line.startswith("- "):
            found.setdefault(block, []).append(line[2:])
        elif line.startswith("  "):
            found[block][-1] += " " + line.strip()
        elif line and not line.startswith("#"):
            block = line
    return found


def parts_of(comment: str) -> dict[str, str]:
    """Heading -> what stands below it; what stands before the first belongs to "TODO"."""
    pieces = HEADING.split(comment)
    return {"TODO": pieces[0], **dict(zip(pieces[1::2], pieces[2::2]))}


def called(code: str) -> set[str]:
    """Names with an underscore: functions of the engine, and none of mathematics."""
    bare = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    return {name for name in re.findall(r"\b([a-z]\w*_\w+)\s*\(", bare)}


def named_in(text: str, names: set[str]) -> list[str]:
    return sorted(names & set(re.findall(r"\w+", text)))


def in_order_of_use(listed: str, answer: str, function: str) -> bool:
    """Four names and more that the answer's function calls, one behind the other as they stand: the
    order of the calls is most of the answer then."""
    body = re.search(rf"^\S[^;{{}}]*\b{function}\([^;{{}}]*\{{.*?^\}}", answer, re.M | re.S)
    used = re.findall(r"\b[a-z]\w*_\w+(?=\()", body[0] if body else "")
    first = [used.index(name) for name in dict.fromkeys(re.findall(r"\w+", listed)) if name in used]
    return len(first) >= 4 and first == sorted(first)


def of_comment(comment: str, is_second: bool) -> Iterator[str]:
    """A second function of one exercise needs no more than a sentence."""
    parts = parts_of(comment)
    for heading in parts:
        if heading not in ("TODO", *HEADINGS):
            yield f"{heading} is no heading: {', '.join(HEADINGS)}"
    for heading in ("CONTRACT", "EXAMPLE"):
        if heading not in parts and not is_second:
            yield f"it has no {heading}"
    if any(STEP.search(text) for heading, text in parts.items() if heading != "THINK"):
        yield "numbered steps say how"


def of_hints(ladder: list[str], calls: set[str]) -> Iterator[str]:
    if len(ladder) != 3 or "___" not in ladder[-1]:
        yield ("its hints are no three rungs, a question, the idea, "
               "and a skeleton with a hole ___")
    for name in named_in("".join(ladder[:1]), calls):
        yield f"the first hint names {name}, which the answer calls"


def of_file(text: str, hints: dict[str, list[str]]) -> Iterator[str]:
    answer = answer_to(text)
    calls = called(answer) - called(re.sub(r"\btodo\(.*", "", text))
    seen: set[str] = set()
    for exercise, comment in todo_comments(text):
        yield from (f"{exercise}: {said}" for said in of_comment(comment, exercise in seen))
        yield from (f"{exercise}: {said}" for said in of_hints(hints.get(exercise, []), calls))
        listed = parts_of(comment).get("YOU HAVE", "")
        if in_order_of_use(listed, answer, exercise.split()[1]):
            yield f"{exercise}: YOU HAVE lists what the answer calls in the order in which it does"
        seen.add(exercise)
    for comment in [text[:text.find("*/")], *(comment for _, comment in todo_comments(text))]:
        parts = parts_of(comment).items()
        said = "".join(words for heading, words in parts if heading != "YOU HAVE")
        for name in named_in(said, calls):
            yield f"{name}, which the answer calls, is named outside of YOU HAVE"


def main(module: str) -> int:
    files = sorted(f for f in Path("modules", module).glob("*.c") if f.name != "measure.c")
    texts = {path: path.read_text() for path in files}
    if not any(re.search(r"^ *\* CONTRACT", text, re.M) for text in texts.values()):
        return 0
    hints = rungs(Path("tests/course", module, "hints.txt").read_text())
    wrong = [f"{path}: {said}" for path, text in texts.items() for said in of_file(text, hints)]
    wrong += [f"hints.txt: {name} is a test, and hints belong to its exercise"
              for name in hints if not re.match(r"\d\d\.", name)]
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
