"""verify.py - the gates of a student edition. All must hold before it leaves the house.

names    only plain files below one folder; no history, known mistakes, hidden tests, instructor's
folder paths    nothing remembers where, by whom or on which machine it was built links    what a
page links to is in the edition texts    and so are the targets and files that it names (texts.py)
leaks    no line of a model answer or of another right solution, but where they were opened
(leaks.py), and no thirty tokens of
         an answer in a row (runs.py)
web      if there is a web/: no debug information, no line of a *_want.c, no name of an instructor's
file (web.py) twice    a second build, from a copy elsewhere, gives the same bytes stubs    unpacked
as a student has it (place.py): builds, and earns 0 works    with the model answers put in: 100
points in every module reports  with a known mistake, drawn by the commit, in each module: the
report is that of this tree (same_report.py) upgrade  what is solved there comes along into the same
edition elsewhere, and goes again targets  everything that its make help lists runs, or starts
(targets.py)

Invariant: a gate answers with a list of sentences, empty if it holds; none of them changes the
tree.
"""
from __future__ import annotations

import argparse
import os
import posixpath
import random
import re
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path

from kindling_grading.course import ROOT, program
from kindling_grading.errors import EditionError
from kindling_grading.release import leaks, release, runs, same_report, targets, texts, tree, web
from kindling_grading.release.place import Place, results, tail

Edition = dict[str, bytes]


def unpacked(tarball: Path) -> tuple[Edition, list[str]]:
    """The files of a tarball, and what is wrong with its members."""
    edition, wrong = {}, []
    with tarfile.open(tarball) as tar:
        said = next((tar.extractfile(m).read() for m in tar if m.isfile() and m.name.endswith("/" + release.EDITION)), None)
        folder = release.folder_of({} if said is None else {release.EDITION: said})
        for member in tar:
            top, _, name = member.name.partition("/")
            if not member.isfile() or top != folder or ".." in name.split("/") or not name:
                wrong.append(f"{member.name} is not a plain file below {folder}/")
                continue
            if member.uid or member.gid or member.uname or member.gname or member.mode not in (0o644, 0o755):
                wrong.append(f"{member.name} has an owner or an odd mode {member.mode:o}")
            edition[name] = tar.extractfile(member).read()
    return edition, wrong


FORBIDDEN = r"\.git/|\.ci/|tests/(attacks|tools/grading|hidden)/|tools/grading/|instructor/|build/|.*\.(patch|orig|rej|gcda|gcno)$|" \
    r"tests/course/\w+/(answers|mistakes|equivalent|others)\.txt$|.*(^|/)(compile_commands\.json|tags|core|__pycache__)(/|$)"


def gate_names(edition: Edition, top: Path) -> list[str]:
    whole = {path for path, left in tree.given(top).items() if not left} | {*tree.answer_tests(top)}
    return [f"{name} does not belong into the edition" for name in edition
            if web.source(name) in whole or re.match(FORBIDDEN, web.source(name))]


def gate_paths(edition: Edition, top: Path) -> list[str]:
    """Where, by whom and on which machine: none of these words may occur."""
    words = {str(top), str(Path.home()), tempfile.gettempdir() + "/", os.environ.get("USER", ""), socket.gethostname()}
    words = {w for w in words if len(w) > 4 and w not in ("/tmp/", "student", "kindling")}
    if Path.home() == Path("/root"):
        words.discard("/root"), words.add("/root/")
    found = []
    sources = b"\n".join(data for name, data in edition.items() if name.endswith(".c"))
    for name, data in edition.items():
        found += [f"{name} mentions {word}" for word in sorted(words) if word.encode() in data]
        if name.endswith((".o", ".wasm")):
            paths = re.findall(rb"/(?:home|tmp|work|root|build|usr/src|Users)/[\w.-][ -~]*", data)
            # else a program's own
            found += [f"{name} remembers a path: {path.decode()}" for path in paths if b'"' + path + b'"' not in sources]
    return found


