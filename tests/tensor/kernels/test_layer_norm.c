/* test_layer_norm.c - rows with mean 0 and variance 1, and their gradients. */
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-12 : 2e-5)
#define EPS ((real)1e-5)

/* Forward with fresh outputs. */
typedef struct {
    Tensor *y, *mean, *rstd;
} Normed;

static Normed norm(const Tensor *x, const Tensor *gamma, const Tensor *beta)
{
    Normed n = {.y = tensor_new_like(x)};
    n.mean = tensor_new(x->ndim - 1, x->shape);
    n.rstd = tensor_new(x->ndim - 1, x->shape);
    layer_norm_kernel(n.y, n.mean, n.rstd, x, gamma, beta, EPS);
    return n;
}

static void test_values(void **state)
{
    (void)state;
    Tensor *x = tensor_from(SHAPE(2, 4), VALUES(1, 2, 4, 5, -1, 0, 0, 3));
    Tensor *gamma = tensor_from(SHAPE(4), VALUES(1, 2, (real)0.5, -1));
    Tensor *beta = tensor_from(SHAPE(4), VALUES(0, (real)0.5, 1, -2));
    Normed n = norm(x, gamma, beta);
    assert_values(n.mean, SHAPE(2), VALUES(3, (real)0.5), 1e-7);
    assert_values(n.rstd, SHAPE(2), VALUES((real)0.632454267126, (real)0.66666518519), 1e-7);
    assert_values(n.y, SHAPE(2, 4),
                  VALUES((real)-1.26490853425, (real)-0.764908534253, (real)1.31622713356,
                         (real)-3.26490853425, (real)-0.999997777785, (real)-0.16666518519,
                         (real)0.833333703702, (real)-3.66666296298),
                  5e-7);
}

static void test_without_gamma_and_beta(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(3, 5, 17));
    Tensor *ones = tensor_ones(SHAPE(17)), *zeros = tensor_zeros(SHAPE(17));
    Normed bare = norm(x, NULL, NULL);
    assert_shape(bare.mean, SHAPE(3, 5));
    assert_tensor_close(norm(x, ones, zeros).y, bare.y, 0, 0);
    assert_tensor_close(norm(x, ones, NULL).y, bare.y, 0, 0);
    for (long row = 0; row < 15; row++) {
        double sum = 0, squares = 0;
        for (long i = 0; i < 17; i++) {
            double y = (double)bare.y->data[row * 17 + i];
            sum += y;
            squares += y * y;
        }
        assert_close(sum / 17, 0, TOLERANCE);
        assert_close(squares / 17, 1, 1e-3); /* eps makes it a little less */
    }
}

/* A large mean must not eat the variance. */
static void test_far_from_zero(void **state)
{
    (void)state;
    Tensor *near = tensor_arange(0, 64, 1), *far = tensor_arange(100000, 100064, 1);
    assert_tensor_close(norm(far, NULL, NULL).y, norm(near, NULL, NULL).y, 0, TOLERANCE);
}

static void test_constant_row_gives_beta(void **state)
{
    static const real constants[] = {0, (real)0.1, (real)-12345.678, (real)1e20};
    (void)state;
    Tensor *gamma = random_tensor(SHAPE(77)), *beta = random_tensor(SHAPE(77));
    for (int i = 0; i < 4; i++) {
        Tensor *x = tensor_full(SHAPE(77), constants[i]);
        Normed n = norm(x, gamma, beta);
        assert_tensor_close(n.y, beta, 0, 0);
        Tensor *dx = tensor_new_like(x);
        layer_norm_backward_kernel(dx, 0, NULL, NULL, beta, x, n.mean, n.rstd, gamma);
        for (long c = 0; c < 77; c++)
            assert_true(isfinite(dx->data[c]));
    }
}

