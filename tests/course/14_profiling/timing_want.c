/* timing_want.c - a clock that is asked twice a run, and the many other ways to ask it. */
#include "want.h"

/* As the clock will tell it: a run and one look. */
static double sample(const Play *clock, long call)
{
    return clock->partner->duration[call] + clock->tick;
}

static void in_order(double *x, long n)
{
    for (long i = 1; i < n; i++)
        for (long j = i; j > 0 && x[j] < x[j - 1]; j--) {
            double t = x[j];
            x[j] = x[j - 1];
            x[j - 1] = t;
        }
}

/* All calls between two looks, over the runs. */
static double all_at_once(const Play *clock, long first, long end, long runs)
{
    double sum = clock->tick;
    for (long i = first; i < end; i++)
        sum += clock->partner->duration[i];
    return sum / (double)runs;
}

Tensor *samples_want(const Play *clock, long warmup, long runs)
{
    double right[MOST], sorted[MOST], wrong[MOST];
    for (long i = 0; i < runs; i++)
        right[i] = sorted[i] = sample(clock, warmup + i);
    in_order(sorted, runs);
    MISTAKE(tensor_of(sorted, runs),
            "the samples were put in order: they stay as they were measured");
    for (long i = 0; i < runs; i++)
        wrong[i] = sample(clock, i);
    MISTAKE(tensor_of(wrong, runs),
            "the first runs count, too: run the work `warmup` times before");
    for (long i = 0; i < runs && warmup > 0; i++)
        wrong[i] = sample(clock, warmup - 1 + i);
    MISTAKE(tensor_of(wrong, runs), "one run too few to warm up");
    for (long i = 0; i < runs; i++)
        wrong[i] = sample(clock, warmup + 1 + i);
    MISTAKE(tensor_of(wrong, runs), "one run too many to warm up");
    for (long i = 0; i < runs; i++)
        wrong[i] = all_at_once(clock, warmup, warmup + runs, runs);
    MISTAKE(tensor_of(wrong, runs),
            "the clock was read once around all runs: each run gets two looks of its own");
    for (long i = 0; i < runs; i++)
        wrong[i] = all_at_once(clock, 0, warmup + runs, runs);
    MISTAKE(tensor_of(wrong, runs),
            "the clock was read once around all, and the runs to warm up are among them");
    for (long i = 0; i < runs; i++)
        wrong[i] = 1e3 * right[i];
    MISTAKE(tensor_of(wrong, runs), "that is in milliseconds: a Clock tells seconds");
    for (long i = 0; i < runs; i++)
        wrong[i] = 1e6 * right[i];
    MISTAKE(tensor_of(wrong, runs), "that is in microseconds: a Clock tells seconds");
    for (long i = 0; i < runs; i++)
        wrong[i] = -right[i];
    MISTAKE(tensor_of(wrong, runs), "before minus after: the later time comes first");
    for (long i = 0; i < runs; i++)
        wrong[i] = clock->tick;
    MISTAKE(tensor_of(wrong, runs),
            "between the two looks the work has not run, or it was given the clock's context");
    double begin = clock->time, now = 0;
    for (long i = 0; i < runs; i++) {
        now += right[i] + (i > 0 ? clock->tick : 0);
        wrong[i] = now;
    }
    MISTAKE(tensor_of(wrong, runs), "counted from the first run on: each run begins for itself");
    now = begin;
    for (long i = 0; i < warmup; i++)
        now += clock->partner->duration[i];
    for (long i = 0; i < runs; i++) {
        now += right[i];
        wrong[i] = now;
        now += clock->tick;
    }
    MISTAKE(tensor_of(wrong, runs),
            "that is the time at the end of a run, and not how long it took");
    for (long i = 0; i < runs; i++)
        wrong[i] = i < runs - 1 ? right[i] : 0;
    MISTAKE(tensor_of(wrong, runs), "the last run is missing");
    for (long i = 0; i < runs; i++)
        wrong[i] = i > 0 ? right[i] / (double)runs : right[i] / (double)runs;
    MISTAKE(tensor_of(wrong, runs), "a sample is one run already: nothing to divide by");
    return tensor_of(right, runs);
}

double median_want(const Play *clock, long warmup, long runs)
{
    double sorted[MOST], sum = 0;
    for (long i = 0; i < runs; i++)
        sum += sorted[i] = sample(clock, warmup + i);
    double unsorted = sorted[(runs - 1) / 2];
    in_order(sorted, runs);
    double middle = sorted[(runs - 1) / 2];
    MISTAKE_NUMBER(sum / (double)runs, "that is the mean: a slow run moves it, and not the median");
    MISTAKE_NUMBER(sorted[0], "that is the fastest run, not the one in the middle");
    MISTAKE_NUMBER(sorted[runs - 1], "that is the slowest run, not the one in the middle");
    MISTAKE_NUMBER(
        unsorted,
        "that is the run in the middle of the samples as they came: by size, not by time");
    MISTAKE_NUMBER(sample(clock, warmup + runs - 1), "that is the last run");
    MISTAKE_NUMBER(sum, "that is the sum of all runs");
    MISTAKE_NUMBER(1e3 * middle, "that is in milliseconds: a Clock tells seconds");
    if (runs % 2 == 0) {
        MISTAKE_NUMBER(sorted[runs / 2], "that is the upper one of the two in the middle: 50 "
                                         "percent are reached with the lower one");
        MISTAKE_NUMBER((middle + sorted[runs / 2]) / 2,
                       "that is halfway between the two in the middle: here a percentile is always "
                       "one of the samples");
    }
    return middle;
}

long looks_want(long warmup, long runs)
{
    MISTAKE_NUMBER(2 * (double)(warmup + runs), "the runs to warm up were timed as well");
    MISTAKE_NUMBER((double)runs + 1, "one look serves as the end of a run and the begin of the "
                                     "next: then what lies between two runs counts as well");
    MISTAKE_NUMBER(2,
                   "one look before all runs and one behind: each run gets two looks of its own");
    MISTAKE_NUMBER(2 * (double)runs + 2, "there is one more pair of looks than runs");
    MISTAKE_NUMBER(2 * (double)runs - 2, "one run is not timed");
    MISTAKE_NUMBER(0, "the clock that was handed in is never asked");
    return 2 * runs;
}

long calls_want(long warmup, long runs)
{
    MISTAKE_NUMBER((double)runs, "the work was done `runs` times: `warmup` times more, before");
    MISTAKE_NUMBER((double)warmup, "the work was done `warmup` times: and then for each run");
    MISTAKE_NUMBER((double)(warmup + 1 + runs),
                   "the work was done once more than warmup + runs times");
    MISTAKE_NUMBER((double)(warmup - 1 + runs),
                   "the work was done once less than warmup + runs times");
    MISTAKE_NUMBER(0, "the work never ran on its own context: body(context), not the clock's");
    return warmup + runs;
}

bool runs_are_checked(void)
{
    MISTAKE_MESSAGE("percentile: of 0 numbers",
                    "the given line measure_median_check(warmup, runs) is gone");
    return true;
}
