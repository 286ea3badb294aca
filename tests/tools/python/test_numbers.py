"""test_numbers.py - numbers in, whatever holds them: types, byte orders, strides; and whole numbers
that do not fit."""
import array
import time
import unittest

import kindling as k

try:
    import numpy as np
except ImportError:
    np = None

TOO_LARGE = (2**31, 2**32 + 1, 4294967196, 2**40, -2**31 - 1, 2**63)


class WholeNumbers(unittest.TestCase):
    def refused(self, words, call):
        with self.assertRaisesRegex(OverflowError, words):
            call()

    def test_ids_never_wrap(self):
        self.assertEqual(k.ids([[2**31 - 1, -2**31]]).tolist(), [[2**31 - 1, -2**31]])
        for n in TOO_LARGE:
            self.refused(f"^ids: data: {n} does not fit into C's int", lambda: k.ids([[n, 2]]))
        self.refused("4294967297", lambda: k.ids(array.array("q", [2**32 + 1])))

    def test_the_argument_is_named(self):
        table, x = k.tensor([[1.0], [2.0], [3.0]]), k.tensor([[0.0, 0, 0]])
        self.refused("^tensor_embedding: ids: 4294967297 does not fit", lambda: k.embedding(table, [2**32 + 1]))
        self.refused("^tensor_cross_entropy: targets: 4294967196 does not", lambda: k.cross_entropy(x, [4294967196], -100, 0))

    def test_members_of_structs(self):
        """Options, arrays within them, and members that are set: one way in for all."""
        x = k.tensor([[[[1.0]]]])
        self.refused("does not fit into C's long", lambda: k.max_pool2d(x, kernel=[2**64 + 1, 1], stride=[1, 1]))
        state = k.CheckpointState()
        with self.assertRaisesRegex(OverflowError, "does not fit into C's long"):
            state.step = 2**64 + 3
        state.step = 7
        self.assertEqual(state.step, 7)

    def test_floats_are_no_ids(self):
        with self.assertRaisesRegex(TypeError, "ids: data: .*float"):
            k.ids([1.5])

    @unittest.skipIf(np is None, "no NumPy")
    def test_arrays(self):
        for dtype in ("i1", "u1", "i2", ">i4", "i8", ">i8", "u4", "?"):
            self.assertEqual(k.ids(np.array([[1, 0]], dtype)).tolist(), [[1, 0]], dtype)
        self.assertEqual(k.ids(np.arange(8)[::4]).tolist(), [0, 4])
        self.assertEqual(k.ids(np.zeros((0, 3), "i8")).shape, (0, 3))
        for n in TOO_LARGE[:-1]:
            self.refused(f"ids: data: {n} does not fit", lambda: k.ids(np.array([n, 2])))
        self.refused("4294967295", lambda: k.ids(np.array([4294967295], "u4")))
        with self.assertRaisesRegex(TypeError, "ids: data: expected whole numbers, got an array of float64. hint: a.astype"):
            k.ids(np.array([1.0]))


@unittest.skipIf(np is None, "no NumPy")
class Arrays(unittest.TestCase):
    def arrays(self):
        a = np.arange(6.0).reshape(2, 3)
        yield from (a.astype(t) for t in ("f2", ">f2", "f4", ">f4", "f8", ">f8", "g", "i1", "u2", ">i4", "i8", "?"))
        yield from (np.asfortranarray(a), a[::-1, ::-1], a[:, ::2], a.T, np.broadcast_to(np.float16(3), (2, 3)), np.float32(5), np.array(5.0),
                    np.zeros((0, 3)), np.array([np.inf, np.nan, -0.0]))
        read_only = a.astype("f4")
        read_only.flags.writeable = False
        yield read_only

    def test_every_type_order_and_stride(self):
        for a in self.arrays():
            got = k.tensor(a).numpy()
            np.testing.assert_array_equal(got, np.asarray(a, got.dtype), err_msg=f"{a.dtype} {a.strides}")

    def test_a_copy_is_taken_of_each(self):
        for dtype in ("f4", "f8"):
            a = np.ones(3, dtype)
            t = k.tensor(a)
            a[:] = 7
            self.assertEqual(t.tolist(), [1, 1, 1])

    def test_what_is_no_number_is_told_with_a_remedy(self):
        for a, words in ((np.ones(2) * 1j, r"tensor: data: expected numbers, got an array of complex128. hint: a.real"),
                         (np.array([1, "a"], object), r"an array of object. hint: a.astype\('f4'\)"), (np.array(["a"]), "an array of <U1"),
                         (np.array(["2020-01-01"], "M8[D]"), "an array of datetime64")):
            with self.assertRaisesRegex(TypeError, words):
                k.tensor(a)
        with self.assertRaisesRegex(TypeError, "tensor_add: b: expected numbers, got an array of complex128"):
            k.add(k.tensor([1.0]), np.ones(1) * 1j)

    def test_what_c_writes_comes_back(self):
        gpt = k.gpt_new(vocabulary=9, context=8, embed_dim=4, num_heads=1, num_layers=1, causal=True)
        logits, real = np.zeros((2, 9), f"f{k.PRECISION}"), {4: "f", 8: "d"}[k.PRECISION]
        flat = array.array(real, [0] * 18)
        for out in (logits, flat):
            k.gpt_prefill(gpt, gpt.cache_new(2, 8), [1, 2, 3, 4], 2, out)
        expected = gpt.forward([[1, 2], [3, 4]]).numpy()[:, -1]
        self.assertEqual((logits.tolist(), flat.tolist()), (expected.tolist(), expected.ravel().tolist()))
        for wrong in (np.zeros(18, {4: "f8", 8: "f4"}[k.PRECISION]), np.zeros(36, logits.dtype)[::2], bytes(18)):
            with self.assertRaisesRegex(TypeError, "^gpt_prefill: logits: C writes here: expected memory in order"):
                k.gpt_prefill(gpt, gpt.cache_new(2, 8), [1, 2, 3, 4], 2, wrong)

    def test_it_takes_no_longer_than_astype(self):
        """Loops of C, not of Python: those take a hundred times as long (the bar is 20, for busy
        machines)."""
        def seconds(call):
            def once():
                before = time.process_time()
                call()
                return time.process_time() - before
            return min(once() for _ in range(7))
        d = np.random.default_rng(1).random((500, 500))
        for a in (d, d[:, ::2], d.T, d.astype("f2"), d.astype(">f4")):
            self.assertLess(seconds(lambda: k.tensor(a)), 20 * seconds(lambda: np.ascontiguousarray(a, "f4").copy()) + 0.002)


if __name__ == "__main__":
    unittest.main()
