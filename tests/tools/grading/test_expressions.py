"""test_expressions.py - every regular expression that meets students' bytes, on 256 KiB of awkward
ones.

The expressions are found in the sources of all that the programs import which read submissions, or
what came of them: whoever writes a new one need not think of this test. Each is given what looks
most like it: its own letters, and words of it, again and again, with an end that does not fit.
Judged is computing, not the clock on the wall: honest expressions take hundredths of a second, and
one that begins anew at each letter takes minutes.
"""
import ast
import builtins
import os
import re
import resource
import runpy
import signal
import sys
import unittest
from itertools import product
from pathlib import Path
from re import _constants as kinds  # noqa: PLC2701
from re import _parser as parser  # noqa: PLC2701

sys.dont_write_bytecode = True
GRADING = Path(__file__).resolve().parents[3] / "tools/grading"
sys.path.insert(0, str(GRADING))

PROGRAMS = runpy.run_path(str(GRADING / "__main__.py"))["programs"]()
# read the course
OURS = ("release.", "batch.attack", "batch.bench_grade", "batch.every_module", "batch.lint_entropy", "batch.unnamed", "box.selftest")
LARGE, SMALL = 256 << 10, 8 << 10  # bytes; LARGE is the most of a file that is read
SLOW = 0.05  # seconds for SMALL: then LARGE is tried
MOST = 3  # seconds for LARGE
TAIL = "\x01"
METHODS = ("search", "match", "fullmatch", "findall", "finditer", "sub", "subn", "split")
COMMON = [" ", "\n", "a", "1", '"', "\\", "/", "*", "_"]
MOST_TOKENS = 14


# ---- finding them --------------------------------------------------------------------------------


class Unknown(dict):
    """The names of a module; what only its functions know is some word."""

    def __missing__(self, name):
        return getattr(builtins, name, "word")


def modules() -> dict[str, object]:
    """All of ours that is loaded once these programs are."""
    for program in PROGRAMS:
        if not program.startswith(OURS):
            __import__(f"kindling_grading.{program}")
    return {name: module for name, module in sys.modules.items() if name.startswith("kindling_grading.") and module.__file__}


def value(node: ast.expr, module: object) -> object:
    return eval(compile(ast.Expression(node), "expression", "eval"), Unknown(vars(module)))


def owner(node: ast.expr, module: object) -> object:
    """What NAME or module.NAME is there, or None."""
    try:
        return value(node, module)
    except (AttributeError, TypeError):
        return None


def expressions() -> list[tuple[str, re.Pattern, set[str]]]:
    """Where, what, and how it is used: re.search(...) says so itself, PLACE.search(...)
    elsewhere."""
    trees = {name: ast.parse(Path(module.__file__).read_text()) for name, module in modules().items()}
    calls = [(name, node) for name, tree in trees.items() for node in ast.walk(tree)
             if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)]
    named = {id(node.value): node.targets[0].id for tree in trees.values() for node in ast.walk(tree)
             if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)}
    uses: dict[int, set[str]] = {}
    for name, call in calls:
        if call.func.attr in METHODS and isinstance(call.func.value, (ast.Name, ast.Attribute)):
            uses.setdefault(id(owner(call.func.value, sys.modules[name])), set()).add(call.func.attr)
    found = []
    for name, call in calls:
        if not (isinstance(call.func.value, ast.Name) and call.func.value.id == "re" and call.args) or call.func.attr == "escape":
            continue
        method, rest = call.func.attr, call.args[{"sub": 3, "subn": 3}.get(call.func.attr, 2 if call.func.attr != "compile" else 1):]
        flags = [value(k.value, sys.modules[name]) for k in call.keywords if k.arg == "flags"] + [
            v for v in (value(a, sys.modules[name]) for a in rest) if isinstance(v, re.RegexFlag)]
        pattern = re.compile(value(call.args[0], sys.modules[name]), *flags[:1])
        known = getattr(sys.modules[name], named.get(id(call), ""), None)
        used = uses.get(id(known), set()) if method == "compile" else {method}
        found.append((f"{name.removeprefix('kindling_grading.')}:{call.lineno}", pattern, used or set(METHODS[:4])))
    return found


# ---- what they find hard -------------------------------------------------------------------------


def some(items: list) -> str:
    """The shortest text of what an expression is made of."""
    return "".join(one(kind, argument) for kind, argument in items)


def one(kind, argument) -> str:
    if kind is kinds.LITERAL:
        return chr(argument)
    if kind is kinds.IN:
        return next((one(*item) for item in argument if item[0] is not kinds.NEGATE), "") if argument[0][0] is not kinds.NEGATE else "a"
    if kind is kinds.RANGE:
        return chr(argument[0])
    if kind is kinds.CATEGORY:
        return {kinds.CATEGORY_DIGIT: "1", kinds.CATEGORY_SPACE: " "}.get(argument, "a")
    if kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
        return some(argument[2]) * max(1, argument[0])
    if kind is kinds.SUBPATTERN:
        return some(argument[3])
    if kind is kinds.BRANCH:
        return some(argument[1][0])
    return "a" if kind in (kinds.ANY, kinds.NOT_LITERAL) else ""


