"""others.py - other right solutions of a module, to compare with one's own:
tests/course/<module>/others.txt.

A row is edits of the model answers, as in a table of known mistakes (mistakes.py), with these
lines:

    name: scaled_query
    exercise: 12.1 attention_scores
    title: scale q before the product        a few words
    why: what is different, what it costs,   one or more lines, which are joined
    why: and when one would choose it
    edit: attention/sdpa.c

A solution earns all points, and is shown after all points (others.sh): whole functions, cut out of
the edited files.

    others.py show 12_attention     every solution: lines "key: value", and code with four spaces before it
    others.py apply 12_attention    every row's edited files, for check_course.sh
"""
from __future__ import annotations

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True

import answers  # noqa: E402
from mistakes import Refused, Row, Table, lay_out, lines_of, rows, table_of, unmarked  # noqa: E402

OTHERS = Table("others.txt", ("name", "exercise", "title", "why", "edit"), needed=("name", "exercise", "title"), many="why")
FEWEST, MOST = 2, 4
DEFINITION = re.compile(r"^[A-Za-z_](?:(?! = ).)*[ *]([a-z]\w*)\([^;]*$")


def paragraphs(lines: list[str]) -> list[tuple[str, ...]]:
    """Cut at the empty lines between functions: each with the comment above it."""
    found: list[list[str]] = [[]]
    inside = False
    for line in lines:
        inside = line != "}" and (inside or line == "{")
        if line or inside:
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [tuple(p) for p in found if p]


def defined(lines: list[str]) -> list[str]:
    """The functions that are defined there."""
    return [match[1] for line in lines if (match := DEFINITION.match(line))]


def changed(row: Row) -> list[tuple[str, tuple[str, ...]]]:
    """A file of the engine, and a paragraph that it gets."""
    return [(file, p) for file, text in sorted(row.files().items())
            for p in paragraphs(unmarked(text.split("\n"))) if p not in paragraphs(unmarked(lines_of(file)))]


def homes(module: str) -> dict[str, dict[str, str]]:
    """Engine file -> function that the module asks for -> the student's file that it stands in."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(Path("modules", module).glob("*.c")):
        names = answers.asked(file.read_text()) if file.name != "measure.c" else set()
        found.setdefault(answers.home(names, Path.cwd()), {}).update(dict.fromkeys(names, file.name))
    return found


def whole(module: str) -> list[Row]:
    """The rows, and why they are refused where something is missing that students would see."""
    table, theirs = rows(module, OTHERS), homes(module)
    for row in table:
        strange = [e.file for e in row.edits if e.file not in theirs]
        if not row.many:
            row.wrong = row.wrong or f"{row.where}: it has no line why:"
        if strange:
            row.wrong = row.wrong or f"{row.where}: students of {module} do not write {strange[0]}"
        if not row.why() and any(line.startswith("#include") for _, p in changed(row) for line in p):
            row.wrong = f"{row.where}: it includes another header, which students would not see"
    if table and not FEWEST <= len(table) <= MOST:
        table[-1].wrong = table[-1].wrong or f"{table_of(module, OTHERS)} has {len(table)} rows, expected {FEWEST} to {MOST}"
    return table


def show(module: str) -> int:
    table, theirs = whole(module), homes(module)
    if why := next((row.why() for row in table if row.why()), ""):
        raise Refused(why)
    for row in table:
        print(f"exercise: {row.fields['exercise']}\ntitle: {row.fields['title']}\nwhy: {' '.join(row.many)}")
        for file, paragraph in changed(row):
            for function in set(defined(list(paragraph))) & set(theirs[file]):
                print(f"yours: {theirs[file][function]} {function}")
        for _, paragraph in changed(row):
            print()
            print("\n".join(f"    {line}".rstrip() for line in paragraph))
    return 0


def main() -> int:
    commands = {"show": show, "apply": lambda module: lay_out(module, whole(module))}
    if len(sys.argv) != 3 or sys.argv[1] not in commands:
        sys.exit("usage: others.py show|apply 12_attention")
    try:
        return commands[sys.argv[1]](sys.argv[2])
    except Refused as why:
        sys.exit(str(why))


if __name__ == "__main__":
    sys.exit(main())
