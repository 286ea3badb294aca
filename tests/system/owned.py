#!/usr/bin/env python3
"""owned.py - who frees what a public function gives, and whether a constructor that fails gives
back what it has taken.

Two rules, found out from the sources alone:
1. A prototype that returns what some _free or _close takes (a Module, or a struct that begins with one: module_free) says
   "Owned: free it by that function" in the comment above it or above the prototypes in whose midst it stands.
2. A public function that takes something owned, and then calls anything that may fail, says UNDO_ON_FAIL; those that stand
   aside have their reason.

    python3 tests/system/owned.py        prints what breaks a rule; status 1 where anything does
"""
import glob
import re
import sys

ROOMS = ("tensor", "autograd", "nn", "attention")
# What may be called behind something owned and never fails: it frees, looks, or copies.
CALM = re.compile(r"(sizeof|if|for|while|return|switch|mem\w+|str\w+|\w*printf|free|fclose|assert|utf8_encode|base64_encode|"
                  r"is_special|bpe_length|\w+_numel|tensor_shape_text|strides_row_major|kv_cache_bytes|owned_undo|open_counter|"
                  r"kindling_set_error|\w+_(free|close))$")
ASIDE = {"optimizer_add_state": "what it takes is the optimizer's at once, and ends with it",
         "trainer_run": "gradients are made while it runs, and are not to end with it"}
PROTOTYPE = re.compile(r"^([A-Za-z]\w*) \*(\w+)\(([^;{]*?)\);[^\n]*", re.M | re.S)


def public_headers():
    for path in sorted(glob.glob("*/*.h") + glob.glob("*/*/*.h")):
        text = open(path, encoding="utf-8").read()
        if path.split("/")[0] in ROOMS and "visibility push" in text:
            yield path, text


def frees_of(headers):
    """Type -> the function that ends it."""
    every = "\n".join(text for _, text in headers)
    frees = {m[2]: m[1] for m in
             re.finditer(r"^(?:void|int) (\w+_(?:free|close))\((?:OR_NULL )?(\w+) \*\w+[,)]", every, re.M)}
    for m in re.finditer(r"\{\s*Module module;[^}]*\} (\w+);|struct (\w+) \{\s*Module module;", every):
        frees[m[1] or m[2]] = "module_free"
    frees["char"] = frees["unsigned char"] = "owned_free"
    for scoped in ("Tensor", "IntTensor", "Scope", "void"):  # of a scope, unless it says otherwise
        frees.pop(scoped, None)
    return frees


def comment_of(text, start):
    """The comment above the prototypes that stand together around here."""
    lines = text[:start].split("\n")[:-1]
    at = len(lines)
    while at > 0 and lines[at - 1].strip() and not re.match(r"#|\}|/\* ----", lines[at - 1]):
        at -= 1
        if lines[at].startswith("/*"):
            break
    return "\n".join(lines[at:])


def owners(headers, frees):
    """Names of functions that give something owned, and what breaks rule 1."""
    names, wrong = {"owned_alloc"}, []
    for path, text in headers:
        for m in PROTOTYPE.finditer(text):
            if m[1] not in frees:
                continue
            names.add(m[2])
            said = re.search(r"Owned:\s+(?:\* )?free\s+(?:\* )?it\s+(?:\* )?by\s+(?:\* )?(\w+)", comment_of(text, m.start()) + m[0])
            if said is None:
                wrong.append(f'{path}: {m[2]} gives a {m[1]} *, and does not say "Owned: free it by {frees[m[1]]}"')
            elif said[1] != frees[m[1]]:
                wrong.append(f"{path}: {m[2]} says that {said[1]} frees its {m[1]} *, which {frees[m[1]]} takes")
    return names, wrong


def functions():
    """Path, name and body of each function that others can call."""
    for room in ROOMS:
        for path in sorted(glob.glob(f"{room}/**/*.c", recursive=True)):
            text = open(path, encoding="utf-8").read()
            for m in re.finditer(r"^(?!static)[A-Za-z][\w ]*[ *](\w+)\(([^;{}]*?)\)\n\{\n(.*?)^\}", text, re.M | re.S):
                body = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\])*"', "", m[3], flags=re.S)
                yield path, m[1], body


def leaks(names, public):
    """Rule 2: behind the first call that gives something owned, what else is called?"""
    for path, name, body in functions():
        if name not in public or name in ASIDE:
            continue
        first = re.search(r"\b(%s)\(" % "|".join(names - {name}), body)
        if first is None or re.search(r"UNDO_ON_FAIL|owned_undo\(", body) or re.fullmatch(r"owned_\w+", name):
            continue
        behind = body[first.end():]
        if re.search(r"return [^;]*$", body[:first.start()]) is None:
            behind = behind[behind.find(";"):]  # its own arguments come before it
            later = [c for c in re.findall(r"\b([a-z]\w*)\(", behind) if not CALM.match(c)]
            if later:
                yield f"{path}: {name} takes what {first[1]} gives, calls {later[0]}, and does not say UNDO_ON_FAIL"


def main():
    headers = list(public_headers())
    names, wrong = owners(headers, frees_of(headers))
    public = set(re.findall(r"^[A-Za-z][\w ]*[ *](\w+)\(", "\n".join(text for _, text in headers), re.M))
    wrong += leaks(names, public)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
