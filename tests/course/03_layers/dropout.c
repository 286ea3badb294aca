/* dropout.c - 03.4: numbers forgotten while training, and only then. */
#include "want.h"

/* A stream that does not drop its first number, so that one draw for all is no result of zeros. */
static Rng draw_stream(double p)
{
    for (;;) {
        Rng stream = rng_seed(draw_seed()), twin = stream;
        if (rng_uniform(&twin) >= p)
            return stream;
    }
}

/* A stream whose number n is just p, and stays; so does its first. */
static Rng draw_stream_through(double *p, long n)
{
    for (;;) {
        Rng stream = rng_seed(draw_seed()), twin = stream;
        double first = rng_uniform(&twin), last = first;
        for (long i = 1; i < n; i++)
            last = rng_uniform(&twin);
        if (last > 0.25 && last < 0.45 && first >= last) {
            *p = (double)(real)last;
            given("p", "the last number that is drawn, %g", *p);
            return stream;
        }
    }
}

/* ---- 03.4 tensor_dropout --------------------------------------------------------------------- */

TEST(a_share_is_forgotten, .points = 5, .exercise = "03.4 tensor_dropout", .file = "op_dropout.c")
{
    Tensor *x = draw("x", SHAPE(3, 7));
    double p;
    Rng rng = draw_stream_through(&p, 3 * 7);

    Tensor *want = EXPECT(dropped_want(x, p, rng));
    Tensor *y = CALL(tensor_dropout(x, (real)p, true, &rng));
    check_tensor(y, want, "0 where the drawn number is below p, x / (1 - p) elsewhere");
}

TEST(nothing_is_forgotten_in_use, .points = 4, .exercise = "03.4 tensor_dropout",
     .file = "op_dropout.c")
{
    Tensor *x = draw("x", SHAPE(4, 6));
    double p = draw_double("p", 0.25, 0.45);
    Rng rng = draw_stream(p), before = rng;

    Tensor *want = EXPECT(kept_want(x));
    Tensor *used = CALL(tensor_dropout(x, (real)p, false, &rng));
    check_tensor(used, want, "training is false: x, unchanged");
    check_shares(used, x, "training is false: x itself is handed back");
    long numbers_drawn = draws_between(before, rng);
    check_long(numbers_drawn, 0, "training is false: no random number is drawn");
    Tensor *all = CALL(tensor_dropout(x, 0, true, NULL));
    check_shares(all, x, "p = 0 drops nothing: x itself, and no rng is needed");
    Tensor *want_trained = EXPECT(dropped_want(x, p, rng));
    Tensor *trained = CALL(tensor_dropout(x, (real)p, true, &rng));
    check_tensor(trained, want_trained, "training again: numbers are dropped");
}

TEST(the_mean_stays_what_it_was, .points = 5, .exercise = "03.4 tensor_dropout",
     .file = "op_dropout.c")
{
    given("ones", "(100, 100), all 1");
    Tensor *ones = tensor_ones(SHAPE(100, 100));
    double p = draw_double("p", 0.25, 0.5), sum = 0, zeros = 0, both = 0;
    Rng rng = draw_stream(p);

    double want_zeros = EXPECT(zeros_want(p));
    Tensor *y = CALL(tensor_dropout(ones, (real)p, true, &rng));
    for (long i = 0; i < 10000; i++) {
        sum += (double)y->data[i] / 10000;
        zeros += (double)(y->data[i] == 0) / 100;
    }
    check_number(zeros, want_zeros, 0.12, "a share of p is 0 (in percent)");
    check_number(sum, 1, 0.05, "the mean of ones is still about 1");
    Rng before = rng;
    double want_both = EXPECT(twice_dropped_want(p));
    Tensor *z = CALL(tensor_dropout(ones, (real)p, true, &rng));
    long numbers_drawn = draws_between(before, rng);
    check_long(numbers_drawn, 100 * 100, "one number is drawn from rng for each of x");
    for (long i = 0; i < 10000; i++)
        both += (double)(y->data[i] == 0 && z->data[i] == 0) / 100;
    check_number(both, want_both, 0.25, "each call drops others: both times only p * p (percent)");
}

static Tensor *dropped(Tensor *const in[], void *context)
{
    Rng rng = *(Rng *)context;
    return tensor_dropout(in[0], (real)0.4, true, &rng);
}

TEST(dropout_can_learn, .points = 2, .exercise = "03.4 tensor_dropout", .file = "op_dropout.c")
{
    Tensor *x = leaf(draw("x", SHAPE(3, 5)));
    Rng rng = rng_seed(draw_seed());

    check_gradients(dropped, &rng, "the factors are kept for the way back", INPUTS(x));
    check_fails(tensor_dropout(x, 1, true, &rng), "p is 1", "p = 1 would leave nothing: refused");
    check_fails(tensor_dropout(x, (real)-0.5, true, &rng), "p is -0.5", "no p below 0");
    check_fails(tensor_dropout(x, (real)NAN, true, &rng), "p is", "NaN is no probability");
}
