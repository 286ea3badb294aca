"""trigram.py - bits per byte of a table of three letters: what a model of the cup has to be better
than.

Counts of the letters behind each two, one and none, each mixed with the shorter one's as Witten and
Bell do ("The Zero-Frequency Problem", 1991).
"""
from __future__ import annotations

import math
from collections import Counter, defaultdict

ORDER, VOCABULARY = 2, 96


class Trigram:
    def __init__(self, text: str):
        self.after: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for i, letter in enumerate(text):
            for n in range(min(i, ORDER) + 1):
                self.after[text[i - n : i]][letter] += 1

    def share(self, before: str, letter: str) -> float:
        """Probability of a letter behind what came before it."""
        found = 1 / VOCABULARY
        for n in range(min(len(before), ORDER) + 1):
            counts = self.after.get(before[len(before) - n :])
            if counts is None:
                break
            total, kinds = counts.total(), len(counts)
            found = (counts[letter] + kinds * found) / (total + kinds)
        return found

    def bits(self, texts: list[str]) -> float:
        """Per byte; of each text the first letter is given."""
        bits = -sum(math.log2(self.share(text[max(0, i - ORDER) : i], text[i])) for text in texts for i in range(1, len(text)))
        return bits / sum(len(text) - 1 for text in texts)
