/* norm.c - 13.1: one row, and the operation that is made of it. */
#include "cache_model.h"
#include "draws.h"
#include "want.h"

/* A row far from 0, with a spread of its own: a mean or a root that is missing is a value of its own. */
static Tensor *drawn_row(long n)
{
    double center = draw_double("center", 2, 4), spread = draw_double("spread", 0.4, 0.7);
    Tensor *x = draw("x", SHAPE(n));
    for (long i = 0; i < n; i++)
        x->data[i] = (real)(center + spread * (double)x->data[i]);
    resealed(x);
    return x;
}

TEST(a_row_with_gamma_and_beta, .points = 3, .exercise = "13.1 layer_norm_row",
     .file = "layer_norm_row.c")
{
    long n = draw_long("n", 5, 9);
    real eps = (real)draw_double("eps", 0.05, 0.1);
    Tensor *x = drawn_row(n), *gamma = draw("gamma", SHAPE(n)), *beta = draw("beta", SHAPE(n));
    Tensor *y = output("y", SHAPE(n));
    const real *row = x->data, *g = gamma->data, *b = beta->data;
    real *out = y->data;

    Tensor *want = EXPECT(row_want(x, gamma, beta, (double)eps));
    double mean = EXPECT(row_mean_want(x)), rstd = EXPECT(row_rstd_want(x, (double)eps));
    RowNorm z = CALL(layer_norm_row(n, out, row, g, b, eps));
    check_tensor(y, want, "y = (x - mean) / sqrt(variance + eps) * gamma + beta");
    check_number(z.mean, mean, CHECK_TOLERANCE, "the way back needs the mean of the row");
    check_number(z.rstd, rstd, CHECK_TOLERANCE, "and rstd = 1 / sqrt(variance + eps)");

    for (long i = 0; i < n; i++)
        x->data[i] = 2 * x->data[n - 1 - i] + (real)i;
    resealed(x);
    Tensor *want2 = EXPECT(row_want(x, gamma, beta, (double)eps));
    CALL(layer_norm_row(n, out, row, g, b, eps));
    check_tensor(y, want2, "other numbers at the same place: each call begins anew");
}

TEST(without_gamma_or_beta, .points = 1, .exercise = "13.1 layer_norm_row",
     .file = "layer_norm_row.c")
{
    long n = draw_long("n", 1, 6);
    Tensor *x = drawn_row(n), *gamma = draw("gamma", SHAPE(n)), *beta = draw("beta", SHAPE(n));
    Tensor *y1 = output("y1", SHAPE(n)), *y2 = output("y2", SHAPE(n)), *y3 = output("y3", SHAPE(n));
    const real *row = x->data, *g = gamma->data, *b = beta->data, eps = (real)0.1;
    real *out1 = y1->data, *out2 = y2->data, *out3 = y3->data;

    Tensor *want1 = EXPECT(row_want(x, NULL, NULL, 0.1));
    CALL(layer_norm_row(n, out1, row, NULL, NULL, eps));
    check_tensor(y1, want1, "gamma and beta may be NULL: y is the normalized row");
    Tensor *want2 = EXPECT(row_want(x, gamma, NULL, 0.1));
    CALL(layer_norm_row(n, out2, row, g, NULL, eps));
    check_tensor(y2, want2, "gamma alone");
    Tensor *want3 = EXPECT(row_want(x, NULL, beta, 0.1));
    CALL(layer_norm_row(n, out3, row, NULL, b, eps));
    check_tensor(y3, want3, "beta alone");
}

