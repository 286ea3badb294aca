"""test_answers.py - engine files are cut at their marks, every one of them: what is given compiles
and holds no answer, and an answer defines what its starting file asks for.

usage: test_answers.py, where the engine has been built: headers that are made lie in build/include.
"""
from __future__ import annotations

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "course" / "authors"))
import answers

MARKED = answers.marked(ROOT)
SOURCES = [p for room in answers.rooms(ROOT) for p in sorted((ROOT / room).rglob("*.c"))]
STARTING = [p for p in sorted((ROOT / "modules").glob("*/*.c")) if p.name != "measure.c"]
FOLDERS = sorted({p.parent for room in answers.rooms(ROOT) for p in (ROOT / room).rglob("*.h")})

STATE = """static {static} count{value};

EXERCISE
int drawn(void)
{{
    return {answer};
}}

int given(void)
{{
    return {given};
}}
"""


def compiler(path: str) -> list[str]:
    inside = ["-include", "build/include/inside.h"] if path.startswith(("nn/", "attention/")) else []
    folders = [f"-I{folder}" for folder in [*FOLDERS, (ROOT / path).parent]]
    return [os.environ.get("CC", "cc"), "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-DKINDLING_ENGINE", "-Ibuild/include", *folders, *inside,
            # which says more than -fsyntax-only
            "-Werror=unused-function", "-Wno-unknown-pragmas", "-S", "-o", "/dev/null", "-xc", "-"]


class Cut(unittest.TestCase):
    def test_items_are_the_text(self):
        self.assertGreater(len(SOURCES), 200)
        for path in SOURCES:
            text = path.read_text()
            self.assertEqual("".join(item.text for item in answers.items_of(text)), text, path)

    def test_every_mark_is_seen(self):
        for path in SOURCES:
            text = path.read_text()
            self.assertEqual(len(re.findall(rf"^{answers.MARK}$", text, re.M)), sum(i.is_marked for i in answers.items_of(text)), path)

    def test_what_is_given_holds_no_answer(self):
        self.assertGreater(len(MARKED), 50)
        for path, names in MARKED.items():
            left = answers.given((ROOT / path).read_text())
            self.assertEqual({i.name for i in answers.items_of(left) if i.is_function} & names, set(), path)
            self.assertNotIn(answers.MARK, answers.WORD.findall(left), path)

    def test_what_is_given_compiles_and_uses_all_that_it_has(self):
        def said(path: str) -> str:
            text = answers.given((ROOT / path).read_text())
            return subprocess.run(compiler(path), input=text, capture_output=True, text=True, cwd=ROOT).stderr if text else ""

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            found = dict(zip(MARKED, pool.map(said, MARKED)))
        self.assertEqual({path: errors for path, errors in found.items() if "error" in errors}, {})

    def test_an_answer_defines_what_its_starting_file_defines(self):
        self.assertGreater(len(STARTING), 100)
        for path in STARTING:
            starting = path.read_text()
            self.assertEqual(answers.asked(answers.answer_to(starting, ROOT)), answers.asked(starting), path.relative_to(ROOT))

    def test_a_module_is_called_as_make_calls_it(self):
        for word in ("07_optimizers", "07", "7"):
            self.assertEqual(answers.module_of(word), "07_optimizers")
        for word in ("70", "07_opt", "_", ""):
            with self.assertRaises(SystemExit, msg=word):
                answers.module_of(word)

    def test_a_member_is_no_use_of_a_function_of_its_name(self):
        text = "static int head(void)\n{\n    return 1;\n}\n\nEXERCISE\nint drawn(void)\n{\n    return head();\n}\n\nint given(struct s *g)\n{\n    return g->head;\n}\n"
        self.assertNotIn("static int head", answers.given(text))
        self.assertIn("static int head", answers.answer(text))


class State(unittest.TestCase):
    def shared(self, static="int", value="", answer="count++", given="count"):
        return answers.shared_state(STATE.format(static=static, value=value, answer=answer, given=given))

    def test_a_variable_of_both_sides_is_refused(self):
        self.assertEqual(self.shared(), {"count"})
        self.assertEqual(self.shared("_Thread_local long", " = 2"), {"count"})
        self.assertEqual(self.shared("const char *", ' = "a"'), {"count"})

    def test_what_never_changes_may_be_there_twice(self):
        self.assertEqual(self.shared("const int", " = 2", "count"), set())
        self.assertEqual(self.shared("const char *const", ' = "a"', "*count"), set())
        self.assertEqual(self.shared("const int", "[] = {1, 2}", "count[0]"), set())

    def test_a_variable_of_one_side_is_none_of_the_other(self):
        self.assertEqual(self.shared(given="0"), set())
        self.assertEqual(self.shared(answer="0"), set())

    def test_no_engine_file_has_one(self):
        for path in MARKED:
            self.assertEqual(answers.shared_state((ROOT / path).read_text()), set(), path)


if __name__ == "__main__":
    unittest.main()
