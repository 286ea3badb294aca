"""test_text.py - a vocabulary's parts, text that comes bit by bit, moments, gradients that are set,
and a Llama that writes.

KINDLING_STORIES=/path/to/stories260K.bin, with tok512.bin beside it: what llama2.c's run.c writes.
"""
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

import kindling as k

TEXT = "low low low lower newest\n\n  newest, it's we'll 2024!  wide widest \u00e9\u732b\u732b end of low<|endoftext|>low "
STORY = [403, 407, 261, 378, 432, 383, 286, 261, 376]  # run.c's first, behind <s>


def merged_by_hand(b, text):
    """Ids of a text of one piece: the lowest rank first."""
    ids = list(text.encode())
    ranks = {pair: i for i, pair in enumerate(b.merges)}
    while True:
        there = [(ranks[p], i) for i, p in enumerate(zip(ids, ids[1:])) if p in ranks]
        if not there:
            return ids
        rank, i = min(there)
        ids[i:i + 2] = [b.merged[rank]]


class Bytes(unittest.TestCase):
    def setUp(self):
        self.b = k.bpe_train(TEXT * 9, 290)

    def test_merges_make_the_tokens(self):
        b = self.b
        self.assertEqual((len(b.merges), b.special, len(b.tokens)), (b.n_merges, [289], 290))
        self.assertEqual(b.tokens[:256], [bytes([i]) for i in range(256)])
        self.assertEqual(b.tokens[289], b"<|endoftext|>")
        for (left, right), made in zip(b.merges, b.merged):
            self.assertEqual(b.tokens[left] + b.tokens[right], b.tokens[made])
        self.assertEqual(b"".join(b.tokens), b.bytes)
        self.assertEqual(k.bpe_new().merges, [])
        for word in ("low", "lowest", " newest", "widen"):
            self.assertEqual(b.encode(word), merged_by_hand(b, word))

    def test_there_and_back(self):
        b = self.b
        for text in ("", "a", TEXT, "\U0001f600 x", "nul \0 within"):
            for special in (False, True):
                self.assertEqual(b.decode(b.encode(text, special)), text)
        self.assertIn(289, b.encode(TEXT, True))
        self.assertNotIn(289, b.encode(TEXT))
        self.assertEqual(b.encode(b"\xff\0"), [255, 0])
        self.assertEqual((b.decode_bytes([0xff]), b.decode([0xff])), (b"\xff", "\ufffd"))
        with self.assertRaisesRegex(k.Error, "290"):
            b.decode([290])

    def test_bit_by_bit_it_is_the_same(self):
        b = self.b
        b.add_special("of low low")
        rng = random.Random(3)
        alphabet = ["low", " ", " ", "'", "ll", "\n", "a", "7", "\u732b", "of low low", "<|endoftext|>", "."]
        for n in (0, 1, 60, 100000):  # the last one is more than waits
            parts = rng.choices(alphabet, k=n)
            for special in (False, True):
                self.assertEqual(list(b.encode_iterable(parts, special)), b.encode("".join(parts), special))
        self.assertEqual(list(b.encode_iterable([b"\xe7\x8c", b"\xab"])), b.encode("\u732b"))

    def test_learning_bit_by_bit(self):
        trainer = k.bpe_trainer_new("SPLIT_GPT2", ["<|endoftext|>", "<pad>"])
        for line in (TEXT * 9).split("low"):
            trainer.add(line)
            trainer.add("low")
        trainer.add("")
        learnt = trainer.learn(291)
        del trainer
        whole = k.bpe_trainer_new(0, ["<|endoftext|>", "<pad>"])
        whole.add(TEXT * 9 + "low")
        self.assertEqual((learnt.merges, learnt.tokens), (whole.learn(291).merges, whole.learn(291).tokens))
        self.assertEqual((learnt.special, learnt.tokens[289:]), ([289, 290], [b"<|endoftext|>", b"<pad>"]))
        self.assertEqual(learnt.merges, k.bpe_train(TEXT * 9 + "low", 290).merges)
        with self.assertRaisesRegex(k.Error, 'both "<a>"'):
            k.bpe_trainer_new(0, ["<a>", "<a>"])

    def test_it_does_not_wait_for_the_end(self):
        ids, read = [], []

        def lines():
            for i in range(20000):
                read.append(i)
                yield "a line of words\n"
        stream = self.b.encode_iterable(lines())
        ids.append(next(stream))
        self.assertLess(len(read), 8000)


