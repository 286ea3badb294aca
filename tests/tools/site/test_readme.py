"""test_readme.py - what README.md, the map and the contributors' page name is there: files, targets
of make, functions and variables; and every number of README.md is that of the tree, or of the page
that has measured it.

Invariant: a name counts where it is marked as code; a number counts everywhere but in the program
and what it prints.
"""
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
os.chdir(ROOT)
PAGES = [p for p in ("README.md", "tools/README.md", ".github/CONTRIBUTING.md") if pathlib.Path(p).is_file()]
# whose README.md is another, looked at by its own gate
EDITION = pathlib.Path(".kindling/reference").is_dir()
FILE = re.compile(r"(?<![\w/.~*<>-])(?:[\w.*<>-]+/)*[\w.*<>-]+\.(?:c|h|py|sh|mk|md|txt|js|svg|slurm)\b|(?<![\w/.~*<>-])(?:[\w.*<>-]+/)+(?=$|[\s,;])")
# comes into being, or is the reader's own, or C's
BUILT = ("build/", "mean.c", "call_site.h", "math.h")
# the module that the contributors' page has one copy
LIES_READY = "tests/tools/course/one_exercise"
OTHERS_NAMES = {"grad_fn", "NN_name"}  # PyTorch's; a placeholder


def tracked():
    said = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True)
    files = said.stdout.split("\n") if said.returncode == 0 else [str(p) for p in pathlib.Path().rglob("*")]
    return {f for f in files if not f.startswith(("build/", ".git/")) and pathlib.Path(f).is_file()}


FILES = tracked()
BASES = {f.rpartition("/")[2] for f in FILES}
MAKE = "\n".join(pathlib.Path(f).read_text() for f in sorted(FILES) if f == "Makefile" or f.endswith(".mk"))


def codes(text):
    """What is marked as code: words between backticks, lines of the shell, indented lines."""
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S)
    prose = re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)
    return [line for b in blocks for line in b.split("\n")] + [c.strip("<>") for c in re.findall(r"`([^`\n]+)`", prose)] + re.findall(r"^    (.+)$", prose, re.M)


def made_by(text):
    """Files that the page itself shows, each under a line with its name."""
    return set(re.findall(r"^`([\w/.]+)`[^\n]*:\n\n?```", text, re.M))


def is_there(name, page):
    """A file or a folder: from the top, from the page's folder, or by its name alone; with * for
    what is left open."""
    pattern = re.sub(r"<\w+>|\bNN_name\b|\bNN\b", "*", name)
    if "/" not in name:
        return any(pathlib.PurePath(base).match(pattern) for base in BASES)
    places = [pattern, f"{pathlib.Path(page).parent}/{pattern}", f"{LIES_READY}/{pattern}"]
    return any(next(pathlib.Path().glob(p.rstrip("/")), None) for p in places)


def targets(shown=""):
    """Of the Makefiles, and of blocks that a page shows."""
    rules = MAKE + "".join(re.findall(r"^```make\n(.*?)^```", shown, re.M | re.S))
    left = {word for line in re.findall(r"^([a-z0-9][\w %-]*):(?!=)", rules, re.M) for word in line.split()}
    return [re.compile(t.replace("%", "[^ ]+")) for t in left] + [re.compile(r"\d\d"), re.compile(r"(?:build|\$B)/.*")]


def words():
    """Names that a program, a command or an environment may use."""
    found = set()
    for f in FILES:
        if f.endswith((".h", ".mk", ".sh", ".py")) or f == "Makefile" or f.startswith("tools/build/"):
            found |= set(re.findall(r"[A-Za-z_]\w+", pathlib.Path(f).read_text(errors="replace")))
    return found


