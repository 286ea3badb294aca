"""lti_send.py - make send-scores MODULE=12 LTI=lti.toml: scores into the grade book of a platform that
speaks LTI 1.3 (Assignment and Grade Services 2.0).

    [lti]                                    # as the platform says when the tool is registered there
    client_id = "10000000000042"
    token_url = "https://canvas.example.org/login/oauth2/token"
    key = "/home/you/.config/kindling/lti.pem"   # yours alone; the platform has its public half
    kid = "2026"                             # if the platform wants one

    [12_attention]
    lineitem = "https://canvas.example.org/api/lti/courses/7/line_items/12"

The platform knows us by a JWT that openssl signs with the key (RS256), and gives a token for an hour;
with it each score is posted. Without --really nothing is sent: the scores are shown. A score that is
refused stops no other; to send again is harmless, the later one counts.
Sources: IMS Security Framework 1.0, section 4; LTI-AGS 2.0, section 3.4; RFC 7523.
"""
from __future__ import annotations

import base64
import json
import secrets
import stat
import subprocess
import sys
import time
import tomllib
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from kindling_grading.errors import BookError, Refusal, Unsent
from kindling_grading.reports import command, lti
from kindling_grading.reports.book import Book, Entry
from kindling_grading.reports.text import clean, count, one_line

SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/score"
ASSERTION = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
SCORE = "application/vnd.ims.lis.v1.score+json"
SECONDS, MOST = 30, 1 << 16  # of one request; bytes of an answer
LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Platform:
    client_id: str
    token_url: str
    key: Path
    kid: str
    lineitem: str


# ---- the file ------------------------------------------------------------------------------------


def address(value: Any, where: str) -> str:
    """A token goes there: over TLS, but for trials on this machine."""
    parts = urllib.parse.urlsplit(value if isinstance(value, str) else "")
    if parts.scheme != "https" and not (parts.scheme == "http" and parts.hostname in LOCAL):
        raise BookError(f"{where}: {value!r} is no address that begins with https://")
    return str(value)


def load(path: Path, assignment: str) -> Platform:
    try:
        said = tomllib.loads(path.read_text("utf-8"))
        own, item = said["lti"], said[assignment]
        found = Platform(str(own["client_id"]), address(own["token_url"], f"{path}: lti.token_url"), Path(own["key"]).expanduser(),
                         str(own.get("kid", "")), address(item["lineitem"], f"{path}: {assignment}.lineitem"))
    except (OSError, ValueError) as error:
        raise BookError(f"{path}: {error}") from None
    except (KeyError, TypeError) as error:
        raise BookError(f"{path}: {error} is missing; [lti] has client_id, token_url and key, [{assignment}] has lineitem") from None
    if not found.key.is_file():
        raise BookError(f"{found.key} is not there. Make one, and give the platform its public half:\n  openssl genrsa -out {found.key} 2048; "
                        f"chmod 600 {found.key}; openssl rsa -in {found.key} -pubout")
    if stat.S_IMODE(found.key.stat().st_mode) & 0o077:
        raise BookError(f"others may read the key that signs. Type: chmod 600 '{found.key}' (and think about a new one)")
    return found


def scores_url(lineitem: str) -> str:
    """Its path goes on; what stands behind a question mark stays behind it."""
    parts = urllib.parse.urlsplit(lineitem)
    return urllib.parse.urlunsplit(parts._replace(path=parts.path.rstrip("/") + "/scores"))


# ---- a signature, a token, a score ---------------------------------------------------------------


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def assertion(platform: Platform, now: float) -> str:
    """Who we are, signed."""
    head = {"alg": "RS256", "typ": "JWT"} | ({"kid": platform.kid} if platform.kid else {})
    claims = {"iss": platform.client_id, "sub": platform.client_id, "aud": platform.token_url, "iat": int(now), "exp": int(now) + 300,
              "jti": secrets.token_hex(16)}
    text = ".".join(coded(json.dumps(part).encode()) for part in (head, claims))
    signed = subprocess.run(["openssl", "dgst", "-sha256", "-sign", str(platform.key)], input=text.encode(), capture_output=True)
    if signed.returncode != 0:
        raise BookError(f"openssl cannot sign with {platform.key}: {one_line(signed.stderr.decode('utf-8', 'replace'))}")
    return f"{text}.{coded(signed.stdout)}"


