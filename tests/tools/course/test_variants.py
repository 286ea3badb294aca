"""test_variants.py - many variants in one program: each is judged as by a program of its own, word for
word.

usage: CONFIG=double test_variants.py, where that has been built. ROWS=40: so many known mistakes of a
module are compared; MODULE=09_convolutions.
"""
from __future__ import annotations

import os
import pathlib
import random
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "course" / "authors"))
sys.dont_write_bytecode = True
os.chdir(ROOT)
import answers  # noqa: E402
import engine_mutants  # noqa: E402
import variants  # noqa: E402
import mistakes  # noqa: E402
import pasted  # noqa: E402

MODULE = os.environ.get("MODULE", "12_attention")
ROWS = int(os.environ.get("ROWS", "2"))
SAID = ["--number", "0", "--all"]
SCORES = answers.answer_to((ROOT / "modules/12_attention/scores.c").read_text())
HEAD = "Tensor *attention_scale("
ROOT_OF = "sqrt((double)head_dim)"


def with_helper(helper: str, factor: str) -> str:
    """attention_scale with this in front of it, and this for its root."""
    assert HEAD in SCORES and ROOT_OF in SCORES
    return SCORES.replace(HEAD, f"{helper}\n\n{HEAD}").replace(ROOT_OF, factor)


# What two files may both have at file scope, each with a meaning of its own.
NAMES = """#define BY {macro}
enum {{ ONE = 1, MORE = {enum} }};
typedef struct {{ double by, half; }} Factors;
typedef double (*Maker)(long n);
static const Factors factors = {{.by = MORE, .half = 0.5}};
static double factor(long n);
static double factor(long n) {{ double by = sqrt((double)n); return factors.by * by / BY; }}
static Maker maker = factor;"""

VARIANTS = {
    "right": {"scores.c": with_helper(NAMES.format(macro="3", enum="3"), "maker(head_dim)")},
    "twice": {"scores.c": with_helper(NAMES.format(macro="2", enum="4"), "maker(head_dim)")},
    "crash": {"scores.c": with_helper("static double factor(const long *n)\n{\n    return sqrt((double)n[1]);\n}", "factor((long *)(head_dim - head_dim))")},
    "no_semicolon": {"scores.c": SCORES.replace("(real)-INFINITY);", "(real)-INFINITY)")},
    "unknown": {"scores.c": with_helper("", "mysterious(head_dim)")},
    "no_return": {"scores.c": SCORES.replace("return tensor_masked_fill(", "tensor_masked_fill(")},
    "lacks": {"scores.c": SCORES.replace("attention_mask(Tensor", "attention_masks(Tensor")},
    "prints": {"scores.c": with_helper("#include <stdio.h>\n#include <stdlib.h>", "(printf(\"%ld\", head_dim), system(\"true\"))")},
    "conditional": {"scores.c": with_helper("#if 1\nstatic double factor(long n)\n{\n    return (double)n;\n}\n#endif", "factor(head_dim)")},
    "before_main": {"scores.c": with_helper("static double half = 1;\n__attribute__((constructor)) static void early(void)\n{\n    half = 0.5;\n}", "(half * sqrt((double)head_dim))")},
    "typed": {"answers.txt": "nonsense = 1\n"},
    "two": {"scores.c": with_helper("", "(double)head_dim"), "mask.c": answers.answer_to((ROOT / "modules/12_attention/mask.c").read_text()).replace("<=", "<")},
}
REFUSED = ("no_semicolon", "unknown", "no_return", "lacks", "prints", "before_main")


def compared(test: unittest.TestCase, made: variants.Program, names: list[str]) -> None:
    """The program's reports, and those of programs of their own."""
    own = variants.Program(made.module, made.place, made.program)
    variants.programs_of_their_own(own, names, variants.JOBS)
    here, there = made.results(names, SAID), own.results(names, SAID)
    for name in names:
        test.assertMultiLineEqual(here[name].text, there[name].text, name)
        test.assertEqual(here[name].status, there[name].status, name)


