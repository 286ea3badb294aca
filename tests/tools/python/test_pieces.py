"""test_pieces.py - pieces of models against NumPy: attention, blocks, a Llama, which is saved and read
back by both.

Nothing here is of the engine but the weights: sums are NumPy's, in double, and the Llama's forward pass
that of tests/fixtures/llama_files.py, which reads its files by itself.
"""
import importlib.util
import pathlib
import shutil
import tempfile
import unittest

import kindling as k

try:
    import numpy as np
except ImportError:
    np = None

TOLERANCE = 1e-10 if k.PRECISION == 8 else 2e-5


def fixture(name):
    spec = importlib.util.spec_from_file_location(name, pathlib.Path("tests/fixtures", name + ".py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


files = fixture("llama_files")


# ---- the formulas --------------------------------------------------------------------------------

def product(x, layer):
    y = x @ layer.weight.numpy().astype(float)
    return y if layer.bias is None else y + layer.bias.numpy()


def heads_of(x, layer, n):
    batch, time, _ = x.shape
    return product(x, layer).reshape(batch, time, n, -1).transpose(0, 2, 1, 3)


def turned(heads, a):
    options = {"base": a.rope.base or 1e4, "half": a.rope.pairs == k.ROPE_HALF}
    return np.stack([files.rotate(one, options) for one in heads]) if a.rotary else heads


def attention(a, query, key, value, allowed=None, bias=0.0):
    """The output and the weights; allowed: a mask of bools that broadcasts to them."""
    q, keys, values = heads_of(query, a.q, a.num_heads), heads_of(key, a.k, a.num_kv_heads), heads_of(value, a.v, a.num_kv_heads)
    q, keys = turned(q, a), turned(keys, a)
    keys, values = (np.repeat(t, a.num_heads // a.num_kv_heads, axis=1) for t in (keys, values))
    scores = q @ keys.transpose(0, 1, 3, 2) / q.shape[-1] ** 0.5 + bias
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    e = np.exp(scores - scores.max(-1, keepdims=True))
    weights = e / e.sum(-1, keepdims=True)
    merged = (weights @ values).transpose(0, 2, 1, 3).reshape(*query.shape[:2], -1)
    return product(merged, a.out), weights


def normed(x, norm, eps=1e-5):
    if norm.rms:
        return files.rms_norm(x, norm.weight.numpy(), eps)
    d = x - x.mean(-1, keepdims=True)
    return d / np.sqrt((d * d).mean(-1, keepdims=True) + eps) * norm.weight.numpy() + norm.bias.numpy()


def mlp(b, x, gated):
    up = product(x, b.up)
    if gated:
        gate, up = np.split(up, 2, -1)
        return product(gate / (1 + np.exp(-gate)) * up, b.down)
    return product(0.5 * up * (1 + np.tanh(np.sqrt(2 / np.pi) * (up + 0.044715 * up ** 3))), b.down)


# ---- against them --------------------------------------------------------------------------------

@unittest.skipIf(np is None, "python3 has no NumPy")
class Pieces(unittest.TestCase):
    def setUp(self):
        self.rng = np.random.default_rng(11)

    def same(self, got, expected, by=1):
        got = got.numpy()
        self.assertEqual(got.shape, expected.shape)
        np.testing.assert_allclose(got, expected, rtol=by * TOLERANCE, atol=by * TOLERANCE)

    def drawn(self, *shape):
        return self.rng.normal(size=shape)

    def filled(self, module):
        """Biases begin as 0, weights of norms as 1: what is left out must be seen."""
        for t in module.parameters():
            t.numpy()[...] = self.rng.normal(scale=0.4, size=t.shape)
        return module

    def test_attention(self):
        x = self.drawn(2, 5, 12)
        causal = np.tril(np.ones((5, 5), bool))
        for options in ({}, {"num_kv_heads": 1}, {"no_bias": True}, {"rotary": True}, {"rotary": True, "num_kv_heads": 2},
                        {"rotary": True, "rope": {"pairs": "ROPE_HALF", "base": 50.0}}):
            for hidden in (False, True):
                a = self.filled(k.mha_new(embed_dim=12, num_heads=2 if "rope" in options else 6, causal=hidden,
                                          **dict(options, num_kv_heads=options.get("num_kv_heads", 0))))
                output, weights = k.mha_attend(a, x, None)
                expected = attention(a, x, x, x, causal if hidden else None)
                self.same(output, expected[0])
                self.same(weights, expected[1])
                self.same(a(x), expected[0])

    def test_attention_to_a_memory(self):
        x, memory = self.drawn(2, 3, 8), self.drawn(2, 5, 6)
        a = self.filled(k.mha_new(embed_dim=8, num_heads=4, num_kv_heads=2, kdim=6, vdim=6))
        allowed = self.rng.uniform(size=(2, 3, 5)) < 0.7
        allowed[..., 0] = True
        expected = attention(a, x, memory, memory, allowed[:, None])
        self.same(k.mha_cross(a, x, memory, allowed.astype(float)), expected[0])
        output, weights = k.mha_cross_attend(a, x, memory, allowed.astype(float))
        self.same(output, expected[0])
        self.same(weights, expected[1])

    def test_keys_values_and_a_bias(self):
        query, key, value = self.drawn(2, 3, 8), self.drawn(2, 5, 6), self.drawn(2, 5, 3)
        a = self.filled(k.mha_new(embed_dim=8, num_heads=4, kdim=6, vdim=3))
        allowed = np.ones((3, 5), bool)
        allowed[1, 2:] = False
        for shape in [(3, 5), (4, 3, 5), (2, 1, 3, 5), (2, 4, 1, 5)]:
            bias = self.drawn(*shape)
            inputs = {"query": query, "key": key, "value": value, "bias": bias}
            self.same(k.mha_lookup(a, **inputs), attention(a, query, key, value, bias=bias)[0])
            inputs["mask"] = allowed.astype(float)
            output, weights = k.mha_lookup_attend(a, **inputs)
            expected = attention(a, query, key, value, allowed, bias)
            self.same(output, expected[0])
            self.same(weights, expected[1])
        with self.assertRaisesRegex(k.Error, r"a bias \(5, 3\) does not broadcast to scores \(2, 4, 3, 5\)"):
            k.mha_lookup(a, query=query, key=key, value=value, bias=self.drawn(5, 3))

    def test_blocks(self):
        x = self.drawn(2, 4, 12)
        causal = np.tril(np.ones((4, 4), bool))
        of_llama = {"norm": "NORM_RMS", "mlp": "MLP_SWIGLU", "mlp_dim": 10, "norm_eps": 1e-3}
        for gated, more, of in [(False, {}, {}), (True, {"rotary": True, "no_bias": True, "num_kv_heads": 1}, of_llama)]:
            b = self.filled(k.block_new_of(attention={"embed_dim": 12, "num_heads": 3, "causal": True, "init": k.rng_seed(1), **more},
                                           **of))
            eps = of.get("norm_eps", 1e-5)
            y = normed(x, b.norm1, eps)
            middle = x + attention(b.attn, y, y, y, causal)[0]
            expected = middle + mlp(b, normed(middle, b.norm2, eps), gated)
            self.same(b(x), expected, by=5)
            self.same(k.block_attention(b, x, None), attention(b.attn, y, y, y, causal)[1])
            self.same(k.block_mlp(b, x), mlp(b, x, gated), by=5)


@unittest.skipIf(np is None, "python3 has no NumPy")
class Llamas(unittest.TestCase):
    """Logits of a few hundred sums: a little further apart than those of one."""

    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.addCleanup(self.place.cleanup)
        self.folder = pathlib.Path(self.place.name)

    def same(self, gpt, model):
        gpt.eval()
        got = gpt([files.IDS]).numpy()[0]
        np.testing.assert_allclose(got, files.logits(model, files.IDS), rtol=1e-4, atol=1e-4)

    def test_files_are_read_as_numpy_reads_them(self):
        for kind in files.LOGITS:
            files.write(self.folder, kind)
            self.same(k.llama_load(str(self.folder)), files.read_hub(self.folder))
        for kind in ("bin0", "bin1", "bin1-untied"):
            files.write(self.folder, kind)
            path = self.folder / "model.bin"
            self.same(k.llama_load(str(path)), files.read_bin(path))

    def test_what_is_saved_numpy_reads(self):
        for kind in ("bin0", "bin1-untied"):
            files.write(self.folder, kind)
            model, saved = k.llama_load(str(self.folder / "model.bin")), self.folder / kind
            self.assertEqual(k.llama_save(model, str(saved)), 0)
            self.same(model, files.read_hub(saved))
            self.same(k.llama_load(str(saved)), files.read_hub(saved))

    def test_a_saved_folder_writes_the_same_text(self):
        files.write(self.folder, "hub-words")
        model, saved = k.load_model(self.folder), self.folder / "saved"
        self.assertEqual(k.llama_save(model.gpt, str(saved)), 0)
        for name in ("tokenizer.json", "generation_config.json"):
            shutil.copy(self.folder / name, saved)
        again = k.load_model(saved)
        self.assertEqual(again.encode("once the cat"), model.encode("once the cat"))
        self.assertEqual(again.generate("once", 20, temperature=0), model.generate("once", 20, temperature=0))
        ids = model.encode("once the cat")
        np.testing.assert_allclose(again.gpt([ids]).numpy(), model.gpt([ids]).numpy(), rtol=1e-5, atol=1e-5)
        self.same(again.gpt, files.read_hub(saved))

    def test_no_llama_is_not_saved_as_one(self):
        gpt = k.gpt_new(vocabulary=5, context=4, embed_dim=4, num_heads=2, num_layers=1, causal=True)
        with self.assertRaisesRegex(k.FileError, "llama_save"):
            k.llama_save(gpt, str(self.folder / "none"))
        self.assertFalse((self.folder / "none" / "model.safetensors").exists())


if __name__ == "__main__":
    unittest.main()
