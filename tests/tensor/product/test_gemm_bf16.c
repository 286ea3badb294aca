/* test_gemm_bf16.c - products of operands rounded to bfloat16 against plain products of rounded numbers.
 *
 * The kernel for pairs is tried on any machine: without the instruction, gemm_tile.h adds the two
 * products of a pair one after the other.
 */
#include "test.h"
#ifndef KINDLING_DOUBLE
#define GEMM_PAIRS
#include "gemm_tile.h"
static const GemmKernel pairs = GEMM_KERNEL("pairs");
#else
#include "gemm_kernel.h"
#endif

static real rounded(real x)
{
    uint32_t bits = bf16_bits((float)x) << 16;
    float y;
    memcpy(&y, &bits, sizeof y);
    return y;
}

static Tensor *rounded_copy(const Tensor *t)
{
    Tensor *copy = tensor_zeros(t->ndim, t->shape);
    for (long i = 0; i < tensor_numel(t); i++)
        copy->data[i] = rounded(t->data[i]);
    return copy;
}

/* 8 bits of precision: neighbours of 1 are 1 + 2^-7 and 1 - 2^-8. */
static void test_rounding_by_hand(void **state)
{
    (void)state;
    assert_close(rounded(1), 1, 0);
    assert_close(rounded((real)(1 + 1. / 128)), 1 + 1. / 128, 0);
    assert_close(rounded((real)(1 + 1. / 256)), 1, 0);           /* a tie, to the even neighbour */
    assert_close(rounded((real)(1 + 3. / 256)), 1 + 1. / 64, 0); /* a tie, upwards */
    assert_close(rounded((real)(1 + 1.01 / 256)), 1 + 1. / 128, 0);
    assert_close(rounded((real)-3.14159265), -3.140625, 0);
    assert_close(rounded((real)1e-40), 9.99e-41, 1e-41); /* below the smallest normal number */
    assert_true(rounded((real)3.4e38) == (real)INFINITY);
    assert_true(rounded(-(real)INFINITY) == -(real)INFINITY);
    for (uint32_t bits = 0x7f800001; bits < 0x80000000; bits += 0x3ffff) { /* NaN of all kinds */
        float nan;
        memcpy(&nan, &bits, sizeof nan);
        assert_true(isnan(rounded(nan)));
    }
}

static void compare(const GemmKernel *kernel, long m, long n, long k, bool a_across, bool b_across)
{
    Scope *scope = scope_open();
    Tensor *a = random_tensor(SHAPE(m * k)), *b = random_tensor(SHAPE(k * n));
    Tensor *bias = random_tensor(SHAPE(n));
    Tensor *a8 = rounded_copy(a), *b8 = rounded_copy(b);
    Tensor *want = tensor_full(SHAPE(m, n + 1), (real)0.5),
           *got = tensor_full(SHAPE(m, n + 1), (real)0.5);
    long a_row = a_across ? 1 : k, a_col = a_across ? m : 1;
    long b_row = b_across ? 1 : n, b_col = b_across ? k : 1;
    gemm_plain(m, n, k, -2, (Matrix){a8->data, a_row, a_col}, (Matrix){b8->data, b_row, b_col},
               (real)0.5, want->data, n + 1);
    for (long i = 0; i < m * n; i++)
        want->data[i / n * (n + 1) + i % n] += bias->data[i % n];
    gemm_with(kernel, m, n, k, -2, (Matrix){a->data, a_row, a_col}, (Matrix){b->data, b_row, b_col},
              (real)0.5, bias->data, got->data, n + 1);
    assert_tensor_close(got, want, 0, (IS_DOUBLE ? 1e-12 : 2e-4) * (double)(k + 1) / 16);
    scope_close(scope);
}

static void compare_sizes(const GemmKernel *kernel)
{
    static const long sizes[] = {1, 2, 3, 7, 14, 15, 16, 17, 33, 64, 97};
    for (int i = 0; i < 11; i++)
        for (int j = 0; j < 11; j++)
            compare(kernel, sizes[i], sizes[j], sizes[(i * 5 + j * 3) % 11], i & 1, j & 1);
    static const long large[][3] = {{61, 40, 383}, {17, 385, 20}, {20, 96, 769}, {150, 65, 401}};
    for (int i = 0; i < 4; i++)
        compare(kernel, large[i][0], large[i][1], large[i][2], i & 1, i & 2);
}

static void test_the_kernel_of_this_machine(void **state)
{
    (void)state;
    compare_sizes(gemm_bf16_kernel());
}

static void test_pairs(void **state)
{
    (void)state;
#ifndef KINDLING_DOUBLE
    compare_sizes(&pairs);
#endif
}

/* 1 + 2^-10 is 1 in bfloat16; the sum of 64 such products is not rounded. */
static void test_the_setting_counts(void **state)
{
    (void)state;
    real fine = (real)(1 + 1. / 1024);
    Tensor *a = tensor_full(SHAPE(8, 64), fine), *b = tensor_full(SHAPE(64, 24), (real)1.0078125);
    matmul_precision(MATMUL_BF16);
    Tensor *coarse = tensor_matmul(a, b);
    assert_non_null(strstr(gemm_backend(), IS_DOUBLE ? "bf16" : gemm_bf16_kernel()->name));
    matmul_precision(MATMUL_FLOAT32);
    Tensor *exact = tensor_matmul(a, b);
    assert_null(strstr(gemm_backend(), "bf16"));
    assert_tensor_close(coarse, tensor_full(SHAPE(8, 24), (real)64.5), 0, 0);
    assert_tensor_close(exact, tensor_full(SHAPE(8, 24), (real)64.5 * fine), 0, 1e-4);
}

static double loss_after(int steps)
{
    Rng rng = rng_seed(5);
    Module *mlp = mlp_new(SHAPE(6, 32, 32, 1), ACT_GELU, &rng);
    ParameterList *weights = parameters_of(mlp);
    Optimizer *adam = adam_new(weights, (OptimizerOptions){.lr = 3e-3});
    double last = 0;
    for (int i = 0; i < steps; i++) {
        Scope *scope = scope_open();
        Tensor *x = tensor_normal(SHAPE(64, 6), 0, 1, &rng);
        Tensor *y = tensor_mean(tensor_mul(x, x), AXES(1), true);
        Tensor *loss = tensor_mse_loss(module_forward(mlp, x), y);
        tensor_backward(loss);
        optimizer_step(adam);
        optimizer_zero_grad(adam);
        last += i >= steps - 20 ? (double)tensor_item(loss) / 20 : 0;
        scope_close(scope);
    }
    optimizer_free(adam);
    parameters_free(weights);
    module_free(mlp);
    return last;
}

/* Small updates are not lost: the weights themselves stay float32. */
static void test_training_arrives_where_float32_does(void **state)
{
    (void)state;
    double exact = loss_after(200), coarse;
    matmul_precision(MATMUL_BF16);
    coarse = loss_after(200);
    matmul_precision(MATMUL_FLOAT32);
    assert_true(exact < 0.05);
    assert_close(coarse, exact, 0.1 * exact);
    assert_true(coarse != exact);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_rounding_by_hand),
        UNIT_TEST(test_the_kernel_of_this_machine),
        UNIT_TEST(test_pairs),
        UNIT_TEST(test_the_setting_counts),
        UNIT_TEST(test_training_arrives_where_float32_does),
    };
    return run_tests("tensor/product/gemm_bf16", tests);
}
