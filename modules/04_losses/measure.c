/* measure.c - what rounding does to three ways of writing the same loss.
 *
 * A row of logits and the same row plus an offset have the same loss. All logits used here are
 * multiples of 1/8, so adding the offset is exact and every difference from the true loss was made
 * by the formula. In float; the truth is computed in double.
 */
#include <math.h>
#include <stdio.h>
#include "kindling.h"
#include "cross_entropy.h"
#include "predict.h"

enum { END, ONE, TWO };

#define V 1000
#define TARGET 7

/* Of two parts: a few roundings of a loss, and a sum of V floats, whose errors, V / 2^24 together, mostly cancel. */
static double most(double loss)
{
    return (4 * loss + V / 4) / 16777216;
}

/* -log(softmax(x)[target]), as one reads it. */
static double naive(const float *x)
{
    float sum = 0;
    for (int i = 0; i < V; i++)
        sum += expf(x[i]);
    return (double)-logf(expf(x[TARGET]) / sum);
}

/* A stable lse, but rounded to one number before x[target] comes off it. */
static double in_one_number(const real *x)
{
    LogSumExp z = row_log_sum_exp(V, x);
    volatile real lse = z.shift + z.log_sum;
    return (double)(lse - x[TARGET]);
}

static double in_two_parts(const real *x)
{
    return (double)row_target_loss(x, row_log_sum_exp(V, x), TARGET);
}

static double truth(const int *eighths)
{
    double sum = 0;
    for (int i = 0; i < V; i++)
        sum += exp(eighths[i] / 8.0);
    return log(sum) - eighths[TARGET] / 8.0;
}

int main(void)
{
    static const double offsets[] = {0, 10, 80, 90, 1000, 10000, 100000, 1000000};
    int eighths[V];
    double last = 0;
    predict(END, "the largest of these offsets for which naive is right", "");
    predict(ONE, "error of lse - x[target] at offset 100,000", "");
    predict(TWO, "error of yours, in two parts, at offset 1,000,000", "");
    for (int i = 0; i < V; i++)
        eighths[i] = i * 37 % 32; /* logits from 0 to 3.875 */
    double want = truth(eighths);
    printf(
        "true loss %.7f; a float keeps 24 bits: a number near X is rounded by at most X / 2^24\n\n",
        want);
    printf("%9s | %12s | %12s %12s | %12s\n", "offset", "naive error", "lse - x err.",
           "predicted <=", "two parts");
    for (int k = 0; k < (int)(sizeof offsets / sizeof *offsets); k++) {
        float x[V];
        real y[V];
        for (int i = 0; i < V; i++) {
            x[i] = (float)(offsets[k] + eighths[i] / 8.0);
            y[i] = (real)x[i];
        }
        double bound = (offsets[k] + want + 4) / 16777216;
        double one = fabs(in_one_number(y) - want), two = fabs(in_two_parts(y) - want);
        if (isfinite(naive(x)))
            last = offsets[k];
        if (offsets[k] == 100000)
            measured(ONE, one);
        measured(TWO, two);
        contract(two < most(want), "04.1 row_target_loss loses digits where scores are large");
        printf("%9.0f | %12.2e | %12.2e %12.2e | %12.2e\n", offsets[k], fabs(naive(x) - want), one,
               bound, two);
    }
    measured(END, last);
    printf("\npredicted: naive ends where lse passes log(FLT_MAX) = %.1f, at offset %.1f; two "
           "parts stay "
           "below %.0e\n",
           log(3.4028234664e38), log(3.4028234664e38) - want - eighths[TARGET] / 8.0, most(want));
    return conclude();
}
