"""graph.py - the graph of a small attention layer: DOT, SVG where Graphviz is, JSON, and a page to
walk through.

usage: graph.py [FOLDER]        build/python/graph if none is given
"""
import pathlib
import sys

import kindling as k

out = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/python/graph")
out.mkdir(parents=True, exist_ok=True)
words = ["the", "cat", "slept"]

k.manual_seed(1)
x = k.normal([1, 3, 4], 0, 1).requires_grad_().named("x")
with k.region("attention"):
    q, key, v = ((x @ k.normal([4, 4], 0, 1).requires_grad_().named(f"W_{n}")).named(n) for n in "qkv")
    weights = (q @ key.T / 2).softmax(-1).named("weights")
    y = (weights @ v).named("y")
loss = (y * y).mean()
k.explore(loss, out / "attention.html", title="Attention, from Python", row_labels=words, column_labels=words,
          n_rows=3, n_columns=3)  # a backward goes through it, and keeps all gradients
(out / "attention.dot").write_text(k.dot(loss, values=True, gradients=True))
k.json(loss, out / "attention.json", rows=words, columns=words)
try:
    k.svg(loss, out / "attention.svg", values=True, gradients=True)
except FileNotFoundError as why:
    print(why)
print(*sorted(str(f) for f in out.iterdir()), sep="\n")
