/* numbers.c - 04.5 and 04.6: losses between numbers. */
#include "check.h"

/* ---- 04.5 mse_kernel --------------------------------------------------------------------------- */

static double total(const Tensor *t)
{
    double sum = 0;
    for (long i = 0; i < t->shape[0] * t->shape[1]; i++)
        sum += (double)t->data[i];
    return sum;
}

TEST(four_differences_by_hand, .points = 4, .exercise = "04.5 mse_kernel", .file = "loss_kernels.c",
     .hints = HINTS("Difference, square, sum, divide by how many.",
                    "sub_kernel, mul_kernel, sum_kernel(out, square, 0), then the division.",
                    "out->data[0] /= (real)tensor_numel(square);"))
{
    Tensor *prediction = input("prediction", SHAPE(2, 2), VALUES(1, 2, 3, 4));
    Tensor *target = input("target", SHAPE(2, 2), VALUES(1, 0, 4, 6));
    MISTAKE_NUMBER(9, "the sum of the squares: divide by the number of elements");
    MISTAKE_NUMBER(4.5, "divided by the rows: all elements count, 2 * 2");
    MISTAKE_NUMBER(1.125, "one half of the mean: there is no 1/2 in this definition");
    MISTAKE_NUMBER(1.5, "the square root was taken, or the mean of differences: squares, no root");
    MISTAKE_NUMBER(-0.25, "the differences were not squared: positive and negative cancel");
    MISTAKE_NUMBER(1.25, "the sizes of the differences: they are to be squared");
    MISTAKE_NUMBER(3, "divided by one less than there are: this is a mean, not a variance");
    Tensor *loss = CALL(tensor_mse_loss(prediction, target));
    check_number(loss->data[0], 2.25, CHECK_TOLERANCE, "(0 + 4 + 1 + 4) / 4");
}

TEST(mean_over_every_element, .points = 4, .exercise = "04.5 mse_kernel", .file = "loss_kernels.c",
     .hints = HINTS("All axes count, and views are read through their strides.",
                    "Kernels know strides; a loop over ->data does not.",
                    "sub_kernel(difference, prediction, target); mul_kernel(square, difference, "
                    "difference);"))
{
    Tensor *prediction = draw_transposed("prediction", SHAPE(3, 5)),
           *target = draw("target", SHAPE(3, 5));
    EXPECT(Tensor *d = plain_pair(prediction, target, minus);
           Tensor *square = plain_pair(d, d, times));
    EXPECT(double want = total(square) / 15);
    MISTAKE_NUMBER(want * 15, "the sum of the squares: divide by the number of elements");
    MISTAKE_NUMBER(want / 2, "one half of the mean: there is no 1/2 in this definition");
    MISTAKE_NUMBER(want * 5, "divided by the rows: all elements count, 3 * 5");
    MISTAKE_NUMBER(want * 3, "divided by the columns: all elements count, 3 * 5");
    MISTAKE_NUMBER(sqrt(want), "the square root was taken: mean squared error has no root");
    MISTAKE_NUMBER(total(d) / 15, "the differences were not squared");
    MISTAKE_NUMBER(total(plain_map(d, fabs)) / 15,
                   "the sizes of the differences: they are to be squared");
    Tensor *loss = CALL(tensor_mse_loss(prediction, target));
    check_long(loss->ndim, 0, "a loss is one number: a scalar has no axes");
    check_number(loss->data[0], want, CHECK_TOLERANCE,
                 "sum of (p - t)^2 over all 15 elements, / 15");
}

static Tensor *mse_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_mse_loss(in[0], in[1]);
}

TEST(difference_is_kept_for_the_gradient, .points = 4, .exercise = "04.5 mse_kernel",
     .file = "loss_kernels.c",
     .hints = HINTS(
         "difference is an output too: what is in it goes into the gradient.",
         "prediction - target, in that order, and not squared in place.",
         "sub_kernel(difference, prediction, target); the square goes into a tensor of its own."))
{
    Tensor *prediction = leaf(draw("prediction", SHAPE(2, 3))),
           *target = leaf(draw("target", SHAPE(2, 3)));
    EXPECT(Tensor *d = plain_pair(prediction, target, minus));
    EXPECT(Tensor *want = plain_scaled(d, 2.0 / 6));
    MISTAKE(plain_scaled(want, -1),
            "difference is target - prediction: prediction - target is meant");
    MISTAKE(plain_scaled(plain_pair(d, d, times), 2.0 / 6),
            "difference holds the squares: they belong in a tensor of their own");
    tensor_backward(CALL(tensor_mse_loss(prediction, target)));
    check_tensor(prediction->grad, want,
                 "2 (prediction - target) / N, from the difference you left");
    check_gradients(mse_of, NULL, "the loss and its given gradient belong together",
                    INPUTS(prediction, target));
}

