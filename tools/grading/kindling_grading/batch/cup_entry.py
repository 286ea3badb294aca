"""cup_entry.py - one entry of the Kindling cup: packed, read, suspected, and timed beside the
baseline, each in the box.

An entry passes when it reads texts as well as the float model, whatever it has read before, of two
models; when other bytes of its artefact make other logits; and, closed, when these are
gpt_forward's of the given weights, but for rounding.
Invariant: weights never lie where an entry may open a file; a text comes letter by letter, the next
when the last one was answered; time and memory are what the kernel says of the process.
"""
from __future__ import annotations

import itertools
import random
import struct
import subprocess
from array import array
from dataclasses import dataclass, field
from pathlib import Path

from kindling_grading.box.limits import Limits
from kindling_grading.box.series import Series
from kindling_grading.box.talk import Question, Talk
from kindling_grading.build.cup_suite import Division
from kindling_grading.errors import Infra, NoScore

PROMPT = 16  # letters of a timed text that nobody times
# of a tensor's norm, closed: codes of 4 bits are off by a tenth, half of the weights gone by a
# quarter
MOST_ERROR = 0.15
ROW = 96 * 4  # bytes of the logits of a token
AGAIN, HELD = b"\xff", b"\xfe"  # tools/cup/task.h
READING = Limits(cpu=20, output=16 << 10, transcript=8 << 20)
REFUSED = 4  # exit status of the judge: entry_open took no such artefact


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
    object_bytes: dict[str, int] = field(default_factory=dict)  # of what is given in a division
    memory: dict[str, float] = field(default_factory=dict)  # of the baseline, by division
    private: int = 0  # bytes that the kernel counts of an open entry that holds nothing

    def ask(self, *words: str | Path, stdin: str | None = None) -> str:
        done = subprocess.run([self.board, *words], capture_output=True, text=True, input=stdin)
        if done.returncode != 0:
            raise Infra(f"board {words[0]}: {done.stderr.strip()[-300:]}")
        return done.stdout

    def train(self, *words: str | Path) -> None:
        """As ask, but what it says of how far it is goes to whoever waits."""
        if (status := subprocess.run([self.board, "train", *words]).returncode) != 0:
            raise Infra(f"board train: ended with status {status}")

    def worth(self, model: str, logits: bytes, work: Path) -> float:
        """Bits per byte of what somebody said of the texts of a model."""
        (work / "texts").write_bytes(b"".join(text.encode() + b"\0" for text in self.texts[model]))
        (work / "logits").write_bytes(logits)
        return float(self.ask("bits", work / "texts", work / "logits"))


def printable(text: bytes) -> str:
    line = (text.decode("utf-8", "replace").strip().splitlines() or [""])[-1]
    return "".join(c if c.isprintable() else "?" for c in line)[:200]


def shown(name: str) -> str:
    """On the board, where two spaces end a column."""
    return " ".join(name.split())[:40]


def questions(texts: list[str]) -> list[Question]:
    """Letter by letter, but for the last of each, which is foretold."""
    tokens = [[bytes([0 if c == "\n" else ord(c) - 31]) for c in text] for text in texts]
    return [Question(AGAIN + token if i == 0 else token, ROW, i == len(text) - 2) for text in tokens for i, token in enumerate(text[:-1])]


def by_text(logits: bytes, texts: list[str]) -> list[bytes]:
    ends = list(itertools.accumulate(ROW * (len(text) - 1) for text in texts))
    return [logits[start:end] for start, end in zip([0, *ends], ends)]


def run(box: Series, doing: str, *words: str, talk: Talk | None = None) -> bytes:
    """What the judge wrote, or why there is nothing."""
    ran = box.run(["/run/program", *words], READING, talk)
    if ran.outcome == "infra":
        raise Infra(f"{doing}: {ran.detail}")
    said = printable(ran.stderr)
    if ran.outcome == "exit" and ran.code == REFUSED:
        raise NoScore(f"{doing}: entry_open refused the artefact: {said}")
    if ran.outcome != "ok":
        why = said if ran.outcome == "exit" and said else f"{ran.detail}{f' ({said})' if said else ''}"
        raise NoScore(f"{doing}: {why.removeprefix('todo: ')}")
    if talk is not None and talk.seen != talk.cap:
        raise NoScore(f"{doing}: {talk.seen} bytes came, and not {talk.cap}: was something else written?")
    return ran.transcript


# ---- one entry -----------------------------------------------------------------------------------


