/* svd_rotation.c - the angle after which two columns are orthogonal. */
#include <math.h>
#include "forms_check.h"
#include "todo.h"

/* ---- 16.11 --------------------------------------------------------------------------------------- */

SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    /* TODO: cosine and sine of the angle after which two columns p and q are orthogonal, from alpha = p.p, beta = q.q,
     * gamma = p.q. They are turned by p' = cosine p - sine q, q' = sine p + cosine q.
     *
     * APPROACH
     *   1. gamma 0: they are orthogonal already, {1, 0}.
     *   2. z = (beta - alpha) / (2 gamma)
     *   3. t = sign(z) / (|z| + sqrt(1 + z^2)), with sign(0) = 1: the smaller of two angles
     *   4. cosine = 1 / sqrt(1 + t^2), sine = t cosine
     *
     * EXAMPLE
     *   alpha 2, beta 2, gamma 1: z = 0, t = 1, both are 1 / sqrt(2): 45 degrees
     *
     * HINT: a and b are members: (SvdRotation){.cosine = a, .sine = b}. */
    (void)alpha, (void)beta, (void)gamma;
    todo("16.11 svd_rotation");
}
