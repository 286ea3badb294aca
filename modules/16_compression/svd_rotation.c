/* svd_rotation.c - the angle after which two columns are orthogonal. */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.6 ---------------------------------------------------------------------------------------- */

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
    todo("16.6 svd_rotation");
}