static void test_views(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(6, 5, 8)), x = {0}, gamma = {0};
    transpose_view(&x, a, 0, 2); /* (8, 5, 6) */
    Tensor *numbers = random_tensor(SHAPE(12)), *copy = tensor_new_like(&x);
    slice_view(&gamma, numbers, 0, 0, 12, 2);
    copy_kernel(copy, &x);
    Tensor *gamma_copy = tensor_new_like(&gamma);
    copy_kernel(gamma_copy, &gamma);
    Tensor *expected = norm(copy, gamma_copy, NULL).y;
    assert_tensor_close(norm(&x, &gamma, NULL).y, expected, 0, 0);
    Tensor *block = tensor_zeros(SHAPE(6, 5, 8)), out = {0};
    Normed n = norm(copy, NULL, NULL);
    transpose_view(&out, block, 0, 2);
    layer_norm_kernel(&out, n.mean, n.rstd, &x, &gamma, NULL, EPS);
    assert_tensor_close(&out, expected, 0, 0);
}

/* ---- gradients ------------------------------------------------------------------------------ */

/* sum(dy * y) in double, for differences; the plain formula, not the kernel. */
static double loss(const double *x, const double *gamma, const double *dy, long n)
{
    double mean = 0, variance = 0, sum = 0;
    for (long i = 0; i < n; i++)
        mean += x[i] / (double)n;
    for (long i = 0; i < n; i++)
        variance += (x[i] - mean) * (x[i] - mean) / (double)n;
    for (long i = 0; i < n; i++)
        sum += dy[i] * gamma[i] * (x[i] - mean) / sqrt(variance + (double)EPS);
    return sum;
}

static void test_dx_against_differences(void **state)
{
    enum { N = 9 };
    (void)state;
    Tensor *x = random_tensor(SHAPE(1, N)), *gamma = random_tensor(SHAPE(N));
    Tensor *dy = random_tensor(SHAPE(1, N)), *dx = tensor_new_like(x);
    Normed n = norm(x, gamma, NULL);
    layer_norm_backward_kernel(dx, 0, NULL, NULL, dy, x, n.mean, n.rstd, gamma);
    double at[N], g[N], d[N], h = 1e-5;
    for (long i = 0; i < N; i++) {
        at[i] = (double)x->data[i];
        g[i] = (double)gamma->data[i];
        d[i] = (double)dy->data[i];
    }
    for (long i = 0; i < N; i++) {
        at[i] += h;
        double above = loss(at, g, d, N);
        at[i] -= 2 * h;
        double below = loss(at, g, d, N);
        at[i] += h;
        assert_close(dx->data[i], (above - below) / (2 * h), IS_DOUBLE ? 1e-8 : 1e-5);
    }
}

static void test_dgamma_and_dbeta_add_up(void **state)
{
    (void)state;
    long rows = 50, n = 301; /* more than one block of columns */
    Tensor *x = random_tensor(SHAPE(rows, n)), *dy = random_tensor(SHAPE(rows, n));
    Tensor *h = norm(x, NULL, NULL).y;
    Tensor *dgamma = tensor_ones(SHAPE(n)), *dbeta = tensor_full(SHAPE(n), 2);
    Normed f = norm(x, NULL, NULL);
    layer_norm_backward_kernel(NULL, 0, dgamma, dbeta, dy, x, f.mean, f.rstd, NULL);
    for (long c = 0; c < n; c++) {
        double gamma_sum = 1, beta_sum = 2;
        for (long row = 0; row < rows; row++) {
            gamma_sum += (double)dy->data[row * n + c] * (double)h->data[row * n + c];
            beta_sum += (double)dy->data[row * n + c];
        }
        assert_close(dgamma->data[c], gamma_sum, TOLERANCE);
        assert_close(dbeta->data[c], beta_sum, TOLERANCE);
    }
}

/* Without gamma, with gamma 1; overwriting, adding; contiguous, transposed. */
static void test_dx_beta_and_views(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(20, 4)), x = {0}, dx_view = {0};
    transpose_view(&x, a, 0, 1);
    Tensor *dy = random_tensor(SHAPE(4, 20)), *dx = tensor_full(SHAPE(4, 20), (real)NAN);
    Normed n = norm(&x, NULL, NULL);
    layer_norm_backward_kernel(dx, 0, NULL, NULL, dy, &x, n.mean, n.rstd, NULL);
    Tensor *block = tensor_full(SHAPE(20, 4), 3);
    transpose_view(&dx_view, block, 0, 1);
    layer_norm_backward_kernel(&dx_view, 1, NULL, NULL, dy, &x, n.mean, n.rstd,
                               tensor_ones(SHAPE(20)));
    Tensor *expected = tensor_new_like(dx);
    shift_kernel(expected, dx, 3);
    assert_tensor_close(&dx_view, expected, 1e-6, 1e-6);
}

