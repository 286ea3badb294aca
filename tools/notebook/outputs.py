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


def parse(frame):
    """What stands behind \\036 in a line: an output, or another word with the rest of the line."""
    word, _, rest = frame.rstrip("\n").partition(" ")
    if word == "gate":
        held, _, claim = rest.partition(" ")
        return "gate", held == "passed", claim
    if word == "end":
        how, seconds, why = (rest.split(" ", 2) + ["", ""])[:3]
        return "end", how, seconds, why
    return word, rest


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
        item = parse(line[mark + 1:])
        # a cell may print such a line, too
        if item[0] == "cell" and re.fullmatch("[0-9]{1,9}", item[1]):
            cells.append((int(item[1]), []))
        elif item[0] in ("file", "gate", "end"):
            cells[-1][1].append(item)
    flush()
    return cells


def attach(cells, ran):
    """Gives every run to the code cell whose lines it stands in."""
    code = [c for c in cells if c.kind == "code"]
    for line, outputs in ran:
        owners = [c for c in code if c.line <= line] or code[:1]
        if owners:
            owners[-1].outputs += outputs
