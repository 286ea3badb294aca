"""overlaps.py - does a word of a picture stand on another one, or does a line go through it?

How wide a word is depends on the reader's font; here it is that of a wide one, DejaVu Sans, and of its
height what small letters fill. What a filled box has covered before the word was written does not count.
"""
import re
import xml.etree.ElementTree

SVG = "{http://www.w3.org/2000/svg}"
NARROW, WIDE = "iljtfrI.,:;'|!()[]{}/ 1-", "mwMW%@+=<>~"
FONT = 1.12  # how much wider than Helvetica
CURVE_STEPS = 12
RIM = 0.5  # of a word's box, on each side
POINT = 5  # the radius of a point; in a larger circle a word may stand


def width(text, size):
    return FONT * size * sum(0.3 if c in NARROW else 0.86 if c in WIDE else 0.56 if not c.isupper() else 0.68 for c in text)


def numbers(text):
    """Of an attribute: "10", "10 20", "10,20"."""
    return [float(n) for n in re.findall(r"-?[\d.]+(?:e-?\d+)?", text or "")]


def number(element, name):
    return (numbers(element.get(name)) or [0])[0]


def pieces_of(element):
    """(text, x, y) of a word's pieces: a piece begins wherever a place is given; without one it goes on."""
    pieces = [["", 0, 0]]

    def write(text, places):
        xs, ys, dys = (numbers(places.get(name)) for name in ("x", "y", "dy"))
        for k, letter in enumerate(text):
            if k < len(xs) or k < len(ys) or k < len(dys):
                x, y = pieces[-1][1:]
                if k >= len(xs) and pieces[-1][0]:  # only down or up: it goes on to the right
                    x += width(pieces[-1][0], 13)
                pieces.append(["", xs[k] if k < len(xs) else x, (ys[k] if k < len(ys) else y) + (dys[k] if k < len(dys) else 0)])
            pieces[-1][0] += letter

    write(element.text or "", element.attrib)
    for part in element:
        write(part.text or "", part.attrib)
        write(part.tail or "", {})
    return [(text.strip(), x, y) for text, x, y in pieces if text.strip()]


def boxes_of(element):
    """(text, (left, top, right, bottom)) of each piece of a word."""
    size = 11 if "s" in element.get("class", "").split() else 13
    for text, x, y in pieces_of(element):
        wide = width(text, size)
        left = x - {"start": 0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        yield text, (left + RIM, y - 0.6 * size + RIM, left + wide - RIM, y - RIM)


def points_of(d):
    """The corners of a path of M, L, Q and Z; a curve is a few straight pieces."""
    points = []
    for letter, said in re.findall(r"([MLQ])([^MLQZ]*)", d):
        at = numbers(said)
        if letter == "Q":
            (x0, y0), (x1, y1, x2, y2) = points[-1], at
            points += [((1 - t) ** 2 * x0 + 2 * t * (1 - t) * x1 + t * t * x2, (1 - t) ** 2 * y0 + 2 * t * (1 - t) * y1 + t * t * y2)
                       for t in (k / CURVE_STEPS for k in range(1, CURVE_STEPS + 1))]
        else:
            points.append(tuple(at))
    return points


def segments_of(element):
    """What is drawn as a line: lines, curves, the rims of boxes, points of a curve."""
    kinds = element.get("class", "").split()
    if element.tag == SVG + "line":
        corners = [(number(element, "x1"), number(element, "y1")), (number(element, "x2"), number(element, "y2"))]
    elif element.tag == SVG + "path" and "h" not in kinds:
        corners = points_of(element.get("d"))
    elif element.tag == SVG + "rect" and "b" in kinds:
        x, y, w, h = (number(element, name) for name in ("x", "y", "width", "height"))
        corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
    elif element.tag == SVG + "circle" and number(element, "r") <= POINT:
        x, y, r = (number(element, name) for name in ("cx", "cy", "r"))
        corners = [(x - r, y), (x, y - r), (x + r, y), (x, y + r), (x - r, y)]
    else:
        return []
    return list(zip(corners, corners[1:]))


def meets(segment, box):
    """Liang and Barsky's way of cutting a segment at a box."""
    (x1, y1), (x2, y2) = segment
    left, top, right, bottom = box
    first, last = 0, 1
    for step, room in ((x1 - x2, x1 - left), (x2 - x1, right - x1), (y1 - y2, y1 - top), (y2 - y1, bottom - y1)):
        if step == 0 and room < 0:
            return False
        if step < 0:
            first = max(first, room / step)
        elif step > 0:
            last = min(last, room / step)
    return first < last


def share(a, b):
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def hides(element, box):
    """A filled box or cell, behind all of the word."""
    if element.tag != SVG + "rect" or number(element, "fill-opacity") < 0.05:
        return False
    x, y = number(element, "x"), number(element, "y")
    return x <= box[0] and y <= box[1] and x + number(element, "width") >= box[2] and y + number(element, "height") >= box[3]


def overlaps(path):
    """Sentences."""
    words, lines = [], []
    drawn = [e for e in xml.etree.ElementTree.parse(path).getroot().iter() if e.tag.startswith(SVG)]
    for at, e in enumerate(drawn):
        text = "".join(e.itertext()).strip()
        if e.tag == SVG + "text" and text and not e.get("transform"):
            words += [(at, piece, box) for piece, box in boxes_of(e)]
        lines += [(at, s) for s in segments_of(e)]
    for k, (at, text, box) in enumerate(words):
        for there, other, place in words[:k]:
            if there != at and share(box, place):
                yield f"\"{text}\" stands on \"{other}\""
        covered = max((i for i, e in enumerate(drawn[:at]) if hides(e, box)), default=-1)
        if any(i > covered and meets(s, box) for i, s in lines):
            yield f"a line goes through \"{text}\""


if __name__ == "__main__":
    import sys
    for name in sys.argv[1:]:
        for wrong in overlaps(name):
            print(name, wrong)
