"""test_models.py - networks that train, a GPT out of a checkpoint, graphs, and the examples as they
stand."""
import gc
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import weakref
from unittest import mock

import kindling as k
from kindling import _graph as graph

PROGRAMS = pathlib.Path(os.environ.get("KINDLING_PROGRAMS", "build/release")).resolve()
EXAMPLES = pathlib.Path("tools/python/examples")
FIXTURES = pathlib.Path("tests/fixtures")


def example(name, *arguments):
    return subprocess.run([sys.executable, EXAMPLES / name, *arguments], capture_output=True, text=True, check=True,
                          env=dict(os.environ, PYTHONPATH="tools/python")).stdout


class Training(unittest.TestCase):
    def test_xor_is_learnt(self):
        self.assertIn("learned: [0, 1, 1, 0]", example("xor.py"))

    def test_tensors_of_one_s_own_are_trained(self):
        k.manual_seed(2)
        w, b = k.normal([3, 1], 0, 1).requires_grad_().named("w"), k.zeros([1]).requires_grad_()
        params = k.parameters([w, b])
        self.assertEqual(params.names(), ["w", "parameter1"])
        sgd = k.sgd_new(params, lr=0.1, momentum=0.9)
        x = k.uniform([64, 3], -1, 1)
        y = x @ [[1.0], [-2.0], [0.5]] + 3
        for step in range(200):
            sgd.zero_grad()
            loss = k.mse_loss(x @ w + b, y)
            loss.backward()
            sgd.step()
        for got, expected in zip(w.flat(), [1, -2, 0.5]):
            self.assertAlmostEqual(got, expected, 4)
        self.assertAlmostEqual(b.item(), 3, 4)
        sgd.lr = 0.5
        self.assertEqual((sgd.lr, sgd.kind), (0.5, "SGD"))
        with self.assertRaises(AttributeError):
            sgd.kind = "Adam"
        with self.assertRaises(AttributeError):
            sgd.rate

    def test_an_optimizer_takes_tensors_or_a_module_as_they_are(self):
        w = k.tensor([3.0, 4.0], requires_grad=True)
        w.grad = [6.0, 8.0]
        self.assertAlmostEqual(k.clip_grad_norm([w], 5.0), 10.0, 5)
        for got, expected in zip(w.grad.flat(), [3, 4]):
            self.assertAlmostEqual(got, expected, 5)
        sgd = k.sgd_new([w], lr=0.5)
        gc.collect()
        sgd.step()
        for got, expected in zip(w.flat(), [1.5, 2]):
            self.assertAlmostEqual(got, expected, 5)
        net = k.linear_new(2, 3, True)
        self.assertEqual(k.adam_new(net, lr=0.1).n_parameters, 2)
        with self.assertRaisesRegex(TypeError, "expected a ParameterList, got float"):
            k.adam_new(1.5, lr=0.1)

    def test_blocks_of_a_gpt(self):
        blocks = k.gpt_new(vocabulary=5, context=4, embed_dim=4, num_heads=2, num_layers=2, causal=True).blocks
        gc.collect()
        self.assertEqual([repr(b) for b in blocks], ["<Block>", "<Block>"])
        gpt = k.gpt_new(vocabulary=5, context=4, embed_dim=4, num_heads=2, num_layers=2, causal=True)
        for i in range(2):
            gpt.blocks[i].attn.q.weight.numpy()[...] = i + 2
            self.assertEqual(gpt.parameters()[f"blocks.{i}.attn.q.weight"].flat()[3], i + 2)
        self.assertFalse(gpt.eval().blocks[1].training)

    def test_a_module_of_one_s_own(self):
        def made():
            m = k.module_new("Encoder")
            m.parameter("table", [2, 3]).numpy()[...] = [[1, 2, 3], [4, 5, 6]]
            m.buffer("mean", "BUFFER_SAVED", [3])
            for i in range(2):
                m.child("layers", i, k.linear_new(3, 3, False))
            m.add("out", k.linear_new(3, 1, True))
            return m
        m = made()
        self.assertEqual(m.parameters().names(), ["table", "layers.0.weight", "layers.1.weight", "out.weight", "out.bias"])
        self.assertEqual((repr(m), m.training, m.eval().training), ("<Encoder>", True, False))
        adam = k.adam_new(m, lr=0.1)
        gc.collect()
        table = m.parameters()["table"]
        (table * table).sum().backward()
        adam.step()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "encoder.safetensors")
            k.module_save(m, path)
            again = made()
            k.module_load(again, path)
            self.assertEqual(again.parameters()["table"].tolist(), table.tolist())
        with self.assertRaisesRegex(k.Error, "Encoder"):
            m(k.zeros([2, 3]))
        with self.assertRaisesRegex(k.Error, "table"):
            m.parameter("table", [1])

    def test_a_gpt_reads_on_with_a_cache(self):
        gpt = k.gpt_new(vocabulary=9, context=8, embed_dim=32, num_heads=2, num_layers=2, causal=True, seed=3)
        gpt.eval()
        for model in (gpt, k.quantized_gpt_new(gpt, k.QuantScheme(bits=8, group=32))):
            cache, whole = model.cache_new(2, 8), model.forward([[1, 2, 3, 4], [5, 6, 7, 8]]).tolist()
            self.assertEqual(model.prefill(cache, [[1, 2, 3], [5, 6, 7]]).tolist(), [row[2] for row in whole])
            self.assertEqual(model.decode(cache, [4, 8]).tolist(), [row[3] for row in whole])
            self.assertEqual(model.prefill(model.cache_new(1, 8), [5, 6]).tolist(), [whole[1][1]])
            for ids in ([1, 2], [[1, 2]], 3, [[[1], [2]]]):
                with self.assertRaisesRegex(ValueError, r"prefill: ids have shape .*, expected \(2, n\)"):
                    model.prefill(cache, ids)
            for ids in ([1], [[1, 2]], [1, 2, 3]):
                with self.assertRaisesRegex(ValueError, r"decode: ids have shape .*, expected \(2,\)"):
                    model.decode(cache, ids)
            with self.assertRaisesRegex(k.Error, "expected 0 to 8"):
                model.decode(cache, [1, 9])
            self.assertEqual((k.kv_cache_tokens(cache, 0), k.kv_cache_tokens(cache, 1)), (4, 4))

    def test_parts_outlive_the_names_of_their_wholes(self):
        weight = k.linear_new(2, 3, True).weight
        inner = k.linear_new(2, 2, True)
        net = k.sequential_new([inner, k.dropout_new(0.5, k.rng_seed(3)), k.relu_new()])
        adam = k.adam_new(net.parameters(), lr=0.1)
        del net
        k.sum(inner(k.ones([1, 2]))).backward()
        adam.step()
        del adam
        self.assertEqual((weight.shape, inner.weight.shape, inner.weight.grad.shape), ((2, 3), (2, 2), (2, 2)))
        with self.assertRaisesRegex(k.Error, "Sequential|owner|belongs|child"):
            k.sequential_new([inner])

    def test_a_whole_keeps_what_its_parts_borrowed(self):
        rng = k.rng_seed(3)
        there = weakref.ref(rng)
        net = k.sequential_new([k.dropout_new(0.5, rng), k.relu_new()])
        del rng
        gc.collect()
        self.assertIsNotNone(there())
        del net
        gc.collect()
        self.assertIsNone(there())

    def test_data_and_options(self):
        x, labels = k.arange(0, 6, 1).reshape(3, 2), k.ids([0, 1, 2])
        batch, loader = k.Batch(), k.loader_new(k.tensor_dataset_new(x, None, labels), 2)
        seen = []
        while loader.next(batch):
            for _ in range(50):
                k.full([2, 2], 99)  # would lie where a batch lay that nobody keeps
            seen.append((batch.size, batch.x.tolist(), batch.labels.tolist()))
        self.assertEqual(seen, [(2, [[0, 1], [2, 3]], [0, 1]), (1, [[4, 5]], [2])])
        conv = k.conv2d_new({"in": 1, "out": 2, "window": {"kernel": 3, "padding": (1, 1)}})
        self.assertEqual(conv(k.ones([1, 1, 5, 5])).shape, (1, 2, 5, 5))
        self.assertEqual(conv.window.padding, (1, 1))
        output, weights = k.self_attention(k.ones([1, 2, 4]))
        self.assertEqual((output.shape, weights.tolist()), ((1, 2, 4), [[[0.5, 0.5]] * 2]))
        with self.assertRaisesRegex(TypeError, "Window has no 'kernels'"):
            k.conv2d_new({"window": {"kernels": 3}})


