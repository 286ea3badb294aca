"""browser.py - a headless Chromium, driven through its DevTools protocol: JSON over a WebSocket.

Only what the tests need, and only Python's own library: text frames of any length, answers matched
by their number, events thrown away.
"""
import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time
import urllib.parse
import urllib.request

NAMES = ("chromium", "chromium-browser", "google-chrome")


def find():
    return next((name for name in NAMES if shutil.which(name)), None)


class WebSocket:
    def __init__(self, url):
        parts = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=180)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\n"
                            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        if b" 101 " not in self.stream.readline():
            raise ConnectionError(f"{url}: no WebSocket")
        while self.stream.readline().strip():
            pass

    def send(self, text):
        data, mask = text.encode(), os.urandom(4)
        n = len(data)
        length = struct.pack("!B", 0x80 | n) if n < 126 else struct.pack("!BH", 0xFE, n) if n < 1 << 16 \
            else struct.pack("!BQ", 0xFF, n)
        masked = bytes(b ^ mask[i % 4] for i, b in enumerate(data))
        self.socket.sendall(b"\x81" + length + mask + masked)

    def receive(self):
        """The next text; pieces are put together, pings and pongs are not for us."""
        text = b""
        while True:
            first, n = self.stream.read(2)
            n &= 0x7F
            if n >= 126:
                n, = struct.unpack("!H", self.stream.read(2)) if n == 126 else struct.unpack("!Q", self.stream.read(8))
            data = self.stream.read(n)
            if first & 0x0F == 8:
                raise ConnectionError("the browser closed the connection")
            if first & 0x0F <= 2:
                text += data
                if first & 0x80:
                    return text.decode()

    def close(self):
        self.stream.close()
        self.socket.close()


class Browser:
    def __init__(self, size=(1200, 1400)):
        self.profile = tempfile.mkdtemp(prefix="kindling-browser-")
        self.process = subprocess.Popen(
            [find(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--remote-debugging-port=0",
             "--remote-allow-origins=*", f"--window-size={size[0]},{size[1]}", f"--user-data-dir={self.profile}",
             "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.number, self.socket = 0, None
        try:
            port = self.await_port(time.monotonic() + 120)
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/json/list") as answer:
                page = next(p for p in json.load(answer) if p["type"] == "page")
            self.socket = WebSocket(page["webSocketDebuggerUrl"])
        except BaseException:
            self.close()
            raise

    def await_port(self, until):
        file = pathlib.Path(self.profile, "DevToolsActivePort")
        while not (file.exists() and "\n" in file.read_text()):
            if self.process.poll() is not None or time.monotonic() > until:
                raise ConnectionError("the browser does not start")
            time.sleep(0.1)
        return file.read_text().split("\n")[0]

    def call(self, method, **parameters):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]

    def open(self, url):
        self.call("Page.navigate", url=url)

    def run(self, script):
        """The value of an expression in the page; a promise is waited for."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, script, seconds=180):
        """Until the expression is true; its value."""
        until = time.monotonic() + seconds
        while True:
            try:
                value = self.run(script)
            except RuntimeError:  # the page is not there yet
                value = None
            if value:
                return value
            if time.monotonic() > until:
                raise TimeoutError(f"not true within {seconds} s: {script}")
            time.sleep(0.1)

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def close(self):
        if self.socket:
            self.socket.close()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
