"""page.py - HTML and SVG out of a function per element: text is escaped unless it is Markup
already, and cleaned of what terminals obey: sources are bytes of strangers.

A page is one file: its style and its script stand inside, allowed by their hashes, and nothing else
may run or load (Content-Security-Policy). So even a mistake in escaping runs no script and asks no
network.
"""
from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from html import escape
from pathlib import Path

from kindling_grading.reports.text import clean

HERE = Path(__file__).resolve().parent
VOID = {"meta", "link", "br"}


class Markup(str):
    """HTML that element() has made."""


def element(name: str, /, *inside: object, **attributes: object) -> Markup:
    """element("td", 7, class_="n", data_sort=7); None and False leave an attribute or a child
    out."""
    head = name
    for key, value in attributes.items():
        if value is not None and value is not False:
            key = key.rstrip("_").replace("_", "-")
            head += f' {key}="{escape(clean(str(value)))}"' if value is not True else f" {key}"
    if name in VOID:
        return Markup(f"<{head}>")
    return Markup(f"<{head}>{join(inside)}</{name}>")


def join(parts: Iterable[object]) -> Markup:
    """Parts one after the other; lists are flattened."""
    out: list[str] = []
    for part in parts:
        if isinstance(part, Markup):
            out.append(part)
        elif isinstance(part, (list, tuple)):
            out.append(join(part))
        elif part is not None and part is not False:
            out.append(escape(clean(str(part))))
    return Markup("".join(out))


def fingerprint(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def document(title: str, body: list[Markup | None], script: str | None = None) -> str:
    style = (HERE / "style.css").read_text(encoding="utf-8")
    code = (HERE / script).read_text(encoding="utf-8") if script else ""
    allowed = (f"default-src 'none'; style-src {fingerprint(style)}; base-uri 'none'; form-action 'none'; "
               f"script-src {fingerprint(code) if code else chr(39) + 'none' + chr(39)}")
    head = element(
        "head", element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=allowed),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title), Markup(f"<style>{style}</style>"))
    body_ = element("body", element("main", body), Markup(f"<script>{code}</script>") if code else None)
    return f"<!DOCTYPE html>\n{element('html', head, body_, lang='en')}\n"
