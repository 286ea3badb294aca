/* numbers.c - 04.5 and 04.6: losses between numbers. */
#include "want.h"

/* ---- 04.5 mse_kernel --------------------------------------------------------------------------- */

static void check_mse(const Tensor *prediction, const Tensor *target, const char *rule)
{
    Tensor *out = output("out", SCALAR);
    Tensor *difference = output("difference", prediction->ndim, prediction->shape);

    Tensor *want = EXPECT(mse_want(prediction, target));
    CALL(mse_kernel(out, difference, prediction, target));
    check_tensor(out, want, rule);
}

TEST(six_differences_by_hand, .points = 1, .exercise = "04.5 mse_kernel", .file = "loss_kernels.c")
{
    Tensor *prediction = input("prediction", SHAPE(2, 3), VALUES(1, 2, 3, 4, 5, 6));
    Tensor *target = input("target", SHAPE(2, 3), VALUES(1, 0, 4, 6, 5, 3));

    check_mse(prediction, target, "(0 + 4 + 1 + 4 + 0 + 9) / 6 = 3");
}

TEST(mean_over_every_element, .points = 4, .exercise = "04.5 mse_kernel", .file = "loss_kernels.c")
{
    Tensor *prediction = draw_transposed("prediction", SHAPE(3, 5));
    Tensor *target = draw("target", SHAPE(3, 5));

    check_mse(prediction, target, "the sum of (prediction - target)^2 over all elements, / 15");
}

TEST(difference_is_kept_for_the_gradient, .points = 4, .exercise = "04.5 mse_kernel",
     .file = "loss_kernels.c")
{
    Tensor *prediction = draw("prediction", SHAPE(2, 3)), *target = draw("target", SHAPE(2, 3));
    Tensor *out = output("out", SCALAR), *difference = output("difference", SHAPE(2, 3));

    Tensor *want = EXPECT(difference_want(prediction, target));
    CALL(mse_kernel(out, difference, prediction, target));
    check_tensor(difference, want, "prediction - target: the gradient is 2 / N times that");
}

/* ---- 04.6 bce_row ------------------------------------------------------------------------------- */

static void check_bce(const Tensor *logits, const Tensor *targets, const char *rule)
{
    long n = logits->shape[0];
    Tensor *out = output("out", SHAPE(n));
    const real *x = logits->data, *t = targets->data;

    Tensor *want = EXPECT(bce_want(logits, targets));
    CALL(bce_row(n, out->data, (const real *[]){x, t}, NULL));
    check_tensor(out, want, rule);
}

TEST(one_logit_by_hand, .points = 1, .exercise = "04.6 bce_row", .file = "loss_kernels.c")
{
    Tensor *x = input("x", SHAPE(2), VALUES((real)log(3), (real)log(3)));
    Tensor *t = input("t", SHAPE(2), VALUES(1, 0));

    check_bce(x, t, "probability 3/4 of a 1: -log(3/4); 1/4 of a 0: -log(1/4)");
}

TEST(targets_between_zero_and_one, .points = 6, .exercise = "04.6 bce_row",
     .file = "loss_kernels.c")
{
    Tensor *x = draw_between("x", SHAPE(7), 0.1, 3), *t = draw_between("t", SHAPE(7), 0, 1);
    for (long i = 0; i < 7; i += 2)
        x->data[i] *= -1;
    resealed(x);

    check_bce(x, t, "max(x, 0) - x t + log(1 + e^-|x|)");
}

TEST(confident_logits_do_not_saturate, .points = 5, .exercise = "04.6 bce_row",
     .file = "loss_kernels.c")
{
    real a = (real)draw_double("a", 800, 1200), b = (real)draw_double("b", 800, 1200);
    Tensor *x = input("x", SHAPE(4), VALUES(a, -b, b, -a));
    Tensor *t = input("t", SHAPE(4), VALUES(0, 1, 1, 0));

    check_bce(x, t, "wrong by a: the loss is a, not infinity; right: 0");
}

TEST(the_mean_of_a_batch, .points = 4, .exercise = "04.6 bce_row", .file = "loss_kernels.c")
{
    Tensor *x = draw_transposed("x", SHAPE(3, 4)), *t = draw_between("t", SHAPE(3, 4), 0, 1);

    Tensor *want = EXPECT(bce_mean_want(x, t));
    Tensor *loss = CALL(tensor_bce_with_logits(x, t));
    check_tensor(loss, want, "the mean of what bce_row writes for each element");
}
