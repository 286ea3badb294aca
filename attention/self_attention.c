/* self_attention.c - every token asks all tokens. */
#include "attention.h"

Attention self_attention(Tensor *x, Tensor *mask)
{
    return scaled_dot_product_attention(x, x, x, mask);
}