/* ---- 04.6 bce_row ------------------------------------------------------------------------------- */

static double bce(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(-fabs(x)));
}

static double probability(double x)
{
    return 1 / (1 + exp(-x));
}

static double right_only(double x, double t)
{
    return -t * log(probability(x));
}

static double twice_squashed(double x, double t)
{
    return bce(probability(x), t);
}

static double no_maximum(double x, double t)
{
    return -x * t + log(1 + exp(-fabs(x)));
}

static double no_product(double x, double t)
{
    return bce(x, 0 * t);
}

static double swapped(double x, double t)
{
    return bce(t, x);
}

static double flipped(double x, double t)
{
    return bce(x, 1 - t);
}

static double plus_product(double x, double t)
{
    return bce(x, -t);
}

static double no_logarithm(double x, double t)
{
    return fmax(x, 0) - x * t + 1 + exp(-fabs(x));
}

static double plain_size(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(fabs(x)));
}

static double size_missing(double x, double t)
{
    return fmax(x, 0) - x * t + log(1 + exp(-x));
}

static double mean_of(const Tensor *x, const Tensor *t, double (*f)(double, double))
{
    double sum = 0;
    for (long i = 0; i < x->shape[0]; i++)
        for (long j = 0; j < x->shape[1]; j++)
            sum += f(at(x, AT(i, j)), at(t, AT(i, j)));
    return sum / (double)(x->shape[0] * x->shape[1]);
}

static void register_mistakes(const Tensor *x, const Tensor *t)
{
    double want = mean_of(x, t, bce), N = (double)(x->shape[0] * x->shape[1]);
    check_mistake_number(-want, "the wrong sign: a loss is never negative");
    check_mistake_number(want * N, "the sum: the mean over all elements is the loss");
    check_mistake_number(want / N,
                         "the row divides by n, and the mean is taken once more by the given code");
    check_mistake_number(want / log(2), "logarithms of base 2: the loss is in nats");
    check_mistake_number(mean_of(x, t, right_only), "only -t log p: the zeros have a loss too");
    check_mistake_number(mean_of(x, t, twice_squashed),
                         "the sigmoid was taken twice: x is a logit");
    check_mistake_number(mean_of(x, t, no_maximum), "max(x, 0) is missing");
    check_mistake_number(mean_of(x, t, no_product), "- x t is missing: the target is not used");
    check_mistake_number(mean_of(x, t, swapped),
                         "logit and target are swapped: in[0] is the logit");
    check_mistake_number(mean_of(x, t, flipped),
                         "t and 1 - t are swapped: t = 1 wants a large logit");
    check_mistake_number(mean_of(x, t, plus_product), "+ x t in place of - x t");
    check_mistake_number(mean_of(x, t, no_logarithm), "the logarithm is missing: log(1 + e^-|x|)");
    check_mistake_number(mean_of(x, t, plain_size),
                         "e^|x| in place of e^-|x|: it overflows, and is another number");
    check_mistake_number(mean_of(x, t, size_missing),
                         "e^-x in place of e^-|x|: max(x, 0) stands for x > 0 already");
}

TEST(one_logit_by_hand, .points = 4, .exercise = "04.6 bce_row", .file = "loss_kernels.c",
     .hints = HINTS("Write the formula down as it stands in the header.",
                    "max(x, 0) - x t + log(1 + e^-|x|)",
                    "out[i] = (x > 0 ? x : 0) - x * t + real_log(1 + real_exp(-real_abs(x)));"))
{
    Tensor *logits = input("logits", SHAPE(1, 1), VALUES((real)log(3)));
    Tensor *one = input("one", SHAPE(1, 1), VALUES(1)),
           *zero = input("zero", SHAPE(1, 1), VALUES(0));
    MISTAKE_NUMBER(-log(4.0 / 3), "the wrong sign: a loss is never negative");
    MISTAKE_NUMBER(log2(4.0 / 3), "logarithms of base 2: the loss is in nats");
    MISTAKE_NUMBER(log(4), "t and 1 - t are swapped: t = 1 wants a large logit");
    MISTAKE_NUMBER(0.75, "that is the probability: the loss is -log of it");
    check_number(CALL(tensor_bce_with_logits(logits, one))->data[0], log(4.0 / 3), CHECK_TOLERANCE,
                 "probability 3/4 of a 1: -log(3/4)");
    check_number(CALL(tensor_bce_with_logits(logits, zero))->data[0], log(4), CHECK_TOLERANCE,
                 "probability 1/4 of a 0: -log(1/4)");
}

