"""test_linear.py - whatever bytes a student sends, reading them takes time in proportion to their
number.

Each reader outside of the box is given every awkward text by itself, and 1 MB of all of them. It
may compute so many times as long as a plain loop over as many bytes takes on this machine at this
moment. No second is named.
"""
import bz2
import gzip
import io
import json
import lzma
import struct
import sys
import tarfile
import tempfile
import time
import unittest
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tools/grading"))

from kindling_grading.batch import folders, intake, names, tars  # noqa: E402
from kindling_grading.batch.archives import Archive  # noqa: E402
from kindling_grading.box import ending  # noqa: E402
from kindling_grading.box.limits import Limits  # noqa: E402
from kindling_grading.build import linking, objects  # noqa: E402
from kindling_grading.build.objects import Object  # noqa: E402
from kindling_grading.errors import StudentError  # noqa: E402
from kindling_grading.judge import answers, transcript, values  # noqa: E402
from kindling_grading.reports import alike, anonymous, results, text as texts  # noqa: E402
from kindling_grading.reports.people import Person  # noqa: E402

# times a plain loop over as many bytes; the slowest reader here takes about a quarter of it
MOST = 200
LARGEST, LED = 1 << 20, 1 << 12
# of a megabyte's time; a quadratic reader needs many times as much
SHORT, SHORT_SHARE = 1 << 15, 1 / 16

ENTRY = "     1: 0000000000000000     0 NOTYPE  GLOBAL DEFAULT  UND "
SECTION = "  [ 1] "
COLUMNS = " PROGBITS        0000000000000000 000040 000010 00  AX  0   0 16\n"
AWKWARD = {
    "digits": "1", "spaces": " ", "tabs": "\t", "quotes": '"', "apostrophes": "'", "open comments": "/* ", "closed comments": "/**/",
    "line comments": "//", "slashes": "/", "stars": "*", "brackets": "[", "pairs": "[]", "round": "(", "braces": "{", "backslashes": "\\",
    "escaped": "\\\n", "newlines": "\n", "returns": "\r", "NULs": "\0", "equals": "=", "assignments": "x = ", "answers": "a = 1\n", "letters": "a",
    "words": "ab ", "statements": "x;\n", "dots": ".", "exponents": "1e", "hex": "0x1p", "percent": "%", "escapes": "%41", "commas": ",",
    "hashes": "#", "minus": "-", "formulas": "\n=", "braces on lines": "}\n", "angles": "<", "entities": "&", "accents": "é", "wide": "中", "smiles": "\U0001f600",
    "marks": "\u202e", "carets": "^J", "undefined": "undefined reference to `", "undefined and closed": "undefined reference to `x'\n",
    "assembly": "/tmp/cc", "calls": "CALL(", "values": "f x 0x0p+0 0 1 0x0p+0\n", "numbers": " 0x0p+0", "rounds": "round 1\n", "ends": "end 1\n",
    "sections": SECTION + ".text" + COLUMNS, "constructors": SECTION + ".init_array.AAAAAAAA" + COLUMNS, "sections without columns": SECTION,
    "columns": COLUMNS[:-1], "columns cut off": " PROGBITS        0000000000000000 000040 ", "symbols": ENTRY + "name\n",
    "symbols cut off": ENTRY, "symbols with brackets": ENTRY[:-5] + "[<other>: 88] ", "JSON": '[{"a":', "sums": "0 a\n", "dashes": "--"}
# What a line begins with, so that a reader is led to the place where what follows hurts.
BEGINNINGS = ("", "weights_bytes = ", "weights_bytes = 0x1p", "begin 7\n", "begin 7\nf ", "begin 7\nm :", "begin 7\nf x 0x0p+0 0 1", SECTION, ENTRY,
              "/*", "/tmp/cc", "undefined reference to `", "# kindling ", '{"v": "')
ENDINGS = ("", "x", "\n", "x y")

