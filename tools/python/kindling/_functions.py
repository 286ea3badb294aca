"""_functions.py - calls the library: values of Python become arguments of C, and results come back.

    tensor_sum(Tensor *a, int n, const int *axes, bool keepdims)   is   tensor_sum(a, axes=(), keepdims=False)
    mha_new(MhaOptions options)                                    is   mha_new(embed_dim=16, num_heads=4)

A count and the array behind it are one sequence; what may be NULL may be left out, as may a bool;
the members of options are keywords; where a tensor is wanted, a number, a list or an array will do.
"""
import ctypes
import operator
import re
import threading

from ._library import (CONSTANTS, DESCRIPTION, LAYOUTS, LIBRARY, SCALARS, Arena, Error, FileError, caller, plain)
from ._numbers import whole
from ._struct import Struct, address_of, fill, structs_of, text_of, wrap

REQUIRED = object()
here = threading.local()  # here.region: the one that this thread records in, which its results keep
_names = {}  # names of tensors, modules, parameters: the library does not copy them


def kept_for_good(text):
    return _names.setdefault(text, text.encode())


# ---- one argument --------------------------------------------------------------------------------

def scalar(kind):
    ctype = SCALARS[kind]
    if kind in ("real", "double", "float"):
        return lambda value, keep: ctype(float(value))
    if kind == "bool":
        return lambda value, keep: ctype(bool(value))
    if kind in DESCRIPTION["enums"]:
        return lambda value, keep: ctype(CONSTANTS[value] if isinstance(value, str) else operator.index(value))

    return lambda value, keep: ctype(whole(value, kind))


def text(name):
    def convert(value, keep):
        if value is None or isinstance(value, (bytes, ctypes.Array)):
            return value
        return kept_for_good(value) if name in ("name", "kind", "key") else value.encode()
    return convert


def by_value(kind):
    def convert(value, keep):
        made = LAYOUTS[kind].structure()()
        if isinstance(value, dict) and LAYOUTS[kind].members.get("init", ("",))[0] == "Rng *":
            from . import _tensor
            value = {"init": _tensor.default_rng(), **value}
        fill(made, LAYOUTS[kind], value, keep)
        return made
    return convert


def pointer(kind):
    """To a struct. Numbers, lists and arrays become tensors on the way."""
    def convert(value, keep):
        if value is None:
            return None
        if kind in ("Tensor", "IntTensor") and not isinstance(value, Struct):
            from . import _tensor
            value = _tensor.tensor_of(value) if kind == "Tensor" else _tensor.ids_of(value)
        if isinstance(value, dict):
            value = wrap(kind, None, value)
        if kind == "ParameterList" and (isinstance(value, (list, tuple)) or isinstance(value, Struct) and value._fits("Module")):
            from . import _models
            value = _models.parameters(value)
        if not isinstance(value, Struct) or not value._fits(kind):
            raise TypeError(f"expected {'an' if kind[0] in 'AEIOU' else 'a'} {kind}, got {type(value).__name__}")
        keep.append(value)
        return address_of(value)
    return convert


