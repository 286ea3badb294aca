/* norm.c - 09.9 and 09.10: mean and variance of channels, and batch normalization. */
#define READS_ARE_HEARD
#include "cache_model.h"
#include "draws.h"
#include "want.h"

/* ---- 09.9 batch_statistics_kernel -------------------------------------------------------------------------- */

TEST(four_numbers_by_hand, .points = 1, .exercise = "09.9 batch_statistics_kernel",
     .file = "batch_statistics.c")
{
    Tensor *x = input("x", SHAPE(2, 1, 1, 2), VALUES(1, 3, 5, 7));
    Tensor *mean = output("mean", SHAPE(1)), *var = output("var", SHAPE(1));

    Tensor *want = EXPECT(variances_want(x));
    CALL(batch_statistics_kernel(mean, var, x));
    check_tensor(var, want, "mean 4, variance (9 + 1 + 1 + 9) / 4");
}

TEST(a_channel_over_the_whole_batch, .points = 2, .exercise = "09.9 batch_statistics_kernel",
     .file = "batch_statistics.c")
{
    long B = draw_long("B", 2, 4);
    Tensor *x = B == 3 ? draw_turned_images("x", B, 3) : draw_images("x", B, 3);
    Tensor *mean = output("mean", SHAPE(3)), *var = output("var", SHAPE(3));

    Tensor *want = EXPECT(means_want(x)), *want_var = EXPECT(variances_want(x));
    CALL(batch_statistics_kernel(mean, var, x));
    check_tensor(mean, want, "the mean of each channel's B H W numbers");
    check_tensor(var, want_var, "the mean of (x - mean)^2, over N = B H W");
}

/* far + a and far - a by turns, a another one for each channel. The square of a gets lost beside that of far. */
static Tensor *draw_far(const char *name)
{
    Tensor *x = draw(name, SHAPE(2, 2, 3, 4));
    double far = ldexp(1 + (double)(draw_seed() % 3), IS_DOUBLE ? 30 : 12);
    for (long c = 0; c < 2; c++) {
        double a = 1 + (double)(draw_seed() % 5);
        for (long b = 0; b < 2; b++)
            for (long i = 0; i < 12; i++)
                x->data[(b * 2 + c) * 12 + i] = (real)(i % 2 != 0 ? far - a : far + a);
    }
    resealed(x);
    return x;
}

TEST(far_from_zero, .points = 2, .exercise = "09.9 batch_statistics_kernel",
     .file = "batch_statistics.c")
{
    Tensor *x = draw_far("x"), *mean = output("mean", SHAPE(2)), *var = output("var", SHAPE(2));

    Tensor *want = EXPECT(variances_want(x));
    CALL(batch_statistics_kernel(mean, var, x));
    check_likely("two large numbers have cancelled, and left rounding errors", NULL);
    check_tensor_within(var, want, 1e-6,
                        "of numbers that are far from 0 the variance is as good as of others");
}

/* x has no number but by READ, and there is no room for a copy that could be walked over twice. */
TEST(each_number_once, .points = 3, .exercise = "09.9 batch_statistics_kernel",
     .file = "batch_statistics.c")
{
    long B = draw_long("B", 2, 4), H = draw_long("H", 30, 35), W = H + 1;
    Tensor *numbers = draw("x", SHAPE(B, 3, H, W)); /* no view, which batch_channels would copy */
    Tensor *mean = output("mean", SHAPE(3)), *var = output("var", SHAPE(3));
    CacheModel cache = cache_model_new(1, 1);
    Tensor hidden = *numbers, *x = &hidden;
    x->data = cache_model_hide(&cache, numbers->data, tensor_numel(numbers));

    Tensor *want = EXPECT(means_want(numbers)), *want_var = EXPECT(variances_want(numbers));
    double most = EXPECT(reads_want(numbers)), room = EXPECT(quarter_of_a_channel_want(numbers));
    cache_model_open(&cache);
    memory_mark();
    CALL(batch_statistics_kernel(mean, var, x));
    long bytes = memory_peak();
    cache_model_open(NULL);
    double reads = (double)cache.reads;
    check_likely(NULL, "numbers of x were read past READ: here x->data alone has none");
    check_tensor(mean, want, "the mean of each channel, of numbers that READ gives");
    check_tensor(var, want_var, "the mean of (x - mean)^2");
    check_at_most(reads, most, "each number is read once");
    check_at_most(bytes, room, "and no copy of them is kept, to be read again");
}

/* ---- 09.10 tensor_batch_norm2d ------------------------------------------------------------------------------ */

#define MOMENTUM ((real)0.25)
#define EPS ((real)0.0625) /* large enough to show */

TEST(a_batch_by_its_own_spread, .points = 3, .exercise = "09.10 tensor_batch_norm2d",
     .file = "op_batch_norm.c")
{
    Tensor *x = draw_images("x", draw_long("B", 2, 3), 3), *gamma = draw("gamma", SHAPE(3));
    Tensor *beta = draw("beta", SHAPE(3)), *mean = draw("mean", SHAPE(3));
    Tensor *var = draw_between("var", SHAPE(3), 0.5, 2);
    real eps = EPS;
    given("momentum", "0.25"), given("eps", "0.0625"), may_change(mean), may_change(var);

    Tensor *want = EXPECT(normed_want(x, gamma, beta, (double)eps));
    Tensor *y = CALL(tensor_batch_norm2d(x, gamma, beta, mean, var, true, MOMENTUM, eps));
    check_tensor(y, want, "(x - m) / sqrt(v + eps) gamma + beta, with m and v of the batch");
}