@dataclass
class Entry:
    name: str
    division: str
    program: Path
    work: Path
    own: bytes  # open: its artefact
    code: int  # bytes of its objects more than of what is given, which count as its artefact's
    artefact: int = 0
    memory: float = 0
    bits: float = 0
    known: list[bytes] = field(default_factory=list)  # logits of the timed texts, read in company

    def row(self, course: Course) -> str:
        """For the board."""
        figures = self.bits, course.bits["model"], self.artefact, self.memory, course.memory[self.division]
        return "\t".join(map(str, (shown(self.name), self.division, *figures, self.work)))

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

    def read(self, artefact: Path, texts: list[str], doing: str) -> tuple[bytes, tuple[float, int]]:
        """Logits of texts, then what it holds: as it says, and as the kernel counts."""
        talk = Talk([*questions(texts), Question(HELD, 8)])
        with self.box(artefact=artefact) as box:
            said = run(box, doing, "read", talk=talk)
        return said[:-8], (*struct.unpack("d", said[-8:]), talk.held)

    def judge(self, course: Course) -> None:
        """Everything that is no question of speed; NoScore says what is wrong."""
        artefact = self.packed(course, "model")
        texts = course.texts["model"]
        logits, (says, held) = self.read(artefact, texts, "reading texts")
        if not 0 <= says < 2.0**64:
            raise NoScore("what it says that it holds is no number of bytes: the judge asks entry_bytes, and writes the answer")
        self.memory = max(says, held - course.private, 1) + self.code if self.division == "open" else course.memory["entry"]
        self.artefact = artefact.stat().st_size + self.code
        self.repeats(artefact, texts, logits)
        self.depends(artefact, texts[:1], logits)
        if self.division == "closed":
            self.keeps_the_rules(course, artefact, texts, logits)
        self.bits = self.passes(course, "model", logits)
        if self.division == "closed":
            other = self.packed(course, "other")
            self.passes(course, "other", self.read(other, course.texts["other"], "reading texts with another model")[0])
        self.known = by_text(self.read(artefact, course.timed, "reading the timed texts")[0], course.timed)

    def passes(self, course: Course, model: str, logits: bytes) -> float:
        bits, allowed = course.worth(model, logits, self.work), course.bits[model] * 1.01
        if not bits <= allowed:
            which = "" if model == "model" else "with another model "
            raise NoScore(f"it does not pass: {which}{bits:.4f} bits per byte, at most {allowed:.4f} are allowed (1 % more than the float model)")
        return bits

    def repeats(self, artefact: Path, texts: list[str], logits: bytes) -> None:
        """Is a text the same whatever was read before it? To the bit."""
        again = self.read(artefact, texts[::-1], "reading the texts in another order")[0]
        if again != b"".join(reversed(by_text(logits, texts))):
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
            forward = run(box, "reading texts by gpt_forward", "forward", talk=Talk(questions(texts)))
            (self.work / "weights").write_bytes(run(box, "unpacking the artefact", "weights"))
        error = float(course.ask("weights", course.models["model"], self.work / "weights"))
        if not error <= MOST_ERROR:
            raise NoScore(f"closed division: a tensor is off by {100 * error:.0f} % of its norm, {100 * MOST_ERROR:.0f} % are allowed: "
                          "weights are rounded, never pruned or trained")
        if forward != logits:
            raise NoScore("closed division: entry_next and gpt_forward of the same artefact give other logits")

    def turn(self, course: Course, base: Series, number: int) -> None:
        """Baseline and entry, or entry and baseline: the same text, each in a process of its
        own."""
        which = number % len(course.timed)
        for who in ("baseline", "entry") if number % 2 else ("entry", "baseline"):
            with base if who == "baseline" else self.box(artefact=self.work / "artefact-model") as box:
                talk = Talk(questions([course.timed[which]]))
                logits = run(box, "timing", "base-read" if who == "baseline" else "read", talk=talk)
            if who == "entry" and logits != self.known[which]:
                raise NoScore("it says something else while it is timed: speed and quality are asked of the same code")
            with open(self.work / who, "ab") as file:
                file.write(array("d", talk.seconds()[PROMPT - 1 :]).tobytes())


def race(course: Course, entries: list[Entry], rounds: int) -> list[tuple[Entry, str]]:
    """In each round all entries, in an order drawn anew, each beside the baseline: a slow minute
    hurts all alike. Who of them has no score, and why."""
    left, without, draw = list(entries), [], random.Random(rounds)
    base = Series("run", {"/run/program": course.base, "/run/model": course.models["model"]})
    for number in range(rounds):
        for entry in draw.sample(left, len(left)):
            try:
                entry.turn(course, base, number)
            except NoScore as error:
                left.remove(entry)
                without.append((entry, str(error)))
    return without
