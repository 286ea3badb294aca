"""engine_mutants.py double - change the engine a little, see whether the tests of its own folder
notice.

Changes (changes.py) are drawn by SEED over the functions of every file of the rooms, MOST of them;
ROOM=autograd/ops: only of files there. Those of one folder are one program for each of its test
programs: the file's functions are reached through pointers (variants.py), and a test program is run on
a change until one fails. What autograd/images tests is in tensor/images, so namesakes in other rooms
count, too; files of a folder without tests are tested by those of the nearest folder above.

Survivors are printed as "file:line: before -> after"; those that make no difference are listed, in
those words, in tests/equivalent.txt, a tab, and why.
"""
from __future__ import annotations

import math
import os
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file
import changes
from auto_mutants import STRICT
from variants import JOBS, MAKE, Refused, table
from pasted import Compiler, Text, symbols

MOST = int(os.environ.get("MOST") or 400)
SEED = int(os.environ.get("SEED") or 1)
ROOM = os.environ.get("ROOM", "").strip("/")
WANTED = 0.90
PLACE = Path("build/engine-mutants")
EQUIVALENT = Path("tests/equivalent.txt")
ALONE = re.compile(r"__attribute__\(\((?:con|de)structor")  # runs whichever variant is chosen


@dataclass
class Mutant:
    name: str
    file: str
    text: str
    told: str
    verdict: str = ""  # caught, survived, same, broken


@dataclass
class Program:
    """A test program of a folder; two runs of it at once might write the same files."""
    source: Path
    built: Path
    link: list[str]
    seconds: float = 0
    turn: threading.Lock = field(default_factory=threading.Lock)


# ---- what make knows -----------------------------------------------------------------------------


