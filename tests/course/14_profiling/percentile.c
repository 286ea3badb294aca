/* percentile.c - 14.8: the smallest sample that p percent do not exceed. */
#include "want.h"

/* Numbers that differ, in any order. */
static void draw_samples(double *x, double *copy, long n)
{
    for (long i = 0; i < n; i++) {
        copy[i] = x[i] = 1 + 99 * unit();
        given("a sample", "%.6g", x[i]);
    }
}

static long changed(const double *x, const double *copy, long n)
{
    long places = 0;
    for (long i = 0; i < n; i++)
        places += x[i] != copy[i];
    return places;
}

TEST(five_samples_by_hand, .points = 2, .exercise = "14.8 percentile", .file = "percentile.c")
{
    const double x[] = {50, 10, 40, 20, 31};
    given("x", "50, 10, 40, 20, 31");

    double want = EXPECT(percentile_want(x, 5, 50));
    double p50 = CALL(percentile(x, 5, 50));
    check_number(p50, want, CHECK_TOLERANCE, "in order 10, 20, 31, 40, 50: number ceil(2.5) = 3");
    double want_40 = EXPECT(percentile_want(x, 5, 40));
    double p40 = CALL(percentile(x, 5, 40));
    check_number(p40, want_40, CHECK_TOLERANCE, "two of five are 40 percent: number 2");
}

TEST(any_percent_of_many, .points = 4, .exercise = "14.8 percentile", .file = "percentile.c")
{
    long n = draw_long("n", 23, 37);
    double x[MOST], copy[MOST];
    draw_samples(x, copy, n);
    double ps[] = {draw_double("p", 20, 45), (double)draw_long("p", 55, 80),
                   draw_double("p", 91, 94)};
    for (int i = 0; i < 3; i++) {
        double p = ps[i];
        double want = EXPECT(percentile_want(x, n, p));
        double found = CALL(percentile(x, n, p));
        check_number(found, want, CHECK_TOLERANCE, "in order number ceil(p n / 100), from 1");
    }
    long many = draw_long("many", 300, 600);
    Tensor *wide = draw_between("wide", SHAPE(many), 1, 100);
    double *samples = ROOM_FOR(many, double), p_of_many = draw_double("p_of_many", 20, 80);
    for (long i = 0; i < many; i++)
        samples[i] = (double)wide->data[i];
    double want_of_many = EXPECT(percentile_want(samples, many, p_of_many));
    double of_many = CALL(percentile(samples, many, p_of_many));
    check_number(of_many, want_of_many, CHECK_TOLERANCE, "there may be any number of samples");
    double ties[MOST], p_of_ties = ps[0];
    for (long i = 0; i < n; i++)
        ties[i] = x[i] < 80 ? 1 : x[i];
    given("ties", "x, with 1 in place of all that is below 80");
    double want_of_ties = EXPECT(percentile_want(ties, n, p_of_ties));
    double of_ties = CALL(percentile(ties, n, p_of_ties));
    check_number(of_ties, want_of_ties, CHECK_TOLERANCE, "equal samples count, each of them");
    long places_changed = changed(x, copy, n);
    check_long(places_changed, 0, "x keeps its order: sort a copy");
}

TEST(a_whole_number_of_samples, .points = 3, .exercise = "14.8 percentile", .file = "percentile.c")
{
    double x[MOST], copy[MOST];
    long fifths = draw_long("fifths of n", 4, 7), n = 5 * fifths;
    draw_samples(x, copy, n);
    double p = 20 * (double)draw_long("fifths below", 1, 4);

    double want = EXPECT(percentile_want(x, n, p));
    double found = CALL(percentile(x, n, p));
    check_number(found, want, CHECK_TOLERANCE,
                 "p n / 100 is whole here: so many are below or equal, and no more are needed");
    double q = 28 * (double)draw_long("p is 28 times", 1, 2); /* q / 100 is a little too large */
    Tensor *y = draw_between("y", SHAPE(25), 1, 100);
    double samples[25];
    for (long i = 0; i < 25; i++)
        samples[i] = (double)y->data[i];
    double want_of_25 = EXPECT(percentile_want(samples, 25, q));
    double of_25 = CALL(percentile(samples, 25, q));
    check_number(of_25, want_of_25, CHECK_TOLERANCE,
                 "p n / 100 is whole: multiply before you divide");
}

TEST(both_ends_and_one_alone, .points = 2, .exercise = "14.8 percentile", .file = "percentile.c")
{
    long n = draw_long("n", 12, 24);
    double x[MOST], copy[MOST];
    draw_samples(x, copy, n);

    double want_least = EXPECT(percentile_want(x, n, 0));
    double least = CALL(percentile(x, n, 0));
    check_number(least, want_least, CHECK_TOLERANCE, "0 percent: the smallest");
    double want_most = EXPECT(percentile_want(x, n, 100));
    double most = CALL(percentile(x, n, 100));
    check_number(most, want_most, CHECK_TOLERANCE, "100 percent: the largest");
    double p = draw_double("p", 0, 100);
    double want_alone = EXPECT(percentile_want(x, 1, p));
    double alone = CALL(percentile(x, 1, p));
    check_number(alone, want_alone, CHECK_TOLERANCE, "of one sample every percentile is that one");
    check_fails(percentile(x, n, 100.5), "100.5 percent, expected 0 to 100",
                "no number lies above all: the given check says so");
}
