"""attack_made.py - hostile submissions that are no single file of C: answers, links, archives,
names, all files at once."""
from __future__ import annotations

import io
import os
import shutil
import tarfile
from dataclasses import dataclass
from pathlib import Path

from kindling_grading.build.sources import reference_file
from kindling_grading.course import ANSWERS, ROOT

MODULE = "12_attention"
TRACE = Path("/tmp/kindling-attack-was-here")
UNDER_ATTACK = "12.1 attention_scores"  # tests of this exercise feel what attack() does


@dataclass
class Expected:
    title: str
    earns: str = "0"  # by the exercise under attack: points, full or any
    others: str = "full"  # by the tests it cannot reach
    status: str = ""  # "" graded; compile-error, rejected, ...
    outcome: str = ""  # of the tests under attack
    exercise: str = UNDER_ATTACK
    says: str = ""  # words that the page must have
    detail: str = ""  # what stands in the words about some test
    hidden: str = ""  # what hidden tests of the exercise earn; "" the same


def honest_files() -> dict[str, bytes]:
    names = [p.name for p in (ROOT / "modules" / MODULE).glob("*.c") if p.name != "measure.c"] + [ANSWERS]
    return {name: reference_file(f"{MODULE}/{name}") for name in names}


def write_files(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir(parents=True)
    for name, contents in files.items():
        (folder / name).write_bytes(contents)


def large_sources(where: Path) -> dict[str, Expected]:
    honest = honest_files()
    write_files(where / "26b_parentheses", honest | {"scores.c": b"int x = " + b"(" * 200_000})
    write_files(where / "26c_long_line", honest | {"scores.c": b"/*" + b" " * (30 << 20) + b"*/"})
    write_files(where / "36b_binary", honest | {"scores.c": bytes(range(256)) * 64})
    return {"26b_parentheses": Expected("200 000 parentheses", outcome="not-run"),
            "26c_long_line": Expected("a line of 30 MB", outcome="not-written"),
            "36b_binary": Expected("bytes that are no text", outcome="not-run")}


def special_files(where: Path) -> dict[str, Expected]:
    """Not files but names for something else; reading them must neither hang nor follow."""
    honest = honest_files()
    makers = {"49a_symlink": lambda p: p.symlink_to("/etc/passwd"), "49b_fifo": os.mkfifo,
              "49c_folder": lambda p: p.mkdir(), "49d_link_to_the_answer": lambda p: p.symlink_to(ROOT / "attention/sdpa.c")}
    for name, make in makers.items():
        write_files(where / name, {k: v for k, v in honest.items() if k != "scores.c"})
        make(where / name / "scores.c")
    return {name: Expected(name[4:].replace("_", " "), status="rejected", others="any") for name in makers}


def tarball(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(path, "w:gz") as tar:
        for info, contents in members:
            info.size = len(contents) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(contents) if info.isreg() else None)


def member(name: str, kind: bytes = tarfile.REGTYPE, target: str = "", mode: int = 0o644) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode = kind, target, mode
    return info


def archives(where: Path) -> dict[str, Expected]:
    """Honest work in archives that also want something else."""
    good = [(member(f"{MODULE}/{name}"), contents) for name, contents in honest_files().items()]
    evil = {
        "50a_upwards": [(member("../../kindling-attack-was-here"), b"x")],
        "50b_absolute": [(member(str(TRACE)), b"x")],
        "50c_through_a_link": [(member("way", tarfile.SYMTYPE, "/tmp"), b""), (member(f"way/{TRACE.name}"), b"x")],
        "50d_hard_link": [(member("passwd", tarfile.LNKTYPE, "/etc/passwd"), b"")],
        "50e_device": [(member("null", tarfile.CHRTYPE), b""), (member("pipe", tarfile.FIFOTYPE), b"")],
        "50f_set_uid": [(member("root", mode=0o4755), b"\x7fELF")],
        "50g_bomb": [(member("zeros"), bytes(200 << 20))],
        "61_own_headers": [(member(f"{MODULE}/{n}"), b"#error mine\n") for n in ("cmocka.h", "stdlib.h", "attention.h")]
                          + [(member("Makefile"), b"all:\n\ttouch " + str(TRACE).encode() + b"\n")],
    }
    for name, members in evil.items():
        tarball(where / f"{name}.tar.gz", members + good)
    tarball(where / "50h_link_in_place_of_a_file.tar.gz",
            [m for m in good if not m[0].name.endswith("scores.c")] + [(member(f"{MODULE}/scores.c", tarfile.SYMTYPE, "/etc/passwd"), b"")])
    table = {name: Expected("an archive: " + name[4:].replace("_", " "), earns="any", others="any",
                            status="graded|rejected") for name in evil}
    table["61_own_headers"] = Expected("headers and a Makefile of its own", earns="full")
    table["50h_link_in_place_of_a_file"] = Expected("a link in place of a file", status="rejected", others="any")
    return table


def names(where: Path) -> dict[str, Expected]:
    """Honest work by somebody with a name that is a formula, a tag, a path."""
    hostile = ["=cmd|' !A0", "51b <script>alert(1)<", "51c ]]>", "51d $(touch was-here)", "51e \u202egnp", "51f;rm -rf ~"]
    for name in hostile:
        write_files(where / name.replace("/", "_"), honest_files())
    return {name: Expected("an honest student with a strange name", earns="any", others="any", status="graded|rejected") for name in hostile}


def all_at_once(where: Path) -> dict[str, Expected]:
    """What one file alone does not do."""
    honest = honest_files()
    sources = [name for name in honest if name.endswith(".c")]
    bomb = b"#define A0 x+\n" + b"".join(b"#define A%d %b\n" % (i, b"A%d " % (i - 1) * 10) for i in range(1, 10)) + b"int many(int x) { return A9 0; }\n"
    array = b".section .init_array.A%d,\\\"aw\\\"\\n.quad 0\\n"
    many = b'__asm__("' + b'"\n"'.join(array % i for i in range(5000)) + b'.text");\n'
    write_files(where / "100_endless_number", honest | {ANSWERS: b"weights_bytes = " + b"1" * 250_000 + b"x\n" + honest[ANSWERS]})
    write_files(where / "101_bombs_in_all_files", honest | {name: honest[name] + bomb for name in sources})
    write_files(where / "108_bombs_in_two_files", honest | {name: honest[name] + bomb for name in ("scores.c", "heads.c")})
    write_files(where / "109_thousands_of_sections", honest | {name: honest[name] + many for name in sources})
    return {"100_endless_number": Expected("250 000 digits in answers.txt", earns="full"),
            "101_bombs_in_all_files": Expected("compile bombs in all files", others="0", status="compile-error"),
            "108_bombs_in_two_files": Expected("compile bombs in two files", outcome="not-run"),
            "109_thousands_of_sections": Expected("5000 sections that run early, in each file", others="0", status="compile-error", outcome="not-run")}


def reports_names(where: Path) -> dict[str, Expected]:
    """Honest work by students who are called as reports are."""
    table = {name: Expected("an honest student called like a report", earns="full")
             for name in ("overview.html", "gradebook.csv", "junit.xml", "canvas.csv", "reports", "feedback")}
    for name in table:
        write_files(where / name, honest_files())
    return table


def drop(where: Path, table: dict[str, Expected], names: list[str]) -> None:
    for name in names:
        del table[name]
        shutil.rmtree(where / name, ignore_errors=True)
        (where / f"{name}.tar.gz").unlink(missing_ok=True)


def chosen(where: Path, only: str) -> dict[str, Expected]:
    """All of them, or those whose name begins so."""
    table: dict[str, Expected] = {}
    for more in (large_sources, special_files, archives, names, all_at_once, reports_names):
        table |= more(where)
    drop(where, table, [name for name in table if not name.startswith(only)])
    return table