class Llamas(unittest.TestCase):
    def test_a_text_has_two_ids_more_than_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", FIXTURES / "llama_files.py", folder, "words"], check=True)
            model = k.load_model(folder)
            for text in ("", "Z", "ZZZ"):
                ids = model.encode(text)
                self.assertEqual((ids[0], len(ids)), (model.begin, len(text) + 1 + (text != "")))
                self.assertEqual(model.decode(ids), text)


class Graphs(unittest.TestCase):
    def setUp(self):
        a, b = k.tensor(3.0, requires_grad=True, name="a"), k.tensor(-2.0, requires_grad=True, name="b")
        with k.region("outer", 4):
            with k.region("inner"):
                c = (a * b).named("c")
            self.d = c + a
        self.e = self.d * 2

    def test_dot_and_svg(self):
        self.e.retain_grad()
        self.e.backward()
        dot = k.dot(self.e, level="GRAPH_FULL", values=True, gradients=True, title="by hand")
        for said in ("by hand", "outer 4", "inner", "<B>c</B>&#160;= mul", "grad -2", "test_models.py:", 'op="add"'):
            self.assertIn(said, dot)
        self.assertNotIn("<B>c</B>", k.dot(self.e, level="GRAPH_OVERVIEW"))
        self.assertIn("<B>c</B>", k.dot(self.e))
        with k.region("closed", collapsed=True):
            y = (self.e * self.e).named("inside") + 1
        self.assertNotIn("<B>inside</B>", k.dot(y))
        if shutil.which("dot"):
            self.assertIn("<svg", k.svg(self.e))

    def test_svg_of_a_graph_that_no_dot_finishes(self):
        with tempfile.TemporaryDirectory() as folder:
            endless = pathlib.Path(folder, "dot")
            endless.write_text("#!/bin/sh\nwhile :; do :; done\n")
            endless.chmod(0o755)
            with mock.patch.dict(os.environ, PATH=f"{folder}:{os.environ['PATH']}"), mock.patch.object(graph, "SECONDS", 1):
                with self.assertRaisesRegex(RuntimeError, "processor time.*hint: fewer boxes"):
                    k.svg(self.e)

    def test_json_and_the_explorer(self):
        made = json.loads(k.json(self.e, limit=10))
        self.assertEqual(sorted(r["name"] for r in made["regions"]), ["", "inner", "outer"])
        with tempfile.TemporaryDirectory() as folder:
            example("graph.py", folder)
            page = pathlib.Path(folder, "attention.html").read_text()
            self.assertIn("Attention, from Python", page)
            self.assertIn("slept", page)
            self.assertIn("slept", json.dumps(json.loads(pathlib.Path(folder, "attention.json").read_text())))
            self.assertIn("<B>q</B>&#160;= matmul", pathlib.Path(folder, "attention.dot").read_text())

    def test_a_region_lasts_as_long_as_what_was_made_in_it(self):
        for _ in range(1000):
            with k.region("other"):
                k.ones([2]).requires_grad_() * 2
        self.assertIn("outer 4", k.dot(self.e))


