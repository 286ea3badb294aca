"""_struct.py - a struct of the library as an object of Python: members to read, functions to call,
an end.

A Struct is an address, or memory of its own for what C passes by value; its type is one of LAYOUTS,
or opaque. What is behind it lives as long as the object: in the Arena of the call that made it,
freed by its own function (optimizer_free), or as part of another object. `_keep` holds all that it
needs.
"""
import ctypes

from ._library import DESCRIPTION, LAYOUTS, LIBRARY, SCALARS

CLASSES = {}  # type -> class, where it has one of its own
PREFIXES = {"MultiHeadAttention": "mha", "PositionalEncoding": "positions", "ParameterList": "parameters", "DataLoader": "loader",
            "SafeTensors": "safetensors", "KvCache": "kv_cache", "MinMaxObserver": "minmax_observer", "Conv2d": "conv2d", "BatchNorm2d": "batch_norm2d"}


def snake(kind):
    return PREFIXES.get(kind) or "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(kind))


def frees():
    """type -> the function that ends it: all that are called x_free or x_close and take one
    pointer."""
    found = {}
    for f in DESCRIPTION["functions"]:
        if f["name"].endswith(("_free", "_close")) and len(f["parameters"]) == 1:
            found[f["parameters"][0]["type"].replace(" *", "")] = f["name"]
    found["Tensor"] = "python_free_tensor"
    return found


FREES = frees()


def end(kind, address):
    name = FREES["Module" if is_module(kind) else kind]
    owner = ctypes.c_void_p()
    getattr(LIBRARY, f"guarded_{name}")(None, 0, ctypes.byref(owner), None, ctypes.c_void_p(address))


def is_module(kind):
    return kind in LAYOUTS and LAYOUTS[kind].is_module


class Struct:
    _kind = None

    def __init__(self, kind, address, memory=None, keep=(), owned=False):
        put = object.__setattr__
        put(self, "_kind", kind)
        put(self, "_address", address)
        put(self, "_memory", memory)
        put(self, "_keep", keep)
        put(self, "_given", keep if memory is not None else ())  # what its members were made of
        put(self, "_owned", owned)

    def __del__(self):
        if getattr(self, "_owned", False):
            object.__setattr__(self, "_owned", False)
            end(self._kind, self._address)

    def _fits(self, kind):
        return kind == self._kind or kind == "Module" and is_module(self._kind) or kind == "void"

    def _adopted_by(self, other):
        """The library frees it with the other one, which therefore has to last."""
        other._keep = tuple(k for k in other._keep if k is not self) + self._keep
        object.__setattr__(self, "_owned", False)
        object.__setattr__(self, "_keep", (other,))

    # ---- members, and functions whose first argument it is ---------------------------------------

    def _function(self, name):
        from ._functions import function
        prefixes = [snake(self._kind)] + (["module"] if is_module(self._kind) else [])
        for prefix in prefixes:
            found = function(f"{prefix}_{name}")
            if found is not None and found.parameters and self._fits(found.parameters[0].kind[:-1].strip()):
                return found
        return None

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        # a function of its name takes more: optimizer_lr(o, i)
        number = self._members().get(name, ("",))[0] in SCALARS
        called = None if number else self._function(name)
        if called is not None:
            def method(*args, **keywords):
                return called(self, *args, **keywords)
            method.__doc__, method.__name__ = called.__doc__, name
            return method
        if name in self._members():
            return self._member(name)
        raise AttributeError(f"a {self._kind} has no {name!r}")

    def _members(self):
        """Those of its type, and, as every layer begins with one, those of a Module."""
        own = LAYOUTS[self._kind].members if self._kind in LAYOUTS else {}
        return LAYOUTS["Module"].members | own if is_module(self._kind) else own

    def _member(self, name):
        kind, offset, count = self._members()[name]
        at = self._address + offset
        if count:
            size = ctypes.sizeof(SCALARS.get(kind, ctypes.c_void_p))
            if kind in LAYOUTS:
                raise AttributeError(f"{self._kind}.{name} cannot be read from Python")
            return tuple(self._value(name, kind, at + i * size) for i in range(count))
        return self._value(name, kind, at)

    def _value(self, name, kind, at):
        if kind in SCALARS:
            return SCALARS[kind].from_address(at).value
        if kind in LAYOUTS:
            return wrap(kind, at, None, (self,))
        address = ctypes.c_void_p.from_address(at).value
        if kind == "char *":
            return text_of(address)
        if kind.count("*") != 1 or kind[:-1].strip() in SCALARS:
            raise AttributeError(f"{self._kind}.{name} cannot be read from Python")
        return wrap(kind[:-1].strip(), address, None, (self,)) if address else None

    def __setattr__(self, name, value):
        if name.startswith("_"):
            object.__setattr__(self, name, value)
            return
        kind, offset, count = self._members().get(name, (None, 0, 0))
        if kind not in SCALARS or count:
            raise AttributeError(f"{self._kind}.{name} cannot be set")
        from ._functions import scalar
        SCALARS[kind].from_address(self._address + offset).value = scalar(kind)(value, None).value

    def __dir__(self):
        from ._functions import SAID
        prefixes = tuple(p + "_" for p in [snake(self._kind)] + (["module"] if is_module(self._kind) else []))
        named = [n[len(p):] for n in SAID for p in prefixes if n.startswith(p)]
        return sorted({*super().__dir__(), *named, *self._members()})

    def __repr__(self):
        return f"<{self._kind}>"

    def __iter__(self):
        """A result of several parts: output, weights = kindling.self_attention(x)."""
        if self._memory is None:
            raise TypeError(f"a {self._kind} has no parts to go through")
        return iter([getattr(self, name) for name in LAYOUTS[self._kind].members])