class Files(unittest.TestCase):
    def test_a_file_of_ids(self):
        ids = [i * 613 % 50257 for i in range(40)]
        for kind, width in (("H", 2), ("I", 4)):
            with tempfile.NamedTemporaryFile(suffix=".bin") as file:
                file.write(struct.pack(f"<40{kind}", *ids))
                file.flush()
                f = k.token_file_open(file.name, width)
                self.assertEqual((f.count, f.at(39)), (40, ids[39]))
                loader = k.loader_new(k.token_dataset_new(f, 0, 40, 8, 50257), 4)
                batch = k.Batch()
                del f
                self.assertTrue(loader.next(batch))
                self.assertEqual(batch.ids.tolist(), [ids[i:i + 8] for i in range(4)])
                self.assertEqual(batch.labels.tolist(), [ids[i + 1:i + 9] for i in range(4)])
                with self.assertRaisesRegex(k.Error, "expected less than 100"):
                    k.loader_new(k.token_dataset_new(k.token_file_open(file.name, width), 0, 40, 8, 100), 4).next(batch)
        with self.assertRaisesRegex(k.FileError, "cannot open"):
            k.token_file_open("nowhere.bin", 2)


class Moments(unittest.TestCase):
    def test_state_is_adams(self):
        w = k.tensor([1.0, -2.0], requires_grad=True)
        adam = k.adamw_new(k.parameters([w]), lr=0.1, weight_decay=0.0)
        for g in ([2.0, 4.0], [1.0, 0.0]):
            w.grad = g
            adam.step()
        self.assertEqual(adam.steps, [2])
        for name, expected in (("exp_avg", [0.9 * 0.2 + 0.1, 0.9 * 0.4]),
                               ("exp_avg_sq", [0.999 * 0.004 + 0.001, 0.999 * 0.016])):
            for got, value in zip(adam.state[name][0].flat(), expected):
                self.assertAlmostEqual(got, value, 6)
        moments = adam.state
        del adam
        self.assertAlmostEqual(moments["exp_avg"][0].flat()[1], 0.36, 6)
        self.assertEqual(k.sgd_new(k.parameters([w]), lr=1.0).state, {})

    def test_a_gradient_is_set(self):
        w = k.tensor([[1.0, 2.0]], requires_grad=True)
        w.grad = [[3.0, 4.0]]
        w.grad = w.grad
        self.assertEqual(w.grad.tolist(), [[3.0, 4.0]])
        k.sum(w).backward()
        self.assertEqual(w.grad.tolist(), [[4.0, 5.0]])
        with self.assertRaisesRegex(ValueError, r"grad: expected shape \(1, 2\)"):
            w.grad = [3.0, 4.0]
        self.assertEqual(w.grad.tolist(), [[4.0, 5.0]])
        w.grad = None
        self.assertIsNone(w.grad)
        with self.assertRaisesRegex(ValueError, "requires_grad_"):
            k.tensor([1.0]).grad = [1.0]


class Llamas(unittest.TestCase):
    def test_a_text_has_two_ids_more_than_bytes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", "tests/fixtures/llama_files.py", folder, "words"], check=True)
            model = k.load_model(folder)
            for text in ("", "Z", "ZZZ"):
                ids = model.encode(text)
                self.assertEqual((ids[0], len(ids)), (model.begin, len(text) + 1 + (text != "")))
                self.assertEqual(model.decode(ids), text)

    def test_pieces_with_scores(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, "-B", "tests/fixtures/llama_files.py", folder, "words"], check=True)
            model, pieces = k.load_model(folder), k.sentence_piece_load(folder + "/tok300.bin")
            for text in ("", "the end", "Z\u732b \0", TEXT):
                ids = pieces.encode(text)
                self.assertEqual(ids[0], pieces.begin)
                self.assertEqual(pieces.decode(ids), text)
                self.assertEqual(pieces.encode(text.encode()), ids)
                if "\0" not in text:
                    self.assertEqual(ids, model.encode(text))
            self.assertNotEqual(pieces.encode("the", False)[0], pieces.begin)
            self.assertEqual(pieces.encode("", begins=False), [])
            cat = pieces.encode("\u732b", False)
            self.assertEqual((pieces.decode_bytes(cat[:1]), pieces.decode(cat[:1])), (b"\xe7", "\ufffd"))
            with self.assertRaisesRegex(k.Error, "300"):
                pieces.decode([300])

    @unittest.skipUnless("KINDLING_STORIES" in os.environ, "KINDLING_STORIES=/path/to/stories260K.bin")
    def test_the_known_story(self):
        path = pathlib.Path(os.environ["KINDLING_STORIES"])
        model = k.load_model(path)
        said = model.generate("", len(STORY), temperature=0)
        self.assertEqual(said, model.decode([model.begin, *STORY]))
        self.assertEqual(said, "Once upon a time, there was a little girl"[:len(said)])
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(k.llama_save(model.gpt, folder), 0)
            again = k.language_model_load_with(folder, str(path.parent / "tok512.bin"))
            self.assertEqual(again.generate("", 100, temperature=0), model.generate("", 100, temperature=0))


if __name__ == "__main__":
    unittest.main()
