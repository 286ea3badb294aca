"""test_build.py - a small course of two files, built from honest and hostile submissions.

The suite here stands for a module: a.c defines a_value, b.c defines b_value, and the program prints
both as values, one test at a time. A submission is judged by what the program really prints in the
box.
"""
import os
import subprocess
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path
from unittest import mock

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "tools/grading"))

from kindling_grading.box import box, files, parts  # noqa: E402
from kindling_grading.box.limits import Budget, COMPILING, Limits, Ran  # noqa: E402
from kindling_grading.build import objects, sources, symbols, together  # noqa: E402
from kindling_grading.build.program import build  # noqa: E402
from kindling_grading.build.suite import Suite  # noqa: E402
from kindling_grading.errors import Broken, SuiteError  # noqa: E402
MAIN = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine.h"
int main(int argc, char **argv)
{
    char line[64], *copy = malloc(64);
    snprintf(line, sizeof line, "%d", strcmp(argv[argc - 1], "a") == 0 ? a_value(3) : b_value(3));
    memcpy(copy, line, sizeof line);
    if (write(3, copy, strlen(copy)) < 0 || memcmp(copy, line, sizeof line) != 0)
        return 9;
    free(copy);
    return 0;
}
"""
ENGINE = """
#ifndef ENGINE_H
#define ENGINE_H
int a_value(int x);
int b_value(int x);
int helper(int x);
#endif
"""
STUB = '#include "engine.h"\nint {name}_value(int x) {{ return x - x - 1; }}\n'
HONEST = {"99_two/a.c": b'#include "engine.h"\nint a_value(int x) { return helper(x) * 2; }\n',
          "99_two/b.c": b'#include "engine.h"\nint b_value(int x) { return helper(x) * 3; }\n'}


class Builds(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="test-build-")
        cls.addClassCleanup(folder.cleanup)
        cls.path = Path(folder.name)
        for name, text in {"headers/room/engine.h": ENGINE, "headers/modules/todo.h": "", "main.c": MAIN,
                           "helper.c": '#include "engine.h"\nint helper(int x) { return x + 100; }\n',
                           "stubs/99_two/a.c": STUB.format(name="a"), "stubs/99_two/b.c": STUB.format(name="b")}.items():
            (cls.path / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.path / name).write_text(text)
        objects = []
        for name in ("main", "helper"):
            objects.append(cls.path / f"{name}.o")
            subprocess.run(["cc", "-c", "-I", cls.path / "headers/room", cls.path / f"{name}.c", "-o", objects[-1]], check=True)
        cls.suite = Suite(
            assignment="99_two", modules=["99_two"], files={"99_two": ["a.c", "b.c", "answers.txt"]}, tests=[],
            headers=cls.path / "headers", stubs=cls.path / "stubs", cc="cc",
            compile_flags=["-O1", "-std=gnu11", "-Iroom", "-Imodules", "-Wall", "-Werror=implicit-function-declaration"],
            keep={"99_two/a.c": ["a_value"], "99_two/b.c": ["b_value"]}, link_objects=objects, link_flags=["-lm"],
            allowed_imports={"helper", "malloc", "free"}, reference=Path(), sha256="", toolchain="")

    def setUp(self):
        self.work = Path(tempfile.mkdtemp(dir=self.path))

    def build(self, **files):
        """Build HONEST with some files replaced: a=..., b=..., None for not handed in."""
        changed = {f"99_two/{name}.c": text.encode() if isinstance(text, str) else text for name, text in files.items()}
        handed_in = {name: text for name, text in (HONEST | changed).items() if text is not None}
        return build(handed_in, self.suite, self.work, Budget())

    def compiling(self, **limits):
        """From now on a compiler has no more than these."""
        for module in (objects, together):
            self.enterContext(mock.patch.object(module, "COMPILING", Limits(**limits)))

    def values(self, built):
        """What the program prints for a and for b; the outcome where it prints nothing."""
        results = []
        for name in "ab":
            ran = box.run(["/run/program", name], "run", {"/run/program": built.program}, None, Limits(cpu=1))
            results.append(int(ran.transcript) if ran.outcome == "ok" and ran.transcript else ran.outcome)
        return results

    def check(self, built, values, failed=(), note=None):
        self.assertEqual((built.status, sorted(built.failed)), ("ok", [f"99_two/{n}.c" for n in failed]), built)
        self.assertEqual(self.values(built), values)
        if note is None:
            self.assertEqual(built.notes, [])
        else:
            self.assertIn(note, "\n".join(built.notes))

    def check_a_fails(self, source, *words, note=None):
        """a.c is replaced by its starting file; b.c is not harmed; the message has these words."""
        built = self.build(a=source)
        self.check(built, [-1, 309], failed="a", note=note)
        for word in words:
            self.assertIn(word, built.failed["99_two/a.c"])
        self.assertEqual(built.message, built.failed["99_two/a.c"])
        return built


class Honest(Builds):
    def test_a_submission_becomes_a_program(self):
        self.check(self.build(), [206, 309])

    def test_its_own_helpers_are_nobodys_business(self):
        built = self.build(a='#include "engine.h"\nstatic int twice(int x) { return 2 * x; }\nint a_value(int x) { return twice(x); }')
        self.check(built, [6, 309])

    def test_two_files_may_have_helpers_of_one_name(self):
        twice = '#include "engine.h"\nint twice(int x) {{ return {n} * x; }}\nint {f}_value(int x) {{ return twice(x); }}'
        built = self.build(a=twice.format(n=2, f="a"), b=twice.format(n=20, f="b"))
        self.check(built, [6, 60], note="a.c defines more than it was asked to, for itself only: twice")

    def test_what_is_not_handed_in_is_the_starting_file(self):
        self.check(self.build(b=None), [206, -1], note="b.c was not handed in; the starting file stands in its place")

    def test_the_same_files_give_the_same_program(self):
        dated = '#include "engine.h"\nconst char *when(void) { return __DATE__ __TIME__ __FILE__; }\nint a_value(int x) { return x + !!when(); }'
        first = self.build(a=dated).program.read_bytes()
        time.sleep(1.1)
        self.work = Path(tempfile.mkdtemp(dir=self.path))
        self.assertEqual(first, self.build(a=dated).program.read_bytes())

    def test_building_twice_in_one_folder_works(self):
        self.build()
        self.check(self.build(), [206, 309])

    def test_files_with_other_names_are_not_looked_at(self):
        files = HONEST | {"99_two/stdio.h": b"#error mine", "99_two/engine.h": b"#error mine", "99_two/Makefile": b"x"}
        self.check(build(files, self.suite, self.work, Budget()), [206, 309])

    def test_the_starting_file_is_gits_or_the_one_of_the_tree(self):
        with mock.patch.object(sources, "ROOT", self.path):
            with self.assertRaises(OSError):
                sources.starting_file("99_two/a.c")
            (self.path / "modules/99_two").mkdir(parents=True)
            (self.path / "modules/99_two/a.c").write_text("int in_the_tree;\n")
            self.assertEqual(sources.starting_file("99_two/a.c"), b"int in_the_tree;\n")
            git = ["git", "-C", self.path, "-c", "user.name=t", "-c", "user.email=t@example.org"]
            subprocess.run([*git, "init", "-q"], check=True)
            subprocess.run([*git, "add", "modules"], check=True)
            subprocess.run([*git, "commit", "-qm", "start"], check=True)
            (self.path / "modules/99_two/a.c").write_text("int changed_since;\n")
            self.assertEqual(sources.starting_file("99_two/a.c"), b"int in_the_tree;\n")


class WhatStudentsAreLinkedWith(Builds):
    def whole(self, text):
        made = self.work / "whole.o"
        subprocess.run(["cc", "-c", "-xc", "-", "-o", made], input=text, text=True, check=True)
        return made

    def test_it_holds_no_answer_not_even_a_weak_one(self):
        for mark in ("", "__attribute__((weak)) "):
            whole = self.whole(f"int helper(int x) {{ return x; }}\n{mark}int a_value(int x) {{ return helper(x); }}\n")
            with self.assertRaisesRegex(SuiteError, "whole.o holds what students are asked for: a_value$"):
                symbols.closed(whole, {"helper"}, {"a_value", "b_value"})
            self.assertFalse((self.work / "rest.o").exists())

    def test_it_may_call_one_and_hold_a_static_of_its_name(self):
        whole = self.whole("int b_value(int x);\nstatic int a_value(int x) { return x; }\nint helper(int x) { return a_value(x) + b_value(x); }\n")
        rest = symbols.closed(whole, {"helper"}, {"a_value", "b_value"})
        self.assertEqual(symbols.symbols([rest]), ({"helper"}, {"b_value"}))


class DoesNotCompile(Builds):
    def test_the_compilers_words_with_the_students_names(self):
        built = self.check_a_fails('#include "engine.h"\nint a_value(int x) { return y; }\n', "a.c:2:", "error:", "'y' undeclared")
        self.assertNotIn("/in/", built.message)
        self.assertNotIn("modules/", built.message)

    def test_windows_ends_of_lines_change_no_word(self):
        for source in ('#include "engine.h"\nint a_value(int x) { return y; }\n', '#include "engine.h"\n#define TWICE(x) \\\n    (2 * (x))\n'
                       'int nothing(int x);\nint a_value(int x)\n{\n    return TWICE(nothing(x));\n}\n'):
            unix = self.build(a=source)
            self.work = Path(tempfile.mkdtemp(dir=self.path))
            windows = self.build(a=source.replace("\n", "\r\n"))
            self.assertIn("a.c", unix.message)
            self.assertEqual((windows.status, windows.message, windows.notes), (unix.status, unix.message, unix.notes))
        self.check(self.build(a=HONEST["99_two/a.c"].replace(b"\n", b"\r\n")), [206, 309])

    def test_nothing_compiles_no_program(self):
        built = self.build(a="int (", b="int (")
        self.assertEqual((built.status, built.program), ("compile-error", None))
        self.assertIn("a.c:1:", built.message)
        self.assertIn("b.c:1:", built.message)

    def test_many_messages_are_cut(self):
        built = self.check_a_fails("".join(f"int f{i}(void) {{ return undeclared{i}; }}\n" for i in range(500)))
        self.assertLess(len(built.message.splitlines()), 40)
        self.assertIn("lines more", built.message)

    def test_no_control_characters_in_a_message(self):
        built = self.check_a_fails(b'#error \x1b[2J\x1b]0;x\x07 \x00 \xff\xfe </script> ]]>\n', "#error")
        self.assertTrue(all(c.isprintable() or c in "\n\t" for c in built.message), built.message)

    def test_files_outside_cannot_be_included_nor_quoted(self):
        secret = self.path / "secret.c"
        secret.write_text("int a_value(int x) { return the_solution(x); }\n")
        secret.chmod(0o644)
        for path in (secret, "../../../../../.." + str(secret), "/etc/passwd", "/proc/self/environ", Path(__file__)):
            built = self.check_a_fails(f'#include "{path}"\nint a_value(int x) {{ return 206; }}\n', "No such file")
            self.assertNotIn("the_solution", built.message)
            self.assertNotIn("root:", built.message)

    def test_nor_can_the_other_file_of_the_submission_or_the_starting_file(self):
        self.check_a_fails('#include "b.c"\nint a_value(int x) { return 1; }\n', "No such file")
        self.check_a_fails('#include "../../stubs/99_two/a.c"\n', "No such file")

    def test_the_assembler_reads_nothing_either(self):
        secret = self.path / "hidden_test.c"
        secret.write_text("hidden inputs")
        body = f'__asm__(".incbin \\"{secret}\\"");\nint a_value(int x) {{ return x; }}\n'
        message = self.check_a_fails(body, "a.c (as assembly):", "file not found").message
        self.assertNotIn("hidden inputs", message)
        self.assertNotIn("/tmp/cc", message)

    def test_files_without_an_end(self):
        for path in ("/dev/zero", "/dev/stdin", "/dev/urandom", "/proc/kcore"):
            self.check_a_fails(f'#include "{path}"\n', "No such file")

    def test_the_compiled_tests_are_not_there_to_be_included(self):
        for path in ("/rest/0.o", "/in/0.o"):
            self.check_a_fails(f'__asm__(".incbin \\"{path}\\"\\n.text");\nint a_value(int x) {{ return x; }}\n', "file not found")

    def test_a_file_that_includes_itself(self):
        self.check_a_fails('#include "a.c"\n', "nested")

    def test_nesting_that_exhausts_the_compiler(self):
        self.compiling(cpu=4, wall=120, memory=256 << 20, file=16 << 20, transcript=0)
        self.check_a_fails("int a_value(int x) { return " + "(" * 100_000 + "x" + ")" * 100_000 + "; }", "a.c")

    def test_macros_that_never_end(self):
        bomb = "#define A0 x+\n" + "".join(f"#define A{i} {f'A{i - 1} ' * 10}\n" for i in range(1, 10)) + "int a_value(int x) { return A9 0; }"
        self.compiling(cpu=1, wall=120, memory=1 << 30, file=16 << 20, transcript=0)
        self.check_a_fails(bomb, "a.c: the compiler needed more than 1 s")
        self.compiling(cpu=20, wall=120, memory=150 << 20, file=16 << 20, transcript=0)
        self.check_a_fails(bomb, "a.c: the compiler needed more than 150 MiB of memory")

    def test_all_that_compiles_comes_out_of_one_budget(self):
        bomb = "#define A0 x+\n" + "".join(f"#define A{i} {f'A{i - 1} ' * 10}\n" for i in range(1, 10)) + "int a_value(int x) { return A9 0; }"
        budget = Budget(4)
        files = {"99_two/a.c": bomb.encode(), "99_two/b.c": bomb.replace("a_value", "b_value").encode()}
        built = build(files, self.suite, self.work, budget)
        # 1 s for each in company, what is left for the first, and then no more than the least, in
        # place of 10
        self.assertRegex(built.message, r"^a.c: the compiler needed more than [12] s\nb.c: the compiler needed more than 1 s$")
        self.assertLess(budget.left, 0)
        self.assertGreater(budget.left, -8)

    def test_a_file_that_exhausts_the_compiler_leaves_a_quarter_to_the_next(self):
        bomb = "#define A0 x+\n" + "".join(f"#define A{i} {f'A{i - 1} ' * 10}\n" for i in range(1, 10)) + "int a_value(int x) { return A9 0; }"
        self.compiling(cpu=4, wall=100, memory=1 << 30, file=16 << 20, transcript=0)
        files = {"99_two/a.c": bomb.encode(), "99_two/b.c": bomb.replace("a_value", "b_value").encode()}
        built = build(files, self.suite, self.work, Budget(1000))
        self.assertRegex(built.message, r"^a.c: the compiler needed more than [^\n]*\nb.c: the compiler needed more than 1 s$")

    def test_what_counts_as_a_bomb(self):
        for outcome, cpu_ms, left in (("exit", 10_000, 2), ("exit", 1_500, 2), ("exit", 300, 10), ("timeout", 995, 2), ("ok", 9_000, 10)):
            budget = Budget(100)
            budget.spend_step(Ran(outcome, cpu_ms=cpu_ms), 1)
            self.assertEqual(budget.step(Limits(cpu=10), 1).cpu, left, (outcome, cpu_ms))
            budget.spend_step(Ran(outcome, cpu_ms=cpu_ms), 1)
            self.assertEqual(budget.step(Limits(cpu=10), 1).cpu, 1 if left == 2 else 10)

    def test_the_compiler_can_tell_no_time(self):
        source = 'const char *when(void) { return __TIMESTAMP__ " " __DATE__ " " __TIME__; }\n' + HONEST["99_two/a.c"].decode()
        built = build(HONEST | {"99_two/a.c": source.encode()}, self.suite, self.work, Budget())
        self.assertEqual(built.status, "ok")
        self.assertIn(b"Thu Jan  1 00:00:00 1970 Jan  1 1970 00:00:00", built.program.read_bytes())

    def test_nor_which_machine_this_is(self):
        for path in ("/usr/lib/os-release", "/usr/share/doc", "/usr/share/zoneinfo/UTC", "/usr/src"):
            source = f"#if __has_include(\"{path}\")\n#error there\n#endif\n" if path != "/usr/lib/os-release" else f'#include "{path}"\n'
            self.check(build(HONEST | {"99_two/a.c": source.encode() + HONEST["99_two/a.c"]}, self.suite, self.work, Budget()), [206, 309])

    def test_who_has_used_up_the_budget_still_gets_what_honest_files_need(self):
        self.check(build(HONEST, self.suite, self.work, Budget(-100)), [206, 309])

    def test_how_long_it_takes_on_the_wall_is_the_machines_fault(self):
        self.compiling(wall=0)
        built = self.build()
        self.assertEqual(built.status, "infra-error")
        self.assertIn("the machine was too busy", built.message)

    def test_an_object_that_fills_the_disk(self):
        started = time.monotonic()
        self.check_a_fails("char huge[1L << 36] = {1};\nint a_value(int x) { return huge[x]; }", "a.c: the object file would be larger")
        self.assertLess(time.monotonic() - started, 600)  # the compiler would write 64 GiB
        self.assertLess(sum(f.lstat().st_size for f in self.work.rglob("*")), 64 << 20)

    def test_more_variables_than_memory(self):
        self.check_a_fails("char huge[1L << 36];\nint a_value(int x) { return huge[x]; }", "a.c: its variables take 65536 MiB")


class DoesNotLink(Builds):
    def test_a_function_that_is_not_there(self):
        self.check_a_fails('#include "engine.h"\nint a_valeu(int x) { return x; }\n', "a.c does not define a_value")

    def test_a_static_function_is_not_there(self):
        self.check_a_fails("static int a_value(int x) { return x; }\nint other(int x) { return a_value(x); }", "a.c does not define a_value")

    def test_a_call_of_what_nobody_has(self):
        self.check_a_fails("int cblas_dgemm(int x);\nint a_value(int x) { return cblas_dgemm(x); }", "a.c calls cblas_dgemm, which is neither in the engine's headers nor among the C functions of tools/course/library.txt",
                           note="a.c calls what its functions do not need: cblas_dgemm")

    def test_both_files_at_fault(self):
        built = self.build(a="int one(int x); int a_value(int x) { return one(x); }", b="int two(int x); int b_value(int x) { return two(x); }")
        self.assertEqual(built.message, "a.c calls one, which is neither in the engine's headers nor among the C functions of tools/course/library.txt\nb.c calls two, which is neither in the engine's headers nor among the C functions of tools/course/library.txt")
        self.assertEqual(self.values(built), [-1, -1])

    def test_a_file_may_not_use_the_private_functions_of_another(self):
        built = self.build(a="int secret(int x); int a_value(int x) { return secret(x); }",
                           b="int secret(int x) { return x; } int b_value(int x) { return secret(x); }")
        self.assertEqual(built.failed["99_two/a.c"], "a.c calls secret, which is neither in the engine's headers nor among the C functions of tools/course/library.txt")


class Hostile(Builds):
    """What compiles, and wants more than to be called."""

    def hostile(self, more):
        return f'#include "engine.h"\n#include <stddef.h>\nstatic volatile int ran;\n{more}\nint a_value(int x) {{ return helper(x) * 2; }}\n'

    def test_a_main_of_its_own_is_harmless(self):
        self.check(self.build(a=self.hostile("int main(void) { return 0; }")), [206, 309], note="main")

    def test_functions_of_libc_are_replaced_for_nobody_else(self):
        more = """
        void *malloc(size_t n) { (void)n; return NULL; }
        void free(void *p) { (void)p; }
        int memcmp(const void *a, const void *b, size_t n) { (void)a, (void)b, (void)n; return 1; }
        long write(int fd, const void *p, size_t n) { (void)fd, (void)p, (void)n; return -1; }
        void *memcpy(void *to, const void *from, size_t n) { (void)from, (void)n; return to; }
        int snprintf(char *s, size_t n, const char *f, ...) { (void)s, (void)n, (void)f; return 0; }
        void _start(void) {}
        void exit(int status) { (void)status; for (;;) continue; }
        """
        self.check(self.build(a=self.hostile(more)), [206, 309], note="_start exit free malloc memcmp memcpy snprintf write")

    def test_nor_by_tricks_of_the_assembler(self):
        for trick in (".globl write\\n.set write, a_value", ".weak helper\\n.set helper, a_value", ".comm malloc, 8",
                      ".globl \\\"b_value\\\"\\n.set b_value, a_value"):
            with self.subTest(trick):
                built = self.build(a=f'__asm__("{trick}");\nint a_value(int x) {{ return 206; }}\n')
                self.check(built, [206, 309], note="a.c defines more")

    def test_code_before_main_is_seen(self):
        cases = {
            "__attribute__((constructor)) static void early(void) { ran++; }": "section .init_array",
            "__attribute__((destructor)) static void late(void) { ran++; }": "section .fini_array",
            '__attribute__((constructor(101))) static void early(void) { ran++; }': "section .init_array.00101",
            'static void early(void) { ran++; } __attribute__((section(".preinit_array"), used)) static void (*p)(void) = early;': "section .preinit_array",
            r'__asm__(".section \".init_array.a b\",\"aw\"\n.quad a_value\n.text");': "section .init_array",
            '__asm__(".section .init,\\"ax\\"\\nnop\\n.text");': "section .init",
            "static int one(int x) { return x; } static int (*pick(void))(int) { return one; } "
            'int chosen(int x) __attribute__((ifunc("pick")));': "ifunc",
        }
        for more, note in cases.items():
            with self.subTest(note):
                built = self.build(a=self.hostile(more))
                self.assertIn(note, "\n".join(built.notes))
                self.assertIn("a.c", "\n".join(built.notes))

    def test_a_section_with_an_endless_name_is_said_in_a_few_words(self):
        name = "x" * 10_000
        built = build(HONEST | {"99_two/a.c": f'__asm__(".section \\"{name}\\",\\"aw\\"\\n.byte 1\\n.text");\n'.encode() + HONEST["99_two/a.c"]},
                      self.suite, self.work, Budget())
        self.check(built, [206, 309], note=f"a.c has sections with names of more than 200 letters: {name[:40]}...")
        self.assertLess(len("".join(built.notes)), 200)

    def test_code_before_main_earns_no_value(self):
        built = self.build(a=self.hostile("#include <unistd.h>\n__attribute__((constructor)) static void early(void) { _exit(0); }"))
        self.assertEqual(self.values(built), ["ok", "ok"])  # an end without a value

    def test_imports_are_seen(self):
        built = self.build(a="int system(const char *);\nint a_value(int x) { return system(0) + x; }")
        self.assertIn("a.c calls what its functions do not need: system", built.notes)

    def test_symbols_with_strange_names(self):
        name = "x\\\\n/in/o T 0 0\\\\x1b[2J"
        built = self.build(a=f'__asm__(".globl \\"{name}\\"\\n\\"{name}\\": nop");\nint a_value(int x) {{ return 206; }}\n')
        if built.status == "ok":
            self.assertEqual(self.values(built)[1], 309)
        self.assertTrue(all(c.isprintable() or c == "\n" for c in "\n".join(built.notes) + built.message))

    def test_a_forged_symbol_does_not_pass_for_a_function(self):
        forged = r'__asm__(".globl \"a_value T 0 0\"\n\"a_value T 0 0\": nop");' + "\nint other;\n"
        built = self.build(a=forged)
        self.assertIn("99_two/a.c", built.failed)
        self.assertEqual(self.values(built), [-1, 309])


class Boundaries(Builds):
    """What a box wrote, and what is not the student's fault."""

    def test_only_plain_files_are_taken_from_a_box(self):
        out = files.fresh_folder(self.work / "out")
        target = self.work / "target"
        target.write_text("the grader's")
        (self.work / "another").write_text("the grader's")
        (out / "link").symlink_to(self.work / "another")
        os.link(target, out / "hard")
        os.mkfifo(out / "pipe")
        (out / "folder").mkdir()
        with open(out / "large", "wb") as file:
            file.truncate(2 << 20)
        for name in ("link", "hard", "pipe", "folder", "large", "none"):
            with self.subTest(name), self.assertRaises(Broken):
                files.take(out / name, 1 << 20, self.work / "taken")
            self.assertFalse((self.work / "taken").exists())
        (out / "plain").write_text("fine")
        self.assertEqual(files.take(out / "plain", 1 << 20, self.work / "taken").read_text(), "fine")
        self.assertEqual(target.read_text(), "the grader's")

    def test_objects_are_read_in_boxes_only(self):
        """No program but the box's keeper is started by a build."""
        started = []
        original = subprocess.Popen

        def noted(argv, *args, **options):
            started.append(argv[0])
            return original(argv, *args, **options)
        with mock.patch.object(subprocess, "Popen", noted):
            self.build()
        self.assertEqual(set(started), {str(parts.keeper())})
        self.assertEqual(len(started), 2)  # one compiles, one links

    def test_a_missing_compiler_is_nobodys_fault(self):
        suite = replace(self.suite, cc="no-such-cc")
        built = build(HONEST, suite, self.work, Budget())
        self.assertEqual((built.status, built.program, built.failed), ("infra-error", None, {}))
        self.assertIn("no-such-cc", built.message)

    def test_a_box_that_does_not_start_is_nobodys_fault(self):
        with mock.patch.object(parts, "view", lambda *a: ["--no-such-option"]):
            built = self.build()
        self.assertEqual((built.status, built.failed), ("infra-error", {}))

    def test_a_suite_that_does_not_link_is_nobodys_fault(self):
        suite = replace(self.suite, link_objects=self.suite.link_objects[:1])
        built = build({}, suite, self.work, Budget())
        self.assertEqual(built.status, "ok")  # the starting files need no helper
        built = build(HONEST, suite, self.work, Budget())
        self.assertIn("a.c calls helper, which is neither in the engine's headers nor among the C functions of tools/course/library.txt", built.message)
        suite.link_objects = []
        self.assertEqual(build({}, suite, self.work, Budget()).status, "infra-error")

    def test_the_compile_box_holds_one_source_and_the_headers(self):
        source = self.work / "s.c"
        source.write_text("int only;\n")
        binds = objects.tree_with(self.suite.headers, "modules/99_two/a.c", source)
        ran = box.run(["/usr/bin/sh", "-c", "cd /in; for f in * */* */*/*; do test -f $f && echo $f; done; exit 0"],
                      "compile", binds, None, COMPILING)
        self.assertEqual(sorted(ran.stdout.decode().split()), ["modules/99_two/a.c", "modules/todo.h", "room/engine.h"])


if __name__ == "__main__":
    unittest.main()
