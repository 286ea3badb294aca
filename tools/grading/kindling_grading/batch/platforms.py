"""platforms.py - what learning platforms call the work that can be downloaded from them.

FORMS is the table: one row per platform and form, each with a fixture in
tests/tools/grading/fixtures/platforms_fixture.py. A row says who handed in (`who`, or `login` or `mail`,
which the roster has), by which number (`id`), which of several hand-ins (`attempt`) or uploads
(`upload`) it is, and what the student called the file (`file`). A platform that mixes everybody's
files into one folder gives each a `file`: together they are one submission.
"""
from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import lru_cache
from pathlib import Path

METADATA = "submission_metadata.yml"  # of Gradescope, beside the folders


@dataclass(frozen=True)
class Form:
    platform: str
    pattern: re.Pattern[str]
    folder: bool = True  # may it be one of a folder, and of a file?
    loose: bool = True


@dataclass(frozen=True)
class Download:
    """What the name of a download says."""

    platform: str
    person: str
    file: str = ""
    attempt: str = ""
    upload: int = 0
    late: bool = False
    time: str = ""  # without a time zone, so it is told and not believed

    @property
    def rank(self) -> tuple[int, int]:
        """The last one has the highest."""
        day = when(self.time)
        return int(day.strftime("%Y%m%d%H%M%S")) if day else int(self.attempt or 0), self.upload


def form(platform: str, pattern: str, **more: bool) -> Form:
    return Form(platform, re.compile(pattern, re.S), **more)


FORMS = (
    form("Moodle", r"(?P<who>.+?)_(?P<id>\d{1,18})_assignsubmission_(?:file|onlinetext)(?:_(?P<file>.*))?"),
    form("Canvas", r"(?P<who>[^\W_]+)(?P<late>_LATE)?_(?P<id>\d{1,18})_(?P<upload>\d{3,18})_(?P<file>.+)", folder=False),
    form("Blackboard", r".+?_(?P<login>[^_]+)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?"),
    form("Autolab", r"(?P<mail>[^@\s]+@[^_@\s]+)_(?P<attempt>\d{1,6})_(?P<file>.+)", folder=False),
    form("Brightspace", r"(?P<id>\d{1,18})-\d{1,18} ?- (?P<who>.+?) ?- (?P<time>\w{3,9} \d{1,2}, \d{4} \d{3,4} [AP]M)(?: ?- (?P<file>.+))?"),
    form("Sakai", r"[^()]+, [^()]+\((?P<login>[^()]+)\)", loose=False),
)
TIMES = ("%Y-%m-%d-%H-%M-%S", "%b %d, %Y %I%M %p", "%B %d, %Y %I%M %p")


def when(text: str) -> datetime | None:
    for layout in TIMES:
        try:
            # 926 PM: strptime wants two digits for an hour
            return datetime.strptime(re.sub(r" (\d{3}) ", r" 0\1 ", text), layout)
        except ValueError:
            pass
    return None


@lru_cache(1 << 16)
def download(name: str, folder: bool) -> Download | None:
    """What this is, if a platform called it so."""
    for row in FORMS:
        found = row.pattern.fullmatch(name) if (row.folder if folder else row.loose) else None
        if found:
            says = {key: value for key, value in found.groupdict().items() if value}
            person = says.get("login") or says.get("mail") or f"{says['who']}_{says['id']}"
            return Download(row.platform, person, says.get("file", ""), says.get("attempt", ""), int(says.get("upload", 0)),
                            "late" in says, says.get("time", ""))
    return None


# ---- Gradescope, whose folders have numbers, and a table beside them says whose ------------------


@dataclass
class Gradescope:
    """One submission of an export."""

    people: list[str]  # several handed in together
    time: datetime | None = None


SUBMISSION = re.compile(r"submission_\w{1,40}")
HEAD, KEY = re.compile(r"(submission_\w{1,40}):\s*"), re.compile(r"  :(\w+):(.*)")
FIELD, TIME = re.compile(r"  (-| ) :(name|sid|email): *(.*?)\s*"), re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.\d{1,9})? ?(Z|[+-]\d\d:\d\d)")


def unquoted(value: str) -> str:
    quote = value[:1]
    return value[1:-1].replace(quote * 2, quote) if len(value) > 1 and quote in "'\"" and value.endswith(quote) else value


def parsed(text: str) -> dict[str, Gradescope]:
    """The lines of the table that say who and when; they stand at the margin, where nothing that a
    student wrote can stand."""
    found: dict[str, Gradescope] = {}
    submitters: list[dict[str, str]] = []
    now, key = "", ""
    for line in [*text.splitlines(), "submission_end:"]:
        if head := HEAD.fullmatch(line):
            if now:
                found[now].people = [s.get("email") or s.get("sid") or s.get("name", "") for s in submitters]
            now, key, submitters = head[1], "", []
            found[now] = Gradescope([])
        elif top := KEY.fullmatch(line):
            key = top[1]
            if now and key == "created_at" and (time := TIME.fullmatch(top[2].strip())):
                found[now].time = datetime.fromisoformat(f"{time[1]}{time[2].replace('Z', '+00:00')}").astimezone(timezone.utc)
        elif key == "submitters" and (field := FIELD.fullmatch(line)):
            submitters += [{}] if field[1] == "-" else []
            if submitters:
                submitters[-1][field[2]] = unquoted(field[3])
    del found["submission_end"]
    return found


@lru_cache(8)
def table(path: Path, _changed: int) -> dict[str, Gradescope]:
    return parsed(path.read_text(encoding="utf-8", errors="replace"))


def gradescope(path: Path) -> Gradescope | None:
    """What the table beside it says of a submission of an export."""
    if not SUBMISSION.fullmatch(path.name):
        return None
    beside = path.with_name(METADATA)
    try:
        return table(beside, beside.stat().st_mtime_ns).get(path.name)
    except OSError:
        return None
