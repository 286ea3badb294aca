"""cup.py - make cup: entries of a class raced against the baseline, in the box; a board beside the
grade.

    python3 tools/grading batch.cup --submissions dir [--text file] [--rounds 10] [--epoch 1] [--out grades]

A student's artefact_pack.c, artefact_unpack.c and entry.c of module 20 are a closed entry: the
weights are given. An open.c with its artefact, open.bin, is an open one. Whoever has both, has
both. The model that is given, and the texts that an entry meets, come from the course key and the
epoch; nobody could know them, and everybody gets the same ones. cup_entry.py judges each of them.
Invariant: no grade depends on anything here.
"""
from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from kindling_grading.batch import intake, names, seeds, storage
from kindling_grading.batch.cup_entry import Course, Entry, printable, questions, race, run, shown
from kindling_grading.batch.trigram import Trigram
from kindling_grading.box import selftest
from kindling_grading.box.limits import Budget
from kindling_grading.box.series import Series
from kindling_grading.box.talk import Talk
from kindling_grading.build import program
from kindling_grading.build.cup_suite import Division, divisions
from kindling_grading.build.program import Built
from kindling_grading.course import ROOT
from kindling_grading.errors import Broken, Infra, Misuse, NoScore, Refusal

ASSIGNMENT = "20_capstone"
LEAST, MOST, TEXTS = 90, 300, 12  # letters of a text; the context is 64
TIMED = 64  # letters of a timed text
STEPS, OTHER = 4000, 200  # of the model that is given, and of another, of which nobody asks how good it is
# what they learn: a text that nobody edits, so that the same seed is the same model
PROSE = "notebooks-c/prose.txt"
BETTER = 0.95  # of the bits of a table of three letters are the most that a baseline may need


# ---- the class -----------------------------------------------------------------------------------


def object_bytes(built: Built) -> int:
    """All that the files of an entry have become: code, constants, notes, names."""
    return sum(found.path.stat().st_size for found in built.objects.values())


def entries(student: str, path: Path, course: Course, work: Path) -> list[tuple[str, str, Entry | None, str]]:
    """name, division, the entry or why there is none: one for each division that a student takes
    part in."""
    found: list[tuple[str, str, Entry | None, str]] = []
    for word, division in course.divisions.items():
        handed_in = intake.read(student, path, {ASSIGNMENT: division.files})
        sources = {name: text for name, text in handed_in.files.items() if name.endswith(".c")}
        if not sources:
            continue
        folder = storage.fresh(work / word)
        built = program.build(sources, division.suite, storage.fresh(folder / "files"), Budget())
        if built.status == "infra-error":
            raise Infra(built.message)
        failed = printable((next(iter(built.failed.values()), "") or built.message).splitlines()[0].encode()) if built.failed or not built.program else ""
        own = handed_in.files.get(f"{ASSIGNMENT}/open.bin", b"")
        if failed or built.program is None:
            found.append((student, word, None, f"it cannot be built: {failed}"))
        elif word == "open" and not own:
            found.append((student, word, None, "open.bin, its artefact, was not handed in (a file of at most 256 KiB)"))
        else:
            more = max(0, object_bytes(built) - course.object_bytes[word])
            found.append((student, word, Entry(student, word, built.program, folder, own, more), ""))
    if not found:
        rejected = intake.read(student, path, {ASSIGNMENT: course.divisions["closed"].files}).rejected
        found.append((student, "closed", None, rejected or "nothing was handed in"))
    return found


def judged(course: Course, students: list[tuple[str, Path]], rounds: int, work: Path) -> tuple[list[str], list[str]]:
    """Lines for the board, and lines about those who have no score."""
    passed, without = [], []
    for number, (student, path) in enumerate(students):
        for name, word, entry, why in entries(student, path, course, work / str(number)):
            try:
                if entry is None:
                    raise NoScore(why)
                entry.judge(course)
                passed.append(entry)
            except (NoScore, Broken) as error:
                without.append((name, word, str(error)))
    failed = race(course, passed, rounds)
    without += [(entry.name, entry.division, why) for entry, why in failed]
    rows = [entry.row(course) for entry in passed if all(entry is not other for other, _ in failed)]
    return rows, [f"    -  {shown(name):<24} {word}: {why}" for name, word, why in without]


def last_attempts(students: list[tuple[str, Path]]) -> list[tuple[str, Path]]:
    """One entry for each student: the attempt that came last, or what has no time in its name if that is all."""
    found: dict[str, tuple[str, Path]] = {}
    for name, path in sorted(students, key=lambda one: (names.attempt(one[0])[1] is not None, names.attempt(one[0])[1] or 0)):
        who = names.attempt(name)[0]
        found[who] = who, path
    return sorted(found.values())


# ---- what all of them meet -----------------------------------------------------------------------


def letters(text: str) -> str:
    """As the task reads them: a word of a command may be anything but NUL."""
    return "".join(c if c == "\n" or " " <= c <= "~" else "?" for c in text)


def drawn(held_out: str, draw: random.Random) -> tuple[dict[str, list[str]], list[str]]:
    """Texts of each model, and those that are timed."""

    def one(least: int, most: int) -> str:
        n = draw.randint(least, most)
        start = draw.randrange(len(held_out) - n)
        return held_out[start : start + n]

    return {model: [one(LEAST, MOST) for _ in range(TEXTS)] for model in ("model", "other")}, [one(TIMED, TIMED) for _ in range(8)]


def skeleton(word: str, division: Division, files: dict[str, bytes], work: Path) -> Built:
    """Of what everybody is given: what an entry's objects have more is the entry's own."""
    built = program.build(files, division.suite, storage.fresh(work), Budget())
    if built.program is None:
        raise Infra(f"the {word} entry that is given cannot be built: {built.message}")
    return built


