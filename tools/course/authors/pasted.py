"""pasted.py - many texts of one file, compiled at once.

Each text becomes a part of one unit: what it defines at file scope gets a suffix of its own,
mask_causal__v17, and #line says where it stands. Compiling the headers once instead of a hundred
times is all that is gained, so a text that does not get through in company is compiled by itself,
as a program of its own would have it: what the compiler says then is what it says of the text.
"""
from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.dont_write_bytecode = True
import answers  # beside this file

KEYWORDS = set("if for while do else return switch case break continue sizeof static const struct enum union typedef extern inline void int "
               "long short double float char unsigned signed bool volatile restrict".split())
BLANK = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
INCLUDE = re.compile(r"^[ \t]*#[ \t]*include[^\n]*", re.M)
NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")  # but a member
TOGETHER = 150_000  # bytes of a unit, about


@dataclass
class Text:
    """A variant of a file; path is what places in it are called by."""
    number: int
    path: str
    text: str
    asked: tuple[str, ...] = ()  # functions that a header declares
    flags: tuple[str, ...] = ()

    @property
    def suffix(self) -> str:
        return f"__v{self.number}"


@dataclass
class Compiled:
    objects: list[Path] = field(default_factory=list)
    # of a text: name -> name in the object
    functions: dict[int, dict[str, str]] = field(default_factory=dict)
    wrong: dict[int, str] = field(default_factory=dict)  # what the compiler says first


def blanked(text: str) -> str:
    """Comments, strings and characters as spaces: places stay."""
    return BLANK.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def defined(text: str) -> set[str]:
    """Names at file scope, but those of macros."""
    names: set[str] = set()
    for item in answers.items_of(text):
        code = item.code
        if item.is_function:
            names.add(item.name)
        elif code.lstrip().startswith("#"):
            continue
        elif "(" in item.head.split("=")[0]:  # a pointer to functions; a prototype defines nothing
            names |= set(re.findall(r"\(\s*\*\s*([A-Za-z_]\w*)", item.head)[:1])
        else:
            names |= set(re.findall(r"[{,]\s*([A-Za-z_]\w*)", code)) if re.search(r"\benum\b", item.head) else set()
            names |= set(re.findall(r"\b(?:struct|union|enum)\s+([A-Za-z_]\w*)\s*\{", code))
            names |= set(re.findall(r"\}\s*([A-Za-z_]\w*)", code)) if re.search(r"\benum\b", item.head) else item.names
    return names - KEYWORDS


def pasted(text: Text) -> str:
    """The text as a part of a unit, without its includes."""
    body = INCLUDE.sub("", text.text)
    macros = set(re.findall(r"^[ \t]*#[ \t]*define\s+(\w+)", body, re.M))
    names, at, parts = defined(text.text) - macros, 0, []
    for word in NAME.finditer(blanked(body)):
        if word[0] in names:
            parts += [body[at:word.end()], text.suffix]
            at = word.end()
    declared = [f"__typeof__({name}) {name}{text.suffix};" for name in text.asked if name in names]
    return "\n".join([*declared, f'#line 1 "{text.path}"', "".join(parts) + body[at:], *(f"#undef {name}" for name in sorted(macros)), ""])


def alone(text: Text) -> bool:
    """What the preprocessor is asked for beside includes and macros would not end with the text; a pragma of OpenMP is about the
    loop behind it."""
    return re.search(r"^[ \t]*#[ \t]*(?!include|define|pragma[ \t]+omp[ \t]+(?:simd|parallel)\b)", blanked(text.text), re.M) is not None


def units(texts: list[Text]) -> list[list[Text]]:
    """In company are variants of a file that include the same."""
    found: dict[tuple, list[list[Text]]] = {}
    for text in texts:
        same = found.setdefault((Path(text.path).name, tuple(INCLUDE.findall(text.text)), text.flags), [[]])
        if sum(len(t.text) for t in same[-1]) > TOGETHER:
            same.append([])
        same[-1].append(text)
    return [unit for same in found.values() for unit in same]


# ---- the compiler --------------------------------------------------------------------------------


