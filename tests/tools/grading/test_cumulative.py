"""test_cumulative.py - the student's own modules 01 to 12 together, from the submissions to the
grade book.

Five students hand in all modules: one has written several files another way, with helpers that have
the same name; one has a wrong gradient in module 06 and has not begun the optimizers; one has a
file in module 03 that does not compile; one has besides the wrong gradient a slip in module 12; one
has changed nothing. A wrong lower module may cost what is built on it, and no more.

    python3 tests/tools/grading/test_cumulative.py         grades for real, about half a minute
"""
import csv
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
GRADING = ROOT / "tools/grading"
sys.path.insert(0, str(GRADING))

from kindling_grading.batch import degenerate  # noqa: E402
from kindling_grading.build import suite as suites  # noqa: E402

PLACE = "12_attention-cumulative"

# ---- the same functions, written another way: file, function, text -------------------------------

OWN = [
    ("03_layers/linear.c", "linear_forward", """
Tensor *helper(Tensor *x, Linear *l)
{
    return tensor_matmul(x, l->weight);
}

Tensor *linear_forward(Linear *l, Tensor *x)
{
    if (x->ndim == 0 || x->shape[x->ndim - 1] != l->weight->shape[0])
        fail("linear_forward: the last dimension of x does not fit this layer");
    Tensor *y = helper(x, l);
    return l->bias != NULL ? tensor_add(y, l->bias) : y;
}
"""),
    ("06_autograd/backward_rows.c", "softmax_backward_row", """
real helper(long n, const real *dy, const real *y)
{
    return n == 0 ? 0 : dy[0] * y[0] + helper(n - 1, dy + 1, y + 1);
}

void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    real total = helper(n, dy, y);
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * (dy[i] - total);
}
"""),
    ("12_attention/mask.c", "mask_causal", """
static long helper(long query, long key)
{
    return key <= query;
}

Tensor *mask_causal(long T)
{
    Tensor *mask = tensor_zeros(2, (long[]){T, T});
    for (long i = T * T - 1; i >= 0; i--)
        mask->data[i] = (real)helper(i / T, i % T);
    return tensor_named(mask, "causal mask");
}
"""),
]
# The term that couples a row is forgotten.
WRONG = ("06_autograd/backward_rows.c", "softmax_backward_row", """
void softmax_backward_row(long n, real *dx, const real *dy, const real *y)
{
    for (long i = 0; i < n; i++)
        dx[i] = y[i] * dy[i];
}
""")
# Of module 12 itself: what is built on it there earns its points.
SLIP = ("12_attention/heads.c", b"return tensor_transpose(heads, 1, 2);",
        b"return tensor_reshape(heads, SHAPE(B, num_heads, T, C / num_heads));")
BUILT_ON_SOFTMAX_BACKWARD = {
    "weights_pass_gradients_to_the_scores",
    "queries_and_keys_learn", "every_projection_learns"}
BUILT_ON_LINEAR = {"12.6 mha_cross"}


def rewritten(source: bytes, function: str, text: str) -> bytes:
    """The file with text in place of a function; the old one stays, under another name."""
    words = source.decode()
    found = degenerate.head_pattern(function).search(words)
    assert found, function
    return (words[:found.start()] + text + words[found.start():].replace(f"{function}(", f"old_{function}(", 1)).encode()


def submissions(suite: suites.Suite) -> dict[str, dict[str, bytes]]:
    right = suite.reference_files
    honest, wrong, broken = dict(right), dict(right), dict(right)
    for name, function, text in OWN:
        honest[name] = rewritten(right[name], function, text)
    wrong[WRONG[0]] = rewritten(right[WRONG[0]], *WRONG[1:])
    wrong |= {name: suite.stub_files[name] for name in right if name.startswith("07_")}
    broken["03_layers/linear.c"] += b"int x = ;\n"
    slip = wrong | {SLIP[0]: right[SLIP[0]].replace(*SLIP[1:])}
    return {"slip": slip, "honest": honest, "wrong": wrong, "broken": broken, "untouched": dict(suite.stub_files)}


