"""strangers.py - answers by people who had not seen the tests: tests/course/12_attention/strangers.txt.

    == 12.1 attention_scores wrong: divides by the number of channels
    says: divided by D, not by its root
    Tensor *attention_scale(Tensor *scores, long head_dim)
    ...

A block is a line of what its author says of it, and C that takes the place of the function of that name in the model
answers, with what it needs itself. Below the first line may stand

    says: a sentence       it is a known mistake, like a row of mistakes.txt, and this is what who makes it hears
    kept: why              it cannot be told apart, or its sentence cannot be had

hear_strangers.py asks what each of them hears.
"""
from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file

HEAD = re.compile(r"^== (\d\d\.\w+ \w+) (wrong|right): *(.*)$", re.M)
LINE = re.compile(r"\A(says|kept): *(.*)\n")


@dataclass
class Answer:
    name: str
    exercise: str
    right: bool
    words: str
    code: str
    says: str = ""
    kept: str = ""

    @property
    def function(self) -> str:
        return self.exercise.split(" ")[1]

    def files(self, module: str) -> dict[str, str]:
        """The file that is handed in: the model answers, but for what the block defines."""
        for file in sorted(Path("modules", module).glob("*.c")):
            text = file.read_text()
            if file.name != "measure.c" and any(item.name == self.function for item in answers.items_of(text)):
                return {file.name: self.in_place(file, answers.asked(text))}
        raise ValueError(f"no starting file of {module} asks for {self.exercise}")

    def in_place(self, file: Path, asked: set[str]) -> str:
        theirs = {item.name for item in answers.items_of(self.code) if item.is_function}
        home = Path(answers.home(asked, Path.cwd())).read_text()
        others = answers.answer(home, asked - theirs) if asked - theirs else ""
        includes = "".join(line + "\n" for line in file.read_text().split("\n") if line.startswith("#include") and "todo.h" not in line)
        ours = {item.name: item for item in answers.items_of(others) if item.is_function}
        given = self.given_in(file.read_text(), theirs.union(*(item.names for item in answers.items_of(others))))
        code, own = self.code, None if theirs & asked else ours.pop(self.function, None)
        for name in theirs & ours.keys():
            code = re.sub(rf"\b{name}\b", f"{name}_of_theirs", code)  # a helper that has the name of one of ours
        if own:  # a row's function, which the kernel below it calls
            return includes + given + others.replace(own.text, f"\n\n{code}\n", 1)
        return includes + others + given + "\n" + code

    def given_in(self, starting: str, known: set[str]) -> str:
        """What the starting file defines for everybody and the answer uses, but what is there already."""
        items = answers.items_of(starting)
        used = answers.reached(items, answers.items_of(self.code))
        return "".join(item.text for item in used if not item.is_kept and not item.names & known)


def answer_of(number: int, head: re.Match, code: str) -> Answer:
    found = Answer(f"stranger_{number}", head[1], head[2] == "right", head[3], code)
    while line := LINE.match(found.code):
        setattr(found, line[1], line[2])
        found.code = found.code[line.end():]
    return found


def read(path: Path) -> list[Answer]:
    text = path.read_text() if path.is_file() else ""
    heads = list(HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [answer_of(number, head, text[head.end() + 1:end]) for number, (head, end) in enumerate(zip(heads, ends), 1)]


def of_module(module: str) -> list[Answer]:
    return read(Path("tests/course", module, "strangers.txt"))
