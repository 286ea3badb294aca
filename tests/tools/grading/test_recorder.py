"""test_recorder.py - the tests of a module as the box has them: what is right is nowhere, and does
not compile where it is used.

A value of EXPECT belongs to the checks that follow. A test that hands it to a call, an input or
another value works at home, and in the box it would make of every submission, the model answers
too, something else.
"""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

TOP = Path(__file__).resolve().parents[3]
TEST = """
#include "check.h"
Tensor *right(const Tensor *x);
double number(void);
long count(const char *of);
const char *words(void);
void is_checked(void);
typedef struct { double low, high; } Pair;
Pair pair(void);
static void both(Tensor *got, Tensor *want) { check_tensor(got, want, "as it should"); check_shape(got, SHAPE(2), "two"); }
TEST(a_test, .points = 1, .exercise = "99.1 f", .file = "f.c")
{
    Tensor *x = draw("x", SHAPE(2));
    Tensor *want = EXPECT(right(x)), *other = EXPECT(right(want));
    double n = EXPECT(number()), twice = EXPECT(2 * n);
    long many = EXPECT(count("x, y"));
    const char *text = EXPECT(words());
    Pair both_ends = EXPECT(pair());
    EXPECT(is_checked());
    Tensor *y = CALL(tensor_mul_scalar(x, 2));
    check_fails(tensor_add(x, y), "shape", "a rule");
    both(y, want), both(x, other);
    check_number(tensor_item(x), n, 1e-9, "a rule"), check_number(tensor_item(y), twice, 1e-9, "a rule");
    check_long(x->ndim, many, "a rule"), check_text(x->name, text, "a rule"), check_at_most(1.0, both_ends.high, "a rule");
    USE
}
"""
WORDS = "a value of EXPECT is used beside the checks"
USES = {"a call": "CALL(tensor_add(x, want));", "a value that is checked": "check_number(n - tensor_item(x), 0, 1e-9, \"a rule\");",
        "an input": "given(\"how many\", \"%ld\", many);", "a drawn input": "draw(\"z\", SHAPE(many));", "a decision": "if (n > 0) tensor_add(x, x);",
        "a text": "given(\"text\", \"%s\", text);", "a member": "draw_between(\"z\", SHAPE(2), both_ends.low, 1);",
        "a copy of it": "double m = 2 * twice; check_number(m, n, 1e-9, \"a rule\");",
        "no name at all": "check_tensor(EXPECT(right(x)), want, \"a rule\");"}


class Recorder(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        subprocess.run(["make", "-s", "build/include/call_site.h"], cwd=TOP, env=environment, check=True)
        folders = {path.parent for room in ("tensor", "autograd", "nn", "attention") for path in (TOP / room).rglob("*.h")}
        cls.include = [f"-I{folder}" for folder in [*sorted(folders), TOP / "build/include", TOP / "tests", TOP / "tests/harness"]]

    def compiled(self, compiler: str, use: str) -> subprocess.CompletedProcess:
        """As grading.mk compiles a module's tests, but for the flags of numbers."""
        with tempfile.TemporaryDirectory(prefix="test-recorder-") as folder:
            source = Path(folder, "test.c")
            source.write_text(TEST.replace("USE", use))
            return subprocess.run([compiler, "-std=c11", "-D_DEFAULT_SOURCE", "-DCHECK_RECORD", "-DKINDLING_DOUBLE", *self.include, "-O1", "-Wall",
                                   "-Werror", "-Wno-unused", "-c", source, "-o", f"{folder}/test.o"], capture_output=True, text=True)

    def test_what_only_checks_name_compiles(self):
        for compiler in filter(shutil.which, ("gcc", "clang")):
            self.assertEqual(self.compiled(compiler, "").stderr, "", compiler)

    def test_any_other_use_does_not(self):
        for compiler in filter(shutil.which, ("gcc", "clang")):
            for what, use in USES.items():
                with self.subTest(what, compiler=compiler):
                    said = self.compiled(compiler, use)
                    self.assertNotEqual(said.returncode, 0)
                    self.assertIn(WORDS, said.stderr)


if __name__ == "__main__":
    unittest.main()
