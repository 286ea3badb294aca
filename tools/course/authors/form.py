"""form.py - are the tests of a module in the form that tests/README.md asks for?

What is right and which mistakes are known stands in *_want.c, which no recorder compiles; what a
report may show of a test (the text of a CALL, the name of a checked value) is C that a student
could have written.

    form.py 12_attention    a sentence for every place that is not
"""
from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

NAME = r"[A-Za-z_]\w*(?:(?:->|\.)[a-z_]\w*)?"  # scores, a.weights, x->grad
PLAIN = re.compile(NAME)
CALLED = re.compile(rf"CALL\((.*)\)(?:(?:->|\.)\w+)?", re.S)
TESTS_C = re.compile(r"->.*->|\?|\w\[|[=!<>]=|&&|\|\|")
CHECKS = re.compile(r"\b(check_(?:tensor|tensor_within|shape|ids|number|long|text|at_most|at_least|shares|copies|fails)|CALL)\(")


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), text, flags=re.S)


def inside(text: str, start: int) -> str:
    """What stands between the bracket that opens before start and its partner."""
    depth, quoted, at = 1, False, start
    while depth > 0 and at < len(text):
        if text[at] == '"' and text[at - 1] != "\\":
            quoted = not quoted
        depth += 0 if quoted else (text[at] == "(") - (text[at] == ")")
        at += 1
    return text[start:at - 1]


def first_operand(text: str) -> str:
    depth = 0
    for i, c in enumerate(text):
        depth += (c in "({") - (c in ")}")
        if c == "," and depth == 0:
            return text[:i].strip()
    return text.strip()


def macros(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[int, str, str]]:
    for match in pattern.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[1], inside(text, match.end())


def wants_of(folder: Path) -> set[str]:
    """The functions that the headers promise and a *_want.c defines."""
    defined = "".join(without_comments(p.read_text()) for p in folder.glob("*_want.c"))
    promised = "".join(without_comments(p.read_text()) for p in folder.glob("*.h"))
    return {f for f in re.findall(r"\b([a-z_]\w*)\(", promised) if re.search(rf"^[A-Za-z][\w *]*\b{f}\(", defined, re.M)}


def of_test(path: Path, wants: set[str]) -> Iterator[str]:
    text = without_comments(path.read_text())
    bare = text
    for line, _, content in macros(text, re.compile(r"\b(EXPECT)\(")):
        bare = bare.replace(content, "", 1)
        if re.search(r";|^\s*(?:const\s+)?\w+\s*\**\s*\w+\s*=[^=]", content):
            yield f"{path}:{line}: EXPECT({' '.join(content.split())}) declares something: it is a value, Tensor *want = EXPECT(...)"
    for match in re.finditer(r"\b(MISTAKE\w*|CHECK_RECORD)\b", bare):
        where = "no file" if match[1][0] == "C" else "a *_want.c"
        yield f"{path}: {match[1]} belongs into {where}"
    for function in sorted(wants):
        if re.search(rf"\b{function}\(", bare):
            yield f"{path}: {function} stands outside of EXPECT: the recorder has no such function"
    for line, macro, content in macros(text, CHECKS):
        value = content if macro == "CALL" else first_operand(content)
        call = CALLED.fullmatch(value)
        plain = PLAIN.fullmatch(value) or (call or macro in ("CALL", "check_fails")) and not TESTS_C.search(call[1] if call else value)
        if not plain:
            yield f"{path}:{line}: a report would show \"{' '.join(value.split())}\": give the value a name that says what it is"


def main(module: str) -> int:
    folder = Path("tests/course", module)
    wants, wrong = wants_of(folder), []
    for path in sorted(folder.glob("*.[ch]")):
        if not path.name.endswith("_want.c"):
            wrong += of_test(path, wants if path.suffix == ".c" else set())
        elif re.search(r"\b(TEST|QUESTION)\(", path.read_text()):
            wrong.append(f"{path}: a TEST in a file that no recorder compiles")
    print("\n".join(wrong))
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