def gate_links(edition: Edition, top: Path) -> list[str]:
    found = []
    for page in (name for name in edition if name.endswith(".md")):
        text = re.sub(r"```.*?```", "", edition[page].decode(), flags=re.DOTALL)
        for link in re.findall(r"\]\(([^)\s#:]+)(?:#[^)\s]*)?\)", text):
            target = posixpath.normpath(posixpath.join(posixpath.dirname(page), link))
            if not any(name == target or name.startswith(target + "/") for name in edition):
                found.append(f"{page} links to {link}, which is not in the edition: name it without a link")
    return found


def gate_leaks(edition: Edition, top: Path, hidden: Path | None, opened: list[str]) -> list[str]:
    others = release.other_solutions(top, opened)
    found = leaks.scan(edition, leaks.secrets(top, hidden), others) + runs.scan(edition, runs.secrets(top), others)
    if found:
        found.append("where one of them may stand: add it to tools/grading/release/given.txt as file, two spaces, code")
    return found


def lend_packages(top: Path, copy: Path) -> None:
    """What npm has fetched for one tree serves another: its objects are compiled again, with the
    same compiler."""
    (copy / "build").mkdir()
    (copy / web.NPM).symlink_to((top / web.NPM).resolve())
    for name in ("package.json", "package-lock.json"):
        shutil.copystat(top / "tools/web" / name, copy / "tools/web" / name)


def gate_twice(first: Path, top: Path, wanted: str, others: str = "", with_web: bool = False) -> list[str]:
    """From a copy of the tree in another place, with another clock zone, language and umask."""
    with tempfile.TemporaryDirectory(prefix="another place ") as there:
        copy = Path(there) / "a longer path than before" / "tree"
        for name in tree.files(top):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(top / name, copy / name)
            os.chmod(copy / name, 0o700 if (top / name).stat().st_mode & 0o100 else 0o600)
        env = {**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch(top)), "TZ": "Asia/Kolkata", "LC_ALL": "C.UTF-8"}
        command = [*program("release.release"), "--top", str(copy), "--out", there, "--modules", wanted, "--others", others]
        if with_web:
            command.append("--web")
            lend_packages(top, copy)
        said = subprocess.run(command, env=env, capture_output=True, text=True, umask=0o077)
        if said.returncode != 0:
            return [f"the second build failed: {said.stdout}{said.stderr}"]
        second = next(Path(there).glob("*.tar.gz"))
        if first.read_bytes() == second.read_bytes():
            return []
        a, b = unpacked(first)[0], unpacked(second)[0]
        other = [n for n in sorted({*a, *b}) if a.get(n) != b.get(n)]
        return [f"two builds differ: {', '.join(other[:5]) or 'in the headers of the tarball'}"]


# ---- elsewhere -----------------------------------------------------------------------------------

def gate_stubs(place: Place, modules: list[str]) -> list[str]:
    wrong = []
    for module in modules:
        rows, said = results(place, module)
        if not rows:
            wrong.append(f"make {module[:2]} gives no result:{tail(said)}")
        wrong += [f"{module}: the untouched files {'earn' if r[2] == 'pass' else 'fail'} {r[0]}"
                  for r in rows if r[2] != "todo"]
        if rows and sum(int(r[1]) for r in rows) != 100:
            wrong.append(f"{module}: the points add up to {sum(int(r[1]) for r in rows)}: tests are missing")
    return wrong


def answers_earn_100(place: Place, modules: list[str], top: Path) -> list[str]:
    """The model answers stay where they are laid in."""
    wrong = []
    for module in modules:
        for name, data in tree.model_answers(top, module).items():
            (place.tree / "modules" / module / name).write_bytes(data)
    for module in modules:
        rows, said = results(place, module)
        points = sum(int(r[1]) for r in rows if r[2] == "pass")
        if points != 100:
            wrong.append(f"{module}: the model answers earn {points} of 100:{tail(said)}")
    return wrong


