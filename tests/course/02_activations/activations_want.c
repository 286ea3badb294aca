/* activations_want.c - 02.1 to 02.4 in double, right and with the mistakes people make. */
#include "slips.h"

Tensor *bent(const Tensor *x, double (*f)(double), int n, const Slip *slips)
{
    for (int i = 0; i < n; i++)
        MISTAKE(plain_map(x, slips[i].f), slips[i].sentence);
    return plain_map(x, f);
}

/* ---- 02.1 relu_row ----------------------------------------------------------------------------------- */

double relu(double x)
{
    return x < 0 ? 0 : x;
}

static double negative_part(double x)
{
    return x < 0 ? x : 0;
}

static double step(double x)
{
    return x > 0;
}

static double step_from_0(double x)
{
    return x >= 0;
}

Tensor *relu_want(const Tensor *x)
{
    static const char *const steps = "that is a step, 0 or 1: positive numbers stay";
    const Slip known[] = {
        {negative_part, "the negative numbers are left and the positive ones gone: it is the other "
                        "way round"},
        {fabs, "that is the absolute value: relu drops the negative numbers"},
        {step, steps},
        {step_from_0, steps},
    };
    return bent(x, relu, SLIPS(known));
}

long nans_want(void)
{
    MISTAKE_NUMBER(0, "NaN was lost. A comparison with NaN is false, so the false branch has to "
                      "hand x on: x < 0 ? 0 : x does, x > 0 ? x : 0 does not");
    return 1;
}

/* ---- 02.2 leaky_relu_row ------------------------------------------------------------------------------- */

static double leaky(double x, double slope)
{
    return x > 0 ? x : slope * x;
}

static double without_leak(double x, double slope)
{
    (void)slope;
    return x > 0 ? x : 0;
}

static double leaky_turned(double x, double slope)
{
    return x > 0 ? slope * x : x;
}

static double sign_lost(double x, double slope)
{
    return x > 0 ? x : -slope * x;
}

static double slope_itself(double x, double slope)
{
    return x > 0 ? x : slope;
}

static double usual_slope(double x, double slope)
{
    return leaky(x, 0 * slope + 0.01);
}

static double larger(double x, double slope)
{
    return fmax(x, slope * x);
}

Tensor *leaky_relu_want(const Tensor *x, double slope)
{
    static const struct {
        double (*f)(double, double);
        const char *sentence;
    } known[] = {
        {without_leak, "that is relu: a negative number is multiplied by the slope"},
        {times, "every number was multiplied: the positive ones stay"},
        {leaky_turned, "the wrong side leaks: the negative numbers are multiplied"},
        {sign_lost, "the sign is lost: slope * x is negative for a negative x"},
        {slope_itself, "the slope itself was written: multiply x by it"},
        {usual_slope, "0.01 is usual, but the slope is given: arg[0]"},
    };
    const Tensor *s = values(SHAPE(1), VALUES((real)slope));
    for (size_t i = 0; slope <= 1 && i < sizeof known / sizeof *known; i++)
        MISTAKE(plain_pair(x, s, known[i].f), known[i].sentence);
    if (slope > 1) /* below, the larger of the two is right; above, it is what leaky_turned gives */
        MISTAKE(plain_pair(x, s, larger), "the larger of x and slope * x is right for slopes up to "
                                          "1 only: ask whether x is positive");
    return plain_pair(x, s, leaky);
}

/* ---- 02.3 sigmoid_row ------------------------------------------------------------------------------------ */

double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

double sigmoid_turned(double x)
{
    return 1 / (1 + exp(x));
}

static double sigmoid_minus(double x)
{
    return 1 / (1 - exp(-x));
}

static double one_plus(double x)
{
    return 1 + exp(-x);
}

static double without_one(double x)
{
    return 1 / exp(-x);
}

static double sigmoid_overflowing(double x)
{
    return exp(x) / (1 + exp(x));
}

Tensor *sigmoid_want(const Tensor *x)
{
    static const Slip known[] = {
        {sigmoid_turned, "the sign in the exponent is wrong: 1 / (1 + e^-x)"},
        {sigmoid_minus, "minus where a plus belongs: 1 / (1 + e^-x)"},
        {one_plus, "the reciprocal is missing: 1 / (1 + e^-x)"},
        {without_one, "the 1 in the denominator is missing: 1 / (1 + e^-x)"},
        {tanh, "that is tanh, which lies between -1 and 1"},
        {sigmoid_overflowing, "NaN: e^1000 is infinite, and infinity / infinity is NaN. Write 1 / "
                              "(1 + e^-x), not e^x / (1 + e^x)"},
    };
    return bent(x, sigmoid, SLIPS(known));
}

/* ---- 02.4 tanh_row ------------------------------------------------------------------------------------------ */

static double minus_tanh(double x)
{
    return -tanh(x);
}

static double tanh_overflowing(double x)
{
    return (exp(x) - exp(-x)) / (exp(x) + exp(-x));
}

Tensor *tanh_want(const Tensor *x)
{
    static const Slip known[] = {
        {sigmoid, "that is the sigmoid, which lies between 0 and 1"},
        {tan, "tan is the tangent of an angle; tanh is asked for"},
        {atan, "atan is another squashing function; tanh is asked for"},
        {minus_tanh, "the sign is turned: tanh of a positive number is positive"},
        {sinh, "sinh is only the numerator: divide by cosh, or use tanh"},
        {tanh_overflowing, "NaN: (e^x - e^-x) / (e^x + e^-x) is infinity / infinity here. Use "
                           "real_tanh"},
    };
    return bent(x, tanh, SLIPS(known));
}
