/* test_quant_plan.c - the best plan: against all others, by hand where one matrix is alone. */
#include <math.h>
#include "quantize_parts.h"
#include "test.h"

enum { N = 4 };

typedef struct {
    Tensor *w[N], *x[N];
} Model;

static Model drawn(Rng *rng)
{
    Model m;
    for (int i = 0; i < N; i++) {
        long in = 32 * (1 + rng_below(rng, 3)), out = 3 + rng_below(rng, 6);
        real size = (real)exp(4 * rng_uniform(rng) - 2);
        m.w[i] = tensor_normal(SHAPE(in, out), 0, 1, rng);
        m.x[i] = tensor_normal(SHAPE(20, in), 0, size, rng);
        m.w[i]->data[rng_below(rng, in * out)] *= i % 2 == 0 ? 20 : 1;
    }
    return m;
}

/* |x W - x back(W)|^2 */
static double error(Tensor *w, Tensor *x, int choice, size_t *bytes)
{
    QuantizedMatrix *q = quantized_matrix_new(w->shape[0], w->shape[1], quant_scheme(choice));
    matrix_quantize(q, w);
    Tensor *off = tensor_sub(tensor_matmul(x, matrix_dequantize(q)), tensor_matmul(x, w));
    *bytes = quantized_matrix_bytes(q);
    quantized_matrix_free(q);
    return (double)tensor_item(tensor_sum(tensor_mul(off, off), ALL_AXES, false));
}

static void test_none_is_better(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    for (int run = 0; run < 20; run++) {
        Model m = drawn(&rng);
        double errors[N][QUANT_SCHEMES], best = INFINITY, planned = 0;
        size_t bytes[N][QUANT_SCHEMES], limit = 0, taken = 0;
        for (int i = 0; i < N; i++)
            for (int s = 0; s < QUANT_SCHEMES; s++)
                errors[i][s] = error(m.w[i], m.x[i], s, &bytes[i][s]);
        for (int i = 0; i < N; i++)
            limit += bytes[i][3] + (size_t)rng_below(&rng, (long)(bytes[i][2] - bytes[i][3]));
        for (int code = 0; code < 1 << (2 * N); code++) {
            double e = 0;
            size_t b = 0;
            for (int i = 0; i < N; i++) {
                e += errors[i][code >> (2 * i) & 3];
                b += bytes[i][code >> (2 * i) & 3];
            }
            best = b <= limit && e < best ? e : best;
        }
        QuantScheme scheme[N];
        assert_true(quant_plan(scheme, N, m.w, m.x, limit));
        for (int i = 0; i < N; i++)
            for (int s = 0; s < QUANT_SCHEMES; s++)
                if (quant_scheme(s).bits == scheme[i].bits &&
                    quant_scheme(s).group == scheme[i].group) {
                    planned += errors[i][s];
                    taken += bytes[i][s];
                }
        assert_true(taken <= limit);
        assert_true(planned <= best * (1 + 1e-4));
    }
}

static void test_one_matrix(void **state)
{
    (void)state;
    Rng rng = rng_seed(5);
    Tensor *w = tensor_normal(SHAPE(32, 4), 0, 1, &rng);
    Tensor *x = tensor_normal(SHAPE(5, 32), 0, 1, &rng);
    QuantScheme scheme = {0};
    assert_false(quant_plan(&scheme, 1, &w, &x, 71)); /* 4 blocks of 18 bytes */
    assert_true(quant_plan(&scheme, 1, &w, &x, 72));
    assert_int_equal(scheme.bits, 4);
    assert_true(quant_plan(&scheme, 1, &w, &x, 131));
    assert_int_equal(scheme.bits, 4);
    assert_true(quant_plan(&scheme, 1, &w, &x, 132)); /* 128 codes and one scale */
    assert_int_equal(scheme.bits, 8);
    assert_int_equal(scheme.group, PER_TENSOR);
    assert_true(quant_plan(NULL, 0, NULL, NULL, 0));
}

static void test_refusals(void **state)
{
    (void)state;
    QuantScheme scheme;
    Tensor *w = tensor_zeros(SHAPE(32, 4)), *x = tensor_zeros(SHAPE(5, 31));
    assert_fails_with("matrix 0 is (32, 4) and its inputs are (5, 31), expected (in, out)",
                      quant_plan(&scheme, 1, &w, &x, 100));
    assert_fails_with("n is -1", quant_plan(&scheme, -1, &w, &x, 100));
    assert_fails_with("there is no scheme 4", quant_scheme(4));
    w->data[3] = (real)NAN;
    x = tensor_zeros(SHAPE(5, 32));
    assert_fails_with("is nan", quant_plan(&scheme, 1, &w, &x, 1000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {UNIT_TEST(test_none_is_better), UNIT_TEST(test_one_matrix),
                                       UNIT_TEST(test_refusals)};
    return run_tests("nn/compress/quant_plan", tests);
}
