"""generate.py - writes what Python calls: one guarded function for each public one, and a
description of them all.

usage: generate.py OUT.c

    int guarded_tensor_add(const char *file, int line, Scope **owner, Tensor **result, Tensor *a, Tensor *b);

A mistake leaves by longjmp to that function and no further (guard.c), so it passes no frame of
Python. The description is JSON in an array of bytes: prototypes, structs and the words of the
headers. Sizes and offsets are the compiler's. Functions that want a function, a FILE or any number
of arguments are left out, and those that fill arrays with tensors.
"""
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "site"))
import declarations

MORE = ["tools/lib/training/vocabulary.h", "tools/lib/speak/language_model.h", "tools/lib/draw/explore.h",
        "tools/python/guard.h"]
# What Python must not touch: the stack of scopes and the way out of a mistake are guard.c's.
LEFT_OUT = re.compile(r"(scope|owned|kindling_fail|observer|closure_record|grad_buffer|walk)_|kindling_(on_fail|set_call_site|"
                      r"release_thread|set_error)|backward_order|region_|tensor_(new_in|recycle|spare_grad|free)$")
# Settings of the thread, which a scope would put back; and the last error, which every other call
# clears.
PLAIN = {"grad_mode", "python_region", "kindling_error"}


def public(header):
    """Its entries between visibility push and pop; all of a header of the tools."""
    text = (declarations.TREE / header).read_text()
    on, lines = header.startswith("tools/"), []
    for line in text.split("\n"):
        on = (on or "visibility push" in line) and "visibility pop" not in line
        lines.append(on)
    return [e for e in declarations.read(header, text) if lines[e.line - 1]]


def split_commas(text):
    parts, depth = [""], 0
    for c in text:
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += c
    return [p.strip() for p in parts]


def parameter(text):
    """const long *shape -> its type "const long *", its name, may it be NULL? An array is a
    pointer."""
    null = "OR_NULL" in text
    text = re.sub(r"\bOR_NULL\b\s*", "", text)
    m = re.fullmatch(r"(.*?)(\w+)(\[\w*\])?", text, re.S)
    kind = " ".join((m[1] + (" *" if m[3] else "")).split()).replace("* ", "*")
    return {"type": kind, "name": m[2], "null": null}


def function(entry):
    """None for what cannot be called from outside."""
    plain = entry.text.rstrip(";")
    m = re.fullmatch(r"(?:static )?(?:inline )?(.*?)(\w+)\((.*)\)", plain, re.S)
    if m is None or LEFT_OUT.match(m[2]) or "(*" in m[3] or "FILE" in m[3] or "..." in m[3] or "RowFunction" in m[3]:
        return None
    given = [] if m[3] == "void" else split_commas(m[3])
    if "**" in m[1] or any(re.match(r"(Int)?Tensor \*(\*|\w+\[)", p) for p in given):
        return None  # arrays of new tensors, which nobody would own
    return {"name": m[2], "result": m[1].strip(), "parameters": [parameter(p) for p in given],
            "text": entry.text, "words": "\n".join(w for w in (entry.above, entry.behind) if w).strip()}


def members(body):
    """(type, name, how many) of each member; what is no plain one ends the list of those that can
    be read."""
    for line in re.sub(r"/\*.*?\*/", " ", body, flags=re.S).split(";"):
        line = " ".join(line.split())
        if not line:
            continue
        if "(" in line or "{" in line:
            m = re.search(r"\(\*(\w+)\)", line)
            if m:
                yield "void *", m[1], 0
            continue
        base = re.match(r"(?:const )?(?:unsigned(?: (?:char|int|long)\b)?|(?:struct |enum )?\w+)(?: const)?", line)[0]
        for part in split_commas(line[len(base):]):
            m = re.fullmatch(r"([*\s]*(?:const)?[*\s]*)(\w+)(?:\[(\w+)\])?", part)
            yield f"{base} {m[1].replace(' ', '')}".replace("*const", "*").strip(), m[2], m[3] or 0


def structs(entries):
    """Name -> members, of all structs that are not opaque; enums by name -> their constants."""
    found, enums = {}, {}
    for e in entries:
        plain = re.sub(r"/\*.*?\*/", " ", e.text, flags=re.S)
        plain = re.sub(r"struct \{[^{}]*\} \w+(\[\w+\])?;|\bstruct \{[^{}]*\}[^;]*;", "", plain) if plain.count("{") > 1 else plain
        body = re.search(r"\{(.*)\}", plain, re.S)
        if not e.is_type or body is None:
            continue
        if re.match(r"(typedef )?enum", plain):
            enums[e.name] = [c.split("=")[0].strip() for c in split_commas(body[1]) if c.strip()]
        else:
            found[e.name] = list(members(body[1]))
    return found, enums


def joined(kind, name):
    return kind + ("" if kind.endswith("*") else " ") + name


def guarded(f, of_engine):
    """C: the guarded twin of f. A function of the engine is called as a program would, which looks
    for NULLs."""
    parameters = "".join(", " + joined(p["type"], p["name"]) for p in f["parameters"])
    names = [p["name"] for p in f["parameters"]]
    void = f["result"] == "void"
    call = f"{f['name']}({', '.join(names)})"
    if of_engine:
        call = f"kindling_at_{f['name']}({', '.join(['file_', 'line_', *names])})"
    return (f"GUARDED int guarded_{f['name']}(const char *file_, int line_, Scope **owner_, "
            f"{'void *' if void else joined(f['result'], '*')}result_{parameters});\n"
            f"int guarded_{f['name']}(const char *file_, int line_, Scope **owner_, "
            f"{'void *' if void else joined(f['result'], '*')}result_{parameters})\n{{\n"
            f"    (void)file_, (void)line_, (void)result_;\n"
            f"    BODY({'false' if f['name'] in PLAIN else 'true'}, {'' if void else '*result_ = '}{call});\n}}\n")


def many(name, member):
    """C: how many the array has; 0 where it is none. The compiler knows what its constants are."""
    of = f"(({name} *)0)->{member[1]}"
    return f"(long)(sizeof({of}) / sizeof({of}[0]))" if member[2] else "0"


def as_bytes(text):
    data = text.encode() + b"\0"
    return "\n".join("    " + ", ".join(str(b if b < 128 else b - 256) for b in data[i:i + 24]) + "," for i in range(0, len(data), 24))


def main(out):
    entries = [e for h in declarations.HEADERS if not h.startswith("tools/") for e in public(h)]
    engine = {e.name for e in entries}
    for header in MORE:
        entries += public(header)
    functions = [f for e in entries if not e.is_type and not e.text.startswith(("#", "extern"))
                 for f in [function(e)] if f is not None]
    found, enums = structs(entries)
    c = ['/* Written by tools/python/generate.py: change that. */', '#include "guarded.h"']
    for f in functions:
        c.append(guarded(f, f["name"] in engine))
    c.append("GUARDED const long guarded_layout[] = {")
    for name, fields in found.items():
        c += [f"    sizeof({name}),", *(f"    offsetof({name}, {m[1]}), {many(name, m)}," for m in fields)]
    c += ["};", "GUARDED const long guarded_constants[] = {"]
    c += [f"    {constant}," for constants in enums.values() for constant in constants] + ["};"]
    description = json.dumps({"functions": functions, "structs": found, "enums": enums})
    c.append(f"GUARDED const char guarded_description[] = {{\n{as_bytes(description)}\n}};")
    pathlib.Path(out).write_text("\n".join(c) + "\n")


if __name__ == "__main__":
    main(sys.argv[1])
