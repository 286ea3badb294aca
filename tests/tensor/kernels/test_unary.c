/* test_unary.c - functions of one number: values, and the error of vmath.h in ulp. */
#include "test.h"
#include "sigmoid.h"
#include "vmath.h"
#include <float.h>

#define TOLERANCE (IS_DOUBLE ? 1e-14 : 1e-6)
#define INF ((real)INFINITY)

/* ---- vmath.h against libm -------------------------------------------------------------------- */

typedef real (*Function)(real x);
typedef long double (*Reference)(long double x);

/* A float differs from the exact value by this many units in its last place. */
static double ulps(real actual, long double exact)
{
    if (isnan(exact) || isinf(actual) || isinf((real)exact) || isnan(actual))
        return (isnan(exact) && isnan(actual)) || actual == (real)exact ? 0 : (double)INFINITY;
    int digits = IS_DOUBLE ? DBL_MANT_DIG : FLT_MANT_DIG;
    int smallest = IS_DOUBLE ? DBL_MIN_EXP : FLT_MIN_EXP, exponent;
    frexpl(exact, &exponent);
    if (exponent < smallest)
        exponent = smallest;
    return (double)(fabsl((long double)actual - exact) / ldexpl(1, exponent - digits));
}

static void check_error(const char *name, Function f, Reference exact, real x, double limit)
{
    double error = ulps(f(x), exact((long double)x));
    if (!(error <= limit)) {
        print_error("%s(%.9g) is %.9g, expected %.9Lg: %g ulp, at most %g are allowed\n", name,
                    (double)x, (double)f(x), exact((long double)x), error, limit);
        _fail(__FILE__, __LINE__);
    }
}

/* All magnitudes, both signs, by stepping through the bits; then an interval where it matters. */
static void check_function(const char *name, Function f, Reference exact, double limit)
{
    for (uint64_t bits = 0; bits <= UINT32_MAX; bits += 7919) {
        uint32_t low = (uint32_t)bits;
        float x;
        memcpy(&x, &low, sizeof x);
        check_error(name, f, exact, (real)x, limit);
    }
    for (long i = -200000; i <= 200000; i++)
        check_error(name, f, exact, (real)i * (real)0.00053, limit);
}

static real exp_of(real x)
{
    return real_exp(x);
}

static real log_of(real x)
{
    return real_log(x);
}

static real tanh_of(real x)
{
    Scope *scope = scope_open();
    Tensor *in = tensor_full(SCALAR, x), *out = tensor_zeros(SCALAR);
    tanh_kernel(out, in);
    real y = out->data[0];
    scope_close(scope);
    return y;
}

static real erf_of(real x)
{
    return real_erf(x);
}

static real sigmoid_of(real x)
{
    return real_sigmoid(x);
}

static long double sigmoid_exact(long double x)
{
    return 1 / (1 + expl(-x));
}

static void test_exp_error(void **state)
{
    (void)state;
    check_function("exp", exp_of, expl, 1.1);
}

static void test_log_error(void **state)
{
    (void)state;
    check_function("log", log_of, logl, IS_DOUBLE ? 1.1 : 0.8);
}

static void test_tanh_error(void **state)
{
    (void)state;
    check_function("tanh", tanh_of, tanhl, IS_DOUBLE ? 2.5 : 1.4);
}

static void test_erf_error(void **state)
{
    (void)state;
    check_function("erf", erf_of, erfl, 1.3);
}

static void test_sigmoid_error(void **state)
{
    (void)state;
    check_function("sigmoid", sigmoid_of, sigmoid_exact, 2.5);
}

static void test_special_values(void **state)
{
    (void)state;
    assert_close(real_exp(INF), INFINITY, 0);
    assert_close(real_exp(-INF), 0, 0);
    assert_close(real_exp(0), 1, 0);
    assert_close(real_exp(1000), INFINITY, 0);
    assert_close(real_exp(-1000), 0, 0);
    assert_close(real_log(0), -INFINITY, 0);
    assert_close(real_log(INF), INFINITY, 0);
    assert_close(real_log(1), 0, 0);
    assert_true(isnan(real_log(-1)) && isnan(real_log(-INF)));
    assert_close(tanh_of(INF), 1, 0);
    assert_close(tanh_of(-INF), -1, 0);
    assert_close(real_erf(INF), 1, 0);
    assert_close(real_erf(-INF), -1, 0);
    assert_close(real_sigmoid(INF), 1, 0);
    assert_close(real_sigmoid(-INF), 0, 0);
    assert_close(real_sigmoid(0), 0.5, 0);
    assert_true(signbit(tanh_of((real)-0.0)) && signbit(real_erf((real)-0.0)));
}

static void test_nan_stays_nan(void **state)
{
    static const Function all[] = {exp_of, log_of, tanh_of, erf_of, sigmoid_of};
    (void)state;
    for (int i = 0; i < 5; i++)
        assert_true(isnan(all[i]((real)NAN)) && isnan(all[i](-(real)NAN)));
}

