"""paper.py - how far down the ink goes on each page of a PDF that Chromium has printed.

Of PDF it reads what Skia writes: pages of one compressed stream each, whose last matrix and points
say where something is drawn. White boxes, which are no ink, are left out.
"""
import re
import zlib

OPERATOR = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9A-Fa-f]*>|/[^\s/<>\[\]()]+|\[|\]|-?\d*\.?\d+|[A-Za-z'\"*]+")
POINTS = {b"m": 1, b"l": 1, b"c": 3, b"v": 2, b"y": 2}


def times(a, b):
    return (a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2], a[2] * b[1] + a[3] * b[3],
            a[4] * b[0] + a[5] * b[2] + b[4], a[4] * b[1] + a[5] * b[3] + b[5])


def lowest(stream, height):
    """The share of the page's height above its lowest ink."""
    matrix, stack, operands, path, low = (1, 0, 0, 1, 0, 0), [], [], [], height
    white, text = False, matrix

    def y_of(x, y, m):
        return x * m[1] + y * m[3] + m[5]

    for found in OPERATOR.finditer(stream):
        word = found[0]
        if re.fullmatch(rb"-?\d*\.?\d+", word):
            operands.append(float(word))
            continue
        if word[:1] in b"(</[]":
            continue
        if word == b"q":
            stack.append((matrix, white))
        elif word == b"Q" and stack:
            matrix, white = stack.pop()
        elif word == b"cm":
            matrix = times(operands[-6:], matrix)
        elif word in (b"rg", b"g", b"sc", b"scn"):
            white = all(c > 0.94 for c in operands)
        elif word == b"Tm":
            text = times(operands[-6:], matrix)
        elif word in (b"Tj", b"TJ"):
            low = min(low, text[5])
        elif word == b"re":
            x, y, w, h = operands[-4:]
            path += [y_of(x, y, matrix), y_of(x + w, y + h, matrix)]
        elif word in POINTS:
            path += [y_of(x, y, matrix) for x, y in zip(operands[::2], operands[1::2])]
        elif word == b"Do":
            low = min(low, y_of(0, 0, matrix), y_of(0, 1, matrix))
        elif word in (b"f", b"f*", b"S", b"s", b"B", b"B*", b"n", b"W", b"b", b"b*"):
            if path and word[:1] in b"fSsBb" and not (white and word[:1] == b"f"):
                low = min([low, *(y for y in path if y > 0)])
            if word != b"W":
                path = []
        operands = []
    return 1 - low / height


def filled(pdf):
    """Of each page, in order: how far down its ink goes, as a share of the page."""
    objects = {int(m[1]): m[2] for m in re.finditer(rb"(?s)(\d+) 0 obj\b(.*?)\bendobj", pdf)}
    shares = []
    for body in objects.values():
        if re.search(rb"/Type\s*/Page\b", body):
            height = float(re.search(rb"/MediaBox\s*\[[\d.]+ [\d.]+ [\d.]+ ([\d.]+)\]", body)[1])
            stream = objects[int(re.search(rb"/Contents\s+(\d+)", body)[1])]
            data = stream[stream.index(b"stream") + 6:stream.rindex(b"endstream")].lstrip(b"\r\n")
            shares.append(lowest(zlib.decompressobj().decompress(data), height))
    return shares
