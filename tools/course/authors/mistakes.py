"""mistakes.py - the tables of known mistakes: tests/course/<module>/mistakes.txt.

A row ends at an empty line; a line that starts with # is a remark.

    name: divided_by_d
    mistake: the scale without its root   what it is, if the name does not say it
    exercise: 12.1 attention_scores
    says: the square root is missing      the whole sentence that a student hears whose values are those of the row (names.py); in its
                                          place, where the harness has words for it:
    expect: the graph is cut              some of them; nothing: any failure will do
    caught: sdpa.c                        if only another file's tests can see it: that file
    also: too large by                    words of another sentence that is true of it, in any test; one a line
    edit: attention/scores.c
    = long d = q->shape[3];
    - return 1.0 / sqrt((double)d);
    + return 1.0 / (double)d;

An edit replaces the lines marked - by those marked +; lines marked = stay. The lines marked - and =
must stand in the file one after another, in exactly one place, or in one place of the exercise, or
of all model answers of the file; the block may be indented as a whole. The mark of exercises is no
line of an edit. An edit names what it changes and no more, so a change elsewhere in the file does
not touch it. A row may have several edits; each is looked up in the file as it is without the
others. A file is the engine's, or a plain answer, tests/course/12_attention/plain/scores.c: another right one, in the
shape that students write, whose slips give other wrong values.

A milestone has such a table, too: tests/course/2017_attention/mistakes.txt. Its rows take a part
out of the engine or of the notebook; they have no exercise:, and expect: is words of the gate that
has to fail.

    mistakes.py apply 2017_attention  every row's edited files, for mutants.sh
    mistakes.py files 12_attention no_scaling folder    of one row: what differs from the model answers in the files of a
                                                        student who makes this mistake
    mistakes.py check 12_attention    says which rows do not fit the model answers

ROWS="no_scaling graph_cut" in the environment: only these; ROWS=first: only the first.
"""
from __future__ import annotations

import os
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file

@dataclass(frozen=True)
class Table:
    """The file that rows stand in, and the lines of a row beside its edits."""
    file: str
    keys: tuple[str, ...]  # every one, in the order in which they are written
    needed: tuple[str, ...]
    many: str  # of this one any number, each with words


KEYS = ("name", "mistake", "exercise", "says", "expect", "also", "caught", "edit")
MISTAKES = Table("mistakes.txt", KEYS, needed=("name", "exercise"), many="also")
KNOCKOUTS = Table("mistakes.txt", ("name", "mistake", "expect", "edit"), needed=("name", "expect"), many="")


class Refused(Exception):
    """A row, or what was asked for, is not right; the text says why."""


# ---- one edit ------------------------------------------------------------------------------------


@dataclass
class Edit:
    file: str
    lines: list[tuple[str, str]] = field(default_factory=list)  # a mark and the text behind it

    def side(self, marks: str) -> list[str]:
        return [text for mark, text in self.lines if mark in marks]

    def places(self, text: list[str]) -> list[tuple[int, str]]:
        """Where the block stands in a file's lines, and how far it is indented there."""
        old = self.side("-=")
        first = next((i for i, line in enumerate(old) if line), 0)
        found = []
        for at in range(len(text) - len(old) + 1):
            indent = text[at + first].removesuffix(old[first])
            if not indent.strip() and all(text[at + i] == (indent + line if line else "") for i, line in enumerate(old)):
                found.append((at, indent))
        return found

    def replaces(self, text: list[str], near: list[set[int]]) -> tuple[int, int, list[str]]:
        """The lines from here to there become these. near: where a block of several places stands,
        numbers of lines."""
        old, new = self.side("-="), self.side("+=")
        if not old:
            raise Refused(f"an edit of {self.file} has no line marked - or =")
        if old == new:
            raise Refused(f"an edit changes nothing in {self.file}")
        found = self.places(text)
        for lines in near if len(found) > 1 else []:
            if len(inside := [place for place in found if place[0] in lines]) == 1:
                found = inside
                break
        if not found:
            raise Refused(f"a block is not in {self.file}: it begins with \"{old[0]}\"")
        if len(found) > 1:
            raise Refused(f"a block is in {len(found)} places of {self.file}, lines {', '.join(str(at + 1) for at, _ in found)}: "
                          "add a line before or after it, marked =")
        at, indent = found[0]
        return at, at + len(old), [indent + line if line else "" for line in new]


HEAD = re.compile(r"(?!static\b)[A-Za-z_][^;=(]*[ *](\w+)\([^;]*$")  # the first line of a function


def name_in(head: str) -> str:
    return found[1] if (found := HEAD.match(head)) else ""


def unmarked(lines: list[str]) -> list[str]:
    return [line for line in lines if line != answers.MARK]