RIGHT = transcript.parse(b"begin 7\nanswer :weights_bytes\nf x 0x0p+0 0 1 0x1p+0\nend 2\n")
MINE = Object("12_attention/a.c", Path("a.o"), {"f"}, {"g"}, [], [])
NAMES = anonymous.Names(b"k" * 32, [(Person("ada", "Alder", "x"), ""), (Person("李雷"), "")])


def archive(contents: bytes) -> None:
    try:
        Archive(contents, {"mask.c"})
    except StudentError:
        pass


def members(contents: bytes) -> bytes:
    """As many members as fit, each of them called like something that is wanted."""
    header = bytearray(512)
    header[:6], header[124:136], header[156:157] = b"mask.c", b"00000000000\0", b"0"
    header[148:156] = b"%06o\0 " % (sum(header[:148]) + 8 * 32 + sum(header[156:]))
    return bytes(header) * min(len(contents) // 512, tars.MEMBERS_CAP)


def entries(contents: bytes) -> bytes:
    """A zip file of as many entries as fit, each with a wanted name and the whole of the file as
    its contents."""
    entry = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, len(contents), 0, 6, 0, 0, 0, 0, 0, 0) + b"mask.c"
    count = min(len(contents) // len(entry), 0xffff)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 0, 0, 0, 0, len(contents), 0, 6, 0) + b"mask.c"
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, count * len(entry), len(local), 0)
    return local + entry * count + contents[:len(contents) - count * len(entry)] + end


