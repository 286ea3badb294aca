/* numbers.c - 04.4: the loss of yes and no. */
#include "want.h"

/* ---- 04.4 bce_row ------------------------------------------------------------------------------- */

static void check_bce(const Tensor *logits, const Tensor *targets, const char *rule)
{
    long n = logits->shape[0];
    Tensor *out = output("out", SHAPE(n));
    const real *x = logits->data, *t = targets->data;

    Tensor *want = EXPECT(bce_want(logits, targets));
    CALL(bce_row(n, out->data, (const real *[]){x, t}, NULL));
    check_tensor(out, want, rule);
}

TEST(one_logit_by_hand, .points = 1, .exercise = "04.4 bce_row", .file = "loss_kernels.c")
{
    Tensor *x = input("x", SHAPE(2), VALUES((real)log(3), (real)log(3)));
    Tensor *t = input("t", SHAPE(2), VALUES(1, 0));

    check_bce(x, t, "probability 3/4 of a 1: -log(3/4); 1/4 of a 0: -log(1/4)");
}

TEST(targets_between_zero_and_one, .points = 8, .exercise = "04.4 bce_row",
     .file = "loss_kernels.c")
{
    Tensor *x = draw_between("x", SHAPE(7), 0.1, 3), *t = draw_between("t", SHAPE(7), 0, 1);
    for (long i = 0; i < 7; i += 2)
        x->data[i] *= -1;
    resealed(x);

    check_bce(x, t, "max(x, 0) - x t + log(1 + e^-|x|)");
}

TEST(confident_logits_do_not_saturate, .points = 7, .exercise = "04.4 bce_row",
     .file = "loss_kernels.c")
{
    real a = (real)draw_double("a", 800, 1200), b = (real)draw_double("b", 800, 1200);
    Tensor *x = input("x", SHAPE(4), VALUES(a, -b, b, -a));
    Tensor *t = input("t", SHAPE(4), VALUES(0, 1, 1, 0));

    check_bce(x, t, "wrong by a: the loss is a, not infinity; right: 0");
}

TEST(the_mean_of_a_batch, .points = 2, .exercise = "04.4 bce_row", .file = "loss_kernels.c")
{
    Tensor *x = draw_transposed("x", SHAPE(3, 4)), *t = draw_between("t", SHAPE(3, 4), 0, 1);

    Tensor *want = EXPECT(bce_mean_want(x, t));
    Tensor *loss = CALL(tensor_bce_with_logits(x, t));
    check_tensor(loss, want, "the mean of what bce_row writes for each element");
}

/* What is known as sure, and right: the loss is about e^-|x|, in whose units it is compared. */
TEST(a_small_loss_has_its_own_digits, .points = 7, .exercise = "04.4 bce_row",
     .file = "loss_kernels.c")
{
    long n = draw_long("n", 7, 11);
    Tensor *logits = draw_between("logits", SHAPE(n), IS_DOUBLE ? 20 : 10, IS_DOUBLE ? 34 : 14);
    Tensor *targets = draw("targets", SHAPE(n)), *out = output("out", SHAPE(n));
    const real *x = logits->data, *t = targets->data;
    for (long i = 0; i < n; i++) {
        targets->data[i] = (real)(i % 3 != 0);
        logits->data[i] *= targets->data[i] == 0 ? -1 : 1;
    }
    resealed(logits), resealed(targets);

    Tensor *want = EXPECT(bce_of_e_want(logits, targets));
    CALL(bce_row(n, out->data, (const real *[]){x, t}, NULL));
    Tensor *of_e = tensor_new_like(out);
    for (long i = 0; i < n; i++)
        of_e->data[i] =
            (real)((double)out->data[i] * fabs((double)x[i]) / exp(-fabs((double)x[i])));
    check_tensor_within(
        of_e, want, IS_DOUBLE ? 1e-9 : 1e-5,
        "the loss times |x|, divided by e^-|x|: a small loss has digits of its own");
}
