"""test_similarity.py - copies are found however they are disguised; independent work is not
accused.

Four people write the same exercises, each in their own way; two more hand in copies of the first
one's files: names changed and layout redone, functions in another order.
"""
import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from functools import partial
from pathlib import Path

sys.dont_write_bytecode = True
TOP = Path(__file__).resolve().parents[3]
GRADING = TOP / "tools/grading"
sys.path.insert(0, str(GRADING))

from kindling_grading.batch.pool import Patience, Pool  # noqa: E402
from kindling_grading.build import sources  # noqa: E402
from kindling_grading.course import program  # noqa: E402
from kindling_grading.reports import alike, alike_groups, alike_measured, similarity  # noqa: E402

# Each exercise, written by four people who did not talk to each other.
WRITERS: dict[str, dict[str, str]] = {
    "ada": {
        "mask_causal": """Tensor *m = tensor_zeros(SHAPE(T, T));
    for (long i = 0; i < T; i++)
        for (long j = 0; j <= i; j++)
            m->data[i * T + j] = 1;
    return m;""",
        "mask_padding": """Tensor *m = tensor_zeros(SHAPE(B, 1, 1, T));
    for (long b = 0; b < B; b++) {
        real *row = m->data + b * T;
        for (int j = 0; j < lengths->data[b]; j++)
            row[j] = 1;
    }
    return m;""",
        "mask_combine": """long shape[TENSOR_MAX_AXES];
    int ndim = broadcast_shape("mask_combine", a, b, shape);
    check_entries("mask_combine", a);
    check_entries("mask_combine", b);
    Tensor *out = tensor_new(ndim, shape);
    mul_kernel(out, a, b);
    return out;"""},
    "ben": {
        "mask_causal": """Tensor *lower = tensor_new(2, (long[]){T, T});
    long at = 0;
    while (at < T * T) {
        lower->data[at] = at % T <= at / T ? (real)1 : (real)0;
        at++;
    }
    return lower;""",
        "mask_padding": """long dims[4] = {B, 1, 1, T};
    Tensor *real_tokens = tensor_new(4, dims);
    for (long k = 0; k < B * T; k++)
        real_tokens->data[k] = (k % T) < lengths->data[k / T];
    return real_tokens;""",
        "mask_combine": """check_entries(__func__, a), check_entries(__func__, b);
    long common[TENSOR_MAX_AXES];
    Tensor *both = tensor_new(broadcast_shape(__func__, a, b, common), common);
    return mul_kernel(both, a, b), both;"""},
    "cyd": {
        "mask_causal": """Tensor *mask = tensor_ones(SHAPE(T, T));
    real *p = mask->data;
    for (long query = 0; query < T; query++, p += T) {
        long key = query + 1;
        for (; key < T; ++key)
            p[key] = 0;
    }
    return mask;""",
        "mask_padding": """Tensor *mask = tensor_ones(SHAPE(B, 1, 1, T));
    real *end = mask->data;
    for (long s = 0; s < B; s++) {
        end += T;
        for (long missing = T - lengths->data[s]; missing > 0; missing--)
            end[-missing] = 0;
    }
    return mask;""",
        "mask_combine": """long result[TENSOR_MAX_AXES];
    const Tensor *pair[2] = {a, b};
    for (int p = 0; p < 2; p++)
        check_entries("mask_combine", pair[p]);
    int axes = broadcast_shape("mask_combine", pair[0], pair[1], result);
    Tensor *product = tensor_zeros(axes, result);
    mul_kernel(product, pair[0], pair[1]);
    return product;"""},
    "dot": {
        "mask_causal": """Tensor *may = tensor_zeros(SHAPE(T, T));
    for (long j = 0; j < T; j++) {
        real *column = &may->data[j];
        for (long i = T - 1; i >= j; i--)
            column[i * T] = (real)1.0;
    }
    return tensor_named(may, "causal");""",
        "mask_padding": """Tensor *may = tensor_zeros(SHAPE(B, 1, 1, T));
    long b = 0;
    do {
        if (b == B)
            break;
        for (long j = lengths->data[b]; j-- > 0;)
            may->data[b * T + j] = (real)1.0;
    } while (++b);
    return tensor_named(may, "padding");""",
        "mask_combine": """check_entries("mask_combine", a);
    if (b != a)
        check_entries("mask_combine", b);
    long to[TENSOR_MAX_AXES] = {0};
    int n = broadcast_shape("mask_combine", a, b, to);
    Tensor *may = tensor_new(n, to);
    mul_kernel(may, b, a);
    return tensor_named(may, "both");"""}}

