"""_numbers.py - numbers in and out: lists, array.array, anything with a buffer, NumPy's arrays
where there is NumPy."""
import array
import ctypes
import math
import operator
import sys

from ._library import LAYOUTS, PRECISION, SCALARS
from ._struct import Struct

TYPECODE = {4: "f", 8: "d"}[PRECISION]


class Numbers(Struct):
    """What a Tensor and an IntTensor have in common: a shape, and numbers to take out."""

    @property
    def ndim(self):
        return self._member("ndim")

    @property
    def shape(self):
        return self._member("shape")[:self.ndim]

    def __len__(self):
        if not self.shape:
            raise TypeError("a scalar has no length")
        return self.shape[0]

    def numpy(self):
        """As a NumPy array, which shares the numbers: changing one changes the other."""
        import numpy
        return numpy.asarray(self)

    @property
    def __array_interface__(self):
        item = ctypes.sizeof(self._item)
        address = self._data() or ctypes.addressof(_nothing)
        return {"version": 3, "shape": self.shape, "typestr": f"{'<' if _little else '>'}{self._letter}{item}",
                "data": (address, False), "strides": tuple(item * s for s in self._strides())}

    def _data(self):
        return ctypes.c_void_p.from_address(self._address + LAYOUTS[self._kind].members["data"][1]).value

    def _memory_in_order(self):
        """Its numbers, row by row, as an array of ctypes that shares them; they lie in that
        order."""
        return (self._item * math.prod(self.shape)).from_address(self._data() or ctypes.addressof(_nothing))

    def flat(self):
        """All numbers, row by row, as Python's array.array: a copy."""
        made = array.array(self._code)
        made.frombytes(bytes(self._memory_in_order()))
        return made

    def tolist(self):
        """Nested lists, as NumPy's."""
        numbers, shape = self.flat().tolist(), self.shape
        for size in reversed(shape[1:]):
            numbers = [numbers[i:i + size] for i in range(0, len(numbers), size)] if size else []
        return numbers if shape else numbers[0]


_nothing = ctypes.c_double()
_little = memoryview(array.array("H", [1])).tobytes()[0] == 1


PLAIN = {int, float, bool}


def flattened(data):
    """(shape, flat list) of a number or of nested lists."""
    if isinstance(data, str):
        raise TypeError(f"expected numbers, got {data!r}")
    if not hasattr(data, "__len__"):
        return (), [data]
    row = list(data)
    if row and set(map(type, row)) <= PLAIN:
        return (len(row),), row
    rows = [flattened(row) for row in row]
    if any(shape != rows[0][0] for shape, _ in rows):
        raise ValueError(f"rows of different shapes: {rows[0][0]} and {next(s for s, _ in rows if s != rows[0][0])}")
    return (len(rows), *(rows[0][0] if rows else ())), [n for _, numbers in rows for n in numbers]


# ---- whole numbers: the one way in ---------------------------------------------------------------

def whole(value, kind):
    """A whole number that C's type can hold; ctypes alone would cut off what is too much."""
    n = operator.index(value)
    if SCALARS[kind](n).value != n:
        raise OverflowError(f"{n} does not fit into C's {kind}")
    return n


def whole_array(numbers, kind="int"):
    """Numbers of Python's as an array of ints of C."""
    try:
        return shared(array.array("i", numbers), SCALARS[kind])
    except (TypeError, OverflowError):
        for n in numbers:
            whole(n, kind)  # says which
        raise


def shared(numbers, item):
    return (item * len(numbers)).from_buffer(numbers) if numbers else (item * 0)()


# ---- arrays of other packages --------------------------------------------------------------------

KINDS = {"f": "biuf", "i": "biu"}  # of NumPy's types: what becomes a real, and an id


def as_numpy(data):
    """NumPy's array of these numbers, where they are one of its arrays or can become one; else
    None."""
    numpy = sys.modules.get("numpy")
    if numpy is None or not (isinstance(data, (numpy.ndarray, numpy.generic)) or hasattr(data, "__array__")):
        return None
    return numpy.asarray(data)


def of_numpy(a, item, letter):
    """(shape, ctypes array) of NumPy's array, whatever its type, byte order and strides; shared
    where nothing has to change."""
    if a.dtype.kind not in KINDS[letter]:
        wanted = "numbers" if letter == "f" else "whole numbers"
        remedy = "a.real" if a.dtype.kind == "c" else "a.astype('f4')" if letter == "f" else "a.astype(int)"
        raise TypeError(f"expected {wanted}, got an array of {a.dtype}. hint: {remedy}")
    if letter == "i" and a.size and a.dtype.kind != "b":
        whole(a.min(), "int"), whole(a.max(), "int")
    same = a.astype(f"=i{ctypes.sizeof(item)}" if letter == "i" else f"=f{ctypes.sizeof(item)}", order="C", copy=False)
    made = (item * same.size).from_address(same.ctypes.data if same.size else ctypes.addressof(_nothing))
    made.of = same  # keeps it
    return a.shape, made


def of_memory(view, code, item):
    """The same of a memoryview, where there is no NumPy."""
    if view.format == code and view.c_contiguous:
        return (item * (view.nbytes // view.itemsize)).from_buffer_copy(view)
    try:
        numbers = flattened(view.tolist())[1]
    except NotImplementedError:
        raise TypeError(f"memory of type {view.format!r} cannot be read without NumPy. hint: import numpy, or a list") from None
    return of_list(numbers, code, item)


def of_list(numbers, code, item):
    return whole_array(numbers) if code == "i" else shared(array.array(code, numbers), item)


def numbers_of(data, code, item):
    """(shape, ctypes array) of a number, nested lists, or anything with a buffer."""
    found = as_numpy(data)
    if found is not None:
        return of_numpy(found, item, "i" if code == "i" else "f")
    try:
        view = memoryview(data)
    except TypeError:
        shape, numbers = flattened(data)
        return shape, of_list(numbers, code, item)
    return view.shape, of_memory(view, code, item)
