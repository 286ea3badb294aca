"""ipynb.py - a woven notebook as Jupyter's JSON (nbformat 4.5), outputs included.

Notebooks from someone else are untrusted, and then Jupyter drops SVG; a picture inside an <img> of
text/html is shown all the same, so that is how pictures go in.
"""
import base64
import html
import json
import pathlib
import re


def _lines(text):
    return text.splitlines(keepends=True)


def _stream(text):
    return {"output_type": "stream", "name": "stdout", "text": _lines(text)}


def _data(bundle):
    return {"output_type": "display_data", "metadata": {},
            "data": {mime: _lines(text) for mime, text in bundle.items()}}


def first_line(box):
    """What Graphviz wrote in the top line of a box."""
    texts = re.findall(r'<text[^>]* y="([^"]*)"[^>]*>(.*?)</text>', box)
    line = "".join(said for y, said in texts if y == texts[0][0])
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", line)).replace("\u00a0", " ").split())


def words(svg):
    """What is written in a picture, headings first."""
    found = re.findall(r"<text([^>]*)>(.*?)</text>", svg, re.S)
    order = ['class="title"', 'class="panel"', 'class="axis"', ""]
    ranked = sorted(found, key=lambda t: next(i for i, mark in enumerate(order) if mark in t[0]))
    return [" ".join(re.sub(r"<[^>]*>", "", said).split()) for _, said in ranked if said.strip()]


def described(file, svg):
    """What a picture shows, for who does not see it: its own title; of a graph, what stands in its
    boxes."""
    title = re.search(r"<svg[^>]*>\s*<title>(.*?)</title>", svg, re.S)
    if 'class="graph"' not in svg:
        texts = [title[1]] if title else words(svg)
        return html.unescape("; ".join(dict.fromkeys(texts)))[:300] or file.stem
    names = [first_line(box.partition("<!--")[0]) for box in svg.split('class="node"')[1:] if "<title>n" in box[:60]]
    most = 12
    return f"A graph of {len(names)} boxes: {', '.join(names[:most])}{', ...' if len(names) > most else ''}"


def show_file(path):
    """A bundle of MIME types for a file that a cell wrote."""
    file = pathlib.Path(path)
    ending, raw = file.suffix, file.read_bytes()
    if ending in (".svg", ".png"):
        mime = "image/svg+xml" if ending == ".svg" else "image/png"
        says = file.stem
        if ending == ".svg":
            raw = raw[max(raw.find(b"<svg"), 0):]
            says = described(file, raw.decode("utf-8", "replace"))
        code = base64.b64encode(raw).decode()
        return {"text/html": f'<img alt="{html.escape(says)}" '
                             f'src="data:{mime};base64,{code}">', "text/plain": file.name}
    text = raw.decode("utf-8", "replace")
    return {"text/html": text, "text/plain": file.name} if ending == ".html" else {"text/plain": text}


def output(item):
    kind = item[0]
    if kind == "text":
        return _stream(item[1])
    if kind == "file":
        return _data(show_file(item[1]))
    said = sentence(item)
    return _stream(said) if said else None


def sentence(item):
    """A gate, or the end of a cell that did not just end, in words; "" for the others."""
    if item[0] == "gate":
        return f"gate {'passed' if item[1] else 'FAILED'}: {item[2]}\n"
    _, how, _, why = item
    if how == "ok":
        return ""
    return f"The cell {why}" + (", as it was meant to.\n" if how == "meant" else ".\n")


def notebook(cells):
    body = []
    for i, c in enumerate(cells):
        cell = {"id": f"cell-{i}", "cell_type": c.kind, "metadata": {}, "source": _lines(c.text)}
        if c.kind == "code":
            cell["execution_count"] = None
            cell["outputs"] = [o for o in map(output, c.outputs) if o]
        body.append(cell)
    return {"nbformat": 4, "nbformat_minor": 5, "cells": body,
            "metadata": {"kernelspec": {"name": "kindling", "display_name": "C (Kindling)",
                                        "language": "c"},
                         "language_info": {"name": "c", "file_extension": ".c",
                                           "mimetype": "text/x-csrc"}}}


def write(path, cells):
    pathlib.Path(path).write_text(json.dumps(notebook(cells), indent=1, ensure_ascii=False) + "\n")
