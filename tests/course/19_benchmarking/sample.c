/* sample.c - 19.1 to 19.3: what one sample says. */
#include "draws.h"
#include "want.h"

/* sample_quantile for each p. */
static Tensor *quantiles(const Tensor *x, const Tensor *p)
{
    Tensor *t = blank(SHAPE(p->shape[0]));
    const double *numbers = doubles(x);
    for (long i = 0; i < p->shape[0]; i++)
        t->data[i] = (real)sample_quantile(numbers, x->shape[0], (double)p->data[i]);
    return t;
}

TEST(quantiles_of_four, .points = 1, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = input("x", SHAPE(4), VALUES(8, 1, 4, 2));
    Tensor *p = input("p", SHAPE(3), VALUES(0.5, 0.25, 0.9));

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, 4, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "1 2 4 8 at the positions 1.5, 0.75 and 2.7: 3, 1.75, 6.8");
}

TEST(quantiles_of_a_sample, .points = 4, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    long n = draw_long("n", 6, 12);
    Tensor *x = draw_times("x", n), *p = draw_between("p", SHAPE(4), 0.15, 0.85);

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "position p (n - 1) of the sorted sample, on a straight line");
    const double *numbers = doubles(x);
    double share = draw_double("share", 0.2, 0.8);
    size_t before = scope_bytes(scope_current());
    CALL(sample_quantile(numbers, n, share));
    long left_behind = (long)(scope_bytes(scope_current()) - before);
    check_at_most(left_behind, 0, "what is asked for in between is given back");
}

TEST(ends_and_a_single_one, .points = 2, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = draw_times("x", draw_long("n", 4, 9)), *single = draw_times("single", 1);
    Tensor *ends = input("p", SHAPE(3), VALUES(0, 1, 0.5));

    Tensor *want = EXPECT(quantiles_want(x, ends));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, ends);
    check_tensor(quantile, want, "p = 0 is the least, p = 1 the largest, p = 0.5 the median");
    Tensor *want_single = EXPECT(quantiles_want(single, ends));
    check_called("sample_quantile(single, 1, p), of each p");
    Tensor *of_one = quantiles(single, ends);
    check_tensor(of_one, want_single, "of one number every quantile is that number");
    double huge = draw_double("huge", 1.2e308, 1.7e308), far[] = {huge, -huge};
    given("far", "huge, -huge");
    double of_far = CALL(sample_quantile(far, 2, 0.75));
    check_number(of_far, huge / 2, CHECK_TOLERANCE, "numbers of any size: from -huge to huge");
}

TEST(quantiles_that_are_none, .points = 1, .exercise = "19.1 sample_quantile", .file = "quantile.c")
{
    Tensor *x = draw_times("x", draw_long("n", 4, 9)), *p = draw_between("p", SHAPE(2), 0.2, 0.8);

    Tensor *want = EXPECT(quantiles_want(x, p));
    check_called("sample_quantile(x, n, p), of each p");
    Tensor *quantile = quantiles(x, p);
    check_tensor(quantile, want, "p is a share, 0 to 1");
    const double *numbers = doubles(x);
    long n = x->shape[0];
    check_fails(sample_quantile(numbers, n, 90), "expected 0 to 1",
                "90 is no share: the given check says so");
}

TEST(spread_of_five, .points = 1, .exercise = "19.2 sample_mad", .file = "mad.c")
{
    Tensor *x = input("x", SHAPE(5), VALUES(1, 2, 4, 8, 100));

    double want = EXPECT(mad_want(x));
    double mad = CALL(sample_mad(doubles(x), 5));
    check_number(mad, want, CHECK_TOLERANCE, "median 4; distances 3 2 0 4 96; their median");
}

TEST(spread_of_a_sample, .points = 3, .exercise = "19.2 sample_mad", .file = "mad.c")
{
    for (int even = 0; even < 2; even++) { /* the second sample is a large one */
        long n = 2 * draw_long("half of n", even ? 150 : 3, even ? 200 : 6) + 1 - even;
        Tensor *x = draw_between("x", SHAPE(n), 5, 20);

        double want = EXPECT(mad_want(x));
        double mad = CALL(sample_mad(doubles(x), n));
        check_number(mad, want, CHECK_TOLERANCE, "the median of the distances from the median");
    }
}

TEST(one_far_away_moves_nothing, .points = 2, .exercise = "19.2 sample_mad", .file = "mad.c")
{
    long n = draw_long("n", 9, 14);
    Tensor *x = draw_between("x", SHAPE(n), 5, 20);
    x->data[draw_long("place of the far one", 0, n - 1)] =
        (real)draw_double("the far one", 1e5, 1e6);
    resealed(x);

    double want = EXPECT(mad_want(x));
    double mad = CALL(sample_mad(doubles(x), n));
    check_number(mad, want, CHECK_TOLERANCE,
                 "half of the sample is nearer to the median than this");
}

