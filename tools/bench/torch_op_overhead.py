#!/usr/bin/env python3
"""What one recorded operation costs in PyTorch on the CPU, where the arithmetic itself costs
nothing. The other side of `bench --worker chain:...`.

  python3 torch_op_overhead.py --cases chain_add:1000 add_backward

  add_forward         a + b, one number each, recorded
  add_nograd          the same, not recorded
  add_backward        a + b and its backward
  chain_add:N         y = y + w, N times, then backward; chain_mul:N, chain_tanh:N alike
  chain_expr:N        y = relu(y w + b), N times: three operations each
  mm16_backward       (16, 16) @ (16, 16), its sum, and backward

median_ns_per_op: the median time over the number of recorded operations, forward and backward
together.
"""
import sys
import time
import torch_common as common

CASES = ["add_forward", "add_nograd", "add_backward", "chain_add:1000", "chain_mul:1000", "chain_tanh:1000",
         "chain_expr:200", "mm16_backward"]


def make_step(name, length):
    """What to time, and how many operations that are."""
    import torch
    one, w, square1, square2 = (torch.full(shape, value, requires_grad=True)
                                for shape, value in [((1,), 1.0), ((1,), 0.999), ((16, 16), 0.1), ((16, 16), 0.1)])

    def clear():
        for leaf in (one, w, square1, square2):
            leaf.grad = None

    def backward_of(forward):
        def step():
            begin = time.perf_counter()
            y = forward()
            seconds = time.perf_counter() - begin
            y.backward()
            clear()
            return seconds
        return step

    def chain(link):
        def forward():
            y = one
            for _ in range(length):
                y = link(y)
            return y
        return backward_of(forward)

    def repeated(f, times=200):
        def step():
            for _ in range(times):
                f()
        return step

    if name == "add_nograd":
        torch.set_grad_enabled(False)
    return {
        "add_forward": lambda: (repeated(lambda: one + w), 200),
        "add_nograd": lambda: (repeated(lambda: one + w), 200),
        "add_backward": lambda: (repeated(backward_of(lambda: one + w), 50), 50),
        "chain_add": lambda: (chain(lambda y: y + w), length),
        "chain_mul": lambda: (chain(lambda y: y * w), length),
        "chain_tanh": lambda: (chain(torch.tanh), length),
        "chain_expr": lambda: (chain(lambda y: (y * w + one).relu()), 3 * length),
        "mm16_backward": lambda: (repeated(backward_of(lambda: (square1 @ square2).sum()), 20), 40),
    }[name]()


def measure(case, a, meter):
    name, _, length = case.partition(":")
    meter.start_memory()
    step, ops = make_step(name, int(length or 1))
    meter.time(step)
    more = {}
    if name.startswith("chain"):
        more["forward_ns_per_op"] = round(common.statistics.median(meter.forward) * 1e6 / ops, 1)
    meter.report(case, ops=ops, median_ns_per_op=round(meter.median_ms * 1e6 / ops, 1), **more)


if __name__ == "__main__":
    sys.exit(common.each_in_its_own_process(common.arguments(__doc__, CASES), measure))
