"""texts.py - does what an edition's pages name exist in it: targets of make, and files?

Pages of the whole project, which speak to instructors and authors, too, say so (ELSEWHERE) and are
not looked at.
Invariant: a name counts only where it is marked as code.
"""
from __future__ import annotations

import re

ELSEWHERE = "A student edition has less than this page speaks of"
CODE = re.compile(r"`([^`\n]+)`|^    (.+)$", re.M)
FILE = re.compile(r"(?<![\w/.*<-])((?:[\w-]+/)+[\w-]+\.(?:c|h|py|sh|mk|txt|md|mjs|js|toml))\b")
TARGET = re.compile(r"^(?:\$ )?make ([a-z0-9][a-z0-9_-]*)")
OBJECT = "as an object"  # said of a file of the engine that is a model answer
BUILT = ("build/", ".kindling/", "web/")  # comes into being, or is there if the instructor says so


def targets_of(edition: dict[str, bytes]) -> list[re.Pattern[str]]:
    """Left sides of rules; a number is any module's. What an edition refuses (OTHERS_TEST) is not
    there."""
    found: set[str] = set()
    refused: set[str] = set()
    for name, data in edition.items():
        if name == "Makefile" or name.endswith(".mk"):
            text = data.decode()
            found |= {word for line in re.findall(r"^([a-z0-9][\w %-]*):(?!=)", text, re.M) for word in line.split()}
            refused |= {word for line in re.findall(r"^OTHERS_TEST := \$\(if \$\(EDITION\),([\w -]*)\)", text, re.M) for word in line.split()}
    return [re.compile(r"[0-9]{1,2}"), *(re.compile(t.replace("%", "[^ ]+")) for t in sorted(found - refused))]


def missing(edition: dict[str, bytes]) -> list[str]:
    """A sentence for every name on a page that leads nowhere."""
    targets, wrong = targets_of(edition), []
    folders = {name.rsplit("/", depth)[0] for name in edition for depth in range(1, name.count("/") + 1)}
    for page in sorted(name for name in edition if name.endswith(".md") and not name.startswith("web/")):
        text = edition[page].decode()
        if ELSEWHERE in text:
            continue
        paragraphs = "\n\n".join(p for p in text.split("\n\n") if OBJECT not in p)
        for code in ("".join(found) for found in CODE.findall(paragraphs)):
            target = TARGET.match(code)
            if target and not any(t.fullmatch(target[1]) for t in targets):
                wrong.append(f"{page} names make {target[1]}, which an edition has not")
            wrong += [f"{page} names {file}, which an edition has not" for file in FILE.findall(code)
                      if not file.startswith(BUILT) and not any(f"{place}{file}" in edition for place in ("", page.rpartition("/")[0] + "/"))
                      and file.rpartition("/")[0] in folders]
    return wrong
