/* gelu_want.c - a bias and a GELU, there and back, and other activations that are taken for it. */
#include "want.h"

#define ROOT (2 * 0.79788456080286535588) /* 2 sqrt(2/pi) */

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double twice_u(double z)
{
    return ROOT * z * (1 + 0.044715 * z * z);
}

/* ---- there ------------------------------------------------------------------------------------------ */

static double gelu(double x, double b)
{
    return (x + b) * sigmoid(twice_u(x + b));
}

static double without_bias(double x, double b)
{
    (void)b;
    return gelu(x, 0);
}

static double bias_subtracted(double x, double b)
{
    return gelu(x, -b);
}

static double bias_afterwards(double x, double b)
{
    return gelu(x, 0) + b;
}

static double times_x(double x, double b)
{
    return x * sigmoid(twice_u(x + b));
}

static double bias_multiplied(double x, double b)
{
    return gelu(x * b, 0);
}

static double with_erf(double x, double b)
{
    double z = x + b;
    return z * 0.5 * (1 + erf(z * 0.70710678118654752440));
}

static double with_u(double x, double b)
{
    return (x + b) * sigmoid(twice_u(x + b) / 2);
}

static double without_cube(double x, double b)
{
    return (x + b) * sigmoid(ROOT * (x + b));
}

static double square_in_place_of_cube(double x, double b)
{
    double z = x + b;
    return z * sigmoid(ROOT * (z + 0.044715 * z * z));
}

static double silu(double x, double b)
{
    return (x + b) * sigmoid(x + b);
}

static double other_constant(double x, double b)
{
    return (x + b) * sigmoid(1.702 * (x + b));
}

static double sigmoid_alone(double x, double b)
{
    return sigmoid(twice_u(x + b));
}

static double sign_of_u(double x, double b)
{
    return (x + b) * sigmoid(-twice_u(x + b));
}

static double relu(double x, double b)
{
    return x + b > 0 ? x + b : 0;
}

static double sum_alone(double x, double b)
{
    return x + b;
}

static double cube_outside(double x, double b)
{
    double z = x + b;
    return z * sigmoid(ROOT * z + 0.044715 * z * z * z);
}

static double infinite_by_infinite(double x, double b)
{
    double e = exp(twice_u(x + b));
    return (x + b) * e / (1 + e);
}

static double tanh_without_half(double x, double b)
{
    return (x + b) * (1 + tanh(twice_u(x + b) / 2));
}

static const struct {
    double (*f)(double x, double b);
    const char *said;
} forward[] = {
    {without_bias, "the bias is missing: z = x + bias"},
    {bias_subtracted, "the bias was subtracted"},
    {bias_afterwards, "the bias was added after the activation: it comes before"},
    {bias_multiplied, "x was multiplied by the bias: it is added"},
    {times_x, "the sigmoid has z = x + bias, but it was multiplied by x: y = z s(2u)"},
    {with_erf, "that is the exact GELU, with erf: this one is the tanh form, z s(2u)"},
    {with_u, "the sigmoid of u: it is that of 2u"},
    {without_cube, "the cubic term is missing: u has z + 0.044715 z^3"},
    {square_in_place_of_cube, "z^2 in place of z^3: 2u = 1.5957... (z + 0.044715 z^3)"},
    {silu, "that is silu, z s(z): it is z s(2u)"},
    {other_constant, "that is the short form, z s(1.702 z): here it is z s(2u)"},
    {sigmoid_alone, "that is the sigmoid alone: y = z s(2u)"},
    {sign_of_u, "e^(2u) in place of e^(-2u)"},
    {relu, "that is relu"},
    {sum_alone, "that is x + bias, without the activation"},
    {cube_outside, "the factor 1.5957... belongs to all of z + 0.044715 z^3"},
    {infinite_by_infinite, "e^(2u) / (1 + e^(2u)) is infinity by infinity, NaN, where z is large: "
                           "1 / (1 + e^(-2u)) is not"},
    {tanh_without_half, "twice too much: z/2 (1 + tanh u)"},
};