def pieces(compress: Callable[[bytes], bytes]) -> Callable[[bytes], None]:
    """As many compressed streams with nothing in them as fit."""
    nothing = compress(b"")
    return lambda contents: archive(nothing * (len(contents) // len(nothing)))


def many_places(contents: bytes) -> None:
    """A tarball with files of a wanted name in as many folders as fit, and somebody who looks
    through all of them."""
    notes: list[str] = []
    with io.BytesIO() as whole:
        with tarfile.open(fileobj=whole, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for i in range(len(contents) // 512):
                tar.addfile(tarfile.TarInfo(f"{i}/mask (1).c"))
        intake.from_source(Archive(whole.getvalue(), {"mask.c"}), "12_attention", ["mask.c"], True, notes)


def result(contents: bytes) -> None:
    with tempfile.NamedTemporaryFile() as file:
        file.write(contents)
        file.flush()
        results.read(Path(file.name), "12_attention")


def judged(contents: bytes) -> None:
    values.verdict(transcript.parse(contents), RIGHT, "ok", 0, "")


def text(read):
    return lambda contents: read(contents.decode("utf-8", "replace"))


READERS = {
    "answers.txt": lambda contents: answers.judge_answers(contents, RIGHT),
    "numbers of answers.txt": answers.answers_in,
    "one number": text(answers.plain_number),
    "transcript": judged,
    "compiler's words": lambda contents: objects.compiler_words("12_attention/a.c", contents),
    "killed compiler": lambda contents: objects.killed_compiler(contents, Limits()),
    "symbols": text(objects.symbol_sets),
    "variables": text(objects.static_memory),
    "early code": text(lambda listing: objects.early_code("a.c", listing)),
    "linker's words": text(lambda words: linking.link_faults(words, [MINE], {"12_attention/a.c": ["f"]})),
    "box's status": ending.status_of,
    "box's last words": ending.last_words,
    "sums": lambda contents: intake.sums_notes({"SHA256SUMS": contents}, "12_attention", "", {"mask.c": b""}),
    "tarball": archive,
    "tarball of as many members": lambda contents: archive(members(contents)),
    "zip file": lambda contents: archive(b"PK" + contents),
    "zip file of as many entries": lambda contents: archive(entries(contents)),
    "gzip of nothing": pieces(gzip.compress), "bzip2 of nothing": pieces(bz2.compress), "xz of nothing": pieces(lzma.compress),
    "tarball of many folders": many_places,
    "original of a copy": text(folders.original),
    "packed tarball": lambda contents: archive(gzip.compress(contents, 1)),
    "name": text(names.safe_name),
    "attempt": text(names.result_name),
    "attempts again and again": lambda contents: names.result_name("x@2026-02-01T10:00:00" * (len(contents) // 21)),
    "text without names": text(NAMES.scrubbed),
    "dangerous name": text(names.DANGEROUS.search),
    "result": result,
    "result with a long text": lambda contents: result(json.dumps({"v": 1, "notes": [contents.decode("utf-8", "replace")]}).encode()),
    "clean text": text(texts.clean),
    "line of text": text(texts.one_line),
    "cell": text(texts.cell),
    "code without comments": text(alike.bare),
    "code to compare": lambda contents: alike.text_of("s", {"12_attention/a.c": contents}, {"12_attention/a.c": "}\n" * 50 + "x;\n"}),
    "passages again and again": text(lambda code: alike.monotonous(code.split("\n"))),
}


def cost(read, contents: bytes) -> float:
    """Seconds of this process's own computing, so that others on the machine count little."""
    before = time.process_time()
    read(contents)
    return time.process_time() - before


def plain(contents: bytes) -> int:
    total = 0
    for byte in contents:
        total += byte
    return total


class Linear(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.allowed = MOST * min(cost(plain, bytes(LARGEST)) for _ in range(5))

    def slow(self, read, contents: bytes, share: float = 1.0) -> bool:
        return all(cost(read, contents) > share * self.allowed for _ in range(2))

    def check_all(self, texts_of_many, share: float) -> None:
        for name, read in READERS.items():
            for what, contents in texts_of_many:
                with self.subTest(reader=name, text=what):
                    self.assertFalse(self.slow(read, contents, share))

    def test_every_reader_every_text(self):
        self.check_all([(what, (piece * SHORT).encode()[:SHORT]) for what, piece in AWKWARD.items()], SHORT_SHARE)

    def test_every_reader_led_to_the_place_where_it_hurts(self):
        self.check_all([((what, before, after), (before + AWKWARD[what] * LED).encode()[: LED - len(after)] + after.encode())
                        for what in ("digits", "spaces", "letters", "brackets", "round", "words", "columns")
                        for before in BEGINNINGS[1:] for after in ENDINGS[1:]], SHORT_SHARE * LED / SHORT)

    def test_a_megabyte_of_everything(self):
        """Every awkward text in its turn, each as long as a quadratic reader can still be waited
        for."""
        part = LARGEST // len(AWKWARD)
        mixed = b"".join((piece * part).encode()[:part] for piece in AWKWARD.values())
        for name, read in READERS.items():
            with self.subTest(reader=name):
                self.assertFalse(self.slow(read, mixed))

    def test_bombs_take_no_longer_than_what_they_may_become(self):
        """Whatever it is packed with, no more than UNPACKED_CAP comes out: a plain loop over that
        is the bound."""
        most = self.allowed / MOST * tars.UNPACKED_CAP / LARGEST
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as out:
            for i in range(1000):
                out.writestr(f"{i}/mask.c", bytes(folders.FILE_CAP))
        header = members(bytes(512))[:124] + b"%011o\0" % (200 << 20) + members(bytes(512))[136:148]
        header = header + b" " * 8 + members(bytes(512))[156:]
        header = header[:148] + b"%06o\0 " % sum(header) + header[156:]
        bombs = {"zip": whole.getvalue()} | {name: compress(header + bytes(200 << 20)) for name, compress in
                 (("gzip", lambda b: gzip.compress(b, 1)), ("bzip2", bz2.compress), ("xz", lambda b: lzma.compress(b, preset=0)))}
        for name, contents in bombs.items():
            with self.subTest(bomb=name):
                self.assertTrue(any(cost(archive, contents) < most for _ in range(2)))

    def test_a_quadratic_reader_would_be_seen(self):
        import re
        old = re.compile(r"(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
        self.assertTrue(self.slow(text(old.fullmatch), b"1" * (LED - 1) + b"x", SHORT_SHARE))


if __name__ == "__main__":
    unittest.main()
