/* heads_check.c - channels that do not divide into heads. */
#include "attention_shared.h"

void heads_check_split(const Tensor *x, long num_heads)
{
    if (x->ndim != 3)
        fail("split_heads: x has shape %s, expected (B, T, C)", tensor_shape_text(x));
    long C = x->shape[2];
    if (num_heads < 1 || C % num_heads != 0)
        fail("split_heads: x %s has C = %ld channels, which do not divide into num_heads = %ld",
             tensor_shape_text(x), C, num_heads);
}

void heads_check_merge(const Tensor *x)
{
    if (x->ndim != 4)
        fail("merge_heads: x has shape %s, expected (B, H, T, D)", tensor_shape_text(x));
}
