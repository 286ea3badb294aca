/* interval.c - 19.2: where a number could have come out as well. */
#include "draws.h"
#include "want.h"

static double largest_of(const double *x, long n)
{
    double largest = x[0];
    for (long i = 1; i < n; i++)
        largest = fmax(largest, x[i]);
    return largest;
}

static Tensor *ends_of(Interval interval)
{
    return tensor_of((double[]){interval.low, interval.high}, 2);
}

TEST(interval_of_a_mean, .points = 6, .exercise = "19.2 bootstrap_interval", .file = "bootstrap.c")
{
    long n = draw_long("n", 6, 11), resamples = draw_long("resamples", 80, 120);
    Tensor *x = draw_times("x", n);
    Rng rng = rng_seed(draw_seed());
    double level = draw_double("level", 0.7, 0.95);
    given("of", "the mean");

    Tensor *want = EXPECT(interval_want(x, mean_of, level, resamples, rng));
    check_called("bootstrap_interval(x, n, mean, level, resamples, &rng)");
    Tensor *low_and_high =
        ends_of(bootstrap_interval(doubles(x), n, mean_of, level, resamples, &rng));
    check_tensor(
        low_and_high, want,
        "the middle share `level` of the means of n numbers that are drawn with replacement");
}

TEST(interval_of_any_statistic, .points = 5, .exercise = "19.2 bootstrap_interval",
     .file = "bootstrap.c")
{
    long n = draw_long("n", 300, 400), resamples = draw_long("resamples", 300, 400);
    Tensor *x = draw_times("x", n);
    Rng rng = rng_seed(draw_seed());
    double level = draw_double("level", 0.5, 0.7);
    given("of", "the sum of squares over 100");

    Tensor *want = EXPECT(interval_want(x, squares_of, level, resamples, rng));
    check_called("bootstrap_interval(x, n, squares, level, resamples, &rng)");
    Tensor *low_and_high =
        ends_of(bootstrap_interval(doubles(x), n, squares_of, level, resamples, &rng));
    check_tensor(low_and_high, want, "of(resample, n) of each resample of n numbers");
}

TEST(a_second_interval, .points = 1, .exercise = "19.2 bootstrap_interval", .file = "bootstrap.c")
{
    long n = draw_long("n", 6, 9), resamples = draw_long("resamples", 30, 50);
    Tensor *x = draw_times("x", n);
    Rng rng = rng_seed(draw_seed());

    uint64_t stream = rng.state;
    Tensor *want = EXPECT(interval_want(x, mean_of, 0.8, resamples, rng));
    check_called("bootstrap_interval(x, n, mean, 0.8, resamples, &rng)");
    Tensor *first = ends_of(bootstrap_interval(doubles(x), n, mean_of, 0.8, resamples, &rng));
    check_tensor(first, want, "the same rng, the same interval");
    long stream_moved = rng.state != stream;
    check_long(stream_moved, 1, "the caller's stream goes on: other numbers in the next call");
    Tensor *want_next = EXPECT(interval_want(x, mean_of, 0.8, resamples, rng));
    check_called("bootstrap_interval(x, n, mean, 0.8, resamples, &rng), once more");
    Tensor *second = ends_of(bootstrap_interval(doubles(x), n, mean_of, 0.8, resamples, &rng));
    check_tensor(second, want_next, "the rng goes on: another interval, nearly the same");
}

TEST(a_sample_of_one_and_one_resample, .points = 1, .exercise = "19.2 bootstrap_interval",
     .file = "bootstrap.c")
{
    Tensor *single = draw_times("single", 1), *x = draw_times("x", draw_long("n", 5, 9));
    Rng rng = rng_seed(draw_seed());

    Tensor *want = EXPECT(interval_want(single, mean_of, 0.9, 20, rng));
    check_called("bootstrap_interval(single, 1, mean, 0.9, 20, &rng)");
    Tensor *of_one = ends_of(bootstrap_interval(doubles(single), 1, mean_of, 0.9, 20, &rng));
    check_tensor(of_one, want, "one number has no spread: from itself to itself");
    Tensor *want_x = EXPECT(interval_want(x, largest_of, 0.9, 1, rng));
    check_called("bootstrap_interval(x, n, largest, 0.9, 1, &rng)");
    Tensor *one_resample =
        ends_of(bootstrap_interval(doubles(x), x->shape[0], largest_of, 0.9, 1, &rng));
    check_tensor(one_resample, want_x, "one resample gives one value: from it to itself");
}