TEST(a_row_of_equal_numbers_and_one_far_from_zero, .points = 2, .exercise = "13.1 layer_norm_row",
     .file = "layer_norm_row.c")
{
    long n = draw_long("n", 260, 300);
    Tensor *equal = draw("equal", SHAPE(n)), *far = draw("far", SHAPE(n));
    Tensor *y1 = output("y1", SHAPE(n)), *y2 = output("y2", SHAPE(n));
    for (long i = 0; i < n; i++) {
        equal->data[i] = equal->data[0];
        far->data[i] = (real)((IS_DOUBLE ? 1e6 : 30) + (double)far->data[i]);
    }
    resealed(equal);
    resealed(far);
    const real *row1 = equal->data, *row2 = far->data, eps = (real)1e-5;
    real *out1 = y1->data, *out2 = y2->data;

    Tensor *zeros = EXPECT(row_want(equal, NULL, NULL, 1e-5));
    double rstd = EXPECT(row_rstd_want(equal, 1e-5));
    RowNorm z = CALL(layer_norm_row(n, out1, row1, NULL, NULL, eps));
    check_tensor(y1, zeros, "variance 0 is no division by 0: eps stands in the root");
    check_number(z.rstd, rstd, CHECK_TOLERANCE, "rstd is 1 / sqrt(0 + eps) then");
    Tensor *want = EXPECT(row_want(far, NULL, NULL, 1e-5));
    CALL(layer_norm_row(n, out2, row2, NULL, NULL, eps));
    const char *cancelled = "two large numbers have cancelled, and left rounding errors";
    check_likely(cancelled, cancelled);
    /* The mean of so many large numbers, plainly added, may be off by 1e-9. */
    check_tensor_within(y2, want, IS_DOUBLE ? 1e-7 : 5e-5,
                        "far from 0 large squares cancel: take something off before you square");

    Tensor *alone = draw("alone", SHAPE(1)), *beta = draw("beta", SHAPE(1)),
           *y3 = output("y3", SHAPE(1));
    const real *row3 = alone->data, *b = beta->data;
    real *out3 = y3->data;
    Tensor *zero = EXPECT(row_want(alone, NULL, beta, 1e-5));
    double mean3 = EXPECT(row_mean_want(alone)), rstd3 = EXPECT(row_rstd_want(alone, 1e-5));
    RowNorm z3 = CALL(layer_norm_row(1, out3, row3, NULL, b, eps));
    check_tensor(y3, zero, "a single number is its own mean: 0 is left, and beta comes to it");
    check_number(z3.mean, mean3, CHECK_TOLERANCE, "and that mean is returned");
    check_number(z3.rstd, rstd3, CHECK_TOLERANCE, "its rstd is 1 / sqrt(0 + eps)");
}

/* Where READ is heard of, it alone gives the numbers. */
TEST(each_number_is_read_at_most_twice, .points = 3, .exercise = "13.1 layer_norm_row",
     .file = "layer_norm_row.c")
{
    long n = draw_long("n", 20, 40);
    Tensor *x = drawn_row(n), *y = output("y", SHAPE(n));
    CacheModel reads = cache_model_new(1, 1);
    const real *row = READS_ARE_COUNTED ? cache_model_hide(&reads, x->data, n) : x->data;
    const real eps = (real)0.1;
    real *out = y->data;

    Tensor *want = EXPECT(row_want(x, NULL, NULL, 0.1));
    long most = EXPECT(row_reads_want(n));
    cache_model_open(&reads);
    CALL(layer_norm_row(n, out, row, NULL, NULL, eps));
    cache_model_open(NULL);
    check_tensor(y, want, "READ(x[i]) is the number; here x[i] alone is none");
    long numbers_read = reads.reads;
    check_at_most(numbers_read, most, "2 n + 2 numbers are read of x, not more");
}

static Tensor *norm_of(Tensor *const in[], void *context)
{
    (void)context;
    return tensor_layer_norm(in[0], in[1], in[2], (real)0.1);
}

TEST(each_token_on_its_own_and_gradients, .points = 1, .exercise = "13.1 layer_norm_row",
     .file = "layer_norm_row.c")
{
    Tensor *x = leaf(draw("x", SHAPE(2, 3, 5)));
    Tensor *gamma = leaf(draw("gamma", SHAPE(5))), *beta = leaf(draw("beta", SHAPE(5)));

    check_gradients(norm_of, NULL, "the way back uses the mean and the rstd that you return",
                    INPUTS(x, gamma, beta));
}
