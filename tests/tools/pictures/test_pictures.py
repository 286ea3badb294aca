#!/usr/bin/env python3
"""test_pictures.py - the lessons' pictures are those that the program draws now, each lesson shows
its own, and every text in them can be read in both themes and has a place of its own.

Numbers may differ in the last digit that is written: another machine rounds otherwise.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import contrast
import overlaps

# Each run begins with this one: who measures must see what stands on what, in lines and places of
# their own.
PLANTED = ('<svg xmlns="http://www.w3.org/2000/svg"><text x="10" y="20">a, b<tspan x="10" y="36">c, d</tspan></text><text x="40" y="20">free</text>'
           '<text x="12" y="37">e</text><text x="100, 140" y="20">fg</text><text x="120" y="20">h</text><text x="141" y="21">i</text></svg>')
TO_SEE = ['"e" stands on "c, d"', '"i" stands on "g"']
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
LESSONS = pathlib.Path("modules")


def differs(one, other):
    """Where two pictures differ: the first pair of lines, or None."""
    a, b = one.read_text().split("\n"), other.read_text().split("\n")
    if len(a) != len(b):
        return f"{len(a)} lines against {len(b)}"
    for x, y in zip(a, b):
        if NUMBER.sub("#", x) != NUMBER.sub("#", y):
            return f"{x} against {y}"
        for m, n in zip(NUMBER.findall(x), NUMBER.findall(y)):
            if abs(float(m) - float(n)) > 0.1001:
                return f"{x} against {y}"
    return None


def mistakes(program):
    with tempfile.TemporaryDirectory() as folder:
        planted = pathlib.Path(folder, "planted.svg")
        planted.write_text(PLANTED)
        seen = list(overlaps.overlaps(planted))
        if seen != TO_SEE:
            yield f"planted mistakes were not seen: {seen}, expected {TO_SEE}"
        subprocess.run([program, "--out", folder], check=True, stdout=subprocess.DEVNULL)
        drawn = {p.relative_to(folder) for p in pathlib.Path(folder).glob("*/pictures/*.svg")}
        there = {p.relative_to(LESSONS) for p in LESSONS.glob("*/pictures/*.svg")}
        for name in sorted(drawn - there):
            yield f"{name} is not there: make lesson-pictures"
        for name in sorted(there - drawn):
            yield f"{name} is drawn by nobody"
        for name in sorted(drawn & there):
            difference = differs(LESSONS / name, pathlib.Path(folder) / name)
            if difference:
                yield f"{name} is not what is drawn now: {difference}. hint: make lesson-pictures"
            xml.etree.ElementTree.parse(LESSONS / name)
            for theme, text, ratio in dict.fromkeys(contrast.faint_texts(LESSONS / name)):
                yield f"{name}, {theme}: \"{text}\" has a contrast of {ratio} with what lies under it, expected {contrast.LEAST}"
            for overlap in overlaps.overlaps(LESSONS / name):
                yield f"{name}: {overlap}, expected a place of its own"
            lesson = (LESSONS / name.parts[0] / "README.md").read_text()
            if not re.search(r"!\[[^\]]{20,}\]\(pictures/" + re.escape(name.name) + r"\)", lesson):
                yield f"{name} is not shown by its lesson with a sentence of what it shows: ![...](pictures/{name.name})"


def main():
    wrong = list(mistakes(sys.argv[1]))
    print("\n".join(f"pictures: {w}" for w in wrong) or "the lessons' pictures are what the engine draws")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