def written_to(value, one):
    """Memory of NumPy's, or any other, as C's array that shares it; None: it is no memory."""
    try:
        view = memoryview(value)
    except TypeError:
        return None
    item = SCALARS[one]
    if view.readonly or not view.c_contiguous or view.format.lstrip("@=") != item._type_:
        raise TypeError(f"C writes here: expected memory in order of {ctypes.sizeof(item)} bytes a number ({item._type_!r}), got "
                        f"{'what is read-only' if view.readonly else repr(view.format) if view.c_contiguous else 'another order'}")
    return (item * (view.nbytes // view.itemsize)).from_buffer(value) if view.nbytes else (item * 0)()


def array(kind, const):
    """A sequence as C's array: numbers, texts or pointers. What is memory already is passed as it
    is, where C writes to it."""
    one = kind[:-1].strip()

    def convert(value, keep):
        if value is None:
            return None
        made = value if isinstance(value, ctypes.Array) else None
        if made is None and one in SCALARS and not const:
            made = written_to(value, one)
        if made is not None:
            pass
        elif one == "char *":
            made = (ctypes.c_char_p * len(value))(*[v.encode() for v in value])
        elif one.endswith("*"):
            item = pointer(one[:-1].strip())
            made = (ctypes.c_void_p * len(value))(*[item(v, keep) for v in value])
        else:
            item = scalar(one)
            made = (SCALARS[one] * len(value))(*[item(v, keep).value for v in value])
        keep.append(made)
        return made
    return convert


def converter(said, name):
    kind = plain(said)
    if kind in SCALARS:
        return scalar(kind), SCALARS[kind]
    if kind == "char *":
        return text(name), ctypes.c_char_p
    if kind in LAYOUTS:
        return by_value(kind), LAYOUTS[kind].structure()
    if kind.endswith("*") and kind[:-1].strip() not in SCALARS and kind.count("*") == 1 and kind != "void *":
        return pointer(kind[:-1].strip()), ctypes.c_void_p
    return array(kind, "const" in said), ctypes.c_void_p


class Parameter:
    """What Python passes: one argument of C, or a sequence that C gets as an array with a count
    before or behind it."""

    along = None  # the sequence that has to be as long

    def __init__(self, given, count=None, behind=False):
        self.name, self.kind = given["name"], plain(given["type"])
        self.counted, self.behind = count is not None, behind
        self.convert, ctype = converter(given["type"], self.name)
        self.ctypes = [ctype]
        if self.counted:
            self.ctypes.insert(behind, SCALARS[plain(count["type"])])
        self.default = None if given["null"] or self.counted else False if self.kind == "bool" else REQUIRED
        if self.counted and self.kind[:-1].strip() in LAYOUTS:
            self.convert = lambda value, keep: structs_of(self.kind[:-1].strip(), value, keep)
        if self.kind in LAYOUTS:
            self.default = {}
        if self.name == "seed":
            self.default = 0
        if self.kind == "Rng *":
            self.default = None

    def arguments(self, value, keep):
        if not self.counted:
            return [self.convert(value, keep)]
        if value is None:
            value = ()
        elif isinstance(value, str):
            value = value.encode()
        elif not hasattr(value, "__len__"):
            value = list(value) if hasattr(value, "__iter__") else [value]
        converted = self.convert(value, keep)
        n = len(converted if isinstance(converted, ctypes.Array) else value)
        return [converted, n] if self.behind else [n, converted]


def is_count(p, names):
    return p["type"] in ("int", "long", "size_t") and re.fullmatch(names, p["name"]) is not None


def is_array(p):
    kind = plain(p["type"])
    return kind.count("*") == 2 or kind.endswith("*") and kind[:-1].strip() in SCALARS


def behind(p):
    """How a count behind it is called: a path, as all text, has its bytes counted, if anything."""
    return "bytes" if plain(p["type"]) == "char *" else r"n|n_\w+|bytes"


def counts(p, after):
    """Is it n_metadata in front of metadata, and no count of what stands before it?"""
    return after is not None and p["name"] == f"n_{after['name']}"


def parameters(given, words):
    """words: what the header says; of "ids (B, n)" n is no count of all."""
    found, i = [], 0
    while i < len(given):
        p, after, then = (given[i:i + 3] + [None, None])[:3]
        pair = 2
        if counts(p, after):
            found.append(Parameter(after, p))
        elif after and is_count(p, r"n|ndim|count|n_\w+") and is_array(after) and plain(after["type"]) != "char *":
            found.append(Parameter(after, p))
        elif after and f"{p['name']} (B, {after['name']})" in words:
            found += [Parameter(p), Parameter(after)]
        elif after and "const" in p["type"] and is_array(p) and is_count(after, behind(p)) and not counts(after, then):
            found.append(Parameter(p, after, behind=True))
        else:
            found.append(Parameter(p))
            if len(found) > 1 and found[-2].counted and found[-1].kind.endswith("**"):
                found[-1].along = found[-2].name  # names, tensors: one count for both
            pair = 1
        i += pair
    return found


# ---- a function ----------------------------------------------------------------------------------

KEEPS = {"parameters_add", "module_share"}  # the first argument lives on with the others in it
# modules in the last argument belong to another one from here on
ADOPTS = {"sequential_new", "module_add", "module_child"}


def holds_pointers(kind):
    return any("*" in member for member, _, _ in LAYOUTS[kind].members.values())


class Function:
    def __init__(self, said):
        self.said = said
        self.__name__ = said["name"]
        self.__doc__ = f"{said['text']}\n\n{said['words']}".strip()
        self.parameters = parameters(said["parameters"], said["words"])
        self.result = plain(said["result"])
        self.frees = f"{self.result}" == "char *" and "const" not in said["result"]
        self.c = getattr(LIBRARY, f"guarded_{said['name']}")
        self.c.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p]
        self.c.argtypes = self.c.argtypes + [c for p in self.parameters for c in p.ctypes]
        self.options = next((p for p in self.parameters if p.kind in LAYOUTS), None)
        if self.result in LAYOUTS:
            self.memory = LAYOUTS[self.result].structure()
        else:
            self.memory = SCALARS.get(self.result, ctypes.c_void_p)

    def __repr__(self):
        return f"<{self.said['text']}>"

    def bound(self, args, keywords):
        """The value of each parameter."""
        if len(args) > len(self.parameters):
            raise TypeError(f"{self.__name__}() takes at most {len(self.parameters)} arguments: {self.said['text']}")
        values = dict(zip((p.name for p in self.parameters), args))
        options = {}
        for name, value in keywords.items():
            if any(p.name == name for p in self.parameters) and name not in values:
                values[name] = value
            elif self.options is not None and name in LAYOUTS[self.options.kind].members:
                options[name] = value
            else:
                raise TypeError(f"{self.__name__}() has no argument {name!r} left: {self.said['text']}")
        if options:
            values[self.options.name] = options
        for p in self.parameters:
            value = values.get(p.name, p.default)
            if value is REQUIRED:
                raise TypeError(f"{self.__name__}() needs {p.name!r}: {self.said['text']}")
            if p.along and len(value) != len(values[p.along]):
                raise ValueError(f"{self.__name__}: {len(values[p.along])} {p.along}, and {len(value)} {p.name}, expected as many")
            if value is None and p.kind == "Rng *" and "OR_NULL" not in self.said["text"]:
                from . import _tensor
                value = _tensor.default_rng()
            yield p, value

    def __call__(self, *args, **keywords):
        keep, given = [], []
        for p, value in self.bound(args, keywords):
            try:
                given += p.arguments(value, keep)
            except (TypeError, ValueError, OverflowError) as why:
                raise type(why)(f"{self.__name__}: {p.name}: {why}") from None
        file, line = caller()
        owner, result = ctypes.c_void_p(), self.memory()
        failed = self.c(file, line, ctypes.byref(owner), ctypes.byref(result), *given)
        arena = Arena(owner.value) if owner.value else None
        keep.append(getattr(here, "region", None))
        if failed:
            raise Error(LIBRARY.guarded_message().decode(errors="replace"), file.decode(), line)
        return self.returned(result, arena, keep, file, line)

    def returned(self, result, arena, keep, file, line):
        if self.__name__ in KEEPS:
            keep[0]._keep += tuple(k for k in keep[1:] if k is not None)
        for value in keep:
            if isinstance(value, Struct) and value._memory is not None and holds_pointers(value._kind):
                # a Batch that was filled
                value._keep = (*value._given, arena, *(k for k in keep if k is not None and k is not value))
        if self.result == "void":
            made = None
        elif self.result == "char *":
            made = text_of(result.value, self.frees)
        elif self.result in LAYOUTS:
            made = wrap(self.result, result, None, (arena, *keep))
        elif self.result in SCALARS:
            made = result.value
        else:
            made = self.handle(result.value, arena, keep)
        if made is None and self.result != "void" or self.result in ("int", "long") and made == -1:
            why = ERROR()
            if why:
                raise FileError(why, file.decode(), line)
        if self.__name__ in ADOPTS:
            for child in keep if made is not None else keep[1:]:
                if isinstance(child, Struct):
                    child._adopted_by(made if made is not None else keep[0])
        return made

    def handle(self, address, arena, keep):
        """A pointer: one of the arguments, or a new object that keeps them."""
        if not address:
            return None
        for value in keep:
            if isinstance(value, Struct) and address_of(value) == address and value._fits(self.result[:-1].strip()):
                return value
        return wrap(self.result[:-1].strip(), address, None, (arena, *keep), owned="const" not in self.said["result"])


SAID = {f["name"]: f for f in DESCRIPTION["functions"]}
_made = {}


def function(name):
    """The library's function of this name; None: there is none that Python can call."""
    if name not in _made and name in SAID:
        _made[name] = Function(SAID[name])
    return _made.get(name)


def ERROR():
    owner, value = ctypes.c_void_p(), ctypes.c_char_p()
    LIBRARY.guarded_kindling_error(None, 0, ctypes.byref(owner), ctypes.byref(value))
    return (value.value or b"").decode(errors="replace")
