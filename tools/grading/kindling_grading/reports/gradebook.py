"""gradebook.py - make gradebook: the grades in the form another system reads.

Reads grade.json files, a policy and a roster; writes files; runs nothing.
"""
from __future__ import annotations

import argparse
import sys
from datetime import datetime, timezone

from kindling_grading.errors import BookError, PolicyError
from kindling_grading.reports import autolab, blackboard, canvas, classroom, command, csv_book, gradescope, junit, lti, moodle, nbgrader, prairielearn
from kindling_grading.reports.policy import moment

FORMATS = {"csv": csv_book, "canvas": canvas, "gradescope": gradescope, "classroom": classroom, "junit": junit,
           "lti": lti, "moodle": moodle, "blackboard": blackboard, "autolab": autolab, "prairielearn": prairielearn, "nbgrader": nbgrader}
ABOUT = "Writes the grades of one assignment in a form that another system reads."
EPILOG = """formats, with what they write: <student>/... under DIR/12_attention/, all else under DIR/reports/12_attention/
  csv         gradebook.csv: one line per student
  canvas      canvas.csv: for Canvas, Grades, Import (needs --column or a policy with canvas =)
  gradescope  <student>/results.json: for /autograder/results/
  classroom   <student>/classroom.b64: the result output of a step before GitHub Classroom's reporter,
              <student>/classroom.txt: the two notices of its reporter, autograding.json: the older form
  junit       <student>/junit.xml, and junit.xml of all
  moodle      moodle.csv: for Moodle, Grades, Import, CSV file; moodle-worksheet.csv: for the assignment's
              Upload grading worksheet, if the submissions were downloaded from there
  blackboard  blackboard.csv: for Blackboard, Gradebook, Upload (needs --column or a policy with blackboard =)
  autolab     autolab.csv: for an Autolab assessment of one problem, Import grades
  prairielearn  prairielearn.csv: for a PrairieLearn assessment, Uploads, total scores
  nbgrader    nbgrader.csv: the columns of nbgrader export
  lti         <student>/lti.json: the body to POST to an LTI 1.3 line item's /scores

A submission that the grader could not grade (infra-error) is a blank and is listed at the end.

  make gradebook MODULE=12 FORMAT=canvas POLICY=policy.toml ROSTER=roster.csv COLUMN="Attention (48213)"
"""


def when(text: str) -> datetime:
    try:
        return moment(text, "--at")
    except PolicyError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def arguments() -> argparse.ArgumentParser:
    parser = command.options("gradebook", ABOUT, EPILOG)
    parser.add_argument("--format", default="csv", choices=FORMATS, help="default: csv")
    parser.add_argument("--column", default="", metavar="TITLE", help="canvas: \"Attention (48213)\"; blackboard: \"Attention [Total Pts: 100 Score] |48213\"")
    parser.add_argument("--hidden", default="after_due_date", metavar="WHEN",
                        choices=("visible", "after_due_date", "after_published", "hidden"),
                        help="gradescope: when students see outcomes of hidden tests (default: after_due_date)")
    parser.add_argument("--at", type=when, metavar="TIME", default=datetime.now(timezone.utc),
                        help="lti: the timestamp (default: now)")
    return parser


def main() -> int:
    wish = arguments().parse_args()
    book = command.load(wish)
    try:
        written = command.write(wish.out, book.assignment, FORMATS[wish.format].files(book, wish))
    except (BookError, OSError) as error:
        command.stop(error)
    command.closing(book, wish, written)
    return 0


if __name__ == "__main__":
    sys.exit(main())