def marked_again(lines: list[str], names: set[str]) -> list[str]:
    """The mark before each of these functions."""
    return [word for line in lines for word in ([answers.MARK, line] if name_in(line) in names else [line])]


def edited(file: str, edits: list[Edit], exercise: str = "") -> str:
    """Edits do not know the mark of exercises: where they put a helper in front of a function, it
    stays with the function."""
    whole = lines_of(file)
    marked = {name_in(head) for mark, head in zip(whole, whole[1:]) if mark == answers.MARK} - {""}
    joined = "\n".join(whole)
    text, near = unmarked(whole), [answers.lines_of_answers(joined, name) for name in (exercise.split(" ")[-1], "")]
    changed, after = text, len(text) + 1
    for at, end, new in sorted((edit.replaces(text, near) for edit in edits), reverse=True):
        if end > after:
            raise Refused(f"two edits of {file} share a line: make them one block")
        changed, after = changed[:at] + new + changed[end:], at
    return "\n".join(marked_again(changed, marked))


# ---- a table -------------------------------------------------------------------------------------


@dataclass
class Row:
    where: str  # its first line: table:line
    last: int = 0  # its last line, from 1
    fields: dict[str, str] = field(default_factory=dict)
    edits: list[Edit] = field(default_factory=list)
    many: list[str] = field(default_factory=list)  # of a known mistake: its also: lines
    wrong: str = ""  # why it is refused, if it is
    table: Table = MISTAKES

    @property
    def name(self) -> str:
        return self.fields.get("name", "(no name)")

    @property
    def words(self) -> str:
        """What the report has to hold."""
        return self.fields.get("says") or self.fields.get("expect", "")

    def files(self) -> dict[str, str]:
        """The text of every file that the mistake changes."""
        if self.wrong:
            raise Refused(self.wrong)
        try:
            return {file: edited(file, [e for e in self.edits if e.file == file], self.fields.get("exercise", "")) for file in {e.file for e in self.edits}}
        except Refused as why:
            raise Refused(f"{self.where}: {why}") from None

    def handed_in(self, module: str) -> dict[str, str]:
        """A student's files in which the mistake shows. Of what students do not write, and of a
        milestone, the engine's file."""
        found = {}
        for path, text in self.files().items():
            if is_plain(path) or not path.endswith(".c"):
                found[Path(path).name] = text
                continue
            was = "\n".join(lines_of(path))
            right, wrong = (answers.handed_in(module, {path: t}, Path.cwd()) for t in (was, text))
            own = {name: t for name, t in wrong.items() if t != right[name]}
            given, left = (re.sub(r"(?m)^#include.*\n", "", answers.given(t)) for t in (was, text))
            found |= own if own and given == left else {Path(path).name: copied(text)}
        return found

    def outcome(self) -> dict[str, list[str]] | None:
        """What the files become, empty lines aside: two rows of the same outcome are one mistake.
        None: it is refused."""
        return None if self.why() else {file: solid(text.split("\n")) for file, text in self.files().items()}

    def why(self) -> str:
        """Why it is refused."""
        try:
            self.files()
        except Refused as why:
            return str(why)
        return ""

    def read(self, line: str) -> None:
        key, colon, value = (part.strip() for part in line.partition(":"))
        if line[0] in "-+=" and line[1:2] in ("", " "):
            if not self.edits:
                raise Refused("a block stands under no edit: line")
            self.edits[-1].lines.append((line[0], line[2:]))
        elif not colon or key not in self.table.keys:
            raise Refused(f"\"{line}\" is no line of a block, and no line of {', '.join(self.table.keys)}")
        elif key == "edit":
            self.edits.append(Edit(value))
        elif key == self.table.many:
            if not value:
                raise Refused(f"a line {key}: without words")
            self.many.append(value)
        elif key in self.fields:
            raise Refused(f"it has two lines {key}:")
        else:
            self.fields[key] = value

    def judge(self, module: str, names: set[str], exercises: set[str]) -> None:
        for key in self.table.needed:
            if key not in self.fields:
                raise Refused(f"it has no line {key}:")
        if self.table is MISTAKES and ("says" in self.fields) == ("expect" in self.fields):
            raise Refused("it has no line says:, or expect: where the harness has the words" if "says" not in self.fields else
                          "it has says: and expect:, of which one is enough")
        if not re.fullmatch(r"[a-z0-9_]+", self.name):
            raise Refused("a name is of small letters, digits and _")
        if self.name in names:
            raise Refused("another row has the same name")
        if self.table is KNOCKOUTS and not self.fields["expect"]:
            raise Refused("it does not say which gate has to fail")
        if "exercise" in self.table.needed and self.fields["exercise"] not in exercises:
            raise Refused(f"no test of tests/course/{module} is about exercise \"{self.fields['exercise']}\"")
        if not self.edits:
            raise Refused("it has no line edit:")