def letters(items: list) -> list[str]:
    """What it names: characters, and words of more than one."""
    found, word = [], ""
    for kind, argument in [*items, (None, None)]:
        if kind is kinds.LITERAL:
            word += chr(argument)
            continue
        found, word = found + [word] * bool(word), ""
        if kind is kinds.IN:
            found += [one(*item) for item in argument if item[0] is not kinds.NEGATE]
        elif kind is kinds.NOT_LITERAL:
            found.append(chr(argument))
        elif kind in (kinds.MAX_REPEAT, kinds.MIN_REPEAT, kinds.POSSESSIVE_REPEAT):
            found += letters(argument[2])
        elif kind is kinds.SUBPATTERN:
            found += letters(argument[3])
        elif kind in (kinds.ASSERT, kinds.ASSERT_NOT):
            found += letters(argument[1])
        elif kind is kinds.BRANCH:
            found += [text for branch in argument[1] for text in letters(branch)]
    return found


def awkward(pattern: re.Pattern) -> list[tuple[str, str]]:
    """(a beginning, what is repeated): one or two of its letters, and behind each of its beginnings
    one."""
    items = list(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    tokens = list(dict.fromkeys(filter(None, [*letters(items), *COMMON])))[:MOST_TOKENS]
    units = [("", "".join(pair)) for pair in product(tokens, ["", *tokens])]
    begun = list(dict.fromkeys(filter(None, (some(items[:i]) for i in range(1, min(len(items), 8) + 1)))))
    return units + [(start, unit) for start in begun for unit in [*tokens, *begun]]


def text_of(start: str, unit: str, size: int) -> str:
    return start + unit * (size // len(unit)) + TAIL


# ---- trying them ---------------------------------------------------------------------------------


def used(pattern: re.Pattern, method: str, text: str) -> float:
    """Seconds of computing."""
    subject = text if isinstance(pattern.pattern, str) else text.encode("utf-8", "replace")
    began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    if method in ("sub", "subn"):
        getattr(pattern, method)(lambda match: "" if isinstance(subject, str) else b"", subject)
    elif method == "finditer":
        for _ in pattern.finditer(subject):
            pass
    else:
        getattr(pattern, method)(subject)
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - began


def try_all(pattern: re.Pattern, methods: set[str], say, most: int) -> None:
    for method, (start, unit) in product(sorted(methods), awkward(pattern)):
        say(f"{method} of {start!r} and {unit!r} again and again".encode())
        resource.setrlimit(resource.RLIMIT_CPU, (int(resource.getrusage(resource.RUSAGE_SELF).ru_utime) + most, resource.RLIM_INFINITY))
        if used(pattern, method, text_of(start, unit, SMALL)) >= SLOW:
            used(pattern, method, text_of(start, unit, LARGE))


def endless(pattern: re.Pattern, methods: set[str], most: int = MOST) -> str:
    """What it does not come to the end of, or "". In a process of its own, which the kernel
    stops."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            try_all(pattern, methods, lambda words: os.write(theirs, words + b"\n"), most)
            os._exit(0)
        finally:
            os._exit(99)
    os.close(theirs)
    with os.fdopen(ours, errors="replace") as told:
        last = ""
        for line in told:
            last = line.rstrip("\n")
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0, f"{pattern.pattern!r}: {last}"
    return last if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU else ""


class Expressions(unittest.TestCase):
    def test_the_search_finds_them(self):
        found = {place.split(":")[0]: pattern.pattern for place, pattern, _ in expressions()}
        for name in ("reports.alike", "reports.alike_groups", "batch.names", "judge.answers", "build.objects", "batch.intake"):
            self.assertIn(name, found)
        self.assertGreater(len(expressions()), 60)

    def test_what_begins_anew_at_each_letter_is_seen(self):
        for pattern in (r'"(?:[^"\\\n]|\\.)*"', r"/\*.*?\*/", r"(a+)+b", r"\s+$", r"x\w*y"):
            self.assertTrue(endless(re.compile(pattern, re.S), {"findall"}, 1), pattern)
        for pattern in (r'"(?:[^"\\\n]|\\.)*"?', r"\w+|[^\w\s]", r"//.*"):
            self.assertEqual(endless(re.compile(pattern), {"findall"}), "", pattern)

    def test_no_expression_is_slow(self):
        for place, pattern, methods in expressions():
            with self.subTest(place, expression=pattern.pattern):
                self.assertEqual(endless(pattern, methods), "")


if __name__ == "__main__":
    unittest.main()