def weigh(course: Course, baseline: int, opened: Path, work: Path) -> None:
    """What the baseline holds, by division. baseline: as the kernel counts."""
    nothing = Entry("", "open", opened, storage.fresh(work), bytes(96 * 96), 0)
    says, held = nothing.read(nothing.packed(course, "model"), course.texts["model"], "an entry that holds nothing")[1]
    course.private = held - int(says)
    _, course.memory["closed"], course.memory["entry"] = map(float, course.ask("memory").split())
    course.memory["open"] = baseline - course.private


def prepare(text: Path, key: bytes, epoch: str, work: Path, steps: int = STEPS) -> Course:
    """The models, trained if need be, the texts, and what the baseline makes of them."""
    made, board = divisions(ASSIGNMENT)
    held_out = letters(text.read_text("utf-8", "replace"))
    if len(held_out) < 4 * MOST:
        raise Misuse(f"{text} has {len(held_out)} letters; a text of at least {4 * MOST} is needed")
    texts, timed = drawn(held_out, random.Random(seeds.seed(key, epoch, ASSIGNMENT, "", "cup")))
    closed, opened = made["closed"].suite, made["open"].suite
    base = skeleton("closed", made["closed"], closed.reference_files, work / "closed")
    begun = skeleton("open", made["open"], {name: program.starting_file(name, opened) for name in opened.keep}, work / "open")
    course = Course(made, board, {}, texts, timed, base=base.program)
    course.object_bytes = {"closed": object_bytes(base), "open": object_bytes(begun)}
    for model, number in (("model", steps), ("other", OTHER)):
        seed = seeds.seed(key, epoch, ASSIGNMENT, "", model) % (1 << 31)
        course.models[model] = board.parent / f"{model}-{seed}-{number}.safetensors"
        if not course.models[model].exists():
            course.train(str(seed), str(number), course.models[model], ROOT / PROSE)
        talk = Talk(questions(texts[model]))
        with Series("run", {"/run/program": course.base, "/run/model": course.models[model]}) as box:
            course.bits[model] = course.worth(model, run(box, "the baseline", "base-read", talk=talk), work)
    course.bits["trigram"] = Trigram(letters((ROOT / PROSE).read_text("utf-8", "replace"))).bits(texts["model"])
    weigh(course, talk.held, begun.program, work / "nothing")
    return course


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cup.py", description="The board of the Kindling cup: beside the grade, never in it.")
    parser.add_argument("--submissions", default="", metavar="DIR", help="one folder or archive per student, as for make grade MODULE=20")
    parser.add_argument("--out", default="grades", metavar="DIR", help="where OUT/cup/board.txt goes (default: grades)")
    parser.add_argument("--text", default="tools/grading/README.md", help="a text that no student has seen; default: a page that no edition has")
    parser.add_argument("--rounds", default="10", metavar="N", help="races of each entry against the baseline, at least 6 (default: 10)")
    parser.add_argument("--epoch", default="1", help="a word of the term: another one, another model and other texts")
    parser.add_argument("--steps", default=STEPS, type=int, metavar="N", help=f"that the given model is trained for (default: {STEPS}; fewer for a trial)")
    return parser.parse_args(arguments)


def start(o: argparse.Namespace) -> int:
    folder, text = Path(o.submissions), Path(o.text) if Path(o.text).is_file() else ROOT / o.text
    if not o.submissions or not folder.is_dir():
        raise Misuse("which submissions? SUBMISSIONS=dir, with one folder or archive per student")
    if not text.is_file():
        raise Misuse(f"TEXT={o.text} is no file")
    if not o.rounds.isdigit() or not 6 <= int(o.rounds) <= 1000:
        raise Misuse(f"ROUNDS={o.rounds}: a number from 6 on; of fewer no test of ranks can tell anything")
    students = last_attempts(names.students(folder))
    if not students:
        raise Misuse(f"{folder} has no submissions: one folder or archive per student is expected")
    if leaks := selftest.run_all():
        raise Misuse("the box is not tight on this machine, so nothing is run:\n  " + "\n  ".join(leaks))
    with storage.work_folder() as work:
        course = prepare(text, seeds.course_key(), o.epoch, work, o.steps)
        if course.bits["model"] > BETTER * course.bits["trigram"]:
            print(f"cup: ! TEXT={text} is too unlike {PROSE}: the float model needs {course.bits['model']:.2f} bits per byte, and a table of three "
                  f"letters {course.bits['trigram']:.2f}. In the open division such a table wins. Try this: a TEXT of plain English", file=sys.stderr)
        rows, without = judged(course, students, int(o.rounds), work)
        table = course.ask("table", o.rounds, stdin="".join(f"{row}\n" for row in rows)) if rows else ""
    said = (f"The Kindling cup: entries with a score: {len(rows)}, without: {len(without)}. {TEXTS} texts, {o.rounds} rounds; the float model "
            f"needs {course.bits['model']:.4f} bits per byte, a table of three letters {course.bits['trigram']:.4f}.\n"
            f"Beside the grade, never in it.\n{table}")
    said += "\nwithout a score\n" + "\n".join(without) + "\n" if without else ""
    print(said, end="")
    (Path(o.out) / "cup").mkdir(parents=True, exist_ok=True)
    storage.write_whole(Path(o.out) / "cup/board.txt", said)
    return 0


def main(arguments: list[str] | None = None) -> int:
    try:
        return start(options(arguments))
    except (Refusal, Infra) as error:
        print(f"cup: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
