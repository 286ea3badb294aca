"""contrast.py - can every text of a picture be read, on light paper and on dark? WCAG 2 asks for
4.5 between a text and what lies under it.

What lies under a text is the paper and every filled box or circle that was drawn before it there,
each as see-through as it says.
"""
import re
import xml.etree.ElementTree

import overlaps

LEAST = 4.5
# alone, and in a page of the site
PAPER = {"light": ("#ffffff", "#fdfdfb"), "dark": ("#16181d", "#171c20")}
SVG = "{http://www.w3.org/2000/svg}"


def rgb(colour):
    colour = colour.lstrip("#")
    colour = "".join(2 * c for c in colour) if len(colour) == 3 else colour
    return [int(colour[i:i + 2], 16) for i in (0, 2, 4)]


def luminance(colour):
    parts = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a, b):
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def palettes(style):
    """{"light": {"ink": "#..."}, "dark": ...}: what the picture's style sheet calls its colours."""
    light, dark = re.search(r"svg\{(--[^}]*)\}.*?dark\)\{svg\{([^}]*)\}", style, re.S).groups()
    found = {"light": dict(re.findall(r"--(\w+):(#\w+)", light))}
    found["dark"] = {**found["light"], **dict(re.findall(r"--(\w+):(#\w+)", dark))}
    for theme, said in (("light", light), ("dark", dark)):
        found[theme]["mix"] = int(re.search(r"--mix:(\d+)%", said)[1]) / 100
    return found


def colour_of(element, style, palette):
    """The paint of an element, or None."""
    paint = element.get("fill")
    if paint == "none":
        return None
    if paint is None or paint == "currentColor":
        kinds = element.get("class", "").split()
        if element.tag != SVG + "text" and not {"b", "c", "h"} & set(kinds) and element.tag != SVG + "circle":
            return None
        rule = next((re.search(r"\." + k + r"\{color:var\(--(\w+)\)\}", style) for k in kinds if re.fullmatch(r"k\d", k)), None)
        paint = rgb(palette[rule[1] if rule else "ink"])
        share = palette["mix"] if {"b", "c"} & set(kinds) else 1
        return [share * p + (1 - share) * u for p, u in zip(paint, rgb(palette["page"]))]
    name = re.fullmatch(r"var\(--(\w+)\)", paint)
    return rgb(palette[name[1]]) if name else rgb(paint) if paint.startswith("#") else None


def covers(element, x, y):
    g = lambda name: float(element.get(name, 0))
    if element.tag == SVG + "rect":
        return g("x") <= x <= g("x") + g("width") and g("y") <= y <= g("y") + g("height")
    return element.tag == SVG + "circle" and (g("cx") - x) ** 2 + (g("cy") - y) ** 2 <= g("r") ** 2


def faint_texts(path):
    """(theme, text, contrast) of each text that falls short."""
    root = xml.etree.ElementTree.parse(path).getroot()
    style = root.find(SVG + "style").text
    for theme, palette in palettes(style).items():
        for paper in PAPER[theme]:
            drawn = []
            for e in root.iter():
                if e.tag in (SVG + "rect", SVG + "circle"):
                    drawn.append(e)
                elif e.tag == SVG + "text" and "".join(e.itertext()).strip() and not e.get("transform"):
                    under = rgb(paper)
                    _, x, y = overlaps.pieces_of(e)[0]
                    for box in drawn:
                        paint = colour_of(box, style, palette)
                        if paint and covers(box, x, y - 4):
                            share = float(box.get("fill-opacity", 1))
                            under = [share * p + (1 - share) * u for p, u in zip(paint, under)]
                    ratio = contrast(colour_of(e, style, palette), under)
                    if ratio < LEAST:
                        yield theme, "".join(e.itertext()).strip(), round(ratio, 2)