TEST(targets_between_zero_and_one, .points = 4, .exercise = "04.6 bce_row",
     .file = "loss_kernels.c",
     .hints = HINTS("A target of 0.3 means: 1 in three of ten cases.",
                    "The formula takes any t: no if on the target.",
                    "out[i] = (x > 0 ? x : 0) - x * t + real_log(1 + real_exp(-real_abs(x)));"))
{
    Tensor *logits = draw_transposed("logits", SHAPE(3, 4));
    Tensor *target = draw_between("target", SHAPE(3, 4), 0, 1);
    EXPECT(register_mistakes(logits, target));
    Tensor *loss = CALL(tensor_bce_with_logits(logits, target));
    check_number(loss->data[0], mean_of(logits, target, bce), CHECK_TOLERANCE,
                 "the mean of max(x, 0) - x t + log(1 + e^-|x|)");
}

TEST(confident_logits_do_not_saturate, .points = 5, .exercise = "04.6 bce_row",
     .file = "loss_kernels.c",
     .hints = HINTS("At x = 1000 the sigmoid is 1 to the last digit, and log(1 - 1) is -infinity.",
                    "The exponent has to be -|x|: e^-1000 is 0, e^1000 is infinite.",
                    "real_log(1 + real_exp(-real_abs(x)))"))
{
    Tensor *high = input("high", SHAPE(1, 1), VALUES(1000));
    Tensor *low = input("low", SHAPE(1, 1), VALUES(-1000));
    Tensor *one = input("one", SHAPE(1, 1), VALUES(1)),
           *zero = input("zero", SHAPE(1, 1), VALUES(0));
    MISTAKE_NUMBER(INFINITY,
                   "the sigmoid has saturated, or e^1000 overflowed: log(0) is -infinity; use the "
                   "form with e^-|x|");
    MISTAKE_NUMBER(NAN, "the sigmoid has saturated: 0 * log(0) is NaN; use the form with e^-|x|");
    MISTAKE_NUMBER(-log(1e-7),
                   "the probability was clamped to 1e-7: the loss of a bad answer stops growing");
    MISTAKE_NUMBER(-log(1e-12),
                   "the probability was clamped to 1e-12: the loss of a bad answer stops growing");
    check_number(CALL(tensor_bce_with_logits(high, zero))->data[0], 1000, CHECK_TOLERANCE,
                 "wrong by 1000: the loss is 1000, not infinity");
    check_number(CALL(tensor_bce_with_logits(low, one))->data[0], 1000, CHECK_TOLERANCE,
                 "wrong by 1000: the loss is 1000, not infinity");
    check_number(CALL(tensor_bce_with_logits(high, one))->data[0], 0, CHECK_TOLERANCE, "right: 0");
    check_number(CALL(tensor_bce_with_logits(low, zero))->data[0], 0, CHECK_TOLERANCE, "right: 0");
}

static Tensor *bce_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_bce_with_logits(in[0], in[1]);
}

TEST(bce_agrees_with_its_gradient, .points = 3, .exercise = "04.6 bce_row",
     .file = "loss_kernels.c",
     .hints = HINTS("The given gradient is that of the formula, whatever you wrote.",
                    "If the numbers are right, this passes.",
                    "out[i] = (x > 0 ? x : 0) - x * t + real_log(1 + real_exp(-real_abs(x)));"))
{
    Tensor *logits = leaf(draw("logits", SHAPE(2, 3))),
           *target = leaf(draw_between("target", SHAPE(2, 3), 0, 1));
    check_gradients(bce_of, NULL, "sigmoid(x) - t, over N", INPUTS(logits, target));
}
