#!/usr/bin/env python3
"""A training step of a small GPT in PyTorch on the CPU: forward, cross-entropy, backward, AdamW,
gradients to None. The other side of `bench --worker step:...`.

  python3 torch_gpt_step.py --threads 1 2 --cases tiny gpt2

Pre-norm blocks, learned positions, biases, GELU in its tanh form, tied head; the llama has RMSNorm,
rotary positions, SwiGLU, two heads to a key and no biases. peak_rss_mb is the
peak above what the process held before the model was made; gflops counts 2 m n k of all products,
the whole T x T square included.

With 2 threads, Debian's OpenBLAS with threads of its own would slow this down up to 50 times, and
nothing is measured; install libopenblas0-openmp and set
LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu/openblas-openmp.
"""
import sys
import torch_common as common

SIZES = {  # d, heads, layers, T, B, vocabulary
    "tiny": (64, 4, 2, 32, 8, 65),
    "small": (128, 4, 4, 64, 12, 65),
    "medium": (384, 6, 6, 256, 4, 65),
    "gpt2": (768, 12, 2, 256, 1, 4096),
    "llama": (64, 8, 5, 256, 8, 512),
}
OPTIONS = [
    ("--optim", dict(choices=["adamw", "adamw_foreach", "adamw_fused"], default="adamw")),
]


def gpt_block(size, sdpa):
    import torch
    from torch import nn
    from torch.nn import functional as F
    d, heads, _, T, _, _ = size
    D = d // heads
    hidden = torch.ones(T, T).triu(1).bool()

    def attend(q, k, v):
        if sdpa:
            return F.scaled_dot_product_attention(q, k, v, is_causal=True)
        scores = q @ k.mT * D ** -0.5
        return scores.masked_fill(hidden, float("-inf")).softmax(-1) @ v

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(d), nn.LayerNorm(d)
            self.qkv, self.out = nn.Linear(d, 3 * d), nn.Linear(d, d)
            self.up, self.down = nn.Linear(d, 4 * d), nn.Linear(4 * d, d)

        def forward(self, x):
            B = x.shape[0]
            q, k, v = (part.view(B, T, heads, D).transpose(1, 2)
                       for part in self.qkv(self.norm1(x)).split(d, dim=2))
            x = x + self.out(attend(q, k, v).transpose(1, 2).reshape(B, T, d))
            return x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))

    return Block


def swiglu_dim(d):
    return (8 * d // 3 + 3) // 4 * 4


def llama_block(size):
    import torch
    from torch import nn
    from torch.nn import functional as F
    d, heads, _, T, _, _ = size
    D, hidden, shared = d // heads, swiglu_dim(d), d // 2
    angles = torch.outer(torch.arange(T), 10000.0 ** (-torch.arange(0, D, 2) / D)).repeat(1, 2)
    cos, sin = angles.cos(), angles.sin()

    def turned(x):
        one, other = x.chunk(2, -1)
        return x * cos + torch.cat((-other, one), -1) * sin

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm1, self.norm2 = nn.RMSNorm(d, eps=1e-5), nn.RMSNorm(d, eps=1e-5)
            self.qkv, self.out = nn.Linear(d, d + 2 * shared, bias=False), nn.Linear(d, d, bias=False)
            self.up, self.down = nn.Linear(d, 2 * hidden, bias=False), nn.Linear(hidden, d, bias=False)

        def forward(self, x):
            B = x.shape[0]
            q, k, v = (part.view(B, T, -1, D).transpose(1, 2)
                       for part in self.qkv(self.norm1(x)).split([d, shared, shared], dim=2))
            y = F.scaled_dot_product_attention(turned(q), turned(k), v, is_causal=True, enable_gqa=True)
            x = x + self.out(y.transpose(1, 2).reshape(B, T, d))
            gate, up = self.up(self.norm2(x)).chunk(2, -1)
            return x + self.down(F.silu(gate) * up)

    return Block


def make_model(size, sdpa, llama):
    from torch import nn
    from torch.nn import functional as F
    d, _, layers, T, _, V = size
    if llama and not (sdpa and hasattr(nn, "RMSNorm")):
        raise common.Absent("this torch has no RMSNorm, or no shared heads")
    Block = llama_block(size) if llama else gpt_block(size, sdpa)

    class Gpt(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.positions = nn.Embedding(V, d), None if llama else nn.Embedding(T, d)
            self.blocks = nn.Sequential(*(Block() for _ in range(layers)))
            self.norm = nn.RMSNorm(d, eps=1e-5) if llama else nn.LayerNorm(d)
            for p in self.parameters():
                if p.dim() == 2:
                    nn.init.normal_(p, std=0.02)

        def forward(self, ids, targets):
            x = self.tokens(ids) if llama else self.tokens(ids) + self.positions.weight
            logits = F.linear(self.norm(self.blocks(x)), self.tokens.weight)
            return F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    return Gpt()


def measure(case, a, meter):
    import torch
    size = SIZES[case]
    d, _, L, T, B, V = size
    llama = case == "llama"
    sdpa = hasattr(torch.nn.functional, "scaled_dot_product_attention")
    how = {"adamw": {}, "adamw_foreach": {"foreach": True}, "adamw_fused": {"fused": True}}[a.optim]
    one = torch.nn.Parameter(torch.ones(1))
    one.grad = torch.ones(1)
    try:
        # what it loads late does not count as memory of the step
        torch.optim.AdamW([one], **how).step()
    except (TypeError, RuntimeError) as problem:
        raise common.Absent(f"{a.optim}: {problem}") from None
    meter.start_memory()
    model = make_model(size, sdpa, llama)
    adamw = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.9, 0.99), weight_decay=0.1, **how)
    text = torch.randint(V, (16, B, T + 1))
    batches = [(b[:, :-1].contiguous(), b[:, 1:].contiguous()) for b in text]
    seen = [0, 0.0]

    def step():
        loss = model(*batches[seen[0] % len(batches)])
        loss.backward()
        adamw.step()
        adamw.zero_grad(set_to_none=True)
        seen[0] += 1
        seen[1] = float(loss.detach())

    meter.time(step)
    tokens = B * T
    block = 3 * d * d + 3 * d * swiglu_dim(d) if llama else 12 * d * d
    flop = 3 * (2 * tokens * (block * L + d * V) + 4 * tokens * T * d * L)
    meter.report(case, tokens, flop * 1e-9, params=sum(p.numel() for p in model.parameters()),
                 loss=round(seen[1], 4), attn="sdpa" if sdpa else "composed", optim=a.optim)


if __name__ == "__main__":
    sys.exit(common.each_in_its_own_process(common.arguments(__doc__, list(SIZES), OPTIONS), measure))
