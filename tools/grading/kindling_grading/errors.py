"""errors.py - everything that can go wrong, by whose fault it is.

A function raises the narrowest of these, and the text is a whole sentence for the one whom it is
for. A program ends on GradingError with that sentence; what is none of these is a bug of the
grader.
Invariant: Infra never costs a student a point, and what is a student's never stops a batch.
"""
from __future__ import annotations

import errno

FULL = (errno.ENOSPC, errno.EDQUOT)


class GradingError(Exception):
    """All of them."""


# ---- the instructor's: nothing was done; the text says why, and what to type ---------------------


class Refusal(GradingError):
    """What was asked for cannot be done as things are."""


class Misuse(Refusal):
    """What was typed makes no sense; the text says what would."""


class SuiteError(Refusal):
    """The suite cannot be built or is not sound; the text says why, and what to do."""


class BadKey(Refusal):
    """The course key cannot be used as it is; the text says why, and what to type."""


class Busy(Refusal):
    """Somebody else grades into this folder."""


class BookError(Refusal):
    """Results or roster cannot be made a grade book."""


class PolicyError(Refusal):
    """The policy cannot be applied: a typing error in it would be paid by the students."""


class NotText(Refusal):
    """Bytes that are no UTF-8; the text goes behind the file's name."""


class Unsent(GradingError):
    """A platform did not take a score, or gave no token; the text is what it said."""


class EditionError(Refusal):
    """The student edition cannot be made of this tree."""


# ---- the machine's: there is no grade, and it is tried again -------------------------------------


class Infra(GradingError):
    """The machinery failed, not the student."""


class NoRoom(Infra):
    """The disk is full, or a quota is used up: nothing can be written, for nobody."""

    @classmethod
    def of(cls, error: OSError) -> NoRoom:
        why = "your quota of this disk is used up" if error.errno == errno.EDQUOT else "the disk is full"
        where = f": {error.filename} could not be written" if error.filename else ""
        return cls(f"{why}{where}. What was done before is kept: make room, and the same command goes on")


class BoxError(Infra):
    """The box cannot be built here; the text says why, and what to type."""


class TrustedError(Infra):
    """The trusted program did not say what is right: the suite or the machine is at fault."""


# ---- the student's: it costs what it costs, and the text is for the student ----------------------


class StudentError(GradingError):
    """What was handed in is at fault."""


class Rejected(StudentError):
    """The submission cannot be read as it is."""


class TooLarge(Rejected):
    """One file is larger than what is read; the others are not to blame."""


class Broken(StudentError):
    """One file cannot be built."""


class NoScore(StudentError):
    """Why an entry of the cup has none; its grade knows nothing of it."""


class Malformed(StudentError):
    """A line of a transcript that no recorder writes."""
