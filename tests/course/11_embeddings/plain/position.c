/* position.c - where a token stands. */
#include "attention_shared.h"

Tensor *positions_forward(PositionalEncoding *p, Tensor *x)
{
    positions_check(p, x);

    long B = x->shape[0], T = x->shape[1], C = x->shape[2];
    Tensor *rows = tensor_slice(p->table, 0, 0, T, 1);
    Tensor *repeated = tensor_expand(rows, SHAPE(B, T, C));
    return tensor_add(x, repeated);
}
