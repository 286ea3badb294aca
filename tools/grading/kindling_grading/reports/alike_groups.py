"""alike_groups.py - submissions that are one text in many hands, and those that are the model
answer.

Pairs hide a solution that went round: what many share is taken for common there. So groups come
first. Two texts are one if they differ in nothing but names of their own, layout, comments and the
order of their lines' blanks.
"""
from __future__ import annotations

import re
from dataclasses import dataclass

from kindling_grading.course import bare
from kindling_grading.reports.alike import Found, Pair, Text

# A text that is never closed ends with its line, so that none is looked for again from each of its
# quotes.
TOKEN = re.compile(r"[A-Za-z_]\w*|\d[\w.]*|'(?:[^'\\\n]|\\.)'|\"(?:[^\"\\\n]|\\.)*\"?|[^\s\w]")
SHORTEST = 40  # tokens of one's own: below that many have the same without having talked
MODEL = "the model answer"
# per cent of somebody's lines: make measure-similarity has no honest pair above 58, a review met one
# at 70, and no copy is below
COPIED = 80
CIRCLE = 3  # so many are a circle; two are a pair, and listed as one


@dataclass
class Group:
    """Two or more who handed in one text; exactly: also the same names and spelling."""
    students: list[str]
    exactly: bool


def own_code(text: Text) -> list[str]:
    """The tokens of what somebody wrote, without comments."""
    code = bare("\n".join(text.lines))
    kept = [re.sub(r"//.*", "", line) for line, own in zip(code, text.own) if own]
    return [token for line in kept for token in TOKEN.findall(line)]


def shape(tokens: list[str]) -> tuple[str, ...]:
    """The same for all who only called their variables otherwise: each by its place; functions,
    members and numbers keep their names."""
    numbers: dict[str, str] = {}
    found = []
    for i, token in enumerate(tokens):
        called = tokens[i + 1:i + 2] == ["("] or tokens[i - 1:i] in (["."], [">"])
        name = token[0].isalpha() or token[0] == "_"
        found.append(numbers.setdefault(token, f"#{len(numbers)}") if name and not called else token)
    return tuple(found)


def groups(texts: list[Text]) -> list[Group]:
    """Who handed in the same, the largest group first."""
    found: dict[tuple[str, ...], list[tuple[str, list[str]]]] = {}
    for text in texts:
        tokens = own_code(text)
        if len(tokens) >= SHORTEST:
            found.setdefault(shape(tokens), []).append((text.student, tokens))
    same = [Group([student for student, _ in members], all(t == members[0][1] for _, t in members))
            for members in found.values() if len(members) > 1]
    return sorted(same, key=lambda g: (-len(g.students), g.students))


def went_round(pairs: list[Pair]) -> list[list[str]]:
    """Circles whose texts are mostly alike, by twos: one solution, or too common to be listed as
    pairs."""
    near: dict[str, set[str]] = {}
    for pair in pairs:
        if min(pair.whole(pair.a), pair.whole(pair.b)) >= COPIED:
            near.setdefault(pair.a.student, set()).add(pair.b.student)
            near.setdefault(pair.b.student, set()).add(pair.a.student)
    circles, seen = [], set()
    for student in sorted(near):
        circle, waiting = set(), [student]
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                circle.add(one)
                waiting += near[one]
        if len(circle) >= CIRCLE:
            circles.append(sorted(circle))
    return sorted(circles, key=lambda c: (-len(c), c))


def from_model(pairs: list[Pair]) -> list[Pair]:
    """Of the pairs with the model answer those whose text is mostly it, the likest first."""
    found = [p for p in pairs if p.whole(student_of(p)) >= COPIED]
    return sorted(found, key=lambda p: (-p.whole(student_of(p)), student_of(p).student))


def student_of(pair: Pair) -> Text:
    """The one of a pair with the model answer who is no model answer."""
    return pair.b if pair.a.student == MODEL else pair.a


@dataclass
class Circles:
    """What stands before the pairs."""
    groups: list[Group]
    round: list[list[str]]
    model: list[Pair]
    old: list[Pair]  # with somebody of another term, b


def from_old(pairs: list[Pair]) -> list[Pair]:
    """For each who mostly has what was handed in in another term, the likest of it."""
    likest: dict[str, Pair] = {}
    for pair in sorted(pairs, key=lambda p: (-p.whole(p.a), p.b.student)):
        if pair.whole(pair.a) >= COPIED:
            likest.setdefault(pair.a.student, pair)
    return sorted(likest.values(), key=lambda p: (-p.whole(p.a), p.a.student))


def circles(found: Found, texts: list[Text]) -> Circles:
    same = groups(texts)
    known = [set(g.students) for g in same]
    wider = [c for c in went_round(found.every) if not any(set(c) <= k for k in known)]
    return Circles(same, wider, from_model(found.model), from_old(found.old))


def sentences(found: Circles) -> list[str]:
    """In words, for the terminal and the page."""
    lines = [f"{len(g.students)} submissions are the same{'' if g.exactly else ' but for names and layout'}: {'; '.join(g.students)}"
             for g in found.groups]
    lines += [f"{len(c)} submissions are mostly alike: {'; '.join(c)}" for c in found.round]
    lines += [f"{p.a.student}: {p.whole(p.a)} % of what was written is in the submission of {p.b.student}" for p in found.old]
    return lines + [f"{student_of(p).student}: {p.whole(student_of(p))} % of what was written is {MODEL}" for p in found.model]
