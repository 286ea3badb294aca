"""outputs.py - runs a notebook's program and sorts what it says by cell.

The program writes lines that begin with \\036 among its text: a cell begins or ends, a gate held or
did not, a file is to be shown. An output is a tuple: ("text", str), ("file", path),
("gate", held, claim) or ("end", how, seconds, why).
"""
import os
import re
import signal
import subprocess


def run(program, folder, seconds=1800):
    """All outputs as a list of (line of the cell, outputs), and the status."""
    env = dict(os.environ, KINDLING_NOTEBOOK="frames", NOTEBOOK_OUT=str(folder),
               OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    process = subprocess.Popen([program], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               env=env, start_new_session=True)
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        said, _ = process.communicate()
    return split(said.decode("utf-8", "replace")), process.returncode


def split(said):
    cells, text = [(0, [])], []

    def flush():
        if text:
            cells[-1][1].append(("text", "".join(text)))
            text.clear()

    for line in re.findall(r"[^\n]*\n|[^\n]+", said):  # splitlines would split at \036, too
        mark = line.find("\036")
        if mark < 0:
            text.append(line)
            continue
        if mark > 0:  # a cell printed something without a line end
            text.append(line[:mark] + "\n")
        flush()
        word, _, rest = line[mark + 1:].rstrip("\n").partition(" ")
        if word == "cell" and rest.isdigit():
            cells.append((int(rest), []))
        elif word == "file":
            cells[-1][1].append(("file", rest))
        elif word == "gate":
            held, _, claim = rest.partition(" ")
            cells[-1][1].append(("gate", held == "passed", claim))
        elif word == "end":
            how, seconds, why = (rest.split(" ", 2) + ["", ""])[:3]
            cells[-1][1].append(("end", how, seconds, why))
    flush()
    return cells


def attach(cells, ran):
    """Gives every run to the code cell whose lines it stands in."""
    code = [c for c in cells if c.kind == "code"]
    for line, outputs in ran:
        owners = [c for c in code if c.line <= line] or code[:1]
        if owners:
            owners[-1].outputs += outputs
