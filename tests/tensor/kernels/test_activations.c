/* test_activations.c - values, tails, special values. */
#include "test.h"

#define TOLERANCE (IS_DOUBLE ? 1e-11 : 3e-7)
#define INF ((real)INFINITY)

typedef void (*Kernel)(Tensor *out, const Tensor *a);

static Tensor *points(void)
{
    return tensor_from(SHAPE(7), VALUES(-3, -1, (real)-0.5, 0, (real)0.5, 1, 2));
}

static Tensor *apply(Kernel kernel, const Tensor *a)
{
    Tensor *out = tensor_new_like(a);
    kernel(out, a);
    return out;
}

static real apply_to(Kernel kernel, real x)
{
    return tensor_item(apply(kernel, tensor_scalar(x)));
}

static void test_relu(void **state)
{
    (void)state;
    Tensor *out = apply(relu_kernel, points());
    assert_values(out, SHAPE(7), VALUES(0, 0, 0, 0, (real)0.5, 1, 2), 0);
    leaky_relu_kernel(out, points(), (real)0.25);
    assert_values(out, SHAPE(7), VALUES((real)-0.75, (real)-0.25, (real)-0.125, 0, (real)0.5, 1, 2),
                  0);
}

static void test_sigmoid(void **state)
{
    (void)state;
    assert_values(apply(sigmoid_kernel, points()), SHAPE(7),
                  VALUES((real)0.0474258731776, (real)0.26894142137, (real)0.377540668798,
                         (real)0.5, (real)0.622459331202, (real)0.73105857863,
                         (real)0.880797077978),
                  TOLERANCE);
}

static void test_tanh(void **state)
{
    (void)state;
    assert_values(apply(tanh_kernel, points()), SHAPE(7),
                  VALUES((real)-0.995054753687, (real)-0.761594155956, (real)-0.46211715726, 0,
                         (real)0.46211715726, (real)0.761594155956, (real)0.964027580076),
                  TOLERANCE);
}

static void test_gelu(void **state)
{
    (void)state;
    assert_values(apply(gelu_kernel, points()), SHAPE(7),
                  VALUES((real)-0.00404969409489, (real)-0.158655253931, (real)-0.154268769363, 0,
                         (real)0.345731230637, (real)0.841344746069, (real)1.9544997361),
                  TOLERANCE);
}

static void test_gelu_tanh(void **state)
{
    (void)state;
    assert_values(apply(gelu_tanh_kernel, points()), SHAPE(7),
                  VALUES((real)-0.00363739208177, (real)-0.158808009392, (real)-0.154285990175, 0,
                         (real)0.345714009825, (real)0.841191990608, (real)1.95459769409),
                  TOLERANCE);
}

static void test_silu(void **state)
{
    (void)state;
    assert_values(apply(silu_kernel, points()), SHAPE(7),
                  VALUES((real)-0.142277619533, (real)-0.26894142137, (real)-0.188770334399, 0,
                         (real)0.311229665601, (real)0.73105857863, (real)1.76159415596),
                  TOLERANCE);
}

/* Far from 0 each becomes its asymptote exactly, without overflow on the way. */
static void test_tails(void **state)
{
    static const Kernel like_identity[] = {relu_kernel, gelu_kernel, gelu_tanh_kernel, silu_kernel};
    static const real far[] = {200, (real)1e10, (real)1e30};
    (void)state;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 4; k++) {
            assert_close(apply_to(like_identity[k], far[i]), far[i], 0);
            assert_close(apply_to(like_identity[k], -far[i]), 0, 1e-60);
        }
        assert_close(apply_to(sigmoid_kernel, far[i]), 1, 0);
        assert_close(apply_to(sigmoid_kernel, -far[i]), 0, 1e-60);
        assert_close(apply_to(tanh_kernel, -far[i]), -1, 0);
    }
    assert_close(apply_to(relu_kernel, INF), INFINITY, 0);
    assert_close(apply_to(relu_kernel, -INF), 0, 0);
    assert_close(apply_to(sigmoid_kernel, -INF), 0, 0);
    assert_close(apply_to(gelu_kernel, INF), INFINITY, 0);
}

static void leaky(Tensor *out, const Tensor *a)
{
    leaky_relu_kernel(out, a, (real)0.01);
}

static const Kernel all[] = {relu_kernel,      leaky,      sigmoid_kernel, tanh_kernel, gelu_kernel,
                             gelu_tanh_kernel, silu_kernel};

static void test_nan_shows(void **state)
{
    (void)state;
    for (int k = 0; k < 7; k++)
        assert_true(isnan(apply_to(all[k], (real)NAN)));
}

/* A view gives what its contiguous copy gives, at any length of row. */
static void test_views(void **state)
{
    (void)state;
    for (int k = 0; k < 7; k++)
        for (long n = 0; n < 40; n += 3) {
            Tensor *a = random_tensor(SHAPE(n, 5)), turned = {0};
            transpose_view(&turned, a, 0, 1);
            Tensor *copy = tensor_new_like(&turned);
            copy_kernel(copy, &turned);
            assert_tensor_close(apply(all[k], &turned), apply(all[k], copy), 1e-6, 1e-7);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_relu),      UNIT_TEST(test_sigmoid),   UNIT_TEST(test_tanh),
        UNIT_TEST(test_gelu),      UNIT_TEST(test_silu),      UNIT_TEST(test_tails),
        UNIT_TEST(test_gelu_tanh), UNIT_TEST(test_nan_shows), UNIT_TEST(test_views),
    };
    return run_tests("tensor/kernels/activations", tests);
}
