"""test_banners.py - a banner of a header says where to look, and with which module it comes: /* ----
mha.c (12): multi-head attention ---- */ stands above what mha.c defines, a file that it names is
there, and the exercises below it are those of module 12.
"""
import fnmatch
import functools
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "course" / "authors"))
import answers

BANNER = re.compile(r"^/\* -{4} (.*?) -+ \*/$", re.M)
DECLARED = re.compile(r"([A-Za-z_]\w*)\s*\((?!\s*\*)")


def files_of(banner):
    """The files that a banner names, before its title."""
    return re.findall(r"[\w/*]+\.c\b", banner.partition(": ")[0])


def declared(header):
    """(function, banner above it) of a header's text, in order."""
    banner, found = "", []
    for item in answers.items_of(header):
        banner = (BANNER.findall(item.text) or [banner])[-1]
        code = re.sub(r"__attribute__\s*\(\(.*?\)\)", " ", item.code).strip()
        if code.endswith(";") and not item.is_local and not item.is_kept and "{" not in code and (name := DECLARED.search(code)):
            found.append((name[1], banner))
    return found


def defined(source):
    """Names of the functions that a file's text defines for others; of those that its macros make,
    their words."""
    items = answers.items_of(source)
    made = {word for item in items if item.code.strip() and not item.is_function for word in item.words}
    return {item.name for item in items if item.is_function and not item.is_local}, made


def wrong(header, sources):
    """What is wrong with the banners of a header's text; sources: path -> text."""
    found = []
    names = {path: defined_in(text) for path, text in sources.items()}
    for banner in BANNER.findall(header):
        for file in files_of(banner):
            if not any(fnmatch.fnmatch("/" + path, "*/" + file) for path in names):
                found.append(f'"{banner}": there is no {file}')
    for function, banner in declared(header):
        if not (files := files_of(banner)):
            continue
        homes = [path for path, (whole, _) in names.items() if function in whole]
        homes = homes or [path for path, (_, made) in names.items() if function in made]
        if homes and not any(fnmatch.fnmatch("/" + path, "*/" + file) for path in homes for file in files):
            found.append(f'{function} stands in {", ".join(homes)}, but under "{banner}"')
    return found


defined_in = functools.cache(defined)


def numbered(header, asked):
    """What is wrong with the numbers of a public header's banners; asked: exercise -> its module."""
    found = []
    for function, banner in declared(header):
        number = re.search(r"\((\d\d)\)", banner.partition(": ")[0])
        if not number:
            found.append(f'{function} stands under "{banner}", which does not say with which module it comes')
        elif asked.get(function, number[1]) != number[1]:
            found.append(f'{function} is an exercise of {asked[function]}, but under "{banner}"')
    return found


class Rule(unittest.TestCase):
    HEADER = "/* ---- a.c: one ----- */\n\nint f(void); /* said */\n\n/* ---- b.c, c.c: more --- */\n\n/* Both. */\nint g(int (*each)(int));\nlong *h(void);\n"

    def test_right(self):
        self.assertEqual(wrong(self.HEADER, {"r/a.c": "int f(void)\n{\n}\n", "r/b.c": "int g(int (*each)(int))\n{\n}\n", "r/c.c": "long *h(void)\n{\n}\n"}), [])

    def test_under_another_file(self):
        self.assertEqual(wrong(self.HEADER, {"r/a.c": "int f(void)\n{\n}\n\nlong *h(void)\n{\n}\n", "r/b.c": "", "r/c.c": ""}),
                         ['h stands in r/a.c, but under "b.c, c.c: more"'])

    def test_a_file_that_is_not_there(self):
        self.assertEqual(wrong(self.HEADER, {"r/a.c": "", "r/c.c": ""}), ['"b.c, c.c: more": there is no b.c'])

    def test_made_by_a_macro(self):
        self.assertEqual(wrong(self.HEADER, {"r/a.c": "", "r/b.c": "MAKE(f)\n", "r/c.c": ""}), ['f stands in r/b.c, but under "a.c: one"'])

    def test_a_static_function_of_the_same_name_is_none(self):
        self.assertEqual(wrong(self.HEADER, {"r/a.c": "int f(void)\n{\n}\n", "r/b.c": "static int f(void)\n{\n}\n", "r/c.c": ""}), [])


    def test_numbers(self):
        header = "int e(void);\n/* ---- a.c (12): (3) ---- */\nint f(void);\nint g(void);\n/* ---- a.c: b (12) ---- */\nint h(void);\n"
        self.assertEqual(numbered(header, {"f": "12", "g": "13"}), [
            'e stands under "", which does not say with which module it comes',
            'g is an exercise of 13, but under "a.c (12): (3)"',
            'h stands under "a.c: b (12)", which does not say with which module it comes'])


class Headers(unittest.TestCase):
    def test_banners_say_with_which_module(self):
        asked = {name: m.name[:2] for m in (ROOT / "modules").glob("[0-9][0-9]_*") for name in answers.asked_by([m.name])}
        self.assertGreater(len(asked), 200)
        count = 0
        for header in sorted(p for room in answers.rooms(ROOT) for p in (ROOT / room).rglob("*.h")):
            text = header.read_text()
            public = "GCC visibility push" in text
            wrong_here = [w for w in numbered(text, asked) if public or "does not say" not in w or w.split()[0] in asked]
            count += public
            with self.subTest(header=header.relative_to(ROOT).as_posix()):
                self.assertEqual(wrong_here, [])
        self.assertGreater(count, 35)

    def test_banners_say_where_to_look(self):
        rooms = answers.rooms(ROOT)
        sources = {p.relative_to(ROOT).as_posix(): p.read_text() for room in rooms for p in sorted((ROOT / room).rglob("*.c"))}
        count = 0
        for header in sorted(p for room in rooms for p in (ROOT / room).rglob("*.h")):
            text = header.read_text()
            count += sum(bool(files_of(banner)) for _, banner in declared(text))
            with self.subTest(header=header.relative_to(ROOT).as_posix()):
                self.assertEqual(wrong(text, sources), [])
        self.assertGreater(count, 800)


if __name__ == "__main__":
    unittest.main()
