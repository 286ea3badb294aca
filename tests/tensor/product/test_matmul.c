/* test_matmul.c - products of vectors, matrices and batches of any layout, against three loops. */
#include "../brute.h"

#define CLOSE (IS_DOUBLE ? 1e-12 : 1e-5)

/* sum_p a[..., i, p] b[..., p, j] for operands with at least two axes, batch axes broadcast. */
static double product_at(const Tensor *a, const Tensor *b, int ndim, const long *index)
{
    long ia[TENSOR_MAX_AXES], ib[TENSOR_MAX_AXES];
    double sum = 0;
    for (long p = 0; p < a->shape[a->ndim - 1]; p++) {
        for (int d = 0; d < a->ndim; d++)
            ia[d] = a->shape[d] == 1 ? 0 : index[d + ndim - a->ndim];
        for (int d = 0; d < b->ndim; d++)
            ib[d] = b->shape[d] == 1 ? 0 : index[d + ndim - b->ndim];
        ia[a->ndim - 1] = ib[b->ndim - 2] = p;
        sum += number_at(a, ia) * number_at(b, ib);
    }
    return sum;
}

static void check_product(const Tensor *out, const Tensor *a, const Tensor *b)
{
    long index[TENSOR_MAX_AXES] = {0};
    if (tensor_numel(out) > 0)
        do
            assert_close(number_at(out, index), product_at(a, b, out->ndim, index), 20 * CLOSE);
        while (next_index(out->ndim, out->shape, index));
}

typedef struct {
    long m, k, n;
    int ndim, na, nb;
    long batch[4], a[6], b[6], out[6];
} Sizes;

/* Batch axes that broadcast, and matrices of m x k and k x n; sometimes a size is 0. */
static Sizes random_sizes(long most)
{
    Sizes s = {.ndim = random_shape(3, s.batch)};
    s.m = random_size(&test_rng, most);
    s.k = random_size(&test_rng, most);
    s.n = random_size(&test_rng, most);
    int drop_a = (int)rng_below(&test_rng, s.ndim + 1),
        drop_b = (int)rng_below(&test_rng, s.ndim + 1);
    if (drop_a > 0 && drop_b > 0)
        drop_a = 0;
    for (int d = 0; d < s.ndim; d++) {
        bool one_a = rng_below(&test_rng, 4) == 0, one_b = !one_a && rng_below(&test_rng, 3) == 0;
        if (d >= drop_a)
            s.a[s.na++] = one_a && d >= drop_b ? 1 : s.batch[d];
        if (d >= drop_b)
            s.b[s.nb++] = one_b && d >= drop_a ? 1 : s.batch[d];
        s.out[d] = s.batch[d];
    }
    s.a[s.na++] = s.m;
    s.a[s.na++] = s.b[s.nb++] = s.k;
    s.b[s.nb++] = s.out[s.ndim + 1] = s.n;
    s.out[s.ndim] = s.m;
    s.ndim += 2;
    return s;
}

static void test_batches_of_any_layout(void **state)
{
    for (int trial = 0; trial < 3000; trial++) {
        Sizes s = random_sizes(trial % 10 == 0 ? 12 : 5);
        Tensor *a = any_tensor(s.na, s.a), *b = any_tensor(s.nb, s.b);
        Tensor *product = tensor_matmul(a, b), *out = any_output(s.ndim, s.out);
        assert_shape(product, s.ndim, s.out);
        check_product(product, a, b);
        matmul_kernel(out, a, b);
        assert_tensor_close(out, product, 0, 20 * CLOSE);
        scope_reset(*state);
    }
}

