"""test_errors.py - a mistake is an exception with the library's words and the line of Python;
nothing is lost by it."""
import ctypes
import gc
import inspect
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import unittest

import kindling as k

HERE = pathlib.Path(__file__).name


def mistakes():
    """Each fails in another depth of the library."""
    net, x = k.linear_new(2, 3, True), k.tensor([[1.0, 2.0]], requires_grad=True)
    loss = (x * x).sum()
    loss.backward()
    return [(lambda: x @ k.tensor([[1.0, 2, 3]]), k.Error, "inner dimensions differ"),
            (lambda: net(k.tensor([[1.0, 2, 3]])), k.Error, "linear"),
            (lambda: k.gpt_new(vocabulary=5, context=4, embed_dim=10, num_heads=3, num_layers=2), k.Error, "heads"),
            (lambda: k.mlp_new([4, 4, 4, -1], "ACT_RELU"), k.Error, "width"),
            (lambda: k.sequential_new([net, net]), k.Error, "."),
            (lambda: loss.backward(), k.Error, "backward"),
            (lambda: k.tensor_sum(None), k.Error, "argument 1, a, is NULL"),
            (lambda: k.adam_new(net.parameters()), k.Error, "lr"),
            (lambda: k.dot(loss, level=17), k.Error, "."),
            (lambda: k.npy_load("/nowhere/x.npy"), k.FileError, "No such file"),
            (lambda: net.load("/nowhere/x.safetensors"), k.FileError, "No such file"),
            (lambda: k.load_model(os.devnull), k.FileError, ".")]


def in_use():
    """Bytes that malloc has handed out, as glibc counts them."""
    class Info(ctypes.Structure):
        _fields_ = [(n, ctypes.c_size_t) for n in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks",
                                                   "uordblks", "fordblks", "keepcost")]
    mallinfo = ctypes.CDLL(None).mallinfo2
    mallinfo.restype = Info
    gc.collect()
    info = mallinfo()
    return info.uordblks + info.hblkhd


COUNTS = hasattr(ctypes.CDLL(None), "mallinfo2")


class Mistakes(unittest.TestCase):
    def test_each_is_an_exception(self):
        for call, kind, why in mistakes():
            with self.assertRaisesRegex(kind, why):
                call()

    def test_the_line_of_python_is_named(self):
        a, b = k.tensor([[1.0, 2]]), k.tensor([[3.0, 4]])
        line = inspect.currentframe().f_lineno + 2
        with self.assertRaises(k.Error) as caught:
            a @ b
        self.assertEqual((caught.exception.line, pathlib.Path(caught.exception.file).name), (line, HERE))
        self.assertIn(f"{HERE}:{line}: tensor_matmul: inner dimensions differ: (1, 2) @ (1, 2)", str(caught.exception))

    def test_messages_name_where_a_tensor_was_made(self):
        x = k.tensor([1.0], requires_grad=True)
        line = inspect.currentframe().f_lineno + 1
        y = x * 2
        y.backward()
        with self.assertRaisesRegex(k.Error, rf"{HERE}:{line}\b"):
            y.backward()

    def test_what_was_open_is_closed(self):
        x = k.tensor([1.0], requires_grad=True)
        for call, kind, _ in mistakes():
            with self.assertRaises(kind), k.no_grad():
                call()
            self.assertTrue((x * 2).requires_grad)
        (x * 2).sum().backward()
        self.assertEqual(x.grad.tolist(), [2])

    @unittest.skipUnless(COUNTS, "this C library does not count its memory")
    def test_a_thousand_mistakes_leak_nothing(self):
        for call, kind, _ in mistakes():
            def fail(n):
                for _ in range(n):
                    try:
                        call()
                    except kind:
                        pass
            fail(50)
            before = in_use()
            fail(1000)
            self.assertLess(in_use() - before, 8000, inspect.getsource(call))  # 8 bytes each

    @unittest.skipUnless(COUNTS, "this C library does not count its memory")
    def test_a_thousand_steps_leak_nothing(self):
        def steps(n):
            for _ in range(n):
                net = k.sequential_new([k.linear_new(3, 4, True), k.dropout_new(0.5, k.rng_seed(1)), k.linear_new(4, 1, False)])
                adam = k.adam_new(net.parameters(), lr=0.1)
                with k.region("step", 1):
                    loss = net(k.tensor([[1, 2, 3]])).sum()
                loss.backward()
                adam.step()
                len(k.dot(loss)), len(k.json(loss)), str(loss), net.summary(), list(net.parameters()), loss.tolist()
        steps(20)
        before = in_use()
        steps(1000)
        self.assertLess(in_use() - before, 16000)


