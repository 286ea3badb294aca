"""session.py - cells of C that share what they declare, each compiled on its own.

A cell becomes a shared object. What it defines at file scope gets a symbol of its own, x__c7, by an
asm label; later cells see it through a declaration made from the definition. A second definition
of x gets x__c9 and wins for all cells after it. Bare statements are wrapped in CELL { ... }.
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


def split_commas(text):
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
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
    function = re.search(r"\(\s*\*\s*(?:const\s+)?([A-Za-z_]\w*)", declared)
    if function:
        return function.group(1)
    words = re.findall(r"[A-Za-z_]\w*", re.split(r"[\[(]", declared, maxsplit=1)[0])
    return words[-1] if words else ""


def enumerators(body):
    return [re.match(r"\s*(\w*)", part).group(1) for part in split_commas(body[body.index("{") + 1:-1])]


def without_static(text):
    return re.sub(r"\b(static|inline|_Noreturn)\s+", "", text)


class Session:
    def __init__(self, folder, cc, flags):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.command = shlex.split(f"{cc} {flags}")
        self.number = 0
        self.known = {}  # name or text -> declaration, in order

    def translate(self, code):
        """C for this cell, and what later cells will know once it has run."""
        number, known, gone, out, wrapped = self.number, dict(self.known), set(), [], False

        def know(key, text):
            for old in [k for k in known if k == key or k.startswith("enum ") and key.startswith("enum ")
                        and set(k.split()[1:]) & set(key.split()[1:])]:
                known.pop(old)
                gone.add(old)
            known[key] = text

        for line, item in items(code):
            plain = bare(item)
            if plain in ("", ";"):  # a comment
                continue
            is_cell = re.match(r"CELL(_FAILS)?\b", plain)
            is_statement = not is_cell and not plain.startswith("#") and STATEMENT.match(plain)
            if wrapped and not is_statement:
                out.append("}")
            if is_statement and not wrapped:
                out.append("CELL {")
            wrapped = bool(is_statement)
            before = ""
            if plain.startswith("#"):
                know(item, item)
            elif not is_cell and not is_statement:
                before, item = self.declare(plain, item, number, know)
            out.append(f'{before}\n#line {line} "cell {number}"\n{item}')
        if wrapped:
            out.append("}")
        seen = "\n".join(t for k, t in self.known.items() if k not in gone)
        return f'#include "notebook.h"\n{seen}\n' + "\n".join(out) + "\n", known

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
        base = first[:re.search(rf"[*(]|\b{name_of(first)}\b", first).start()]
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
        """(shared object or None, messages, what is known if it runs)."""
        self.number += 1
        text, known = self.translate(code)
        source = self.folder / f"cell{self.number}.c"
        source.write_text(text)
        target = source.with_suffix(".so").resolve()
        done = subprocess.run([*self.command, "-Wall", "-Wno-unused", "-fvisibility=default", "-shared", "-o",
                               target, source], capture_output=True, text=True)
        return (target if done.returncode == 0 else None), done.stderr, known
