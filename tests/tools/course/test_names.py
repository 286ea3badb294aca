"""test_names.py - a failure hears the sentence of the known mistake that has the same values, and
of no other.

usage: CONFIG=double test_names.py, where that has been built.
"""
from __future__ import annotations

import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools" / "course" / "authors"), str(ROOT / "tools" / "grading")]
sys.dont_write_bytecode = True
os.chdir(ROOT)
import answers  # noqa: E402
import variants  # noqa: E402
import matrix  # noqa: E402
import names  # noqa: E402

MODULE = "12_attention"
SCORES = answers.answer_to((ROOT / "modules/12_attention/scores.c").read_text())
MASK = answers.answer_to((ROOT / "modules/12_attention/mask.c").read_text())


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def scaled(factor: str) -> dict[str, str]:
    """attention_scale by this."""
    return {"scores.c": changed(SCORES, ("return 1.0 / sqrt((double)head_dim);", f"return {factor};") if "return 1.0 / sqrt" in SCORES else
                                ("1 / sqrt((double)head_dim)", factor))}


def scores(value: str) -> dict[str, str]:
    return {"scores.c": changed(SCORES, ("return tensor_matmul(q, tensor_transpose(k, -2, -1));", value))}


def crashing(value: str) -> dict[str, str]:
    """All of an exercise: attention_scores by this, and no scores to be scaled."""
    return {"scores.c": changed(scores(value)["scores.c"], ("tensor_mul_scalar(scores,", "tensor_mul_scalar(NULL,"))}


def causal(condition: str) -> dict[str, str]:
    """mask_causal with a 1 where this is so."""
    begin, end = MASK.index("Tensor *mask_causal("), MASK.index("}\n", MASK.index("Tensor *mask_causal(")) + 2
    body = f"""Tensor *mask_causal(long T)
{{
    Tensor *mask = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T * T; i++)
        mask->data[i] = {condition};
    return mask;
}}
"""
    return {"mask.c": MASK[:begin] + body + MASK[end:]}


# Known mistakes: what is handed in, where it belongs, and its sentence.
KNOWN = {
    "by_d": (scaled("1 / (double)head_dim"), "12.1 attention_scores", "divided by D"),
    "future": (causal("1"), "12.2 mask_causal", "everything is allowed"),
    "itself": (causal("i % T < i / T"), "12.2 mask_causal", "shifted by one"),
    "itself_too": (causal("i / T > i % T"), "12.2 mask_causal", "the diagonal is empty"),
    "no_transpose": (scores("return tensor_matmul(q, k);"), "12.1 attention_scores", "k was not transposed"),
    "unset_known": (causal("({ volatile double x; i % T <= i / T ? 1 : x; })"), "12.2 mask_causal", "what is forbidden was never written"),
    "crash": (crashing("return tensor_matmul(q, NULL);"), "12.1 attention_scores", "nobody is there"),
}
# What students hand in.
THEIRS = {
    "future_but_crashes_for_3": causal("T == 3 ? *(volatile double *)(T - T) : 1"),
    "by_d_in_steps": scaled("1 / sqrt((double)head_dim) / sqrt((double)head_dim)"),
    "by_twice_d": scaled("1 / (2 * (double)head_dim)"),
    "nearly_by_d": scaled("1 / ((double)head_dim + 0.01)"),
    "by_d_if_small": scaled("head_dim < 20 ? 1 / (double)head_dim : 1 / sqrt((double)head_dim)"),
    "future_by_sign": causal("i >= 0"),
    "itself_by_count": causal("i / T - i % T > 0"),
    "half": causal("i % T <= i / T ? 0.5 : 0"),
    "as_it_lies": scores("return tensor_matmul(q, tensor_mul_scalar(k, 1));"),
    "both_turned": scores("return tensor_matmul(tensor_transpose(q, -2, -1), tensor_transpose(k, -2, -1));"),
    "cut": scores("return tensor_select(q, 7, 0);"),
    "null": crashing("return tensor_matmul(NULL, k);"),
    "unset": causal("({ volatile double x; i % T <= i / T ? 1 : x; })"),
}


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        room = tempfile.TemporaryDirectory(dir="build")
        cls.addClassCleanup(room.cleanup)
        place = pathlib.Path(os.path.relpath(room.name))
        made = variants.build(MODULE, {name: files for name, (files, _, _) in KNOWN.items()} | THEIRS, place / "variants")
        assert not made.left_out, made.left_out
        cls.table = names.recorded(made, {name: says for name, (_, _, says) in KNOWN.items()}, {name: of for name, (_, of, _) in KNOWN.items()})
        (place / "names").write_text("\n".join(map(str, cls.table)))
        cls.reports = made.run([*KNOWN, *THEIRS], ["--number", "0", "--all", "--names", str(place / "names")])

    def heard(self, name: str) -> set[str]:
        """What is said of its first exercise that fails."""
        return {failure.fields.get("likely", "") for failure in matrix.failures(self.reports[name])[:1]}

    def test_each_known_mistake_hears_its_own_sentence(self):
        for name in ("by_d", "future"):
            self.assertEqual(self.heard(name), {KNOWN[name][2]})

    def test_other_words_with_the_same_values_hear_it_too(self):
        self.assertEqual(self.heard("by_d_in_steps"), {"divided by D"})
        self.assertEqual(self.heard("future_by_sign"), {"everything is allowed"})

    def test_a_crash_in_one_of_the_tests_does_not_hide_it(self):
        self.assertIn("a crash", self.reports["future_but_crashes_for_3"])
        self.assertEqual(self.heard("future_but_crashes_for_3"), {"everything is allowed"})

    def test_other_values_do_not(self):
        for name in ("by_twice_d", "nearly_by_d", "by_d_if_small", "half"):
            self.assertNotIn("divided by D", str(self.heard(name)), name)
            self.assertNotIn("allowed", str(self.heard(name)), name)
            self.assertNotIn("shifted", str(self.heard(name)), name)

    def test_what_no_test_tells_apart_is_told_as_either_or(self):
        for name in ("itself", "itself_too", "itself_by_count"):
            (said,) = self.heard(name)
            self.assertRegex(said, r"^either .*; or ")
            self.assertIn("shifted by one", said)
            self.assertIn("the diagonal is empty", said)

    def test_few_numbers_and_messages_make_a_guess(self):
        for name in ("no_transpose", "as_it_lies"):
            (said,) = self.heard(name)
            self.assertTrue(said.endswith("this may be it: k was not transposed"), said)

    def test_a_message_with_other_numbers_says_what_it_mostly_means(self):
        (said,) = self.heard("both_turned")
        self.assertEqual(said, "here this message mostly means: k was not transposed")
        self.assertEqual(self.heard("cut"), {""})  # these words stop no row

    def test_a_crash_alone_is_no_evidence(self):
        for name in ("crash", "null"):
            self.assertNotIn("nobody is there", self.reports[name])

    def test_a_variable_without_a_value_is_told_as_that(self):
        self.assertIn("uninitialised variable", str(self.heard("unset")))

    def test_a_digest_holds_no_more_than_it_needs(self):
        for row in self.table:
            self.assertTrue(row.digests)
            for digest in row.digests:
                self.assertRegex(digest, r"^(digest [0-9a-f]{8} [0-9a-f]{8}( -?[\d.e+-]+){3}|crash [0-9a-f]{8}|said [0-9a-f]{8} [0-9a-f]{8})$")
            self.assertLess(len(max(row.digests, key=len)), 80)


if __name__ == "__main__":
    unittest.main()
