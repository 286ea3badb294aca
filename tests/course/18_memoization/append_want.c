/* append_want.c - where new tokens go, place by place. */
#include "want.h"

Tensor *appended_want(const Tensor *places, const IntTensor *lengths, long layer, const Tensor *x)
{
    long layers = places->shape[0], B = places->shape[1], H = places->shape[2];
    long capacity = places->shape[3], D = places->shape[4], n = x->shape[2];
    Tensor *to = copy_of(places);
    for (long i = 0; i < B * H * n * D; i++) {
        long d = i % D, t = i / D % n, h = i / D / n % H, b = i / D / n / H;
        long place = lengths->data[b * layers + layer] + t;
        to->data[(((layer * B + b) * H + h) * capacity + place) * D + d] =
            (real)at(x, AT(b, h, t, d));
    }
    return to;
}

Tensor *longer_want(const IntTensor *lengths, long layer, long n)
{
    Tensor *t = blank(2, lengths->shape);
    for (long i = 0; i < int_tensor_numel(lengths); i++)
        t->data[i] = (real)(lengths->data[i] + (i % lengths->shape[1] == layer ? n : 0));
    return t;
}
