"""variants.py - many variants of a module's files in one program, and its tests run on each.

    made = variants.build("12_attention", {"no_scaling": {"scores.c": "..."}, "guessed": {"answers.txt": "..."}})
    made.left_out                         {id: what the compiler says first}: these are not in it
    made.run(["no_scaling"], ["--all"])   {id: what the module's test program prints}

The program is the module's own, as make 12 links it: harness, tests, the whole engine. Each
function that students write is a jump through a pointer, and a variant sets the pointers to its own
(tests/harness/variants/); where it has no file, the model answer's stay. A report is word for word that
of a program of its own: places are those of the variant's file, which lies where the report says,
and a test that failed is asked again with model answers in place of the other files.

What cannot be had so gets a program of its own: a copy of the engine's file, code that runs before
main.
"""
from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file
from pasted import INCLUDE, Compiler, Text

MAKE = shlex.split(os.environ.get("MAKE", "make"))
CONFIG = os.environ.get("CONFIG", "double")
JOBS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
WRAPPED = ("main", "programs_start", "linked_program", "ask_program", "frames_of", "run_apart")
OF_ITS_OWN = re.compile(r"\bEXERCISE\b|\bconstructor\b|\bdestructor\b")
SUFFIX = re.compile(r"(?<=\w)__v\d+\b")
QUIET = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "ASAN_OPTIONS": "detect_leaks=0"}

# A function that leads where its pointer says, and leaves a word of the call; it changes no
# register that an argument or a result is in.
JUMPS = {
    "x86_64": "{name}: movb $1, function_called+{number}(%rip)\\n jmp *{name}__ptr(%rip)",
    "aarch64": "{name}: adrp x16, function_called+{number}\\n add x16, x16, :lo12:function_called+{number}\\n mov w17, 1\\n strb w17, [x16]\\n "
               "adrp x16, {name}__ptr\\n ldr x16, [x16, :lo12:{name}__ptr]\\n br x16",
}


class Refused(Exception):
    """What was asked for cannot be built; the text says why."""


