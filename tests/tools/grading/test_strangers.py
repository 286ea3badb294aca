"""test_strangers.py - readers in Python are given strange bytes: texts that are right, cut, joined
and bent by chance.

What a reader may raise is in its row; anything else is a finding, and its input is printed. Chance
has a fixed seed. KINDLING_FUZZ=100000 gives so many inputs to each reader, KINDLING_SEED=2 others:
make test-long does. tests/fuzz/ is the same for readers in C.
"""
import base64
import gzip
import io
import os
import random
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(ROOT / "tools/notebook")]

import cells  # noqa: E402
import ipynb  # noqa: E402
import outputs  # noqa: E402
import session  # noqa: E402
from kindling_grading.batch import intake  # noqa: E402
from kindling_grading.batch.archives import Archive  # noqa: E402
from kindling_grading.errors import GradingError  # noqa: E402
from kindling_grading.judge import answers, transcript  # noqa: E402

INPUTS = int(os.environ.get("KINDLING_FUZZ", "400"))
SEED = int(os.environ.get("KINDLING_SEED", "1"))
RIGHT = transcript.parse(b"begin 7\nanswer :bytes\nf x 0x0p+0 0 1 0x1p+0\nend 2\n")

NOTEBOOK = [b"int a = 1;\n// %% [markdown]\n// # Title\n//\n// prose\n// %%\nCELL {\n    a++;\n}\n", b"// %%\n\n// %% [markdown]",
            b"#define N 3\nenum { A, B = 2, C };\nstatic long n[] = {1, 2, 3}, m;\nint f(int x) { return x; }\n",
            b"typedef struct { int x; } P;\nstruct S { int y; };\nstatic int (*g)(int) = f;\nchar *s = \"a;{\\\"\";\n",
            b"/* not closed\nint a;", b"for (int i = 0; i < 3; i++)\n    printf(\"%d\", i);\nx = 3;\nif (x) { y(); } else z();\n"]
SAID = [b"\036cell 4\na\nb\036file x.svg\nc\n\036end ok 0.1 \n\036gate passed it holds\n\036gate FAILED it\n", b"\036end", b"\036cell 99999999999\n"]
TRANSCRIPTS = [b"begin 7\nanswer :bytes\nf x 0x0p+0 0 1 0x1p+0\nend 2\n", b"begin 1\nf w 0x1p-20 2 2 1 2 0x1p+0 nan -inf 0x1.8p-3\ni n 0 1 5\nm :what%0A\nend 3\n",
               b"begin 3\ntodo :f\nend 1\n"]
ANSWERS = [b"bytes = 4_194_304 # a comment\nother = 0x1p4\n", b"bytes = ?\n", b"bytes = 1e999\n", "bytes = ４\n".encode()]
RECEIVED = [b"student,received\nada,2026-02-01T10:00:00+01:00\n", b"student,received\nada,9999-12-31T23:59:59-23:59\n"]


def packed() -> list[bytes]:
    found = []
    tar, archive = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as out:
        for name in ("12_attention/mask.c", "../mask.c", "a/" * 60 + "mask.c"):
            member = tarfile.TarInfo(name)
            member.size = 9
            out.addfile(member, io.BytesIO(b"int a;\n\n\n"))
        link = tarfile.TarInfo("12_attention/heads.c")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        out.addfile(link)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("12_attention/mask.c", "int a;\n" * 20)
    found += [tar.getvalue(), gzip.compress(tar.getvalue(), mtime=0), archive.getvalue()]
    return found


def archive(data: bytes) -> None:
    notes: list[str] = []
    intake.from_source(Archive(data, {"mask.c", "heads.c"}), "12_attention", ["mask.c", "heads.c"], True, notes)


def notebook(data: bytes) -> None:
    parsed = cells.parse(data.decode("utf-8", "replace"))
    assert all(cell.line >= 1 and cell.text for cell in parsed)
    ipynb.notebook(parsed)


def cell(data: bytes) -> None:
    with_folder.translate(data.decode("utf-8", "replace"))


def said(data: bytes) -> None:
    parsed = cells.parse("int a;\n// %%\nint b;\n")
    outputs.attach(parsed, outputs.split(data.decode("utf-8", "replace")))


def told(data: bytes) -> None:
    result = transcript.parse(data)
    assert not (result.ended and result.trouble)


def answered(data: bytes) -> None:
    answers.judge_answers(data, RIGHT)
    answers.answers_in(data)


READERS = {  # name: reader, what is right, what it may raise
    # kernel.py tells of these
    "archives": (archive, packed(), (GradingError,)), "notebook": (notebook, NOTEBOOK, ()), "cell": (cell, NOTEBOOK, (AttributeError, IndexError, ValueError)),
   
    "a cell's output": (said, SAID, ()), "transcript": (told, TRANSCRIPTS, ()), "answers": (answered, ANSWERS, ()),
}
PIECES = [b"\0", b"\xff", b"\n", b"{", b"}", b"\"", b"'", b"//", b"/*", b"\036", b"9" * 25, b"-1", b"= ", b",", b"enum {", b"static ", b"0x", b"\\"]


def bent(seeds: list[bytes], chance: random.Random) -> bytes:
    data = bytearray(chance.choice(seeds))
    for _ in range(chance.randint(1, 6)):
        at = chance.randint(0, len(data))
        how = chance.randrange(6)
        if how == 0 and data:
            data[at % len(data)] ^= 1 << chance.randrange(8)
        elif how == 1:
            del data[at:at + chance.randint(1, 12)]
        elif how == 2:
            data[at:at] = chance.choice(PIECES)
        elif how == 3:
            data[at:at] = data[chance.randint(0, len(data)):][:40]
        elif how == 4:
            data[at:] = chance.choice(seeds)[chance.randint(0, 60):]
        elif data:
            data[at % len(data)] = chance.randrange(256)
    return bytes(data)


class Strangers(unittest.TestCase):
    def test_readers(self) -> None:
        for name, (reader, seeds, may) in READERS.items():
            chance = random.Random(f"{name} {SEED}")
            for number in range(INPUTS):
                data = seeds[number] if number < len(seeds) else bent(seeds, chance)
                try:
                    reader(data)
                except may:
                    pass
                except Exception as error:  # noqa: BLE001
                    raise AssertionError(f"{name}: {type(error).__name__}: {error}, with (base64)\n{base64.b64encode(data).decode()}") from error


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        with_folder = session.Session(scratch, "cc", "")
        unittest.main()
