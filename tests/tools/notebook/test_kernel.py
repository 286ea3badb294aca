"""test_kernel.py - the parts of the Jupyter kernel, one by one, without Jupyter: cells of C taken
apart, compiled and run by the host; what a cell prints, collected and cut; names for Tab and
Shift-Tab.

usage: test_kernel.py HOST CC FLAGS, as tools/notebook/jupyter.py takes them.
"""
import os
import pathlib
import signal
import sys
import threading
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOST, CC, FLAGS = sys.argv[1:4]
del sys.argv[1:4]
sys.path.insert(0, str(ROOT / "tools" / "notebook"))
import ipynb
import jupyter
import names
import session
import stream

SAID = []  # what the kernel under test sends: (kind, content)


def kernel():
    """kernel.py with a Kernel class that only notes what is sent: Jupyter itself need not be
    there."""
    class Kernel:
        execution_count, iopub_socket = 1, None

        def __init__(self, **_):
            pass

        def send_response(self, _, kind, content):
            SAID.append((kind, content))
    sys.modules["ipykernel"] = types.ModuleType("ipykernel")
    sys.modules["ipykernel.kernelapp"] = types.SimpleNamespace(IPKernelApp=None)
    sys.modules["ipykernel.kernelbase"] = types.SimpleNamespace(Kernel=Kernel)
    import kernel
    os.environ.update(KINDLING_HOST=str(pathlib.Path(HOST).resolve()), KINDLING_CC=CC,
                      KINDLING_FLAGS=f"{FLAGS} {jupyter.include_flags()}")
    return kernel.KindlingKernel()


