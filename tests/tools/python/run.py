"""run.py - the tests of the Python binding, by a python3 that has NumPy where there is one.

usage: run.py [TEST...]        KINDLING_LIBRARY is the library under test, KINDLING_PROGRAMS the
folder of train and generate
"""
import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]


def with_numpy():
    """Debian's packages belong to Debian's Python, which need not be the first one in PATH."""
    debian = "/usr/bin/python3"
    if importlib.util.find_spec("numpy") or not os.path.exists(debian):
        return
    if sys.executable != debian and subprocess.run([debian, "-c", "import numpy"], capture_output=True).returncode == 0:
        os.execv(debian, [debian, *sys.argv])


if __name__ == "__main__":
    with_numpy()
    os.environ["KINDLING_LIBRARY"] = str(pathlib.Path(os.environ["KINDLING_LIBRARY"]).resolve())
    os.chdir(ROOT)
    sys.path[:0] = [str(ROOT / "tools" / "python"), str(HERE)]
    if not importlib.util.find_spec("numpy"):
        print("python3 has no NumPy: what compares with it is skipped. hint: sh tools/setup.sh python")
    names = sys.argv[1:] or [f.stem for f in sorted(HERE.glob("test_*.py"))]
    tests = unittest.defaultTestLoader.loadTestsFromNames(names)
    sys.exit(not unittest.TextTestRunner().run(tests).wasSuccessful())
