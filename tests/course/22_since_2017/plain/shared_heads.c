#include "attention_shared.h"

Tensor *repeat_heads(Tensor *t, const Tensor *q)
{
    if (t->ndim == 3)
        return t;
    long K = t->shape[1], H = q->shape[1];
    if (K == H)
        return t;
    Tensor *heads[256];
    for (long h = 0; h < H; h++) {
        long shared = h / (H / K);
        heads[h] = tensor_slice(t, 1, shared, shared + 1, 1);
    }
    return tensor_concat((int)H, heads, 1);
}
