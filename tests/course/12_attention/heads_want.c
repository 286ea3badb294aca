/* heads_want.c - heads cut and glued, element by element. */
#include "want.h"

/* heads[b][h][t][d] = x[b][t][h * D + d]. */
Tensor *split_want(const Tensor *x, long H)
{
    long B = x->shape[0], T = x->shape[1], D = x->shape[2] / H;
    Tensor *heads = blank(SHAPE(B, H, T, D));
    for (long i = 0; i < B * H * T * D; i++) {
        long d = i % D, t = i / D % T, h = i / D / T % H, b = i / D / T / H;
        heads->data[i] = (real)at(x, AT(b, t, h * D + d));
    }
    return heads;
}

Tensor *merged_want(const Tensor *x)
{
    long B = x->shape[0], H = x->shape[1], T = x->shape[2], D = x->shape[3];
    Tensor *out = blank(SHAPE(B, T, H * D));
    for (long i = 0; i < B * T * H * D; i++) {
        long d = i % D, h = i / D % H, t = i / D / H % T, b = i / D / H / T;
        out->data[i] = (real)at(x, AT(b, h, t, d));
    }
    return out;
}
