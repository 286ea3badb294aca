/* activations_want.c - 02.1 to 02.4 in double. */
#include "want.h"

/* ---- 02.1 relu_row ----------------------------------------------------------------------------------- */

static double relu(double x)
{
    return x < 0 ? 0 : x;
}

Tensor *relu_want(const Tensor *x)
{
    return plain_map(x, relu);
}

/* ---- 02.2 leaky_relu_row ------------------------------------------------------------------------------- */

static double leaky(double x, double slope)
{
    return x > 0 ? x : slope * x;
}

Tensor *leaky_relu_want(const Tensor *x, double slope)
{
    return plain_pair(x, values(SHAPE(1), VALUES((real)slope)), leaky);
}

/* ---- 02.3 sigmoid_row ------------------------------------------------------------------------------------ */

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

Tensor *sigmoid_want(const Tensor *x)
{
    return plain_map(x, sigmoid);
}

/* ---- 02.4 tanh_row ------------------------------------------------------------------------------------------ */

Tensor *tanh_want(const Tensor *x)
{
    return plain_map(x, tanh);
}
