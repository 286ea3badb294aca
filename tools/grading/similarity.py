"""similarity.py - which submissions of a module are more alike than they should be.

Debian's similarity-tester (sim_c) compares the tokens of every pair, so other names, layout, comments and
another order of the functions change nothing. Before that, what everybody was given (the starting files) is
taken out of each submission, and afterwards what many have written alike is not counted.
Invariant: a line of a student keeps its number; what is taken out becomes an empty line. The result is a list
of places to read, never a verdict.
"""
from __future__ import annotations

import argparse
import csv
import difflib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
TOP = HERE.parents[1]
sys.path[:0] = [str(HERE), str(HERE / "reports")]

import intake  # noqa: E402
from page import Markup, element, fingerprint  # noqa: E402

MISSING = """sim_c is not here: the comparison is done by the similarity tester.
    Debian, Ubuntu: sudo apt-get install similarity-tester
    elsewhere: https://dickgrune.com/Programs/similarity_tester"""
LONGEST_LISTED = 60  # pairs shown side by side


@dataclass
class Text:
    """One student's files, one below the other."""
    student: str
    lines: list[str] = field(default_factory=list)
    own: list[bool] = field(default_factory=list)  # not given, not empty
    places: list[tuple[str, int]] = field(default_factory=list)  # file and line


@dataclass
class Run:
    """Lines first..last of a are like lines of b, so many tokens of them."""
    a: range
    b: range
    tokens: int


@dataclass
class Pair:
    a: Text
    b: Text
    runs: list[Run]
    alike_a: set[int] = field(default_factory=set)  # own lines that stand in a run
    alike_b: set[int] = field(default_factory=set)

    def percent(self, text: Text) -> int:
        alike = self.alike_a if text is self.a else self.alike_b
        return round(100 * len(alike) / max(1, sum(text.own)))

    def order(self) -> tuple:
        return (-max(self.percent(self.a), self.percent(self.b)), -len(self.alike_a) - len(self.alike_b),
                self.a.student, self.b.student)


# ---- what students wrote themselves ----------------------------------------------------------------------

def normal(line: str) -> str:
    return re.sub(r"\s+", "", re.sub(r"//.*", "", line))


def bare(code: str) -> list[str]:
    """Lines without comments; as many as before."""
    return re.sub(r"/\*.*?\*/", lambda m: "\n" * m[0].count("\n"), code, flags=re.S).splitlines()


def own_lines(code: str, given: str) -> list[bool]:
    """Which lines are neither empty nor the starting file's, in the starting file's order."""
    lines, start = [normal(x) for x in bare(code)], [x for x in map(normal, bare(given)) if x]
    own = [bool(line) for line in lines]
    full = [i for i, line in enumerate(lines) if line]
    matcher = difflib.SequenceMatcher(None, [lines[i] for i in full], start, autojunk=False)
    for at, _, size in matcher.get_matching_blocks():
        for i in full[at:at + size]:
            own[i] = False
    return own


def text_of(student: str, files: dict[str, bytes], starts: dict[str, str]) -> Text:
    text = Text(student)
    for name in sorted(files):
        if not name.endswith(".c"):
            continue
        code = files[name].decode("utf-8", "replace").replace("\0", " ").replace("\r", "")
        own = own_lines(code, starts.get(name, ""))
        lines = code.split("\n")
        text.lines += lines
        text.own += own + [False] * (len(lines) - len(own))
        text.places += [(name.split("/")[-1], i + 1) for i in range(len(lines))]
    return text


# ---- the comparison ----------------------------------------------------------------------------------------

REPORT = re.compile(r"^(\d+)\.c: line (\d+)-(\d+)\s*\|(\d+)\.c: line (\d+)-(\d+)\s*\[(\d+)\]")