STUB = (TOP / "modules/12_attention/mask.c").read_text()


def written(bodies: dict[str, str]) -> str:
    text = STUB
    for function, body in bodies.items():
        text, n = re.subn(rf'(?ms)(^Tensor \*{function}\(.*?)return todo\("[^"]*"\);', lambda m, body=body: m[1] + body, text, count=1)
        assert n == 1, function
    return text


def disguised(text: str) -> str:
    """Other names, other layout, other comments."""
    text = re.sub(r"/\*.*?\*/", "/* mine */", text, flags=re.S)
    for old, new in {"m": "keepers", "i": "from", "j": "upto", "b": "which", "row": "place", "out": "result", "shape": "size",
                     "ndim": "axes"}.items():
        text = re.sub(rf"(?<![\w.>\"])\b{old}\b(?!\")", new, text)
    return text.replace("{\n", "\n{\n").replace("    ", "\t")


def reordered(text: str) -> str:
    """The exercises from last to first."""
    parts = re.split(r"(?m)^(?=/\* ---- )", text)
    return "".join([parts[0], parts[1], *reversed(parts[2:])])


LONGER = "\n".join(f"static void helper_{i}(double *to, long n) {{ for (long k = 0; k < n; k += {i}) to[k] = k * {i} + n; }}" for i in range(2, 12))


def submissions(folder: Path, files: dict[str, str]) -> None:
    for student, text in files.items():
        (folder / student).mkdir()
        (folder / student / "mask.c").write_text(text)


