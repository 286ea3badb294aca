/* test_long_sums.c - gradients and means of a million rows keep their digits. */
#include "long_sums.h"

static Tensor *hard_leaf(long rows, long columns)
{
    return tensor_requires_grad(hard_rows(rows, columns));
}

/* The gradient of a bias is the sum of what comes back, here dy itself. */
static void test_bias(void **state)
{
    (void)state;
    long n = many();
    Tensor *dy = hard_rows(n, 3), *x = tensor_ones(SHAPE(n, 1));
    Tensor *weight = tensor_requires_grad(tensor_ones(SHAPE(1, 3)));
    Tensor *bias = tensor_requires_grad(tensor_zeros(SHAPE(3)));
    Tensor *other = tensor_requires_grad(tensor_zeros(SHAPE(3)));
    Tensor *y = tensor_add(tensor_linear(x, weight, bias), other);
    tensor_backward(tensor_sum(tensor_mul(y, dy), ALL_AXES, false));
    for (long j = 0; j < 3; j++) {
        Exact e = {0};
        for (long i = 0; i < n; i++)
            exact_add(&e, (long double)dy->data[i * 3 + j]);
        assert_sum(bias->grad->data[j], e, 1);
        assert_sum(other->grad->data[j], e, 1); /* un-broadcast by grad_add */
    }
}

static void check_weight(long n, long in, long out)
{
    Tensor *x = hard_rows(n, in), *dy = hard_rows(n, out);
    Tensor *linear = tensor_requires_grad(tensor_ones(SHAPE(in, out)));
    Tensor *plain = tensor_requires_grad(tensor_ones(SHAPE(in, out)));
    Tensor *bias = tensor_zeros(SHAPE(out));
    Tensor *y = tensor_add(tensor_linear(x, linear, bias), tensor_matmul(x, plain));
    tensor_backward(tensor_sum(tensor_mul(y, dy), ALL_AXES, false));
    for (long i = 0; i < in; i++)
        for (long j = 0; j < out; j++) {
            Exact e = {0};
            for (long p = 0; p < n; p++)
                exact_add(&e,
                          (long double)x->data[p * in + i] * (long double)dy->data[p * out + j]);
            assert_sum(linear->grad->data[i * out + j], e, 1);
            assert_sum(plain->grad->data[i * out + j], e, 1);
        }
}

static void test_weights(void **state)
{
    if (strncmp(gemm_backend(), "built-in", 8) != 0)
        skip_without("our own products"); /* what a BLAS sums is its own affair */
    check_weight(many(), 2, 2);
    scope_reset(*state);
    check_weight(many() / 10, 5, 16);
    scope_reset(*state);
    check_weight(many() / 10, 16, 1);
}

/* h is computed here again from the rows: what the kernel saves is its own affair. */
static void test_gamma_and_beta(void **state)
{
    (void)state;
    long n = many(), C = 4;
    Tensor *x = tensor_new(SHAPE(n, C)), *dy = tensor_new(SHAPE(n, C));
    for (long i = 0; i < n * C; i++) {
        x->data[i] = (real)(i % C); /* every row the same: its h is known */
        dy->data[i] = (real)hard_number(i / C, i % 2);
    }
    Tensor *gamma = tensor_requires_grad(tensor_ones(SHAPE(C)));
    Tensor *beta = tensor_requires_grad(tensor_zeros(SHAPE(C)));
    Tensor *y = tensor_layer_norm(x, gamma, beta, 0);
    tensor_backward(tensor_sum(tensor_mul(y, dy), ALL_AXES, false));
    for (long j = 0; j < C; j++) {
        Exact e_gamma = {0}, e_beta = {0};
        double h = ((double)j - 1.5) / sqrt(1.25);
        for (long i = 0; i < n; i++) {
            exact_add(&e_gamma, (long double)dy->data[i * C + j] * (long double)h);
            exact_add(&e_beta, (long double)dy->data[i * C + j]);
        }
        assert_sum(gamma->grad->data[j], e_gamma, 1);
        assert_sum(beta->grad->data[j], e_beta, 1);
    }
}

