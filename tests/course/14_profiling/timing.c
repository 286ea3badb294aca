/* timing.c - 14.1: a clock is an argument, and each run has a sample of its own. */
#include "want.h"

TEST(three_runs_by_hand, .points = 2, .exercise = "14.1 measure_median", .file = "measure_median.c")
{
    Play work, clock = {.partner = &work};
    work = (Play){.partner = &clock, .duration = {9, 2, 7, 3}};
    double samples[4] = {0};
    given("runs take", "9, 2, 7, 3 s");

    double want = EXPECT(median_want(&clock, 1, 3));
    Tensor *want_samples = EXPECT(samples_want(&clock, 1, 3));
    double median =
        CALL(measure_median((Clock){play_now, &clock}, play_work, &work, 1, 3, samples));
    Tensor *seconds = tensor_of(samples, 3);
    check_tensor(seconds, want_samples, "9 warms up; 2, 7, 3 are samples");
    check_number(median, want, CHECK_TOLERANCE, "the middle one of 2, 7, 3");
}

TEST(each_run_has_a_sample, .points = 2, .exercise = "14.1 measure_median",
     .file = "measure_median.c")
{
    long warmup = draw_long("warmup", 2, 4), runs = 2 * draw_long("half of the runs", 3, 5) + 1;
    Play clock, work;
    draw_play(&clock, &work, warmup, warmup + runs);
    double samples[MOST] = {0};

    double want = EXPECT(median_want(&clock, warmup, runs));
    Tensor *want_samples = EXPECT(samples_want(&clock, warmup, runs));
    double median =
        CALL(measure_median((Clock){play_now, &clock}, play_work, &work, warmup, runs, samples));
    Tensor *seconds = tensor_of(samples, runs);
    check_tensor(seconds, want_samples,
                 "samples[i] is what the clock says after run i, less what it said before it");
    check_number(median, want, CHECK_TOLERANCE, "the median of the samples");
    Tensor *zeros = EXPECT(blank(SHAPE(3)));
    Tensor *behind = tensor_of(samples + runs, 3);
    check_tensor(behind, zeros, "there are as many samples as runs");
}

TEST(two_looks_a_run, .points = 2, .exercise = "14.1 measure_median", .file = "measure_median.c")
{
    long warmup = draw_long("warmup", 2, 4), runs = warmup + draw_long("more runs", 4, 6);
    Play clock, work;
    draw_play(&clock, &work, warmup, warmup + runs);
    double samples[MOST] = {0};

    CALL(measure_median((Clock){play_now, &clock}, play_work, &work, warmup, runs, samples));
    long calls = work.calls, looks = clock.looks;
    check_long(calls, warmup + runs, "the work is done warmup + runs times");
    check_long(looks, 2 * runs,
               "before and after each run that counts: 2 * runs looks at the clock");
}

TEST(an_even_number_of_runs, .points = 2, .exercise = "14.1 measure_median",
     .file = "measure_median.c")
{
    long warmup = draw_long("warmup", 0, 2), runs = 2 * draw_long("half of the runs", 3, 6);
    Play clock, work;
    draw_play(&clock, &work, warmup, warmup + runs);
    double samples[MOST] = {0};

    double want = EXPECT(median_want(&clock, warmup, runs));
    Tensor *want_samples = EXPECT(samples_want(&clock, warmup, runs));
    double median =
        CALL(measure_median((Clock){play_now, &clock}, play_work, &work, warmup, runs, samples));
    Tensor *seconds = tensor_of(samples, runs);
    check_tensor(seconds, want_samples, "a sample for each run, none for those that warm up");
    check_number(median, want, CHECK_TOLERANCE,
                 "percentile(samples, runs, 50): the lower one of the two in the middle");
}

TEST(one_run_and_none, .points = 2, .exercise = "14.1 measure_median", .file = "measure_median.c")
{
    Play clock, work;
    draw_play(&clock, &work, 0, 1);
    double samples[4] = {0};

    double want = EXPECT(median_want(&clock, 0, 1));
    double median =
        CALL(measure_median((Clock){play_now, &clock}, play_work, &work, 0, 1, samples));
    check_number(median, want, CHECK_TOLERANCE, "one run is its own median");
    check_fails(measure_median((Clock){play_now, &clock}, play_work, &work, 2, 0, samples),
                "0 runs, expected at least 1",
                "without a run there is no median: the given check says so");
}
