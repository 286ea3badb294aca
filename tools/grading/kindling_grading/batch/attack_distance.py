"""attack_distance.py - how far two functions lie from each other in a graded program that a student built at home, of the
model answers: laid out for another submission than theirs (build/scattered.py)."""
from __future__ import annotations

import re
import tempfile
from pathlib import Path

from kindling_grading.batch.attack_made import MODULE
from kindling_grading.build import commands, scattered
from kindling_grading.build import suite as suites

WANTED = re.compile(r"^ \* distance: (\w+) (\w+)$", re.M)


def places() -> dict[str, int]:
    suite = suites.load(MODULE)
    with tempfile.TemporaryDirectory(prefix="kindling-attack-") as folder:
        order, program = Path(folder) / "order", f"{folder}/program"
        order.write_text(scattered.order(suite.pieces, 1))
        objects = map(str, [*suite.link_objects, *suite.reference_objects.values()])
        commands.run([suite.cc, "-static", "-o", program, *objects, *(flag for flag in suite.link_flags if flag != "-Wl,-s"), f"-Wl,-T,{order}"])
        rows = (line.split() for line in commands.run(["nm", program]).splitlines())
        return {row[2]: int(row[0], 16) for row in rows if len(row) == 3}


def filled(attack: str) -> str:
    """An attack with the distance in place of its mark."""
    if (found := WANTED.search(attack)) is None:
        return attack
    known = places()
    return attack.replace("@DISTANCE@", f"({known[found[2]] - known[found[1]]})")
