"""session.py - cells of C that share what they declare, each compiled on its own.

A cell becomes a shared object. What it defines at file scope gets a symbol of its own, x__c7, by an
asm label; later cells see it through a declaration made from the definition. A second definition of
x gets x__c9 and wins for all cells after it. Bare statements are wrapped in CELL { ... }, and so is
what a variable begins with where C wants a constant there: Tensor *a = tensor_ones(...);. A last
line without a semicolon, or a name alone, is shown (show.h).
"""
import pathlib
import re
import shlex
import subprocess

STATEMENT = re.compile(r"(for|if|while|do|switch|return|printf|puts)\b|"
                       r"[A-Za-z_]\w*\s*(\(|=[^=]|->|\.|\[|\+\+|--|[-+*/|&^]=)|[{*+(-]")


def items(text):
    """(line, text) of every declaration, statement, function or preprocessor line at file scope."""
    found, start, i, depth, n = [], 0, 0, 0, len(text)

    def finish(end):
        nonlocal start
        piece = text[start:end]
        if piece.strip():
            skipped = len(piece) - len(piece.lstrip())
            found.append((text.count("\n", 0, start + skipped) + 1, piece.strip()))
        start = end

    while i < n:
        c = text[i]
        if text.startswith("//", i):
            i = n if "\n" not in text[i:] else text.index("\n", i)
        elif text.startswith("/*", i):
            i = text.find("*/", i + 2)
            i = n if i < 0 else i + 2
        elif c in "\"'":
            i += 1
            while i < n and text[i] != c:
                i += 2 if text[i] == "\\" else 1
            i += 1
        elif c == "#" and depth == 0 and not text[start:i].strip():
            while i < n and (text[i] != "\n" or text[i - 1] == "\\"):
                i += 1
            finish(i)
        else:
            depth += c in "({["
            depth -= c in ")}]"
            i += 1
            if depth == 0 and (c == ";" or c == "}" and ends_with_block(bare(text[start:i]), text[i:])):
                finish(i)
    finish(n)
    return found


def bare(text):
    """Without comments, and with empty strings."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
    return re.sub(r'"(\\.|[^"\\])*"', '""', text).strip()


def ends_with_block(item, rest):
    head = item.split("{", 1)[0].strip()
    if head in ("CELL", "CELL_FAILS", "", "else"):
        return True
    if head == "do" or re.match(r"\s*else\b", rest):
        return False
    return head.endswith(")") and "=" not in re.sub(r"\(.*\)", "", head, flags=re.S)


def masked(text):
    """As long as text, with blanks for comments and for what stands in quotes."""
    def blank(m):
        quote = m[0][0] if m[0][0] in "\"'" else " "
        return quote + re.sub(r"[^\n]", " ", m[0][1:-1]) + (quote if len(m[0]) > 1 else "")
    return re.sub(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", blank, text, flags=re.S)


def uncommented(text):
    """As long as text, with blanks for comments."""
    found = re.finditer(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'", text, re.S)
    for m in found:
        if m[0][0] == "/":
            text = text[:m.start()] + re.sub(r"[^\n]", " ", m[0]) + text[m.end():]
    return text


def split_commas(text):
    """At commas outside of brackets, quotes and comments."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(masked(text)):
        depth += c in "({["
        depth -= c in ")}]"
        if c == "," and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
    return parts + [text[begin:]]


def declarator(part):
    """A declarator without its initializer; T a[] = {1, 2} keeps its size."""
    left, equals, right = part.partition("=")
    left = left.strip()
    if equals and re.search(r"\[\s*\]", left) and right.strip().startswith("{"):
        inside = right.strip()[1:-1].rstrip().rstrip(",")
        left = re.sub(r"\[\s*\]", f"[{len(split_commas(inside))}]", left, count=1)
    return left


def name_of(declared):
    function = re.match(r"[^(]*\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)", declared)  # not a parameter
    if function:
        return function.group(1)
    words = re.findall(r"[A-Za-z_]\w*", re.split(r"[\[(]", declared, maxsplit=1)[0])
    return words[-1] if words else ""