def make(folder: str | Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run([*MAKE, "--no-print-directory", "-s", f"-j{JOBS}", f"CONFIG={CONFIG}", "ENGINE=", "COLOUR=", f"FOLDER={folder}", *words],
                          capture_output=True, text=True, errors="replace")


@dataclass
class Workshop:
    """How a program is made."""
    compile: list[str]
    link: list[str]
    objects: list[str]
    libraries: list[str]
    tools: dict[str, str]
    wrapped: tuple[str, ...] = WRAPPED


def workshop_of(module: str) -> Workshop:
    """As make 12 has it."""
    folder = f"modules/{module}"
    if (built := make(folder, "course-reference")).returncode != 0:
        raise Refused(f"{module} does not build:\n{built.stderr}")
    said = make(folder, "course-commands").stdout.split("\n")
    compile_, link_, objects, libraries, harness, tools = (shlex.split(line) for line in said[:6])
    return Workshop(compile_, link_, objects + harness, libraries, dict(zip(("nm", "objcopy"), tools)))


# ---- the table -----------------------------------------------------------------------------------


def jump_of(number: int, name: str, model: str) -> str:
    machine = os.uname().machine
    if machine not in JUMPS:
        raise Refused(f"no jump through a pointer is known for {machine}: tools/course/authors/variants.py has those of {', '.join(JUMPS)}")
    code = JUMPS[machine].replace("{name}", name).replace("{number}", str(number))
    return f'void {model}(void);\nvoid *{name}__ptr = (void *){model};\n__asm__(".pushsection .text\\n.globl {name}\\n{code}\\n.popsection\\n");'


def table(models: dict[str, str], variants: dict[str, list[tuple[str, str, str]]], same: set[str] = frozenset()) -> str:
    """models: function -> the model answer's. variants: id -> function, its file, the variant's. same: those that change nothing."""
    lines = ['#include "tests/harness/variants/variants.h"', "#include <stddef.h>",
             "_Alignas(MOST_FUNCTIONS) unsigned char function_called[MOST_FUNCTIONS];"]
    lines += [jump_of(number, name, model) for number, (name, model) in enumerate(models.items())]
    lines += ["const Jump functions[] = {", *(f'    {{&{name}__ptr, {model}, "", {model}, true}},' for name, model in models.items()), "    {0}};"]
    for number, jumps in enumerate(variants.values()):
        lines += [f"void {theirs}(void);" for _, _, theirs in jumps]
        rows = [f'{{&{name}__ptr, {models[name]}, "{file}", {theirs}, {str(theirs in same).lower()}}},' for name, file, theirs in jumps]
        lines.append(f"static const Jump jumps{number}[] = {{{' '.join(rows)} {{0}}}};")
    lines.append("const Variant variants[] = {")
    lines += [f'    {{"{name}", jumps{number}}},' for number, name in enumerate(variants)] + ["    {NULL, NULL}};"]
    return "\n".join(lines) + "\n"


def unchanged(text: str, model: str) -> set[str]:
    """Names that are the model answer's, word for word, and use none that is not."""
    def by_name(text: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for item in answers.items_of(INCLUDE.sub("", text)):
            for name in item.names or {""}:  # what has no name may be about anything
                found.setdefault(name, []).append(item.text.strip())
        return found

    ours, theirs = by_name(model), by_name(text)
    if ours.get("") != theirs.get(""):
        return set()
    same = {name for name, said in theirs.items() if ours.get(name) == said}
    other = (theirs.keys() | ours.keys()) - same
    while more := {name for item in answers.items_of(text) if item.words & other for name in item.names & same}:
        same -= more
        other |= more
    return same


# ---- the program ---------------------------------------------------------------------------------


@dataclass
class Ran:
    status: int
    text: str


@dataclass
class Program:
    module: str
    place: Path
    program: Path
    own: dict[str, Path] = field(default_factory=dict)  # id -> a program of its own
    left_out: dict[str, str] = field(default_factory=dict)
    compile: list[str] = field(default_factory=list)  # how a variant of a file is compiled
    learned: dict[tuple[str, ...], Path] = field(default_factory=dict)  # by the seed: what each test calls

    def folder(self, name: str) -> Path:
        """Where a variant's files lie."""
        return self.place / name / self.module

    def calls(self, arguments: list[str]) -> Path:
        """What the model answers' tests call, on the inputs that these arguments ask for (tests/harness/variants/calls.c)."""
        at = arguments.index("--seed") if "--seed" in arguments else len(arguments)
        seed = tuple(arguments[at:at + 2])
        if seed not in self.learned:
            path = self.place / f"calls{''.join(seed[1:])}"
            subprocess.run([str(self.program), "--learn", str(path), "--folder", f"build/model/{self.module}", "--number", "0", "--all", *seed],
                           stdin=subprocess.DEVNULL, capture_output=True, env={**os.environ, **QUIET})
            self.learned[seed] = path
        return self.learned[seed]

    def command(self, name: str, arguments: list[str]) -> list[str]:
        """{place} in an argument is the variant's: {place}/results."""
        folder = self.folder(name)
        make_of = f"{shlex.join(MAKE)} --no-print-directory -s CONFIG={CONFIG} ENGINE= FOLDER={folder} COLOUR="
        program = [str(self.own[name])] if name in self.own else [str(self.program), "--variant", name, "--calls", str(self.calls(arguments))]
        return [*program, "--folder", str(folder), "--make", make_of, *(a.replace("{place}", str(folder.parent)) for a in arguments)]

    def results(self, names, arguments: list[str], jobs: int = JOBS) -> dict[str, Ran]:
        def one(name: str) -> Ran:
            ran = subprocess.run(self.command(name, arguments), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 env={**os.environ, **QUIET})
            return Ran(ran.returncode, SUFFIX.sub("", ran.stdout.decode(errors="replace")))

        names = [name for name in names if name not in self.left_out]
        self.calls(arguments)
        with ThreadPoolExecutor(jobs) as pool:
            return dict(zip(names, pool.map(one, names)))

    # noqa: B006
    def run(self, names, arguments: list[str] = [], jobs: int = JOBS) -> dict[str, str]:
        return {name: ran.text for name, ran in self.results(names, arguments, jobs).items()}


def lay_out(whole: Program, variants: dict[str, dict[str, str]]) -> None:
    """Every variant's files, with right answers to the questions if it has none of its own."""
    typed = Path("tests/course", whole.module, "answers.txt")
    for name, files in variants.items():
        folder = whole.folder(name)
        folder.mkdir(parents=True)
        if typed.exists():
            shutil.copy(typed, folder)
        for file, text in files.items():
            (folder / file).write_bytes(text.encode())


def looked_at(nm: str, unasked: set[str]):
    """What calls.sh says of a text, but of the variants that are unasked."""
    def look(source: Path, made: Path, texts: list[Text]) -> dict[int, str]:
        ran = subprocess.run(["sh", "tools/course/calls.sh", str(source), str(made)], capture_output=True, text=True, env={**os.environ, "NM": nm})
        names = re.findall(r"error: it calls (\w+)", ran.stderr)
        return {t.number: ran.stderr.split("\n")[0] for t in texts
                if Path(t.path).parts[-3] not in unasked and any(re.search(rf"\b{name}\b", t.text) for name in names)}
    return look


def programs_of_their_own(whole: Program, names: list[str], jobs: int) -> None:
    def one(name: str) -> tuple[str, Path, str]:
        program = whole.place / name / "program"
        built = make(whole.folder(name), "course-program", f"PROGRAM={program}")
        return name, program, "" if built.returncode == 0 else built.stderr.strip()

    with ThreadPoolExecutor(jobs) as pool:
        for name, program, wrong in pool.map(one, names):
            if wrong:
                whole.left_out[name] = wrong
            else:
                whole.own[name] = program


def needs_its_own(files: dict[str, str], known) -> bool:
    """Has it a file that is none of these, or code that no other variant may meet?"""
    return any(file not in known and file.endswith(".c") or OF_ITS_OWN.search(text) for file, text in files.items())


def build(module: str, variants: dict[str, dict[str, str]], place: Path | None = None, jobs: int = JOBS, extra: tuple[str, ...] = (),
          shop: Workshop | None = None, unasked: set[str] = frozenset()) -> Program:
    """extra: more of the compiler's flags for the variants. shop: another one than make 12 has. unasked: these may call anything."""
    shop = shop or workshop_of(module)
    place = place or Path("build/variants", module)
    shutil.rmtree(place, ignore_errors=True)
    whole = Program(module, place, place / "program", compile=shop.compile)
    lay_out(whole, variants)
    model = {f.name: answers.answer_to(f.read_text(), Path.cwd()) for f in sorted(Path("modules", module).glob("*.c")) if f.name != "measure.c"}
    asked = {file: tuple(sorted(answers.asked(Path("modules", module, file).read_text()))) for file in model}
    alone = [name for name, files in variants.items() if needs_its_own(files, model)]

    texts = [Text(number, f"build/model/{module}/{file}", text, asked[file]) for number, (file, text) in enumerate(model.items())]
    numbers: dict[tuple[str, str], int] = {}
    for name, files in variants.items():
        for file, text in files.items() if name not in alone else []:
            if file in model:
                numbers[name, file] = len(texts)
                texts.append(Text(len(texts), str(whole.folder(name) / file), text, asked[file]))
    compiler = Compiler([*shop.compile, *extra], place / "units", shop.tools, looked_at(shop.tools["nm"], unasked))
    made = compiler.compile(texts, jobs)
    for number, file in enumerate(model):
        if missing := made.wrong.get(number) or ", ".join(set(asked[file]) - set(made.functions[number])):
            raise Refused(f"the model answer of {file} is not whole: {missing}")
    models = {name: made.functions[number][name] for number, file in enumerate(model) for name in asked[file]}

    jumps: dict[str, list[tuple[str, str, str]]] = {name: [] for name in variants if name not in alone}
    same: set[str] = set()
    for (name, file), number in numbers.items():
        missing = set(asked[file]) - set(made.functions[number])
        if number in made.wrong or missing:
            whole.left_out.setdefault(name, made.wrong.get(number) or f"{file} does not define {', '.join(sorted(missing))}")
            continue
        jumps[name] += [(function, file, made.functions[number][function]) for function in asked[file]]
        same |= {made.functions[number][function] for function in unchanged(variants[name][file], model[file]) & set(asked[file])}
    link(whole, shop, made.objects, table(models, {name: j for name, j in jumps.items() if name not in whole.left_out}, same))
    programs_of_their_own(whole, alone, jobs)
    return whole


def link(whole: Program, shop: Workshop, objects: list[Path], text: str) -> None:
    source = whole.place / "table.c"
    source.write_text(text)
    made = source.with_suffix(".o")
    flags = [word for word in shop.compile if not word.startswith(("-W", "-g"))]
    commands = ([*flags, "-w", "-I.", str(source), "-o", str(made)],
                [*shop.link, *(f"-Wl,--wrap={name}" for name in shop.wrapped), "-o", str(whole.program), str(made), *map(str, objects),
                 *shop.objects, *shop.libraries])
    for command in commands:
        ran = subprocess.run(command, capture_output=True, text=True)
        if ran.returncode != 0:
            raise Refused(f"{whole.module}: the program of many variants cannot be built: {ran.stderr}")