/* out = alpha a b + beta out, and where out has no batch of its own the products are summed. */
static void test_accumulate_into_any_output(void **state)
{
    for (int trial = 0; trial < 3000; trial++) {
        Sizes s = random_sizes(4);
        Tensor *a = any_tensor(s.na, s.a), *b = any_tensor(s.nb, s.b);
        int drop = (int)rng_below(&test_rng, s.ndim - 1);
        for (int d = 0; d < s.ndim - 2; d++)
            if (rng_below(&test_rng, 3) == 0)
                s.out[d] = 1;
        real alpha = (real)(0.5 * (double)rng_below(&test_rng, 4)),
             beta = (real)rng_below(&test_rng, 3);
        Tensor *out = any_output(s.ndim - drop, s.out + drop), *expected = plain_copy(out);
        if (beta == 0)
            tensor_fill(out, (real)NAN); /* must not be read */
        matmul_accumulate(out, a, b, alpha, beta);
        scale_kernel(expected, expected, beta);
        if (beta == 0)
            tensor_fill(expected, 0);
        Tensor *scaled = tensor_mul_scalar(tensor_matmul(a, b), alpha);
        sum_kernel(expected, scaled, 1);
        assert_tensor_close(out, expected, CLOSE, 100 * CLOSE);
        scope_reset(*state);
    }
}

static void test_vectors(void **state)
{
    (void)state;
    Tensor *v = tensor_from(SHAPE(3), VALUES(1, 2, 3)), *w = tensor_from(SHAPE(3), VALUES(4, 5, 6));
    Tensor *m = numbered(SHAPE(2, 3));
    assert_values(tensor_matmul(v, w), SCALAR, VALUES(32), 0);
    assert_values(tensor_matmul(m, v), SHAPE(2), VALUES(8, 26), 0);
    assert_values(tensor_matmul(v, tensor_transpose(m, 0, 1)), SHAPE(2), VALUES(8, 26), 0);
    Tensor *batch = numbered(SHAPE(2, 2, 3));
    assert_values(tensor_matmul(batch, v), SHAPE(2, 2), VALUES(8, 26, 44, 62), 0);
    assert_values(tensor_matmul(v, tensor_transpose(batch, 1, 2)), SHAPE(2, 2),
                  VALUES(8, 26, 44, 62), 0);
    Tensor *backwards = tensor_slice(v, 0, 3, SLICE_END, -1);
    assert_values(tensor_matmul(backwards, w), SCALAR, VALUES(28), 0);
    assert_values(tensor_matmul(tensor_expand(tensor_scalar(2), SHAPE(3)), w), SCALAR, VALUES(30),
                  0);
}

static void test_empty_sums_are_zero(void **state)
{
    (void)state;
    Tensor *product = tensor_matmul(tensor_zeros(SHAPE(2, 0)), tensor_zeros(SHAPE(0, 3)));
    assert_tensor_identical(product, tensor_zeros(SHAPE(2, 3)));
    assert_values(tensor_matmul(tensor_zeros(SHAPE(0)), tensor_zeros(SHAPE(0))), SCALAR, VALUES(0),
                  0);
    assert_shape(tensor_matmul(tensor_zeros(SHAPE(0, 4)), tensor_zeros(SHAPE(4, 3))), SHAPE(0, 3));
    assert_shape(tensor_matmul(tensor_zeros(SHAPE(5, 2, 4)), tensor_zeros(SHAPE(4, 0))),
                 SHAPE(5, 2, 0));
    assert_shape(tensor_matmul(tensor_zeros(SHAPE(0, 2, 4)), tensor_zeros(SHAPE(1, 4, 3))),
                 SHAPE(0, 2, 3));
}

/* One head: the axis of size 1 has a stride that means nothing, and must not be taken for one. */
static void test_a_batch_axis_of_one_does_not_hide_a_gap(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 1, 5, 4)), *w = random_tensor(SHAPE(4, 3));
    Tensor *part = tensor_slice(x, 2, 0, 3, 1), *out = tensor_full(SHAPE(2, 1, 5, 3), 7);
    check_product(tensor_matmul(part, w), part, w);
    Tensor *rows = tensor_slice(out, 2, 0, 3, 1);
    matmul_kernel(rows, part, w);
    check_product(rows, part, w);
    assert_tensor_identical(tensor_slice(out, 2, 3, 5, 1), tensor_full(SHAPE(2, 1, 2, 3), 7));
    Tensor *sum = tensor_zeros(SHAPE(4, 4)), *turned = tensor_transpose(part, -2, -1);
    matmul_accumulate(sum, turned, part, 1, 0);
    Tensor *expected = tensor_sum(tensor_matmul(turned, part), AXES(0, 1), false);
    assert_tensor_close(sum, expected, CLOSE, CLOSE);
}

