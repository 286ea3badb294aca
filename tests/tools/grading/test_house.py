"""test_house.py - the form of the package kindling_grading: who imports whom, what is typed, what a
program is.

    python3 tests/tools/grading/test_house.py
"""
import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Iterator
from pathlib import Path

sys.dont_write_bytecode = True
GRADING = Path(__file__).resolve().parents[3] / "tools/grading"
HOUSE = GRADING / "kindling_grading"
sys.path.insert(0, str(GRADING))

from kindling_grading import errors  # noqa: E402
from kindling_grading.course import program  # noqa: E402

# Which packages know which, as README.md draws it; everybody may know errors and course.
KNOWS = {"box": set(), "judge": set(), "build": {"box", "judge"}, "batch": {"box", "judge", "build"},
         "reports": {"batch", "build"}, "release": set()}
LINES = 300  # of a file


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(GRADING).with_suffix("").parts).removesuffix(".__init__")


SOURCES = {module_name(path): path.read_text() for path in sorted(HOUSE.rglob("*.py"))}
TREES = {name: ast.parse(source) for name, source in SOURCES.items()}
PROGRAMS = runpy.run_path(str(GRADING / "__main__.py"))["programs"]()


def imported(name: str) -> set[str]:
    """The modules of the package that one of them imports."""
    found = set()
    for node in ast.walk(TREES[name]):
        if isinstance(node, ast.ImportFrom):
            found |= {node.module if node.module in TREES and f"{node.module}.{a.name}" not in TREES else f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
    return found & TREES.keys()


def ring(graph: dict[str, set[str]]) -> list[str]:
    """Names that lead to each other; empty if there is no such ring."""
    left = dict(graph)
    while ready := [name for name, others in left.items() if not others & left.keys()]:
        for name in ready:
            del left[name]
    return sorted(left)


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def untyped(function: ast.FunctionDef) -> list[str]:
    """Its parameters without a type, and "return"."""
    a = function.args
    every = [*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg))]
    return [x.arg for x in every if x.annotation is None and x.arg not in ("self", "cls")] + \
        ["return"] * (function.returns is None and function.name != "__init__")


class Imports(unittest.TestCase):
    def test_the_whole_package_is_looked_at(self):
        self.assertGreater(len(TREES), 50)
        self.assertEqual({name.split(".")[1] for name in TREES if name.count(".") == 2}, set(KNOWS))
        self.assertIn("kindling_grading.box.box", imported("kindling_grading.build.objects"))
        self.assertIn("kindling_grading.errors", imported("kindling_grading.box.files"))

    def test_a_ring_is_seen(self):
        self.assertEqual(ring({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}, "e": set()}), ["a", "b", "c", "d"])

    def test_no_ring(self):
        self.assertEqual(ring({name: imported(name) for name in TREES}), [])

    def test_packages_know_what_the_readme_draws(self):
        self.assertEqual(ring(KNOWS), [])
        for name in TREES:
            _, _, rest = name.partition(".")
            known = {other.split(".")[1] for other in imported(name)} - {"errors", "course", "cutter", "plain_text"}
            package = rest.partition(".")[0]
            self.assertLessEqual(known, KNOWS.get(package, set()) | ({package} if package in KNOWS else set()), name)

    def test_no_import_inside_of_a_function(self):
        for name, tree in TREES.items():
            inner = [node.lineno for f in functions(tree) for node in ast.walk(f) if isinstance(node, (ast.Import, ast.ImportFrom))]
            self.assertEqual(inner, [], name)

    def test_nobody_turns_pythons_path(self):
        for name, tree in TREES.items():
            used = [ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
            self.assertNotIn("sys.path", used, name)
            self.assertNotIn("TYPE_CHECKING", SOURCES[name], name)


class Form(unittest.TestCase):
    def test_every_function_is_typed(self):
        for name, tree in TREES.items():
            self.assertEqual([(f.name, words) for f in functions(tree) if (words := untyped(f))], [], name)

    def test_each_file_says_what_it_is_for_and_is_short(self):
        for name, source in SOURCES.items():
            self.assertTrue(ast.get_docstring(TREES[name]), name)
            self.assertLess(source.count("\n"), LINES, name)

    def test_one_tree_of_exceptions(self):
        ours = [e for e in vars(errors).values() if isinstance(e, type)]
        self.assertTrue(all(issubclass(e, errors.GradingError) for e in ours))
        for name, tree in TREES.items():
            if name != "kindling_grading.errors":
                bases = [ast.unparse(b) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for b in node.bases]
                self.assertFalse([b for b in bases if b.endswith(("Error", "Exception"))], name)


class Programs(unittest.TestCase):
    def test_they_are_those_that_can_be_run(self):
        runnable = {name.partition(".")[2] for name, source in SOURCES.items() if '\nif __name__ == "__main__":\n' in source}
        self.assertEqual(runnable, set(PROGRAMS))

    def test_the_readme_and_make_name_only_these(self):
        texts = [p.read_text() for p in [GRADING / "README.md", *GRADING.glob("*.mk"), *(GRADING / "recipes").iterdir()]]
        named = {word for text in texts for word in re.findall(r"(?:python3 (?:-B )?tools/grading|\$\(GRADER\)|\$\(RELEASE\)) ([a-z]+\.[a-z_]+)\b", text)}
        self.assertLessEqual(named, set(PROGRAMS))
        self.assertGreater(len(named), 8)

    def test_one_that_does_not_exist(self):
        said = subprocess.run([sys.executable, str(GRADING), "batch.grades"], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr.startswith("python3 tools/grading PROGRAM")), (1, True))

    def test_files_of_students_are_never_imported(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("json", "argparse", "dataclasses", "kindling_grading"):
                Path(folder, f"{name}.py").write_text("raise SystemExit('a file of a student was imported')\n")
            said = subprocess.run([*program("batch.grade"), "--help"], cwd=folder, capture_output=True, text=True)
            self.assertEqual((said.returncode, said.stderr), (0, ""))

    def test_no_bytecode_is_left_between_the_sources(self):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("Makefile", "tensor/tensor.h", *(str(p.relative_to(GRADING.parents[1])) for p in (GRADING.parent / "course/authors").glob("*.py"))):
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(GRADING.parents[1] / name, root / name)
            shutil.copytree(GRADING, root / "tools/grading", ignore=shutil.ignore_patterns("__pycache__"))
            for more in ([], ["-B"]):
                subprocess.run([sys.executable, *more, "tools/grading", "batch.grade", "--help"], cwd=root, env=environment, check=True,
                               stdout=subprocess.DEVNULL)
                left = sorted(str(path.relative_to(root)) for path in root.rglob("__pycache__"))
                self.assertEqual(left, [] if more else ["tools/grading/__pycache__"], more)
                shutil.rmtree(root / "tools/grading/__pycache__", ignore_errors=True)
        self.assertIn("-B", program("batch.grade"))
        self.assertIn("\nGRADER := python3 -B tools/grading\n", (GRADING / "grading.mk").read_text())


if __name__ == "__main__":
    unittest.main()
