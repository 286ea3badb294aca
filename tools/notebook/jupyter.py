"""jupyter.py - opens the notebooks in Jupyter, their cells in C.

Makes build/jupyter/*.ipynb from the C files, unless they are there and newer (they may have been
edited), and a kernel that only this run of Jupyter knows: nothing is installed. Options that are
not known here are Jupyter's: make jupyter ARGS="--no-browser --port=8899"
"""
import argparse
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import cells
import ipynb

HERE = pathlib.Path(__file__).resolve().parent


def python_with_ipykernel():
    """Debian's packages belong to Debian's Python, which need not be the first one in PATH."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import ipykernel"], capture_output=True).returncode == 0:
            return python
    sys.exit("jupyter: ipykernel is missing. hint: apt-get install jupyter-notebook python3-ipykernel")


def include_flags():
    """Where a cell finds notebook.h and what that includes."""
    root = HERE.parents[1]
    folders = (HERE, *sorted((HERE.parent / "lib").glob("*/")), root / "attention", root / "build/include")
    return " ".join(shlex.quote(f"-I{folder}") for folder in folders)


def main():
    arguments = argparse.ArgumentParser(description="open the notebooks in Jupyter")
    arguments.add_argument("--host", required=True)
    arguments.add_argument("--cc", required=True)
    arguments.add_argument("--flags", required=True)
    arguments.add_argument("--prepare", action="store_true", help="make the files, open nothing")
    arguments.add_argument("notebook", nargs="+", type=pathlib.Path)
    wish, more = arguments.parse_known_args()
    folder = pathlib.Path("build/jupyter").resolve()
    kernel = folder / "kernels" / "kindling"
    kernel.mkdir(parents=True, exist_ok=True)
    (kernel / "kernel.json").write_text(json.dumps({
        "argv": [python_with_ipykernel(), str(HERE / "kernel.py"), "-f", "{connection_file}"],
        "display_name": "C (Kindling)", "language": "c",
        "env": {"KINDLING_HOST": str(pathlib.Path(wish.host).resolve()), "KINDLING_CC": wish.cc,
                "KINDLING_FLAGS": f"{wish.flags} {include_flags()}"}}))
    for file in wish.notebook:
        book = folder / f"{file.stem}.ipynb"
        if not book.exists() or book.stat().st_mtime < file.stat().st_mtime:
            ipynb.write(book, cells.parse(file.read_text()))
    print(f"  {folder}")
    if wish.prepare:
        return
    if not shutil.which("jupyter-notebook"):
        sys.exit("jupyter: jupyter-notebook is missing. hint: apt-get install jupyter-notebook python3-ipykernel")
    os.environ["JUPYTER_PATH"] = str(folder)
    os.execvp("jupyter-notebook", ["jupyter-notebook", *more, str(folder)])


if __name__ == "__main__":
    main()
