"""stream.py - what a program prints, as it comes: text and frames (lines that begin with \\036, see
outputs.py).

A viewer gets text in pieces, not in lines: every 50 ms, or as soon as there are 8 kB, so a prompt
without a line end and dots of progress show, and 30,000 lines are some dozens of messages. Of one
cell at most MOST bytes are shown.
"""
import codecs
import os
import select
import time

import outputs

PIECE, WAIT, MOST = 8 << 10, 0.05, 256 << 10


class Stream:
    """Reads a pipe. items() gives ("text", str) and outputs.parse()'s tuples, up to the frame
    "done"."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.raw = b""  # read, and not looked at yet

    def read(self, seconds):
        """More bytes: True; the pipe has ended: False; nothing came in time: None."""
        if not select.select([self.pipe], [], [], seconds)[0]:
            return None
        more = os.read(self.pipe, 1 << 16)
        self.raw += more
        return bool(more)

    def next(self, seconds):
        """("text", bytes), a frame, or None if nothing came in time. EOFError: the program is
        gone."""
        while True:
            mark = self.raw.find(b"\036")
            if mark > 0 or mark < 0 and self.raw:
                text, self.raw = (self.raw[:mark], self.raw[mark:]) if mark > 0 else (self.raw, b"")
                return "text", text
            end = self.raw.find(b"\n")
            if mark == 0 and end > 0:
                frame, self.raw = self.raw[1:end], self.raw[end + 1:]
                return outputs.parse(frame.decode("utf-8", "replace"))
            more = self.read(seconds)
            if more is None:
                return None
            if not more:
                raise EOFError

    def items(self):
        """All of one answer."""
        whole, held = Text(), ""
        due = None  # when what is held has to go
        while True:
            try:
                item = self.next(None if due is None else max(0, due - time.monotonic()))
            except EOFError:
                if held:
                    yield "text", held
                raise
            if item is not None and item[0] == "text":
                held += whole.take(item[1])
                due = due or time.monotonic() + WAIT
            if held and (item is None or item[0] != "text" or len(held) >= PIECE):
                yield "text", held
                held = ""
            if not held:
                due = None
            if item is not None and item[0] != "text":
                if item[0] in ("done", "end") and whole.cut:
                    yield "text", whole.last_word()
                yield item
                if item[0] == "done":
                    return


class Text:
    """Bytes of one cell as text, cut behind MOST of them."""

    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.shown = self.cut = self.lines = 0

    def take(self, data):
        room = max(0, MOST - self.shown)
        self.shown += min(room, len(data))
        said = self.decoder.decode(data[:room])
        if len(data) > room:
            if not self.cut:
                said += f"\n... more than {MOST >> 10} kB: the rest of what this cell prints is not shown.\n"
            self.cut += len(data) - room
            self.lines += data[room:].count(b"\n")
        return said

    def last_word(self):
        said = f"... {self.cut:,} bytes in {self.lines:,} lines were not shown. hint: print less, or fopen a file\n"
        self.cut = 0
        return said