/* A view of n numbers from 0.5 to 2. */
static Tensor *draw_positive(const char *name, long n)
{
    Tensor *t = draw_spread(name, SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i * t->stride[0]] = (real)(0.5 + 1.5 * (double)(draw_seed() >> 11) * 0x1p-53);
    resealed(t);
    return t;
}

TEST(training_remembers, .points = 3, .exercise = "09.10 tensor_batch_norm2d",
     .file = "op_batch_norm.c")
{
    Tensor *x = draw("x", SHAPE(draw_long("B", 2, 3), 3, 2, 3));
    Tensor *mean = draw_spread("mean", SHAPE(3));
    Tensor *var = draw_positive("var", 3);
    given("momentum", "0.25"), given("eps", "0.0625"), may_change(mean), may_change(var);

    Tensor *want = EXPECT(remembered_mean_want(x, mean, 0.25));
    Tensor *want_var = EXPECT(remembered_var_want(x, var, 0.25));
    CALL(tensor_batch_norm2d(x, NULL, NULL, mean, var, true, MOMENTUM, EPS));
    check_tensor(mean, want, "mean = (1 - momentum) mean + momentum m");
    check_tensor(var, want_var, "var = (1 - momentum) var + momentum v N / (N - 1)");

    Tensor *zeros = input("zeros", SHAPE(3), VALUES(0, 0, 0));
    Tensor *ones = input("ones", SHAPE(3), VALUES(1, 1, 1));
    may_change(zeros), may_change(ones);
    Tensor *first = EXPECT(remembered_mean_want(x, zeros, 0.25));
    CALL(tensor_batch_norm2d(x, NULL, NULL, zeros, ones, true, MOMENTUM, EPS));
    check_tensor(zeros, first, "the first batch of all moves them by as much as any other");
}

TEST(a_model_in_use, .points = 2, .exercise = "09.10 tensor_batch_norm2d",
     .file = "op_batch_norm.c")
{
    Tensor *x = draw("x", SHAPE(draw_long("B", 1, 3), 2, 3, 2)), *gamma = draw("gamma", SHAPE(2));
    Tensor *beta = absent("beta"), *mean = draw_spread("mean", SHAPE(2));
    Tensor *var = draw_positive("var", 2);
    given("momentum", "0.25"), given("eps", "0.0625"), may_change(mean), may_change(var);
    real eps = EPS;

    Tensor *want = EXPECT(normed_in_use_want(x, gamma, beta, mean, var, (double)eps));
    Tensor *was_mean = EXPECT(copy_of(mean));
    Tensor *was_var = EXPECT(copy_of(var));
    Tensor *y = CALL(tensor_batch_norm2d(x, gamma, beta, mean, var, false, MOMENTUM, eps));
    check_tensor(y, want, "outside of training m and v are what is remembered");
    check_tensor(mean, was_mean, "and what is remembered stays");
    check_tensor(var, was_var, "mean and var both");
}

static Tensor *normalized(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_batch_norm2d(in[0], in[1], in[2], NULL, NULL, true, MOMENTUM, EPS);
}

TEST(gradients_and_nothing_to_remember, .points = 2, .exercise = "09.10 tensor_batch_norm2d",
     .file = "op_batch_norm.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 2, 2, 3))), *gamma = leaf(draw("gamma", SHAPE(2)));
    Tensor *beta = leaf(draw("beta", SHAPE(2))), *mean = absent("mean"), *var = absent("var");
    given("momentum", "0.25"), given("eps", "0.0625");
    real eps = EPS;

    Tensor *want = EXPECT(normed_want(x, gamma, beta, (double)eps));
    Tensor *y = CALL(tensor_batch_norm2d(x, gamma, beta, mean, var, true, MOMENTUM, eps));
    check_tensor(y, want, "mean and var may be NULL in training");
    check_gradients(normalized, NULL, "x, gamma and beta; m and v move with x",
                    INPUTS(x, gamma, beta));
    Tensor *moving = draw("moving", SHAPE(2)), *ones = blank(SHAPE(2));
    ones->data[0] = ones->data[1] = 1;
    may_change(moving);
    Tensor *dy = draw("dy", x->ndim, x->shape);
    Tensor *dgamma = EXPECT(dgamma_want(x, dy, moving, (double)eps));
    Tensor *used = CALL(tensor_batch_norm2d(x, gamma, beta, moving, ones, false, MOMENTUM, eps));
    for (long c = 0; c < 2; c++)
        moving->data[c] += 1;
    resealed(moving);
    tensor_zero_grad(gamma);
    tensor_backward_from(used, dy, false);
    check_tensor(gamma->grad, dgamma,
                 "the way back needs the m of this call, though mean goes on changing");
}