/* Large enough for the fast paths: threads, packing, BLAS. */
static void test_large(void **state)
{
    (void)state;
    Tensor *a = random_tensor(SHAPE(2, 3, 70, 130)), *b = random_tensor(SHAPE(130, 90));
    Tensor *half = tensor_slice(b, 1, 0, 90, 2), *product = tensor_matmul(a, half);
    int before = kindling_threads();
    assert_shape(product, SHAPE(2, 3, 70, 45));
    check_product(product, a, half);
    kindling_set_threads(1);
    Tensor *one = tensor_matmul(tensor_transpose(a, 1, 2), b);
    kindling_set_threads(before);
    assert_tensor_close(tensor_matmul(tensor_transpose(a, 1, 2), b), one, 0, 100 * CLOSE);
}

static void test_mistakes_are_told_with_both_shapes(void **state)
{
    (void)state;
    Tensor *q = tensor_zeros(SHAPE(2, 4, 64)), *m = tensor_zeros(SHAPE(2, 3));
    assert_fails_with(
        "tensor_matmul: inner dimensions differ: (2, 4, 64) @ (2, 4, 64), 64 against 4. "
        "hint: did you mean tensor_transpose(b, -2, -1)?",
        tensor_matmul(q, q));
    assert_fails_with(
        "(2, 3) @ (2, 5), 3 against 2. hint: did you mean tensor_transpose(a, -2, -1)?",
        tensor_matmul(m, tensor_zeros(SHAPE(2, 5))));
    assert_fails_with("(2, 3) @ (4,), 3 against 4", tensor_matmul(m, tensor_zeros(SHAPE(4))));
    assert_null(strstr(last_failure, "hint"));
    assert_fails_with("(4,) @ (2, 3), 4 against 2", tensor_matmul(tensor_zeros(SHAPE(4)), m));
    assert_null(strstr(last_failure, "hint")); /* a vector has no other axis */
    assert_fails_with("() @ (2, 3): a scalar has no axis", tensor_matmul(tensor_scalar(1), m));
    assert_fails_with("hint: tensor_mul", tensor_matmul(m, tensor_scalar(1)));
    assert_fails_with(
        "tensor_matmul: cannot broadcast the batch axes of (5, 3, 2, 4) @ (2, 4, 6): axis "
        "-3 is 3 and 2",
        tensor_matmul(tensor_zeros(SHAPE(5, 3, 2, 4)), tensor_zeros(SHAPE(2, 4, 6))));
    assert_fails_with(
        "matmul_accumulate: (2, 3) @ (3, 2) does not go into (3, 2)",
        matmul_accumulate(tensor_zeros(SHAPE(3, 2)), m, tensor_zeros(SHAPE(3, 2)), 1, 0));
    assert_fails_with(
        "cannot write (2, 3) @ (3, 2) into (5, 2, 2)",
        matmul_accumulate(tensor_zeros(SHAPE(5, 2, 2)), m, tensor_zeros(SHAPE(3, 2)), 1, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_batches_of_any_layout),
        UNIT_TEST(test_accumulate_into_any_output),
        UNIT_TEST(test_vectors),
        UNIT_TEST(test_empty_sums_are_zero),
        UNIT_TEST(test_a_batch_axis_of_one_does_not_hide_a_gap),
        UNIT_TEST(test_large),
        UNIT_TEST(test_mistakes_are_told_with_both_shapes),
    };
    return run_tests("tensor/product/matmul", tests);
}
