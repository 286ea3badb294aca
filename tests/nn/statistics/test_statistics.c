/* test_statistics.c - quantiles, spreads, intervals and tests against tables, brute force and simulation. */
#include <math.h>
#include "statistics.h"
#include "statistics_check.h"
#include "test.h"

/* ---- one sample ----------------------------------------------------------------------------------- */

static void test_quantiles_of_a_worked_sample(void **state)
{
    (void)state;
    const double x[] = {8, 1, 4, 2}; /* numpy.quantile says the same */
    assert_close(sample_quantile(x, 4, 0), 1, 0);
    assert_close(sample_quantile(x, 4, 1), 8, 0);
    assert_close(sample_quantile(x, 4, 0.5), 3, 1e-15);
    assert_close(sample_quantile(x, 4, 0.25), 1.75, 1e-15);
    assert_close(sample_quantile(x, 4, 0.9), 6.8, 1e-14);
    assert_close(sample_quantile(x, 1, 0.3), 8, 0);
    assert_close(sample_median(x, 3), 4, 0);
    assert_close(sample_mean(x, 4), 3.75, 0);
    assert_close(x[0], 8, 0); /* not sorted in place */
    const double *sorted = sample_sorted(x, 4);
    assert_close(sorted[3], 8, 0);
    assert_true(isnan(sorted[4])); /* who reads behind the last one gets no number */
}

/* Where the difference of two numbers, or their sum, is more than a double holds. */
static void test_numbers_near_the_largest(void **state)
{
    (void)state;
    const double ends[] = {1.7e308, -1.7e308}, three[] = {-1.7e308, 1.6e308, 1.7e308};
    const double large[] = {1.7e308, 1.7e308, 1.1e308}, odd[] = {-1.7e308, 1.7e308, 1.7e308};
    double before = -1.7e308;
    for (int i = 0; i <= 100; i++) {
        double q = sample_quantile(ends, 2, i / 100.0);
        assert_true(q >= before && q <= 1.7e308);
        assert_close(q / 1.7e308, i / 50.0 - 1, 1e-15);
        before = q;
    }
    assert_close(sample_median(ends, 2), 0, 0);
    assert_close(sample_quantile(three, 3, 0.5), 1.6e308, 0);
    assert_close(sample_mean(large, 3) / 1.5e308, 1, 1e-15);
    assert_close(sample_mean(ends, 2), 0, 0);
    assert_close(sample_mad(ends, 2), 1.7e308, 0);
    assert_close(sample_mad(odd, 3), 0, 0); /* the distance of one is 3.4e308 */
    bool is[3];
    assert_int_equal(sample_outliers(is, three, 3), 1);
    Rng rng = rng_seed(8);
    Interval i = bootstrap_interval(ends, 2, sample_median, 0.9, 200, &rng);
    assert_true(i.low >= -1.7e308 && i.low <= i.high && i.high <= 1.7e308);
}

static void test_spread_and_outliers(void **state)
{
    (void)state;
    const double x[] = {10, 11, 9, 10.5, 9.5, 100, 10}, same[] = {5, 5, 5, 7};
    bool is[7];
    assert_close(sample_mad(x, 7), 0.5, 1e-15);
    assert_int_equal(sample_outliers(is, x, 7), 1);
    for (int i = 0; i < 7; i++)
        assert_int_equal(is[i], i == 5);
    assert_close(sample_mad(same, 4), 0, 0);
    assert_int_equal(sample_outliers(is, same, 4), 0); /* no scale, no outlier */
    assert_false(is[3]);
}