/* bias (n) repeats along the last axis. */
static Tensor *mapped(const Tensor *x, const Tensor *bias, double (*f)(double, double))
{
    Tensor *y = copy_of(x);
    long n = bias->shape[0], rows = 1;
    for (int d = 0; d < x->ndim - 1; d++)
        rows *= x->shape[d];
    for (long i = 0; i < rows * n; i++)
        y->data[i] = (real)f((double)y->data[i], (double)bias->data[i % n]);
    return y;
}

static Tensor *with_first_bias(const Tensor *x, const Tensor *bias)
{
    Tensor *first = copy_of(bias);
    for (long i = 0; i < bias->shape[0]; i++)
        first->data[i] = bias->data[0];
    return mapped(x, first, gelu);
}

Tensor *bias_gelu_want(const Tensor *x, const Tensor *bias)
{
    for (size_t i = 0; i < sizeof forward / sizeof *forward; i++)
        MISTAKE(mapped(x, bias, forward[i].f), forward[i].said);
    MISTAKE(with_first_bias(x, bias), "every number got bias[0]: number i gets bias[i]");
    return mapped(x, bias, gelu);
}

/* ---- and back ---------------------------------------------------------------------------------------- */

static double slope(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z)), du = ROOT * (1 + 3 * 0.044715 * z * z);
    return s * (1 + z * (1 - s) * du);
}

static double slope_without_bias(double x, double b)
{
    (void)b;
    return slope(x, 0);
}

static double slope_of_erf(double x, double b)
{
    double z = x + b;
    return 0.5 * (1 + erf(z * 0.70710678118654752440)) +
           z * 0.39894228040143267794 * exp(-z * z / 2);
}

static double s_alone(double x, double b)
{
    return sigmoid(twice_u(x + b));
}

static double without_inner(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * (1 + z * (1 - s));
}

static double without_three(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * (1 + z * (1 - s) * ROOT * (1 + 0.044715 * z * z));
}

static double inner_of_u(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * (1 + z * (1 - s) * ROOT / 2 * (1 + 3 * 0.044715 * z * z));
}

static double without_one(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * z * (1 - s) * ROOT * (1 + 3 * 0.044715 * z * z);
}

static double without_first_s(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return 1 + z * (1 - s) * ROOT * (1 + 3 * 0.044715 * z * z);
}

static double first_s_alone(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s + z * (1 - s) * ROOT * (1 + 3 * 0.044715 * z * z);
}

static double two_in_place_of_three(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * (1 + z * (1 - s) * ROOT * (1 + 2 * 0.044715 * z * z));
}

static double with_x(double x, double b)
{
    double z = x + b, s = sigmoid(twice_u(z));
    return s * (1 + x * (1 - s) * ROOT * (1 + 3 * 0.044715 * z * z));
}

static double step(double x, double b)
{
    return x + b > 0 ? 1 : 0;
}

static double at_the_result(double x, double b)
{
    return slope(gelu(x, b), 0);
}

static double gelu_itself(double x, double b)
{
    return gelu(x, b);
}

static double one(double x, double b)
{
    (void)x, (void)b;
    return 1;
}

static const struct {
    double (*f)(double x, double b);
    const char *said;
} backward[] = {
    {slope_without_bias, "z was made again without the bias: z = x + bias"},
    {slope_of_erf, "that is the derivative of the exact GELU, with erf: this one is the tanh form"},
    {s_alone, "s alone: z stands in the sigmoid, too, so there is a second term, s z (1 - s) 2u'"},
    {without_inner, "the inner derivative 2u' is missing"},
    {without_three, "the derivative of z^3 is 3 z^2: 2u' = 1.5957... (1 + 3 * 0.044715 z^2)"},
    {inner_of_u, "u' in place of 2u': the sigmoid is that of 2u"},
    {without_one,
     "the first term is missing: z s(2u) is a product, and so s stands there alone as well"},
    {without_first_s, "the whole is multiplied by s: s (1 + z (1 - s) 2u')"},
    {first_s_alone, "s stands before the whole: s (1 + z (1 - s) 2u'), not s + z (1 - s) 2u'"},
    {two_in_place_of_three,
     "the derivative of z^3 is 3 z^2, not 2 z^2: 2u' = 1.5957... (1 + 3 * 0.044715 z^2)"},
    {with_x, "x (1 - s) in place of z (1 - s)"},
    {step, "that is the derivative of relu"},
    {at_the_result, "the derivative was taken at the result y: it is that at z = x + bias"},
    {gelu_itself, "dy was multiplied by y, not by its derivative"},
    {one, "dy passed through as it is: the derivative is missing"},
};