class Cells(unittest.TestCase):
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.kernel = kernel()
        cls.addClassCleanup(cls.kernel.do_shutdown, False)

    def run_cell(self, code):
        """(status, text, errors)"""
        SAID.clear()
        status = self.kernel.do_execute(code, False)
        text = "".join(c["text"] for kind, c in SAID if kind == "stream")
        return status, text, [c for kind, c in SAID if kind == "error"]

    def shows(self, code, expected):
        status, text, errors = self.run_cell(code)
        self.assertEqual((status["status"], errors), ("ok", []), f"{code}\n{text}")

        self.assertEqual(text, expected)

    def test_the_first_cell_that_anybody_types(self):
        self.shows("Tensor *a = tensor_from(SHAPE(2, 2), VALUES(1, 2, 3, 4));", "")
        self.shows("a", "[[1. 2.]\n [3. 4.]]\nTensor (2, 2)\n")
        self.shows("// mine;\na // as it is; (", "[[1. 2.]\n [3. 4.]]\nTensor (2, 2)\n")
        self.shows("a;", "[[1. 2.]\n [3. 4.]]\nTensor (2, 2)\n")
        self.shows("Tensor *b = tensor_add(a, a), *c = tensor_named(tensor_requires_grad(tensor_ones(SHAPE(1))), \"c, or so\");\nc",
                   "[1.]\nTensor (1,) \"c, or so\", wants a gradient\n")
        self.shows("tensor_sum(b, ALL_AXES, false)", "20.0\nTensor ()\n")
        self.shows("const double mean = tensor_item(tensor_mean(a, ALL_AXES, false)); // (10) / 4\nint n = 3;", "")
        self.shows("mean * n", "7.5\n")
        self.shows("static Rng rng = rng_seed(3);\nfloat drawn[] = {rng_uniform(&rng), 2, n}; const char *word = kindling_version();", "")
        self.shows('printf("%g %g %zu\\n", drawn[1], drawn[2], sizeof drawn / sizeof *drawn);', "2 3 3\n")
        self.shows("rng", "A value of this type is not shown by itself. hint: printf with one of its members\n")
        self.shows("a->shape[0] == 2 && n > 2", "1\n")
        self.shows("(bool)n", "true\n")
        self.shows("tensor_argmax(a, 1, false)", "1 1\nIntTensor (2,)\n")
        self.shows('"text"', '"text"\n')

    def test_values_are_of_the_order_in_which_they_stand(self):
        self.shows("int f(int x) { return 2 * x; }\nint p = f(3); int q = f(p); p = 1; int r = f(p);", "")
        self.shows('printf("%d %d %d\\n", p, q, r);', "1 12 2\n")

    def test_stdin_is_empty(self):
        self.shows('char line[9] = "none"; printf("in: "); printf("%d\\n", fgets(line, 9, stdin) == NULL && getchar() == EOF);', "in: 1\n")
        self.shows('#include <stdlib.h>\nCELL { int n = -1; printf("%d %d\\n", scanf("%d", &n), system("cat")); }', "-1 0\n")
        self.shows("1 + 1", "2\n")

    def test_errors_are_error_messages(self):
        for code, name, value, traceback in [
                ("int x = 1 +;", "CompileError", "the compiler did not accept this cell", 'cell '),
                ("Tensor *t = tensor_matmul(tensor_ones(SHAPE(2, 3)), tensor_ones(SHAPE(2, 3)));", "Mistake", "inner dimensions differ", ""),
                ("*(volatile int *)0 = 1;", "Crash", "crashed: Segmentation fault; the state is as it was before", ""),
                ("#include <stdlib.h>\nCELL { exit(3); }", "Mistake", "status 3", ""),
                ("unknown", "CompileError", "the compiler", "unknown"),
                ("%time tensor_ones(SHAPE(2))", "NotC", "a % command is Python's", ""),
                ("!ls -l", "NotC", 'a terminal, or #include <stdlib.h> and system("ls -l");', "")]:
            status, text, errors = self.run_cell(code)
            self.assertEqual((status["status"], len(errors)), ("error", 1), code)
            self.assertEqual((errors[0]["ename"], status["ename"]), (name, name), code)
            self.assertIn(value, errors[0]["evalue"])
            self.assertIn(traceback, "\n".join(errors[0]["traceback"]))
            self.assertIn(name, errors[0]["traceback"][-1])

    def test_a_cell_that_failed_leaves_no_name_behind(self):
        self.run_cell("int gone = 5; Tensor *none = tensor_matmul(NULL, NULL);")
        self.assertEqual(self.run_cell("gone")[2][0]["ename"], "CompileError")

    def test_much_output_is_collected_and_cut(self):
        status, text, _ = self.run_cell('for (int i = 0; i < 200000; i++) printf("line %d\\n", i);')
        self.assertEqual(status["status"], "ok")
        self.assertLess(len(text), stream.MOST + 1000)
        self.assertLess(len(SAID), 200)
        self.assertTrue(text.startswith("line 0\nline 1\n"))
        self.assertIn("more than 256 kB: the rest of what this cell prints is not shown", text)
        shown = text[:stream.MOST]
        self.assertIn(f"bytes in {200000 - shown.count(chr(10)):,} lines were not shown", text)

    def test_a_cell_may_print_what_the_host_says(self):
        status, text, _ = self.run_cell('printf("\\036pid none\\n"); puts("after it");')
        self.assertEqual(status["status"], "ok")
        self.assertIn("after it", text)

    def test_an_interrupt_ends_the_cell_and_keeps_the_state(self):
        self.run_cell("int kept = 7;")
        send, heard = self.kernel.send_response, []

        def interrupt_once(socket, kind, content):
            send(socket, kind, content)
            if kind == "stream" and not heard:
                heard.append(True)
                signal.raise_signal(signal.SIGINT)
        self.kernel.send_response = interrupt_once
        self.addCleanup(self.kernel.__dict__.pop, "send_response", None)
        status, text, errors = self.run_cell('kept = 8; for (;;) printf("on my way\\n");')
        self.assertEqual(errors[0]["ename"], "Interrupted", errors)
        self.assertIn("was interrupted; the state is as it was before", errors[0]["evalue"])
        del self.kernel.send_response
        self.shows("kept", "7\n")

    def test_pictures_say_what_they_show(self):
        SAID.clear()
        self.kernel.do_execute("""Tensor *w = tensor_ones(SHAPE(2, 2));
            display_heatmap(w, &(HeatmapOptions){.title = "who reads whom"});
            Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(2))); display_graph(tensor_named(tensor_mul(x, x), "square"), NULL);""", False)
        pictures = [c["data"]["text/html"] for kind, c in SAID if kind == "display_data"]
        self.assertIn('alt="', pictures[0])
        self.assertIn("who reads whom", pictures[0].split('src="')[0])
        if len(pictures) > 1:  # Graphviz is here
            self.assertIn("A graph of 2 boxes: ", pictures[1])
            self.assertIn("square = mul", pictures[1].split('src="')[0])

    def test_tab_and_shift_tab(self):
        self.run_cell("Tensor *my_weights = tensor_ones(SHAPE(2)); int my_function(int x) { return x; }")

        def complete(code):
            answer = self.kernel.do_complete(code, len(code))
            return answer["matches"], code[answer["cursor_start"]:answer["cursor_end"]]
        self.assertEqual(complete("x = my_"), (["my_function", "my_weights"], "my_"))
        self.assertIn("tensor_softmax", complete("tensor_so")[0])
        self.assertIn("display_heatmap", complete("displ")[0])
        self.assertIn("NULL", complete("NU")[0])
        self.assertEqual(complete("my_weights->requ"), (["requires_grad"], "requ"))
        self.assertEqual(complete("Tensor *t = f(); t->str"), (["stride"], "str"))
        self.assertEqual(complete("x ")[0], [])

        def inspect(code, at=None):
            answer = self.kernel.do_inspect(code, len(code) if at is None else at)
            return answer["data"].get("text/plain") if answer["found"] else None
        said = inspect("tensor_softmax")
        self.assertIn("Tensor *tensor_softmax(Tensor *a, int axis);", said)
        self.assertIn("A row of -infinity", said)
        self.assertEqual(inspect("y = tensor_softmax(tensor_relu(a), "), said)
        self.assertEqual(inspect("tensor_softmax(a, 1)", 4), said)
        self.assertIn("Rows of x (N, ...)", inspect("tensor_dataset_new("))
        # said above schedule_cosine, for the group
        self.assertIn("Warm-up rises linearly", inspect("schedule_linear"))
        self.assertEqual(inspect("my_function"), "int my_function(int x);")
        self.assertIsNone(inspect("nothing_of_the_sort"))
        self.assertIn("row of -infinity", self.run_cell("tensor_softmax?")[1])
        self.assertIn("row of -infinity", self.run_cell("?tensor_softmax")[1])


