"""_text.py - a byte-level vocabulary: its parts as lists, text there and back, also bit by bit."""
import ctypes
import re

from ._functions import function
from ._struct import CLASSES, LAYOUTS, Struct, list_at

# Where text can be cut: a letter ends a piece in front of a space, which begins the next one.
CUT = re.compile(r".*[A-Za-z](?= [A-Za-z])", re.S)
ENOUGH = 1 << 14  # characters that are encoded at once


def call(name, *args):
    return function(name)(*args)


def as_bytes(text):
    return text.encode() if isinstance(text, str) else bytes(text)


class Bpe(Struct):
    """k.bpe_train(text, 500), k.bpe_load(path): b.tokens[i] are the bytes of token i, b.merges
    pairs of ids."""

    @property
    def merges(self):
        """Pairs of ids, in the order in which they were learnt."""
        at = ctypes.c_void_p.from_address(self._address + LAYOUTS["Bpe"].members["merges"][1]).value
        ids = (ctypes.c_int * (2 * self.n_merges)).from_address(at)[:] if self.n_merges else []
        return list(zip(ids[::2], ids[1::2]))

    @property
    def merged(self):
        """The token that each merge makes."""
        return list_at(self, "merged", self.n_merges)

    @property
    def start(self):
        """Token i is bytes[start[i]:start[i + 1]]."""
        return list_at(self, "start", self.size + 1)

    @property
    def bytes(self):
        """The bytes of all tokens, one behind the other."""
        at = ctypes.c_void_p.from_address(self._address + LAYOUTS["Bpe"].members["bytes"][1]).value
        return ctypes.string_at(at, self.start[-1])

    @property
    def tokens(self):
        """The bytes of each token; tokens[i] is that of id i."""
        text, start = self.bytes, self.start
        return [text[a:b] for a, b in zip(start, start[1:])]

    @property
    def special(self):
        """The ids of special tokens."""
        return list_at(self, "special", self.n_special)

    # ---- text ------------------------------------------------------------------------------------

    def encode(self, text, special=False):
        """Ids of a text, a str or bytes. special: <|endoftext|> in it is that token, else it is
        text."""
        data = as_bytes(text)
        room = (ctypes.c_int * max(1, len(data)))()
        return room[:call("bpe_encode_special" if special else "bpe_encode", self, data, room)]

    def encode_iterable(self, texts, special=False):
        """The ids of all texts as if they were one, made while they come: an open file gives its
        lines. What waits is the end of the text, back to the last space between two letters."""
        names = [name.decode(errors="replace") for i, name in enumerate(self.tokens) if i in set(self.special)] if special else []
        parts, length, enough = [], 0, ENOUGH
        for text in texts:
            parts.append(text)
            length += len(text)
            if length < enough:
                continue
            waiting = "".join(parts)
            cut = last_cut(waiting, names)
            yield from self.encode(waiting[:cut], special)
            parts, length = [waiting[cut:]], len(waiting) - cut
            enough = max(ENOUGH, 2 * length)  # where nothing can be cut: not all of it at each line
        yield from self.encode("".join(parts), special)

    def decode_bytes(self, ids):
        ids = list(ids)
        room = ctypes.create_string_buffer(call("bpe_decode", self, ids, None, 0) + 1)
        call("bpe_decode", self, ids, room, len(room))
        return room.raw[:-1]

    def decode(self, ids, errors="replace"):
        """The text; bytes that are not UTF-8 become U+FFFD, as errors of bytes.decode says."""
        return self.decode_bytes(ids).decode(errors=errors)


def last_cut(text, names):
    """Where the last piece begins that no text behind can change, and no special token lies
    across; 0: nowhere."""
    end = len(text)
    while True:
        found = CUT.match(text, 0, end)
        if found is None:
            return 0
        cut = found.end()
        if not any(text.endswith(name[:i], 0, cut) for name in names for i in range(1, len(name)) if name[i] == " "):
            return cut
        end = cut


CLASSES["Bpe"] = Bpe
