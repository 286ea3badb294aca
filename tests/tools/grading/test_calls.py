"""test_calls.py - what a student's file may call: read from the headers as tools/course/calls.sh
reads it."""
import os
import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(ROOT / "tools/course/authors")]
os.chdir(ROOT)

import twins  # noqa: E402
from kindling_grading.build import calls, objects  # noqa: E402
from kindling_grading.build.symbols import LIBRARY  # noqa: E402


class Headers(unittest.TestCase):
    TEXT = ("int early(void);\n/* ---- a.c (09): what (12) is ---- */\n\n"
            "/* x (3)\n * late(1) */\n__attribute__((format(printf, 1, 2))) void said(const char *f, ...);\n"
            "static inline int inside(int n)\n{\n    return called(n);\n}\n"
            "extern const int table[],\n    other;\nint g(int (*each)(int));\n/* ---- c.c: none ---- */\nint *late(\n    int n);\n")

    def test_the_number_of_the_banner(self):
        found = calls.comes_with(self.TEXT)
        self.assertEqual([found.get(n) for n in ("early", "said", "table", "other", "g", "late", "inside", "called", "printf", "each")],
                         ["-", "09", "09", "09", "09", "-", None, None, None, None])
        self.assertEqual(calls.comes_with("int f(void);\n", "00"), {"f": "00"})

    def test_exceptions_of_all_files_and_of_one(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "calls.txt")
            self.assertEqual(calls.exceptions(path, "a.c"), set())
            path.write_text("# no word\n\nf +g\na.c: h\nb.c: +i\n")
            self.assertEqual(calls.exceptions(path, "a.c"), {"f", "+g", "h"})


class Program(unittest.TestCase):
    def test_a_program_has_what_its_files_may_call(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("engine", "int tensor_matmul(void) { return 0; }\nint flash_attention(void) { return 0; }\nint mha_new(void) { return 0; }\n"
                                "int split_heads(void) { return 0; }\nint gpt_new(void) { return 0; }\n"),
                               ("answer", "int gpt_new(void);\nint split_heads(void) { return gpt_new(); }\n")):
                Path(folder, f"{name}.c").write_text(text)
                subprocess.run(["gcc", "-c", f"{name}.c"], cwd=folder, check=True)
            subprocess.run(["ar", "qcs", "engine.a", "engine.o"], cwd=folder, check=True)
            ran = subprocess.run([sys.executable, "-B", "tools/grading", "build.callable", f"{folder}/engine.a", f"{folder}/answer.o", "12_attention"],
                                 cwd=ROOT, capture_output=True, text=True)
            self.assertEqual((ran.stdout, ran.stderr), ("-Wl,-u,gpt_new\n-Wl,-u,mha_new\n-Wl,-u,tensor_matmul\n", ""))

    def test_what_nobody_of_a_module_may_call(self):
        self.assertIn("flash_attention", calls.of_all(["12_attention"]))
        self.assertNotIn("attention_output", calls.of_all(["12_attention"]))  # tiles.c alone may not
        self.assertNotIn("flash_attention", calls.of_all(["12_attention", "13_transformers"]))