/* Half of the ids are the same: their row gets half a million shares. */
static void test_embedding(void **state)
{
    (void)state;
    long n = many(), V = 5;
    Tensor *table = hard_leaf(V, 3), *dy = hard_rows(n, 3);
    IntTensor *ids = int_tensor_new(SHAPE(n));
    Exact e[5][3] = {{{0}}};
    for (long i = 0; i < n; i++) {
        ids->data[i] = i % 2 ? 1 : (int)(i / 2 % (V - 1)); /* none is V - 1 */
        for (long j = 0; j < 3; j++)
            exact_add(&e[ids->data[i]][j], (long double)dy->data[i * 3 + j]);
    }
    tensor_backward(tensor_sum(tensor_mul(tensor_embedding(table, ids), dy), ALL_AXES, false));
    for (long v = 0; v < V; v++)
        for (long j = 0; j < 3; j++)
            assert_sum(table->grad->data[v * 3 + j], e[v][j], 1);
}

/* All numbers are picked from, or added to, three places of a line, along either axis. */
static void check_gather(long n, int axis)
{
    Tensor *dy = hard_rows(axis == 0 ? n : 2, axis == 0 ? 2 : n);
    Tensor *a = hard_leaf(axis == 0 ? 4 : 2, axis == 0 ? 2 : 4),
           *b = hard_leaf(a->shape[0], a->shape[1]);
    IntTensor *index = int_tensor_new(2, dy->shape);
    Exact e[8] = {{0}}, with[8];
    for (long i = 0; i < tensor_numel(dy); i++) {
        long row = i / dy->shape[1], column = i % dy->shape[1];
        index->data[i] = (int)(i % 3);
        long to = axis == 0 ? index->data[i] * 2 + column : row * 4 + index->data[i];
        exact_add(&e[to], (long double)dy->data[i]);
    }
    memcpy(with, e, sizeof e);
    tensor_backward(tensor_sum(tensor_mul(tensor_gather(a, axis, index), dy), ALL_AXES, false));
    Tensor *sum = tensor_scatter_add(b, axis, index, dy);
    for (long i = 0; i < 8; i++) {
        exact_add(&with[i], (long double)b->data[i]);
        assert_sum(a->grad->data[i], e[i], 1);
        assert_sum(sum->data[i], with[i], 1);
    }
}

static void test_gather_and_scatter(void **state)
{
    check_gather(many(), 0);
    scope_reset(*state);
    check_gather(many(), 1);
}

static void test_means(void **state)
{
    (void)state;
    long n = many();
    Tensor *x = hard_rows(n, 2);
    Tensor *mean = tensor_mean(x, AXES(0), false), *all = tensor_mean(x, ALL_AXES, false);
    Tensor *tenths = tensor_full(SHAPE(3 * n, 1), (real)0.1);
    Exact e[2] = {{0}}, both = {0};
    for (long i = 0; i < 2 * n; i++) {
        exact_add(&e[i % 2], (long double)x->data[i]);
        exact_add(&both, (long double)x->data[i]);
    }
    for (long j = 0; j < 2; j++)
        assert_sum(mean->data[j], e[j], 1.0L / n);
    assert_sum(all->data[0], both, 0.5L / n);
    assert_close((double)tensor_mean(tenths, AXES(0), false)->data[0], (double)(real)0.1, 1e-7);
}

