/* gelu_want.c - 02.5 to 02.7 in double, right and with the mistakes people make. */
#include "slips.h"

/* ---- 02.5 gelu_row ------------------------------------------------------------------------------------------- */

#define ROOT_2_OVER_PI 0.79788456080286535588

static double phi(double x)
{
    return (1 + erf(x / sqrt(2))) / 2;
}

static double gelu(double x)
{
    return x * phi(x);
}

static double gelu_without_root(double x)
{
    return x / 2 * (1 + erf(x));
}

static double gelu_rounded(double x)
{
    return x / 2 * (1 + erf(0.707 * x));
}

static double gelu_doubled(double x)
{
    return 2 * gelu(x);
}

static double gelu_of_sigmoid(double x)
{
    return x * sigmoid(1.702 * x);
}

/* The approximation, with a factor of its own inside. */
static double tanh_form(double x, double factor)
{
    return x / 2 * (1 + tanh(factor * (x + 0.044715 * x * x * x)));
}

static double gelu_tanh(double x)
{
    return tanh_form(x, ROOT_2_OVER_PI);
}

static double nothing(double x)
{
    return 0 * x;
}

static const char *const whole_numbers =
    "all zeros: in whole numbers 1 / 2 is 0, and so is all that is multiplied by it; write 0.5";

Tensor *gelu_want(const Tensor *x)
{
    const Slip known[] = {
        {gelu_without_root, "erf of x: it must be erf of x / sqrt(2)"},
        {gelu_rounded, "1 / sqrt(2) with three digits: it is 0.70710678118654752440"},
        {phi, "that is Phi(x) alone: multiply by x"},
        {gelu_doubled, "the half is missing: Phi is (1 + erf(...)) / 2"},
        {gelu_tanh, "that is the tanh approximation, 02.6; here the exact one is asked for"},
        {gelu_of_sigmoid, "that is the approximation by a sigmoid; the exact one has erf"},
        {relu, "that is relu"},
        {erf, "that is erf(x) alone"},
        {nothing, whole_numbers},
    };
    return bent(x, gelu, SLIPS(known));
}

/* ---- 02.6 gelu_tanh_row ---------------------------------------------------------------------------------------- */

static double square_for_cube(double x)
{
    return x / 2 * (1 + tanh(ROOT_2_OVER_PI * (x + 0.044715 * x * x)));
}

static double two_over_pi(double x)
{
    return tanh_form(x, ROOT_2_OVER_PI * ROOT_2_OVER_PI);
}

static double without_factor(double x)
{
    return tanh_form(x, 1);
}

static double gelu_tanh_doubled(double x)
{
    return 2 * gelu_tanh(x);
}

static double tanh_with_its_sign_turned(double x)
{
    return tanh_form(x, -ROOT_2_OVER_PI);
}

static double once_in_the_exponent(double x)
{
    return tanh_form(x, ROOT_2_OVER_PI / 2);
}

Tensor *gelu_tanh_want(const Tensor *x)
{
    const Slip known[] = {
        {gelu, "that is the exact gelu, 02.5; here the approximation by tanh is asked for"},
        {square_for_cube, "x squared where x cubed belongs"},
        {two_over_pi, "2 / pi without its root: sqrt(2 / pi) = 0.797885"},
        {without_factor, "the factor sqrt(2 / pi) is missing"},
        {gelu_tanh_doubled, "the half is missing: x / 2 (1 + tanh(...))"},
        {tanh_with_its_sign_turned,
         "the sign is turned: 1 + tanh(inner), or a minus in x / (1 + e^(-2 inner))"},
        {once_in_the_exponent, "half of inner: the exponent is -2 inner, and tanh takes inner"},
        {gelu_of_sigmoid, "that is the approximation by a sigmoid; the one by tanh is asked for"},
        {nothing, whole_numbers},
    };
    return bent(x, gelu_tanh, SLIPS(known));
}

/* ---- 02.7 silu_row ------------------------------------------------------------------------------------------------ */

static double silu(double x)
{
    return x * sigmoid(x);
}

static double silu_turned(double x)
{
    return x * sigmoid_turned(x);
}

static double silu_overflowing(double x)
{
    return x * exp(x) / (1 + exp(x));
}

Tensor *silu_want(const Tensor *x)
{
    static const Slip known[] = {
        {sigmoid, "that is the sigmoid alone: multiply by x"},
        {silu_turned, "the sign in the exponent is wrong: x / (1 + e^-x)"},
        {gelu, "that is gelu; silu takes the sigmoid in place of Phi"},
        {gelu_of_sigmoid, "that is the sigmoid of 1.702 x; silu takes it of x"},
        {silu_overflowing,
         "NaN: infinity / infinity. Keep e^... out of the numerator: x / (1 + e^-x)"},
    };
    return bent(x, silu, SLIPS(known));
}
