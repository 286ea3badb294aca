"""new_mistake.py - one row more for a table of known mistakes (mistakes.py), from a sed script:
make new-mutant.

What the script changes in the model answer is written down as blocks of lines, as short as can be.
The row stands behind the last one of its exercise. Invariant: a row with a sentence is
written only if a test notices the mistake, and one that expects words if a test says them.
"""
from __future__ import annotations

import difflib
import os
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

# noqa: E402
import variants
import matrix
from mistakes import KEYS, Edit, Refused, Row, exercises_of, lines_of, rows, solid, table_of, unmarked

ADD = """make new-mutant MODULE=12 NAME=divided_by_d EXERCISE='12.1 attention_scores' \\
    SAYS='the square root is missing: ...' FILE=attention/sdpa.c SED='s/sqrt\\(.*\\)/d/' [MISTAKE='what it is']
    (EXPECT='words', where the report has them already)"""
TYPED = ("module", "name", "mistake", "exercise", "says", "expect", "file", "sed")
HEADING = "# Known mistakes: each must lose points and be named (make mutants). The rows: tools/course/authors/mistakes.py\n"

# ---- from a difference to edits ------------------------------------------------------------------


def edits_between(file: str, old: list[str], new: list[str]) -> list[Edit]:
    """The shortest blocks that say the difference; changes at most two lines apart are one
    block."""
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    changed = [c for c in codes if c[0] != "equal"]
    groups: list[tuple[int, int]] = []  # lines of old
    for _, a, b, _, _ in changed:
        if groups and a - groups[-1][1] <= 2:
            groups[-1] = (groups[-1][0], b)
        else:
            groups.append((a, b))
    return [shortest(file, old, new, codes, begin, end) for begin, end in groups]


def shortest(file: str, old: list[str], new: list[str], codes: list, begin: int, end: int) -> Edit:
    """The block of old[begin:end], with as few lines around it as make it the only one."""
    for around in range(len(old) + 1):
        fits = []
        for above in range(around + 1):
            a, b = begin - above, end + around - above
            edit = block(file, old, new, codes, a, b) if a >= 0 and b <= len(old) else None
            if edit and any(edit.side("-=")) and len(edit.places(old)) == 1:
                # more than a brace
                telling = sum(len(line) > 3 for line in old[a:begin] + old[end:b])
                fits.append((telling, edit))
        if fits:
            return max(fits, key=lambda fit: fit[0])[1]
    raise Refused(f"{file} is too short for an edit")


def block(file: str, old: list[str], new: list[str], codes: list, begin: int, end: int) -> Edit:
    lines = []
    for kind, a, b, c, d in codes:
        if kind == "equal":
            lines += [("=", line) for line in old[max(a, begin):min(b, end)]]
        elif begin <= a and b <= end:
            # a line emptied by the script is a line left out
            lines += [("-", line) for line in old[a:b]] + [("+", line) for line in new[c:d] if line.strip() or kind == "insert" and not line]
    indent = min((len(line) - len(line.lstrip()) for _, line in lines if line), default=0)
    return Edit(file, [(mark, line[indent:]) for mark, line in lines])


# ---- from edits to a row -------------------------------------------------------------------------


def written(fields: dict[str, str], edits: list[Edit]) -> list[str]:
    """A row as it stands in the table."""
    lines = [f"{key}: {fields[key]}".rstrip() for key in KEYS if key in fields]
    for edit in edits:
        lines += [f"edit: {edit.file}"] + [f"{mark} {text}".rstrip() for mark, text in edit.lines]
    return lines


def insert(module: str, row: list[str], exercise: str) -> None:
    """Puts a row behind the last one of its exercise, or at the end."""
    table = table_of(module)
    table.parent.mkdir(parents=True, exist_ok=True)
    text = (table.read_text() if table.exists() else HEADING).rstrip("\n").split("\n")
    at = max((r.last for r in rows(module) if r.fields.get("exercise") == exercise), default=len(text))
    table.write_text("\n".join(text[:at] + [""] + row + text[at:]) + "\n")


def must_be_noticed(row: Row, module: str) -> None:
    """The tests are run on this mistake: does one fail, and with the words that the row expects?"""
    words = row.fields.get("expect", "")
    for typed in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", *map(str.upper, TYPED)):  # is no word of a make that builds
        os.environ.pop(typed, None)
    made = variants.build(module, {row.name: row.handed_in(module)}, Path("build/new-mutant", module))
    if why := made.left_out.get(row.name):
        raise Refused(f"{row.name} does not compile: {why}")
    ran = made.results([row.name], ["--number", "0", "--all", "--seconds", "2", "--results", "{place}/results"])[row.name]
    if ran.status == 0:
        raise Refused(f"{row.name} costs no points: no test notices it")
    if words in " ".join(ran.text.split()):
        return
    said = [f"test {one.test} says: {one.fields.get('likely') or one.fields.get('problem') or one.fields.get('got', '')}" for one in matrix.failures(ran.text)]
    raise Refused("\n  ".join([f"no test says \"{words}\". What is said:", *said]))


def main() -> int:
    given = {key: os.environ.get(key.upper(), "") for key in TYPED}
    missing = [key.upper() for key in ("module", "name", "exercise", "file", "sed") if not given[key]]
    if missing:
        raise Refused(f"{', '.join(missing)} is missing:\n  {ADD}")
    number = given["module"].split("_")[0].zfill(2)
    modules = sorted(p.name for p in Path("modules").glob(f"{number}_*"))
    if not modules:
        raise Refused(f"there is no module {given['module']}")
    module = modules[0]
    old = unmarked(lines_of(given["file"]))
    ran = subprocess.run(["sed", "-E", given["sed"], given["file"]], capture_output=True)
    if ran.returncode != 0:
        raise Refused(ran.stderr.decode().strip())
    new = unmarked(ran.stdout.decode().split("\n"))
    if new == old:
        raise Refused(f"{given['name']}: the sed script changes nothing in {given['file']}")
    fields = {key: given[key] for key in KEYS if given.get(key) or key == "expect" and not given["says"]}
    row = Row("the new row", fields=fields, edits=edits_between(given["file"], old, new))
    row.judge(module, {r.name for r in rows(module)}, exercises_of(module))
    if solid(unmarked(row.files()[given["file"]].split("\n"))) != solid(new):
        raise Refused("the edits would not do what the sed script does: take fewer lines at a time")
    if same := next((other for other in rows(module) if other.outcome() == row.outcome()), None):
        raise Refused(f"{same.where}: the row {same.name} is this very edit. Change its words there, or give another script")
    if fields.get("expect") or fields.get("says"):
        must_be_noticed(row, module)
    text = written(row.fields, row.edits)
    insert(module, text, given["exercise"])
    print("\n".join(text))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (Refused, variants.Refused) as why:
        sys.exit(str(why))
