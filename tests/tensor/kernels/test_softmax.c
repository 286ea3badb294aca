/* test_softmax.c - rows of scores into probabilities, along any axis of any view. */
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-13 : 1e-6)
#define INF ((real)INFINITY)

typedef void (*Kernel)(Tensor *out, const Tensor *a, int axis);

static Tensor *apply(Kernel kernel, const Tensor *a, int axis)
{
    Tensor *out = tensor_new_like(a);
    kernel(out, a, axis);
    return out;
}

static Tensor *logsumexp(const Tensor *a, int axis)
{
    Tensor shape = *a;
    shape.shape[axis < 0 ? axis + a->ndim : axis] = 1;
    Tensor *out = tensor_new(a->ndim, shape.shape);
    logsumexp_kernel(out, a, axis);
    return out;
}

static void test_values(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 3), VALUES(1, 2, 3, 0, 0, -1));
    assert_values(apply(softmax_kernel, a, -1), SHAPE(2, 3),
                  VALUES((real)0.0900305731704, (real)0.244728471055, (real)0.665240955775,
                         (real)0.422318798252, (real)0.422318798252, (real)0.155362403497),
                  1e-7);
    assert_values(logsumexp(a, -1), SHAPE(2, 1), VALUES((real)3.40760596444, (real)0.861994804058),
                  5e-7);
    assert_values(apply(log_softmax_kernel, a, -1), SHAPE(2, 3),
                  VALUES((real)-2.40760596444, (real)-1.40760596444, (real)-0.40760596444,
                         (real)-0.861994804058, (real)-0.861994804058, (real)-1.861994804058),
                  5e-7);
}

/* Along every axis of a contiguous, a transposed and a sliced tensor: the definition, in double. */
static void check_all_axes(const Tensor *a)
{
    for (int axis = 0; axis < a->ndim; axis++) {
        Tensor *soft = apply(softmax_kernel, a, axis),
               *log_soft = apply(log_softmax_kernel, a, axis);
        Tensor *lse = logsumexp(a, axis);
        long at[3];
        for (at[0] = 0; at[0] < a->shape[0]; at[0]++)
            for (at[1] = 0; at[1] < a->shape[1]; at[1]++)
                for (at[2] = 0; at[2] < a->shape[2]; at[2]++) {
                    long along[3] = {at[0], at[1], at[2]}, first[3] = {at[0], at[1], at[2]};
                    double sum = 0, x = (double)tensor_get(a, 3, at);
                    for (along[axis] = 0; along[axis] < a->shape[axis]; along[axis]++)
                        sum += exp((double)tensor_get(a, 3, along));
                    first[axis] = 0;
                    assert_close(tensor_get(soft, 3, at), exp(x) / sum, TOLERANCE);
                    assert_close(tensor_get(log_soft, 3, at), x - log(sum), TOLERANCE * 5);
                    assert_close(tensor_get(lse, 3, first), log(sum), TOLERANCE * 5);
                }
    }
}

static void test_any_axis_and_view(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(5, 7, 33)), view = {0};
    check_all_axes(a);
    transpose_view(&view, a, 0, 2);
    check_all_axes(&view);
    slice_view(&view, a, 2, 1, 33, 3);
    check_all_axes(&view);
    slice_view(&view, a, 1, 6, 2, -1);
    check_all_axes(&view);
}

static void test_writes_into_views(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(6, 8)), *block = tensor_full(SHAPE(8, 6), 9), out = {0};
    transpose_view(&out, block, 0, 1);
    softmax_kernel(&out, a, 1);
    assert_tensor_close(&out, apply(softmax_kernel, a, 1), 0, 0);
    softmax_kernel(a, a, 1); /* in place */
    assert_tensor_close(&out, a, 0, 0);
}

static void test_rows_sum_to_one(void **state)
{
    (void)state;
    for (long n = 1; n < 100; n += 7) {
        Tensor *y = apply(softmax_kernel, random_tensor(SHAPE(4, n)), -1);
        for (long row = 0; row < 4; row++) {
            double sum = 0;
            for (long i = 0; i < n; i++)
                sum += (double)y->data[row * n + i];
            assert_close(sum, 1, TOLERANCE);
        }
    }
}