class Similar(unittest.TestCase):
    def setUp(self):
        if shutil.which("sim_c") is None:
            self.skipTest("similarity-tester is not installed")

    def run_on(self, files: dict[str, str], *more: str) -> tuple[list[list[str]], str, str]:
        """Rows of the table, the page and what was said."""
        with tempfile.TemporaryDirectory() as place:
            handed_in = Path(place) / "handed in"
            handed_in.mkdir()
            submissions(handed_in, files)
            said = subprocess.run([*program("reports.similarity"), "--submissions", str(handed_in), "--module", "12",
                                   "--out", place, *more], capture_output=True, text=True)
            self.assertEqual(said.returncode, 0, said.stderr)
            folder = Path(place) / "reports" / "12_attention"
            with (folder / "similarity.csv").open(newline="") as table:
                rows = list(csv.reader(table))[1:]
            with (folder / "similarity-groups.csv").open(newline="") as table:
                self.groups = list(csv.reader(table))[1:]
            return rows, (folder / "similarity.html").read_text(), said.stdout

    def percent(self, rows, a, b):
        for row in rows:
            if {row[0], row[3]} == {a, b}:
                return max(int(row[1]), int(row[4]))
        return 0

    def test_copies_stand_first_and_independent_work_far_below(self):
        honest = {name: written(bodies) for name, bodies in WRITERS.items()}
        files = honest | {"eve": disguised(honest["ada"]), "fox": reordered(honest["ben"])}
        rows, page, _ = self.run_on(files)
        copies = [{"ada", "eve"}, {"ben", "fox"}]
        self.assertEqual([{r[0], r[3]} in copies for r in rows[:2]], [True, True], rows)
        self.assertGreaterEqual(self.percent(rows, "ada", "eve"), 80)
        # functions of a line or two are too short to find
        self.assertGreaterEqual(self.percent(rows, "ben", "fox"), 60)
        for a in honest:
            for b in honest:
                if a < b:
                    self.assertLessEqual(self.percent(rows, a, b), 40, (a, b, rows))
        self.assertIn('<section><h2 id="p0">', page)
        self.assertEqual(page.count("<section>"), len(rows))

    def test_what_everybody_was_given_is_nothing_in_common(self):
        rows, page, _ = self.run_on({"one": STUB, "two": STUB, "three": reordered(STUB)})
        self.assertFalse([r for r in rows if {r[0], r[3]} == {"one", "two"}], rows)
        rows, _, _ = self.run_on({"one": STUB, "ada": written(WRITERS["ada"])})
        self.assertEqual(rows, [])

    def test_part_of_a_copy_is_seen_from_the_smaller_side(self):
        some = {e: WRITERS["cyd"][e] for e in ("mask_causal", "mask_padding")}
        rows, _, _ = self.run_on({"cyd": written(WRITERS["cyd"]), "gil": written(some), "ben": written(WRITERS["ben"])})
        self.assertEqual({rows[0][0], rows[0][3]}, {"cyd", "gil"})
        self.assertGreaterEqual(self.percent(rows, "cyd", "gil"), 90)

    def test_what_many_have_alike_does_not_count(self):
        files = {f"s{i}": written(WRITERS["ada"]) for i in range(6)}
        self.assertEqual(len(self.run_on(files)[0]), 15)
        self.assertEqual(self.run_on(files, "--common", "3")[0], [])

    def test_a_solution_that_went_round_stands_first(self):
        """Many copies are nobody's pair, and are said all the same: exact ones, renamed ones,
        reordered ones."""
        honest = {name: written(bodies) for name, bodies in WRITERS.items()}
        renamed = re.sub(r"\bmask\b", "table", re.sub(r"\bp\b", "cell", honest["cyd"])).replace("    ", "\t")
        copies = {f"s{i:02}": honest["cyd"] for i in range(14)} | {"s14": renamed + "\n/* all my own */\n"}
        rows, page, said = self.run_on(honest | copies)
        self.assertFalse([r for r in rows if r[0].startswith("s0")], rows)
        self.assertIn(f"! 16 submissions are the same but for names and layout: cyd; {'; '.join(sorted(copies))}\n", said)
        self.assertLess(page.index("16 submissions are the same"), page.index("<table>"))
        self.assertEqual(len([row for row in self.groups if row[1:2] == ["the same but for names"]]), 16)
        del copies["s14"], honest["cyd"]
        self.assertIn("14 submissions are the same: s00;", self.run_on(honest | copies)[2])
        mixed = {f"s{i:02}": reordered(text) if i % 2 else text for i, text in enumerate(copies.values())}
        mixed = {name: text + LONGER for name, text in mixed.items()} | honest
        self.assertIn("14 submissions are mostly alike: s00;", self.run_on(mixed)[2])

    def test_the_thresholds_are_between_honest_pairs_and_copies(self):
        """Of two modules with few good answers; make measure-similarity has the curve of all."""
        for module in ("11_*", "17_*"):
            honest, copies = alike_measured.measure(module)
            self.assertGreaterEqual(len(honest), 3)
            self.assertGreater(max(share for _, _, share in honest), 30, honest)
            self.assertLess(max(share for _, _, share in honest), 65)
            self.assertGreaterEqual(min(copies), alike_groups.COPIED)

    def test_a_circle_of_three_is_told_once(self):
        honest = {name: written(bodies) for name, bodies in WRITERS.items()}
        honest["ada"] += LONGER
        copies = {"eve": disguised(honest["ada"]), "fay": reordered(honest["ada"])}
        _, page, said = self.run_on(honest | copies)
        self.assertEqual([line for line in said.splitlines() if line.startswith("!")], ["! 3 submissions are mostly alike: ada; eve; fay"])
        self.assertLess(page.index("3 submissions are mostly alike"), page.index("<table>"))

    def test_independent_work_is_in_no_group(self):
        self.assertEqual(self.run_on({name: written(bodies) for name, bodies in WRITERS.items()})[2].count("!"), 0)
        short = {f"s{i}": written({"mask_combine": "return tensor_mul(mask_view(a), mask_view(b));"}) for i in range(15)}
        self.assertEqual(self.run_on(short)[2].count("!"), 0)

    def test_the_model_answer_is_known(self):
        model = sources.reference_file("12_attention/mask.c").decode()
        rows, page, said = self.run_on({"eve": model, "cyd": written(WRITERS["cyd"])})
        self.assertRegex(said, r"! eve: \d+ % of what was written is the model answer")
        self.assertNotIn("cyd:", said)
        self.assertEqual(rows, [])
        self.assertIn("the model answer", page.split("<h2")[2])
        many = self.run_on({f"e{i:02}": model for i in range(13)})[2]  # however many have it
        self.assertEqual(many.count("is the model answer"), 13)

    def test_copies_from_another_term_are_found(self):
        """Whole and in part, disguised; nobody of the other term is compared with another of it."""
        honest = {name: written(bodies) for name, bodies in WRITERS.items()}
        honest["ada"] += LONGER
        some = {e: WRITERS["cyd"][e] for e in ("mask_causal", "mask_padding")}
        now = {"eve": disguised(honest["ada"]), "dot": honest["dot"],
               "gil": written(some | {"mask_combine": WRITERS["ben"]["mask_combine"]})}
        with tempfile.TemporaryDirectory() as other:
            folder = Path(other) / "in-2025" / "12"
            folder.mkdir(parents=True)
            submissions(folder, {"ada": honest["ada"], "ada2": honest["ada"], "cyd": honest["cyd"], "stray": "nothing"})
            (folder / "stray" / "mask.c").rename(folder / "stray" / "other.c")
            rows, page, said = self.run_on(now, "--other", str(folder))
            self.assertIn("3 of 4 submissions compared with", said)
            self.assertRegex(said, r"! eve: \d+ % of what was written is in the submission of ada2? \(in-2025/12\)\n")
            self.assertNotRegex(said, "! (dot|gil)")
            self.assertGreaterEqual(self.percent(rows, "eve", "ada (in-2025/12)"), 80)
            self.assertGreaterEqual(self.percent(rows, "gil", "cyd (in-2025/12)"), 40)
            self.assertTrue(all(row[0] in now for row in rows), rows)
            self.assertIn(["1", "mostly of another term", "eve"], self.groups)
            self.assertIn("eve and ada (in-2025/12)", page)
            self.assertEqual(self.percent(self.run_on(now)[0], "eve", "gil"), self.percent(rows, "eve", "gil"))
            # went round: all of them are told, however many
            many = {f"s{i:02}": honest["ada"] for i in range(14)}
            self.assertEqual(self.run_on(many, "--other", str(folder))[2].count("is in the submission of ada"), 14)

    def test_another_term_hides_no_pair_of_this_one(self):
        honest = written(WRITERS["ada"])
        with tempfile.TemporaryDirectory() as other:
            submissions(Path(other), {f"o{i}": honest for i in range(4)})
            rows, _, _ = self.run_on({"eve": honest, "fay": disguised(honest)}, "--other", other, "--common", "2")
        self.assertGreaterEqual(self.percent(rows, "eve", "fay"), 80)

    def test_what_a_terminal_obeys_is_in_no_page(self):
        honest = written(WRITERS["ada"])
        files = {name: honest.replace("m->data", "/* \x1b[2J\x07\x9b */ m->data", 1) for name in ("eve", "fay")}
        _, page, said = self.run_on(files)
        self.assertNotRegex(page + said, "[\x00-\x08\x0b-\x1f\x7f-\x9f]")
        self.assertIn("\ufffd[2J", page)

    def test_a_full_disk_is_one_sentence(self):
        with tempfile.TemporaryDirectory() as place:
            handed_in, folder = Path(place) / "in", Path(place) / "reports/12_attention"
            handed_in.mkdir()
            submissions(handed_in, {"ada": STUB})
            folder.mkdir(parents=True)
            (folder / "similarity.csv").symlink_to("/dev/full")
            said = subprocess.run([*program("reports.similarity"), "--submissions", str(handed_in), "--module", "12", "--out", place], capture_output=True, text=True)
            self.assertEqual((said.returncode, said.stderr), (1, "similarity: the disk is full. What was done before is kept: make room, and the same command goes on\n"))

    def test_another_term_that_is_none(self):
        with tempfile.TemporaryDirectory() as empty:
            for other in (empty, empty + "/no"):
                said = subprocess.run([*program("reports.similarity"), "--submissions", empty, "--module", "12", "--other", other],
                                      capture_output=True, text=True)
                self.assertNotEqual(said.returncode, 0)
                self.assertIn(f"OTHER={other}", said.stderr)

    def test_hostile_text_stays_text(self):
        code = written(WRITERS["ada"]) + '\nvoid f(void) { puts("</pre><script>alert(1)</script>\x00\x1b[2J"); }\n'
        rows, page, _ = self.run_on({"=cmd|x": code, "ada": written(WRITERS["ada"])})
        self.assertNotIn("<script>", page)
        self.assertIn("&lt;script&gt;", page)
        self.assertNotIn("\0", page)
        self.assertTrue(all(not cell.startswith("=") for row in rows for cell in row), rows)

    def test_lines_keep_their_numbers(self):
        text = alike.text_of("ada", {"12_attention/mask.c": written(WRITERS["ada"]).encode()}, {"12_attention/mask.c": STUB})
        own = [line.strip() for line, mine in zip(text.lines, text.own) if mine]
        body = [line.strip() for b in WRITERS["ada"].values() for line in b.splitlines()]
        self.assertEqual(own, body)

    def test_one_file_does_not_keep_the_others_waiting(self):
        """Escaped quotes that are never closed, comments, blanks: of the largest file that is
        read."""
        for unit in ('\\"', '"\\', "/*", " ", "'", "x(", "\\\n"):
            awkward = written(WRITERS["dot"]) + '\nconst char *s = "' + unit * ((250 << 10) // len(unit))
            files = {"eve": awkward, "ada": written(WRITERS["ada"]), "fox": disguised(written(WRITERS["ada"]))}
            with self.subTest(unit), unittest.mock.patch.dict(os.environ, {"KINDLING_REPORT_CPU": "30"}):
                rows, _, _ = self.run_on(files)
                self.assertGreaterEqual(self.percent(rows, "ada", "fox"), 80)

    def test_what_cannot_be_read_in_time_is_told(self):
        """The process that reads it is given up, its student is named, and the others are
        compared."""
        def text_of(student, files, starts):
            if b"eve never ends" in files["12_attention/mask.c"]:
                while True:
                    pass
            return alike.text_of(student, files, starts)

        with tempfile.TemporaryDirectory() as place:
            submissions(Path(place), {"eve": "eve never ends", "ada": written(WRITERS["ada"])})
            hurried = partial(Pool, patience=Patience(computing=1, look=0.1))
            _, wanted, starts = similarity.wanted_files("12")
            with unittest.mock.patch.object(similarity, "text_of", text_of), unittest.mock.patch.object(similarity, "Pool", hurried):
                found = {s.student: s.rejected for s, _ in similarity.read_all(Path(place), wanted, starts)}
        self.assertIsNone(found["ada"])
        self.assertIn("s of computing", found["eve"])

    def test_a_report_has_an_end(self):
        code = (f"import runpy; clock = runpy.run_path({str(GRADING / '__main__.py')!r})['under_the_clock']\n"
                "clock('reports.similarity', 1)\nwhile True:\n    pass\n")
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertIn("reports.similarity: stopped after 1 s of computing.", said.stderr)
        self.assertNotEqual(said.returncode, 0)


class WithoutTheTool(unittest.TestCase):
    def test_it_says_what_to_install(self):
        with tempfile.TemporaryDirectory() as place:
            said = subprocess.run([*program("reports.similarity"), "--submissions", place, "--module", "12"],
                                  env={"PATH": place}, capture_output=True, text=True)
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("apt-get install similarity-tester", said.stderr)

    def test_a_module_that_is_not_there(self):
        said = subprocess.run([*program("reports.similarity"), "--submissions", ".", "--module", "77"],
                              capture_output=True, text=True)
        self.assertIn("no module 77" if shutil.which("sim_c") else "similarity-tester", said.stderr)


if __name__ == "__main__":
    unittest.main()
