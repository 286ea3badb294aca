"""Kindling from Python: the engine's tensors, layers, optimizers and models, by ctypes.

    import kindling as k
    x = k.tensor([[1, 2], [3, 4]], requires_grad=True)
    (x @ x).sum().backward()
    print(x.grad.numpy())

Every public function of the headers is here under its own name, k.tensor_softmax(x, -1), and those
of tensors without their first word, k.softmax(x, -1), x.softmax(-1); help(k.softmax) shows what the
header says. tools/python/README.md tells how counts, options and memory go together.
"""
from ._functions import SAID, function
from ._library import CONSTANTS, LAYOUTS, PATH, PRECISION, VERSION, Error, FileError
from ._struct import Struct, wrap
from ._graph import dot, explore, json, region, summary, svg
from ._models import LanguageModel, Module, Optimizer, ParameterList, load_model, module_new, parameters
from ._text import Bpe
from ._tensor import IntTensor, Tensor, default_rng, ids, manual_seed, no_grad, tensor

__version__ = VERSION


def __getattr__(name):
    if name in CONSTANTS:
        return CONSTANTS[name]
    found = function(name) or function(f"tensor_{name}")
    if found is not None:
        return found
    if name in LAYOUTS:
        return lambda **members: wrap(name, None, members)
    raise AttributeError(f"kindling has no {name!r}")


def __dir__():
    short = [n[len("tensor_"):] for n in SAID if n.startswith("tensor_")]
    return sorted({*globals(), *CONSTANTS, *SAID, *short})
