"""forget.py - make forget: deletes one student's data, or a term's whose time is over. A dry run
unless told otherwise.

It deletes below OUT only, and says what else there may be that it cannot reach.
"""
from __future__ import annotations

import argparse
import difflib
import shutil
import sys
from contextlib import ExitStack
from datetime import date
from pathlib import Path

from kindling_grading.batch import storage
from kindling_grading.errors import BookError, Refusal
from kindling_grading.reports import command, people, retention, traces
from kindling_grading.reports.text import clean, count
from kindling_grading.reports.traces import Plan

ABOUT = "Deletes what make grade and the reports have written about a student, or about a term whose time is over."
EPILOG = """Without --really nothing is deleted: it says what would be.

  make forget STUDENT=s17 ROSTER=roster.csv               all of s17's in all assignments
  make forget EXPIRED=1 POLICY=policy.toml                assignments with keep_until = 2027-03-31, from 2027-04-01 on
  the same with REALLY=1                                  does it
"""
ELSEWHERE = """  Not here, so not deleted: submissions ({submissions}), backups, and what was
  uploaded to other systems or sent by mail. While a submission lies there, make grade grades it again."""


def day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is no day such as 2027-03-31") from None


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="forget", description=ABOUT, epilog=EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", default="grades", type=Path, metavar="DIR", help="where the grades are (default: grades)")
    parser.add_argument("--student", default="", help="as the results or the roster call them")
    parser.add_argument("--expired", action="store_true", help="all assignments whose keep_until is over")
    parser.add_argument("--really", action="store_true", help="delete; else it is only said")
    parser.add_argument("--remind", action="store_true", help="say which assignments' time is over, and nothing else")
    parser.add_argument("--policy", type=Path, metavar="FILE", help="with keep_until")
    parser.add_argument("--roster", type=Path, metavar="FILE", help="who is called what")
    parser.add_argument("--submissions", type=Path, metavar="DIR", help="for the closing words")
    parser.add_argument("--today", type=day, default=date.today(), metavar="DAY", help="default: today")
    return parser


def size(folder: Path) -> str:
    if not folder.is_dir():
        return "the file"
    return f"the folder, {count(sum(1 for p in folder.rglob('*') if not p.is_dir()), 'file')}"


def told(plan: Plan) -> list[str]:
    lines = [(f"{path}", size(path)) for path in plan.folders]
    lines += [(f"{path}", count(n, "row")) for path, _, n in plan.rows]
    lines += [(f"{path}", f"the file; make {'similarity' if 'similarity' in path.name else 'feedback, gradebook'} makes it again")
              for path in plan.files]
    return [f"    {clean(name)}: {what}" for name, what in lines]


def locked(wish: argparse.Namespace, stack: ExitStack) -> None:
    """Nobody grades into these folders meanwhile."""
    for place in traces.assignments(wish.out):
        stack.enter_context(storage.only_one(place))


def forget_student(wish: argparse.Namespace) -> None:
    roster = people.roster(wish.roster)
    who = traces.somebody(wish.out, wish.student, roster)
    plan = traces.find(wish.out, who)
    if plan.empty:
        near = difflib.get_close_matches(wish.student, traces.known(wish.out, roster), 3, 0.5)
        hint = f"; did you mean {' or '.join(map(clean, near))}?" if near else "; STUDENT= is a folder's name there, or with ROSTER=file a student's"
        raise BookError(f"there is nothing of {wish.student!r} in {wish.out}/{hint}")
    print(f"  {clean(wish.student)}, in {wish.out}/: {'deleted' if wish.really else 'this would be deleted'}")
    print("\n".join(told(plan)))
    if wish.really:
        traces.carry_out(plan)
        plan.named = traces.find(wish.out, who).named
    for path in plan.named:
        print(f"  ! the name (or the same word) also stands in {clean(path)}: look there yourself")
    tables = {path.resolve() for path, _, _ in plan.rows}
    for path in (wish.roster, wish.policy):
        if path and path.resolve() not in tables and who.pattern().search(traces.text_of(path)):
            print(f"  ! {path} names this student: yours to edit")


def forget_term(wish: argparse.Namespace) -> None:
    known = retention.policies_of(wish.out, wish.policy)
    if not any(p.keep_until for p in known.values()):
        raise BookError(f"{wish.policy} does not say how long grades are kept: keep_until = 2027-03-31 under [default], or under an assignment")
    expired = {name for name, policy in known.items() if retention.over(policy, wish.today)}
    for name in sorted(known.keys() - expired):
        print(f"  {name} stays: {'no keep_until' if known[name].keep_until is None else f'to be kept until {known[name].keep_until}'}")
    if not expired:
        return
    gone = retention.of_term(wish.out, expired)
    print(f"  in {wish.out}/: {'deleted' if wish.really else 'this would be deleted'}")
    for path in gone:
        print(f"    {path}: {size(path)}")
        if wish.really:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def forget(wish: argparse.Namespace) -> None:
    if bool(wish.student.strip()) == wish.expired:
        raise BookError("whose data? STUDENT=name, or EXPIRED=1 with POLICY=file for those whose time is over (one of the two)")
    if wish.expired and wish.policy is None:
        raise BookError("EXPIRED=1 needs POLICY=file: keep_until stands there")
    if not wish.out.is_dir():
        raise BookError(f"{wish.out}/ is not there: OUT=the folder of make grade")
    with ExitStack() as stack:
        if wish.really:
            locked(wish, stack)
        forget_term(wish) if wish.expired else forget_student(wish)
    print(ELSEWHERE.format(submissions=wish.submissions or "SUBMISSIONS=dir"))
    if not wish.really:
        print("  Nothing was deleted: this was a dry run. The same with REALLY=1 deletes.")


def main() -> int:
    wish = options().parse_args()
    try:
        if wish.remind:
            known = retention.policies_of(wish.out, wish.policy) if wish.policy and wish.out.is_dir() else {}
            print("".join(f"{line}\n" for name, p in known.items() if (line := retention.reminder(name, p, wish.today))), end="")
        else:
            forget(wish)
    except (Refusal, OSError) as error:
        command.stop(error)
    return 0


if __name__ == "__main__":
    sys.exit(main())
