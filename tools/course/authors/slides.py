"""slides.py - a lesson as slides in one file, for a browser without a network: make slides-12.

usage: slides.py NN FOLDER

A section is a slide. A long one is cut between its paragraphs, a picture gets a slide with the words
after it, and what the lesson folds ("What to see") comes on the next slide: predict first. The
exercises are left out, for they are read at the keyboard. Arrow keys and Page Up / Down turn pages.
"""
from __future__ import annotations

import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
LEFT_OUT = ("What you will build", "The exercises", "Further reading", "Going further")
FULL = 1150  # letters of a slide, where a row of a table counts as much as a line
PICTURE = 700


def kind(block: str) -> str:
    first = block.lstrip("\n")
    return "table" if first.startswith("|") else "picture" if first.startswith("![") else \
        "code" if first.startswith(("    ", "```")) else "list" if re.match(r"([-*]|\d+\.) ", first) else "words"


def weight(block: str) -> int:
    lines = block.count("\n") + 1
    return {"picture": PICTURE, "table": 72 * lines, "code": 52 * lines}.get(kind(block), len(block) + 70)


def pieces(block: str) -> list[str]:
    """A block that is too long for a slide, cut between rows, items or sentences."""
    if weight(block) <= FULL:
        return [block]
    if kind(block) == "table":
        rows = block.split("\n")
        return ["\n".join(rows[:2] + rows[at:at + 9]) for at in range(2, len(rows), 9)]
    if kind(block) == "code":
        rows = block.split("\n")
        return [block] if block.startswith("```") else ["\n".join(rows[at:at + 14]) for at in range(0, len(rows), 14)]
    parts = re.split(r"\n(?=[-*] |\d+\. )", block) if kind(block) == "list" else re.split(r"(?<=[.!?])\s+(?=[A-Z(])", block)
    return parts


def joined(parts: list[str]) -> list[list[str]]:
    """Blocks by slide: as many as fit; no slide ends with what only announces the next block."""
    slides: list[list[str]] = [[]]
    for part in parts:
        room = FULL - sum(map(weight, slides[-1]))
        if slides[-1] and weight(part) > room:
            last = slides[-1][-1]
            moved = [slides[-1].pop()] if len(slides[-1]) > 1 and last.rstrip().endswith(":") and weight(last) < 200 else []
            slides.append(moved)
        slides[-1].append(part)
    return slides


def blocks(text: str) -> list[str]:
    fenced = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    found = []
    for part in fenced:
        found += [part] if part.startswith("```") else re.split(r"\n\s*\n", part)
    # What is indented goes on over an empty line.
    out: list[str] = []
    for part in (p.strip("\n") for p in found if p.strip()):
        if out and part.startswith("    ") and out[-1].startswith("    "):
            out[-1] += "\n\n" + part
        else:
            out.append(part)
    return out


def sections(text: str) -> list[tuple[str, str]]:
    """Title and text of each slide's section; folded parts are sections of their own."""
    text = re.sub(r"^<!-- math: ([^\n]*) -->\n\n?(?:    [^\n]*\n)+", lambda m: f"$$ {m[1]} $$\n", text, flags=re.M)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    found = []
    for part in re.split(r"^## ", text, flags=re.M)[1:]:
        title, body = part.split("\n", 1)
        if title.strip() in LEFT_OUT:
            continue
        folds = re.split(r"<details>\s*<summary>(.*?)</summary>", body.replace("</details>", ""))
        found.append((title.strip(), folds[0]))
        found += [(f"{title.strip()}: {re.split('[:.]', head)[0].strip()}", fold) for head, fold in zip(folds[1::2], folds[2::2])]
    return found


def markdown(lesson: pathlib.Path) -> tuple[str, str]:
    """The title, and all slides as Markdown."""
    text = lesson.read_text()
    title = text.split("\n", 1)[0].lstrip("# ")
    goal = re.search(r"^\*\*After it you can\*\*(?:.+\n)+", text, re.M)
    out = [f"# {title}\n\n{goal[0] if goal else ''}"]
    for head, body in sections(text):
        body = re.sub(r"^### ", "#### ", body, flags=re.M)
        slides = joined([piece for block in blocks(body) for piece in pieces(block)])
        out += [f"## {head}" + (f" ({n})" if n > 1 else "") + "\n\n" + "\n\n".join(slide) for n, slide in enumerate(slides, 1) if slide]
    return title, "\n\n".join(out)


def main() -> None:
    number, out = sys.argv[1], pathlib.Path(sys.argv[2])
    found = sorted((ROOT / "modules").glob(f"{number.zfill(2)[:2]}_*/README.md"))
    if not found:
        sys.exit(f"slides: there is no module {number}")
    title, text = markdown(found[0])
    # A link of the lesson leads to a file that lies beside it, not beside the slides.
    text = re.sub(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)", r"\1", text)
    out.mkdir(parents=True, exist_ok=True)
    page = (out / f"{found[0].parent.name}.html").resolve()
    subprocess.run(["pandoc", "--from", "gfm+tex_math_dollars", "--to", "html5", "--section-divs", "--mathml", "--self-contained", "--wrap=none",
                    "--template", str(HERE / "slides.html"), "--metadata", f"title={title}", "--output", str(page)],
                   input=text, text=True, cwd=found[0].parent, check=True)
    print(f"{page.relative_to(ROOT) if page.is_relative_to(ROOT) else page}: {text.count(chr(10) + '## ') + 1} slides")


if __name__ == "__main__":
    main()
