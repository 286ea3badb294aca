"""_library.py - finds the shared object, and reads what it says about itself: functions, structs,
constants.

Nothing here knows the library's functions. libkindling-python.so carries a description of them made
from the headers (generate.py), with sizes and offsets as the compiler had them; a library that has
none is refused.
"""
import ctypes
import json
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE.parents[2]


class Error(RuntimeError):
    """A mistake, in the words of the library, with the line of Python that called."""

    def __init__(self, message, file, line):
        super().__init__(f"{file}:{line}: {message}")
        self.message, self.file, self.line = message, file, line


class FileError(Error, OSError):
    """A problem with a file or with text: what kindling_error() says."""


def find():
    """KINDLING_LIBRARY; beside this file, as make install puts it; or where make python makes it,
    in the tree."""
    given, name = os.environ.get("KINDLING_LIBRARY"), "libkindling-python.so"
    in_tree = (TREE / "Makefile").exists()
    path = pathlib.Path(given) if given else HERE / name
    if not given and in_tree and not path.exists():
        path = TREE / "build" / "release" / "python" / name
    if not path.exists():
        remedy = "make python, or another KINDLING_LIBRARY" if given else f"make python in {TREE}" if in_tree else "make install, or KINDLING_LIBRARY"
        raise ImportError(f"kindling: there is no {path}. hint: {remedy}")
    return path.resolve()


def load(path):
    try:
        library = ctypes.CDLL(str(path))
    except OSError as why:
        raise ImportError(f"kindling: {path} is no library of this machine: {why}. hint: make python") from None
    try:
        text = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "guarded_description")))
        description = json.loads(text)
        library.guarded_start()
    except (ValueError, AttributeError):
        raise ImportError(f"kindling: {path} is not made for Python. hint: make python, which makes libkindling-python.so") from None
    library.guarded_message.restype = ctypes.c_char_p
    library.guarded_end.argtypes = [ctypes.c_void_p]
    return library, description


PATH = find()
LIBRARY, DESCRIPTION = load(PATH)


def ask(name, result):
    """What a function without arguments and without mistakes says."""
    owner, value = ctypes.c_void_p(), result()
    getattr(LIBRARY, f"guarded_{name}")(None, 0, ctypes.byref(owner), ctypes.byref(value))
    return value.value


PRECISION = ask("kindling_precision", ctypes.c_int)
VERSION = ask("kindling_version", ctypes.c_char_p).decode()

# ---- types ------------------------------------------------------------------------------------

REAL = {4: ctypes.c_float, 8: ctypes.c_double}[PRECISION]
SCALARS = {"int": ctypes.c_int, "long": ctypes.c_long, "size_t": ctypes.c_size_t, "bool": ctypes.c_bool, "real": REAL,
           "double": ctypes.c_double, "float": ctypes.c_float, "uint64_t": ctypes.c_uint64, "int64_t": ctypes.c_int64, "uint32_t": ctypes.c_uint32,
           "unsigned": ctypes.c_uint, "unsigned char": ctypes.c_ubyte, "char": ctypes.c_char, "int8_t": ctypes.c_int8,
           "uint8_t": ctypes.c_uint8, "uint16_t": ctypes.c_uint16}
SCALARS |= {name: ctypes.c_int for name in DESCRIPTION["enums"]}


def plain(kind):
    """const long * -> long *: what the compiler wants to know is nothing to Python."""
    return kind.replace("const ", "").replace("*const", "*").replace("struct ", "").strip()


def numbers(symbol, count):
    return list((ctypes.c_long * count).in_dll(LIBRARY, symbol))


class Layout:
    """Where the members of a struct are: {name: (type, offset, how many or 0)}."""

    def __init__(self, name, members, size, offsets, counts):
        self.name, self.size = name, size
        self.members = {m: (plain(kind), offset, count) for (kind, m, _), offset, count in zip(members, offsets, counts)}
        self.is_module = next(iter(self.members.values()), ("",))[0] == "Module" or name == "Module"
        self._structure = None

    def structure(self):
        """The ctypes.Structure that passes it by value; its members are where the compiler put
        them."""
        if self._structure is None:
            fields = []
            for name, (kind, _, count) in self.members.items():
                one = ctypes.c_void_p if kind.endswith("*") else SCALARS.get(kind)
                one = one or LAYOUTS[kind].structure()
                fields.append((name, one * count if count else one))
            made = type(self.name, (ctypes.Structure,), {"_fields_": fields})
            if ctypes.sizeof(made) != self.size or any(getattr(made, n).offset != o for n, (_, o, _) in self.members.items()):
                raise TypeError(f"{self.name} cannot be passed from Python")
            self._structure = made
        return self._structure


def layouts():
    structs = DESCRIPTION["structs"]
    found, at = {}, 0
    values = numbers("guarded_layout", sum(1 + 2 * len(m) for m in structs.values()))
    for name, members in structs.items():
        end = at + 1 + 2 * len(members)
        found[name] = Layout(name, members, values[at], values[at + 1:end:2], values[at + 2:end:2])
        at = end
    return found


LAYOUTS = layouts()
_names = [c for constants in DESCRIPTION["enums"].values() for c in constants]
CONSTANTS = dict(zip(_names, numbers("guarded_constants", len(_names))))

# ---- who called ---------------------------------------------------------------------------------

_files = {}  # the library keeps where a tensor was made: these bytes stay


def caller():
    """File and line of the innermost frame outside of this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(str(HERE)):
        frame = frame.f_back
    name = frame.f_code.co_filename
    if name not in _files:
        near = os.path.relpath(name) if name.startswith(os.getcwd() + os.sep) else name
        _files[name] = near.encode()
    return _files[name], frame.f_lineno


class Arena:
    """What one call of the library made. It ends with the last object of Python that is part of
    it."""

    __slots__ = ("scope",)
    _end = LIBRARY.guarded_end

    def __init__(self, scope):
        self.scope = scope

    def __del__(self):
        self._end(self.scope)
