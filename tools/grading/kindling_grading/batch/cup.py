"""cup.py - make cup: entries of a class raced against the baseline, in the box; a board beside the grade.

    python3 tools/grading batch.cup --submissions dir [--text file] [--rounds 10] [--epoch 1] [--out grades]

A student's artefact_pack.c, artefact_unpack.c and entry.c of module 20 are a closed entry: the weights are given. An
open.c with its artefact, open.bin, is an open one. Whoever has both, has both. The model that is given, and the texts
that an entry meets, come from the course key and the epoch; nobody could know them, and everybody gets the same ones.
An entry passes when it reads texts as well as the float model, whatever it has read before, of two models; when other
bytes of its artefact make other logits; and, closed, when these are gpt_forward's of the given weights, but for rounding.
Invariant: no grade depends on anything here.
"""
from __future__ import annotations

import argparse
import random
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.batch import intake, names, seeds, storage
from kindling_grading.box import selftest
from kindling_grading.box.limits import Budget, Limits
from kindling_grading.box.series import Series
from kindling_grading.build import program
from kindling_grading.build.cup_suite import Division, divisions
from kindling_grading.build.objects import section_table
from kindling_grading.build.program import Built
from kindling_grading.course import ROOT
from kindling_grading.errors import Broken, Infra, Misuse, Refusal

ASSIGNMENT = "20_capstone"
LEAST, MOST, TEXTS = 90, 300, 12  # letters of a text; the context is 64
PROMPT, TIMED = 16, 64  # letters of a timed text that nobody times, and all of them
MOST_ERROR = 0.15  # of a tensor's norm, closed: codes of 4 bits are off by a tenth, half of the weights gone by a quarter
STEPS = {"model": 800, "other": 200}
FREE = 2048  # bytes of constants that cost nothing: messages
ROW = 96 * 4  # bytes of the logits of a token
READING = Limits(cpu=20, output=16 << 10, transcript=8 << 20)
REFUSED = 4  # exit status of the judge: entry_open took no such artefact


class NoScore(Exception):  # noqa: N818 - it is a result
    """Why an entry has none."""