static void test_thread_counts_agree(void **state)
{
    (void)state;
    int before = kindling_threads();
    Tensor *x = random_tensor(SHAPE(500, 130)), *dy = random_tensor(SHAPE(500, 130));
    Tensor *sums[2];
    for (int i = 0; i < 2; i++) {
        kindling_set_threads(i == 0 ? 1 : 3);
        Normed n = norm(x, NULL, NULL);
        sums[i] = tensor_zeros(SHAPE(130));
        layer_norm_backward_kernel(NULL, 0, sums[i], NULL, dy, x, n.mean, n.rstd, NULL);
    }
    kindling_set_threads(before);
    assert_tensor_close(sums[1], sums[0], 1e-6, 1e-6);
}

static void test_edge_sizes(void **state)
{
    (void)state;
    assert_shape(norm(tensor_zeros(SHAPE(0, 4)), NULL, NULL).y, SHAPE(0, 4));
    assert_shape(norm(tensor_zeros(SHAPE(4, 0)), NULL, NULL).y, SHAPE(4, 0));
    assert_values(norm(tensor_full(SHAPE(2, 1), 5), NULL, NULL).y, SHAPE(2, 1), VALUES(0, 0), 0);
    Normed bad = norm(tensor_from(SHAPE(2, 2), VALUES((real)NAN, 1, 1, 3)), NULL, NULL);
    assert_true(isnan(bad.y->data[0]) && isnan(bad.y->data[1]));
    assert_close(bad.y->data[3], 1, 1e-5);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *x = tensor_zeros(SHAPE(2, 4)), *five = tensor_zeros(SHAPE(5));
    Tensor *rows = tensor_zeros(SHAPE(2)), *out = tensor_new_like(x);
    assert_fails_with("tensor_layer_norm: gamma has shape (5,), but x (2, 4) needs (4,)",
                      layer_norm_kernel(out, rows, rows, x, five, NULL, EPS));
    assert_fails_with("tensor_layer_norm: beta has shape (5,)",
                      layer_norm_kernel(out, rows, rows, x, NULL, five, EPS));
    assert_fails_with("tensor_layer_norm: eps is -1, expected none below 0",
                      tensor_layer_norm(tensor_ones(SHAPE(2, 4)), NULL, NULL, -1));
    assert_fails_with("tensor_layer_norm: eps is ",
                      tensor_layer_norm(tensor_ones(SHAPE(2, 4)), NULL, NULL, (real)NAN));
    assert_fails_with("tensor_layer_norm: x is a scalar",
                      layer_norm_kernel(out, rows, rows, tensor_scalar(1), NULL, NULL, EPS));
    assert_fails_with("tensor_layer_norm: out has shape (5,), x has (2, 4)",
                      layer_norm_kernel(five, rows, rows, x, NULL, NULL, EPS));
    assert_fails_with("tensor_layer_norm: mean has shape (5,)",
                      layer_norm_kernel(out, five, rows, x, NULL, NULL, EPS));
    assert_fails_with("tensor_layer_norm: dgamma has shape (5,)",
                      layer_norm_backward_kernel(NULL, 0, five, NULL, x, x, rows, rows, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_without_gamma_and_beta),
        UNIT_TEST(test_far_from_zero),
        UNIT_TEST(test_constant_row_gives_beta),
        UNIT_TEST(test_views),
        UNIT_TEST(test_dx_against_differences),
        UNIT_TEST(test_dgamma_and_dbeta_add_up),
        UNIT_TEST(test_dx_beta_and_views),
        UNIT_TEST(test_thread_counts_agree),
        UNIT_TEST(test_edge_sizes),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("tensor/kernels/layer_norm", tests);
}