def seed_of(top: Path) -> str:
    """What is drawn is drawn by the commit, so that it can be drawn again."""
    said = subprocess.run(["git", "rev-parse", "HEAD"], cwd=top, capture_output=True, text=True) if shutil.which("git") else None
    return said.stdout.strip() if said and said.returncode == 0 else release.version_of(top, {n: ((top / n).read_bytes(), 0) for n in tree.files(top)})


# ---- all of them ---------------------------------------------------------------------------------

def verify(top: Path, tarball: Path, wanted: str, hidden: Path | None, bare: Path | None, others: str = "",
           say: Callable[[str], None] = print) -> bool:
    edition, wrong = unpacked(tarball)
    modules = tree.modules(top, wanted)
    opened = tree.opened(top, modules, others)
    place, looked = Place(edition, bare, top), web.inside(edition, top)
    draw = random.Random(seed_of(top))
    has_web = any(name.startswith("web/") for name in edition)
    gates: list[tuple[str, str, Callable[[], list[str]]]] = [
        ("names", "only what belongs to students", lambda: wrong + gate_names(looked, top)),
        ("paths", "nothing of the machine it was built on", lambda: gate_paths(looked, top)),
        ("links", "what a page links to is there", lambda: gate_links(edition, top)),
        ("texts", "targets and files that a page names are there", lambda: texts.missing(edition)),
        ("leaks", "no line of a model answer", lambda: gate_leaks(looked, top, hidden, opened)),
        *([("web", "the tab knows no more than the edition", lambda: web.gate(looked, top, hidden))] if has_web else []),
        ("twice", "a second build gives the same bytes", lambda: gate_twice(tarball, top, wanted, others, has_web)),
        ("stubs", "untouched files earn 0", lambda: gate_stubs(place, modules)),
        ("works", "the model answers earn 100", lambda: answers_earn_100(place, modules, top)),
        ("upgrade", "what was written comes along into another edition", lambda: targets.upgrade(place, modules)),
        ("reports", "a known mistake a module is told as in this tree", lambda: same_report.gate(place, modules, top, draw)),
        ("targets", "all that make help lists works", lambda: targets.all_of(place, modules))]
    whole = True
    try:
        for name, meaning, gate in gates:
            sentences = gate()
            whole = whole and not sentences
            say(f"  {'FAILED' if sentences else 'holds ':6}  {name}  {meaning}")
            for sentence in sentences:
                say(f"            {sentence}")
    finally:
        place.remove()
    return whole


def main() -> int:
    options = argparse.ArgumentParser(description="Check a student edition before it is handed out.")
    options.add_argument("tarball", nargs="?", type=Path, help="without one, it is made first")
    options.add_argument("--modules", default="")
    options.add_argument("--hidden", default="", help="folder of the hidden tests, whose lines must not occur either")
    options.add_argument("--bare", default="", help="root of a bare system (debootstrap) to build in")
    options.add_argument("--others", default="", help="modules whose other right solutions are in it, as release has them")
    options.add_argument("--web", action="store_true", help="make the edition with web/")
    options.add_argument("--out", type=Path, default=Path("build/release"))
    options.add_argument("--top", type=Path, default=ROOT)
    given = options.parse_args()
    top = given.top.resolve()
    try:
        tarball = given.tarball or release.release(top, given.modules, given.out, given.others, given.web)
        print(f"{tarball}")
        whole = verify(top, tarball, given.modules, Path(given.hidden) if given.hidden else None,
                       Path(given.bare).resolve() if given.bare else None, given.others, lambda text: print(text, flush=True))
    except EditionError as error:
        sys.exit(str(error))
    print("every gate holds" if whole else "not to be handed out")
    return 0 if whole else 1


if __name__ == "__main__":
    sys.exit(main())
