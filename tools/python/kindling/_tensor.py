"""_tensor.py - Tensor and IntTensor: operators, slices, gradients, and the settings of a thread."""
import ctypes
import operator
import threading

from ._functions import function
from ._library import REAL
from ._numbers import TYPECODE, Numbers, numbers_of
from ._struct import CLASSES, Struct

SLICE_END = -(2 ** (8 * ctypes.sizeof(ctypes.c_long) - 2)) + 1  # shape.h: -(LONG_MAX / 2)


def call(name, *args, **keywords):
    return function(name)(*args, **keywords)


class Tensor(Numbers):
    """A tensor of the library. Its memory ends with the last object that needs it, as the graph
    does."""
    _code, _letter, _item = TYPECODE, "f", REAL

    def _strides(self):
        return self._member("stride")[:self.ndim]

    def _memory_in_order(self):
        in_order = call("tensor_contiguous", self)
        made = super(Tensor, in_order)._memory_in_order()
        made.of = in_order  # keeps it
        return made

    strides = property(_strides, doc="elements between neighbours along each axis")

    # ---- gradients -------------------------------------------------------------------------------

    @property
    def requires_grad(self):
        return self._member("requires_grad")

    def requires_grad_(self):
        """A leaf that wants a gradient."""
        return call("tensor_requires_grad", self)

    @property
    def grad(self):
        """The gradient as it is now, a copy; None: there is none."""
        there = self._member("grad")
        return None if there is None else tensor(there)

    def backward(self, seed=None, retain_graph=False):
        call("tensor_backward_from", self, seed, retain_graph)

    def item(self):
        return call("tensor_item", self)

    @property
    def name(self):
        return self._member("name")

    @name.setter
    def name(self, name):
        call("tensor_named", self, name)

    def named(self, name):
        """The same tensor with a name, for messages and pictures."""
        return call("tensor_named", self, name)

    def __setattr__(self, name, value):
        if name == "name":
            call("tensor_named", self, value)
        elif name == "grad":
            set_grad(self, value)
        else:
            super().__setattr__(name, value)

    def __iter__(self):
        return (self[i] for i in range(len(self)))

    def __float__(self):
        return self.item()

    def __repr__(self):
        size = 32 + call("tensor_format", None, 0, self)
        text = ctypes.create_string_buffer(size)
        call("tensor_format", text, size, self)
        return f"tensor({text.value.decode()}{', requires_grad=True' if self.requires_grad else ''})"

    # ---- operators -------------------------------------------------------------------------------

    def __add__(self, other):
        return call("tensor_add_scalar" if is_number(other) else "tensor_add", self, other)

    __radd__ = __add__

    def __sub__(self, other):
        return self + -other if is_number(other) else call("tensor_sub", self, other)

    def __rsub__(self, other):
        return -self + other if is_number(other) else call("tensor_sub", other, self)

    def __mul__(self, other):
        return call("tensor_mul_scalar" if is_number(other) else "tensor_mul", self, other)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return call("tensor_div", self, tensor(other))

    def __rtruediv__(self, other):
        return call("tensor_div", tensor(other), self)

    def __matmul__(self, other):
        return call("tensor_matmul", self, other)

    def __rmatmul__(self, other):
        return call("tensor_matmul", other, self)

    def __pow__(self, exponent):
        if not is_number(exponent):
            raise TypeError("a tensor's exponent is a number")
        return call("tensor_pow", self, exponent)

    def __neg__(self):
        return call("tensor_neg", self)

    def __abs__(self):
        return call("tensor_abs", self)

    __array_priority__ = 1000  # numpy_array * tensor is a tensor
    __array_ufunc__ = None

    @property
    def T(self):
        return call("tensor_transpose", self, -2, -1)

    def reshape(self, *shape):
        return call("tensor_reshape", self, shape[0] if len(shape) == 1 and hasattr(shape[0], "__iter__") else shape)

    def sum(self, axes=None, keepdims=False):
        return call("tensor_sum", self, axes, keepdims)

    def mean(self, axes=None, keepdims=False):
        return call("tensor_mean", self, axes, keepdims)

    def max(self, axes=None, keepdims=False):
        return call("tensor_max", self, axes, keepdims)

    def split(self, sizes, axis=0):
        """Views of sizes[0], sizes[1], ... steps along axis; the sizes must add up."""
        ends = [sum(sizes[:i + 1]) for i in range(len(sizes))]
        if not ends or ends[-1] != self.shape[axis] or min(sizes) < 0:
            raise ValueError(f"sizes {list(sizes)} do not add up to the {self.shape[axis]} of axis {axis}")
        return [call("tensor_slice", self, axis, end - size, end, 1) for size, end in zip(sizes, ends)]

    def __getitem__(self, index):
        """Whole numbers, slices, ... and None, as NumPy's basic indexing: views. Not: lists,
        masks."""
        index = index if isinstance(index, tuple) else (index,)
        there = sum(i is not None and i is not Ellipsis for i in index)
        if there > self.ndim:
            raise IndexError(f"{there} indices for a tensor of {self.ndim} axes")
        t, axis = self, 0
        for i in index:
            if i is Ellipsis:
                axis += self.ndim - there
            elif i is None:
                t, axis = call("tensor_unsqueeze", t, axis), axis + 1
            elif isinstance(i, slice):
                t, axis = sliced(t, axis, i), axis + 1
            else:
                i, size = operator.index(i), t.shape[axis]
                if not -size <= i < size:
                    raise IndexError(f"index {i} is out of range for axis {axis} of size {size}")
                t = call("tensor_select", t, axis, i % size)
        return t


