"""alone.py - submissions graded without canaries and locks, for batch systems that give a process
to each student.

    python3 tools/grading batch.alone --module 12 --submissions dir --student s1 --out grades
"""
from __future__ import annotations

import sys

from kindling_grading.batch import grade

if __name__ == "__main__":
    sys.exit(grade.main(alone=True))
