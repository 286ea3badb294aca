"""cutter.py - what this package takes of tools/course/authors: answers.py cuts engine files into what is
given and what is an answer, names.py knows the known mistakes, variants.py builds many of them at
once."""
from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from kindling_grading.course import ROOT


def loaded(name: str) -> ModuleType:
    """The authors' tools are no package; each is taken by its place, after those that it imports."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"tools/course/authors/{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


answers, _, _, mistakes, variants, names = map(loaded, ("answers", "pasted", "strangers", "mistakes", "variants", "names"))
