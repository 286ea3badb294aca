/* heads_want.c - each head of keys as often as queries share it. */
#include "want.h"

Tensor *repeated_want(const Tensor *t, long heads)
{
    const long *s = t->shape;
    Tensor *y = blank(SHAPE(s[0], heads, s[2], s[3]));
    for (long b = 0; b < s[0]; b++)
        for (long h = 0; h < heads; h++)
            for (long i = 0; i < s[2] * s[3]; i++)
                y->data[(b * heads + h) * s[2] * s[3] + i] =
                    (real)at(t, AT(b, h / (heads / s[1]), i / s[3], i % s[3]));
    return y;
}
