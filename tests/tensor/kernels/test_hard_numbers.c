/* test_hard_numbers.c - softmax, lengths, spreads and norms of what nobody thinks of: constants, zeros, ties, numbers
 * whose squares are more than a real holds or vanish, denormals, infinities, NaN. Each row is drawn, and compared with
 * the formula, whose exponents have more room. */
#include <float.h>
#include "../brute.h"

#ifdef KINDLING_DOUBLE
#define LARGE 1e200 /* its square is more than a real holds */
#define TINY 1e-200
#define DENORMAL 1e-310
#define CLOSE 1e-12
#else
#define LARGE 1e20
#define TINY 1e-25
#define DENORMAL 1e-41
#define CLOSE 3e-5
#endif

typedef long double
    Wide; /* on machines where it is no wider than a double, a row is only looked at where it fits */

enum { ORDINARY, CONSTANT, ZEROS, TIES, LARGEST, TINIEST, DENORMALS, MIXED, SPECIAL, KINDS };

/* Exponents of squares of such numbers must fit Wide. */
static bool fits(int kind)
{
    return (IS_DOUBLE ? LDBL_MAX_EXP > 4096 : LDBL_MAX_EXP > 512) || kind < LARGEST || kind > MIXED;
}

static real draw_number(int kind, int i)
{
    double x = rng_normal(&test_rng);
    switch (kind) {
    case CONSTANT:
        return 3;
    case ZEROS:
        return 0;
    case TIES:
        return (real)rng_below(&test_rng, 3);
    case LARGEST:
        return (real)(x * LARGE);
    case TINIEST:
        return (real)(x * TINY);
    case DENORMALS:
        return (real)(x * DENORMAL);
    case MIXED:
        return (real)(x * (i % 2 ? LARGE : 1));
    default:
        return (real)x;
    }
}

/* A row of n numbers of this kind; SPECIAL: with one that is not finite. */
static Tensor *draw_row(int kind, long n)
{
    Tensor *t = tensor_new(SHAPE(n));
    for (long i = 0; i < n; i++)
        t->data[i] = draw_number(kind, (int)i);
    const real special[] = {(real)INFINITY, (real)-INFINITY, (real)NAN};
    if (kind == SPECIAL)
        t->data[rng_below(&test_rng, n)] = special[rng_below(&test_rng, 3)];
    return t;
}

static bool near(real got, Wide want, double scale)
{
    if (isnan(want))
        return isnan(got);
    if (fabsl(want) > (IS_DOUBLE ? (Wide)DBL_MAX : (Wide)FLT_MAX))
        return isinf(got) && (got > 0) == (want > 0);
    Wide least = 4 * (IS_DOUBLE ? (Wide)DBL_MIN * DBL_EPSILON : (Wide)FLT_MIN * FLT_EPSILON);
    return fabsl((Wide)got - want) <= CLOSE * (fabsl(want) + (Wide)scale) + least;
}

#define expect_near(got, want, scale, kind)                                                        \
    do {                                                                                           \
        if (!near(got, want, scale)) {                                                             \
            print_error("kind %d: %s is %.9g, expected %.9Lg\n", kind, #got, (double)(got),        \
                        (Wide)(want));                                                             \
            assert_true(false);                                                                    \
        }                                                                                          \
    } while (0)

/* ---- the formulas -------------------------------------------------------------------------------- */

static Wide mean_of(const Tensor *t)
{
    Wide sum = 0;
    for (long i = 0; i < t->shape[0]; i++)
        sum += (Wide)t->data[i];
    return sum / (Wide)t->shape[0];
}

static Wide variance_of(const Tensor *t, long correction)
{
    Wide mean = mean_of(t), sum = 0;
    for (long i = 0; i < t->shape[0]; i++)
        sum += ((Wide)t->data[i] - mean) * ((Wide)t->data[i] - mean);
    return sum / (Wide)(t->shape[0] - correction);
}

static Wide length_of(const Tensor *t)
{
    Wide sum = 0;
    for (long i = 0; i < t->shape[0]; i++)
        sum += (Wide)t->data[i] * (Wide)t->data[i];
    return sqrtl(sum);
}

static Wide largest_of(const Tensor *t)
{
    Wide most = (Wide)t->data[0];
    for (long i = 0; i < t->shape[0]; i++)
        most = (Wide)t->data[i] > most || isnan(t->data[i]) ? (Wide)t->data[i] : most;
    return most;
}

static Wide logsumexp_of(const Tensor *t)
{
    Wide sum = 0, most = largest_of(t);
    if (!isfinite(most))
        return most;
    for (long i = 0; i < t->shape[0]; i++)
        sum += expl((Wide)t->data[i] - most);
    return most + logl(sum);
}

static bool all_finite(const Tensor *t)
{
    for (long i = 0; i < tensor_numel(t); i++)
        if (!isfinite(t->data[i]))
            return false;
    return true;
}

/* ---- tests --------------------------------------------------------------------------------------- */

static void test_softmax(void **state)
{
    for (int trial = 0; trial < 400; trial++) {
        int kind = trial % KINDS;
        Tensor *x = draw_row(kind, 1 + rng_below(&test_rng, 40)), *p = tensor_softmax(x, 0);
        Tensor *log_p = tensor_log_softmax(x, 0);
        Wide lse = logsumexp_of(x), sum = 0;
        expect_near(tensor_item(tensor_logsumexp(x, 0, false)), lse, 1, kind);
        for (long i = 0; i < x->shape[0] && isfinite(lse); i++) {
            double size = fabs((double)x->data[i]);
            expect_near(p->data[i], expl((Wide)x->data[i] - lse), 1e-3, kind);
            expect_near(log_p->data[i], (Wide)x->data[i] - lse, isfinite(size) ? size : 0, kind);
            sum += (Wide)p->data[i];
        }
        if (isfinite(lse))
            expect_near((real)sum, 1.0L, 0, kind);
        scope_reset(*state);
    }
}

