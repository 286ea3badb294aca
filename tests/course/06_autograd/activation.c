/* activation.c - 06.12 and 06.13: the slopes of tanh and gelu. */
#include "gradients.h"

static double tanh_slope_at(double x)
{
    return 1 - tanh(x) * tanh(x);
}

static double one_minus_y(double x)
{
    return 1 - tanh(x);
}

static double y_one_minus_y(double x)
{
    return tanh(x) * (1 - tanh(x));
}

static double tanh_twice(double x)
{
    return 1 - tanh(tanh(x)) * tanh(tanh(x));
}

TEST(the_slope_of_tanh, .points = 3, .exercise = "06.12 tanh_backward_row",
     .file = "backward_rows.c",
     .hints = HINTS("tanh is steepest at 0 and flat far out.", "y' = 1 - y^2, and in[1] is y.",
                    "for (long i = 0; i < n; i++) dx[i] = dy[i] * (1 - y[i] * y[i]);"))
{
    Tensor *x = leaf(draw("x", SHAPE(3, 5))), *g = draw("g", SHAPE(3, 5));
    Tensor *far = leaf(input("far", SHAPE(3), VALUES(-300, 0, 300))),
           *ones = input("ones", SHAPE(3), VALUES(1, 1, 1));
    EXPECT(Tensor *slope = plain_map(x, tanh_slope_at); Tensor *dx = plain_pair(g, slope, times));
    MISTAKE(plain_map(x, tanh_slope_at), "dy is missing: dx = dy * slope");
    MISTAKE(plain_pair(g, plain_map(x, one_minus_y), times), "1 - y: the square is missing");
    MISTAKE(plain_pair(g, plain_map(x, y_one_minus_y), times),
            "y (1 - y) is the slope of the sigmoid");
    MISTAKE(plain_pair(g, plain_map(x, tanh_twice), times),
            "tanh was applied a second time: in[1] is y already");
    MISTAKE(plain_pair(g, plain_map(x, tanh), times), "dy was multiplied by y, not by the slope");
    CALL(tensor_backward_from(tensor_tanh(x), g, false));
    check_tensor(x->grad, dx, "dx = dy (1 - y^2)");
    CALL(tensor_backward_from(tensor_tanh(far), ones, false));
    check_tensor(far->grad, values(SHAPE(3), VALUES(0, 1, 0)), "slope 1 at 0, and 0 far out");
}

static double cdf(double x)
{
    return 0.5 * erfc(-x / sqrt(2.0));
}

static double density(double x)
{
    return exp(-0.5 * x * x) / sqrt(2 * 3.14159265358979323846);
}

static double gelu_slope_at(double x)
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

TEST(the_slope_of_gelu, .points = 3, .exercise = "06.13 gelu_backward_row",
     .file = "backward_rows.c",
     .hints = HINTS("y = x Phi(x): the product rule has two terms.",
                    "Phi(x) + x phi(x), where phi is the derivative of Phi.",
                    "Phi = (real)0.5 * (1 + real_erf(x * root_half)); phi = density_at_0 * "
                    "real_exp((real)-0.5 * x * x);"))
{
    Tensor *x = leaf(draw("x", SHAPE(2, 6))), *g = draw("g", SHAPE(2, 6));
    Tensor *far = leaf(input("far", SHAPE(3), VALUES(-40, 0, 40))),
           *ones = input("ones", SHAPE(3), VALUES(1, 1, 1));
    EXPECT(Tensor *slope = plain_map(x, gelu_slope_at); Tensor *dx = plain_pair(g, slope, times));
    MISTAKE(copy_of(slope), "dy is missing: dx = dy * slope");
    MISTAKE(plain_pair(g, plain_map(x, cdf), times),
            "the second term is missing: the product rule gives Phi(x) + x phi(x)");
    MISTAKE(plain_pair(g, plain_map(x, density_without_x), times),
            "x is missing in front of phi(x)");
    MISTAKE(plain_pair(g, plain_map(x, no_root), times),
            "Phi(x) is (1 + erf(x / sqrt 2)) / 2: the root is missing");
    MISTAKE(plain_pair(g, plain_map(x, no_half), times),
            "phi(x) is e^(-x^2 / 2) / sqrt(2 pi): the half in the exponent is missing");
    MISTAKE(plain_pair(g, plain_map(x, density), times),
            "that is phi alone: the slope is Phi(x) + x phi(x)");
    CALL(tensor_backward_from(tensor_gelu(x), g, false));
    check_tensor_within(x->grad, dx, IS_DOUBLE ? 1e-7 : 2e-5, "dx = dy (Phi(x) + x phi(x))");
    CALL(tensor_backward_from(tensor_gelu(far), ones, false));
    check_tensor(far->grad, values(SHAPE(3), VALUES(0, 0.5, 1)),
                 "0 far to the left, 1/2 at 0, 1 far to the right");
}
