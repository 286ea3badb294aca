"""_text.py - vocabularies, of bytes or of pieces with scores: text there and back; of bytes also its
parts as lists, and text that comes bit by bit."""
import ctypes

from ._functions import function
from ._struct import CLASSES, LAYOUTS, Struct, list_at

ENOUGH = 1 << 14  # characters that are passed on at once


def call(name, *args):
    return function(name)(*args)


def as_bytes(text):
    return text.encode() if isinstance(text, str) else bytes(text)


class Vocabulary(Struct):
    """What those of all kinds have."""

    def decode_bytes(self, ids):
        ids, decode = list(ids), self._function("decode")
        room = ctypes.create_string_buffer(decode(self, ids, None, 0) + 1)
        decode(self, ids, room, len(room))
        return room.raw[:-1]

    def decode(self, ids, errors="replace"):
        """The text; bytes that are not UTF-8 become U+FFFD, as errors of bytes.decode says."""
        return self.decode_bytes(ids).decode(errors=errors)


class Bpe(Vocabulary):
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
        lines."""
        stream, parts, length = function("bpe_stream_new")(self, special), [], 0
        for text in texts:
            parts.append(text)
            length += len(text)
            if length >= ENOUGH:
                stream.add(b"".join(map(as_bytes, parts)))
                parts, length = [], 0
                yield from list_at(stream, "ids", stream.n)
        stream.add(b"".join(map(as_bytes, parts)))
        yield from list_at(stream, "ids", stream.n)
        stream.end()
        yield from list_at(stream, "ids", stream.n)


class SentencePiece(Vocabulary):
    """k.sentence_piece_load(path): the tokenizer of Llama 2 or of llama2.c."""

    def encode(self, text, begins=True):
        """Ids of a text, a str or bytes. begins: <s> and a space come first; False: the text goes
        on from another."""
        data = as_bytes(text)
        room = (ctypes.c_int * (len(data) + 2))()
        return room[:call("sentence_piece_encode", self, data, begins, room)]


CLASSES.update(Bpe=Bpe, SentencePiece=SentencePiece)
