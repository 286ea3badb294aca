"""targets.py - does what an edition offers work where its users are?

What is tried is what the edition's own make help lists, so that a new target is tried without a
word here. The tables below say only what is typed with a target, what it has to answer, and what is
not waited for.
"""
from __future__ import annotations

import random
import re
import shutil
from pathlib import Path

from kindling_grading.release.place import Place, read, tail

NUMBER = "NN"  # stands for a module's: hint-NN
RUN = "--steps 4 --warmup 1 --layers 1 --channels 16 --heads 2 --context 16 --batch 4 --eval-batches 1 --final-batches 1 --sample 0 --quiet --overwrite"
SMALL_RUN = ["make", "train", "TEXT=modules/README.md", f"ARGS={RUN} --out build/tried"]
# With a target: what else is typed, and words of its answer.
TYPED: dict[str, tuple[list[str], str]] = {
    "demo": (["ARGS=--budget small"], "build/demo/"), "use-NN": (["TOOL=trace"], "difference"), "milestones": ([], "milestones reached"),
    "generate": (["MODEL=build/tried/best.safetensors", "PROMPT=The"], ""), "plot-loss": (["LOG=build/tried/log.tsv"], ""),
    "NN": (["STRICT=1"], "100 of 100"), "submit-NN": ([], "sha256 "), "reset-NN": ([], "backup"), "undo-NN": ([], "are back"),
    "notebook-NN": ([], ", 0 wrong"), "hint-NN": ([], "hint"), "progress": ([], " points."), "debug-NN": (["STRICT=1"], "")}
# These never end by themselves, or not within five minutes, and are stopped at words of their
# start: (what is typed, the words, seconds).
STARTED: dict[str, tuple[list[str], str, int]] = {
    "train": (["TEXT=modules/README.md"], "steps 0 to", 60), "watch-NN": ([], "Ctrl-C ends", 60), "jupyter": ([], "http", 60)}
OWN_GATE = ("upgrade", "undo-upgrade")  # upgrade() below
LACKS = re.compile(r"(has nothing to|has not opened|needs|is missing|not installed|not there|is not to be had|cannot find)", re.I)
BROKEN = re.compile(r"Traceback \(most recent|No rule to make target|Segmentation fault|core dumped|: not found$", re.M)
# nothing big to build
QUICK = ("help", "progress", "notebook", "hint-NN", "others-NN", "break-NN", "submit-NN", "reset-NN", "undo-NN")


def offered(place: Place) -> list[str]:
    """What make help lists, in its order; modules by NN."""
    said = place.run("make", "help")[1]
    example = next(iter(sorted(p.name for p in (place.tree / "modules").glob("[0-9][0-9]_*"))))[:2]
    return [re.sub(rf"(^|-){example}$", rf"\g<1>{NUMBER}", name) for name in re.findall(r"^  make (\S+)", said, re.M)]


def one(place: Place, name: str, module: str) -> str:
    """A target in one module, or none: "" if it works, else a sentence."""
    typed = name.replace(NUMBER, module[:2])
    if name in STARTED:
        more, words, seconds = STARTED[name]
        status, said = place.run("make", typed, *more, seconds=seconds, until=words)
        good = words in said if status in (0, 124, 137) else bool(LACKS.search(said))
    else:
        more, words = TYPED.get(name, ([], ""))
        if name == "debug-NN":
            more = [*more, f"TEST={first_test(place, module)}"]
        status, said = place.run("make", typed, *more)
        good = words in said if status == 0 else bool(LACKS.search(said)) and name not in ("NN", "milestones")
    if good and not BROKEN.search(said):
        return ""
    return f"make {' '.join([typed, *more])} ended with {status}" + (f', without "{words}"' if words and words not in said else "") + ":" + tail(said)


def first_test(place: Place, module: str) -> str:
    rows = [row.split("\t") for row in read(place, f".kindling/results/{module}.tsv").splitlines()]
    return next((row[0] for row in rows if row[4:5] != ["answers.txt"]), "none")


def others(place: Place, module: str) -> list[str]:
    status, said = place.run("make", f"others-{module[:2]}")
    words = "Yours is as right" if read(place, f".kindling/others/{module}.txt") else "has not opened"
    return [] if words in said else [f'make others-{module[:2]} ended with {status}, without "{words}":{tail(said)}']


def cases(place: Place, module: str) -> list[str]:
    """Two of the known mistakes in a training run."""
    wrong = []
    for case in re.findall(r"^case: (\w+)", read(place, f"tools/break/{module}.txt"), re.M)[:2]:
        status, said = place.run("make", f"break-{module[:2]}", f"CASE={case}", "STRICT=1")
        if status != 0 or "you   broken    right" not in said:
            wrong.append(f"make break-{module[:2]} CASE={case} ended with {status}:{tail(said)}")
    return wrong


def all_of(place: Place, modules: list[str]) -> list[str]:
    """Everything that is listed, in every module. The model answers are laid in."""
    wrong = [] if place.run(*SMALL_RUN)[0] == 0 else ["a small run of make train fails"]
    names = [name for name in offered(place) if name not in OWN_GATE]
    books = {p.name[:2] for p in (place.tree / "notebooks-c").glob("[0-9][0-9]_*.c")}
    for name in names:
        for module in modules if NUMBER in name else modules[:1]:
            if name != f"notebook-{NUMBER}" or module[:2] in books:
                wrong.append(one(place, name, module))
    for module in modules:
        wrong += others(place, module) + cases(place, module)
    return [sentence for sentence in wrong if sentence]


def drawn(place: Place, module: str, draw: random.Random, count: int = 6) -> list[str]:
    """A few of those that are quick, in the order of make help."""
    here = [name for name in offered(place) if name in QUICK and name != "undo-NN"]
    chosen = draw.sample(here, min(count, len(here)))
    names = [name for name in here if name in chosen]
    if "reset-NN" in names:
        names.append("undo-NN")
    return [sentence for name in names if (sentence := one(place, name, module))]


# ---- from one edition to the next ----------------------------------------------------------------

def upgrade(place: Place, modules: list[str]) -> list[str]:
    """What is solved in the place comes along into the same edition unpacked anew, and goes again.
    So does what older ones have, whose folder is called kindling and whose results do not say which
    files they are about."""
    wrong = []
    older = place.folder / "kindling"
    for keeps_sums, words in ((True, "All done"), (False, "changed since the last run")):
        shutil.rmtree(older, ignore_errors=True)
        shutil.copytree(place.tree, older, ignore=shutil.ignore_patterns("build", *([] if keeps_sums else ["*.sums"])))
        newer = place.unpack("newer edition")
        for command, expected in ((["upgrade", f"FROM={Path('../..') / older.name}"], f"brought  {modules[-1]}: "), (["progress"], words),
                                  (["upgrade", f"FROM={Path('../..') / older.name}"], "is here already"), (["undo-upgrade"], "are gone again"),
                                  (["progress"], f"read modules/{modules[0]}/README.md")):
            status, said = place.run("make", *command, tree=newer)
            if status != 0 or expected not in said:
                wrong.append(f'make {" ".join(command)} ended with {status}, without "{expected}":{tail(said)}')
        shutil.rmtree(newer)
    return wrong


