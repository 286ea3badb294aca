/* gelu_want.c - a bias and a GELU, there and back. */
#include "want.h"

#define ROOT (2 * 0.79788456080286535588) /* 2 sqrt(2/pi) */

static double sigmoid_of_2u(double z)
{
    return 1 / (1 + exp(-ROOT * z * (1 + 0.044715 * z * z)));
}

static double gelu(double z)
{
    return z * sigmoid_of_2u(z);
}

static double slope(double z)
{
    if (fabs(z) > 100)
        return z > 0; /* far out it is flat */
    double s = sigmoid_of_2u(z), du = ROOT * (1 + 3 * 0.044715 * z * z);
    return s * (1 + z * (1 - s) * du);
}

/* bias (n) repeats along the last axis. */
static Tensor *mapped(const Tensor *x, const Tensor *bias, double (*f)(double))
{
    return plain_map(plain_pair(x, bias, plus), f);
}

Tensor *bias_gelu_want(const Tensor *x, const Tensor *bias)
{
    return mapped(x, bias, gelu);
}

Tensor *bias_gelu_dx_want(const Tensor *x, const Tensor *bias, const Tensor *dy)
{
    return plain_pair(mapped(x, bias, slope), dy, times);
}

Tensor *bias_gelu_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy, double walks)
{
    Tensor *dx = bias_gelu_dx_want(x, bias, dy), *sum = blank(SHAPE(bias->shape[0]));
    for (long i = 0; i < tensor_numel(dx); i++)
        sum->data[i % bias->shape[0]] += (real)walks * dx->data[i];
    return sum;
}