def address_of(struct):
    return struct._address


def list_at(struct, member, n):
    """The n numbers that a member points to."""
    kind, offset, _ = LAYOUTS[struct._kind].members[member]
    at = ctypes.c_void_p.from_address(struct._address + offset).value
    return list((SCALARS[kind[:-1].strip()] * n).from_address(at)) if n else []


def text_of(address, free=False):
    if not address:
        return None
    said = ctypes.string_at(address)
    if free:
        owner = ctypes.c_void_p()
        LIBRARY.guarded_python_free(None, 0, ctypes.byref(owner), None, ctypes.c_void_p(address))
    return said.decode(errors="replace")


def class_of(kind):
    return CLASSES.get(kind) or (CLASSES.get("Module") if is_module(kind) else None) or Struct


def wrap(kind, where, members=None, keep=(), owned=False):
    """where: an address, a ctypes.Structure, or None for a new one with these members."""
    if isinstance(where, int):
        owned = owned and (kind in FREES or is_module(kind)) and (kind != "Tensor")
        return class_of(kind)(kind, where, None, tuple(k for k in keep if k is not None), owned)
    memory = where if where is not None else LAYOUTS[kind].structure()()
    held = [k for k in keep if k is not None]
    if members is not None:
        fill(memory, LAYOUTS[kind], members, held)
    return class_of(kind)(kind, ctypes.addressof(memory), memory, tuple(held))


def fill(memory, layout, members, keep):
    """Members of a struct from a dict, or from another object of that type."""
    if isinstance(members, Struct) and members._kind == layout.name:
        ctypes.memmove(ctypes.addressof(memory), members._address, layout.size)
        keep.append(members)
        return
    if not isinstance(members, dict):
        raise TypeError(f"expected a dict with members of {layout.name}, got {type(members).__name__}")
    for name, value in members.items():
        if name not in layout.members:
            raise TypeError(f"{layout.name} has no {name!r}; it has {', '.join(layout.members)}")
        kind, _, count = layout.members[name]
        how_many = f"n_{name}" if f"n_{name}" in layout.members and f"n_{name}" not in members else None
        if count:
            fill_array(memory, name, kind, count, value, keep, how_many)
        elif kind in LAYOUTS:
            fill(getattr(memory, name), LAYOUTS[kind], value, keep)
        elif how_many and isinstance(value, (list, tuple)) and kind[:-1].strip() in LAYOUTS:
            setattr(memory, name, ctypes.cast(structs_of(kind[:-1].strip(), value, keep), ctypes.c_void_p))
            setattr(memory, how_many, len(value))
        else:
            setattr(memory, name, member_of(kind, name, value, keep))


def member_of(kind, name, value, keep):
    """A value of Python as a member that is a number or a pointer."""
    from ._functions import converter
    made = converter(f"const {kind}", name)[0](value, keep)
    if kind == "char *" and made is not None:
        made = ctypes.create_string_buffer(made)
        keep.append(made)
    return ctypes.cast(made, ctypes.c_void_p) if isinstance(made, ctypes.Array) else made


def fill_array(memory, name, kind, count, value, keep, how_many):
    """An array within a struct: all of its numbers; or as many pointers as there are, with their
    count in n_name."""
    given = list(value) if hasattr(value, "__iter__") else [value] * count
    if len(given) > count or len(given) < count and not how_many:
        raise ValueError(f"{name} has {count}{' at most' if how_many else ''}, got {len(given)}")
    there = getattr(memory, name)
    for i, one in enumerate(given):
        made = member_of(kind, name, one, keep)
        there[i] = getattr(made, "value", made)
    if how_many:
        setattr(memory, how_many, len(given))


def structs_of(kind, values, keep):
    """An array of structs from a list of dicts."""
    made = (LAYOUTS[kind].structure() * len(values))()
    for one, value in zip(made, values):
        fill(one, LAYOUTS[kind], value, keep)
    keep.append(made)
    return made
