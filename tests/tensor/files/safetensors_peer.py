"""Reads a safetensors file and writes one with the same names and twice the numbers.

With Python's safetensors where it is installed; else with json and struct, following the format's
description: 8 bytes of length, JSON, numbers without gaps. Usage: safetensors_peer.py IN OUT
"""
import json
import struct
import sys

KINDS = {"F32": ("f", 4), "F64": ("d", 8)}


def with_package(source, target):
    from safetensors import safe_open
    from safetensors.numpy import save_file

    with safe_open(source, framework="np") as file:
        tensors = {name: 2 * file.get_tensor(name) for name in file.keys()}
        save_file(tensors, target, metadata=file.metadata())


def by_hand(source, target):
    with open(source, "rb") as file:
        data = file.read()
    (length,) = struct.unpack("<Q", data[:8])
    assert (8 + length) % 8 == 0, "the numbers are not aligned"
    header = json.loads(data[8 : 8 + length].decode("utf-8"))
    place = 8 + length
    out = {"__metadata__": header.pop("__metadata__")}
    numbers = b""
    for name, entry in sorted(header.items(), key=lambda item: item[1]["data_offsets"]):
        kind, size = KINDS[entry["dtype"]]
        count = 1
        for axis in entry["shape"]:
            count *= axis
        begin, end = entry["data_offsets"]
        assert place == 8 + length + begin and end - begin == count * size, name
        values = struct.unpack("<%d%s" % (count, kind), data[place : place + count * size])
        place += count * size
        twice = struct.pack("<%d%s" % (count, kind), *[2 * value for value in values])
        out[name] = dict(entry, data_offsets=[len(numbers), len(numbers) + len(twice)])
        numbers += twice
    assert place == len(data), "bytes left over"
    text = json.dumps(out).encode("utf-8")  # escapes everything beyond ASCII as \uXXXX
    with open(target, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + numbers)


try:
    with_package(*sys.argv[1:])
except ImportError:
    by_hand(*sys.argv[1:])