def recipes(config: str, targets: list[str]) -> dict[str, list[str]]:
    """target -> the compiler's command that makes it."""
    said = subprocess.run([*MAKE, "-n", "--no-print-directory", f"CONFIG={config}", *targets], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in said.split("\n"):
        words = shlex.split(line) if " -o " in line and not line.startswith(("mkdir", "echo", "{")) else []
        if "-o" in words and (target := words[words.index("-o") + 1]) in targets:
            found[target] = words
    return found


def tests_of(file: str) -> Path:
    """The folder with its tests; "tests" if there is none."""
    folder = Path("tests", file).parent
    while folder != Path("tests") and not list(folder.glob("test_*.c")):
        folder = folder.parent
    return folder


# ---- the changes ---------------------------------------------------------------------------------


def drawn() -> list[Mutant]:
    types = changes.TYPES | {name for room in answers.rooms(Path.cwd()) for header in Path(room).rglob("*.h")
                             for name in re.findall(r"(?:^typedef [^;{}]*?|^\} )(\w+);", header.read_text(), re.M)}
    found = []
    for path in sorted(p for room in answers.rooms(Path.cwd()) for p in Path(room).rglob("*.c")):
        file = path.as_posix()
        if not file.startswith(ROOM) or tests_of(file) == Path("tests") or path.parent.name == "plain":
            continue
        text = path.read_text()
        for start, end in changes.functions_of(text).values():
            found += [(file, a, b, new) for a, b, new in changes.changes(text, start, end, types)]
    if not found:
        raise Refused(f"ROOM={ROOM}: no file there, or no tests of its folder")
    taken = random.Random(SEED).sample(found, min(MOST, len(found)))
    mutants = []
    for number, (file, a, b, new) in enumerate(sorted(taken)):
        text = Path(file).read_text()
        mutants.append(Mutant(f"m{number}", file, text[:a] + new + text[b:], f"{file}:{changes.told(text, a, b, new)}"))
    return mutants


# ---- a folder ------------------------------------------------------------------------------------


class Folder:
    """Its test programs, each with all mutants of these files in it."""

    def __init__(self, config: str, tests: Path, mutants: list[Mutant]):
        self.built = f"build/{config}"
        self.mutants = mutants
        self.files = sorted({m.file for m in mutants})
        self.place = PLACE / tests.relative_to("tests")
        shutil.rmtree(self.place, ignore_errors=True)
        (self.place / "made").mkdir(parents=True)
        rooms = [Path("tests", room, tests.name) for room in answers.rooms(Path.cwd())]
        sources = sorted({path for folder in (tests, *rooms) for path in folder.glob("test_*.c")})
        programs = [f"{self.built}/{s.with_suffix('')}" for s in sources]
        objects = [self.object_of(file) for file in self.files]
        made = subprocess.run([*MAKE, "-s", "--no-print-directory", f"-j{JOBS}", f"CONFIG={config}", *programs, *objects],
                              capture_output=True, text=True)
        if made.returncode != 0:
            raise Refused(f"{tests} does not build:\n{made.stderr}")
        commands = recipes(config, programs + objects)
        self.compile = {file: commands[self.object_of(file)] for file in self.files}
        self.programs = [Program(s, self.place / s.stem, commands[p]) for s, p in zip(sources, programs)]
        self.compiler = self.compile[self.files[0]][0]
        self.separate: list[str] = []  # files whose changes are linked one by one
        self.exported: dict[str, list[str]] = {}

    def object_of(self, file: str) -> str:
        return f"{self.built}/{file.removesuffix('.c')}.o"

    def flags(self, file: str) -> tuple[str, ...]:
        """How it is compiled, but for what is compiled and what becomes of it."""
        words = self.compile[file]
        skipped = {file, "-MMD", "-MP", "-g", "-o", words[words.index("-o") + 1]}
        return ("-g0", *STRICT, *(w for w in words[1:] if w not in skipped))

    def exports(self, file: str) -> tuple[list[str], bool]:
        """Functions for everybody; and whether that is all there is to reach."""
        made = self.object_of(file)
        functions = symbols("nm", Path(made))
        said = subprocess.run(["nm", "--defined-only", "-g", made], capture_output=True, text=True, check=True).stdout
        return functions, len(said.split("\n")) - 1 == len(functions) and not ALONE.search(Path(file).read_text())

    def text(self, number: int, whose: str, file: str, text: str) -> Text:
        return Text(number, f"{self.place}/{whose}/{file}", text, tuple(self.exported[file]), self.flags(file))

    def build(self) -> None:
        """Every file without a change first, then the changes."""
        exports = {file: self.exports(file) for file in self.files}
        self.exported = {file: functions for file, (functions, _) in exports.items()}
        self.separate = [file for file in self.files if not exports[file][1]]
        together = [file for file in self.files if file not in self.separate]
        texts = [self.text(number, "model", file, Path(file).read_text()) for number, file in enumerate(together)]
        changed = [mutant for mutant in self.mutants if mutant.file in together]
        texts += [self.text(number, m.name, m.file, m.text) for number, m in enumerate(changed, len(texts))]
        made = Compiler([self.compiler], self.place / "units", {"nm": "nm", "objcopy": "objcopy"}).compile(texts, JOBS)
        for number, file in enumerate(together):
            if number in made.wrong:
                raise Refused(f"{file} does not compile: {made.wrong[number]}")
        models = {name: made.functions[number][name] for number, file in enumerate(together) for name in self.exported[file]}
        variants = {"model": [(name, file, models[name]) for file in together for name in self.exported[file]]}
        for number, mutant in enumerate(changed, len(together)):
            if number in made.wrong:
                mutant.verdict = "broken"
            else:
                variants[mutant.name] = [(name, mutant.file, made.functions[number][name]) for name in self.exported[mutant.file]]
        self.build_programs(together, [*self.chooser(table(models, variants)), *map(str, made.objects)])

    def chooser(self, text: str) -> list[str]:
        """The objects that make a program one of its variants."""
        source = self.place / "table.c"
        source.write_text(text)
        made = []
        for path in (source, Path("tests/harness/variants/variants.c")):
            made.append(str(self.place / f"{path.stem}.o"))
            subprocess.run([self.compiler, "-w", "-I.", "-c", "-o", made[-1], str(path)], check=True)
        return ["-Wl,--wrap=main", *made]

    def build_programs(self, together: list[str], objects: list[str]) -> None:
        with ThreadPoolExecutor(JOBS) as pool:
            list(pool.map(lambda program: self.link(program, together, objects, program.built), self.programs))
            list(pool.map(self.first_run, self.programs))

    def link(self, program: Program, instead_of: list[str], objects: list[str], to: Path) -> None:
        out = {self.object_of(file) for file in instead_of}
        words = [w for w in program.link if w not in out]
        words[words.index("-o") + 1] = str(to)
        ran = subprocess.run([*words[:1], *objects, *words[1:]], capture_output=True, text=True)
        if ran.returncode != 0:
            raise Refused(f"{to} cannot be linked: {ran.stderr}")

    def first_run(self, program: Program) -> None:
        began = time.monotonic()
        if not passes(program.built, ["--variant", "model"], 300):
            raise Refused(f"{program.source} fails without any change")
        program.seconds = time.monotonic() - began

    # ---- a mutant --------------------------------------------------------------------------------

    def judge(self, mutant: Mutant) -> None:
        if mutant.verdict:
            return
        if mutant.file in self.separate and not self.of_its_own(mutant):
            mutant.verdict = "broken"
            return
        noticed = any(self.fails(program, mutant) for program in self.in_order(mutant))
        mutant.verdict = "caught" if noticed else "same" if self.is_same(mutant) else "survived"

    def in_order(self, mutant: Mutant) -> list[Program]:
        """First what is most likely to notice."""
        stem, names = Path(mutant.file).stem, self.exported[mutant.file]
        return sorted(self.programs, key=lambda p: (stem not in p.source.stem, not any(name in p.source.read_text() for name in names), p.seconds))

    def fails(self, program: Program, mutant: Mutant) -> bool:
        limit = math.ceil(3 * program.seconds) + 2
        if mutant.file not in self.separate:
            with program.turn:
                return not passes(program.built, ["--variant", mutant.name], limit)
        mine = program.built.with_name(f"{program.built.name}-{mutant.name}")
        self.link(program, [mutant.file], [str(self.place / mutant.name / "made.o")], mine)
        with program.turn:
            failed = not passes(mine, [], limit)
        mine.unlink()
        return failed

    def of_its_own(self, mutant: Mutant) -> bool:
        return self.machine_code(mutant.file, mutant.text, self.place / mutant.name) is not None

    def machine_code(self, file: str, text: str, place: Path) -> bytes | None:
        place.mkdir(parents=True, exist_ok=True)
        source, made = place / Path(file).name, place / "made.o"
        source.write_text(text)
        ran = subprocess.run([self.compiler, *self.flags(file), str(source), "-o", str(made)], capture_output=True)
        return made.read_bytes() if ran.returncode == 0 else None

    def is_same(self, mutant: Mutant) -> bool:
        place, plain = self.place / "code" / mutant.name, Path(mutant.file).read_text()
        return self.machine_code(mutant.file, mutant.text, place) == self.machine_code(mutant.file, plain, place)


def passes(program: Path, words: list[str], seconds: float) -> bool:
    """Of computing; on the wall ten times as many. A change may ask for any memory, and write any
    file."""
    def limits() -> None:
        os.setpgid(0, 0)
        for what, most in (("CPU", int(seconds)), ("CORE", 0), ("FSIZE", 1 << 30), ("AS", 8 << 30)):
            limit = getattr(resource, f"RLIMIT_{what}")
            resource.setrlimit(limit, (most, resource.getrlimit(limit)[1]))  # a test sets its own

    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}
    env.update(OMP_WAIT_POLICY="passive", OMP_NUM_THREADS="2", OPENBLAS_NUM_THREADS="1")
    nowhere = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
    run = subprocess.Popen([str(program), *words], preexec_fn=limits, env=env, **nowhere)
    try:
        return run.wait(10 * seconds + 30) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        try:
            os.killpg(run.pid, 9)
        except ProcessLookupError:
            pass
        run.wait()


