"""coverage.py - which lines and branches of the rooms the tests have gone through.

    python3 tools/build/coverage.py build/coverage tensor autograd nn attention [--least 97]

Reads what programs of CONFIG=coverage have counted, with gcov, and prints a table: each file, each
room, all. build/coverage/left.txt has what is left, line by line.

A branch is one way out of a decision: `if (a && b)` has four, two for each of a and b. Code is
compiled without optimization, so these are the decisions of the source. A header's code, or a file
that is compiled several times for different processors, counts once: what one copy went through has
been gone through. So does a function that is always inlined: asked with a constant, each of its
copies goes one way only.
"""
import argparse
import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys
import tempfile


class File:
    def __init__(self):
        self.lines = collections.Counter()    # number -> times
        self.branches = {}                    # (line, place in it) -> times

    def figures(self):
        return (sum(n > 0 for n in self.lines.values()), len(self.lines),
                sum(n > 0 for n in self.branches.values()), len(self.branches))


def is_one_decision(line):
    return len(re.findall(r"\b(?:if|for|while)\b|\?", line)) == 1 and "&&" not in line and "||" not in line


def add(files, report, root):
    for entry in report["files"]:
        path = pathlib.Path(report["current_working_directory"], entry["file"])
        if not path.is_relative_to(root):
            continue
        name = str(path.relative_to(root))
        # a line of a macro or template: one list of branches per function
        copies = collections.defaultdict(list)
        for line in entry["lines"]:
            files[name].lines[line["line_number"]] += line["count"]
            if line["branches"]:
                copies[line["line_number"]].append([b["count"] for b in line["branches"]])
        source = path.read_text().split("\n")
        for number, lists in copies.items():
            for counts in lists:
                inlined = len(counts) > 2 and len(counts) % 2 == 0 and is_one_decision(source[number - 1])
                for place, count in enumerate(counts):
                    key = (number, place % 2 if inlined else place)
                    files[name].branches[key] = files[name].branches.get(key, 0) + count


def read(build, rooms, root):
    """gcov's reports on all objects of the rooms; what no program has run has counts of 0."""
    files = collections.defaultdict(File)
    notes = [n for room in rooms for n in (build / room).rglob("*.gcno") if "plain" not in n.parts]
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["gcov", "--json-format", "--branch-probabilities", "--preserve-paths",
                        *map(str, (n.resolve() for n in notes))], cwd=scratch, check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
        for report in pathlib.Path(scratch).glob("*.json.gz"):
            add(files, json.loads(gzip.decompress(report.read_bytes())), root)
    return {name: f for name, f in files.items() if name.split("/")[0] in rooms}


def share(done, of):
    return f"{100 * done / of:6.1f}" if of else "     -"


def row(name, lines, of_lines, branches, of_branches):
    print(f"{name:44} {of_lines:6} {share(lines, of_lines)}  {of_branches:6} {share(branches, of_branches)}")


def total(files):
    return [sum(column) for column in zip(*(f.figures() for f in files), (0, 0, 0, 0))]


def write_left(path, files, root):
    with open(path, "w") as out:
        for name, f in sorted(files.items()):
            source = (root / name).read_text().split("\n")
            left = {number: "never" for number, n in f.lines.items() if n == 0}
            for number, place in sorted(key for key, n in f.branches.items() if n == 0):
                if left.get(number) != "never":
                    left[number] = f"{left[number]}, {place}" if number in left else f"branch {place}"
            for number, what in sorted(left.items()):
                out.write(f"{name}:{number}: {what}: {source[number - 1].strip()}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("rooms", nargs="+")
    parser.add_argument("--least", type=float, default=0, help="branches of each room, in percent")
    asked = parser.parse_args()
    root = pathlib.Path.cwd()
    files = read(asked.build, asked.rooms, root)
    print(f"{'':44} {'lines':>6} {'%':>6}  {'branch':>6} {'%':>6}")
    for name, f in sorted(files.items()):
        row(name, *f.figures())
    print()
    few = []
    for room in asked.rooms:
        figures = total(f for name, f in files.items() if name.startswith(room + "/"))
        row(room, *figures)
        if 100 * figures[2] < asked.least * figures[3]:
            few.append(f"{room}: {figures[2]} of {figures[3]} branches, expected {asked.least:g} % or more")
    row("all", *total(files.values()))
    write_left(asked.build / "left.txt", files, root)
    print(f"\nwhat is left: {asked.build}/left.txt")
    if few:
        sys.exit("\n".join(few))


if __name__ == "__main__":
    main()