def enumerators(body):
    return [re.match(r"\s*(\w*)", part).group(1) for part in split_commas(body[body.index("{") + 1:-1])]


def without_static(text):
    """A name of a cell is seen by later ones. What is static inside of a function stays so: it
    outlives the call."""
    depth, kept = 0, []
    for piece in re.split(r"""(//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[{}]|\b(?:static|inline|_Noreturn)\s+)""", text, flags=re.S):
        depth += {"{": 1, "}": -1}.get(piece, 0)
        if depth or not re.fullmatch(r"(static|inline|_Noreturn)\s+", piece):
            kept.append(piece)
    return "".join(kept)


def shown(plain, last, known):
    """Is this a value to look at: a name alone, or an expression that ends the cell without a
    semicolon? x * y is one if x is known, and else declares y."""
    if re.fullmatch(r"[A-Za-z_]\w*\s*;?", plain):
        return True
    first = re.match(r"[A-Za-z_]\w*", plain)
    if last and not plain.endswith((";", "}")) and first and first[0] in known:
        return True
    return last and not plain.endswith((";", "}")) and not plain.startswith("#") and \
        not re.match(r"(for|if|while|do|switch|return|typedef|struct|union|enum|static|extern|const)\b|\w+\s+\**\s*\w+\s*(=|$)", plain)


def started(item):
    """A definition without what its variables begin with, and the statements that give them
    that."""
    parts = split_commas(without_static(uncommented(item).rstrip().rstrip(";")))
    base = base_of(declarator(parts[0]))
    plain, starts = [], []
    for i, part in enumerate(parts):
        at = masked(part).find("=")
        left, equals, right = part[:at], at >= 0, part[at + 1:]
        declared = declarator(part) if equals else part.strip()
        declared = declared if i == 0 else base + " " + declared
        plain.append(declared + ";")
        if equals:
            name = name_of(declared)
            lines = "\n" * left.count("\n")
            starts.append(f"{{ __typeof__({name}) first_ = {lines}{right.strip()}; memcpy(&{name}, &first_, sizeof first_); }}")
    return " ".join(plain), " ".join(starts)


def base_of(first):
    """Tensor *a -> "Tensor "."""
    return first[:re.search(rf"[*(]|\b{name_of(first)}\b", first).start()]


class Hint(Exception):
    """What cannot be C, in words."""


def look(code):
    """Lines that other notebooks know, and this one does not."""
    for i, line in enumerate(code.split("\n"), 1):
        if re.match(r"\s*%\w", line) or re.match(r"\s*%%\w", line):
            raise Hint(f"line {i}, {line.strip()!r}: a % command is Python's. Cells here are C. hint: the line without it"
                       + (", and kindling_seconds() before and after, for times" if "time" in line else ""))
        if re.match(r"\s*!\s*[a-z./]\S*(\s|$)", line) and ";" not in line:
            raise Hint(f"line {i}, {line.strip()!r}: a ! command is Python's. Cells here are C. hint: a terminal, or "
                       f"#include <stdlib.h> and system(\"{line.strip()[1:].strip()}\");")


def not_constant(messages):
    """Lines of the cell in which a variable begins with what only runs. gcc may name the cell in a
    note behind."""
    found = set()
    for one in re.split(r"(?m)^(?=.*\berror: )", messages):
        place = re.search(r"^cell \d+:(\d+):", one, re.M)
        if place and re.search(r"error: initializer element is not (a compile-time )?(constant|computable)", one):
            found.add(int(place[1]))
    return found


FIRST_OF_OURS = 1000000  # CELLs that are made here have lines of their own


