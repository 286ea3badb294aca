/* mean_want.c - one division, and the many that people do. */
#include "want.h"

static double sum_of(const ShareSum *share, long shares)
{
    double sum = 0;
    for (long i = 0; i < shares; i++)
        sum += share[i].loss;
    return sum;
}

static long targets_of(const ShareSum *share, long shares)
{
    long sum = 0;
    for (long i = 0; i < shares; i++)
        sum += share[i].targets;
    return sum;
}

static long with_targets(const ShareSum *share, long shares)
{
    long count = 0;
    for (long i = 0; i < shares; i++)
        count += share[i].targets > 0;
    return count;
}

static double sum_of_means(const ShareSum *share, long shares)
{
    double sum = 0;
    for (long i = 0; i < shares; i++)
        if (share[i].targets > 0)
            sum += share[i].loss / (double)share[i].targets;
    return sum;
}

static long at_least_one_each(const ShareSum *share, long shares)
{
    long sum = 0;
    for (long i = 0; i < shares; i++)
        sum += share[i].targets > 0 ? share[i].targets : 1;
    return sum;
}

static double weighted(const ShareSum *share, long shares)
{
    double sum = 0;
    for (long i = 0; i < shares; i++)
        sum += share[i].loss * (double)share[i].targets;
    return sum;
}

static double largest(const ShareSum *share, long shares)
{
    double most = 0;
    for (long i = 0; i < shares; i++)
        if (share[i].targets > 0)
            most = fmax(most, share[i].loss / (double)share[i].targets);
    return most;
}

static double in_int(const ShareSum *share, long shares)
{
    uint32_t sum = 0;
    for (long i = 0; i < shares; i++)
        sum += (uint32_t)share[i].targets;
    return (double)(int32_t)sum;
}

double mean_loss_want(const ShareSum *share, long shares)
{
    double sum = sum_of(share, shares), means = sum_of_means(share, shares);
    long all = targets_of(share, shares), counting = with_targets(share, shares);
    double N = (double)all;
    if (all == 0) {
        return 0;
    }
    MISTAKE_NUMBER(means / (double)shares,
                   "that is the mean of the shares' means: a target of a small share weighs more "
                   "there than one of a large share");
    if (counting < shares) {
        MISTAKE_NUMBER(means / (double)counting,
                       "that is the mean of the means of the shares that have targets: their "
                       "targets still weigh differently");
        MISTAKE_NUMBER(sum / (double)counting, "the sum was divided by the number of shares that "
                                               "have targets, not by that of the targets");
        MISTAKE_NUMBER(sum / (double)at_least_one_each(share, shares),
                       "a share without targets was counted as one target: it counts none");
        MISTAKE_NUMBER(0, "0 came back because one share has no targets: only if none of all "
                          "shares counts there is no mean");
    }
    MISTAKE_NUMBER(sum / (double)shares,
                   "the sum was divided by the number of shares: it is a sum over targets");
    MISTAKE_NUMBER(means, "the shares' means were added, and not divided");
    MISTAKE_NUMBER(sum, "that is the sum of the losses: divide it by the number of targets, too");
    MISTAKE_NUMBER(sum / N / (double)shares,
                   "divided twice: by the targets, and by the shares; the sum is over targets");
    MISTAKE_NUMBER(sum / N / N, "divided by the targets twice");
    MISTAKE_NUMBER(
        weighted(share, shares) / N,
        "losses were multiplied by their targets, as if they were means: a ShareSum has a sum");
    MISTAKE_NUMBER(largest(share, shares), "that is the largest mean of a share");
    MISTAKE_NUMBER(
        sum / in_int(share, shares),
        "targets were counted in an int: 2,147,483,647 is its largest number; count in long");
    if (share[0].targets > 0) {
        MISTAKE_NUMBER(share[0].loss / (double)share[0].targets,
                       "that is the mean of share 0: a rank's own loss is not the batch's");
        MISTAKE_NUMBER(sum / (double)share[0].targets,
                       "divided by the targets of share 0: those of all shares count");
        MISTAKE_NUMBER((sum - share[0].loss) / (N - (double)share[0].targets),
                       "share 0 was left out: shares count from 0");
    }
    if (share[shares - 1].targets > 0) {
        MISTAKE_NUMBER(sum / (double)share[shares - 1].targets,
                       "divided by the targets of the last share: add all of them");
        MISTAKE_NUMBER((sum - share[shares - 1].loss) / (N - (double)share[shares - 1].targets),
                       "the last share was left out: i < shares");
        MISTAKE_NUMBER(share[shares - 1].loss / N,
                       "only the loss of the last share is in it: add all of them");
    }
    MISTAKE_NUMBER(sum / (N + 1), "divided by one target too many: counting begins with 0");
    return sum / N;
}

/* The gradient over `by`, the last number as it was if it was left out. */
static Tensor *divided(const Tensor *gradient, double by, bool but_last)
{
    Tensor *t = copy_of(gradient);
    for (long j = 0; j < gradient->shape[0] - but_last; j++)
        t->data[j] = (real)((double)gradient->data[j] / by);
    return t;
}

static double product_of_targets(const ShareSum *share, long shares)
{
    double product = 1;
    for (long i = 0; i < shares; i++)
        product *= share[i].targets > 0 ? (double)share[i].targets : 1;
    return product;
}

Tensor *mean_gradient_want(const Tensor *gradient, const ShareSum *share, long shares)
{
    long all = targets_of(share, shares);
    double N = (double)all;
    if (all == 0) {
        MISTAKE(divided(gradient, 0, false),
                "NaN in the gradient: 0 / 0; without a target that counts it stays as it is");
        MISTAKE(blank(gradient->ndim, gradient->shape),
                "the gradient was set to 0: without a target that counts it stays as it is");
        return copy_of(gradient);
    }
    MISTAKE(
        copy_of(gradient),
        "the gradient was not divided: it is a sum over all targets, and the loss is their mean");
    MISTAKE(divided(gradient, (double)shares, false),
            "the gradient was divided by the number of shares: it is a sum over targets");
    MISTAKE(divided(gradient, (double)share[0].targets, false),
            "the gradient was divided by the targets of share 0: it is the sum of all shares");
    MISTAKE(divided(gradient, N * (double)shares, false),
            "the gradient was divided twice: by the targets, and by the shares");
    MISTAKE(divided(gradient, N * N, false), "the gradient was divided by the targets twice");
    MISTAKE(divided(gradient, 1 / N, false), "the gradient was multiplied by the targets");
    MISTAKE(divided(gradient, product_of_targets(share, shares), false),
            "the gradient was divided once for each share, by its targets: once, by all of them");
    MISTAKE(divided(gradient, N, true), "the last number of the gradient was not divided: j < n");
    Tensor *first_kept = divided(gradient, N, false);
    first_kept->data[0] = gradient->data[0];
    MISTAKE(first_kept, "the first number of the gradient was not divided: they begin with 0");
    if (with_targets(share, shares) < shares)
        MISTAKE(divided(gradient, (double)with_targets(share, shares), false),
                "the gradient was divided by the number of shares that have targets");
    return divided(gradient, N, false);
}

bool counts_are_checked(void)
{
    MISTAKE_MESSAGE(
        "as if nothing were wrong",
        "the given check is gone: a count below 0 would make the mean larger in silence");
    return true;
}
