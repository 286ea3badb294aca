"""test_break.py - the known mistakes of make break-NN, which a student edition has as objects, are
compiled without a warning.

    python3 tests/tools/grading/test_break.py

make release says what it packed: a warning among that is read as one about the edition.
"""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]


def said(*command: str) -> subprocess.CompletedProcess:
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
    return subprocess.run(command, cwd=ROOT, env=clean, capture_output=True, text=True)


def compiler() -> list[str]:
    """As make 12 compiles a student's file, of any module, but only looking at it."""
    words = said("make", "-s", "--no-print-directory", "course-commands", "FOLDER=modules/12_attention").stdout.splitlines()[0].split()
    return [word for word in words if word != "-c" and not word.startswith(("-O", "-g", "-march", "-Werror"))] + ["-fsyntax-only"]


class Break(unittest.TestCase):
    def test_they_are_compiled_without_a_warning(self):
        tables = sorted((ROOT / "tools/break").glob("[0-9]*.txt"))
        cases = sorted({(path.stem, row) for path in tables for row in re.findall(r"^row: (\w+)$", path.read_text(), re.M)})
        self.assertGreater(len(cases), 50)

        def words_about(case: tuple[str, str]) -> str:
            module, row = case
            folder = Path(work, module, row)
            folder.mkdir(parents=True)
            made = said(sys.executable, "-B", "tools/course/authors/mistakes.py", "files", module, row, str(folder))
            return made.stderr + said(*look, *map(str, folder.glob("*.c"))).stderr

        said("make", "-s", "build/include/call_site.h")
        look = compiler()
        with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(2) as pool:
            self.assertEqual([(case, words) for case, words in zip(cases, pool.map(words_about, cases)) if words], [])


if __name__ == "__main__":
    unittest.main()
