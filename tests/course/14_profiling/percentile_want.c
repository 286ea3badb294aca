/* percentile_want.c - nearest rank, and its many neighbours. */
#include "want.h"

static void sorted_copy(double *to, const double *x, long n)
{
    for (long i = 0; i < n; i++) {
        long j = i;
        for (; j > 0 && to[j - 1] > x[i]; j--)
            to[j] = to[j - 1];
        to[j] = x[i];
    }
}

/* Cut to the places that there are. */
static double at_place(const double *sorted, long n, double place)
{
    long i = (long)place;
    return sorted[i < 0 ? 0 : i >= n ? n - 1 : i];
}

double percentile_want(const double *x, long n, double p)
{
    double *sorted = ROOM_FOR(n, double), sum = 0, part = p * (double)n / 100, rank = ceil(part);
    sorted_copy(sorted, x, n);
    for (long i = 0; i < n; i++)
        sum += x[i];
    double right = at_place(sorted, n, rank - 1), place = p * (double)(n - 1) / 100;
    long below = (long)place;
    double between = below + 1 < n ? sorted[below] + (place - (double)below) *
                                                         (sorted[below + 1] - sorted[below])
                                   : sorted[n - 1];
    MISTAKE_NUMBER(at_place(x, n, rank - 1),
                   "that is the number in that place of x as it came: sort first");
    MISTAKE_NUMBER(at_place(sorted, n, n - rank), "in falling order: the smallest comes first");
    if (rank < (double)n && at_place(sorted, n, rank) != right)
        MISTAKE_NUMBER(at_place(sorted, n, rank),
                       "one place too far: ranks count from 1, places in an array from 0");
    if (floor(part) != part || floor(part) - 1 >= 0)
        MISTAKE_NUMBER(
            at_place(sorted, n, floor(part) - 1),
            "one place too early: round p n / 100 up, so that at least p percent are reached");
    if (ceil(p / 100 * (double)n) != rank)
        MISTAKE_NUMBER(at_place(sorted, n, ceil(p / 100 * (double)n) - 1),
                       "p was divided by 100 first, and p / 100 n is a little more than the whole "
                       "number p n / 100: multiply before you divide");
    MISTAKE_NUMBER(between,
                   "that is a number between two samples: here a percentile is always one of them");
    MISTAKE_NUMBER(at_place(sorted, n, floor(place)),
                   "counted in n - 1 steps and rounded down: it is p percent of n numbers");
    MISTAKE_NUMBER(at_place(sorted, n, ceil(place)),
                   "counted in n - 1 steps and rounded up: it is p percent of n numbers");
    MISTAKE_NUMBER(
        at_place(sorted, n, floor(part + 0.5) - 1),
        "rounded to the nearest rank number: round up, so that at least p percent are reached");
    MISTAKE_NUMBER(at_place(sorted, n, ceil(floor(p) * (double)n / 100) - 1),
                   "p was cut to a whole number");
    MISTAKE_NUMBER(at_place(sorted, n, p * (double)n - 1), "p is in percent: divide by 100");
    MISTAKE_NUMBER(at_place(sorted, n, p), "that is number p of the samples: p is in percent of n");
    MISTAKE_NUMBER(p / 100 * sorted[n - 1], "that is p percent of the largest number");
    MISTAKE_NUMBER(sorted[0] + p / 100 * (sorted[n - 1] - sorted[0]),
                   "that is p percent of the way from the smallest to the largest number: count "
                   "samples, not their sizes");
    MISTAKE_NUMBER(sum / (double)n, "that is the mean");
    MISTAKE_NUMBER(at_place(sorted, n, ceil((100 - p) * (double)n / 100) - 1),
                   "so many percent lie above it, and not below");
    return right;
}

long unchanged_want(void)
{
    return 0;
}

bool percents_are_checked(void)
{
    MISTAKE_MESSAGE("as if nothing were wrong", "the given line percentile_check(x, n, p) is gone");
    return true;
}
