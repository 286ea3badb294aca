"""uses.py - where a name of the reference is at home and at work: its source, its test, the lessons and notebooks that use it, a
line that calls it, and what it says of bad input. Nobody keeps a list: all is found in the tree and in the pages of the site.
"""
import pathlib
import re
from dataclasses import dataclass, field

import sections

DEFINED = re.compile(r"^(?!static|typedef|return|else|extern)[A-Za-z_][\w \*]*?\b(\w+)\(")
LITERALS = r'"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*'


@dataclass
class Use:
    source: tuple = None                               # (file, line)
    test: str = None
    exercise: tuple = None                             # (title of the section that has it written, place)
    pages: dict = field(default_factory=lambda: {"lessons": {}, "notebooks": {}})  # number -> place
    example: tuple = None                              # (a line of C, number of the notebook, place)
    errors: list = field(default_factory=list)         # sentences, as tests have seen them


def definitions(files):
    """name -> (file, line). The twins in plain/ come last: what is linked usually is the other one."""
    found = {}
    for file in sorted(files, key=lambda f: ("plain" in f.parts, str(f))):
        for i, line in enumerate(file.read_text(encoding="utf-8").split("\n"), 1):
            m = DEFINED.match(line)
            if m and not line.rstrip().endswith(";"):
                found.setdefault(m[1], (str(file), i))
    return found


def test_of(source):
    """The test that stands where its file does."""
    file = pathlib.Path("tests", pathlib.Path(source).parent, f"test_{pathlib.Path(source).name}")
    return str(file) if file.is_file() else None


def statements(text):
    """Lines of C that are whole statements; one that is broken into up to three is put together."""
    lines = [l.strip() for l in re.sub(r"//.*", "", text).split("\n")]
    for i, line in enumerate(lines):
        for n in range(1, 4):
            whole = " ".join(lines[i:i + n])
            if whole.endswith(";") and whole.count("(") == whole.count(")") and whole.count("{") == whole.count("}"):
                if len(whole) < 100 and not re.match(r"(static|return|for|if|while|else|\}|\.)", whole):
                    yield whole
                break


def fill_examples(uses, root):
    """From each notebook a call, the shortest of the first notebook that has one. What is kept is told first: a call whose
    result nobody takes may be there to fail."""
    def rank(line):
        return "=" not in line, len(line)

    for file in sorted(pathlib.Path("notebooks-c").glob("*.c")):
        page = pathlib.Path(root, "notebooks", f"{file.stem}.html")
        if not page.exists():
            continue
        calls = {}
        for line in statements(file.read_text(encoding="utf-8")):
            for name in re.findall(r"(\w+)\(", line):
                if name in uses and (name not in calls or rank(line) < rank(calls[name])):
                    calls[name] = line
        known = sections.of_page(root, f"notebooks/{page.name}")
        for name, line in calls.items():
            if uses[name].example is None:
                words = "".join(line.split())
                place = next((s.place for s in known if words in "".join(s.text.split())), f"notebooks/{page.name}")
                uses[name].example = (line, file.stem.split("_")[0], place)


def fill_errors(uses, files):
    """Sentences that tests expect: three of each name are enough."""
    for file in files:
        for literal in re.findall(rf"assert_fails_with\(\s*({LITERALS})", file.read_text(encoding="utf-8")):
            sentence = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literal)).replace('\\"', '"').replace("\\n", " ")
            sentence = sentence.removesuffix(" hint:").removesuffix(" hint: ")
            name = sentence.partition(":")[0]
            if name in uses and sentence not in uses[name].errors and len(sentence) > len(name) + 12:
                uses[name].errors.append(sentence)


def fill_pages(uses, root):
    for folder, s in ((f, s) for f in ("lessons", "notebooks") for s in sections.of_folder(root, f)):
        number = s.place.split("/")[1].split("_")[0]
        for name in set(re.findall(r"\w+", s.title + " " + s.text)) & uses.keys():
            uses[name].pages[folder].setdefault(number, s.place)
        if folder == "lessons" and re.match(r"\d+\.\d+ ", s.title):
            for name in set(re.findall(r"\w+", s.title)) & uses.keys():
                uses[name].exercise = uses[name].exercise or (s.title.split()[0], s.place)


def find(names, rooms, root):
    """name -> Use."""
    uses = {name: Use() for name in names}
    defined = definitions(f for room in rooms for f in pathlib.Path(room).rglob("*.c"))
    for name in uses.keys() & defined.keys():
        uses[name].source = defined[name]
        uses[name].test = test_of(defined[name][0])
    fill_pages(uses, root)
    fill_examples(uses, root)
    fill_errors(uses, [f for room in rooms for f in sorted(pathlib.Path("tests", room).rglob("*.c"))])
    return uses