/* Squares of numbers, and of their distances from a mean. */
static void test_norms_and_variances(void **state)
{
    (void)state;
    long n = many();
    Tensor *x = hard_rows(n, 4), *row = tensor_contiguous(tensor_transpose(x, 0, 1));
    Tensor *var[2] = {tensor_var(x, AXES(0), 0, false), tensor_var(row, AXES(1), 0, false)};
    Tensor *norm[2] = {tensor_norm(x, 2, AXES(0), false), tensor_norm(row, 2, AXES(1), false)};
    for (long j = 0; j < 4; j++) {
        Exact all = {0}, squares = {0}, distances = {0};
        for (long i = 0; i < n; i++) {
            exact_add(&all, (long double)x->data[i * 4 + j]);
            exact_add(&squares, (long double)x->data[i * 4 + j] * (long double)x->data[i * 4 + j]);
        }
        for (long i = 0; i < n; i++) {
            long double distance = (long double)x->data[i * 4 + j] - all.sum / n;
            exact_add(&distances, distance * distance);
        }
        for (int k = 0; k < 2; k++) {
            if (j == 0)
                assert_true(var[k]->data[j] == 0); /* a tenth, again and again */
            else
                assert_sum(var[k]->data[j], distances, 1.0L / n);
            double size = sqrt((double)squares.sum);
            assert_close((double)norm[k]->data[j], size, SUM_ERROR * size);
        }
    }
}

/* The mean of n equal losses is that loss: of a target of probability 1/2, of a distance, of a coin. */
static void test_losses(void **state)
{
    (void)state;
    long n = many();
    Tensor *logits = tensor_zeros(SHAPE(n, 2)), *line = tensor_zeros(SHAPE(n, 1));
    Tensor *target = tensor_full(SHAPE(n, 1), (real)0.3);
    IntTensor *classes = int_tensor_new(SHAPE(n));
    memset(classes->data, 0, (size_t)n * sizeof(int));
    double half = log(2), squared = (double)(real)0.3 * (double)(real)0.3;
    assert_close((double)tensor_item(tensor_cross_entropy(logits, classes, -1, 0)), half,
                 1e-6 * half);
    assert_close((double)tensor_item(tensor_mse_loss(line, target)), squared, 1e-6 * squared);
    assert_close((double)tensor_item(tensor_bce_with_logits(line, target)), half, 1e-6 * half);
}

static Tensor *gradient_of(long rows, long zeros, int which)
{
    Tensor *dy = with_zero_rows(hard_rows(rows, 3), zeros);
    Tensor *x = tensor_requires_grad(tensor_ones(SHAPE(3)));
    Tensor *table = tensor_requires_grad(tensor_zeros(SHAPE(4, 3)));
    IntTensor *ids = int_tensor_new(SHAPE(rows + zeros));
    for (long i = 0; i < rows + zeros; i++)
        ids->data[i] = (int)(i % 3);
    Tensor *rows_of_x = hard_rows(rows + zeros, 3);
    Tensor *y = which == 0   ? tensor_mul(x, rows_of_x)
                : which == 1 ? tensor_layer_norm(rows_of_x, x, x, (real)1e-5)
                             : tensor_embedding(table, ids);
    tensor_backward(tensor_sum(tensor_mul(y, dy), ALL_AXES, false));
    return which == 2 ? table->grad : x->grad;
}

/* A row whose gradient is 0 changes no bit, and neither do threads. */
static void test_zero_rows_and_threads(void **state)
{
    int before = kindling_threads();
    for (int which = 0; which < 3; which++)
        for (long rows = 1; rows < 2000; rows = rows * 2 + 1) {
            Tensor *alone = gradient_of(rows, 0, which);
            assert_tensor_identical(gradient_of(rows, 1, which), alone);
            assert_tensor_identical(gradient_of(rows, 777, which), alone);
            for (int threads = 1; threads <= 3; threads++) {
                kindling_set_threads(threads);
                assert_tensor_identical(gradient_of(rows, 0, which), alone);
            }
            kindling_set_threads(before);
            scope_reset(*state);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_bias),
        UNIT_TEST(test_weights),
        UNIT_TEST(test_gamma_and_beta),
        UNIT_TEST(test_embedding),
        UNIT_TEST(test_gather_and_scatter),
        UNIT_TEST(test_means),
        UNIT_TEST(test_norms_and_variances),
        UNIT_TEST(test_losses),
        UNIT_TEST(test_zero_rows_and_threads),
    };
    return run_tests("autograd/long_sums", tests);
}
