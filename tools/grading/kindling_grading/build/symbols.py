"""symbols.py - what the course's own objects define, and what a student's may call unnoticed."""
from __future__ import annotations

import re
from pathlib import Path

from kindling_grading.build import commands
from kindling_grading.build.commands import ENGINE
from kindling_grading.course import ROOMS, ROOT

# What harmless C needs; anything else is noted on the student's page.
LIBRARY = """
abort abs acos acosf acosh asin asinf atan atan2 atan2f atanf calloc cbrt ceil ceilf cos cosf cosh coshf erf erfc erff
exp exp2 exp2f expf expm1 expm1f fabs fabsf floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf free fprintf fputc
fputs frexp hypot hypotf isinf isnan labs ldexp lgamma llabs log log10 log10f log1p log1pf log2 log2f logf lrint lround
malloc memchr memcmp memcpy memmove memset modf nearbyint pow powf printf putchar puts qsort realloc rint rintf round
roundf sin sincos sincosf sinf sinh snprintf sqrt sqrtf strchr strcmp strcpy strlen strncmp strncpy strrchr strstr
strtod strtol tan tanf tanh tanhf tgamma trunc truncf vsnprintf stderr stdout _GLOBAL_OFFSET_TABLE_ __assert_fail
__errno_location __finite __isinf __isnan __stack_chk_fail __fpclassify
""".split()


def symbols(objects: list[Path]) -> tuple[set[str], set[str]]:
    """Global functions and variables that are defined, and those that are wanted from elsewhere."""
    listing = commands.run(["nm", "-P", *map(str, objects)]) if objects else ""
    rows = [line.split(" ") for line in listing.splitlines() if " " in line]
    defined = {row[0] for row in rows if len(row) > 1 and row[1] in "TDBRCVW"}
    return defined, {row[0] for row in rows if len(row) > 1 and row[1] in "Uwv"} - defined


def public_functions(rooms: tuple[str, ...]) -> set[str]:
    """Every name in the headers of these rooms that is followed by an open bracket."""
    text = "".join(p.read_text() for room in rooms for p in sorted((ROOT / room).rglob("*.h")))
    return set(re.findall(r"\b([a-z_][a-z0-9_]*)\(", text))


def allowed(objects: dict[str, Path]) -> set[str]:
    """What a student's file may call unnoticed: what the reference calls, the rooms below its own, plain C."""
    own, wanted = symbols(list(objects.values()))
    top = max(ROOMS.index(path.relative_to(ROOT / ENGINE).parts[0]) for path in objects.values())
    return own | wanted | public_functions(ROOMS[: max(1, top)]) | set(LIBRARY)
