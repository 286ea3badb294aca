"""thinking.py - the questions "to think about" of a module: those of its lesson, and those that its
starting files ask (THINK).

The pages of teaching/ answer each of them; tests/tools/course/test_teaching.py compares.
"""
from __future__ import annotations

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMENT = re.compile(r"/\*(.*?)\*/", re.S)
ASKED = re.compile(r"^[ *]*THINK +(.+(?:\n(?![ *]*[A-Z]{3,} {2,}|[ *]*$).*)*)", re.M)


def plain(text: str) -> str:
    """In one line."""
    return " ".join(text.split())


def of_lesson(text: str) -> list[str]:
    bullets = re.search(r"^And some to think about:\n\n((?:.+\n)+)", text, re.M)
    inline = re.search(r"^To think about: ((?:.+\n)+)", text, re.M)
    found = re.split(r"^- ", bullets[1], flags=re.M)[1:] if bullets else []
    return [plain(part) for part in found + (re.findall(r"[^?]+\?", inline[1]) if inline else [])]


def of_file(text: str) -> list[str]:
    comments = (found[1] for found in COMMENT.finditer(text))
    return [plain(re.sub(r"^ *\* ?", "", found, flags=re.M)) for comment in comments for found in ASKED.findall(comment)]


def of_module(module: str) -> list[str]:
    folder = ROOT / "modules" / module
    asked = of_lesson((folder / "README.md").read_text())
    return asked + [question for file in sorted(folder.glob("*.c")) for question in of_file(file.read_text())]
