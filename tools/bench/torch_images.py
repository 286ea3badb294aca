#!/usr/bin/env python3
"""Images in PyTorch on the CPU: a training step of LeNet-5, and one convolution forward and
backward. The other side of `bench --worker lenet:...` and `conv:...`.

  python3 torch_images.py --threads 1 2 --cases lenet:64 conv:8,64,64,56,3

  lenet:B              tanh and average pools, cross-entropy, SGD with momentum; (B, 1, 28, 28)
  conv:B,Cin,Cout,H,K  (B, Cin, H, H) by K x K with bias and padding K / 2; --channels-last: in that memory format
"""
import sys
import time
import torch_common as common

OPTIONS = [("--optim", {"default": "sgd", "choices": ["sgd", "sgd_foreach", "sgd_fused"]}),
           ("--channels-last", {"action": "store_true"})]


def lenet(B, a, meter):
    import torch
    nn = torch.nn
    how = {"sgd": {}, "sgd_foreach": {"foreach": True}, "sgd_fused": {"fused": True}}[a.optim]
    meter.start_memory()
    model = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.Tanh(), nn.AvgPool2d(2), nn.Conv2d(6, 16, 5), nn.Tanh(),
                          nn.AvgPool2d(2), nn.Flatten(), nn.Linear(400, 120), nn.Tanh(), nn.Linear(120, 84), nn.Tanh(),
                          nn.Linear(84, 10))
    try:
        sgd = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9, **how)
    except (TypeError, RuntimeError) as problem:
        raise common.Absent(f"{a.optim}: {problem}") from None
    x, label = torch.randn(B, 1, 28, 28), torch.randint(10, (B,))

    def step():
        begin = time.perf_counter()
        loss = nn.functional.cross_entropy(model(x), label)
        seconds = time.perf_counter() - begin
        loss.backward()
        sgd.step()
        sgd.zero_grad(set_to_none=True)
        return seconds

    meter.time(step)
    forward = 2 * B * (6 * 784 * 25 + 16 * 100 * 150 + 400 * 120 + 120 * 84 + 84 * 10)
    # nobody asks for the gradient of the images
    gflop = 1e-9 * (3 * forward - 2 * B * 6 * 784 * 25)
    meter.report(f"lenet:{B}", None, gflop, params=sum(p.numel() for p in model.parameters()), optim=a.optim,
                 forward_ms=round(common.statistics.median(meter.forward), 5))


def convolution(B, Cin, Cout, H, K, a, meter):
    import torch
    meter.start_memory()
    memory = torch.channels_last if a.channels_last else torch.contiguous_format
    x = torch.randn(B, Cin, H, H).contiguous(memory_format=memory).requires_grad_()
    w = (0.05 * torch.randn(Cout, Cin, K, K)).contiguous(memory_format=memory).requires_grad_()
    b = torch.randn(Cout, requires_grad=True)
    dy = torch.randn_like(torch.nn.functional.conv2d(x, w, b, padding=K // 2).detach())

    def step():
        begin = time.perf_counter()
        y = torch.nn.functional.conv2d(x, w, b, padding=K // 2)
        seconds = time.perf_counter() - begin
        y.backward(dy)
        for leaf in (x, w, b):
            leaf.grad = None
        return seconds

    meter.time(step)
    meter.report(f"conv:{B},{Cin},{Cout},{H},{K}", None, 6e-9 * dy.numel() * Cin * K * K,
                 forward_ms=round(common.statistics.median(meter.forward), 5))


def measure(case, a, meter):
    kind, _, numbers = case.partition(":")
    {"lenet": lenet, "conv": convolution}[kind](*map(int, numbers.split(",")), a, meter)


if __name__ == "__main__":
    sys.exit(common.each_in_its_own_process(common.arguments(__doc__, ["lenet:64", "conv:8,64,64,56,3"], OPTIONS),
                                            measure))
