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

/* ---- 02.2 sigmoid_row ------------------------------------------------------------------------------------ */

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

Tensor *sigmoid_want(const Tensor *x)
{
    return plain_map(x, sigmoid);
}

/* ---- 02.3 tanh_row ------------------------------------------------------------------------------------------ */

Tensor *tanh_want(const Tensor *x)
{
    return plain_map(x, tanh);
}

static double tanh_of_x(double x)
{
    return tanh(x) / x;
}

Tensor *tanh_of_x_want(const Tensor *x)
{
    return plain_map(x, tanh_of_x);
}

/* ---- 02.4 gelu_tanh_row ------------------------------------------------------------------------------------- */

static double gelu_tanh(double x)
{
    return x / 2 * (1 + tanh(0.79788456080286535588 * (x + 0.044715 * x * x * x)));
}

Tensor *gelu_tanh_want(const Tensor *x)
{
    return plain_map(x, gelu_tanh);
}

/* x sigmoid(2 u) for x below 0, without a difference. */
static double log_of_gelu_tanh(double x)
{
    double twice = 2 * 0.79788456080286535588 * (x + 0.044715 * x * x * x);
    return log(-x) + twice - log1p(exp(twice));
}

Tensor *log_of_gelu_tanh_want(const Tensor *x)
{
    return plain_map(x, log_of_gelu_tanh);
}
