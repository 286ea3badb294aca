/* rows_want.c - the slopes of tanh and gelu, and what flows back through softmax, right and mistaken. */
#include "want.h"

typedef double (*Slope)(double);
typedef double (*Pair)(double g, double x);

/* dy times a slope at each x. */
static Tensor *through(const Tensor *x, const Tensor *g, Slope slope)
{
    return plain_pair(g, plain_map(x, slope), times);
}

/* What a slip makes of dy and x, number by number. */
static Tensor *slipped(const Tensor *x, const Tensor *g, Pair slip)
{
    return plain_pair(g, x, slip);
}

/* ---- 06.12 tanh_backward_row -------------------------------------------------------------------- */

static double tanh_slope(double x)
{
    return 1 - tanh(x) * tanh(x);
}

static double without_square(double x)
{
    return 1 - tanh(x);
}

static double of_sigmoid(double x)
{
    return tanh(x) * (1 - tanh(x));
}

static double tanh_twice(double x)
{
    return tanh_slope(tanh(x));
}

static double plus_square(double x)
{
    return 1 + tanh(x) * tanh(x);
}

static double not_all_of_it(double g, double x)
{
    return g - tanh(x) * tanh(x);
}

static double square_of_dy(double g, double x)
{
    (void)x;
    return g * (1 - g * g);
}

static double exchanged(double g, double x)
{
    return tanh(x) * (1 - g * g);
}

Tensor *tanh_share_want(const Tensor *x, const Tensor *g)
{
    MISTAKE(plain_map(x, tanh_slope),
            "dy is missing: dx = dy * slope (or 06.3 sends ones for the seed)");
    MISTAKE(through(x, g, without_square), "1 - y: the square is missing");
    MISTAKE(through(x, g, of_sigmoid), "y (1 - y) is the slope of the sigmoid");
    MISTAKE(through(x, g, tanh_twice), "tanh was applied a second time: in[1] is y already");
    MISTAKE(through(x, g, plus_square), "1 + y^2: the square must be subtracted");
    MISTAKE(slipped(x, g, not_all_of_it), "dy - y^2: dy multiplies both terms, dy (1 - y^2)");
    MISTAKE(slipped(x, g, square_of_dy), "dy (1 - dy^2): the square is that of y, in[1]");
    MISTAKE(slipped(x, g, exchanged), "y (1 - dy^2): in[0] is dy, in[1] is y");
    MISTAKE(through(x, g, tanh), "dy was multiplied by y, not by the slope");
    arrives("->grad is NULL");
    return through(x, g, tanh_slope);
}

/* ---- 06.13 gelu_backward_row -------------------------------------------------------------------- */

static double cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static double density(double x)
{
    return exp(-0.5 * x * x) / sqrt(2 * 3.14159265358979323846);
}

static double gelu_slope(double x)
{
    return cdf(x) + x * density(x);
}

static double density_without_x(double x)
{
    return cdf(x) + density(x);
}

static double no_root(double x)
{
    return 0.5 * (1 + erf(x)) + x * density(x);
}

static double no_half(double x)
{
    return cdf(x) + x * exp(-x * x) / sqrt(2 * 3.14159265358979323846);
}

static double minus_density(double x)
{
    return cdf(x) - x * density(x);
}

static double growing_density(double x)
{
    return cdf(x) + x * exp(0.5 * x * x) / sqrt(2 * 3.14159265358979323846);
}

static double density_of_height_1(double x)
{
    return cdf(x) + x * exp(-0.5 * x * x);
}

static double density_with_root_half(double x)
{
    return cdf(x) + x * exp(-0.5 * x * x) * sqrt(0.5);
}

static double twice_cdf(double x)
{
    return 2 * cdf(x) + x * density(x);
}

static double half_erf(double x)
{
    return cdf(x) - 0.5 + x * density(x);
}

static double value(double x)
{
    return x * cdf(x);
}

static double phi_and_Phi_exchanged(double x)
{
    return density(x) + x * cdf(x);
}

