"""test_mine.py - ENGINE=mine: the demo, training, text and the milestones run on a student's own
files of all modules.

usage: test_mine.py B, the build folder, in which the engine's, the tools' and the notebooks'
objects already are.

A tree is made out of links, its modules solved by the model answers. Everything has to work there,
with matrix products that are the student's, too; then one function of each module is broken
(mine.txt), and a run has to fail, or to end with other numbers. LONG=1: with the milestones that
take minutes. ROWS="12_attention": only rows of these modules.
"""
from __future__ import annotations

import hashlib
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
import mistakes  # noqa: E402

BUILT = pathlib.Path(sys.argv.pop(1)).resolve()
ROOMS = re.search(r"^ROOMS := (.*)", (ROOT / "Makefile").read_text(), re.M)[1].split()
MODULES = sorted(p.name for p in (ROOT / "modules").glob("[0-9][0-9]_*"))
MILESTONES = sorted(p.stem[:4] for p in (ROOT / "notebooks-c").glob("[12][0-9][0-9][0-9]_*.c"))
QUICK = {"1958", "1969", "1986", "2018"}
# notebooks that print what this machine can do: of these, too, only the gates are compared
MEASURES = {"14", "20"}
LONG = os.environ.get("LONG", "") not in ("", "0")
TABLE = pathlib.Path("tests/tools/course/mine.txt")

TRAINED = "build/mine/train/best.safetensors"
MODEL = "build/mine/model.safetensors"  # the one that was trained before anything was broken
COMMANDS = {
    "demo": ["demo", "ARGS=--steps 12 --quiet --out build/mine/demo --save build/mine/demo.safetensors"],
    "train": ["train", "TEXT=README.md",
              "ARGS=--steps 4 --warmup 1 --layers 2 --channels 32 --context 24 --batch 18 --shares 8 --tokenizer bpe:270 --eval-every 2 "
              "--eval-batches 1 --final-batches 2 --sample 0 --quiet --overwrite --out build/mine/train"],
    "generate": ["generate", f"MODEL={MODEL}", "PROMPT=The header says what is", "ARGS=--count 40 --seed 3"],
}
WRITES = {"demo": "build/mine/demo.safetensors", "train": TRAINED}


def rows() -> list[tuple[str, str, list[str]]]:
    lines = [line.split() for line in (ROOT / TABLE).read_text().splitlines() if line.strip() and line[0] != "#"]
    return [(module, name, runs) for module, name, *runs in lines]


def is_long(run: str) -> bool:
    return run in MILESTONES and run not in QUICK