/* Large scores do not overflow, and adding a constant changes nothing. */
static void test_stability(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(3, 2), VALUES((real)1e5, (real)1e5, (real)1e30, 0, -1000, -1001));
    assert_values(apply(softmax_kernel, a, 1), SHAPE(3, 2),
                  VALUES((real)0.5, (real)0.5, 1, 0, (real)0.731058578630, (real)0.268941421370),
                  1e-7);
    assert_close(tensor_get(logsumexp(a, 1), AT(2, 0)), -1000 + 0.313261687518, 1e-4);
    assert_close(tensor_get(apply(log_softmax_kernel, a, 1), AT(2, 1)), -1.313261687518, 1e-6);
}

static void test_masked_scores(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 3), VALUES(-INF, (real)1e5, -INF, -INF, -INF, -INF));
    assert_values(apply(softmax_kernel, a, 1), SHAPE(2, 3), VALUES(0, 1, 0, 0, 0, 0), 0);
    assert_values(apply(log_softmax_kernel, a, 1), SHAPE(2, 3),
                  VALUES(-INF, 0, -INF, -INF, -INF, -INF), 0);
    assert_values(logsumexp(a, 1), SHAPE(2, 1), VALUES((real)1e5, -INF), 0);
    Tensor *long_row = tensor_full(SHAPE(1, 50), -INF);
    assert_values(logsumexp(long_row, 1), SHAPE(1, 1), VALUES(-INF), 0);
    assert_tensor_close(apply(softmax_kernel, long_row, 1), tensor_zeros(SHAPE(1, 50)), 0, 0);
}

static void test_nan_spreads_over_its_row_only(void **state)
{
    static const Kernel kernels[] = {softmax_kernel, log_softmax_kernel};
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(3, 40));
    tensor_set(a, AT(1, 17), (real)NAN);
    for (long i = 0; i < 40; i++)
        tensor_set(a, AT(2, i), i == 3 ? (real)NAN : -INF);
    for (int k = 0; k < 2; k++) {
        Tensor *y = apply(kernels[k], a, 1);
        for (long i = 0; i < 40; i++) {
            assert_false(isnan(tensor_get(y, AT(0, i))));
            assert_true(isnan(tensor_get(y, AT(1, i))) && isnan(tensor_get(y, AT(2, i))));
        }
    }
    Tensor *lse = logsumexp(a, 1);
    assert_true(isnan(lse->data[1]) && isnan(lse->data[2]) && !isnan(lse->data[0]));
}

static void test_infinite_scores(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(2, 2), VALUES(INF, 1, INF, (real)NAN)), *lse = logsumexp(a, 1);
    assert_close(lse->data[0], INFINITY, 0);
    assert_true(isnan(lse->data[1]));
    assert_true(isnan(apply(softmax_kernel, a, 1)->data[0])); /* inf / inf, as in PyTorch */
}

static void test_edge_sizes(void **state)
{
    (void)state;
    assert_values(apply(softmax_kernel, tensor_full(SHAPE(2, 1), 7), 1), SHAPE(2, 1), VALUES(1, 1),
                  0);
    assert_shape(apply(softmax_kernel, tensor_zeros(SHAPE(0, 3)), 1), SHAPE(0, 3));
    assert_shape(apply(softmax_kernel, tensor_zeros(SHAPE(3, 0)), 1), SHAPE(3, 0));
    assert_shape(apply(softmax_kernel, tensor_zeros(SHAPE(3, 0)), 0), SHAPE(3, 0));
    assert_values(logsumexp(tensor_zeros(SHAPE(2, 0)), 1), SHAPE(2, 1), VALUES(-INF, -INF), 0);
}

static void test_mistakes(void **state)
{
    (void)state;
    Tensor *a = tensor_zeros(SHAPE(2, 3)), *out = tensor_zeros(SHAPE(2, 4));
    assert_fails_with("tensor_softmax", softmax_kernel(a, a, 2));
    assert_fails_with("tensor_softmax: cannot write rows of (2, 3) along axis 1 into (2, 4)",
                      softmax_kernel(out, a, 1));
    assert_fails_with("tensor_logsumexp", logsumexp_kernel(a, a, 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_values),
        UNIT_TEST(test_any_axis_and_view),
        UNIT_TEST(test_writes_into_views),
        UNIT_TEST(test_rows_sum_to_one),
        UNIT_TEST(test_stability),
        UNIT_TEST(test_masked_scores),
        UNIT_TEST(test_nan_spreads_over_its_row_only),
        UNIT_TEST(test_infinite_scores),
        UNIT_TEST(test_edge_sizes),
        UNIT_TEST(test_mistakes),
    };
    return run_tests("tensor/kernels/softmax", tests);
}
