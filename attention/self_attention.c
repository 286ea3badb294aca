/* self_attention.c - queries, keys and values are of the same tokens. */
#include "attention.h"

Attention self_attention(Tensor *x, Tensor *mask)
{
    return scaled_dot_product_attention(x, x, x, mask);
}
