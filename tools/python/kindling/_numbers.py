"""_numbers.py - numbers in and out: lists, array.array, anything with a buffer, NumPy's arrays where there is NumPy."""
import array
import ctypes

from ._library import LAYOUTS, PRECISION
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

    def flat(self):
        """All numbers, row by row, as Python's array.array: a copy."""
        shape, strides, item = self.shape, self._strides(), ctypes.sizeof(self._item)
        places = [0]
        for size, stride in zip(shape, strides):
            places = [p + i * stride for p in places for i in range(size)]
        if places == list(range(len(places))):
            return array.array(self._code, (self._item * len(places)).from_address(self._data() or ctypes.addressof(_nothing))[:])
        base = self._data()
        return array.array(self._code, [self._item.from_address(base + item * p).value for p in places])

    def tolist(self):
        """Nested lists, as NumPy's."""
        numbers, shape = self.flat().tolist(), self.shape
        for size in reversed(shape[1:]):
            numbers = [numbers[i:i + size] for i in range(0, len(numbers), size)] if size else []
        return numbers if shape else numbers[0]


_nothing = ctypes.c_double()
_little = memoryview(array.array("H", [1])).tobytes()[0] == 1


def flattened(data):
    """(shape, flat list) of a number or of nested lists."""
    if isinstance(data, str):
        raise TypeError(f"expected numbers, got {data!r}")
    if not hasattr(data, "__len__"):
        return (), [data]
    rows = [flattened(row) for row in data]
    if any(shape != rows[0][0] for shape, _ in rows):
        raise ValueError(f"rows of different shapes: {rows[0][0]} and {next(s for s, _ in rows if s != rows[0][0])}")
    return (len(rows), *(rows[0][0] if rows else ())), [n for _, numbers in rows for n in numbers]


def numbers_of(data, code, item):
    """(shape, ctypes array) of a number, nested lists, or anything with a buffer: bytes are copied where the type fits."""
    try:
        view = memoryview(data)
    except TypeError:
        shape, numbers = flattened(data)
    else:
        shape, same = view.shape, view.format == code and view.c_contiguous
        if same:
            made = (item * (view.nbytes // view.itemsize))()
            if view.nbytes:
                ctypes.memmove(made, (ctypes.c_char * view.nbytes).from_buffer_copy(view), view.nbytes)
            return shape, made
        numbers = flattened(view.tolist())[1]
    return shape, (item * len(numbers))(*numbers)
