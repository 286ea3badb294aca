"""compare_terms.py - make compare-terms: this term's results beside another's."""
from __future__ import annotations

import sys
from pathlib import Path

from kindling_grading.errors import BookError, Refusal
from kindling_grading.reports import book as books, command, terms, terms_page
from kindling_grading.reports.text import clean, count

ABOUT = "Compares one assignment with the same of another term: tests, exercises, points."
EPILOG = """writes DIR/reports/12_attention/terms.html and terms.csv. Tests are matched by name; a test that has another name now, by its
exercise and its hint or a name much like it. Points and rates are before lateness. Points by hand count in both terms.

  make compare-terms OTHER=grades-2025 MODULE=12
"""


def main() -> int:
    parser = command.options("compare-terms", ABOUT, EPILOG)
    parser.add_argument("--other", required=True, type=Path, metavar="DIR", help="the other term's folder of results")
    parser.add_argument("--other-module", default="", metavar="11", help="if the assignment had another number then")
    wish = parser.parse_args()
    now = command.load(wish)
    try:
        if wish.other == Path():
            raise BookError("which other term? OTHER=grades-2025, the folder of its results")
        if wish.other.resolve() == wish.out.resolve():
            raise BookError(f"OTHER={wish.other} is this term's folder, too; it is another term's, such as grades-2025")
        then = books.load(wish.other, wish.other_module or now.assignment)
        rows = terms.compare(now, then)
        name = clean(wish.other.resolve().name)
        written = command.write(wish.out, now.assignment, [("terms.csv", terms_page.csv_of(rows)), ("terms.html", terms_page.render(rows, now, then, name))])
    except (Refusal, OSError) as error:
        command.stop(error)
    print(f"  {now.title}: {count(len(now.graded), 'grade')} here, {len(then.graded)} in {name}; tests: {terms_page.changes(rows)}")
    for row in rows:
        if row.verdict in ("better", "worse"):
            print(f"    {row.verdict:6} {row.difference:+4.0f}   {row.test.name} ({row.share_then.passed} of {row.share_then.of}, now {row.share_now.passed} of {row.share_now.of})")
    if min(len(now.graded), len(then.graded)) < terms.FEW:
        print(f"  ! under {terms.FEW} grades in one term: counts only, nothing to conclude")
    print("\n".join(f"  {path}" for path in written))
    return 0


if __name__ == "__main__":
    sys.exit(main())
