"""strangers.py 12_attention [file] - answers by people who had not seen the tests: is each wrong one noticed and told why,
and does each right one earn all points?

tests/course/12_attention/strangers.txt, or the file that is named, has blocks of a line and C:

    == 12.2 attention_scale wrong: divides by the number of channels
    Tensor *attention_scale(Tensor *scores, long head_dim)
    ...

A block takes the place of the function of that name in the model answers, with what it needs itself. A line
"kept: why", below the first, is of one that cannot be told apart, or whose sentence cannot be had.
What each hears stands in build/strangers/12_attention.tsv, beside what its author says of it.
"""
from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "grading"))
import answers  # beside this file
import matrix
import variants

HEAD = re.compile(r"^== (\d\d\.\w+ \w+) (wrong|right): *(.*)$", re.M)
KEPT = re.compile(r"\Akept: *(.*)\n")
GUESS = "this may be it: "
ORDER = ("named", "guessed", "a fact", "nothing", "not noticed", "refused", "does not compile")


@dataclass
class Answer:
    name: str
    exercise: str
    right: bool
    words: str
    code: str
    kept: str = ""
    heard: str = ""
    became: str = ""

    @property
    def function(self) -> str:
        return self.exercise.split(" ")[1]

    @property
    def troubles(self) -> bool:
        return not self.kept and self.became in ("not noticed", "refused", "does not compile")


def read(text: str) -> list[Answer]:
    heads = list(HEAD.finditer(text))
    found = []
    for number, head in enumerate(heads, 1):
        code = text[head.end() + 1:heads[number].start() if number < len(heads) else len(text)]
        kept = KEPT.match(code)
        found.append(Answer(f"s{number}", head[1], head[2] == "right", head[3], code[kept.end():] if kept else code, kept[1] if kept else ""))
    return found


def file_of(answer: Answer, module: str) -> dict[str, str]:
    """The file that is handed in: the model answers, but for what the block defines."""
    for file in sorted(Path("modules", module).glob("*.c")):
        asked = answers.asked(file.read_text()) if file.name != "measure.c" else set()
        if answer.function not in asked:
            continue
        theirs = {item.name for item in answers.items_of(answer.code) if item.is_function}
        home = Path(answers.home(asked)).read_text()
        others = answers.answer(home, asked - theirs) if asked - theirs else ""
        includes = "".join(line + "\n" for line in file.read_text().split("\n") if line.startswith("#include") and "todo.h" not in line)
        both = theirs & {item.name for item in answers.items_of(others) if item.is_function}
        code = answer.code
        for name in both:  # a helper that has the name of one of ours
            code = re.sub(rf"\b{name}\b", f"{name}_of_theirs", code)
        return {file.name: includes + others + "\n" + code}
    raise variants.Refused(f"no starting file of {module} asks for {answer.exercise}")


def judge(answer: Answer, sentences: set[str], ran: variants.Ran | None) -> None:
    if ran is None:
        answer.became = "does not compile"
    elif answer.right:
        answer.became = "all points" if ran.status == 0 else "refused"
    elif ran.status == 0:
        answer.became = "not noticed"
    failure = next(iter(matrix.failures(ran.text)), None) if ran else None
    if failure:
        answer.heard = failure.fields.get("likely", "")
        shown = failure.fields.get("problem") or f"{failure.fields.get('got', '')} for {failure.fields.get('expected', '')}"
        known = any(says in answer.heard for says in sentences)
        answer.became = answer.became or ("guessed" if known and GUESS in answer.heard else "named" if known else "a fact" if answer.heard else "nothing")
        answer.heard = answer.heard or shown


def main(module: str, path: Path) -> int:
    found = read(path.read_text())
    place = Path("build/strangers", module)
    if (ran := variants.make(f"modules/{module}", "course-names")).returncode != 0:
        raise variants.Refused(ran.stderr)
    table = Path(f"build/{variants.CONFIG}/course/{module}.names")
    made = variants.build(module, {a.name: file_of(a, module) for a in found}, place)
    ran = made.results([a.name for a in found], ["--number", "0", "--all", "--seconds", "2", "--names", str(table)])
    sentences = {line.removeprefix("says ") for line in table.read_text().split("\n") if line.startswith("says ")}
    for answer in found:
        judge(answer, sentences, ran.get(answer.name))
    place.with_suffix(".tsv").write_text("".join(
        f"{a.name}\t{a.exercise}\t{a.became}\t{a.words}\t{a.heard or made.left_out.get(a.name, '')}\n" for a in found))
    for answer in filter(lambda a: a.troubles, found):
        print(f"  {answer.became:16} {answer.name} {answer.exercise}: {answer.words}")
    wrong, right = (Counter(a.became for a in found if a.right == is_right) for is_right in (False, True))
    print(f"{module}: of {wrong.total()} wrong answers " + ", ".join(f"{wrong[word]} {word}" for word in ORDER if wrong[word])
          + f"; of {right.total()} right ones {right['all points']} earn all points")
    return int(any(a.troubles for a in found))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: strangers.py 12_attention [file]")
    try:
        sys.exit(main(sys.argv[1], Path(sys.argv[2] if len(sys.argv) == 3 else f"tests/course/{sys.argv[1]}/strangers.txt")))
    except variants.Refused as why:
        sys.exit(str(why))
