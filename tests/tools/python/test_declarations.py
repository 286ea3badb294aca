"""test_declarations.py - the headers as declarations.py reads them: against small ones written
here, and against the wrappers that the Makefile makes of the same headers with a reader of its own
(tools/build/call_sites.sh).
"""
import pathlib
import re
import sys
import unittest

import kindling as k

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools" / "site"))
import declarations

HEADER = """/* x.h - an essay
 * int not_this(void);
 */
#ifndef X_H
#define X_H
#pragma GCC visibility push(default)

/* ---- x.c: a banner ---- */

/* Above,
 *     and indented. */
int f(int a, const char *text); /* behind f */
Tensor *g(Tensor *(*h)(Tensor *x, void *context), OR_NULL Rng *rng, const long shape[],
          int last); /* behind g,
    over two lines */
#ifdef KINDLING_DOUBLE
typedef double real;
#else
typedef float real; /* a number; or two */
#endif
#define PAIR(a, b) ((a) + (b)) /* a macro */
#define LONG(...) what(__VA_ARGS__) is(__VA_ARGS__) long(__VA_ARGS__)
#define HIDDEN_H
typedef enum { RED, GREEN } Colour;
enum { ONE = 1, TWO };
typedef struct {
    int a, *b; /* a member; it stays */
    struct {
        char c;
    } inner[4];
    void (*call)(int n);
} Thing;
struct Other;
typedef void (*Handler)(const char *message);
extern __thread int state; /* a variable */
__attribute__((noreturn, format(printf, 1, 2))) void die(const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void tell(const char *format, ...);
static inline int twice(int x)
{
    return "};"[0] == '}' ? 2 * x : 0; /* inside */
}
#endif
"""


class Headers(unittest.TestCase):
    def setUp(self):
        self.entries = {e.name: e for e in declarations.read("x.h", HEADER)}

    def test_all_names_in_their_order(self):
        self.assertEqual(list(self.entries), ["f", "g", "real", "PAIR", "LONG", "Colour", "ONE", "Thing", "Handler", "state", "die", "tell", "twice"])
        self.assertEqual([n for n, e in self.entries.items() if e.is_type], ["real", "Colour", "ONE", "Thing", "Handler"])

    def test_words_belong_to_what_they_stand_at(self):
        said = {n: (e.above.strip(), e.behind.strip()) for n, e in self.entries.items() if e.above or e.behind}
        self.assertEqual(said, {"f": ("Above,\n    and indented.", "behind f"), "g": ("", "behind g,\n    over two lines"),
                                "real": ("", "a number; or two"), "PAIR": ("", "a macro"), "state": ("", "a variable")})

    def test_declarations_are_c_again(self):
        self.assertEqual(self.entries["g"].text, "Tensor *g(Tensor *(*h)(Tensor *x, void *context), OR_NULL Rng *rng, const long shape[], int last);")
        self.assertEqual(self.entries["real"].text, "typedef float real;")
        self.assertEqual(self.entries["die"].text, "void die(const char *format, ...);")
        self.assertEqual(self.entries["tell"].text, "void tell(const char *format, ...);")
        self.assertEqual(self.entries["twice"].text, "static inline int twice(int x);")
        self.assertEqual(self.entries["PAIR"].text, "#define PAIR(a, b) ((a) + (b))")
        self.assertEqual(self.entries["LONG"].text, "#define LONG(...)")
        self.assertTrue(self.entries["Thing"].text.endswith("} Thing;"))
        self.assertIn("/* a member; it stays */", self.entries["Thing"].text)
        lines = HEADER.split("\n")
        for e in self.entries.values():
            self.assertIn(e.name, "\n".join(lines[e.line - 1:e.end]))
        self.assertEqual((self.entries["g"].line, self.entries["g"].end), (13, 14))


class Everything(unittest.TestCase):
    def test_what_programs_can_call_python_can_call(self):
        wrapped = set(re.findall(r"\bkindling_at_(\w+)\(const char \*file_", (ROOT / "build/include/call_site.h").read_text()))
        self.assertGreater(len(wrapped), 400)
        callback = {"gradcheck", "module_new", "optimizer_new", "trainer_run"}
        texts = {e.name: e.text for e in declarations.entries()}
        for name in sorted(wrapped - set(dir(k))):
            said = texts[name]
            self.assertTrue(name in callback or re.search(r"FILE|\(\*|Tensor \*\*|, Tensor \*\w+\[|\.\.\.|RowFunction|Scope|^(void|bool|int|size_t|Closure|FailHandler) \**"
                                                          r"(scope|owned|region|kindling|observer|grad_buffer)_?", said) or
                            name in ("tensor_free", "tensor_recycle", "tensor_spare_grad", "grad_buffer", "backward_order", "closure_record",
                                     "closure_record_view"), said)

    def test_every_function_that_is_there_can_be_made(self):
        from kindling._functions import SAID, function
        unfit = []
        for name in SAID:
            try:
                function(name)
            except Exception as why:
                unfit.append(f"{name}: {why!r}")
        self.assertEqual(unfit, [])
