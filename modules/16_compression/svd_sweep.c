/* svd_sweep.c - every pair of columns is turned once: one-sided Jacobi.
 *
 * A rotation of two columns changes neither what they span nor their common length. After enough of them no column has
 * a part along another; then the lengths of the columns are the singular values. svd_of (given) sweeps until nothing
 * was turned, then sorts.
 */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    /* TODO: cosine and sine of the angle after which two columns p and q are orthogonal, from alpha
     * = p.p, beta = q.q, gamma = p.q.
     *
     * CONTRACT  they are turned by p' = cosine p - sine q, q' = sine p + cosine q. Of two angles
     *           the smaller one (at most 45 degrees); of two of 45 degrees the one whose sine is
     *           above 0. Orthogonal already: {1, 0}. A small angle has all its digits.
     * EXAMPLE   alpha 2, beta 2, gamma 1: both are 1 / sqrt(2): 45 degrees
     * HOLDS     cosine^2 + sine^2 = 1, and (cosine^2 - sine^2) gamma + cosine sine (alpha -
     *           beta) = 0.
     * THINK     work out p'.q' = 0 with t = sine / cosine: which quadratic equation is that?
     *           Which of its two roots is the smaller, and how is it computed without a
     *           difference of nearly equal numbers? */
    (void)alpha, (void)beta, (void)gamma;
    todo("16.4 svd_sweep");
}

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

long svd_sweep(SvdColumns *c)
{
    /* TODO: every pair of columns i < j is turned once, i = 0 first; returns how many pairs were.
     *
     * CONTRACT  column i begins at c->column + i * c->m and has c->m numbers; c->v has c->n
     *           columns of c->n, and is turned by the same. A pair with |gamma| <=
     *           SVD_ORTHOGONAL * sqrt(alpha * beta) is orthogonal enough, and stays.
     * EXAMPLE   columns (1, 0) and (1, 1), v the identity: one pair is turned; the columns then have lengths 1.618 and 0.618
     * HOLDS     the sum of all squares stays.
     * THINK     what is done twice, and deserves a function? */
    (void)c;
    todo("16.4 svd_sweep");
}

/* ---- 16.4 ---------------------------------------------------------------------------------------- */

void svd_sort(Svd *out, const SvdColumns *c)
{
    out->u = tensor_zeros(SHAPE(c->m, c->n)); /* given: room */
    out->s = tensor_zeros(SHAPE(c->n));
    out->v = tensor_zeros(SHAPE(c->n, c->n));

    /* TODO: the columns are orthogonal now: s is their lengths, the largest first; u the columns in
     * that order, each divided by its length; v those of c->v.
     *
     * CONTRACT  of equal lengths the one in front comes first. A column of length 0 stays 0. u
     *           and v are row-major, the columns here are not.
     * EXAMPLE   columns (0, 2) and (3, 0): s = 3, 2, u = 1 0    v = 0 1
     *                                                    0 1        1 0
     * HOLDS     u diag(s) is the columns, in another order.
     * YOU HAVE  scope_alloc(scope_current(), bytes) */
    todo("16.4 svd_sweep");
}
