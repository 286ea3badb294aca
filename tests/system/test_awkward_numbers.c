/* test_awkward_numbers.c - routines that measure, rank or select, on numbers that nobody draws by himself.
 *
 * Constants, zeros, ties, denormals, 1e30, low ranks, and NaN or infinity at a drawn place. Each routine has a row: what
 * it does with a sample, and whether it tells NaN and infinity. What holds of every row: it returns or tells, what it
 * says of numbers is a number, it writes no more than it was asked for, and the scopes are as they were before.
 */
#include "benchmark.h"
#include "pareto.h"
#include "test.h"
#include "timing.h"

typedef enum {
    NORMAL,
    CONSTANT,
    ZEROS,
    TIES,
    DENORMALS,
    LARGE,
    LARGE_AND_SMALL,
    WITH_NAN,
    WITH_INFINITY,
    KINDS
} Kind;
static const char *const kind_name[KINDS] = {"normal",         "constant",  "zeros",
                                             "ties",           "denormals", "1e30",
                                             "1e30 and 1e-30", "with NaN",  "with infinity"};

static double one(Kind kind, double constant)
{
    double x = rng_normal(&test_rng);
    switch (kind) {
    case CONSTANT:
        return constant;
    case ZEROS:
        return rng_below(&test_rng, 2) ? 0.0 : -0.0;
    case TIES:
        return (double)rng_below(&test_rng, 3) - 1;
    case DENORMALS:
        return x * (IS_DOUBLE ? 1e-320 : 1e-43);
    case LARGE:
        return x * 1e30;
    case LARGE_AND_SMALL:
        return x * (rng_below(&test_rng, 2) ? 1e30 : 1e-30);
    default:
        return x;
    }
}

/* n numbers that a real can hold, in the innermost scope. */
static double *drawn(Kind kind, long n)
{
    double *x = scope_alloc(scope_current(), (size_t)(n + 1) * sizeof *x),
           constant = rng_normal(&test_rng);
    for (long i = 0; i < n; i++)
        x[i] = (double)(real)one(kind, constant);
    if (n > 0 && kind == WITH_NAN)
        x[rng_below(&test_rng, n)] = (double)NAN;
    if (n > 0 && kind == WITH_INFINITY)
        x[rng_below(&test_rng, n)] = rng_below(&test_rng, 2) ? (double)INFINITY : -(double)INFINITY;
    return x;
}

static Tensor *as_tensor(const double *x, long rows, long columns)
{
    Tensor *t = tensor_new(SHAPE(rows, columns));
    for (long i = 0; i < rows * columns; i++)
        t->data[i] = (real)x[i];
    return t;
}

/* ---- rows: numbers ----------------------------------------------------------------------------------------- */

static double least(const double *x, long n)
{
    double y = x[0];
    for (long i = 1; i < n; i++)
        y = fmin(y, x[i]);
    return y;
}

static double most(const double *x, long n)
{
    double y = x[0];
    for (long i = 1; i < n; i++)
        y = fmax(y, x[i]);
    return y;
}

static void quantiles(const double *x, long n)
{
    for (double p = 0; p <= 1; p += 0.25) {
        double q = sample_quantile(x, n, p);
        assert_true(q >= least(x, n) && q <= most(x, n));
    }
    double middle = sample_median(x, n), mean = sample_mean(x, n);
    assert_true(middle >= least(x, n) && middle <= most(x, n) && isfinite(mean));
}

static void spreads(const double *x, long n)
{
    bool *is = scope_alloc(scope_current(), (size_t)n + 1);
    is[n] = true; /* behind the end */
    double mad = sample_mad(x, n);
    long count = sample_outliers(is, x, n);
    assert_true(mad >= 0 && isfinite(mad) && count >= 0 && 2 * count <= n && is[n]);
}

static void intervals(const double *x, long n)
{
    Interval i = bootstrap_interval(x, n, sample_median, 0.9, 20, &test_rng);
    assert_true(i.low <= i.high && i.low >= least(x, n) && i.high <= most(x, n));
}

static void places(const double *x, long n)
{
    double *rank = scope_alloc(scope_current(), (size_t)n * sizeof *rank), sum = 0;
    mid_ranks(rank, x, n);
    for (long i = 0; i < n; i++)
        sum += rank[i];
    assert_close(sum, (double)(n * (n + 1)) / 2, 1e-9);
}

static void two_samples(const double *x, long n)
{
    long half = n / 2 > 0 ? n / 2 : 1;
    double p = mann_whitney_p(x, half, x + n - half, half),
           q = mann_whitney_normal(x, half, x, half);
    assert_true(p >= 0 && p <= 1 && q >= 0 && q <= 1);
}

