"""cells.py - the cells of a notebook: plain C with lines that begin with // %%.

`// %%` begins a cell of code, `// %% [markdown]` one of prose, whose lines carry `// `. What stands
before the first marker is code.
"""
from dataclasses import dataclass, field


@dataclass
class Cell:
    kind: str            # "markdown" or "code"
    line: int            # of its first line of text, 1 is the first of the file
    text: str
    outputs: list = field(default_factory=list)


def _prose(line):
    return line[3:] if line.startswith("// ") else line[2:] if line.startswith("//") else line


def parse(source):
    cells, kind, begin, lines = [], "code", 1, []

    def finish():
        text = "\n".join(map(_prose, lines) if kind == "markdown" else lines)
        blank = len(text) - len(text.lstrip("\n"))
        if text.strip():
            cells.append(Cell(kind, begin + blank, text.strip("\n")))

    for number, line in enumerate(source.split("\n"), 1):
        if line.startswith("// %%"):
            finish()
            kind = "markdown" if "[markdown]" in line else "code"
            begin, lines = number + 1, []
        else:
            lines.append(line)
    finish()
    return cells
