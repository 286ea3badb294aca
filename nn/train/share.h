/* share.h - a batch in S shares, whoever works on them: its rows, the sum of its gradients, its
 * mean.
 *
 * Training on many ranks (processes, on one machine or on many) cuts every batch into the same S
 * shares. The gradient of each share is a leaf of one fixed tree of additions. None of the three
 * knows how many ranks there are, or which of them holds a share: so 1, 2, 4 and 8 ranks have the
 * same weights, bit for bit. For ranks, their tests, and whoever reads module 21.
 *
 *     rows of a batch    (rows, ...)      share_of            S shares of consecutive rows
 *     gradients          S arrays of n    tree_sum            their sum over all targets that count
 *     losses             S sums, counts   global_mean         the batch's mean, and its gradient
 *
 * Source: Li et al. 2020, "PyTorch Distributed: Experiences on Accelerating Data Parallel Training"
 * (shares); Thakur, Rabenseifner, Gropp 2005, "Optimization of Collective Communication Operations
 * in MPICH" (the tree).
 */
#ifndef KINDLING_SHARE_H
#define KINDLING_SHARE_H

#include "../../tensor/tensor.h"

#pragma GCC visibility push(default)

/* ---- share.c (21): which rows are whose ------------------------------------------------------ */

/* Rows first to first + count - 1. */
typedef struct {
    long first, count;
} Share;

/* Share i of `shares`, of things numbered 0 to rows - 1: in order, without a gap, and sizes differ
 * by at most one, the larger ones first. With fewer rows than shares the last shares are empty;
 * first is then `rows`. torch.tensor_split cuts at the same places. It also says which shares are a
 * rank's: share_of(S, rank, ranks). Fails: rows < 0, shares < 1, i not in 0 .. shares - 1. */
Share share_of(long rows, long i, long shares);

/* ---- share.c (21): a sum whose order is fixed ------------------------------------------------ */

/* leaf[0] += leaf[1] + ... + leaf[leaves - 1], element by element, arrays of n numbers, in one
 * order, which has in it those of ranks that add their own 2, 4, 8 ... leaves first. It depends on
 * `leaves` alone, never on n: a message may be cut anywhere. a + b is b + a to the bit, so either
 * of two ranks may do an addition. Afterwards the other arrays hold sums of parts. Fails: leaves
 * < 1, n < 0. The arrays must not overlap. */
void tree_sum(real *const leaf[], long leaves, long n);

/* ---- share.c (21): one mean ------------------------------------------------------------------ */

/* What a share knows of its loss. */
typedef struct {
    /* the sum over the targets that count, in nats where the loss is a cross-entropy; 0 of none */
    double loss;
    long targets; /* how many those are: ignored ones are not among them */
} ShareSum;

/* The mean loss over all targets of the batch is returned, and gradient (n), that of all shares'
 * losses together, becomes its gradient. Targets that do not count have lost nothing and change
 * nothing. Fails: shares < 1, n < 0, targets < 0. */
double global_mean(real *gradient, long n, const ShareSum *share, long shares);

#pragma GCC visibility pop

#endif