def first_errors(said: str, texts: list[Text]) -> dict[int, str]:
    """Of each text the first error; one that stands in a macro's header is told with the place
    behind it."""
    paths = {text.path: text.number for text in texts}
    found: dict[int, str] = {}
    pending = ""
    for line in said.split("\n"):
        place = re.match(r"(?:In file included from |\s+from )?(.+?):\d+", line)
        number = paths.get(place[1]) if place else None
        if re.search(r": (?:fatal )?error: ", line):
            if number is None:
                pending = line
            else:
                found.setdefault(number, line)
        elif pending and number is not None:
            found.setdefault(number, pending)
            pending = ""
    return found


def symbols(tool: str, made: Path) -> list[str]:
    """Functions that an object defines for everybody."""
    said = subprocess.run([tool, "--defined-only", str(made)], capture_output=True, text=True, check=True).stdout
    return [line.split()[2] for line in said.split("\n") if len(line.split()) == 3 and line.split()[1] in "TW"]


class Compiler:
    def __init__(self, command: list[str], folder: Path, tools: dict[str, str], looked_at=None):
        """looked_at(unit.c, unit.o, texts): what is wrong with which of them, though the compiler
        takes it."""
        self.command, self.folder, self.tools = command, folder, tools
        self.looked_at = looked_at or (lambda source, made, texts: {})

    def run(self, text: str, source: Path, made: Path, flags: tuple[str, ...]) -> tuple[bool, str]:
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text)
        ran = subprocess.run([*self.command, *flags, "-fmax-errors=0" if "clang" not in self.command[0] else "-ferror-limit=0",
                              str(source), "-o", str(made)], capture_output=True, text=True, errors="replace")
        return ran.returncode == 0, ran.stderr

    def by_itself(self, text: Text) -> tuple[Path | None, dict[str, str], str]:
        """Exactly as it is: its object with its functions renamed, and their names; or what is
        wrong."""
        place = self.folder / f"alone{text.number}"
        source = place / Path(text.path).parent.name / Path(text.path).name
        made = place / "made.o"
        worked, said = self.run(f'#line 1 "{text.path}"\n{text.text}', source, made, text.flags)
        wrong = "" if worked else first_errors(said, [text]).get(text.number, said.strip())
        wrong = wrong or self.looked_at(source, made, [text]).get(text.number, "")
        if wrong:
            return None, {}, wrong
        functions = {name: name + text.suffix for name in symbols(self.tools["nm"], made)}
        renamed = [word for name, new in functions.items() for word in ("--redefine-sym", f"{name}={new}")]
        subprocess.run([self.tools["objcopy"], *renamed, str(made)], check=True)
        return made, functions, ""

    def unit(self, number: int, texts: list[Text]) -> Compiled:
        done, rest = Compiled(), [t for t in texts if alone(t)]
        texts = [t for t in texts if not alone(t)]
        for attempt in range(4):
            if len(texts) < 2:
                break
            name = Path(texts[0].path)
            source = self.folder / f"unit{number}.{attempt}" / name.parent.name / name.name
            made = source.with_suffix(".o")
            whole = "\n".join([*INCLUDE.findall(texts[0].text), *(pasted(t) for t in texts)])
            worked, said = self.run(whole, source, made, texts[0].flags)
            bad = set(self.looked_at(source, made, texts)) if worked else set(first_errors(said, texts)) or {t.number for t in texts}
            rest += [t for t in texts if t.number in bad]
            texts = [t for t in texts if t.number not in bad]
            if not bad:
                done.objects.append(made)
                by_suffix = {t.suffix: done.functions.setdefault(t.number, {}) for t in texts}
                for symbol in symbols(self.tools["nm"], made):
                    if (cut := re.fullmatch(r"(.+)(__v\d+)", symbol)) and cut[2] in by_suffix:
                        by_suffix[cut[2]][cut[1]] = symbol
                texts = []
        for text in rest + texts:
            made, done.functions[text.number], wrong = self.by_itself(text)
            if wrong:
                done.wrong[text.number] = wrong
            else:
                done.objects.append(made)
        return done

    def compile(self, texts: list[Text], jobs: int) -> Compiled:
        whole = Compiled()
        with ThreadPoolExecutor(jobs) as pool:
            for one in pool.map(lambda u: self.unit(*u), enumerate(units(texts))):
                whole.objects += one.objects
                whole.functions |= one.functions
                whole.wrong |= one.wrong
        return whole
