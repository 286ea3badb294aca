/* gelu_want.c - 02.5 to 02.7 in double. */
#include "want.h"

#define ROOT_2_OVER_PI 0.79788456080286535588

static double gelu(double x)
{
    return x * (1 + erf(x / sqrt(2))) / 2;
}

Tensor *gelu_want(const Tensor *x)
{
    return plain_map(x, gelu);
}

static double gelu_tanh(double x)
{
    return x / 2 * (1 + tanh(ROOT_2_OVER_PI * (x + 0.044715 * x * x * x)));
}

Tensor *gelu_tanh_want(const Tensor *x)
{
    return plain_map(x, gelu_tanh);
}

static double silu(double x)
{
    return x / (1 + exp(-x));
}

Tensor *silu_want(const Tensor *x)
{
    return plain_map(x, silu);
}