def compare(texts: list[Text], shortest: int) -> list[Pair]:
    """All pairs with a run of at least so many tokens."""
    pairs: dict[tuple[int, int], Pair] = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, text in enumerate(texts):
            code = bare("\n".join(text.lines))
            kept = [code[k] if k < len(code) and own else "" for k, own in enumerate(text.own)]
            (Path(folder) / f"{i}.c").write_text("\n".join(kept) + "\n")
        names = "".join(f"{i}.c\n" for i in range(len(texts)))
        said = subprocess.run(["sim_c", "-n", "-e", "-s", "-T", "-i", "-w", "200", "-r", str(shortest)], cwd=folder, input=names,
                              capture_output=True, text=True, errors="replace")
        if said.returncode != 0:
            raise SystemExit(f"sim_c failed: {said.stderr.strip()[:500]}")
        for line in said.stdout.splitlines():
            match = REPORT.match(line)
            if match:
                a, from_a, to_a, b, from_b, to_b, tokens = map(int, match.groups())
                run = Run(range(from_a - 1, to_a), range(from_b - 1, to_b), tokens)
                if a > b:
                    a, b, run = b, a, Run(run.b, run.a, tokens)
                if a != b:
                    pairs.setdefault((a, b), Pair(texts[a], texts[b], [])).runs.append(run)
    return list(pairs.values())


def count_lines(pairs: list[Pair], common: int) -> None:
    """Which own lines are alike; not those that a student shares with more than `common` others."""
    sharers: dict[tuple[str, int], set[str]] = {}
    for pair in pairs:
        for run in pair.runs:
            for text, lines, other in ((pair.a, run.a, pair.b), (pair.b, run.b, pair.a)):
                for i in lines:
                    sharers.setdefault((text.student, i), set()).add(other.student)
    for pair in pairs:
        for run in pair.runs:
            for text, lines, alike in ((pair.a, run.a, pair.alike_a), (pair.b, run.b, pair.alike_b)):
                alike |= {i for i in lines if i < len(text.own) and text.own[i] and len(sharers[text.student, i]) <= common}


def report(texts: list[Text], shortest: int = 24, common: int = 10) -> list[Pair]:
    pairs = compare(texts, shortest)
    count_lines(pairs, common)
    return sorted((p for p in pairs if p.alike_a or p.alike_b), key=Pair.order)


# ---- what is written ---------------------------------------------------------------------------------------

def write_table(pairs: list[Pair], path: Path) -> None:
    def safe(name: str) -> str:
        return "'" + name if name[:1] in "=+-@\t\r" else name
    with path.open("w", newline="", encoding="utf-8") as out:
        table = csv.writer(out)
        table.writerow(["student", "percent_of_own_lines", "lines", "other", "percent_of_other", "lines_of_other", "longest_tokens"])
        for p in pairs:
            table.writerow([safe(p.a.student), p.percent(p.a), len(p.alike_a), safe(p.b.student), p.percent(p.b), len(p.alike_b),
                            max(r.tokens for r in p.runs)])


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
@media (max-width: 700px) { .pair { grid-template-columns: 1fr; } }
@media print { .pair pre { font-size: 6.5pt; } section { break-before: page; } }
"""
BLANK_LINES_KEPT = 2


def side(text: Text, colours: dict[int, int]) -> Markup:
    """A student's lines, coloured where alike, pale where given; long given stretches are left out."""
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


def shown_pair(pair: Pair, number: int) -> Markup:
    left: dict[int, int] = {}
    right: dict[int, int] = {}
    for colour, run in enumerate(sorted(pair.runs, key=lambda r: (r.a.start, r.b.start))):
        for lines, alike, colours in ((run.a, pair.alike_a, left), (run.b, pair.alike_b, right)):
            for i in lines:
                if i in alike:
                    colours.setdefault(i, colour)
    head = element("h2", f"{pair.a.student} and {pair.b.student} ",
                   element("span", f"{pair.percent(pair.a)} % and {pair.percent(pair.b)} % of what they wrote", class_="quiet"), id=f"p{number}")
    return element("section", head, element("div", side(pair.a, left), side(pair.b, right), class_="pair"))


def meter(percent: int) -> Markup:
    bar = element("rect", width=percent, height=10, class_="fill-wrong" if percent >= 60 else "column")
    return element("svg", element("rect", width=100, height=10, class_="track"), bar, viewBox="0 0 100 10", class_="meter",
                   preserveAspectRatio="none", role="img", aria_label=f"{percent} percent")