class Cumulative(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        suite = cls.suite = suites.load("12_attention", cumulative=True)
        folder = tempfile.TemporaryDirectory(prefix="kindling-cumulative-")
        cls.addClassCleanup(folder.cleanup)
        base = Path(folder.name)
        for student, files in submissions(suite).items():
            for name, contents in files.items():
                path = base / "in" / student / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(contents)
        cls.out, cls.environment = base / "grades", os.environ | {"KINDLING_COURSE_KEY": str(base / "key")}
        cls.grade = ["batch.grade", "--module", "12", "--cumulative", "--submissions", str(base / "in"), "--out", str(cls.out)]
        cls.said = cls.command(*cls.grade)
        cls.grades = {p.parent.name: json.loads(p.read_text()) for p in cls.out.glob(f"{PLACE}/*/grade.json")}

    @classmethod
    def command(cls, program: str, *options: str) -> str:
        done = subprocess.run([sys.executable, GRADING, program, *options], capture_output=True, text=True,
                              env=cls.environment)
        if done.returncode != 0:
            raise AssertionError(f"{program} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def lost(self, student: str) -> dict[str, dict]:
        return {t["name"]: t for t in self.grades[student]["tests"] if t["outcome"] != "pass"}

    def test_results_have_a_place_of_their_own(self):
        self.assertEqual({p.name for p in self.out.iterdir()} - {"reports"}, {PLACE})
        self.assertEqual(set(self.grades), {"honest", "slip", "wrong", "broken", "untouched"})
        for grade in self.grades.values():
            self.assertEqual((grade["assignment"], grade["mode"], grade["max"]), ("12_attention", "cumulative", 100))

    def test_other_ways_to_write_it_are_as_good(self):
        grade = self.grades["honest"]
        self.assertEqual((grade["status"], grade["score"], self.lost("honest")), ("graded", 100, {}))
        self.assertTrue(any("linear.c defines more" in note for note in grade["notes"]), grade["notes"])

    def test_a_wrong_lower_module_costs_what_is_built_on_it(self):
        lost = self.lost("wrong")
        self.assertEqual(set(lost), BUILT_ON_SOFTMAX_BACKWARD)
        self.assertEqual({t["outcome"] for t in lost.values()}, {"wrong"})
        self.assertEqual(self.grades["wrong"]["score"], 100 - sum(t["points"] for t in lost.values()))

    def test_a_slip_in_the_module_costs_its_own_exercise(self):
        lost = self.lost("slip")
        self.assertEqual({name for name, t in lost.items() if t["file"] != "heads.c"}, BUILT_ON_SOFTMAX_BACKWARD)
        self.assertIn("12.5 split_heads", {t["exercise"] for t in lost.values()})
        kept = [t["detail"] for t in self.grades["slip"]["tests"] if t["outcome"] == "pass" and t["file"] == "mha.c"]
        self.assertIn("follows from 12.5 split_heads", kept[0])
        self.assertEqual(self.lost("wrong").keys() & lost.keys(), BUILT_ON_SOFTMAX_BACKWARD)

    def test_a_lower_file_that_does_not_compile_is_as_if_not_begun(self):
        lost = self.lost("broken")
        self.assertEqual({t["exercise"] for t in lost.values()}, BUILT_ON_LINEAR)
        self.assertIn("linear.c:", self.grades["broken"]["reason"])
        self.assertIn("expected expression", self.grades["broken"]["reason"])

    def test_starting_files_earn_nothing(self):
        grade = self.grades["untouched"]
        self.assertEqual((grade["status"], grade["score"]), ("graded", 0))
        self.assertEqual({t["outcome"] for t in grade["tests"]}, {"not-written"})

    def test_the_box_holds_no_expectation_and_no_hint(self):
        boxed, trusted = (path.read_bytes() for path in (self.suite.link_objects[0], self.suite.reference))
        for words in (b"key j is allowed if j <= i", b"half of the weights are dropped"):
            self.assertIn(words, trusted)
            self.assertNotIn(words, boxed)
        self.assertNotIn(b"q and k have changed places", boxed + trusted)  # what mistakes are told stands in a table
        self.assertNotIn(b"scores_want", boxed)  # the name of a function
        self.assertNotIn(b"plain_matmul", boxed)  # nor what would say it
        self.assertIn(b"record_tensor", boxed)
        self.assertNotIn(b"Write the four dot products", boxed + trusted)
        for test in ("one_query_and_two_keys_by_hand", "scores_pass_gradients_to_q_and_k"):
            self.assertIn("Write the four dot products", self.lost("untouched")[test]["hint"])

    def test_a_second_run_finds_everything_done(self):
        self.assertIn("5 graded", self.said)
        self.assertIn("5 unchanged", self.command(*self.grade))

    def test_grade_book(self):
        said = self.command("reports.gradebook", "--module", "12-cumulative", "--out", str(self.out))
        self.assertIn("5 grades", said)
        with open(self.out / "reports" / PLACE / "gradebook.csv", newline="") as file:
            scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(file)}
        self.assertEqual(scores, {name: grade["score"] for name, grade in self.grades.items()})

    def test_feedback(self):
        self.command("reports.feedback", "--module", "12-cumulative", "--out", str(self.out))
        pages = {name: (self.out / PLACE / name / "feedback.html").read_text() for name in self.grades}
        for page in pages.values():
            self.assertIn("modules 01 to 12 together", page)
        self.assertIn("Everything passes", pages["honest"])
        self.assertIn("follows from 12.5 split_heads", pages["slip"])
        self.assertIn("make 12 ENGINE=mine TEST=weights_pass_gradients_to_the_scores", pages["wrong"])
        self.assertIn("expected expression before", pages["broken"])
        self.assertIn("Part of your code does not build", pages["broken"])
        self.assertIn("modules 01 to 12 together", (self.out / "reports" / PLACE / "overview.html").read_text())


if __name__ == "__main__":
    unittest.main()