class Session:
    def __init__(self, folder, cc, flags):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.command = shlex.split(f"{cc} {flags}")
        self.number = 0
        self.known = {}  # name or text -> declaration, in order

    def translate(self, code, late=()):
        """C for this cell, and what later cells will know once it has run. late: lines of variables
        that begin with what only runs."""
        number, known, gone, out, wrapped = self.number, dict(self.known), set(), [], False
        made = [FIRST_OF_OURS]

        def begin():
            made[0] += 1
            return f"NOTEBOOK_CELL({made[0]}, false) {{"

        def know(key, text):
            for old in [k for k in known if k == key or k.startswith("enum ") and key.startswith("enum ")
                        and set(k.split()[1:]) & set(key.split()[1:])]:
                known.pop(old)
                gone.add(old)
            known[key] = text

        found = [(line, item) for line, item in items(code) if bare(item) not in ("", ";")]
        for i, (line, item) in enumerate(found):
            plain, last = bare(item), i == len(found) - 1
            is_cell = re.match(r"CELL(_FAILS)?\b", plain)
            value = shown(plain, last, known)
            is_statement = not is_cell and not plain.startswith("#") and (value or STATEMENT.match(plain))
            if wrapped and not is_statement:
                out.append("}")
            if is_statement and not wrapped:
                out.append(begin())
            wrapped = bool(is_statement)
            before, behind = "", ""
            if value:
                item = f"SHOW({uncommented(item).rstrip().rstrip(';')});"
            elif plain.startswith("#"):
                know(item, item)
            elif not is_cell and not is_statement:
                runs = "=" in masked(item) and any(line <= n <= line + item.count("\n") for n in late)
                if runs and "*" not in declarator(split_commas(plain)[0]):
                    item = re.sub(r"\bconst\s+", "", item, count=1)  # it is given its value later
                    plain = bare(item)
                before, declared = self.declare(plain, item, number, know)
                if runs:
                    declared, starts = started(item)
                    behind = f'{begin()}\n#line {line} "cell {number}"\n{starts}\n}}'
                item = declared
            out.append(f'{before}\n#line {line} "cell {number}"\n{item}')
            out += [behind] if behind else []
        if wrapped:
            out.append("}")
        seen = "\n".join(t for k, t in self.known.items() if k not in gone)
        return f'#include "notebook.h"\n#include "show.h"\n#include <string.h>\n{seen}\n' + "\n".join(out) + "\n", known

    def declare(self, plain, item, number, know):
        head = plain.split("{", 1)[0].strip()
        if ends_with_block(plain, "") and "{" in plain:  # a function
            name = name_of(head)
            proto = f"{without_static(head)} __asm__(\"{name}__c{number}\");"
            know(name, proto)
            return proto, without_static(item)
        body = plain.rstrip(";")
        if re.match(r"enum\b.*\}$", body, re.S):
            know("enum " + " ".join(enumerators(body)), plain)
            return "", item
        if re.match(r"(typedef|extern)\b|(struct|union)\b[^=]*\}$", body):
            know("type " + name_of(body.rsplit("}", 1)[-1] or head), plain)
            return "", item
        parts = split_commas(body)
        first = declarator(without_static(parts[0]))
        base = base_of(first)
        before = []
        for i, part in enumerate(parts):
            declared = first if i == 0 else base + " " + declarator(part)
            name = name_of(declared)
            text = f"extern {declared} __asm__(\"{name}__c{number}\");"
            if re.search(r"\)$", declared) and not re.search(r"\(\s*\*", declared):
                text = without_static(declared) + ";"  # a prototype
            know(name, text)
            before.append(text)
        return " ".join(before), without_static(item)

    def compile(self, code):
        """(shared object or None, messages, what is known if it runs). Hint: this is no C."""
        look(code)
        self.number += 1
        done, known = self.attempt(code)
        late = not_constant(done.stderr)
        if done.returncode != 0 and late:
            done, known = self.attempt(code, late)
        target = self.folder.resolve() / f"cell{self.number}.so"
        return (target if done.returncode == 0 else None), done.stderr, known

    def attempt(self, code, late=()):
        text, known = self.translate(code, late)
        source = self.folder / f"cell{self.number}.c"
        source.write_text(text)
        command = [*self.command, "-Wall", "-Wno-unused", "-fvisibility=default", "-shared", "-o",
                   source.with_suffix(".so").resolve(), source]
        return subprocess.run(command, capture_output=True, text=True), known