/* Two far away hide each other from a rule of three standard deviations, and not from this one. */
static void test_outliers_do_not_mask_each_other(void **state)
{
    (void)state;
    const double x[] = {10, 11, 9, 10.5, 9.5, 100, 10, 101};
    double mean = sample_mean(x, 8), squares = 0;
    bool is[8];
    for (int i = 0; i < 8; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    assert_true(101 - mean < 3 * sqrt(squares / 7));
    assert_int_equal(sample_outliers(is, x, 8), 2);
    assert_true(is[5] && is[7]);
}

/* ---- intervals -------------------------------------------------------------------------------------- */

static void test_same_seed_same_interval(void **state)
{
    (void)state;
    const double x[] = {4, 5, 5, 6, 9, 4.5, 5.5};
    Rng one = rng_seed(3), two = rng_seed(3);
    Interval a = bootstrap_interval(x, 7, sample_median, 0.9, 500, &one);
    Interval b = bootstrap_interval(x, 7, sample_median, 0.9, 500, &two);
    assert_true(a.low == b.low && a.high == b.high && one.state == two.state);
    assert_true(a.low >= 4 && a.low <= 5 && a.high >= 5 && a.high <= 9);
    Interval wide = bootstrap_interval(x, 7, sample_median, 0.99, 500, &one);
    assert_true(wide.high - wide.low >= a.high - a.low);
    const double same[] = {2, 2, 2};
    Interval point = bootstrap_interval(same, 3, sample_mean, 0.95, 50, &one);
    assert_true(point.low == 2 && point.high == 2);
}

/* Of 2,000 samples of a distribution with a known mean, 95 % intervals have it inside in 93 to 97 of 100. */
static void test_intervals_cover_what_they_say(void **state)
{
    (void)state;
    enum { SAMPLES = 2000, N = 100 };
    long inside = 0;
    for (long s = 0; s < SAMPLES; s++) {
        Rng rng = rng_stream(19, (uint64_t)s);
        double x[N];
        for (int i = 0; i < N; i++)
            x[i] = 5 + rng_normal(&rng);
        Interval at = bootstrap_interval(x, N, sample_mean, 0.95, 400, &rng);
        inside += at.low <= 5 && at.high >= 5;
    }
    assert_in_range(inside, SAMPLES * 93 / 100, SAMPLES * 97 / 100);
}

/* ---- two samples ------------------------------------------------------------------------------------- */

static void test_ranks_share_ties(void **state)
{
    (void)state;
    const double x[] = {7, 3, 7, 1, 7, 3};
    const double want[] = {5, 2.5, 5, 1, 5, 2.5};
    double rank[6];
    mid_ranks(rank, x, 6);
    for (int i = 0; i < 6; i++)
        assert_close(rank[i], want[i], 0);
}

static void test_known_tables_of_u(void **state)
{
    (void)state;
    const double a[] = {1, 2, 3, 4, 5}, above[] = {6, 7, 8, 9, 10}, among[] = {2.5, 7, 8, 9, 10};
    assert_close(mann_whitney_exact(a, 5, above, 5), 2 / 252.0, 1e-15);
    assert_close(mann_whitney_exact(above, 5, a, 5), 2 / 252.0, 1e-15);
    assert_close(mann_whitney_exact(a, 3, above, 3), 0.1, 1e-15); /* the least of three and three */
    assert_close(mann_whitney_exact(a, 4, above, 4), 2 / 70.0, 1e-15);
    /* U = 3 of 5 and 5: 7 of 252 are as small, the critical value of 5 % is 2 */
    assert_close(mann_whitney_exact(a, 5, among, 5), 14 / 252.0, 1e-15);
    assert_close(mann_whitney_exact(a, 5, a, 5), 1, 0);
    assert_close(mann_whitney_exact(a, 1, above, 1), 1, 0);
    const double same[] = {4, 4, 4};
    assert_close(mann_whitney_p(same, 3, same, 2), 1, 0);
    const double equal[13] = {0};
    assert_close(mann_whitney_p(equal, 13, equal, 13), 1, 0); /* nothing varies */
    assert_close(mann_whitney_p(equal, 2, equal, 13), 1, 0);
    assert_close(mann_whitney_normal(same, 3, same, 2), 1, 0);
}

/* The definition, word for word: every set of n of the n + m ranks. */
static double by_all_sets(const double *a, long n, const double *b, long m)
{
    double x[12], rank[12], middle = 0.5 * (double)(n * (n + m + 1)), far = 0;
    long as_far = 0, all = 0;
    for (long i = 0; i < n + m; i++)
        x[i] = i < n ? a[i] : b[i - n];
    mid_ranks(rank, x, n + m);
    for (long i = 0; i < n; i++)
        far += rank[i];
    far = fabs(far - middle);
    for (long set = 0; set < 1L << (n + m); set++) {
        long members = 0;
        double sum = 0;
        for (long i = 0; i < n + m; i++) {
            members += set >> i & 1;
            sum += set >> i & 1 ? rank[i] : 0;
        }
        all += members == n;
        as_far += members == n && fabs(sum - middle) >= far;
    }
    return (double)as_far / (double)all;
}

static void test_exact_p_is_that_of_all_sets(void **state)
{
    (void)state;
    Rng rng = rng_seed(4);
    for (int k = 0; k < 60; k++) {
        double a[6], b[6];
        long n = 1 + rng_below(&rng, 6), m = 1 + rng_below(&rng, 6);
        for (int i = 0; i < 6; i++) {
            a[i] = (double)rng_below(&rng, 9); /* with ties */
            b[i] = 2 + (double)rng_below(&rng, 9);
        }
        assert_close(mann_whitney_exact(a, n, b, m), by_all_sets(a, n, b, m), 1e-12);
    }
}

static void test_normal_p_is_near_the_exact_one(void **state)
{
    (void)state;
    Rng rng = rng_seed(5);
    for (int k = 0; k < 40; k++) {
        double a[12], b[12];
        for (int i = 0; i < 12; i++) {
            a[i] = (double)rng_below(&rng, 30);
            b[i] = 4 + (double)rng_below(&rng, 30);
        }
        double exact = mann_whitney_exact(a, 12, b, 12);
        assert_close(mann_whitney_normal(a, 12, b, 12), exact, 0.02);
        assert_close(mann_whitney_p(a, 12, b, 12), exact, 0);
    }
    double a[13], b[13];
    for (int i = 0; i < 13; i++) {
        a[i] = i;
        b[i] = i + 20;
    }
    /* U = 0: (84.5 - 0.5) / 19.5 standard deviations */
    assert_close(mann_whitney_p(a, 13, b, 13), erfc(84 / 19.5 / sqrt(2)), 1e-12);
}

/* Under no difference, p < 0.05 comes up in at most 5 of 100, however few the runs. */
static void test_p_keeps_its_promise(void **state)
{
    (void)state;
    for (long n = 3; n <= 9; n += 2) {
        long found = 0;
        for (long s = 0; s < 1000; s++) {
            Rng rng = rng_stream(6, (uint64_t)(1000 * n + s));
            double a[9], b[9];
            for (long i = 0; i < n; i++) {
                a[i] = exp(rng_normal(&rng));
                b[i] = exp(rng_normal(&rng));
            }
            found += mann_whitney_p(a, n, b, n) < 0.05;
        }
        assert_in_range(found, n == 3 ? 0 : 10, n == 3 ? 0 : 70);
    }
}

/* ---- reports ------------------------------------------------------------------------------------------- */

static void test_means_of_factors(void **state)
{
    (void)state;
    const double inverse[] = {2, 0.5}, three[] = {1, 2, 4};
    double many[400];
    for (int i = 0; i < 400; i++)
        many[i] = 1e10; /* their product is infinite */
    assert_close(sample_geometric_mean(inverse, 2), 1, 1e-15);
    assert_close(sample_geometric_mean(three, 3), 2, 1e-15);
    assert_close(sample_geometric_mean(many, 400) / 1e10, 1, 1e-12);
}

static void test_tables_of_mlperf(void **state)
{
    (void)state;
    assert_close(margin_queries(0.90, 0.99, 0.005), 23886, 0);
    assert_close(margin_queries(0.95, 0.99, 0.0025), 50425, 0);
    assert_close(margin_queries(0.97, 0.99, 0.0015), 85811, 0);
    assert_close(margin_queries(0.99, 0.99, 0.0005), 262742, 0);
    assert_int_equal(early_stopping_queries(0, 0.9, 0, 0.99), 44); /* 0.9^44 < 0.01 < 0.9^43 */
    assert_int_equal(early_stopping_queries(1, 0.9, 0, 0.99), 64); /* LoadGen's least */
    assert_int_equal(early_stopping_queries(1, 0.99, 0, 0.99), 662);
    assert_int_equal(early_stopping_queries(0, 0.5, 0, 0.5), 1);
}

/* The definition by sums of products, for sizes where no power is too small. */
static void test_early_stopping_is_the_least(void **state)
{
    (void)state;
    Rng rng = rng_seed(7);
    for (int k = 0; k < 50; k++) {
        long over = rng_below(&rng, 12);
        double p = 0.5 + 0.45 * rng_uniform(&rng), d = 0.1 * rng_uniform(&rng);
        double c = 0.8 + 0.19 * rng_uniform(&rng), q = 1 - p + d, chance[2];
        long n = early_stopping_queries(over, p, d, c);
        for (int less = 0; less < 2; less++) {
            double term = pow(1 - q, (double)(n - less)), sum = 0;
            for (long j = 0; j <= over; j++) {
                sum += term;
                term *= q / (1 - q) * (double)(n - less - j) / (double)(j + 1);
            }
            chance[less] = sum;
        }
        assert_true(chance[0] <= 1 - c + 1e-12 && (chance[1] > 1 - c - 1e-12 || n == over + 1));
    }
    assert_true(early_stopping_queries(40, 0.999, 0, 0.99) > 50000); /* 0.999^n is not 0 */
}

/* ---- what is refused -------------------------------------------------------------------------------------- */

static void test_mistakes_are_told(void **state)
{
    (void)state;
    const double x[] = {1, -NAN, 3}, y[] = {1, 2, 3}, r[] = {1, 0};
    double rank[3];
    bool is[3];
    Rng rng = rng_seed(1);
    assert_fails_with("0 numbers, expected at least 1", sample_quantile(y, 0, 0.5));
    assert_fails_with("p is 90, expected 0 to 1", sample_quantile(y, 3, 90));
    assert_fails_with("number 1 of 3 is nan", sample_quantile(x, 3, 0.5));
    assert_fails_with("sample_mad: number 1 of 3", sample_mad(x, 3));
    assert_fails_with("sample_outliers: number 1 of 3", sample_outliers(is, x, 3));
    assert_fails_with("sample_mean: a sample of 0 numbers", sample_mean(y, 0));
    assert_fails_with("level is 95", bootstrap_interval(y, 3, sample_mean, 95, 100, &rng));
    assert_fails_with("0 resamples", bootstrap_interval(y, 3, sample_mean, 0.95, 0, &rng));
    assert_fails_with("mid_ranks: number 1 of 3", mid_ranks(rank, x, 3));
    assert_fails_with("samples of 3 and 0 numbers", mann_whitney_exact(y, 3, y, 0));
    assert_fails_with("expected at most 56 together", mann_whitney_exact(y, 30, y, 27));
    assert_fails_with("samples of 0 and 3 numbers", mann_whitney_p(y, 0, y, 3));
    assert_fails_with("ratio 1 is 0", sample_geometric_mean(r, 2));
    assert_fails_with("0 ratios", sample_geometric_mean(r, 0));
    assert_fails_with("-1 queries were too slow", early_stopping_queries(-1, 0.9, 0, 0.99));
    assert_fails_with("p is 90", early_stopping_queries(1, 90, 0, 0.99));
    assert_fails_with("the tolerance is 0.9", early_stopping_queries(1, 0.9, 0.9, 0.99));
    assert_fails_with("the confidence is 1", early_stopping_queries(1, 0.9, 0, 1));
    assert_fails_with("p is 90", margin_queries(90, 0.99, 0.5));
    assert_fails_with("p is 0,", margin_queries(0, 0.99, 0.5));
    assert_fails_with("the confidence 0,", margin_queries(0.9, 0, 0.5));
    assert_fails_with("the confidence 99,", margin_queries(0.9, 99, 0.5));
    assert_fails_with("the margin 0,", margin_queries(0.9, 0.99, 0));
    assert_fails_with("the margin 1,", margin_queries(0.9, 0.99, 1));
    assert_fails_with("p is -0.5, expected 0 to 1", sample_quantile(y, 3, -0.5));
    assert_fails_with("level is 0,", bootstrap_interval(y, 3, sample_mean, 0, 100, &rng));
    assert_fails_with("ratio 0 is inf", sample_geometric_mean((double[]){INFINITY}, 1));
    assert_fails_with("p is 0,", early_stopping_queries(1, 0, 0, 0.99));
    assert_fails_with("the tolerance is -0.1", early_stopping_queries(1, 0.9, -0.1, 0.99));
    assert_fails_with("the confidence is 0,", early_stopping_queries(1, 0.9, 0, 0));
}

int main(void)
{
    const struct CMUnitTest group[] = {
        UNIT_TEST(test_quantiles_of_a_worked_sample),
        UNIT_TEST(test_numbers_near_the_largest),
        UNIT_TEST(test_spread_and_outliers),
        UNIT_TEST(test_outliers_do_not_mask_each_other),
        UNIT_TEST(test_same_seed_same_interval),
        UNIT_TEST(test_intervals_cover_what_they_say),
        UNIT_TEST(test_ranks_share_ties),
        UNIT_TEST(test_known_tables_of_u),
        UNIT_TEST(test_exact_p_is_that_of_all_sets),
        UNIT_TEST(test_normal_p_is_near_the_exact_one),
        UNIT_TEST(test_p_keeps_its_promise),
        UNIT_TEST(test_means_of_factors),
        UNIT_TEST(test_tables_of_mlperf),
        UNIT_TEST(test_early_stopping_is_the_least),
        UNIT_TEST(test_mistakes_are_told),
    };
    return run_tests("nn/statistics/statistics", group);
}