static void test_lengths_and_spreads(void **state)
{
    for (int trial = 0; trial < 400; trial++) {
        int kind = trial % KINDS;
        Tensor *x = draw_row(kind, 2 + rng_below(&test_rng, 40));
        if (!fits(kind))
            continue;
        double scale = all_finite(x) ? fabs((double)largest_of(tensor_abs(x))) : 0;
        double noise = kind == ORDINARY || kind == TIES ? 0 : scale * 1e-2;
        Wide var = variance_of(x, 1);
        expect_near(tensor_item(tensor_norm(x, 2, ALL_AXES, false)), length_of(x), 0, kind);
        if (all_finite(x))
            expect_near(tensor_item(tensor_var(x, ALL_AXES, 1, false)), var, 0, kind);
        if (all_finite(x))
            expect_near(tensor_item(tensor_std(x, ALL_AXES, 1, false)), sqrtl(var), noise, kind);
        else
            assert_true(isnan(tensor_item(tensor_std(x, ALL_AXES, 1, false))));
        scope_reset(*state);
    }
}

/* The gradient, too: orthogonal to the ones and to y, as that of a norm is. */
static void check_layer_norm(Tensor *(*norm)(Tensor *, Tensor *, Tensor *, real), Tensor *x,
                             real eps, int kind)
{
    Wide mean = mean_of(x), std = sqrtl(variance_of(x, 0) + (Wide)eps);
    double noise = kind == CONSTANT ? 10 : 1; /* a mean that was rounded, over the root of eps */
    Tensor *leaf = tensor_requires_grad(tensor_reshape(x, SHAPE(1, x->shape[0])));
    Tensor *y = norm(leaf, NULL, NULL, eps);
    for (long i = 0; i < x->shape[0] && all_finite(x); i++)
        expect_near(tensor_contiguous(y)->data[i], ((Wide)x->data[i] - mean) / std, noise, kind);
    if (!all_finite(x)) {
        assert_true(isnan(tensor_item(tensor_sum(y, ALL_AXES, false))));
        return;
    }
    Tensor *g = random_tensor(SHAPE(1, x->shape[0]));
    tensor_backward_from(y, g, false);
    Wide mean_g = 0, mean_gy = 0, n = (Wide)x->shape[0];
    for (long i = 0; i < x->shape[0]; i++) {
        mean_g += (Wide)g->data[i] / n;
        mean_gy += (Wide)g->data[i] * (((Wide)x->data[i] - mean) / std) / n;
    }
    for (long i = 0; i < x->shape[0]; i++) {
        Wide h = ((Wide)x->data[i] - mean) / std;
        Wide want = ((Wide)g->data[i] - mean_g - h * mean_gy) / std;
        expect_near(leaf->grad->data[i], want, 4 * noise / (double)std, kind);
    }
}

static void test_layer_norm(void **state)
{
    for (int trial = 0; trial < 400; trial++) {
        int kind = trial % KINDS;
        Tensor *x = draw_row(kind, 2 + rng_below(&test_rng, 40));
        if (!fits(kind))
            continue;
        check_layer_norm(tensor_layer_norm, x, (real)1e-5, kind);
        check_layer_norm(composed_layer_norm, x, (real)1e-5, kind);
        if (kind == ORDINARY || kind == LARGEST)
            check_layer_norm(composed_layer_norm, x, 0, kind);
        if (kind == ORDINARY || kind == LARGEST || kind == TINIEST)
            check_layer_norm(tensor_layer_norm, x, 0, kind);
        scope_reset(*state);
    }
}

/* One row of a batch is huge: the others have the bits that they have alone. */
static void test_a_huge_row_among_others(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(4, 33)), *rest = tensor_slice(x, 0, 0, 3, 1);
    Tensor *alone = tensor_layer_norm(rest, NULL, NULL, (real)1e-5);
    for (long i = 0; i < 33; i++)
        x->data[3 * 33 + i] *= (real)LARGE;
    Tensor *y = tensor_layer_norm(x, NULL, NULL, (real)1e-5);
    assert_tensor_identical(tensor_slice(y, 0, 0, 3, 1), alone);
    Tensor *steps = composed_layer_norm(x, NULL, NULL, (real)1e-5);
    assert_tensor_close(steps, y, 1e-5, 1e-5);
}

static void test_batch_norm_tells(void **state)
{
    (void)state;
    Tensor *x = random_tensor(SHAPE(2, 3, 4, 4)), *one = tensor_ones(SHAPE(3));
    for (long i = 0; i < 16; i++)
        x->data[16 + i] *= (real)LARGE;
    Tensor *mean = tensor_zeros(SHAPE(3)), *var = tensor_ones(SHAPE(3));
    assert_fails_with("the squares of channel 1 are more than a real holds",
                      tensor_batch_norm2d(x, NULL, NULL, mean, var, true, (real)0.1, 0));
    assert_tensor_identical(mean, tensor_zeros(SHAPE(3))); /* nothing was remembered of it */
    var->data[2] = (real)INFINITY;
    assert_fails_with("tensor_batch_norm2d: the variance of channel 2 is infinite",
                      tensor_batch_norm2d(x, one, one, mean, var, false, 0, (real)1e-5));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_softmax),          UNIT_TEST(test_lengths_and_spreads),
        UNIT_TEST(test_layer_norm),       UNIT_TEST(test_a_huge_row_among_others),
        UNIT_TEST(test_batch_norm_tells),
    };
    return run_tests("tensor/hard_numbers", tests);
}
