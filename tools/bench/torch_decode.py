#!/usr/bin/env python3
"""One token more from a GPT in PyTorch on the CPU, in inference mode. The other side of `bench
--worker decode:...`, `uncached:...` and `prefill:...`.

  python3 torch_decode.py --threads 1 2 --cases cached:768,12,12,1024,128,50257

A case is a kind and d,heads,layers,context,position,vocabulary:
  cached     keys and values lie in tensors made once, into which a new token's are written
  uncached   all tokens up to the position are read again, and have logits
  prefill    they are read into the cache, and the last has logits
The blocks are those of torch_gpt_step.py: pre-norm, biases, GELU in its tanh form, tied head.
"""
import sys
import torch_common as common


def make_weights(d, layers, context, V):
    import torch

    def random(*shape):
        return torch.randn(*shape) * 0.02

    def linear(n, m):
        return random(m, n), random(m)

    norm = (torch.ones(d), torch.zeros(d))
    blocks = [dict(norm1=norm, qkv=linear(d, 3 * d), out=linear(d, d), norm2=norm, up=linear(d, 4 * d),
                   down=linear(4 * d, d)) for _ in range(layers)]
    return dict(tokens=random(V, d), positions=random(context, d), blocks=blocks, norm=norm)


def measure(case, a, meter):
    import torch
    F = torch.nn.functional
    kind, _, numbers = case.partition(":")
    d, heads, layers, context, position, V = map(int, numbers.split(","))
    D, cached = d // heads, kind != "uncached"
    if not hasattr(F, "scaled_dot_product_attention"):
        raise common.Absent("this torch has no scaled_dot_product_attention")
    w = make_weights(d, layers, context, V)
    text = torch.randint(V, (1, position + 1))
    meter.start_memory()
    keys = [torch.zeros(1, heads, context, D) for _ in range(layers)]
    values = [torch.zeros(1, heads, context, D) for _ in range(layers)]

    def read(ids, first):
        """Tokens first .. first + n; with a cache, those before it are there already."""
        n = ids.shape[1]
        x = w["tokens"][ids] + w["positions"][first:first + n]
        for i, b in enumerate(w["blocks"]):
            qkv = F.linear(F.layer_norm(x, (d,), *b["norm1"]), *b["qkv"])
            q, k, v = (part.view(1, n, heads, D).transpose(1, 2) for part in qkv.split(d, dim=2))
            if cached:
                keys[i][:, :, first:first + n] = k
                values[i][:, :, first:first + n] = v
                k, v = keys[i][:, :, :first + n], values[i][:, :, :first + n]
            y = F.scaled_dot_product_attention(q, k, v, is_causal=n > 1)
            x = x + F.linear(y.transpose(1, 2).reshape(1, n, d), *b["out"])
            hidden = F.gelu(F.linear(F.layer_norm(x, (d,), *b["norm2"]), *b["up"]), approximate="tanh")
            x = x + F.linear(hidden, *b["down"])
        if cached:
            x = x[:, -1:]
        return F.linear(F.layer_norm(x, (d,), *w["norm"]), w["tokens"])

    with torch.inference_mode():
        if kind == "cached":
            read(text[:, :position], 0)

        def step():
            if kind == "cached":
                read(text[:, position:], position)
            else:
                read(text, 0)

        meter.time(step)
    meter.report(case, position + 1 if kind == "prefill" else 1)


if __name__ == "__main__":
    size = "768,12,12,1024,128,50257"
    every = ["cached:" + size, "uncached:" + size]
    sys.exit(common.each_in_its_own_process(common.arguments(__doc__, every), measure))