@unittest.skipIf(EDITION, "a student edition has a page of its own")
class Names(unittest.TestCase):
    def each(self):
        for page in PAGES:
            text = pathlib.Path(page).read_text()
            shown = made_by(text)
            for code in codes(text):
                yield page, code, shown

    def test_files_are_there(self):
        for page, code, shown in self.each():
            for name in FILE.findall(re.sub(r"\S*://\S+|\w+\.co/\S*", "", code)):
                if not name.startswith(BUILT) and name not in shown:
                    self.assertTrue(is_there(name, page), f"{page} names {name}, which is not there")

    def test_targets_are_there(self):
        for page, code, _ in self.each():
            known = targets(pathlib.Path(page).read_text())
            for target in re.findall(r"\bmake (?:-\S+ |[A-Z_]+=(?:'[^']*'|\S+) )*([a-z0-9][\w/.-]*)", code):
                self.assertTrue(any(t.fullmatch(target) for t in known), f"{page} names make {target}, which is no target")

    def test_names_are_declared(self):
        known = words()
        for page, code, shown in self.each():
            own = set(re.findall(r"\w+", " ".join(shown) + " ".join(re.findall(r"```c\n.*?```", pathlib.Path(page).read_text(), re.S))))
            bare = re.sub(r"NAME=\w+|\"[^\"]*\"|'[^']*'|\S*://\S+|[\w.*<>/-]+\.\w+|[\w.<>-]*/[\w.<>/-]*", "", code)
            for name in re.findall(r"(?<![\w-])[A-Za-z_]\w{2,}", bare):
                if ("_" in name.strip("_") or name[0].isupper() or f"{name}(" in bare) and name not in OTHERS_NAMES | own:
                    self.assertTrue(name in known or name.endswith("_") and any(w.startswith(name) for w in known),
                                    f"{page} names {name}, which nothing declares")

    def test_a_name_that_is_not_there_is_noticed(self):
        self.assertFalse(is_there("tensor/nowhere.c", "README.md"))
        self.assertFalse(is_there("nowhere.c", "README.md"))
        self.assertFalse(is_there("autograd/opps/op_<name>.c", "README.md"))
        self.assertTrue(is_there("autograd/ops/op_<name>.c", "README.md"))
        self.assertFalse(any(t.fullmatch("demonstrate") for t in targets()))
        self.assertNotIn("tensor_of_nothing_known", words() - {"tensor_of_nothing_known"})


@unittest.skipIf(EDITION, "a student edition has a page of its own")
class Numbers(unittest.TestCase):
    def setUp(self):
        text = pathlib.Path("README.md").read_text()
        self.lines = text.split("\n")
        prose = re.sub(r"^```c\n.*?^```\n\n(?:    [^\n]*\n)+", "", text, flags=re.M | re.S)
        self.speed = re.findall(r"^\| ([^|]*) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| ([^|]*) \|$", prose, re.M)
        self.prose = re.sub(r"\]\([^)]*\)|^\| [^|]* \| [\d.]+ \| .*$", "", prose, flags=re.M)

    def test_it_is_short(self):
        self.assertLessEqual(len(self.lines), 151)  # the last is empty

    def test_modules_and_years(self):
        modules = sorted(p.name[:2] for p in pathlib.Path("modules").glob("[0-9][0-9]_*"))
        years = sorted(p.name[:4] for p in pathlib.Path("notebooks-c").glob("[12][0-9][0-9][0-9]_*.c"))
        self.assertEqual(re.findall(r"modules are (\d\d) to (\d\d)", self.prose), [(modules[0], modules[-1])])
        self.assertEqual(re.findall(r"(\d{4}) to (\d{4})", self.prose), [(years[0], years[-1])])
        for number in re.findall(r"\bmake (\d\d)\b|notebook-(\d\d)\b|module (\d\d)\b", self.prose):
            self.assertIn("".join(number), modules)

    def test_every_other_number_stands_where_its_word_is_at_home(self):
        """Node.js 20, GPT-2, RANKS=4: a word and its number, which some other page, script or
        header has, too."""
        home = "\n".join(pathlib.Path(f).read_text(errors="replace") for f in FILES if f not in PAGES
                         and (f.endswith((".md", ".mk", ".h", ".sh", ".toml")) or f == "Makefile") and not f.startswith("tests/fixtures/"))
        told = r"modules are \d\d to \d\d|\d{4} to \d{4}|\bmake \d\d\b|notebook-\d\d\b|module \d\d\b"
        for what in re.findall(r"(?:[\w.]+[ =-])?(?<![\w.])\d[\d.,]*\w*(?: x \d+)?", re.sub(told, "", self.prose)):
            self.assertTrue(what.strip(" .,") in home, f"README.md says {what!r}, and nothing else does")

    def test_times_are_those_of_make_help(self):
        self.assertRegex(MAKE, r"test: ## .*six minutes on two cores")
        self.assertTrue("six minutes on two cores" in self.prose)

    def test_speed_is_what_bench_has_measured(self):
        measured, command = pathlib.Path("tools/bench/README.md").read_text(), ""
        self.assertGreater(len(self.speed), 3)
        for what, ours, theirs, ratio, said in self.speed:
            command = said.strip("`") if said != "the same" else command
            self.assertTrue(command in measured.replace("\n", " "), f"tools/bench/README.md has not this command: {command}")
            row = next((l for l in measured.split("\n") if {ours, theirs, ratio} <= set(l.split())), None)
            self.assertIsNotNone(row, f"{what}: {ours}, {theirs} and {ratio} are in no row of tools/bench/README.md")
            self.assertEqual(row.split()[1], "2", "on two threads, README.md says")


if __name__ == "__main__":
    unittest.main()
