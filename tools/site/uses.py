"""uses.py - where a name of the reference is at home and at work: its source, its test, the lessons
and notebooks that use it, a line that calls it, and what it says of bad input. Nobody keeps a list:
all is found in the tree and in the pages of the site.
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
    # (title of the section that has it written, place)
    exercise: tuple = None
    pages: dict = field(default_factory=lambda: {"lessons": {}, "notebooks": {}})  # number -> place
    # (a line of C, whose, place; or a file and its line)
    example: tuple = None
    errors: list = field(default_factory=list)         # sentences, as tests have seen them


def definitions(files):
    """name -> (file, line). The twins in plain/ come last: what is linked usually is the other
    one."""
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
    """(number, text) of lines of C that are whole statements; one that is broken into up to three
    is put together."""
    lines = [l.strip() for l in re.sub(r"//.*", "", text).split("\n")]
    for i, line in enumerate(lines):
        for n in range(1, 4):
            whole = " ".join(lines[i:i + n])
            if whole.endswith(";") and whole.count("(") == whole.count(")") and whole.count("{") == whole.count("}"):
                if len(whole) < 100 and not re.match(r"(static|return|for|if|while|else|assert_fails|\}|\.)", whole):
                    yield i + 1, whole
                break


def calls(file, uses):
    """name -> (line number, statement): of each function that a file calls, one call. What is kept
    is told first: a call whose result nobody takes may be there to fail."""
    def rank(line):
        return "=" not in line, line.startswith("assert_"), len(line)

    found = {}
    for number, line in statements(file.read_text(encoding="utf-8")):
        for name in re.findall(r"(\w+)\(", line):
            if name in uses and (name not in found or rank(line) < rank(found[name][1])):
                found[name] = number, line
    return found


def fill_examples(uses, root):
    """A call of the first notebook that has one."""
    for file in sorted(pathlib.Path("notebooks-c").glob("*.c")):
        place = f"notebooks/{file.stem}.html"
        if not pathlib.Path(root, place).exists():
            continue
        known = sections.of_page(root, place)
        for name, (_, line) in calls(file, uses).items():
            if uses[name].example is None:
                words = "".join(line.split())
                where = next((s.place for s in known if words in "".join(s.text.split())), place)
                uses[name].example = (line, f"notebook {file.stem.split('_')[0]}", where)


def fill_examples_of_tests(uses, files):
    """What no notebook calls: a call of its own test, else of any."""
    found = {str(file): calls(file, uses) for file in files}
    for name, use in uses.items():
        home = [found[use.test]] if use.test in found else []
        file, call = next(((f, c[name]) for f, c in [*zip([use.test], home), *found.items()] if name in c), (None, None))
        if use.example is None and file:
            use.example = (call[1], "its test" if file == use.test else "a test", (file, call[0]))


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
    tests = [f for room in rooms for f in sorted(pathlib.Path("tests", room).rglob("*.c"))]
    fill_examples_of_tests(uses, tests)
    fill_errors(uses, tests)
    return uses