class Course(unittest.TestCase):
    """The same names, the same words, at home and in the box."""

    def at_home(self, file, names):
        with tempfile.TemporaryDirectory() as folder:
            nm, source = Path(folder, "nm"), Path(folder, file)
            nm.write_text("#!/bin/sh\n" + "".join(f"echo '  U {n}'\n" for n in names))
            nm.chmod(nm.stat().st_mode | stat.S_IXUSR)
            source.parent.mkdir()
            source.write_text("\n")
            ran = subprocess.run(["sh", "tools/course/calls.sh", str(source), "x.o"], cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NM": str(nm)})
            return [line.split("error: it calls ")[1] for line in ran.stderr.splitlines()]

    def test_same_as_calls_sh(self):
        for k, file in enumerate(("01_tensor/slice.c", "03_layers/linear.c", "06_autograd/op_add.c", "12_attention/tiles.c")):
            known, refused = calls.numbers(file.split("/")[0]), calls.refused(file)
            self.assertGreater(len(known), 1000)
            said = {n.lstrip("+") for n in calls.exceptions(ROOT / "modules" / file.split("/")[0] / "calls.txt", Path(file).name)}
            names = sorted({n for n in sorted(known)[k::40] if n.islower() and n[0].isalpha()} | said)
            self.assertEqual(self.at_home(file, names), [f"{n}, {refused[n]}" for n in names if n in refused], file)

    def test_an_exercise_comes_with_its_module(self):
        for file, name, free in (("01_tensor/gemm_plain.c", "gemm_ijk", False), ("02_activations/softmax.c", "flash_attention", False),
                                 ("02_activations/activations.c", "bias_gelu_row", False), ("12_attention/pattern.c", "flash_attention", False),
                                 ("13_transformers/block.c", "flash_attention", True), ("03_layers/linear.c", "tensor_add", True),
                                 ("17_acceleration/gemm_order.c", "cache_model_read", True), ("17_acceleration/gemm_order.c", "cache_model_open", False)):
            self.assertEqual(name not in calls.refused(file), free, f"{file} {name}")

    def test_exceptions_are_names_that_are_there(self):
        for path in sorted((ROOT / "modules").glob("[0-9]*/calls.txt")):
            module, known = path.parent.name, calls.numbers(path.parent.name)
            for source in [*path.parent.glob("*.c"), Path("none")]:
                for word in calls.exceptions(path, source.name):
                    number = "00" if word in LIBRARY else known.get(word.lstrip("+"), calls.NOBODYS)
                    later = number == calls.NOBODYS or number > module[:2]
                    self.assertEqual(later, word[0] == "+", f"{path}: {word}: no exception, as it comes with {number}")


class Variables(unittest.TestCase):
    """What an object may not have, in the box and at home."""
    EARLY = "it has code that runs before the tests"
    CASES = {
        "static char room[2040]; char *f(int i) { return room + i; }": "",
        "static char room[2700]; char *f(int i) { return room + i; }": "take 2700 bytes, expected at most 2048",
        "static const char room[9000] = {1}; char f(int i) { return room[i]; }": "",
        'static const char *const names[900] = {"a"}; const char *f(int i) { return names[i]; }': "",
        "char *f(int i) { static _Thread_local char room[9000]; return room + i; }": "take 9000 bytes",
        "static int n; __attribute__((constructor)) static void g(void) { n++; } int f(void) { return n; }": EARLY,
        "static int n; __attribute__((destructor)) static void g(void) { n++; } int f(void) { return n; }": EARLY,
        'static int g(void) { return 1; } static int (*pick(void))(void) { return g; } int f(void) __attribute__((ifunc("pick")));': EARLY,
    }

    def test_the_same_words_in_the_box_and_at_home(self):
        with tempfile.TemporaryDirectory() as folder:
            for source, words in self.CASES.items():
                file, made = Path(folder, "a.c"), Path(folder, "a.o")
                file.write_text(source)
                subprocess.run(["cc", "-O1", "-fPIC", "-c", str(file), "-o", str(made)], check=True)
                home = subprocess.run(["sh", "tools/course/calls.sh", str(file), str(made)], cwd=ROOT, capture_output=True, text=True).stderr
                box = objects.refusals("12_attention/a.c", subprocess.run(["readelf", "-sSW", str(made)], capture_output=True, text=True).stdout)
                said = [line.partition("error: ")[2] for line in home.splitlines() if "error: it has code" in line or "error: its variables" in line]
                self.assertEqual(said, [sentence.removeprefix("a.c: ") for sentence in box], source)
                self.assertTrue(words in " ".join(said) and bool(words) == bool(said), (source, said))


class Twins(unittest.TestCase):
    """Functions of the engine that could take the place of a student's (make twins)."""

    def test_types(self):
        one = twins.type_of("EXERCISE Tensor *f(const Tensor *x, OR_NULL Tensor *m, const long shape[4])".removeprefix("EXERCISE "))
        self.assertEqual(one, twins.type_of("Tensor *f(Tensor *a, Tensor *const b, long *n);"))
        self.assertEqual(one, ("f", twins.Type("Tensor*", ("Tensor*", "Tensor*", "long*"))))
        self.assertEqual(twins.type_of("void g(void);"), ("g", twins.Type("void", ())))
        self.assertNotEqual(twins.type_of("void g(long a)"), twins.type_of("void g(real a)"))
        self.assertEqual([twins.type_of(t) for t in ("void h(void (*f)(int), int n);", "void h(const char *f, ...);")], [None, None])

    def test_functions_of_the_same_type_that_may_be_called(self):
        found = {(a.exercise, a.words) for a in twins.alike("12_attention")}
        self.assertGreater(len(found), 40)
        self.assertIn(("12.3 attention_mask", "by tensor_mul"), found)
        self.assertNotIn(("12.5 split_heads", "by merge_heads"), found)  # in the same file: their own
        self.assertFalse(any("flash" in words for _, words in found))

    def test_adapters_are_refused(self):
        """All but what calls other functions of the student's own module: those take the student's place in make twins."""
        theirs = {a.exercise.split(" ")[1]: a.words for m in sorted((ROOT / "modules").glob("[0-9][0-9]_*")) for a in twins.by_hand(m.name)}
        self.assertEqual(theirs, {"mha_cross": "by what calls it", "loader_next": "examples by chance", "loader_seek": "all batches before it are fetched",
                                  "trainer_mean_loss": "by what looks up and keeps the best", "trainer_evaluate": "the mean alone",
                                  "cup_seconds": "one after the other, not in turns"})


if __name__ == "__main__":
    unittest.main()