def settle(mutants: list[Mutant]) -> None:
    """What makes no difference is known; the rest of the survivors is told."""
    known = changes.equivalents(EQUIVALENT)
    for mutant in mutants:
        if mutant.verdict == "survived" and changes.without_line(mutant.told) in known:
            mutant.verdict = "same"
        elif mutant.verdict == "survived":
            print(f"  survived  {mutant.told}")


def try_folder(config: str, tests: Path, mutants: list[Mutant]) -> None:
    folder = Folder(config, tests, mutants)
    folder.build()
    with ThreadPoolExecutor(JOBS) as pool:
        list(pool.map(folder.judge, mutants))
    for program in folder.programs:
        program.built.unlink()
    settle(mutants)
    print(f"  {tests}: {sum(m.verdict == 'caught' for m in mutants)} of {len(mutants)}, {len(folder.programs)} programs", flush=True)


def main(config: str) -> int:
    mutants = drawn()
    folders: dict[Path, list[Mutant]] = {}
    for mutant in mutants:
        folders.setdefault(tests_of(mutant.file), []).append(mutant)
    for tests, here in folders.items():
        try_folder(config, tests, here)
    counts = {word: sum(m.verdict == word for m in mutants) for word in ("caught", "survived", "same", "broken")}
    real = counts["caught"] + counts["survived"]
    rate = counts["caught"] / real if real else 1
    print(f"{ROOM or 'the engine'}: {counts['caught']} of {real} changes are noticed, {rate:.1%} "
          f"({counts['same']} make no difference, {counts['broken']} do not compile)")
    return rate < WANTED


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: engine_mutants.py double")
    try:
        sys.exit(main(sys.argv[1]))
    except Refused as why:
        sys.exit(str(why))
