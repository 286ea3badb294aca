"""test_values.py - numbers, shapes, slices and gradients against NumPy."""
import array
import itertools
import random
import unittest

import kindling as k

try:
    import numpy as np
except ImportError:
    np = None

TOLERANCE = {4: 2e-6, 8: 1e-14}[k.PRECISION]


class Plain(unittest.TestCase):
    """What goes without NumPy."""

    def test_lists_arrays_and_memory_go_in_and_come_out(self):
        for data in ([[1, 2, 3], [4, 5, 6]], ((1.0, 2, 3), (4, 5, 6)), k.tensor([[1, 2, 3], [4, 5, 6]]),
                     memoryview(array.array("i", [1, 2, 3, 4, 5, 6])).cast("B").cast("i", [2, 3])):
            t = k.tensor(data)
            self.assertEqual((t.shape, t.ndim, len(t), t.tolist()), ((2, 3), 2, 2, [[1, 2, 3], [4, 5, 6]]))
        self.assertEqual(k.tensor(array.array("d", [1, 2.5])).tolist(), [1, 2.5])
        self.assertEqual(k.tensor(7).tolist(), 7)
        self.assertEqual(k.tensor(7).shape, ())
        self.assertEqual(k.tensor([]).tolist(), [])
        self.assertEqual(k.tensor([[], []]).shape, (2, 0))
        self.assertEqual(k.ids([[1, 2], [3, 4]]).tolist(), [[1, 2], [3, 4]])
        self.assertEqual(k.tensor([[1, 2], [3, 4]]).T.flat(), array.array("fd"[k.PRECISION == 8], [1, 3, 2, 4]))

    def test_ragged_rows_and_words_are_refused(self):
        with self.assertRaisesRegex(ValueError, "rows of different shapes"):
            k.tensor([[1, 2], [3]])
        with self.assertRaises(TypeError):
            k.tensor(["a"])
        with self.assertRaisesRegex(OverflowError, "does not fit into C's int"):
            k.transpose(k.tensor([[1]]), 2 ** 40, 0)

    def test_a_copy_is_taken(self):
        mine = array.array("fd"[k.PRECISION == 8], [1, 2])
        t = k.tensor(mine)
        mine[0] = 9
        self.assertEqual(t.tolist(), [1, 2])

    def test_operators_with_numbers(self):
        x = k.tensor([1.0, 2.0, 4.0])
        for got, expected in [(x + 1, [2, 3, 5]), (1 + x, [2, 3, 5]), (x - 1, [0, 1, 3]), (1 - x, [0, -1, -3]),
                              (x * 2, [2, 4, 8]), (2 * x, [2, 4, 8]), (x / 2, [.5, 1, 2]), (4 / x, [4, 2, 1]),
                              (x ** 2, [1, 4, 16]), (-x, [-1, -2, -4]), (abs(-x), [1, 2, 4])]:
            self.assertEqual(got.tolist(), expected)
        self.assertEqual([row.item() for row in x], [1, 2, 4])
        with self.assertRaises(TypeError):
            x ** x

    def test_split(self):
        x = k.tensor([[1.0, 2, 3], [4, 5, 6]], requires_grad=True)
        left, none, right = x.split([1, 0, 2], 1)
        self.assertEqual((left.tolist(), none.shape, right.tolist()), ([[1], [4]], (2, 0), [[2, 3], [5, 6]]))
        (right.sum() * 2).backward()
        self.assertEqual(x.grad.tolist(), [[0, 2, 2]] * 2)
        with self.assertRaisesRegex(ValueError, r"sizes \[1, 1\] do not add up to the 3 of axis 1"):
            x.split([1, 1], 1)

    def test_gradients_by_hand(self):
        a, b = k.tensor(3.0, requires_grad=True), k.tensor(-2.0, requires_grad=True)
        c = (a * b + a ** 2).named("c")
        c.backward()
        self.assertEqual((c.item(), a.grad.item(), b.grad.item()), (3, 4, 3))
        self.assertEqual((c.name, float(c)), ("c", 3.0))
        a.zero_grad()
        self.assertIsNone(a.grad)
        with k.no_grad():
            d = a * b
        self.assertFalse(d.requires_grad)
        self.assertTrue((a * b).requires_grad)
        with self.assertRaises(ZeroDivisionError), k.no_grad():
            1 / 0
        self.assertTrue((a * b).requires_grad)
        self.assertFalse((a * b).detach().requires_grad)

    def test_a_gradient_that_was_taken_stays(self):
        a = k.tensor([1.0, 2.0], requires_grad=True)
        (a * 3).sum().backward()
        before = a.grad
        a.zero_grad()
        (a * 5).sum().backward()
        self.assertEqual((before.tolist(), a.grad.tolist()), ([3, 3], [5, 5]))

    def test_the_library_says_what_it_is(self):
        self.assertIn(k.PRECISION, (4, 8))
        self.assertRegex(k.VERSION, r"^\d+\.\d+\.\d+$")
        self.assertEqual(k.kindling_version(), k.VERSION)
        self.assertEqual(k.GRAPH_FULL, 2)
        self.assertIn("A row of -infinity", k.softmax.__doc__)
        self.assertIn("softmax", dir(k))
        self.assertIn("softmax", dir(k.tensor(1)))

    def test_arguments_are_checked_by_name(self):
        x = k.tensor([[1.0, 2.0]])
        self.assertEqual(k.sum(x, axes=[1], keepdims=True).shape, (1, 1))
        for call, why in [(lambda: k.softmax(x), "needs 'axis'"), (lambda: k.softmax(x, 1, 2), "at most 2"),
                          (lambda: k.softmax(x, axes=1), "no argument 'axes'"), (lambda: k.softmax("x", 1), "."),
                          (lambda: k.mha_new(heads=2), "no argument 'heads'"), (lambda: k.linear_forward(x, x), "expected a Linear"),
                          (lambda: k.softmax(x, 1.5), "tensor_softmax: axis")]:
            with self.assertRaisesRegex((TypeError, ValueError), why):
                call()


