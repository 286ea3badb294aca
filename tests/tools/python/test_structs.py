"""test_structs.py - every struct that a public function takes can be made, and a run stops and goes
on from Python."""
import pathlib
import re
import tempfile
import unittest

import kindling as k
from kindling._functions import SAID
from kindling._library import LAYOUTS, SCALARS, plain
from kindling._struct import CLASSES, is_module


def taken():
    """Structs of arguments; tensors, layers and models are made by their own functions."""
    kinds = {re.sub(r"[\s*]+$", "", plain(p["type"])) for f in SAID.values() for p in f["parameters"]}
    return sorted(kind for kind in kinds if kind in LAYOUTS and not is_module(kind) and kind not in CLASSES)


class Structs(unittest.TestCase):
    def test_each_can_be_made_and_read(self):
        kinds = taken()
        self.assertGreater(len(kinds), 20)
        for kind in kinds:
            made = getattr(k, kind)()
            for name, (member, _, _) in LAYOUTS[kind].members.items():
                # of unknown length
                of_numbers = member.endswith("*") and member[:-1].strip() in SCALARS and member != "char *"
                if member.count("*") < 2 and "void" not in member and not of_numbers:
                    with self.subTest(kind=kind, member=name):
                        getattr(made, name)

    def test_numbers_come_back_from_each(self):
        """Each member that is a number, alone, then an array of them."""
        for kind in taken():
            for name, (member, _, count) in LAYOUTS[kind].members.items():
                if member in ("int", "long", "double", "real", "float", "size_t", "bool", "uint64_t"):
                    value = [1] * count if count else 1
                    with self.subTest(kind=kind, member=name):
                        got = getattr(getattr(k, kind)(**{name: value}), name)
                        self.assertEqual(list(got) if count else got, value)

    def test_too_many_are_told(self):
        with self.assertRaisesRegex(ValueError, "rng has 4 at most, got 5"):
            k.CheckpointState(rng=[k.rng_seed(i) for i in range(5)])
        with self.assertRaisesRegex(TypeError, "CheckpointState has no 'steps'"):
            k.CheckpointState(steps=1)


class Checkpoints(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(pathlib.Path(folder.name, "a.safetensors"))

    def start(self, seed):
        k.manual_seed(seed)
        net = k.mlp_new([2, 8, 1], "ACT_TANH")
        return net, k.adamw_new(net.parameters(), lr=0.05), k.rng_seed(seed)

    def steps(self, net, adam, rng, n):
        for _ in range(n):
            x = k.normal([4, 2], 0, 1, rng)
            k.mse_loss(net(x), k.sum(x, [1], True)).backward()
            adam.step()
            adam.zero_grad()

    def test_a_resumed_run_has_the_same_bits(self):
        whole = self.start(1)
        self.steps(*whole, 10)

        first = self.start(1)
        self.steps(*first, 4)
        k.checkpoint_save(self.path, first[0], first[1],
                          {"step": 4, "best_loss": 0.25, "rng": [first[2]], "metadata": [{"key": "text", "value": "words"}]})
        net, adam, rng = self.start(2)
        adam.lr = 1.0
        state = k.CheckpointState(rng=[rng])
        k.checkpoint_load(self.path, net, adam, state)
        self.assertEqual((state.step, state.best_loss, state.n_rng), (4, 0.25, 1))
        self.assertEqual(state.rng[1:], (None, None, None))
        self.assertEqual(k.safetensors_metadata(k.safetensors_open(self.path), "text"), "words")
        self.steps(net, adam, rng, 6)
        for a, b in zip(net.parameters(), whole[0].parameters()):
            self.assertEqual(a.flat(), b.flat())

    def test_tensors_are_saved_by_name(self):
        words = [{"key": "who", "value": "we"}, {"key": "what", "value": "words"}]
        for metadata in ([], words):
            self.assertEqual(k.safetensors_save(self.path, ["a", "b"], [k.tensor([[1, 2], [3, 4]]), k.ones([3])], metadata), 0)
            file = k.safetensors_open(self.path)
            self.assertEqual((file.count(), file.read("a").tolist(), file.read("b").tolist()), (2, [[1, 2], [3, 4]], [1, 1, 1]))
            self.assertEqual(file.metadata("what"), "words" if metadata else None)
        self.assertEqual(k.safetensors_save(self.path, ["a"], [k.ones([3])]), 0)
        with self.assertRaisesRegex(ValueError, "2 names, and 1 tensors, expected as many"):
            k.safetensors_save(self.path, ["a", "b"], [k.ones([3])])
        scheme = k.QuantScheme()
        self.assertTrue(k.quant_scheme_named("int8", scheme))
        layer = k.quantized_linear_new(4, 2, False, scheme)
        self.assertEqual(k.quantized_save(layer, self.path, words), 0)
        self.assertEqual(k.safetensors_open(self.path).metadata("who"), "we")

    def test_a_state_keeps_what_it_was_made_of(self):
        net, adam, rng = self.start(1)
        state = k.CheckpointState(rng=[rng], step=3)
        k.checkpoint_save(self.path, net, adam, state)
        before = rng.state
        del rng
        k.normal([100], 0, 1, state.rng[0])
        k.checkpoint_load(self.path, net, adam, state)
        self.assertEqual(state.rng[0].state, before)

    def test_a_checkpoint_without_a_step(self):
        net, adam, _ = self.start(1)
        k.checkpoint_save(self.path, net, adam)
        k.checkpoint_load(self.path, net, adam)


if __name__ == "__main__":
    unittest.main()