class Streams(unittest.TestCase):
    def items(self, *pieces):
        read, write = os.pipe()
        for piece in pieces:
            os.write(write, piece)
        os.close(write)
        found = []
        try:
            for item in stream.Stream(read).items():
                found.append(item)
        except EOFError:
            found.append("gone")
        os.close(read)
        return found

    def test_text_and_frames_in_their_order(self):
        self.assertEqual(self.items(b"one\ntw", b"o\n\036file a.svg\nthree\n\036end ok 0.1 \n\036done\n"),
                         [("text", "one\ntwo\n"), ("file", "a.svg"), ("text", "three\n"), ("end", "ok", "0.1", ""), ("done", "")])

    def test_a_prompt_without_a_line_end_and_a_split_character(self):
        self.assertEqual(self.items("in: ü"[:-1].encode() + b"\xc3", b"\xbc\036done\n"), [("text", "in: ü"), ("done", "")])
        self.assertEqual(self.items(b"\xff\n\036done\n"), [("text", "\ufffd\n"), ("done", "")])

    def test_a_prompt_is_shown_while_the_program_waits(self):
        read, write = os.pipe()
        shown, before_the_end = threading.Event(), []

        def go_on():
            before_the_end.append(shown.wait(20))
            os.write(write, b"\036done\n")
        other = threading.Thread(target=go_on)
        other.start()
        os.write(write, b"in: ")
        for item in stream.Stream(read).items():
            shown.set()
        other.join()
        os.close(read)
        os.close(write)
        self.assertEqual(before_the_end, [True])

    def test_a_host_that_goes_is_noticed(self):
        self.assertEqual(self.items(b"half\n"), [("text", "half\n"), "gone"])


if __name__ == "__main__":
    unittest.main()
