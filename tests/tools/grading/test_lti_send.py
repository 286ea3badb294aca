"""test_lti_send.py - scores to a platform: a stand-in on this machine, which checks what a platform checks.

What it checks is written from the specifications and knows nothing of lti_send.py; signatures are checked by cryptography
where it is installed, else by openssl. No real platform was ever asked here.
"""
import base64
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import unittest.mock
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools/grading"), str(ROOT / "tests/tools/grading/fixtures")]

from kindling_grading.reports import book as books, lti_send, schema  # noqa: E402
import class_of_40  # noqa: E402

try:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import padding
except ImportError:
    serialization = None


def is_signed(public: Path, text: bytes, signature: bytes) -> bool:
    if serialization is None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(signature)
            file.flush()
            return subprocess.run(["openssl", "dgst", "-sha256", "-verify", public, "-signature", file.name], input=text, capture_output=True).returncode == 0
    try:
        serialization.load_pem_public_key(public.read_bytes()).verify(signature, text, padding.PKCS1v15(), hashes.SHA256())
    except InvalidSignature:
        return False
    return True


def uncoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Platform(BaseHTTPRequestHandler):
    """Gives a token to who signs, and takes scores of who has one."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        status, said = (self.token if self.path == "/token" else self.score)(body)
        self.send_response(status)
        self.send_header("Location", f"{self.server.here}/elsewhere")
        self.end_headers()
        self.wfile.write(said.encode())

    def token(self, body):
        form = {k: v[0] for k, v in urllib.parse.parse_qs(body.decode(), strict_parsing=True).items()}
        known = self.server
        head, claims, signature = form["client_assertion"].split(".")
        said = json.loads(uncoded(claims))
        for wrong, words in ((form["grant_type"] != "client_credentials", "grant_type"),
                             (form["client_assertion_type"] != "urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "client_assertion_type"),
                             (form["scope"] != "https://purl.imsglobal.org/spec/lti-ags/scope/score", "scope"),
                             (json.loads(uncoded(head)) != {"alg": "RS256", "typ": "JWT", "kid": "2026"}, "head"),
                             (not is_signed(known.public, f"{head}.{claims}".encode(), uncoded(signature)), "invalid_client: the signature"),
                             (said["iss"] != known.client or said["sub"] != known.client, "invalid_client: iss, sub"),
                             (said["aud"] != f"{known.here}/token", "aud"), (not said["iat"] - 60 < time.time() < said["exp"] < time.time() + 3600, "times"),
                             (said["jti"] in known.seen, "jti was used")):
            if wrong:
                return 400, words
        known.seen.add(said["jti"])
        known.tokens.append(f"token-{len(known.tokens)}")
        return 200, json.dumps({"access_token": known.tokens[-1], "token_type": "Bearer", "expires_in": 3600, "scope": form["scope"]})

    def score(self, body):
        known, score = self.server, json.loads(body)
        if self.headers["Authorization"] != f"Bearer {known.tokens[-1]}" or known.expired:
            known.expired = False
            return 401, "the token is none, or too old"
        for wrong, words in ((self.path != "/items/12/scores?type_id=1", f"404 {self.path}"), (self.headers["Content-Type"] != lti_send.SCORE, "type"),
                             (schema.errors(score, schema.load("ags")), "schema"), (score["userId"] not in known.users, "nobody is called so"),
                             (score["timestamp"] <= known.scores.get(score["userId"], {"timestamp": ""})["timestamp"], "older than the one that is here")):
            if wrong:
                return (302 if known.astray else 422), words
        known.scores[score["userId"]] = score
        return 200, ""

    def log_message(self, *_):
        pass


class Send(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="test-lti-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = Path(folder.name)
        class_of_40.write(cls.place)
        for name in ("ours", "another"):
            subprocess.run(["openssl", "genrsa", "-out", cls.place / f"{name}.pem", "2048"], check=True, capture_output=True)
            (cls.place / f"{name}.pem").chmod(0o600)
        subprocess.run(["openssl", "rsa", "-in", cls.place / "ours.pem", "-pubout", "-out", cls.place / "public.pem"], check=True, capture_output=True)

    def setUp(self):
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Platform)
        known = self.server
        known.here, known.client, known.public = f"http://127.0.0.1:{known.server_port}", "1000", self.place / "public.pem"
        known.seen, known.tokens, known.scores, known.expired, known.astray = set(), [], {}, False, False
        threading.Thread(target=known.serve_forever, daemon=True).start()
        self.addCleanup(known.server_close)
        self.addCleanup(known.shutdown)
        self.roster = self.place / "lti-roster.csv"
        self.roster.write_text("student,lti_user\n" + "".join(f"s{i:02},user-{i}\n" for i in range(1, 6)))
        known.users = {f"user-{i}" for i in range(1, 6)}

    def file(self, client="1000", key="ours", here="", item="/items/12?type_id=1"):
        path = self.place / "lti.toml"
        here = here or self.server.here
        path.write_text(f'[lti]\nclient_id = "{client}"\ntoken_url = "{here}/token"\nkey = "{self.place}/{key}.pem"\nkid = "2026"\n\n'
                        f'[12_attention]\nlineitem = "{here}{item}"\n')
        return path

    def said(self, file, *words):
        out = io.StringIO()
        argv = ["send-scores", "--module", "12", "--out", str(self.place), "--roster", str(self.roster), "--lti", str(file), *words]
        with unittest.mock.patch.object(sys, "argv", argv), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            try:
                status = lti_send.main()
            except SystemExit as end:
                status = end.code
        return status, out.getvalue()

    def test_scores_arrive_signed_and_once_more_is_harmless(self):
        status, said = self.said(self.file())
        self.assertEqual((status, self.server.tokens, self.server.scores), (0, [], {}), said)
        self.assertIn("5 scores to", said)
        self.assertIn("nothing was sent. REALLY=1", said)
        status, said = self.said(self.file(), "--really")
        self.assertIn("sent: 5 scores, refused: 0", said)
        book = books.load(self.place, "12", None, self.roster)
        want = {e.person.lti_user: e.final for e in book.entries if e.graded and e.person.lti_user}
        self.assertEqual({user: score["scoreGiven"] for user, score in self.server.scores.items()}, want)
        time.sleep(0.002)  # the time of a score has milliseconds
        self.assertIn("sent: 5 scores, refused: 0", self.said(self.file(), "--really")[1])
        self.assertEqual(len(self.server.seen), 2)

    def test_who_has_no_name_there_and_who_is_refused_stop_no_other(self):
        self.server.users.discard("user-2")
        self.roster.write_text(self.roster.read_text() + "s06,\n")
        status, said = self.said(self.file(), "--really")
        self.assertEqual(status, 1)
        self.assertIn("! no lti_user in ROSTER, so not sent: ", said)
        self.assertIn("! s02: 422 nobody is called so", said)
        self.assertIn("sent: 4 scores, refused: 1", said)
        self.assertEqual(len(self.server.scores), 4)

    def test_a_token_that_has_ended_is_asked_for_again(self):
        self.server.expired = True
        self.assertIn("sent: 5 scores, refused: 0", self.said(self.file(), "--really")[1])
        self.assertEqual(len(self.server.tokens), 2)

    def test_the_stand_in_refuses_other_keys_other_names_and_what_was_changed(self):
        for words, why in (({"key": "another"}, "400 invalid_client: the signature"), ({"client": "1001"}, "400 invalid_client: iss, sub")):
            status, said = self.said(self.file(**words), "--really")
            self.assertEqual((status, self.server.scores), (2, {}))
            self.assertIn(why, said)
        real = lti_send.assertion

        def changed(platform, now):
            head, claims, signature = real(platform, now).split(".")
            other = json.loads(uncoded(claims)) | {"exp": int(now) + 299}
            return f"{head}.{lti_send.coded(json.dumps(other).encode())}.{signature}"

        with unittest.mock.patch.object(lti_send, "assertion", changed):
            self.assertIn("400 invalid_client: the signature", self.said(self.file(), "--really")[1])

    def test_a_token_goes_nowhere_else(self):
        self.server.astray = True
        self.server.users.clear()
        self.assertIn("! s01: 302 nobody is called so", self.said(self.file(), "--really")[1])
        for here in ("http://example.org", "ftp://example.org", "file:///etc"):
            self.assertIn("begins with https://", self.said(self.file(here=here), "--really")[1])

    def test_a_file_that_is_not_one(self):
        path = self.file()
        for text, words in (("[lti]\n", "'12_attention' is missing"), ("[lti", "lti.toml"), (path.read_text().replace("12_attention", "11_embeddings"), "'12_attention' is missing"),
                            (path.read_text().replace("ours.pem", "none.pem"), "openssl genrsa -out")):
            path.write_text(text)
            status, said = self.said(path)
            self.assertEqual(status, 2)
            self.assertIn(words, said)
        (self.place / "another.pem").chmod(0o644)
        self.assertIn("others may read the key that signs", self.said(self.file(key="another"))[1])
        (self.place / "another.pem").chmod(0o600)

    def test_addresses(self):
        self.assertEqual(lti_send.scores_url("https://a/b/12?type_id=1"), "https://a/b/12/scores?type_id=1")
        self.assertEqual(lti_send.scores_url("https://a/b/12/"), "https://a/b/12/scores")


if __name__ == "__main__":
    unittest.main()
