#!/usr/bin/env python3
"""Causal attention, forward and backward, in PyTorch on the CPU. The other side of `bench --worker
fused:...` and `composed:...`.

  python3 torch_attention.py --threads 1 2 --cases sdpa:1,4,2048,64 composed:8,4,64,16

A case is a kind and B,H,T,D:
  composed   softmax(mask(q k^T / sqrt(D))) v, one operation after the other
  sdpa       scaled_dot_product_attention(is_causal=True): torch 2
gflops counts the whole T x T square.
"""
import sys
import time
import torch_common as common

SHAPES = ["8,4,64,16", "1,4,2048,64"]
KINDS = ["composed", "sdpa"]


def attention_of(kind, T, D):
    import torch
    F = torch.nn.functional
    if kind == "sdpa":
        if not hasattr(F, "scaled_dot_product_attention"):
            raise common.Absent("this torch has no scaled_dot_product_attention")
        return lambda q, k, v: F.scaled_dot_product_attention(q, k, v, is_causal=True)
    hidden = torch.ones(T, T).triu(1).bool()
    return lambda q, k, v: (q @ k.mT * D ** -0.5).masked_fill(hidden, float("-inf")).softmax(-1) @ v


def measure(case, a, meter):
    import torch
    kind, _, numbers = case.partition(":")
    B, H, T, D = map(int, numbers.split(","))
    attend = attention_of(kind, T, D)
    meter.start_memory()
    leaves = [torch.randn(B, H, T, D, requires_grad=True) for _ in range(3)]
    seed = torch.randn(B, H, T, D)

    def step():
        begin = time.perf_counter()
        y = attend(*leaves)
        seconds = time.perf_counter() - begin
        y.backward(seed)
        for leaf in leaves:
            leaf.grad = None
        return seconds

    meter.time(step)
    meter.report(case, B * T, 12e-9 * B * H * T * T * D, forward_ms=round(common.statistics.median(meter.forward), 5))


if __name__ == "__main__":
    every = [kind + ":" + shape for kind in KINDS for shape in SHAPES]
    sys.exit(common.each_in_its_own_process(common.arguments(__doc__, every), measure))
