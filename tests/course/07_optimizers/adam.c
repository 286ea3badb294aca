/* adam.c - 07.3 to 07.5: the moments, their correction, and the step. */
#include "parameters.h"

/* ---- 07.3 adam_moments ----------------------------------------------------------------------- */

static void check_moments(double beta1, double beta2, Tensor *means, Tensor *squares,
                          const Tensor *gradients, const char *rule)
{
    long n = gradients->shape[0];
    Adam a = {.rest1 = (real)(1 - beta1), .beta2 = (real)beta2, .rest2 = (real)(1 - beta2)};
    real *m = means->data, *v = squares->data;
    const real *g = gradients->data;
    given("a", "rest1 %.4g, beta2 %.4g, rest2 %.4g", 1 - beta1, beta2, 1 - beta2);
    may_change(means), may_change(squares);

    Tensor *want = EXPECT(moments_want(beta1, beta2, means, squares, gradients));
    CALL(adam_moments(&a, n, g, m, v));
    Tensor *m_and_v = joined(means, squares);
    check_tensor(m_and_v, want, rule);
}

TEST(moments_by_hand, .points = 1, .exercise = "07.3 adam_moments", .file = "adam.c")
{
    Tensor *m = input("m", SHAPE(1), VALUES(1)), *v = input("v", SHAPE(1), VALUES(2));
    Tensor *g = input("g", SHAPE(1), VALUES(-3));

    check_moments(0.9, 0.99, m, v, g,
                  "m = 1 + 0.1 * (-3 - 1) = 0.6, v = 0.99 * 2 + 0.01 * 9 = 2.07");
}

TEST(moments_of_many_weights, .points = 9, .exercise = "07.3 adam_moments", .file = "adam.c")
{
    double beta1 = draw_double("beta1", 0.5, 0.8), beta2 = draw_double("beta2", 0.85, 0.95);
    Tensor *m = draw("m", SHAPE(6)), *v = draw_between("v", SHAPE(6), 0.1, 3);
    Tensor *g = draw("g", SHAPE(6));
    g->data[draw_long("flat", 0, 5)] = 0;
    resealed(g);

    check_moments(beta1, beta2, m, v, g,
                  "rows: m = beta1 m + (1 - beta1) g, and v = beta2 v + (1 - beta2) g^2");
}

/* ---- 07.4 adam_correct ----------------------------------------------------------------------- */

/* Of parameter 1 in its step t; the parameters around it are 30 steps ahead. */
static void check_correction(double lr, double beta1, double beta2, long t, const char *rule)
{
    long step[] = {t + 30, t, t + 30};
    Adam a = {.step_size = (real)NAN, .root2 = (real)NAN};
    Optimizer o = {.lr = lr, .beta1 = beta1, .beta2 = beta2, .step = step};
    given("o", "lr %.4g, beta1 %.4g, beta2 %.4g, step {%ld, %ld, %ld}", lr, beta1, beta2, step[0],
          step[1], step[2]);

    Tensor *want = EXPECT(correction_want(lr, beta1, beta2, t));
    CALL(adam_correct(&a, &o, 1));
    Tensor *factors = values(SHAPE(2), VALUES(a.step_size, a.root2));
    check_tensor(factors, want, rule);
}

TEST(two_corrections_by_hand, .points = 1, .exercise = "07.4 adam_correct", .file = "adam.c")
{
    check_correction(0.1, 0.9, 0.99, 1, "step_size = 0.1 / (1 - 0.9), root2 = sqrt(1 - 0.99)");
    check_correction(0.1, 0.9, 0.99, 3, "step_size = 0.1 / (1 - 0.9^3), root2 = sqrt(1 - 0.99^3)");
}

TEST(corrections_fade, .points = 13, .exercise = "07.4 adam_correct", .file = "adam.c")
{
    double lr = draw_double("lr", 0.01, 0.4), beta1 = draw_double("beta1", 0.5, 0.8);
    double beta2 = draw_double("beta2", 0.85, 0.97);

    for (long t = 1; t <= 9; t += 2)
        check_correction(lr, beta1, beta2, t,
                         "step_size = lr / (1 - beta1^t), root2 = sqrt(1 - beta2^t)");
}

/* ---- 07.5 adam_step -------------------------------------------------------------------------- */

static void check_adam_step(Adam a, Tensor *weights, const Tensor *means, const Tensor *squares,
                            const char *rule)
{
    long n = weights->shape[0];
    real *w = weights->data;
    const real *m = means->data, *v = squares->data;
    given("a", "keep %.4g, step_size %.4g, root2 %.4g, eps %.4g", (double)a.keep,
          (double)a.step_size, (double)a.root2, (double)a.eps);
    may_change(weights);

    Tensor *want = EXPECT(adam_step_want(&a, weights, means, squares));
    CALL(adam_step(&a, n, w, m, v));
    check_tensor(weights, want, rule);
}

TEST(step_by_hand, .points = 1, .exercise = "07.5 adam_step", .file = "adam.c")
{
    Tensor *w = input("w", SHAPE(1), VALUES(2)), *m = input("m", SHAPE(1), VALUES((real)0.3));
    Tensor *v = input("v", SHAPE(1), VALUES((real)0.09));
    Adam a = {.keep = 1, .step_size = (real)0.1, .root2 = (real)0.5, .eps = 0};

    check_adam_step(a, w, m, v, "2 - 0.1 * 0.3 / (0.3 / 0.5) = 1.95");
}

TEST(steps_with_a_large_eps, .points = 7, .exercise = "07.5 adam_step", .file = "adam.c")
{
    Tensor *w = draw("w", SHAPE(8)), *m = draw("m", SHAPE(8)),
           *v = draw_between("v", SHAPE(8), 0.1, 3);
    Adam a = {.keep = (real)draw_double("keep", 0.3, 0.9),
              .step_size = (real)draw_double("step_size", 0.1, 0.9),
              .root2 = (real)draw_double("root2", 0.2, 0.8),
              .eps = (real)draw_double("eps", 0.2, 0.9)};

    check_adam_step(a, w, m, v, "keep w - step_size m / (sqrt(v) / root2 + eps)");
}

TEST(no_gradient_so_far_no_step, .points = 6, .exercise = "07.5 adam_step", .file = "adam.c")
{
    Tensor *w = draw("w", SHAPE(3)), *m = input("m", SHAPE(3), VALUES(0, 0, 0));
    Tensor *v = input("v", SHAPE(3), VALUES(0, 0, 0));
    Adam a = {.keep = (real)0.5, .step_size = (real)0.1, .root2 = (real)0.5, .eps = (real)1e-8};

    check_adam_step(a, w, m, v, "m = 0 makes no step; only decay (keep) is left");
}
