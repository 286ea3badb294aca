"""svg.py - the few pictures of the reports. Colours are classes of style.css, so they follow dark
and paper."""
from __future__ import annotations

from kindling_grading.reports.page import Markup, element
from kindling_grading.reports.text import count, number


def size(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, width: float, height: float, kind: str, title: str = "", **more: object) -> Markup:
    return element("rect", element("title", title) if title else None, x=size(x), y=size(y), width=size(width),
                   height=size(height), class_=kind, **more)


def label(x: float, y: float, words: object, kind: str, anchor: str = "middle") -> Markup:
    return element("text", words, x=size(x), y=size(y), class_=kind, text_anchor=anchor)


def picture(width: float, height: float, words: str, kind: str, *inside: object, stretch: bool = False) -> Markup:
    return element("svg", element("title", words), *inside, viewBox=f"0 0 {size(width)} {size(height)}", role="img",
                   class_=kind, preserveAspectRatio="none" if stretch else None)


def stacked(parts: list[tuple[str, float, str]], words: str) -> Markup:
    """A bar of parts (class, amount, title), as wide as its place."""
    total = sum(amount for _, amount, _ in parts) or 1
    x, bars = 0.0, []
    for kind, amount, title in parts:
        if amount > 0:
            # To the end, under the parts that follow: no gaps where pixels are rounded.
            bars.append(rect(x, 0, 100 - x, 8, f"fill-{kind}", title))
            x += 100 * amount / total
    return picture(100, 8, words, "bar", rect(0, 0, 100, 8, "track"), *bars, stretch=True)


def bar(part: float, whole: float) -> Markup:
    """What was earned; what was not is no colour."""
    return stacked([("pass", part, ""), ("none", whole - part, "")], f"{number(part)} of {number(whole)} points")


def share(per_cent: float) -> Markup:
    return stacked([("column", per_cent, ""), ("none", 100 - per_cent, "")], f"{number(round(per_cent))} %")


def histogram(values: list[float], top: float) -> Markup:
    """How many students came to which tenth of the points, with the median marked."""
    bins = tenths(values, top)
    width, height, left, base, step = 640, 330, 8, 282, 62.4
    highest = max(bins + [1])
    inside = [element("line", x1=left, x2=width - left, y1=base, y2=base, class_="axis")]
    for i, n in enumerate(bins):
        tall = 230 * n / highest
        low, high = top * i / 10, top * (i + 1) / 10
        span = f"{number(low)} to {number(high)} points: {count(n, 'student')}"
        inside.append(rect(left + i * step + 3, base - tall, step - 6, tall, "column", span, rx=2))
        if n:
            inside.append(label(left + (i + .5) * step, base - tall - 6, n, "amount"))
        inside.append(label(left + i * step, base + 19, number(low), "tick", "middle" if i else "start"))
    inside.append(label(left + 10 * step, base + 19, number(top), "tick", "end"))
    inside.append(label(width / 2, base + 44, "points earned, lateness not counted", "tick"))
    if values:
        x = left + 10 * step * median(values) / (top or 1)
        inside.append(element("line", x1=size(x), x2=size(x), y1=18, y2=base + 5, class_="median"))
        anchor = "end" if x > width / 2 else "start"
        inside.append(label(x + (-6 if anchor == "end" else 6), 26, f"median {number(median(values))}", "mark", anchor))
    return picture(width, height, "Distribution of scores", "histogram", *inside)


def tenths(values: list[float], top: float) -> list[int]:
    """How many values lie in each tenth of 0 to top."""
    bins = [0] * 10
    for value in values:
        bins[min(9, int(10 * value / top) if top else 0)] += 1
    return bins


def median(values: list[float]) -> float:
    ordered = sorted(values)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2
