"""test_cup_attacks.py - entries that want to win the cup without being better: tests/attacks/cup.

    python3 tests/tools/grading/test_cup_attacks.py            two of them, drawn by the commit
    ATTACKS=all python3 tests/tools/grading/test_cup_attacks.py
    ATTACKS="01 12" python3 tests/tools/grading/test_cup_attacks.py
"""
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import cup, cup_entry  # noqa: E402
from kindling_grading.box import selftest, talk  # noqa: E402

FOLDER = ROOT / "tests/attacks/cup"
CUP = ROOT / "attention/cup"
ALL = sorted(FOLDER.glob("[0-9]*.c"))
LAST = "gpt_prefill({0}->model, {0}->cache, {0}->ids + read, {0}->n - read, logits);\n"
ROUNDS = 6


def chosen() -> list[Path]:
    words = os.environ.get("ATTACKS", "").split()
    if none := [word for word in words if word != "all" and not any(path.name[:2] == word for path in ALL)]:
        sys.exit(f"ATTACKS: no attack is called {none[0]}; there are all, and {' '.join(path.name[:2] for path in ALL)}")
    if words:
        return [path for path in ALL if "all" in words or path.name[:2] in words]
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True).stdout
    return sorted(random.Random(commit).sample(ALL, 2))


CHOSEN = chosen()  # a wrong word ends all of it, before anything is built


def with_attack(attack: str, reader: str, entry: str) -> str:
    """The reader calls attack() when it has made its logits."""
    assert reader.count(LAST.format(entry)) == 1
    call = LAST.format(entry)
    return '#include "cup_check.h"\n' + attack + reader.replace(call, f"{call}    attack(id, logits);\n")


@unittest.skipIf(selftest.run_all(), "no tight box on this machine")
class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="test-cup-attacks-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        (cls.place / "prepared").mkdir()
        cls.course = cup.prepare(ROOT / "tools/grading/README.md", b"k" * 32, "1", cls.place / "prepared", 800)
        base = cup.Entry("", "closed", cls.course.base, Path(tempfile.mkdtemp(dir=cls.place)), b"", 0)
        cls.artefact = base.packed(cls.course, "model").read_bytes()

    def files(self, division: str, attack: str) -> dict[str, bytes]:
        if division == "open":
            return {"open.c": with_attack(attack, (FOLDER / "honest.c").read_text(), "m").encode(), "open.bin": self.artefact}
        given = {name: (CUP / name).read_bytes() for name in ("artefact_pack.c", "artefact_unpack.c", "entry.c")}
        return given | {"entry.c": with_attack(attack, given["entry.c"].decode(), "e").encode()}

    def judged(self, files: dict[str, bytes]) -> tuple[list[str], list[str]]:
        place = Path(tempfile.mkdtemp(dir=self.place))
        (place / "in").mkdir()
        for name, text in files.items():
            (place / "in" / name).write_bytes(text)
        return cup.judged(self.course, [("anna", place / "in")], ROUNDS, place / "work")

    def figures(self, files: dict[str, bytes]) -> dict[str, float]:
        """What the board shows of an entry with a score: bytes, and milliseconds of a letter."""
        rows, without = self.judged(files)
        self.assertEqual((len(rows), without), (1, []))
        _, _, _, _, artefact, memory, _, work = rows[0].split("\t")
        times = memoryview((Path(work) / "entry").read_bytes()).cast("d")
        return {"brings": float(artefact), "holds": float(memory), "costs": 1e3 * sorted(times)[len(times) * 9 // 10]}

    def test_attacks(self):
        honest = {}
        for path in CHOSEN:
            text = path.read_text()
            wanted = dict(re.findall(r"^ \* (division|brings|holds|costs|says): (.+)$", text, re.M))
            division = wanted.pop("division")
            with self.subTest(path.name):
                if "says" in wanted:
                    rows, without = self.judged(self.files(division, text))
                    self.assertEqual((rows, len(without)), ([], 1))
                    self.assertIn(wanted["says"], without[0])
                    continue
                if division not in honest:
                    honest[division] = self.figures(self.files(division, "static void attack(int id, real *logits)\n{\n    logits[id] += 0;\n}\n"))
                found = self.figures(self.files(division, text))
                for name, least in wanted.items():
                    self.assertGreater(found[name] - honest[division][name], 0.95 * float(least), f"{name}: {found}, honest {honest[division]}")


class Talking(unittest.TestCase):
    def test_what_is_asked_is_not_there_before(self):
        """A question is sent when the last one was answered, and not before."""
        one = talk.Talk(cup_entry.questions(["ab\ncd"]))
        self.addCleanup(one.close)
        other = one.other
        os.set_blocking(other, False)
        one.begin(os.getpid())
        for n, token in enumerate((b"\xff\x42", b"\x43", b"\x00", b"\x44")):
            self.assertEqual(os.read(other, 100), token)
            for half in (192, 192):
                self.assertRaises(BlockingIOError, os.read, other, 100)
                os.write(other, bytes(half))
                one.drain()
            self.assertEqual(len(one.nanoseconds), n + 1)
        self.assertEqual(os.read(other, 100), b"", "nothing more is asked")
        self.assertEqual((len(one.data), len(one.seconds())), (4 * 384, 3))


if __name__ == "__main__":
    unittest.main()
