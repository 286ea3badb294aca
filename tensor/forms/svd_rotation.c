/* svd_rotation.c - the angle after which two columns are orthogonal.
 *
 * Two angles do it; the smaller one, at most 45 degrees, moves the columns least, and only with it
 * do the sweeps end. Its tangent t is the smaller root of t^2 + 2 z t = 1:
 *     z = (beta - alpha) / (2 gamma), t = sign(z) / (|z| + sqrt(1 + z^2)),
 *     cosine = 1 / sqrt(1 + t^2), sine = t cosine
 * with sign(0) = 1.
 */
#include <math.h>
#include "forms_check.h"

EXERCISE
SvdRotation svd_rotation(double alpha, double beta, double gamma)
{
    if (gamma == 0)
        return (SvdRotation){1, 0};
    double z = (beta - alpha) / (2 * gamma);
    double t = (z < 0 ? -1 : 1) / (fabs(z) + sqrt(1 + z * z));
    double cosine = 1 / sqrt(1 + t * t);
    return (SvdRotation){cosine, t * cosine};
}
