"""knockouts.py - a milestone with a part knocked out: does the gate fail that is there for the
part?

mutants.sh has built and run every row of its table (mistakes.py), and the milestone as it is,
"whole". That one has to reach all of its gates; every other has to say "gate FAILED" with the words
of its expect:, and end with failure.

    knockouts.py 2017_attention
"""
from __future__ import annotations

import sys
from pathlib import Path

sys.dont_write_bytecode = True

from mistakes import Refused, Row, chosen  # noqa: E402


def gates(place: Path, verdict: str) -> list[str]:
    """The claims of a run that had this verdict."""
    begins = f"gate {verdict}: "
    return [line.removeprefix(begins) for line in (place / "report").read_text(errors="replace").splitlines() if line.startswith(begins)]


def verdict(row: Row, place: Path) -> tuple[str, str]:
    """What became of a row, and what there is to say about it."""
    if row.why():
        return "refused", row.why()
    status = (place / "status").read_text().strip()
    if status != "failed":
        return status, str(place / ("log" if status == "broken" else "report"))
    failed = gates(place, "FAILED")
    if not any(row.fields["expect"] in claim for claim in failed):
        return "unnamed", f"no gate failed that says '{row.fields['expect']}': {'; '.join(failed) or place / 'report'}"
    return "caught", "; ".join(failed)


def main(module: str) -> int:
    table = chosen(module)
    caught = 0
    for row in table:
        word, more = verdict(row, Path("build/mutants", module, row.name))
        caught += word == "caught"
        print(f"  {word:9} {row.name}: {more}")
    whole = Path("build/mutants", module, "whole")
    stands = not whole.is_dir() or (whole / "status").read_text().strip() == "survived" and bool(gates(whole, "passed"))
    if not stands:
        print(f"  FAILED    the milestone as it is: {whole / 'report'}")
    print(f"{module}: {caught} of {len(table)} knockouts fail the gate that is there for them")
    return int(caught != len(table) or not table or not stands)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: knockouts.py 2017_attention")
    try:
        sys.exit(main(sys.argv[1]))
    except Refused as why:
        sys.exit(str(why))
