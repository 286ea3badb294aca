/* svd_rotation.c - the angle after which two columns are orthogonal.
 *
 * Two angles do it; the smaller one, at most 45 degrees, moves the columns least, and only with it
 * do the sweeps end.
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
