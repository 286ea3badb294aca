"""ipynb.py - a woven notebook as Jupyter's JSON (nbformat 4.5), outputs included.

Notebooks from someone else are untrusted, and then Jupyter drops SVG; a picture inside an <img> of
text/html is shown all the same, so that is how pictures go in.
"""
import base64
import html
import json
import pathlib


def _lines(text):
    return text.splitlines(keepends=True)


def _stream(text):
    return {"output_type": "stream", "name": "stdout", "text": _lines(text)}


def _data(bundle):
    return {"output_type": "display_data", "metadata": {},
            "data": {mime: _lines(text) for mime, text in bundle.items()}}


def show_file(path):
    """A bundle of MIME types for a file that a cell wrote."""
    file = pathlib.Path(path)
    ending, raw = file.suffix, file.read_bytes()
    if ending in (".svg", ".png"):
        mime = "image/svg+xml" if ending == ".svg" else "image/png"
        if ending == ".svg":
            raw = raw[max(raw.find(b"<svg"), 0):]
        code = base64.b64encode(raw).decode()
        return {"text/html": f'<img alt="{html.escape(file.stem)}" '
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