def page(pairs: list[Pair], texts: list[Text], module: str, common: int) -> str:
    rows = [element("tr", element("td", element("a", f"{p.a.student} and {p.b.student}", href=f"#p{n}") if n < LONGEST_LISTED
                                  else f"{p.a.student} and {p.b.student}"),
                    element("td", meter(p.percent(p.a)), f" {p.percent(p.a)} %", class_="n"),
                    element("td", meter(p.percent(p.b)), f" {p.percent(p.b)} %", class_="n"),
                    element("td", max(r.tokens for r in p.runs), class_="n")) for n, p in enumerate(pairs)]
    head = element("tr", element("th", "pair"), element("th", "of the first's lines", class_="n"), element("th", "of the second's", class_="n"),
                   element("th", "longest passage, tokens", class_="n"))
    style = (HERE / "reports" / "style.css").read_text(encoding="utf-8") + STYLE
    body = [element("p", "Kindling", class_="course"), element("h1", f"{module}: what is alike"),
            element("p", f"{len(texts)} submissions. Counted are lines that students wrote themselves: what they were given is pale, and what "
                         f"more than {common} others have written alike is left white. Other names, layout and order of functions make no "
                         "difference. Short exercises have few good answers, so being alike is no proof: read the passages, and ask.", class_="lead"),
            element("table", element("thead", head), element("tbody", rows)) if pairs else element("p", "No two submissions share a passage."),
            [shown_pair(p, n) for n, p in enumerate(pairs[:LONGEST_LISTED])]]
    policy = f"default-src 'none'; style-src {fingerprint(style)}; base-uri 'none'; form-action 'none'"
    top = element("head", element("meta", charset="utf-8"), element("meta", http_equiv="Content-Security-Policy", content=policy),
                  element("meta", name="viewport", content="width=device-width, initial-scale=1"),
                  element("title", f"{module}: what is alike"), Markup(f"<style>{style}</style>"))
    return f"<!DOCTYPE html>\n{element('html', top, element('body', element('main', body)), lang='en')}\n"


# ---- the command -------------------------------------------------------------------------------------------

def wanted_files(module: str) -> tuple[str, dict[str, list[str]], dict[str, str]]:
    """Folder of a module, the files that students write in it, and their starting texts."""
    number = f"{int(re.match(r'[0-9]+', module)[0]):02d}" if re.match(r"[0-9]", module) else "??"
    found = sorted((TOP / "modules").glob(f"{number}_*"))
    if not found:
        raise SystemExit(f"there is no module {module or '(say MODULE=12)'}")
    name = found[0].name
    files = [p.name for p in sorted(found[0].glob("*.c")) if p.name != "measure.c"]
    return name, {name: files}, {f"{name}/{f}": (found[0] / f).read_text() for f in files}


def main() -> None:
    options = argparse.ArgumentParser(description="Find submissions that are alike.")
    options.add_argument("--submissions", required=True, type=Path)
    options.add_argument("--module", required=True)
    options.add_argument("--out", type=Path, default=Path("grades"))
    options.add_argument("--shortest", type=int, default=24, help="tokens that a passage needs to count (24)")
    options.add_argument("--common", type=int, default=10, help="what more others than this have alike is not counted (10)")
    given = options.parse_args()
    if shutil.which("sim_c") is None:
        raise SystemExit(MISSING)
    if not given.submissions.is_dir():
        raise SystemExit(f"SUBMISSIONS={given.submissions} is no folder")
    name, wanted, starts = wanted_files(given.module)
    texts = []
    for student, path in intake.students(given.submissions):
        submission = intake.read(student, path, wanted)
        if submission.rejected:
            print(f"  {student}: {submission.rejected}")
        else:
            texts.append(text_of(student, submission.files, starts))
    pairs = report(texts, given.shortest, given.common)
    folder = given.out / name
    folder.mkdir(parents=True, exist_ok=True)
    write_table(pairs, folder / "similarity.csv")
    (folder / "similarity.html").write_text(page(pairs, texts, name, given.common), encoding="utf-8")
    for p in pairs[:20]:
        print(f"  {p.percent(p.a):3d} % {p.percent(p.b):3d} %  {p.a.student}, {p.b.student}")
    print(f"{len(texts)} submissions, {len(pairs)} pairs with something in common: {folder}/similarity.html and .csv")


if __name__ == "__main__":
    main()
