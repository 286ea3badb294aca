"""auto_mutants.py 12_attention - change the reference a little, see whether the tests notice. BASE=plain: the plain answers.

Only what the student writes is changed: the functions with a todo in the stub, and helpers that the
reference has and the stub has not; lines that the stub gives away stay as they are. One change per
mutant (changes.py), all in one program (variants.py). One whose machine code is that of the original is
no mutant. Survivors are printed as "file:line: before -> after"; those that make no difference are
listed, in those words, in tests/course/<module>/equivalent.txt, a tab, and why.
"""
from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file
import variants
from changes import changes, equivalents, functions_of, line_of, told, without_line

BASE = os.environ.get("BASE", "")  # plain: of the plain answers
MOST = int(os.environ.get("MOST") or 600)  # mutants per module; more are drawn at random
WANTED = 0.90
# What a compiler may let pass, and nobody would hand in.
STRICT = ("-Werror=int-conversion", "-Werror=incompatible-pointer-types")
RUN = ["--number", "0", "--seconds", "2", "--stop"]


def given_lines(stub):
    return {line.strip() for line in stub.split("\n") if len(line.strip()) > 3}


def exercise_changes(text, stub):
    """The changes of one file: its text, and how it is told."""
    stub_functions = functions_of(stub)
    wanted = set(re.findall(r'todo\("[^ "]* (\w+)"\)', stub))
    given = given_lines(re.sub(r"/\*.*?\*/", "", stub, flags=re.S))
    lines = text.split("\n")
    for name, (start, end) in functions_of(text).items():
        if name not in wanted and name in stub_functions:
            continue
        for a, b, new in changes(text, start, end):
            line = lines[line_of(text, a) - 1]
            if "region_" not in line and line.strip() not in given:  # boxes in pictures
                yield text[:a] + new + text[b:], told(text, a, b, new)


def machine_code(command, text, file, place):
    """Without debug information: equal files are equal programs."""
    place.mkdir(parents=True, exist_ok=True)
    source, made = place / file, place / "code.o"
    source.write_text(text)
    subprocess.run([*command, *STRICT, "-g0", "-w", str(source), "-o", str(made)], check=True, capture_output=True)
    return made.read_bytes()


def right_answer(module, stub):
    """"" if there is none."""
    if stub.name == "measure.c":
        return ""
    if not BASE:
        return answers.answer_to(stub.read_text(), Path.cwd())
    plain = Path("tests/course", module, BASE, stub.name)
    return plain.read_text() if plain.is_file() else ""


def drawn(module):
    """id -> file, text, how it is told; and the text of each file as it is."""
    found, texts = [], {}
    for stub in sorted(Path("modules", module).glob("*.c")):
        text = right_answer(module, stub)
        if text:
            texts[stub.name] = text
            shown = Path(BASE, stub.name)
            found += [(stub.name, changed, f"{shown}:{said}") for changed, said in exercise_changes(text, stub.read_text())]
    found = random.Random(1).sample(found, MOST) if len(found) > MOST else found
    return {f"m{number}": one for number, one in enumerate(found)}, texts


def main(module):
    mutants, texts = drawn(module)
    made = variants.build(module, {name: {file: text} for name, (file, text, _) in mutants.items()}, Path("build/auto-mutants", module), extra=STRICT)
    ran = made.results(mutants, RUN)
    known = equivalents(Path("tests/course", module, "equivalent.txt"))
    command = made.compile
    originals = {file: machine_code(command, text, file, made.place / "code") for file, text in texts.items()}
    survivors, same = [], 0
    for name in (name for name, one in ran.items() if one.status == 0):
        file, text, said = mutants[name]
        if without_line(said) in known or machine_code(command, text, file, made.place / "code") == originals[file]:
            same += 1
        else:
            survivors.append(said)
    for said in sorted(survivors, key=lambda s: (s.split(":")[0], int(s.split(":")[1]))):
        print(f"  survived  {said}")
    real = len(ran) - same
    caught = real - len(survivors)
    rate = caught / real if real else 1
    print(f"{module}: {caught} of {real} changes are caught, {rate:.1%} ({same} make no difference, {len(made.left_out)} do not compile)")
    return rate < WANTED


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: auto_mutants.py 12_attention")
    try:
        sys.exit(main(sys.argv[1]))
    except variants.Refused as why:
        sys.exit(str(why))