class Mine(unittest.TestCase):
    made: tempfile.TemporaryDirectory
    tree: pathlib.Path
    known: dict[str, tuple[int, str]]

    @classmethod
    def setUpClass(cls):
        cls.made = tempfile.TemporaryDirectory()
        cls.tree = pathlib.Path(cls.made.name, "tree")
        cls.tree.mkdir()
        for name in [*ROOMS, "tools", "tests", "notebooks-c", "Makefile", "README.md"]:
            (cls.tree / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / "modules", cls.tree / "modules")
        for file in cls.tree.glob("modules/[0-9]*/*.c"):
            if answer := answers.answer_to(file.read_text()):
                file.write_text(answer)
        # What is built is shared: objects as they are, and the folder they lie in has the name it
        # has there.
        (cls.tree / "build" / "mine").mkdir(parents=True)
        for name in ["include", *(p.name for p in (ROOT / "build").glob("probe*"))]:
            (shutil.copytree if (ROOT / "build" / name).is_dir() else shutil.copy2)(ROOT / "build" / name, cls.tree / "build" / name)
        cls.b = cls.tree / "build" / BUILT.name
        cls.b.mkdir()
        for name in [*ROOMS, "tools", "notebooks-c"]:
            shutil.copytree(BUILT / name, cls.b / name)
        for file in BUILT.glob("flags*"):
            shutil.copy2(file, cls.b)
        cls.known = {}

    @classmethod
    def tearDownClass(cls):
        cls.made.cleanup()

    # ---- running ---------------------------------------------------------------------------------

    def make(self, *words: str) -> tuple[int, str]:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS", "KINDLING_", "ENGINE", "TEXT", "ROWS"))}
        environment |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NOTEBOOK_SECONDS": "7200"}
        jobs = f"-j{os.cpu_count() or 1}"
        done = subprocess.run(["make", "--no-print-directory", jobs, "ENGINE=mine", "STRICT=1", *words], cwd=self.tree, capture_output=True,
                              env=environment, stdin=subprocess.DEVNULL, timeout=10800)
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")

    def run_of(self, name: str) -> tuple[int, str]:
        """Its status, and what must not change: bytes of the weights, a text, what a notebook says
        without its times."""
        if name in COMMANDS:
            if name in WRITES:
                (self.tree / WRITES[name]).unlink(missing_ok=True)
            status, said = self.make(*COMMANDS[name])
            if name not in WRITES:
                return status, said
            file = self.tree / WRITES[name]
            return status if file.exists() else max(status, 2), hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else said
        status, said = self.make(f"notebook-{name}")
        if name in MILESTONES or name in MEASURES:
            # Of the gate with a clock the status is heard: on a machine whose time was stolen it is
            # not judged.
            said = "\n".join(line for line in said.splitlines() if line.startswith("gate ") and not re.search(" are faster|: score ", line))
        lines = [line for line in said.splitlines() if not re.match(r"  (cc|ld)  ", line)]
        return status, re.sub(r"\d+(\.\d+)? m?s\b", "", "\n".join(lines))

    def whole(self, name: str) -> tuple[int, str]:
        if name not in self.known:
            if name == "generate":
                self.whole("train")
                shutil.copy(self.tree / TRAINED, self.tree / MODEL)
            self.known[name] = self.run_of(name)
        return self.known[name]

    # ---- all of it works -------------------------------------------------------------------------

    def test_1_the_demo_learns(self):
        status, said = self.make("demo", "ARGS=--budget small --quiet --out build/mine/demo")
        self.assertEqual(status, 0, said)

    def test_2_training_says_whose_products_it_has(self):
        status, said = self.make("train", "TEXT=README.md", "ARGS=--steps 1 --layers 1 --channels 16 --context 8 --batch 1 --sample 0 "
                                 "--eval-batches 1 --final-batches 1 --out build/mine/short --overwrite")
        self.assertEqual(status, 0, said)
        ladder = any(m.startswith("17") for m in MODULES)
        self.assertIn("matrix products: in steps" if ladder else "matrix products: gemm_plain of module 01", said)

    def test_2_without_module_17_they_are_module_01s(self):
        files = list(self.tree.glob("modules/17_*/vector_tile.c"))
        was = {file: file.read_text() for file in files}
        try:
            for file in files:
                file.write_text('/* return todo("17.4 vector_tile"); */\n' + was[file])
            _, said = self.make("train", "TEXT=README.md", "ARGS=--steps 0 --layers 1 --channels 16 --context 8 --batch 1 --sample 0 "
                                "--eval-batches 1 --final-batches 1 --out build/mine/short --overwrite")
            self.assertIn("matrix products: gemm_plain of module 01", said)
        finally:
            for file, text in was.items():
                file.write_text(text)

    def test_3_it_writes(self):
        status, said = self.whole("generate")
        self.assertEqual(status, 0, said)
        self.assertIn("The header says what is", said)

    def test_4_milestones_are_reached(self):
        for name in MILESTONES:
            if not is_long(name) or LONG:
                with self.subTest(milestone=name):
                    status, said = self.whole(name)
                    self.assertEqual(status, 0, said)
                    self.assertIn("gate passed", said)
                    self.assertNotIn("gate FAILED", said)

    def test_5_a_run_is_the_same_twice(self):
        """Or what is broken below would prove nothing."""
        for name in sorted({run for _, _, runs in rows() for run in runs}):
            if name in COMMANDS or (name in QUICK or name in {m[:2] for m in MODULES}):
                with self.subTest(run=name):
                    self.assertEqual(self.whole(name), self.run_of(name))

    # ---- one function of each module is broken ---------------------------------------------------

    def test_6_every_module_has_a_row(self):
        missing = set(MODULES) - {module for module, _, _ in rows()}
        self.assertEqual(missing, set(), f"{TABLE} lacks rows; a row is: {'module'} {'known mistake'} {'runs that notice it'}")

    def test_7_what_is_broken_is_noticed(self):
        wanted = os.environ.get("ROWS", "").split()
        for module, name, runs in rows():
            if module not in MODULES or wanted and module not in wanted:
                continue
            with self.subTest(module=module, mistake=name):
                self.break_and_look(module, name, runs)

    def break_and_look(self, module: str, name: str, runs: list[str]) -> None:
        os.chdir(ROOT)  # where mistakes.py looks for tables and files
        row = next((row for row in mistakes.rows(module) if row.name == name), None)
        self.assertIsNotNone(row, f"{TABLE}: tests/course/{module}/mistakes.txt has no row {name}")
        there = [run for run in runs if run in COMMANDS or run in MILESTONES or run in {m[:2] for m in MODULES}]
        chosen = [run for run in there if LONG or not is_long(run)]
        if not chosen:
            print(f"{module}: {name} waits for LONG=1, or for a run that is not there: {' '.join(runs)}")
            return
        right = {run: self.whole(run) for run in chosen}
        for run, (status, said) in right.items():
            # twelve steps are few
            self.assertTrue(status == 0 or run == "demo", f"{run} fails where nothing is broken:\n{said}")
        was = {}
        try:
            for file, text in row.handed_in(module).items():
                mine = self.tree / "modules" / module / file
                self.assertTrue(mine.exists(), f"{mine.name} is no file of a student")
                was[mine] = mine.read_text()
                mine.write_text(text)
            for run in chosen:
                status, said = self.run_of(run)
                noticed = (status, said) != right[run]
                print(f"{module}: {name} in {run}: {'fails' if status != right[run][0] else 'changes' if noticed else 'UNNOTICED'}")
                self.assertTrue(noticed, f"{run} is as if nothing were broken")
        finally:
            for mine, text in was.items():
                mine.write_text(text)


if __name__ == "__main__":
    unittest.main()