static void test_row_max(void **state)
{
    (void)state;
    for (long n = 1; n < 70; n++)
        for (long at = 0; at < n; at++) {
            real x[70];
            for (long i = 0; i < n; i++)
                x[i] = i == at ? -1 : -2 - (real)i;
            assert_close(row_max(n, x), -1, 0);
        }
    assert_close(row_max(0, NULL), -INFINITY, 0);
}

/* ---- kernels --------------------------------------------------------------------------------- */

typedef void (*Kernel)(Tensor *out, const Tensor *a);

/* Contiguous, transposed, every other element, and in place must all agree with f. */
static void check_kernel(Kernel kernel, double (*f)(double), bool positive)
{
    Tensor *a = random_tensor(SHAPE(9, 34));
    for (long i = 0; i < 9 * 34; i++)
        a->data[i] = positive ? real_abs(a->data[i]) + (real)0.01 : a->data[i];
    Tensor turned = {0}, sliced = {0};
    transpose_view(&turned, a, 0, 1);
    slice_view(&sliced, a, 1, 1, 34, 2);
    const Tensor *const inputs[] = {a, &turned, &sliced};
    for (int k = 0; k < 3; k++) {
        Tensor *out = tensor_new_like(inputs[k]), *expected = tensor_new_like(inputs[k]);
        copy_kernel(expected, inputs[k]);
        for (long i = 0; i < tensor_numel(expected); i++)
            expected->data[i] = (real)f((double)expected->data[i]);
        kernel(out, inputs[k]);
        assert_tensor_close(out, expected, TOLERANCE, TOLERANCE);
    }
    Tensor *before = tensor_new_like(a);
    copy_kernel(before, a);
    kernel(before, before);
    Tensor *out = tensor_new_like(a);
    kernel(out, a);
    assert_tensor_identical(before, out);
}

static double negative(double x)
{
    return -x;
}

static void test_kernels(void **state)
{
    (void)state;
    check_kernel(neg_kernel, negative, false);
    check_kernel(abs_kernel, fabs, false);
    check_kernel(exp_kernel, exp, false);
    check_kernel(log_kernel, log, true);
    check_kernel(sqrt_kernel, sqrt, true);
    check_kernel(sin_kernel, sin, false);
    check_kernel(cos_kernel, cos, false);
}

static void test_empty_and_scalar(void **state)
{
    (void)state;
    Tensor *empty = tensor_zeros(SHAPE(3, 0)), *one = tensor_scalar(4), *out = tensor_scalar(0);
    exp_kernel(empty, empty);
    sqrt_kernel(out, one);
    assert_close(tensor_item(out), 2, 0);
}

static void test_pow(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(4), VALUES(-2, 0, 1, 3)), *out = tensor_new_like(a);
    pow_kernel(out, a, 2);
    assert_values(out, SHAPE(4), VALUES(4, 0, 1, 9), 0);
    pow_kernel(out, a, 3);
    assert_values(out, SHAPE(4), VALUES(-8, 0, 1, 27), TOLERANCE * 10);
    pow_kernel(out, a, -1);
    assert_values(out, SHAPE(4), VALUES((real)-0.5, INF, 1, (real)(1 / 3.0)), TOLERANCE);
    pow_kernel(out, a, 0);
    assert_values(out, SHAPE(4), VALUES(1, 1, 1, 1), 0);
    pow_kernel(out, a, (real)0.5);
    assert_true(isnan(out->data[0]));
    assert_close(out->data[3], sqrt(3.0), TOLERANCE);
}

static void test_clamp(void **state)
{
    (void)state;
    Tensor *a = tensor_from(SHAPE(6), VALUES(-2, -1, 0, 1, 5, (real)NAN)),
           *out = tensor_new_like(a);
    clamp_kernel(out, a, -1, 2);
    assert_true(isnan(out->data[5]));
    out->data[5] = 7;
    assert_values(out, SHAPE(6), VALUES(-1, -1, 0, 1, 2, 7), 0);
    clamp_kernel(out, a, -INF, 0);
    assert_close(out->data[0], -2, 0);
    assert_close(out->data[4], 0, 0);
    clamp_kernel(out, a, 3, 1); /* low above high: all high, as in PyTorch */
    assert_close(out->data[0], 1, 0);
    assert_close(out->data[4], 1, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_exp_error),     UNIT_TEST(test_log_error),
        UNIT_TEST(test_tanh_error),    UNIT_TEST(test_erf_error),
        UNIT_TEST(test_sigmoid_error), UNIT_TEST(test_special_values),
        UNIT_TEST(test_nan_stays_nan), UNIT_TEST(test_row_max),
        UNIT_TEST(test_kernels),       UNIT_TEST(test_empty_and_scalar),
        UNIT_TEST(test_pow),           UNIT_TEST(test_clamp),
    };
    return run_tests("tensor/kernels/unary", tests);
}
