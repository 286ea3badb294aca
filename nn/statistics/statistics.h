/* statistics.h - what a handful of measurements says, and how sure one may be of it.
 *
 * A sample is n measurements of one thing: an array of double, which nobody here changes or sorts
 * in place. Whatever draws takes an Rng, so the same seed gives the same interval. For the
 * benchmark, for those who compare two programs, and for whoever reads module 19.
 *
 *     one sample      sample_quantile, sample_median, sample_mad, sample_outliers
 *     how sure        bootstrap_interval
 *     two samples     mid_ranks, mann_whitney_exact, mann_whitney_p
 *     a report        sample_geometric_mean, early_stopping_queries, margin_queries
 *
 * Everything fails on a NaN or an infinity in a sample, and names its place.
 */
#ifndef KINDLING_STATISTICS_H
#define KINDLING_STATISTICS_H

#include "../../tensor/tensor.h"

#pragma GCC visibility push(default)

/* ---- statistics.c (19): the number below which a share of the sample lies -------------------- */

/* The p-quantile: of the sorted sample p = 0 is the least, 0.5 the median, 1 the largest; the p of
 * neighbours are equally far apart, and between two of them lies a straight line. This is number 7
 * of Hyndman and Fan 1996, "Sample Quantiles in Statistical Packages", and what torch.quantile and
 * numpy.quantile do by default. Numbers of any size have a quantile,
 * which lies between two of them: -1.7e308 and 1.7e308 have the median 0. percentile (timing.h)
 * picks a run that happened, of two in the middle the lower one; a median here favours neither of
 * them. Fails: n < 1, p not in 0 .. 1. */
double sample_quantile(const double *x, long n, double p);
double sample_median(const double *x, long n); /* sample_quantile(x, n, 0.5) */
double sample_mean(const double *x, long n);   /* Fails: n < 1 */

/* ---- statistics.c (19): how far the numbers lie from their middle ---------------------------- */

/* The median absolute deviation: the median of |x_i - median|. Half of the sample is nearer to the
 * median than this. Of a normal distribution it is 0.6745 standard deviations. One outlier hardly
 * moves it. Fails: n < 1. */
double sample_mad(const double *x, long n);

/* ---- statistics.c (19): numbers that do not belong to the rest ------------------------------- */

/* is[i] says whether x[i] is an outlier: further from the median than 10 * 1.4826 MAD, which for a
 * normal distribution would be 10 standard deviations. Returns how many. With a MAD of 0, where
 * more than half of the sample are the same number, there is no scale, and nothing is an outlier.
 * Tell of outliers; do not drop them. Fails: n < 1. Source: Iglewicz and Hoaglin 1993, "How to
 * Detect and Handle Outliers"; the factor 10 is hyperfine's. */
long sample_outliers(bool *is, const double *x, long n);

/* ---- statistics.c (19): the mean of factors -------------------------------------------------- */

/* The n-th root of the product, by logarithms, so that no product overflows: of 2 and 1/2 it is 1.
 * Fails: n < 1, a ratio that is not above 0 or not finite. */
double sample_geometric_mean(const double *ratios, long n);

/* ---- bootstrap.c (19): where else the number could have come out ----------------------------- */

/* Both ends belong to it. */
typedef struct {
    double low, high;
} Interval;
/* What a sample is asked: sample_median, sample_mean, or a function of yours, which leaves x as it
 * is. */
typedef double (*Statistic)(const double *x, long n);

/* The percentile bootstrap: where the middle share `level` lies of what `of` says of `resamples`
 * samples of n numbers, drawn from x with replacement: rng_below(rng, n) once for each number of
 * each, in order.
 * Fails: n < 1, resamples < 1, level not between 0 and 1. Source: Efron 1979, "Bootstrap
 * Methods: Another Look at the Jackknife". */
Interval bootstrap_interval(const double *x, long n, Statistic of, double level, long resamples,
                            Rng *rng);

/* ---- mann_whitney.c (19): which place each number has ---------------------------------------- */

/* rank[i] is the place of x[i] among all n, from 1 for the least; equal numbers share the mean of
 * their places, so the ranks of {7, 3, 7} are 2.5, 1, 2.5. They always add up to n (n + 1) / 2.
 * Fails: n < 1. */
void mid_ranks(double *rank, const double *x, long n);

/* ---- mann_whitney.c (19): could chance have dealt these ranks? ------------------------------- */

/* The two-sided p of the Mann-Whitney test, exact, ties included. If it did not matter which
 * numbers are called a, each of the C(n + m, n) ways to choose n of the n + m mid-ranks would be
 * equally likely: the share of those whose sum of ranks is at least as far from n (n + m + 1) / 2
 * as that of a. Fails: n < 1, m < 1, n + m > 56, where counts would no longer be exact in double.
 * Source: Mann and Whitney 1947, "On a Test of Whether one of Two Random Variables is
 * Stochastically Larger than the Other"; Streitberg and Roehmel 1986 for the way to count. */
double mann_whitney_exact(const double *a, long n, const double *b, long m);

/* ---- mann_whitney.c (20): for samples of any size -------------------------------------------- */

/* Exact for n <= 12 and m <= 12, else the normal distribution with the correction for ties and for
 * continuity (1/2). 1 where all numbers are equal. Fails: n < 1, m < 1. */
double mann_whitney_p(const double *a, long n, const double *b, long m);
/* That second way alone: what it says of small samples is about right. */
double mann_whitney_normal(const double *a, long n, const double *b, long m);

/* ---- early_stopping.c (19): how many measurements until one may say so ----------------------- */

/* "At least the share p of all queries are fast enough", with confidence c: the least number of
 * queries, `over` of which were too slow, that allows to say so. Would the share be no more than p
 * - d, the chance to see `over` or fewer slow ones among so many is at most 1 - c; d is a
 * tolerance, 0 in MLPerf's rules. More than `over` in any case. Fails: over < 0, c or p not between
 * 0 and 1, d not in 0 .. p. Source: MLPerf Inference Rules, "Early Stopping Criterion". */
long early_stopping_queries(long over, double p, double d, double c);

/* ---- early_stopping.c (20): how many measurements for a percentile known to a margin --------- */

/* So many queries, to the nearest, that the share of fast ones, near p, is known to +- margin with
 * confidence c: z^2 p (1 - p) / margin^2. Fails: p, c, margin not between 0 and 1. Source: MLPerf
 * Inference Rules: 23,886 for 90 %, 99 %, 0.5 %. */
double margin_queries(double p, double c, double margin);

#pragma GCC visibility pop

#endif
