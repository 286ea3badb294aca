"""hear_strangers.py 12_attention [file] - is each wrong answer of strangers.txt (strangers.py) noticed and told why, and
does each right one earn all points?

What each hears stands in build/strangers/12_attention.tsv, beside what its author says of it.
"""
from __future__ import annotations

import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.dont_write_bytecode = True
import matrix  # beside this file
import strangers
import variants

GUESS = re.compile("this may be it: |here this message mostly means: ")
ORDER = ("named", "guessed", "a fact", "nothing", "not noticed", "refused", "does not compile")


@dataclass
class Heard:
    answer: strangers.Answer
    became: str
    words: str = ""

    @property
    def troubles(self) -> bool:
        return not self.answer.kept and self.became in ("not noticed", "refused", "does not compile")


def heard(answer: strangers.Answer, sentences: set[str], ran: variants.Ran | None) -> Heard:
    if ran is None:
        return Heard(answer, "does not compile")
    if ran.status == 0:
        return Heard(answer, "all points" if answer.right else "not noticed")
    failure = matrix.failures(ran.text)[0]
    likely = failure.fields.get("likely", "")
    shown = likely or failure.fields.get("problem") or f"{failure.fields.get('got', '')} for {failure.fields.get('expected', '')}"
    known = any(says in likely for says in sentences)
    named = "guessed" if known and GUESS.search(likely) else "named" if known else "a fact" if likely else "nothing"
    return Heard(answer, "refused" if answer.right else named, shown)


def table_of(module: str) -> Path:
    if (ran := variants.make(f"modules/{module}", "course-names")).returncode != 0:
        raise variants.Refused(ran.stderr)
    return Path(f"build/{variants.CONFIG}/course/{module}.names")


def main(module: str, path: Path) -> int:
    answers, place, table = strangers.read(path), Path("build/strangers", module), table_of(module)
    made = variants.build(module, {a.name: a.files(module) for a in answers}, place)
    ran = made.results([a.name for a in answers], ["--number", module[:2], "--all", "--seconds", "2", "--names", str(table)])
    sentences = {line.removeprefix("says ") for line in table.read_text().split("\n") if line.startswith("says ")}
    found = [heard(answer, sentences, ran.get(answer.name)) for answer in answers]
    place.with_suffix(".tsv").write_text("".join(
        f"{one.answer.name}\t{one.answer.exercise}\t{one.became}\t{one.answer.words}\t{one.words or made.left_out.get(one.answer.name, '')}\n" for one in found))
    for one in filter(lambda one: one.troubles, found):
        print(f"  {one.became:16} {one.answer.name} {one.answer.exercise}: {one.answer.words}")
    wrong, right = (Counter(one.became for one in found if one.answer.right == is_right) for is_right in (False, True))
    print(f"{module}: of {wrong.total()} wrong answers " + ", ".join(f"{wrong[word]} {word}" for word in ORDER if wrong[word])
          + f"; of {right.total()} right ones {right['all points']} earn all points")
    return int(any(one.troubles for one in found))


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: hear_strangers.py 12_attention [file]")
    try:
        sys.exit(main(sys.argv[1], Path(sys.argv[2] if len(sys.argv) == 3 else f"tests/course/{sys.argv[1]}/strangers.txt")))
    except (ValueError, variants.Refused) as why:
        sys.exit(str(why))