static void percentiles(const double *x, long n)
{
    double p = percentile(x, n, (double)rng_below(&test_rng, 101));
    assert_true(p >= least(x, n) && p <= most(x, n));
}

static void fronts(const double *x, long n)
{
    bool *is = scope_alloc(scope_current(), (size_t)n + 1), lower[1] = {true};
    is[n] = true;
    long count = pareto_front(is, x, n, 1, lower);
    assert_true(count >= 1 && count <= n && is[n]);
}

/* ---- rows: weights ------------------------------------------------------------------------------------------ */

static void channels(const double *x, long n)
{
    long keep = rng_below(&test_rng, n + 1);
    long *which = scope_alloc(scope_current(), (size_t)(keep + 1) * sizeof *which);
    which[keep] = -7; /* behind the end */
    channels_largest(which, x, n, keep);
    for (long k = 0; k < keep; k++)
        assert_true(which[k] >= 0 && which[k] < n && (k == 0 || which[k] > which[k - 1]));
    assert_int_equal(which[keep], -7);
}

static void twos_of_fours(const double *x, long n)
{
    Tensor *w = as_tensor(x, n / 4 * 4, 1), *mask = tensor_new_like(w);
    prune_mask_2_4(mask, w);
    for (long i = 0; i < n / 4; i++) {
        real *four = mask->data + 4 * i;
        assert_true(four[0] + four[1] + four[2] + four[3] == 2);
    }
    sparse24_from(tensor_transpose(tensor_mul(w, mask), 0, 1));
}

static void cuts(const double *x, long n)
{
    Tensor *w = as_tensor(x, n, 1);
    char *name = (char[]){"w"};
    const ParameterList list = {
        .count = 1, .tensor = &w, .name = &name}; /* a failure leaves nothing behind */
    long k = rng_below(&test_rng, n + 1), zeros = 0;
    PruneCut cut = prune_cut(&list, (double)k / (double)n);
    Tensor *mask = tensor_new(SHAPE(n, 1));
    prune_mask(mask, w, &cut);
    for (long i = 0; i < n; i++)
        zeros += mask->data[i] == 0;
    assert_int_equal(zeros, k);
}

/* The k best are all there is above the others; NaN is the largest. */
static void best(const double *x, long n)
{
    long k = 1 + rng_below(&test_rng, n);
    bool largest = rng_below(&test_rng, 2);
    Tensor *t = as_tensor(x, 1, n), *sorted = tensor_sort(t, 1, largest).values;
    TopK top = tensor_topk(t, k, 1, largest);
    for (long i = 0; i < k; i++) {
        assert_true(top.indices->data[i] >= 0 && top.indices->data[i] < n);
        assert_memory_equal(&top.values->data[i], &sorted->data[i], sizeof(real));
    }
    int a = tensor_argmax(t, 1, false)->data[0], b = tensor_argmin(t, 1, false)->data[0];
    assert_true(a >= 0 && a < n && b >= 0 && b < n);
}

static void codes(const double *x, long n)
{
    real *r = as_tensor(x, 1, n)->data, *back = as_tensor(x, 1, n)->data;
    int8_t *code = scope_alloc(scope_current(), (size_t)n);
    for (int bits = 2; bits <= 8; bits++)
        for (int kind = 0; kind < 2; kind++) {
            QuantParams p = kind ? quant_affine(r, n, bits) : quant_symmetric(r, n, bits);
            quantize_row(code, r, n, p);
            dequantize_row(back, code, n, p);
            double step = fmax((double)p.scale, 256 * (double)QUANT_LEAST_SCALE);
            for (long i = 0; i < n; i++) {
                assert_true(code[i] >= p.quant_min && code[i] <= p.quant_max);
                assert_close(back[i], r[i], 1.01 * step + 1e-6 * fabs((double)r[i]));
                assert_true(r[i] != 0 || back[i] == 0);
            }
        }
}

static void singular_values(const double *x, long n)
{
    long columns = 1 + rng_below(&test_rng, 4), rows = n / columns;
    Svd d = svd_of(as_tensor(x, rows, columns));
    double squares = 0, of_s = 0, scale = fmax(most(x, n), -least(x, n));
    for (long i = 0; i < rows * columns && scale > 0; i++)
        squares += x[i] / scale * (x[i] / scale);
    for (long k = 0; k < d.s->shape[0] && scale > 0; k++) {
        assert_true(d.s->data[k] >= 0 && (k == 0 || d.s->data[k] <= d.s->data[k - 1]));
        of_s += (double)d.s->data[k] / scale * ((double)d.s->data[k] / scale);
    }
    if (scale > 1e-30) /* a denormal has few digits */
        assert_close(of_s, squares, (IS_DOUBLE ? 1e-12 : 1e-5) * (1 + squares));
}

