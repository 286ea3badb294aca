"""test_contributing.py - every recipe of .github/CONTRIBUTING.md, run as the page has it, in a copy
of the tree.

usage: test_contributing.py B, the build folder, in which the engine's, the tools' and the tests'
shared objects already are.

A block goes into the file that the line above it names in backticks, or above a line of that file;
a block of the shell is run, line by line, in CONFIG=double. The copy is of links; objects are
copied. A prototype more changes no object, so a header that gets one stays as old as it was: else
the whole engine would be compiled again.
"""
from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
PAGE = ROOT / ".github" / "CONTRIBUTING.md"
BUILT = pathlib.Path(sys.argv.pop(1)).resolve()
ROOMS = re.search(r"^ROOMS := (.*)", (ROOT / "Makefile").read_text(), re.M)[1].split()
WHERE = re.compile(r"^`([^`]+)`(?:, above the line `([^`]+)`)?:$")
GENERATED = ["build/include/call_site.h", "build/include/inside.h"]


def recipes(text: str) -> dict[str, list[tuple[str, str, str]]]:
    """Heading -> (file or "" for the shell, the line above which it goes or "", the block), in
    order."""
    found: dict[str, list[tuple[str, str, str]]] = {}
    heading, above = "", ""
    lines = iter(text.split("\n"))
    for line in lines:
        if line.startswith("## "):
            heading = line[3:]
        elif line.startswith("```"):
            block = "".join(f"{inside}\n" for inside in iter(lambda: next(lines), "```"))
            place = WHERE.match(above)
            if line != "```sh" and not place:
                raise ValueError(f"no file is named in the line above this block: {block}")
            found.setdefault(heading, []).append((place[1], place[2] or "", block) if line != "```sh" else ("", "", block))
        if line.strip():
            above = line
    return found


RECIPES = recipes(PAGE.read_text()) if PAGE.is_file() else {}


class Contributing(unittest.TestCase):
    """In the order of the page: later recipes stand on earlier ones."""

    made: tempfile.TemporaryDirectory
    tree: pathlib.Path

    @classmethod
    def setUpClass(cls):
        if not RECIPES:
            raise unittest.SkipTest("there is no such page here")
        cls.made = tempfile.TemporaryDirectory()
        cls.tree = pathlib.Path(cls.made.name, "tree")
        for name in [*ROOMS, "tools", "tests", "modules", "notebooks-c", "Makefile", "README.md"]:
            if (ROOT / name).is_file():
                (cls.tree / name).symlink_to(ROOT / name)
            else:
                shutil.copytree(ROOT / name, cls.tree / name, copy_function=os.symlink, ignore=shutil.ignore_patterns("__pycache__"))
        b = cls.tree / "build" / BUILT.name
        b.mkdir(parents=True)
        shutil.copytree(ROOT / "build" / "include", cls.tree / "build" / "include")
        for file in (ROOT / "build").glob("probe*"):
            shutil.copy2(file, cls.tree / "build")
        for name in [*ROOMS, "tools", "tests/support", "course/tests/harness"]:
            if (BUILT / name).is_dir():
                shutil.copytree(BUILT / name, b / name)
        for file in BUILT.glob("flags*"):
            shutil.copy2(file, b)

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    def run_line(self, line: str) -> str:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "CONFIG", "ONLY", "EXCEPT", "MODULE", "ROWS"))}
        done = subprocess.run(["sh", "-c", line], cwd=self.tree, env=environment, capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
        said = (done.stdout + done.stderr).decode(errors="replace")
        self.assertEqual(done.returncode, 0, f"{line}\n{said}")
        return said

    def put(self, name: str, above: str, block: str) -> None:
        file = self.tree / name
        if not above:
            self.assertFalse(file.exists(), f"{name} is there already")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(block)
            return
        text, old = file.read_text(), file.stat()
        places = [m.start() for m in re.finditer("^" + re.escape(above), text, re.M)]
        self.assertEqual(len(places), 1, f"{name} has {len(places)} lines that begin with {above}")
        file.unlink()
        file.write_text(text[:places[0]] + block + text[places[0]:])
        if name.endswith(".h"):
            os.utime(file, ns=(old.st_atime_ns, old.st_mtime_ns))
            self.make_again()

    def make_again(self) -> None:
        """What is made of the prototypes, as old as it was."""
        dates = {name: (self.tree / name).stat().st_mtime_ns for name in GENERATED}
        for name in GENERATED:
            (self.tree / name).unlink()
        self.run_line(f"make -s {' '.join(GENERATED)} CONFIG=double")
        for name, date in dates.items():
            os.utime(self.tree / name, ns=(date, date))

    def follow(self, heading: str) -> str:
        said = ""
        for name, above, block in RECIPES.pop(heading):
            if name:
                self.put(name, above, block)
            else:
                said = "".join(self.run_line(line) for line in block.splitlines())
        return said

    def passes(self, heading: str, *names: str) -> None:
        said = self.follow(heading)
        for name in names:
            self.assertIn(f"== {name} (double)", said)
        self.assertIn(f"all {len(names)} test programs passed (double)", said)
        self.assertLess(said.count("  cc  "), 4, f"it compiles more than what is new:\n{said}")

    def test_1_one_test_is_run(self):
        said = self.follow("Run one test")
        self.assertIn("== tensor/memory/test_scope (double)", said)
        self.assertIn("all 1 test programs passed (double)", said)

    def test_2_an_operation(self):
        self.passes("Add an operation", "autograd/ops/test_op_softplus", "nn/measure/test_costs_of_all")
        # its callers' lines are noted
        self.assertIn("#define tensor_softplus(", (self.tree / GENERATED[0]).read_text())

    def test_3_a_twin(self):
        self.passes("Add a twin", "autograd/ops/test_plain_softplus")

    def test_4_a_layer(self):
        self.passes("Add a layer", "nn/test_layer_scale")

    def test_5_a_tool(self):
        self.follow("Add a tool")

    def test_6_a_module_with_a_known_mistake(self):
        self.follow("Add a module")
        said = self.follow("Add a known mistake")
        self.assertIn("the course is whole", said)
        self.assertRegex(said, r"begins_with_0 +.*90\.1|1 of 1")

    def test_7_no_recipe_is_left_out(self):
        self.assertEqual(list(RECIPES), [], "nobody follows these")


if __name__ == "__main__":
    unittest.main()