class Threads(unittest.TestCase):
    def run_all(self, *calls):
        wrong = []

        def guarded(call):
            try:
                call()
            except BaseException as why:
                wrong.append(why)
        threads = [threading.Thread(target=guarded, args=(c,)) for c in calls]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        if wrong:
            raise wrong[0]

    def test_threads_train_and_fail_side_by_side(self):
        results = {}

        def train(seed):
            k.manual_seed(seed)
            net = k.mlp_new([2, 4, 1], "ACT_TANH")
            sgd = k.sgd_new(net.parameters(), lr=0.1)
            for step in range(50):
                with self.assertRaisesRegex(k.Error, rf"\({seed},\)"):
                    k.tensor([1.0] * seed) @ k.tensor([1.0] * (seed + 1))
                loss = k.mse_loss(net([[0.5, seed]]), [[1.0]])
                loss.backward()
                sgd.step()
                sgd.zero_grad()
            return loss.item()

        def keep(seed, turn):
            results[seed, turn] = train(seed)
        alone = {seed: train(seed) for seed in (2, 3, 4)}
        self.run_all(*[lambda s=s: keep(s, 1) for s in (2, 3, 4)])
        self.assertEqual({s: results[s, 1] for s in (2, 3, 4)}, alone)

    def test_no_grad_is_a_thread_s_own(self):
        x = k.tensor([1.0], requires_grad=True)
        seen = []
        with k.no_grad():
            self.run_all(lambda: seen.append((k.tensor([1.0], requires_grad=True) * 2).requires_grad))
            seen.append((x * 2).requires_grad)
        self.assertEqual(seen, [True, False])

    @unittest.skipUnless(COUNTS, "this C library does not count its memory")
    def test_what_one_thread_made_another_may_use_and_end(self):
        def round_trip():
            box = []
            self.run_all(lambda: box.append(k.tensor([[1.0, 2.0]], requires_grad=True) * 3))
            self.assertEqual(box[0].tolist(), [[3, 6]])
            box[0].sum().backward()
            self.run_all(box.clear)
        for _ in range(20):
            round_trip()
        before = in_use()
        for _ in range(300):
            round_trip()
        self.assertLess(in_use() - before, 30000)


class Libraries(unittest.TestCase):
    def importing(self, library):
        return subprocess.run([sys.executable, "-c", "import kindling"], capture_output=True, text=True,
                              env=dict(os.environ, KINDLING_LIBRARY=str(library), PYTHONPATH="tools/python"))

    def test_a_wrong_library_is_refused_with_a_sentence(self):
        with tempfile.TemporaryDirectory() as folder:
            text = pathlib.Path(folder, "text.so")
            text.write_text("no library")
            for library, why in [(text, "is no library of this machine"), (folder + "/none.so", "there is no"),
                                 ("libm.so.6", "there is no")]:
                done = self.importing(library)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn("ImportError: kindling:", done.stderr)
                self.assertIn(why, done.stderr)
                self.assertIn("hint: make python", done.stderr)

    def test_a_library_that_is_not_made_for_python_is_refused(self):
        plain = next((line.split()[-1] for line in open("/proc/self/maps") if "/libc.so" in line or "/libc-" in line
                      or "ld-musl" in line), None) if os.path.exists("/proc/self/maps") else None
        if plain is None:
            self.skipTest("no other library is known")
        done = self.importing(plain)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("is not made for Python. hint: make python", done.stderr)