/* ---- all of them -------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(const double *x, long n);
    bool tells_nan, tells_infinity;
} all[] = {{"quantiles", quantiles, true, true},
           {"spreads", spreads, true, true},
           {"intervals", intervals, true, true},
           {"mid ranks", places, true, true},
           {"Mann-Whitney", two_samples, true, true},
           {"percentiles", percentiles, true, false},
           {"Pareto front", fronts, true, false},
           {"channels_largest", channels, true, false},
           {"two of four", twos_of_fours, true, false},
           {"prune_cut", cuts, true, false},
           {"topk, sort, argmax", best, false, false},
           {"codes", codes, true, true},
           {"singular values", singular_values, true, true}};

static void draw_and_run(const char *name, void (*run)(const double *x, long n), Kind kind,
                         bool tells)
{
    Scope *scope = scope_open();
    long n = kind == WITH_NAN || kind == WITH_INFINITY ? 8 + 4 * rng_below(&test_rng, 9)
                                                       : 1 + rng_below(&test_rng, 40);
    n = run == twos_of_fours || run == singular_values ? (n + 3) / 4 * 4 : n;
    const double *x = drawn(kind, n);
    jmp_buf here, *before = expected_failure;
    expected_failure = &here;
    volatile bool told = false;
    if (setjmp(here) == 0) {
        run(x, n);
        if (scope_current() != scope)
            print_error("%s left a scope open\n", name);
        assert_ptr_equal(scope_current(), scope);
    } else {
        told = true;
    }
    expected_failure = before;
    if (told != tells)
        print_error("%s, %ld numbers, %s: %s\n", name, n, kind_name[kind],
                    told ? last_failure : "did not tell");
    assert_int_equal(told, tells);
    scope_close(scope);
}

static void test_every_routine_on_every_kind(void **state)
{
    (void)state;
    for (size_t r = 0; r < sizeof all / sizeof *all; r++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int round = 0; round < 25; round++)
                draw_and_run(all[r].name, all[r].run, (Kind)kind,
                             (kind == WITH_NAN && all[r].tells_nan) ||
                                 (kind == WITH_INFINITY && all[r].tells_infinity));
}

/* Every rank that a matrix can have, with columns that repeat, are zero, or are far larger than others. */
static void test_svd_of_every_rank(void **state)
{
    (void)state;
    const double size[] = {1, IS_DOUBLE ? 1e200 : 1e30, IS_DOUBLE ? 1e-200 : 1e-30,
                           IS_DOUBLE ? 1e-310 : 1e-40};
    for (int round = 0; round < 60; round++) {
        Scope *scope = scope_open();
        long m = 1 + rng_below(&test_rng, 24), n = 1 + rng_below(&test_rng, 24),
             small = m < n ? m : n;
        long rank = rng_below(&test_rng, small + 1);
        Tensor *left = tensor_normal(SHAPE(m, rank), 0, 1, &test_rng);
        Tensor *right = tensor_normal(SHAPE(rank, n), 0, 1, &test_rng);
        for (long j = 1; round % 3 == 0 && rank > 0 && j < n; j += 2) /* twins */
            for (long i = 0; i < rank; i++)
                right->data[i * n + j] = right->data[i * n + j - 1];
        double times = size[round % 4];
        Tensor *a = tensor_mul_scalar(tensor_matmul(left, right), (real)times);
        Svd d = svd_of(a);
        for (long k = rank; k < small; k++)
            assert_true((double)d.s->data[k] <=
                        (IS_DOUBLE ? 1e-13 : 1e-5) * (double)d.s->data[0] + 1e-44 * !IS_DOUBLE);
        Tensor *us = tensor_mul(d.u, tensor_reshape(d.s, SHAPE(1, small)));
        Tensor *again = tensor_matmul(us, tensor_transpose(d.v, 0, 1));
        double allowed = (IS_DOUBLE ? 1e-12 : 1e-5) * times + (IS_DOUBLE ? 1e-322 : 1e-43);
        assert_tensor_close(again, a, 1e-5, allowed * 24);
        scope_close(scope);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        UNIT_TEST(test_every_routine_on_every_kind),
        UNIT_TEST(test_svd_of_every_rank),
    };
    return run_tests("system/awkward_numbers", tests);
}