/* 2 k + 1 times with steps of `step` around the middle, and `more` at so many MADs from it; in an order that is drawn.
 * The more are as many above the middle as below. */
static Tensor *spread_out(long k, double step, long more, const double *mads)
{
    long n = 2 * k + 1 + more;
    double middle = draw_double("middle", 40, 60), mad = (double)((n / 2 + 1) / 2) * step;
    Tensor *x = draw("x", SHAPE(n));
    for (long i = 0; i < n; i++)
        x->data[i] = (real)(i <= 2 * k ? middle + (double)(i - k) * step
                                       : middle + mad * mads[i - 2 * k - 1]);
    for (long i = n - 1; i > 0; i--) {
        long j = (long)(draw_seed() % (uint64_t)(i + 1));
        real number = x->data[i];
        x->data[i] = x->data[j];
        x->data[j] = number;
    }
    resealed(x);
    return x;
}

/* What sample_outliers marks, and its count. */
static Tensor *outliers_of(const Tensor *x)
{
    long n = x->shape[0];
    bool *is = ROOM_FOR(n, bool);
    memset(is, 1, (size_t)n * sizeof *is);
    long count = sample_outliers(is, doubles(x), n);
    return marks_of(is, n, count);
}

TEST(the_one_of_seven, .points = 1, .exercise = "19.3 sample_outliers", .file = "outliers.c")
{
    Tensor *x = input("x", SHAPE(7), VALUES(10, 11, 9, 10.5, 9.5, 100, 10));

    Tensor *want = EXPECT(outliers_want(x));
    check_called("sample_outliers(is, x, 7)");
    Tensor *is_and_count = outliers_of(x);
    check_tensor_within(is_and_count, want, 0,
                        "median 10, MAD 0.5: further than 7.413 from 10 is only 100");
}

TEST(some_that_hide_each_other, .points = 4, .exercise = "19.3 sample_outliers",
     .file = "outliers.c")
{
    long k = draw_long("k", 10, 13);
    const double far = draw_double("far", 33, 36);
    const double just_in = draw_double("inside", 13.6, 14.6), out = draw_double("out", 15.1, 16);
    const double mads[] = {far, 1.04 * far, -0.97 * far, -1.02 * far, just_in, -12.3,
                           out, 8.1,        -7.9,        5.6,         -5.4,    -5.8};
    Tensor *x = spread_out(k, draw_double("step", 0.6, 0.9), 12, mads);

    Tensor *want = EXPECT(outliers_want(x));
    check_called("sample_outliers(is, x, n)");
    Tensor *is_and_count = outliers_of(x);
    check_tensor_within(is_and_count, want, 0,
                        "further than 14.826 MAD from the median, above or below");
}

TEST(nothing_far_away, .points = 1, .exercise = "19.3 sample_outliers", .file = "outliers.c")
{
    const double mads[] = {draw_double("above", 7.2, 8.2), -draw_double("below", 2, 2.5)};
    double step = draw_double("step", 0.6, 0.9);
    Tensor *x = spread_out(draw_long("k", 11, 14), step, 2, mads);

    Tensor *want = EXPECT(outliers_want(x));
    check_called("sample_outliers(is, x, n)");
    Tensor *is_and_count = outliers_of(x);
    check_tensor_within(is_and_count, want, 0,
                        "is[i] is false where nothing is wrong, and the count 0");
}

TEST(more_than_half_are_the_same, .points = 1, .exercise = "19.3 sample_outliers",
     .file = "outliers.c")
{
    long n = draw_long("n", 7, 12);
    const double mads[] = {draw_double("above", 20, 30), -draw_double("below", 2, 9)};
    Tensor *x = draw("x", SHAPE(n)), *y = spread_out(draw_long("k", 5, 9), 0.7, 2, mads);
    for (long i = 0; i < n; i++)
        x->data[i] = 5;
    x->data[draw_long("place of another one", 0, n - 1)] = (real)draw_double("another one", 6, 9);
    resealed(x);

    Tensor *want = EXPECT(outliers_want(x));
    check_called("sample_outliers(is, x, n)");
    Tensor *is_and_count = outliers_of(x);
    check_tensor_within(is_and_count, want, 0, "with a MAD of 0 there is no scale: no outlier");
    Tensor *want_y = EXPECT(outliers_want(y));
    check_called("sample_outliers(is, y, n)");
    Tensor *of_y = outliers_of(y);
    check_tensor_within(of_y, want_y, 0, "and with another MAD there is");
}