Tensor *gelu_share_want(const Tensor *x, const Tensor *g)
{
    MISTAKE(plain_map(x, gelu_slope),
            "dy is missing: dx = dy * slope (or 06.3 sends ones for the seed)");
    MISTAKE(through(x, g, cdf),
            "the second term is missing: the product rule gives Phi(x) + x phi(x)");
    MISTAKE(through(x, g, density_without_x), "x is missing in front of phi(x)");
    MISTAKE(through(x, g, no_root), "Phi(x) is (1 + erf(x / sqrt 2)) / 2: the root is missing");
    MISTAKE(through(x, g, no_half),
            "phi(x) is e^(-x^2 / 2) / sqrt(2 pi): the half in the exponent is missing");
    MISTAKE(through(x, g, minus_density),
            "x phi(x) was subtracted: the slope is Phi(x) + x phi(x)");
    MISTAKE(through(x, g, growing_density), "phi(x) is e^(-x^2 / 2) / sqrt(2 pi): the minus in the "
                                            "exponent is missing");
    MISTAKE(through(x, g, density_of_height_1),
            "phi(x) is e^(-x^2 / 2) / sqrt(2 pi): 1 / sqrt(2 pi), density_at_0, is missing");
    MISTAKE(through(x, g, density_with_root_half),
            "phi(x) was made with root_half: its factor is 1 / sqrt(2 pi), density_at_0");
    MISTAKE(through(x, g, twice_cdf), "Phi(x) is (1 + erf(x / sqrt 2)) / 2: the / 2 is missing");
    MISTAKE(through(x, g, half_erf), "Phi(x) is (1 + erf(x / sqrt 2)) / 2: the 1 is missing");
    MISTAKE(through(x, g, value), "x Phi(x) is gelu itself: the slope is Phi(x) + x phi(x)");
    MISTAKE(through(x, g, phi_and_Phi_exchanged),
            "Phi and phi are exchanged: the slope is Phi(x) + x phi(x)");
    MISTAKE(through(x, g, density), "that is phi alone: the slope is Phi(x) + x phi(x)");
    arrives("->grad is NULL");
    return through(x, g, gelu_slope);
}

/* ---- 06.14 softmax_backward_row ----------------------------------------------------------------- */

typedef enum {
    COUPLED,
    NO_COUPLING,
    DIAGONAL,
    SUM_OF_DY,
    NO_FACTOR,
    ADDED,
    STILL_GROWING,
    CARRIED_OVER,
    SUM_OF_Y,
    MEAN,
    FACTOR_AT_DY_ONLY,
    EXCHANGED,
    SLIPS
} Slip;

static const char *const said[SLIPS] = {
    [NO_COUPLING] = "the coupling term is missing: y dy alone forgets that the row sums to 1",
    [DIAGONAL] = "y (1 - y) dy is the diagonal only: the coupling term is missing",
    [SUM_OF_DY] = "the sum is over dy alone: it is over dy_j y_j",
    [SUM_OF_Y] = "the sum is over y alone, which is 1: it is over dy_j y_j",
    [MEAN] = "the sum was divided by n: it is weighted by y already",
    [FACTOR_AT_DY_ONLY] = "y dy - sum: the factor y belongs to both terms, y (dy - sum)",
    [EXCHANGED] = "y and dy are exchanged: dx = y (dy - sum), not dy (y - sum)",
    [NO_FACTOR] = "the factor y in front is missing",
    [ADDED] = "the coupling term is added: it must be subtracted",
    [STILL_GROWING] = "the sum was still growing while dx was written: it needs a loop of its own",
    [CARRIED_OVER] =
        "the sum still held that of a row that was there before: it starts at 0 in every call",
};

/* One row: n numbers that lie `step` apart. The sum of all rows so far comes in and goes out. */
static double softmax_row(long n, long step, real *dx, const real *dy, const real *y, double so_far,
                          Slip slip)
{
    double sum = 0, growing = 0, all = 0;
    for (long j = 0; j < n * step; j += step) {
        all += (double)y[j];
        sum += (double)dy[j] * (slip == SUM_OF_DY ? 1 : (double)y[j]);
    }
    for (long j = 0; j < n * step; j += step) {
        double p = (double)y[j], d = (double)dy[j];
        growing += p * d;
        const double slips[SLIPS] = {
            [COUPLED] = p * (d - sum),
            [NO_COUPLING] = p * d,
            [DIAGONAL] = p * (1 - p) * d,
            [SUM_OF_DY] = p * (d - sum),
            [NO_FACTOR] = d - sum,
            [ADDED] = p * (d + sum),
            [STILL_GROWING] = p * (d - growing),
            [SUM_OF_Y] = p * (d - all),
            [MEAN] = p * (d - sum / (double)n),
            [FACTOR_AT_DY_ONLY] = p * d - sum,
            [EXCHANGED] = d * (p - sum),
            [CARRIED_OVER] = p * (d - sum - so_far),
        };
        dx[j] = (real)slips[slip];
    }
    return so_far + sum;
}

static Tensor *softmax_share(const Tensor *x, const Tensor *g, int axis, Slip slip)
{
    Tensor *y = plain_softmax(x, axis), *dy = copy_of(g), *dx = blank(x->ndim, x->shape);
    long n = x->shape[axis], step = 1, all = shape_numel(x->ndim, x->shape);
    double so_far = 0;
    for (int d = axis + 1; d < x->ndim; d++)
        step *= x->shape[d];
    for (long first = 0; first < all; first++)
        if (first / step % n == 0)
            so_far = softmax_row(n, step, dx->data + first, dy->data + first, y->data + first,
                                 so_far, slip);
    return dx;
}

Tensor *softmax_share_want(const Tensor *x, const Tensor *g, int axis)
{
    for (Slip slip = 1; slip < SLIPS; slip++)
        MISTAKE(softmax_share(x, g, axis, slip), said[slip]);
    arrives("->grad is NULL");
    return softmax_share(x, g, axis, COUPLED);
}
