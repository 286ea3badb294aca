/* svd_rotation.c - with t = sine / cosine, p'.q' = 0 is t^2 + 2 z t - 1 = 0. */
#include <math.h>
#include "forms_check.h"

SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    SvdRotation turn = {1, 0};
    if (gamma == 0)
        return turn;
    double z = (beta - alpha) / (2 * gamma);
    double t;
    if (z >= 0)
        t = 1 / (z + sqrt(1 + z * z));
    else
        t = -1 / (-z + sqrt(1 + z * z));
    turn.cosine = 1 / sqrt(1 + t * t);
    turn.sine = t * turn.cosine;
    return turn;
}