def is_plain(path: str) -> bool:
    """Is it a plain right answer, a student's file as it is? The engine has folders of that name, too."""
    return re.match(r"tests/course/\w+/plain/", path) is not None


def copied(text: str) -> str:
    """An engine's file that takes the whole place of the one that is there (COPIES of course.mk): one without a mark gets a word of it."""
    return text if re.search(rf"\b{answers.MARK}\b", text) else f"{text}/* a copy: it has no {answers.MARK} */\n"


def solid(lines: list[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def lines_of(file: str) -> list[str]:
    if not Path(file).is_file():
        raise Refused(f"there is no file {file}")
    return Path(file).read_bytes().decode().split("\n")


def is_milestone(name: str) -> bool:
    return re.match(r"\d{4}_", name) is not None


def table_of(module: str, kind: Table = MISTAKES) -> Path:
    return Path("tests/course") / module / kind.file


def rows(module: str, kind: Table = MISTAKES) -> list[Row]:
    """Every row of a module's table, those that are refused too."""
    table = table_of(module, kind)
    kind = KNOCKOUTS if kind is MISTAKES and is_milestone(module) else kind
    if not table.is_file():
        return []
    found: list[Row] = []
    inside = False
    for number, line in enumerate(table.read_bytes().decode().split("\n"), 1):
        line = line.rstrip()
        if not line or line[0] == "#":
            inside = False
            continue
        if not inside:
            found.append(Row(f"{table}:{number}", table=kind))
        inside = True
        found[-1].last = number
        try:
            found[-1].read(line)
        except Refused as why:
            found[-1].wrong = found[-1].wrong or f"{table}:{number}: {why}"
    names: set[str] = set()
    exercises = exercises_of(module)
    for row in found:
        try:
            row.judge(module, names, exercises)
        except Refused as why:
            row.wrong = row.wrong or f"{row.where}: {why}"
        names.add(row.name)
    return found


def chosen(module: str) -> list[Row]:
    """The rows of its mistakes that ROWS names, or all."""
    table, names = rows(module), os.environ.get("ROWS", "").split()
    if names == ["first"]:
        return table[:1]
    if strange := set(names) - {row.name for row in table}:
        raise Refused(f"{table_of(module)} has no row {', '.join(sorted(strange))}")
    return [row for row in table if not names or row.name in names]


def exercises_of(module: str) -> set[str]:
    text = "".join(f.read_text() for f in Path("tests/course", module).glob("*.c"))
    questions = re.findall(r"^QUESTION\(\w+, (\d\d), (\w+),", text, re.M)
    return {*re.findall(r'"(\d\d\.\w+ \w+)"', text), *(f"{number}.q {name}" for number, name in questions)}


# ---- the commands --------------------------------------------------------------------------------


def apply(module: str) -> int:
    return lay_out(module, chosen(module))


def lay_out(module: str, table: list[Row]) -> int:
    """Prints "ready" and the name of every row, or "refused", the name and why, with tabs
    between."""
    place = Path("build/mutants", module)
    shutil.rmtree(place, ignore_errors=True)
    answers = Path("tests/course", module, "answers.txt")
    for row in table:
        try:
            files = row.handed_in(module)
        except Refused as why:
            print("refused", row.name, why, sep="\t")
            continue
        folder = place / row.name / module
        folder.mkdir(parents=True)
        if answers.exists():
            shutil.copy(answers, folder)
        for file, text in files.items():
            (folder / file).write_bytes(text.encode())
        print("ready", row.name, sep="\t")
    return 0


def files(module: str, name: str, folder: str) -> int:
    row = next((row for row in rows(module) if row.name == name), None)
    if row is None:
        raise SystemExit(f"{table_of(module)} has no row {name}")
    for file, text in row.handed_in(module).items():
        Path(folder, file).write_bytes(text.encode())
    return 0


def check(module: str) -> int:
    wrong, before = 0, []
    for row in rows(module):
        same = next((other.name for other, outcome in before if outcome == row.outcome()), "")
        if why := row.why() or same and f"{row.where}: it is the very edit of {same}":
            print(f"{row.name}: {why}")
            wrong += 1
        else:
            before.append((row, row.outcome()))
    return wrong != 0


def main() -> int:
    commands = {"apply": (apply, 1), "check": (check, 1), "files": (files, 3)}
    command, arguments = commands.get(sys.argv[1] if len(sys.argv) > 1 else "", (None, 0))
    if command is None or len(sys.argv) != 2 + arguments:
        sys.exit("usage: mistakes.py apply|check 12_attention, mistakes.py files 12_attention row folder")
    try:
        return command(*sys.argv[2:])
    except Refused as why:
        sys.exit(str(why))


if __name__ == "__main__":
    sys.exit(main())