class Stay(urllib.request.HTTPRedirectHandler):
    """A token goes to the address in the file, and nowhere else."""

    def redirect_request(self, *_: Any) -> None:
        return None


def posted(url: str, body: bytes, kind: str, token: str = "") -> bytes:
    """What it answers; Unsent with its words."""
    head = {"Content-Type": kind, "Accept": "application/json, */*"} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.build_opener(Stay).open(urllib.request.Request(url, body, head), timeout=SECONDS) as answer:
            return answer.read(MOST)
    except urllib.error.HTTPError as error:
        words = clean(error.read(MOST).decode("utf-8", "replace"))
        raise Unsent(f"{error.code} {one_line(words or clean(str(error.reason)))}") from None
    except OSError as error:
        raise Unsent(one_line(clean(str(getattr(error, "reason", error))))) from None


def token(platform: Platform) -> str:
    form = {"grant_type": "client_credentials", "client_assertion_type": ASSERTION, "client_assertion": assertion(platform, time.time()), "scope": SCOPE}
    answer = posted(platform.token_url, urllib.parse.urlencode(form).encode(), "application/x-www-form-urlencoded")
    try:
        return str(json.loads(answer)["access_token"])
    except (ValueError, KeyError, TypeError):
        raise Unsent(f"no token in its answer: {one_line(clean(answer.decode('utf-8', 'replace')))}") from None


def send(platform: Platform, entries: list[Entry], at: datetime) -> list[tuple[str, str]]:
    """Who has no score there now, and why."""
    try:
        known, failed = token(platform), []
    except Unsent as error:
        raise BookError(f"{platform.token_url} gives no token: {error}") from None
    for entry in entries:
        body = json.dumps(lti.score(entry, at)).encode()
        try:
            try:
                posted(scores_url(platform.lineitem), body, SCORE, known)
            except Unsent as error:
                if not str(error).startswith("401 "):
                    raise
                known = token(platform)  # it lives an hour, or less
                posted(scores_url(platform.lineitem), body, SCORE, known)
        except Unsent as error:
            failed.append((entry.student, str(error)))
    return failed


def to_send(book: Book) -> tuple[list[Entry], list[str]]:
    """Who has a grade, and of these who has no name there."""
    graded = [entry for entry in book.entries if entry.graded]
    return [e for e in graded if e.person.lti_user], [e.student for e in graded if not e.person.lti_user]


def main() -> int:
    parser = command.options("send-scores", "Sends scores to a platform by LTI 1.3 (AGS).", __doc__ or "")
    parser.add_argument("--lti", type=Path, required=True, metavar="FILE", help="who the platform is (above)")
    parser.add_argument("--really", action="store_true", help="send; without it the scores are shown")
    wish = parser.parse_args()
    book, at = command.load(wish), datetime.now(timezone.utc)
    try:
        platform = load(wish.lti, book.assignment.removesuffix("-cumulative"))
        entries, nameless = to_send(book)
        if nameless:
            print(f"  ! no lti_user in ROSTER, so not sent: {'; '.join(nameless)}")
        if not wish.really:
            for entry in entries:
                print(f"  {entry.student:16} {lti.score(entry, at)['scoreGiven']:g} of {entry.grade.max:g}")
            print(f"  {count(len(entries), 'score')} to {scores_url(platform.lineitem)}; nothing was sent. REALLY=1 sends them")
            return 0
        failed = send(platform, entries, at)
    except (Refusal, OSError) as error:
        command.stop(error)
    for student, why in failed:
        print(f"  ! {student}: {why}")
    print(f"  sent: {count(len(entries) - len(failed), 'score')}, refused: {len(failed)}")
    return 1 if failed or nameless else 0


if __name__ == "__main__":
    sys.exit(main())
