"""test_mine.py - notebooks on a student's files: what is not written ends its cell only, what is
written counts.

usage: test_mine.py B, the build folder, in which the engine and the notebooks' objects already are.
The tree is made again out of links, with modules of its own, so that nobody's work is touched.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "course" / "authors"))
sys.dont_write_bytecode = True
import answers  # noqa: E402

BUILT = pathlib.Path(sys.argv.pop(1)).resolve()
ROOMS = re.search(r"^ROOMS := (.*)", (ROOT / "Makefile").read_text(), re.M)[1].split()


class Mine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.tree = pathlib.Path(cls.made.name, "tree")
        cls.tree.mkdir()
        for name in [*ROOMS, "tools", "tests", "notebooks-c", "Makefile"]:
            (cls.tree / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "modules", cls.tree / "modules")
        cls.start(cls.tree / "modules" / "12_attention" / "scores.c")
        shutil.copytree(ROOT / "build", cls.tree / "build", ignore=lambda folder, names: [
            n for n in names if not n.startswith("probe")])
        for name in [*ROOMS, "tools", "notebooks-c", *(["python"] if (BUILT / "python" / "guarded.o").exists() else [])]:
            shutil.copytree(BUILT / name, cls.tree / "build" / "b" / name)
        shutil.copy2(BUILT / "flags", cls.tree / "build" / "b")

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    @staticmethod
    def start(file):
        """scores.c as a student gets it, whatever stands in this tree."""
        names = ["attention_scores", "attention_scale", "attention_mask"]
        arguments = ["Tensor *q, Tensor *k", "Tensor *scores, long head_dim", "Tensor *scores, Tensor *mask"]
        file.write_text('#include "attention.h"\n#include "todo.h"\n' + "".join(
            f'Tensor *{n}({a})\n{{\n    return todo("12 {n}");\n}}\n' for n, a in zip(names, arguments)))

    def notebook(self, engine):
        return self.make("notebook-12", engine)

    def make(self, target, engine):
        command = ["make", "--no-print-directory", "B=build/b", target, f"ENGINE={engine}"]
        done = subprocess.run(command, cwd=self.tree, capture_output=True, text=True,
                              env={k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def solve(self):
        for file in self.tree.glob("modules/[0-9]*/*.c"):
            if answer := answers.answer_to(file.read_text()):
                file.write_text(answer)

    def test_1_stubs_end_their_own_cell(self):
        said = self.notebook("12")
        self.assertIn("todo: 12 attention_scores is not written yet", said)
        self.assertIn("[1] waits for what is not written yet", said)
        self.assertIn("cell10-1.svg", said)  # the cell that needs no file of module 12

    def test_2_what_is_written_counts(self):
        self.solve()
        for engine in ("12", "mine"):
            said = self.notebook(engine)
            self.assertIn("12_attention: 11 cells, 0 wrong", said, engine)
            self.assertIn("gate passed: attention without positions does not see order", said)

    def test_3_a_mistake_of_the_student_is_seen(self):
        self.solve()
        file = self.tree / "modules" / "12_attention" / "scores.c"
        before = self.notebook("12")
        wrong = file.read_text().replace("1 / sqrt((double)head_dim)", "1.0 / (double)head_dim")
        self.assertNotEqual(wrong, file.read_text())
        file.write_text(wrong)
        os.utime(file, (978307200, 978307200))  # as it comes from an archive: what is in it decides
        after = self.notebook("12")
        table = [[l for l in said.split("\n") if l.startswith("  256")] for said in (before, after)]
        self.assertNotEqual(*table)

    def test_4_python_calls_what_is_written(self):
        if not (self.tree / "build" / "b" / "python").exists():
            self.skipTest("make python has not been here")
        scores = self.tree / "modules" / "12_attention" / "scores.c"
        call = "import kindling as k; print(k.scaled_dot_product_attention([[[1.0, 0]]], [[[1.0, 2]]], [[[3.0, 4]]]).output.tolist())"
        self.solve()
        for write, said in ((lambda: self.start(scores), "todo: 12 attention_scores is not written yet"), (self.solve, "[[[3.0, 4.0]]]")):
            write()
            library = re.search(r"KINDLING_LIBRARY=(build/b/python-12/\S+) PYTHONPATH", self.make("python", "12"))[1]
            done = subprocess.run([sys.executable, "-c", call], cwd=self.tree, capture_output=True, text=True,
                                  env=dict(os.environ, KINDLING_LIBRARY=library, PYTHONPATH="tools/python"))
            self.assertIn(said, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
