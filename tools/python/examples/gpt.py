"""gpt.py - a trained GPT writes, and shows what it computed.

usage: gpt.py CHECKPOINT PROMPT    the checkpoint is one of `make train`, or a GPT-2's folder
"""
import sys

import kindling as k

if len(sys.argv) != 3:
    sys.exit(__doc__)
path, prompt = sys.argv[1:]
model = k.load_model(path)
gpt = model.gpt
print(f"{k.parameters(gpt).numel():,} parameters, {gpt.options.num_layers} layers of {gpt.options.num_heads} heads")
print(model.generate(prompt, 60, temperature=0.8, top_k=40, seed=1))

ids = model.encode(prompt)[-gpt.options.context:]
with k.no_grad():
    gpt.eval()
    likely = gpt([ids])[0, -1].softmax(-1).tolist()
best = sorted(range(len(likely)), key=lambda i: -likely[i])[:5]
print("next:", "  ".join(f"{model.decode([i])!r} {likely[i]:.2f}" for i in best))
heads = k.gpt_attention(gpt, [ids], None, 0)[0]
print(f"layer 0, head 0, from the last token: {[round(w, 2) for w in heads[0, -1].tolist()]}")