class Checkpoint(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        text = pathlib.Path(cls.folder.name, "text")
        text.write_text("the cat slept. the dog slept, too! " * 60)
        cls.path = pathlib.Path(cls.folder.name, "run", "best.safetensors")
        subprocess.run([PROGRAMS / "train", "--text", text, "--out", cls.path.parent, "--steps", "30", "--layers", "2", "--heads", "2",
                        "--channels", "16", "--context", "16", "--batch", "4", "--eval-batches", "2", "--final-batches", "2"],
                       check=True, capture_output=True)
        cls.model = k.load_model(cls.path)

    def test_it_writes_what_generate_writes(self):
        written = subprocess.run([PROGRAMS / "generate", "--model", self.path, "--prompt", "the", "--count", "40",
                                  "--temperature", "0"], check=True, capture_output=True, text=True).stdout
        said = self.model.generate("the", 40, temperature=0)
        self.assertEqual(len(said), 43)
        self.assertEqual(written.strip("\n"), said.strip("\n"))
        self.assertEqual(self.model.generate("the", 20, seed=5), self.model.generate("the", 20, seed=5))
        self.assertNotEqual(self.model.generate("the", 20, seed=5), self.model.generate("the", 20, seed=6))
        self.assertTrue(self.model.gpt.training)

    def test_it_stops_where_the_model_ends_its_text(self):
        model = k.load_model(self.path)
        said = model.generate("the", 40, temperature=0)[3:]
        model.end = model.encode(said[7])[0]
        self.assertEqual(model.generate("the", 40, temperature=0), "the" + said.split(said[7])[0])

    def test_rows_that_pad_are_never_chosen(self):
        """A model of 557 rows with a tokenizer of 264: the others have no text."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", FIXTURES / "gpt2.py", folder, "557"], check=True)
            shutil.copy(FIXTURES / "gpt2.tokenizer.json", pathlib.Path(folder, "tokenizer.json"))
            model = k.load_model(folder)
            self.assertEqual((model.gpt.options.vocabulary, model.vocabulary.size), (557, 264))
            said = [model.generate("words", 100, temperature=50, seed=seed) for seed in range(3)]
            # the text of another row would be a mistake that is told
            self.assertTrue(all(text.startswith("words") for text in said))

    def test_ids_logits_and_attention(self):
        ids = self.model.encode("the cat")
        self.assertEqual(self.model.decode(ids), "the cat")
        with self.assertRaisesRegex(k.FileError, "not in the vocabulary|no token|vocabulary"):
            self.model.encode("Ω")
        gpt = self.model.gpt
        self.assertEqual(gpt([ids]).shape, (1, 7, gpt.options.vocabulary))
        heads = k.gpt_attention(gpt, [ids], None, 1)
        self.assertEqual(heads.shape, (1, 2, 7, 7))
        self.assertAlmostEqual(sum(heads[0, 0, 6].tolist()), 1, 5)
        loss = gpt.loss([ids[:-1]], [ids[1:]])
        loss.backward()
        self.assertIsNotNone(gpt.parameters()["tokens.weight"].grad)
        self.assertIn("block", k.dot(loss, level="GRAPH_OVERVIEW"))
        del gpt

    def test_weights_are_saved_and_loaded(self):
        net, other = k.linear_new(2, 3, True), k.linear_new(2, 3, True)
        path = f"{self.folder.name}/net.safetensors"
        self.assertNotEqual(net.weight.tolist(), other.weight.tolist())
        net.save(path)
        other.load(path)
        self.assertEqual(net.weight.tolist(), other.weight.tolist())
        with self.assertRaisesRegex(k.FileError, "weight"):
            k.linear_new(2, 4, True).load(path)

    def test_the_example(self):
        said = example("gpt.py", str(self.path), "the c")
        self.assertIn("parameters, 2 layers of 2 heads\nthe c", said)
        self.assertIn("next: ", said)