def set_grad(t, value):
    """t.grad = value: a copy, in place of what was there; None: no gradient."""
    g = None if value is None else tensor(value)
    if g is not None and g.shape != t.shape:
        raise ValueError(f"grad: expected shape {t.shape}, as the tensor's, got {g.shape}")
    if g is not None and not t.requires_grad:
        raise ValueError("grad: this tensor needs no gradient. hint: t.requires_grad_()")
    call("tensor_zero_grad", t)
    if g is not None:
        with no_grad():
            call("grad_add", t, g)


def sliced(t, axis, s):
    if s == slice(None):
        return t
    start, stop, step = s.indices(t.shape[axis])
    # none: here a start of -1 lies before the first, and is not the last
    if not range(start, stop, step):
        start, stop, step = 0, 0, 1
    elif stop < 0:  # past the first element
        stop = SLICE_END
    return call("tensor_slice", t, axis, start, stop, step)


class IntTensor(Numbers):
    """Whole numbers with a shape: token ids, labels."""
    _code, _letter, _item = "i", "i", ctypes.c_int

    def _strides(self):
        strides, step = [], 1
        for size in reversed(self.shape):
            strides.insert(0, step)
            step *= size
        return tuple(strides)

    def __repr__(self):
        return f"ids({self.tolist()})"


CLASSES["Tensor"], CLASSES["IntTensor"] = Tensor, IntTensor


def is_number(value):
    return isinstance(value, (int, float)) or getattr(value, "ndim", None) == 0 and not isinstance(value, Struct)


# ---- numbers in ----------------------------------------------------------------------------------

def tensor_of(data):
    if isinstance(data, Tensor):
        return call("tensor_from", data.shape, data._memory_in_order())
    return call("tensor_from", *numbers_of(data, TYPECODE, REAL))


def ids_of(data):
    return call("int_tensor_from", *numbers_of(data, "i", ctypes.c_int))


def named_mistakes(function, make, data):
    """What is wrong with numbers that are given by themselves, with the argument's name; those of a
    call have theirs."""
    try:
        return make(data)
    except (TypeError, ValueError, OverflowError) as why:
        raise type(why)(f"{function}: data: {why}") from None


def tensor(data, requires_grad=False, name=None):
    """A new tensor with these numbers: a number, nested lists, a NumPy array, array.array, a
    tensor; always a copy."""
    t = named_mistakes("tensor", tensor_of, data)
    if requires_grad:
        t.requires_grad_()
    return t.named(name) if name is not None else t


def ids(data):
    """Whole numbers as an IntTensor: token ids, class labels."""
    return data if isinstance(data, IntTensor) else named_mistakes("ids", ids_of, data)


# ---- settings of a thread ------------------------------------------------------------------------

class no_grad:
    """with no_grad(): nothing is recorded in this thread."""

    def __enter__(self):
        self.was = call("grad_mode", False)
        return self

    def __exit__(self, *_):
        call("grad_mode", self.was)


_thread = threading.local()


def default_rng():
    """The stream that this thread draws from where no other is given; manual_seed starts it
    anew."""
    if not hasattr(_thread, "rng"):
        manual_seed(0)
    return _thread.rng


def manual_seed(seed):
    _thread.rng = call("rng_seed", seed)
    return _thread.rng