static Tensor *times_dy(const Tensor *x, const Tensor *bias, const Tensor *dy,
                        double (*f)(double, double))
{
    Tensor *dx = mapped(x, bias, f);
    long n = bias->shape[0], rows = 1;
    for (int d = 0; d < x->ndim - 1; d++)
        rows *= x->shape[d];
    for (long i = 0; i < rows * n; i++)
        dx->data[i] *= dy->data[i];
    return dx;
}

static Tensor *over_rows(const Tensor *dx, long n, double factor)
{
    Tensor *sum = blank(SHAPE(n));
    long rows = 1;
    for (int d = 0; d < dx->ndim - 1; d++)
        rows *= dx->shape[d];
    for (long i = 0; i < rows * n; i++)
        sum->data[i % n] += (real)factor * dx->data[i];
    return sum;
}

bool both_are_followed(void)
{
    MISTAKE_MESSAGE("gradient of x is NULL", "x gets no gradient: grad_add(c->in[0], dz)");
    MISTAKE_MESSAGE("gradient of bias is NULL",
                    "the bias gets no gradient: it was added to x, so grad_add(c->in[1], dz)");
    return true;
}

Tensor *bias_gelu_dx_want(const Tensor *x, const Tensor *bias, const Tensor *dy)
{
    for (size_t i = 0; i < sizeof backward / sizeof *backward; i++)
        MISTAKE(times_dy(x, bias, dy, backward[i].f), backward[i].said);
    MISTAKE(plain_scaled(times_dy(x, bias, dy, slope), 2), "x got its share twice");
    MISTAKE(mapped(x, bias, slope), "dy is missing: x gets dy times the derivative");
    MISTAKE(times_dy(dy, bias, copy_of(x), slope),
            "dy and x have changed places: the row function gets them in the order in which "
            "rows_apply has them");
    MISTAKE_MESSAGE("x->grad is NULL", "x gets no gradient: grad_add(c->in[0], dz)");
    return times_dy(x, bias, dy, slope);
}

static Tensor *dbias(const Tensor *x, const Tensor *bias, const Tensor *dy, double times_more)
{
    long n = bias->shape[0], rows = x->shape[0] * x->shape[1];
    for (size_t i = 0; i < sizeof backward / sizeof *backward; i++)
        MISTAKE(over_rows(times_dy(x, bias, dy, backward[i].f), n, times_more), backward[i].said);
    MISTAKE(over_rows(times_dy(x, bias, dy, slope), n, times_more / (double)rows),
            "the mean over the rows: it is their sum");
    MISTAKE(over_rows(times_dy(x, bias, dy, slope), n, 2 * times_more),
            "the bias got its share twice");
    MISTAKE(over_rows(mapped(x, bias, slope), n, times_more),
            "dy is missing: the bias gets dy times the derivative, summed over the rows");
    MISTAKE_MESSAGE("bias->grad is NULL",
                    "the bias gets no gradient: it was added to x, so grad_add(c->in[1], dz)");
    return over_rows(times_dy(x, bias, dy, slope), n, times_more);
}

Tensor *bias_gelu_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy)
{
    return dbias(x, bias, dy, 1);
}

Tensor *twice_dbias_want(const Tensor *x, const Tensor *bias, const Tensor *dy)
{
    MISTAKE(over_rows(times_dy(x, bias, dy, slope), bias->shape[0], 1),
            "the first gradient is gone: grad_add adds, and never replaces");
    return dbias(x, bias, dy, 2);
}
