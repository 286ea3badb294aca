"""callable.py - of the engine's functions those with which a graded program is linked: what a file
of these modules may call, and what the model answers call. What else they need, the linker finds;
the rest of the engine is not in the program, so that no address leads to it.

    build.callable ENGINE.a ANSWER.o ... MODULE ...     a linker's option each, for gcc's @file
"""
from __future__ import annotations

import sys
from pathlib import Path

from kindling_grading.build.calls import of_all
from kindling_grading.build.symbols import symbols


def main() -> int:
    engine, *rest = sys.argv[1:]
    answers, modules = ([Path(w) for w in rest if w.endswith(".o")], [w for w in rest if not w.endswith(".o")])
    defined, wanted = symbols(answers)
    names = symbols([Path(engine)])[0] - defined - (of_all(modules) - wanted)
    print("\n".join(f"-Wl,-u,{name}" for name in sorted(names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