@dataclass
class Course:
    """What all entries meet."""

    divisions: dict[str, Division]
    board: Path
    models: dict[str, Path]
    texts: dict[str, list[str]]  # by model
    timed: list[str]
    bits: dict[str, float] = field(default_factory=dict)  # of the baseline
    base: Path = Path()  # the baseline's program

    def ask(self, *words: str | Path, stdin: str | None = None) -> str:
        done = subprocess.run([self.board, *words], capture_output=True, text=True, input=stdin)
        if done.returncode != 0:
            raise Infra(f"board {words[0]}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def worth(self, model: str, logits: bytes, work: Path) -> float:
        """Bits per byte of what somebody said of the texts of a model."""
        (work / "texts").write_bytes(b"".join(text.encode() + b"\0" for text in self.texts[model]))
        (work / "logits").write_bytes(logits)
        return float(self.ask("bits", work / "texts", work / "logits"))


def printable(text: bytes) -> str:
    line = (text.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
    return "".join(c if c.isprintable() else "?" for c in line)[:200]


def run(box: Series, doing: str, *words: str) -> bytes:
    """What the judge wrote, or why there is nothing."""
    ran = box.run(["/run/program", *words], READING)
    if ran.outcome == "infra":
        raise Infra(f"{doing}: {ran.detail}")
    said = printable(ran.stderr)
    if ran.outcome == "exit" and ran.code == REFUSED:
        raise NoScore(f"{doing}: entry_open refused the artefact: {said}")
    if ran.outcome != "ok":
        why = said if ran.outcome == "exit" and said else f"{ran.detail}{f' ({said})' if said else ''}"
        raise NoScore(f"{doing}: {why.removeprefix('todo: ')}")
    return ran.transcript


# ---- one entry ------------------------------------------------------------------------------------------


@dataclass
class Entry:
    name: str
    division: str
    program: Path
    work: Path
    own: bytes  # open: its artefact
    constants: int  # bytes of constants in its files, which count as its artefact's
    variables: int  # and of variables without a value, which are memory
    artefact: int = 0
    memory: float = 0
    bits: float = 0

    def box(self, **binds: Path) -> Series:
        return Series("run", {"/run/program": self.program, **{f"/run/{name}": path for name, path in binds.items()}})

    def packed(self, course: Course, model: str) -> Path:
        """Its artefact of a model, alone in a file."""
        path = self.work / f"artefact-{model}"
        made = self.own
        if self.division == "closed":
            with self.box(model=course.models[model]) as box:
                made = run(box, "packing the model", "pack")
        path.write_bytes(made)
        return path

    def read(self, artefact: Path, texts: list[str], doing: str) -> tuple[bytes, tuple[float, float]]:
        """Logits of texts, then what it holds: as it says, and by its heap."""
        with self.box(artefact=artefact) as box:
            said = run(box, doing, "read", *texts)
        wanted = ROW * sum(len(text) - 1 for text in texts)
        if len(said) != wanted + 16:
            raise NoScore(f"{doing}: {len(said)} bytes came, and not {wanted + 16}: was something else written?")
        says, heap = memoryview(said[wanted:]).cast("d")
        return said[:wanted], (says, heap)

    def judge(self, course: Course) -> None:
        """Everything that is no question of speed; NoScore says what is wrong."""
        artefact = self.packed(course, "model")
        texts = course.texts["model"]
        logits, (says, heap) = self.read(artefact, texts, "reading texts")
        self.memory = max(says, heap + self.variables) if self.division == "open" else float(course.ask("memory").split()[2])
        self.artefact = artefact.stat().st_size + self.constants
        self.repeats(artefact, texts, logits)
        self.depends(artefact, texts[:1], logits)
        if self.division == "closed":
            self.keeps_the_rules(course, artefact, texts, logits)
        self.bits = self.passes(course, "model", logits)
        if self.division == "closed":
            other = self.packed(course, "other")
            self.passes(course, "other", self.read(other, course.texts["other"], "reading texts with another model")[0])

    def passes(self, course: Course, model: str, logits: bytes) -> float:
        bits, allowed = course.worth(model, logits, self.work), course.bits[model] * 1.01
        if not bits <= allowed:
            which = "" if model == "model" else "with another model "
            raise NoScore(f"it does not pass: {which}{bits:.4f} bits per byte, at most {allowed:.4f} are allowed (1 % more than the float model)")
        return bits

    def repeats(self, artefact: Path, texts: list[str], logits: bytes) -> None:
        """Is a text the same whatever was read before it? To the bit."""
        again = self.read(artefact, texts[::-1], "reading the texts in another order")[0]
        parts, at = [], 0
        for text in texts:
            parts.append(logits[at : at + ROW * (len(text) - 1)])
            at += len(parts[-1])
        if again != b"".join(reversed(parts)):
            raise NoScore("the same text had other logits after other texts: something of the last text is left (entry_restart)")

    def depends(self, artefact: Path, texts: list[str], logits: bytes) -> None:
        """Other bytes, other logits: or the model is not in the artefact."""
        changed, whole = self.work / "changed", bytearray(artefact.read_bytes())
        for i in range(16):
            if whole:
                whole[(2 * i + 1) * len(whole) // 32] ^= 0x2a
        changed.write_bytes(whole)
        try:
            other = self.read(changed, texts, "reading an artefact of which some bytes were changed")[0]
        except NoScore as error:
            if "refused" in str(error):
                return
            raise
        if other == logits[: len(other)]:
            raise NoScore("other bytes in the artefact made no other logits: the model is somewhere else")

    def keeps_the_rules(self, course: Course, artefact: Path, texts: list[str], logits: bytes) -> None:
        """The weights are the given ones, rounded; nothing but their logits comes out."""
        with self.box(artefact=artefact) as box:
            forward = run(box, "reading texts by gpt_forward", "forward", *texts)
            (self.work / "weights").write_bytes(run(box, "unpacking the artefact", "weights"))
        error = float(course.ask("weights", course.models["model"], self.work / "weights"))
        if not error <= MOST_ERROR:
            raise NoScore(f"closed division: a tensor is off by {100 * error:.0f} % of its norm, {100 * MOST_ERROR:.0f} % are allowed: "
                          "weights are rounded, never pruned or trained")
        if forward != logits:
            raise NoScore("closed division: entry_next and gpt_forward of the same artefact give other logits")

    def race(self, course: Course, rounds: int) -> None:
        """In turn: baseline and entry, entry and baseline, ... each time a process and a text of its own."""
        times: dict[str, list[bytes]] = {"baseline": [], "entry": []}
        base = {"/run/program": course.base, "/run/model": course.models["model"]}
        with self.box(artefact=self.work / "artefact-model") as mine, Series("run", base) as other:
            for r in range(rounds):
                text = course.timed[r % len(course.timed)]
                for who in ("baseline", "entry") if r % 2 else ("entry", "baseline"):
                    word = "base-time" if who == "baseline" else "time"
                    times[who].append(run(other if who == "baseline" else mine, "timing", word, str(PROMPT), text))
        for who, parts in times.items():
            (self.work / who).write_bytes(b"".join(parts))


# ---- the class ------------------------------------------------------------------------------------------


def static_bytes(built: Built) -> tuple[int, int]:
    """In an entry's files: constants and variables with a value, which are a part of what it needs to run; and the others."""
    listings = [(found.path.parent / "listing").read_text("utf-8", "replace") for found in built.objects.values()]
    data = [(name, size) for listing in listings for name, size, flags in section_table(listing)
            if "A" in flags and "X" not in flags and not name.startswith((".eh_frame", ".note"))]
    empty = sum(size for name, size in data if name.startswith((".bss", ".tbss")))
    return sum(size for _, size in data) - empty, empty


def entries(student: str, path: Path, course: Course, work: Path) -> list[tuple[str, str, Entry | None, str]]:
    """name, division, the entry or why there is none: one for each division that a student takes part in."""
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
            data, variables = static_bytes(built)
            found.append((student, word, Entry(student, word, built.program, folder, own, max(0, data - FREE), variables), ""))
    if not found:
        rejected = intake.read(student, path, {ASSIGNMENT: course.divisions["closed"].files}).rejected
        found.append((student, "closed", None, rejected or "nothing was handed in"))
    return found


def judged(course: Course, students: list[tuple[str, Path]], rounds: int, work: Path) -> tuple[list[str], list[str]]:
    """Lines for the board, and lines about those who have no score."""
    rows, without = [], []
    for number, (student, path) in enumerate(students):
        for name, word, entry, why in entries(student, path, course, work / str(number)):
            try:
                if entry is None:
                    raise NoScore(why)
                entry.judge(course)
                entry.race(course, rounds)
                rows.append("\t".join(map(str, (name, word, entry.bits, course.bits["model"], entry.artefact, entry.memory, entry.work))))
            except (NoScore, Broken) as error:
                without.append(f"    -  {name:<24} {word}: {error}")
    return rows, without


def letters(text: str) -> str:
    """As the task reads them: a word of a command may be anything but NUL."""
    return "".join(c if c == "\n" or " " <= c <= "~" else "?" for c in text)


def prepare(text: Path, key: bytes, epoch: str, work: Path) -> Course:
    """The models, trained if need be, the texts, and what the baseline makes of them."""
    made, board = divisions(ASSIGNMENT)
    held_out = letters(text.read_text("utf-8", "replace"))
    if len(held_out) < 4 * MOST:
        raise Misuse(f"{text} has {len(held_out)} letters; a text of at least {4 * MOST} is needed")
    draw = random.Random(seeds.seed(key, epoch, ASSIGNMENT, "", "cup"))

    def drawn(least: int, most: int) -> str:
        n = draw.randint(least, most)
        start = draw.randrange(len(held_out) - n)
        return held_out[start : start + n]

    texts = {model: [drawn(LEAST, MOST) for _ in range(TEXTS)] for model in STEPS}
    timed = [drawn(TIMED, TIMED) for _ in range(8)]
    base = program.build(made["closed"].suite.reference_files, made["closed"].suite, storage.fresh(work / "baseline"), Budget())
    if base.program is None:
        raise Infra(f"the baseline cannot be built: {base.message}")
    course = Course(made, board, {}, texts, timed, base=base.program)
    lessons = sorted((ROOT / "modules").glob("[0-9][0-9]_*/README.md"))
    for model, steps in STEPS.items():
        seed = seeds.seed(key, epoch, ASSIGNMENT, "", model) % (1 << 31)
        course.models[model] = board.parent / f"{model}-{seed}-{steps}.safetensors"
        if not course.models[model].exists():
            course.ask("train", str(seed), str(steps), course.models[model], *lessons)
        with Series("run", {"/run/program": base.program, "/run/model": course.models[model]}) as box:
            course.bits[model] = course.worth(model, run(box, "the baseline", "base-read", *texts[model]), work)
    return course


def options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="cup.py", description="The board of the Kindling cup: beside the grade, never in it.")
    parser.add_argument("--submissions", default="", metavar="DIR", help="one folder or archive per student, as for make grade MODULE=20")
    parser.add_argument("--out", default="grades", metavar="DIR", help="where OUT/cup/board.txt goes (default: grades)")
    parser.add_argument("--text", default="tools/grading/README.md", help="a text that no student has seen; default: a page that no edition has")
    parser.add_argument("--rounds", default="10", metavar="N", help="races of each entry against the baseline, at least 6 (default: 10)")
    parser.add_argument("--epoch", default="1", help="a word of the term: another one, another model and other texts")
    return parser.parse_args(arguments)


def start(o: argparse.Namespace) -> int:
    folder, text = Path(o.submissions), Path(o.text) if Path(o.text).is_file() else ROOT / o.text
    if not o.submissions or not folder.is_dir():
        raise Misuse("which submissions? SUBMISSIONS=dir, with one folder or archive per student")
    if not text.is_file():
        raise Misuse(f"TEXT={o.text} is no file")
    if not o.rounds.isdigit() or not 6 <= int(o.rounds) <= 1000:
        raise Misuse(f"ROUNDS={o.rounds}: a number from 6 on; of fewer no test of ranks can tell anything")
    students = names.students(folder)
    if not students:
        raise Misuse(f"{folder} has no submissions: one folder or archive per student is expected")
    if leaks := selftest.run_all():
        raise Misuse("the box is not tight on this machine, so nothing is run:\n  " + "\n  ".join(leaks))
    with storage.work_folder() as work:
        course = prepare(text, seeds.course_key(), o.epoch, work)
        rows, without = judged(course, students, int(o.rounds), work)
        table = course.ask("table", o.rounds, stdin="".join(f"{row}\n" for row in rows)) if rows else ""
    said = (f"The Kindling cup: entries with a score: {len(rows)}, without: {len(without)}. {TEXTS} texts, {o.rounds} rounds; the float model "
            f"needs {course.bits['model']:.4f} bits per byte.\nBeside the grade, never in it.\n{table}")
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