class Variants(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory(dir="build")
        cls.addClassCleanup(cls.room.cleanup)
        cls.made = variants.build("12_attention", VARIANTS, pathlib.Path(os.path.relpath(cls.room.name)))
        cls.ran = cls.made.results(VARIANTS, SAID)

    def test_only_what_does_not_compile_is_left_out(self):
        self.assertEqual(set(self.made.left_out), set(REFUSED))

    def test_what_is_said_of_it_is_the_compilers(self):
        path = f"{self.made.folder('no_semicolon')}/scores.c"
        line = next(n for n, text in enumerate(VARIANTS["no_semicolon"]["scores.c"].split("\n"), 1) if text.endswith("-INFINITY)"))
        self.assertRegex(self.made.left_out["no_semicolon"], rf"^{path}:{line}:\d+: error: expected ‘;’|^{path}:{line}:\d+: error: expected ';'")
        self.assertIn("mysterious", self.made.left_out["unknown"])
        self.assertRegex(self.made.left_out["no_return"], "return|control reaches")
        self.assertEqual("scores.c does not define attention_mask", self.made.left_out["lacks"])
        self.assertIn("it calls system, which no graded file can", self.made.left_out["prints"])
        self.assertIn("only what is called may run", self.made.left_out["before_main"])

    def test_each_is_itself(self):
        for name, status in {"right": 0, "twice": 1, "crash": 1, "conditional": 1, "typed": 1, "two": 1}.items():
            self.assertEqual(self.ran[name].status, status, f"{name}: {self.ran[name].text}")
        self.assertNotIn("FAIL", self.ran["right"].text)
        self.assertNotRegex("".join(ran.text for ran in self.ran.values()), r"__v\d")

    def test_a_slip_costs_its_own_exercise(self):
        self.assertIn("follows from 12.1 attention_scores", self.ran["twice"].text)

    def test_reports_are_those_of_programs_of_their_own(self):
        compared(self, self.made, ["twice", "crash", "two"])


class Unchanged(unittest.TestCase):
    """A test is not run if it calls nothing that a variant changes."""
    MODEL = """#include "a.h"
#define N 3
static long half(long n) { return n / 2; }
long first(long n)
{
    return half(n) + N;
}

long second(void)
{
    return puts("two");
}

long third(void)
{
    return second();
}
"""

    def changed(self, old: str, new: str) -> set[str]:
        self.assertIn(old, self.MODEL)
        return {"first", "second", "third"} - variants.unchanged(self.MODEL.replace(old, new), self.MODEL)

    def test_what_uses_a_change_is_changed(self):
        self.assertEqual(self.changed("", ""), set())
        self.assertEqual(self.changed("+ N", "- N"), {"first"})
        self.assertEqual(self.changed("n / 2", "n"), {"first"})
        self.assertEqual(self.changed("N 3", "N 4"), {"first"})
        self.assertEqual(self.changed('"two"', '"four"'), {"second", "third"})

    def test_a_line_of_the_preprocessor_may_change_everything(self):
        self.assertEqual(self.changed("#define N 3", "#undef N"), {"first", "second", "third"})

    def test_the_engine_has_folders_called_plain(self):
        self.assertTrue(mistakes.is_plain("tests/course/12_attention/plain/scores.c"))
        self.assertFalse(mistakes.is_plain("tensor/plain/max_pool.c"))


class Rows(unittest.TestCase):
    def test_known_mistakes_are_told_in_the_same_words(self):
        rows = {row.name: row.handed_in(MODULE) for row in mistakes.rows(MODULE)}
        names = random.Random(MODULE).sample(sorted(rows), min(ROWS, len(rows)))
        with tempfile.TemporaryDirectory(dir="build") as room:
            made = variants.build(MODULE, {name: rows[name] for name in names}, pathlib.Path(os.path.relpath(room)))
            self.assertEqual(made.left_out, {})
            compared(self, made, names)


class Engine(unittest.TestCase):
    """Changes of the engine's own files."""
    FILE = "tensor/images/im2col.c"
    TRIED = {  # a line, what becomes of it, and whether that is noticed
        "same": ("long out[2];", "long out[3];", "survived"),
        "none": ("for (long b = 0;", "for (long b = (0);", "same"),
        "wrong": ("r < 0", "r <= 0", "caught"),
        "crash": ("*to++ =", "*to-- =", "caught"),
        "endless": ("c < x->shape[1]; c++", "c < x->shape[1]; c *= 1", "caught"),
        "broken": ("real *to =", "real to =", "broken"),
    }

    def judged(self, separate: bool) -> dict[str, str]:
        text = pathlib.Path(self.FILE).read_text()
        for old, _, _ in self.TRIED.values():
            self.assertEqual(text.count(old), 1, old)
        mutants = [engine_mutants.Mutant(name, self.FILE, text.replace(old, new), "") for name, (old, new, _) in self.TRIED.items()]
        folder = engine_mutants.Folder(os.environ.get("CONFIG", "double"), engine_mutants.tests_of(self.FILE), mutants)
        if separate:
            folder.exports = lambda file: (pasted.symbols("nm", pathlib.Path(folder.object_of(file))), False)
        folder.build()
        for mutant in mutants:
            folder.judge(mutant)
        return {mutant.name: mutant.verdict for mutant in mutants}

    def test_the_tests_of_the_folder_notice_what_is_wrong(self):
        wanted = {name: verdict for name, (_, _, verdict) in self.TRIED.items()}
        for separate in (False, True):
            self.assertEqual(self.judged(separate), wanted)

    def test_what_is_drawn_depends_on_the_seed_alone(self):
        engine_mutants.ROOM, engine_mutants.MOST = "tensor/images", 20
        here = [m.told for m in engine_mutants.drawn()]
        self.assertEqual(here, [m.told for m in engine_mutants.drawn()])
        self.assertTrue(all(m.told.startswith("tensor/images/") for m in engine_mutants.drawn()))
        engine_mutants.SEED = 2
        self.assertNotEqual(here, [m.told for m in engine_mutants.drawn()])
        self.assertEqual(len(here), 20)


class Pasting(unittest.TestCase):
    def test_names_of_a_file(self):
        found = pasted.defined(NAMES.format(macro=1, enum=2) + "\nextern int there(int x);\nstruct Node { struct Node *next; };\n" + SCORES)
        self.assertEqual(found, {"ONE", "MORE", "Factors", "Maker", "factors", "factor", "maker", "Node", "attention_scores", "attention_scale",
                                 "attention_mask"})

    def test_members_comments_and_strings_stay(self):
        text = pasted.Text(3, "a.c", 'static int by;\nint f(S *s)\n{\n    return s->by + s[0].by + by; /* by */\n}\nconst char *g = "by";\n')
        self.assertEqual(pasted.pasted(text).split("\n")[4], "    return s->by + s[0].by + by__v3; /* by */")
        self.assertIn('"by"', pasted.pasted(text))


if __name__ == "__main__":
    unittest.main()
