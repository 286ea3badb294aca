"""alike_page.py - pairs of submissions that are alike, side by side, and as a table."""
from __future__ import annotations

import csv
from pathlib import Path

from kindling_grading.reports.alike import Pair, Text
from kindling_grading.reports.alike_groups import Circles, sentences, student_of
from kindling_grading.reports.page import HERE, Markup, element, fingerprint

LONGEST_LISTED = 60  # pairs shown side by side
MODELS_LISTED = 20
STYLE = """
main { max-width: 84rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; }
.pair pre { max-height: none; padding: .4rem 0; white-space: pre-wrap; border-left: 0; font-size: .78rem; line-height: 1.4; }
.pair span { display: block; padding: 0 .6rem; min-height: 1.4em; border-left: 4px solid transparent; }
.pair .place { font-weight: 600; color: var(--quiet); padding: .5rem .6rem .1rem; }
.pair .given { opacity: .42; }
.c0 { background: color-mix(in srgb, #d99a1c 20%, transparent); border-color: #d99a1c !important; }
.c1 { background: color-mix(in srgb, #4c8fb8 20%, transparent); border-color: #4c8fb8 !important; }
.c2 { background: color-mix(in srgb, #8e4bb0 18%, transparent); border-color: #8e4bb0 !important; }
.c3 { background: color-mix(in srgb, #2a9d78 20%, transparent); border-color: #2a9d78 !important; }
.c4 { background: color-mix(in srgb, #e0603f 18%, transparent); border-color: #e0603f !important; }
.meter { display: inline-block; vertical-align: baseline; width: 5rem; height: .6rem; }
h2 .quiet { font-weight: 400; }
@media (max-width: 700px) { .pair { grid-template-columns: 1fr; } .meter { display: none; }
  th.n { white-space: normal; } td:first-child { overflow-wrap: anywhere; min-width: 9rem; } }
@media print { .pair pre { font-size: 6.5pt; } section { break-before: page; } }
"""
BLANK_LINES_KEPT = 2


def side(text: Text, colours: dict[int, int]) -> Markup:
    """A student's lines, coloured where alike, pale where given; long given stretches are left
    out."""
    out, near = [], {k + d for k, own in enumerate(text.own) if own for d in range(-2, 3)}
    shown_file, skipped = None, False
    for i, line in enumerate(text.lines):
        name, number = text.places[i]
        if i not in near:
            skipped = True
            continue
        if name != shown_file or skipped:
            out.append(element("span", f"{name}, line {number}", class_="place"))
        shown_file, skipped = name, False
        class_ = f"c{colours[i] % 5}" if i in colours else None if text.own[i] else "given"
        out.append(element("span", line[:300] or " ", class_=class_))
    return element("pre", out)


def shown_pair(pair: Pair, number: int, alike_a: set[int], alike_b: set[int]) -> Markup:
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for colour, run in enumerate(sorted(pair.runs, key=lambda r: (r.a.start, r.b.start))):
        for lines, alike, colours in ((run.a, alike_a, left), (run.b, alike_b, right)):
            for i in lines:
                if i in alike:
                    colours.setdefault(i, colour)
    head = element("h2", f"{pair.a.student} and {pair.b.student} ",
                   element("span", f"{pair.share(alike_a, pair.a)} % and {pair.share(alike_b, pair.b)} % of what they wrote", class_="quiet"), id=f"p{number}")
    return element("section", head, element("div", side(pair.a, left), side(pair.b, right), class_="pair"))


def meter(percent: int) -> Markup:
    bar = element("rect", width=percent, height=10, class_="fill-wrong" if percent >= 60 else "column")
    return element("svg", element("rect", width=100, height=10, class_="track"), bar, viewBox="0 0 100 10", class_="meter",
                   preserveAspectRatio="none", role="img", aria_label=f"{percent} percent")


def first(circles: Circles) -> Markup | None:
    """Groups and copies of the model answer, before all pairs."""
    lines = sentences(circles)
    return element("section", element("h2", "Read these first"), element("ul", [element("li", line) for line in lines]),
                   class_="box alarm") if lines else None


def page(pairs: list[Pair], texts: list[Text], module: str, common: int, circles: Circles) -> str:
    rows = [element("tr", element("td", element("a", f"{p.a.student} and {p.b.student}", href=f"#p{n}") if n < LONGEST_LISTED
                                  else f"{p.a.student} and {p.b.student}"),
                    element("td", meter(p.percent(p.a)), f" {p.percent(p.a)} %", class_="n"),
                    element("td", meter(p.percent(p.b)), f" {p.percent(p.b)} %", class_="n"),
                    element("td", max(r.tokens for r in p.runs), class_="n")) for n, p in enumerate(pairs)]
    head = element("tr", element("th", "pair"), element("th", "of the first's lines", class_="n"), element("th", "of the second's", class_="n"),
                   element("th", "longest passage, tokens", class_="n"))
    style = (HERE / "style.css").read_text(encoding="utf-8") + STYLE
    body = [element("p", "Kindling", class_="course"), element("h1", f"{module}: what is alike"),
            element("p", f"{len(texts)} submissions. Counted are lines that students wrote themselves: what they were given is pale, and what "
                         f"more than {common} others have written alike is left white. Other names, layout and order of functions make no "
                         "difference. Short exercises have few good answers, so being alike is no proof: read the passages, and ask.", class_="lead"),
            first(circles),
            element("table", element("thead", head), element("tbody", rows)) if pairs else
            element("p", "No two submissions share a passage that is not common."),
            [shown_pair(p, n, p.whole_a, p.whole_b) for n, p in enumerate(circles.model[:MODELS_LISTED], len(pairs))],
            [shown_pair(p, n, p.alike_a, p.alike_b) for n, p in enumerate(pairs[:LONGEST_LISTED])]]
    policy = f"default-src 'none'; style-src {fingerprint(style)}; base-uri 'none'; form-action 'none'"
    top = element("head", element("meta", charset="utf-8"), element("meta", http_equiv="Content-Security-Policy", content=policy),
                  element("meta", name="viewport", content="width=device-width, initial-scale=1"),
                  element("title", f"{module}: what is alike"), Markup(f"<style>{style}</style>"))
    return f"<!DOCTYPE html>\n{element('html', top, element('body', element('main', body)), lang='en')}\n"


def safe(name: str) -> str:
    return "'" + name if name[:1] in "=+-@\t\r" else name


def write_groups(circles: Circles, path: Path) -> None:
    """A line per student in a group; what the group is stands first."""
    with path.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(["group", "what", "student"])
        rows = [("the same" if g.exactly else "the same but for names", g.students) for g in circles.groups]
        rows += [("mostly alike", students) for students in circles.round]
        rows += [("mostly of another term", [p.a.student, p.b.student]) for p in circles.old]
        rows += [("mostly the model answer", [student_of(p).student for p in circles.model])]
        table.writerows([number, what, safe(student)] for number, (what, students) in enumerate(rows, 1) for student in students)


def write_table(pairs: list[Pair], path: Path) -> None:
    with path.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(["student", "percent_of_own_lines", "lines", "other", "percent_of_other", "lines_of_other", "longest_tokens"])
        for p in pairs:
            table.writerow([safe(p.a.student), p.percent(p.a), len(p.alike_a), safe(p.b.student), p.percent(p.b), len(p.alike_b),
                            max(r.tokens for r in p.runs)])