@unittest.skipIf(np is None, "python3 has no NumPy")
class AgainstNumpy(unittest.TestCase):
    def same(self, got, expected):
        got = got.numpy() if isinstance(got, (k.Tensor, k.IntTensor)) else got
        self.assertEqual(got.shape, np.shape(expected))
        np.testing.assert_allclose(got, expected, rtol=20 * TOLERANCE, atol=20 * TOLERANCE)

    def drawn(self, *shape):
        return self.rng.uniform(0.5, 2, shape)

    def setUp(self):
        self.rng = np.random.default_rng(3)

    def test_operators_broadcast_as_numpy(self):
        shapes = [(3, 4), (4,), (3, 1), (1,), (2, 1, 4), ()]
        for a, b in itertools.product(shapes, shapes):
            x, y = self.drawn(*a), self.drawn(*b)
            for f in (lambda p, q: p + q, lambda p, q: p - q, lambda p, q: p * q, lambda p, q: p / q):
                self.same(f(k.tensor(x), k.tensor(y)), f(x, y))
                self.same(f(k.tensor(x), y), f(x, y))
                self.same(f(x, k.tensor(y)), f(x, y))

    def test_products(self):
        for a, b in [((3, 4), (4, 5)), ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5))]:
            x, y = self.drawn(*a), self.drawn(*b)
            self.same(k.tensor(x) @ k.tensor(y), x @ y)

    def test_slices_as_numpy(self):
        draw = random.Random(4)
        x = self.drawn(4, 1, 5, 3)
        t = k.tensor(x)

        def end():
            return draw.choice([None, *range(-6, 7)])
        for _ in range(500):
            index = []
            for n in x.shape[:draw.randrange(5)]:
                index += [None] * draw.randrange(2)
                index.append(draw.choice([slice(end(), end(), draw.choice([None, 1, 2, 3, -1, -2])), draw.randrange(-n, n)]))
            index = tuple(index + [Ellipsis] * draw.randrange(2))
            self.same(t[index], x[index])
        with self.assertRaises(IndexError):
            t[4]
        with self.assertRaises(IndexError):
            t[0, 0, 0, 0, 0]

    def test_numpy_shares_the_numbers_and_keeps_them(self):
        t = k.tensor([[1.0, 2], [3, 4]])
        shared = t.T.numpy()
        shared[0, 1] = 7
        self.assertEqual(t[1, 0].item(), 7)
        del t
        for _ in range(100):
            k.tensor([[9.0] * 100] * 100)
        self.assertEqual(shared.tolist(), [[1, 7], [2, 4]])
        self.assertEqual(shared.dtype.itemsize, k.PRECISION)
        self.same(k.ids([[1, 2, 3]]), [[1, 2, 3]])
        self.same(k.tensor(np.arange(6, dtype=np.int8).reshape(2, 3)[:, ::-1]), [[2, 1, 0], [5, 4, 3]])
        self.same(k.tensor(np.float64(2)), 2)
        self.same(k.tensor(np.zeros((2, 0, 3))), np.zeros((2, 0, 3)))
        self.same(k.tensor([1.0, 2.0]).expand([3, 2]), [[1, 2]] * 3)

    def test_functions(self):
        x = self.drawn(3, 4)
        e = np.exp(x - x.max(1, keepdims=True))
        softmax = e / e.sum(1, keepdims=True)
        for got, expected in [(k.exp(x), np.exp(x)), (k.log(x), np.log(x)), (k.tanh(x), np.tanh(x)), (k.softmax(x, 1), softmax),
                              (k.sum(x), x.sum()), (k.sum(x, [0]), x.sum(0)), (k.mean(x, [1], True), x.mean(1, keepdims=True)),
                              (k.max(x, [0, 1]), x.max()), (k.argmax(x, 1), x.argmax(1)), (k.argmin(x, 0), x.argmin(0)), (k.sort(x, 1, True).values, -np.sort(-x, 1)), (k.reshape(x, [2, 6]), x.reshape(2, 6)),
                              (k.transpose(x, 0, 1), x.T), (k.permute(x, [1, 0]), x.T), (k.concat([x, x], 1), np.concatenate([x, x], 1)),
                              (k.stack([x, x], 0), np.stack([x, x])), (k.tensor(x).reshape(-1), x.reshape(-1)),
                              (k.eye(3), np.eye(3)), (k.arange(0, 3, 1), np.arange(3)), (k.where(x > 1, x, 0), np.where(x > 1, x, 0))]:
            self.same(got, expected)
        labels = [1, 0, 3]
        self.same(k.cross_entropy(x, labels, -100, 0), -np.log(softmax[range(3), labels]).mean())

    def test_a_network_against_the_formula(self):
        x, w, v = self.drawn(5, 3), self.drawn(3, 4), self.drawn(4, 1)
        W, V = k.tensor(w, requires_grad=True), k.tensor(v, requires_grad=True)
        loss = ((k.tensor(x) @ W).tanh() @ V).mean()
        loss.backward()
        h = np.tanh(x @ w)
        self.same(loss, (h @ v).mean())
        self.same(V.grad, h.T @ np.full((5, 1), .2))
        self.same(W.grad, x.T @ (np.full((5, 1), .2) @ v.T * (1 - h ** 2)))
